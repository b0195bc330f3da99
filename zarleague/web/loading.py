"""The tags that load scripts and stylesheets.

The modules that a script imports are named beside it, so that a browser asks for all of them at
once and not for each when the one before it has come.
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
"""A static import, which may end on a later line than it begins."""


IMPORTED_SHEET: Final = re.compile(r'@import "([\w./-]+)";')


@cache
def sheet(path: str) -> Markup:
    """Return the tag of the stylesheet at *path* below css/. It holds those it imports once static
    files are collected (`storage`); before, each has a tag."""
    text = (_ROOT / "css" / path).read_text(encoding="utf-8")
    is_whole = isinstance(staticfiles_storage, ManifestFilesMixin)
    names = [path] if is_whole else IMPORTED_SHEET.findall(text) or [path]
    links = (f'<link rel="stylesheet" href="{static(f"css/{name}")}">' for name in names)
    return Markup("\n  ").join(Markup(link) for link in links)  # noqa: S704


def modules_of(path: str) -> tuple[str, ...]:
    """Return the modules that the script at *path* below js/ imports, and what they import."""
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
