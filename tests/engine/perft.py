"""Count the legal sequences of moves from a position to a fixed depth, as perft does in chess.

The moves are found in two ways that share nothing but the judge: by the legal list, and by trying
every event there may be and asking the judge. Chance is taken out: the draw pile is in an order
fixed by a seed, so a draw has one outcome. Left out is what may be done at any time and changes
nothing on the table: showing cards, asking, and what is called out with a play. ``python -m
tests.engine.perft GAME DEPTH`` counts deeper than the tests do.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations, product
from random import Random
from typing import Any, Final, NamedTuple

from tests.engine import conformance
from zarleague.engine import find, positions
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import (
    ADD,
    ASK,
    DEAL,
    DRAW,
    LEFT,
    MATCH,
    NONE,
    PENALTY,
    PLAY,
    RESHUFFLE,
    SET_ASIDE,
    TABLE,
    TURN,
    UP,
    Event,
)
from zarleague.engine.findings import Code
from zarleague.engine.game import Game, Verb
from zarleague.engine.log import Log

SEATS: Final = 3
MOST_TOGETHER: Final = 3
"""Cards of a hand that are tried together in one event; three only of at most two faces."""
MOST_DRAWN: Final = 15
"""Cards off the draw pile that are tried in one event."""
_LEFT_OUT: Final = frozenset({ASK, LEFT}) | positions.KINDS
"""Events that are no moves: questions, a player who left, and how the table stood."""
_UNORDERED: Final = frozenset({SET_ASIDE, TURN})
"""Events whose cards lie beside each other."""
_FROM_STOCK: Final = frozenset({DEAL, UP, DRAW, PENALTY})


class Position(NamedTuple):
    """A state with every card known, and the draw pile, next card last."""

    game: Game
    log: Log
    state: Any
    stock: tuple[int, ...]


Moves = Callable[[Position], set[Event]]


def position(game: Game, log: Log, events: int, seed: int) -> Position:
    """Return the position after so many events of a hand, with the draw pile shuffled by *seed*."""
    state = conformance.start(game, log)
    for event in log.events[:events]:
        game.apply(state, event)
    return Position(game, log, state, _shuffled(game, log, state, seed))


def count(at: Position, depth: int, moves: Moves) -> int:
    """Return how many sequences of *depth* moves there are, those included that end earlier with
    the hand."""
    every = moves(at)
    if not every or depth == 0:
        return 1
    if depth == 1:
        return len(every)
    return sum(count(after(at, event), depth - 1, moves) for event in every)


def after(at: Position, event: Event) -> Position:
    """Return the position after a move."""
    state = at.state.copy()
    at.game.apply(state, event)
    drawn = len(event.cards) if _is_off_stock(at.game, event.kind) else 0
    stock = at.stock[: len(at.stock) - drawn]
    if event.kind in (RESHUFFLE, UP):
        stock = _shuffled(at.game, at.log, state, len(stock))
    return Position(at.game, at.log, state, stock)


def listed_moves(at: Position) -> set[Event]:
    """Return the moves of the legal list, with the cards that come off the draw pile."""
    seats = (TABLE, *range(len(at.log.seats)))
    offered = [event for seat in seats for event in at.game.legal(at.state, seat)]
    return {_canonical(_with_cards(at, event)) for event in offered if event.kind not in _LEFT_OUT}


def tried_moves(at: Position) -> set[Event]:
    """Return every event of which the judge finds nothing wrong."""
    legal = set()
    for event in _events(at):
        if not conformance.findings_of(at.game, at.state, event):
            legal.add(_canonical(event))
    return legal


def _canonical(event: Event) -> Event:
    """Return one event for all that differ only in what means nothing: of cards played together
    only which one lies on top counts, of cards set aside not even that."""
    cards = event.cards
    if event.kind in _UNORDERED:
        cards = tuple(sorted(cards))
    elif event.kind in (PLAY, MATCH) and cards:
        cards = (*sorted(cards[:-1]), cards[-1])
    return replace(event, cards=cards, said=())


def _is_off_stock(game: Game, kind: int) -> bool:
    """Return whether the cards of such an event come off the draw pile; a verb that adds a number
    of cards adds unseen ones."""
    counts = any(verb.kind == kind and verb.counts for verb in game.verbs)
    return kind in _FROM_STOCK or (kind == ADD and counts)


def _with_cards(at: Position, event: Event) -> Event:
    if UNKNOWN not in event.cards:
        return event
    coming = list(at.stock)
    return replace(event, cards=tuple(coming.pop() if coming else UNKNOWN for _ in event.cards))


def _events(at: Position) -> Iterator[Event]:
    """Yield every event there may be. Where one is wrong whatever is named with it, only one with
    nothing named is yielded."""
    words = range(len(at.game.words(at.log.ruleset)))
    for verb in at.game.verbs:
        if verb.kind in _LEFT_OUT:
            continue
        for event in _nameless_events(at, verb):
            yield event
            if verb.names[1] and (verb.names[0] or _needs_only_a_name(at, event)):
                yield from (replace(event, name=name) for name in words)


def _needs_only_a_name(at: Position, event: Event) -> bool:
    found = conformance.findings_of(at.game, at.state, event)
    return all(finding.code is Code.MUST_NAME for finding in found)


def _nameless_events(at: Position, verb: Verb) -> Iterator[Event]:
    """Yield a verb with every seat, group of cards, other seat and number."""
    seats = range(len(at.log.seats))
    view = at.game.view(at.state)
    others = (NONE, *seats) if verb.seats[1] == 1 else (NONE,)
    if verb.subject == "table":
        for cards in _groups(at, verb, [], []):
            yield Event(verb.kind, cards=cards)
        return
    for seat in seats:
        here = view.seats[seat]
        beside = [cell.card for column in here.grid for cell in column]
        beside += [card for pile in here.piles for card in pile.cards]
        for pile in (*view.piles, *(pile for other in view.seats for pile in other.piles)):
            # A verb of one card may be about any that lies open, others about the top.
            beside += pile.cards if verb.cards[1] == 1 else pile.cards[-1:]
        groups = _groups(at, verb, list(here.cards), beside)
        for cards, other, more in product(groups, others, _more(verb, len(seats), len(here.grid))):
            yield Event(verb.kind, seat, cards, NONE, other, more)


def _groups(at: Position, verb: Verb, held: list[int], beside: list[int]) -> set[tuple[int, ...]]:
    """Return the cards an event of a seat may name: those coming next, or those it holds and those
    that lie open."""
    least, most = verb.cards
    if _is_off_stock(at.game, verb.kind):
        coming = at.stock[::-1]
        return {coming[:number] for number in range(least, min(most, MOST_DRAWN) + 1)}
    groups: set[tuple[int, ...]] = set() if least else {()}
    for number in range(max(least, 1), min(most, MOST_TOGETHER) + 1):
        among = [*held, *beside] if number == least else held
        groups.update(
            group
            for group in permutations(among, number)
            if number < MOST_TOGETHER or len(set(group)) < MOST_TOGETHER
        )
    return groups


def _more(verb: Verb, seats: int, columns: int) -> list[tuple[int, ...]]:
    """Return the further numbers of an event: several seats, a column, a place of a grid; of the
    latter also one too many."""
    if verb.seats[1] > 1:
        least, most = verb.seats
        numbers = list(range(seats))
    else:
        least, most = verb.numbers
        numbers = list(range(1, columns + 2))
        numbers += [10 * column + row for column in numbers for row in (1, 2)]
    lengths = range(least, most + 1)
    return [more for length in lengths for more in product(numbers, repeat=length)]


def _shuffled(game: Game, log: Log, state: Any, seed: int) -> tuple[int, ...]:
    """Return the cards that lie in no hand and nowhere open, in an order fixed by *seed*."""
    view = game.view(state)
    located: Counter[int] = Counter()
    for pile in (*view.piles, *(pile for seat in view.seats for pile in seat.piles)):
        located.update(pile.cards)
    for seat in view.seats:
        located.update(seat.cards)
        located.update(cell.card for column in seat.grid for cell in column)
    copies = enumerate(game.deck(log.ruleset).copies)
    stock = [card for card, most in copies for _ in range(most - located[card])]
    Random(f"{seed} {len(stock)}").shuffle(stock)
    return tuple(stock)


def moments(game: Game, seed: int) -> Iterator[Position]:
    """Yield positions of a hand from before the deal until just before its end."""
    ruleset = game.ruleset("", conformance.READY.get(game.key))
    log = conformance.deal(game, ruleset, max(SEATS, game.seats(ruleset)[0]), seed)
    last = len(log.events) - 1
    for quarter in range(5):
        yield position(game, log, last * quarter // 4, seed)


def main(key: str, depth: int) -> None:
    """Print both counts at several moments of a few hands."""
    for seed in range(4):
        for at in moments(find(key), seed):
            print(count(at, depth, listed_moves), count(at, depth, tried_moves), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
