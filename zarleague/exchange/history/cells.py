"""Parse a cell: a date, a time, points, a name."""

import datetime
import functools
import math
import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.utils import dates
from django.utils.translation import override

from zarleague.exchange.history.sheets import Cell
from zarleague.leagues.names import name_key, tidy

FIRST_DAY: Final = datetime.date(1900, 1, 1)
MOST_POINTS: Final = 1_000_000
ABSENT: Final = frozenset({"-", "–", "—", "--", "n/a", "na", "dnp", "absent", "abs"})
"""Cells of somebody who did not play, beside empty ones."""
_POINTS: Final = re.compile(r"[+-]?[0-9]{1,7}(?:[.,]0+)?")
_GROUPED: Final = re.compile(r"[+-]?[0-9]{1,3}(?:([.,'’])[0-9]{3})(?:\1[0-9]{3})*")
_NOTED: Final = re.compile(r"([^(*]*?)\s*(?:\([^)]*\)|\*+|(?:pts?|points|punkte|pkt)\.?)", re.I)
"""Points with a note: 12 (out), 12*, 12 pts."""
_NUMBERS: Final = re.compile(r"([0-9]{1,4})[-./ ]+([0-9]{1,2})[-./ ]+([0-9]{1,4})")
_DAY_MONTH: Final = re.compile(
    r"([0-9]{1,2})(?:st|nd|rd|th|er|\.)?[-/ ]*(?:of |de )?([^\W\d]{3,})\.?,?[-/ ]*"
    r"(?:de )?([0-9]{4}|[0-9]{2})"
)
_MONTH_DAY: Final = re.compile(
    r"([^\W\d]{3,})\.?[-/ ]*([0-9]{1,2})(?:st|nd|rd|th)?,?[-/ ]+([0-9]{4}|[0-9]{2})"
)
_CLOCK: Final = r"[0-9]{1,2}[:h][0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:\s*[ap]\.?m\.?)?"
_TIME: Final = re.compile(_CLOCK, re.I)
_TIME_BEHIND: Final = re.compile(
    rf"(?:[T,]|\s)\s*{_CLOCK}(?:Z|\s*(?:GMT|UTC)?(?:[+-][0-9:]+)?)?$", re.I
)
_WEEKDAY: Final = re.compile(r"^[^\W\d]{2,12}[.,]*\s+(?=\S+\s*\S)")


def day_of(cell: Cell, *, day_first: bool) -> datetime.date | None:
    """Return the date in a cell, None if it is no date.

    Accepts 2024-03-31, 31.03.2024, 31/3/24; with ``day_first`` false, 3/31/2024. In a date
    separated by points the day is always first. Months may be words of the site's languages:
    31 March 2024, Mar 31, 2024, 31. März 2024. A weekday before the date and a time behind it are
    ignored.
    """
    if isinstance(cell, datetime.date):
        return cell
    if not isinstance(cell, str):
        return None
    text = _TIME_BEHIND.sub("", cell.strip()).strip().rstrip(".")
    return _date(text, day_first=day_first) or _date(
        _WEEKDAY.sub("", text, count=1), day_first=day_first
    )


def _date(text: str, *, day_first: bool) -> datetime.date | None:
    if found := _NUMBERS.fullmatch(text):
        first, second, third = found.groups()
        if len(first) == 4:
            return _made(first, int(second), third)
        if day_first or "." in text:
            return _made(third, int(second), first)
        return _made(third, int(first), second)
    if found := _DAY_MONTH.fullmatch(text):
        return _made(found[3], _month(found[2]), found[1])
    if found := _MONTH_DAY.fullmatch(text):
        return _made(found[3], _month(found[1]), found[2])
    return None


def _made(year_text: str, month: int, day: str) -> datetime.date | None:
    year = int(year_text)
    if year < 100:
        year += 2000 if year < 70 else 1900
    try:
        return datetime.date(year, month, int(day))
    except ValueError:
        return None


def _month(word: str) -> int:
    """Return the month that a word names or begins, 0 for none or several."""
    key = _plain(word)
    found = {month for name, month in _months().items() if name.startswith(key)}
    return found.pop() if len(found) == 1 else 0


@functools.cache
def _months() -> Mapping[str, int]:
    """Return the month of each name of a month in the site's languages."""
    found = {"sept": 9}
    for language, _ in settings.LANGUAGES:
        with override(language):
            for names in (dates.MONTHS, dates.MONTHS_3):
                found |= {_plain(str(name)).rstrip("."): month for month, name in names.items()}
    return found


def _plain(word: str) -> str:
    """Return a word in lower case without accents."""
    parts = unicodedata.normalize("NFD", word.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def is_ambiguous(cell: Cell) -> bool:
    """Return whether a cell is another date with the month first."""
    first, second = (day_of(cell, day_first=day_first) for day_first in (True, False))
    return first is not None and second is not None and first != second


def is_day(cell: Cell) -> bool:
    """Return whether a cell is a date, whichever of day and month comes first."""
    return any(day_of(cell, day_first=day_first) is not None for day_first in (True, False))


def is_time(cell: Cell) -> bool:
    """Return whether a cell is a time of day."""
    return isinstance(cell, str) and _TIME.fullmatch(cell.strip()) is not None


def points_of(cell: Cell, thousands: str = "") -> int | None:
    """Return the points in a cell, None if it is no whole number.

    ``thousands`` is the mark between groups of three digits in this file, "" if there is none. A
    note behind the number is ignored: 12 (out).
    """
    if isinstance(cell, int):
        return cell if abs(cell) <= MOST_POINTS else None
    if isinstance(cell, float):
        is_whole_number = math.isfinite(cell) and cell.is_integer() and abs(cell) <= MOST_POINTS
        return int(cell) if is_whole_number else None
    if isinstance(cell, str):
        text = _number_text(cell)
        grouped = _GROUPED.fullmatch(text)
        if grouped and grouped[1] == thousands:
            text = text.replace(thousands, "")
        if _POINTS.fullmatch(text):
            points = int(re.split("[.,]", text)[0])
            return points if abs(points) <= MOST_POINTS else None
    return None


def _number_text(cell: str) -> str:
    noted = _NOTED.fullmatch(cell)
    text = (noted[1] if noted else cell).replace("−", "-")
    return re.sub(r"\s", "", text)


def separator_in(cell: Cell) -> tuple[str, bool] | None:
    """Return the first mark between digits in a cell, and whether it separates groups of three."""
    if not isinstance(cell, str):
        return None
    text = _number_text(cell)
    if grouped := _GROUPED.fullmatch(text):
        return grouped[1], True
    found = re.fullmatch(r"[+-]?[0-9]+([.,])[0-9]+", text)
    return (found[1], False) if found else None


def is_absent(cell: Cell) -> bool:
    """Return whether a cell says that somebody did not play."""
    return cell is None or (isinstance(cell, str) and cell.strip().casefold() in ABSENT)


def text_of(cell: Cell) -> str:
    """Return a cell as text, "" for an empty one."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return tidy(str(cell))


def word_of(cell: Cell) -> str:
    """Return a cell normalised for comparison: lower case, punctuation replaced by single
    spaces."""
    return re.sub(r"[\W_]+", " ", name_key(text_of(cell))).strip()
