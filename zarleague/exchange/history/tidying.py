"""Bring a sheet into rows of one result or one hand each, before its layout is recognised.

People write the day in three columns, without its year, or once above the rows of an evening; and
all results of a hand in one cell. Such a sheet becomes one with a column of days, and a row for
each result. Rows keep their numbers, and columns their places; new ones are added behind the last.
"""

import datetime
import itertools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from zarleague.exchange.history.cells import (
    both_scores,
    day_of,
    day_within,
    first_day_of,
    is_absent,
    is_dash,
    is_day,
    is_owed,
    month_of,
    period_with_year,
    points_of,
    text_of,
    with_year,
    word_of,
)
from zarleague.exchange.history.columns import MOSTLY
from zarleague.exchange.history.headings import Role, are_losers, is_sum, roles_of
from zarleague.exchange.history.sheet_rows import PART
from zarleague.exchange.history.sheets import Cell, Row

Numbered = tuple[int, Row]
Change = Callable[[Iterable[Numbered]], Iterator[Numbered]]

_NEARLY_ALL: Final = 0.8
"""Share of a column's cells that must be alike."""
_HEADINGS: Final = 20
"""Rows within which the headings stand."""


@dataclass(frozen=True)
class Tidying:
    """What is done with the rows of a sheet."""

    changes: tuple[Change, ...] = ()
    needs_year: bool = False
    """Whether the days have no year, and the sheet doesn't say which."""
    period: str = ""
    """A week or a month without a year, if it may be one that is not of the calendar, or the sheet
    doesn't say of which year."""
    only_losers: bool = False
    """Whether the sheet says only who lost."""

    def of(self, rows: Iterable[Numbered]) -> Iterator[Numbered]:
        """Yield the tidied rows."""
        for change in self.changes:
            rows = change(rows)
        return iter(rows)


def tidying_of(
    rows: Sequence[Numbered], name: str, answers: Mapping[str, str], today: datetime.date
) -> Tidying:
    """Return what is done with the rows of a sheet that begins with these. ``name`` is that of the
    file. Days without a year begin in the one that was answered, else that in the file's name or
    above the headings, else the one before that of ``today``, until it is answered."""
    answer = answers.get("year", "")
    year = int(answer) if answer.isdecimal() and len(answer) == 4 else 0
    changes: list[Change] = []
    done = list(rows)

    def add(change: Change | None) -> None:
        if change is not None:
            changes.append(change)
            done[:] = change(done)

    add(_without_comments(done))
    if answers.get("brackets") == "plus":
        add(_without_brackets)
    if answers.get("dashes") == "zero":
        add(_with_noughts)
    add(_years_first(done, today))
    add(_partners_beside(done))
    add(_days_from_parts(done))
    said = _year_in(done, name)
    begins = year or said or today.year - 1
    period = ""
    without = _column_without_years(done)
    if without is not None and _are_months(_column(done, without), today):
        add(_months_with_years(without))
        without = None
    elif without is not None:
        is_first = _is_day_first(_column(done, without), with_year, answers)
        add(_years_added(without, begins, with_year, day_first=is_first))
    elif periods := _column_of_periods(done):
        at, example, dated = periods
        period = "" if said and _OF_CALENDAR.match(example) else example
        add(_years_added(at, begins, dated, day_first=True))
    elif top := _heads_without_years(done):
        number, example = top
        if with_year(example, begins):
            without = number
        elif not (said and _OF_CALENDAR.match(example)):
            period = example
        heads = next(row for nth, row in done if nth == number)
        is_first = _is_day_first(heads, _head_with_year, answers)
        add(_years_in_heads(number, begins, day_first=is_first))
    add(_days_from_lines(done))
    add(_results_from_lists(done))
    add(_results_from_teams(done))
    losers = _results_from_losers(done)
    add(losers)
    if losers is None:
        add(_results_from_cells(done))
    return Tidying(
        tuple(changes),
        needs_year=without is not None and said is None,
        period=period,
        only_losers=losers is not None,
    )


def _without_comments(rows: Sequence[Numbered]) -> Change | None:
    """Leave out lines that are comments, as programs write them: "# exported by"."""
    if not any(map(_is_comment, rows)):
        return None
    return lambda rows: (one for one in rows if not _is_comment(one))


def _is_comment(one: Numbered) -> bool:
    cells = [text_of(cell) for cell in one[1] if cell is not None]
    return len(cells) == 1 and re.match(r"#\s*[^\W\d]", cells[0]) is not None


def _without_brackets(rows: Iterable[Numbered]) -> Iterator[Numbered]:
    """Yield rows in which (13) is 13."""
    for number, row in rows:
        yield number, [text_of(cell).strip("()") if is_owed(cell) else cell for cell in row]


def _with_noughts(rows: Iterable[Numbered]) -> Iterator[Numbered]:
    """Yield rows in which dashes are 0."""
    for number, row in rows:
        yield number, [0 if is_dash(cell) else cell for cell in row]


def _column(rows: Sequence[Numbered], at: int) -> list[Cell]:
    return [row[at] for _, row in rows if at < len(row) and not is_absent(row[at])]


def _width(rows: Sequence[Numbered]) -> int:
    return max((len(row) for _, row in rows), default=0)


def _heading_at(rows: Sequence[Numbered], is_heading: Callable[[Cell], bool]) -> int:
    """Return the index of the first row with such a heading, -1 if there is none."""
    return next(
        (at for at, (_, row) in enumerate(rows[:_HEADINGS]) if any(map(is_heading, row))), -1
    )


_SHORT_DAY: Final = re.compile(r"([0-9]{2})([-/.])([0-9]{2})\2([0-9]{2})")
"""A day with two digits for each part: 25-02-08."""


def _years_first(rows: Sequence[Numbered], today: datetime.date) -> Change | None:
    """Write the century before days like 25-02-08 if the year stands first: so they lie nearer to
    each other than with the day or the month in front, or one alone is later."""
    for at in range(_width(rows)):
        found = [one for cell in _column(rows, at) if (one := _SHORT_DAY.fullmatch(text_of(cell)))]
        if not found or len(found) < MOSTLY * len(_column(rows, at)[1:]):
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
            return _centuries_added(at)
    return None


def _centuries_added(at: int) -> Change:
    def change(rows: Iterable[Numbered]) -> Iterator[Numbered]:
        for number, row in rows:
            if at < len(row) and _SHORT_DAY.fullmatch(text_of(row[at])):
                row = [*row[:at], f"20{row[at]}", *row[at + 1 :]]
            yield number, row

    return change


_PARTNER: Final = frozenset(
    ["partner", "partnerin", "partners", "partenaire", "compañero", "compañera", "maat", "mate"]
)


def _partners_beside(rows: Sequence[Numbered]) -> Change | None:
    """Put the name of a partner behind that of the player, as a team; unless each has a row."""
    top = _heading_at(rows, lambda cell: word_of(cell) in _PARTNER)
    heads = [text_of(cell) for cell in rows[top][1]] if top >= 0 else []
    named = [at for at, head in enumerate(heads) if Role.NAME in roles_of(head)]
    partners = [at for at, head in enumerate(heads) if word_of(head) in _PARTNER]
    if len(named) != 1 or len(partners) != 1:
        return None
    (own,), (other,) = named, partners

    def pair(row: Row) -> tuple[str, str] | None:
        if max(own, other) >= len(row) or is_absent(row[own]) or is_absent(row[other]):
            return None
        return text_of(row[own]), text_of(row[other])

    pairs = {pair(row) for _, row in rows[top + 1 :]} - {None}
    if not pairs or any((two, one) in pairs for one, two in filter(None, pairs)):
        return None
    number_of_heads = rows[top][0]

    def change(rows: Iterable[Numbered]) -> Iterator[Numbered]:
        for number, row in rows:
            if number > number_of_heads and (both := pair(row)):
                row = [*row]
                row[own], row[other] = " & ".join(both), None
            yield number, row

    return change


_YEAR: Final = frozenset(["year", "jahr", "année", "annee", "anno", "año", "ano", "jaar"])
_MONTH: Final = frozenset(["month", "monat", "mois", "mese", "mes", "mês", "maand"])
_DAY: Final = frozenset(["day", "tag", "jour", "giorno", "día", "dia", "dag"])


def _days_from_parts(rows: Sequence[Numbered]) -> Change | None:
    """Put year, month and day of three columns together, in the first of them."""
    top = _heading_at(rows, lambda cell: word_of(cell) in _YEAR)
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


def _column_without_years(rows: Sequence[Numbered]) -> int | None:
    """Return the column whose days have no year, None if there is none."""
    for at in range(_width(rows)):
        cells = _column(rows, at)
        heads = any(Role.DAY in roles_of(text_of(cell)) for cell in cells[:_HEADINGS])
        days = [cell for cell in cells if isinstance(cell, str) and with_year(cell, 2000)]
        # 3/4 may be a score, and 1.2 a number.
        sure = heads or all(re.search(r"[^\W\d]|\.$", str(cell)) for cell in days)
        begin = cells.index(days[0]) if days else 0
        if sure and len(days) >= max(2, MOSTLY * sum(not is_sum(one) for one in cells[begin:])):
            return at
    return None


_SHORT: Final = re.compile(r"([^\W\d]{3,})\.?[ '’-]*([0-9]{2})")
"""A month and two digits: Mar 25."""


def _are_months(cells: Sequence[Cell], today: datetime.date) -> bool:
    """Return whether "Nov 24", "Dec 24", "Jan 25" are months of years: they follow one another."""
    found = [one for cell in cells if (one := _SHORT.fullmatch(text_of(cell)))]
    months = [(2000 + int(one[2]), month_of(one[1])) for one in found]
    return len(months) > 2 and all(
        year <= following <= today.year and (following - year) * 12 + month - earlier > 0
        and (following == year or month < earlier)
        for (year, earlier), (following, month) in itertools.pairwise(months)
    )  # fmt: skip


def _months_with_years(at: int) -> Change:
    def change(rows: Iterable[Numbered]) -> Iterator[Numbered]:
        for number, row in rows:
            found = _SHORT.fullmatch(text_of(row[at])) if at < len(row) else None
            if found and (month := month_of(found[1])):
                row = [*row[:at], f"20{found[2]}-{month:02}", *row[at + 1 :]]
            yield number, row

    return change


_OF_CALENDAR: Final = re.compile(r"k|[^\W\d]+\.?$", re.I)
"""What is of the calendar for sure: KW 14, and a month, but not week 14."""
_WEEK: Final = frozenset(
    ["week", "weeks", "wk", "woche", "kw", "kalenderwoche", "semaine", "settimana", "semana"]
)
_HEADS_PERIODS: Final = _WEEK | _MONTH | {"date", "datum", "data", "fecha", "period", "zeitraum"}
Dated = Callable[[Cell, int], str]


def _column_of_periods(rows: Sequence[Numbered]) -> tuple[int, str, Dated] | None:
    """Return the column of weeks or months without years, one of them, and what gives them one, if
    no column has days."""
    columns = [_column(rows, at) for at in range(_width(rows))]
    if any(sum(map(_is_dated, cells)) > 1 for cells in columns):
        return None
    for at, cells in enumerate(columns):
        words = [word_of(cell) for cell in cells[:_HEADINGS]]
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


def _heads_without_years(rows: Sequence[Numbered]) -> tuple[int, str] | None:
    """Return the number of the row whose cells but the first are days, weeks or months without
    years, and one of them; None if there is none."""
    for number, row in rows[:_HEADINGS]:
        heads = [cell for cell in row[1:] if cell is not None and not is_sum(cell)]
        if any(map(_is_dated, row)):
            return None
        months = [month_of(text_of(cell).rstrip(".")) for cell in heads if _is_month(cell)]
        if months and (
            Role.NAME not in roles_of(text_of(row[0]))
            or any((later - month) % 12 != 1 for month, later in itertools.pairwise(months))
        ):
            continue  # Jan and May may be players
        dated = [text_of(cell) for cell in heads if _head_with_year(cell, 2000)]
        if len(dated) > 1 and len(dated) >= len(heads) - 1:
            return number, dated[0]
    return None


def _head_with_year(cell: Cell, year: int) -> str:
    text = text_of(cell)
    is_sure = isinstance(cell, str) and re.search(r"[^\W\d]|\.$", text)
    return (with_year(text, year) if is_sure else "") or period_with_year(cell, year)


def _years_in_heads(at: int, year: int, *, day_first: bool) -> Change:
    """Add the year to the days in the headings."""

    def change(rows: Iterable[Numbered]) -> Iterator[Numbered]:
        for number, row in rows:
            if number == at:
                column = ((place, [cell]) for place, cell in enumerate(row))
                dated = _years_added(0, year, _head_with_year, day_first=day_first)(column)
                row = [cell for _, (cell,) in dated]
            yield number, row

    return change


def _year_in(rows: Sequence[Numbered], name: str) -> int | None:
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


def _is_day_first(cells: Sequence[Cell], dated: Dated, answers: Mapping[str, str]) -> bool:
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


def _years_added(at: int, year: int, dated: Dated, *, day_first: bool) -> Change:
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


def _days_from_lines(rows: Sequence[Numbered]) -> Change | None:
    """Put the day that stands in a line above the rows of each evening into a new column. The
    headings may stand behind it, or repeat below it."""
    lines = [(number, row) for number, row in rows if _day_of_line(row)]
    if len(lines) < 2 or len(lines) * 2 >= len(rows):
        return None
    at = _width(rows)
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


_NAMED: Final = re.compile(
    r"\s*([^\W\d][^,;|:=()\n]*?)\s*[:=\s(]\s*([+-−]?[0-9]{1,6})\)?\s*(?:pts?|points|punkte)?\.?\s*",
    re.I,
)
"""A player and the points in a list: Ann 12, Ann: 12, Ann (12)."""
_RANKED: Final = re.compile(r"\s*([0-9]{1,2})(?:[.):]|st|nd|rd|th)\s*([^\W\d][^,;|:=()\n0-9]*)")
"""A place and who has it in a list: 1. Ann, 1) Ann."""
_LIST: Final = re.compile(r"\s*[,;|\n]\s*")
_STEPS: Final = re.compile(r"\s*(?:>|→|->)\s*")

Result = tuple[Cell, ...]
"""A name, and what it is worth in each of the new columns."""


def _results_of(cell: Cell) -> tuple[Role, list[Result]] | None:
    """Return the players in a cell with the points, or the place, of each; None if it holds
    something else."""
    text = text_of(cell)
    parts = [part for part in _LIST.split(text) if part.strip()]
    named = [_NAMED.fullmatch(part) for part in parts]
    if len(named) > 1 and all(named):
        return Role.POINTS, [(one[1], one[2].replace("−", "-")) for one in named if one]
    ranked = [*_RANKED.finditer(text)]
    if len(ranked) > 1 and not re.sub(r"[\s,;|]", "", _RANKED.sub("", text)):
        return Role.PLACE, [(one[2].strip(), int(one[1])) for one in ranked]
    steps = [part for part in _STEPS.split(text) if part]
    if len(steps) > 1 and len(_STEPS.findall(text)) == len(steps) - 1:
        return Role.PLACE, [(part, place) for place, part in enumerate(steps, 1)]
    return None


_WORDS_FOR: Final = {Role.POINTS: "Points", Role.PLACE: "Place"}


def _results_from_cells(rows: Sequence[Numbered]) -> Change | None:
    """Make a row of each result in a cell like "Ann 12, Bob 5" or "1. Ann 2. Bob", unless several
    columns have numbers of their own."""
    numbers = 0
    lists: list[tuple[int, Role]] = []
    for at in range(_width(rows)):
        cells = _column(rows, at)[1:]
        if not cells:
            continue
        found = [one for one in map(_results_of, cells) if one is not None]
        if len(found) >= max(2, _NEARLY_ALL * len(cells)) and len({role for role, _ in found}) == 1:
            lists.append((at, found[0][0]))
        heading = text_of(next(iter(_column(rows, at)), None))
        is_number = sum(points_of(cell) is not None for cell in cells) >= MOSTLY * len(cells)
        numbers += is_number and not roles_of(heading)
    if len(lists) != 1 or numbers > 1:
        return None
    (at, role), width = lists[0], _width(rows)

    def results(row: Row) -> list[Result]:
        found = _results_of(row[at]) if at < len(row) else None
        return found[1] if found is not None else []

    return _rows_of_results(at, width, (_WORDS_FOR[role],), results)


def _rows_of_results(
    at: int, width: int, what: Sequence[str], results: Callable[[Row], Sequence[Result]]
) -> Change:
    """Make a row of each result of a hand: the name in the column *at*, what it is worth and the
    number of the hand behind the last column."""

    def change(rows: Iterable[Numbered]) -> Iterator[Numbered]:
        hand = 0
        for number, row in rows:
            filled = [*row, *[None] * (width - len(row))]
            if found := results(row):
                hand += 1
                for name, *worth in found:
                    yield number, [*filled[:at], name, *filled[at + 1 :], *worth, hand]
            elif hand:
                yield number, filled  # what is wrong with it is said later
            elif filled[at] is not None:
                yield number, [*filled[:at], "Player", *filled[at + 1 :], *what, "Hand"]
            else:
                yield number, filled

    return change


def _names_in(row: Row, at: int) -> list[str]:
    cell = row[at] if at < len(row) else None
    return [name for name in PART.split(text_of(cell)) if name] if not is_absent(cell) else []


def _listing(rows: Sequence[Numbered]) -> tuple[int, int] | None:
    """Return the row of the headings and the column that lists all players, None without one."""
    for top, (_, row) in enumerate(rows[:_HEADINGS]):
        for at, cell in enumerate(row):
            roles = roles_of(text_of(cell))
            below = rows[top + 1 :]
            if (
                (Role.PLAYERS in roles or Role.NAME in roles)
                and below
                and (sum(len(_names_in(one, at)) > 1 for _, one in below) >= MOSTLY * len(below))
            ):
                return top, at
    return None


def _results_from_lists(rows: Sequence[Numbered]) -> Change | None:
    """Make a row of each result where a cell lists the players, and another their points in the
    same order."""
    listing = _listing(rows)
    if listing is None:
        return None
    top, at = listing
    for other, cell in enumerate(rows[top][1]):
        below = [row for _, row in rows[top + 1 :]]
        fits = sum(
            len(numbers := _numbers_in(row, other)) > 1 and len(numbers) == len(_names_in(row, at))
            for row in below
        )
        if other == at or Role.HAND in roles_of(text_of(cell)):
            continue
        if fits < _NEARLY_ALL * len(below):
            continue

        def results(row: Row, other: int = other) -> list[Result]:
            names, numbers = _names_in(row, at), _numbers_in(row, other)
            return [*zip(names, numbers, strict=True)] if len(names) == len(numbers) > 1 else []

        change = _rows_of_results(at, _width(rows), ("Points",), results)
        return lambda rows, other=other: emptied(change(rows), {other})  # type: ignore[misc]
    return None


def emptied(rows: Iterable[Numbered], columns: Collection[int]) -> Iterator[Numbered]:
    """Yield rows with nothing in some columns."""
    for number, row in rows:
        yield number, [None if place in columns else cell for place, cell in enumerate(row)]


def _numbers_in(row: Row, at: int) -> list[Cell]:
    parts = re.split(r"\s*[,;|/:]\s*|\s+-\s+|\s+", text_of(row[at]) if at < len(row) else "")
    return [*parts] if all(points_of(part) is not None for part in parts) else []


def _results_from_losers(rows: Sequence[Numbered]) -> Change | None:
    """Make a row of each player where one cell lists all, and another says only who lost: the
    others are level."""
    listing = _listing(rows)
    if listing is None:
        return None
    top, at = listing
    heads = [text_of(cell) for cell in rows[top][1]]
    losers = [place for place, heading in enumerate(heads) if are_losers(heading)]
    if len(losers) != 1 or any(Role.WINNER in roles_of(heading) for heading in heads):
        return None
    (lost,) = losers

    def results(row: Row) -> list[Result]:
        names, last = _names_in(row, at), {word_of(name) for name in _names_in(row, lost)}
        if not last or not last < {word_of(name) for name in names}:
            return []
        second = len(names) - len(last) + 1
        return [(name, second if word_of(name) in last else 1) for name in names]

    if not any(results(row) for _, row in rows[top + 1 :]):
        return None
    return _rows_of_results(at, _width(rows), ("Place",), results)


_OF_TEAMS: Final = re.compile(
    r"(?:(winner|gewinner|sieger|gagnant)|(loser|verlierer|perdant))s? ([1-9])"
)


def _results_from_teams(rows: Sequence[Numbered]) -> Change | None:
    """Make a row of each player where the columns are "Winner 1", "Winner 2", "Loser 1", "Loser
    2": they have won together, and have the points of their side if one column has both."""
    is_headed = _heading_at(rows, lambda cell: _OF_TEAMS.fullmatch(word_of(cell)) is not None)
    if is_headed < 0:
        return None
    heads = [_OF_TEAMS.fullmatch(word_of(cell)) for cell in rows[is_headed][1]]
    sides = [[at for at, one in enumerate(heads) if one and one[side]] for side in (1, 2)]
    if min(map(len, sides)) < 1 or sum(map(len, sides)) < 3:
        return None
    below = [row for _, row in rows[is_headed + 1 :]]
    scores = [
        at
        for at in range(_width(rows))
        if below and all(at < len(row) and both_scores(row[at]) for row in below)
    ]

    def results(row: Row) -> list[Result]:
        found: list[Result] = []
        both = both_scores(row[scores[0]]) if scores and scores[0] < len(row) else None
        if any(_OF_TEAMS.fullmatch(word_of(cell)) for cell in row):
            return []
        for side, columns in enumerate(sides):
            names = [text_of(row[at]) for at in columns if at < len(row) and not is_absent(row[at])]
            points = (both[side],) if both else ()
            found += [(name, "no" if side else "yes", *points) for name in names]
        return found

    first = sides[0][0]
    change = _rows_of_results(
        first, _width(rows), ("Winner", *(("Points",) if scores else ())), results
    )
    used = {*sides[0], *sides[1], *scores[:1]} - {first}
    return lambda rows: emptied(change(rows), used)
