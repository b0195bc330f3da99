"""Change a match as a whole: void and restore its hands, move it to another evening or season, and
delete an empty one.
"""

import datetime
from collections.abc import Callable, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import AccessLink, Season
from zarleague.leagues.selectors import aliases
from zarleague.play import match_access, notify
from zarleague.play.locks import lock_hand, lock_match, lock_season, lock_seasons
from zarleague.play.models import Hand, HandResult, HandVersion, Match, MatchSeat, Penalty
from zarleague.play.reasons import checked_reason
from zarleague.play.selectors.seasons import season_table
from zarleague.play.selectors.stages import stage
from zarleague.play.services.hands import recorded_outcome
from zarleague.play.services.matches import check_day, check_direction, record
from zarleague.play.services.versions import Draft, write_version
from zarleague.play.totals import recount
from zarleague.play.totals.confirmed import results_of
from zarleague.standings.results import Result
from zarleague.standings.series import Movement, movements


@transaction.atomic
def void_match(
    match: Match, *, reason: str, actor: Actor, key: str, at: datetime.datetime | None = None
) -> Match:
    """Void all hands of a match that count, for one reason, and close it. Raise Invalid if none
    counts, NotAllowed if one can no longer be changed."""
    write = KeyedWrite("void-match", locals())
    match = lock_match(match.pk)
    league_id = match.league_id
    if write.made_in(league_id) is not None:
        return match
    reason, at = checked_reason(reason), at or timezone.now()
    counting = Hand.objects.filter(match=match, confirmed__kind=HandVersion.Kind.ENTRY)
    hands = list(counting.order_by("number").values_list("pk", flat=True))
    if not hands:
        raise Invalid("match", gettext_noop("No hand of this match counts."))
    for hand_id in hands:
        hand = _changeable(hand_id, actor, at)
        write_version(hand, Draft(None, (), actor, "void_hand", at, reason))
    if match.state == Match.State.OPEN:
        match.state, match.closed_at = Match.State.CLOSED, at
        match.save(update_fields=["state", "closed_at"])
    write.record(league_id, match.pk)
    record("void_match", match, actor, after={"hands": len(hands)}, why=reason)
    notify.match_changed(match)
    return match


@transaction.atomic
def restore_match(
    match: Match, *, reason: str, actor: Actor, key: str, at: datetime.datetime | None = None
) -> Match:
    """Restore the hands of a match that were voided together last. Raise Invalid if there are
    none."""
    write = KeyedWrite("restore-match", locals())
    match = lock_match(match.pk)
    league_id = match.league_id
    if write.made_in(league_id) is not None:
        return match
    reason, at = checked_reason(reason), at or timezone.now()
    hands = hands_voided_last(match)
    if not hands:
        raise Invalid("match", gettext_noop("No hand of this match was voided."))
    for hand_id in hands:
        hand = _changeable(hand_id, actor, at)
        entries = HandVersion.objects.filter(hand=hand, kind=HandVersion.Kind.ENTRY)
        outcome, seats = recorded_outcome(hand, entries.order_by("-number").first())
        write_version(hand, Draft(outcome, tuple(seats), actor, "restore_hand", at, reason))
    write.record(league_id, match.pk)
    record("restore_match", match, actor, after={"hands": len(hands)}, why=reason)
    notify.match_changed(match)
    return match


def hands_voided_last(match: Match) -> list[int]:
    """Return the ids of the hands that were voided together last, in order; empty if none is
    void."""
    voided = Hand.objects.filter(match=match, confirmed__kind=HandVersion.Kind.VOID)
    last = voided.order_by("-confirmed__created_at").first()
    if last is None or last.confirmed is None:
        return []
    together = voided.filter(confirmed__created_at=last.confirmed.created_at)
    return list(together.order_by("number").values_list("pk", flat=True))


def _changeable(hand_id: int, actor: Actor, at: datetime.datetime) -> Hand:
    """Return a hand, read anew and locked. Raise NotAllowed if the actor may not change it."""
    hand = lock_hand(hand_id)
    access.require(match_access.can_correct(actor, hand.match, stage(hand, at)))
    return hand


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
    """Move a match to another evening, or to another season of its league. Organisers only.

    Its hands keep their versions. Raise Invalid if the season does not contain the evening, or adds
    up points of the other direction.
    """
    write = KeyedWrite("move-match", locals())
    league_id = match.league_id
    target = season or match.season
    lock_seasons({match.season_id, target.pk})
    match = lock_match(match.pk)
    access.require(access.can_organise(actor, match.season.league))
    if write.made_in(league_id) is not None:
        return match
    reason = checked_reason(reason)
    target = lock_season(target.pk)
    if target.league_id != league_id:
        raise Invalid("season", gettext_noop("This league has no such season."))
    check_day(target, played_on)
    check_direction(target, high_wins=match.high_wins)
    if (target.pk, played_on) == (match.season_id, match.played_on):
        raise Invalid("played_on", gettext_noop("The match is on that evening already."))
    before = {"evening": match.played_on.isoformat(), "season": match.season_id}
    _count(match, removed=True)
    match.season, match.played_on = target, played_on
    match.save(update_fields=["season", "played_on"])
    _count(match, removed=False)
    write.record(league_id, match.pk)
    after = {"evening": played_on.isoformat(), "season": target.pk}
    record("move_match", match, actor, before=before, after=after, why=reason)
    notify.match_changed(match)
    return match


def _count(match: Match, *, removed: bool) -> None:
    """Subtract the hands of a match from the totals of its season and evening, or add them."""
    for results in _results(match):
        season = lock_season(match.season_id)  # each raises the season's revision
        recount(season, **{"removed" if removed else "added": results})
        notify.results_changed(season)


def _results(match: Match) -> list[tuple[Result, ...]]:
    """Return the results of each hand that counts."""
    into = aliases(match.league_id)
    rows: dict[int, list[HandResult]] = {}
    counting = HandResult.objects.filter(version__confirmed_for__match=match)
    for row in counting.order_by("version__hand__number", "order").select_related("version"):
        rows.setdefault(row.version.hand_id, []).append(row)
    return [results_of(hand_id, match, results, into) for hand_id, results in rows.items()]


@transaction.atomic
def delete_match(match: Match, *, actor: Actor, key: str) -> int:
    """Delete a match without hands and penalties; return its id. Raise Invalid if it has some."""
    write = KeyedWrite("delete-match", locals())
    league_id, match_id = match.league_id, match.pk
    if (made := write.made_in(league_id)) is not None:
        return made
    match = lock_match(match_id)
    access.require(match_access.can_score(actor, match))
    if Hand.objects.filter(match=match).exists() or Penalty.objects.filter(match=match).exists():
        raise Invalid(
            "match", gettext_noop("Only a match without hands can be deleted. Void it instead.")
        )
    season = match.season
    record("delete_match", match, actor, before={"evening": match.played_on.isoformat()})
    AccessLink.objects.filter(match_id=match_id).delete()
    MatchSeat.objects.filter(match=match).delete()
    match.delete()
    write.record(league_id, match_id)
    notify.season_table_changed(season)
    return match_id


class _Undone(Exception):
    """Ends a transaction that was only tried."""


def preview_write(
    write: Callable[[], object], seasons: Sequence[Season]
) -> dict[int, list[Movement]]:
    """Return who would move in the tables of these seasons, by season, if this was written. It is
    written and taken back, so nobody can save in these seasons meanwhile. Raise what it raises."""
    moved: dict[int, list[Movement]] = {}
    try:
        with transaction.atomic():
            before = {season.pk: season_table(season) for season in seasons}
            write()
            for season in seasons:
                after = season_table(season)
                moved[season.pk] = [
                    one
                    for one in movements(before[season.pk], after)
                    if (one.rank_before, one.metric_before) != (one.rank_after, one.metric_after)
                ]
            raise _Undone
    except _Undone:
        return moved
