"""The habits of a bot: how alert it is, how much it talks, how it chooses among its plays."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from zarleague.engine.cards import UNKNOWN, Deck
from zarleague.engine.event import DRAW, PLAY, TAKE, Event


@dataclass(frozen=True, slots=True)
class Habits:
    """Probabilities from 0 to 1 that a seat does something when it could."""

    match: float = 0.7
    """Use an out-of-turn play."""
    talk: float = 0.9
    """Make a call that is due ("Uno") before anybody else acts."""
    ask: float = 0.4
    """Ask a seat that did not make its call."""
    accuse: float = 0.3
    """Accuse the seat before of a bluff."""
    draw: float = 0.03
    """Draw though it could play."""
    thrift: float = 0.6
    """Play the card that costs most when left, instead of any."""
    foresight: float = 0.0
    """Evaluate the position after each play before choosing."""


NATURAL: Final = Habits()
"""Like people: attentive most of the time, forgetful now and then."""
CAREFUL: Final = Habits(match=1.0, talk=1.0, ask=1.0, draw=0.0, thrift=1.0)
"""Never misses anything."""
BEGINNER: Final = Habits(match=0.3, talk=0.5, ask=0.1, accuse=0.1, draw=0.1, thrift=0.0)
"""Knows the rules, and plays any card that fits."""
EXPERT: Final = Habits(match=1.0, talk=1.0, ask=1.0, draw=0.0, thrift=1.0, foresight=1.0)
"""Misses nothing, and looks one step ahead."""


def choose(events: Sequence[Event], deck: Deck, habits: Habits, rng: Random) -> Event:
    """Return one of the legal events of a seat in turn, chosen by its habits."""
    draws: list[Event] = []
    others: list[Event] = []
    for event in events:
        if event.kind == TAKE:
            # Where the discard pile is as good as the stock, drawing is not giving up.
            return rng.choice(events)
        (draws if event.kind == DRAW else others).append(event)
    if draws and (not others or rng.random() < habits.draw):
        return max(draws, key=lambda event: len(event.cards))
    plays = [event for event in others if event.kind == PLAY]
    if not plays or rng.random() >= habits.thrift:
        return rng.choice(others)
    dearest = max(_worth(event, deck) for event in plays)
    return rng.choice([event for event in plays if _worth(event, deck) == dearest])


def _worth(event: Event, deck: Deck) -> int:
    return sum(deck.points[card] for card in event.cards if card != UNKNOWN)
