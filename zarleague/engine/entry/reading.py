"""Read the values of a sheet, field by field.

Each function adds a finding to the list it is given for a value that cannot be read, and returns
something usable whatever the sheet holds.
"""

from collections.abc import Sequence

from zarleague.engine.cards import Deck
from zarleague.engine.entry.findings import EntryCode, EntryFinding, Facts
from zarleague.engine.entry.forms import Entry, Field, Sheet


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
