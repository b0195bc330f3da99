"""The score of a player at the end of a hand, with the best legal choices.

Points are penalty points, integers, lower is better. A *count* here is a tuple (red, blue, gold,
wild) of numbers of cards.

    >>> hand = EndOfHand(objective=(DECK.index["rA3"], DECK.index["bA2"]), collected=(4, 4, 2, 0))
    >>> score(hand, squared=False, may_add_left=False).points
    1
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from zarleague.engine.entry import Step
from zarleague.engine.games.zuits.deck import COLOUR, COLOURS, DECK, VALUE, WILD

Count = tuple[int, int, int, int]
NO_CARDS: Final[Count] = (0, 0, 0, 0)


class EndOfHand(NamedTuple):
    """The facts that decide a score: two objective cards, cards collected, cards left in hand, and
    the player's choices instead of the best: a colour, how many wilds to count, whether to add the
    cards left. None leaves the choice to the game."""

    objective: tuple[int, int]
    collected: Count
    left: Count = NO_CARDS
    colour: int | None = None
    wilds: int | None = None
    add_left: bool | None = None


class ColourCount(NamedTuple):
    """One way to count: ``off`` cards too many (positive) or too few (negative) in ``colour``, of
    which ``cards`` have the colour and ``wilds`` of ``most`` wilds are counted."""

    colour: int
    cards: int
    wilds: int
    most: int
    added: bool
    off: int


class Score(NamedTuple):
    """Points, the tally that gives them, and the steps that lead there."""

    points: int
    tally: ColourCount
    steps: tuple[Step, ...]


def count_of(cards: Sequence[int]) -> Count:
    """Return how many cards there are of each colour."""
    numbers = [0, 0, 0, 0]
    for card in cards:
        numbers[COLOUR[card]] += 1
    return (numbers[0], numbers[1], numbers[2], numbers[3])


@cache
def wanted(objective: tuple[int, int]) -> int:
    """Return how many cards the two objective cards ask for, 0 to 8."""
    first, second = objective
    return VALUE[first] + VALUE[second]


@cache
def colours_open(objective: tuple[int, int]) -> tuple[int, ...]:
    """Return the colours the player may choose from at the end; one if there is no choice."""
    first, second = sorted((COLOUR[objective[0]], COLOUR[objective[1]]))
    if first == WILD:
        return tuple(range(len(COLOURS)))
    return (first,) if second in (first, WILD) else (first, second)


def most_wilds(hand: EndOfHand, *, added: bool) -> int:
    """Return how many wilds may be counted."""
    return hand.collected[WILD] + (hand.left[WILD] if added else 0)


def off_by(target: int, cards: int, wilds: int) -> int:
    """Return how many cards too many (positive) or too few (negative) there are, counting as many
    wilds as help."""
    return cards - target if cards >= target else min(cards + wilds - target, 0)


def score(hand: EndOfHand, *, squared: bool, may_add_left: bool) -> Score:
    """Score a hand by the best of all ways that the player's choices leave open.

    Ties go to fewer cards added from the hand, then to the first colour. A chosen colour that the
    objective does not allow, or more wilds than there are, must have been refused before.
    """
    chosen = _best(_tallies(hand, may_add_left))
    free = hand._replace(colour=None, wilds=None, add_left=None)
    tallies = _tallies(free, may_add_left)
    best = _best(tallies)
    points = points_of(chosen.off, squared=squared)
    steps = [
        _objective_step(hand.objective),
        _colour_step(hand.objective),
        *map(_tally_step, tallies),
    ]
    if abs(chosen.off) > abs(best.off):
        steps.append(Step("The player chose differently:"))
        steps.append(_tally_step(chosen))
    steps.append(_points_step(chosen, points, squared))
    return Score(points, chosen, tuple(steps))


def _tallies(hand: EndOfHand, may_add_left: bool) -> list[ColourCount]:
    """Return every open way to count, each with the best number of wilds."""
    colours = colours_open(hand.objective) if hand.colour is None else (hand.colour,)
    if not may_add_left or not any(hand.left):
        adding: tuple[bool, ...] = (False,)
    else:
        adding = (False, True) if hand.add_left is None else (hand.add_left,)
    return [
        _tally(hand, colour, added)
        for added in adding
        for colour in colours
        if (hand.wilds or 0) <= most_wilds(hand, added=added)
    ]


def _tally(hand: EndOfHand, colour: int, added: bool) -> ColourCount:
    target = wanted(hand.objective)
    cards = hand.collected[colour] + (hand.left[colour] if added else 0)
    most = most_wilds(hand, added=added)
    off = off_by(target, cards, most) if hand.wilds is None else cards + hand.wilds - target
    return ColourCount(colour, cards, off + target - cards, most, added, off)


def _best(tallies: list[ColourCount]) -> ColourCount:
    return min(tallies, key=lambda tally: abs(tally.off))


def points_of(off: int, *, squared: bool) -> int:
    """Return the points for cards too many or too few."""
    return off * off if squared else abs(off)


def _objective_step(objective: tuple[int, int]) -> Step:
    first, second = objective
    return Step(
        "The objective cards {first} and {second} ask for {count} cards.",
        (
            ("first", DECK.faces[first].name),
            ("second", DECK.faces[second].name),
            ("count", wanted(objective)),
        ),
    )


def _colour_step(objective: tuple[int, int]) -> Step:
    colours = colours_open(objective)
    if len(colours) == len(COLOURS):
        return Step("Both are wild: any colour may be chosen.")
    if len(colours) == 2:
        first, second = colours
        return Step(
            "Their colours allow {first} or {second}.",
            (("first", COLOURS[first]), ("second", COLOURS[second])),
        )
    colour = ("colour", COLOURS[colours[0]])
    if any(COLOUR[card] == WILD for card in objective):
        return Step("One is wild, so the other decides the colour: {colour}.", (colour,))
    return Step("Both are {colour}.", (colour,))


def _tally_step(tally: ColourCount) -> Step:
    facts = (
        ("colour", COLOURS[tally.colour]),
        ("cards", tally.cards),
        ("wilds", tally.wilds),
        ("most", tally.most),
        ("total", tally.cards + tally.wilds),
        ("off", abs(tally.off)),
    )
    if tally.added:
        return Step(
            "With the cards left in hand, {colour}: {cards} plus {wilds} of {most} wilds make "
            "{total}, {off} off.",
            facts,
        )
    if tally.most:
        return Step(
            "{colour}: {cards} plus {wilds} of {most} wilds make {total}, {off} off.", facts
        )
    return Step("{colour}: {cards}, {off} off.", facts)


def _points_step(tally: ColourCount, points: int, squared: bool) -> Step:
    facts = (("colour", COLOURS[tally.colour]), ("off", abs(tally.off)), ("points", points))
    if squared:
        return Step("{colour} counts: {off} × {off} = {points} points.", facts)
    return Step("{colour} counts: {points} points.", facts)
