"""Small helpers of the templates: dates, figures, languages."""

import datetime
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from zarleague.leagues.formats import long_day, rounded_column, weekday
from zarleague.leagues.models import League

RECORD_TITLES: Final = {
    "highest_hand": _("Highest hand"),
    "lowest_hand": _("Lowest hand"),
    "winning_run": _("Most hands won in a row"),
    "wins_of_an_evening": _("Most hands won in an evening"),
}
"""The titles of `reports.all_time.reading.RECORDS`."""


def day(date: datetime.date) -> str:
    """Return a date with its weekday in the active language: "Thu, 7 May 2026"."""
    return f"{weekday(date)}, {long_day(date)}"


def local_time(league: League, when: datetime.datetime) -> str:
    """Return a moment in the league's time zone in the active language."""
    local = when.astimezone(ZoneInfo(league.time_zone))
    return f"{day(local.date())}, {local:%H:%M}"


def figure(value: Fraction | None, decimals: int) -> str:
    """Return an exact figure, rounded to the given number of decimals."""
    return figures([value], decimals)[0]


def figures(values: Iterable[Fraction | None], decimals: int) -> list[str]:
    """Return the exact figures of a column, rounded to the given number of decimals."""
    return rounded_column(values, decimals, "–")


def ordinal(number: int) -> str:
    """Return a rank as an ordinal of the active language: "1st", "1.", "1er"."""
    match (get_language() or "")[:2]:
        case "de":
            return f"{number}."
        case "fr":
            return "1er" if number == 1 else f"{number}e"
    ending = (
        "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    )
    return f"{number}{ending}"


def languages() -> Sequence[tuple[str, str]]:
    """Return code and name of each language of the site."""
    return settings.LANGUAGES
