"""Entering the end of a hand of Zuits: the forms, and the check of an entry against the deck.

Whatever the form, each seat has two objective cards, the cards it collected, the cards left in its
hand, and, if its player did not take the best, what the player chose instead.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Final, NamedTuple

from zarleague.engine import sheets
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
from zarleague.engine.games.zuits.deck import (
    COLOUR_KINDS,
    COLOURS,
    DECK,
    OF_COLOUR,
    WILDS,
    cards_of,
)
from zarleague.engine.games.zuits.rules import Rules
from zarleague.engine.games.zuits.scoring import (
    EndOfHand,
    colours_open,
    count_of,
    most_wilds,
    score,
)

PLAYERS: Final = 4
OBJECTIVE_CARDS: Final = 2
MOST_COLLECTED: Final = 44
"""Thirteen cards each, less the objectives; cards left in hand are not collected by anybody."""
MOST_LEFT: Final = 10
"""Of eleven cards one is played in the first trick."""
MOST_OFF: Final = 15
"""The whole of a colour, with an objective of two wilds of value 0."""

_ALL_CODES: Final = tuple(face.code for face in DECK.faces)
_OBJECTIVE: Final = Field(
    "objective", "Objective cards", FieldKind.CARDS, most=OBJECTIVE_CARDS, faces=_ALL_CODES
)
_LEFT: Final = Field(
    "left", "Cards left in hand", FieldKind.CARDS, most=MOST_LEFT, faces=_ALL_CODES
)
_COLLECTED_CARDS: Final = Field(
    "collected", "Cards collected", FieldKind.CARDS, most=MOST_COLLECTED, faces=_ALL_CODES
)
_COUNT_LABELS: Final = ("Red collected", "Blue collected", "Gold collected", "Wild collected")
_COUNTS: Final = tuple(
    Field(
        kind,
        label,
        FieldKind.COUNT,
        most=mask.bit_count(),
        faces=tuple(DECK.faces[card].code for card in cards_of(mask)),
    )
    for kind, label, mask in zip(COLOUR_KINDS, _COUNT_LABELS, OF_COLOUR, strict=True)
)
_COLOUR: Final = Field(
    "colour",
    "Colour chosen",
    FieldKind.CHOICE,
    choices=(("red", "Red"), ("blue", "Blue"), ("gold", "Gold")),
)
_WILDS: Final = Field(
    "wilds-counted",
    "Wilds counted",
    FieldKind.CHOICE,
    choices=tuple((str(number), str(number)) for number in range(WILDS.bit_count() + 1)),
)
_ADD_LEFT: Final = Field(
    "add-left",
    "Cards left in hand added",
    FieldKind.CHOICE,
    choices=(("yes", "Added"), ("no", "Not added")),
)
_TOTAL: Final = Field("total", "Points", FieldKind.TOTAL, points=1)


def forms_of(rules: Rules) -> tuple[EntryForm, ...]:
    """The ways to enter the end of a hand."""
    choices = (_COLOUR, _WILDS, _ADD_LEFT) if rules.may_add_left else (_COLOUR, _WILDS)
    return (
        EntryForm(
            "collected",
            "Collected by colour",
            Evidence.COUNTS,
            (_OBJECTIVE, *_COUNTS, _LEFT, *choices),
            winner=False,
            scoring=Scoring.GAME,
        ),
        EntryForm(
            "cards",
            "Every card",
            Evidence.CARDS,
            (_OBJECTIVE, _COLLECTED_CARDS, _LEFT, *choices),
            winner=False,
            scoring=Scoring.GAME,
        ),
        EntryForm("totals", "Points", Evidence.TOTALS, (_TOTAL,), False, Scoring.SUM),
    )


def check(rules: Rules, entry: Entry) -> Checked:
    """Judge an entry against the deck and score it. Never raises."""
    form = next((form for form in forms_of(rules) if form.key == entry.form), None)
    if form is None:
        return Checked(None, (EntryFinding(EntryCode.NO_SUCH_FORM, about=(("word", entry.form),)),))
    if len(entry.sheets) != PLAYERS:
        about = (("count", len(entry.sheets)), ("most", PLAYERS))
        return Checked(None, (EntryFinding(EntryCode.WRONG_SEATS, about=about),))
    findings = sheets.wrong_fields(form, entry)
    if form.key == "totals":
        points = [_total(rules, sheet, seat, findings) for seat, sheet in enumerate(entry.sheets)]
        return Checked(None if findings else tuple(points), tuple(findings))
    accounts = [
        account
        for seat, sheet in enumerate(entry.sheets)
        if (account := _account(form, sheet, seat, findings)) is not None
    ]
    findings.extend(_deck_findings(accounts))
    if findings:
        return Checked(None, tuple(findings))
    scores = [
        score(account.hand, squared=rules.squared, may_add_left=rules.may_add_left)
        for account in accounts
    ]
    return Checked(
        tuple(scored.points for scored in scores),
        steps=tuple(scored.steps for scored in scores),
    )


def entry_of(
    hands: Sequence[tuple[Sequence[int], Sequence[int], Sequence[int], int | None]],
) -> Entry:
    """The entry of the cards form for hands: each one's objective cards, those collected, those
    left, and the objective colour if one was chosen."""
    sheets_of_seats = []
    for objective, collected, left, colour in hands:
        sheet: dict[str, str | list[str]] = {
            "objective": [DECK.code(card) for card in objective],
            "collected": [DECK.code(card) for card in collected],
            "left": [DECK.code(card) for card in left],
        }
        if colour is not None:
            sheet["colour"] = COLOURS[colour]
        sheets_of_seats.append(sheet)
    return Entry("cards", tuple(sheets_of_seats))


def _total(rules: Rules, sheet: Sheet, seat: int, findings: list[EntryFinding]) -> int:
    """The points given, if a hand can be worth them."""
    points = sheets.number(sheet, _TOTAL, seat, findings)
    off = isqrt(points) if rules.squared else points
    if off > MOST_OFF or (rules.squared and off * off != points):
        about = (("count", points), ("most", MOST_OFF**2 if rules.squared else MOST_OFF))
        findings.append(EntryFinding(EntryCode.IMPOSSIBLE_TOTAL, seat, _TOTAL.key, about))
    return points


class _Account(NamedTuple):
    """One sheet, read: what scores, and which cards of the deck it names."""

    hand: EndOfHand
    named: tuple[int, ...]


def _account(
    form: EntryForm, sheet: Sheet, seat: int, findings: list[EntryFinding]
) -> _Account | None:
    """Read one sheet; None if it does not have two objective cards."""
    objective = sheets.cards(sheet.get("objective", ()), "objective", seat, DECK, findings)
    left = sheets.cards(sheet.get("left", ()), "left", seat, DECK, findings)
    if len(left) > MOST_LEFT:
        findings.append(_too_many(len(left), MOST_LEFT, seat, "left"))
    cards: list[int] = []
    if form.key == "cards":
        cards = sheets.cards(sheet.get("collected", ()), "collected", seat, DECK, findings)
        collected = count_of(cards)
    else:
        red, blue, gold, wild = (sheets.number(sheet, field, seat, findings) for field in _COUNTS)
        collected = (red, blue, gold, wild)
    if len(objective) != OBJECTIVE_CARDS:
        about = (("count", len(objective)), ("most", OBJECTIVE_CARDS))
        findings.append(EntryFinding(EntryCode.WRONG_SHAPE, seat, "objective", about))
        return None
    hand = EndOfHand((objective[0], objective[1]), collected, count_of(left))
    hand = _with_choices(hand, form, sheet, seat, findings)
    return _Account(hand, (*objective, *cards, *left))


def _with_choices(
    hand: EndOfHand, form: EntryForm, sheet: Sheet, seat: int, findings: list[EntryFinding]
) -> EndOfHand:
    """The hand with what its player chose; a choice that cannot be made is a finding."""
    add_left = sheets.choice(sheet, _ADD_LEFT, seat, findings) if _ADD_LEFT in form.fields else "no"
    if add_left is not None:
        hand = hand._replace(add_left=add_left == "yes")
    colour = sheets.choice(sheet, _COLOUR, seat, findings)
    if colour is not None:
        hand = hand._replace(colour=COLOURS.index(colour))
        if hand.colour not in colours_open(hand.objective):
            about = (("word", colour),)
            findings.append(EntryFinding(EntryCode.NO_SUCH_CHOICE, seat, _COLOUR.key, about))
    wilds = sheets.choice(sheet, _WILDS, seat, findings)
    if wilds is not None:
        most = most_wilds(hand, added=hand.add_left is not False)
        hand = hand._replace(wilds=int(wilds))
        if int(wilds) > most:
            findings.append(_too_many(int(wilds), most, seat, _WILDS.key))
    return hand


def _deck_findings(accounts: Sequence[_Account]) -> Iterator[EntryFinding]:
    """What the whole table cannot have: a card twice, too many of a colour, too many in all."""
    twice = Counter(card for account in accounts for card in account.named)
    for card, count in twice.items():
        if count > 1:
            about = (("card", DECK.code(card)), ("count", count), ("most", 1))
            yield EntryFinding(EntryCode.TOO_MANY, about=about)
    dealt = 0
    totals = [0] * len(COLOUR_KINDS)
    for account in accounts:
        hand = account.hand
        dealt += sum(hand.collected) + sum(hand.left)
        for part in (count_of(hand.objective), hand.collected, hand.left):
            for colour, number in enumerate(part):
                totals[colour] += number
    for field, count in zip(_COUNTS, totals, strict=True):
        if count > field.most:
            about = (("kind", field.key), ("count", count), ("most", field.most))
            yield EntryFinding(EntryCode.TOO_MANY, field=field.key, about=about)
    if dealt > MOST_COLLECTED:
        yield _too_many(dealt, MOST_COLLECTED, -1, "collected")


def _too_many(count: int, most: int, seat: int, field: str) -> EntryFinding:
    return EntryFinding(EntryCode.TOO_MANY, seat, field, (("count", count), ("most", most)))
