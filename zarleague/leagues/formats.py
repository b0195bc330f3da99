"""Numbers and dates as people of the active language write them."""

import datetime
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache

from django.utils.formats import date_format, get_format
from django.utils.translation import get_language, pgettext


def rounded(value: Fraction | Decimal | float, decimals: int) -> str:
    """A number to so many decimals: "7.50", in German "7,50"."""
    return _written(value, decimals, _point(get_language()))


def rounded_column(values: Iterable[Fraction | None], decimals: int, none: str) -> list[str]:
    """Many at once, which asks for the language once; *none* stands where there is no number."""
    point = _point(get_language())
    return [none if value is None else _written(value, decimals, point) for value in values]


def decimals_of(values: Iterable[Fraction | None]) -> int:
    """How many decimals the figures of a column need: none if all are whole, else two."""
    return 0 if all(value is None or value.denominator == 1 for value in values) else 2


def long_day(date: datetime.date) -> str:
    """A date as people of the active language write it: "7 May 2026"."""
    # Translators: day, month and year, in the letters of Django's "date" filter.
    return date_format(date, pgettext("format", "j M Y"))


def short_day(ordinal: int) -> str:
    """An evening by its ordinal, as the axis of a chart has room for it: "7 May"."""
    return _short_day(ordinal, get_language())


def _written(value: Fraction | Decimal | float, decimals: int, point: str) -> str:
    return f"{float(value):.{decimals}f}".replace(".", point)


@cache
def _point(language: str | None) -> str:
    return str(get_format("DECIMAL_SEPARATOR", lang=language, use_l10n=True))


# A page of a season names a hundred days, the same ones every time.
@lru_cache(maxsize=4096)
def _short_day(ordinal: int, language: str | None) -> str:
    # Translators: day and short month, in the letters of Django's "date" filter.
    return date_format(datetime.date.fromordinal(ordinal), pgettext("format", "j M"))
