"""The expert beats the beginner in every game, by more than luck can."""

from math import comb

import pytest

from zarleague.bots.experiments import hand_of
from zarleague.engine import find, replay

DOUBT = 0.0001
"""How likely luck alone may be to do as well."""
KNOWN_POINTS = {"uno-golf": {"action-points-confirmed": "yes"}}
"""Without it nobody knows what an action card costs."""
PLAYERS = 4


def chance_of(wins: int, hands: int, share: float) -> float:
    """Return how likely at least so many wins are for somebody who wins that share of hands."""
    return sum(
        comb(hands, won) * share**won * (1 - share) ** (hands - won)
        for won in range(wins, hands + 1)
    )


def test_chance() -> None:
    # Of four tosses: one way of sixteen to win all, five to win three or more.
    assert chance_of(4, 4, 0.5) == 1 / 16
    assert chance_of(3, 4, 0.5) == 5 / 16


def points_of(key: str, seed: int) -> list[int]:
    """Return the points of a hand, the expert's first, then those of the seats after it. The expert
    sits in each seat equally often, so that the seats are worth the same."""
    ruleset = find(key).ruleset("", KNOWN_POINTS.get(key, {}))
    points = replay(hand_of(ruleset, PLAYERS, seed)).points
    expert = seed % PLAYERS
    known = [point for point in (*points[expert:], *points[:expert]) if point is not None]
    assert len(known) == PLAYERS
    return known


@pytest.mark.parametrize(
    ("key", "hands"), [("zar", 40), ("uno", 120), ("uno-golf", 30), ("crazy-eights", 120)]
)
def test_the_expert_wins_more_than_a_fourth_of_the_hands_of_four(key: str, hands: int) -> None:
    wins = sum(own < min(others) for own, *others in (points_of(key, n) for n in range(hands)))
    assert chance_of(wins, hands, 1 / PLAYERS) < DOUBT


def test_the_expert_at_zuits_has_fewer_points_than_the_next_seat() -> None:
    # Several players may hit their objective, so that hands are seldom won alone.
    pairs = [points_of("zuits", seed)[:2] for seed in range(240)]
    ahead, behind = (
        sum(own < other for own, other in pairs),
        sum(own > other for own, other in pairs),
    )
    assert chance_of(ahead, ahead + behind, 0.5) < DOUBT
