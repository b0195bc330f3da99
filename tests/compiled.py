"""Templates that all processes of tests compile once: every one of them opens most of the pages."""

from jinja2 import FileSystemBytecodeCache

from tests.migrated import ROOT, digest

FOLDER = ROOT / "build" / "compiled"


def templates() -> FileSystemBytecodeCache:
    """Return where they are kept while the site's code stays the same; a template that has changed
    is compiled again."""
    folder = FOLDER / digest()
    folder.mkdir(parents=True, exist_ok=True)
    return FileSystemBytecodeCache(str(folder))
