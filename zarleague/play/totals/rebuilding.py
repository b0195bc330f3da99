"""Recompute a season's totals from its confirmed hands, and replace the rows that differ.

Computing them takes seconds for a long season and needs no lock; writing the differences is short.
The season is read evening by evening: memory grows with the players and with the differences that
are kept, not with the hands.
"""

import datetime
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, dataclass, field, replace
from typing import Any, Final

from django.db import models, transaction

from zarleague.leagues.models import Season
from zarleague.play.errors import SeasonBusy
from zarleague.play.locks import lock_season
from zarleague.play.models import EveningTotal, MatchTotal, PairTotal, SeasonEvening, SeasonTotal
from zarleague.play.totals.confirmed import results_by_evening, season_penalties
from zarleague.play.totals.rows import EVENINGS, HANDS, MATCHES, PAIRS, SEASONS, TotalsTable
from zarleague.standings.results import PenaltyPoints, Result
from zarleague.standings.rules import rules_from_json
from zarleague.standings.running import RunningTotals
from zarleague.standings.table import order_key
from zarleague.standings.totals import SeasonTotals

REBUILD_ATTEMPTS: Final = 5
"""Times the totals are computed, each time because a hand was confirmed meanwhile."""
Key = tuple[int, ...]
Values = tuple[Any, ...]


_EVENING_HANDS: Final = replace(HANDS, values=("hands",))
_TABLES: Final = (SEASONS, EVENINGS, MATCHES, PAIRS, _EVENING_HANDS)


@dataclass(frozen=True)
class TotalsDifferences:
    """The differences between the stored totals of a season and a rebuild, by the table's model."""

    changed: dict[type[models.Model], dict[Key, Values]] = field(
        default_factory=lambda: {table.model: {} for table in _TABLES}
    )
    """Rows that are missing or have other values."""
    extra: dict[type[models.Model], list[Key]] = field(
        default_factory=lambda: {table.model: [] for table in _TABLES}
    )
    """Rows that should not be there."""

    @property
    def labels(self) -> list[str]:
        return [
            table.model._meta.label
            for table in _TABLES
            if self.changed[table.model] or self.extra[table.model]
        ]

    def compare(self, table: TotalsTable, wanted: Mapping[Key, Values], stored: Any) -> None:
        """Record the differences between some rows of a table and the expected ones."""
        width = len(table.key)
        rows = {
            row[:width]: row[width:]
            for row in stored.order_by().values_list(*table.key, *table.values).iterator(2000)
        }
        self.changed[table.model].update(
            (key, values) for key, values in wanted.items() if rows.get(key) != values
        )
        self.extra[table.model].extend(key for key in rows if key not in wanted)

    def add(self, part: "TotalsDifferences") -> None:
        """Add the differences of another part of the season."""
        for model, rows in part.changed.items():
            self.changed[model].update(rows)
        for model, keys in part.extra.items():
            self.extra[model].extend(keys)


def find_differences(
    season: Season,
    into: Mapping[int, int] | None = None,
    between: Callable[[], None] = lambda: None,
) -> TotalsDifferences:
    """Compare the stored totals with the confirmed hands. Takes no lock and writes nothing.

    ``into`` maps merged players, by default the league's `aliases`; ``between`` is called after
    each evening.
    """
    found = TotalsDifferences()
    for part in _differences_by_evening(season, into):
        found.add(part)
        between()
    return found


def _differences_by_evening(
    season: Season, into: Mapping[int, int] | None = None
) -> Iterator[TotalsDifferences]:
    """Yield the differences of each evening, then those of the whole season."""
    rules = rules_from_json(season.rules)
    running = RunningTotals(rules, for_ties=False)
    penalties: dict[int, list[PenaltyPoints]] = {}
    for penalty in season_penalties(season, into=into):
        penalties.setdefault(penalty.evening, []).append(penalty)
    for evening, results in results_by_evening(season, into):
        totals = running.add_evening(evening, results, penalties.get(evening, ()))
        yield _compare_evening(season, evening, results, totals)
    seasons: dict[Key, Values] = {
        (player,): (
            *order_key(running.scored[player], rules),
            _plain(running.scored[player].to_json()),
            _plain(held.season.to_json()),
            _plain(held.attended),
        )
        for player, held in running.totals.players.items()
    }
    found = TotalsDifferences()
    found.compare(SEASONS, seasons, SeasonTotal.objects.filter(season=season))
    pairs: dict[Key, Values] = {pair: astuple(met) for pair, met in running.totals.pairs.items()}
    found.compare(PAIRS, pairs, PairTotal.objects.filter(season=season))
    yield found


def _compare_evening(
    season: Season, evening: int, results: list[Result], totals: SeasonTotals
) -> TotalsDifferences:
    found = TotalsDifferences()
    found.compare(
        EVENINGS,
        {
            (player, evening): (_plain(held.evenings[evening].to_json()),)
            for player, held in totals.players.items()
        },
        EveningTotal.objects.filter(season=season, evening=evening),
    )
    found.compare(
        MATCHES,
        {(match,): (_plain(held.to_json()),) for match, held in totals.matches.items()},
        MatchTotal.objects.filter(
            match__season=season, match__played_on=datetime.date.fromordinal(evening)
        ),
    )
    hands = len({result.hand_id for result in results})
    found.compare(
        _EVENING_HANDS,
        {(evening,): (hands,)} if hands else {},
        # A row without hands stores when the evening changed last.
        SeasonEvening.objects.filter(season=season, evening=evening, hands__gt=0),
    )
    return found


def write_differences(season: Season, found: TotalsDifferences) -> None:
    """Replace the rows that differ. The caller holds the season's lock."""
    for table in _TABLES:
        rows = table.model._default_manager.filter(season=season)
        for key in found.extra[table.model]:
            rows.filter(**dict(zip(table.key, key, strict=True))).delete()
        values = found.changed[table.model].items()
        if table is _EVENING_HANDS:
            HANDS.save(season.key, ((*key, *of, season.revision) for key, of in values))
        else:
            table.save(season.key, ((*key, *map(_as_text, of)) for key, of in values))


def _as_text(value: Any) -> Any:
    """Return a value as it is stored: JSON as text."""
    return json.dumps(value) if isinstance(value, (dict, list)) else value


def _plain(data: Any) -> Any:
    """Return data as JSON from the database would be: lists for tuples, strings for keys."""
    return json.loads(json.dumps(data))


def rebuild(season: Season, *, write: bool = True) -> list[str]:
    """Recompute the season's totals from its confirmed hands.

    Return the labels of the models whose rows differed; unless ``write``, leave the rows as they
    are. The totals are computed without a lock, so that nobody at a table waits. Raise `SeasonBusy`
    if a hand was confirmed during each attempt.
    """
    for _ in range(REBUILD_ATTEMPTS):
        before = Season.objects.get(pk=season.pk)
        before.league_id = season.league_id  # that of its rows: see `exchange.history.writing`
        found = find_differences(before)
        with transaction.atomic():
            if lock_season(season.pk).revision == before.revision:
                if write:
                    write_differences(before, found)
                return found.labels
    raise SeasonBusy
