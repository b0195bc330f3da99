"""Reading the values of a sheet, field by field: what is wrong becomes a finding.

For entry checks of any game. Every function takes the field, the seat it belongs to and the list
that findings go to, and returns something usable whatever the sheet holds.
"""

from collections.abc import Sequence

from zarleague.engine.cards import Deck
from zarleague.engine.entry import Entry, EntryCode, EntryFinding, EntryForm, Field, Sheet


def wrong_fields(form: EntryForm, entry: Entry) -> list[EntryFinding]:
    """A finding for every value of a field the form does not have."""
    known = {field.key for field in form.fields}
    return [
        EntryFinding(EntryCode.NO_SUCH_FIELD, seat, key)
        for seat, sheet in enumerate(entry.sheets)
        for key in sheet
        if key not in known
    ]


def number(sheet: Sheet, field: Field, seat: int, findings: list[EntryFinding]) -> int:
    """The number in a field, 0 if it is absent or none. More than the field's ``most`` (where it
    has one) is a finding, but returned all the same."""
    value = sheet.get(field.key, 0)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        findings.append(EntryFinding(EntryCode.NOT_A_NUMBER, seat, field.key))
        return 0
    if field.most and value > field.most:
        about = (("count", value), ("most", field.most))
        findings.append(EntryFinding(EntryCode.TOO_MANY, seat, field.key, about))
    return value


def cards(
    value: object, key: str, seat: int, deck: Deck, findings: list[EntryFinding]
) -> list[int]:
    """The cards a list of codes names; what names no card is a finding and left out."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        findings.append(EntryFinding(EntryCode.WRONG_SHAPE, seat, key))
        return []
    found = []
    for code in value:
        card = deck.index.get(code) if isinstance(code, str) else None
        if card is None:
            about = (("word", str(code)),)
            findings.append(EntryFinding(EntryCode.NO_SUCH_CARD, seat, key, about))
        else:
            found.append(card)
    return found


def choice(sheet: Sheet, field: Field, seat: int, findings: list[EntryFinding]) -> str | None:
    """The choice made in a field, None if it is absent or no choice of the field."""
    value = sheet.get(field.key)
    if value is None:
        return None
    if not any(value == key for key, _ in field.choices):
        about = (("word", str(value)),)
        findings.append(EntryFinding(EntryCode.NO_SUCH_CHOICE, seat, field.key, about))
        return None
    return str(value)
