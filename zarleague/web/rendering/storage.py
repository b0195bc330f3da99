"""Minified static files with a hash of their content in their names, so that they can be cached for
ever.

Stylesheets and scripts lose their comments and indentation, and a stylesheet includes its imports,
so that a page loads one file instead of a dozen. In development (``DEBUG``) the files are served
unchanged.
"""

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

from zarleague.web.rendering.loading import IMPORTED_SHEET

_OWN: Final = ("css/", "js/")
"""Folders of the project's own files; those of other packages are served unchanged."""
_NOISE: Final = re.compile(r"/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE)
"""Comments and indentation of a stylesheet. Spaces within a line stay: a space before a colon is
what distinguishes ``.tabs :is(a)`` from ``.tabs:is(a)``."""


def _smaller_sheet(text: str) -> str:
    return _NOISE.sub("", text)


_SMALLER: Final[dict[str, Callable[[str], str]]] = {".css": _smaller_sheet, ".js": jsmin}
"""The function that minifies each kind of file."""


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Also rewrites the imports inside JavaScript modules, since they import each other."""

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: Mapping[str, tuple[Storage, str]], *args: Any, **options: Any
    ) -> Iterator[Any]:
        """Minify the files before they are hashed."""
        smaller = {name: (_Smaller(storage), path) for name, (storage, path) in paths.items()}
        yield from super().post_process(smaller, *args, **options)


class _Smaller:
    """A storage that minifies stylesheets and scripts while they are read."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def open(self, path: str) -> Any:
        """Open a file for reading."""
        make_smaller = _SMALLER.get(posixpath.splitext(path)[1])
        if make_smaller is None or not path.startswith(_OWN):
            return self.storage.open(path)
        return ContentFile(make_smaller(self._with_imports(path)).encode())

    def _with_imports(self, path: str) -> str:
        """Return a text file with the stylesheets it imports from its own folder inlined."""
        with self.storage.open(path) as file:
            text: str = file.read().decode()
        folder = posixpath.dirname(path)
        if not path.endswith(".css"):
            return text
        return IMPORTED_SHEET.sub(
            lambda found: self._with_imports(posixpath.join(folder, found[1])), text
        )
