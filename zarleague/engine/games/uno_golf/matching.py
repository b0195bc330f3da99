"""The rule by which two cards of a column match, so that it may be cleared."""

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.games.uno_golf.rules import Rules


def matches(rules: Rules, first: int, second: int) -> bool | None:
    """Return whether two cards match; None if one of them is unknown."""
    if first == UNKNOWN or second == UNKNOWN:
        return None
    return bool(rules.matching[first] >> second & 1)
