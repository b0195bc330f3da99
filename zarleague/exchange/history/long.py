"""Gather the hands of a spreadsheet with a row for each result."""

import datetime
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext_noop

from zarleague.exchange.history.cells import (
    is_absent,
    points_of,
    text_of,
)
from zarleague.exchange.history.gathered import Gathered, ProblemKind, SheetHand
from zarleague.exchange.history.layout import Layout, Use
from zarleague.exchange.history.sheet_rows import (
    MAX_NAME,
    MAX_TOGETHER,
    NO,
    YES,
    EveningsOfRows,
    cell_at,
    data_rows,
    place_of_name,
    points_in,
)
from zarleague.exchange.history.sheets import Row
from zarleague.leagues.names import name_key


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
                found.flaw(
                    ProblemKind.WHICH_HAND,
                    (hand_column, number),
                    gettext_noop("Which hand is this?"),
                )
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
                    found.flaw(
                        ProblemKind.TWICE,
                        (name_column, number),
                        gettext_noop("{name} already has a result for this hand."),
                        hand,
                        name=name,
                    )
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
            found.flaw(
                ProblemKind.PLACE,
                (place_column, number),
                gettext_noop("“{text}” isn’t a place."),
                hand,
                text=text_of(cell)[:40],
            )
        else:
            hand.ranks[place] = rank
    if winner_column is not None and not is_absent(cell := cell_at(row, winner_column)):
        said = text_of(cell).casefold()
        if said in YES or name_key(said) == name_key(found.names[place]):
            hand.winners.add(place)
        elif said not in NO and not name_key(said):
            found.flaw(
                ProblemKind.WINNER,
                (winner_column, number),
                gettext_noop("“{text}” doesn’t say whether this player has won."),
                hand,
                text=text_of(cell)[:40],
            )
