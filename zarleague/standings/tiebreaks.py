"""Break ties between players with equal metrics, step by step.

A step looks at the players still tied and gives each a figure. Different figures separate players
for good; equal ones go on to the next step among themselves. A step that cannot be applied to a
group (two of them never met, no lots were drawn, their hands have different directions) is skipped.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from zarleague.standings.metric import Scored, average, metric
from zarleague.standings.results import Lot
from zarleague.standings.rules import SeasonRules, TieBreak
from zarleague.standings.totals import SeasonTotals


class DecidingStep(NamedTuple):
    """One step that separated a player from others."""

    tie_break: TieBreak
    value: Fraction
    """The player's own figure at this step. For lots: the position drawn, from 1."""
    over: tuple[int, ...]
    """Player ids this step put behind the player, best first, equal figures by id."""
    under: tuple[int, ...]
    """Player ids this step put ahead of the player, in the same order."""


class Resolved(NamedTuple):
    """A player's position after the chain; players still tied are in one list."""

    player: Scored
    decisions: tuple[DecidingStep, ...]


class Figures(NamedTuple):
    """A step's figure for every player of a group."""

    values: Mapping[int, Fraction]
    high_is_better: bool


def resolve(
    tied: Sequence[Scored], totals: SeasonTotals, rules: SeasonRules, lots: Sequence[Lot]
) -> list[list[Resolved]]:
    """Return players of equal metric, best first, in lists of those still tied."""
    groups = [[Resolved(player, ()) for player in tied]]
    for step in rules.tie_breaks:
        if len(groups) == len(tied):
            break
        groups = [part for group in groups for part in _split(group, step, totals, rules, lots)]
    return groups


def _split(
    group: list[Resolved],
    step: TieBreak,
    totals: SeasonTotals,
    rules: SeasonRules,
    lots: Sequence[Lot],
) -> list[list[Resolved]]:
    if len(group) == 1:
        return [group]
    figures = _figures(step, [resolved.player for resolved in group], totals, rules, lots)
    if figures is None or len(set(figures.values.values())) == 1:
        return [group]
    by_value: dict[Fraction, list[Resolved]] = {}
    for resolved in group:
        by_value.setdefault(figures.values[resolved.player.player_id], []).append(resolved)
    best_first = sorted(by_value, reverse=figures.high_is_better)
    ids = [
        sorted(resolved.player.player_id for resolved in by_value[value]) for value in best_first
    ]
    parts: list[list[Resolved]] = []
    for position, value in enumerate(best_first):
        decision = DecidingStep(
            step,
            value,
            over=tuple(player for part in ids[position + 1 :] for player in part),
            under=tuple(player for part in ids[:position] for player in part),
        )
        parts.append(
            [
                Resolved(resolved.player, (*resolved.decisions, decision))
                for resolved in by_value[value]
            ]
        )
    return parts


def _figures(
    step: TieBreak,
    group: Sequence[Scored],
    totals: SeasonTotals,
    rules: SeasonRules,
    lots: Sequence[Lot],
) -> Figures | None:
    """Return the step's figures for the group, or None if it cannot be applied."""
    match step:
        case TieBreak.MORE_WINS:
            return Figures({p.player_id: Fraction(p.wins) for p in group}, True)
        case TieBreak.MORE_MATCH_WINS:
            return Figures({p.player_id: Fraction(p.match_wins) for p in group}, True)
        case TieBreak.HEAD_TO_HEAD:
            return _head_to_head(group, totals)
        case TieBreak.BEST_HAND:
            return _by_points(group, _best_hand)
        case TieBreak.LAST_EVENING:
            return _last_evening(group, totals, rules)
        case TieBreak.BETTER_AVERAGE:
            return _by_points(group, lambda player, _high_wins: average(player))
        case TieBreak.FEWER_HANDS:
            return Figures({p.player_id: Fraction(p.hands) for p in group}, False)
        case TieBreak.MORE_HANDS:
            return Figures({p.player_id: Fraction(p.hands) for p in group}, True)
        case TieBreak.FEWER_PENALTIES:
            return Figures({p.player_id: Fraction(p.penalty) for p in group}, False)
        case TieBreak.LOTS:
            return _lots(group, lots)


def _head_to_head(group: Sequence[Scored], totals: SeasonTotals) -> Figures | None:
    taken = {player.player_id: Fraction(0) for player in group}
    played = {player.player_id: 0 for player in group}
    for player, other in combinations(taken, 2):
        seen = totals.meetings(player, other)
        if seen.hands == 0:
            return None
        taken[player] += seen.ahead + Fraction(seen.level, 2)
        taken[other] += seen.behind + Fraction(seen.level, 2)
        played[player] += seen.hands
        played[other] += seen.hands
    return Figures({player: taken[player] / played[player] for player in taken}, True)


def _high_wins(group: Sequence[Scored]) -> bool | None:
    """Return the direction of the tied players' hands, None if it differs.

    A season ranked by wins or places may hold matches of either direction, whatever its own
    ``high_wins`` says, so a step that compares points looks at the hands themselves.
    """
    high = sum(player.high_hands for player in group)
    if high == 0:
        return False
    return True if high == sum(player.hands for player in group) else None


def _by_points(
    group: Sequence[Scored], figure: Callable[[Scored, bool], Fraction | int | None]
) -> Figures | None:
    """Return a figure of points of each player, which may depend on whether high ones win."""
    high_wins = _high_wins(group)
    if high_wins is None:
        return None
    values: dict[int, Fraction] = {}
    for player in group:
        value = figure(player, high_wins)
        assert value is not None  # a ranked player has played
        values[player.player_id] = Fraction(value)
    return Figures(values, high_wins)


def _best_hand(player: Scored, high_wins: bool) -> int | None:
    return player.highest_hand if high_wins else player.lowest_hand


def _last_evening(
    group: Sequence[Scored], totals: SeasonTotals, rules: SeasonRules
) -> Figures | None:
    evening = last_together(group)
    if evening is None:
        return None
    values: dict[int, Fraction] = {}
    for player in group:
        value = metric(totals.players[player.player_id].evenings[evening], rules)
        assert value is not None  # a player who attended has played
        values[player.player_id] = value
    return Figures(values, rules.metric_high_wins)


def last_together(group: Sequence[Scored]) -> int | None:
    """Return the last evening that counts for all players of a group; None without one."""
    shared = set(group[0].counted).intersection(*(player.counted for player in group[1:]))
    return max(shared, default=None)


def _lots(group: Sequence[Scored], lots: Sequence[Lot]) -> Figures | None:
    tied = {player.player_id for player in group}
    drawn = [lot for lot in lots if tied <= set(lot.order)]
    if not drawn:
        return None
    latest = max(drawn, key=lambda lot: (lot.evening, lot.lot_id))
    return Figures(
        {player: Fraction(latest.order.index(player) + 1) for player in tied}, high_is_better=False
    )
