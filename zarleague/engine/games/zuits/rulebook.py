"""The rules of Zuits in our own words, each with its place in the source.

Sources: "Zuits" is the rules text by Derek Hohls; "Zont" the pages of the deck's makers. A finding
of the engine names one of these keys.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from zarleague.engine.ruleset import Basis, Rule

_INTRO: Final = "Zuits, introduction"
_HAND: Final = "Zuits, The Hand"
_OBJECTIVE: Final = "Zuits, The Objective"
_TRICK: Final = "Zuits, The Trick"
_EFFECTS: Final = "Zuits, Effects of Card Suits"
_SCORE: Final = "Zuits, The Score"

_RULES: Final = (
    Rule("players", "Four players play four hands of ten tricks.", _INTRO),
    Rule(
        "deck",
        "The Zont deck has 55 different cards: in each of five suits a 1, 2 and 3 in red, blue "
        "and gold, and a 0 and a 4 without colour, the wilds.",
        "Zont",
        Basis.FOUND,
    ),
    Rule("deal", "Everyone gets 13 cards; the three left over stay hidden.", _HAND),
    Rule(
        "leader",
        "The start player shuffles, deals and leads; the next hand starts to the left.",
        _HAND,
    ),
    Rule(
        "objective",
        "Before the first trick, each player sets two cards aside face down. Their values add "
        "up to the number of cards to collect.",
        _OBJECTIVE,
    ),
    Rule(
        "objective-colour",
        "Two cards of one colour set that colour; a wild takes the colour of the other card. "
        "With two colours or two wilds, the player chooses at the end of the hand.",
        _OBJECTIVE,
    ),
    Rule("reveal", "The objective cards are turned up at the end of the hand.", _OBJECTIVE),
    Rule("turn", "Each player has one turn in a trick, clockwise from the leader.", _TRICK),
    Rule(
        "follow",
        "Follow the colour of the trick or play a wild. If you have neither, you can play "
        "another colour, but that card has no value and no effect.",
        _TRICK,
        option="wild-follows",
    ),
    Rule("lead-wild", "If you lead a wild, call the colour of the trick.", _TRICK),
    Rule("no-colour-named", "Only someone leading a wild calls a colour.", _TRICK, Basis.INFERRED),
    Rule("sit-out", "If you have no cards left, you sit out until scoring.", _TRICK),
    Rule(
        "effect-first-card",
        "The suit of the first card a player plays in a trick has its effect.",
        _EFFECTS,
    ),
    Rule(
        "art",
        "Art: you can add one more card of the trick’s colour, or a wild.",
        _EFFECTS,
        option="art-extra",
    ),
    Rule(
        "change",
        "Change: you can remove the card played just before for the rest of the hand.",
        _EFFECTS,
        option="change-target",
    ),
    Rule(
        "favors",
        "Favors: highest wins becomes lowest wins, and the other way round.",
        _EFFECTS,
        option="toggle",
    ),
    Rule("great-zont", "Great Zont: it can’t be removed by Change or copied by Giglet.", _EFFECTS),
    Rule(
        "giglet",
        "Giglet: it can copy the effect of any card already played, including wilds, but not a "
        "Great Zont.",
        _EFFECTS,
        option="giglet-scope",
    ),
    Rule(
        "winner",
        "The highest value wins, or the lowest after a Favors; among equals the one played "
        "first. The winner collects the cards of the trick and leads the next.",
        _TRICK,
        option="art-value",
    ),
    Rule(
        "no-winner",
        "Rules for a trick in which no card with effect is left.",
        "The rules text does not say",
        Basis.INFERRED,
        "no-valid-card",
    ),
    Rule("finish", "A hand has ten tricks.", _INTRO),
    Rule(
        "left",
        "Cards still in hand after the last trick are discarded.",
        _TRICK,
        option="leftover-cards",
    ),
    Rule(
        "score",
        "The cards collected in the objective colour are compared with the number wanted; each "
        "wild counts as any colour or not at all. The lowest total wins.",
        _SCORE,
        option="scoring",
    ),
    Rule("tied", "Players tied after four hands can ask for another.", _INTRO, option="tie"),
)

RULES: Final[Mapping[str, Rule]] = MappingProxyType({rule.key: rule for rule in _RULES})
