"""Disk space of an embedded league: a reserve, so that it can start when the disk is full.

SQLite cannot even be read on a disk without space for its log. So a file of zeros is kept beside
the database, and deleted at a start that finds the disk full. All pages then say that space is
needed.
"""

import contextlib
import shutil
from pathlib import Path
from typing import Final

RESERVE: Final = 16_000_000
"""Bytes of the reserve: enough to start, and to enter thousands of hands."""
SHORT: Final = 2 * RESERVE
"""Bytes free below which the disk counts as full."""
_FILE: Final = "reserve"


def is_short(folder: Path) -> bool:
    """Return whether the disk of a folder is full or nearly full."""
    try:
        return shutil.disk_usage(folder).free < SHORT
    except OSError:
        return False  # the folder does not exist yet, or its disk cannot be queried


def use_reserve(folder: Path) -> None:
    """Delete the reserve if the disk is full."""
    if is_short(folder):
        (folder / _FILE).unlink(missing_ok=True)


def keep_reserve(folder: Path) -> None:
    """Create the reserve if there is none and the disk has space for it, and for more."""
    reserve = folder / _FILE
    if reserve.exists() or shutil.disk_usage(folder).free < SHORT + 2 * RESERVE:
        return
    draft = reserve.with_suffix(".draft")
    with contextlib.suppress(OSError):
        draft.write_bytes(bytes(RESERVE))
        draft.replace(reserve)
