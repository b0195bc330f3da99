"""A ruleset of UNO Golf resolved once into plain attributes."""

from dataclasses import dataclass
from functools import lru_cache

from zarleague.engine.cards import Deck
from zarleague.engine.games.uno_golf.deck import DOUBLE_DRAW_TWO, DRAW_TWO, REVERSE, SKIP, deck_of
from zarleague.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a round of UNO Golf; each attribute says when it is true.

    ``untakable`` are the actions whose cards may not be taken from the discard pile;
    ``uno_penalty`` is how many cards a missed "UNO" costs.
    """

    deck: Deck
    confirmed: bool
    untakable: frozenset[int]
    drawn_action_acts: bool
    cleared_action_acts: bool
    clear_same_action: bool
    clear_any_time: bool
    one_more_turn: bool
    last_action_resolves: bool
    clears_at_end: bool
    uno_penalty: int
    reverse_skips_two_players: bool


_DRAW_CARDS = frozenset({DRAW_TWO, DOUBLE_DRAW_TWO})
_UNTAKABLE = {
    "allowed": frozenset[int](),
    "draw-cards-forbidden": _DRAW_CARDS,
    "forbidden": _DRAW_CARDS | {SKIP, REVERSE},
}


@lru_cache(maxsize=64)
def rules_of(ruleset: Ruleset) -> Rules:
    """The rules of a ruleset."""
    points = (
        ruleset.number("skip-points"),
        ruleset.number("reverse-points"),
        ruleset.number("draw-two-points"),
        ruleset.number("double-draw-two-points"),
    )
    return Rules(
        deck=deck_of(points, 2 if ruleset["double-draw-two"] == "two-per-colour" else 1),
        confirmed=ruleset["action-points-confirmed"] == "yes",
        untakable=_UNTAKABLE[ruleset["take-action-from-discard"]],
        drawn_action_acts=ruleset["drawn-action-discarded"] == "acts",
        cleared_action_acts=ruleset["clear-top-action"] == "acts",
        clear_same_action=ruleset["clear-action-pair"] == "same-symbol-too",
        clear_any_time=ruleset["clear-when"] == "any-time",
        one_more_turn=ruleset["round-end"] == "one-more-turn-each",
        last_action_resolves=ruleset["last-discard-action"] == "resolves",
        clears_at_end=ruleset["round-end-clear"] == "best-for-player",
        uno_penalty=ruleset.number("uno-penalty"),
        reverse_skips_two_players=ruleset["reverse-two-players"] == "skips",
    )
