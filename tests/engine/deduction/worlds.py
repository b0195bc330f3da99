"""Every way the hidden cards of a small log may have lain, by trying them all."""

from collections.abc import Iterator, Sequence

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.deduction.supply import (
    Drawn,
    Movement,
    Played,
    SetAside,
    Shuffled,
    TurnedUp,
)

Hands = tuple[tuple[int, ...], ...]
World = dict[int, Hands]
"""The cards in all hands just before each event."""


def worlds(copies: Sequence[int], movements: Sequence[Movement], hands: int = 2) -> Iterator[World]:
    """Yield every world that agrees with *movements*; some more than once."""
    yield from _after(tuple(movements), tuple(copies), ((),) * hands, {})


def _after(
    movements: tuple[Movement, ...], stock: tuple[int, ...], hands: Hands, world: World
) -> Iterator[World]:
    if not movements:
        yield world
        return
    movement, rest = movements[0], movements[1:]
    world = {**world, movement.event: hands}
    match movement:
        case Drawn(_, hand, cards):
            for left, drawn in _draws(stock, cards):
                yield from _after(rest, left, _changed(hands, hand, hands[hand] + drawn), world)
        case Played(_, hand, (card,)) if card in hands[hand]:
            yield from _after(rest, stock, _without(hands, hand, card), world)
        case SetAside(_, hand, _):
            for card in set(hands[hand]):
                yield from _after(rest, stock, _without(hands, hand, card), world)
        case TurnedUp(_, card) if stock[card]:
            yield from _after(rest, _less(stock, card), hands, world)
        case Shuffled(_, cards):
            counts = tuple(count + cards.count(card) for card, count in enumerate(stock))
            yield from _after(rest, counts, hands, world)


def _draws(
    stock: tuple[int, ...], cards: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield what may be left of the stock, and the cards drawn."""
    if not cards:
        yield stock, ()
        return
    for card in range(len(stock)) if cards[0] == UNKNOWN else cards[:1]:
        if stock[card]:
            for left, others in _draws(_less(stock, card), cards[1:]):
                yield left, (card, *others)


def _less(stock: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(count - (number == card) for number, count in enumerate(stock))


def _without(hands: Hands, hand: int, card: int) -> Hands:
    cards = list(hands[hand])
    cards.remove(card)
    return _changed(hands, hand, tuple(cards))


def _changed(hands: Hands, hand: int, cards: tuple[int, ...]) -> Hands:
    return (*hands[:hand], cards, *hands[hand + 1 :])
