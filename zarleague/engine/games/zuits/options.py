"""The contested points of Zuits and its presets.

Sources: "Zuits" is the rules text by Derek Hohls.
"""

from typing import Final

from zarleague.engine.ruleset import Basis, Option, Preset

OPTIONS: Final = (
    Option(
        "scoring",
        "Scoring the difference",
        (
            ("linear", "One point for each card too many or too few."),
            ("squared", "The number of cards too many or too few, multiplied by itself."),
        ),
        "Zuits, The Score; optional rule on tied scores",
    ),
    Option(
        "leftover-cards",
        "Cards still in hand after the last trick",
        (
            ("discard", "They are discarded and don’t count."),
            ("may-add", "The player can add them to the cards collected."),
        ),
        "Zuits, The Trick; optional rule on cards still in hand",
    ),
    Option(
        "art-extra",
        "The extra card with an Art",
        (
            ("optional", "The player can add a card or not."),
            ("mandatory", "The player must add a card that follows suit, if possible."),
        ),
        "Zuits, Effects of Card Suits, Art",
        Basis.INFERRED,
    ),
    Option(
        "art-value",
        "Value of a player’s two cards",
        (
            ("sum", "The values of both cards are added."),
            ("best-single", "Only the better of the two cards counts."),
        ),
        "Zuits, The Trick (the highest value card or cards)",
        Basis.INFERRED,
    ),
    Option(
        "change-target",
        "What a Change removes",
        (
            ("last-card", "Only the card played just before; nothing, if that is a Great Zont."),
            ("last-removable", "The latest card that is not a Great Zont."),
        ),
        "Zuits, Effects of Card Suits, Change and Great Zont",
        Basis.INFERRED,
    ),
    Option(
        "great-zont-off-colour",
        "A Great Zont that does not follow",
        (
            ("no-effect", "It has no effect in the trick, so a Change may remove it."),
            ("protected", "A Change still can’t remove it."),
        ),
        "Zuits, The Trick (no effect on that trick) and Great Zont (cannot be removed)",
        Basis.INFERRED,
    ),
    Option(
        "change-undoes-effect",
        "The effect of a removed card",
        (
            ("no", "Whatever it did still stands."),
            ("yes", "Removing a Favors, or a Giglet that copied one, takes its toggle back."),
        ),
        "Zuits, Effects of Card Suits, Change",
        Basis.INFERRED,
    ),
    Option(
        "giglet-scope",
        "Which cards a Giglet can copy",
        (
            ("this-trick", "Cards played in the same trick."),
            ("whole-hand", "Cards played at any time in the hand."),
        ),
        "Zuits, Effects of Card Suits, Giglet (any card already played)",
        Basis.INFERRED,
    ),
    Option(
        "giglet-of-giglet",
        "A Giglet that copies a Giglet",
        (
            ("resolved-effect", "It does what the other Giglet did."),
            ("nothing", "It has no effect at all."),
        ),
        "Zuits, Effects of Card Suits, Giglet",
        Basis.INFERRED,
    ),
    Option(
        "toggle",
        "How long a Favors lasts",
        (
            ("resets-each-trick", "Every trick starts with highest wins."),
            ("persists", "It lasts until the next Favors."),
        ),
        "Zuits, Effects of Card Suits, Favors (toggles the trick objective)",
        Basis.INFERRED,
    ),
    Option(
        "wild-follows",
        "If you have a wild but not the colour",
        (
            ("must-if-held", "You must play the wild."),
            ("may-slough", "You can keep the wild and play any other colour, without effect."),
        ),
        "Zuits, The Trick (a matching color, or a joker)",
    ),
    Option(
        "no-valid-card",
        "A trick in which no card with effect is left",
        (
            ("leader-wins", "Whoever led it wins it."),
            ("discarded", "Its cards are discarded; the same player leads again."),
        ),
        "The rules text does not say",
        Basis.INFERRED,
    ),
    Option(
        "tie",
        "A tie after four hands",
        (
            ("extra-hand-on-request", "One more hand if a tied player wants one."),
            ("shared", "They share the place."),
        ),
        "Zuits, introduction",
    ),
)

PRESETS: Final = (
    Preset("zuits-hohls", "Zuits", "Derek Hohls’s rules."),
    Preset(
        "zuits-squared",
        "Zuits with both optional rules",
        "The difference is squared, and cards left in hand can be added.",
        {"scoring": "squared", "leftover-cards": "may-add"},
    ),
)
