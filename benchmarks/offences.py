"""Hands of bots in which somebody breaks a rule, nobody objects, and play goes on.

Each offence is one event that the game calls illegal although its cards allow it. The bots play on
from the table as it is after that event.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple

from zarleague.bots import play_hand
from zarleague.engine import Verdict, find
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import DRAW, NONE, PLAY, TABLE, Event
from zarleague.engine.findings import Code
from zarleague.engine.game import Game, Remedy
from zarleague.engine.log import Log

SEATS: Final = ("Ann", "Bob", "Cat", "Dee")
PLACES: Final = 12
"""Moments of a hand at which an offence is looked for."""


class Offence(NamedTuple):
    """A hand with one offence: its log, and the index of the event."""

    log: Log
    event_index: int


def offence(key: str, kind: str, seed: int) -> Offence | None:
    """Return a hand of a game with one offence of a kind, None if none was found."""
    game = find(key)
    ruleset = game.ruleset()
    rng = Random(seed)
    hand = play_hand(game, ruleset, SEATS, 0, rng)
    started = next((i for i, e in enumerate(hand.events) if e.kind in (PLAY, DRAW)), 0)
    places = range(started, len(hand.events) - 1)
    for place in rng.sample(places, min(PLACES, len(places))):
        state = game.start(ruleset, len(SEATS), 0, Remedy.PENALTY)
        for event in hand.events[:place]:
            game.apply(state, event)
        codes, events = KINDS[kind]
        for event in events(game, state, hand.events[place], rng):
            if _stands(game, state, event, codes):
                begun = (*hand.events[:place], event)
                log = play_hand(game, ruleset, SEATS, 0, rng, begun=begun, remedy=Remedy.PENALTY)
                return Offence(log, place)
    return None


def _stands(game: Game, state: Any, event: Event, codes: frozenset[Code]) -> bool:
    """Return whether an event is illegal for one of these reasons alone and moves its cards."""
    after = state.copy()
    game.apply(after, event)
    found = [f for f in after.findings if f.verdict is not Verdict.LEGAL]
    seats = (game.view(one).seats[event.seat] for one in (state, after))
    before, now = (len(seat.cards) + seat.unknown for seat in seats)
    return len(found) == 1 and found[0].code in codes and before != now


def _in_turn(game: Game, state: Any, written: Event, rng: Random) -> Iterator[Event]:
    for seat in game.acting(state):
        yield from _plays(game, state, seat, rng)


def _out_of_turn(game: Game, state: Any, written: Event, rng: Random) -> Iterator[Event]:
    acting = game.acting(state)
    others = [seat for seat in range(len(SEATS)) if seat not in acting]
    for seat in rng.sample(others, len(others)):
        yield from _plays(game, state, seat, rng)


def _plays(game: Game, state: Any, seat: int, rng: Random) -> Iterator[Event]:
    """Yield the plays of each card of a hand, without and with a name."""
    cards = [*dict.fromkeys(game.view(state).seats[seat].cards)]
    for card in rng.sample(cards, len(cards)):
        for name in (NONE, *range(4)):
            yield Event(PLAY, seat, (card,), name)


def _miscounted(game: Game, state: Any, written: Event, rng: Random) -> Iterator[Event]:
    """Yield the draw that the hand has there, of one card more or less."""
    if written.kind == DRAW and written.seat != TABLE:
        count = len(written.cards)
        for wrong in rng.sample((count - 1, count + 1), 2):
            yield replace(written, cards=(UNKNOWN,) * wrong)


Events = Callable[[Game, Any, Event, Random], Iterator[Event]]
KINDS: Final[dict[str, tuple[frozenset[Code], Events]]] = {
    "a bluff": (frozenset({Code.COULD_HAVE_PLAYED}), _in_turn),
    "a revoke": (frozenset({Code.MUST_FOLLOW}), _in_turn),
    "a card that does not fit": (frozenset({Code.DOES_NOT_FIT}), _in_turn),
    "a wrong count": (frozenset({Code.WRONG_COUNT, Code.NOTHING_OWED}), _miscounted),
    "a play out of turn": (frozenset({Code.OUT_OF_TURN}), _out_of_turn),
}
"""The codes that the finding of an offence may have, and the events tried, by kind."""
