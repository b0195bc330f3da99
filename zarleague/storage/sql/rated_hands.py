"""The statement of the hands that are rated: a league's may have a million results.

They are read as columns of whole numbers. PostgreSQL joins the numbers, eight bytes each, to one
value. Made rows of objects first they would take twice as long.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final

import numpy as np
from django.db import connection
from numpy.typing import NDArray

_COLUMNS: Final = ("hand", "match", "player", "place", "points", "won")
_RESULTS: Final = (
    "SELECT hand.id AS hand, hand.match_id AS match, result.player_id AS player, result.place,"
    " result.points, CAST(result.won AS integer) AS won FROM play_hand AS hand"
    " JOIN play_handresult AS result"
    " ON result.league_id = hand.league_id AND result.version_id = hand.confirmed_id"
)
_PART: Final = 10_000
"""Rows that are objects at a time."""


def results_of(league_id: int, matches: Sequence[int]) -> NDArray[np.int64]:
    """Return hand, match, player, place, points and 1 if won, each a row of the array, of the
    confirmed results of some matches of a league, in any order."""
    marks = ", ".join(["%s"] * len(matches))
    statement = f"{_RESULTS} WHERE hand.league_id = %s AND hand.match_id IN ({marks})"
    params = [league_id, *matches]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            row = " || ".join(f"int8send({name})" for name in _COLUMNS)
            cursor.execute(
                f"SELECT string_agg({row}, '') FROM ({statement}) AS found",  # noqa: S608
                params,
            )
            values = np.frombuffer(cursor.fetchone()[0] or b"", ">i8")
            return values.reshape(-1, len(_COLUMNS)).T.astype(np.int64)
        cursor.execute(statement, params)
        return np.concatenate([_columns([]), *_parts(cursor)], axis=1)


def _parts(cursor: Any) -> Iterator[NDArray[np.int64]]:
    while rows := cursor.fetchmany(_PART):
        yield _columns(rows)


def _columns(rows: Sequence[tuple[int, ...]]) -> NDArray[np.int64]:
    width = len(_COLUMNS)
    values = np.fromiter(chain.from_iterable(rows), np.int64, width * len(rows))
    return values.reshape(-1, width).T
