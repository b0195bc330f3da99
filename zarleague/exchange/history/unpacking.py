"""Read the rows of an XLSX file in a separate process with limits of memory and time.

A file of some hundred kilobytes may unpack to cells, styles or entities for which openpyxl needs
gigabytes or hours. Only that process then runs out of memory or time.
"""

import contextlib
import datetime
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import IO, Any, Final

MEMORY: Final = 1_000_000_000
"""Bytes of address space; 200,000 rows of ten cells take a third of it."""
SECONDS: Final = 100
"""Of processor time."""


class TooMuch(Exception):
    """The process did not read the file to its end."""


def rows_of_first_sheet(
    file: IO[bytes], *, rows: int, columns: int, text: int
) -> Generator[list[Any]]:
    """Yield the cells of each row: None, numbers, dates and texts. At most ``rows`` rows,
    ``columns`` columns and ``text`` characters of a text are read. Raise TooMuch for a file that is
    damaged or exceeds the limits."""
    most = {"rows": rows, "columns": columns, "text": text, "memory": MEMORY, "seconds": SECONDS}
    command = [sys.executable, "-m", __name__, json.dumps(most)]
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
                yield [
                    datetime.date.fromisoformat(cell[0]) if isinstance(cell, list) else cell
                    for cell in json.loads(line)
                ]
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
    import openpyxl

    with closing(
        openpyxl.load_workbook(io.BytesIO(sys.stdin.buffer.read()), read_only=True, data_only=True)
    ) as book:
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # what the file says of its size may be wrong
        for row in sheet.iter_rows(max_row=most["rows"], max_col=most["columns"], values_only=True):
            cells = [_plain(cell, most["text"]) for cell in row]
            while cells and cells[-1] is None:
                cells.pop()
            sys.stdout.write(json.dumps(cells) + "\n")


def _plain(cell: object, longest: int) -> Any:
    """Return a cell as JSON-able data; a date is a list with its ISO form."""
    if isinstance(cell, datetime.datetime):
        cell = cell.date()
    if isinstance(cell, datetime.date):
        return [cell.isoformat()]
    if cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool)):
        return cell
    return str(cell).strip()[:longest] or None


if __name__ == "__main__":
    main()
