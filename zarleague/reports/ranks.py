"""The ranks after each evening of a season: worked out from its hands, stored where they differ."""

import datetime
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, TypeVar

from django.db import transaction

from zarleague.leagues.models import Season
from zarleague.play.locks import lock_season
from zarleague.play.selectors import season_lots, season_penalties, season_results
from zarleague.reports import outbox
from zarleague.reports.models import EveningRank
from zarleague.standings.rules import rules_from_json
from zarleague.standings.series import tables_after_each_evening

WRITTEN_AT_ONCE: Final = 1000
"""Rows written in one transaction: some 20 ms, which is how long a hand may have to wait."""

Key = tuple[datetime.date, int]
"""An evening and a player's id."""
Ranks = dict[Key, int | None]
"""None while short of a minimum."""
Row = TypeVar("Row")


def refresh_ranks(season_id: int) -> bool:
    """Bring the ranks along a season up to its confirmed hands; return whether any differed.

    The ranks are worked out without a lock, which takes seconds in a long season. The rows that
    differ are written in short transactions. If hands were confirmed meanwhile the season stays
    behind, see `outbox`, and their own refresh follows.
    """
    season = Season.objects.get(pk=season_id)
    wanted = _compute(season)
    claim = outbox.claim_ranks(season)
    if claim is None:
        return False  # another process has derived them from later hands
    changed, extra = _differences(season, wanted)
    for part in _parts(changed.items()):
        with transaction.atomic():
            lock_season(season_id)
            if not outbox.holds_ranks(season_id, claim):
                return True  # another process has begun after this one, and has the last word
            _store(season, part)
    for gone in _parts(extra):
        with transaction.atomic():
            lock_season(season_id)
            if not outbox.holds_ranks(season_id, claim):
                return True
            _delete(season, gone)
    outbox.note_ranks(season, claim)
    return bool(changed or extra)


def ranks_differ(season: Season) -> bool:
    """Return whether the stored ranks are not those of the confirmed hands. Writes nothing."""
    changed, extra = _differences(season, _compute(season))
    return bool(changed or extra)


def _compute(season: Season) -> Ranks:
    tables = tables_after_each_evening(
        season_results(season),
        rules_from_json(season.rules),
        penalties=season_penalties(season),
        lots=season_lots(season),
    )
    return {
        (datetime.date.fromordinal(evening), row.player_id): row.rank
        for evening, rows in tables
        for row in rows
    }


def _differences(season: Season, wanted: Ranks) -> tuple[Ranks, list[Key]]:
    """Return the ranks that are missing or others, and the rows that should not be there."""
    rows = EveningRank.objects.filter(season=season).order_by()
    stored = {
        (evening, player): rank
        for evening, player, rank in rows.values_list("evening", "player_id", "rank")
    }
    changed = {
        key: rank for key, rank in wanted.items() if key not in stored or stored[key] != rank
    }
    return changed, [key for key in stored if key not in wanted]


def _parts(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield the rows in lists of `WRITTEN_AT_ONCE`."""
    pending = iter(rows)
    while part := list(islice(pending, WRITTEN_AT_ONCE)):
        yield part


def _store(season: Season, part: list[tuple[Key, int | None]]) -> None:
    EveningRank.objects.bulk_create(
        (
            EveningRank(season=season, evening=evening, player_id=player, rank=rank)
            for (evening, player), rank in part
        ),
        update_conflicts=True,
        unique_fields=["season", "evening", "player"],
        update_fields=["rank"],
    )


def _delete(season: Season, part: list[Key]) -> None:
    rows = EveningRank.objects.filter(season=season)
    for evening in {evening for evening, _ in part}:
        rows.filter(evening=evening, player__in=[p for day, p in part if day == evening]).delete()
