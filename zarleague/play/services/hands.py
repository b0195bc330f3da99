"""Enter, correct, void and restore hands. Every change is a new version; nothing is overwritten."""

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from zarleague.engine.entry import Entry
from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.play import match_access
from zarleague.play.errors import (
    HandConflict,
    MatchClosed,
    MatchIsOver,
    VersionConflict,
    WrongNumber,
)
from zarleague.play.locks import lock_hand, lock_match
from zarleague.play.match_access import stage
from zarleague.play.models import Hand, HandVersion, Match, MatchSeat
from zarleague.play.reasons import checked_reason
from zarleague.play.selectors.match_status import is_over, last_hand, next_dealer, next_seats
from zarleague.play.selectors.seats import (
    check_seats,
    names_of,
    ruleset_of,
    seats_at,
    seats_of_hand,
)
from zarleague.play.services.rewriting import restored, until_it_fits
from zarleague.play.services.versions import Draft, recorded_outcome, write_version
from zarleague.play.verdicts.judging import HandOutcome, Submission, add_log
from zarleague.play.verdicts.log_names import with_present_names
from zarleague.storage.sql import create

_Account = tuple[HandOutcome | None, Sequence[MatchSeat]]
"""The outcome of a version and the seats that played; the outcome is None for a voided hand."""


def enter_hand(
    match: Match,
    entry: Entry,
    *,
    key: str,
    actor: Actor,
    expected_number: int | None = None,
    seats: Sequence[MatchSeat] | None = None,
    dealer: int | None = None,
    log: str = "",
    at: datetime.datetime | None = None,
) -> Hand:
    """Enter the next hand of a match by its entry; ``log`` is optionally attached.

    ``seats`` played it, in order, with one sheet of the entry each; by default all seats at the
    table. ``dealer`` is a seat's number; by default the next dealer. Raise EntryRejected,
    HandConflict if somebody else has saved ``expected_number``, WrongNumber if it is not the next,
    MatchClosed, MatchIsOver.
    """
    write = KeyedWrite("enter-hand", locals())
    return _enter(match, Submission(entry, log), write, actor, expected_number, seats, dealer, at)


def enter_log(
    match: Match,
    text: str,
    *,
    key: str,
    actor: Actor,
    expected_number: int | None = None,
    seats: Sequence[MatchSeat] | None = None,
    dealer: int | None = None,
    at: datetime.datetime | None = None,
) -> Hand:
    """Enter the next hand of a match by its log alone; otherwise as `enter_hand`.

    Raise LogRejected if the log does not determine the result of the hand.
    """
    write = KeyedWrite("enter-log", locals())
    return _enter(match, Submission(None, text), write, actor, expected_number, seats, dealer, at)


@dataclass(frozen=True, slots=True)
class _Next:
    """The next hand of a match: its number, the hand before it, the seats at the table, and those
    that played."""

    match: Match
    number: int
    last: Hand | None
    taken: list[MatchSeat]
    playing: list[MatchSeat]

    def judge(self, submission: Submission) -> HandOutcome:
        return submission.judge(self.match, partial(names_of, self.playing))

    def is_judged_alike(self, other: "_Next") -> bool:
        """Return whether rules and players are the same."""
        playing, others = ([seat.pk for seat in one.playing] for one in (self, other))
        return playing == others and self.match.rules == other.match.rules


def _enter(
    match: Match,
    submission: Submission,
    write: KeyedWrite,
    actor: Actor,
    expected_number: int | None,
    seats: Sequence[MatchSeat] | None,
    dealer: int | None,
    at: datetime.datetime | None,
) -> Hand:
    def find(match: Match) -> _Next | Hand:
        return _next_hand(match, write, actor, expected_number, seats)

    def attempt() -> Hand | None:
        before: _Next | None = None
        outcome: HandOutcome | None = None
        if submission.log:  # is judged without a lock, since that may take seconds
            found = find(Match.objects.select_related("season").get(pk=match.pk))
            if isinstance(found, Hand):
                return found
            before, outcome = found, found.judge(submission)
        with transaction.atomic():
            next_one = find(lock_match(match.pk))
            if isinstance(next_one, Hand):
                return next_one
            if before is not None and not next_one.is_judged_alike(before):
                return None
            outcome = outcome or next_one.judge(submission)
            return _write_hand(next_one, outcome, write, actor, dealer, at)

    return until_it_fits(attempt)


def _next_hand(
    match: Match,
    write: KeyedWrite,
    actor: Actor,
    expected_number: int | None,
    seats: Sequence[MatchSeat] | None,
) -> _Next | Hand:
    """Return what is to be entered, or the hand if the same request has entered it already. Raise
    the errors of `enter_hand`."""
    access.require(match_access.can_score(actor, match))
    if (made := write.made_in(match.season.league_id)) is not None:
        return Hand.objects.select_related("confirmed").get(pk=made)
    if match.state != Match.State.OPEN:
        raise MatchClosed
    last = last_hand(match)
    number = 1 if last is None else last.number + 1
    _check_number(match, expected_number, number)
    if is_over(match):
        raise MatchIsOver
    taken = next_seats(match, number)
    playing = list(seats) if seats is not None else taken
    check_seats(match, playing, taken)
    return _Next(match, number, last, taken, playing)


def _write_hand(
    found: _Next,
    outcome: HandOutcome,
    write: KeyedWrite,
    actor: Actor,
    dealer: int | None,
    at: datetime.datetime | None,
) -> Hand:
    match = found.match
    at = at or timezone.now()
    if match.frozen_at is None:
        match.frozen_at = at
        match.save(update_fields=["frozen_at"])
    hand = Hand(
        league_id=match.league_id,
        match=match,
        number=found.number,
        dealer=next_dealer(match, found.last, found.taken) if dealer is None else dealer,
    )
    create([hand])
    write_version(hand, Draft(outcome, tuple(found.playing), actor, write.service, at))
    write.record(match.season.league_id, hand.pk)
    return hand


def _check_number(match: Match, expected: int | None, number: int) -> None:
    if expected is None or expected == number:
        return
    saved = Hand.objects.select_related("confirmed").filter(match=match, number=expected).first()
    if saved is not None:
        raise HandConflict(saved)
    raise WrongNumber(number)


def correct_hand(
    hand: Hand,
    entry: Entry,
    *,
    reason: str,
    key: str,
    actor: Actor,
    expected_version: int,
    seats: Sequence[MatchSeat] | None = None,
    log: str | None = None,
    at: datetime.datetime | None = None,
) -> HandVersion:
    """Write a new version of a hand, which becomes the confirmed one.

    ``seats`` default to those of the last version, ``log`` to the present one ("" removes it).
    ``expected_version`` is the number of the version the author has seen. Raise EntryRejected,
    VersionConflict, or NotAllowed if the stage of the hand no longer permits it.
    """
    write = KeyedWrite("correct-hand", locals())

    def draft(hand: Hand) -> _Account:
        playing = _seats_that_played(hand, seats)
        kept = hand.confirmed.log if log is None and hand.confirmed else log or ""
        return Submission(entry, kept).judge(hand.match, partial(names_of, playing)), playing

    return _change(hand, draft, write, reason, actor, expected_version, at)


def correct_by_log(
    hand: Hand,
    text: str,
    *,
    reason: str,
    key: str,
    actor: Actor,
    expected_version: int,
    seats: Sequence[MatchSeat] | None = None,
    at: datetime.datetime | None = None,
) -> HandVersion:
    """Correct a hand by its log alone; otherwise as `correct_hand`."""
    write = KeyedWrite("correct-by-log", locals())

    def draft(hand: Hand) -> _Account:
        playing = _seats_that_played(hand, seats)
        return Submission(None, text).judge(hand.match, partial(names_of, playing)), playing

    return _change(hand, draft, write, reason, actor, expected_version, at)


def attach_log(
    hand: Hand,
    text: str,
    *,
    key: str,
    actor: Actor,
    expected_version: int,
    reason: str = "",
    at: datetime.datetime | None = None,
) -> HandVersion:
    """Attach a log to a hand. Its points stay; if the log leads to the same points, it becomes
    their evidence. Raise LogRejected if the text is no log of this hand."""
    write = KeyedWrite("attach-log", locals())

    def draft(hand: Hand) -> _Account:
        outcome, playing = recorded_outcome(hand, hand.confirmed)
        names = names_of(playing)
        log = with_present_names(hand.match, text, names)
        return add_log(outcome, ruleset_of(hand.match), log, names), playing

    why = reason or gettext("Log added.")
    return _change(hand, draft, write, why, actor, expected_version, at)


def void_hand(
    hand: Hand,
    *,
    reason: str,
    key: str,
    actor: Actor,
    expected_version: int,
    at: datetime.datetime | None = None,
) -> HandVersion:
    """Void a hand: it keeps its number and its versions but counts for nothing."""
    write = KeyedWrite("void-hand", locals())

    def draft(hand: Hand) -> _Account:
        return None, ()

    return _change(hand, draft, write, reason, actor, expected_version, at)


def restore_hand(
    hand: Hand,
    number: int,
    *,
    reason: str,
    key: str,
    actor: Actor,
    expected_version: int,
    at: datetime.datetime | None = None,
) -> HandVersion:
    """Confirm the entry of an earlier version again, as a new one. Raise Invalid without one."""
    write = KeyedWrite("restore-hand", locals())

    def draft(hand: Hand) -> _Account:
        version = HandVersion.objects.filter(hand=hand, number=number).first()
        return restored(hand, version)

    return _change(hand, draft, write, reason, actor, expected_version, at)


def _change(
    hand: Hand,
    draft: Callable[[Hand], _Account],
    write: KeyedWrite,
    reason: str,
    actor: Actor,
    expected_version: int,
    at: datetime.datetime | None,
) -> HandVersion:
    """Write the version that ``draft`` makes of a hand. A log is judged without a lock, since that
    may take seconds; the draft rests on the expected version, which does not change, and on the
    rules of the match."""
    at = at or timezone.now()

    def check(hand: Hand) -> HandVersion | None:
        """Return the version if the same request has written it already."""
        access.require(match_access.can_correct(actor, hand.match, stage(hand, at)))
        if (made := write.made_in(hand.match.season.league_id)) is not None:
            return HandVersion.objects.get(pk=made)
        if hand.confirmed is None or hand.confirmed.number != expected_version:
            raise VersionConflict(hand)
        return None

    def attempt() -> HandVersion | None:
        found = Hand.objects.select_related("confirmed", "match__season").get(pk=hand.pk)
        if (made := check(found)) is not None:
            return made
        why, rules = checked_reason(reason), found.match.rules
        outcome, playing = draft(found)
        with transaction.atomic():
            found = lock_hand(found.pk)
            if (made := check(found)) is not None:
                return made
            if found.match.rules != rules:
                return None
            made = write_version(
                found, Draft(outcome, tuple(playing), actor, write.service, at, why)
            )
            write.record(found.match.season.league_id, made.pk)
            return made

    return until_it_fits(attempt)


def _seats_that_played(hand: Hand, seats: Sequence[MatchSeat] | None) -> list[MatchSeat]:
    """Return the seats that played the hand: ``seats`` once validated, else those recorded."""
    if seats is None:
        return seats_of_hand(hand)
    check_seats(hand.match, seats, seats_at(hand.match, hand.number))
    return list(seats)
