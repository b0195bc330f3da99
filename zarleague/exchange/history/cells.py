"""Parse a cell: a date, a time, points, a name."""

import contextlib
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
from zarleague.leagues.models.league import NIGHT_ENDS
from zarleague.leagues.names import name_key, tidy

FIRST_DAY: Final = datetime.date(1900, 1, 1)
MOST_POINTS: Final = 1_000_000
_DASHES: Final = frozenset({"-", "–", "—", "--"})
ABSENT: Final = _DASHES | frozenset(
    {".", "n/a", "na", "nan", "#n/a", "null", "dnp", "dns", "dnf"}
    | {"absent", "abs", "out", "away", "sick", "fehlt", "abwesend", "assente", "ausente"}
)
"""Cells of somebody who did not play, or not to the end, beside empty ones."""
_POINTS: Final = re.compile(r"[+-]?[0-9]{1,7}(?:[.,][0-9]{1,6})?")
_BOTH: Final = re.compile(r"([0-9]{1,4})\s*[:–/-]\s*([0-9]{1,4})")
_GROUPED: Final = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:([.,'’])[0-9]{3})(?:\1[0-9]{3})*")
_NOTED: Final = re.compile(
    r"([^(\[]*?[0-9])\s*(?:\([^)]*\)|\[[^\]]*\]|[*!?†‡✓✔]+|(?:pts?|points?|punkte?|pkte?|p|pontos?|puntos?|punt[io]|punt(?:en)?|wins?|won|siege?|victoires?|gewonnen|gagnées?)\.?)",
    re.I,
)
"""Points with a note: 12 (out), 12*, 12 pts."""
_PICTURE: Final = re.compile(
    r"(?<=[0-9])\s*[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]+$"
    r"|^[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]+\s*(?=[0-9])"
)
"""A picture behind points, or before them."""
_ORDINAL: Final = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th|er|e|ème|\.)", re.I)
_TIED: Final = re.compile(r"^=?([0-9]{1,2})=?$")
"""A place that several share: 1=, =1."""
_HALVES: Final = {"½": ".5", "¼": ".25", "¾": ".75"}
_HALF: Final = re.compile(r"([+-]?)([0-9]*)\s*([½¼¾])")
_OWED: Final = re.compile(r"\(([0-9.,]+)\)")
"""A negative number as in accounts."""
_MINUS_BEHIND: Final = re.compile(r"([0-9]+(?:[.,][0-9]+)*)\s*[-−]")
"""A negative number as bookkeeping programs write it: 12-."""
_CURRENCY: Final = re.compile(r"[$€£¥]|\b(?:eur|chf|usd)\b", re.I)
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
_ISO_WEEK: Final = re.compile(r"[0-9]{4}-?W[0-9]{2}-?[1-7]", re.I)
_WEEK: Final = re.compile(r"([0-9]{4})-?\s?K?W\s?([0-9]{1,2})", re.I)
_WEEK_OF_YEAR: Final = re.compile(
    r"(?:kalenderwoche|woche|week|wk|k?w|semaine|settimana|semana)\.?\s*([0-9]{1,2})\s*[-/., ]\s*"
    r"((?:20)?[0-9]{2})",
    re.I,
)
"""KW 14/2025."""
_YEAR_MONTH: Final = re.compile(r"((?:19|20)[0-9]{2})[-/.]([0-9]{2})")
_MONTH_YEAR: Final = re.compile(r"([^\W\d]{3,})\.?,?\s+((?:19|20)[0-9]{2})")
_COMPACT: Final = re.compile(r"(?:19|20)[0-9]{6}")
_SERIALS: Final = range(20_000, 80_000)
"""Days since 1899-12-30, as spreadsheets count them: 1954 to 2119."""
_SECONDS: Final = range(10**9, 4 * 10**9)
"""Seconds since 1970: 2001 to 2096."""
_WEEKDAY: Final = re.compile(r"^[^\W\d]{2,12}[.,]*\s+(?=\S+\s*\S)")
_WEEKDAY_BEHIND: Final = re.compile(r"(?<=[0-9.])(?:\s*\([^\W\d]{2,12}\.?\)|,\s*[^\W\d]{2,12}\.?)$")


def day_of(cell: Cell, *, day_first: bool) -> datetime.date | None:
    """Return the date in a cell, None if it is no date.

    Accepts 2024-03-31, 31.03.2024, 31/3/24; with ``day_first`` false, 3/31/2024. In a date
    separated by points the day is always first. Months may be words of the site's languages:
    31 March 2024, Mar 31, 2024, 31. März 2024. A month or a week is its first day. A weekday
    before the date or behind it is ignored, and so is a time behind it, but for one of the night:
    that is of the evening before. Accepts 20240331, 2024-W13-7, and the numbers by which
    spreadsheets and clocks count days and seconds, too.
    """
    if isinstance(cell, datetime.date):
        return cell
    if counted := _counted_day(text_of(cell)):
        return counted
    if not isinstance(cell, str):
        return None
    time = _TIME_BEHIND.search(cell.strip())
    text = _WEEKDAY_BEHIND.sub("", _TIME_BEHIND.sub("", cell.strip()).strip()).rstrip(".")
    day = (
        _date(text, day_first=day_first)
        or _date(_WEEKDAY.sub("", text, count=1), day_first=day_first)
        or first_day_of(cell)
    )
    is_night = day is not None and time is not None and _is_of_night(time[0])
    return day - datetime.timedelta(1) if day is not None and is_night else day


def _is_of_night(time: str) -> bool:
    """Return whether a time is one of the first hours of a day, which are of the evening before.
    Midnight alone is what programs write behind a day."""
    found = re.search(r"([0-9]{1,2})[:h]([0-9]{2})(?::([0-9]{2}))?", time)
    if found is None or re.search(r"p\.?m", time, re.I):
        return False
    hour, minute, second = (int(part or 0) for part in found.groups())
    if re.search(r"a\.?m", time, re.I):
        hour %= 12
    clock = datetime.timedelta(hours=hour, minutes=minute, seconds=second)
    return datetime.timedelta() < clock < NIGHT_ENDS


def first_day_of(cell: Cell) -> datetime.date | None:
    """Return the first day of a month or a week: of March 2024, 2024-03, 2024-W10, KW 10/2024."""
    text = cell.strip() if isinstance(cell, str) else ""
    with contextlib.suppress(ValueError):
        if found := _WEEK.fullmatch(text):
            return datetime.date.fromisocalendar(int(found[1]), int(found[2]), 1)
        if found := _WEEK_OF_YEAR.fullmatch(text):
            return datetime.date.fromisocalendar(int(f"20{found[2][-2:]}"), int(found[1]), 1)
        if found := _YEAR_MONTH.fullmatch(text):
            return datetime.date(int(found[1]), int(found[2]), 1)
    if (found := _MONTH_YEAR.fullmatch(text)) and (month := _month(found[1])):
        return datetime.date(int(found[2]), month, 1)
    return None


def _counted_day(text: str) -> datetime.date | None:
    """Return the day of a week with its year and number, or of a number that counts days."""
    with contextlib.suppress(ValueError):
        if _COMPACT.fullmatch(text) or _ISO_WEEK.fullmatch(text):
            return datetime.date.fromisoformat(text.upper())
    if not text.isascii() or not text.isdecimal():
        return None
    number = int(text[:13])
    if number in _SERIALS:
        return datetime.date(1899, 12, 30) + datetime.timedelta(number)
    if len(text) == 13:
        number //= 1000
    if number in _SECONDS:
        return datetime.datetime.fromtimestamp(number, datetime.UTC).date()
    return None


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
    """Return the month of each name of a month in the site's languages, and in the others of the
    headings."""
    found = {"sept": 9, "janner": 1, "feber": 2}  # the last two in Austria
    for language in (*dict(settings.LANGUAGES), "it", "es", "nl", "pt"):
        with override(language):
            for names in (dates.MONTHS, dates.MONTHS_3):
                found |= {_plain(str(name)).rstrip("."): month for month, name in names.items()}
    return found


def _plain(word: str) -> str:
    """Return a word in lower case without accents."""
    parts = unicodedata.normalize("NFD", word.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


_WITHOUT_YEAR: Final = re.compile(
    r"(?P<day>[0-9]{1,2}(?:st|nd|rd|th|er|\.)?[-/ ]*(?:of |de )?[^\W\d]{3,}\.?)"
    r"|(?P<month>[^\W\d]{3,}\.?[-/ ]*[0-9]{1,2}(?:st|nd|rd|th)?)"
    r"|(?P<dots>[0-9]{1,2}\.[0-9]{1,2})\.?|(?P<bars>[0-9]{1,2}[-/][0-9]{1,2})[-/]?",
    re.I,
)
"""A day without its year: 3 Mar, Mar 3, 3.4., 3/4."""


def with_year(cell: Cell, year: int) -> str:
    """Return a day that has no year with one, "" if the cell is no such day."""
    if not isinstance(cell, str):
        return ""
    text = _TIME_BEHIND.sub("", cell.strip()).strip()
    for plain in (text, _WEEKDAY.sub("", text, count=1)):
        found = _WITHOUT_YEAR.fullmatch(plain)
        if not found:
            continue
        if found["dots"]:
            made = f"{found['dots']}.{year}"
        elif found["bars"]:
            made = f"{found['bars']}/{year}"
        else:
            made = f"{plain} {year}" if found["day"] else f"{plain}, {year}"
        if any(day_of(made, day_first=day_first) for day_first in (True, False)):
            return made
    return ""


_PERIOD: Final = re.compile(
    r"(?:kalenderwoche|woche|kw|weeks?|wk|semaine|settimana|semana)\.?\s*#?\s*([0-9]{1,2})", re.I
)
"""A week without its year: KW 14, Week 14."""


def period_with_year(cell: Cell, year: int) -> str:
    """Return a week or a month that has no year with one, "" if the cell is none."""
    text = text_of(cell)
    if found := _PERIOD.fullmatch(text):
        made = f"{year}-W{found[1]:0>2}"
    else:
        made = f"{year}-{month:02}" if (month := month_of(text.rstrip("."))) else ""
    return made if first_day_of(made) else ""


_WITHIN: Final = re.compile(
    r"(?<![0-9])(?:(?:19|20)[0-9]{2}[-./ ][0-9]{1,2}[-./ ][0-9]{1,2}"
    r"|[0-9]{1,2}\.\s?[0-9]{1,2}\.\s?(?:(?:19|20)[0-9]{2}|[0-9]{2})"
    r"|[0-9]{1,2}[-/][0-9]{1,2}[-/](?:19|20)[0-9]{2}"
    r"|[0-9]{1,2}(?:st|nd|rd|th|er|\.)?[- ](?:of |de )?[^\W\d]{3,9}\.?,?[- ](?:de )?"
    r"(?:19|20)[0-9]{2}|(?:19|20)[0-9]{6})(?![-/.]?[0-9])"
    r"|[^\W\d]{3,9}\.? [0-9]{1,2}(?:st|nd|rd|th)?,? (?:19|20)[0-9]{2}(?![0-9])"
)
"""A day within a text."""


def day_within(text: str) -> datetime.date | None:
    """Return the only day in a text, None if it has none or several, or one that may be two."""
    found = {
        day
        for one in _WITHIN.findall(text.replace("_", " "))
        for day_first in (True, False)
        if (day := day_of(one, day_first=day_first))
    }
    return found.pop() if len(found) == 1 else None


def month_of(word: str) -> int:
    """Return the month that a word names, 0 for none."""
    return _month(word) if len(word) > 2 and word.isalpha() else 0


def is_count_of_wins(cell: Cell) -> bool:
    """Return whether a cell counts hands won: "3 wins"."""
    return isinstance(cell, str) and _WINS.fullmatch(cell.strip()) is not None


_WINS: Final = re.compile(r"[0-9]{1,3}\s*(?:wins?|won|siege?|victoires?|gewonnen|gagnées?)", re.I)


def is_owed(cell: Cell) -> bool:
    """Return whether a cell is a number in brackets, which may be a negative one as in accounts."""
    return isinstance(cell, str) and _OWED.fullmatch(cell.strip()) is not None


def is_ambiguous(cell: Cell) -> bool:
    """Return whether a cell is another date with the month first."""
    first, second = (day_of(cell, day_first=day_first) for day_first in (True, False))
    return first is not None and second is not None and first != second


def is_day(cell: Cell) -> bool:
    """Return whether a cell is a date, whichever of day and month comes first, and can’t be points
    as well."""
    if points_of(cell) is not None or first_day_of(cell) is not None:
        return False
    return any(day_of(cell, day_first=day_first) is not None for day_first in (True, False))


def is_time(cell: Cell) -> bool:
    return isinstance(cell, str) and _TIME.fullmatch(cell.strip()) is not None


def points_of(cell: Cell, thousands: str = "", unit: int = 1) -> int | None:
    """Return the points in a cell, None if they are no whole number of the *unit*-th part of a
    point.

    ``thousands`` is the mark between groups of three digits in this file, "" if there is none. A
    note behind the number, and a currency, are ignored: 12 (out), 12 €.
    """
    if isinstance(cell, str):
        text = _number_text(cell)
        grouped = _GROUPED.fullmatch(text)
        if grouped and grouped[1] == thousands:
            text = text.replace(thousands, "")
        if not _POINTS.fullmatch(text):
            return None
        number = float(text.replace(",", ".")) * unit
    elif isinstance(cell, int | float):
        number = float(cell) * unit
    else:
        return None
    is_whole_number = math.isfinite(number) and number.is_integer() and abs(number) <= MOST_POINTS
    return int(number) if is_whole_number else None


def is_ordinal(cell: Cell) -> bool:
    """Return whether a cell is a place: 1st, 2."""
    return isinstance(cell, str) and _ORDINAL.fullmatch(cell.strip()) is not None


def both_scores(cell: Cell) -> tuple[int, int] | None:
    """Return the points of two players in one cell: 3:1, 3 - 1; None if it holds something else."""
    found = _BOTH.fullmatch(text_of(cell)) if isinstance(cell, str) else None
    return (int(found[1]), int(found[2])) if found else None


def is_fraction(cell: Cell) -> bool:
    """Return whether a cell holds a number between two whole ones."""
    return points_of(cell) is None and any(
        points_of(cell, unit=unit) is not None for unit in (2, 4, 5)
    )


@functools.lru_cache(maxsize=10_000)  # the numbers of a sheet repeat, and are read often
def _number_text(cell: str) -> str:
    text = _PICTURE.sub("", _CURRENCY.sub("", cell).strip())
    if owed := _OWED.fullmatch(text):
        return f"-{owed[1]}"
    if behind := _MINUS_BEHIND.fullmatch(text):
        return f"-{behind[1]}"
    noted = _NOTED.fullmatch(text)
    text = re.sub("^[−–]", "-", noted[1] if noted else text)
    if half := _HALF.fullmatch(text):
        return f"{half[1]}{half[2] or 0}{_HALVES[half[3]]}"
    text = _TIED.sub(r"\1", text)
    ordinal = _ORDINAL.fullmatch(text)
    return re.sub(r"\s", "", ordinal[1] if ordinal else text)


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
    if not isinstance(cell, str):
        return cell is None
    word = cell.strip().casefold()
    return word in ABSENT or word.rstrip(".") in ABSENT


def is_dash(cell: Cell) -> bool:
    """Return whether a cell is a dash, which may stand for 0."""
    return isinstance(cell, str) and cell.strip() in _DASHES


def text_of(cell: Cell) -> str:
    """Return a cell as text, "" for an empty one."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return tidy(str(cell).encode("utf-8", "replace").decode())  # JSON may hold half a character


def word_of(cell: Cell) -> str:
    """Return a cell normalised for comparison: lower case, punctuation replaced by single
    spaces."""
    return re.sub(r"[\W_]+", " ", name_key(text_of(cell))).strip()
