"""A second place for backups: a bucket of S3-compatible storage."""

import datetime
from pathlib import Path

from zarleague.exchange.backups.files import moment_of
from zarleague.storage.object_store import Folder


class Store:
    """The backups in the folder of a bucket."""

    def __init__(self, address: str) -> None:
        """Raise ValueError if the address lacks a part."""
        self._folder = Folder(address, "BACKUP_STORE")
        self._client = self._folder.client
        self.bucket = self._folder.bucket

    def put(self, path: Path) -> None:
        """Upload a backup under its name and check that it is complete."""
        name = self._folder.prefix + path.name
        self._client.fput_object(self.bucket, name, str(path), content_type="application/zip")
        stored = self._client.stat_object(self.bucket, name).size
        if stored != path.stat().st_size:
            raise OSError(f"The store has {stored} bytes of {path.name}, not all of it.")

    def get(self, name: str, path: Path) -> None:
        """Download a backup by its name."""
        self._client.fget_object(self.bucket, self._folder.prefix + name, str(path))

    def backups(self) -> dict[datetime.datetime, str]:
        """Return the names of the backups in the store by their times."""
        prefix = self._folder.prefix
        listed = self._client.list_objects(self.bucket, prefix=prefix)
        names = [str(found.object_name).removeprefix(prefix) for found in listed]
        return {moment: name for name in names if (moment := moment_of(name)) is not None}

    def remove(self, names: list[str]) -> None:
        """Remove backups. Raise OSError for the first that cannot be removed."""
        from minio.deleteobjects import DeleteObject  # an extra

        objects = [DeleteObject(self._folder.prefix + name) for name in names]
        for problem in self._client.remove_objects(self.bucket, objects):
            raise OSError(f"{problem.name} cannot be removed: {problem.message}")
