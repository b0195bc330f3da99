"""Problem documents (RFC 9457): the error responses of the API, used on every level."""

from http import HTTPStatus
from typing import Any

from zarleague.serving import request_ids

CONTENT_TYPE = "application/problem+json"
API = "/api/"
"""Prefix of the paths whose responses are documents; all others are pages."""


def document(status: int, code: str, detail: str, **more: Any) -> dict[str, Any]:
    """Return a problem document: ``code`` is stable, ``detail`` a sentence for the user,
    ``request`` the id of the request in the log."""
    if request := request_ids.current():
        more["request"] = request
    return {
        "type": f"urn:zarleague:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        **more,
    }
