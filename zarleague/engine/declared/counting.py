"""Score an entry of a declared game: forms, checks, and the points of every seat."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from zarleague.engine.declared.bounds import bid_points, hand_range
from zarleague.engine.declared.definition import (
    Asked,
    AskedNumber,
    Bid,
    Closer,
    Definition,
    Sweep,
    Times,
)
from zarleague.engine.entry import (
    POINTS,
    TOTALS,
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
)
from zarleague.engine.entry.checks import blocked, check_winner, judged

Row = Sequence[int]
"""The numbers of a seat, in the order of the fields."""
COUNTED = "counted"
"""The key of the form that asks for a definition's fields."""
_KINDS: Final = {
    Asked.COUNT: FieldKind.NUMBER,
    Asked.TICK: FieldKind.TICK,
    Asked.POINTS: FieldKind.POINTS,
}


@lru_cache(maxsize=256)
def forms(definition: Definition) -> tuple[EntryForm, ...]:
    """Return the ways to enter a hand: the definition's fields if it has some, then points only."""
    least, most = hand_range(definition)
    total = Field(POINTS, "Points", FieldKind.POINTS, 1, most, least=least)
    goes_out = definition.out is not None
    totals = EntryForm(TOTALS, "Points only", Evidence.TOTALS, (total,), goes_out, Scoring.SUM)
    if not definition.fields:
        return (totals,)
    fields = tuple(_form_field(field) for field in definition.fields)
    counted = EntryForm(COUNTED, "As counted", Evidence.COUNTS, fields, goes_out, Scoring.GAME)
    return (counted, totals)


def _form_field(field: AskedNumber) -> Field:
    return Field(
        field.key,
        field.label,
        _KINDS[field.asked],
        0 if field.table else field.each,
        field.most,
        least=field.least,
        always=field.always,
    )


def check(definition: Definition, entry: Entry) -> Checked:
    """Judge an entry against the definition and score it; blocked entries have no points."""

    def judge(form: EntryForm, findings: list[EntryFinding]) -> Checked:
        return _judged(definition, form, entry, findings)

    return judged(forms(definition), definition.players, entry, judge)


def _judged(
    definition: Definition, form: EntryForm, entry: Entry, findings: list[EntryFinding]
) -> Checked:
    rows = [
        [_number(field, entry, seat, findings) for field in form.fields]
        for seat in range(len(entry.sheets))
    ]
    if form.winner:
        _check_out(form, entry, findings)
    if form.key == COUNTED:
        _check_sums(definition, rows, findings)
    if blocked(findings):
        return Checked(None, tuple(findings))
    if form.key == TOTALS:
        points = [row[0] for row in rows]
    else:
        points = count(definition, rows, entry.winner)
    total = sum(points)
    if definition.total is not None and total != definition.total:
        facts = Facts(count=total, expected=definition.total)
        findings.append(EntryFinding(EntryCode.WRONG_SUM, facts=facts))
        return Checked(None, tuple(findings))
    return Checked(tuple(points), tuple(findings))


def count(definition: Definition, rows: Sequence[Row], winner: int | None) -> list[int]:
    """Return the points by seat; *rows* are the numbers of each seat in the fields' order."""
    fields = definition.fields
    place = {field.key: index for index, field in enumerate(fields)}
    points = [
        0 if seat == winner and definition.out else sum(map(_share, fields, row))
        for seat, row in enumerate(rows)
    ]
    if definition.out is not None and winner is not None:
        kept = [(field, rows[winner][place[field.key]]) for field in fields if field.always]
        points[winner] = sum(_share(field, number) for field, number in kept)
    for formula in definition.formulas:
        match formula:
            case Bid(bid=bid, tricks=tricks):
                for seat, row in enumerate(rows):
                    points[seat] += bid_points(formula, row[place[bid]], row[place[tricks]])
            case Times(field=key, factor=factor):
                for seat, row in enumerate(rows):
                    number = row[place[key]]
                    points[seat] *= factor**number if factor else number
            case Closer(field=key, factor=factor):
                points = _closed(definition, points, [row[place[key]] for row in rows], factor)
            case Sweep(takes=takes, sweeper=sweeper, others=others):
                if takes in points:
                    swept = points.index(takes)
                    points = [sweeper if seat == swept else others for seat in range(len(points))]
    if definition.out is not None and winner is not None:
        if definition.out.collects:
            collected = sum(points)
            points = [collected if seat == winner else 0 for seat in range(len(points))]
        points[winner] += definition.out.bonus
    return points


def _closed(definition: Definition, points: list[int], ticks: list[int], factor: int) -> list[int]:
    after = list(points)
    for seat, ticked in enumerate(ticks):
        others = [each for other, each in enumerate(points) if other != seat]
        best = min(others) if definition.low_wins else max(others)
        ahead = points[seat] < best if definition.low_wins else points[seat] > best
        if ticked and points[seat] > 0 and not ahead:
            after[seat] = points[seat] * factor
    return after


def _share(field: AskedNumber, number: int) -> int:
    return field.table[number - field.least] if field.table else field.each * number


def _number(field: Field, entry: Entry, seat: int, findings: list[EntryFinding]) -> int:
    """Return the number of a seat in a field; the nearest to 0 that is allowed where none is given
    or it cannot be read."""
    usual = min(max(0, field.least), field.most)
    value = entry.sheets[seat].get(field.key, usual)
    if isinstance(value, bool) or not isinstance(value, int):
        findings.append(EntryFinding(EntryCode.NOT_A_WHOLE_NUMBER, seat, field.key))
        return usual
    if not field.least <= value <= field.most:
        facts = Facts(count=value, least=field.least, most=field.most)
        findings.append(EntryFinding(EntryCode.OUT_OF_RANGE, seat, field.key, facts))
        return usual
    return value


def _check_out(form: EntryForm, entry: Entry, findings: list[EntryFinding]) -> None:
    """Check that one seat went out, and that nothing but what is always asked stands there."""
    winner = entry.winner
    if winner is None or not 0 <= winner < len(entry.sheets):
        check_winner(form, entry, zeros=True, findings=findings)
        return
    asked = [field.key for field in form.fields if not field.always and form.key != TOTALS]
    if any(entry.sheets[winner].get(key) for key in asked):
        findings.append(EntryFinding(EntryCode.WINNER_HOLDS, winner))


def _check_sums(definition: Definition, rows: Sequence[Row], findings: list[EntryFinding]) -> None:
    if blocked(findings):
        return
    for index, field in enumerate(definition.fields):
        if field.sum is None:
            continue
        found, (least, most) = sum(row[index] for row in rows), field.sum
        if not least <= found <= most:
            facts = (
                Facts(count=found, expected=least)
                if least == most
                else Facts(count=found, least=least, most=most)
            )
            code = EntryCode.WRONG_TICKS if field.asked is Asked.TICK else EntryCode.WRONG_SUM
            findings.append(EntryFinding(code, -1, field.key, facts))
