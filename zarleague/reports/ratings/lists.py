"""Compute rating lists and store them. Idempotent, also when run concurrently."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import isclose
from typing import Any, Final

import numpy as np
from django.db import transaction

from zarleague.leagues.models import League
from zarleague.leagues.services import lock_league
from zarleague.reports.background_work.jobs import Progress
from zarleague.reports.background_work.revisions import revisions
from zarleague.reports.models import RatingHistory, RatingList, RatingRow
from zarleague.reports.ratings import storing
from zarleague.reports.ratings.chosen import rater_key
from zarleague.reports.ratings.hands import fingerprints, games_of, history_of
from zarleague.reports.ratings.kept import evening_stamps, kept_evenings
from zarleague.reports.ratings.packing import by_evening, figures, pack
from zarleague.standings.ratings.bands import rank_bands
from zarleague.standings.ratings.bradley_terry import BradleyTerry
from zarleague.standings.ratings.groups import Groups, pairs_met
from zarleague.standings.ratings.history import History, Ints
from zarleague.standings.ratings.interface import MIDDLE, Rater, Ratings, no_ratings
from zarleague.standings.ratings.outlook import Upset, peaks, upsets
from zarleague.standings.ratings.prior import Learned
from zarleague.standings.ratings.raters import MODEL, rater

ATTEMPTS: Final = 5
"""Times a list is recomputed because another process has stored it meanwhile."""
RATING_TOLERANCE: Final = 1e-3
"""Rating points by which a stored figure may differ: processors round the last bits differently."""
DEVIATION_TOLERANCE: Final = 2e-3
"""Share by which the deviation stored after an evening may differ, and how far what the hands alone
say may be from where it was: each is right to a thousandth, see `BradleyTerry.after_each_evening`,
whichever evening the search began with."""
MOST_BANDED: Final = 3000
"""Players above which no rank bands are made: they compare every two of them."""


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
        if writing.store(found.rows, pack(found.evenings, writing.part)):
            return True
    return False


def check_game(league: League, game: str, *, write: bool) -> set[str]:
    """Compare one rating list with a recomputed one; return the labels of the models whose rows
    differ. With ``write`` replace a list that differs, unless hands were confirmed meanwhile, whose
    own refresh follows; a list that is only behind its hands is then replaced, and not wrong."""
    before, key = revisions(league), rater_key(league)
    history = history_of(league, game)
    found = Computed.of(rater(key), history, fingerprints(history, key), Progress.unrecorded())
    kept = RatingList.objects.filter(league=league, game=game).first()
    differing = _differences(kept, found)
    if write and differing:
        with transaction.atomic():
            lock_league(league.pk)
            if (revisions(league), rater_key(league)) != (before, key):
                return set()
            writing = storing.begin(league, game, found.list_fields(), found.since)
        writing.store(found.rows, pack(found.evenings, writing.part))
        if kept is None or kept.fingerprint != found.fingerprint:
            return set()
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

        Raise `LeaseLostError` if another run has taken the job.
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
            upsets(informed, history, evenings),
            _rows(latest, group, evenings),
        )

    @property
    def fingerprint(self) -> str:
        return last_stamp(self.stamps)

    def list_fields(self) -> dict[str, Any]:
        pairs, hands = pairs_met(self.history)
        return {
            "rater": self.rater,
            "model": MODEL,
            "prior_deviation": self.learned.skill if self.learned else None,
            "fingerprint": self.fingerprint,
            "hands": self.history.hands,
            "pairs_met": pairs,
            "pair_hands": hands,
            "evenings": [list(stamp) for stamp in evening_stamps(self.stamps, self.learned)],
            "upsets": [list(upset) for upset in self.upsets],
        }


def _reusable(league: League, game: str) -> RatingList | None:
    """Return the stored list; None if there is none or an earlier model computed it."""
    return RatingList.objects.filter(league=league, game=game, model=MODEL).first()


def _is_stored(kept: RatingList | None, league: League, game: str) -> bool:
    """Return whether the list, whose evenings are reused, is still as it was read."""
    now = _reusable(league, game)
    return (now and (now.fingerprint, now.holder)) == (kept and (kept.fingerprint, kept.holder))


def _differences(kept: RatingList | None, found: Computed) -> set[str]:
    """Return the labels of the models whose rows differ from the computed ones."""
    rows = [tuple(fields[name] for name in _ROW) for fields in found.rows]
    wanted = {row[0]: row[1:] for row in rows}
    stored = {row[0]: row[1:] for row in RatingRow.objects.filter(list=kept).values_list(*_ROW)}
    differing = set()
    if not _alike(stored, wanted):
        differing.add(RatingRow._meta.label)
    if not _is_history(kept, found.evenings):
        differing.add(RatingHistory._meta.label)
    return differing


def _alike(before: Mapping[Any, Sequence[Any]], after: Mapping[Any, Sequence[Any]]) -> bool:
    """Return whether two tables have equal rows by key; floats may differ by `RATING_TOLERANCE`."""
    return before.keys() == after.keys() and all(
        isclose(then, now, rel_tol=0.0, abs_tol=RATING_TOLERANCE)
        if isinstance(then, float) and isinstance(now, float)
        else then == now
        for key, values in after.items()
        for then, now in zip(before[key], values, strict=True)
    )


def _is_history(kept: RatingList | None, evenings: Sequence[tuple[int, Ratings]]) -> bool:
    """Return whether these ratings are stored. Ratings may differ by `RATING_TOLERANCE`, deviations
    by `DEVIATION_TOLERANCE` as well."""
    rows = RatingHistory.objects.filter(list=kept).values_list("player_id", "figures")
    again = ((evening, one.player_ids, figures(evening, one)) for evening, one in evenings)
    nothing = (0, (), figures(0, no_ratings(np.zeros(0, np.int64))))
    return all(
        then == evening
        and np.array_equal(were, players)
        and np.allclose(before["rating"], now["rating"], 0.0, RATING_TOLERANCE)
        and np.allclose(
            before["by_hands"] - MIDDLE,
            now["by_hands"] - MIDDLE,
            DEVIATION_TOLERANCE,
            RATING_TOLERANCE,
        )
        and np.allclose(
            before["deviation"],
            now["deviation"],
            DEVIATION_TOLERANCE,
            RATING_TOLERANCE,
            equal_nan=True,
        )
        and np.array_equal(before["provisional"], now["provisional"])
        for (then, were, before), (evening, players, now) in zip_longest(
            by_evening(rows.iterator()), again, fillvalue=nothing
        )
    )


_ROW: Final = (
    "player_id",
    "group",
    "rank",
    "best",
    "worst",
    "rating",
    "by_hands",
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
        ratings.middle.tolist(),
        _deviations(ratings),
        ratings.hands.tolist(),
        ratings.provisional.tolist(),
        strict=True,
    )
    rows: list[dict[str, Any]] = []
    for player, of_group, rank, *rated in columns:
        peak = highest.get(player)
        reached = (peak.rating, peak.evening) if peak else (None, None)
        band = bands.get(player, (None, None))
        values = (player, of_group, rank, *band, *rated, *reached)
        rows.append(dict(zip(_ROW, values, strict=True)))
    return rows


def _deviations(ratings: Ratings) -> list[float | None]:
    if ratings.deviation is None:
        return [None] * len(ratings.player_ids)
    return list(ratings.deviation.tolist())


def _bands(ratings: Ratings, group: Ints) -> dict[int, tuple[int, int]]:
    if ratings.deviation is None or len(ratings.player_ids) > MOST_BANDED:
        return {}
    return {band.player_id: (band.best, band.worst) for band in rank_bands(ratings, group)}


def last_stamp(stamps: Sequence[tuple[int, str]]) -> str:
    """Return the stamp of all hands, "" if there are none."""
    return stamps[-1][1] if stamps else ""
