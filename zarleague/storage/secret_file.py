"""Secrets of an embedded league: generated once, stored beside its database."""

import os
import secrets
from pathlib import Path


def load_or_create(path: Path, size: int = 48) -> str:
    """Return the secret stored in ``path``; generate one of ``size`` random bytes if there is none.

    Only the file's owner can read it. Several processes may start at once: the first complete file
    wins and all return its content.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(size))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first
        finally:
            draft.unlink()
    return path.read_text()
