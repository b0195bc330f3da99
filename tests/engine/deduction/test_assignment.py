"""The search for assignments against every way the hidden cards may have lain."""

import random
from itertools import islice

import pytest

from tests.engine.deduction.worlds import worlds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.deduction.assignment import Question, Search
from zarleague.engine.deduction.deduce import _first_card
from zarleague.engine.deduction.supply import (
    Drawn,
    Movement,
    NotExact,
    Played,
    SetAside,
    Shown,
    Shuffled,
    TurnedUp,
    hidden_cards,
)

ENOUGH = 20_000
"""The most ways looked at; a log with more is too large for this test."""


def _game(seed: int) -> tuple[list[int], list[Movement]]:
    """Play a small game with two hands at random and hide some of its draws. In one in five, a hand
    sets a card aside; then every card exists once, as in the games where that happens."""
    rng = random.Random(seed)
    aside = rng.random() < 0.2
    copies = [1 if aside else rng.randint(1, 2) for _ in range(rng.randint(2, 4))]
    hide = rng.choice([0.3, 0.6, 1.0])
    stock = [card for card, count in enumerate(copies) for _ in range(count)]
    rng.shuffle(stock)
    hands: list[list[int]] = [[], []]
    movements: list[Movement] = []

    def draw(hand: int, count: int) -> None:
        cards = [stock.pop() for _ in range(min(count, len(stock)))]
        hands[hand] += cards
        seen = tuple(UNKNOWN if rng.random() < hide else card for card in cards)
        movements.append(Drawn(len(movements), hand, seen))

    draw(0, rng.randint(1, 2))
    draw(1, rng.randint(1, 2))
    if aside and hands[0]:
        hands[0].pop(rng.randrange(len(hands[0])))
        movements.append(SetAside(len(movements), 0, (UNKNOWN,)))
    discard: list[int] = []
    if stock:
        discard.append(stock.pop())
        movements.append(TurnedUp(len(movements), discard[-1]))
    for _ in range(rng.randint(2, 8)):
        hand = rng.randint(0, 1)
        if rng.random() < 0.5 and stock:
            draw(hand, 1)
        elif hands[hand]:
            card = hands[hand].pop(rng.randrange(len(hands[hand])))
            discard.append(card)
            movements.append(Played(len(movements), hand, (card,)))
        if not aside and not stock and len(discard) > 1 and rng.random() < 0.7:
            stock = discard[:-1]
            movements.append(Shuffled(len(movements), tuple(stock)))
            rng.shuffle(stock)
            discard = discard[-1:]
    return copies, movements


def _cards_left(movement: Movement, hand: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of a hand without those that the event itself takes out of it."""
    if isinstance(movement, Played) and movement.hand == hand:
        kept = list(cards)
        kept.remove(movement.cards[0])
        return tuple(kept)
    return cards


@pytest.mark.parametrize("block", range(10))
def test_every_answer_is_that_of_all_the_ways(block: int) -> None:
    """The search finds an assignment exactly if one of all possible ways has it."""
    answered = 0
    for seed in range(100 * block, 100 * block + 100):
        copies, movements = _game(seed)
        ways = list(islice(worlds(copies, movements), ENOUGH))
        search = Search(hidden_cards(copies, movements))
        assert ways, "a game that was played is possible"
        assert search.exists() is not None
        rng = random.Random(-seed)
        for _ in range(4):
            movement = rng.choice(movements)
            hand = rng.randint(0, 1)
            cards = rng.randrange(1, 1 << len(copies))
            if any(isinstance(m, SetAside) and m.event >= movement.event for m in movements):
                continue
            question = Question(hand, movement.event, cards)
            held = {
                any(
                    cards >> card & 1
                    for card in _cards_left(movement, hand, way[movement.event][hand])
                )
                for way in ways
            }
            assert (search.with_none(question) is not None) == (False in held), seed
            assert (search.with_one(question) is not None) == (True in held), seed
            answered += len(held) > 1
    assert answered > 5, "there are open questions among them"


def test_an_impossible_log_has_no_assignment() -> None:
    """Two hands cannot both play the only copy of a card."""
    drawn = [Drawn(0, 0, (UNKNOWN,)), Drawn(1, 1, (UNKNOWN,))]
    played = [Played(2, 0, (0,)), Played(3, 1, (0,))]
    assert Search(hidden_cards([1, 1], [*drawn, *played])).exists() is None


def test_after_a_reshuffle_only_the_discarded_cards_can_be_drawn() -> None:
    """Card 0 was turned up and stays on top, card 1 was played under it: it is what is drawn."""
    movements = [
        Drawn(0, 0, (UNKNOWN,)),
        TurnedUp(1, 1),
        Played(2, 0, (0,)),
        Shuffled(3, (1,)),
        Drawn(4, 1, (UNKNOWN,)),
    ]
    search = Search(hidden_cards([1, 1], movements))
    assert search.with_none(Question(1, 5, 0b10)) is None
    assert search.with_one(Question(1, 5, 0b01)) is None
    assert search.with_one(Question(1, 5, 0b10)) is not None


def test_a_card_shown_at_the_end_was_held_from_the_only_draw_on() -> None:
    """One hidden card, shown at event 3: it was there at event 2, after nothing else was drawn."""
    movements = [Drawn(0, 0, (UNKNOWN,)), TurnedUp(1, 1), Shown(3, 0, (2,))]
    search = Search(hidden_cards([1, 1, 1], movements))
    assert search.with_none(Question(0, 2, 0b100)) is None
    assert search.with_one(Question(0, 2, 0b100)) is not None


def test_an_unnamed_play_is_not_judged_exactly() -> None:
    """What left the hand is unknown, so no assignment would prove anything."""
    with pytest.raises(NotExact):
        hidden_cards([1, 1], [Drawn(0, 0, (UNKNOWN,)), Played(1, 0, (UNKNOWN,))])


@pytest.mark.parametrize("reveals", [Shown, Played])
def test_of_several_cards_the_first_impossible_one_is_named(reveals: type[Shown | Played]) -> None:
    """There are three cards, one of each. The second hand drew one and shows card 2, so that the
    first hand, which shows cards 0 and 2, can have held card 0 alone."""
    drawn = [Drawn(0, 0, (UNKNOWN, UNKNOWN)), Drawn(1, 1, (UNKNOWN,)), Shown(2, 1, (2,))]
    assert _first_card([*drawn, reveals(3, 0, (0, 2))], [1, 1, 1]) == [(3, 2)]
