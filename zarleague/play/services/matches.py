"""Start and close matches, join and leave them."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from zarleague.engine.games import scored
from zarleague.engine.ruleset import Ruleset, RulesetError
from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import AuditEntry, League, Membership, Player, Season
from zarleague.leagues.models.league import GivenUp
from zarleague.leagues.names import name_key
from zarleague.leagues.selectors import aliases, house_rules, takes_matches_of
from zarleague.leagues.services import lock_league, new_player, new_players, play_again
from zarleague.play import match_access, notify
from zarleague.play.errors import AskAgain, MatchClosed
from zarleague.play.locks import lock_match
from zarleague.play.models import EveningRound, HandVersion, Match, MatchSeat
from zarleague.play.selectors.doubts import doubts
from zarleague.play.selectors.match_status import last_hand
from zarleague.play.selectors.seats import check_players, match_to_be
from zarleague.play.verdicts import rulesets
from zarleague.standings.results import LeftEarly
from zarleague.standings.rules import Metric, rules_from_json
from zarleague.storage import deadlocks

MOST_NEW: Final = 200
"""Guests that are made at once of new names, while all others wait."""

Who = Player | str
"""A player, or a name: a new name creates a guest."""


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """What a match is asked with. What is left out is the league's: game, rules, and what happens
    to those who leave early and to hands given up; the end is the ruleset's. ``first_dealer`` is a
    seat's number, from 0."""

    game: str = ""
    preset: str = ""
    overrides: Mapping[str, str] | None = None
    first_dealer: int = 0
    end_hands: int | None = None
    end_limit: int | None = None
    left_early: str = ""
    hands_share: int | None = None
    given_up: str = ""
    note: str = ""


@transaction.atomic
def start_match(
    season: Season,
    players: Sequence[Who],
    terms: MatchTerms = MatchTerms(),
    *,
    actor: Actor,
    key: str,
    played_on: datetime.date | None = None,
    at: datetime.datetime | None = None,
    anyway: bool = True,
) -> Match:
    """Start a match of ``players``, clockwise, by default on today's evening.

    Without *anyway*, raise AskAgain if the match looks like one that was started before.
    """
    asked = {name: value for name, value in locals().items() if name != "terms"}
    write = KeyedWrite("start-match", asked | asdict(terms))  # each of the terms as an argument
    at = at or timezone.now()
    league = lock_league(season.league_id)
    evening = played_on or league.evening_of(at)
    access.require(access.can_start(actor, league, evening))
    if (made := write.made_in(league.pk)) is not None:
        return Match.objects.get(pk=made)
    if season.state != Season.State.RUNNING:
        raise Invalid("season", gettext_noop("This season is over."))
    check_day(season, evening)
    season.league = league  # read again, as its rules for matches may have changed
    game = terms.game or league.default_game
    if not anyway and (questions := doubts(league, [players], game, evening, season=season)):
        raise AskAgain(questions)
    (match,) = new_matches(season, [players], terms, actor=actor, played_on=evening, at=at)
    notify.match_changed(match)
    write.record(league.pk, match.pk)
    return match


def new_matches(
    season: Season,
    tables: Sequence[Sequence[Who]],
    terms: MatchTerms,
    *,
    actor: Actor,
    played_on: datetime.date,
    at: datetime.datetime,
    drawn: EveningRound | None = None,
    numbers: Sequence[int | None] = (None,),
) -> list[Match]:
    """Start a match for each of some tables, which have these *numbers* in the round *drawn*;
    nobody sits at two. The calling service has locked the league and checked actor and day, and
    notifies the open pages."""
    league = season.league
    game = terms.game or league.default_game
    ruleset = asked_ruleset(league, game, terms.preset, terms.overrides)
    _check_answered(ruleset)
    for players in tables:
        check_players(ruleset, len(players), "players")
        if not 0 <= terms.first_dealer < len(players):
            raise Invalid("first_dealer", gettext_noop("The dealer must be at the table."))
    check_left_early(terms.left_early, terms.hands_share)
    check_given_up(terms.given_up)
    matches = [match_to_be(season, ruleset) for _ in tables]
    for match, number in zip(matches, numbers, strict=True):
        check_direction(season, high_wins=match.high_wins)
        match.played_on, match.started_at = played_on, at
        match.end_hands = match.end_hands if terms.end_hands is None else terms.end_hands
        match.end_limit = match.end_limit if terms.end_limit is None else terms.end_limit
        match.left_early = terms.left_early or league.left_early
        match.hands_share = terms.hands_share or league.hands_share
        match.given_up = terms.given_up or league.given_up
        match.first_dealer, match.note = terms.first_dealer, terms.note
        match.round, match.table = drawn, number
    Match.objects.bulk_create(matches)
    everybody = iter(seated_players(league, [who for players in tables for who in players], actor))
    seated = [list(islice(everybody, len(players))) for players in tables]
    check_final(season, *([player.pk for player in players] for players in seated))
    MatchSeat.objects.bulk_create(
        MatchSeat(league=league, match=match, number=number, player=player)
        for match, players in zip(matches, seated, strict=True)
        for number, player in enumerate(players)
    )
    audit.record_all(
        audit.entry("start_match", match, actor, after={"players": [one.pk for one in players]})
        for match, players in zip(matches, seated, strict=True)
    )
    return matches


@transaction.atomic
def close_match(
    match: Match, *, actor: Actor, key: str, at: datetime.datetime | None = None
) -> Match:
    """Close the match: no more hands can be entered. Closing it again changes nothing."""
    write = KeyedWrite("close-match", locals())
    match = lock_match(match.pk)
    access.require(match_access.can_score(actor, match))
    if write.made_in(match.season.league_id) is not None:
        return match
    write.record(match.season.league_id, match.pk)
    if match.state == Match.State.OPEN:
        close_locked([match], actor, at or timezone.now())
    return match


def close_open_matches(season: Season, actor: Actor) -> int:
    """Close the open matches of a season that ends; return how many there were. The caller holds
    the season's lock and has checked permissions."""
    is_open = Match.objects.filter(season=season, state=Match.State.OPEN)
    # What the audit log and the open pages need: to read the rules of thousands would take as long
    # as all else.
    matches = list(is_open.only("league", "game").order_by("pk"))
    deadlocks.lock_in_order(is_open)
    for match in matches:
        match.season = season
    close_locked(matches, actor, timezone.now())
    return len(matches)


def close_locked(matches: Sequence[Match], actor: Actor, at: datetime.datetime) -> None:
    """Close open matches; the caller has locked them and checked permissions."""
    closed = {"state": Match.State.CLOSED, "closed_at": at}
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(**closed)
    for match in matches:
        match.state, match.closed_at = Match.State.CLOSED, at
    audit.record_all(audit.entry("close_match", match, actor, at=at) for match in matches)
    notify.matches_changed(matches)


def close_idle_matches(now: datetime.datetime) -> int:
    """Close each open match that was not changed for its league's idle days; return how many."""
    closed = 0
    spans = League.objects.filter(idle_days__gt=0).values_list("idle_days", flat=True)
    for days in spans.distinct():
        last = (now - datetime.timedelta(days=days)).date()
        idle = Match.objects.filter(state=Match.State.OPEN, league__idle_days=days)
        for match_id in idle.filter(played_on__lte=last).values_list("pk", flat=True):
            closed += _close_if_idle(match_id, now)
    return closed


@transaction.atomic
def _close_if_idle(match_id: int, now: datetime.datetime) -> bool:
    match = lock_match(match_id)
    league = match.season.league
    since = datetime.timedelta(days=league.idle_days)
    hands = HandVersion.objects.filter(hand__match=match).aggregate(last=Max("created_at"))
    changes = AuditEntry.objects.filter(
        league=league, about_kind="match", about_id=match.pk, at__range=(now - since, now)
    )
    evening_ends = league.evening_starts(match.played_on) + datetime.timedelta(days=1)
    is_idle = max(evening_ends, hands["last"] or evening_ends) + since <= now
    if is_idle and changes.exists():  # reopened, or somebody sat down
        return False
    if not is_idle or match.state != Match.State.OPEN:
        return False
    close_locked([match], Actor(), now)
    return True


@transaction.atomic
def reopen_match(match: Match, *, actor: Actor, key: str) -> Match:
    """Undo `close_match`; in a finished season only organisers may."""
    write = KeyedWrite("reopen-match", locals())
    match = lock_match(match.pk)
    access.require(match_access.can_score(actor, match))
    if write.made_in(match.season.league_id) is not None:
        return match
    write.record(match.season.league_id, match.pk)
    match.state = Match.State.OPEN
    match.closed_at = None
    match.save(update_fields=["state", "closed_at"])
    audit.record("reopen_match", match, actor)
    notify.match_changed(match)
    return match


@transaction.atomic
def join_match(
    match: Match, who: Who, *, actor: Actor, key: str, number: int | None = None
) -> MatchSeat:
    """Seat a player, starting with the next hand: at the empty seat with that ``number``, else at a
    new one."""
    write = KeyedWrite("join-match", locals())
    lock_league(match.league_id)  # a name may become a player
    match, made = open_match(match, actor, write)
    if made is not None:
        return MatchSeat.objects.get(pk=made)
    seat = join(match, who, number, actor)
    write.record(match.season.league_id, seat.pk)
    audit.record("join_match", match, actor, after=seat_values(seat))
    notify.match_changed(match)
    return seat


@transaction.atomic
def leave_match(seat: MatchSeat, *, actor: Actor, key: str) -> MatchSeat:
    """Leave the table after the last hand entered. Leaving again changes nothing."""
    write = KeyedWrite("leave-match", locals())
    match, made = open_match(seat.match, actor, write)
    if made is not None:
        return MatchSeat.objects.get(pk=made)
    seat = leave(match, seat)
    write.record(match.season.league_id, seat.pk)
    audit.record("leave_match", match, actor, before=seat_values(seat))
    notify.match_changed(match)
    return seat


def open_match(match: Match, actor: Actor, write: KeyedWrite) -> tuple[Match, int | None]:
    """Lock a match to change its seats; return it and the seat returned by an earlier call, if any.

    Raise NotAllowed, KeyReused, and MatchClosed unless there was an earlier call.
    """
    match = lock_match(match.pk)
    access.require(match_access.can_score(actor, match))
    made = write.made_in(match.season.league_id)
    if made is None and match.state != Match.State.OPEN:
        raise MatchClosed
    return match, made


def seat_values(seat: MatchSeat) -> dict[str, int]:
    return {"seat": seat.number + 1, "player": seat.player_id}


def join(match: Match, who: Who, number: int | None, actor: Actor) -> MatchSeat:
    (player,) = seated_players(match.season.league, [who], actor)
    seats = MatchSeat.objects.filter(match=match)
    into = aliases(match.season.league_id)
    there = seats.filter(until_hand=None)
    sitting = {into.get(seat.player_id, seat.player_id) for seat in there}
    counted = {into.get(seat.scores_for, seat.scores_for) for seat in there}
    if player.pk in sitting | counted:
        raise Invalid("player", gettext_noop("{name} is already at the table."), name=player.name)
    numbers = {seat.number for seat in seats}
    if number is None:
        number = max(numbers, default=-1) + 1
    elif number not in numbers or there.filter(number=number).exists():
        raise Invalid("number", gettext_noop("This seat is taken."))
    ruleset = rulesets.from_json(match.game, match.rules)
    check_players(ruleset, len(sitting) + 1, "players")
    return MatchSeat.objects.create(
        league_id=match.league_id,
        match=match,
        number=number,
        player=player,
        from_hand=_last_number(match) + 1,
    )


def leave(match: Match, seat: MatchSeat) -> MatchSeat:
    seat = MatchSeat.objects.get(pk=seat.pk)
    if seat.until_hand is None:
        seat.until_hand = _last_number(match)
        seat.save(update_fields=["until_hand"])
    return seat


def _last_number(match: Match) -> int:
    last = last_hand(match)
    return 0 if last is None else last.number


def asked_ruleset(
    league: League, game: str, preset: str, overrides: Mapping[str, str] | None
) -> Ruleset:
    """Return the requested ruleset; without a preset, the league's house rules. Raise Invalid."""
    try:
        house = house_rules(league, game)
        if not preset and not overrides:
            return house
        if not preset:
            return scored(game).ruleset(house.preset, {**house.values, **(overrides or {})})
        return scored(game).ruleset(preset, overrides)
    except (KeyError, RulesetError) as error:
        raise Invalid("rules", "{problem}", problem=str(error.args[0])) from error


def _check_answered(ruleset: Ruleset) -> None:
    """Raise Invalid while a question of the game is open that every hand would be refused for."""
    if opened := scored(ruleset.game).unanswered(ruleset):
        raise Invalid(
            "rules",
            gettext_noop(
                "Before the first hand, answer “{question}” in the rules of the match, or for all "
                "matches in the league’s house rules."
            ),
            question=gettext(opened[0].title),
        )


def check_day(season: Season, day: datetime.date) -> None:
    """Raise Invalid for an evening that is yet to come, or not within the season."""
    if day > season.league.evening_of(timezone.now()):
        raise Invalid("played_on", gettext_noop("This evening is yet to come."))
    if day < season.starts:
        raise Invalid(
            "played_on",
            gettext_noop(
                "This season starts on {day}. An organiser can let it begin earlier, in its "
                "settings."
            ),
            day=season.starts,
        )
    if season.ends is not None and day > season.ends:
        raise Invalid(
            "played_on",
            gettext_noop(
                "This season ends on {day}. An organiser can change that, in its settings."
            ),
            day=season.ends,
        )


def check_final(season: Season, *tables: Iterable[int]) -> None:
    """Raise Invalid if a match of one of these tables would be in a final that is not theirs."""
    if not takes_matches_of(season, *tables):
        raise Invalid(
            "season",
            gettext_noop(
                "{season} is a final, and fewer than two of these players are in it. For other "
                "matches an organiser can start a season, or reopen one."
            ),
            season=season.name,
        )


def check_left_early(rule: str, share: int | None) -> None:
    """Raise Invalid for a rule or a share of the hands that does not exist; "" and None are those
    that apply anyway."""
    if rule and rule not in list(LeftEarly):
        raise Invalid("left_early", gettext_noop("There’s no such rule."))
    if share is not None and not 1 <= share <= 100:
        raise Invalid("hands_share", gettext_noop("Enter a number from 1 to 100."))


def check_given_up(rule: str) -> None:
    """Raise Invalid for a rule that does not exist; "" is the one that applies anyway."""
    if rule and rule not in GivenUp:
        raise Invalid("given_up", gettext_noop("There’s no such rule."))


def check_direction(season: Season, *, high_wins: bool) -> None:
    """Raise Invalid if the season adds up points of games of the other direction."""
    rules = rules_from_json(season.rules)
    if rules.metric in (Metric.POINTS, Metric.AVERAGE) and rules.high_wins != high_wins:
        raise Invalid(
            "game",
            gettext_noop(
                "This season adds up points, but this game is won the other way round. Rank "
                "the season by place points, or play another variant."
            ),
        )


def _is_own_name(league: League, name: str, actor: Actor) -> bool:
    """Return whether a scorekeeper without a player of their own typed their own name."""
    user = actor.user
    return (
        user is not None
        and name_key(name) == name_key(user.get_full_name())
        and Membership.objects.filter(league=league, user=user).exists()
        and not Player.objects.filter(league=league, user=user).exists()
    )


def seated_players(league: League, players: Sequence[Who], actor: Actor) -> list[Player]:
    """Return the players, creating guests for new names. Raise Invalid for duplicates, and for more
    than `MOST_NEW` new names."""
    known = {
        player.name_key: player
        for player in Player.objects.filter(
            league=league,
            merged_into=None,
            name_key__in=[name_key(who) for who in players if isinstance(who, str)],
        )
    }
    named = {name_key(who): who for who in players if isinstance(who, str)}
    new = [who for key, who in named.items() if key not in known]
    if len(new) > MOST_NEW:
        raise Invalid("players", gettext_noop("At most {most} new names at once."), most=MOST_NEW)
    own = [who for who in new if _is_own_name(league, who, actor)]
    guests = [who for who in new if who not in own]
    made = [new_player(league, who, actor=actor, user=actor.user) for who in own]
    for player in made + new_players(league, guests, actor=actor, guest=True):
        known[player.name_key] = player
    seated: dict[int, Player] = {}
    for who in players:
        player = known[name_key(who)] if isinstance(who, str) else who
        if player.league_id != league.pk or player.merged_into_id is not None:
            raise Invalid(
                "players", gettext_noop("{name} isn’t a player in this league."), name=player.name
            )
        if player.pk in seated:
            raise Invalid("players", gettext_noop("{name} is listed twice."), name=player.name)
        seated[player.pk] = player
    play_again(seated.values(), actor)
    return list(seated.values())
