"""Small words the templates need: dates, figures, names of games, languages."""

import datetime
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import get_language

from zarleague.engine import find


def day(date: datetime.date) -> str:
    """A date as people of the active language write it, with its weekday: "Thu, 7 May 2026"."""
    return _day(date, get_language())


def short_day(ordinal: int) -> str:
    """An evening by its ordinal, as the axis of a chart has room for it: "7 May"."""
    return _short_day(ordinal, get_language())


# A page of a season names a hundred days, the same ones every time.
@lru_cache(maxsize=4096)
def _day(date: datetime.date, language: str | None) -> str:
    return f"{date_format(date, 'D')}, {date_format(date, 'DATE_FORMAT')}"


@lru_cache(maxsize=4096)
def _short_day(ordinal: int, language: str | None) -> str:
    return date_format(datetime.date.fromordinal(ordinal), "j M")


def figure(value: Fraction | None, decimals: int) -> str:
    """An exact figure, rounded to so many decimals."""
    return "–" if value is None else f"{float(value):.{decimals}f}"


def decimals_of(values: Iterable[Fraction | None]) -> int:
    """How many decimals the figures of a column need: none if all are whole, else two."""
    return 0 if all(value is None or value.denominator == 1 for value in values) else 2


def game_title(key: str) -> str:
    """The name of a game."""
    return find(key).title


def languages() -> Sequence[tuple[str, str]]:
    """Code and name of the languages the site speaks."""
    return [(code, str(name)) for code, name in settings.LANGUAGES]
