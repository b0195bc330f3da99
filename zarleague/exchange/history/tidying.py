"""Bring a sheet into rows of one result or one hand each, before its layout is recognised.

People write the day in three columns, without its year, or once above the rows of an evening; and
all results of a hand in one cell. Such a sheet becomes one with a column of days, and a row for
each result. Rows keep their numbers, and columns their places; new ones are added behind the last.
"""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from zarleague.exchange.history import tidied_days, tidied_results
from zarleague.exchange.history.cells import is_dash, is_owed, text_of, with_year
from zarleague.exchange.history.changes import Change, Numbered, cells_changed, column_of


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
    swapped: Mapping[str, str] = field(default_factory=dict)
    """Examples of days in which a spreadsheet may have taken the day for the month: one that is
    text, one that is a date, and that with day and month exchanged; empty if there are none."""
    seasons: tuple[str, ...] = ()
    """The lines between the rows that name a season."""

    def of(self, rows: Iterable[Numbered]) -> Iterator[Numbered]:
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
        add(cells_changed(lambda cell: text_of(cell).strip("()") if is_owed(cell) else cell))
    if answers.get("dashes") == "zero":
        add(cells_changed(lambda cell: 0 if is_dash(cell) else cell))
    seasons = tidied_days.seasons_between(done)
    add(tidied_days.without_lines(done))
    swapped = tidied_days.may_be_swapped(done)
    if swapped is not None and answers.get("swapped") == "yes":
        add(cells_changed(tidied_days.exchanged, swapped[0]))
    add(tidied_days.years_first(done, today))
    add(tidied_results.names_from_parts(done))
    add(tidied_results.partners_beside(done))
    add(tidied_days.days_from_parts(done))
    said = tidied_days.year_in(done, name)
    begins = year or said or today.year - 1
    period = ""
    without = tidied_days.column_without_years(done)
    if without is not None and tidied_days.are_months(column_of(done, without), today):
        add(tidied_days.months_with_years(without))
        without = None
    elif without is not None:
        is_first = tidied_days.is_day_first(column_of(done, without), with_year, answers)
        add(tidied_days.years_added(without, begins, with_year, day_first=is_first))
    elif periods := tidied_days.column_of_periods(done):
        at, example, dated = periods
        period = "" if said and tidied_days.OF_CALENDAR.match(example) else example
        add(tidied_days.years_added(at, begins, dated, day_first=True))
    elif top := tidied_days.heads_without_years(done):
        number, example = top
        if with_year(example, begins):
            without = number
        elif not (said and tidied_days.OF_CALENDAR.match(example)):
            period = example
        heads = next(row for nth, row in done if nth == number)
        is_first = tidied_days.is_day_first(heads, tidied_days.head_with_year, answers)
        add(tidied_days.years_in_heads(number, begins, day_first=is_first))
    add(tidied_days.days_from_lines(done))
    add(tidied_results.results_from_lists(done))
    add(tidied_results.results_from_teams(done))
    losers = tidied_results.results_from_losers(done)
    add(losers)
    if losers is None:
        add(tidied_results.results_from_cells(done))
    return Tidying(
        tuple(changes),
        needs_year=without is not None and said is None,
        period=period,
        only_losers=losers is not None,
        swapped=swapped[1] if swapped is not None else {},
        seasons=tuple(seasons),
    )


def _without_comments(rows: Sequence[Numbered]) -> Change | None:
    """Leave out lines that are comments, as programs write them: "# exported by"."""
    if not any(map(_is_comment, rows)):
        return None
    return lambda rows: (one for one in rows if not _is_comment(one))


def _is_comment(one: Numbered) -> bool:
    cells = [text_of(cell) for cell in one[1] if cell is not None]
    return len(cells) == 1 and re.match(r"#\s*[^\W\d]", cells[0]) is not None
