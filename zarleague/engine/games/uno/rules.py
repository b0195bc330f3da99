"""The options of a ruleset, resolved once into what the rules read."""

from dataclasses import dataclass
from functools import lru_cache

from zarleague.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Rules:
    """One attribute per question the rules ask. ``most_draws`` is how many cards may be drawn in
    a turn, ``missed_uno`` what a forgotten "uno" costs, ``bluffer_extra`` what a found-out bluffer
    draws on top of what was due. ``identical`` and ``same_face`` are the two kinds of
    interception."""

    winner_collects: bool
    first_acts: bool
    first_redrawn: bool
    first_wild_stays: bool
    first_reverse_dealer: bool
    drawn_only: bool
    drawn_never: bool
    most_draws: int
    draw_needs_no_fit: bool
    missed_uno: int
    catch_while_one: bool
    four_needs_no_colour: bool
    skip_after_two: bool
    skip_after_four: bool
    score_now: bool
    answer_when_out: bool
    reverse_again: bool
    illegal_stands: bool
    cumulation: bool
    straights: bool
    identical: bool
    same_face: bool
    plays_again: bool
    fail_scores: bool
    fail_cards: bool
    intercept_in_turn: bool
    skip_waits: bool
    intercept_buzzer: bool
    bluff: bool
    bluff_by_colour: bool
    bluffer_extra: int
    answer_is_judged: bool
    zero_seven: bool
    swap_first: bool
    swap_ends_straight: bool
    buzzers: bool

    @property
    def interceptions(self) -> bool:
        """Whether anything can be intercepted at all."""
        return self.identical or self.same_face


@lru_cache(maxsize=256)
def rules_of(ruleset: Ruleset) -> Rules:
    """The resolved options of a ruleset of this game."""
    value = ruleset.values
    return Rules(
        winner_collects=value["scoring"] == "winner-collects",
        first_acts=value["first-card-action"] == "apply",
        first_redrawn=value["first-card-action"] == "redraw",
        first_wild_stays=value["first-card-wild"] == "free",
        first_reverse_dealer=value["first-card-reverse"] == "dealer",
        drawn_only=value["play-drawn-card"] == "yes",
        drawn_never=value["play-drawn-card"] == "no",
        most_draws=3 if value["voluntary-draw-max"] == "3" else 1,
        draw_needs_no_fit=value["voluntary-draw-max"] == "0",
        missed_uno=ruleset.number("missed-uno-penalty"),
        catch_while_one=value["uno-catch-window"] == "while-one-card",
        four_needs_no_colour=value["wild-draw-four"] == "only-if-no-colour",
        skip_after_two=value["skip-after-drawing"] == "on",
        skip_after_four=value["skip-after-drawing"] != "off",
        score_now=value["finish-on-draw-card"] == "score-now",
        answer_when_out=value["finish-on-draw-card"] == "victims-answer-then-score",
        reverse_again=value["reverse-two-players"] == "plays-again",
        illegal_stands=value["illegal-play"] == "stands-draw-2",
        cumulation=value["cumulation"] == "on",
        straights=value["straights"] == "on",
        identical=value["interceptions"] == "exact",
        same_face=value["interceptions"] == "super",
        plays_again=value["interception-then"] == "plays-again",
        fail_scores=value["interception-fail"] == "score-3",
        fail_cards=value["interception-fail"] == "cards-3",
        intercept_in_turn=value["interception-in-turn"] == "yes",
        skip_waits=value["intercepted-skip"] == "skips-after",
        intercept_buzzer=value["intercept-buzzer"] == "yes",
        bluff=value["bluff"] != "off",
        bluff_by_colour=value["bluff"] == "colour-only",
        bluffer_extra=2 if value["bluff-penalty"] == "due-plus-2" else 0,
        answer_is_judged=value["bluff-when-answering"] == "judged",
        zero_seven=value["zero-seven"] == "on",
        swap_first=value["zero-seven-last-card"] == "swap-first",
        swap_ends_straight=value["swap-in-straight"] == "ends",
        buzzers=value["buzzers"] == "on",
    )
