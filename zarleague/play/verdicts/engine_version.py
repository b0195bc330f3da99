"""The installed engine: its version, and a digest of its source.

A ruling stores them, and the digest tells after an upgrade whether the stored logs have to be
judged again.
"""

import hashlib
from functools import cache
from importlib import metadata
from pathlib import Path

from zarleague import engine


@cache
def digest() -> str:
    """Return the SHA-256 of the engine's modules, in the order of their paths."""
    folder = Path(engine.__file__).parent
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        found.update(path.relative_to(folder).as_posix().encode() + b"\0")
        found.update(path.read_bytes() + b"\0")
    return found.hexdigest()


@cache
def version() -> str:
    """Return the version of the installed package, "" where it runs from a checkout."""
    try:
        return metadata.version("zarleague")
    except metadata.PackageNotFoundError:
        return ""
