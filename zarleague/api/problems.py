"""Errors as problem documents (RFC 9457): ``application/problem+json``.

Every problem has ``type`` (a URN ending in the stable ``code``), ``title``, ``status``, ``detail``
(a sentence in the user's language) and ``code``. A rejected entry also has ``findings``, each with
``code``, ``seat``, ``player``, ``field``, ``text``, ``suggestion`` and ``fix``; a conflict has
``saved``, the hand as saved.
"""

from http import HTTPStatus
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.authentication import SCHEME
from zarleague.api.shapes import FindingShape, HandShape
from zarleague.leagues.errors import Invalid, NameTaken, NotAllowed, Refused
from zarleague.leagues.stored_a_day import TooMuchStored
from zarleague.play.errors import (
    EntryRejected,
    HandConflict,
    ReplaysBusy,
    TooManyLogs,
    TooManyTries,
    VersionConflict,
    WrongNumber,
)
from zarleague.serving.problems import CONTENT_TYPE, document

__all__ = ["CONTENT_TYPE", "handle", "problem", "refused"]

_CONFLICTS = {
    "hand-conflict",
    "version-conflict",
    "wrong-number",
    "key-reused",
    "name-taken",
    "match-closed",
    "match-over",
    "rules-frozen",
    "season-busy",
    "laboratory-busy",
    "start-again",
    "cannot-merge",
    "last-organiser",
}


class ScopeTooNarrow(exceptions.APIException):
    """Raised for a request beyond the token's scope."""

    status_code = HTTPStatus.FORBIDDEN
    default_code = "scope-too-narrow"

    def __init__(self) -> None:
        super().__init__(_("This token may not do that. Use one that may."))


class ChangedMeanwhile(exceptions.APIException):
    """Raised if the resource has changed since the version that ``If-Match`` names."""

    status_code = HTTPStatus.PRECONDITION_FAILED
    default_code = "changed-meanwhile"

    def __init__(self) -> None:
        super().__init__(_("Someone has changed this in the meantime. Read it again first."))


class NotConditional(exceptions.APIException):
    """Raised for ``If-Match`` with a write that does not look at it."""

    status_code = HTTPStatus.BAD_REQUEST
    default_code = "not-conditional"

    def __init__(self) -> None:
        super().__init__(_("This request can’t depend on an ETag. Send it without If-Match."))


class TooManyRequests(exceptions.APIException):
    """Raised for a sender over its rate limit, which ends in ``seconds``."""

    status_code = HTTPStatus.TOO_MANY_REQUESTS
    default_code = "too-many-requests"

    def __init__(self, seconds: int) -> None:
        super().__init__(_("Too many requests. Please wait a moment."))
        self.seconds = seconds


def problem(status: int, code: str, detail: str, **more: Any) -> Response:
    """Return a problem document as a response."""
    return Response(document(status, code, detail, **more), status, content_type=CONTENT_TYPE)


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the response to an exception of a service or DRF. This is DRF's exception handler."""
    if isinstance(error, Refused):
        return refused(error)
    if isinstance(error, Http404):
        return problem(
            404, "not-found", _("There’s nothing here, or you’re not allowed to see it.")
        )
    if isinstance(error, exceptions.ValidationError):
        return problem(400, "malformed", _("The request isn’t valid."), errors=error.detail)
    if isinstance(error, exceptions.APIException):
        code = str(error.default_code).replace("_", "-")
        is_nobody = isinstance(error, exceptions.AuthenticationFailed | exceptions.NotAuthenticated)
        if is_nobody:
            code = "not-authenticated"
        if isinstance(error, exceptions.UnsupportedMediaType):
            response = problem(error.status_code, code, _wrong_type(context["request"]))
        else:
            response = problem(error.status_code, code, str(error.detail))
        if is_nobody:
            response["WWW-Authenticate"] = SCHEME
        if isinstance(error, exceptions.MethodNotAllowed):
            response["Allow"] = ", ".join(context["view"].allowed_methods)
        if isinstance(error, TooManyRequests):
            response["Retry-After"] = str(error.seconds)
        return response
    return None


def _wrong_type(request: Request) -> str:
    """Return what to send in place of a body that is not JSON."""
    said = _("Send the body as JSON, with “Content-Type: application/json”, not {type}.")
    named = request.content_type.split(";")[0].strip()[:40]
    text = said.format(type=f"“{named}”")
    if not named.startswith("application/x-www-form"):
        text += " " + _(
            "A file is sent in pieces, each as Base64 in JSON: see “Files” in the guide."
        )
    return text


def refused(error: Refused, **more: Any) -> Response:
    """Return the response to a service's refusal, with additional data for the client."""
    match error:
        case EntryRejected():
            more["findings"] = FindingShape(error.remarks, many=True).data
        case HandConflict():
            more["saved"] = HandShape(error.saved).data
        case VersionConflict():
            more["saved"] = HandShape(error.hand).data
        case WrongNumber():
            more["expected"] = error.expected
        case NameTaken():
            more["player"] = error.player.pk
        case Invalid():
            more["field"] = error.field
    response = problem(_status(error), error.code, error.text, **more)
    if isinstance(error, ReplaysBusy | TooManyLogs | TooManyTries | TooMuchStored):
        response["Retry-After"] = str(error.seconds)
    return response


def _status(error: Refused) -> int:
    match error:
        case NotAllowed():
            return 403
        case ReplaysBusy():
            return 503
        case TooManyLogs() | TooManyTries() | TooMuchStored():
            return 429
    return 409 if error.code in _CONFLICTS else 422
