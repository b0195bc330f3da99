"""Queries about leagues and their people."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Exists, Q, QuerySet
from django.utils.translation import gettext_noop

from zarleague.engine.declared import PREFIX, Definition, definition_of, is_declared, under_key
from zarleague.engine.games import KEYS, scored
from zarleague.engine.ruleset import Ruleset
from zarleague.leagues import mailed_invitations
from zarleague.leagues.actors import Actor
from zarleague.leagues.audit import ARRIVED
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import (
    AccessLink,
    AuditEntry,
    Invitation,
    League,
    LeagueGame,
    Membership,
    Player,
    PlayerMerge,
    Season,
    User,
)
from zarleague.leagues.names import name_key
from zarleague.storage import sql


def leagues_of(actor: Actor) -> QuerySet[League]:
    """Return the actor's leagues by name; for a link, its league."""
    mine = Q(pk__in=[])
    if actor.user is not None:
        mine |= Q(memberships__user=actor.user)
    if actor.link is not None:
        mine |= Q(pk=actor.link.league_id)
    return League.objects.filter(mine).order_by("name").distinct()


def league_at(slug: str) -> League | None:
    """Return the league with a slug, None if there is none."""
    return League.objects.filter(slug=slug).first()


def season_at(slug: str, season_id: int) -> Season | None:
    """Return a season with its league, by the league's slug; None if there is none."""
    found = Season.objects.filter(league__slug=slug, pk=season_id)
    return found.select_related("league").first()


def public_leagues() -> QuerySet[League]:
    """Return the public leagues by name."""
    return League.objects.filter(visibility=League.Visibility.PUBLIC).order_by("name", "pk")


def seasons_of(league: League) -> QuerySet[Season]:
    """Return the seasons of a league, latest first."""
    return Season.objects.filter(league=league)


def latest_season(league: League) -> Season | None:
    """Return the season of a league that began last, None if there is none."""
    return seasons_of(league).first()


def final_of(season: Season) -> Season | None:
    """Return the final of a season, None without one."""
    return Season.objects.filter(final_of=season).select_related("league").first()


def divisions_of(season: Season) -> list[Season]:
    """Return the divisions that a season is one of, the highest first; none without divisions."""
    if season.above_id is None and not _has_division_below(season):
        return []
    linked = Season.objects.filter(league_id=season.league_id).exclude(above=None)
    above = dict(linked.values_list("pk", "above_id"))
    below = {upper: lower for lower, upper in above.items()}
    if season.pk not in above and season.pk not in below:
        return []
    highest, climbed = season.pk, 0
    # A file can be made in which divisions are below each other.
    while highest in above and climbed < len(above):
        highest, climbed = above[highest], climbed + 1
    order = [highest]
    while order[-1] in below and len(order) <= len(above):
        order.append(below[order[-1]])
    found = Season.objects.select_related("league").in_bulk(order)
    return [found[one] for one in order]


def _has_division_below(season: Season) -> bool:
    """Return whether a season has a division below it; asked by every page of a season."""
    statement = "SELECT 1 FROM leagues_season WHERE league_id = %s AND above_id = %s LIMIT 1"
    return bool(sql.rows(statement, season.league_id, season.pk))


def following(season: Season) -> Season | None:
    """Return the division that took a season's place, None if its divisions did not go on."""
    return Season.objects.filter(follows=season).select_related("league").first()


def season_of(league: League, season_id: int) -> Season | None:
    """Return one season of a league, None if the league has no such season."""
    return Season.objects.filter(league=league, pk=season_id).first()


def player_of(league: League, player_id: int) -> Player | None:
    """Return one player of a league, merged or not, None if the league has no such player."""
    return Player.objects.filter(league=league, pk=player_id).first()


def first_players(league: League) -> QuerySet[Player]:
    """Return the players of a league in the order in which they were added."""
    return Player.objects.filter(league=league).order_by("pk")


def unclaimed_guests(league: League) -> QuerySet[Player]:
    """Return the guests that no account has claimed."""
    return players_of(league).filter(guest=True, user=None)


def merges_into(player: Player) -> QuerySet[PlayerMerge]:
    """Return the merges into a player that have not been undone, with their guests."""
    return PlayerMerge.objects.filter(into=player, undone_at=None).select_related("guest")


def merge_into(player: Player, merge_id: int) -> PlayerMerge | None:
    """Return a merge into a player, undone or not, None if there is none."""
    return PlayerMerge.objects.filter(into=player, pk=merge_id).first()


def member_of(league: League, member_id: int) -> Membership | None:
    """Return a membership of a league, None if there is none."""
    return members_of(league).filter(pk=member_id).first()


def own_player(league: League, user: User | None) -> Player | None:
    """Return the player of an account in a league, None if it has none."""
    return Player.objects.filter(league=league, user=user).first() if user else None


def names_by_account(league: League) -> dict[int, str]:
    """Return the names of the league's players who have an account, by the account's id."""
    owned = Player.objects.filter(league=league, user__isnull=False)
    return dict(owned.values_list("user_id", "name"))


def is_nobody_yet(league: League, user: User | None) -> bool:
    """Return whether a member neither is a player of the league nor says which one they are."""
    if user is None:
        return False
    mine = Membership.objects.filter(league=league, user=user, claims=None)
    return mine.filter(~Exists(Player.objects.filter(league=league, user=user))).exists()


def nobodys_players(league: League) -> QuerySet[Player]:
    """Return the players of a league that no account has, by name."""
    return players_of(league).filter(user=None)


def claims_in(league: League) -> QuerySet[Membership]:
    """Return the memberships of those who say which player they are, with both."""
    return members_of(league).filter(claims__isnull=False).select_related("claims")


def members_of(league: League) -> QuerySet[Membership]:
    """Return the members of a league with their accounts, by role and name."""
    return (
        Membership.objects.filter(league=league)
        .select_related("user")
        .order_by("role", "user__username")
    )


def membership_of(league: League, user: User) -> Membership | None:
    """Return somebody's membership of a league, None if they have none."""
    return members_of(league).filter(user=user).first()


def account_named(username: str) -> User | None:
    """Return the account with that name, None if there is none."""
    return User.objects.filter(username=username).first()


def account_meant(typed: str) -> str:
    """Complete an account name: ``ann`` becomes ``ann-4821`` if only one account name begins with
    ``ann-``. Return any other name unchanged."""
    if account_named(typed) is not None:
        return typed
    base = typed.strip().lower()
    found = User.objects.filter(username__startswith=f"{base}-").values_list("username", flat=True)
    names = [name for name in found[:2] if name.removeprefix(f"{base}-").isdecimal()]
    return names[0] if len(names) == 1 else typed


def open_invitations(league: League) -> QuerySet[Invitation]:
    """Return a league's invitations that were neither accepted nor withdrawn."""
    return Invitation.objects.filter(league=league, ended_at=None).select_related("league")


def invitation_of(league: League, invitation_id: int) -> Invitation | None:
    """Return an invitation of a league, None if there is none."""
    return Invitation.objects.filter(league=league, pk=invitation_id).first()


def invitations_for(user: User | None) -> QuerySet[Invitation]:
    """Return the pending invitations of an account, with their leagues; none without an account."""
    if user is None:
        return Invitation.objects.none()
    mine = Invitation.objects.filter(mailed_invitations.meant_for(user))
    waiting = mine.filter(ended_at=None, declined_at=None)
    return waiting.select_related("league", "created_by")


def invitation_to(user: User, invitation_id: int) -> Invitation | None:
    """Return an invitation of an account, answered or not, None if it is for another account."""
    mine = Invitation.objects.filter(mailed_invitations.meant_for(user), pk=invitation_id)
    return mine.select_related("league").first()


def may_help_with_password(actor: Actor, user: User) -> bool:
    """Return whether the actor may create a link by which a member sets a new password.

    The link gives access to the account. So it is for players and scorekeepers all of whose leagues
    the actor organises: an organiser must not gain access to an account with more rights than their
    own.
    """
    if user.is_staff or user.is_superuser:
        return False
    roles = dict(Membership.objects.filter(user=user).values_list("league_id", "role"))
    return bool(roles) and all(
        role != Membership.Role.ORGANISER and actor.role(league_id) == Membership.Role.ORGANISER
        for league_id, role in roles.items()
    )


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """A filter of the audit log; "" and None do not filter."""

    topic: str = ""
    author: int | None = None
    first: datetime.datetime | None = None
    last: datetime.datetime | None = None

    def of(self, league: League) -> QuerySet[AuditEntry]:
        """Return the filtered entries, latest first, with their authors and links."""
        entries = AuditEntry.objects.filter(league=league).order_by("-at", "-id")
        if self.topic:
            entries = entries.filter(topic=self.topic)
        if self.author is not None:
            entries = entries.filter(author=self.author)
        if self.first is not None:
            entries = entries.filter(at__gte=self.first)
        if self.last is not None:
            entries = entries.filter(at__lt=self.last)
        return entries.select_related("author", "link")


def audit_page(
    league: League,
    chosen: AuditFilter,
    size: int,
    after: tuple[datetime.datetime, int] | None = None,
) -> list[AuditEntry]:
    """Return a page of the audit log, latest first: the entries after the one with that time and
    id, so that every page costs the same."""
    entries = chosen.of(league)
    if after is not None:
        at, last_id = after
        entries = entries.filter(at__lte=at).exclude(at=at, id__gte=last_id)
    return list(entries[:size])


def arrival(league: League) -> int:
    """Return the id of the audit log's entry for the league's import, 0 without one: entries before
    it are copied from the file."""
    came = AuditEntry.objects.filter(league=league, action=ARRIVED).order_by("pk")
    return came.values_list("pk", flat=True).first() or 0


def latest_change(league_id: int) -> int:
    """Return a number that changes with every change in a league: the id of the latest entry of its
    audit log, 0 without one."""
    entries = AuditEntry.objects.filter(league=league_id).order_by("-pk")
    return entries.values_list("pk", flat=True).first() or 0


def account_labels(ids: Iterable[int]) -> dict[int, str]:
    """Return the names of accounts by id."""
    found = User.objects.filter(pk__in=set(ids))
    return {user.pk: user.get_full_name() or user.get_username() for user in found}


def links_of(league: League) -> QuerySet[AccessLink]:
    """Return the links of a league, latest first, with their uses and the players they are for."""
    links = AccessLink.objects.filter(league=league)
    return links.select_related("player").prefetch_related("uses")


def table_links(league: League, match_id: int, evening: datetime.date) -> list[AccessLink]:
    """Return the valid links to score or watch that match or that evening."""
    purposes = AccessLink.Purpose
    shared = links_of(league).filter(
        purpose__in=[purposes.SCORE_MATCH, purposes.SCORE_EVENING, purposes.BOARD], revoked_at=None
    )
    return [
        link
        for link in shared
        if link.match_id in (None, match_id) and link.evening in (None, evening)
    ]


def players_of(league: League) -> QuerySet[Player]:
    """Return all players by name, except merged guests."""
    return Player.objects.filter(league=league, merged_into=None)


def active_players(league: League) -> QuerySet[Player]:
    """Return the players to choose from by name: those who still play."""
    return players_of(league).filter(inactive=False)


def inactive_players(league: League) -> QuerySet[Player]:
    """Return the players who no longer play, by name."""
    return players_of(league).filter(inactive=True)


def players_named(league: League, text: str) -> QuerySet[Player]:
    """Return the players whose name contains a text, in whatever case, by name."""
    return players_of(league).filter(name_key__contains=name_key(text))


def player_called(league: League, name: str) -> Player | None:
    """Return the player with a name, in whatever case and spacing, None if there is none."""
    return players_of(league).filter(name_key=name_key(name)).first()


def ids_of(league: League, players: Iterable[Player | str]) -> set[int]:
    """Return the ids of those of some players, or names, whom the league knows."""
    given = list(players)
    names = {name_key(who) for who in given if isinstance(who, str)}
    by_name = players_of(league).filter(name_key__in=names)
    ids = {who.pk for who in given if isinstance(who, Player)}
    return ids | set(by_name.values_list("pk", flat=True))


def players_among(league: League, ids: Iterable[int]) -> QuerySet[Player]:
    """Return the league's players with these ids, by name."""
    return players_of(league).filter(pk__in=set(ids))


def inactive_among(league: League, ids: Iterable[int]) -> set[int]:
    """Return those of some players who no longer play."""
    inactive = Player.objects.filter(league=league, inactive=True, pk__in=set(ids))
    return set(inactive.values_list("pk", flat=True))


def names(league: League) -> dict[int, str]:
    """Return names by player id, merged guests included."""
    return dict(Player.objects.filter(league=league).values_list("id", "name"))


def names_of(league: League, players: Iterable[int]) -> dict[int, str]:
    """Return the names of some players of a league by their ids."""
    found = Player.objects.filter(league=league, pk__in=set(players))
    return dict(found.values_list("pk", "name"))


def aliases(league_id: int) -> dict[int, int]:
    """Return, by the id of each merged player, the id of the player their results count for. Chains
    of merges are resolved."""
    return ends_of_chains(_merged(league_id))


def _merged(league_id: int) -> dict[int, int]:
    """Return by the id of each merged player the id of the player it was merged into."""
    return dict(
        sql.rows(
            "SELECT id, merged_into_id FROM leagues_player"
            " WHERE league_id = %s AND merged_into_id IS NOT NULL",
            league_id,
        )
    )


def ends_of_chains(into: Mapping[int, int]) -> dict[int, int]:
    """Return the last number of the chain that begins at each key. Keys that lead into a circle map
    to themselves: no merge makes one, but a loop over stored data must end."""
    ends: dict[int, int] = {}
    for first in into:
        chain: dict[int, None] = {}
        last = first
        while last in into and last not in ends and last not in chain:
            chain[last] = None
            last = into[last]
        circular = last in chain or ends.get(last) == last
        ends.update((one, one if circular else ends.get(last, last)) for one in chain)
    return ends


def with_merged_guests(player: Player) -> list[int]:
    """Return the ids of a player and of the guests merged into it, directly or not."""
    guests: dict[int, list[int]] = {}
    for guest, into in _merged(player.league_id).items():
        guests.setdefault(into, []).append(guest)
    found = {player.pk: None}
    waiting = [player.pk]
    while waiting:
        new = [guest for guest in guests.pop(waiting.pop(), ()) if guest not in found]
        found.update(dict.fromkeys(new))
        waiting += new
    return list(found)


def games_of(league: League) -> list[str]:
    """Return the keys of the games to choose from: the league's main game, then everybody's, then
    those of its own that are still played, by name."""
    games = [*KEYS, *(row.game for row in own_games(league) if not row.inactive)]
    return sorted(games, key=lambda game: game != league.default_game)


def own_games(league: League) -> list[LeagueGame]:
    """Return the games of the league's own by name, those that are no longer played among them."""
    own = LeagueGame.objects.filter(league=league, game__startswith=PREFIX)
    return sorted(own, key=lambda row: row.own_name.casefold())


def own_game(league: League, first_name: str) -> LeagueGame | None:
    """Return the game of the league's own that was added under a name, as addresses have it; None
    if there is none."""
    return LeagueGame.objects.filter(league=league, game=PREFIX + first_name).first()


def own_game_called(league: League, name: str) -> LeagueGame | None:
    """Return the game of the league's own that has a name or was added under it, None if there is
    none."""
    own = own_games(league)
    of_name = (row for row in own if row.own_name == name)
    return next(of_name, None) or next((row for row in own if row.game == PREFIX + name), None)


def has_game(league: League, game: str) -> bool:
    """Return whether a game is everybody's, or one of the league's own, still played or not."""
    return game in KEYS or LeagueGame.objects.filter(league=league, game=game).exists()


def game_title(league: League, game: str) -> str:
    """Return the title of a game; of one of the league's own, its present name."""
    own = league.game_names if is_declared(game) else {}
    return own.get(game) or scored(game).title


def present_definition(row: LeagueGame) -> Definition:
    """Return the definition of a game of the league's own as it is now, under its present name."""
    return under_key(definition_of(rules_of(row)), PREFIX + row.own_name)


def house_rules(league: League, game: str) -> Ruleset:
    """Return the house rules of a league for a game, by default the game's first preset; for a game
    of the league's own, its definition as it is now.

    Raise KeyError for an unknown game.
    """
    chosen = LeagueGame.objects.filter(league=league, game=game).first()
    if chosen is None:
        if is_declared(game):
            raise KeyError(f"this league has no game {game[len(PREFIX) :][:60]!r}")
        return scored(game).ruleset()
    return rules_of(chosen)


def rules_of(row: LeagueGame) -> Ruleset:
    """Return the house rules of a game as they are stored."""
    return scored(row.game).ruleset(row.preset, row.overrides)


def declared_versions(league: League, game: str) -> list[tuple[datetime.datetime, dict[str, str]]]:
    """Return when each version of a game of the league's own was declared, as far as it is
    recorded, and the values of its ruleset, in that order."""
    rows = AuditEntry.objects.filter(
        league=league, topic=AuditEntry.Topic.RULES, action="declare_game", about_name=game
    ).order_by("pk")
    return [(row.at, row.after["overrides"]) for row in rows if "overrides" in row.after]


def running_seasons(league: League, on: datetime.date) -> QuerySet[Season]:
    """Return the running seasons that contain a date, the latest first."""
    begun = Season.objects.filter(league=league, state=Season.State.RUNNING, starts__lte=on)
    return begun.filter(Q(ends__isnull=True) | Q(ends__gte=on))


def seasons_at(league: League, on: datetime.date) -> list[Season]:
    """Return the running seasons that contain a date: those of its weekday first, then those of any
    day, then those of other days; each the latest first."""

    def fits(season: Season) -> int:
        return 0 if season.weekday is None else 1 if season.weekday == on.weekday() else -1

    return sorted(running_seasons(league, on), key=fits, reverse=True)


def current_season(league: League, on: datetime.date) -> Season | None:
    """Return the running season that contains the date, of several the first of `seasons_at`; None
    if there is none."""
    return next(iter(seasons_at(league, on)), None)


def takes_matches_of(season: Season, *tables: Iterable[int]) -> bool:
    """Return whether matches of these players can be in a season: in a final, at least two of each
    table have to be among those who qualified."""
    if season.final_of_id is None:
        return True
    into = aliases(season.league_id)
    qualified = {into.get(player, player) for player, _ in season.qualified}
    return all(
        len(qualified & {into.get(player, player) for player in players}) >= 2 for players in tables
    )


def season_for_match(
    league: League, on: datetime.date, players: Iterable[Player | str] | None = None
) -> Season:
    """Return the only running season that contains the date, or of several the only one of its
    weekday. If it is known who plays, a final counts only if they may play in it, or nothing else
    is running. Raise Invalid if there is none or if there are several."""
    seasons = list(running_seasons(league, on))
    if players is not None and any(season.final_of_id for season in seasons):
        ids = ids_of(league, players)
        seasons = [season for season in seasons if takes_matches_of(season, ids)] or seasons
    of_day = [season for season in seasons if season.weekday == on.weekday()]
    if len(seasons) == 1 or len(of_day) == 1:
        return (of_day or seasons)[0]
    if seasons:
        raise Invalid("season", gettext_noop("Several seasons contain this day. Choose one."))
    if (later := season_to_begin_earlier(league, on)) is not None:
        raise Invalid(
            "season",
            gettext_noop("{season} starts on {day}. An organiser can let it begin earlier."),
            season=later.name,
            day=later.starts,
        )
    if Season.objects.filter(league=league, state=Season.State.RUNNING).exists():
        raise Invalid(
            "season",
            gettext_noop(
                "No running season contains this day. An organiser can start one, or change the "
                "first or last evening of another in its settings."
            ),
        )
    raise Invalid("season", gettext_noop("There’s no season running. Start one first."))


def season_to_begin_earlier(league: League, on: datetime.date) -> Season | None:
    """Return the running season that could begin earlier, so as to contain a day that no season
    contains: the next to start after it. None if there is none, or a season contains the day."""
    seasons = Season.objects.filter(league=league, final_of=None)
    if seasons.filter(Q(ends__isnull=True) | Q(ends__gte=on), starts__lte=on).exists():
        return None
    later = seasons.filter(state=Season.State.RUNNING, starts__gt=on)
    return later.order_by("starts", "pk").first()
