"""The end of a Zar hand as a scorekeeper enters it: counts by kind, cards, or totals.

"At the end of each hand you receive points for the cards you have remaining" (Holland, Scoring).
All three forms end in the same sum; each is checked against the deck as far as it goes. A hand
without a winner is one that ended because the supply ran out: then every card but the one on the
discard pile is in somebody's hand.
"""

from collections import Counter
from functools import lru_cache
from typing import Final, NamedTuple

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
)
from zarleague.engine.games.zar.deck import deck_of, kind_labels
from zarleague.engine.ruleset import Ruleset

COUNTS: Final = "counts"
CARDS: Final = "cards"
TOTAL: Final = "total"


def seats_of(ruleset: Ruleset) -> tuple[int, int]:
    """Fewest and most players: 2 to 9, or 2 to 14 when dealing from fifteen (Clay, Starting a
    Multideck Game). Transparent reverses are for two, transparent zeros for more (Holland)."""
    most = 9 if ruleset["deal"] == "10-minus-players" else 14
    if ruleset["transparents"] == "reverses":
        return 2, 2
    return (3, most) if ruleset["transparents"] == "zeros" else (2, most)


@lru_cache(maxsize=64)
def forms(ruleset: Ruleset) -> tuple[EntryForm, ...]:
    """The ways to enter a hand, the usual one first."""
    deck = deck_of(ruleset)
    counted = tuple(_kind_field(deck, kind, label) for kind, label in kind_labels(ruleset).items())
    cards = (Field(CARDS, "Cards left", FieldKind.CARDS),)
    total = (Field(TOTAL, "Points of the cards left", FieldKind.TOTAL, 1, _deck_points(deck)),)
    declared: tuple[tuple[str, str, Evidence, tuple[Field, ...]], ...] = (
        (COUNTS, "Cards by kind", Evidence.COUNTS, counted),
        (CARDS, "Every card", Evidence.CARDS, cards),
        (TOTAL, "Points only", Evidence.TOTALS, total),
    )
    return tuple(
        EntryForm(key, title, evidence, fields, winner=True, scoring=Scoring.SUM)
        for key, title, evidence, fields in declared
    )


def _kind_field(deck: Deck, kind: str, label: str) -> Field:
    faces = [face for face in deck.faces if face.kind == kind]
    most = sum(face.copies for face in faces)
    codes = tuple(face.code for face in faces)
    return Field(kind, label, FieldKind.COUNT, faces[0].points, most, codes)


def _deck_points(deck: Deck) -> int:
    return sum(face.points * face.copies for face in deck.faces)


class _Left(NamedTuple):
    """What a sheet leaves in hand: how many cards (0 if only points are known) and points."""

    cards: int
    points: int


def check(ruleset: Ruleset, entry: Entry) -> Checked:
    """Judge an entry against the deck and score it; blocked entries have no points."""
    form = next((form for form in forms(ruleset) if form.key == entry.form), None)
    if form is None:
        return Checked(None, (EntryFinding(EntryCode.NO_SUCH_FORM),))
    least, most = seats_of(ruleset)
    seats = len(entry.sheets)
    if not least <= seats <= most:
        outside = (("count", seats), ("least", least), ("most", most))
        return Checked(None, (EntryFinding(EntryCode.WRONG_SEATS, about=outside),))
    deck = deck_of(ruleset)
    findings = sheets.wrong_fields(form, entry)
    if entry.form == CARDS:
        left = _read_cards(deck, entry, findings)
    elif entry.form == COUNTS:
        left = _read_counts(form, entry, findings)
    else:
        left = _read_totals(form.fields[0], deck, entry, findings)
    in_hand = sum(hand.cards for hand in left)
    if in_hand >= deck.size and not findings:
        about = (("count", in_hand), ("most", deck.size - 1))
        findings.append(EntryFinding(EntryCode.TOO_MANY, about=about))
    exhausted = entry.winner is None and _all_in_hands(deck, left, entry.form)
    if not exhausted:
        _judge_winner(entry, left, findings)
    if any(finding.blocks for finding in findings):
        return Checked(None, tuple(findings))
    if exhausted:
        return Checked(exhausted_points(ruleset, left), tuple(findings))
    return Checked(tuple(hand.points for hand in left), tuple(findings))


def _read_counts(form: EntryForm, entry: Entry, findings: list[EntryFinding]) -> list[_Left]:
    """What the counts leave each seat; more of a kind than the deck holds is a finding."""
    columns = []
    for field in form.fields:
        before = len(findings)
        column = [
            sheets.number(sheet, field, seat, findings) for seat, sheet in enumerate(entry.sheets)
        ]
        columns.append(column)
        if len(findings) > before:
            findings[before:] = [
                finding._replace(slip=_count_slip(form, columns, entry, finding))
                for finding in findings[before:]
            ]
        elif sum(column) > field.most:
            about = (("count", sum(column)), ("most", field.most))
            findings.append(EntryFinding(EntryCode.TOO_MANY, -1, field.key, about))
    return [
        _Left(sum(counts), sum(c * f.points for c, f in zip(counts, form.fields, strict=True)))
        for counts in zip(*columns, strict=True)
    ]


def _count_slip(
    form: EntryForm, columns: list[list[int]], entry: Entry, finding: EntryFinding
) -> tuple[str | int, ...]:
    """What probably happened when one count exceeds the deck: digits swapped or typed twice, or
    two kinds of one player exchanged."""
    keys = [field.key for field in form.fields]
    field = form.fields[keys.index(finding.field)]
    value = columns[keys.index(finding.field)][finding.seat]
    for likely in (_reversed(value), value % 10 if value % 11 == 0 else 0):
        if 0 < likely <= field.most:
            return ("digits", likely)
    sheet = entry.sheets[finding.seat]
    for other in form.fields:
        count = sheet.get(other.key, 0)
        if isinstance(count, int) and 0 < count <= field.most < value <= other.most:
            return ("kinds", finding.seat)
    return ()


def _reversed(value: int) -> int:
    return int(str(value)[::-1])


def _read_cards(deck: Deck, entry: Entry, findings: list[EntryFinding]) -> list[_Left]:
    """What the lists of cards leave each seat; more copies than the deck holds is a finding."""
    hands = [
        sheets.cards(sheet.get(CARDS, ()), CARDS, seat, deck, findings)
        for seat, sheet in enumerate(entry.sheets)
    ]
    together = Counter(card for hand in hands for card in hand)
    for card, count in sorted(together.items()):
        if count > deck.copies[card]:
            holders = [seat for seat, hand in enumerate(hands) if card in hand]
            seat = holders[0] if len(holders) == 1 else -1
            about = (
                ("card", deck.faces[card].name),
                ("count", count),
                ("most", deck.copies[card]),
            )
            findings.append(EntryFinding(EntryCode.TOO_MANY, seat, CARDS, about))
    return [_Left(len(hand), sum(deck.points[card] for card in hand)) for hand in hands]


def _read_totals(
    field: Field, deck: Deck, entry: Entry, findings: list[EntryFinding]
) -> list[_Left]:
    """The totals as given; one that no hand comes to, or all together, is a finding."""
    unlimited = Field(field.key, field.label, field.kind, field.points)
    totals = [
        sheets.number(sheet, unlimited, seat, findings) for seat, sheet in enumerate(entry.sheets)
    ]
    most = _deck_points(deck) - min(deck.points)
    for seat, total in enumerate(totals):
        if total > most:
            swapped = _reversed(total)
            slip = ("digits", swapped) if swapped <= most else ()
            about = (("count", total), ("most", most))
            findings.append(EntryFinding(EntryCode.IMPOSSIBLE_TOTAL, seat, field.key, about, slip))
    if max(totals) <= most < sum(totals):
        about = (("count", sum(totals)), ("most", most))
        findings.append(EntryFinding(EntryCode.IMPOSSIBLE_TOTAL, -1, field.key, about))
    return [_Left(0, total) for total in totals]


def _all_in_hands(deck: Deck, left: list[_Left], form: str) -> bool:
    """Whether all cards but the one on the discard pile are held: the supply has run out."""
    if form == TOTAL:
        missing = _deck_points(deck) - sum(hand.points for hand in left)
        return min(deck.points) <= missing <= max(deck.points)
    return sum(hand.cards for hand in left) == deck.size - 1


def exhausted_points(ruleset: Ruleset, left: list[_Left]) -> tuple[int, ...]:
    """Points when the supply ran out: "that person loses. Deal a new hand" (Holland, Other
    considerations). Who lost is who holds most; where cards were not counted, most points."""
    if ruleset["supply-exhausted"] == "void":
        return (0,) * len(left)
    if ruleset["supply-exhausted"] == "hand-scored":
        return tuple(hand.points for hand in left)
    mass = [hand.cards or hand.points for hand in left]
    return tuple(
        hand.points if held == max(mass) else 0 for hand, held in zip(left, mass, strict=True)
    )


def _judge_winner(entry: Entry, left: list[_Left], findings: list[EntryFinding]) -> None:
    """Exactly one seat went out: it holds nothing, and everybody else holds something."""
    winner = entry.winner
    if winner is None or not 0 <= winner < len(left):
        findings.append(EntryFinding(EntryCode.NO_WINNER, slip=_empty_seat(left)))
        return
    if left[winner].points:
        about = (("count", left[winner].points),)
        slip = _empty_seat(left)
        findings.append(EntryFinding(EntryCode.WINNER_HOLDS, winner, about=about, slip=slip))
        return
    findings.extend(
        EntryFinding(EntryCode.EMPTY_HAND, seat)
        for seat, hand in enumerate(left)
        if not hand.points and seat != winner
    )


def _empty_seat(left: list[_Left]) -> tuple[str | int, ...]:
    """The slip of marking no winner or the wrong one, if just one seat holds nothing."""
    empty = [seat for seat, hand in enumerate(left) if not hand.points]
    return ("winner", empty[0]) if len(empty) == 1 else ()
