"""Preview a write without saving: points, totals, the table, the end of the match."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial

from zarleague.engine.entry import Entry
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Hand, HandResult, Match, MatchSeat
from zarleague.play.selectors.match_status import MatchStatus, match_totals, seats_for, status_with
from zarleague.play.selectors.seats import (
    check_seats,
    names_of,
    ruleset_of,
    seats_at,
    seats_of_hand,
)
from zarleague.play.services.seasons import with_present_totals
from zarleague.play.totals import TableChange, moved_by_hand, moved_by_penalty
from zarleague.play.totals.confirmed import results_of
from zarleague.play.verdicts import judging
from zarleague.play.verdicts.judging import HandOutcome
from zarleague.play.verdicts.wording import Remark, explained
from zarleague.standings.results import PenaltyPoints, Result


@dataclass(frozen=True, slots=True)
class HandPreview:
    """The effect of a hand on its match. ``points`` and ``places`` are by sheet, None if a remark
    blocks; ``totals`` are (before, after) by player id; ``status`` is the match's afterwards.
    ``steps`` are the sentences that explain points that are no plain sum, by sheet."""

    remarks: tuple[Remark, ...]
    points: tuple[int, ...] | None
    places: tuple[int, ...] | None
    totals: Mapping[int, tuple[int, int]]
    status: MatchStatus | None
    steps: Sequence[Sequence[str]] = ()

    @property
    def announcement(self) -> str:
        """Return what the hand makes the match announce, "" for nothing."""
        return self.status.announcement if self.status else ""


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """The effect of a correction: on the match (``hand``), on the season's table, and the hand's
    results before and after, from which reports derive more."""

    hand: HandPreview
    moved: TableChange
    before: tuple[Result, ...]
    after: tuple[Result, ...]


def preview_hand(
    match: Match, entry: Entry, *, seats: Sequence[MatchSeat] | None = None
) -> HandPreview:
    """Return the effect of entering the hand. Raise Invalid for seats that are not at the table."""
    taken = seats_for(match)
    playing = list(seats) if seats is not None else taken
    check_seats(match, playing, taken)
    outcome = judging.judge_entry(ruleset_of(match), entry, partial(names_of, playing))
    added = _results(0, match, outcome, playing)
    return _on_match(match, outcome, (), added, more_hands=int(bool(added)))


def preview_correction(
    hand: Hand, entry: Entry, *, seats: Sequence[MatchSeat] | None = None
) -> CorrectionPreview:
    """Return the effect of correcting the hand. Raise Invalid as `preview_hand` does."""
    match = hand.match
    if seats is not None:
        check_seats(match, seats, seats_at(match, hand.number))
    playing = list(seats) if seats is not None else seats_of_hand(hand)
    outcome = judging.judge_entry(ruleset_of(match), entry, partial(names_of, playing))
    return _preview(hand, outcome, _results(hand.pk, match, outcome, playing))


def preview_void(hand: Hand) -> CorrectionPreview:
    """Return the effect of voiding the hand."""
    return _preview(hand, HandOutcome(()), ())


def preview_results(
    hand: Hand, outcome: HandOutcome, seats: Sequence[MatchSeat]
) -> CorrectionPreview:
    """Return the effect of giving the hand that outcome."""
    return _preview(hand, outcome, _results(hand.pk, hand.match, outcome, seats))


def preview_nothing(hand: Hand) -> CorrectionPreview:
    """Return the effect of leaving the hand unchanged."""
    before = _confirmed(hand)
    return CorrectionPreview(HandPreview((), (), (), {}, None), TableChange(), before, before)


def preview_penalty(hand: Hand, player_id: int, points: int) -> CorrectionPreview:
    """Return the effect of a penalty in the match of the hand; the hand itself stays unchanged."""
    match, season = hand.match, hand.match.season
    player = aliases(season.league_id).get(player_id, player_id)
    penalty = PenaltyPoints(0, match.played_on.toordinal(), player, points)
    return replace(
        preview_nothing(hand),
        moved=with_present_totals(season, partial(moved_by_penalty, season, penalty)),
    )


def _preview(hand: Hand, outcome: HandOutcome, after: tuple[Result, ...]) -> CorrectionPreview:
    before = _confirmed(hand)
    on_match = _on_match(hand.match, outcome, before, after, bool(after) - bool(before))
    if outcome.points is None:
        return CorrectionPreview(on_match, TableChange(), before, ())
    season = hand.match.season
    moved = with_present_totals(season, partial(moved_by_hand, season, before, after))
    return CorrectionPreview(on_match, moved, before, after)


def _confirmed(hand: Hand) -> tuple[Result, ...]:
    """Return the hand's present results."""
    rows = HandResult.objects.filter(league=hand.league_id, version=hand.confirmed_id)
    return results_of(hand.pk, hand.match, rows, aliases(hand.match.season.league_id))


def _on_match(
    match: Match,
    outcome: HandOutcome,
    removed: Sequence[Result],
    added: Sequence[Result],
    more_hands: int,
) -> HandPreview:
    if outcome.points is None:
        return HandPreview(outcome.remarks, None, None, {}, None)
    before = match_totals(match)
    after = deepcopy(before)
    after.played += more_hands
    for result in removed:
        after.count(result, -1)
    for result in added:
        after.count(result, 1)
    return HandPreview(
        remarks=outcome.remarks,
        points=outcome.points,
        places=outcome.places,
        totals={
            player: (before.points.get(player, 0), after.points.get(player, 0))
            for player in before.points | after.points
        },
        status=status_with(match, after, more_hands),
        steps=explained(outcome.steps),
    )


def _results(
    hand_id: int, match: Match, outcome: HandOutcome, seats: Sequence[MatchSeat]
) -> tuple[Result, ...]:
    """Return the results of the outcome, () if it has none."""
    if outcome.points is None or (outcome.given_up and not match.counts_given_up):
        return ()
    outcome.check_sheets(len(seats))
    rows = [
        HandResult(
            seat=seat, order=order, player_id=seat.scores_for, points=points, place=place, won=won
        )
        for order, (seat, points, place, won) in enumerate(
            zip(seats, outcome.points, outcome.places, outcome.won, strict=True)
        )
    ]
    return results_of(hand_id, match, rows, aliases(match.season.league_id))
