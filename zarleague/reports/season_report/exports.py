"""The tables of a report as CSV and JSON."""

import csv
import io
import json
from typing import Any

from zarleague.leagues.formats import spreadsheet_safe
from zarleague.reports.season_report.document import Cell, Document, Table


def table_csv(table: Table) -> str:
    """Return one table as CSV, with its columns' keys as the first line."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(column.key for column in table.columns)
    writer.writerows([spreadsheet_safe(cell) for cell in row] for row in table.rows)
    return written.getvalue()


def table_json(table: Table) -> str:
    """Return one table as a JSON list of objects."""
    return _json(_records(table))


def document_json(document: Document) -> str:
    """Return all tables by key, as a JSON object."""
    return _json({table.key: _records(table) for table in document.tables()})


def _json(records: Any) -> str:
    # The only cells JSON has no word for are decimals.
    return json.dumps(records, ensure_ascii=False, indent=1, default=float)


def _records(table: Table) -> list[dict[str, Cell]]:
    keys = [column.key for column in table.columns]
    return [dict(zip(keys, row, strict=True)) for row in table.rows]
