"""Findings and suggestions on an entry as sentences that name the player and the card.

Templates are plain English with named placeholders; a page translates the template and the value
of ``field`` (a label of the form) and fills them in afterwards. Of several templates the first
whose facts the finding has is used.
"""

from collections.abc import Sequence
from functools import cache
from string import Formatter
from typing import Final

from zarleague.engine.entry.findings import EntryCode, EntryFinding
from zarleague.engine.entry.forms import EntryForm
from zarleague.engine.entry.suggestions import (
    ChangeNumber,
    CheckColumn,
    MarkWinner,
    SwapNumbers,
)
from zarleague.engine.finding_sentences import Sentence

_TEMPLATES: Final[dict[EntryCode, tuple[str, ...]]] = {
    EntryCode.NO_WINNER: ("Nobody is marked as the winner of the hand.",),
    EntryCode.WINNER_HOLDS: (
        "{player} won the hand and cannot have cards left.",
        "The winner of the hand cannot have cards left.",
    ),
    EntryCode.EMPTY_HAND: (
        "{player} has no cards left but is not the winner.",
        "Somebody other than the winner has no cards left.",
    ),
    EntryCode.TOO_MANY: (
        "{player}: {count} of {card}, but the deck holds {most}.",
        "{card}: {count} in all hands together, but the deck holds {most}.",
        "{player}: {count} of “{field}”, but the deck holds {most}.",
        "“{field}”: {count} in all hands together, but the deck holds {most}.",
        "{player}: {count} of “{field}”, but there can be at most {limit}.",
        "“{field}”: {count} in all hands together, but there can be at most {limit}.",
        "{count} cards in all hands together, but the deck holds {most}.",
        "{player}: more of “{field}” than the deck holds.",
        "More cards than the deck holds.",
    ),
    EntryCode.NOT_A_NUMBER: (
        "{player}: “{field}” needs a whole number, 0 or more.",
        "This needs a whole number, 0 or more.",
    ),
    EntryCode.NO_SUCH_FIELD: (
        "{player}: this form does not ask for “{field}”.",
        "This form does not ask for that.",
    ),
    EntryCode.NO_SUCH_FORM: ("This game has no such form.",),
    EntryCode.NO_SUCH_CARD: (
        "{player}: there is no card “{word}” in this deck.",
        "There is no card “{word}” in this deck.",
        "There is no such card in this deck.",
    ),
    EntryCode.NO_SUCH_CHOICE: (
        "{player}: “{word}” is not a choice for “{field}”.",
        "That is not one of the choices.",
    ),
    EntryCode.IMPOSSIBLE_TOTAL: (
        "{player} counted {count} points; the cards come to {due}.",
        "{player}: no hand comes to {count} points.",
        "{player}: no hand comes to this total.",
        "No hands come to {count} points together.",
        "No hands come to these totals.",
    ),
    EntryCode.WRONG_SHAPE: (
        "{player}: column {column} has {count} cards; it needs {most}.",
        "{player}: “{field}” has {count} cards; it needs {most}.",
        "{player}: “{field}” does not have the right shape.",
        "{player}: the cards do not have the right shape.",
        "The entry does not have the right shape.",
    ),
    EntryCode.WRONG_SEATS: (
        "This game is for {least} to {most} players, not {count}.",
        "{count} players are entered; there are {most}.",
        "The entry does not fit the players at the table.",
    ),
    EntryCode.NOT_CONFIRMED: (
        "These rules leave some cards' points open: confirm them in the league's rules first.",
    ),
    EntryCode.MISSED: (
        "{player}: column {column} could have been cleared.",
        "{player} could have scored better here.",
        "Somebody could have scored better here.",
    ),
}

_INSTEAD: Final[dict[type, str]] = {
    MarkWinner: "Did {player} win the hand?",
    ChangeNumber: "Two digits swapped, or one too many? {value} would be possible.",
    SwapNumbers: "Were two of the numbers of {player} exchanged?",
    CheckColumn: "Is it column {column} that makes the difference?",
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
    template = next((t for t in templates if _placeholders(t) <= values.keys()), templates[-1])
    return Sentence(template, values)


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


@cache
def _placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}
