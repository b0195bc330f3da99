"""The debts that a draw pays.

The sources give no order among debts: a seat may draw for any of them first, and for two draw twos
one after the other. Nor do they say whether the cards of one debt are drawn at once; that is an
option. Where a number of cards may pay for different debts, what the players do next shows which it
paid; until then each way is a reading of its own (see ``readings``).
"""

from collections.abc import Sequence
from typing import Final

from zarleague.engine.debts import Debt
from zarleague.engine.games.uno.state import DRAW_CARD_RULES, MOST_READINGS

_MOST_CARDS: Final = 128
"""A limit that no deck reaches."""
_COUNTS: Final = (1 << _MOST_CARDS) - 1
"""The numbers of cards that can be drawn at once, as bits."""


def pays_in_full(debts: Sequence[Debt], count: int) -> bool:
    """Return whether *count* cards pay some of the debts in full, and no part of another."""
    return count > 0 and bool(_sums([debt.cards for debt in debts]) >> count & 1)


def payments(debts: Sequence[Debt], count: int) -> list[list[int]]:
    """Return the ways in which *count* cards pay debts in full, each as the indexes of the debts
    paid; first the one that pays the oldest.

    Of equal debts the oldest are paid first, so no two ways leave the same debts. At most
    ``MOST_READINGS`` ways are returned.
    """
    alike: dict[tuple[int, str], list[int]] = {}
    for index, debt in enumerate(debts):
        kind = debt.rule if debt.rule in DRAW_CARD_RULES else ""
        alike.setdefault((debt.cards, kind), []).append(index)
    groups = [(cards, indexes) for (cards, _), indexes in alike.items()]
    choices: list[tuple[int, list[int]]] = [(count, [])]
    for done, (cards, indexes) in enumerate(groups, start=1):
        later = _sums([owed for owed, others in groups[done:] for _ in others])
        choices = [
            (left - cards * number, paid + indexes[:number])
            for left, paid in choices
            for number in range(min(len(indexes), left // cards), -1, -1)
            if later >> (left - cards * number) & 1
        ][:MOST_READINGS]
    return [paid for _, paid in choices]


def payments_in_parts(debts: Sequence[Debt], count: int) -> list[list[int]]:
    """Return the ways in which *count* cards pay one debt first and then the oldest others, each as
    the indexes of the debts paid, the last perhaps in part; first the one that begins with the
    oldest debt."""
    ways = []
    for first in range(len(debts)):
        way = []
        left = count
        for index in (first, *range(first), *range(first + 1, len(debts))):
            if left <= 0:
                break
            way.append(index)
            left -= debts[index].cards
        ways.append(way)
    return ways


def _sums(debts: Sequence[int]) -> int:
    """Return the numbers of cards that some of the debts add up to, as bits."""
    sums = 1
    for cards in debts:
        sums |= sums << min(cards, _MOST_CARDS) & _COUNTS
    return sums
