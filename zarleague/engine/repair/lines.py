"""Repairs as changes of lines of text, with the question that offers each."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from zarleague.engine.edits import Edit, EditKind
from zarleague.engine.event import DRAW, RESHUFFLE, TABLE
from zarleague.engine.finding_sentences import Sentence
from zarleague.engine.log import Log, event_line, text_lines
from zarleague.engine.repair.search import Repair, repairs

_CHANGED: Final = "Line {line}: was it “{text}”?"
_DOUBLED: Final = "Line {line} is there twice."
_EXTRA: Final = "Should line {line} be deleted?"
_EXCHANGED: Final = "Were lines {line} and {other} the other way round?"
_RESHUFFLED: Final = "Were the cards reshuffled before line {line}?"
_DREW: Final = "Did {player} draw before line {line}?"
_MISSING: Final = "Is “{text}” missing before line {line}?"


class LineRepair(NamedTuple):
    """One change of the text: ``text``, of one line or several, or none if it is empty, comes
    instead of ``replaces`` lines, the first of them ``line`` (from 1 on); before it if that is 0.
    """

    line: int
    text: str
    replaces: int
    question: Sentence


def line_repairs(text: str, log: Log, limit: int = 3) -> list[LineRepair]:
    """Return the repairs of the log that *text* holds, the likeliest first."""
    lines = text_lines(text)
    return [_line_repair(repair, log, lines) for repair in repairs(log, lines, limit)]


def templates() -> list[str]:
    """Return every question a repair may ask, for translators."""
    return [_CHANGED, _DOUBLED, _EXTRA, _EXCHANGED, _RESHUFFLED, _DREW, _MISSING]


def _line_repair(repair: Repair, log: Log, lines: Sequence[str]) -> LineRepair:
    edit = repair.edit
    line = edit.line or _line(log, edit.event_index, len(lines) + 1)
    if edit.kind is EditKind.EXCHANGED:
        other = _line(log, edit.event_index + 1, len(lines) + 1)
        first, *between, last = lines[line - 1 : other]
        question = Sentence(_EXCHANGED, {"line": line, "other": other})
        return LineRepair(line, "\n".join([last, *between, first]), other - line + 1, question)
    text = "" if edit.event is None else event_line(edit.event, log)
    replaces = int(edit.replaced or bool(edit.line))
    return LineRepair(line, text, replaces, _question(edit, log, line, text))


def _line(log: Log, index: int, end: int) -> int:
    """Return the line of text that holds the event at *index*, *end* after the last one."""
    numbers = log.lines or range(1, len(log.events) + 1)
    return numbers[index] if index < len(numbers) else end


def _question(edit: Edit, log: Log, line: int, text: str) -> Sentence:
    if edit.kind is EditKind.DOUBLED:
        return Sentence(_DOUBLED, {"line": line})
    if edit.kind is EditKind.EXTRA or edit.event is None:
        return Sentence(_EXTRA, {"line": line})
    if edit.kind is not EditKind.MISSING:
        return Sentence(_CHANGED, {"line": line, "text": text})
    if edit.event.kind == RESHUFFLE:
        return Sentence(_RESHUFFLED, {"line": line})
    if edit.event.kind == DRAW and edit.event.seat != TABLE:
        return Sentence(_DREW, {"line": line, "player": log.seats[edit.event.seat]})
    return Sentence(_MISSING, {"line": line, "text": text})
