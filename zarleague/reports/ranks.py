"""Compute the ranks after each evening of a season and store those that changed. After a hand of
the season's last evening only that evening's ranks are recomputed, from the stored table, one row
per player. After a correction of an earlier evening the season is added up again, evening by
evening, and compared from that evening on.
"""

import datetime
import hashlib
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple, TypeVar

from django.db import transaction

from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases
from zarleague.play.locks import lock_season
from zarleague.play.selectors import hands_of, season_lots, season_penalties, season_table
from zarleague.play.totals.confirmed import evenings_of, results_by_evening
from zarleague.reports import outbox
from zarleague.reports.computing import compute, let_others_write
from zarleague.reports.models import EveningRank, SeasonProgress
from zarleague.sql import season_totals
from zarleague.standings.rules import rules_from_json
from zarleague.standings.series import tables_by_evening
from zarleague.standings.table import Row

WRITTEN_AT_ONCE: Final = 250
"""Rows written in one transaction: some 10 ms, which is how long a hand may have to wait."""

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
    (see `outbox`) until the next refresh. While another process refreshes the ranks, do nothing;
    with ``take_over`` replace it.
    """
    season = Season.objects.get(pk=season_id)
    derived = outbox.ranks_derived_from(season)
    rest_on = _rests_on(season)
    since = None if every_evening else _first_moved(season, derived, rest_on)
    claim = outbox.claim_ranks(season, take_over=take_over)
    if claim is None:
        return False  # another process does it, or has stored the ranks of later hands
    days = evenings_of(season)
    is_last = since is not None and (not days or since >= days[-1])
    hands = 0 if is_last else hands_of(season)
    return compute(hands, _refresh, season, since, claim, rest_on)


def ranks_differ(season: Season) -> bool:
    """Return whether the stored ranks differ from those of the confirmed hands. Write nothing."""
    return any(_differences(season, None))


def _refresh(season: Season, since: int | None, claim: int, rest_on: str) -> bool:
    """Write the ranks that differ from evening ``since`` on; return whether any did."""
    differed = False
    held_at = time.monotonic()
    for found in _differences(season, since):
        if found:
            differed = True
            if not _write(season, found, claim):
                return True  # another process has started later and will write them
            held_at = time.monotonic()
        elif time.monotonic() - held_at > outbox.SEEN_EVERY:
            if not outbox.hold_ranks(season.pk, claim):
                return True
            held_at = time.monotonic()
    outbox.note_ranks(season, claim, rest_on)
    return differed


def _rests_on(season: Season) -> str:
    """Return a stamp of everything that affects the ranks of all evenings."""
    facts = [season.rules, season.lots, sorted(aliases(season.league_id).items())]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def _first_moved(season: Season, derived: SeasonProgress, rest_on: str) -> int | None:
    """Return the first evening whose ranks may have changed since they were derived; None if all
    may have."""
    if derived.ranks < 0 or derived.ranks_rest_on != rest_on:
        return None
    moved = season_totals.first_change_after(season.pk, derived.ranks)
    return datetime.date.max.toordinal() if moved is None else moved


def _differences(season: Season, since: int | None) -> Iterator[Differences]:
    """Yield the differences of the stored ranks, evening by evening from ``since`` on."""
    days = evenings_of(season)
    if since is not None and (not days or since > days[-1]):
        return
    rules, lots = rules_from_json(season.rules), season_lots(season)
    if since is not None and since == days[-1]:
        # The table after the last evening is the season's own.
        yield _compare(season, since, season_table(season))
        return
    for evening, rows in tables_by_evening(
        results_by_evening(season),
        rules,
        penalties=season_penalties(season),
        lots=lots,
        since=since or 0,
    ):
        yield _compare(season, evening, rows)
    gone = EveningRank.objects.filter(season=season).exclude(
        evening__in=[datetime.date.fromordinal(day) for day in days]
    )
    for date in set(gone.order_by().values_list("evening", flat=True).distinct()):
        yield _compare(season, date.toordinal(), ())


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


def _write(season: Season, found: Differences, claim: int) -> bool:
    """Write the differences of an evening; return False if another process has started
    meanwhile."""
    for number, part in enumerate(_parts(found.changed.items())):
        if number:
            let_others_write()
        with transaction.atomic():
            lock_season(season.pk)
            if not outbox.hold_ranks(season.pk, claim):
                return False
            _store(season, found.evening, part)
    for gone in _parts(found.extra):
        with transaction.atomic():
            lock_season(season.pk)
            if not outbox.hold_ranks(season.pk, claim):
                return False
            rows = EveningRank.objects.filter(season=season, evening=found.evening)
            rows.filter(player__in=gone).delete()
    return True


def _parts(rows: Iterable[Item]) -> Iterator[list[Item]]:
    """Yield the rows in lists of `WRITTEN_AT_ONCE`."""
    pending = iter(rows)
    while part := list(islice(pending, WRITTEN_AT_ONCE)):
        yield part


def _store(season: Season, evening: datetime.date, part: list[tuple[int, Standing]]) -> None:
    EveningRank.objects.bulk_create(
        (
            EveningRank(season=season, evening=evening, player_id=player, **standing._asdict())
            for player, standing in part
        ),
        update_conflicts=True,
        unique_fields=["season", "evening", "player"],
        update_fields=["rank", "metric"],
    )
