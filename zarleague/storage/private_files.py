"""Files that only the site's own account may read: its database, its secret key, its backups."""

import os
import secrets
import stat
from pathlib import Path
from typing import Final

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
"""What a file's group and everybody else may do with it."""


def keep_new_files_private() -> None:
    """Let nobody else read what this process, and those it starts, write from now on."""
    os.umask(OTHERS)


def make_folder(folder: Path) -> None:
    """Make the folder of a site's data. In one that others may read, as earlier versions made it,
    take that from them, and from its files."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & stat.S_ISVTX:
        return  # like /tmp, a folder for everybody
    if _take_from_others(folder):
        for path in folder.iterdir():
            if path.is_file() and not path.is_symlink():
                _take_from_others(path)


def _take_from_others(path: Path) -> bool:
    """Return whether others had access to a file or folder of this account; they have not now."""
    now = path.stat()
    if os.name != "posix" or not now.st_mode & OTHERS or now.st_uid != os.getuid():
        return False
    path.chmod(stat.S_IMODE(now.st_mode) & ~OTHERS)
    return True


def secret_in(path: Path, size: int = 48) -> str:
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
