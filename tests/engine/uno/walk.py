"""A random walk: any legal move at any seat, accusations and catches included."""

from dataclasses import replace
from random import Random

from zarleague.engine import Remedy
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import CATCH, DEAL, DRAW, PASS, RESHUFFLE, SAY, TABLE, UP, Event
from zarleague.engine.games.uno import GAME
from zarleague.engine.games.uno.state import State
from zarleague.engine.log import Log
from zarleague.engine.ruleset import Ruleset

NAMES = ("Ann", "Bob", "Cat", "Dee", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon")
MOST_EVENTS = 800
IDLE = frozenset({DRAW, SAY, CATCH, PASS})


def walk(ruleset: Ruleset, seats: int, rng: Random, idle: float = 0.05) -> Log:
    """A hand of random legal events; *idle* is the chance of anything but laying cards where cards
    could be laid. Every card is named."""
    dealer = rng.randrange(seats)
    state = GAME.start(ruleset, seats, dealer, Remedy.RULED)
    copies = GAME.deck(ruleset).copies
    pile = [card for card, count in enumerate(copies) for _ in range(count)]
    rng.shuffle(pile)
    events: list[Event] = []
    while not state.over and len(events) < MOST_EVENTS:
        event = _next(state, rng, idle)
        if event.kind == RESHUFFLE:
            pile = state.discard[:-1]
            rng.shuffle(pile)
        if UNKNOWN in event.cards:
            event = replace(event, cards=tuple(pile.pop() for _ in event.cards))
        GAME.apply(state, event)
        if event.kind == UP and not state.started:
            pile.insert(rng.randrange(len(pile) + 1), event.cards[0])
        events.append(event)
    return Log(ruleset, NAMES[:seats], dealer, tuple(events))


def _next(state: State, rng: Random, idle: float) -> Event:
    of_table = GAME.legal(state, TABLE)
    if of_table and of_table[0].kind in (DEAL, UP, RESHUFFLE):
        return of_table[0]
    offered = of_table + [e for seat in range(state.seats) for e in GAME.legal(state, seat)]
    busy = [event for event in offered if event.kind not in IDLE]
    return rng.choice(busy if busy and rng.random() >= idle else offered)
