"""Correct who sat at a table, and say for whom a substitute's hands count."""

import datetime
from enum import StrEnum

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.selectors import aliases
from zarleague.leagues.services import lock_league
from zarleague.play import match_access, notify
from zarleague.play.locks import lock_match
from zarleague.play.models import HandResult, Match, MatchSeat
from zarleague.play.reasons import checked_reason
from zarleague.play.selectors.match_status import last_hand
from zarleague.play.services.large_changes import large_change
from zarleague.play.services.matches import (
    Who,
    join,
    leave,
    open_match,
    seat_values,
    seated_players,
)
from zarleague.play.services.rewriting import counted_anew, follow_seats


class HandsCount(StrEnum):
    """For whom the hands at a seat count that a substitute took over. In each case the seat takes
    one place in the match."""

    REGULAR = "regular"
    """All of them for the player who sat there first."""
    SUBSTITUTE = "substitute"
    """All of them for the substitute."""
    BOTH = "both"
    """For each of the two the hands they played; they divide the points for the place."""


@large_change
@transaction.atomic
def correct_seat(
    seat: MatchSeat,
    who: Who,
    *,
    from_hand: int,
    reason: str,
    actor: Actor,
    key: str,
    at: datetime.datetime | None = None,
) -> MatchSeat:
    """Correct who sat at a seat, from a hand on; return the seat from that hand on.

    Each hand played there since gets a new version. A new name creates a guest. Raise Invalid if
    the player sat at another seat meanwhile, or nobody at this one in that hand.
    """
    write = KeyedWrite("correct-seat", locals())
    lock_league(seat.league_id)  # a name may become a player
    match = lock_match(seat.match_id)
    access.require(match_access.can_score(actor, match))
    if (made := write.made_in(match.league_id)) is not None:
        return MatchSeat.objects.get(pk=made)
    reason, at = checked_reason(reason), at or timezone.now()
    seat = MatchSeat.objects.get(pk=seat.pk)
    last = last_hand(match)
    until = (0 if last is None else last.number) + 1 if seat.until_hand is None else seat.until_hand
    if not seat.from_hand <= from_hand <= until:
        raise Invalid("from_hand", gettext_noop("Nobody sat there in this hand."))
    (player,) = seated_players(match.season.league, [who], actor)
    _check_is_free(match, seat, player.pk, from_hand)
    with counted_anew([match]):
        right = MatchSeat(
            league_id=match.league_id,
            match=match,
            number=seat.number,
            player=player,
            from_hand=from_hand,
            until_hand=seat.until_hand,
            counts_for_id=seat.counts_for_id if seat.counts_for_id != player.pk else None,
            shares_with_id=seat.shares_with_id if seat.shares_with_id != player.pk else None,
        )
        seat.until_hand = from_hand - 1
        seat.save(update_fields=["until_hand"])
        right.save(force_insert=True)
        hands = follow_seats(match, actor, at, reason)
    write.record(match.league_id, right.pk)
    before = {"seat": seat.number + 1, "player": seat.player_id}
    after = {"seat": seat.number + 1, "player": player.pk, "hands": hands}
    audit.record("correct_seat", match, actor, before=before, after=after, why=reason)
    notify.match_changed(match)
    return right


def _check_is_free(match: Match, seat: MatchSeat, player_id: int, from_hand: int) -> None:
    """Raise Invalid if the player sat at the table in the hands in question."""
    into = aliases(match.league_id)
    for other in MatchSeat.objects.filter(match=match).select_related("player"):
        names = {other.player_id, other.scores_for}
        if player_id not in {into.get(name, name) for name in names}:
            continue
        if other.pk == seat.pk:
            raise Invalid("player", gettext_noop("This player already sits there."))
        ends_before = other.until_hand is not None and other.until_hand < from_hand
        begins_later = seat.until_hand is not None and other.from_hand > seat.until_hand
        is_empty = other.until_hand is not None and other.until_hand < other.from_hand
        if not (ends_before or begins_later or is_empty):
            raise Invalid(
                "player",
                gettext_noop("{name} sat at another seat in these hands."),
                name=other.player.name,
            )


@large_change
@transaction.atomic
def count_substitute(
    seat: MatchSeat,
    counts: str,
    *,
    reason: str,
    actor: Actor,
    key: str,
    at: datetime.datetime | None = None,
) -> MatchSeat:
    """Say for whom the hands at a seat count that a substitute took over: `HandsCount`.

    Hands that count for another player by it get a new version. Raise Invalid if nobody sat there
    before.
    """
    write = KeyedWrite("count-substitute", locals())
    match = lock_match(seat.match_id)
    access.require(match_access.can_score(actor, match))
    if write.made_in(match.league_id) is not None:
        return MatchSeat.objects.get(pk=seat.pk)
    reason, at = checked_reason(reason), at or timezone.now()
    seat = MatchSeat.objects.get(pk=seat.pk)
    with counted_anew([match]):
        set_counts(match, seat, counts)
        hands = follow_seats(match, actor, at, reason)
    write.record(match.league_id, seat.pk)
    after = {"seat": seat.number + 1, "counts": counts, "hands": hands}
    audit.record("count_substitute", match, actor, after=after, why=reason)
    notify.match_changed(match)
    return seat


@transaction.atomic
def substitute(
    seat: MatchSeat, who: Who, *, actor: Actor, key: str, counts: str = HandsCount.BOTH
) -> MatchSeat:
    """Give a seat to another player, starting with the next hand; ``counts`` as in `HandsCount`."""
    write = KeyedWrite("substitute", locals())
    lock_league(seat.league_id)  # a name may become a player
    match, made = open_match(seat.match, actor, write)
    if made is not None:
        return MatchSeat.objects.get(pk=made)
    with counted_anew([match]):
        left = leave(match, seat)
        taken_over = join(match, who, left.number, actor)
        set_counts(match, taken_over, counts)
        follow_seats(match, actor, timezone.now(), gettext("Substituted."))
    write.record(match.league_id, taken_over.pk)
    after = seat_values(taken_over) | {"counts": counts}
    audit.record("substitute", match, actor, before=seat_values(left), after=after)
    notify.match_changed(match)
    return taken_over


def regular_of(seat: MatchSeat) -> int | None:
    """Return the id of the player who sat first at the seat that a substitute took over; None for
    a seat that nobody had before."""
    earlier = MatchSeat.objects.filter(
        match=seat.match_id, number=seat.number, until_hand__lt=seat.from_hand
    ).exclude(pk=seat.pk)
    for one in earlier.order_by("from_hand", "pk"):
        played = one.until_hand is not None and one.until_hand >= one.from_hand
        # A seat that lost all its hands was never taken: see `correct_seat`.
        if played or not HandResult.objects.filter(seat=one).exists():
            return one.player_id
    return None


def counts_now(seat: MatchSeat) -> HandsCount | None:
    """Return for whom the hands at a substitute's seat count; None for another seat, and if each
    of the two has a place of their own, as in matches of earlier releases."""
    if seat.shares_with_id is not None:
        return HandsCount.BOTH
    if seat.counts_for_id is not None:
        return HandsCount.REGULAR
    if _of_regular(seat, regular_of(seat)).filter(counts_for=seat.player_id).exists():
        return HandsCount.SUBSTITUTE
    return None


def _of_regular(seat: MatchSeat, regular: int | None) -> QuerySet[MatchSeat]:
    return MatchSeat.objects.filter(match=seat.match_id, number=seat.number, player=regular)


def set_counts(match: Match, seat: MatchSeat, counts: str) -> None:
    """Set for whom the hands at a substitute's seat count, without writing hands again. Raise
    Invalid."""
    if counts not in list(HandsCount):
        raise Invalid("counts", gettext_noop("Choose for whom the hands count."))
    regular = regular_of(seat)
    if regular is None:
        raise Invalid("seat", gettext_noop("Nobody sat there before."))
    if regular == seat.player_id:  # the regular is back
        return
    seat.counts_for_id = regular if counts == HandsCount.REGULAR else None
    seat.shares_with_id = regular if counts == HandsCount.BOTH else None
    seat.save(update_fields=["counts_for", "shares_with"])
    takes_all = counts == HandsCount.SUBSTITUTE
    _of_regular(seat, regular).update(counts_for=seat.player_id if takes_all else None)
    match.shares_places = MatchSeat.objects.filter(match=match, shares_with__isnull=False).exists()
    match.save(update_fields=["shares_places"])
