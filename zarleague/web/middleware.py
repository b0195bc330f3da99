"""Middleware for every response: security headers, and refusal of unused HTTP methods."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase, HttpResponseNotAllowed

Answer = Callable[[HttpRequest], HttpResponseBase]

HEADERS = {
    # Pages differ by user: proxies must not store them, and browsers revalidate each time.
    "Cache-Control": "private, no-cache",
    "Cross-Origin-Resource-Policy": "same-origin",
    # The board keeps the screen awake; nothing else of the device is used.
    "Permissions-Policy": ", ".join(
        [
            "screen-wake-lock=(self)",
            *(
                f"{feature}=()"
                for feature in (
                    *("accelerometer", "autoplay", "bluetooth", "camera", "display-capture"),
                    *("encrypted-media", "geolocation", "gyroscope", "hid", "magnetometer"),
                    *("microphone", "midi", "payment", "picture-in-picture", "serial", "usb"),
                )
            ),
        ]
    ),
}
"""Default headers; a response may set its own, as static files do for how long to cache them."""
PAGE_METHODS = ("GET", "HEAD", "POST")
API = "/api/"
"""Not limited to `PAGE_METHODS`: DRF's views refuse the methods they lack themselves."""


def headers(get_response: Answer) -> Answer:
    """Return a middleware that adds ``HEADERS``."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return middleware


def methods(get_response: Answer) -> Answer:
    """Return a middleware that answers 405 to methods no page takes: PUT, DELETE, TRACE …"""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method not in PAGE_METHODS and not request.path.startswith(API):
            return HttpResponseNotAllowed(PAGE_METHODS)
        return get_response(request)

    return middleware
