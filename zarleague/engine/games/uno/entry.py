"""The end of an Uno hand as a scorekeeper enters it: counts, a quick sum, cards, or totals.

All four end in :func:`scoring.hand_points`. Failed interceptions have a field of their own in every
form, so that the three points each are never mixed with the points of cards.
"""

from functools import lru_cache
from typing import Final

from zarleague.engine import sheets
from zarleague.engine.cards import Deck
from zarleague.engine.entry import (
    Checked,
    Entry,
    EntryCode,
    EntryFinding,
    EntryForm,
    Evidence,
    Field,
    FieldKind,
    Scoring,
    Sheet,
)
from zarleague.engine.games.uno.deck import BUZZER_DECK, DECK
from zarleague.engine.games.uno.scoring import FAILED_INTERCEPTION, hand_points
from zarleague.engine.ruleset import Ruleset

SEATS: Final = (2, 10)
"""Fewest and most players (found: Mattel)."""
FAILED: Final = "failed"
CARDS: Final = "cards"
_NUMBERS: Final = "numbers"
_TOTAL: Final = "total"
_MOST_FAILED: Final = 99
"""Nobody fails to intercept a hundred times in one hand; more is a slip of the finger."""


def deck_of(ruleset: Ruleset) -> Deck:
    """The deck of 108 cards, with the buzzers 116."""
    return BUZZER_DECK if ruleset["buzzers"] == "on" else DECK


def penalty_scored(ruleset: Ruleset) -> bool:
    """Whether a failed interception costs points on the score."""
    return ruleset["interceptions"] != "off" and ruleset["interception-fail"] == "score-3"


@lru_cache(maxsize=64)
def forms(ruleset: Ruleset) -> tuple[EntryForm, ...]:
    """The ways to enter a hand, the usual one first."""
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
    numbers = Field(_NUMBERS, "Sum of the number cards", FieldKind.TOTAL, 1, number_points)
    declared: tuple[tuple[str, str, Evidence, tuple[Field, ...]], ...] = (
        ("counts", "Cards by value", Evidence.COUNTS, (*_values(deck), *grouped)),
        ("quick", "Sum of the numbers", Evidence.COUNTS, (numbers, *grouped)),
        (CARDS, "Every card", Evidence.CARDS, (Field(CARDS, "Cards left", FieldKind.CARDS),)),
        (_TOTAL, "Points only", Evidence.TOTALS, (_total(deck),)),
    )
    return tuple(
        EntryForm(key, title, evidence, fields + extra, winner=True, scoring=scoring)
        for key, title, evidence, fields in declared
    )


def _field(key: str, label: str, deck: Deck, codes: tuple[str, ...]) -> Field:
    faces = [deck.faces[deck.index[code]] for code in codes]
    most = sum(face.copies for face in faces)
    return Field(key, label, FieldKind.COUNT, faces[0].points, most, codes)


def _values(deck: Deck) -> tuple[Field, ...]:
    """One field for each number, whatever its colour."""
    return tuple(
        _field(f"n{value}", str(value), deck, tuple(f"{colour}{value}" for colour in "rygb"))
        for value in range(10)
    )


def _grouped(deck: Deck) -> tuple[Field, ...]:
    """One field for each group of cards of one value that is not a number."""
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


def _total(deck: Deck) -> Field:
    most = sum(face.points * face.copies for face in deck.faces)
    return Field(_TOTAL, "Points of the cards left", FieldKind.TOTAL, 1, most)


def check(ruleset: Ruleset, entry: Entry) -> Checked:
    """Judge an entry against the deck and score it; blocked entries have no points."""
    form = next((form for form in forms(ruleset) if form.key == entry.form), None)
    if form is None:
        return Checked(None, (EntryFinding(EntryCode.NO_SUCH_FORM),))
    seats = len(entry.sheets)
    if not SEATS[0] <= seats <= SEATS[1]:
        about = (("count", seats), ("least", SEATS[0]), ("most", SEATS[1]))
        return Checked(None, (EntryFinding(EntryCode.WRONG_SEATS, about=about),))
    findings = sheets.wrong_fields(form, entry)
    left = _left(form, deck_of(ruleset), entry, findings)
    fields = {field.key: field for field in form.fields}
    failed = [0] * seats
    if FAILED in fields:
        failed = [
            sheets.number(sheet, fields[FAILED], seat, findings)
            for seat, sheet in enumerate(entry.sheets)
        ]
    _judge_winner(entry, form, left, findings)
    if any(finding.blocks for finding in findings):
        return Checked(None, tuple(findings))
    winner = -1 if entry.winner is None else entry.winner
    collects = ruleset["scoring"] == "winner-collects"
    return Checked(hand_points(left, failed, winner, winner_collects=collects), tuple(findings))


def _left(form: EntryForm, deck: Deck, entry: Entry, findings: list[EntryFinding]) -> list[int]:
    """Points left by seat, as far as the sheets can be read."""
    if form.key == CARDS:
        return _left_cards(deck, entry, findings)
    counted = [field for field in form.fields if field.key != FAILED]
    left = [0] * len(entry.sheets)
    for field in counted:
        together = 0
        for seat, sheet in enumerate(entry.sheets):
            if field.kind is FieldKind.TOTAL:
                count = _sum(sheet, field, seat, findings)
            else:
                count = sheets.number(sheet, field, seat, findings)
            together += count
            left[seat] += count * field.points
        if together > field.most and not _found(findings, field.key):
            code = (
                EntryCode.IMPOSSIBLE_TOTAL if field.kind is FieldKind.TOTAL else EntryCode.TOO_MANY
            )
            about = (("count", together), ("most", field.most))
            findings.append(EntryFinding(code, -1, field.key, about))
    return left


def _found(findings: list[EntryFinding], key: str) -> bool:
    return any(finding.field == key for finding in findings)


def _sum(sheet: Sheet, field: Field, seat: int, findings: list[EntryFinding]) -> int:
    """The points in a field; more than the deck holds is impossible, and most likely a digit too
    many."""
    wide = Field(field.key, field.label, field.kind, field.points)
    value = sheets.number(sheet, wide, seat, findings)
    if value > field.most:
        about = (("count", value), ("most", field.most))
        slip = ("digits", value // 10) if value // 10 <= field.most else ()
        findings.append(EntryFinding(EntryCode.IMPOSSIBLE_TOTAL, seat, field.key, about, slip))
    return value


def _left_cards(deck: Deck, entry: Entry, findings: list[EntryFinding]) -> list[int]:
    hands = [
        sheets.cards(sheet.get(CARDS, ()), CARDS, seat, deck, findings)
        for seat, sheet in enumerate(entry.sheets)
    ]
    for card, copies in enumerate(deck.copies):
        together = sum(hand.count(card) for hand in hands)
        if together > copies:
            holders = [seat for seat, hand in enumerate(hands) if card in hand]
            about = (("card", deck.code(card)), ("count", together), ("most", copies))
            seat = holders[0] if len(holders) == 1 else -1
            findings.append(EntryFinding(EntryCode.TOO_MANY, seat, CARDS, about))
    return [sum(deck.points[card] for card in hand) for hand in hands]


def _judge_winner(
    entry: Entry, form: EntryForm, left: list[int], findings: list[EntryFinding]
) -> None:
    """Exactly one seat went out: it holds nothing, and everybody else holds something."""
    seats = len(entry.sheets)
    holding = [any(v for key, v in sheet.items() if key != FAILED) for sheet in entry.sheets]
    winner = entry.winner
    if winner is None or not 0 <= winner < seats:
        findings.append(EntryFinding(EntryCode.NO_WINNER, slip=_empty_seat(holding)))
        return
    if holding[winner]:
        about = (("count", left[winner]),)
        slip = _empty_seat(holding)
        findings.append(EntryFinding(EntryCode.WINNER_HOLDS, winner, about=about, slip=slip))
    for seat, sheet in enumerate(entry.sheets):
        if not holding[seat] and seat != winner:
            # A hand of zeros is worth nothing: where points were asked for, a zero that somebody
            # wrote down may be right, and is only pointed out.
            given = any(
                field.key in sheet for field in form.fields if field.kind is FieldKind.TOTAL
            )
            findings.append(EntryFinding(EntryCode.EMPTY_HAND, seat, blocks=not given))


def _empty_seat(holding: list[bool]) -> tuple[str | int, ...]:
    """The slip of having marked no winner or the wrong one, if just one seat holds nothing."""
    empty = [seat for seat, holds in enumerate(holding) if not holds]
    return ("winner", empty[0]) if len(empty) == 1 else ()
