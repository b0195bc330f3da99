"""Make backups, remove old ones (those kept are by day, by week and by month), and restore one."""

import contextlib
import datetime
import logging
import os
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from typing import IO, Final

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from zarleague.exchange.backups import databases
from zarleague.exchange.backups.files import (
    MANIFEST,
    SECRET_KEY,
    Manifest,
    Store,
    backups_in,
    flush,
    name_of,
    pieces,
    verify,
    write_part,
)

logger = logging.getLogger(__name__)


class AlreadyInUse(RuntimeError):
    """Raised if a restore would replace data without being told to."""


def back_up(folder: Path, now: datetime.datetime | None = None) -> Path:
    """Make a backup in *folder*, verify it, and return its path.

    The file gets its name only when it is complete and flushed to the disk. Only its owner may read
    it, because it contains everything. Raise OSError, which names the folder, if it cannot be
    written there.
    """
    now = now or timezone.now()
    target = folder / name_of(now)
    manifest = Manifest(connection.vendor, now.isoformat(), databases.applied_migrations())
    with _written_to(folder, "The backup"), _scratch(folder) as scratch:
        written = scratch / target.name
        with (
            _opened_private(written) as opened,
            zipfile.ZipFile(opened, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive,
        ):
            databases.copy_out(archive, manifest, scratch / "copy")
            if _secret_key().exists():
                manifest.parts[SECRET_KEY] = write_part(archive, SECRET_KEY, pieces(_secret_key()))
            archive.writestr(MANIFEST, manifest.to_json())
        verify(written)
        flush(written)
        written.replace(target)
        flush(folder)
    return target


def keep_by_rule(folder: Path, store: Store | None = None) -> list[str]:
    """Remove the backups that the retention rule does not keep, here and in the store; return their
    names."""
    local = backups_in(folder)
    dropped = sorted(local.keys() - kept(local))
    for moment in dropped:
        local[moment].unlink()
    removed = [local[moment].name for moment in dropped]
    if store is not None:
        stored = store.backups()
        gone = [stored[moment] for moment in sorted(stored.keys() - kept(stored))]
        store.remove(gone)
        removed += gone
    return removed


def back_up_by_the_clock(now: datetime.datetime | None = None) -> Path | None:
    """Make the day's backup in ``BACKUP_DIR``, upload it to ``BACKUP_STORE``, and apply the
    retention rule. Return None if the folder is not set or the day has its backup. A folder or a
    store that cannot be used is logged, and tried by the next call."""
    if not settings.BACKUP_DIR:
        return None
    now = now or timezone.now()
    folder = Path(settings.BACKUP_DIR)
    store = Store(settings.BACKUP_STORE) if settings.BACKUP_STORE else None
    made = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        today = {m: path for m, path in backups_in(folder).items() if m.date() == now.date()}
        if not today:
            made = back_up(folder, now)
            today = {now.replace(microsecond=0): made}
    except OSError as error:
        logger.error("The day has no backup yet. %s", error)
        return None
    keep_by_rule(folder)
    if store is not None:
        try:
            if not store.backups().keys() & today.keys():
                store.put(today[max(today)])
            keep_by_rule(folder, store)
        except OSError as error:
            logger.error("The backup of the day is in %s alone. %s", folder, error)
    return made


def restore(path: Path, *, replace: bool = False) -> Manifest:
    """Replace the site's data with a backup's, and migrate it to this version.

    The whole backup is verified before anything is written. Raise NotABackup, AlreadyInUse if the
    site has data and *replace* is false, or OSError if there is no room for the data.
    """
    manifest = verify(path)
    databases.check_is_known(manifest)
    if databases.has_data() and not replace:
        raise AlreadyInUse("This site has data already.")
    with (
        _written_to(Path(settings.DATA_DIR), "The data"),
        _scratch(None) as scratch,
        zipfile.ZipFile(path) as archive,
    ):
        databases.copy_in(archive, manifest, scratch / "copy")
        if SECRET_KEY in manifest.parts and settings.EMBEDDED:
            with _opened_private(scratch / SECRET_KEY) as opened:
                opened.write(archive.read(SECRET_KEY))
            _secret_key().parent.mkdir(parents=True, exist_ok=True)
            (scratch / SECRET_KEY).replace(_secret_key())
    call_command("migrate", verbosity=0, interactive=False)
    return manifest


def _secret_key() -> Path:
    return Path(settings.DATA_DIR) / "secret_key"


@contextlib.contextmanager
def _written_to(folder: Path, what: str) -> Iterator[None]:
    """Raise OSError, which names the folder, if the block cannot write to it."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise OSError(f"{what} can’t be written to {folder}: {reason}.") from error


@contextlib.contextmanager
def _scratch(folder: Path | None) -> Iterator[Path]:
    """Yield a temporary directory in *folder*, so that files can be moved out of it atomically."""
    parent = folder or Path(settings.DATA_DIR)
    parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=parent) as made:
        yield Path(made)


@contextlib.contextmanager
def _opened_private(path: Path) -> Iterator[IO[bytes]]:
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as opened:
        yield opened


DAILY: Final = 7
WEEKLY: Final = 4
MONTHLY: Final = 12


def kept(moments: Iterable[datetime.datetime]) -> set[datetime.datetime]:
    """Return the times of the backups to keep: the latest of each of the last `DAILY` days,
    `WEEKLY` weeks (from Monday) and `MONTHLY` months that have a backup.

    Days without a backup do not count, so that a site that was off for a month loses nothing.
    """
    latest_first = sorted(moments, reverse=True)
    return (
        _latest_of_each(latest_first, DAILY, lambda moment: moment.date())
        | _latest_of_each(latest_first, WEEKLY, lambda moment: moment.isocalendar()[:2])
        | _latest_of_each(latest_first, MONTHLY, lambda moment: (moment.year, moment.month))
    )


def _latest_of_each(
    latest_first: list[datetime.datetime],
    count: int,
    span: Callable[[datetime.datetime], Hashable],
) -> set[datetime.datetime]:
    latest: dict[Hashable, datetime.datetime] = {}
    for moment in latest_first:
        latest.setdefault(span(moment), moment)
    return set(list(latest.values())[:count])
