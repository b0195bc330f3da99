"""The tables of a report as files. They have all rows, so writing those of a long season takes half
a second: they are packed with gzip and kept in the site's cache, since a report never changes."""

import gzip
import io
from collections.abc import Iterable
from hashlib import sha256
from typing import Final, NamedTuple

from django.utils.translation import get_language

from zarleague import __version__
from zarleague.reports.models import SeasonReport
from zarleague.reports.season_report.files.exports import FILES, document_json
from zarleague.reports.season_report.sections.wording import table_of, tables_of
from zarleague.reports.season_report.stored import StoredReport
from zarleague.storage.kept_pages import kept_pages

JSON: Final = "application/json; charset=utf-8"
KEPT: Final = 3600
"""Seconds that a page or a file is kept."""
LARGEST_KEPT: Final = 500_000
"""Bytes of a packed file up to which it is kept: all tables of a season of 1,000 players and 500
evenings take 200,000."""


class PackedFile(NamedTuple):
    """A file as it is sent."""

    kind: str
    """The content type."""
    content: bytes
    """Packed with gzip."""


def table_file(report: SeasonReport, table: str, form: str) -> PackedFile | None:
    """Return a table of a report in one of the formats of `exports.FILES`, None if there is no such
    table or format."""
    if form not in FILES:
        return None
    kind, write = FILES[form]
    key = key_of(report, f"{table}.{form}")
    content = kept_pages.get(key)
    if content is None:
        found = table_of(StoredReport(report), table)
        if found is None:
            return None
        content = _keep(key, [write(found)])
    return PackedFile(kind, content)


def tables_file(report: SeasonReport) -> PackedFile:
    key = key_of(report, "report.json")
    content = kept_pages.get(key) or _keep(key, document_json(tables_of(StoredReport(report))))
    return PackedFile(JSON, content)


def key_of(report: SeasonReport, name: str) -> str:
    """Return the key of what is kept of a report under a name, in the active language."""
    facts = (__version__, report.pk, report.fingerprint, get_language(), name)
    return f"report-{sha256(repr(facts).encode()).hexdigest()}"


def _keep(key: str, parts: Iterable[str | bytes]) -> bytes:
    """Pack the parts of a file, each as soon as it is made, and keep the file if it is small."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=8, mtime=0) as file:
        for part in parts:
            file.write(part.encode() if isinstance(part, str) else part)
    content = packed.getvalue()
    if len(content) <= LARGEST_KEPT:
        kept_pages.set(key, content, KEPT)
    return content
