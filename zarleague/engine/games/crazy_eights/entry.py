"""The end of a hand of Crazy Eights as entered: counts, cards, or points."""

from typing import Final

from zarleague.engine.entry import (
    TOTALS,
    Checked,
    Entry,
    EntryFinding,
    EntryForm,
    Evidence,
    Field,
    FieldKind,
    Scoring,
)
from zarleague.engine.entry.checks import (
    blocked,
    check_copies,
    check_counts,
    check_fields,
    check_totals,
    check_winner,
    form_of,
    no_such_form,
    totals_form,
    wrong_seats,
)
from zarleague.engine.entry.reading import read_hands
from zarleague.engine.games.crazy_eights.deck import DECK, EIGHT, RANKS
from zarleague.engine.ruleset import Ruleset

SEATS: Final = (2, 5)
CARDS: Final = "cards"
_ALL_POINTS: Final = sum(DECK.points) - 1
"""All cards but the cheapest, which lies on the discard pile."""


def _field(key: str, label: str, ranks: tuple[int, ...]) -> Field:
    codes = tuple(DECK.faces[card].code for card in range(DECK.size) if card % RANKS in ranks)
    return Field(key, label, FieldKind.COUNT, DECK.points[ranks[0]], len(codes), codes)


_COUNTS: Final = (
    _field("n1", "Aces", (0,)),
    *(_field(f"n{rank + 1}", str(rank + 1), (rank,)) for rank in range(1, 10) if rank != EIGHT),
    _field("court", "Kings, queens, jacks", (10, 11, 12)),
    _field("eight", "Eights", (EIGHT,)),
)
_FORMS: Final = (
    EntryForm("counts", "Cards by value", Evidence.COUNTS, _COUNTS, True, Scoring.SUM),
    EntryForm(
        CARDS,
        "Every card",
        Evidence.CARDS,
        (Field(CARDS, "Cards left", FieldKind.CARDS),),
        True,
        Scoring.SUM,
    ),
    totals_form("Points of the cards left", _ALL_POINTS, winner=True),
)


def forms(ruleset: Ruleset) -> tuple[EntryForm, ...]:
    """Return the ways to enter a hand, the usual one first."""
    return _FORMS


def check(ruleset: Ruleset, entry: Entry) -> Checked:
    """Judge an entry against the deck and score it; blocked entries have no points."""
    form = form_of(_FORMS, entry)
    if form is None:
        return no_such_form(entry)
    if refused := wrong_seats(entry, *SEATS):
        return refused
    findings: list[EntryFinding] = []
    check_fields(form, entry, findings)
    points = _points(form, entry, findings)
    check_winner(form, entry, zeros=False, findings=findings)
    return Checked(None if blocked(findings) else tuple(points), tuple(findings))


def _points(form: EntryForm, entry: Entry, findings: list[EntryFinding]) -> list[int]:
    """Return the points by seat, as far as the sheets can be read."""
    if form.key == CARDS:
        hands = read_hands(entry, CARDS, DECK, findings)
        check_copies(hands, DECK, CARDS, findings)
        return [sum(DECK.points[card] for card in hand) for hand in hands]
    if form.key == TOTALS:
        return check_totals(form.fields[0], entry, findings)
    points = [0] * len(entry.sheets)
    for field in form.fields:
        for seat, count in enumerate(check_counts(form, field, entry, findings)):
            points[seat] += count * field.points
    return points
