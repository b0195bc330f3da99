"""Parse a cell: a date, points, a name."""

import datetime
import math
import re
from typing import Final

from zarleague.exchange.history.sheets import Cell
from zarleague.leagues.names import name_key, tidy

FIRST_DAY: Final = datetime.date(1900, 1, 1)
MOST_POINTS: Final = 1_000_000
_POINTS: Final = re.compile(r"[+-]?[0-9]{1,7}(?:[.,]0+)?")
_DATE: Final = re.compile(r"([0-9]{1,4})[-./ ]+([0-9]{1,2})[-./ ]+([0-9]{1,4})")


def day_of(cell: Cell, *, day_first: bool) -> datetime.date | None:
    """Return the date in a cell, None if it is no date.

    Accepts 2024-03-31, 31.03.2024, 31/3/24; with ``day_first`` false, 3/31/2024. In a date
    separated by points the day is always first.
    """
    if isinstance(cell, datetime.date):
        return cell
    if not isinstance(cell, str):
        return None
    found = _DATE.fullmatch(cell.split("T")[0].strip().rstrip("."))
    if found is None:
        return None
    first, second, third = (int(part) for part in found.groups())
    if len(found[1]) == 4:
        year, month, day = first, second, third
    elif day_first or "." in cell:
        day, month, year = first, second, third
    else:
        month, day, year = first, second, third
    if year < 100:
        year += 2000 if year < 70 else 1900
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None


def points_of(cell: Cell) -> int | None:
    """Return the points in a cell, None if it is no whole number."""
    if isinstance(cell, int):
        return cell if abs(cell) <= MOST_POINTS else None
    if isinstance(cell, float):
        is_whole_number = math.isfinite(cell) and cell.is_integer() and abs(cell) <= MOST_POINTS
        return int(cell) if is_whole_number else None
    if isinstance(cell, str):
        text = cell.replace("−", "-").replace("\u00a0", "").replace(" ", "")
        if _POINTS.fullmatch(text):
            points = int(re.split("[.,]", text)[0])
            return points if abs(points) <= MOST_POINTS else None
    return None


def text_of(cell: Cell) -> str:
    """Return a cell as text, "" for an empty one."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return tidy(str(cell))


def word_of(cell: Cell) -> str:
    """Return a cell normalised for comparison: lower case, punctuation replaced by single
    spaces."""
    return re.sub(r"[^\w]+", " ", name_key(text_of(cell))).strip()
