"""Players: add, rename, and say who no longer plays."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext_noop

from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, NameTaken, NotAllowed
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import League, Membership, Player, User
from zarleague.leagues.names import name_key, tidy
from zarleague.leagues.services.rows import check_row, lock_league


@transaction.atomic
def add_player(
    league: League,
    name: str,
    *,
    actor: Actor,
    key: str,
    guest: bool = False,
    user: User | None = None,
) -> Player:
    """Add a player. Raise NameTaken.

    Scorekeepers may add guests; only organisers may add other players.
    """
    write = KeyedWrite("add-player", locals())
    if guest:
        access.require(access.can_add_guests(actor, league))
    else:
        access.require(access.can_organise(actor, league))
    lock_league(league.pk)
    if (made := write.made_in(league.pk)) is not None:
        return Player.objects.get(pk=made)
    player = new_player(league, name, actor=actor, guest=guest, user=user)
    write.record(league.pk, player.pk)
    return player


def new_player(
    league: League, name: str, *, actor: Actor, guest: bool = False, user: User | None = None
) -> Player:
    """Add a player; the calling service has checked permissions. Raise NameTaken."""
    check_names_are_free(league, [name])
    player = Player(league=league, name=tidy(name), guest=guest, user=user)
    check_row(player)
    player.save(force_insert=True)
    audit.record("add_player", player, actor, after={"guest": guest})
    return player


def new_players(
    league: League, names: Sequence[str], *, actor: Actor, guest: bool = False
) -> list[Player]:
    """Add players, no two of one name; otherwise as `new_player`."""
    if not names:
        return []
    check_names_are_free(league, names)
    players = [Player(league=league, name=tidy(name), guest=guest) for name in names]
    for player in players:
        check_row(player, among=False)
    Player.objects.bulk_create(players)
    audit.record_all(
        audit.entry("add_player", player, actor, after={"guest": guest}) for player in players
    )
    return players


def check_names_are_free(
    league: League, names: Sequence[str], *, but: Player | None = None
) -> None:
    """Raise NameTaken if another player that is not merged has one of the names, Invalid if nothing
    of one can be seen."""
    keys = {name_key(name) for name in names}
    if "" in keys:
        text = gettext_noop("A name needs a letter, a digit or a sign that can be seen.")
        raise Invalid("name", text)
    lock_league(league.pk)
    same = Player.objects.filter(league=league, name_key__in=keys, merged_into=None)
    if but is not None:
        same = same.exclude(pk=but.pk)
    if (taken := same.first()) is not None:
        raise NameTaken(taken)


@transaction.atomic
def add_own_player(league: League, name: str, *, actor: Actor) -> Player:
    """Add the acting member as a player of that name; return the player they have if they have one.
    Raise NameTaken: whoever has that name already says so by `play.services.say_who`."""
    if actor.user is None or not Membership.objects.filter(league=league, user=actor.user).exists():
        raise NotAllowed
    lock_league(league.pk)
    own = Player.objects.filter(league=league, user=actor.user).first()
    return own or new_player(league, name, actor=actor, user=actor.user)


@transaction.atomic
def rename_player(player: Player, name: str, *, actor: Actor) -> Player:
    """Rename a player. Raise NameTaken."""
    access.require(access.can_organise(actor, player.league))
    check_names_are_free(player.league, [name], but=player)
    before = {"name": Player.objects.values_list("name", flat=True).get(pk=player.pk)}
    player.name = tidy(name)
    check_row(player)
    player.save()
    audit.record("rename_player", player, actor, before=before, after={"name": player.name})
    return player


@transaction.atomic
def set_inactive(player: Player, inactive: bool, *, actor: Actor) -> Player:
    """Record that a player no longer plays, or plays again."""
    access.require(access.can_organise(actor, player.league))
    lock_league(player.league_id)
    _set_inactive([player], inactive, actor)
    return player


def play_again(players: Iterable[Player], actor: Actor) -> None:
    """Record that players who sit down play again; the calling service has checked permissions."""
    _set_inactive(players, False, actor)


def _set_inactive(players: Iterable[Player], inactive: bool, actor: Actor) -> None:
    changed = [player for player in players if player.inactive != inactive]
    if not changed:
        return
    Player.objects.filter(pk__in=[player.pk for player in changed]).update(inactive=inactive)
    for player in changed:
        player.inactive = inactive
    before, after = {"inactive": not inactive}, {"inactive": inactive}
    audit.record_all(
        audit.entry("set_inactive", player, actor, before=before, after=after) for player in changed
    )
