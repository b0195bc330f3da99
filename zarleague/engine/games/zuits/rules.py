"""A ruleset of Zuits resolved once into plain attributes."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from zarleague.engine.game import MatchEnd
from zarleague.engine.ruleset import Ruleset

HANDS: Final = 4
"""Hands in a match."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a hand of Zuits; each flag is true if the table plays so."""

    squared: bool
    may_add_left: bool
    art_must_add: bool
    art_best_single: bool
    change_skips_great_zont: bool
    change_undoes_toggle: bool
    zont_always_protected: bool
    giglet_whole_hand: bool
    giglet_copies_giglet: bool
    toggle_persists: bool
    wild_must_follow: bool
    empty_trick_discarded: bool


@lru_cache(maxsize=64)
def rules_of(ruleset: Ruleset) -> Rules:
    return Rules(
        squared=ruleset["scoring"] == "squared",
        may_add_left=ruleset["leftover-cards"] == "may-add",
        art_must_add=ruleset["art-extra"] == "mandatory",
        art_best_single=ruleset["art-value"] == "best-single",
        change_skips_great_zont=ruleset["change-target"] == "last-removable",
        change_undoes_toggle=ruleset["change-undoes-effect"] == "yes",
        zont_always_protected=ruleset["great-zont-off-colour"] == "protected",
        giglet_whole_hand=ruleset["giglet-scope"] == "whole-hand",
        giglet_copies_giglet=ruleset["giglet-of-giglet"] == "resolved-effect",
        toggle_persists=ruleset["toggle"] == "persists",
        wild_must_follow=ruleset["wild-follows"] == "must-if-held",
        empty_trick_discarded=ruleset["no-valid-card"] == "discarded",
    )


def match_end(ruleset: Ruleset) -> MatchEnd:
    """Return when a match ends: after four hands, one more if the options allow it on a tie."""
    return MatchEnd(HANDS, extra_on_tie=ruleset["tie"] == "extra-hand-on-request")
