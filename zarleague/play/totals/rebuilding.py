"""Recompute a season's totals from its confirmed hands, and replace the rows that differ.

Computing them takes seconds in a long season and needs no lock; writing the differences is short.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import models

from zarleague.leagues.models import Season
from zarleague.play.models import EveningTotal, MatchTotal, PairTotal, SeasonTotal
from zarleague.play.totals.confirmed import season_penalties, season_results
from zarleague.sql import entering_hand
from zarleague.standings.metric import scored
from zarleague.standings.rules import rules_from_json
from zarleague.standings.table import order_key
from zarleague.standings.totals import SeasonTotals

Key = tuple[int, ...]
Values = tuple[Any, ...]


@dataclass(frozen=True)
class _Table:
    """One of the four tables of totals: the columns of its key after the season, the others."""

    model: type[models.Model]
    key: tuple[str, ...]
    values: tuple[str, ...]


_TABLES: Final = (
    _Table(SeasonTotal, ("player_id",), ("unranked", "metric", "scored", "tally", "evenings")),
    _Table(EveningTotal, ("player_id", "evening"), ("tally",)),
    _Table(MatchTotal, ("match_id",), ("totals",)),
    _Table(PairTotal, ("low_id", "high_id"), ("ahead", "behind", "level")),
)


@dataclass(frozen=True)
class TotalsDifferences:
    """How the stored totals of a season differ from a rebuild, by the table's model."""

    changed: Mapping[type[models.Model], Mapping[Key, Values]]
    """Rows that are missing or have other values."""
    extra: Mapping[type[models.Model], list[Key]]
    """Rows that should not be there."""

    @property
    def labels(self) -> list[str]:
        """Return the labels of the models with a difference."""
        return [
            table.model._meta.label
            for table in _TABLES
            if self.changed[table.model] or self.extra[table.model]
        ]


def find_differences(season: Season) -> TotalsDifferences:
    """Compare the stored totals with the confirmed hands. Takes no lock and writes nothing."""
    changed, extra = {}, {}
    for table, wanted in zip(_TABLES, _wanted(season), strict=True):
        stored = _stored(season, table)
        changed[table.model] = {
            key: values for key, values in wanted.items() if stored.get(key) != values
        }
        extra[table.model] = [key for key in stored if key not in wanted]
    return TotalsDifferences(changed, extra)


def write_differences(season: Season, found: TotalsDifferences) -> None:
    """Replace the rows that differ. The caller holds the season's lock."""
    for table in _TABLES:
        rows = table.model._default_manager.filter(season=season)
        for key in found.extra[table.model]:
            rows.filter(**dict(zip(table.key, key, strict=True))).delete()
    seasons, evenings, matches, pairs = (found.changed[table.model] for table in _TABLES)
    entering_hand.save_season_totals(
        (season.pk, *key, unranked, metric, *map(json.dumps, texts))
        for key, (unranked, metric, *texts) in seasons.items()
    )
    entering_hand.save_evening_totals(
        (season.pk, *key, json.dumps(tally)) for key, (tally,) in evenings.items()
    )
    entering_hand.save_match_totals(
        (*key, season.pk, json.dumps(totals)) for key, (totals,) in matches.items()
    )
    entering_hand.save_pair_totals((season.pk, *key, *counts) for key, counts in pairs.items())


def rebuild(season: Season) -> None:
    """Recompute the season's totals from its confirmed hands. The caller holds its lock."""
    write_differences(season, find_differences(season))


def _wanted(season: Season) -> Iterable[dict[Key, Values]]:
    """Yield the rows each table should have, by their keys."""
    rules = rules_from_json(season.rules)
    totals = SeasonTotals.of(season_results(season), season_penalties(season))
    shown = {player: scored(player, held, rules) for player, held in totals.players.items()}
    yield {
        (player,): (
            *order_key(shown[player], rules),
            _plain(shown[player].to_json()),
            _plain(held.season.to_json()),
            _plain(held.attended),
        )
        for player, held in totals.players.items()
    }
    yield {
        (player, evening): (_plain(tally.to_json()),)
        for player, held in totals.players.items()
        for evening, tally in held.evenings.items()
    }
    yield {(match,): (_plain(held.to_json()),) for match, held in totals.matches.items()}
    yield {
        pair: (counts.ahead, counts.behind, counts.level) for pair, counts in totals.pairs.items()
    }


def _stored(season: Season, table: _Table) -> dict[Key, Values]:
    rows = table.model._default_manager.filter(season=season).order_by()
    width = len(table.key)
    return {
        row[:width]: row[width:]
        for row in rows.values_list(*table.key, *table.values).iterator(2000)
    }


def _plain(data: Any) -> Any:
    """Return data as the database gives it back: lists for tuples, texts for keys."""
    return json.loads(json.dumps(data))
