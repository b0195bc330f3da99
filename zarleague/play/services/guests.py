"""Merge guests into players, undo merges, let an account claim a guest.

A merge changes no result. It records the player for whom the guest's results count, and the totals
of every season the guest played in are recomputed without holding a lock.
"""

import math
from collections.abc import Iterator

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.leagues import access, audit, links
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import CannotMerge, NotAllowed
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import (
    AccessLink,
    League,
    Membership,
    Player,
    PlayerMerge,
    Season,
    User,
)
from zarleague.leagues.selectors import with_merged_guests
from zarleague.leagues.services import check_names_are_free, lock_league
from zarleague.play import notify
from zarleague.play.locks import lock_seasons
from zarleague.play.models import MatchSeat, Penalty
from zarleague.play.services.large_changes import large_change
from zarleague.play.services.rebuilding import rebuild_in_transaction, rebuilds_before_locking


@large_change
@rebuilds_before_locking
@transaction.atomic
def merge_guest(guest: Player, into: Player, *, actor: Actor, key: str) -> PlayerMerge:
    """Merge a guest, or a player who is the same person, into a player for whom their results will
    count.

    Raise CannotMerge if the two are of different leagues, merged already, or sat at the same table,
    or if the first has an account.
    """
    write = KeyedWrite("merge-guest", locals())
    access.require(access.can_organise(actor, guest.league))
    lock_league(guest.league_id)
    if (made := write.made_in(guest.league_id)) is not None:
        return PlayerMerge.objects.get(pk=made)
    merge = _merge(guest, into, actor)
    write.record(guest.league_id, merge.pk)
    return merge


@large_change
@rebuilds_before_locking
@transaction.atomic
def undo_merge(merge: PlayerMerge, *, actor: Actor, key: str) -> Player:
    """Undo a merge: the guest's results count for the guest again.

    Raise NameTaken if another player has taken the guest's name since, CannotMerge if the merge was
    undone already.
    """
    write = KeyedWrite("undo-merge", locals())
    guest = merge.guest
    access.require(access.can_organise(actor, guest.league))
    lock_league(guest.league_id)
    if (made := write.made_in(guest.league_id)) is not None:
        return Player.objects.select_related("league").get(pk=made)
    write.record(guest.league_id, guest.pk)
    merge = PlayerMerge.objects.get(pk=merge.pk)
    if merge.undone_at is not None:
        raise CannotMerge(gettext_noop("This merge has already been undone."))
    check_names_are_free(guest.league, [guest.name])
    seasons = lock_seasons(_seasons(guest))
    merge.undone_at = timezone.now()
    merge.undone_by = actor.label
    merge.save(update_fields=["undone_at", "undone_by"])
    guest.merged_into = None
    guest.save(update_fields=["merged_into"])
    audit.record("undo_merge", guest, actor, before={"player": merge.into_id})
    _rebuild_totals(seasons)
    return guest


@large_change
@rebuilds_before_locking
@transaction.atomic
def say_who(league: League, player: Player, *, actor: Actor) -> Membership:
    """Say which player of the league the acting member is. Where the player has hands, an
    organiser has to agree, see `answer_claim`; else they are that player at once. Repeating it
    changes nothing.

    Raise CannotMerge if the player is somebody's already.
    """
    lock_league(league.pk)
    membership = Membership.objects.filter(league=league, user=actor.user).first()
    if membership is None or actor.user is None:
        raise NotAllowed
    player = Player.objects.select_related("league").get(pk=player.pk)
    if player.user_id == actor.user.pk or membership.claims_id == player.pk:
        return membership
    _check_unclaimed(player, league)
    if access.can_organise(actor, league) or not _has_hands(player):
        _make_own(player, actor.user, actor)
        return _set_claim(membership, None)
    audit.record("say_who", player, actor)
    return _set_claim(membership, player)


@large_change
@rebuilds_before_locking
@transaction.atomic
def answer_claim(membership: Membership, player: Player, accept: bool, *, actor: Actor) -> None:
    """Answer a member who says that they are a player; repeating it changes nothing.

    Raise CannotMerge if the player has become somebody else's meanwhile.
    """
    access.require(access.can_organise(actor, membership.league))
    lock_league(membership.league_id)
    membership = Membership.objects.select_related("user", "league").get(pk=membership.pk)
    if membership.claims_id != player.pk:
        return
    player = Player.objects.select_related("league").get(pk=player.pk)
    if accept:
        _check_unclaimed(player, membership.league)
        _make_own(player, membership.user, actor)
    else:
        audit.record("refuse_claim", player, actor)
    _set_claim(membership, None)


def _set_claim(membership: Membership, player: Player | None) -> Membership:
    membership.claims = player
    membership.save(update_fields=["claims"])
    return membership


def _check_unclaimed(player: Player, league: League) -> None:
    if player.league_id != league.pk:
        raise CannotMerge(gettext_noop("These players are in different leagues."))
    if player.user_id is not None or player.merged_into_id is not None:
        raise CannotMerge(gettext_noop("{name} has already been claimed."), name=player.name)


def _has_hands(player: Player) -> bool:
    return MatchSeat.objects.filter(player__in=with_merged_guests(player)).exists()


def _make_own(player: Player, user: User, actor: Actor) -> Player:
    """Make a player that of an account; merge it into the account's own player if it has one."""
    if (own := Player.objects.filter(league=player.league, user=user).first()) is not None:
        _merge(player, own, actor)
        return own
    before = player.guest
    player.user = user
    player.guest = False
    player.save(update_fields=["user", "guest"])
    audit.record("claim_guest", player, actor, before={"guest": before}, after={"guest": False})
    return player


@rebuilds_before_locking
@transaction.atomic
def claim_guest(link: AccessLink, user: User) -> Player:
    """Make the guest of a claim link the user's player.

    If the user has a player in the league, the guest is merged into it. A user who is no member yet
    becomes one.
    """
    guest = link.player
    if link.purpose != AccessLink.Purpose.CLAIM or link.revoked_at is not None or guest is None:
        raise NotAllowed
    lock_league(guest.league_id)
    guest = Player.objects.select_related("league").get(pk=guest.pk)
    if guest.user_id == user.pk:
        return guest
    _check_unclaimed(guest, guest.league)
    links.note_account(link, user)
    actor = Actor(user, link, way="page")
    Membership.objects.get_or_create(user=user, league=guest.league)
    return _make_own(guest, user, actor)


def _merge(guest: Player, into: Player, actor: Actor) -> PlayerMerge:
    lock_league(guest.league_id)
    guest = Player.objects.select_related("league").get(pk=guest.pk)
    into = Player.objects.get(pk=into.pk)
    if guest.league_id != into.league_id:
        raise CannotMerge(gettext_noop("These players are in different leagues."))
    if guest.user_id is not None:
        raise CannotMerge(
            gettext_noop("{name} has an account. Merge the other player into {name}."),
            name=guest.name,
        )
    if guest.pk == into.pk or into.merged_into_id is not None:
        raise CannotMerge(gettext_noop("{name} can’t take this guest’s results."), name=into.name)
    if guest.merged_into_id is not None:
        raise CannotMerge(gettext_noop("{name} has already been merged."), name=guest.name)
    seasons = lock_seasons(_seasons(guest))
    if _shared_a_hand(guest, into):
        raise CannotMerge(
            gettext_noop(
                "{guest} and {name} have played at the same table, so they are two people. If "
                "somebody else sat there, correct the seat of that match first."
            ),
            guest=guest.name,
            name=into.name,
        )
    merge = PlayerMerge.objects.create(guest=guest, into=into, author=actor.label)
    guest.merged_into = into
    guest.save(update_fields=["merged_into"])
    audit.record("merge_guest", guest, actor, after={"player": into.pk})
    _rebuild_totals(seasons)
    return merge


def _shared_a_hand(guest: Player, player: Player) -> bool:
    """Return whether both players, or guests merged into them, had a seat for the same hand."""
    spans: dict[int, list[tuple[int, float]]] = {}
    for match, first, last in _seat_spans(with_merged_guests(guest)):
        spans.setdefault(match, []).append((first, last))
    return any(
        first <= other_last and other_first <= last
        for match, first, last in _seat_spans(with_merged_guests(player))
        for other_first, other_last in spans.get(match, ())
    )


def _seat_spans(players: list[int]) -> Iterator[tuple[int, int, float]]:
    """Yield (match, first hand, last hand) of each seat the players had, without empty ranges."""
    seats = MatchSeat.objects.filter(Q(player__in=players) | Q(counts_for__in=players))
    for match, first, until in seats.values_list("match_id", "from_hand", "until_hand"):
        last = math.inf if until is None else until
        if first <= last:
            yield match, first, last


def _seasons(guest: Player) -> set[int]:
    """Return the seasons with results or penalties of a guest and of guests merged into it."""
    players = with_merged_guests(guest)
    played = MatchSeat.objects.filter(player__in=players).values_list("match__season_id", flat=True)
    fined = Penalty.objects.filter(player__in=players).values_list("season_id", flat=True)
    return {*played, *fined}


def _rebuild_totals(seasons: list[Season]) -> None:
    rebuild_in_transaction(seasons)
    for season in seasons:
        notify.season_table_changed(season)
