"""Problem documents (RFC 9457): how the API says that something went wrong, on every level."""

from http import HTTPStatus
from typing import Any

CONTENT_TYPE = "application/problem+json"
API = "/api/"
"""Begins the paths whose answers are documents; all others are pages."""


def document(status: int, code: str, detail: str, **more: Any) -> dict[str, Any]:
    """Return a problem document: ``code`` is stable, ``detail`` a sentence for the reader."""
    return {
        "type": f"urn:zarleague:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        **more,
    }
