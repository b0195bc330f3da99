"""The secret key of an embedded league: made once, kept beside its database."""

import os
import secrets
from pathlib import Path


def load_or_create(path: Path) -> str:
    """Return the key kept in ``path``; make one, readable by its owner only, if there is none.

    Several processes may start at once: the first complete file wins and all return its key.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first
        finally:
            draft.unlink()
    return path.read_text()
