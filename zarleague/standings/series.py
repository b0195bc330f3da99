"""Series over a season: winning streaks, the metric and tables by evening, changes of rank."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, Final, NamedTuple

from zarleague.standings.metric import counted_tally, metric
from zarleague.standings.results import Lot, PenaltyPoints, Result
from zarleague.standings.rules import SeasonRules
from zarleague.standings.running import RunningTotals
from zarleague.standings.table import Row, ranked, table_of
from zarleague.standings.totals import PlayerTotals


class Movement(NamedTuple):
    """The difference of one player's rows in two tables; None where a table lacks the player, the
    rank or the metric.
    """

    player_id: int
    rank_before: int | None
    rank_after: int | None
    metric_before: Fraction | None
    metric_after: Fraction | None


class LeadChange(NamedTuple):
    """An evening that changed who holds the first rank."""

    evening: int
    before: tuple[int, ...]
    after: tuple[int, ...]


class WinningRun(NamedTuple):
    """Hands that a player won in a row."""

    hands: int = 0
    first: int = 0
    """Id of the first of them; 0 if there are none."""
    last: int = 0

    def then(self, later: "WinningRun") -> "WinningRun":
        """Return this run continued by another."""
        if not self.hands or not later.hands:
            return self if self.hands else later
        return WinningRun(self.hands + later.hands, self.first, later.last)


NO_RUN: Final = WinningRun()


@dataclass(slots=True)
class Streaks:
    """One player's runs of hands won over some hands."""

    at_start: WinningRun = NO_RUN
    """Up to the first hand that was not won."""
    longest: WinningRun = NO_RUN
    """The earliest of equal ones."""
    at_end: WinningRun = NO_RUN
    """Since the last hand that was not won."""
    unbroken: bool = True
    """Whether every hand was won."""

    def add(self, hand_id: int, *, won: bool) -> None:
        if not won:
            self.unbroken, self.at_end = False, NO_RUN
            return
        one = WinningRun(1, hand_id, hand_id)
        self.at_end = self.at_end.then(one)
        if self.unbroken:
            self.at_start = self.at_end
        if self.at_end.hands > self.longest.hands:
            self.longest = self.at_end

    def follow(self, later: "Streaks") -> None:
        """Add the hands that another object was made of, which come next."""
        joined = self.at_end.then(later.at_start)
        self.longest = max(self.longest, joined, later.longest, key=lambda run: run.hands)
        if self.unbroken:
            self.at_start = joined
        self.at_end = joined if later.unbroken else later.at_end
        self.unbroken = self.unbroken and later.unbroken

    def to_json(self) -> list[Any]:
        """Return the runs as JSON-able data."""
        return [*map(list, (self.at_start, self.longest, self.at_end)), self.unbroken]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> "Streaks":
        at_start, longest, at_end, unbroken = data
        return cls(WinningRun(*at_start), WinningRun(*longest), WinningRun(*at_end), unbroken)


def winning_streaks(results: Iterable[Result]) -> dict[int, Streaks]:
    """Return by player the runs of hands won in results, which are in order of play. A hand the
    player was not in does not break a run."""
    found: dict[int, Streaks] = {}
    for result in results:
        of_player = found.get(result.player_id)
        if of_player is None:
            of_player = found[result.player_id] = Streaks()
        of_player.add(result.hand_id, won=result.won)
    return found


def running_metric(
    totals: PlayerTotals, rules: SeasonRules, evenings: Iterable[int]
) -> tuple[Fraction | None, ...]:
    """Return one player's metric as of the end of each evening, None before the first hand.

    Of ``totals`` only the evenings are read; ``evenings`` must be in order. Penalties count from
    their own evening on.
    """
    so_far = PlayerTotals()
    waiting = sorted(totals.evenings)
    line: list[Fraction | None] = []
    for evening in evenings:
        while waiting and waiting[0] <= evening:
            day = waiting.pop(0)
            so_far.evenings[day] = totals.evenings[day]
            so_far.season.include(totals.evenings[day])
        counted, dropped, tally = counted_tally(so_far, rules)
        line.append(metric(tally, rules, len(counted) + len(dropped)))
    return tuple(line)


def evening_tables(
    results: Iterable[Result], rules: SeasonRules, *, names: Mapping[int, str] | None = None
) -> dict[int, tuple[Row, ...]]:
    """Return the table of each single evening, in order; minimums do not apply."""
    alone = dataclasses.replace(rules, best_evenings=None, min_hands=0, min_evenings=0)
    return {evening: table_of(hands, alone, names=names) for evening, hands in _by_evening(results)}


def tables_by_evening(
    evenings: Iterable[tuple[int, Iterable[Result]]],
    rules: SeasonRules,
    *,
    penalties: Sequence[PenaltyPoints] = (),
    lots: Sequence[Lot] = (),
    names: Mapping[int, str] | None = None,
    since: int = 0,
) -> Iterator[tuple[int, tuple[Row, ...]]]:
    """Yield (evening, the season's table as of its end) from the results of each evening, in order.

    An evening is any day with hands, a penalty or a drawing of lots, so the last table yielded is
    the season's table. Tables of evenings before ``since`` are left out. No more than one evening's
    results are held at a time.
    """
    running = RunningTotals(rules, scores=not since)
    penalised: dict[int, list[PenaltyPoints]] = {}
    for penalty in penalties:
        penalised.setdefault(penalty.evening, []).append(penalty)
    for evening, results in evenings:
        running.add_evening(evening, results, penalised.get(evening, ()))
        if evening < since:
            continue
        if not running.scored:
            running.score_by(rules)
        drawn = [lot for lot in lots if lot.evening <= evening]
        players = list(running.scored.values())
        yield evening, ranked(players, running.totals, rules, lots=drawn, names=names)


def lead_changes(leaders: Iterable[tuple[int, tuple[int, ...]]]) -> tuple[LeadChange, ...]:
    """Return the changes of the lead, given (evening, players in first rank after it) in order.

    Taking the first lead of the season is not a change.
    """
    changes: list[LeadChange] = []
    before: tuple[int, ...] = ()
    for evening, after in leaders:
        if before and after and set(after) != set(before):
            changes.append(LeadChange(evening, before, after))
        before = after or before
    return tuple(changes)


def movements(before: Sequence[Row], after: Sequence[Row]) -> tuple[Movement, ...]:
    """Return one movement per player of either table, in the order of ``after``, then ``before``.

    Shows what a correction or another points table would change.
    """
    old = {row.player_id: row for row in before}
    new = {row.player_id: row for row in after}
    found: list[Movement] = []
    for player in dict.fromkeys((*new, *old)):
        then, now = old.get(player), new.get(player)
        found.append(
            Movement(
                player,
                then.rank if then else None,
                now.rank if now else None,
                then.metric if then else None,
                now.metric if now else None,
            )
        )
    return tuple(found)


def moved(before: Sequence[Row], after: Sequence[Row]) -> list[Movement]:
    """Return the `movements` of those whose rank or figure differs."""
    return [
        one
        for one in movements(before, after)
        if (one.rank_before, one.metric_before) != (one.rank_after, one.metric_after)
    ]


def _by_evening(results: Iterable[Result]) -> Iterator[tuple[int, list[Result]]]:
    in_order = sorted(results, key=_evening)
    for evening, played in groupby(in_order, key=_evening):
        yield evening, list(played)


def _evening(result: Result) -> int:
    return result.evening
