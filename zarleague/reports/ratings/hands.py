"""The hands of a league and game as `standings.ratings` takes them, and their fingerprints."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from zarleague.leagues import sql
from zarleague.leagues.models import League
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Match
from zarleague.standings.ratings.history import History
from zarleague.standings.results import Result

_RESULTS = (
    "SELECT play_hand.id, match_id, player_id, place, points, won FROM play_hand"
    " JOIN play_handresult ON version_id = confirmed_id"
    " JOIN play_match ON play_match.id = match_id"
    " JOIN leagues_season ON leagues_season.id = season_id"
    " WHERE league_id = %s AND game = %s"
)
"""Plain SQL: of a long history the ORM would make every row twice."""
_COLUMNS = 6


def games_of(league: League) -> list[str]:
    """The games the league has played, by key."""
    games = Match.objects.filter(season__league=league).values_list("game", flat=True)
    return sorted(games.distinct().order_by())


def history_of(league: League, game: str) -> History:
    """Every confirmed result of one game in a league, over all seasons."""
    return StoredHands.of(league, game).history()


@dataclass(frozen=True, slots=True)
class StoredHands:
    """The confirmed results of one game in a league, as they were read."""

    rows: Sequence[tuple[int, ...]]
    """Hand, match, player, place, points and whether the player won."""
    days: Mapping[int, int]
    """The evening of each match as an ordinal."""
    high: Set[int]
    """The matches that high points win."""
    into: Mapping[int, int]
    """Whom merged players' results count for."""

    @classmethod
    def of(cls, league: League, game: str) -> "StoredHands":
        """Read them."""
        days, high = _matches(league, game)
        return cls(sql.rows(_RESULTS, league.pk, game), days, high, aliases(league.pk))

    def with_other(self, hand_id: int, results: Iterable[Result]) -> "StoredHands":
        """The same with other results for one hand: what a correction would make of it."""
        rows = [row for row in self.rows if row[0] != hand_id]
        rows += [
            (one.hand_id, one.match_id, one.player_id, one.place, one.points, one.won)
            for one in results
        ]
        return replace(self, rows=rows)

    def history(self) -> History:
        """The results as columns."""
        values = np.fromiter(chain.from_iterable(self.rows), np.int64, _COLUMNS * len(self.rows))
        hand, match, player, place, points, won = values.reshape(-1, _COLUMNS).T
        return History.of_columns(
            hand_id=hand,
            evening=[self.days[one] for one in match.tolist()],
            player_id=[self.into.get(one, one) for one in player.tolist()] if self.into else player,
            place=place,
            points=points,
            won=won,
            high_wins=np.isin(match, list(self.high)),
        )


def fingerprints(history: History, rater: str) -> list[tuple[int, str]]:
    """(evening, SHA-256 of the rater and the hands up to its end) in order.

    All players of the list are part of it from the start: their number is the size of the arrays
    the fit works on, and with it the last bits of its figures.
    """
    running = hashlib.sha256(rater.encode())
    running.update(history.player_ids.tobytes())
    found: list[tuple[int, str]] = []
    for evening, played in history.by_evening():
        for column in (played.hand_ids, played.evening, played.start, played.player, played.place):
            running.update(np.ascontiguousarray(column).tobytes())
        found.append((evening, running.hexdigest()))
    return found


def _matches(league: League, game: str) -> tuple[dict[int, int], set[int]]:
    """The evening of each match as an ordinal, and the matches that high points win."""
    rows = Match.objects.filter(season__league=league, game=game).values_list(
        "pk", "played_on", "high_wins"
    )
    days: dict[int, int] = {}
    high: set[int] = set()
    for match, played_on, high_wins in rows:
        days[match] = played_on.toordinal()
        if high_wins:
            high.add(match)
    return days, high
