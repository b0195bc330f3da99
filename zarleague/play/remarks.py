"""What is said about an entry, as sentences in the active language."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zarleague.engine import entry_prose
from zarleague.engine.entry import EntryFinding, EntryForm
from zarleague.engine.prose import Sentence
from zarleague.play.sentences import translated


@dataclass(frozen=True, slots=True)
class Remark:
    """One finding of the engine on an entry, for people and for programs.

    ``seat`` is the index of the sheet (-1: the whole table), ``player`` the name that belongs to
    it or "". With ``blocks`` the hand cannot be saved. ``suggestion`` is "" when there is none;
    ``slip`` is the same as data, see `engine.entry.EntryFinding`.
    """

    code: str
    seat: int
    player: str
    field: str
    blocks: bool
    text: str
    suggestion: str
    slip: tuple[str | int, ...]


def remarks(
    findings: Iterable[EntryFinding], form: EntryForm | None, seats: Sequence[str]
) -> tuple[Remark, ...]:
    """The findings on an entry of that form; ``seats`` are names in the order of the sheets."""
    return tuple(
        Remark(
            code=finding.code.value,
            seat=finding.seat,
            player=seats[finding.seat] if 0 <= finding.seat < len(seats) else "",
            field=finding.field,
            blocks=finding.blocks,
            text=_said(entry_prose.remark(finding, form, seats)),
            suggestion=_said(entry_prose.suggestion(finding, seats)),
            slip=finding.slip,
        )
        for finding in findings
    )


def _said(sentence: Sentence | None) -> str:
    return "" if sentence is None else translated(*sentence)
