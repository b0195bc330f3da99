"""Secrets of an embedded league: made once, kept beside its database."""

import os
import secrets
from pathlib import Path


def load_or_create(path: Path, size: int = 48) -> str:
    """Return the secret kept in ``path``; make one of ``size`` random bytes if there is none.

    The file can be read by its owner only. Several processes may start at once: the first
    complete file wins and all return what it holds.
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
