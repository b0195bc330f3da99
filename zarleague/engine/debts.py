"""Debts: cards a seat still has to draw, or columns it still has to add."""

from typing import NamedTuple


class Debt(NamedTuple):
    """Cards a seat still has to draw: how many, under which rule, since which event (an index)."""

    cards: int
    rule: str
    event: int
