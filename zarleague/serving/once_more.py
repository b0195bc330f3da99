"""Answer a request once more that met a deadlock.

That is safe: a request that arrives twice is applied once, as when a phone sends it again (see
:mod:`zarleague.leagues.idempotency`).
"""

import io
from typing import Any, Final

from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpRequest
from django.http.response import HttpResponseBase

DEADLOCK: Final = "zarleague.deadlock"
"""The key of a WSGI environment under which the answer says that the request met a deadlock."""


class Handler(WSGIHandler):
    """Django's handler, which takes a request up again that met a deadlock, once."""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        """Answer a request. Its body can be read twice; the server limits its length."""
        length = int(environ.get("CONTENT_LENGTH") or 0)
        environ["wsgi.input"] = io.BytesIO(environ["wsgi.input"].read(length) if length else b"")
        return super().__call__(environ, start_response)

    def get_response(self, request: HttpRequest) -> HttpResponseBase:
        """Return the answer, that of the second attempt if there had to be one."""
        answer = super().get_response(request)
        if not request.META.pop(DEADLOCK, False):
            return answer
        request.META["wsgi.input"].seek(0)
        return super().get_response(WSGIRequest(request.META))
