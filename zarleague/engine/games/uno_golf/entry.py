"""Entering the end of a round of UNO Golf: the final grid, counts by value, or points.

No round can be scored before the organiser has confirmed what the action cards cost.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from zarleague.engine.entry import (
    CheckColumn,
    Checked,
    Entry,
    EntryCode,
    EntryFinding,
    EntryForm,
    Evidence,
    Facts,
    Field,
    FieldKind,
    Scoring,
    Sheet,
    Step,
    checks,
)
from zarleague.engine.games.uno_golf.deck import ACTIONS, COLOUR, COLOURS, NUMBERS, PER_COLOUR
from zarleague.engine.games.uno_golf.rules import Rules, matches, rules_of
from zarleague.engine.games.uno_golf.scoring import points_of_columns
from zarleague.engine.ruleset import Ruleset

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 8
COLUMN: Final = 2
"""Cards in a column."""
COLUMNS: Final = 3
"""Columns of a grid as dealt."""

_ACTION_LABELS: Final = ("Skips", "Reverses", "Draw twos", "Double draw twos")
_NUMBER_LABELS: Final = ("Zeros", "Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")
_COUNTED: Final = Field("counted", "Points as counted at the table", FieldKind.POINTS)


@lru_cache(maxsize=64)
def forms(ruleset: Ruleset) -> tuple[EntryForm, ...]:
    """Return the ways to enter the end of a round."""
    rules = rules_of(ruleset)
    grid = Field(
        "grid",
        "Columns left",
        FieldKind.COLUMNS,
        most=rules.deck.size // COLUMN,
        faces=tuple(face.code for face in rules.deck.faces),
        columns=COLUMNS,
        rows=COLUMN,
    )
    return (
        EntryForm(
            "grid",
            "Final grid",
            Evidence.CARDS,
            (grid, _COUNTED),
            winner=False,
            scoring=Scoring.GAME,
        ),
        EntryForm(
            "counts",
            "Cards by value",
            Evidence.COUNTS,
            tuple(_count_fields(rules)),
            winner=False,
            scoring=Scoring.SUM,
        ),
        checks.totals_form("Points", rules.deck.worth, winner=False),
    )


def _count_fields(rules: Rules) -> Iterator[Field]:
    """Return one field for each number and each action."""
    keys = [f"number-{number}" for number in range(NUMBERS)] + [key for *_, key in ACTIONS]
    labels = (*_NUMBER_LABELS, *_ACTION_LABELS)
    for symbol, (key, label) in enumerate(zip(keys, labels, strict=True)):
        faces = rules.deck.faces[symbol::PER_COLOUR]
        yield Field(
            key,
            label,
            FieldKind.COUNT,
            points=faces[0].points,
            most=sum(face.copies for face in faces),
            faces=tuple(face.code for face in faces),
        )


def check(ruleset: Ruleset, entry: Entry) -> Checked:
    rules = rules_of(ruleset)

    def judge(form: EntryForm, findings: list[EntryFinding]) -> Checked:
        if not rules.confirmed:
            findings.append(EntryFinding(EntryCode.NOT_CONFIRMED, field="action-points-confirmed"))
        if form.key == "grid":
            return _check_grids(rules, entry, findings)
        return checks.checked(checks.points_left(form, rules.deck, entry, findings), findings)

    return checks.judged(forms(ruleset), (FEWEST_PLAYERS, MOST_PLAYERS), entry, judge)


def _check_grids(rules: Rules, entry: Entry, findings: list[EntryFinding]) -> Checked:
    grids = [_grid(rules, sheet, seat, findings) for seat, sheet in enumerate(entry.sheets)]
    placed = [[card for column in grid for card in column] for grid in grids]
    checks.check_copies(placed, rules.deck, "grid", findings)
    points = []
    steps = []
    for seat, grid in enumerate(grids):
        total = points_of_columns(rules, grid)
        points.append(total or 0)
        steps.append((*_clear_steps(rules, grid), _total_step(total)))
        if not rules.clears_at_end:
            findings.extend(_missed(rules, grid, seat))
        sheet = entry.sheets[seat]
        if _COUNTED.key in sheet:
            counted = checks.read_number(sheet, _COUNTED, seat, findings)
            if total is not None and counted != total:
                findings.append(_difference(rules, grid, seat, counted, total))
    return checks.checked(points, findings, steps)


def _grid(
    rules: Rules, sheet: Sheet, seat: int, findings: list[EntryFinding]
) -> list[tuple[int, int]]:
    """Return the columns of a seat, two cards each; leave out columns of another shape, with a
    finding."""
    value = sheet.get("grid", ())
    if isinstance(value, str) or not isinstance(value, Sequence):
        findings.append(EntryFinding(EntryCode.WRONG_SHAPE, seat, "grid"))
        return []
    grid = []
    for number, codes in enumerate(value, start=1):
        count_before = len(findings)
        column = checks.read_codes(codes, "grid", seat, rules.deck, findings)
        if len(column) == COLUMN:
            grid.append((column[0], column[1]))
        elif len(findings) == count_before:
            facts = Facts(column=number, count=len(column), most=COLUMN)
            findings.append(EntryFinding(EntryCode.WRONG_SHAPE, seat, "grid", facts))
    return grid


def _clearable(rules: Rules, grid: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Return the columns that match: their number from 1 on, and their cards."""
    for number, (first, second) in enumerate(grid, start=1):
        if matches(rules, first, second):
            yield number, first, second


def _clear_steps(rules: Rules, grid: Sequence[tuple[int, int]]) -> Iterator[Step]:
    faces = rules.deck.faces
    for number, first, second in _clearable(rules, grid):
        facts: tuple[tuple[str, int | str], ...] = (
            ("column", number),
            ("first", faces[first].name),
            ("second", faces[second].name),
        )
        if not rules.clears_at_end:
            yield Step("Column {column} could have been cleared: {first}, {second}.", facts)
        elif COLOUR[first] == COLOUR[second]:
            facts += (("colour", COLOURS[COLOUR[first]]),)
            yield Step("Column {column} is cleared: {first}, {second}, both {colour}.", facts)
        else:
            yield Step("Column {column} is cleared: {first}, {second}, a pair.", facts)


def _total_step(total: int | None) -> Step:
    if total is None:
        return Step("Action cards don’t count until their points are confirmed.")
    return Step("{points} points.", (("points", total),))


def _missed(rules: Rules, grid: Sequence[tuple[int, int]], seat: int) -> Iterator[EntryFinding]:
    """Add advice on columns that could have been cleared and were not."""
    for number, _, _ in _clearable(rules, grid):
        yield EntryFinding(EntryCode.MISSED, seat, "grid", Facts(column=number), blocks=False)


def _difference(
    rules: Rules, grid: Sequence[tuple[int, int]], seat: int, counted: int, total: int
) -> EntryFinding:
    """Add advice if the points counted at the table are not those of the grid, with the column that
    explains the difference, if one does: it was counted though cleared, or not counted though it
    was left."""
    points = rules.deck.points
    excess = counted - total if rules.clears_at_end else total - counted
    uncleared = next(
        (
            number
            for number, first, second in _clearable(rules, grid)
            if points[first] + points[second] == excess
        ),
        0,
    )
    return EntryFinding(
        EntryCode.IMPOSSIBLE_TOTAL,
        seat,
        _COUNTED.key,
        Facts(count=counted, expected=total),
        CheckColumn(uncleared) if uncleared else None,
        blocks=False,
    )
