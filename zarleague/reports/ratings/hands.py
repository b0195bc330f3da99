"""Load the hands of a league and game for `standings.ratings`, and compute their fingerprints."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from zarleague.leagues.models import League
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Match
from zarleague.standings.ratings.history import History
from zarleague.standings.ratings.raters import MODEL
from zarleague.storage.sql import rated_hands

_MATCHES: Final = 200
"""Matches read at a time; those of one evening are read together. With 1,000 the rows that are not
columns yet took as much memory as all columns of a long season."""


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
    hand, match, player, place, points, won = rated_hands.results_of(league.pk, ids.tolist())
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
