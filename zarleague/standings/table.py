"""The season's table.

Players are ranked by the metric, and ties are broken by the season's chain of tie-breaks. Players
still tied share the rank. Players who miss a minimum follow below, unranked. The order of rows is
always the same for the same totals: rank, then name, then player id.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from zarleague.standings.metric import Scored, Shortfall, average, scored
from zarleague.standings.results import Lot, PenaltyPoints, Result
from zarleague.standings.rules import SeasonRules, TieBreak
from zarleague.standings.tiebreaks import DecidingStep, Resolved, resolve
from zarleague.standings.totals import SeasonTotals


class Row(NamedTuple):
    """One player in a table. Figures cover the counted evenings unless stated otherwise."""

    rank: int | None
    """From 1, shared by players nothing parted; None if short of a minimum or without a hand."""
    player_id: int
    metric: Fraction | None
    """The figure that ranks, penalties included; None without a hand."""
    hands: int
    wins: int
    points: int
    average: Fraction | None
    """Points per hand, penalties left out."""
    match_wins: int
    """Matches in first place, shared or not."""
    place_points: Fraction
    """Points for places in matches, penalties left out."""
    penalty: int
    """Penalty points of all evenings, dropped ones too."""
    lowest_hand: int | None
    highest_hand: int | None
    counted: tuple[int, ...]
    """Evenings attended that count, in order."""
    dropped: tuple[int, ...]
    """Evenings attended that were dropped, in order."""
    shortfalls: tuple[Shortfall, ...]
    """The minimums not met."""
    decisions: tuple[DecidingStep, ...]
    """The tie-breaks that parted this player from others of equal metric, in their order."""
    tied_with: tuple[int, ...]
    """Player ids with the same rank after the whole chain, in the order of the rows."""

    def __hash__(self) -> int:
        """Return a hash without the fractions, whose own costs more than the other fields."""
        return hash((self.rank, self.player_id, self.hands, self.points))

    @property
    def decided_by(self) -> tuple[TieBreak, ...]:
        """Return the tie-breaks that decided this player's position, in the order applied."""
        return tuple(decision.tie_break for decision in self.decisions)


def table(
    totals: SeasonTotals,
    rules: SeasonRules,
    *,
    lots: Sequence[Lot] = (),
    names: Mapping[int, str] | None = None,
) -> tuple[Row, ...]:
    """Return the rows of the table, best first.

    ``names`` order players who share a rank, then ids do. A table of some players is correct if no
    player left out ranks above any of them.

    Raise `MixedDirectionsError` if points of both directions would be added or compared.
    """
    players = [scored(player, held, rules) for player, held in totals.players.items()]
    return ranked(players, totals, rules, lots=lots, names=names)


def ranked(
    players: Sequence[Scored],
    totals: SeasonTotals,
    rules: SeasonRules,
    *,
    lots: Sequence[Lot] = (),
    names: Mapping[int, str] | None = None,
) -> tuple[Row, ...]:
    """Return the table of players who are scored already. ``totals`` is read only to break ties:
    the evenings for `TieBreak.LAST_EVENING`, the pairs for `TieBreak.HEAD_TO_HEAD`.
    """
    known = names or {}

    def by_name(resolved: Resolved) -> tuple[str, int]:
        player = resolved.player.player_id
        return (known.get(player, "").casefold(), player)

    placed = [player for player in players if _is_ranked(player)]
    rest = [player for player in players if not _is_ranked(player)]

    rows: list[Row] = []
    placed.sort(key=lambda player: order_key(player, rules))
    for _, tied in groupby(placed, key=lambda player: player.metric):
        for group in resolve(list(tied), totals, rules, lots):
            group.sort(key=by_name)
            rank = len(rows) + 1
            ids = [resolved.player.player_id for resolved in group]
            rows.extend(
                _row(
                    resolved,
                    rank,
                    tuple(other for other in ids if other != resolved.player.player_id),
                )
                for resolved in group
            )
    rest.sort(key=lambda player: (order_key(player, rules), by_name(Resolved(player, ()))))
    rows.extend(_row(Resolved(player, ()), None, ()) for player in rest)
    return tuple(rows)


def table_of(
    results: Iterable[Result],
    rules: SeasonRules,
    *,
    penalties: Iterable[PenaltyPoints] = (),
    lots: Sequence[Lot] = (),
    names: Mapping[int, str] | None = None,
) -> tuple[Row, ...]:
    """Return the table of any results, in any order; see `table`."""
    return table(SeasonTotals.of(results, penalties), rules, lots=lots, names=names)


def places_without_minimum(rows: Sequence[Row]) -> Iterator[int | None]:
    """Yield the place that each row of a table would have by its metric alone if no minimum
    counted and nothing broke ties: equal metrics share one, None without a hand. For tables in
    which nobody is ranked yet."""
    place = 1
    for index, row in enumerate(rows):
        if index and row.metric != rows[index - 1].metric:
            place = index + 1
        yield place if row.metric is not None else None


def order_key(player: Scored, rules: SeasonRules) -> tuple[int, float]:
    """Return a sort key to store with a scored player, lower is better: 0 if ranked, else 1, then
    the metric, negated if high wins. With an index on it the top of a table is cheap: read the
    first rows and all rows equal to the last of them, then call `ranked`.
    """
    if player.metric is None:
        return (1, float("inf"))
    # A float tells two such fractions apart: hands and points of a season are below a million, so
    # they differ by more than 1e-12 of the figure.
    value = player.metric.numerator / player.metric.denominator
    return (1 if player.shortfalls else 0, -value if rules.metric_high_wins else value)


def _is_ranked(player: Scored) -> bool:
    return player.metric is not None and not player.shortfalls


def _row(resolved: Resolved, rank: int | None, tied: tuple[int, ...]) -> Row:
    player = resolved.player
    return Row(
        rank=rank,
        player_id=player.player_id,
        metric=player.metric,
        hands=player.hands,
        wins=player.wins,
        points=player.points,
        average=average(player),
        match_wins=player.match_wins,
        place_points=player.place_points,
        penalty=player.penalty,
        lowest_hand=player.lowest_hand,
        highest_hand=player.highest_hand,
        counted=player.counted,
        dropped=player.dropped,
        shortfalls=player.shortfalls,
        decisions=resolved.decisions,
        tied_with=tied,
    )
