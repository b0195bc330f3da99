"""The end of a Zar hand as a scorekeeper enters it: counts by kind, cards, or totals.

"At the end of each hand you receive points for the cards you have remaining" (Holland, Scoring).
All three forms end in the same sum; each is checked against the deck as far as it goes. A hand
without a winner is one that ended because the supply ran out: then every card but the one on the
discard pile is in somebody's hand.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from zarleague.engine.cards import Deck
from zarleague.engine.entry import (
    CARDS,
    TOTALS,
    Checked,
    Entry,
    EntryCode,
    EntryFinding,
    EntryForm,
    Evidence,
    Facts,
    Field,
    FieldKind,
    Scoring,
    checks,
)
from zarleague.engine.games.zar.deck import deck_of, kind_labels
from zarleague.engine.ruleset import Ruleset

COUNTS: Final = "counts"


def seats_of(ruleset: Ruleset) -> tuple[int, int]:
    """Return the fewest and most players: 2 to 9, or 2 to 14 when dealing from fifteen (Clay,
    Starting a Multideck Game). Transparent reverses are for two, transparent zeros for more
    (Holland)."""
    most = 9 if ruleset["deal"] == "10-minus-players" else 14
    if ruleset["transparents"] == "reverses":
        return 2, 2
    return (3, most) if ruleset["transparents"] == "zeros" else (2, most)


@lru_cache(maxsize=64)
def forms(ruleset: Ruleset) -> tuple[EntryForm, ...]:
    deck = deck_of(ruleset)
    counted = tuple(_kind_field(deck, kind, label) for kind, label in kind_labels(ruleset).items())
    cards = (Field(CARDS, "Cards left", FieldKind.CARDS),)
    most = deck.worth - min(deck.points)  # at least one card lies on the discard pile
    return (
        EntryForm(COUNTS, "Cards by type", Evidence.COUNTS, counted, True, Scoring.SUM),
        EntryForm(CARDS, "Every card", Evidence.CARDS, cards, True, Scoring.SUM),
        checks.totals_form("Points of the cards left", most, winner=True),
    )


def _kind_field(deck: Deck, kind: str, label: str) -> Field:
    faces = [face for face in deck.faces if face.kind == kind]
    most = sum(face.copies for face in faces)
    codes = tuple(face.code for face in faces)
    return Field(kind, label, FieldKind.COUNT, faces[0].points, most, codes)


class _Left(NamedTuple):
    """The cards a sheet leaves in hand: their number (0 if only points are known) and points."""

    cards: int
    points: int


def check(ruleset: Ruleset, entry: Entry) -> Checked:
    deck = deck_of(ruleset)

    def judge(form: EntryForm, findings: list[EntryFinding]) -> Checked:
        left = _left(form, deck, entry, findings)
        in_hand = sum(hand.cards for hand in left)
        if in_hand >= deck.size and not findings:
            facts = Facts(count=in_hand, most=deck.size - 1)
            findings.append(EntryFinding(EntryCode.TOO_MANY, facts=facts))
        if entry.winner is None and _all_in_hands(deck, left, entry.form):
            return checks.checked(exhausted_points(ruleset, left), findings)
        checks.check_winner(form, entry, zeros=min(deck.points) == 0, findings=findings)
        return checks.checked([hand.points for hand in left], findings)

    return checks.judged(forms(ruleset), seats_of(ruleset), entry, judge)


def _left(form: EntryForm, deck: Deck, entry: Entry, findings: list[EntryFinding]) -> list[_Left]:
    """Return what is left in each hand, as far as the sheets can be read."""
    if form.key == CARDS:
        hands = checks.read_hands(entry, CARDS, deck, findings)
        checks.check_copies(hands, deck, CARDS, findings)
        return [_Left(len(hand), sum(deck.points[card] for card in hand)) for hand in hands]
    if form.key == TOTALS:
        return [_Left(0, total) for total in checks.check_totals(form.fields[0], entry, findings)]
    columns = [checks.check_counts(form, field, entry, findings) for field in form.fields]
    return [
        _Left(sum(counts), sum(c * f.points for c, f in zip(counts, form.fields, strict=True)))
        for counts in zip(*columns, strict=True)
    ]


def _all_in_hands(deck: Deck, left: list[_Left], form: str) -> bool:
    """Return whether all cards but the one on the discard pile are held: the supply has run out."""
    if form == TOTALS:
        missing = deck.worth - sum(hand.points for hand in left)
        return min(deck.points) <= missing <= max(deck.points)
    return sum(hand.cards for hand in left) == deck.size - 1


def exhausted_points(ruleset: Ruleset, left: list[_Left]) -> tuple[int, ...]:
    """Return the points when the supply ran out: "that person loses. Deal a new hand" (Holland,
    Other considerations). The loser is the player holding most cards; where cards were not counted,
    most points."""
    if ruleset["supply-exhausted"] == "void":
        return (0,) * len(left)
    if ruleset["supply-exhausted"] == "hand-scored":
        return tuple(hand.points for hand in left)
    mass = [hand.cards or hand.points for hand in left]
    return tuple(
        hand.points if held == max(mass) else 0 for hand, held in zip(left, mass, strict=True)
    )
