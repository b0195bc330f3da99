"""Find the headings of a spreadsheet: above its data, or beside them."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from zarleague.exchange.history.cells import first_day_of, is_day, is_ordinal, points_of, text_of
from zarleague.exchange.history.headings import Role, is_sum, roles_of
from zarleague.exchange.history.sheet_rows import cell_at
from zarleague.exchange.history.sheets import MAX_COLUMNS, Cell, NumberedRows, Row
from zarleague.leagues.names import name_key


def turn(rows: NumberedRows) -> list[tuple[int, Row]]:
    """Return the rows of a sheet whose rows and columns are exchanged. Row n of the result is
    column n of the sheet, and the other way round; titles above the headings are left out."""
    rows = rows[max(heads_at(rows), 0) :]
    height = min(max((number for number, _ in rows), default=0), MAX_COLUMNS)
    width = max((len(row) for _, row in rows), default=0)
    by_number = dict(rows)
    turned = [
        (
            column + 1,
            [cell_at(by_number.get(number, ()), column) for number in range(1, height + 1)],
        )
        for column in range(width)
    ]
    return [(number, row) for number, row in turned if any(cell is not None for cell in row)]


def heads_at(rows: NumberedRows) -> int:
    """Return the index of the first row of which several cells are dates or numbered hands, -1 if
    there is none."""
    for place, (_, row) in enumerate(rows[:10]):
        if _dates_in(row) > 1 or _counts_up([cell for cell in row[1:] if not is_sum(cell)]):
            return place
    return -1


def _dates_in(row: Row) -> int:
    return sum(is_day(cell) or first_day_of(cell) is not None for cell in row[1:])


def is_turned(rows: NumberedRows) -> bool:
    """Return whether a sheet has a row for each player: dates or numbered hands stand in one of the
    first rows, and below them rows of numbers that begin with a name; no more rows than a sheet may
    have columns."""
    place = heads_at(rows)
    if place < 0 or rows[-1][0] > MAX_COLUMNS:
        return False
    at = names_at(rows) if _dates_in(rows[place][1]) > 1 else 0
    below = [one for _, one in rows[place + 1 :] if one and not is_sum(first_cell(one))]
    named = [
        isinstance(name := cell_at(one, at), str)
        and not is_day(name)
        and points_of(name) is None
        and any(points_of(cell) is not None for cell in one[at + 1 :])
        for one in below
    ]
    return len(named) >= 2 and all(named)


def names_at(rows: NumberedRows) -> int:
    """Return the column that has the names of the players, behind those of their ranks."""
    for _, row in rows[:10]:
        roles = [roles_of(text_of(cell)) for cell in row]
        at = next((at for at, one in enumerate(roles) if Role.NAME in one), 0)
        if at and all(not one or {Role.PLACE, Role.HAND} & {*one} for one in roles[:at]):
            return at
    return 0


def _counts_up(heads: Sequence[Cell]) -> bool:
    """Return whether headings are 1, 2, 3 or "Round 1", "Round 2", "Round 3"."""
    found = [re.fullmatch(r"([^\d]*?)\s*#?([0-9]{1,3})", text_of(cell)) for cell in heads]
    if len(found) < 2 or not all(found):
        return False
    parts = [match.groups() for match in found if match]
    return len({word for word, _ in parts}) == 1 and [int(number) for _, number in parts] == list(
        range(1, len(parts) + 1)
    )


def first_cell(row: Row) -> Cell:
    return next((cell for cell in row if cell is not None), None)


def heading_row(rows: NumberedRows) -> int:
    """Return the index in *rows* of the headings: the row above the first one with data, and above
    a line with the month of it; -1 if there is none."""
    for place, (_, row) in enumerate(rows[:20]):
        below = rows[place + 1][1] if place + 1 < len(rows) else row
        if _is_data(row, below):
            above = [cell for cell in rows[place - 1][1] if cell is not None] if place > 1 else ()
            is_month = len(above) == 1 and first_day_of(above[0]) is not None
            return place - 1 - is_month
    return 0 if rows else -1


def _are_words(row: Row) -> bool:
    """Return whether a row has several words and neither a number nor a day: headings."""
    filled = [cell for cell in row if cell is not None]
    words = [cell for cell in filled if isinstance(cell, str) and roles_of(cell)]
    return (
        len(filled) > 2
        and bool(words)
        and not any(points_of(cell) is not None or is_day(cell) for cell in filled)
    )


def _is_data(row: Row, below: Row) -> bool:
    """Return whether a row has a date beside something but its word, two numbers, or a number above
    another."""
    filled = [cell for cell in row if cell is not None]
    if not any(points_of(cell) is not None for cell in row) and _are_words(below):
        return False
    if len(filled) == 2 and is_day(filled[1]) and Role.DAY in roles_of(text_of(filled[0])):
        return False
    numbers = [
        column
        for column, cell in enumerate(row)
        if points_of(cell) is not None and not is_ordinal(cell)
    ]
    return (
        (any(is_day(cell) for cell in row) and sum(cell is not None for cell in row) > 1)
        or len(numbers) >= 2
        or any(points_of(cell_at(below, column)) is not None for column in numbers)
    )


def headings_of(rows: NumberedRows, place: int) -> list[str]:
    """Return the headings; if they are the same words again and again below a row of names, both
    together: "Ann points", "Ann total", "Bob points", …"""
    width = max((len(row) for _, row in rows), default=0)
    if place < 0:
        return [""] * width
    own = _without_questions([text_of(cell_at(rows[place][1], column)) for column in range(width)])
    own = [_spaced(heading) for heading in _with_owners(own)]
    words = [heading for heading in own if heading and roles_of(heading)]
    if place == 0 or len(set(words)) == len(words):
        return own
    above = rows[place - 1][1]
    names, name = [], ""
    for column in range(width):
        name = text_of(cell_at(above, column)) or name
        names.append(name)
    repeated = {word for word in words if words.count(word) > 1}
    return [
        f"{name} {heading}".strip() if heading in repeated else heading
        for name, heading in zip(names, own, strict=True)
    ]


def _spaced(heading: str) -> str:
    """Return a heading as programs write it with its words apart: "playerName1"."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", heading)
    is_one = " " not in heading and not roles_of(heading)
    return apart if is_one and any(map(str.islower, heading[:1])) and roles_of(apart) else heading


def _without_questions(headings: Sequence[str]) -> list[str]:
    """Return the headings of a form's grid, whose rows stand in brackets behind the same question:
    "Points [Ann]", "Points [Bob]"; and without what they all count: "Ann (deadwood)"."""
    found = [re.fullmatch(r"(.*?)\s*\[(.+)\]", heading) for heading in headings]
    questions = Counter(one[1] for one in found if one)
    asked = {
        question for question, count in questions.items() if count > 1 and _asks(question, headings)
    }
    own = [
        one[2].strip() if one and one[1] in asked else heading
        for one, heading in zip(found, headings, strict=True)
    ]
    behind = [re.fullmatch(r"(.+?)\s*\((\D+)\)", heading) for heading in own]
    words = Counter(one[2] for one in behind if one)
    unit = next((word for word, count in words.items() if count > 1), "")
    plain = [
        one[1] if one and one[2] == unit and len(words) == 1 and not roles_of(unit) else heading
        for one, heading in zip(behind, own, strict=True)
    ]
    tells_all = len({*map(name_key, plain)}) == len({*map(name_key, own)})
    return plain if tells_all else own


def _asks(question: str, headings: Sequence[str]) -> bool:
    """Return whether words before brackets are the question of a form, not a name: they say what is
    asked for, or nothing else may be a name."""
    return bool(
        roles_of(question)
        or "?" in question
        or all(roles_of(one) or one.startswith(question) for one in headings if one)
    )


def _with_owners(headings: Sequence[str]) -> list[str]:
    """Return the headings; one that stands behind several others that differ, with each of them:
    "Ann", "R", "Bob", "R"."""
    before: dict[str, list[str]] = {}
    for owner, heading in pairwise(headings):
        before.setdefault(heading, []).append(owner)
    behind = {
        heading
        for heading, owners in before.items()
        if heading and headings.count(heading) > 1 and not roles_of(heading)
        if len(set(owners)) == headings.count(heading) and all(owners)
        if heading not in owners and not any(map(roles_of, owners))
    }
    return [
        f"{headings[column - 1]} {heading}" if heading in behind else heading
        for column, heading in enumerate(headings)
    ]
