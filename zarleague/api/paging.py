"""Keyset pagination: an opaque cursor contains the position of the next page.

A list from the database is continued after the values that it is ordered by, so that every page
costs the same however far down it is, and rows added meanwhile move no others. A list that is
computed in memory is continued at an index.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.core import signing
from django.db.models import QuerySet
from django.http import Http404
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from zarleague.api.fields import DigitsField
from zarleague.leagues.keyset import page_after

SIZE: Final = 50
LARGEST: Final = 200
CURSOR: Final = "cursor"
PAGE_SIZE: Final = "page_size"
_SALT: Final = "zarleague.api.paging"


class Pages:
    """One page of a list: ``rows``, and the address of the next page."""

    def __init__(self, request: Request, found: QuerySet[Any] | Sequence[Any]) -> None:
        """Load one page. Raise Http404 for a cursor that is not signed by this site or is of
        another list."""
        self._request = request
        self.size = requested_size(request)
        begin = requested_position(request)
        if isinstance(found, QuerySet):
            self.rows, self._next = page_after(found, begin, self.size)
        else:
            start = requested_start(request)
            self.rows = list(found[start : start + self.size])
            more = len(found) > start + self.size
            self._next = [start + self.size] if more else None

    def around(self, rows: Any) -> dict[str, Any]:
        """Return the response body of the page."""
        return {"next": address_of(self._request, self._next), "results": rows}


def requested_size(request: Request) -> int:
    """Return the requested number of rows, by default `SIZE`. Raise ValidationError."""
    text = request.query_params.get(PAGE_SIZE)
    if text is None:
        return SIZE
    try:
        size: int = DigitsField(min_value=1, max_value=LARGEST).run_validation(text)
    except ValidationError as error:
        raise ValidationError({PAGE_SIZE: error.detail}) from error
    return size


def requested_position(request: Request) -> list[Any]:
    """Return the sort values of the row before the page, [] for the first page. Raise Http404."""
    text = request.query_params.get(CURSOR)
    if text is None:
        return []
    try:
        path, *values = signing.loads(text, salt=_SALT)
    except (signing.BadSignature, ValueError) as error:
        raise Http404 from error
    if path != request.path:
        raise Http404
    return list(values)


def requested_start(request: Request) -> int:
    """Return the index at which a page of an in-memory list begins."""
    return next(iter(requested_position(request)), 0)


def address_of(request: Request, values: Sequence[Any] | None) -> str | None:
    """Return the address of the page after these sort values, None for None."""
    if values is None:
        return None
    query = request.query_params.copy()
    query[CURSOR] = signing.dumps([request.path, *values], salt=_SALT)
    return str(request.build_absolute_uri(f"{request.path}?{query.urlencode()}"))
