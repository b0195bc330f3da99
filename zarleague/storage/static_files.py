"""Static files to be read here rather than linked, by their names in the source: those that were
collected, which is all that a wheel has; before that (``DEBUG``, tests) the source's.
"""

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage, staticfiles_storage

_SOURCES: Final = Path(settings.BASE_DIR) / "static"


def are_collected() -> bool:
    """Return whether the files are served with a hash of their content in their names."""
    return _collected() is not None


def _collected() -> ManifestStaticFilesStorage | None:
    return (
        staticfiles_storage if isinstance(staticfiles_storage, ManifestStaticFilesStorage) else None
    )


def named(*patterns: str) -> list[str]:
    """Return the files whose names match, pattern after pattern; ``*`` stands for folders, too."""
    if collected := _collected():
        names = sorted(collected.hashed_files)
    else:
        files = (path for path in _SOURCES.rglob("*") if path.is_file())
        names = sorted(path.relative_to(_SOURCES).as_posix() for path in files)
    return [name for pattern in patterns for name in names if fnmatchcase(name, pattern)]


def exists(name: str) -> bool:
    """Return whether there is such a file."""
    if collected := _collected():
        return name in collected.hashed_files
    return (_SOURCES / name).is_file()


def text_of(name: str) -> str:
    """Return the text of a file; of one that was collected as it is served."""
    collected = _collected()
    if collected is None:
        return (_SOURCES / name).read_text(encoding="utf-8")
    with collected.open(collected.stored_name(name)) as file:
        return str(file.read().decode())
