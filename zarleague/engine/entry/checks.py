"""What games share to check an entry: the fields of a sheet, form and players, the deck, the
winner, the totals, and hands that were given up.

Each function adds what it finds to the list it is given; one that reads a value returns something
usable whatever the sheet holds.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from zarleague.engine.cards import Deck
from zarleague.engine.entry.findings import (
    ChangeNumber,
    EntryCode,
    EntryFinding,
    Facts,
    MarkWinner,
    Suggestion,
    SwapNumbers,
)
from zarleague.engine.entry.forms import (
    CARDS,
    POINTS,
    TOTALS,
    Checked,
    Entry,
    EntryForm,
    Evidence,
    Field,
    FieldKind,
    Scoring,
    Sheet,
    Step,
)


def read_number(sheet: Sheet, field: Field, seat: int, findings: list[EntryFinding]) -> int:
    """Return the number in a field, 0 if it is absent or none."""
    value = sheet.get(field.key, 0)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        findings.append(EntryFinding(EntryCode.NOT_A_NUMBER, seat, field.key))
        return 0
    return value


def read_codes(
    value: object, key: str, seat: int, deck: Deck, findings: list[EntryFinding]
) -> list[int]:
    """Return the cards that a list of codes names; codes of no card are left out."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        findings.append(EntryFinding(EntryCode.WRONG_SHAPE, seat, key))
        return []
    found = []
    for code in value:
        card = deck.index.get(code) if isinstance(code, str) else None
        if card is None:
            facts = Facts(word=str(code))
            findings.append(EntryFinding(EntryCode.NO_SUCH_CARD, seat, key, facts))
        else:
            found.append(card)
    return found


def read_hands(entry: Entry, key: str, deck: Deck, findings: list[EntryFinding]) -> list[list[int]]:
    """Return the cards of all seats in the field with that key."""
    return [
        read_codes(sheet.get(key, ()), key, seat, deck, findings)
        for seat, sheet in enumerate(entry.sheets)
    ]


def read_choice(sheet: Sheet, field: Field, seat: int, findings: list[EntryFinding]) -> str | None:
    """Return the choice made in a field, None if it is absent or no choice of the field."""
    value = sheet.get(field.key)
    if value is None:
        return None
    if not any(value == key for key, _ in field.choices):
        facts = Facts(word=str(value))
        findings.append(EntryFinding(EntryCode.NO_SUCH_CHOICE, seat, field.key, facts))
        return None
    return str(value)


def totals_form(label: str, most: int, *, winner: bool, extra: tuple[Field, ...] = ()) -> EntryForm:
    """Return the form that asks for points only; *most* is what one seat can have."""
    field = Field(POINTS, label, FieldKind.POINTS, 1, most)
    return EntryForm(
        TOTALS, "Points only", Evidence.TOTALS, (field, *extra), winner=winner, scoring=Scoring.SUM
    )


def judged(
    forms: Sequence[EntryForm],
    players: tuple[int, int],
    entry: Entry,
    judge: Callable[[EntryForm, list[EntryFinding]], Checked],
) -> Checked:
    """Judge an entry of a game for *players*, fewest and most: refuse one of no form or by too few
    or too many, find fields that the form does not have, and let *judge* do the rest."""
    form = next((form for form in forms if form.key == entry.form), None)
    if form is None:
        return Checked(None, (EntryFinding(EntryCode.NO_SUCH_FORM, facts=Facts(word=entry.form)),))
    count, (least, most) = len(entry.sheets), players
    if not least <= count <= most:
        facts = Facts(count=count, least=least, most=most)
        return Checked(None, (EntryFinding(EntryCode.WRONG_SEATS, facts=facts),))
    known = {field.key for field in form.fields}
    findings = [
        EntryFinding(EntryCode.NO_SUCH_FIELD, seat, key)
        for seat, sheet in enumerate(entry.sheets)
        for key in sheet
        if key not in known
    ]
    return judge(form, findings)


def checked(
    points: Sequence[int], findings: Sequence[EntryFinding], steps: Sequence[tuple[Step, ...]] = ()
) -> Checked:
    """Return the result of an entry; without points if a finding blocks it."""
    return Checked(None if blocked(findings) else tuple(points), tuple(findings), tuple(steps))


def blocked(findings: Sequence[EntryFinding]) -> bool:
    """Return whether a finding stops the hand from being saved."""
    return any(finding.blocks for finding in findings)


def points_left(
    form: EntryForm, deck: Deck, entry: Entry, findings: list[EntryFinding]
) -> list[int]:
    """Return the points of the cards left by seat, as far as the sheets can be read."""
    if form.key == CARDS:
        hands = read_hands(entry, CARDS, deck, findings)
        check_copies(hands, deck, CARDS, findings)
        return [sum(deck.points[card] for card in hand) for hand in hands]
    left = [0] * len(entry.sheets)
    for field in form.fields:
        if field.kind is FieldKind.POINTS:
            numbers = check_totals(field, entry, findings)
        elif field.kind is FieldKind.COUNT:
            numbers = check_counts(form, field, entry, findings)
        else:
            continue
        left = [
            points + number * field.points for points, number in zip(left, numbers, strict=True)
        ]
    return left


def check_counts(
    form: EntryForm, field: Field, entry: Entry, findings: list[EntryFinding]
) -> list[int]:
    """Return the counts of all seats in a field; more than ``field.most``, in one hand or in all
    together, is a finding."""
    count_before = len(findings)
    counts = [check_count(form, field, entry, seat, findings) for seat in range(len(entry.sheets))]
    if len(findings) == count_before and sum(counts) > field.most:
        facts = Facts(count=sum(counts), most=field.most)
        findings.append(EntryFinding(EntryCode.TOO_MANY, -1, field.key, facts))
    return counts


def check_count(
    form: EntryForm, field: Field, entry: Entry, seat: int, findings: list[EntryFinding]
) -> int:
    """Return the count of one seat in a field; more than ``field.most`` is a finding."""
    count = read_number(entry.sheets[seat], field, seat, findings)
    if count > field.most:
        in_deck = field.kind is FieldKind.COUNT
        most = Facts(most=field.most) if in_deck else Facts(limit=field.most)
        facts = replace(most, count=count)
        instead = _likely_count(form, field, entry, seat, count)
        findings.append(EntryFinding(EntryCode.TOO_MANY, seat, field.key, facts, instead))
    return count


def _likely_count(
    form: EntryForm, field: Field, entry: Entry, seat: int, count: int
) -> Suggestion | None:
    """Return the count that was probably meant by one that is too large: other digits, or the count
    of another kind of card, which then has this one.
    """
    if (value := likely_number(count, field.most)) is not None:
        return ChangeNumber(seat, field.key, value)
    sheet = entry.sheets[seat]
    for other in form.fields:
        held = sheet.get(other.key, 0)
        exchangeable = isinstance(held, int) and 0 < held <= field.most and count <= other.most
        if exchangeable and other.kind is FieldKind.COUNT:
            return SwapNumbers(seat, field.key, other.key)
    return None


def likely_number(number: int, most: int) -> int | None:
    """Return the number from 1 to *most* that was probably meant: with its two or three digits the
    other way round, or without a last digit typed twice or a zero too many; None if neither is
    possible."""
    digits = str(number)
    candidates = [int(digits[::-1])] if len(digits) <= 3 else []
    if number % 10 == 0 or digits[-1:] == digits[-2:-1]:
        candidates.append(number // 10)
    return next((value for value in candidates if 0 < value <= most), None)


def check_copies(
    hands: Sequence[Sequence[int]], deck: Deck, key: str, findings: list[EntryFinding]
) -> None:
    """Find cards of which all hands together hold more copies than the deck has; *key* is the
    field that holds them. The finding has a seat if one hand alone holds them all."""
    together = Counter(card for hand in hands for card in hand)
    for card, count in sorted(together.items()):
        most = deck.copies[card]
        if count > most:
            holders = [seat for seat, hand in enumerate(hands) if card in hand]
            seat = holders[0] if len(holders) == 1 else -1
            facts = Facts(card=deck.faces[card].name, count=count, most=most)
            findings.append(EntryFinding(EntryCode.TOO_MANY, seat, key, facts))


def check_totals(field: Field, entry: Entry, findings: list[EntryFinding]) -> list[int]:
    """Return the points of all seats in a field; more than ``field.most``, in one hand or in all
    together, is a finding."""
    count_before = len(findings)
    totals = [
        check_total(read_number(sheet, field, seat, findings), field, seat, findings)
        for seat, sheet in enumerate(entry.sheets)
    ]
    if len(findings) == count_before and sum(totals) > field.most:
        facts = Facts(count=sum(totals), most=field.most)
        findings.append(EntryFinding(EntryCode.IMPOSSIBLE_TOTAL, -1, field.key, facts))
    return totals


def check_total(total: int, field: Field, seat: int, findings: list[EntryFinding]) -> int:
    """Return the points of one seat; more than ``field.most`` is a finding."""
    if total > field.most:
        value = likely_number(total, field.most)
        instead = None if value is None else ChangeNumber(seat, field.key, value)
        facts = Facts(count=total, most=field.most)
        findings.append(EntryFinding(EntryCode.IMPOSSIBLE_TOTAL, seat, field.key, facts, instead))
    return total


def holding_seats(form: EntryForm, entry: Entry) -> list[bool]:
    """Return for each seat whether its sheet has cards left. A field that cannot be read counts as
    cards, so that one mistake is not reported twice."""
    extras = {field.key for field in form.fields if field.kind is FieldKind.EXTRA}
    return [
        any(value or value is None for key, value in sheet.items() if key not in extras)
        for sheet in entry.sheets
    ]


def check_winner(
    form: EntryForm, entry: Entry, *, zeros: bool, findings: list[EntryFinding]
) -> None:
    """Check that exactly one seat went out: it holds nothing and all others hold something. With
    *zeros* a hand of cards may be worth no points, so a zero written in a form of points is only
    advice."""
    holding = holding_seats(form, entry)
    empty = [seat for seat, holds in enumerate(holding) if not holds]
    instead = MarkWinner(empty[0]) if len(empty) == 1 else None
    winner = entry.winner
    if winner is None or not 0 <= winner < len(holding):
        findings.append(EntryFinding(EntryCode.NO_WINNER, suggestion=instead))
        return
    if holding[winner]:
        findings.append(EntryFinding(EntryCode.WINNER_HOLDS, winner, suggestion=instead))
        return
    asked = [field.key for field in form.fields if field.kind is FieldKind.POINTS]
    for seat in empty:
        if seat != winner:
            believed = zeros and any(key in entry.sheets[seat] for key in asked)
            findings.append(EntryFinding(EntryCode.EMPTY_HAND, seat, blocks=not believed))


GIVEN_UP: Final = "given-up"
"""The key of the form of a hand that was given up, in every game."""


def given_up_form(forms: Sequence[EntryForm]) -> EntryForm:
    """Return the form of a hand given up in a game with these forms: the points that each seat
    holds, as in the game's form of totals. They may be left out."""
    totals = next(form for form in forms if form.key == TOTALS)
    held = tuple(field for field in totals.fields if field.key == POINTS)
    return EntryForm(GIVEN_UP, "Given up", Evidence.TOTALS, held, winner=False, scoring=Scoring.SUM)


def check_given_up(form: EntryForm, players: tuple[int, int], entry: Entry) -> Checked:
    """Judge a hand given up in a game for *players*, fewest and most. Nobody won it, so everybody
    gets 0 points, whatever they hold."""

    def judge(form: EntryForm, findings: list[EntryFinding]) -> Checked:
        (held,) = form.fields
        for seat, sheet in enumerate(entry.sheets):
            value = sheet.get(held.key, 0)
            if isinstance(value, bool) or not isinstance(value, int) or value < held.least:
                findings.append(EntryFinding(EntryCode.NOT_A_NUMBER, seat, held.key))
            else:
                check_total(value, held, seat, findings)
        return checked((0,) * len(entry.sheets), findings)

    return judged((form,), players, entry, judge)
