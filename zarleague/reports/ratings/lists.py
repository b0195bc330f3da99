"""Compute rating lists and store them. Idempotent, also when run concurrently."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from django.db import transaction
from numpy.typing import ArrayLike, NDArray

from zarleague.leagues.models import League
from zarleague.leagues.services import lock_league
from zarleague.reports.models import LeagueRater, RatingHistory, RatingList, RatingRow
from zarleague.reports.progress import Progress
from zarleague.reports.ratings import storing
from zarleague.reports.ratings.hands import fingerprints, games_of, history_of
from zarleague.reports.ratings.kept import evening_stamps, kept_evenings
from zarleague.reports.revisions import revisions
from zarleague.standings.ratings.bands import rank_bands
from zarleague.standings.ratings.bradley_terry import BradleyTerry
from zarleague.standings.ratings.groups import Groups
from zarleague.standings.ratings.history import Floats, History, Ints
from zarleague.standings.ratings.interface import Rater, Ratings
from zarleague.standings.ratings.outlook import Upset, peaks, upsets
from zarleague.standings.ratings.prior import Learned
from zarleague.standings.ratings.raters import DEFAULT_RATER, MODEL, rater

ATTEMPTS: Final = 5
"""Times a list is recomputed because another process has stored it meanwhile."""
RATING_TOLERANCE: Final = 1e-3
"""Rating points by which a stored figure may differ: processors round the last bits differently."""
DEVIATION_TOLERANCE: Final = 2e-3
"""Share by which the stored deviation after an evening may differ: each is right to a thousandth,
see `BradleyTerry.after_each_evening`, whichever evening the search began with."""
MOST_BANDED: Final = 3000
"""Players above which no rank bands are made: they compare every two of them."""


def rater_key(league: League) -> str:
    """Return the key of the rater the league has chosen."""
    chosen = LeagueRater.objects.filter(league=league).values_list("rater", flat=True).first()
    return chosen or DEFAULT_RATER


def leagues_of_earlier_models() -> list[League]:
    """Return the leagues with a list that an earlier model computed."""
    return list(League.objects.filter(rating_lists__model__lt=MODEL).distinct().order_by("pk"))


def refresh(league: League, progress: Progress | None = None) -> bool:
    """Update every rating list of the league to its confirmed hands; return whether all were
    stored.
    """
    progress = progress or Progress.unrecorded()
    games = games_of(league)
    refreshed = [refresh_game(league, game, progress) for game in games]
    RatingList.objects.filter(league=league).exclude(game__in=games).delete()
    return all(refreshed)


def refresh_game(league: League, game: str, progress: Progress) -> bool:
    """Update one rating list. Return False if another process or another choice of rater was faster
    at every attempt. Hands are read and rated without a lock and figures are written in short
    transactions, so entering hands is not held up. They are those of the hands read, even if more
    were confirmed meanwhile: in a long league there would never be any otherwise.
    """
    for _ in range(ATTEMPTS):
        key = rater_key(league)
        history = history_of(league, game)
        stamps = fingerprints(history, key)
        kept = _reusable(league, game)
        if kept is not None and kept.fingerprint == last_stamp(stamps):
            return True
        found = Computed.of(rater(key), history, stamps, progress, kept)
        with transaction.atomic():
            lock_league(league.pk)
            if rater_key(league) != key or not _is_stored(kept, league, game):
                continue
            writing = storing.begin(league, game, found.list_fields(), found.since)
        if writing.store(found.rows, found.new_history()):
            return True
    return False


def check_game(league: League, game: str, *, write: bool) -> set[str]:
    """Compare one rating list with a recomputed one; return the labels of the models whose rows
    differ. With ``write`` replace a list that differs, unless hands were confirmed meanwhile, whose
    own refresh follows."""
    before, key = revisions(league), rater_key(league)
    history = history_of(league, game)
    found = Computed.of(rater(key), history, fingerprints(history, key), Progress.unrecorded())
    kept = RatingList.objects.filter(league=league, game=game).first()
    differing = _differences(kept, found)
    if write and differing:
        with transaction.atomic():
            lock_league(league.pk)
            if (revisions(league), rater_key(league)) != (before, key):
                return differing
            writing = storing.begin(league, game, found.list_fields(), found.since)
        writing.store(found.rows, found.new_history())
    return differing


@dataclass(frozen=True)
class Computed:
    """All figures of one list."""

    rater: str
    history: History
    stamps: Sequence[tuple[int, str]]
    learned: Learned | None
    """Learned parameters for luck and ties; None if the rater learns nothing."""
    group: Ints
    """(P,) the group of each player in ``ratings``, see `standings.ratings.groups`."""
    ratings: Ratings
    evenings: Sequence[tuple[int, Ratings]]
    """After each evening, by what is learned from all of them."""
    since: int
    """The first evening whose ratings were not read from the stored list."""
    upsets: Sequence[Upset]
    rows: Sequence[Mapping[str, Any]]
    """The fields of each `RatingRow`."""

    @classmethod
    def of(
        cls,
        rater: Rater,
        history: History,
        stamps: Sequence[tuple[int, str]],
        progress: Progress,
        kept: RatingList | None = None,
    ) -> "Computed":
        """Rate all hands, reusing the stored ratings of evenings that have not changed.

        Raise `ClaimLostError` if another run has taken the job.
        """
        progress.add(2)
        informed = rater.with_history(history)
        learned = informed.learned if isinstance(informed, BradleyTerry) else None
        progress.step()
        evenings = kept_evenings(kept, evening_stamps(stamps, learned), history)
        progress.add(len(stamps) - len(evenings))
        since = evenings[-1][0] + 1 if evenings else 0
        for evening, ratings in informed.after_each_evening(history, since or None):
            evenings.append((evening, ratings))
            progress.step()
        groups = Groups.of(history)
        played = np.isin(history.player_ids, (latest := informed.fit(history)).player_ids)
        alone = groups.sizes()[played] == 1
        latest = dataclasses.replace(latest, provisional=latest.provisional | alone)
        progress.step()
        group = groups.numbers()[played]
        return cls(
            rater.key,
            history,
            stamps,
            learned,
            group,
            latest,
            evenings,
            since,
            upsets(PrecomputedRater(informed, evenings), history),
            _rows(latest, group, evenings),
        )

    @property
    def fingerprint(self) -> str:
        """Return the fingerprint of all hands."""
        return last_stamp(self.stamps)

    def new_history(self) -> dict[str, NDArray[Any]]:
        """Return the ratings after the evenings from ``since`` on as the columns of
        `RatingHistory`, by player and evening, as they are stored."""
        new = [one for one in self.evenings if one[0] >= self.since]
        then = [ratings for _, ratings in new]
        players = _joined([ratings.player_ids for ratings in then], np.int64)
        sizes = [len(ratings.player_ids) for ratings in then]
        columns = {
            "player_id": players,
            "evening": np.repeat(np.array([evening for evening, _ in new], np.int32), sizes),
            "rating": _joined([ratings.rating for ratings in then], np.float64),
            "provisional": _joined([ratings.provisional for ratings in then], np.bool_),
        }
        known = [ratings.deviation for ratings in then if ratings.deviation is not None]
        if known:
            columns["deviation"] = np.concatenate(known)
        order = np.lexsort((columns["evening"], players))
        return {name: column[order] for name, column in columns.items()}

    def list_fields(self) -> dict[str, Any]:
        """Return the fields of the `RatingList`."""
        return {
            "rater": self.rater,
            "model": MODEL,
            "prior_deviation": self.learned.skill if self.learned else None,
            "fingerprint": self.fingerprint,
            "hands": self.history.hands,
            "evenings": [list(stamp) for stamp in evening_stamps(self.stamps, self.learned)],
            "upsets": [list(upset) for upset in self.upsets],
        }


@dataclass(frozen=True)
class PrecomputedRater:
    """A rater with ratings computed before."""

    rater: Rater
    evenings: Sequence[tuple[int, Ratings]]

    @property
    def key(self) -> str:
        return self.rater.key

    def fit(self, history: History) -> Ratings:
        return self.rater.fit(history)

    def after_each_evening(
        self, history: History, since: int | None = None
    ) -> Iterator[tuple[int, Ratings]]:
        yield from (
            self.evenings if since is None else (one for one in self.evenings if one[0] >= since)
        )

    def with_history(self, history: History) -> Rater:
        return self.rater.with_history(history)

    def chance(self, ratings: Ratings, first: ArrayLike, second: ArrayLike) -> Floats:
        return self.rater.chance(ratings, first, second)

    def first(self, ratings: Ratings, player_ids: ArrayLike) -> Floats:
        return self.rater.first(ratings, player_ids)


def _reusable(league: League, game: str) -> RatingList | None:
    """Return the stored list; None if there is none or an earlier model computed it."""
    return RatingList.objects.filter(league=league, game=game, model=MODEL).first()


def _is_stored(kept: RatingList | None, league: League, game: str) -> bool:
    """Return whether the list, whose evenings are reused, is still as it was read."""
    now = _reusable(league, game)
    return (now and now.fingerprint) == (kept and kept.fingerprint)


def _differences(kept: RatingList | None, found: Computed) -> set[str]:
    """Return the labels of the models whose rows differ from the computed ones."""
    rows = [tuple(fields[name] for name in _ROW) for fields in found.rows]
    wanted = {row[0]: row[1:] for row in rows}
    stored = {row[0]: row[1:] for row in RatingRow.objects.filter(list=kept).values_list(*_ROW)}
    differing = set()
    if not _alike(stored, wanted):
        differing.add(RatingRow._meta.label)
    fields = ("player_id", "evening", "rating", "deviation", "provisional")
    then = {
        row[:2]: row[2:] for row in RatingHistory.objects.filter(list=kept).values_list(*fields)
    }
    again = {
        (player, evening): values
        for evening, ratings in found.evenings
        for player, *values in zip(
            ratings.player_ids.tolist(),
            ratings.rating.tolist(),
            _deviations(ratings),
            ratings.provisional.tolist(),
            strict=True,
        )
    }
    if not _alike(then, again, {fields.index("deviation") - 2: DEVIATION_TOLERANCE}):
        differing.add(RatingHistory._meta.label)
    return differing


def _alike(
    before: Mapping[Any, Sequence[Any]],
    after: Mapping[Any, Sequence[Any]],
    shares: Mapping[int, float] = MappingProxyType({}),
) -> bool:
    """Return whether two tables have equal rows by key. Floats may differ by `RATING_TOLERANCE`, in
    the columns named in ``shares`` by a share of the value."""
    return before.keys() == after.keys() and all(
        isclose(then, now, rel_tol=shares.get(column, 0.0), abs_tol=RATING_TOLERANCE)
        if isinstance(then, float) and isinstance(now, float)
        else then == now
        for key, values in after.items()
        for column, (then, now) in enumerate(zip(before[key], values, strict=True))
    )


_ROW: Final = (
    "player_id",
    "group",
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


def _rows(
    ratings: Ratings, group: Ints, evenings: Sequence[tuple[int, Ratings]]
) -> list[dict[str, Any]]:
    """Return the fields of each `RatingRow`."""
    bands = _bands(ratings, group)
    highest = peaks(evenings)
    columns = zip(
        ratings.player_ids.tolist(),
        group.tolist(),
        ratings.ranks(group).tolist(),
        ratings.rating.tolist(),
        _deviations(ratings),
        ratings.hands.tolist(),
        ratings.provisional.tolist(),
        strict=True,
    )
    rows: list[dict[str, Any]] = []
    for player, group, rank, rating, deviation, hands, provisional in columns:
        best, worst = bands.get(player, (None, None))
        peak = highest.get(player)
        rows.append(
            {
                "player_id": player,
                "group": group,
                "rank": rank,
                "best": best,
                "worst": worst,
                "rating": rating,
                "deviation": deviation,
                "hands": hands,
                "provisional": provisional,
                "peak": peak.rating if peak else None,
                "peak_evening": peak.evening if peak else None,
            }
        )
    return rows


def _deviations(ratings: Ratings) -> list[float | None]:
    if ratings.deviation is None:
        return [None] * len(ratings.player_ids)
    return list(ratings.deviation.tolist())


def _bands(ratings: Ratings, group: Ints) -> dict[int, tuple[int, int]]:
    if ratings.deviation is None or len(ratings.player_ids) > MOST_BANDED:
        return {}
    return {band.player_id: (band.best, band.worst) for band in rank_bands(ratings, group)}


def _joined(parts: Sequence[NDArray[Any]], kind: type[np.generic]) -> NDArray[Any]:
    return np.concatenate([np.zeros(0, kind), *parts])


def last_stamp(stamps: Sequence[tuple[int, str]]) -> str:
    """Return the stamp of all hands, "" if there are none."""
    return stamps[-1][1] if stamps else ""
