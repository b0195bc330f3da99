"""Pagination of long lists: the requested page, and links to the next and previous ones."""

import datetime
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from django.utils.dateparse import parse_date

from zarleague.play.selectors import HandPosition

LAST_PAGE: Final = 100_000
"""Highest page number accepted from an address."""


@dataclass(frozen=True, slots=True)
class Pager:
    """The position of a page in a list whose length is known."""

    number: int
    """From 0."""
    size: int
    """Rows on a page."""
    total: int
    """Rows in all."""
    query: str
    """The other parameters of the page, as a query string without the question mark."""

    @property
    def first(self) -> int:
        """Return the number of the first row shown, from 1."""
        return self.number * self.size + 1

    @property
    def last(self) -> int:
        """Return the number of the last row shown."""
        return min(self.total, (self.number + 1) * self.size)

    @property
    def before(self) -> str:
        """Return the query string of the previous page, "" if this is the first."""
        return self._at(self.number) if self.number else ""

    @property
    def after(self) -> str:
        """Return the query string of the next page, "" if this is the last."""
        return self._at(self.number + 2) if self.last < self.total else ""

    def _at(self, number: int) -> str:
        page = f"page={number}" if number > 1 else ""
        return "?" + "&".join(part for part in (self.query, page) if part)


def requested_page(request: HttpRequest) -> int:
    """Return the page number of ``?page=``, from 0."""
    text = request.GET.get("page", "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 1
    return min(max(number, 1), LAST_PAGE) - 1


def other_parameters(request: HttpRequest) -> str:
    """Return the query parameters of a page without its number, as a query string."""
    asked = request.GET.copy()
    asked.pop("page", None)
    return asked.urlencode()


def pager(request: HttpRequest, number: int, size: int, total: int) -> Pager | None:
    """Return the pager of a list, None if the list fits on one page."""
    if number == 0 and total <= size:
        return None
    return Pager(number, size, total, other_parameters(request))


def requested_date(request: HttpRequest, name: str) -> datetime.date | None:
    """Return the date in a query parameter, None if it is missing or cannot be parsed."""
    try:
        return parse_date(request.GET.get(name, ""))
    except ValueError:
        return None


def requested_place(request: HttpRequest) -> HandPosition | None:
    """Return the position of ``?after=match-number`` in a list of hands, None for its beginning."""
    match, _, number = request.GET.get("after", "").partition("-")
    if not all(text.isascii() and text.isdecimal() and len(text) < 10 for text in (match, number)):
        return None
    return HandPosition(int(match), int(number))
