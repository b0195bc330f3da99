"""Change an evening as a whole: void and restore all its matches, move it to another day or season;
and say beforehand what that would move in the tables.
"""

import datetime
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import partial

from django.db import transaction
from django.db.models import F, Max
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import League, Season
from zarleague.leagues.services import lock_league
from zarleague.play.locks import lock_matches, lock_seasons
from zarleague.play.models import Attendance, Evening, EveningRound, Hand, HandVersion, Match
from zarleague.play.reasons import checked_reason
from zarleague.play.selectors.evening import matches_on
from zarleague.play.services.evenings import evening_row, notify_evening
from zarleague.play.services.large_changes import large_change
from zarleague.play.services.rewriting import check_length, until_it_fits
from zarleague.play.services.seasons import with_present_totals
from zarleague.play.services.whole_matches import (
    JudgedBefore,
    check_moves,
    confirmed_results,
    hands_voided_last,
    move_locked,
    moved_hand,
    moved_penalties,
    penalties_of,
    restore_locked,
    void_locked,
    voided_results,
)
from zarleague.play.totals import moved_by_hands
from zarleague.standings.results import PenaltyPoints, Result
from zarleague.standings.series import Movement

evening_merged = Signal()
"""Sent with ``moved``, an evening that joined another and is about to be deleted, and ``there``,
the one it joined: what hangs on it is taken along."""


@large_change
@transaction.atomic
def void_evening(
    league: League,
    day: datetime.date,
    *,
    reason: str,
    actor: Actor,
    key: str,
    at: datetime.datetime | None = None,
) -> list[Match]:
    """Void all hands of an evening that count, for one reason, and close its matches; return them.
    Raise Invalid if none counts, NotAllowed if one can no longer be changed."""
    write = KeyedWrite("void-evening", locals())

    def void(matches: Sequence[Match], reason: str, at: datetime.datetime) -> bool:
        if not matches:
            raise Invalid("evening", gettext_noop("No hand of this evening counts."))
        void_locked(matches, reason, actor, at)
        return True

    _changed(write, league, day, reason, actor, at or timezone.now(), _with_hands, void)
    return list(matches_on(league, day))


@large_change
def restore_evening(
    league: League,
    day: datetime.date,
    *,
    reason: str,
    actor: Actor,
    key: str,
    at: datetime.datetime | None = None,
) -> list[Match]:
    """Restore the hands of an evening that were voided together last; return its matches. Raise
    Invalid if there are none."""
    write = KeyedWrite("restore-evening", locals())
    now = at or timezone.now()

    def restore(
        judged: JudgedBefore, matches: Sequence[Match], reason: str, at: datetime.datetime
    ) -> bool:
        if not matches:
            raise Invalid("evening", gettext_noop("No hand of this evening was voided."))
        return restore_locked(matches, judged, reason, actor, at)

    def attempt() -> list[Match] | None:
        voided = [] if _is_made(write, league, day, actor) else voided_on(league, day)
        judged = JudgedBefore.of(voided, actor, now)
        change = partial(restore, judged)
        if not _changed(write, league, day, reason, actor, now, voided_on, change):
            return None
        return list(matches_on(league, day))

    return until_it_fits(attempt)


@transaction.atomic
def _changed(
    write: KeyedWrite,
    league: League,
    day: datetime.date,
    reason: str,
    actor: Actor,
    at: datetime.datetime,
    find: Callable[[League, datetime.date], list[Match]],
    change: Callable[[Sequence[Match], str, datetime.datetime], bool],
) -> bool:
    """Change those matches of an evening that ``find`` returns; return False if ``change`` says
    that it could not."""
    league = lock_league(league.pk)
    if not _is_made(write, league, day, actor):
        reason = checked_reason(reason)
        matches = lock_matches([match.pk for match in find(league, day)])
        if not change(matches, reason, at):
            return False
        write.record(league.pk, league.pk)
        evening = evening_row(league, day)
        after = {"matches": len(matches)}
        audit.record(write.service, evening, actor, after=after, why=reason)
        notify_evening(evening)
    return True


def _is_made(write: KeyedWrite, league: League, day: datetime.date, actor: Actor) -> bool:
    """Return whether the same request has changed an evening already. Raise NotAllowed if the actor
    may not start matches on it."""
    access.require(access.can_start(actor, league, day))
    return write.made_in(league.pk) is not None


@large_change
@transaction.atomic
def move_evening(
    league: League,
    day: datetime.date,
    *,
    played_on: datetime.date,
    reason: str,
    actor: Actor,
    key: str,
    season: Season | None = None,
) -> list[Match]:
    """Move an evening with its people, rounds and matches to another day, or its matches to another
    season; return the matches. Organisers only.

    An evening that is planned for that day receives them. Raise Invalid if a match cannot be there,
    or for too many hands at once.
    """
    write = KeyedWrite("move-evening", locals())
    league = lock_league(league.pk)
    access.require(access.can_organise(actor, league))
    if write.made_in(league.pk) is not None:
        return list(matches_on(league, played_on))
    reason = checked_reason(reason)
    matches = list(matches_on(league, day))
    seasons = {match.season_id for match in matches} | ({season.pk} if season else set())
    locked = {one.pk: one for one in lock_seasons(seasons)}
    target = None if season is None else locked[season.pk]
    matches = lock_matches([match.pk for match in matches])
    move_locked(matches, target, played_on, reason, actor)
    rounds = EveningRound.objects.filter(evening__league=league, evening__date=day)
    if season is not None:
        rounds.update(season=season)
    moved = Evening.objects.filter(league=league, date=day).first()
    if played_on != day and moved is not None:
        _rename(moved, played_on)
    elif not matches:
        raise Invalid("evening", gettext_noop("There is nothing to move on this evening."))
    before = {"evening": day.isoformat()}
    after = {"evening": played_on.isoformat(), "matches": len(matches)}
    audit.record(
        "move_evening",
        evening_row(league, played_on),
        actor,
        before=before,
        after=after,
        why=reason,
    )
    write.record(league.pk, league.pk)
    return list(matches_on(league, played_on))


def _rename(moved: Evening, day: datetime.date) -> None:
    """Give an evening another day; one that is there already receives its people and rounds, and
    what it does not say itself: the title, the place, the time."""
    there = Evening.objects.filter(league=moved.league_id, date=day).first()
    if there is None:
        moved.date = day
        moved.save(update_fields=["date"])
        return
    _receive_people(there, moved)
    last = EveningRound.objects.filter(evening=there).aggregate(last=Max("number"))["last"] or 0
    EveningRound.objects.filter(evening=moved).update(evening=there, number=F("number") + last)
    for said in ("title", "place", "starts_at"):
        setattr(there, said, getattr(there, said) or getattr(moved, said))
    if moved.cancelled_at is None:
        there.cancelled_at, there.cancelled_why = None, ""
    there.received = [*there.received, *moved.received, [moved.pk, moved.links_ended]]
    there.save()
    evening_merged.send(Evening, moved=moved, there=there)
    moved.delete()


def _receive_people(there: Evening, moved: Evening) -> None:
    """Give an evening the answers and the attendance of another. Of somebody known at both it
    keeps that they came, and otherwise what they said last."""
    known = {row.player_id: row for row in Attendance.objects.filter(evening=there)}
    people = Attendance.objects.filter(evening=moved)
    dropped = [
        min(row, known[row.player_id], key=lambda one: (one.state in Attendance.LISTED, one.since))
        for row in people
        if row.player_id in known
    ]
    Attendance.objects.filter(pk__in=[row.pk for row in dropped]).delete()
    people.update(evening=there)


def preview_void_matches(matches: Sequence[Match], reason: str) -> dict[int, list[Movement]]:
    """Return who would move in the table of each season if these matches were voided. Nothing is
    written or locked, like in all previews here. Raise Invalid as the write would."""
    checked_reason(reason)
    hands = Hand.objects.filter(match__in=matches, confirmed__kind=HandVersion.Kind.ENTRY).count()
    if not hands:
        raise Invalid("match", gettext_noop("No hand of this match counts."))
    check_length(hands)
    return _moved(matches, [], confirmed_results(matches), [])


def preview_restore(matches: Sequence[Match], reason: str) -> dict[int, list[Movement]]:
    """Return who would move if the hands of these matches that were voided last were restored."""
    checked_reason(reason)
    hands = hands_voided_last(matches)
    if not hands:
        raise Invalid("match", gettext_noop("No hand of this match was voided."))
    check_length(len(hands))
    return _moved(matches, matches, [], voided_results(hands))


def preview_move(
    matches: Sequence[Match], played_on: datetime.date, season: Season | None, reason: str
) -> dict[int, list[Movement]]:
    """Return who would move if these matches were moved to that day, and season unless None."""
    checked_reason(reason)
    check_moves(matches, season, played_on)
    there = [copy(match) for match in matches]
    for match in there:
        match.season, match.played_on = season or match.season, played_on
    hands, penalties = confirmed_results(matches), penalties_of(matches)
    moved = [moved_hand(hand, played_on) for hand in hands]
    fined = [(penalties, -1), (moved_penalties(penalties, played_on), 1)]
    return _moved(matches, there, hands, moved, fined)


_Hands = list[tuple[Result, ...]]


def _moved(
    matches: Sequence[Match],
    there: Sequence[Match],
    lost: _Hands,
    gained: _Hands,
    penalties: Iterable[tuple[Iterable[tuple[int, PenaltyPoints]], int]] = (),
) -> dict[int, list[Movement]]:
    """Return who moves, by season, where matches as they are lose hands and penalties (-1), and
    gain others (1) as they would be."""
    seasons = {match.season_id: match.season for match in (*matches, *there)}
    before, after = ({one.pk: one.season_id for one in some} for some in (matches, there))
    removed: dict[int, _Hands] = {}
    for hand in lost:
        removed.setdefault(before[hand[0].match_id], []).append(hand)
    added: dict[int, _Hands] = {}
    for hand in gained:
        added.setdefault(after[hand[0].match_id], []).append(hand)
    fined: dict[int, list[tuple[PenaltyPoints, int]]] = {}
    for some, sign in penalties:
        for match, penalty in some:
            season = (after if sign > 0 else before)[match]
            fined.setdefault(season, []).append((penalty, sign))
    return {
        key: with_present_totals(
            season,
            partial(
                moved_by_hands, season, removed.get(key, []), added.get(key, []), fined.get(key, [])
            ),
        )
        for key, season in seasons.items()
    }


def _with_hands(league: League, day: datetime.date) -> list[Match]:
    counting = Hand.objects.filter(confirmed__kind=HandVersion.Kind.ENTRY)
    return list(matches_on(league, day).filter(hands__in=counting).distinct())


def voided_on(league: League, day: datetime.date) -> list[Match]:
    """Return the matches of an evening whose hands were voided together last."""
    voided = Hand.objects.filter(
        match__season__league=league, match__played_on=day, confirmed__kind=HandVersion.Kind.VOID
    )
    last = voided.aggregate(at=Max("confirmed__created_at"))["at"]
    together = voided.filter(confirmed__created_at=last)
    return list(matches_on(league, day).filter(hands__in=together).distinct()) if last else []
