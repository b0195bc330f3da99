"""Devices on which somebody has signed in to an account before.

A signed cookie that scripts cannot read names the account and the device. Wrong passwords typed
elsewhere do not count against such a device, so that nobody can keep an account's owner out.
"""

import secrets
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

# Order matters: each user agent also contains the names of the browsers it descends from.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)


def device(user_agent: str) -> str:
    """Return browser and operating system, as in "Firefox, Android"."""
    found = [
        next((name for mark, name in names if mark in user_agent), "")
        for names in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(filter(None, found)) or _("unknown device")


AGE: Final = 2 * 365 * 86400
"""Seconds that a browser keeps the cookie after the latest sign-in."""
_SALT: Final = "zarleague.known-device"


def device_of(request: HttpRequest, account: str) -> str:
    """Return the id of the device, "" if nobody has signed in to the account on it."""
    sent = request.COOKIES.get(_cookie(account), "")
    try:
        named, device = signing.loads(sent, salt=_SALT, max_age=AGE)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(device) if named == account.lower() else ""


def remember(request: HttpRequest, response: HttpResponseBase, account: str) -> None:
    """Let the browser keep that somebody has signed in to the account on this device."""
    device = device_of(request, account) or secrets.token_urlsafe(9)
    response.set_cookie(
        _cookie(account),
        signing.dumps([account.lower(), device], salt=_SALT),
        max_age=AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
        path="/",
    )


def _cookie(account: str) -> str:
    """Return the name of an account's cookie, which does not tell the account."""
    return f"device-{salted_hmac(_SALT, account.lower(), algorithm='sha256').hexdigest()[:16]}"
