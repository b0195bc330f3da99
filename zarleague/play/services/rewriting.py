"""Change what the hands of a match count for: its season or evening, its seats, its rules.

The match is taken out of the season's totals and added again after the change, so the hands may be
written again in between.
"""

import datetime
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, NamedTuple, TypeVar

from django.db import transaction
from django.db.models import Count, F, QuerySet
from django.utils.translation import gettext_noop

from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases
from zarleague.play import match_access, notify
from zarleague.play.errors import SeasonBusy
from zarleague.play.match_access import stages
from zarleague.play.models import Hand, HandResult, HandVersion, Match, MatchSeat
from zarleague.play.selectors.seats import names_of, seats_among
from zarleague.play.services.large_changes import charged
from zarleague.play.services.seasons import with_present_totals
from zarleague.play.services.versions import Draft, recorded_outcomes, write_versions
from zarleague.play.totals import moved_by_hands, recount_hands
from zarleague.play.totals.confirmed import results_of, sharing_in
from zarleague.play.verdicts.judging import RULED_FORM, HandOutcome, Submission
from zarleague.play.verdicts.log_names import seats_by_match
from zarleague.replays.gate import Share
from zarleague.standings.results import PenaltyPoints, Result
from zarleague.standings.series import Movement

MOST_HANDS: Final = 300
"""Hands of a match that are written again at once. Nobody else can save meanwhile, on SQLite on the
whole site: it takes some tenths of a second. Only imported matches have more."""

ATTEMPTS: Final = 5
"""Times a change is judged, each time for what was changed meanwhile."""


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


class _Part(NamedTuple):
    """What is changed of the totals of one evening of a season."""

    removed: list[tuple[Result, ...]]
    added: list[tuple[Result, ...]]
    penalties: list[tuple[PenaltyPoints, int]]


class Recount:
    """Hands and penalties of matches that are subtracted from the totals of their seasons, and
    those that are added. The caller holds the seasons' locks."""

    def __init__(self) -> None:
        self._seasons: dict[int, Season] = {}
        self._parts: dict[tuple[int, int], _Part] = {}

    def note(
        self,
        matches: Iterable[Match],
        hands: Iterable[tuple[Result, ...]],
        penalties: Iterable[tuple[int, PenaltyPoints]] = (),
        *,
        sign: int,
    ) -> None:
        """Note what is added (``sign`` 1) to the seasons that matches have now, or subtracted (-1):
        hands, and penalties with the ids of their matches."""
        season_of = {match.pk: match.season for match in matches}
        self._seasons.update((season.pk, season) for season in season_of.values())
        for hand in hands:
            part = self._part(season_of[hand[0].match_id], hand[0].evening)
            (part.added if sign > 0 else part.removed).append(hand)
        for match, penalty in penalties:
            self._part(season_of[match], penalty.evening).penalties.append((penalty, sign))

    def write(self) -> None:
        """Write the totals, and note of each season that its results changed."""
        for (season, _), part in self._parts.items():
            same = set(part.removed).intersection(part.added)
            recount_hands(
                self._seasons[season],
                removed=[hand for hand in part.removed if hand not in same],
                added=[hand for hand in part.added if hand not in same],
                penalties=part.penalties,
            )
        for changed in self._seasons.values():
            notify.results_changed(changed)

    def _part(self, season: Season, evening: int) -> _Part:
        return self._parts.setdefault((season.pk, evening), _Part([], [], []))


@contextmanager
def counted_anew(matches: Sequence[Match]) -> Iterator[None]:
    """Count matches again after the changes in the block. The caller holds the locks of their
    seasons. Raise Invalid if one has too many hands."""
    hands = Hand.objects.filter(match__in=matches).values_list("match").annotate(Count("pk"))
    check_length(max(dict(hands).values(), default=0))
    count = Recount()
    count.note(matches, confirmed_results(matches), sign=-1)
    yield
    count.note(matches, confirmed_results(matches), sign=1)
    count.write()


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
    hands = list(found.order_by("match__played_on", "match", "number"))
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

    def check(self, hands: Collection[Hand]) -> None:
        """Raise NotAllowed if the author may not change one of some hands."""
        for hand, at_stage in stages(hands, self.at):
            access.require(match_access.can_correct(self.actor, hand.match, at_stage))

    def write(
        self, written: Collection[tuple[Hand, HandOutcome | None, Iterable[MatchSeat]]]
    ) -> None:
        """Write the next version of each of some hands of one league by its outcome and seats, void
        without an outcome. The caller counts them. Raise NotAllowed as `check`."""
        self.check([hand for hand, _, _ in written])
        write_versions(
            [
                (
                    hand,
                    Draft(outcome, tuple(seats), self.actor, self.service, self.at, self.reason),
                )
                for hand, outcome, seats in written
            ]
        )


def follow_seats(match: Match, actor: Actor, at: datetime.datetime, reason: str) -> int:
    """Write a new version of each hand whose results do not name those who sit at its seats by
    now, or for whom they count; return how many. Call it within `counted_anew`."""
    seats = seats_by_match([match.pk])[match.pk]
    rows = HandResult.objects.filter(version__confirmed_for__match=match)
    stored: dict[int, list[tuple[int, int]]] = {}
    for version, *who in rows.order_by("order").values_list("version", "seat", "player"):
        stored.setdefault(version, []).append((who[0], who[1]))
    written = []
    for hand, outcome, before in recorded_now([match]):
        now = [_seat_at(seats, old.number, hand.number) for old in before]
        named = stored.get(hand.confirmed_id or 0)
        # A hand given up has no results where it does not count: it follows its seats by itself.
        if named and named != [(seat.pk, seat.scores_for) for seat in now]:
            written.append((hand, outcome, now))
    Change(actor, "correct_hand", at, reason).write(written)
    return len(written)


def recorded_now(
    matches: Collection[Match],
) -> list[tuple[Hand, HandOutcome, Sequence[MatchSeat]]]:
    """Return the hands of matches that are not void, in order, with outcome and seats of each as
    judged when it was written."""
    hands = hands_that_count(matches)
    recorded = recorded_outcomes([(hand, hand.confirmed) for hand in hands])
    return [(hand, *one) for hand, one in zip(hands, recorded, strict=True)]


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
    return next(seat for seat in seats_among(seats, hand) if seat.number == number)


_Written = TypeVar("_Written")


def until_it_fits(attempt: Callable[[], _Written | None]) -> _Written:
    """Return what an attempt writes after judging without a lock; it returns None if what it rests
    on was changed meanwhile. Raise `SeasonBusy` if that happens every time."""
    for _ in range(ATTEMPTS):
        if (written := attempt()) is not None:
            return written
    raise SeasonBusy


def has_scored(match: Match, actor: Actor, write: KeyedWrite) -> bool:
    """Return whether the same request has changed a match already. Raise NotAllowed if the actor
    may not score it."""
    access.require(match_access.can_score(actor, match))
    return write.made_in(match.league_id) is not None


TRYING: Final = Share(burst=10, refill=0.1)
"""Of each network: nobody can save while a change is tried, on SQLite on the whole site, and a
preview can be asked for again and again."""


class _Undone(Exception):
    """Ends a transaction that was only tried."""


def tried(match: Match, write: Callable[[], object]) -> list[Movement]:
    """Return who would move in its season's table if this was written of a match. It is written and
    taken back, so nobody can save in this season until its hands are written; who would move is
    worked out after that. Raise what it raises, and `TooManyTries`."""
    with charged(TRYING):
        return _tried(match, write)


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
