"""Gather the hands of a spreadsheet with a row for each hand or evening, or for each result."""

import datetime
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from django.utils.translation import gettext_noop

from zarleague.exchange.history.cells import both_scores, is_absent, points_of, text_of
from zarleague.exchange.history.gathered import LONG_NAME, Gathered, ProblemKind, SheetHand
from zarleague.exchange.history.headings import place_of
from zarleague.exchange.history.layout import Layout, Use, Values
from zarleague.exchange.history.sheet_rows import (
    MAX_NAME,
    MAX_TOGETHER,
    NO,
    PART,
    YES,
    EveningsOfRows,
    SeriesOfHands,
    cell_at,
    data_rows,
    is_too_long,
    place_of_name,
    points_in,
)
from zarleague.exchange.history.sheets import Cell, Row
from zarleague.leagues.names import name_key

_ENOUGH: Final = 3
"""Rows above from which on one may be what can be worked out from them."""
_LONE: Final = 0.8
"""Share of the rows in which only one player has points, where the others seem to have 0."""


def fill_lone(found: Gathered, layout: Layout, *, blanks_are_zero: bool) -> None:
    """Note whether only one of the players in the headings has points in nearly all rows; if so,
    give 0 to the others if ``blanks_are_zero``."""
    headed = range(len(layout.columns(Use.PLAYER)))
    scored = [hand for hand in found.hands if hand.has_points and not hand.flaws]
    lone = [hand for hand in scored if len(hand.points) == 1]
    found.lone = (
        len(headed) > 1
        and len(lone) > 1
        and len(lone) >= _LONE * len(scored)
        and len({place for hand in lone for place in hand.points}) > 1
        and not layout.shape.is_running
    )
    for hand in lone if found.lone and blanks_are_zero else ():
        hand.points = {place: hand.points.get(place, 0) for place in headed}


def gather_wide(
    found: Gathered, rows: Iterable[tuple[int, Row]], layout: Layout, today: datetime.date
) -> None:
    players = _headed(found, layout)
    days, matches = EveningsOfRows(found, layout, today), SeriesOfHands()
    table, hand_column = layout.column(Use.TABLE), layout.column(Use.HAND)
    listed, winner = layout.column(Use.PLAYERS), layout.column(Use.WINNER)
    named, scored = layout.columns(Use.NAME), layout.columns(Use.POINTS)
    seen: dict[tuple[object, ...], int] = {}
    for number, row in data_rows(found, rows, layout):
        found.rows += 1
        day = days.of(number, row)
        if day is None:
            continue
        at = text_of(cell_at(row, table))[:MAX_NAME] if table is not None else ""
        hand = SheetHand(day, at, number)
        hand.undated = days.is_missing(row)
        if hand_column is not None:
            hand.series = matches.of(day, at, cell_at(row, hand_column))
        for column, place in players:
            points = points_in(found, row, column, number, layout, hand)
            if points is not None:
                hand.points[place] = points
                hand.has_points = True
        if named:
            of_winner = winner is not None and len(named) != len(scored)
            _note_named(found, hand, row, named, [] if of_winner else scored, layout, scored[:1])
        if listed is not None and not hand.points:
            for name in PART.split(text_of(cell_at(row, listed))):
                place_or_none = place_of_name(found, name, (listed, number), hand) if name else None
                if place_or_none is not None:
                    hand.points[place_or_none] = 2
        if winner is not None:
            is_needed = not hand.has_points and not players
            _note_winners(found, hand, cell_at(row, winner), (winner, number), is_needed)
            if scored and len(named) != len(scored) and not hand.has_points and hand.winners:
                _give_to_winners(found, hand, row, scored[0], layout)
        if not hand.points and not hand.flaws:
            continue
        if hand_column is not None:
            key = (*hand.match, text_of(cell_at(row, hand_column)), *sorted(hand.points.items()))
            if key in seen and text_of(cell_at(row, hand_column)):
                found.flaw(ProblemKind.AGAIN, (None, number), hand, row=seen[key])
            seen.setdefault(key, number)
        found.hands.append(hand)
    _drop_sums(found, layout)


def _note_named(
    found: Gathered,
    hand: SheetHand,
    row: Row,
    named: Sequence[int],
    scored: Sequence[int],
    layout: Layout,
    together: Sequence[int],
) -> None:
    """Note the players whose names stand side by side, each with points in the column of the same
    order, in the column that has those of both *together*, or in the order of their places."""
    both = None
    if len(named) == 2 and together:
        both = both_scores(cell_at(row, together[0]))
    for order, column in enumerate(named):
        if is_absent(cell := cell_at(row, column)):
            continue
        place = place_of_name(found, text_of(cell), (column, hand.row), hand)
        if place is None:
            continue
        if place in hand.points:
            found.flaw(ProblemKind.TWICE, (column, hand.row), hand, name=found.names[place])
        elif both is not None:
            hand.points[place], hand.has_points = both[order], True
        elif order < len(scored):
            points = points_in(found, row, scored[order], hand.row, layout, hand, needed=True)
            if points is not None:
                hand.points[place], hand.has_points = points, True
                if rank := place_of(layout.headings[column]):
                    hand.ranks[place] = rank
        elif layout.values == Values.PLACES:
            hand.points[place], hand.has_points = order + 1, True
        else:
            hand.points[place] = 2


def _note_winners(
    found: Gathered, hand: SheetHand, cell: Cell, at: tuple[int, int], is_needed: bool
) -> None:
    """Note who a cell with names says has won."""
    for name in PART.split(text_of(cell)):
        place = place_of_name(found, name, at, hand) if name and not is_absent(cell) else None
        if place is not None:
            hand.winners.add(place)
            if is_needed:
                hand.points.setdefault(place, 2)
    if is_needed and not hand.winners and not hand.flaws:
        found.flaw(ProblemKind.NO_WINNER, at, hand)


def _give_to_winners(
    found: Gathered, hand: SheetHand, row: Row, column: int, layout: Layout
) -> None:
    """Give the only points of a row to who is named as its winner, and 0 to the others."""
    points = points_in(found, row, column, hand.row, layout, hand, needed=True)
    if points is not None:
        hand.points = {place: points if place in hand.winners else 0 for place in hand.points}
        hand.has_points = True


def _drop_sums(found: Gathered, layout: Layout) -> None:
    """Leave out rows that have the sums of those above them, although they do not say so: the last
    one, or the last one of each evening."""
    if len(found.hands) < 4 or layout.shape.is_running or layout.values != Values.POINTS:
        return
    averages = []
    while found.hands and found.hands[-1].undated and found.hands[-1].flaws:
        averages.append(found.hands.pop())
    _drop_sums_of_whole(found, layout)
    found.hands += averages[::-1]


def _drop_sums_of_whole(found: Gathered, layout: Layout) -> None:
    if len(found.hands) > 1 and _is_sum_of(found.hands[-1], found.hands[:-1]):
        found.hands.pop()
    _drop_worked_out(found, layout)
    _drop_undated_sums(found)
    matches: dict[object, list[SheetHand]] = {}
    for hand in found.hands:
        matches.setdefault(hand.match, []).append(hand)
    several = [hands for hands in matches.values() if len(hands) > 1]
    if any(len(hands) > 2 for hands in several) and all(
        _is_sum_of(hands[-1], hands[:-1]) for hands in several
    ):
        sums = {id(hands[-1]) for hands in several}
        found.hands = [hand for hand in found.hands if id(hand) not in sums]


def _drop_worked_out(found: Gathered, layout: Layout) -> None:
    """Leave out the last rows without a day of their own, if each can be worked out from those
    above: what each player has in all, on average, in the middle, at most, at least, how often a
    player was first or last, or the rank."""
    undated = [hand for hand in found.hands if hand.undated]
    last = found.hands[len(found.hands) - len(undated) :]
    above = found.hands[: len(found.hands) - len(undated)]
    if layout.column(Use.DAY) is None:
        last, above = found.hands[-1:], found.hands[:-1]
    elif not undated or last != undated:
        return
    if len(above) < _ENOUGH:
        return
    columns: dict[int, list[int]] = {}
    best: Counter[int] = Counter()
    worst: Counter[int] = Counter()
    for hand in above:
        for place, points in hand.points.items():
            columns.setdefault(place, []).append(points)
            worst[place] += points == max(hand.points.values())
            best[place] += points == min(hand.points.values())
    of: list[Callable[[int], float]] = [
        lambda place: sum(columns[place]),
        lambda place: statistics.fmean(columns[place]),
        lambda place: statistics.median(columns[place]),
        lambda place: max(columns[place]),
        lambda place: min(columns[place]),
        lambda place: best[place],
        lambda place: worst[place],
        lambda place: len(columns[place]),
        lambda place: 1 + sum(sum(one) < sum(columns[place]) for one in columns.values()),
        lambda place: 1 + sum(sum(one) > sum(columns[place]) for one in columns.values()),
    ]
    needed = 2 if undated else _ENOUGH
    if all(
        len(hand.points) >= needed
        and hand.points.keys() == columns.keys()
        and any(all(abs(points - one(at)) < 1 for at, points in hand.points.items()) for one in of)
        for hand in last
    ):
        found.hands = above


def _drop_undated_sums(found: Gathered) -> None:
    """Leave out rows without a day of their own, if each has the sums of its evening's rows above,
    which have one. One alone may be a hand like the one above."""
    kept: list[SheetHand] = []
    above: list[SheetHand] = []
    most = 0
    for hand in found.hands:
        if above and above[0].match != hand.match:
            above = []
        if not hand.undated:
            above.append(hand)
            kept.append(hand)
        elif not above or not _is_sum_of(hand, above, zeros=True):
            return
        else:
            most = max(most, len(above))
    if most > 1:
        found.hands = kept


def _is_sum_of(last: SheetHand, above: Sequence[SheetHand], *, zeros: bool = False) -> bool:
    """Return whether a row has the sums of rows; with ``zeros`` also if some are 0."""
    sums: Counter[int] = Counter()
    for hand in above:
        sums.update(hand.points)
    return (
        len(last.points) >= 2
        and any(last.points.values())
        and all(
            sums[place] == points and (zeros or points != 0)
            for place, points in last.points.items()
        )
    )


def _headed(found: Gathered, layout: Layout) -> list[tuple[int, int]]:
    """Return the columns of players, each with the index of its name."""
    players: list[tuple[int, int]] = []
    seen: set[int] = set()
    for column in layout.columns(Use.PLAYER):
        at, name = (column, layout.first_row - 1), layout.headings[column]
        if is_too_long(name):  # to leave it out would be to leave out all of a player's points
            found.note(found.cell(*at), LONG_NAME, most=MAX_NAME)
            continue
        place = place_of_name(found, name, at, None)
        if place is None:
            continue
        if place in seen:
            found.note(
                found.cell(*at),
                gettext_noop(
                    "{name} appears twice. Leave out one of the two columns, or give it another "
                    "name in the file."
                ),
                name=found.names[place],
            )
        seen.add(place)
        players.append((column, place))
    names = layout.columns(Use.NAME) + layout.columns(Use.PLAYERS)
    results = layout.columns(Use.WINNER) + layout.columns(Use.POINTS)
    if not players and not names and not layout.columns(Use.WINNER):
        found.note("", gettext_noop("Choose the columns with the players’ points."))
    elif not players and not results and layout.values != Values.PLACES:
        found.note("", gettext_noop("Choose the column with the winner."))
    return players


def gather_long(
    found: Gathered, rows: Iterable[tuple[int, Row]], layout: Layout, today: datetime.date
) -> None:
    """Gather a hand from the rows of its players; each of several columns of points is a hand."""
    name_column, points_columns = layout.column(Use.NAME), layout.columns(Use.POINTS)
    hand_column, table_column = layout.column(Use.HAND), layout.column(Use.TABLE)
    place_column, winner_column = layout.column(Use.PLACE), layout.column(Use.WINNER)
    if name_column is None or (
        not points_columns and place_column is None and winner_column is None
    ):
        found.note("", gettext_noop("Choose the columns with the player and the points."))
        return
    columns: Sequence[int | None] = points_columns or [None]
    days = EveningsOfRows(found, layout, today)
    known: dict[tuple[datetime.date, str, str], SheetHand] = {}
    written: dict[tuple[int, int], str] = {}
    for number, row in data_rows(found, rows, layout):
        found.rows += 1
        day = days.of(number, row)
        name = text_of(cell_at(row, name_column))
        if day is None:
            continue
        at = text_of(cell_at(row, table_column))[:MAX_NAME] if table_column is not None else ""
        which = ""
        if hand_column is not None:
            which = text_of(cell_at(row, hand_column))
            if not which:
                found.flaw(ProblemKind.WHICH_HAND, (hand_column, number))
                continue
        for column in columns:
            if len(points_columns) > 1:
                which = layout.headings[column or 0] or str(column)
                if is_absent(cell_at(row, column or 0)):
                    continue
            hand = known.get((day, at, which))
            place = place_of_name(found, name, (name_column, number), hand)
            if hand is not None and place is not None and place in hand.points:
                is_other = written.get((id(hand), place), name) != name  # Ann and ann
                if (hand_column is not None and len(points_columns) == 1) or is_other:
                    found.flaw(ProblemKind.TWICE, (name_column, number), hand, name=name)
                    continue
                hand = None  # a name is repeated: the next hand begins
            if hand is None:
                hand = known[day, at, which] = SheetHand(day, at, number)
                found.hands.append(hand)
            if place is None:
                hand.flaws.add(ProblemKind.NO_NAME)
                continue
            written[id(hand), place] = name
            if column is not None:
                points = points_in(found, row, column, number, layout, hand, needed=True)
                if points is not None:
                    hand.points[place] = points
                    hand.has_points = True
            else:
                hand.points[place] = 2
            _note_result(found, hand, place, row, number, (place_column, winner_column))


def _note_result(
    found: Gathered,
    hand: SheetHand,
    place: int,
    row: Row,
    number: int,
    columns: tuple[int | None, int | None],
) -> None:
    """Note the place of a player in a hand, and whether the player has won it."""
    place_column, winner_column = columns
    if place_column is not None and not is_absent(cell := cell_at(row, place_column)):
        rank = points_of(cell)
        if rank is None or not 1 <= rank <= MAX_TOGETHER:
            at = (place_column, number)
            found.flaw(ProblemKind.PLACE, at, hand, text=text_of(cell)[:40])
        else:
            hand.ranks[place] = rank
    if winner_column is not None and not is_absent(cell := cell_at(row, winner_column)):
        said = text_of(cell).casefold()
        if said in YES or name_key(said) == name_key(found.names[place]):
            hand.winners.add(place)
        elif said not in NO and not name_key(said):
            at = (winner_column, number)
            found.flaw(ProblemKind.WINNER, at, hand, text=text_of(cell)[:40])
