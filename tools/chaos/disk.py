"""A disk that loses unsynced writes: what SQLite has synced, and what a power cut leaves.

`watch` puts itself between SQLite and the operating system in the process it is called in. It
writes into a folder of its own, the *platter*, what a disk is sure to hold: a write gets there when
the file is synced. Until then it stands in a list beside it. `cut_power` replaces a dead site's
files by the platter, with any of the listed writes, and parts of them, added: a disk may have
written those before it lost power, in any order.
"""

import contextlib
import ctypes
import ctypes.util
import random
import shutil
import struct
import threading
from pathlib import Path
from typing import Any

OK = 0
WATCHED = 0x100 | 0x800 | 0x80000
"""SQLITE_OPEN_MAIN_DB, _MAIN_JOURNAL and _WAL. What the file -shm holds is never meant to last."""
_HEAD = struct.Struct("<qq")
"""Of a listed write: offset and length. A length of -1 cuts the file off at the offset."""
_LISTED = ".unsynced"
_SECTOR = 512

_pointer, _int, _int64 = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_Open = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _pointer, _int, _pointer)
_Delete = ctypes.CFUNCTYPE(_int, _pointer, ctypes.c_char_p, _int)
_Write = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _int, _int64)
_Truncate = ctypes.CFUNCTYPE(_int, _pointer, _int64)
_Sync = ctypes.CFUNCTYPE(_int, _pointer, _int)


class _Vfs(ctypes.Structure):
    """The beginning of ``sqlite3_vfs``: https://sqlite.org/c3ref/vfs.html."""

    _fields_ = [
        *[(name, _int) for name in ("version", "file_size", "most_path")],
        *[(name, _pointer) for name in ("next", "name", "data")],
        *[("open", _Open), ("delete", _Delete)],
    ]


class _Methods(ctypes.Structure):
    """``sqlite3_io_methods``: https://sqlite.org/c3ref/io_methods.html."""

    _fields_ = [
        *[("version", _int), ("close", _pointer), ("read", _pointer)],
        *[("write", _Write), ("truncate", _Truncate), ("sync", _Sync)],
        *[(f"other_{number}", _pointer) for number in range(13)],
    ]


class _File(ctypes.Structure):
    """``sqlite3_file``."""

    _fields_ = [("methods", ctypes.POINTER(_Methods))]


class _Platter:
    """What the disk holds for sure."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def begin(self, files: Path) -> None:
        """Take what is there now as safe."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        for path in files.glob("*.sqlite3*"):
            if not path.name.endswith("-shm"):
                shutil.copy(path, self._folder)

    def note(self, name: str, offset: int, length: int, data: bytes = b"") -> None:
        """List a write, or a cut, that is not safe yet."""
        with self._lock, (self._folder / f"{name}{_LISTED}").open("ab") as listed:
            listed.write(_HEAD.pack(offset, length) + data)

    def sync(self, name: str) -> None:
        """Make the listed writes of a file safe."""
        with self._lock:
            listed = self._folder / f"{name}{_LISTED}"
            _apply(self._folder / name, _listed(listed))
            listed.write_bytes(b"")

    def delete(self, name: str) -> None:
        """Forget a file."""
        with self._lock:
            for path in (self._folder / name, self._folder / f"{name}{_LISTED}"):
                path.unlink(missing_ok=True)


def watch(files: Path, platter: Path) -> None:
    """Have all writes of this process to SQLite files in a folder go to a platter, too."""
    watched = _Platter(platter)
    watched.begin(files)
    library: Any = ctypes.CDLL(ctypes.util.find_library("sqlite3"))
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    vfs = library.sqlite3_vfs_find(None).contents
    names: dict[int, str] = {}
    changed: dict[int, _Methods] = {}
    real_open = _Open(ctypes.cast(vfs.open, _pointer).value or 0)
    real_delete = _Delete(ctypes.cast(vfs.delete, _pointer).value or 0)

    def with_ours(methods: Any) -> _Methods:
        """Return a copy of a file's methods, of which three are ours."""
        real = {
            name: kind(ctypes.cast(getattr(methods.contents, name), _pointer).value or 0)
            for name, kind in (("write", _Write), ("truncate", _Truncate), ("sync", _Sync))
        }

        def write(file: int, data: int, length: int, offset: int) -> int:
            status = real["write"](file, data, length, offset)
            if status == OK:
                watched.note(names[file], offset, length, ctypes.string_at(data, length))
            return int(status)

        def truncate(file: int, size: int) -> int:
            status = real["truncate"](file, size)
            if status == OK:
                watched.note(names[file], size, -1)
            return int(status)

        def sync(file: int, flags: int) -> int:
            status = real["sync"](file, flags)
            if status == OK:
                watched.sync(names[file])
            return int(status)

        ours = _Methods.from_buffer_copy(methods.contents)
        ours.write, ours.truncate, ours.sync = _Write(write), _Truncate(truncate), _Sync(sync)
        return ours

    def open_file(this: int, name: int | None, file: int, flags: int, given: int) -> int:
        # SQLite keeps the address of the name, so it gets the same one and not that of a copy.
        status = real_open(this, name, file, flags, given)
        if status == OK and name and flags & WATCHED:
            opened = _File.from_address(file)
            at = ctypes.addressof(opened.methods.contents)
            if at not in changed:
                changed[at] = with_ours(opened.methods)
            names[file] = Path(ctypes.string_at(name).decode()).name
            opened.methods = ctypes.pointer(changed[at])
        return int(status)

    def delete_file(this: int, name: bytes, durably: int) -> int:
        status = real_delete(this, name, durably)
        watched.delete(Path(name.decode()).name)
        return int(status)

    vfs.open, vfs.delete = _Open(open_file), _Delete(delete_file)
    _kept_alive.append((vfs, real_open, real_delete, changed))


_kept_alive: list[object] = []
"""What SQLite calls must not be collected."""


def cut_power(files: Path, platter: Path, chance: random.Random) -> int:
    """Let the files of a dead site be as a disk may have them after a power cut; return how many
    writes it has lost.
    """
    lost = 0
    for path in files.glob("*.sqlite3*"):
        path.unlink()
    for path in sorted(platter.iterdir()):
        if path.name.endswith(_LISTED):
            continue
        listed = _listed(path.with_name(path.name + _LISTED))
        share = chance.random()
        written = [_torn(one, chance) for one in listed if chance.random() < share]
        lost += len(listed) - len(written)
        chance.shuffle(written)
        shutil.copy(path, files)
        _apply(files / path.name, written)
    return lost


def _torn(write: tuple[int, int, bytes], chance: random.Random) -> tuple[int, int, bytes]:
    """Return a write, or some of its first sectors."""
    offset, length, data = write
    if length > _SECTOR and chance.random() < 0.2:
        length = _SECTOR * chance.randrange(length // _SECTOR)
    return offset, length, data[:length] if length >= 0 else data


def _listed(path: Path) -> list[tuple[int, int, bytes]]:
    """Return the writes in a list; the last one is left out if it is incomplete."""
    found = []
    with contextlib.suppress(FileNotFoundError), path.open("rb") as listed:
        while len(head := listed.read(_HEAD.size)) == _HEAD.size:
            offset, length = _HEAD.unpack(head)
            data = listed.read(max(length, 0))
            if len(data) == max(length, 0):
                found.append((offset, length, data))
    return found


def _apply(path: Path, writes: list[tuple[int, int, bytes]]) -> None:
    path.touch()
    with path.open("r+b") as file:
        for offset, length, data in writes:
            if length < 0:
                file.truncate(offset)
            else:
                file.seek(offset)
                file.write(data)
