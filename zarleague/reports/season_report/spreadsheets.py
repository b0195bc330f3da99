"""Write a table as XLSX (Office Open XML): one sheet whose texts are within its cells.

These are the parts that a spreadsheet program needs. openpyxl, which reads spreadsheets here, makes
an object and an XML element of every cell, and takes seven times as long to write them.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final
from xml.sax.saxutils import escape

from openpyxl.utils import get_column_letter

from zarleague.reports.season_report.document import Cell

LONGEST: Final = 32_767
"""Characters that a cell may have."""
_NO_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_SHEETS: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_KIND: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS: Final = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels"'
    ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_KIND}.worksheet+xml"/>'
    "</Types>",
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
    "</Relationships>",
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
    "</Relationships>",
}
_FROZEN: Final = (
    '<sheetViews><sheetView workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    "</sheetView></sheetViews>"
)
"""The first row stays in view."""


def spreadsheet(title: str, rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return rows, the first of which are headings, as the one sheet of a spreadsheet. Texts are
    stored as text cells, so none is read as a formula."""
    name = escape(_clean(re.sub(r"[\\/*?:\[\]]", " ", title))[:31] or "zarleague", {'"': "&quot;"})
    book = (
        f'<workbook xmlns="{_SHEETS}" xmlns:r="{_OFFICE}">'
        f'<sheets><sheet name="{name}" sheetId="1" r:id="rId1"/></sheets></workbook>'
    )
    data = "".join(_row(number, row) for number, row in enumerate(rows, start=1))
    sheet = f'<worksheet xmlns="{_SHEETS}">{_FROZEN}<sheetData>{data}</sheetData></worksheet>'
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, text in _PARTS.items():
            archive.writestr(part, _HEAD + text)
        archive.writestr("xl/workbook.xml", _HEAD + book)
        archive.writestr("xl/worksheets/sheet1.xml", _HEAD + sheet)
    return file.getvalue()


def _row(number: int, cells: Sequence[Cell]) -> str:
    written = "".join(
        _cell(f"{get_column_letter(at)}{number}", cell)
        for at, cell in enumerate(cells, start=1)
        if cell is not None
    )
    return f'<row r="{number}">{written}</row>'


def _cell(place: str, cell: str | int | Decimal) -> str:
    if isinstance(cell, str):
        text = escape(_clean(cell)[:LONGEST])
        return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
    return f'<c r="{place}"><v>{cell}</v></c>'


def _clean(text: str) -> str:
    """Return a text without the characters that XML does not have."""
    return _NO_XML.sub("", text)
