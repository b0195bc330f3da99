"""Compute the ranks after each evening of a season and store those that changed. After a hand of
the season's last evening only that evening's ranks are recomputed, from the stored table, one row
per player. After a correction of an earlier evening the season is added up again, evening by
evening, and compared from that evening on. In a long season that is done some evenings at a time.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Final, NamedTuple, TypeVar

from django.db import transaction

from zarleague.background.lease import LeaseLostError
from zarleague.leagues.models import Season
from zarleague.play.locks import lock_season
from zarleague.play.selectors import hands_of, season_lots, season_penalties, season_table
from zarleague.play.totals.confirmed import evenings_of, results_by_evening
from zarleague.reports.background_work.subprocess_or_inline import (
    compute,
    pause_between_writes,
    runs_apart,
    takes_long,
)
from zarleague.reports.background_work.time_slice import TimeSlice
from zarleague.reports.models import EveningRank
from zarleague.reports.rank_history.rank_lease import RankLease
from zarleague.standings.results import Result
from zarleague.standings.rules import rules_from_json
from zarleague.standings.series import tables_by_evening
from zarleague.standings.table import Row

WRITTEN_AT_ONCE: Final = 250
"""Rows written in one transaction: some 10 ms, which is how long a hand may have to wait."""

RANKED_FOR: Final = 10.0
"""Seconds for which a part ranks evenings at least, see `TimeSlice`."""

Item = TypeVar("Item")


class Standing(NamedTuple):
    """The rank of one player after an evening."""

    rank: int | None
    """None while short of a minimum."""
    metric: float | None


Standings = dict[int, Standing]
"""By player id."""


class Differences(NamedTuple):
    """The differences between the stored and the computed ranks of an evening."""

    evening: datetime.date
    changed: Standings
    """Missing, or others."""
    extra: list[int]
    """Players who should have none."""

    def __bool__(self) -> bool:
        return bool(self.changed or self.extra)


def refresh_ranks(season_id: int, *, every_evening: bool = False, take_over: bool = False) -> bool:
    """Update the ranks of a season to its confirmed hands; return whether any differed. Only
    changed evenings and those after them are compared; with ``every_evening``, all. The ranks are
    computed without a lock, as that takes seconds in a long season, and rows that differ are
    written in short transactions. If hands were confirmed meanwhile, the season stays out of date
    (see `out_of_date`) until the next refresh. While another process refreshes the ranks, do
    nothing; with ``take_over`` replace it.
    """
    lease = RankLease.take(season_id, every_evening=every_evening, take_over=take_over)
    return lease is not None and compute(_hands_of(lease), _rank_all, lease)


def rank_next_evenings(season_id: int, *, take_over: bool = False) -> bool:
    """Do the next part of `refresh_ranks`; return whether evenings are left. If the process is
    killed, what is stored is not computed again. In a process of its own do all at once."""
    lease = RankLease.take(season_id, take_over=take_over)
    if lease is None:
        return False
    hands = _hands_of(lease)
    if runs_apart(hands):
        compute(hands, _rank_all, lease)
        return False
    return _rank_some(lease)


def ranks_take_long(season_id: int) -> bool:
    """Return whether `rank_next_evenings` has to read so many hands of a season now that it takes
    long."""
    season = Season.objects.get(pk=season_id)
    return takes_long(_hands_since(season, RankLease.start(season)[0]))


def ranks_differ(season: Season) -> bool:
    """Return whether the stored ranks differ from those of the confirmed hands. Write nothing."""
    return any(_of_days_gone(season)) or any(_differences(season, None))


def _hands_of(lease: RankLease) -> int:
    """Return how many hands are read to refresh the leased ranks."""
    return _hands_since(lease.season, lease.since)


def _hands_since(season: Season, since: int | None) -> int:
    days = evenings_of(season)
    is_last = since is not None and (not days or since >= days[-1])
    return 0 if is_last else hands_of(season)


def _rank_all(lease: RankLease) -> bool:
    """Write the ranks that differ; return whether any did."""
    try:
        differed = [bool(found) for found in _written(lease)]
    except LeaseLostError:
        return True  # another process has started later and will write them
    lease.finish()
    return any(differed)


def _rank_some(lease: RankLease) -> bool:
    """Write the ranks of some more evenings; return whether evenings are left."""
    turn = TimeSlice(RANKED_FOR)
    try:
        for _ in _written(lease):
            if turn.is_over():
                lease.let_go()
                return True
    except LeaseLostError:
        return False
    lease.finish()
    return False


def _written(lease: RankLease) -> Iterator[Differences]:
    """Write the ranks that differ, evening by evening; yield each evening's differences when they
    are written. Raise `LeaseLostError` if another process has leased the ranks."""
    if lease.since is None:
        for found in _of_days_gone(lease.season):
            _write(lease, found)
            yield found
    for found in _differences(lease.season, lease.since, lease.keep):
        _write(lease, found)
        lease.reached = found.evening.toordinal()
        yield found


def _of_days_gone(season: Season) -> Iterator[Differences]:
    """Yield the stored ranks of days that are not part of the season any more."""
    days = [datetime.date.fromordinal(day) for day in evenings_of(season)]
    gone = EveningRank.objects.filter(season=season).exclude(evening__in=days)
    for date in set(gone.order_by().values_list("evening", flat=True).distinct()):
        yield _compare(season, date.toordinal(), ())


def _differences(
    season: Season, since: int | None, keep: Callable[[], None] | None = None
) -> Iterator[Differences]:
    """Yield the differences of the stored ranks, evening by evening from ``since`` on. Call
    ``keep`` for each evening of the season that is added up."""
    days = evenings_of(season)
    if since is not None and (not days or since > days[-1]):
        return
    if since is not None and since == days[-1]:
        # The table after the last evening is the season's own.
        yield _compare(season, since, season_table(season))
        return
    tables = tables_by_evening(
        _results(season, keep),
        rules_from_json(season.rules),
        penalties=season_penalties(season),
        lots=season_lots(season),
        since=since or 0,
    )
    for evening, rows in tables:
        yield _compare(season, evening, rows)


def _results(season: Season, keep: Callable[[], None] | None) -> Iterator[tuple[int, list[Result]]]:
    for of_evening in results_by_evening(season):
        if keep is not None:
            keep()
        yield of_evening


def _compare(season: Season, evening: int, rows: Sequence[Row]) -> Differences:
    day = datetime.date.fromordinal(evening)
    stored = {
        player: Standing(rank, metric)
        for player, rank, metric in EveningRank.objects.filter(season=season, evening=day)
        .order_by()
        .values_list("player_id", "rank", "metric")
    }
    wanted = {
        row.player_id: Standing(row.rank, None if row.metric is None else float(row.metric))
        for row in rows
    }
    changed = {
        player: standing for player, standing in wanted.items() if stored.get(player) != standing
    }
    return Differences(day, changed, [player for player in stored if player not in wanted])


def _write(lease: RankLease, found: Differences) -> None:
    rows = EveningRank.objects.filter(season=lease.season, evening=found.evening)
    for number, part in enumerate(_parts(found.changed.items())):
        if number:
            pause_between_writes()
        with _writing(lease):
            _store(lease.season, found.evening, part)
    for gone in _parts(found.extra):
        with _writing(lease):
            rows.filter(player__in=gone).delete()


@contextmanager
def _writing(lease: RankLease) -> Iterator[None]:
    """Run the block in a transaction in which nobody else writes ranks of the season."""
    with transaction.atomic():
        lock_season(lease.season.pk)
        lease.hold()
        yield


def _parts(rows: Iterable[Item]) -> Iterator[list[Item]]:
    """Yield the rows in lists of `WRITTEN_AT_ONCE`."""
    pending = iter(rows)
    while part := list(islice(pending, WRITTEN_AT_ONCE)):
        yield part


def _store(season: Season, evening: datetime.date, part: list[tuple[int, Standing]]) -> None:
    EveningRank.objects.bulk_create(
        (
            EveningRank(
                league_id=season.league_id,
                season=season,
                evening=evening,
                player_id=player,
                **standing._asdict(),
            )
            for player, standing in part
        ),
        update_conflicts=True,
        unique_fields=["season", "evening", "player"],
        update_fields=["rank", "metric"],
    )
