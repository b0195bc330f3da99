"""Tables as files for other programs: CSV, XLSX and JSON."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from zarleague.leagues.formats import spreadsheet_safe
from zarleague.reports.season_report.document import Cell, Table


def table_csv(table: Table) -> str:
    """Return one table as CSV, with its columns' keys as the first line."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(column.key for column in table.columns)
    writer.writerows([spreadsheet_safe(cell) for cell in row] for row in table.rows)
    return written.getvalue()


def table_xlsx(table: Table) -> bytes:
    """Return one table as a spreadsheet, with its columns' labels as the first line.

    Texts are stored as text cells, so none is read as a formula.
    """
    from openpyxl import Workbook  # loads numpy

    book = Workbook(write_only=True)
    sheet = book.create_sheet(_sheet_title(table.title))
    sheet.freeze_panes = "A2"
    sheet.append([_written(sheet, column.label) for column in table.columns])
    for row in table.rows:
        sheet.append([_written(sheet, cell) for cell in row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _written(sheet: Any, cell: Cell) -> Any:
    if not isinstance(cell, str):
        return cell
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    written = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", cell))
    written.data_type = "s"
    return written


def _sheet_title(title: str) -> str:
    return re.sub(r"[\\/*?:\[\]]", " ", title)[:31] or "zarleague"


def table_json(table: Table) -> str:
    """Return one table as a JSON list of objects."""
    return _json(_records(table))


FILES: Final[Mapping[str, tuple[str, Callable[[Table], str | bytes]]]] = {
    "csv": ("text/csv; charset=utf-8", table_csv),
    "json": ("application/json; charset=utf-8", table_json),
    "xlsx": (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        table_xlsx,
    ),
}
"""The formats of a table: content type and writer."""


def document_json(tables: Iterable[Table]) -> Iterator[str]:
    """Yield the parts of the text of a JSON object with tables by key."""
    before = "{"
    for table in tables:
        yield f"{before}\n{json.dumps(table.key)}: {_json(_records(table))}"
        before = ","
    yield "\n}"


# A line for each record: with an indentation Python would not use its fast encoder. Decimals are
# the only cells that JSON does not support.
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, default=float)


def _json(records: Iterator[dict[str, Cell]]) -> str:
    return "[" + ",".join(f"\n {_ENCODER.encode(record)}" for record in records) + "\n]"


def _records(table: Table) -> Iterator[dict[str, Cell]]:
    keys = [column.key for column in table.columns]
    return (dict(zip(keys, row, strict=True)) for row in table.rows)
