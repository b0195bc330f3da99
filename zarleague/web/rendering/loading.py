"""Tags that load scripts and stylesheets.

They also preload the modules a script imports, so that a browser fetches all of them at once
instead of discovering each import after the last was loaded.
"""

import posixpath
import re
from functools import cache
from typing import Final

from django.templatetags.static import static
from markupsafe import Markup

from zarleague.storage import static_files

_IMPORTED: Final = re.compile(
    r'(?:^|(?<=[;}]))\s*(?:im|ex)port\b[^"\';()]*"(\.[^"]+?)(?:\.[0-9a-f]{12})?\.js";', re.MULTILINE
)
"""A static import, which may span several lines; collected, with a hash in the name."""


IMPORTED_SHEET: Final = re.compile(r'@import "([\w./-]+)";')


def _imported_by(sheet: str) -> list[str]:
    return IMPORTED_SHEET.findall(static_files.text_of(sheet))


@cache
def sheet(path: str) -> Markup:
    """Return the tag of the stylesheet at *path* below css/. Once static files are collected it
    contains its imports (see `storage`); before that, each import has a tag."""
    imported = [] if static_files.are_collected() else _imported_by(f"css/{path}")
    names = imported or [path]
    links = (f'<link rel="stylesheet" href="{static(f"css/{name}")}">' for name in names)
    return Markup("\n  ").join(Markup(link) for link in links)  # noqa: S704


def modules_of(path: str) -> tuple[str, ...]:
    """Return the modules that the script at *path* below js/ imports, directly and indirectly."""
    found: dict[str, None] = {}
    waiting = [f"js/{path}"]
    while waiting:
        script = waiting.pop()
        for other in _IMPORTED.findall(static_files.text_of(script)):
            name = posixpath.normpath(posixpath.join(posixpath.dirname(script), f"{other}.js"))
            if name not in found:
                found[name] = None
                waiting.append(name)
    return tuple(found)


@cache
def module(path: str) -> Markup:
    """Return the tags that load the script at *path* below js/ and the modules it imports."""
    names = [f"js/{path}", *modules_of(path)]
    early = "".join(f'<link rel="modulepreload" href="{static(name)}">' for name in names[1:])
    return Markup(f'{early}<script type="module" src="{static(names[0])}"></script>')  # noqa: S704
