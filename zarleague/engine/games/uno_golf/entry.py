"""Entering the end of a round of UNO Golf: the final grid, counts by value, or points.

No round can be scored before the organiser has confirmed what the action cards cost.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from zarleague.engine import sheets
from zarleague.engine.entry import (
    Checked,
    Entry,
    EntryCode,
    EntryFinding,
    EntryForm,
    Evidence,
    Field,
    FieldKind,
    Scoring,
    Sheet,
    Step,
)
from zarleague.engine.games.uno_golf.clearing import matches, points_of
from zarleague.engine.games.uno_golf.deck import ACTIONS, COLOUR, COLOURS, NUMBERS, PER_COLOUR
from zarleague.engine.games.uno_golf.rules import Rules

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 8
COLUMN: Final = 2
"""Cards in a column."""

_ACTION_LABELS: Final = ("Skips", "Reverses", "Draw twos", "Double draw twos")
_NUMBER_LABELS: Final = ("Zeros", "Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")
_TOTAL: Final = Field("total", "Points", FieldKind.TOTAL, points=1)
_COUNTED: Final = Field("counted", "Points as counted at the table", FieldKind.TOTAL)


def forms_of(rules: Rules) -> tuple[EntryForm, ...]:
    """The ways to enter the end of a round."""
    grid = Field(
        "grid",
        "Columns left",
        FieldKind.COLUMNS,
        most=rules.deck.size // COLUMN,
        faces=tuple(face.code for face in rules.deck.faces),
    )
    return (
        EntryForm(
            "grid",
            "The final grid",
            Evidence.CARDS,
            (grid, _COUNTED),
            winner=False,
            scoring=Scoring.GAME,
        ),
        EntryForm(
            "counts",
            "Cards left by value",
            Evidence.COUNTS,
            tuple(_count_fields(rules)),
            winner=False,
            scoring=Scoring.SUM,
        ),
        EntryForm("totals", "Points", Evidence.TOTALS, (_TOTAL,), False, Scoring.SUM),
    )


def _count_fields(rules: Rules) -> Iterator[Field]:
    """One field for each number and each action."""
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


def check(rules: Rules, entry: Entry) -> Checked:
    """Judge an entry against the deck and score it. Never raises."""
    form = next((form for form in forms_of(rules) if form.key == entry.form), None)
    if form is None:
        return Checked(None, (EntryFinding(EntryCode.NO_SUCH_FORM, about=(("word", entry.form),)),))
    if not FEWEST_PLAYERS <= len(entry.sheets) <= MOST_PLAYERS:
        about = (("count", len(entry.sheets)), ("most", MOST_PLAYERS))
        return Checked(None, (EntryFinding(EntryCode.WRONG_SEATS, about=about),))
    findings = sheets.wrong_fields(form, entry)
    if not rules.confirmed:
        findings.append(EntryFinding(EntryCode.NOT_CONFIRMED, field="action-points-confirmed"))
    if form.key == "grid":
        return _check_grids(rules, form, entry, findings)
    if form.key == "counts":
        return _check_counts(form, entry, findings)
    most = sum(face.points * face.copies for face in rules.deck.faces)
    totals = [
        sheets.number(sheet, _TOTAL, seat, findings) for seat, sheet in enumerate(entry.sheets)
    ]
    findings.extend(
        EntryFinding(
            EntryCode.IMPOSSIBLE_TOTAL, seat, _TOTAL.key, (("count", total), ("most", most))
        )
        for seat, total in enumerate(totals)
        if total > most
    )
    return _checked(totals, findings)


def _checked(
    points: Sequence[int], findings: list[EntryFinding], steps: Sequence[tuple[Step, ...]] = ()
) -> Checked:
    blocked = any(finding.blocks for finding in findings)
    return Checked(None if blocked else tuple(points), tuple(findings), tuple(steps))


def _check_counts(form: EntryForm, entry: Entry, findings: list[EntryFinding]) -> Checked:
    totals = [0] * len(entry.sheets)
    for field in form.fields:
        counts = [
            sheets.number(sheet, field, seat, findings) for seat, sheet in enumerate(entry.sheets)
        ]
        if max(counts) <= field.most < sum(counts):
            about = (("kind", field.key), ("count", sum(counts)), ("most", field.most))
            findings.append(EntryFinding(EntryCode.TOO_MANY, field=field.key, about=about))
        for seat, count in enumerate(counts):
            totals[seat] += count * field.points
    return _checked(totals, findings)


def _check_grids(
    rules: Rules, form: EntryForm, entry: Entry, findings: list[EntryFinding]
) -> Checked:
    grids = [_grid(rules, sheet, seat, findings) for seat, sheet in enumerate(entry.sheets)]
    deck = rules.deck
    placed = Counter(card for grid in grids for column in grid for card in column)
    for card, count in sorted(placed.items()):
        if count > deck.copies[card]:
            about = (("card", deck.code(card)), ("count", count), ("most", deck.copies[card]))
            findings.append(EntryFinding(EntryCode.TOO_MANY, field="grid", about=about))
    points = []
    steps = []
    for seat, grid in enumerate(grids):
        total = points_of(rules, grid)
        points.append(total or 0)
        steps.append((*_clear_steps(rules, grid), _total_step(total)))
        if not rules.clears_at_end:
            findings.extend(_missed(rules, grid, seat))
        sheet = entry.sheets[seat]
        if _COUNTED.key in sheet:
            counted = sheets.number(sheet, _COUNTED, seat, findings)
            if total is not None and counted != total:
                findings.append(_difference(rules, grid, seat, counted, total))
    return _checked(points, findings, steps)


def _grid(
    rules: Rules, sheet: Sheet, seat: int, findings: list[EntryFinding]
) -> list[tuple[int, int]]:
    """The columns of a seat, two cards each; what is not one is a finding and left out."""
    value = sheet.get("grid", ())
    if isinstance(value, str) or not isinstance(value, Sequence):
        findings.append(EntryFinding(EntryCode.WRONG_SHAPE, seat, "grid"))
        return []
    grid = []
    for number, codes in enumerate(value, start=1):
        before = len(findings)
        column = sheets.cards(codes, "grid", seat, rules.deck, findings)
        if len(column) == COLUMN:
            grid.append((column[0], column[1]))
        elif len(findings) == before:
            about = (("column", number), ("count", len(column)), ("most", COLUMN))
            findings.append(EntryFinding(EntryCode.WRONG_SHAPE, seat, "grid", about))
    return grid


def _clearable(rules: Rules, grid: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """The columns that match: their number from 1 on, and their cards."""
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
            yield Step("Column {column} is cleared: {first}, {second}, two of a kind.", facts)


def _total_step(total: int | None) -> Step:
    if total is None:
        return Step("Action cards do not count before their points are confirmed.")
    return Step("{points} points.", (("points", total),))


def _missed(rules: Rules, grid: Sequence[tuple[int, int]], seat: int) -> Iterator[EntryFinding]:
    """Advice: columns that could have been cleared and were not."""
    for number, first, second in _clearable(rules, grid):
        code = rules.deck.code
        about = (("column", number), ("card", code(first)), ("top", code(second)))
        yield EntryFinding(EntryCode.MISSED, seat, "grid", about, blocks=False)


def _difference(
    rules: Rules, grid: Sequence[tuple[int, int]], seat: int, counted: int, total: int
) -> EntryFinding:
    """Advice: what was counted at the table is not what the grid is worth; and the column that
    explains it, if one does: counted though it is cleared, or not though its owner left it."""
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
    about = (("count", counted), ("due_count", total))
    slip = ("column", uncleared) if uncleared else ()
    return EntryFinding(EntryCode.IMPOSSIBLE_TOTAL, seat, _COUNTED.key, about, slip, blocks=False)
