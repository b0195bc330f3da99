"""Give each result a row of its own where a sheet has several in one row or cell."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from zarleague.exchange.history.cells import both_scores, is_absent, points_of, text_of, word_of
from zarleague.exchange.history.changes import (
    HEADINGS,
    Change,
    Numbered,
    column_of,
    emptied,
    heading_at,
    width_of,
)
from zarleague.exchange.history.columns import MOSTLY
from zarleague.exchange.history.headings import Role, are_losers, roles_of
from zarleague.exchange.history.sheet_rows import PART
from zarleague.exchange.history.sheets import Cell, Row

_NEARLY_ALL: Final = 0.8
"""Share of a column's cells that must be alike."""
_PARTNER: Final = frozenset(
    ["partner", "partnerin", "partners", "partenaire", "compañero", "compañera", "maat", "mate"]
)


def partners_beside(rows: Sequence[Numbered]) -> Change | None:
    """Put the name of a partner behind that of the player, as a team; unless each has a row."""
    top = heading_at(rows, lambda cell: word_of(cell) in _PARTNER)
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


_FIRST_NAMES: Final = frozenset(
    ["vorname", "first name", "firstname", "given name", "prénom", "prenom", "voornaam"]
)
_LAST_NAMES: Final = frozenset(
    [
        *("nachname", "last name", "lastname", "surname", "family name", "familienname"),
        *("nom de famille", "cognome", "apellido", "apellidos", "achternaam", "sobrenome"),
    ]
)
_BESIDE_FIRST: Final = frozenset(["name", "nom", "naam", "zuname"])
"""What a last name is called where the first name stands in a column of its own."""
_BESIDE_LAST: Final = frozenset(["name", "nome", "nombre"])


def names_from_parts(rows: Sequence[Numbered]) -> Change | None:
    """Put first and last name of two columns together, in the first of them."""
    top = heading_at(rows, lambda cell: word_of(cell) in _FIRST_NAMES | _LAST_NAMES)
    words = [word_of(cell) for cell in rows[top][1]] if top >= 0 else []
    first = [at for at, word in enumerate(words) if word in _FIRST_NAMES]
    last = [at for at, word in enumerate(words) if word in _LAST_NAMES]
    first = first or [at for at, word in enumerate(words) if word in _BESIDE_LAST]
    last = last or [at for at, word in enumerate(words) if word in _BESIDE_FIRST]
    others = [head for at, head in enumerate(words) if at not in first + last]
    if len(first) != 1 or len(last) != 1 or any(Role.NAME in roles_of(one) for one in others):
        return None
    parts, at = (*first, *last), min(first + last)
    number_of_heads = rows[top][0]

    def change(rows: Iterable[Numbered]) -> Iterator[Numbered]:
        for number, row in rows:
            if number >= number_of_heads:
                names = [row[one] for one in parts if one < len(row) and not is_absent(row[one])]
                name = " ".join(map(text_of, names)) or None
                if number == number_of_heads:
                    name = "Player"
                row = [*row, *[None] * (max(parts) + 1 - len(row))]
                row[at], row[max(parts)] = name, None
            yield number, row

    return change


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


def results_from_cells(rows: Sequence[Numbered]) -> Change | None:
    """Make a row of each result in a cell like "Ann 12, Bob 5" or "1. Ann 2. Bob", unless several
    columns have numbers of their own."""
    numbers = 0
    lists: list[tuple[int, Role]] = []
    for at in range(width_of(rows)):
        cells = column_of(rows, at)[1:]
        if not cells:
            continue
        found = [one for one in map(_results_of, cells) if one is not None]
        if len(found) >= max(2, _NEARLY_ALL * len(cells)) and len({role for role, _ in found}) == 1:
            lists.append((at, found[0][0]))
        heading = text_of(next(iter(column_of(rows, at)), None))
        is_number = sum(points_of(cell) is not None for cell in cells) >= MOSTLY * len(cells)
        numbers += is_number and not roles_of(heading)
    if len(lists) != 1 or numbers > 1:
        return None
    (at, role), width = lists[0], width_of(rows)

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
    for top, (_, row) in enumerate(rows[:HEADINGS]):
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


def results_from_lists(rows: Sequence[Numbered]) -> Change | None:
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

        change = _rows_of_results(at, width_of(rows), ("Points",), results)
        return lambda rows, other=other: emptied(change(rows), {other})  # type: ignore[misc]
    return None


def _numbers_in(row: Row, at: int) -> list[Cell]:
    parts = re.split(r"\s*[,;|/:]\s*|\s+-\s+|\s+", text_of(row[at]) if at < len(row) else "")
    return [*parts] if all(points_of(part) is not None for part in parts) else []


def results_from_losers(rows: Sequence[Numbered]) -> Change | None:
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
    return _rows_of_results(at, width_of(rows), ("Place",), results)


_OF_TEAMS: Final = re.compile(
    r"(?:(winner|gewinner|sieger|gagnant)|(loser|verlierer|perdant))s? ([1-9])"
)


def results_from_teams(rows: Sequence[Numbered]) -> Change | None:
    """Make a row of each player where the columns are "Winner 1", "Winner 2", "Loser 1", "Loser
    2": they have won together, and have the points of their side if one column has both."""
    is_headed = heading_at(rows, lambda cell: _OF_TEAMS.fullmatch(word_of(cell)) is not None)
    if is_headed < 0:
        return None
    heads = [_OF_TEAMS.fullmatch(word_of(cell)) for cell in rows[is_headed][1]]
    sides = [[at for at, one in enumerate(heads) if one and one[side]] for side in (1, 2)]
    if min(map(len, sides)) < 1 or sum(map(len, sides)) < 3:
        return None
    below = [row for _, row in rows[is_headed + 1 :]]
    scores = [
        at
        for at in range(width_of(rows))
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
        first, width_of(rows), ("Winner", *(("Points",) if scores else ())), results
    )
    used = {*sides[0], *sides[1], *scores[:1]} - {first}
    return lambda rows: emptied(change(rows), used)
