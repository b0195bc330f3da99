"""A backup as a file: a zip of the database's parts with a manifest, named by its time; and a
second place for such files, a bucket of S3-compatible storage.
"""

import contextlib
import datetime
import hashlib
import json
import os
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from zarleague.exchange.damage import DAMAGED
from zarleague.storage.object_store import Folder, said, unreachable

FORMAT: Final = "zarleague-backup"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
SECRET_KEY: Final = "secret_key"  # noqa: S105 (a file's name)
"""The member that contains the embedded site's secret key."""
CHUNK: Final = 1 << 20
MAX_MANIFEST: Final = 4 << 20

_NAME = re.compile(r"zarleague-(\d{8}T\d{6}Z)\.zip")
_STAMP = "%Y%m%dT%H%M%SZ"


class NotABackup(ValueError):
    """Raised for a file that is no backup, is damaged, or cannot be read by this version."""


@dataclass(frozen=True)
class Part:
    """One member of a backup: its size in bytes, its SHA-256, and of a table its number of rows."""

    size: int
    sha256: str
    rows: int | None = None


@dataclass
class Manifest:
    """The contents of a backup."""

    database: str
    """The kind of database, as Django calls its vendor: ``sqlite`` or ``postgresql``."""
    made_at: str
    migrations: dict[str, list[str]]
    """The migrations that had been applied, by app."""
    sequences: dict[str, int] = field(default_factory=dict)
    """For PostgreSQL: the last value of each sequence."""
    columns: dict[str, list[str]] = field(default_factory=dict)
    """For PostgreSQL: the columns of each table, in the order of its rows."""
    parts: dict[str, Part] = field(default_factory=dict)

    def to_json(self) -> str:
        head = {"format": FORMAT, "version": VERSION}
        return json.dumps(head | asdict(self), indent=1)

    @classmethod
    def from_json(cls, text: bytes) -> "Manifest":
        """Return the manifest of a backup. Raise NotABackup."""
        try:
            data: dict[str, Any] = json.loads(text)
            if data.pop("format") != FORMAT:
                raise NotABackup("This file is not a backup of zarleague.")
            if data.pop("version") > VERSION:
                raise NotABackup("This backup was made by a newer version of zarleague.")
            parts = {name: Part(**part) for name, part in data.pop("parts").items()}
            return cls(parts=parts, **data)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            if isinstance(error, NotABackup):
                raise
            raise NotABackup("This file is not a backup of zarleague.") from error


def name_of(moment: datetime.datetime) -> str:
    """Return the file name of the backup made at a moment."""
    return f"zarleague-{moment.astimezone(datetime.UTC).strftime(_STAMP)}.zip"


def moment_of(name: str) -> datetime.datetime | None:
    """Return the time of a backup from its file name, None for any other name."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    return datetime.datetime.strptime(found[1], _STAMP).replace(tzinfo=datetime.UTC)


def backups_in(folder: Path) -> dict[datetime.datetime, Path]:
    """Return the backups in a folder by their times."""
    named = ((moment_of(path.name), path) for path in folder.iterdir() if path.is_file())
    return {moment: path for moment, path in named if moment is not None}


def write_part(
    archive: zipfile.ZipFile, name: str, chunks: Iterable[bytes], *, of_rows: bool = False
) -> Part:
    """Write a member in chunks, so that memory does not grow with it."""
    digest, size, rows = hashlib.sha256(), 0, 0
    with archive.open(name, "w", force_zip64=True) as member:
        for chunk in chunks:
            member.write(chunk)
            digest.update(chunk)
            size += len(chunk)
            rows += chunk.count(b"\n") if of_rows else 0
    return Part(size, digest.hexdigest(), rows if of_rows else None)


def pieces(path: Path) -> Iterator[bytes]:
    """Yield the content of a file in chunks."""
    with path.open("rb") as opened:
        while chunk := opened.read(CHUNK):
            yield chunk


def read_part(archive: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    """Yield the content of a member in chunks."""
    with archive.open(name) as member:
        while chunk := member.read(CHUNK):
            yield chunk


def verify(path: Path) -> Manifest:
    """Read a whole backup and compare every part with the manifest. Raise NotABackup."""
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = _manifest(archive)
            for name, part in manifest.parts.items():
                _verify_part(archive, name, part)
    except NotABackup:
        raise
    except DAMAGED as error:
        raise NotABackup(f"{path.name} is damaged or no backup: {error}") from error
    return manifest


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    if archive.getinfo(MANIFEST).file_size > MAX_MANIFEST:
        raise NotABackup("This file is not a backup of zarleague.")
    return Manifest.from_json(archive.read(MANIFEST))


def _verify_part(archive: zipfile.ZipFile, name: str, part: Part) -> None:
    digest, size = hashlib.sha256(), 0
    for chunk in read_part(archive, name):
        digest.update(chunk)
        size += len(chunk)
        if size > part.size:
            break
    if (size, digest.hexdigest()) != (part.size, part.sha256):
        raise NotABackup(f"The part {name} is not as it was written.")


def flush(path: Path) -> None:
    """Flush a file, or a directory's entries, to the disk (``fsync``)."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


class Store:
    """The backups in the folder of a bucket."""

    def __init__(self, address: str) -> None:
        """Raise ValueError if the address lacks a part. The other methods raise OSError if the
        store cannot be reached, or refuses."""
        self._folder = Folder(address, "BACKUP_STORE")
        self._client = self._folder.client
        self.bucket = self._folder.bucket

    def put(self, path: Path) -> None:
        """Upload a backup under its name and check that it is complete."""
        name = self._folder.prefix + path.name
        with self._reached():
            self._client.fput_object(self.bucket, name, str(path), content_type="application/zip")
            stored = self._client.stat_object(self.bucket, name).size
        if stored != path.stat().st_size:
            raise OSError(f"The store has {stored} bytes of {path.name}, not all of it.")

    def get(self, name: str, path: Path) -> None:
        """Download a backup by its name."""
        with self._reached():
            self._client.fget_object(self.bucket, self._folder.prefix + name, str(path))

    def backups(self) -> dict[datetime.datetime, str]:
        """Return the names of the backups in the store by their times."""
        prefix = self._folder.prefix
        with self._reached():
            listed = list(self._client.list_objects(self.bucket, prefix=prefix))
        names = [str(found.object_name).removeprefix(prefix) for found in listed]
        return {moment: name for name in names if (moment := moment_of(name)) is not None}

    def remove(self, names: list[str]) -> None:
        """Remove backups. Raise OSError for the first that cannot be removed."""
        from minio.deleteobjects import DeleteObject  # an extra

        objects = [DeleteObject(self._folder.prefix + name) for name in names]
        with self._reached():
            for problem in self._client.remove_objects(self.bucket, objects):
                raise OSError(f"{problem.name} cannot be removed: {problem.message}")

    @contextlib.contextmanager
    def _reached(self) -> Iterator[None]:
        try:
            yield
        except OSError:
            raise
        except unreachable() as error:
            raise OSError(f"The store {self.bucket} cannot be used: {said(error)}") from error
