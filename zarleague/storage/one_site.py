"""One process serves a data folder: an embedded site keeps its queue and its events in memory."""

import os
import sys
from pathlib import Path
from typing import IO, Final

LOCK: Final = "lock"
"""The file in the data folder that the serving process holds a lock on."""

_held: dict[Path, IO[str]] = {}


class FolderInUse(Exception):
    """Raised if another process uses the data folder."""


def claim(folder: Path) -> None:
    """Hold the data folder until this process ends, however it ends: the kernel releases the lock,
    and processes started by this one do not inherit it.

    Claiming it again changes nothing. Raise FolderInUse.
    """
    if folder in _held or sys.platform == "win32":  # which has no such locks
        return
    import fcntl

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = (folder / LOCK).open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip()
        file.close()
        process = f", as process {holder}" if holder else ""
        raise FolderInUse(
            f"zarleague already runs on the data in {folder}{process}. Stop it first, "
            "or give this one a folder of its own: DATA_DIR=/another/folder in front of the command"
        ) from None
    except OSError:  # a file system without locks
        file.close()
        return
    file.truncate(0)
    file.write(f"{os.getpid()}\n")
    file.flush()
    _held[folder] = file
