"""Look one step ahead: evaluate a seat's position after an event, by what the seat can see.

Face-down cards in its grid count as `UNSEEN` points, whatever they are.
"""

from collections.abc import Sequence
from typing import Any, Final

from zarleague.engine.cards import Deck
from zarleague.engine.event import CLEAR, DISCARD, NONE, PLAY, PUT, SET_ASIDE, TAKE, TURN, Event
from zarleague.engine.game import Game

UNSEEN: Final = 5
"""Points of a card of a grid that nobody has seen: about the mean of a deck."""
WORTH_TAKING: Final = 4
"""Points that taking the top of the discard pile must save to be preferred to an unseen card."""
FAIR_SHARE: Final = 4
"""Cards that an objective should ask for: about what one collects of a colour without trying."""
_LOOKED_AT: Final = frozenset({PLAY, SET_ASIDE, PUT, DISCARD, TAKE, TURN})


def best(
    game: Game,
    kinds: frozenset[int],
    deck: Deck,
    words: Sequence[str],
    state: Any,
    seat: int,
    events: Sequence[Event],
) -> Sequence[Event]:
    """Return those of a seat's events that leave it in the best position; all if it cannot tell.

    ``kinds`` are the kinds of events that the game has, ``words`` the game's words, which an
    event's name indexes.
    """
    if PUT in kinds:
        return _of_a_grid(game, deck, state, seat, events)
    if SET_ASIDE in kinds:
        return _lowest(events, [_after_trick(game, deck, state, seat, event) for event in events])
    plays = [event for event in events if event.kind == PLAY]
    plain = [event for event in plays if event.name == NONE]
    if plain or not plays:
        return plain or events  # keep wild cards for later
    return _named_best(deck, words, game.view(state).seats[seat].cards, plays)


def _named_best(
    deck: Deck, words: Sequence[str], held: Sequence[int], plays: Sequence[Event]
) -> Sequence[Event]:
    """Return the plays of wild cards that name what the seat holds most of."""
    names = [deck.faces[card].name.split() for card in held]
    return _lowest(plays, [-sum(words[event.name] in name for name in names) for event in plays])


def _lowest(events: Sequence[Event], values: Sequence[int]) -> list[Event]:
    least = min(values)
    return [event for event, value in zip(events, values, strict=True) if value == least]


def _after(game: Game, state: Any, event: Event) -> Any:
    after = state.copy()
    game.apply(after, event)
    return after


def _of_a_grid(
    game: Game, deck: Deck, state: Any, seat: int, events: Sequence[Event]
) -> Sequence[Event]:
    clears = [event for event in events if event.kind == CLEAR]
    if clears:
        return clears
    takes = [event for event in events if event.kind == TAKE]
    if takes:
        now = _grid_value(game, deck, state, seat)
        held = _after(game, state, takes[0])
        puts = [event for event in game.legal(held, seat) if event.kind == PUT]
        then = [_grid_value(game, deck, _after(game, held, put), seat) for put in puts]
        saved = now - min(then, default=now)
        return takes if saved >= WORTH_TAKING else [e for e in events if e.kind != TAKE] or takes
    looked_at = [event for event in events if event.kind in _LOOKED_AT]
    if not looked_at:
        return events
    values = [_grid_value(game, deck, _after(game, state, event), seat) for event in looked_at]
    return _lowest(looked_at, values)


def _grid_value(game: Game, deck: Deck, state: Any, seat: int) -> int:
    """Return the points of the cards face up, without those that can be cleared, and `UNSEEN` for
    each that is not."""
    clears = {e.more[0]: e for e in game.legal(state, seat) if e.kind == CLEAR}
    total = 0
    for number, column in enumerate(game.view(state).seats[seat].grid, start=1):
        if number not in clears:
            total += sum(deck.points[cell.card] if cell.face_up else UNSEEN for cell in column)
    return total


def _after_trick(game: Game, deck: Deck, state: Any, seat: int, event: Event) -> int:
    """Return the seat's points after an event, with the trick it completes taken."""
    if event.kind not in _LOOKED_AT:
        return 0
    after = _after(game, state, event)
    if event.kind == SET_ASIDE:
        asked = game.points(after)[seat] or 0
        colours = {deck.faces[card].colour for card in event.cards}
        return 3 * abs(asked - FAIR_SHARE) - len(colours)
    for other in range(after.seats):
        for take in game.legal(after, other):
            if take.kind == TAKE:
                game.apply(after, take)
                return game.points(after)[seat] or 0
    return game.points(after)[seat] or 0
