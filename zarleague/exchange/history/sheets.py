"""Read the cells of a CSV or XLSX file, row by row, within limits."""

import csv
import datetime
import io
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import IO, Final, NamedTuple

from django.utils.translation import gettext_noop

from zarleague.exchange.damage import DAMAGED
from zarleague.exchange.history import unpacking

Cell = str | int | float | datetime.date | None
Row = Sequence[Cell]

MAX_FILE: Final = 20 << 20
"""Bytes of a file."""
MAX_UNPACKED: Final = 200 << 20
"""Bytes of everything in an XLSX file, which is a zip."""
MAX_ROWS: Final = 200_000
MAX_COLUMNS: Final = 100
MAX_CELLS: Final = 2_000_000
"""Non-empty cells."""
MAX_TEXT: Final = 200
"""Characters kept of a cell."""
EMPTY_SHEET: Final = 1200
"""Bytes an empty sheet of a workbook has at most."""
LONGEST_LINE: Final = 100_000
"""Characters of a line of a CSV file: a thousand for each column."""
_SAMPLE: Final = 20_000
"""Characters from which the delimiter of a CSV file is detected."""


class PlayResult(NamedTuple):
    """What a file of plays says of one player of a play."""

    name: Cell
    points: Cell
    winner: bool
    rank: Cell


class Play(NamedTuple):
    """A play in a file of plays: one hand, at a place, which becomes the name of the table."""

    day: Cell
    place: Cell
    game: Cell
    results: Sequence[PlayResult]


class UnreadableSheet(Exception):
    """Raised for a file that is no spreadsheet, or too large. The message is a msgid."""

    def __init__(self, msgid: str, **params: int) -> None:
        super().__init__(msgid)
        self.msgid = msgid
        self.params = params


def rows_of(file: IO[bytes]) -> Iterator[tuple[int, Row]]:
    """Yield the non-empty rows of the first sheet, each with its number from 1.

    Raise UnreadableSheet.
    """
    file.seek(0)
    is_zip = file.read(4) == b"PK\x03\x04"
    file.seek(0)
    cells = 0
    for number, row in _xlsx(file) if is_zip else _csv(file):
        if number > MAX_ROWS:
            raise UnreadableSheet(
                gettext_noop("The file has more than {most} rows."), most=MAX_ROWS
            )
        filled = sum(cell is not None for cell in row)
        if len(row) > MAX_COLUMNS and any(cell is not None for cell in row[MAX_COLUMNS:]):
            raise UnreadableSheet(
                gettext_noop("The file has more than {most} columns."), most=MAX_COLUMNS
            )
        cells += filled
        if cells > MAX_CELLS:
            raise UnreadableSheet(
                gettext_noop("The file has more than {most} filled cells."), most=MAX_CELLS
            )
        if filled:
            yield number, row


def sheets_in(file: IO[bytes]) -> int:
    """Return the number of sheets of a workbook that hold more than an empty one, 1 for a CSV
    file."""
    file.seek(0)
    try:
        with zipfile.ZipFile(file) as packed:
            members = packed.infolist()
    except (zipfile.BadZipFile, OSError):
        return 1
    filled = (
        member
        for member in members
        if member.filename.startswith("xl/worksheets/sheet") and member.file_size > EMPTY_SHEET
    )
    return max(1, sum(1 for _ in filled))


def _csv(file: IO[bytes]) -> Iterator[tuple[int, Row]]:
    text = io.TextIOWrapper(file, _encoding(file), errors="replace", newline="")
    try:
        sample = text.read(_SAMPLE)
        if "\0" in sample:
            raise UnreadableSheet(gettext_noop("This is neither a CSV nor an XLSX file."))
        text.seek(0)
        for number, row in enumerate(csv.reader(_lines(text), delimiter=_separator(sample)), 1):
            yield number, [cell.strip()[:MAX_TEXT] or None for cell in row]
    except csv.Error as error:
        raise UnreadableSheet(gettext_noop("This is neither a CSV nor an XLSX file.")) from error
    finally:
        text.detach()


def _lines(text: IO[str]) -> Iterator[str]:
    while line := text.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            raise UnreadableSheet(
                gettext_noop("The file has more than {most} columns."), most=MAX_COLUMNS
            )
        yield line


def _encoding(file: IO[bytes]) -> str:
    """Return the encoding: that of the byte order mark, else UTF-8, else Windows-1252."""
    start = file.read(2)
    file.seek(0)
    if start in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    try:
        for line in file:
            line.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    finally:
        file.seek(0)
    return "utf-8-sig"


def _separator(sample: str) -> str:
    try:
        return csv.Sniffer().sniff(sample, ";,\t|").delimiter
    except csv.Error:
        return ","


def _xlsx(file: IO[bytes]) -> Iterator[tuple[int, Row]]:
    try:
        with zipfile.ZipFile(file) as packed:
            unpacked = sum(member.file_size for member in packed.infolist())
        if unpacked > MAX_UNPACKED:
            raise UnreadableSheet(
                gettext_noop("The file unpacks to more than {most} MB."), most=MAX_UNPACKED >> 20
            )
        rows = unpacking.rows_of_first_sheet(
            file, rows=MAX_ROWS + 1, columns=MAX_COLUMNS + 1, text=MAX_TEXT
        )
        with closing(rows):
            yield from enumerate(rows, 1)
    except (*DAMAGED, unpacking.TooMuch) as error:
        raise UnreadableSheet(
            gettext_noop("This XLSX file can’t be read: it is damaged, or too complex.")
        ) from error
