"""How a bot behaves: how alert it is, how talkative, how it chooses among its plays."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from zarleague.engine.cards import UNKNOWN, Deck
from zarleague.engine.event import DRAW, PLAY, TAKE, Event


@dataclass(frozen=True, slots=True)
class Habits:
    """Chances, each from 0 to 1: ``match`` that a seat sees and uses an out-of-turn play, ``talk``
    that it says what it has to say before anybody acts, ``ask`` that somebody asks a seat that did
    not, ``accuse`` that a seat which may says that a card was a bluff, ``draw`` that it draws
    though it could play, ``thrift`` that it gets rid of its dearest cards first instead of any."""

    match: float = 0.7
    talk: float = 0.9
    ask: float = 0.4
    accuse: float = 0.3
    draw: float = 0.03
    thrift: float = 0.6


NATURAL: Final = Habits()
"""Like people: attentive most of the time, forgetful now and then."""
CAREFUL: Final = Habits(match=1.0, talk=1.0, ask=1.0, draw=0.0, thrift=1.0)
"""Never misses anything."""


def choose(events: Sequence[Event], deck: Deck, habits: Habits, rng: Random) -> Event:
    """One of the events a seat may do in its turn, as the habits have it."""
    if any(event.kind == TAKE for event in events):
        # Where the discard pile is as good as the draw pile, drawing is not giving up.
        return rng.choice(events)
    draws = [event for event in events if event.kind == DRAW]
    others = [event for event in events if event.kind != DRAW]
    if draws and (not others or rng.random() < habits.draw):
        return max(draws, key=lambda event: len(event.cards))
    plays = [event for event in others if event.kind == PLAY]
    if not plays or rng.random() >= habits.thrift:
        return rng.choice(others)
    dearest = max(_worth(event, deck) for event in plays)
    return rng.choice([event for event in plays if _worth(event, deck) == dearest])


def _worth(event: Event, deck: Deck) -> int:
    return sum(deck.points[card] for card in event.cards if card != UNKNOWN)
