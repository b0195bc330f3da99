"""Tags that load scripts and stylesheets.

They also preload the modules a script imports, so that a browser fetches all of them at once
instead of discovering each import after the last was loaded.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.templatetags.static import static
from markupsafe import Markup

_ROOT: Final = Path(settings.BASE_DIR) / "static"
_IMPORTED: Final = re.compile(r'^(?:import|\}) ?(?:.*from )?"(\.[^"]+)";', re.MULTILINE)
"""A static import, which may span several lines."""


IMPORTED_SHEET: Final = re.compile(r'@import "([\w./-]+)";')


@cache
def sheet(path: str) -> Markup:
    """Return the tag of the stylesheet at *path* below css/. Once static files are collected it
    contains its imports (see `storage`); before that, each import has a tag."""
    text = (_ROOT / "css" / path).read_text(encoding="utf-8")
    is_whole = isinstance(staticfiles_storage, ManifestFilesMixin)
    names = [path] if is_whole else IMPORTED_SHEET.findall(text) or [path]
    links = (f'<link rel="stylesheet" href="{static(f"css/{name}")}">' for name in names)
    return Markup("\n  ").join(Markup(link) for link in links)  # noqa: S704


def modules_of(path: str) -> tuple[str, ...]:
    """Return the modules that the script at *path* below js/ imports, directly and indirectly."""
    found: dict[str, None] = {}
    waiting = [_ROOT / "js" / path]
    while waiting:
        script = waiting.pop()
        for other in _IMPORTED.findall(script.read_text(encoding="utf-8")):
            imported = (script.parent / other).resolve()
            name = imported.relative_to(_ROOT.resolve()).as_posix()
            if name not in found:
                found[name] = None
                waiting.append(imported)
    return tuple(found)


@cache
def module(path: str) -> Markup:
    """Return the tags that load the script at *path* below js/ and the modules it imports."""
    names = [f"js/{path}", *modules_of(path)]
    early = "".join(f'<link rel="modulepreload" href="{static(name)}">' for name in names[1:])
    return Markup(f'{early}<script type="module" src="{static(names[0])}"></script>')  # noqa: S704
