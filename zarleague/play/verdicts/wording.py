"""Put the engine's findings into sentences of the active language.

The engine returns a template and the values that fill it; they are translated here, so that the
engine does not depend on Django.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext

from zarleague.engine.entry import EntryFinding, EntryForm, Step, sentences, suggestion_data
from zarleague.engine.finding_sentences import Sentence
from zarleague.leagues.formats import isolated

_NAMES_OF_PEOPLE: Final = frozenset({"player", "other", "seat", "due"})
"""Values that hold a player's name. A name is never translated, even if it is a word like "Red"."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One finding of the engine on an entry, for people and for programs.

    ``seat`` is the index of the sheet (-1: the whole table), ``player`` the player's name or "". If
    it ``blocks``, the hand cannot be saved. ``suggestion`` is "" if there is none; ``fix`` is the
    same as data, None if it changes nothing; see `engine.entry.findings`.
    """

    code: str
    seat: int
    player: str
    field: str
    blocks: bool
    text: str
    suggestion: str
    fix: Mapping[str, Any] | None


def remarks(
    findings: Iterable[EntryFinding], form: EntryForm | None, seats: Sequence[str]
) -> tuple[Remark, ...]:
    """Return the findings on an entry of that form as remarks.

    ``seats`` are the players' names in the order of the sheets.
    """
    return tuple(
        Remark(
            code=finding.code.value,
            seat=finding.seat,
            player=seats[finding.seat] if 0 <= finding.seat < len(seats) else "",
            field=finding.field,
            blocks=finding.blocks,
            text=_sentence(sentences.remark(finding, form, seats)),
            suggestion=_sentence(sentences.suggested(finding, seats)),
            fix=suggestion_data(finding.suggestion),
        )
        for finding in findings
    )


def log_remark(text: str) -> Remark:
    """Return the remark that prevents saving a hand by its log; ``text`` is untranslated."""
    return Remark("log-rejected", -1, "", "", True, gettext(text), "", None)


def explained(steps: Iterable[Iterable[Step]]) -> list[list[str]]:
    """Return the steps that lead to the points of each sheet, as sentences."""
    return [[translated(step.template, dict(step.values)) for step in one] for one in steps]


def translated(template: str, values: Mapping[str, str | int]) -> str:
    """Return the translated template, filled with the values.

    Values that are words (cards, colours, labels of fields) are translated, names are not.
    """
    facts = {key: _written(key, value) for key, value in values.items()}
    return gettext(template).format(**facts)


def _written(key: str, value: str | int) -> str | int:
    if not isinstance(value, str) or not value:
        return value
    return isolated(value) if key in _NAMES_OF_PEOPLE else gettext(value)


def _sentence(sentence: Sentence | None) -> str:
    return "" if sentence is None else translated(*sentence)
