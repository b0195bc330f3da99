"""Load the hands of a league and game for `standings.ratings`, and compute their fingerprints."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, Final

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from zarleague.leagues.models import League
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Match
from zarleague.standings.ratings.history import History
from zarleague.standings.ratings.raters import MODEL

_MATCHES: Final = 200
"""Matches read at a time; those of one evening are read together. With 1,000 the rows that are not
columns yet took as much memory as all columns of a long season."""

_COLUMNS: Final = ("hand", "match", "player", "place", "points", "won")
_RESULTS: Final = (
    "SELECT hand.id AS hand, hand.match_id AS match, result.player_id AS player, result.place,"
    " result.points, CAST(result.won AS integer) AS won FROM play_hand AS hand"
    " JOIN play_handresult AS result"
    " ON result.league_id = hand.league_id AND result.version_id = hand.confirmed_id"
)
_PART: Final = 10_000
"""Rows that are objects at a time."""


def games_of(league: League) -> list[str]:
    """Return the keys of the games the league has played, sorted."""
    games = Match.objects.filter(season__league=league).values_list("game", flat=True)
    return sorted(games.distinct().order_by())


def history_of(league: League, game: str, keep: Callable[[], None] = lambda: None) -> History:
    """Return every confirmed result of one game in a league, over all seasons. They are read some
    evenings at a time, after each of which ``keep`` is called: as columns they take a sixth of the
    memory of rows."""
    into = aliases(league.pk)

    def parts() -> Iterator[History]:
        for matches in _matches(league, game):
            yield _hands_of(league, matches, into)
            keep()

    return History.joined(parts())


def fingerprints(history: History, rater: str) -> list[tuple[int, str]]:
    """Return (evening, SHA-256 of the model and of the hands up to its end) in order. Players who
    first play later are not included, so a newcomer does not change the earlier evenings.
    """
    running = hashlib.sha256(f"{rater} {MODEL}".encode())
    found: list[tuple[int, str]] = []
    for evening, played in history.by_evening():
        players = played.player_ids[played.player]
        for column in (played.hand_ids, played.evening, played.start, players, played.place):
            running.update(np.ascontiguousarray(column).tobytes())
        found.append((evening, running.hexdigest()))
    return found


def _matches(league: League, game: str) -> Iterator[NDArray[np.int64]]:
    """Yield the matches of some evenings at a time, the evenings in order: (M, 3) match, its
    evening as an ordinal, and 1 if high points win it; matches ascending."""
    rows = Match.objects.filter(season__league=league, game=game).order_by("played_on")
    found: list[tuple[int, int, bool]] = []
    for day, of_day in groupby(rows.values_list("played_on", "pk", "high_wins"), itemgetter(0)):
        if len(found) >= _MATCHES:
            yield np.array(sorted(found), dtype=np.int64)
            found = []
        found += [(match, day.toordinal(), high_wins) for _, match, high_wins in of_day]
    if found:
        yield np.array(sorted(found), dtype=np.int64)


def _hands_of(league: League, matches: NDArray[np.int64], into: Mapping[int, int]) -> History:
    """Return the confirmed results of some matches; ``into`` are the league's `aliases`."""
    ids, days, high = matches.T
    hand, match, player, place, points, won = _results_of(league.pk, ids.tolist())
    at = np.searchsorted(ids, match)
    if into:
        different, position = np.unique(player, return_inverse=True)
        counted = [into.get(one, one) for one in different.tolist()]
        player = np.array(counted, dtype=np.int64)[position]
    return History.of_columns(
        hand_id=hand,
        evening=days[at],
        player_id=player,
        place=place,
        points=points,
        won=won == 1,
        high_wins=high[at] == 1,
    )


def _results_of(league_id: int, matches: Sequence[int]) -> NDArray[np.int64]:
    """Return hand, match, player, place, points and 1 if won, each a row of the array, of the
    confirmed results of some matches of a league, in any order.

    A league may have a million. PostgreSQL joins the numbers, eight bytes each, to one value: made
    rows of objects first they would take twice as long.
    """
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
