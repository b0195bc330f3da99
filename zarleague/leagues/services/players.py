"""Players: add, rename, and say who no longer plays."""

from collections.abc import Iterable

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
    check_name_is_free(league, name)
    player = Player(league=league, name=tidy(name), guest=guest, user=user)
    check_row(player)
    player.save(force_insert=True)
    audit.record("add_player", player, actor, after={"guest": guest})
    return player


def check_name_is_free(league: League, name: str, *, but: Player | None = None) -> None:
    """Raise NameTaken if another player that is not merged has the name, Invalid if nothing of it
    can be seen."""
    if not name_key(name):
        text = gettext_noop("A name needs a letter, a digit or a sign that can be seen.")
        raise Invalid("name", text)
    lock_league(league.pk)
    same = Player.objects.filter(league=league, name_key=name_key(name), merged_into=None)
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
    check_name_is_free(player.league, name, but=player)
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
    _set_inactive(player, inactive, actor)
    return player


def play_again(players: Iterable[Player], actor: Actor) -> None:
    """Record that players who sit down play again; the calling service has checked permissions."""
    for player in players:
        _set_inactive(player, False, actor)


def _set_inactive(player: Player, inactive: bool, actor: Actor) -> None:
    if player.inactive == inactive:
        return
    player.inactive = inactive
    player.save(update_fields=["inactive"])
    audit.record(
        "set_inactive",
        player,
        actor,
        before={"inactive": not inactive},
        after={"inactive": inactive},
    )
