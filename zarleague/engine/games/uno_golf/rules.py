"""A ruleset of UNO Golf, resolved once into flags and tables for judging."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from zarleague.engine.cards import UNKNOWN, Deck
from zarleague.engine.game import MatchEnd, NextDealer
from zarleague.engine.games.uno_golf.deck import (
    ACTION,
    COLOUR,
    DOUBLE_DRAW_TWO,
    DRAW_TWO,
    FACES,
    NUMBERS,
    REVERSE,
    SKIP,
    SYMBOL,
    deck_of,
)
from zarleague.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a round; a flag is true if what its name says happens at the table.

    ``matching`` is, by card, the mask of the cards that match it. ``column_points`` is the cost of
    a column at the end of the round, by its two cards; columns with action cards have none while
    the points of those are not confirmed. ``untakable`` are the actions whose cards may not be
    taken from the discard pile; ``uno_penalty`` is how many cards a missed "UNO" costs,
    ``first_turn_ups`` how many cards each player turns up before play starts.
    """

    deck: Deck
    confirmed: bool
    matching: tuple[int, ...]
    column_points: Mapping[tuple[int, int], int]
    untakable: frozenset[int]
    drawn_action_acts: bool
    cleared_action_acts: bool
    clear_any_time: bool
    one_more_turn: bool
    ends_with_last_card: bool
    last_action_resolves: bool
    clears_at_end: bool
    uno_penalty: int
    first_turn_ups: int
    reverse_skips_two_players: bool


_DRAW_CARDS = frozenset({DRAW_TWO, DOUBLE_DRAW_TWO})
_UNTAKABLE = {
    "allowed": frozenset[int](),
    "draw-cards-forbidden": _DRAW_CARDS,
    "forbidden": _DRAW_CARDS | {SKIP, REVERSE},
}


def _matching(same_action: bool) -> tuple[int, ...]:
    """Return by card the mask of those of its colour or number; with *same_action* also of those
    with its action."""
    return tuple(
        sum(
            1 << other
            for other in range(FACES)
            if COLOUR[card] == COLOUR[other]
            or (SYMBOL[card] == SYMBOL[other] and (same_action or SYMBOL[card] < NUMBERS))
        )
        for card in range(FACES)
    )


def _column_points(
    deck: Deck, cleared: tuple[int, ...], confirmed: bool
) -> dict[tuple[int, int], int]:
    """Return the cost of each column by its two cards; *cleared* is, by card, the mask of those
    with which it is cleared for its owner at the end of the round."""
    points = deck.points
    costs = {}
    for first, second in product(range(FACES), repeat=2):
        if cleared[first] >> second & 1:
            costs[first, second] = 0
        elif confirmed or not (ACTION[first] or ACTION[second]):
            costs[first, second] = points[first] + points[second]
    return costs


@lru_cache(maxsize=64)
def rules_of(ruleset: Ruleset) -> Rules:
    points = (
        ruleset.number("skip-points"),
        ruleset.number("reverse-points"),
        ruleset.number("draw-two-points"),
        ruleset.number("double-draw-two-points"),
    )
    deck = deck_of(points, 2 if ruleset["double-draw-two"] == "two-per-colour" else 1)
    matching = _matching(ruleset["clear-action-pair"] == "same-symbol-too")
    clears_at_end = ruleset["round-end-clear"] == "best-for-player"
    cleared = matching if clears_at_end else (0,) * FACES
    confirmed = ruleset["action-points-confirmed"] == "yes"
    one_more_turn = ruleset["round-end"] == "one-more-turn-each"
    return Rules(
        deck=deck,
        confirmed=confirmed,
        matching=matching,
        column_points=_column_points(deck, cleared, confirmed),
        untakable=_UNTAKABLE[ruleset["take-action-from-discard"]],
        drawn_action_acts=ruleset["drawn-action-discarded"] == "acts",
        cleared_action_acts=ruleset["clear-top-action"] == "acts",
        clear_any_time=ruleset["clear-when"] == "any-time",
        one_more_turn=one_more_turn,
        ends_with_last_card=not one_more_turn and ruleset["last-turn-clear"] == "after-the-end",
        last_action_resolves=ruleset["last-discard-action"] == "resolves",
        clears_at_end=clears_at_end,
        uno_penalty=ruleset.number("uno-penalty"),
        first_turn_ups=ruleset.number("first-turn-up"),
        reverse_skips_two_players=ruleset["reverse-two-players"] == "skips",
    )


def matches(rules: Rules, first: int, second: int) -> bool | None:
    """Return whether two cards of a column match, so that it may be cleared; None if one of them is
    unknown."""
    if first == UNKNOWN or second == UNKNOWN:
        return None
    return bool(rules.matching[first] >> second & 1)


def match_end(ruleset: Ruleset) -> MatchEnd:
    """Return when a match ends: after so many rounds, and what decides a tie."""
    return MatchEnd(ruleset.number("rounds"), ties_by_wins=ruleset["tie"] == "round-wins")


def next_dealer(ruleset: Ruleset) -> NextDealer:
    """Return who deals the next hand, as the option of that name says."""
    winner_begins = ruleset["next-dealer"] == "before-winner"
    return NextDealer.BEFORE_WINNER if winner_begins else NextDealer.CLOCKWISE
