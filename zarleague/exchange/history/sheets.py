"""Read the cells of a CSV, XLSX or ODS file, row by row, within limits."""

import csv
import datetime
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from typing import IO, Final, NamedTuple

from django.utils.translation import gettext_noop

from zarleague.exchange.damage import DAMAGED
from zarleague.exchange.history import unpacking

Cell = str | int | float | datetime.date | None
Row = Sequence[Cell]
NumberedRows = Sequence[tuple[int, Row]]
"""Rows with their numbers, from 1."""

MAX_FILE: Final = 20 << 20
"""Bytes of a file."""
MAX_UNPACKED: Final = 200 << 20
"""Bytes of everything in a workbook, which is a zip."""
MAX_ROWS: Final = 200_000
MAX_COLUMNS: Final = 100
MAX_CELLS: Final = 2_000_000
"""Non-empty cells."""
MAX_TEXT: Final = 200
"""Characters kept of a cell."""
_SHEET: Final = re.compile(r"xl/worksheets/[^/]+\.xml$")
"""A member of an XLSX file that is a sheet."""
LONGEST_LINE: Final = 100_000
"""Characters of a line of a CSV file: a thousand for each column."""
_SAMPLE: Final = 20_000
"""Characters from which the delimiter of a CSV file is detected."""
NO_SHEET: Final = gettext_noop(
    "This is no CSV, XLSX or ODS file. Open it in the program it comes from, and save the table as "
    "one of these."
)
_OTHER_FILES: Final = ("%PDF-", "{\\rtf")
"""How files of text begin that are no table."""
_NAMED_SEPARATOR: Final = re.compile(r"\"?sep=([,;\t|])\"?\r?\n", re.I)
"""A first line that tells Excel how to read the file."""
_RULE: Final = re.compile(r"[:+]?[-=]{3,}(?:\++[-=]{3,})*[:+]?|[|+]")
"""A cell of the line below the headings of a table in a text."""
_BOLD: Final = re.compile(r"(\*\*|__)(.+)\1")
"""A cell in bold, as Markdown has it."""
_FORMULA: Final = re.compile(r"=[A-ZÄÖÜÉ.]+\(.*\)", re.I)
"""A formula with a function that was saved as text, as in a row of sums."""
_OLD_ENCODINGS: Final = ("cp1252", "cp1250", "mac_roman", "cp850")
"""Windows in western and in central Europe, old Macs, DOS."""
_COMMON: Final = dict.fromkeys("äöüßé", 2) | dict.fromkeys(
    "èêëàâáåãæçíîïñóôøœúûùłśźżćńęąčšžřěůőű’“”–€…", 1
)
"""How many points a character gives to the encoding in which a text has it: letters of many names,
and marks that texts have."""


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


class SheetTitle(str):
    """The only cell of a row that stands for the title of a sheet."""

    __slots__ = ()


def rows_of(file: IO[bytes], *, every: bool = False) -> Iterator[tuple[int, Row]]:
    """Yield the non-empty rows of the first sheet, each with its number from 1; or those of every
    sheet, counted on, with a row of its title above each, which has the number of the next.

    Raise UnreadableSheet.
    """
    file.seek(0)
    is_zip = file.read(4) == b"PK\x03\x04"
    file.seek(0)
    return limited(_workbook(file, every=every) if is_zip else _csv(file))


def limited(rows: Iterable[tuple[int, Row]]) -> Iterator[tuple[int, Row]]:
    """Yield the rows that are not empty. Raise UnreadableSheet for more of them, of columns or of
    cells than a sheet may have."""
    cells = 0
    for number, row in rows:
        if number > MAX_ROWS:
            raise UnreadableSheet(
                gettext_noop("The file has more than {most} rows."), most=MAX_ROWS
            )
        filled = sum(cell is not None for cell in row)
        if any(cell is not None for cell in row[MAX_COLUMNS:]):
            raise _too_wide()
        cells += filled
        if cells > MAX_CELLS:
            raise UnreadableSheet(
                gettext_noop("The file has more than {most} filled cells."), most=MAX_CELLS
            )
        if filled:
            yield number, row


def _too_wide() -> UnreadableSheet:
    return UnreadableSheet(gettext_noop("The file has more than {most} columns."), most=MAX_COLUMNS)


def sheets_in(file: IO[bytes]) -> int:
    """Return the number of sheets of a workbook that hold more than an empty one, 1 for a CSV
    file."""
    file.seek(0)
    try:
        with zipfile.ZipFile(file) as packed:
            if _is_ods(packed):
                return max(1, _filled_sheets(packed))
            # Once each: an archive may name a member a thousand times.
            sheets = [one for one in set(packed.namelist()) if _SHEET.match(one)]
            filled = sum(_has_value(packed, one) for one in sheets)
    except DAMAGED:
        return 1
    return max(1, filled)


def _csv(file: IO[bytes]) -> Iterator[tuple[int, Row]]:
    text = io.TextIOWrapper(file, encoding_of(file), errors="replace", newline="")
    try:
        sample = text.read(_SAMPLE)
        if "\0" in sample or sample.startswith(_OTHER_FILES):
            raise UnreadableSheet(NO_SHEET)
        text.seek(0)
        named = _NAMED_SEPARATOR.match(sample)
        separator = named[1] if named else _separator(sample)
        for number, row in enumerate(csv.reader(_lines(text), delimiter=separator), 1):
            if named and number == 1:
                continue
            cells = [_plain(cell) for cell in row]
            if not all(cell is None or _is_no_value(cell) for cell in cells):
                yield number, cells
    except csv.Error as error:
        raise UnreadableSheet(NO_SHEET) from error
    finally:
        text.detach()


def _plain(cell: str) -> str | None:
    text = cell.strip()[:MAX_TEXT]
    bold = _BOLD.fullmatch(text)
    return (bold[2].strip() if bold else text) or None


def _is_no_value(cell: str) -> bool:
    return bool(_RULE.fullmatch(cell) or _FORMULA.fullmatch(cell))


def _lines(text: IO[str]) -> Iterator[str]:
    while line := text.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            raise _too_wide()
        yield line


def encoding_of(file: IO[bytes]) -> str:
    """Return the encoding: that of the byte order mark, else UTF-8, else the older one in which
    most of the other characters are letters."""
    start = file.read(4)
    file.seek(0)
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    if [bool(byte) for byte in start] == [True, False, True, False]:
        return "utf-16-le"
    try:
        for line in file:
            line.decode("utf-8")
    except UnicodeDecodeError:
        return _old_encoding(line)
    finally:
        file.seek(0)
    return "utf-8-sig"


def _old_encoding(line: bytes) -> str:
    """Return the encoding of a line that is not in UTF-8."""
    return max(_OLD_ENCODINGS, key=lambda name: _likeness(line.decode(name, errors="replace")))


def _likeness(text: str) -> int:
    """Return how much a text looks like names: letters many names have, no signs within words."""
    odd = sum(
        not letter.isascii() and not letter.isalpha() and before.isalpha()
        for before, letter in pairwise(text)
    )
    return sum(_COMMON.get(letter, 0) for letter in text) - odd


def ends_early(file: IO[bytes]) -> bool:
    """Return whether the last line of a CSV file has no end, and fewer cells than the first."""
    file.seek(0)
    if file.read(4) == b"PK\x03\x04":
        return False
    file.seek(0)
    first = last = b""
    for line in file:
        first, last = first or line, line
    file.seek(0)
    marks = [max(line.count(mark) for mark in (b",", b";", b"\t", b"|")) for line in (first, last)]
    return last is not first and not last.endswith((b"\n", b"\r")) and 0 < marks[1] < marks[0]


def _separator(sample: str) -> str:
    try:
        return csv.Sniffer().sniff(sample, ";,\t|").delimiter
    except csv.Error:
        lines = sample.splitlines()
        return max(
            ",;\t|", key=lambda mark: (sum(mark in line for line in lines), sample.count(mark))
        )


def _workbook(file: IO[bytes], *, every: bool) -> Iterator[tuple[int, Row]]:
    try:
        with zipfile.ZipFile(file) as packed:
            names = packed.namelist()
            unpacked = sum(member.file_size for member in packed.infolist())
            if not _is_ods(packed) and not any(name.startswith("xl/") for name in names):
                raise UnreadableSheet(NO_SHEET)
        if unpacked > MAX_UNPACKED:
            raise UnreadableSheet(
                gettext_noop("The file unpacks to more than {most} MB."), most=MAX_UNPACKED >> 20
            )
        rows = unpacking.rows_of_sheets(
            file, rows=MAX_ROWS + 1, columns=MAX_COLUMNS + 1, text=MAX_TEXT, every=every
        )
        number = 0
        with closing(rows):
            for row in rows:
                if isinstance(row, str):
                    yield number + 1, [SheetTitle(row)]
                else:
                    number += 1
                    yield number, row
    except (*DAMAGED, unpacking.TooMuch) as error:
        raise UnreadableSheet(
            gettext_noop(
                "This workbook can’t be read: it is damaged, has a password, or is too complex."
            )
        ) from error


def _is_ods(packed: zipfile.ZipFile) -> bool:
    """Return whether a zip is an OpenDocument spreadsheet, by the first member it must have."""
    return (
        "mimetype" in packed.namelist()
        and unpacking.CONTENT_OF_ODS in packed.namelist()
        and packed.getinfo("mimetype").file_size < MAX_TEXT
        and b"spreadsheet" in packed.read("mimetype")
    )


def _has_value(packed: zipfile.ZipFile, name: str) -> bool:
    """Return whether a sheet of an XLSX file has a cell with a value."""
    rest = b""
    with packed.open(name) as content:
        while part := content.read(1 << 20):
            if _OF_XLSX.search(rest + part):
                return True
            rest = part[-_SHORTER_THAN_A_SHEET:]
    return False


def _filled_sheets(packed: zipfile.ZipFile) -> int:
    """Return the number of sheets of an OpenDocument spreadsheet that have a value."""
    filled, has_value, rest = 0, True, b""  # nothing stands before the first sheet
    with packed.open(unpacking.CONTENT_OF_ODS) as content:
        while part := content.read(1 << 20):
            part = rest + part
            for mark in _OF_ODS.findall(part):
                if mark.startswith(b"<table:table"):
                    has_value = False
                elif not has_value:
                    filled, has_value = filled + 1, True
            rest = part[-_SHORTER_THAN_A_SHEET:]
    return filled


_OF_ODS: Final = re.compile(rb"<table:table[ >]|<text:p[ >]")
_OF_XLSX: Final = re.compile(rb"<(?:\w+:)?(?:v|is)>")
_SHORTER_THAN_A_SHEET: Final = 12
"""Bytes that are read again, in which no beginning of a sheet can be whole."""
