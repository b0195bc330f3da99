"""Change a match as a whole: void and restore its hands, move it to another evening or season, and
delete an empty one.
"""

import datetime
from collections.abc import Callable, Iterable
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import AccessLink, Season
from zarleague.leagues.selectors import aliases
from zarleague.play import match_access, notify
from zarleague.play.locks import lock_hand, lock_match, lock_season, lock_seasons
from zarleague.play.models import Hand, HandResult, HandVersion, Match, MatchSeat, Penalty
from zarleague.play.reasons import checked_reason
from zarleague.play.services.matches import check_day, check_direction, check_final
from zarleague.play.services.rewriting import (
    Change,
    by_hand,
    check_length,
    confirmed_results,
    restored,
)
from zarleague.play.totals import recount_match, recount_penalty
from zarleague.play.totals.confirmed import penalty_points
from zarleague.standings.results import PenaltyPoints, Result

MOST_MOVED: Final = 2000
"""Hands of a match or an evening that is moved: they are only counted elsewhere."""


@transaction.atomic
def void_match(
    match: Match, *, reason: str, actor: Actor, key: str, at: datetime.datetime | None = None
) -> Match:
    """Void all hands of a match that count, for one reason, and close it. Raise Invalid if none
    counts, NotAllowed if one can no longer be changed."""
    write = KeyedWrite("void-match", locals())
    return _changed(write, match, reason, actor, at, void_locked)


def _changed(
    write: KeyedWrite,
    match: Match,
    reason: str,
    actor: Actor,
    at: datetime.datetime | None,
    change: Callable[[Match, str, Actor, datetime.datetime], None],
) -> Match:
    match = lock_match(match.pk)
    if write.made_in(match.league_id) is None:
        change(match, checked_reason(reason), actor, at or timezone.now())
        write.record(match.league_id, match.pk)
    return match


def void_locked(match: Match, reason: str, actor: Actor, at: datetime.datetime) -> None:
    """Void a match whose season the caller has locked."""
    hands = _counting(match)
    if not hands:
        raise Invalid("match", gettext_noop("No hand of this match counts."))
    check_length(len(hands))
    removed = confirmed_results(match)
    change = Change(actor, "void_hand", at, reason)
    for hand_id in hands:
        hand = lock_hand(hand_id)
        change.check(hand)
        change.write(hand, None)
    recount_match(match.season, removed=removed)
    notify.results_changed(match.season)
    if match.state == Match.State.OPEN:
        match.state, match.closed_at = Match.State.CLOSED, at
        match.save(update_fields=["state", "closed_at"])
    audit.record("void_match", match, actor, after={"hands": len(hands)}, why=reason)
    notify.match_changed(match)


def _counting(match: Match) -> list[int]:
    """Return the ids of the hands that count, in order."""
    counting = Hand.objects.filter(match=match, confirmed__kind=HandVersion.Kind.ENTRY)
    return list(counting.order_by("number").values_list("pk", flat=True))


@transaction.atomic
def restore_match(
    match: Match, *, reason: str, actor: Actor, key: str, at: datetime.datetime | None = None
) -> Match:
    """Restore a match's hands that were voided together last. Raise Invalid without any."""
    write = KeyedWrite("restore-match", locals())
    return _changed(write, match, reason, actor, at, restore_locked)


def restore_locked(match: Match, reason: str, actor: Actor, at: datetime.datetime) -> None:
    """Restore the hands voided last of a match whose season the caller has locked."""
    hands = hands_voided_last(match)
    if not hands:
        raise Invalid("match", gettext_noop("No hand of this match was voided."))
    check_length(len(hands))
    change = Change(actor, "restore_hand", at, reason)
    for hand_id in hands:
        hand = lock_hand(hand_id)
        change.check(hand)
        change.write(hand, *restored(hand, _last_entry(hand_id)))
    recount_match(match.season, added=confirmed_results(match, hands))
    notify.results_changed(match.season)
    audit.record("restore_match", match, actor, after={"hands": len(hands)}, why=reason)
    notify.match_changed(match)


def _last_entry(hand_id: int) -> HandVersion | None:
    entries = HandVersion.objects.filter(hand=hand_id, kind=HandVersion.Kind.ENTRY)
    return entries.order_by("-number").first()


def hands_voided_last(match: Match) -> list[int]:
    """Return the ids of the hands voided together last, in order; empty if none is void."""
    voided = Hand.objects.filter(match=match, confirmed__kind=HandVersion.Kind.VOID)
    last = voided.order_by("-confirmed__created_at").first()
    if last is None or last.confirmed is None:
        return []
    together = voided.filter(confirmed__created_at=last.confirmed.created_at)
    return list(together.order_by("number").values_list("pk", flat=True))


@transaction.atomic
def move_match(
    match: Match,
    *,
    played_on: datetime.date,
    reason: str,
    actor: Actor,
    key: str,
    season: Season | None = None,
) -> Match:
    """Move a match to another evening, or to another season of its league. Organisers only, of a
    match without hands also scorekeepers.

    Its hands keep their versions. Raise Invalid if the season does not contain the evening, or adds
    up points of the other direction.
    """
    write = KeyedWrite("move-match", locals())
    league_id = match.league_id
    target = season or match.season
    lock_seasons({match.season_id, target.pk})
    match = lock_match(match.pk)
    is_empty = not Hand.objects.filter(match=match).exists()
    access.require(
        access.can_organise(actor, match.season.league)
        or (is_empty and access.is_scorekeeper(actor, league_id))
    )
    if write.made_in(league_id) is not None:
        return match
    reason = checked_reason(reason)
    day = match.played_on
    move_locked(match, target, played_on, reason, actor)
    if match.round_id is not None and day != played_on:
        match.round, match.table = None, None  # its round stays where it was drawn
        match.save(update_fields=["round", "table"])
    write.record(league_id, match.pk)
    return match


def check_move(match: Match, target: Season, played_on: datetime.date) -> None:
    """Raise Invalid unless a match may be moved to that season and evening."""
    if target.league_id != match.league_id:
        raise Invalid("season", gettext_noop("This league has no such season."))
    check_day(target, played_on)
    check_direction(target, high_wins=match.high_wins)
    if target.pk != match.season_id:
        seats = MatchSeat.objects.filter(match=match)
        check_final(target, seats.values_list("player", flat=True))
    if (target.pk, played_on) == (match.season_id, match.played_on):
        raise Invalid("played_on", gettext_noop("The match is already on that evening."))


def move_locked(
    match: Match, target: Season, played_on: datetime.date, reason: str, actor: Actor
) -> None:
    """Move a match, with its penalties; the caller has locked both seasons."""
    check_move(match, target, played_on)
    check_length(Hand.objects.filter(match=match).count(), MOST_MOVED)
    before = {"evening": match.played_on.isoformat(), "season": match.season_id}
    _count(match, sign=-1)
    penalties = Penalty.objects.filter(match=match)
    match.season, match.played_on = target, played_on
    match.save(update_fields=["season", "played_on"])
    penalties.update(season=target, evening=played_on)
    _count(match, sign=1)
    after = {"evening": played_on.isoformat(), "season": target.pk}
    audit.record("move_match", match, actor, before=before, after=after, why=reason)
    notify.match_changed(match)


def _count(match: Match, *, sign: int) -> None:
    """Add a match's hands and penalties to the totals of its season, or subtract them."""
    season = lock_season(match.season_id)
    results = confirmed_results(match)
    recount_match(season, **{"added" if sign > 0 else "removed": results})
    notify.results_changed(season)
    for penalty in penalties_of(match):
        season = lock_season(match.season_id)  # each change raises the season's revision
        recount_penalty(season, penalty, sign=sign)
        notify.results_changed(season)


def penalties_of(match: Match) -> list[PenaltyPoints]:
    """Return the penalties of a match that are not cancelled."""
    into = aliases(match.league_id)
    found = Penalty.objects.filter(match=match, cancelled_at=None)
    return [penalty_points(penalty, into) for penalty in found]


def voided_results(match: Match, hands: Iterable[int]) -> list[tuple[Result, ...]]:
    """Return the results that some voided hands would have if they were restored."""
    last = {entry.pk for hand in hands if (entry := _last_entry(hand)) is not None}
    return by_hand(match, HandResult.objects.filter(version__in=last))


@transaction.atomic
def delete_match(match: Match, *, actor: Actor) -> None:
    """Delete a match without hands and penalties. Raise Invalid if it has some."""
    match = lock_match(match.pk)
    access.require(match_access.can_score(actor, match))
    if Hand.objects.filter(match=match).exists() or Penalty.objects.filter(match=match).exists():
        raise Invalid(
            "match", gettext_noop("Only a match without hands can be deleted. Void it instead.")
        )
    season = match.season
    audit.record("delete_match", match, actor, before={"evening": match.played_on.isoformat()})
    AccessLink.objects.filter(match_id=match.pk).delete()
    MatchSeat.objects.filter(match=match).delete()
    match.delete()
    notify.season_table_changed(season)
