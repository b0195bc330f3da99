"""The PDFs of reports: in their rows, or in the store that ``REPORT_STORE`` names.

A report is stored with its PDF in the row, so that making one needs no store. A periodic task then
uploads the PDF and empties the row. If it is killed in between, the next one uploads the same
object again, since an object's name is made of the report and the content.
"""

import datetime
import hashlib
import io
import logging
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache as site_cache
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from zarleague.play import triggers
from zarleague.reports.models import DroppedPrint, ReportPrint, SeasonReport
from zarleague.reports.season_report.files.printing import pdf
from zarleague.storage.object_store import MISSING, Folder, said, unreachable

RETRY_AFTER: Final = 30
"""Seconds for which a store that did not answer is not asked for another PDF."""
PATIENCE: Final = 3.0
"""Seconds that a page waits for the store."""
PORTION: Final = 100
"""PDFs that one task moves into the store."""
REMOVED_TWICE_FOR: Final = datetime.timedelta(hours=1)
"""Time after which no task is still uploading an object that was removed."""
_AWAY: Final = "report-store-away"

logger = logging.getLogger(__name__)


class PrintAwayError(RuntimeError):
    """A PDF is in the store, which cannot be reached or does not have it."""

    @property
    def text(self) -> str:
        """Return a sentence for readers in the active language."""
        return _("The PDF can’t be fetched right now. The report’s pages and tables are all here.")


def content(printed: ReportPrint) -> bytes:
    """Return a PDF from where it is. Raise PrintAwayError."""
    if not printed.stored_as:
        return bytes(printed.pdf)
    if _is_away():
        raise PrintAwayError("The store did not answer a moment ago.")
    found = _get(printed.stored_as)
    if found is None or _name(printed.pk, found) != printed.stored_as:
        logger.error("%s is damaged or missing: run manage.py store_reports", printed.stored_as)
        raise PrintAwayError(f"{printed.stored_as} is damaged or missing.")
    return found


def bring(printed: ReportPrint) -> ReportPrint:
    """Return the print with its PDF, which its row may lack. Raise PrintAwayError."""
    printed.pdf = content(printed)
    return printed


def replace(report: SeasonReport, printed: bytes) -> None:
    """Replace a report's PDF, and remove the former one from the store after the commit. Within
    `triggers.rewriting`."""
    drop([report.pk])
    _rows().filter(report=report.pk).update(pdf=printed, stored_as="")
    transaction.on_commit(remove_dropped)


def drop(reports: Iterable[int]) -> None:
    """Have the objects of reports removed from the store, also those that are being uploaded."""
    if settings.REPORT_STORE:
        prints = _rows().filter(pk__in=reports).iterator(1)
        names = [one.stored_as or _name(one.pk, bytes(one.pdf)) for one in prints]
    else:
        stored = _rows().filter(pk__in=reports).exclude(stored_as="")
        names = list(stored.values_list("stored_as", flat=True))
    dropped = [DroppedPrint(name=name) for name in names]
    DroppedPrint.objects.bulk_create(dropped, ignore_conflicts=True)


def remove_dropped() -> None:
    """Remove the objects that no report refers to any more; those that the store does not remove
    now, the next time."""
    if not settings.REPORT_STORE or _is_away():
        return
    long_ago = timezone.now() - REMOVED_TWICE_FOR
    folder = _folder(settings.REPORT_STORE)
    for one in DroppedPrint.objects.order_by("pk"):
        try:
            with _asking():
                folder.client.remove_object(folder.bucket, folder.prefix + one.name)
        except PrintAwayError:
            return
        if one.dropped_at < long_ago:
            one.delete()


def store_prints() -> int:
    """Move some PDFs from their rows into the store; return how many were left to move. Raise
    PrintAwayError."""
    if not settings.REPORT_STORE:
        return 0
    left = list(ReportPrint.objects.filter(stored_as="").values_list("pk", flat=True)[:PORTION])
    for report in left:
        _store(ReportPrint.objects.get(pk=report))
    return len(left)


def take_back() -> int:
    """Move all PDFs from the store into their rows; return how many. Raise PrintAwayError."""
    taken = 0
    for printed in ReportPrint.objects.exclude(stored_as="").iterator(1):
        found = content(printed)
        with transaction.atomic(), triggers.rewriting():
            drop([printed.pk])
            same = _rows().filter(pk=printed.pk, stored_as=printed.stored_as)
            taken += same.update(pdf=found, stored_as="")
    return taken


def print_missing() -> int:
    """Print the reports again whose PDF is not in the store, or damaged there; return how many.
    Raise PrintAwayError."""
    missing = 0
    for printed in ReportPrint.objects.exclude(stored_as="").iterator(1):
        found = _get(printed.stored_as)
        if found is None or _name(printed.pk, found) != printed.stored_as:
            again = pdf(printed.report)
            with transaction.atomic(), triggers.rewriting():
                same = _rows().filter(pk=printed.pk, stored_as=printed.stored_as)
                missing += same.update(pdf=again, stored_as="")
    return missing


def _store(printed: ReportPrint) -> None:
    """Upload a PDF, then empty its row, unless the row was changed meanwhile."""
    found = bytes(printed.pdf)
    name = _name(printed.pk, found)
    folder = _folder(settings.REPORT_STORE)
    with _asking():
        folder.client.put_object(
            *(folder.bucket, folder.prefix + name, io.BytesIO(found), len(found)),
            content_type="application/pdf",
        )
    with transaction.atomic(), triggers.rewriting():
        same = _rows().filter(pk=printed.pk, pdf=found)
        if same.update(pdf=b"", stored_as=name):
            DroppedPrint.objects.filter(pk=name).delete()


def _get(name: str) -> bytes | None:
    """Return an object of the store, None if it is not there. Raise PrintAwayError."""
    if not settings.REPORT_STORE:
        logger.error("%s is in a store, but REPORT_STORE is not set", name)
        raise PrintAwayError("REPORT_STORE is not set.")
    folder = _folder(settings.REPORT_STORE)
    try:
        with (
            _asking(),
            folder.client.get_object(folder.bucket, folder.prefix + name) as answer,
        ):
            return answer.read()
    except FileNotFoundError:
        return None


def _is_away() -> bool:
    """Return whether the store did not answer lately. A time in the future was noted while the
    machine's clock was ahead."""
    return abs(time.time() - site_cache.get(_AWAY, 0)) <= RETRY_AFTER


@contextmanager
def _asking() -> Iterator[None]:
    """Raise PrintAwayError instead of an error of the store, and note that it is away; raise
    FileNotFoundError for an object that is not there."""
    try:
        yield
    except unreachable() as error:
        if getattr(error, "code", "") == MISSING:
            raise FileNotFoundError from error
        logger.warning("The store of reports: %s", said(error))
        site_cache.set(_AWAY, time.time(), RETRY_AFTER)
        raise PrintAwayError(said(error)) from error


def _name(report: int, found: bytes) -> str:
    return f"{report}-{hashlib.sha256(found).hexdigest()}.pdf"


def _rows() -> "models.QuerySet[Any]":
    """Return all prints, by a manager that can change them."""
    return models.QuerySet(ReportPrint)


@cache
def _folder(address: str) -> Folder:
    return Folder(address, "REPORT_STORE", patience=PATIENCE)
