"""The options of a ruleset as the flags and numbers that the judges read."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from zarleague.engine.game import MatchEnd
from zarleague.engine.games.uno.deck import BUZZER_DECK, DECK, DRAW_FOUR, DRAW_TWO, RANK
from zarleague.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Rules:
    """A resolved ruleset. Each flag is true if the table plays by what its docstring says."""

    winner_collects: bool
    """The winner of a hand scores everybody's cards, instead of each player scoring their own."""
    first_acts: bool
    """An action card turned up at the start acts."""
    first_redrawn: bool
    """An action card turned up at the start is buried."""
    first_wild_stays: bool
    """A wild or a buzzer turned up at the start stays, and any card may be played on it."""
    first_reverse_dealer: bool
    """After a reverse turned up at the start the dealer begins."""
    drawn_only: bool
    """After drawing by choice only the card drawn may be played."""
    drawn_never: bool
    """After drawing by choice nothing may be played."""
    drawn_must: bool
    """A card drawn by choice that fits must be played."""
    most_draws: int
    """Cards that may be drawn by choice in one turn."""
    draw_only_if_stuck: bool
    """Only a player without a playable card may draw."""
    draws_until_fits: bool
    """A player who draws by choice goes on drawing until a card fits, and plays it."""
    missed_uno: int
    """Cards drawn for a forgotten "uno"."""
    catch_while_one: bool
    """A forgotten "uno" can be caught as long as that player holds one card."""
    four_only_without_colour: bool
    """A wild draw four may not be played with a card of the colour in force in hand."""
    skip_after_two: bool
    """Drawing for a draw two costs the turn."""
    skip_after_four: bool
    """Drawing for a wild draw four costs the turn."""
    debts_in_parts: bool
    """The cards owed for one thing may be drawn bit by bit."""
    score_now: bool
    """Nothing is drawn for the last card of the winner."""
    answer_when_out: bool
    """The winner's last draw card may still be answered."""
    reverse_again: bool
    """Of two players, who plays a reverse plays again."""
    illegal_stands: bool
    """An illegal play stands and costs cards, instead of being taken back."""
    answers: Mapping[int, frozenset[int]]
    """By rank of a draw card: the ranks of those that answer it."""
    straights: bool
    """Consecutive numbers of one colour may be played in one turn."""
    intercepts_identical: bool
    """The card on top may be intercepted with an identical one."""
    intercepts_same_face: bool
    """The card on top may be intercepted with any card of its number or symbol."""
    plays_again: bool
    """Whoever intercepts plays again."""
    fail_scores: bool
    """A failed interception costs three points."""
    fail_cards: bool
    """A failed interception costs three cards."""
    intercept_in_turn: bool
    """The player in turn may intercept, too."""
    skip_waits: bool
    """An intercepting skip skips the next player once the interceptor has played again."""
    intercept_buzzer: bool
    """A buzzer can be intercepted."""
    intercept_actions: bool
    """Other cards than numbers can be intercepted."""
    bluff: bool
    """The player of a wild draw four may be accused of a bluff."""
    bluff_by_colour: bool
    """Only a card of the colour in force makes it a bluff."""
    bluffer_extra: int
    """Cards that a bluffer draws on top of what was due."""
    answer_is_judged: bool
    """A wild draw four that answers another can be a bluff."""
    zero_seven: bool
    """A seven swaps two hands, a zero moves all hands on."""
    swap_first: bool
    """A zero or seven as the last card moves hands before anybody is out."""
    swap_ends_straight: bool
    """A zero or seven ends a straight."""
    buzzers: bool
    """Eight buzzers are in the deck."""
    copies: tuple[int, ...]
    """By card: its number of copies in the deck."""

    @property
    def interceptions(self) -> bool:
        """Return whether anything can be intercepted."""
        return self.intercepts_identical or self.intercepts_same_face


_TWO: Final = frozenset({DRAW_TWO})
_FOUR: Final = frozenset({RANK[DRAW_FOUR]})
_ANSWERS: Final[dict[str, dict[int, frozenset[int]]]] = {
    "off": {},
    "on": {DRAW_TWO: _TWO, RANK[DRAW_FOUR]: _FOUR},
    "draw-twos": {DRAW_TWO: _TWO},
    "fours-on-twos": {DRAW_TWO: _TWO | _FOUR, RANK[DRAW_FOUR]: _FOUR},
    "mixed": {DRAW_TWO: _TWO | _FOUR, RANK[DRAW_FOUR]: _TWO | _FOUR},
}
"""By value of ``cumulation`` and rank of the draw card on top: the ranks that answer it."""
_MOST_DRAWS: Final = {"3": 3, "any": sum(BUZZER_DECK.copies), "until-fits": sum(BUZZER_DECK.copies)}
"""By value of the option: cards that may be drawn by choice in one turn, if more than one."""


@lru_cache(maxsize=256)
def rules_of(ruleset: Ruleset) -> Rules:
    value = ruleset.values
    until_fits = value["voluntary-draw-max"] == "until-fits"
    # Until a card fits, it is always the one drawn last that is played.
    drawn = "any" if until_fits else value["play-drawn-card"]
    return Rules(
        winner_collects=value["scoring"] == "winner-collects",
        first_acts=value["first-card-action"] == "apply",
        first_redrawn=value["first-card-action"] == "redraw",
        first_wild_stays=value["first-card-wild"] == "free",
        first_reverse_dealer=value["first-card-reverse"] == "dealer",
        drawn_only=drawn in ("yes", "must"),
        drawn_never=drawn == "no",
        drawn_must=drawn == "must",
        most_draws=_MOST_DRAWS.get(value["voluntary-draw-max"], 1),
        draw_only_if_stuck=until_fits or value["voluntary-draw-max"] == "0",
        draws_until_fits=until_fits,
        missed_uno=ruleset.number("missed-uno-penalty"),
        catch_while_one=value["uno-catch-window"] == "while-one-card",
        four_only_without_colour=value["wild-draw-four"] == "only-if-no-colour",
        skip_after_two=value["skip-after-drawing"] == "on",
        skip_after_four=value["skip-after-drawing"] != "off",
        debts_in_parts=value["debts-in-parts"] == "allowed",
        score_now=value["finish-on-draw-card"] == "score-now",
        answer_when_out=value["finish-on-draw-card"] == "victims-answer-then-score",
        reverse_again=value["reverse-two-players"] == "plays-again",
        illegal_stands=value["illegal-play"] == "stands-draw-2",
        answers=_ANSWERS[value["cumulation"]],
        straights=value["straights"] == "on",
        intercepts_identical=value["interceptions"] == "exact",
        intercepts_same_face=value["interceptions"] == "super",
        plays_again=value["interception-then"] == "plays-again",
        fail_scores=value["interception-fail"] == "score-3",
        fail_cards=value["interception-fail"] == "cards-3",
        intercept_in_turn=value["interception-in-turn"] == "yes",
        skip_waits=value["intercepted-skip"] == "skips-after",
        intercept_buzzer=value["intercept-buzzer"] == "yes",
        intercept_actions=value["intercept-actions"] == "yes",
        bluff=value["bluff"] != "off",
        bluff_by_colour=value["bluff"] == "colour-only",
        bluffer_extra=2 if value["bluff-penalty"] == "due-plus-2" else 0,
        answer_is_judged=value["bluff-when-answering"] == "judged",
        zero_seven=value["zero-seven"] == "on",
        swap_first=value["zero-seven-last-card"] == "swap-first",
        swap_ends_straight=value["swap-in-straight"] == "ends",
        buzzers=value["buzzers"] == "on",
        copies=(BUZZER_DECK if value["buzzers"] == "on" else DECK).copies,
    )


def match_end(ruleset: Ruleset) -> MatchEnd:
    """Return when a match ends, as its options say, and which way totals count."""
    ends = ruleset["match-end"]
    return MatchEnd(
        hands=0 if ends == "limit" else ruleset.number("rounds"),
        limit=0 if ends == "rounds" else ruleset.number("limit"),
        eliminate=ends != "rounds" and ruleset["at-limit"] == "eliminate",
        low_wins=ruleset["scoring"] == "losers-add",
    )
