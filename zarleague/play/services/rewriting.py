"""Change what the hands of a match count for: its season or evening, its seats, its rules.

The match is taken out of the season's totals and added again after the change, so the hands may be
written again in between.
"""

import datetime
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_noop

from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.selectors import aliases
from zarleague.play import match_access, notify
from zarleague.play.errors import TooManyTries
from zarleague.play.locks import lock_season
from zarleague.play.match_access import stages
from zarleague.play.models import Hand, HandResult, HandVersion, Match, MatchSeat
from zarleague.play.selectors.seats import names_of
from zarleague.play.services.seasons import with_present_totals
from zarleague.play.services.versions import (
    Draft,
    recorded_outcome,
    recorded_outcomes,
    write_versions,
)
from zarleague.play.totals import moved_by_hands, recount_hands
from zarleague.play.totals.confirmed import results_of, sharing_in
from zarleague.play.verdicts.judging import RULED_FORM, HandOutcome, Submission
from zarleague.play.verdicts.log_names import seats_by_match
from zarleague.replays.errors import TooMany
from zarleague.replays.gate import Share, sender
from zarleague.standings.results import Result
from zarleague.standings.series import Movement

MOST_HANDS: Final = 300
"""Hands of a match that are written again at once. Nobody else can save meanwhile, on SQLite on the
whole site: it takes some seconds. Only imported matches have more."""


def check_length(hands: int, most: int = MOST_HANDS) -> None:
    """Raise Invalid if a change of so many hands would keep the others waiting for too long."""
    if hands > most:
        raise Invalid(
            "match",
            gettext_noop(
                "These are {count} hands, and at most {most} can be changed at once, since "
                "everyone else has to wait. Change them one by one, or undo the import they came "
                "with."
            ),
            count=hands,
            most=most,
        )


@contextmanager
def counted_anew(match: Match) -> Iterator[None]:
    """Count a match again after the changes in the block. The caller holds the locks of its
    seasons. Raise Invalid if it has too many hands."""
    check_length(Hand.objects.filter(match=match).count())
    _count(match, removed=True)
    yield
    _count(match, removed=False)


def _count(match: Match, *, removed: bool) -> None:
    season = lock_season(match.season_id)
    hands = confirmed_results([match])
    recount_hands(season, removed=hands if removed else (), added=() if removed else hands)
    notify.results_changed(season)


def confirmed_results(
    matches: Collection[Match], hands: Collection[int] | None = None
) -> list[tuple[Result, ...]]:
    """Return the results of each hand of matches of one league that counts, or of those of
    *hands*."""
    rows = HandResult.objects.filter(version__confirmed_for__match__in=[one.pk for one in matches])
    return by_hand(matches, rows if hands is None else rows.filter(version__hand__in=hands))


def by_hand(matches: Collection[Match], found: QuerySet[HandResult]) -> list[tuple[Result, ...]]:
    """Return results of matches of one league by hand."""
    into = aliases(next(iter(matches)).league_id) if matches else {}
    sharing = sharing_in(matches, into)
    of_id = {match.pk: match for match in matches}
    rows: dict[tuple[int, int], list[HandResult]] = {}
    ordered = found.order_by("version__hand__match", "version__hand__number", "order")
    for row in ordered.annotate(of_hand=F("version__hand"), of_match=F("version__hand__match")):
        rows.setdefault((row.of_match, row.of_hand), []).append(row)
    return [
        results_of(hand, of_id[match], results, into, sharing)
        for (match, hand), results in rows.items()
    ]


def hands_that_count(matches: Collection[Match]) -> list[Hand]:
    """Return the hands of matches that are not void, in order, with their confirmed versions."""
    return hands_of(matches, HandVersion.Kind.ENTRY)


def hands_of(matches: Collection[Match], kind: str) -> list[Hand]:
    """Return the hands of matches whose confirmed versions, which come with them, are of a
    kind."""
    of_id = {match.pk: match for match in matches}
    found = Hand.objects.filter(match__in=of_id, confirmed__kind=kind).select_related("confirmed")
    hands = list(found.order_by("match", "number"))
    for hand in hands:
        hand.match = of_id[hand.match_id]
    return hands


class Change(NamedTuple):
    """What versions have in common that are written at once of several hands: their author, the
    service that is said to write them, time and reason."""

    actor: Actor
    service: str
    at: datetime.datetime
    reason: str

    def check(self, hand: Hand) -> None:
        """Raise NotAllowed if the author may not change a hand."""
        self.check_all([hand])

    def check_all(self, hands: Collection[Hand]) -> None:
        """Raise NotAllowed if the author may not change one of some hands."""
        for hand, at_stage in stages(hands, self.at):
            access.require(match_access.can_correct(self.actor, hand.match, at_stage))

    def write(
        self, hand: Hand, outcome: HandOutcome | None, seats: Iterable[MatchSeat] = ()
    ) -> None:
        """Write the next version of a hand, void without an outcome. The caller counts it."""
        self.write_all([(hand, outcome, seats)])

    def write_all(
        self, hands: Iterable[tuple[Hand, HandOutcome | None, Iterable[MatchSeat]]]
    ) -> None:
        """Write the next version of each of some hands of one league, as `write`."""
        write_versions(
            [
                (
                    hand,
                    Draft(outcome, tuple(seats), self.actor, self.service, self.at, self.reason),
                )
                for hand, outcome, seats in hands
            ]
        )


def follow_seats(match: Match, actor: Actor, at: datetime.datetime, reason: str) -> int:
    """Write a new version of each hand whose results do not name those who sit at its seats by
    now, or for whom they count; return how many. Call it within `counted_anew`."""
    seats = list(MatchSeat.objects.filter(match=match).select_related("player"))
    change = Change(actor, "correct_hand", at, reason)
    written = 0
    for hand in hands_that_count([match]):
        outcome, before = recorded_outcome(hand, hand.confirmed)
        now = [_seat_at(seats, old.number, hand.number) for old in before]
        rows = HandResult.objects.filter(version=hand.confirmed_id).order_by("order")
        stored = list(rows.values_list("seat_id", "player_id"))
        # A hand given up has no results where it does not count: it follows its seats by itself.
        if stored and stored != [(seat.pk, seat.scores_for) for seat in now]:
            change.check(hand)
            change.write(hand, outcome, now)
            written += 1
    return written


def restored(hand: Hand, version: HandVersion | None) -> tuple[HandOutcome, list[MatchSeat]]:
    """Return outcome and seats of an earlier version by the rules of the match and by who sits at
    its seats now. Raise Invalid if it is void."""
    (found,) = restored_each([(hand, version)], seats_by_match([hand.match_id]))
    return found


def restored_each(
    versions: Sequence[tuple[Hand, HandVersion | None]],
    seats: Mapping[int, list[MatchSeat]],
) -> list[tuple[HandOutcome, list[MatchSeat]]]:
    """Return the same of each of some versions; ``seats`` are those of the matches by their ids.
    A log may be judged: call it without a lock."""
    found = []
    for (hand, version), (recorded, before) in zip(
        versions, recorded_outcomes(versions), strict=True
    ):
        outcome, match = recorded, hand.match
        now = [_seat_at(seats[match.pk], old.number, hand.number) for old in before]
        changed_at = match.frozen_at
        is_older = version is not None and changed_at and version.created_at < changed_at
        if is_older and (outcome.entry is None or outcome.entry.form != RULED_FORM):
            submission = Submission(outcome.entry, outcome.log)
            outcome = submission.judge(match, partial(names_of, now))
        found.append((outcome, now))
    return found


def _seat_at(seats: list[MatchSeat], number: int, hand: int) -> MatchSeat:
    return next(
        seat
        for seat in seats
        if seat.number == number
        and seat.from_hand <= hand
        and (seat.until_hand is None or hand <= seat.until_hand)
    )


TRYING: Final = Share(burst=10, refill=0.1)
"""Of each network: nobody can save while a change is tried, on SQLite on the whole site, and a
preview can be asked for again and again."""


class _Undone(Exception):
    """Ends a transaction that was only tried."""


def tried(match: Match, write: Callable[[], object]) -> list[Movement]:
    """Return who would move in its season's table if this was written of a match. It is written and
    taken back, so nobody can save in this season until its hands are written; who would move is
    worked out after that. Raise what it raises, and `TooManyTries`."""
    sent_by = sender.get()
    try:
        with TRYING.spent(sent_by.network if sent_by else ""):
            return _tried(match, write)
    except TooMany as error:
        raise TooManyTries(error.seconds) from error


def _tried(match: Match, write: Callable[[], object]) -> list[Movement]:
    before: list[tuple[Result, ...]] = []
    after: list[tuple[Result, ...]] = []
    try:
        with transaction.atomic():
            before = confirmed_results([match])
            write()
            after = confirmed_results([Match.objects.get(pk=match.pk)])
            raise _Undone
    except _Undone:
        moved = partial(moved_by_hands, match.season, before, after)
        return with_present_totals(match.season, moved)
