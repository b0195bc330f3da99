"""A second place for backups: a bucket of S3-compatible storage."""

import datetime
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from minio import Minio
from minio.deleteobjects import DeleteObject

from zarleague.exchange.backups.files import moment_of


class Store:
    """The bucket of an address.

    ``s3://KEY:SECRET@HOST/BUCKET/FOLDER?region=REGION``, folder and region optional; ``s3+http://``
    for a store in the local network without TLS.
    """

    def __init__(self, address: str) -> None:
        """Raise ValueError if the address lacks a part."""
        parts = urlsplit(address)
        bucket, _, folder = parts.path.strip("/").partition("/")
        is_complete = parts.scheme in ("s3", "s3+http") and parts.hostname and bucket
        if not is_complete or not parts.username or not parts.password:
            raise ValueError(
                "BACKUP_STORE must be like s3://KEY:SECRET@s3.example/bucket/folder; "
                "characters like / in the key or the secret are written %2F."
            )
        self.bucket = bucket
        self.prefix = f"{folder}/" if folder else ""
        self._client = Minio(
            f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname),
            access_key=unquote(parts.username or ""),
            secret_key=unquote(parts.password or ""),
            secure=parts.scheme == "s3",
            region=parse_qs(parts.query).get("region", [None])[0],
        )

    def put(self, path: Path) -> None:
        """Upload a backup under its name and check that it is complete."""
        name = self.prefix + path.name
        self._client.fput_object(self.bucket, name, str(path), content_type="application/zip")
        stored = self._client.stat_object(self.bucket, name).size
        if stored != path.stat().st_size:
            raise OSError(f"The store has {stored} bytes of {path.name}, not all of it.")

    def get(self, name: str, path: Path) -> None:
        """Download a backup by its name."""
        self._client.fget_object(self.bucket, self.prefix + name, str(path))

    def backups(self) -> dict[datetime.datetime, str]:
        """Return the names of the backups in the store by their times."""
        listed = self._client.list_objects(self.bucket, prefix=self.prefix)
        names = [str(found.object_name).removeprefix(self.prefix) for found in listed]
        return {moment: name for name in names if (moment := moment_of(name)) is not None}

    def remove(self, names: list[str]) -> None:
        """Remove backups. Raise OSError for the first that cannot be removed."""
        objects = [DeleteObject(self.prefix + name) for name in names]
        for problem in self._client.remove_objects(self.bucket, objects):
            raise OSError(f"{problem.name} cannot be removed: {problem.message}")
