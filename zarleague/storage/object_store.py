"""A folder in a bucket of S3-compatible storage, by an address in the settings."""

from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

import urllib3
from minio import Minio
from minio.error import MinioException

UNREACHABLE: Final = (MinioException, urllib3.exceptions.HTTPError, OSError)
"""What the client raises if the store cannot be reached, or refuses."""
MISSING: Final = "NoSuchKey"
"""The code of the error for an object that is not there."""


class Folder:
    """The bucket and the folder of an address.

    ``s3://KEY:SECRET@HOST/BUCKET/FOLDER?region=REGION``, folder and region optional; ``s3+http://``
    for a store in the local network without TLS.
    """

    def __init__(self, address: str, setting: str, *, patience: float | None = None) -> None:
        """Raise ValueError, which names the setting, if the address lacks a part. With *patience*
        give up after so many seconds without an answer, twice; without it try for minutes."""
        parts = urlsplit(address)
        bucket, _, folder = parts.path.strip("/").partition("/")
        is_complete = parts.scheme in ("s3", "s3+http") and parts.hostname and bucket
        if not is_complete or not parts.username or not parts.password:
            raise ValueError(
                f"{setting} must be like s3://KEY:SECRET@s3.example/bucket/folder; "
                "characters like / in the key or the secret are written %2F."
            )
        self.bucket = bucket
        self.prefix = f"{folder}/" if folder else ""
        self.client = Minio(
            f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname),
            access_key=unquote(parts.username or ""),
            secret_key=unquote(parts.password or ""),
            secure=parts.scheme == "s3",
            region=parse_qs(parts.query).get("region", [None])[0],
            http_client=urllib3.PoolManager(timeout=patience, retries=1) if patience else None,
        )
