"""Findings and suggestions on an entry as sentences that name the player and the card.

Templates are plain English with named placeholders; a page translates the template and the value
of ``field`` (a label of the form) and fills them in afterwards. Of several templates the first
whose facts the finding has is used.
"""

from collections.abc import Sequence
from typing import Final

from zarleague.engine.entry.findings import (
    ChangeNumber,
    CheckColumn,
    EntryCode,
    EntryFinding,
    MarkWinner,
    SwapNumbers,
)
from zarleague.engine.entry.forms import EntryForm
from zarleague.engine.finding_sentences import Sentence, placeholders, worded

_TEMPLATES: Final[dict[EntryCode, tuple[str, ...]]] = {
    EntryCode.NO_WINNER: ("Nobody is marked as going out.",),
    EntryCode.WINNER_HOLDS: (
        "{player} won the hand and can’t have any cards left.",
        "The winner can’t have any cards left.",
    ),
    EntryCode.EMPTY_HAND: (
        "{player} has no cards left but isn’t the winner.",
        "Someone other than the winner has no cards left.",
    ),
    EntryCode.TOO_MANY: (
        "{player}: {count} × {card}, but the deck only has {most}.",
        "{card}: {count} in total, but the deck only has {most}.",
        "{player}: {count} × “{field}”, but the deck only has {most}.",
        "“{field}”: {count} in total, but the deck only has {most}.",
        "{player}: {count} × “{field}”, but {limit} is the most possible.",
        "“{field}”: {count} in total, but {limit} is the most possible.",
        "{count} cards in total, but the deck only has {most}.",
        "{player}: more “{field}” than there are in the deck.",
        "More cards than there are in the deck.",
    ),
    EntryCode.NOT_A_NUMBER: (
        "{player}: “{field}” must be a whole number, 0 or more.",
        "This must be a whole number, 0 or more.",
    ),
    EntryCode.NO_SUCH_FIELD: (
        "{player}: this form has no field “{field}”.",
        "This form has no such field.",
    ),
    EntryCode.NO_SUCH_FORM: ("This game has no such form.",),
    EntryCode.NO_SUCH_CARD: (
        "{player}: there’s no card “{word}” in this deck.",
        "There’s no card “{word}” in this deck.",
        "There’s no such card in this deck.",
    ),
    EntryCode.NO_SUCH_CHOICE: (
        "{player}: “{word}” isn’t one of the choices for “{field}”.",
        "That isn’t one of the choices.",
    ),
    EntryCode.IMPOSSIBLE_TOTAL: (
        "{player} counted {count} points, but the cards add up to {expected}.",
        "{player}: no cards add up to {count} points.",
        "{player}: no cards add up to this total.",
        "No cards add up to {count} points in total.",
        "No cards add up to these totals.",
    ),
    EntryCode.NOT_A_WHOLE_NUMBER: (
        "{player}: “{field}” must be a whole number.",
        "This must be a whole number.",
    ),
    EntryCode.OUT_OF_RANGE: (
        "{player}: “{field}” must be from {least} to {most}, not {count}.",
        "This number is too small or too large.",
    ),
    EntryCode.WRONG_SUM: (
        "“{field}”: {count} in total, but it must add up to {expected}.",
        "“{field}”: {count} in total, but it must be from {least} to {most}.",
        "The points add up to {count}, but must add up to {expected}.",
        "The numbers don’t add up.",
    ),
    EntryCode.WRONG_TICKS: (
        "“{field}”: {count} ticked, but it must be {expected}.",
        "“{field}”: {count} ticked, but it must be {least} to {most}.",
        "Too many or too few are ticked.",
    ),
    EntryCode.WRONG_SHAPE: (
        "{player}: column {column} needs {most} cards, not {count}.",
        "{player}: “{field}” needs {most} cards, not {count}.",
        "{player}: “{field}” isn’t in the right format.",
        "{player}: the cards aren’t in the right format.",
        "The entry isn’t in the right format.",
    ),
    EntryCode.WRONG_SEATS: (
        "This game is for {least} to {most} players, not {count}.",
        "There are {most} players, not {count}.",
        "The entry doesn’t match the players at the table.",
    ),
    EntryCode.NOT_CONFIRMED: (
        "Some cards have no confirmed points yet: set them in the league’s house rules first.",
    ),
    EntryCode.MISSED: (
        "{player}: column {column} could have been cleared.",
        "{player} could have scored better here.",
        "Someone could have scored better here.",
    ),
}

_INSTEAD: Final[dict[type, str]] = {
    MarkWinner: "Did {player} win the hand?",
    ChangeNumber: "Swapped digits, or one too many? {value} would work.",
    SwapNumbers: "Did {player}’s numbers get swapped?",
    CheckColumn: "Is column {column} the problem?",
}


def templates() -> list[str]:
    """Return every template of a remark or a suggestion, for translators."""
    remarks = (template for said in _TEMPLATES.values() for template in said)
    return [*remarks, *_INSTEAD.values()]


def remark(finding: EntryFinding, form: EntryForm | None, seats: Sequence[str]) -> Sentence:
    """Return the sentence of a finding; *seats* are the players' names in sheet order."""
    values = finding.facts.given()
    if 0 <= finding.seat < len(seats):
        values["player"] = seats[finding.seat]
    if finding.field:
        values["field"] = _label(form, finding.field)
    templates = _TEMPLATES[finding.code]
    template = next((t for t in templates if placeholders(t) <= values.keys()), templates[-1])
    return worded(template, values)


def suggested(finding: EntryFinding, seats: Sequence[str]) -> Sentence | None:
    """Return the sentence of a finding's suggestion, None if it has none."""
    instead = finding.suggestion
    if instead is None:
        return None
    values: dict[str, str | int] = {}
    if isinstance(instead, CheckColumn):
        values["column"] = instead.column
    else:
        values["player"] = seats[instead.seat]
    if isinstance(instead, ChangeNumber):
        values["value"] = instead.value
    return Sentence(_INSTEAD[type(instead)], values)


def _label(form: EntryForm | None, key: str) -> str:
    fields = form.fields if form is not None else ()
    return next((field.label for field in fields if field.key == key), key)
