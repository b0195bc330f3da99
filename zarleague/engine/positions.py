"""Start a log in mid-hand: lines that say how the table stood, in place of all that came before.

They are events like others, at the beginning of the log, so that they are written, shown, repaired
and searched as all lines are. The last of them, ``turn Bob``, says whose turn it is. What the
lines do not say was not the case: nobody owes anything, play goes clockwise. Cards they do not
name are unknown; they may lie in hands, in the stock, or below in the discard pile.

A game declares those of these verbs that it needs and applies their events to its state.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Violation
from zarleague.engine.game import Verb
from zarleague.engine.state import HandState

Apply = Callable[[Any, Event], Violation | None]

RULE: Final = "deal"
"""The rule that misplaced lines of a position break, in every game."""
MOST_CARDS: Final = 99

HOLDS: Final[Verb] = Verb(("holds",), kinds.HOLDS, "of", cards=(0, MOST_CARDS), counts=True)
LAID: Final[Verb] = Verb(("laid",), kinds.LAID, "of", cards=(1, 12), names=(0, 1))
STOCK: Final[Verb] = Verb(("stock",), kinds.STOCK, "table", numbers=(1, 1))
OWES: Final[Verb] = Verb(("owes",), kinds.OWES, "of", numbers=(1, 1), least_number=1)
FACES: Final[Verb] = Verb(("faces",), kinds.FACES, "of", numbers=(1, 1), least_number=1)
DREW: Final[Verb] = Verb(("drew",), kinds.DREW, "of", cards=(1, MOST_CARDS), counts=True)
SAID: Final[Verb] = Verb(("said",), kinds.SAID, "of")
UNSAID: Final[Verb] = Verb(("unsaid",), kinds.UNSAID, "of")
REVERSED: Final[Verb] = Verb(("reversed",), kinds.REVERSED, "table")
TO_PLAY: Final[Verb] = Verb(("turn",), kinds.TO_PLAY, "of")

KINDS: Final = frozenset(range(kinds.HOLDS, kinds.TO_PLAY + 1))
"""The kinds of events that say how the table stood."""


def lines_of(verbs: Iterable[Verb]) -> frozenset[int]:
    """Return the kinds of events, of those that *verbs* write, that say how the table stood."""
    return KINDS & {verb.kind for verb in verbs}


def begins_at(events: tuple[Event, ...]) -> int:
    """Return how many events at the beginning of a log say how the table stood: 0 for a log from
    the deal on."""
    for index, event in enumerate(events):
        if event.kind not in KINDS:
            return index
    return len(events)


def misplaced(state: HandState) -> Violation | None:
    """Return the violation of a line of the position that does not stand at the beginning, or that
    follows the last one of it."""
    return Violation(Code.TOO_LATE, RULE) if state.position_lines != state.index else None


def line(apply_line: Apply) -> Apply:
    """Decorate a function that applies a line of the position: count the line, or return the
    violation of one that is misplaced."""

    @wraps(apply_line)
    def apply_where_it_may_stand(state: Any, event: Event) -> Violation | None:
        if (violation := misplaced(state)) is not None:
            return violation
        if event.kind != kinds.TO_PLAY:
            state.position_lines += 1
        return apply_line(state, event)

    return apply_where_it_may_stand


def left_out(word: str, seat: int | None = None) -> Violation:
    """Return the violation of a position in which a line is missing."""
    about = (("word", word),) if seat is None else (("word", word), ("seat", seat))
    return Violation(Code.LEFT_OUT, RULE, about)


def not_dealt(seats: int, dealt: int) -> Violation | None:
    """Return the violation of a position that does not say what every seat holds, None if it does;
    *dealt* is the mask of the seats of which it does."""
    missing = [seat for seat in range(seats) if not dealt >> seat & 1]
    return left_out("holds", missing[0]) if missing else None


def number_of(event: Event) -> int:
    """Return the number that the line names, 0 for none."""
    return max(0, event.more[0]) if event.more else 0


def bury(state: HandState, stock: int, discard: list[int]) -> int:
    """Put unknown cards into the discard pile, below those named, and return how many are still to
    be drawn. *stock* cards lie neither in hands nor among those named; without a line that says how
    many of them are still to be drawn, all may be."""
    if 0 <= state.stated_stock <= stock:
        discard[:0] = (UNKNOWN,) * (stock - state.stated_stock)
        return state.stated_stock
    state.stock_unstated = state.stated_stock < 0
    return stock


@line
def apply_stock(state: HandState, event: Event) -> Violation | None:
    """Note how many cards are still to be drawn."""
    state.stated_stock = number_of(event)
    return None


@line
def apply_reversed(state: Any, event: Event) -> Violation | None:
    """Let play go counter-clockwise."""
    state.direction = -1
    return None
