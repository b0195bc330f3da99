"""A live page carries the version of what it shows, so that it is not sent again unchanged.

The version is a digest of the page without what differs between any two renderings of it. An open
page that is fetched again (static/js/table/live.js) sends its version in the header ``Shown``; if
the page still has the same version, the answer is 204, without the page.
"""

import hashlib
import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase

SHOWN: Final = "Shown"
"""The request header with the version of the page that is open."""
_LIVE: Final = b' data-live="'
"""How the attribute begins by which a page says that it listens to a stream."""
_NEW_EACH_TIME: Final = (
    re.compile(rb'name="(?:csrfmiddlewaretoken|key)" value="[^"]*"'),
    re.compile(rb'\?ticket=[^"]*"'),
)
"""CSRF tokens, keys of forms, and tickets of streams. Patterns that begin with a fixed text are
found ten times as fast as one of both."""


def versions(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return a middleware that writes the version into live pages, as ``data-version``, and answers
    204 to somebody who shows the same one."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not isinstance(response, HttpResponse) or _LIVE not in response.content:
            return response
        version = _version(response.content)
        if request.headers.get(SHOWN) == version and response.status_code == 200:
            unchanged = HttpResponse(status=204)
            unchanged.cookies = response.cookies
            return unchanged
        attribute = f' data-version="{version}"'.encode()
        response.content = response.content.replace(_LIVE, attribute + _LIVE, 1)
        return response

    return middleware


def _version(page: bytes) -> str:
    for pattern in _NEW_EACH_TIME:
        page = pattern.sub(b"", page)
    return hashlib.sha256(page).hexdigest()[:16]
