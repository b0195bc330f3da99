"""Compute the figure a table ranks by from a player's totals and the season's rules."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from zarleague.standings.places import place_points
from zarleague.standings.rules import Metric, SeasonRules
from zarleague.standings.totals import Held, PlayerTotals, Tally


class MixedDirectionsError(ValueError):
    """The season ranks by points, but low points win some of its hands and high points others, or
    not in the direction that its rules state.

    Rank such a season by wins or by points for places.
    """


class Shortfall(NamedTuple):
    """A minimum that a player misses and that keeps them out of the ranking."""

    option: str
    """The rule not met: ``min_hands`` or ``min_evenings``."""
    has: int
    needs: int


class Scored(NamedTuple):
    """One player's figures under the season's rules: the part of a row that needs no other player.
    Figures cover the counted evenings; the penalty covers all evenings."""

    player_id: int
    metric: Fraction | None
    """None without a counted hand."""
    hands: int
    wins: int
    points: int
    penalty: int
    high_hands: int
    """Hands in which more points are better."""
    place_points: Fraction
    match_wins: int
    """Matches in first place, shared or not."""
    lowest_hand: int | None
    highest_hand: int | None
    counted: tuple[int, ...]
    """Evenings attended that count, in order."""
    dropped: tuple[int, ...]
    """Evenings attended that do not, in order."""
    shortfalls: tuple[Shortfall, ...]

    def __hash__(self) -> int:
        """Return a hash without the fractions, whose own costs more than the other fields."""
        return hash((self.player_id, self.hands, self.points, self.wins))

    def to_json(self) -> list[Any]:
        """Return all but the player's id as JSON-able data."""
        metric, earned = self.metric, self.place_points
        return [
            None if metric is None else [metric.numerator, metric.denominator],
            *self[2:7],
            [earned.numerator, earned.denominator],
            *self[8:],
        ]

    @classmethod
    def from_json(cls, player_id: int, data: Sequence[Any]) -> "Scored":
        metric, hands, wins, points, penalty, high_hands, earned, *figures = data
        match_wins, lowest, highest, counted, dropped, shortfalls = figures
        return cls(
            player_id,
            None if metric is None else Fraction(*metric),
            hands,
            wins,
            points,
            penalty,
            high_hands,
            Fraction(*earned),
            match_wins,
            lowest,
            highest,
            tuple(counted),
            tuple(dropped),
            tuple(Shortfall(*short) for short in shortfalls),
        )


def scored(player_id: int, totals: PlayerTotals, rules: SeasonRules) -> Scored:
    """Return the player's metric, the evenings that count, and the minimums that are missed.

    Raises `MixedDirectionsError` if points are the metric and the directions differ.
    """
    counted, dropped, tally = counted_tally(totals, rules)
    return Scored(
        player_id=player_id,
        metric=metric(tally, rules, len(counted) + len(dropped)),
        hands=tally.hands,
        wins=tally.wins,
        points=tally.points,
        penalty=tally.penalty,
        high_hands=tally.high_hands,
        place_points=match_points(tally, rules),
        match_wins=sum(n for held, n in tally.match_places.items() if held.place == 1),
        lowest_hand=tally.lowest_hand,
        highest_hand=tally.highest_hand,
        counted=tuple(counted),
        dropped=tuple(dropped),
        shortfalls=_shortfalls(totals.season.hands, len(counted) + len(dropped), rules),
    )


class Counted(NamedTuple):
    """A player's counted and dropped evenings, and the sum of the counted ones."""

    evenings: list[int]
    dropped: list[int]
    tally: Tally
    """Penalties are those of all evenings."""


def counted_tally(totals: PlayerTotals, rules: SeasonRules) -> Counted:
    """Divide the evenings attended into counted and dropped ones, and sum the counted ones."""
    attended = totals.attended
    if rules.best_evenings is None or rules.best_evenings >= len(attended):
        return Counted(attended, [], totals.season)
    counted = _best_evenings(totals, attended, rules, rules.best_evenings)
    tally = Tally()
    for evening in counted:
        tally.include(totals.evenings[evening])
    tally.penalty = totals.season.penalty
    return Counted(counted, [day for day in attended if day not in counted], tally)


def metric(tally: Tally, rules: SeasonRules, attended: int = 0) -> Fraction | None:
    """Return the metric of one tally, exactly; None if it has no hands.

    Penalty points worsen it; an average includes them like points of hands. *attended* is the
    number of evenings for which there is a bonus.
    """
    if not tally.hands:
        return None
    cost = Fraction(rules.penalty_weight * tally.penalty - rules.attendance_bonus * attended)
    if rules.metric is Metric.AVERAGE:
        cost /= tally.hands
    value = metric_of_play(tally, rules)
    return value - cost if rules.metric_high_wins else value + cost


def metric_of_play(tally: Tally, rules: SeasonRules) -> Fraction:
    """Return the metric of a tally that has hands, penalties left out."""
    match rules.metric:
        case Metric.WINS:
            return Fraction(tally.wins)
        case Metric.PLACES:
            return match_points(tally, rules)
        case Metric.POINTS:
            check_direction(tally, rules)
            return Fraction(tally.points)
        case Metric.AVERAGE:
            check_direction(tally, rules)
            return Fraction(tally.points, tally.hands)


def match_points(tally: Tally, rules: SeasonRules) -> Fraction:
    """Return the points for the places taken in matches, on the rules' scale."""
    earnings = _earnings(rules)
    # Sum per denominator (there are few): adding fractions is slow.
    parts: dict[int, int] = {}
    for held, matches in tally.match_places.items():
        earned, shares = earnings[held]
        parts[shares] = parts.get(shares, 0) + matches * earned
    numerator, denominator = 0, 1
    for shares, earned in parts.items():
        numerator = numerator * shares + earned * denominator
        denominator *= shares
    return Fraction(numerator, denominator)


class _Earnings(dict[Held, tuple[int, int]]):
    """The points a place earns, as numerator and denominator."""

    def __init__(self, rules: SeasonRules) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, held: Held) -> tuple[int, int]:
        scale = self.rules.scale_of(held.size)
        earned = place_points(held.place, held.sharing, scale, self.rules.shared_place)
        self[held] = (earned / held.parts).as_integer_ratio()
        return self[held]


@lru_cache(maxsize=64)
def _earnings(rules: SeasonRules) -> _Earnings:
    return _Earnings(rules)


def average(tally: Tally | Scored) -> Fraction | None:
    """Return points per hand; None before the first hand."""
    return Fraction(tally.points, tally.hands) if tally.hands else None


def check_direction(tally: Tally, rules: SeasonRules) -> None:
    """Raise `MixedDirectionsError` unless every hand of the tally has the rules' direction."""
    if tally.high_hands != (tally.hands if rules.high_wins else 0):
        raise MixedDirectionsError(
            f"{tally.high_hands} of {tally.hands} hands are won by high points"
        )


def _best_evenings(
    totals: PlayerTotals, attended: Sequence[int], rules: SeasonRules, best: int
) -> list[int]:
    """Return the ``best`` evenings by the metric without penalties, in order."""

    def worth(evening: int) -> tuple[Fraction, int]:
        value = metric_of_play(totals.evenings[evening], rules)
        return (value if rules.metric_high_wins else -value, evening)

    return sorted(sorted(attended, key=worth, reverse=True)[:best])


def _shortfalls(hands: int, evenings: int, rules: SeasonRules) -> tuple[Shortfall, ...]:
    return tuple(
        Shortfall(option, has, needs)
        for option, has, needs in (
            ("min_hands", hands, rules.min_hands),
            ("min_evenings", evenings, rules.min_evenings),
        )
        if has < needs
    )
