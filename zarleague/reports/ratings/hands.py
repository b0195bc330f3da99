"""Load the hands of a league and game for `standings.ratings`, and compute their fingerprints."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from zarleague.leagues.models import League
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Hand, Match
from zarleague.standings.ratings.history import History
from zarleague.standings.ratings.raters import MODEL
from zarleague.standings.results import Result

_COLUMNS = (
    "id",
    "match_id",
    "confirmed__results__player_id",
    "confirmed__results__place",
    "confirmed__results__points",
    "confirmed__results__won",
)


def games_of(league: League) -> list[str]:
    """Return the keys of the games the league has played, sorted."""
    games = Match.objects.filter(season__league=league).values_list("game", flat=True)
    return sorted(games.distinct().order_by())


def history_of(league: League, game: str) -> History:
    """Return every confirmed result of one game in a league, over all seasons."""
    return StoredHands.of(league, game).history()


@dataclass(frozen=True, slots=True)
class StoredHands:
    """The confirmed results of one game in a league, as read from the database."""

    rows: Sequence[tuple[int, ...]]
    """Hand, match, player, place, points and whether the player won."""
    days: Mapping[int, int]
    """The evening of each match as an ordinal."""
    high: Set[int]
    """The matches that high points win."""
    into: Mapping[int, int]
    """The players that merged players' results count for."""

    @classmethod
    def of(cls, league: League, game: str) -> "StoredHands":
        """Read the confirmed results of a game from the database."""
        days, high = _matches(league, game)
        results = Hand.objects.filter(
            match__season__league=league, match__game=game, confirmed__results__isnull=False
        )
        rows = list(results.order_by().values_list(*_COLUMNS).iterator(10_000))
        return cls(rows, days, high, aliases(league.pk))

    def with_other(self, hand_id: int, results: Iterable[Result]) -> "StoredHands":
        """Return the hands with other results for one of them, as after a correction."""
        rows = [row for row in self.rows if row[0] != hand_id]
        rows += [
            (one.hand_id, one.match_id, one.player_id, one.place, one.points, one.won)
            for one in results
        ]
        return replace(self, rows=rows)

    def history(self) -> History:
        """Return the results as columns."""
        values = np.fromiter(
            chain.from_iterable(self.rows), np.int64, len(_COLUMNS) * len(self.rows)
        )
        hand, match, player, place, points, won = values.reshape(-1, len(_COLUMNS)).T
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


def _matches(league: League, game: str) -> tuple[dict[int, int], set[int]]:
    """Return the evening of each match as an ordinal, and the matches in which high points win."""
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
