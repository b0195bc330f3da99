"""A rating list worked out and written: twice, late or beside itself, the rows are the same."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from django.db import transaction
from numpy.typing import ArrayLike, NDArray

from zarleague.leagues import sql
from zarleague.leagues.models import League
from zarleague.reports import bulk
from zarleague.reports.models import LeagueRater, RatingHistory, RatingList, RatingRow
from zarleague.reports.progress import Progress
from zarleague.reports.ratings.hands import fingerprints, games_of, history_of
from zarleague.reports.revisions import game_revision
from zarleague.standings.ratings.bands import rank_bands
from zarleague.standings.ratings.history import Floats, History
from zarleague.standings.ratings.interface import Rater, Ratings
from zarleague.standings.ratings.outlook import Upset, peaks, upsets
from zarleague.standings.ratings.raters import DEFAULT_RATER, rater

ATTEMPTS: Final = 5
"""Times a list is worked out anew because a hand was confirmed meanwhile. Each such hand has also
queued a refresh of its own, which has the last word."""
MOST_BANDED: Final = 3000
"""Players above which no rank bands are made: they compare every two of them."""


def rater_key(league: League) -> str:
    """The key of the rater the league has chosen."""
    chosen = LeagueRater.objects.filter(league=league).values_list("rater", flat=True).first()
    return chosen or DEFAULT_RATER


def refresh(league: League, progress: Progress | None = None) -> None:
    """Bring every rating list of the league up to its confirmed hands."""
    progress = progress or Progress.silent()
    games = games_of(league)
    for game in games:
        refresh_game(league, game, progress)
    RatingList.objects.filter(league=league).exclude(game__in=games).delete()


def refresh_game(league: League, game: str, progress: Progress) -> None:
    """Bring one rating list up to date, in one transaction once it is worked out.

    The hands are read and rated without a lock, so that nobody at a table waits. If they changed
    meanwhile the result is thrown away and worked out anew.
    """
    for _ in range(ATTEMPTS):
        revision, key = game_revision(league, game), rater_key(league)
        history = history_of(league, game)
        stamps = fingerprints(history, key)
        kept = RatingList.objects.filter(league=league, game=game).first()
        if kept is not None and kept.fingerprint == _last(stamps):
            return
        found = _Found.of(rater(key), history, stamps, progress)
        with transaction.atomic():
            League.objects.select_for_update(no_key=True).get(pk=league.pk)
            if (game_revision(league, game), rater_key(league)) == (revision, key):
                _write(league, game, found)
                return


@dataclass(frozen=True)
class _Found:
    """All figures of one list."""

    rater: str
    history: History
    stamps: Sequence[tuple[int, str]]
    ratings: Ratings
    evenings: Sequence[tuple[int, Ratings]]
    upsets: Sequence[Upset]

    @classmethod
    def of(
        cls,
        rater: Rater,
        history: History,
        stamps: Sequence[tuple[int, str]],
        progress: Progress,
    ) -> "_Found":
        progress.add(len(stamps) + 1)
        evenings: list[tuple[int, Ratings]] = []
        for evening, ratings in rater.after_each_evening(history):
            evenings.append((evening, ratings))
            progress.step()
        latest = rater.fit(history)
        progress.step()
        known = _Known(rater, evenings)
        return cls(rater.key, history, stamps, latest, evenings, upsets(known, history))


@dataclass(frozen=True)
class _Known:
    """A rater whose ratings after each evening have been worked out already."""

    rater: Rater
    evenings: Sequence[tuple[int, Ratings]]

    @property
    def key(self) -> str:
        return self.rater.key

    def fit(self, history: History) -> Ratings:
        return self.rater.fit(history)

    def after_each_evening(self, history: History) -> Iterator[tuple[int, Ratings]]:
        yield from self.evenings

    def chance(self, ratings: Ratings, first: ArrayLike, second: ArrayLike) -> Floats:
        return self.rater.chance(ratings, first, second)


def _write(league: League, game: str, found: _Found) -> None:
    """Put the figures in place of those there are. The caller holds the league's lock."""
    kept = RatingList.objects.filter(league=league, game=game).first()
    before = dict(kept.evenings) if kept else {}
    if kept is not None and kept.fingerprint == _last(found.stamps):
        return  # somebody else was first, with the same hands
    fields = {
        "rater": found.rater,
        "fingerprint": _last(found.stamps),
        "hands": found.history.hands,
        "evenings": [list(stamp) for stamp in found.stamps],
        "upsets": [list(upset) for upset in found.upsets],
    }
    kept, _ = RatingList.objects.update_or_create(league=league, game=game, defaults=fields)
    RatingRow.objects.filter(list=kept).delete()
    sql.upsert(RatingRow._meta.db_table, _ROW, (), _rows(kept.pk, found))
    same = {evening for evening, stamp in found.stamps if before.get(evening) == stamp}
    RatingHistory.objects.filter(list=kept).exclude(evening__in=same).delete()
    new = [(evening, then) for evening, then in found.evenings if evening not in same]
    if new:
        bulk.insert(RatingHistory, _history(kept.pk, new))


_ROW: Final = (
    "list_id",
    "player_id",
    "rank",
    "best",
    "worst",
    "rating",
    "deviation",
    "hands",
    "provisional",
    "peak",
    "peak_evening",
)


def _rows(list_id: int, found: _Found) -> Iterator[tuple[Any, ...]]:
    ratings = found.ratings
    bands = _bands(ratings)
    highest = peaks(found.evenings)
    ranks = 1 + np.searchsorted(np.sort(-ratings.rating), -ratings.rating)
    columns = zip(
        ratings.player_ids.tolist(),
        ranks.tolist(),
        ratings.rating.tolist(),
        _deviations(ratings),
        ratings.hands.tolist(),
        ratings.provisional.tolist(),
        strict=True,
    )
    for player, rank, rating, deviation, hands, provisional in columns:
        best, worst = bands.get(player, (None, None))
        peak = highest.get(player)
        yield (
            *(list_id, player, rank, best, worst, rating, deviation, hands, provisional),
            *((peak.rating, peak.evening) if peak else (None, None)),
        )


def _history(list_id: int, evenings: Sequence[tuple[int, Ratings]]) -> dict[str, NDArray[Any]]:
    """The columns of what is kept of some evenings, at least one, in the order of the table's key:
    rows in any other order take longer to write."""
    days, ratings = zip(*evenings, strict=True)
    players = np.concatenate([then.player_ids for then in ratings])
    columns = {
        "list_id": np.full(len(players), list_id),
        "player_id": players,
        "evening": np.repeat(np.array(days, np.int32), [len(then.player_ids) for then in ratings]),
        "rating": np.concatenate([then.rating for then in ratings]),
        "provisional": np.concatenate([then.provisional for then in ratings]),
    }
    deviations = [then.deviation for then in ratings if then.deviation is not None]
    if deviations:
        columns["deviation"] = np.concatenate(deviations)
    order = np.lexsort((columns["evening"], players))
    return {name: column[order] for name, column in columns.items()}


def _deviations(ratings: Ratings) -> list[float | None]:
    if ratings.deviation is None:
        return [None] * len(ratings.player_ids)
    return list(ratings.deviation.tolist())


def _bands(ratings: Ratings) -> dict[int, tuple[int, int]]:
    if ratings.deviation is None or len(ratings.player_ids) > MOST_BANDED:
        return {}
    return {band.player_id: (band.best, band.worst) for band in rank_bands(ratings)}


def _last(stamps: Sequence[tuple[int, str]]) -> str:
    return stamps[-1][1] if stamps else ""
