"""The points of a hand of Uno, from the points left in each hand.

Losers add: each seat scores its own cards, low is good. Winner collects: the seat that went out
scores everybody's cards and the others none, high is good. The three points for each failed
interception (Playroom, third variant) always count against the player who failed: they are added
where low is good and subtracted where high is good.
"""

from collections.abc import Sequence
from typing import Final

from zarleague.engine.ruleset import Ruleset

FAILED_INTERCEPTION: Final = 3
"""Penalty points for one failed interception (Playroom, third variant)."""


def winner_ahead(ruleset: Ruleset) -> bool:
    """Return whether who went out is ahead of somebody left with no points: "The winner is the
    first player having no more cards" (Playroom, Game rules 1), and a zero is worth none."""
    return ruleset["same-points"] == "winner-ahead"


def hand_points(
    left: Sequence[int], failed: Sequence[int], winner: int, *, winner_collects: bool
) -> tuple[int, ...]:
    """Return the points by seat. *left*: points of the cards left, by seat; *failed*: failed
    interceptions that cost points, by seat; *winner*: the seat that went out, or -1."""
    if not winner_collects:
        return tuple(
            points + FAILED_INTERCEPTION * count for points, count in zip(left, failed, strict=True)
        )
    pot = sum(left)
    return tuple(
        (pot if seat == winner else 0) - FAILED_INTERCEPTION * count
        for seat, count in enumerate(failed)
    )
