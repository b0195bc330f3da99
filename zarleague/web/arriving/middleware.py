"""Middleware for every response: headers, compression, allowed methods."""

import gzip
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac

from zarleague.serving.problems import API

Answer = Callable[[HttpRequest], HttpResponseBase]

HEADERS = {
    # Pages differ by user: proxies must not store them, and browsers revalidate each time.
    "Cache-Control": "private, no-cache",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Default headers; a response may set its own, as static files do for how long to cache them."""
DEVICE = ", ".join(
    [
        "screen-wake-lock=(self)",
        *(
            f"{feature}=()"
            for feature in (
                *("accelerometer", "autoplay", "camera", "display-capture"),
                *("encrypted-media", "geolocation", "gyroscope", "hid", "magnetometer"),
                *("microphone", "midi", "payment", "picture-in-picture", "serial", "usb"),
            )
        ),
    ]
)
"""The board keeps the screen awake; no other feature of the device is used. The header is sent with
pages only, because only they can use a feature, and each of some thirty static files gets
smaller."""
PAGE_METHODS = ("GET", "HEAD", "POST")
"""The API is not limited to them: DRF's views answer 405 themselves."""
PACKED = ("text/", "image/svg+xml", "application/json", "application/problem+json")
"""Content types that are compressed. Downloads are compressed formats already."""


def headers(get_response: Answer) -> Answer:
    """Return a middleware that adds ``HEADERS``, and ``Permissions-Policy`` to pages."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Permissions-Policy", DEVICE)
        return response

    return middleware


def methods(get_response: Answer) -> Answer:
    """Return a middleware that answers 405 to methods that no page accepts: PUT, DELETE, TRACE …"""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method not in PAGE_METHODS and not request.path.startswith(API):
            return HttpResponseNotAllowed(PAGE_METHODS)
        return get_response(request)

    return middleware


def viewers(get_response: Answer) -> Answer:
    """Return a middleware that marks for whom a response was rendered: the header ``Viewer`` is a
    digest of the session and its account, by which the service worker keeps the pages of accounts
    apart.

    Responses that are the same for everybody have none: those that never accessed the session, and
    those that proxies may cache. Neither have error responses.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        shared = "public" in response.headers.get("Cache-Control", "")
        if request.session.accessed and not shared and response.status_code < 500:
            asked = f"{request.session.session_key} {request.user.pk}"
            digest = salted_hmac("zarleague.viewer", asked, algorithm="sha256").hexdigest()
            response.headers["Viewer"] = digest[:16]
        return response

    return middleware


class Packing(GZipMiddleware):
    """Compresses pages and data with gzip to about a tenth of their size.

    Django adds a random number of bytes to each and masks the CSRF token again each time, so that
    the length does not reveal the contents of a page (BREACH). A view may send what is packed
    already; it is unpacked for a client that does not accept it.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the response, compressed if that is worth it."""
        if not isinstance(response, HttpResponse):
            return response
        if response.headers.get("Content-Encoding") == "gzip":
            return _as_accepted(request, response)
        if not response.headers.get("Content-Type", "").startswith(PACKED):
            return response
        return super().process_response(request, response)


def _as_accepted(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return a packed response, unpacked if the client does not accept it."""
    patch_vary_headers(response, ("Accept-Encoding",))
    if not re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
        response.content = gzip.decompress(response.content)
        response.headers["Content-Length"] = str(len(response.content))
        del response.headers["Content-Encoding"]
    return response
