"""Error responses for requests no view answers: a page, or a problem document for the API.

A database that is unreachable or full is not the visitor's fault and usually temporary: the status
is 503 or 507, and a phone then keeps the hand and sends it again.
"""

import logging
import sqlite3
import sys
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError, connections
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.http.request import split_domain_port
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from zarleague.leagues.stored_a_day import TooMuchStored
from zarleague.serving import once_more, problems, request_ids
from zarleague.storage import deadlocks, disk_space
from zarleague.web.arriving.middleware import Answer

SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that save nothing."""
FULL, LOST = 507, 503
RETRY_AFTER = {FULL: 60, LOST: 5}
"""Seconds."""
_SQLITE_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}
_POSTGRESQL_FULL = {"53100", "25006"}
"""SQLSTATEs: disk full, and read-only transaction, which a full disk may cause."""
_UPGRADING = {"42P01", "42703"}
"""SQLSTATEs: a table or a column that is not there, until the database is migrated."""
DRIVER: Any = vars(type(connections["default"]))["Database"]
"""Psycopg or sqlite3: a site on SQLite does not load the other."""
_AWAY: Final = gettext_noop("The site can’t reach its data. Try again in a moment.")
_TOGETHER: Final = gettext_noop(
    "Someone changed the same thing at the same moment, so this wasn’t saved. Try again."
)
_PASSING = (
    *(OperationalError, InterfaceError),
    *(DRIVER.OperationalError, DRIVER.InterfaceError),
)

logger = logging.getLogger(__name__)


class DeadLink(Http404):
    """A link somebody was sent that was turned off, has been used or was not copied whole."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a malformed request, or one for a name that is not the site's."""
    if isinstance(exception, DisallowedHost):
        said = _(
            "This site doesn’t know the name %(name)s. Its operator can add it to ALLOWED_HOSTS."
        )
        host = request.META.get("HTTP_HOST", "")[:253]
        name, _port = split_domain_port(host)  # the setting has no ports; "" if it is no name
        return _answer(request, 400, "unknown-host", said % {"name": name or host})
    return _answer(request, 400, "malformed", _("The request isn’t valid."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a visitor who lacks the permission."""
    return _answer(request, 403, "not-allowed", _("You’re not allowed to do this."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request for a page that does not exist or that the visitor may not see."""
    said = _("There’s nothing here, or you’re not allowed to see it.")
    if isinstance(exception, DeadLink):
        said = _("This link no longer works. Ask for a new one.")
    return _answer(request, 404, "not-found", said)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed: because of the database, or because of a bug."""
    error = sys.exc_info()[1]
    status = status_of(error)
    if status not in RETRY_AFTER:
        return _answer(request, 500, "failed", _("That was our fault, and it has been logged."))
    if deadlocks.is_deadlock(error):
        logger.warning("%s: %s", request.path, error)
        request.META[once_more.DEADLOCK] = True
        return _later(request, status, _TOGETHER)
    logger.error("%s: %s", request.path, error)
    return _later(request, status)


def disk_is_short() -> bool:
    """Return whether the disk of an embedded site is full or nearly full."""
    return settings.EMBEDDED and disk_space.is_short(settings.DATA_DIR)


def read_only(get_response: Answer) -> Answer:
    """Return a middleware that refuses writes while the disk is full or nearly full, so that the
    remaining space keeps the pages readable. Signing in still works, to read them."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        writes = request.method not in SAFE and request.path not in signing()
        if writes and disk_is_short():
            return _later(request, FULL)
        return get_response(request)

    return middleware


def too_much(request: HttpRequest, refused: TooMuchStored) -> HttpResponse:
    """Answer somebody who has stored too much today."""
    response = _answer(request, 429, refused.code, refused.text)
    response["Retry-After"] = str(refused.seconds)
    return response


@cache
def signing() -> frozenset[str]:
    """Return the paths used for signing in and out."""
    return frozenset({reverse("account_login"), reverse("account_logout")})


def away(request: HttpRequest, said: str, seconds: int) -> HttpResponse:
    """Answer a request for something whose place cannot be reached; *said* says so in words."""
    response = _answer(request, LOST, "unavailable", said)
    response["Retry-After"] = str(seconds)
    return response


def _later(request: HttpRequest, status: int, why: str = _AWAY) -> HttpResponse:
    """Ask the visitor to try again later; phones keep the hand and send it again."""
    if status == FULL:
        said = _("The site is out of space. Nothing can be saved until its owner frees some up.")
    else:
        said = _(why)
    kept = _("Hands on your phone are safe and will be sent again automatically.")
    code = "no-room" if status == FULL else "unavailable"
    response = _answer(request, status, code, f"{said} {kept}")
    response["Retry-After"] = str(RETRY_AFTER[status])
    return response


def status_of(error: BaseException | None) -> int:
    """Return 507 for a full database, 503 for one that is unreachable, locked, restarting or not
    migrated yet, 500 for any other error."""
    if not isinstance(error, DatabaseError | DRIVER.Error):
        return 500
    cause = error.__cause__ or error
    state = getattr(cause, "sqlstate", None)
    if getattr(cause, "sqlite_errorcode", 0) & 0xFF in _SQLITE_FULL or state in _POSTGRESQL_FULL:
        return FULL
    return LOST if isinstance(error, _PASSING) or state in _UPGRADING else 500


def _answer(request: HttpRequest, status: int, code: str, detail: str) -> HttpResponse:
    """Return the error response. Uses neither the session nor the database."""
    if request.path.startswith(problems.API):
        document = problems.document(status, code, detail)
        return JsonResponse(document, status=status, content_type=problems.CONTENT_TYPE)
    context = {"status": status, "detail": detail, "request_id": request_ids.current()}
    page = render_to_string("failed.html", context)
    return HttpResponse(page, status=status)
