"""A folder in a bucket of S3-compatible storage, by an address in the settings."""

import importlib.util
from typing import Final
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

MISSING: Final = "NoSuchKey"
"""The code of the error for an object that is not there."""


def unreachable() -> tuple[type[Exception], ...]:
    """Return what the client raises if the store cannot be reached, or refuses."""
    import urllib3
    from minio.error import MinioException  # an extra: see `read`

    return MinioException, urllib3.exceptions.HTTPError, OSError


def said(error: Exception) -> str:
    """Return in a few words what the client raised: the code and the sentence of the store, or why
    it could not be reached."""
    if code := getattr(error, "code", ""):
        return f"{code}: {getattr(error, 'message', '')}"
    return str(getattr(error, "reason", error))


def read(address: str, setting: str) -> SplitResult:
    """Return the parts of an address. Raise ValueError, which names the setting, if it lacks one,
    and ImproperlyConfigured without the client, which only sites with a store install."""
    parts = urlsplit(address)
    bucket = parts.path.strip("/").partition("/")[0]
    is_complete = parts.scheme in ("s3", "s3+http") and parts.hostname and bucket
    if not is_complete or not parts.username or not parts.password:
        raise ValueError(
            f"{setting} must be like s3://KEY:SECRET@s3.example/bucket/folder; "
            "characters like / in the key or the secret are written %2F."
        )
    if importlib.util.find_spec("minio") is None:
        raise ImproperlyConfigured(
            f"{setting} needs the client of S3-compatible stores: pip install 'zarleague[s3]', "
            "or in a checkout: make build S3=1"
        )
    return parts


class Folder:
    """The bucket and the folder of an address.

    ``s3://KEY:SECRET@HOST/BUCKET/FOLDER?region=REGION``, folder and region optional; ``s3+http://``
    for a store in the local network without TLS.
    """

    def __init__(self, address: str, setting: str, *, patience: float | None = None) -> None:
        """Raise what `read` raises. With *patience* give up after so many seconds without an
        answer, twice; without it try for minutes."""
        parts = read(address, setting)
        import urllib3
        from minio import Minio

        bucket, _, folder = parts.path.strip("/").partition("/")
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
