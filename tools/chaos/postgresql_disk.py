"""What a power cut leaves of PostgreSQL's files.

PostgreSQL syncs its log of writes (WAL) before it acknowledges a commit, and its other files at the
next checkpoint. With `SETTINGS` whatever stands in the log is synced, and the other files are
written early. `checkpoint` copies these files at a checkpoint. `cut_power` restores the copy and
adds some of the sectors written since: a disk may have written any of them before it lost power, in
any order.
"""

import random
import shutil
import signal
import subprocess
from pathlib import Path

from tools.services import Server

SETTINGS = ("wal_sync_method=open_datasync", "shared_buffers=1MB")
"""With the first, a write to the log returns when it is on the disk."""
_LOG = "pg_wal"
_CONTROL = "global/pg_control"
"""Says where recovery begins; written and synced at a checkpoint and at the start."""
_SECTOR = 512


def checkpoint(server: Server, data: Path, copy: Path) -> None:
    """Stop a server, copy its files, and start it again."""
    server.stop(signal.SIGINT)
    shutil.rmtree(copy, ignore_errors=True)
    subprocess.run(["cp", "--archive", str(data), str(copy)], check=True)
    server.start()
    shutil.copy(data / _CONTROL, copy / _CONTROL)


def cut_power(server: Server, data: Path, copy: Path, chance: random.Random) -> int:
    """Kill a server and leave its files as a disk may have them after a power cut; return how many
    sectors were lost that had been written since the copy was made.
    """
    server.kill()
    lost = 0
    share = chance.random()
    for path in data.rglob("*"):
        name = path.relative_to(data)
        if not path.is_file() or name.parts[0] in (_LOG, "postmaster.pid"):
            continue
        before = copy / name
        old = before.read_bytes() if before.exists() else b""
        new = path.read_bytes()
        if old != new:
            left, dropped = _partly_written(old, new, share if str(name) != _CONTROL else 0, chance)
            path.write_bytes(left)
            lost += dropped
    _restore_deleted(data, copy)
    return lost


def _partly_written(
    old: bytes, new: bytes, share: float, chance: random.Random
) -> tuple[bytes, int]:
    """Return a file with about this share of its changed sectors, and how many it lacks."""
    left = bytearray(old.ljust(len(new), b"\0")[: len(new)])
    dropped = 0
    for at in range(0, len(new), _SECTOR):
        sector = new[at : at + _SECTOR]
        if left[at : at + _SECTOR] != sector:
            if chance.random() < share:
                left[at : at + _SECTOR] = sector
            else:
                dropped += 1
    return bytes(left), dropped


def _restore_deleted(data: Path, copy: Path) -> None:
    """Put back the files deleted since: a deletion is not synced either."""
    for before in copy.rglob("*"):
        name = before.relative_to(copy)
        if before.is_file() and name.parts[0] != _LOG and not (data / name).exists():
            subprocess.run(["cp", "--archive", str(before), str(data / name)], check=True)
