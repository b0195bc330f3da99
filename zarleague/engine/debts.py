"""What a seat still has to do because of an earlier event: draw cards, or add a column."""

from typing import NamedTuple


class Debt(NamedTuple):
    """Cards a seat still has to draw: how many, under which rule, since which event (an index)."""

    cards: int
    rule: str
    event: int
