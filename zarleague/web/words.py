"""Small words the templates need: dates, figures, names of games, languages."""

import datetime
from collections.abc import Sequence
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


def figure(value: Fraction | None, places: int = 0) -> str:
    """An exact figure: rounded to so many places; with none, whole if it is and else to two."""
    if value is None:
        return "–"
    if places == 0 and value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):.{places or 2}f}"


def game_title(key: str) -> str:
    """The name of a game."""
    return find(key).title


def languages() -> Sequence[tuple[str, str]]:
    """Code and name of the languages the site speaks."""
    return [(code, str(name)) for code, name in settings.LANGUAGES]
