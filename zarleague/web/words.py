"""Small words the templates need: dates, figures, names of games, languages."""

import datetime
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import get_language

from zarleague.engine import find
from zarleague.leagues.formats import long_day, rounded_column


def day(date: datetime.date) -> str:
    """A date as people of the active language write it, with its weekday: "Thu, 7 May 2026"."""
    return _day(date, get_language())


# A page of a season names a hundred days, the same ones every time.
@lru_cache(maxsize=4096)
def _day(date: datetime.date, language: str | None) -> str:
    return f"{date_format(date, 'D')}, {long_day(date)}"


def figure(value: Fraction | None, decimals: int) -> str:
    """An exact figure, rounded to so many decimals."""
    return figures([value], decimals)[0]


def figures(values: Iterable[Fraction | None], decimals: int) -> list[str]:
    """The exact figures of a column, rounded to so many decimals."""
    return rounded_column(values, decimals, "–")


def game_title(key: str) -> str:
    """The name of a game."""
    return find(key).title


def languages() -> Sequence[tuple[str, str]]:
    """Code and name of the languages the site speaks."""
    return [(code, str(name)) for code, name in settings.LANGUAGES]
