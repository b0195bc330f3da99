"""Which two cards of a column match, so that the column may be cleared."""

from collections.abc import Sequence

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.games.uno_golf.deck import ACTION, COLOUR, NUMBERS, SYMBOL
from zarleague.engine.games.uno_golf.rules import Rules


def matches(rules: Rules, first: int, second: int) -> bool | None:
    """Whether two cards match; None if one of them is unknown."""
    if first == UNKNOWN or second == UNKNOWN:
        return None
    if COLOUR[first] == COLOUR[second]:
        return True
    return SYMBOL[first] == SYMBOL[second] and (rules.clear_same_action or SYMBOL[first] < NUMBERS)


def points_of(rules: Rules, columns: Sequence[Sequence[int]]) -> int | None:
    """What the columns of a grid cost at the end of the round, those cleared that the rules
    clear for their owner; None while an unknown card decides."""
    points = rules.deck.points
    total = 0
    for column in columns:
        if len(column) == 2 and rules.clears_at_end and matches(rules, *column):
            continue
        if UNKNOWN in column:
            return None
        if not rules.confirmed and any(ACTION[card] for card in column):
            return None
        total += sum(points[card] for card in column)
    return total
