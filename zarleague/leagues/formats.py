"""Format numbers and dates in the active language."""

import datetime
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Final, TypeVar
from unicodedata import bidirectional

from django.utils.formats import date_format, get_format
from django.utils.translation import get_language, pgettext


def rounded(value: Fraction | Decimal | float, decimals: int) -> str:
    """Return a number rounded to the given number of decimals: "7.50", in German "7,50"."""
    return rounding()(value, decimals)


def percent(share: float, decimals: int = 0) -> str:
    """Return a share, 1.0 for the whole, as written in the active language: "27%", "27 %"."""
    # Translators: a percentage; some languages put a no-break space before the sign.
    return pgettext("percentage", "%(number)s%%") % {"number": rounded(share * 100, decimals)}


def rounding() -> Callable[[Fraction | Decimal | float, int], str]:
    """Return `rounded` for the active language, for thousands of numbers: looking the language up
    takes longer than rounding."""
    return partial(_format_number, point=_decimal_separator(get_language()))


def rounded_column(values: Iterable[Fraction | None], decimals: int, none: str) -> list[str]:
    """Return many rounded numbers, looking up the language once; *none* replaces None."""
    write = rounding()
    return [none if value is None else write(value, decimals) for value in values]


def in_points(stored: Fraction | int, unit: int) -> Fraction:
    """Return stored points as points, where *unit* of them make one."""
    return Fraction(stored) / unit


_FRACTIONS: Final = {(1, 2): "½", (1, 4): "¼", (2, 4): "½", (3, 4): "¾"}


def points_text(points: int, unit: int) -> str:
    """Return stored points as they are said, where *unit* of them make one point: 7 halves as
    "3½", 35 tenths as "3.5", in German "3,5"."""
    full, rest = divmod(abs(points), unit)
    if not rest:
        return str(points // unit if points >= 0 else -full)
    if (rest, unit) not in _FRACTIONS:
        return rounded(Fraction(points, unit), 1)
    return f"{'-' if points < 0 else ''}{full or ''}{_FRACTIONS[rest, unit]}"


def points_column(values: Iterable[Fraction | None], unit: int, none: str) -> list[str]:
    """Return a column of sums of stored points as they are said; *none* replaces None. Points that
    are no whole number of parts, and whole ones beside them, get two decimals."""
    found = list(values)
    if unit == 1 or decimals_of(found):
        points = [None if value is None else in_points(value, unit) for value in found]
        return rounded_column(points, decimals_of(points), none)
    return [none if value is None else points_text(int(value), unit) for value in found]


def decimals_of(values: Iterable[Fraction | None]) -> int:
    """Return the number of decimals for a column of figures: none if all are whole, else two."""
    return 0 if all(value is None or value.denominator == 1 for value in values) else 2


def long_day(date: datetime.date) -> str:
    """Return a date as written in the active language: "7 May 2026"."""
    # Translators: day, month and year, in the letters of Django's "date" filter.
    return _dated(date, pgettext("format", "j M Y"), get_language())


def weekday(date: datetime.date) -> str:
    """Return the day of the week in short in the active language: "Thu"."""
    return _dated(date, "D", get_language())


def isolated(text: str) -> str:
    """Return a name as part of a sentence. One in a script that is written from right to left would
    turn around the figures and marks beside it, so it gets the characters that set it apart."""
    if text.isascii() or not any(bidirectional(letter) in ("R", "AL") for letter in text):
        return text
    return f"\u2068{text}\u2069"


def clock_time(time: datetime.time) -> str:
    """Return a time of day as written in all languages of the site: "19:30"."""
    return f"{time:%H:%M}"


def short_day(ordinal: int) -> str:
    """Return an evening, given by its ordinal, in short for the axis of a chart: "7 May"."""
    # Translators: day and short month, in the letters of Django's "date" filter.
    letters = pgettext("format", "j M")
    return _dated(datetime.date.fromordinal(ordinal), letters, get_language())


def _format_number(value: Fraction | Decimal | float, decimals: int, point: str) -> str:
    return f"{float(value):.{decimals}f}".replace(".", point)


@cache
def _decimal_separator(language: str | None) -> str:
    return str(get_format("DECIMAL_SEPARATOR", lang=language, use_l10n=True))


# Cached: pages and reports write the same few hundred dates again and again.
@lru_cache(maxsize=4096)
def _dated(date: datetime.date, letters: str, language: str | None) -> str:
    """Return a date in these letters of Django's "date" filter in the active language, which is
    *language*."""
    return date_format(date, letters)


RISKY = ("=", "+", "-", "@", "\t", "\r")
"""Characters with which a formula begins in a spreadsheet."""

Cell = TypeVar("Cell")


def spreadsheet_safe(cell: Cell) -> Cell | str:
    """Return the cell quoted if a spreadsheet would take it for a formula; keep signed numbers."""
    if isinstance(cell, str) and cell.startswith(RISKY) and not _is_number(cell):
        return f"'{cell}"
    return cell


def _is_number(text: str) -> bool:
    return text[1:].replace(".", "", 1).isdigit() and text[0] in "+-"
