"""Read the rows of an XLSX or ODS file in a separate process with limits of memory and time.

A file of some hundred kilobytes may unpack to cells, styles or entities for which a reader needs
gigabytes or hours. Only that process then runs out of memory or time.
"""

import contextlib
import datetime
import io
import json
import math
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Any, Final

MEMORY: Final = 1_000_000_000
"""Bytes of address space; 200,000 rows of ten cells take a third of it."""
SECONDS: Final = 100
"""Of processor time."""


class TooMuch(Exception):
    """The process did not read the file to its end."""


def rows_of_sheets(
    file: IO[bytes], *, rows: int, columns: int, text: int, every: bool
) -> Generator[list[Any] | str]:
    """Yield the cells of each row of the first sheet: None, numbers, dates and texts; or of every
    sheet, the title before its rows. At most ``rows`` rows,
    ``columns`` columns and ``text`` characters of a text are read. Raise TooMuch for a file that is
    damaged or exceeds the limits."""
    most = {"rows": rows, "columns": columns, "text": text, "memory": MEMORY, "seconds": SECONDS}
    command = [sys.executable, "-m", __name__, json.dumps({**most, "every": every})]
    with tempfile.TemporaryFile() as content:
        file.seek(0)
        while part := file.read(1 << 20):
            content.write(part)
        content.seek(0)
        reading = subprocess.Popen(  # noqa: S603 (our own program)
            command,
            cwd=Path(__file__).parents[3],
            stdin=content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        with reading, contextlib.ExitStack() as stack:
            stack.callback(reading.kill)  # if the caller stops early
            assert reading.stdout
            for line in reading.stdout:
                row = json.loads(line)
                yield (
                    row
                    if isinstance(row, str)
                    else [
                        datetime.date.fromisoformat(cell[0]) if isinstance(cell, list) else cell
                        for cell in row
                    ]
                )
            if reading.wait():
                raise TooMuch


def _limit(memory: int, seconds: int) -> None:
    """Lower this process's priority, and limit its memory and its time."""
    os.nice(10)
    with contextlib.suppress(ImportError):  # there is none on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Print each row of the file on standard input as a line of JSON."""
    most = json.loads(sys.argv[1])
    _limit(most["memory"], most["seconds"])
    file = io.BytesIO(sys.stdin.buffer.read())
    with zipfile.ZipFile(file) as packed:
        is_ods = CONTENT_OF_ODS in packed.namelist()
    read = _rows_of_ods if is_ods else _rows_of_xlsx
    for row in read(file, most["rows"], most["columns"], every=most["every"]):
        if isinstance(row, str):
            sys.stdout.write(json.dumps(row[: most["text"]]) + "\n")
            continue
        if row.count(None) == len(row):  # a file of 2 kB may have 200,000 of them
            sys.stdout.write("[]\n")
            continue
        cells = [_plain(cell, most["text"]) for cell in row]
        while cells and cells[-1] is None:
            cells.pop()
        sys.stdout.write(json.dumps(cells) + "\n")


def _rows_of_xlsx(
    file: IO[bytes], rows: int, columns: int, *, every: bool
) -> Iterator[list[Any] | str]:
    import openpyxl

    with closing(openpyxl.load_workbook(file, read_only=True, data_only=True)) as book:
        for sheet in book.worksheets if every else book.worksheets[:1]:
            if every:
                yield sheet.title
            sheet.reset_dimensions()  # what the file says of its size may be wrong
            yield from sheet.iter_rows(max_row=rows, max_col=columns, values_only=True)


CONTENT_OF_ODS: Final = "content.xml"
"""The member of an OpenDocument file that has its sheets."""
_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def _rows_of_ods(
    file: IO[bytes], rows: int, columns: int, *, every: bool
) -> Iterator[list[Any] | str]:
    """Yield the rows of the first sheet, or of every one, of an OpenDocument spreadsheet, as
    chapter 9 of part 1 of OpenDocument 1.2 has them: equal rows and cells are written once, with
    the number of times."""
    written, empty = 0, 0
    with zipfile.ZipFile(file) as packed, packed.open(CONTENT_OF_ODS) as content:
        for event, element in ET.iterparse(  # noqa: S314 (within the limits of this process)
            content, ("start", "end")
        ):
            if event == "start":
                if every and element.tag == f"{_TABLE}table":
                    yield element.get(f"{_TABLE}name", "")
                continue
            if element.tag == f"{_TABLE}table":
                if not every:
                    return
                empty = 0
            if element.tag != f"{_TABLE}table-row":
                continue
            row: list[Any] = []
            for cell in element:
                times = int(cell.get(f"{_TABLE}number-columns-repeated", 1))
                row += [_cell_of_ods(cell)] * min(times, columns - len(row))
            times = int(element.get(f"{_TABLE}number-rows-repeated", 1))
            element.clear()
            if not any(cell is not None for cell in row):
                empty += times  # a million below the last row with anything
                continue
            for _ in range(min(empty, rows - written)):
                yield []
            for _ in range(min(times, rows - written - empty)):
                yield row
            written, empty = written + empty + times, 0
            if written >= rows:
                return


def _cell_of_ods(cell: ET.Element) -> Any:
    """Return the value of a cell; of a share in percent, a time or a formula's error its text."""
    kind = cell.get(f"{_OFFICE}value-type")
    if kind in ("float", "currency") and (value := cell.get(f"{_OFFICE}value")):
        return float(value)
    if kind == "date" and (day := cell.get(f"{_OFFICE}date-value")):
        try:
            return datetime.datetime.fromisoformat(day)
        except ValueError:  # 24:00
            return datetime.date.fromisoformat(day[:10])
    lines = ["".join(_text_of_ods(part)) for part in cell.iterfind(f"{_TEXT}p")]
    return "\n".join(lines) or None


def _text_of_ods(part: ET.Element) -> Iterator[str]:
    """Yield the pieces of a paragraph, in which several spaces are an element."""
    yield part.text or ""
    for one in part:
        yield " " if one.tag == f"{_TEXT}s" else "".join(_text_of_ods(one))
        yield one.tail or ""


_NIGHT_ENDS: Final = datetime.time(5)
"""Until when a time of day is kept: it may be of the evening before."""


def _plain(cell: object, longest: int) -> Any:
    """Return a cell as JSON-able data; a date is a list with its ISO form."""
    if isinstance(cell, datetime.datetime):
        if datetime.time() < cell.time() < _NIGHT_ENDS:
            return cell.isoformat(" ", "minutes")
        cell = cell.date()
    if isinstance(cell, datetime.date):
        return [cell.isoformat()]
    if isinstance(cell, float) and not math.isfinite(cell):
        cell = str(cell)  # 1e999, or what a formula made of nothing
    if cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool)):
        return cell
    return str(cell).strip()[:longest] or None


if __name__ == "__main__":
    main()
