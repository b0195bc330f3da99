"""Write out days that a sheet has in three columns, without a year, or once for many rows."""

import datetime
import itertools
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from zarleague.exchange.history.cells import (
    day_of,
    day_within,
    first_day_of,
    is_day,
    month_of,
    period_with_year,
    points_of,
    text_of,
    with_year,
    word_of,
)
from zarleague.exchange.history.changes import (
    HEADINGS,
    Change,
    Numbered,
    cells_changed,
    column_of,
    heading_at,
    width_of,
)
from zarleague.exchange.history.columns import MOSTLY
from zarleague.exchange.history.headings import Role, is_sum, roles_of
from zarleague.exchange.history.sheets import Cell, Row

_SHORT_DAY: Final = re.compile(r"([0-9]{2})([-/.])([0-9]{2})\2([0-9]{2})")
"""A day with two digits for each part: 25-02-08."""


def years_first(rows: Sequence[Numbered], today: datetime.date) -> Change | None:
    """Write the century before days like 25-02-08 if the year stands first: so they lie nearer to
    each other than with the day or the month in front, or one alone is later."""
    for at in range(width_of(rows)):
        found = [
            one for cell in column_of(rows, at) if (one := _SHORT_DAY.fullmatch(text_of(cell)))
        ]
        if not found or len(found) < MOSTLY * len(column_of(rows, at)[1:]):
            continue
        ways = [
            [day_of(f"20{one[1]}-{one[3]}-{one[4]}", day_first=True) for one in found],
            *([day_of(one[0], day_first=way) for one in found] for way in (True, False)),
        ]
        spans = [
            (max(known) - min(known), today - max(known))
            if (known := [day for day in days if day]) and len(known) == len(days)
            and max(known) <= today
            else (datetime.timedelta.max, datetime.timedelta.max)
            for days in ways
        ]  # fmt: skip
        if spans[0] < min(spans[1:]):
            return cells_changed(_with_century, at)
    return None


def _with_century(cell: Cell) -> Cell:
    return f"20{cell}" if _SHORT_DAY.fullmatch(text_of(cell)) else cell


_LATE_DAY: Final = re.compile(r"(?:1[3-9]|2[0-9]|3[01])[/.-][0-9]{1,2}[/.-][0-9]{2,4}")
"""A day with its number first, which can be no month."""


def may_be_swapped(rows: Sequence[Numbered]) -> tuple[int, dict[str, str]] | None:
    """Return the column of days some of which a spreadsheet may have read with the month first,
    and examples: those whose number may be a month became dates, and all others stayed text."""
    for at in range(width_of(rows)):
        cells = column_of(rows, at)
        dates = [cell for cell in cells if isinstance(cell, datetime.date)]
        texts = [cell for cell in cells if isinstance(cell, str) and _LATE_DAY.fullmatch(cell)]
        days = [cell for cell in cells if isinstance(cell, str) and is_day(cell)]
        if (
            texts
            and len(texts) == len(days)
            and all(day.day <= 12 for day in dates)
            and any(day.day != day.month for day in dates)
        ):
            example = next(day for day in dates if day.day != day.month)
            return at, {
                "example": texts[0],
                "read": example.isoformat(),
                "other": example.replace(month=example.day, day=example.month).isoformat(),
            }
    return None


def exchanged(cell: Cell) -> Cell:
    """Return a date with day and month exchanged."""
    if isinstance(cell, datetime.date) and cell.day <= 12:
        return cell.replace(month=cell.day, day=cell.month)
    return cell


_YEAR: Final = frozenset(["year", "jahr", "année", "annee", "anno", "año", "ano", "jaar"])
_MONTH: Final = frozenset(["month", "monat", "mois", "mese", "mes", "mês", "maand"])
_DAY: Final = frozenset(["day", "tag", "jour", "giorno", "día", "dia", "dag"])


def days_from_parts(rows: Sequence[Numbered]) -> Change | None:
    """Put year, month and day of three columns together, in the first of them."""
    top = heading_at(rows, lambda cell: word_of(cell) in _YEAR)
    if top < 0:
        return None
    words = [word_of(cell) for cell in rows[top][1]]
    found = [
        next((at for at, word in enumerate(words) if word in names), -1)
        for names in (_YEAR, _MONTH, _DAY)
    ]
    if min(found) < 0 or not any(_made_day(row, found) for _, row in rows[top + 1 :]):
        return None
    first = min(found)

    def change(rows: Iterable[Numbered]) -> Iterator[Numbered]:
        for number, row in rows:
            if day := _made_day(row, found):
                row = [*row]
                for at in found:
                    row[at] = day if at == first else None
            elif number == top_number:
                row = ["Date" if at == first else None if at in found else cell
                       for at, cell in enumerate(row)]  # fmt: skip
            yield number, row

    top_number = rows[top][0]
    return change


def _made_day(row: Row, found: Sequence[int]) -> datetime.date | None:
    """Return the day of a row, from its year, month and day."""
    if max(found) >= len(row):
        return None
    year, month, day = (row[at] for at in found)
    number = points_of(month) or month_of(text_of(month))
    try:
        return datetime.date(points_of(year) or 0, number, points_of(day) or 0)
    except (ValueError, OverflowError):
        return None


def column_without_years(rows: Sequence[Numbered]) -> int | None:
    """Return the column whose days have no year, None if there is none."""
    for at in range(width_of(rows)):
        cells = column_of(rows, at)
        heads = any(Role.DAY in roles_of(text_of(cell)) for cell in cells[:HEADINGS])
        days = [cell for cell in cells if isinstance(cell, str) and with_year(cell, 2000)]
        # 3/4 may be a score, and 1.2 a number.
        sure = heads or all(re.search(r"[^\W\d]|\.$", str(cell)) for cell in days)
        begin = cells.index(days[0]) if days else 0
        if sure and len(days) >= max(2, MOSTLY * sum(not is_sum(one) for one in cells[begin:])):
            return at
    return None


_SHORT: Final = re.compile(r"([^\W\d]{3,})\.?[ '’-]*([0-9]{2})")
"""A month and two digits: Mar 25."""


def are_months(cells: Sequence[Cell], today: datetime.date) -> bool:
    """Return whether "Nov 24", "Dec 24", "Jan 25" are months of years: they follow one another."""
    found = [one for cell in cells if (one := _SHORT.fullmatch(text_of(cell)))]
    months = [(2000 + int(one[2]), month_of(one[1])) for one in found]
    return len(months) > 2 and all(
        year <= following <= today.year and (following - year) * 12 + month - earlier > 0
        and (following == year or month < earlier)
        for (year, earlier), (following, month) in itertools.pairwise(months)
    )  # fmt: skip


def months_with_years(at: int) -> Change:
    """Return the change that writes months like "Feb 25" with their whole year."""
    return cells_changed(_with_whole_year, at)


def _with_whole_year(cell: Cell) -> Cell:
    found = _SHORT.fullmatch(text_of(cell))
    month = month_of(found[1]) if found else 0
    return f"20{found[2]}-{month:02}" if found and month else cell


OF_CALENDAR: Final = re.compile(r"k|[^\W\d]+\.?$", re.I)
"""What is of the calendar for sure: KW 14, and a month, but not week 14."""
_WEEK: Final = frozenset(
    ["week", "weeks", "wk", "woche", "kw", "kalenderwoche", "semaine", "settimana", "semana"]
)
_HEADS_PERIODS: Final = _WEEK | _MONTH | {"date", "datum", "data", "fecha", "period", "zeitraum"}
Dated = Callable[[Cell, int], str]


def column_of_periods(rows: Sequence[Numbered]) -> tuple[int, str, Dated] | None:
    """Return the column of weeks or months without years, one of them, and what gives them one, if
    no column has days."""
    columns = [column_of(rows, at) for at in range(width_of(rows))]
    if any(sum(map(_is_dated, cells)) > 1 for cells in columns):
        return None
    for at, cells in enumerate(columns):
        words = [word_of(cell) for cell in cells[:HEADINGS]]
        top = next((n for n, word in enumerate(words) if word in _HEADS_PERIODS), -1)
        below = [cell for cell in cells[top + 1 :] if not is_sum(cell)]
        unit = "Week " if top >= 0 and words[top] in _WEEK else ""
        is_counted = top >= 0 and words[top] in _WEEK | _MONTH
        for dated in (period_with_year, *((_Numbered(unit),) if is_counted else ())):
            found = [cell for cell in below if dated(cell, 2000)]
            if top < 0 and any(map(_is_month, found)):  # Jan and May may be players
                continue
            if len(found) >= max(2, MOSTLY * len(below)):
                is_number = points_of(found[0]) is not None
                heading = text_of(cells[top])
                return at, f"{heading} {found[0]}" if is_number else text_of(found[0]), dated
    return None


def _is_month(cell: Cell) -> bool:
    return month_of(text_of(cell).rstrip(".")) > 0


def _is_dated(cell: Cell) -> bool:
    return is_day(cell) or first_day_of(cell) is not None


@dataclass(frozen=True)
class _Numbered:
    """Gives a year to numbers of weeks, or of months."""

    unit: str

    def __call__(self, cell: Cell, year: int) -> str:
        number = points_of(cell) if text_of(cell).isdecimal() else None
        if number is None:
            return ""
        if self.unit:
            return period_with_year(f"{self.unit}{number}", year)
        return f"{year}-{number:02}" if 1 <= number <= 12 else ""


def heads_without_years(rows: Sequence[Numbered]) -> tuple[int, str] | None:
    """Return the number of the row whose cells but the first are days, weeks or months without
    years, and one of them; None if there is none."""
    for number, row in rows[:HEADINGS]:
        heads = [cell for cell in row[1:] if cell is not None and not is_sum(cell)]
        if any(map(_is_dated, row)):
            return None
        months = [month_of(text_of(cell).rstrip(".")) for cell in heads if _is_month(cell)]
        if months and (
            Role.NAME not in roles_of(text_of(row[0]))
            or any((later - month) % 12 != 1 for month, later in itertools.pairwise(months))
        ):
            continue  # Jan and May may be players
        dated = [text_of(cell) for cell in heads if head_with_year(cell, 2000)]
        if len(dated) > 1 and len(dated) >= len(heads) - 1:
            return number, dated[0]
    return None


def head_with_year(cell: Cell, year: int) -> str:
    """Return a heading that is a day without a year with one, "" if it is none."""
    text = text_of(cell)
    is_sure = isinstance(cell, str) and re.search(r"[^\W\d]|\.$", text)
    return (with_year(text, year) if is_sure else "") or period_with_year(cell, year)


def years_in_heads(at: int, year: int, *, day_first: bool) -> Change:
    """Add the year to the days in the headings."""

    def change(rows: Iterable[Numbered]) -> Iterator[Numbered]:
        for number, row in rows:
            if number == at:
                column = ((place, [cell]) for place, cell in enumerate(row))
                dated = years_added(0, year, head_with_year, day_first=day_first)(column)
                row = [cell for _, (cell,) in dated]
            yield number, row

    return change


def year_in(rows: Sequence[Numbered], name: str) -> int | None:
    """Return the only year, or the first of two that follow one another, above the headings or in
    the file's name."""
    above = [text_of(cell) for _, row in itertools.islice(rows, 3) for cell in row]
    for texts in (above, [name]):
        years = sorted({int(found) for one in texts for found in _A_YEAR.findall(one)})
        if years and years[-1] - years[0] <= 1:
            return years[0]
    return None


_A_YEAR: Final = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_HALF_A_YEAR: Final = 6


def is_day_first(cells: Sequence[Cell], dated: Dated, answers: Mapping[str, str]) -> bool:
    """Return whether the day stands first in days without a year: as was answered, else where all
    are days, else where the months follow one another."""
    if answers.get("days") in ("dmy", "mdy"):
        return answers["days"] == "dmy"
    texts = [text for cell in cells if (text := dated(cell, 2000))]
    turns = []
    for way in (True, False):
        days = [day_of(text, day_first=way) for text in texts]
        months = [day.month for day in days if day is not None]
        jumps = sum(abs(b - a) > _HALF_A_YEAR for a, b in itertools.pairwise(months))
        turns.append((len(days) - len(months), jumps))
    return turns[0] <= turns[1]


def years_added(at: int, year: int, dated: Dated, *, day_first: bool) -> Change:
    """Add the year to the days of a column, the next or the one before from one December to
    January."""

    def change(rows: Iterable[Numbered]) -> Iterator[Numbered]:
        now, before = year, 0
        for number, row in rows:
            cell = row[at] if at < len(row) else None
            if text := dated(cell, now):
                day = day_of(text, day_first=day_first)
                if day is not None and first_day_of(text):
                    day += datetime.timedelta(3)  # the first week of a year may begin in the last
                if day is not None and before and abs(day.month - before) > _HALF_A_YEAR:
                    now += 1 if day.month < before else -1
                    text = dated(cell, now)
                before = day.month if day is not None else before
                row = [*row[:at], text, *row[at + 1 :]]
            yield number, row

    return change


def lines_between(rows: Iterable[Numbered]) -> Iterator[tuple[str, Numbered]]:
    """Yield the rows but for lines of nothing but words where others have their days, right above
    such a row or below the last: those of a month or a season, and remarks. With each row come the
    words of the lines above it that were left out."""
    lines: list[tuple[int, Numbered]] = []
    last: deque[Row] = deque(maxlen=HEADINGS)
    for number, row in rows:
        filled = [at for at, cell in enumerate(row) if cell is not None]
        if last and len(filled) == 1 and _is_words(row[filled[0]]):
            lines.append((filled[0], (number, row)))
            continue
        if len(filled) > 1:
            last.append(row)
        places = {at for at, _ in lines} if lines else ()
        is_above = len(filled) > 1 and all(_has_day(row, at) for at in places)
        if not is_above:
            yield from (("", line) for _, line in lines)
        words = " ".join(text_of(line[at]) for at, (_, line) in lines) if is_above else ""
        yield words, (number, row)
        lines = []
    dated = {at for at in {at for at, _ in lines} if any(_has_day(row, at) for row in last)}
    yield from (("", line) for at, line in lines if at not in dated)


def _has_day(row: Row, at: int) -> bool:
    return at < len(row) and _is_dated(row[at])


def without_lines(rows: Sequence[Numbered]) -> Change | None:
    """Leave out lines that only say of what the rows below them are, and remarks."""
    if len([*lines_between(rows)]) == len(rows):
        return None
    return lambda rows: (one for _, one in lines_between(rows))


def seasons_between(rows: Sequence[Numbered]) -> list[str]:
    """Return the different lines between the rows that name a season or a year."""
    lines = dict.fromkeys(words for words, _ in lines_between(rows))
    return [one for one in lines if _SEASON_OR_YEAR.search(one)]


_SEASON_OR_YEAR: Final = re.compile(
    r"\b(?:season|saison|stagione|temporada|seizoen|época)\b|^[^\w]*(?:19|20)[0-9]{2}\b", re.I
)


def _is_words(cell: Cell) -> bool:
    if _A_YEAR.fullmatch(text_of(cell)):
        return True
    return isinstance(cell, str) and points_of(cell) is None and not is_day(cell)


def days_from_lines(rows: Sequence[Numbered]) -> Change | None:
    """Put the day that stands in a line above the rows of each evening into a new column. The
    headings may stand behind it, or repeat below it."""
    lines = [(number, row) for number, row in rows if _day_of_line(row)]
    if len(lines) < 2 or len(lines) * 2 >= len(rows) or _have_own_days(rows):
        return None
    at = width_of(rows)
    heads = _names_below(rows)

    def change(rows: Iterable[Numbered]) -> Iterator[Numbered]:
        day, seen = None, False
        for number, row in rows:
            if found := _day_of_line(row):
                day = found
                row = ["#", *row[1:]]
                if not any(cell is not None for cell in row[1:]):
                    continue
            cells = [text_of(cell) for cell in row[1:]]
            if heads and cells == heads:
                if not seen:
                    yield number, [row[0] or "#", *row[1:]]
                seen = True
                continue
            yield number, [*row, *[None] * (at - len(row)), day if _has_number(row) else None]

    return change


def _have_own_days(rows: Sequence[Numbered]) -> bool:
    """Return whether most rows with numbers begin with a day. One without is of somebody who was
    not there, and no heading."""
    firsts = [row[0] for _, row in rows if _has_number(row)]
    return sum(map(is_day, firsts)) * 2 > len(firsts)


def _names_below(rows: Sequence[Numbered]) -> list[str]:
    """Return the headings but for the first: those of the first row that has several words, and
    no number."""
    for _, row in rows:
        cells = [text_of(cell) for cell in row[1:]]
        if sum(map(bool, cells)) > 1 and not _has_number(row[1:]):
            return cells
    return []


def _has_number(row: Row) -> bool:
    return any(points_of(cell) is not None for cell in row[1:])


def _day_of_line(row: Row) -> datetime.date | None:
    """Return the day of a line that has nothing else, or else only words."""
    first = next(iter(row), None)
    rest = [cell for cell in row[1:] if cell is not None]
    if first is None or any(points_of(cell) is not None or is_day(cell) for cell in rest):
        return None
    if isinstance(first, datetime.date):
        return first
    if points_of(first) is not None:
        return None
    return day_within(text_of(first))
