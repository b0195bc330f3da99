"""Entering the end of a hand of Zuits: the forms, and the check of an entry against the deck.

In every form each seat has two objective cards, the cards it collected, the cards left in its hand,
and, if its player did not take the best, the player's choices.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import Final, NamedTuple

from zarleague.engine.entry import (
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
    Sheet,
    checks,
)
from zarleague.engine.games.zuits.deck import (
    COLOUR_KINDS,
    COLOURS,
    DECK,
    OF_COLOUR,
    WILDS,
    cards_of,
)
from zarleague.engine.games.zuits.rules import Rules, rules_of
from zarleague.engine.games.zuits.scoring import (
    EndOfHand,
    colours_open,
    count_of,
    most_wilds,
    score,
)
from zarleague.engine.ruleset import Ruleset

PLAYERS: Final = 4
OBJECTIVE_CARDS: Final = 2
MOST_COLLECTED: Final = 44
"""Thirteen cards each, less the objectives; cards left in hand are not collected by anybody."""
MOST_LEFT: Final = 1
"""Of eleven cards each of the ten tricks takes one at least."""
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


@lru_cache(maxsize=64)
def forms(ruleset: Ruleset) -> tuple[EntryForm, ...]:
    """Return the ways to enter the end of a hand."""
    rules = rules_of(ruleset)
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
        checks.totals_form("Points", MOST_OFF**2 if rules.squared else MOST_OFF, winner=False),
    )


def check(ruleset: Ruleset, entry: Entry) -> Checked:
    rules = rules_of(ruleset)

    def judge(form: EntryForm, findings: list[EntryFinding]) -> Checked:
        return _checked(rules, form, entry, findings)

    return checks.judged(forms(ruleset), (PLAYERS, PLAYERS), entry, judge)


def _checked(rules: Rules, form: EntryForm, entry: Entry, findings: list[EntryFinding]) -> Checked:
    if form.key == TOTALS:
        points = [
            _total(rules, form.fields[0], sheet, seat, findings)
            for seat, sheet in enumerate(entry.sheets)
        ]
        return Checked(None if findings else tuple(points), tuple(findings))
    accounts = [
        account
        for seat in range(PLAYERS)
        if (account := _account(form, entry, seat, findings)) is not None
    ]
    _check_deck(form, accounts, findings)
    if findings:
        return Checked(None, tuple(findings))
    scores = [
        score(account.hand, squared=rules.squared, may_add_left=rules.may_add_left)
        for account in accounts
    ]
    return Checked(
        tuple(scored.points for scored in scores), steps=tuple(scored.steps for scored in scores)
    )


def entry_of(
    hands: Sequence[tuple[Sequence[int], Sequence[int], Sequence[int], int | None]],
) -> Entry:
    """Return the entry of the cards form for hands: the objective cards, cards collected and cards
    left of each seat, and the objective colour if one was chosen."""
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


def _total(
    rules: Rules, field: Field, sheet: Sheet, seat: int, findings: list[EntryFinding]
) -> int:
    """Return the points given, with a finding if no hand can be worth them."""
    count_before = len(findings)
    points = checks.check_total(
        checks.read_number(sheet, field, seat, findings), field, seat, findings
    )
    if len(findings) == count_before and rules.squared and isqrt(points) ** 2 != points:
        facts = Facts(count=points)
        findings.append(EntryFinding(EntryCode.IMPOSSIBLE_TOTAL, seat, field.key, facts))
    return points


class _Account(NamedTuple):
    """A sheet that was read: the end of hand it scores, and the cards of the deck it names."""

    hand: EndOfHand
    named: tuple[int, ...]


def _account(
    form: EntryForm, entry: Entry, seat: int, findings: list[EntryFinding]
) -> _Account | None:
    """Read one sheet; None if it does not have two objective cards."""
    sheet = entry.sheets[seat]
    objective = checks.read_codes(sheet.get("objective", ()), "objective", seat, DECK, findings)
    left = checks.read_codes(sheet.get("left", ()), "left", seat, DECK, findings)
    if len(left) > MOST_LEFT:
        findings.append(_too_many(len(left), MOST_LEFT, seat, "left"))
    cards: list[int] = []
    if form.key == "cards":
        cards = checks.read_codes(sheet.get("collected", ()), "collected", seat, DECK, findings)
        collected = count_of(cards)
    else:
        red, blue, gold, wild = (
            checks.check_count(form, field, entry, seat, findings) for field in _COUNTS
        )
        collected = (red, blue, gold, wild)
    if len(objective) != OBJECTIVE_CARDS:
        facts = Facts(count=len(objective), most=OBJECTIVE_CARDS)
        findings.append(EntryFinding(EntryCode.WRONG_SHAPE, seat, "objective", facts))
        return None
    hand = EndOfHand((objective[0], objective[1]), collected, count_of(left))
    hand = _with_choices(hand, form, sheet, seat, findings)
    return _Account(hand, (*objective, *cards, *left))


def _with_choices(
    hand: EndOfHand, form: EntryForm, sheet: Sheet, seat: int, findings: list[EntryFinding]
) -> EndOfHand:
    """Return the hand with its player's choices; a choice that cannot be made is a finding."""
    add_left = (
        checks.read_choice(sheet, _ADD_LEFT, seat, findings) if _ADD_LEFT in form.fields else "no"
    )
    if add_left is not None:
        hand = hand._replace(add_left=add_left == "yes")
    if (colour := checks.read_choice(sheet, _COLOUR, seat, findings)) is not None:
        hand = hand._replace(colour=COLOURS.index(colour))
        if hand.colour not in colours_open(hand.objective):
            facts = Facts(word=colour)
            findings.append(EntryFinding(EntryCode.NO_SUCH_CHOICE, seat, _COLOUR.key, facts))
    if (wilds := checks.read_choice(sheet, _WILDS, seat, findings)) is not None:
        most = most_wilds(hand, added=hand.add_left is not False)
        hand = hand._replace(wilds=int(wilds))
        if int(wilds) > most:
            findings.append(_too_many(int(wilds), most, seat, _WILDS.key))
    return hand


def _check_deck(
    form: EntryForm, accounts: Sequence[_Account], findings: list[EntryFinding]
) -> None:
    """Find cards that the whole table cannot have: one twice, or too many of a colour or in all."""
    checks.check_copies([account.named for account in accounts], DECK, "", findings)
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
            facts = Facts(count=count, most=field.most)
            findings.append(EntryFinding(EntryCode.TOO_MANY, -1, field.key, facts))
    if dealt > MOST_COLLECTED:
        findings.append(_too_many(dealt, MOST_COLLECTED, -1, "collected"))


def _too_many(count: int, most: int, seat: int, field: str) -> EntryFinding:
    return EntryFinding(EntryCode.TOO_MANY, seat, field, Facts(count=count, limit=most))
