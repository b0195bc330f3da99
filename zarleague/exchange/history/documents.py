"""Read the tables of a web page, or the rows of a JSON document, as those of a spreadsheet."""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from zarleague.exchange.history.sheets import MAX_CELLS, MAX_COLUMNS, MAX_ROWS, MAX_TEXT, Cell, Row

_TAG: Final = re.compile(r"<(/?)([a-z][a-z0-9]*)\b([^<>]*)>|<!--|<[^<>]*>?", re.I)
_SPAN: Final = re.compile(r"\bcolspan\s*=\s*[\"']?([0-9]{1,2})", re.I)
_ROWS: Final = re.compile(r"\browspan\s*=\s*[\"']?([0-9]{1,4})", re.I)
_UNSEEN: Final = frozenset(["script", "style", "template", "svg"])
_LEAST: Final = 2
"""Rows from which on a table is one of results."""


@dataclass
class _Table:
    rows: list[list[list[str]]] = field(default_factory=list)
    """By row and cell, the parts of its text."""
    is_in_cell: bool = False
    _tall: dict[int, tuple[int, list[str]]] = field(default_factory=dict)
    """By column the last row of a cell that spans several, and its text, which all of them have."""
    _repeated: int = 0

    def begin_cell(self, columns: int, rows: int) -> None:
        if not self.rows:
            self.rows.append([])
        own, here = self.rows[-1], len(self.rows) - 1
        self.fill()
        begin = len(own)
        own += [[] for _ in range(columns)][: MAX_COLUMNS + 1 - begin]
        self.is_in_cell = len(own) > begin
        self._last = begin
        for column in range(begin, len(own) if rows > 1 else 0):
            self._tall[column] = here + rows - 1, own[column]

    def fill(self) -> None:
        """Put the cells that span several rows into the last one, up to its next cell."""
        while self.rows and self._repeated < MAX_CELLS:
            last, text = self._tall.get(len(self.rows[-1]), (-1, []))
            if last < len(self.rows) - 1:
                return
            self.rows[-1].append(text)
            self._repeated += 1

    def add(self, text: str) -> None:
        if self.is_in_cell:
            self.rows[-1][self._last].append(text)

    def cells(self) -> list[Row]:
        return [[_text(cell) for cell in row] for row in self.rows if any(map(_text, row))]


def tables_of(page: str) -> list[list[Row]]:
    """Return the tables of a web page that have several rows, the one with most cells first."""
    tables: list[_Table] = []
    within: list[_Table] = []
    at = 0
    while found := _TAG.search(page, at):
        if within:
            within[-1].add(page[at : found.start()])
        closes, name = bool(found[1]), (found[2] or "").lower()
        at = found.end()
        if found[0] == "<!--":
            at = _behind(page, "-->", at)
        elif name in _UNSEEN and not closes:
            at = _behind(page, f"</{name}", at)
        elif name == "table" and not closes:
            within.append(_Table())
            tables.append(within[-1])
        elif name == "table" and within:
            within.pop()
        elif name == "tr" and within:
            within[-1].is_in_cell = False
            within[-1].fill()
            if not closes:
                within[-1].rows.append([])
        elif name in ("td", "th") and within:
            within[-1].is_in_cell = False
            if not closes:
                spans = [one.search(found[3] or "") for one in (_SPAN, _ROWS)]
                within[-1].begin_cell(*(max(1, int(one[1])) if one else 1 for one in spans))
        elif within:
            within[-1].add(" ")
    read = [table.cells() for table in tables]
    return sorted(
        (rows for rows in read if len(rows) >= _LEAST),
        key=lambda rows: -sum(cell is not None for row in rows for cell in row),
    )


def _behind(page: str, mark: str, at: int) -> int:
    found = page.find(mark, at)
    return len(page) if found < 0 else found + len(mark)


def _text(parts: Sequence[str]) -> str | None:
    text = " ".join(html.unescape("".join(parts)).split())
    return text[:MAX_TEXT] or None


def rows_of_objects(document: Any) -> list[Row]:
    """Return a line of headings, and a row for each object of the longest list of objects in a JSON
    document; empty if it has none. A list of objects within one makes a row for each of them; a
    mapping gives each of its keys a column. A list of lists is the table itself."""
    if rows := _rows_of_lists(document):
        return rows
    objects = _longest_list(document)
    records = [record for number, one in enumerate(objects, 1) for record in _records(one, number)]
    headings = list(dict.fromkeys(key for record in records for key in record))
    if not headings or len(records) > MAX_ROWS or len(headings) > MAX_COLUMNS:
        return []
    return [headings, *([record.get(key) for key in headings] for record in records)]


def _rows_of_lists(document: Any) -> list[Row]:
    is_table = isinstance(document, list) and all(
        isinstance(one, list) and not any(isinstance(cell, dict | list) for cell in one)
        for one in document
    )
    if not is_table or len(document) < 2 or len(document) > MAX_ROWS:
        return []
    return [[_cell(cell) for cell in one] for one in document]


def _longest_list(document: Any) -> Sequence[Mapping[str, Any]]:
    found = [document] if isinstance(document, list) else []
    if isinstance(document, dict):
        inner = [one for one in document.values() if isinstance(one, dict)]
        found += [one for each in (document, *inner) for one in each.values()]
    lists = [
        [each for each in one if isinstance(each, dict)] for one in found if isinstance(one, list)
    ]
    return max(lists, key=len, default=[])


def _records(one: Mapping[str, Any], number: int) -> Iterator[dict[str, Cell]]:
    """Yield the rows of an object."""
    own: dict[str, Cell] = {}
    several: list[Mapping[str, Any]] = []
    for key, value in one.items():
        if isinstance(value, dict):
            own |= {str(name)[:MAX_TEXT]: _cell(each) for name, each in value.items()}
        elif isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
            several = several or value
        else:
            own[key[:MAX_TEXT]] = _cell(value)
    if not several:
        yield own
    for each in several:
        inner = {key[:MAX_TEXT]: _cell(value) for key, value in each.items()}
        yield {"Game no.": number} | own | inner


def _cell(value: Any) -> Cell:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float) and abs(value) < 1e15:
        return value
    if isinstance(value, list):
        value = ", ".join(str(each) for each in value[:MAX_COLUMNS])
    return None if value is None else str(value).strip()[:MAX_TEXT] or None
