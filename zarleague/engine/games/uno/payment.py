"""Which debts a draw pays.

The sources give no order among debts: a seat may draw for any of them first, and for two draw twos
one after the other. Where a number of cards may pay for different debts, what the players do next
shows which it paid; until then each way is a reading of its own (see ``readings``).
"""

from collections.abc import Sequence
from typing import Final

from zarleague.engine.debts import Debt
from zarleague.engine.games.uno.state import DRAW_CARD_RULES, MOST_READINGS

_MOST_CARDS: Final = 128
"""More cards than any deck has."""
_COUNTS: Final = (1 << _MOST_CARDS) - 1
"""The numbers of cards that can be drawn at once, as bits."""


def pays_in_full(debts: Sequence[Debt], count: int) -> bool:
    """Return whether so many cards pay some of the debts in full, and no part of another."""
    return count > 0 and bool(_sums([debt.cards for debt in debts]) >> count & 1)


def payments(debts: Sequence[Debt], count: int) -> list[list[int]]:
    """Return the ways in which so many cards pay debts in full, each as the indexes of the debts
    paid; first the one that pays the oldest. Of debts that are alike the oldest are paid first, so
    no two ways leave the same debts. At most ``MOST_READINGS`` ways are returned."""
    alike: dict[tuple[int, str], list[int]] = {}
    for index, debt in enumerate(debts):
        kind = debt.rule if debt.rule in DRAW_CARD_RULES else ""
        alike.setdefault((debt.cards, kind), []).append(index)
    groups = [(cards, indexes) for (cards, _), indexes in alike.items()]
    ways: list[tuple[int, list[int]]] = [(count, [])]
    for done, (cards, indexes) in enumerate(groups, start=1):
        later = _sums([size for size, others in groups[done:] for _ in others])
        ways = [
            (left - cards * number, paid + indexes[:number])
            for left, paid in ways
            for number in range(min(len(indexes), left // cards), -1, -1)
            if later >> (left - cards * number) & 1
        ][:MOST_READINGS]
    return [paid for _, paid in ways]


def _sums(sizes: Sequence[int]) -> int:
    """Return the numbers of cards that some of the debts add up to, as bits."""
    sums = 1
    for size in sizes:
        sums |= sums << min(size, _MOST_CARDS) & _COUNTS
    return sums
