"""The end of an Uno hand as a scorekeeper enters it: counts, a quick sum, cards, or totals.

All four end in :func:`scoring.hand_points`. Failed interceptions have a field of their own in every
form, so that the three points each are never mixed with the points of cards.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from zarleague.engine.cards import Deck
from zarleague.engine.entry import (
    CARDS,
    Checked,
    Entry,
    EntryFinding,
    EntryForm,
    Evidence,
    Field,
    FieldKind,
    Scoring,
    checks,
)
from zarleague.engine.games.uno.deck import BUZZER_DECK, DECK
from zarleague.engine.games.uno.scoring import FAILED_INTERCEPTION, hand_points
from zarleague.engine.ruleset import Ruleset

SEATS: Final = (2, 10)
"""Fewest and most players (found: Mattel)."""
FAILED: Final = "failed"
_NUMBERS: Final = "numbers"
_MOST_FAILED: Final = 99
"""The most failed interceptions of one hand that an entry takes; more is a typing error."""


def deck_of(ruleset: Ruleset) -> Deck:
    """Return the deck of 108 cards, or of 116 with the buzzers."""
    return BUZZER_DECK if ruleset["buzzers"] == "on" else DECK


def penalty_scored(ruleset: Ruleset) -> bool:
    """Return whether a failed interception costs points on the score."""
    return ruleset["interceptions"] != "off" and ruleset["interception-fail"] == "score-3"


@lru_cache(maxsize=64)
def forms(ruleset: Ruleset) -> tuple[EntryForm, ...]:
    deck = deck_of(ruleset)
    extra: tuple[Field, ...] = ()
    scoring = Scoring.WINNER_COLLECTS if ruleset["scoring"] == "winner-collects" else Scoring.SUM
    if penalty_scored(ruleset):
        label = "Failed interceptions"
        extra = (Field(FAILED, label, FieldKind.EXTRA, FAILED_INTERCEPTION, _MOST_FAILED),)
        if scoring is Scoring.WINNER_COLLECTS:
            scoring = Scoring.GAME
    grouped = _grouped(deck)
    number_points = sum(f.points * f.copies for f in deck.faces if f.kind == "number")
    numbers = Field(_NUMBERS, "Sum of the number cards", FieldKind.POINTS, 1, number_points)
    declared: tuple[tuple[str, str, Evidence, tuple[Field, ...]], ...] = (
        ("counts", "Cards by value", Evidence.COUNTS, (*_values(deck), *grouped)),
        ("quick", "Number cards as one sum", Evidence.COUNTS, (numbers, *grouped)),
        (CARDS, "Every card", Evidence.CARDS, (Field(CARDS, "Cards left", FieldKind.CARDS),)),
    )
    totals = checks.totals_form("Points of the cards left", deck.worth, winner=True, extra=extra)
    return (
        *(
            EntryForm(key, title, evidence, fields + extra, winner=True, scoring=scoring)
            for key, title, evidence, fields in declared
        ),
        replace(totals, scoring=scoring),
    )


def _field(key: str, label: str, deck: Deck, codes: tuple[str, ...]) -> Field:
    faces = [deck.faces[deck.index[code]] for code in codes]
    most = sum(face.copies for face in faces)
    return Field(key, label, FieldKind.COUNT, faces[0].points, most, codes)


def _values(deck: Deck) -> tuple[Field, ...]:
    """Return one field for each number, whatever its colour."""
    return tuple(
        _field(f"n{value}", str(value), deck, tuple(f"{colour}{value}" for colour in "rygb"))
        for value in range(10)
    )


def _grouped(deck: Deck) -> tuple[Field, ...]:
    """Return one field for each group of cards of one value that is not a number."""
    labels = {
        "action": "Skip, reverse, draw two",
        "wild": "Wild, wild draw four",
        "buzzer": "Buzzer",
    }
    return tuple(
        _field(kind, label, deck, codes)
        for kind, label in labels.items()
        if (codes := tuple(face.code for face in deck.faces if face.kind == kind))
    )


def check(ruleset: Ruleset, entry: Entry) -> Checked:
    def judge(form: EntryForm, findings: list[EntryFinding]) -> Checked:
        left = checks.points_left(form, deck_of(ruleset), entry, findings)
        failed = [0] * len(entry.sheets)
        for field in form.fields:
            if field.key == FAILED:
                failed = checks.check_counts(form, field, entry, findings)
        checks.check_winner(form, entry, zeros=True, findings=findings)
        winner = -1 if entry.winner is None else entry.winner
        collects = ruleset["scoring"] == "winner-collects"
        return checks.checked(hand_points(left, failed, winner, winner_collects=collects), findings)

    return checks.judged(forms(ruleset), SEATS, entry, judge)
