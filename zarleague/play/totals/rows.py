"""Read and write the parts of `standings.totals.SeasonTotals` as rows of `models.totals`.

Every confirmed hand reads and writes them, and the first rows of the table are the page that is
requested most, by phones at the table: of a season of a million results the index `season_table`
returns them in 1 ms. So the statements are plain SQL (`make bench ARGS=play`). Everything here
works on one season.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache
from itertools import chain, islice
from operator import attrgetter
from typing import Any, Final, NamedTuple

from django.db import models

from zarleague.leagues.models import Season
from zarleague.play.models import EveningTotal, MatchTotal, PairTotal, SeasonEvening, SeasonTotal
from zarleague.standings.metric import Scored, scored
from zarleague.standings.rules import SeasonRules
from zarleague.standings.table import order_key
from zarleague.standings.totals import MatchTotals, PairTotals, PlayerTotals, Tally
from zarleague.storage import sql
from zarleague.storage.sql import Key

Pair = tuple[int, int]
TableKey = tuple[int, float]
"""What a table is sorted by, as `standings.table.order_key`."""
Span = tuple[TableKey, TableKey]
"""A part of a table: the keys of its first and its last row."""
_Player = tuple[PlayerTotals, list[int]]
_TABLE: Final = (
    "SELECT player_id, name, unranked, metric, scored"
    " FROM play_seasontotal AS total JOIN leagues_player AS player ON player.id = player_id"
    " WHERE total.league_id = %s AND season_id = %s"
)
_PART: Final = (
    "SELECT player_id, name, unranked, metric, scored FROM ("
    "SELECT id AS found FROM play_seasontotal WHERE league_id = %s AND season_id = %s"
    " ORDER BY unranked, metric LIMIT %s OFFSET %s) AS part"
    " JOIN play_seasontotal AS total ON total.id = found"
    " JOIN leagues_player AS player ON player.id = player_id"
    " WHERE total.league_id = %s"
)


class TableRow(NamedTuple):
    """One player's season as its table needs it."""

    name: str
    unranked: int
    metric: float
    scored: Scored

    @property
    def key(self) -> TableKey:
        """Return what the table is sorted by."""
        return self.unranked, self.metric


class TableSlice(NamedTuple):
    """Some rows of a table in no order, including all that equal the first and the last of them."""

    rows: list[TableRow]
    before: int = 0
    """Number of players above all of them."""
    total: int | None = None
    """Number of players in the table; None if these rows do not tell."""


def table_slice(season: Key, start: int = 0, limit: int | None = None) -> TableSlice:
    """Return the players of the season's table from position ``start`` on; without ``limit`` all
    of them.

    One more row on either side is read, which tells whether others equal the first or the last.
    """
    if limit is None:
        found = _rows(_TABLE, *season)
        return TableSlice(found, 0, len(found))
    ahead = 1 if start else 0
    part = _rows(_PART, *season, limit + 1 + ahead, start - ahead, season[0])
    part.sort(key=attrgetter("key"))
    shown, behind = part[ahead : ahead + limit], part[ahead + limit :]
    total = None if behind or (start and not part) else start - ahead + len(part)
    if not shown:
        return TableSlice([], 0, total)
    divided = {shown[0].key} & {row.key for row in part[:ahead]}
    before = above(season, [shown[0].key])[0] if divided else start
    divided |= {shown[-1].key} & {row.key for row in behind}
    undivided = [row for row in shown if row.key not in divided]
    level = [row for key in divided for row in _level(season, key)]
    return TableSlice(undivided + level, before, total)


def rows_level_with(season: Key, player_id: int) -> TableSlice:
    """Return a player's row and all rows with the same key; none if the player has no row."""
    for row in rows_of(season, [player_id]):
        return TableSlice(_level(season, row.key), above(season, [row.key])[0])
    return TableSlice([])


def rows_of(season: Key, ids: Collection[int]) -> list[TableRow]:
    """Return the rows of some players, in no order."""
    marks = ", ".join(["%s"] * len(ids))
    return _rows(f"{_TABLE} AND player_id IN ({marks})", *season, *ids) if ids else []


def rows_between(season: Key, spans: Sequence[Span], limit: int | None = None) -> list[TableRow]:
    """Return the rows in some parts of the table, their ends included, in no order; with ``limit``
    at most so many."""
    if not spans:
        return []
    part = f"{_TABLE} AND (unranked, metric) >= (%s, %s) AND (unranked, metric) <= (%s, %s)"
    statement = " UNION ALL ".join([part] * len(spans))
    bounds = [bound for first, last in spans for bound in (*season, *first, *last)]
    if limit is None:
        return _rows(statement, *bounds)
    return _rows(f"{statement} LIMIT %s", *bounds, limit)


def above(season: Key, keys: Sequence[TableKey]) -> list[int]:
    """Return how many players are above each of some keys."""
    if not keys:
        return []
    count = (
        "(SELECT count(*) FROM play_seasontotal"
        " WHERE league_id = %s AND season_id = %s AND (unranked, metric) < (%s, %s))"
    )
    statement = f"SELECT {', '.join([count] * len(keys))}"
    return list(sql.rows(statement, *(bound for key in keys for bound in (*season, *key)))[0])


def _level(season: Key, key: TableKey) -> list[TableRow]:
    """Return the rows of a table that have this key."""
    return _rows(f"{_TABLE} AND unranked = %s AND metric = %s", *season, *key)


def _rows(statement: str, *params: Any) -> list[TableRow]:
    return [
        TableRow(name, unranked, metric, _scored(player, text))
        for player, name, unranked, metric, text in sql.rows(statement, *params)
    ]


@lru_cache(maxsize=2048)  # cached: the same rows are shown again until a hand changes them
def _scored(player: int, text: str) -> Scored:
    return Scored.from_json(player, json.loads(text))


def match_totals(match: Key) -> MatchTotals | None:
    """Return the totals of one match; None before its first hand."""
    statement = "SELECT totals FROM play_matchtotal WHERE league_id = %s AND match_id = %s"
    for (text,) in sql.rows(statement, *match):
        return MatchTotals.from_json(json.loads(text))
    return None


def totals_of_matches(league: int, matches: Iterable[int]) -> dict[int, MatchTotals]:
    """Return the totals of some matches by their ids; without those that have no hand."""
    statement = (
        "SELECT match_id, totals FROM play_matchtotal WHERE league_id = %s AND match_id IN %s"
    )
    wanted = list(matches)
    found = sql.rows_in(statement, wanted, league) if wanted else ()
    return {match: MatchTotals.from_json(json.loads(text)) for match, text in found}


def matches_in(season: Key, matches: Iterable[int]) -> dict[int, MatchTotals]:
    """Return the totals of those of some matches that a season has, by their ids; without those
    that have no hand."""
    statement = (
        "SELECT match_id, totals FROM play_matchtotal"
        " WHERE league_id = %s AND season_id = %s AND match_id IN %s"
    )
    wanted = list(matches)
    found = sql.rows_in(statement, wanted, *season) if wanted else ()
    return {match: MatchTotals.from_json(json.loads(text)) for match, text in found}


def players(season: Key, day: int, ids: Iterable[int]) -> dict[int, _Player]:
    """Return the season's tally, with that of one evening, and the list of the evenings attended,
    by player id."""
    found: dict[int, _Player] = {}
    for player, tally, attended, of_day in sql.rows_in(
        "SELECT whole.player_id, whole.tally, whole.evenings, part.tally"
        " FROM play_seasontotal AS whole LEFT JOIN play_eveningtotal AS part"
        " ON part.league_id = whole.league_id AND part.season_id = whole.season_id"
        " AND part.player_id = whole.player_id AND part.evening = %s"
        " WHERE whole.league_id = %s AND whole.season_id = %s AND whole.player_id IN %s",
        ids,
        day,
        *season,
    ):
        totals = PlayerTotals(Tally.from_json(json.loads(tally)))
        if of_day is not None:
            totals.evenings[day] = Tally.from_json(json.loads(of_day))
        found[player] = totals, json.loads(attended)
    return found


def evenings(season: Key, ids: Iterable[int]) -> dict[int, dict[int, Tally]]:
    """Return the tallies of all evenings, by player id and evening."""
    held: dict[int, dict[int, Tally]] = {player: {} for player in ids}
    if held:
        for player, day, tally in sql.rows_in(
            "SELECT player_id, evening, tally FROM play_eveningtotal"
            " WHERE league_id = %s AND season_id = %s AND player_id IN %s",
            held,
            *season,
        ):
            held[player][day] = Tally.from_json(json.loads(tally))
    return held


def evenings_of(
    season: Key, wanted: Collection[tuple[int, int]]
) -> Iterator[tuple[int, int, Tally]]:
    """Yield (player, evening, tally) of these players' evenings, given as (player, evening)."""
    for player, day, tally in sql.rows_by_pairs(
        "SELECT player_id, evening, tally FROM wanted CROSS JOIN play_eveningtotal"
        " WHERE league_id = %s AND season_id = %s AND player_id = one AND evening = other",
        wanted,
        *season,
    ):
        yield player, day, Tally.from_json(json.loads(tally))


def evenings_in(season: Season, first: int, last: int) -> Iterator[tuple[int, int, Tally]]:
    """Yield (player, evening, tally) of the evenings from ``first`` to ``last``, by player and
    evening, holding few of them in memory."""
    found = EveningTotal.objects.filter(season=season, evening__range=(first, last))
    rows = found.order_by("player_id", "evening").values_list("player_id", "evening", "tally")
    for player, day, tally in rows.iterator(2000):
        yield player, day, Tally.from_json(tally)


def pairs(season: Key, ids: Iterable[int]) -> dict[Pair, PairTotals]:
    """Return the pairs among some players."""
    among = sorted(set(ids))
    if not among:
        return {}
    marks = ", ".join(["%s"] * len(among))
    found = sql.rows(
        "SELECT low_id, high_id, ahead, behind, level, low_points, high_points"  # noqa: S608
        " FROM play_pairtotal WHERE league_id = %s AND season_id = %s"
        f" AND low_id IN ({marks}) AND high_id IN ({marks})",
        *season,
        *among,
        *among,
    )
    return {(low, high): PairTotals(*counts) for low, high, *counts in found}


@dataclass(frozen=True)
class TotalsTable:
    """One of the tables of totals: its key columns after the season, and its other columns."""

    model: type[models.Model]
    key: tuple[str, ...]
    values: tuple[str, ...]

    def save(self, season: Key, rows: Iterable[Sequence[Any]]) -> None:
        """Insert or update rows, given as key and values; those of JSON fields are text."""
        of_season = () if self.model is MatchTotal else ("season_id",)
        sql.upsert(
            self.model._meta.db_table,
            ("league_id", "season_id", *self.key, *self.values),
            (*of_season, *self.key),
            ((*season, *row) for row in rows),
        )


SEASONS: Final = TotalsTable(
    SeasonTotal, ("player_id",), ("unranked", "metric", "scored", "tally", "evenings")
)
EVENINGS: Final = TotalsTable(EveningTotal, ("player_id", "evening"), ("tally",))
MATCHES: Final = TotalsTable(MatchTotal, ("match_id",), ("totals",))
PAIRS: Final = TotalsTable(
    PairTotal, ("low_id", "high_id"), ("ahead", "behind", "level", "low_points", "high_points")
)
HANDS: Final = TotalsTable(SeasonEvening, ("evening",), ("hands", "revision"))


def save_matches(season: Key, held: Mapping[int, MatchTotals]) -> None:
    """Insert or update matches."""
    MATCHES.save(season, ((match, json.dumps(one.to_json())) for match, one in held.items()))


def save_players(season: Key, held: Mapping[int, _Player], rules: SeasonRules) -> None:
    """Insert or update players' seasons, their rows of the table, and the keys it is sorted by.

    All are computed from the evenings that the `PlayerTotals` hold; the list contains those
    attended.
    """
    SEASONS.save(
        season,
        (
            (
                player,
                *order_key(shown := scored(player, totals, rules), rules),
                json.dumps(shown.to_json()),
                json.dumps(totals.season.to_json()),
                json.dumps(attended),
            )
            for player, (totals, attended) in held.items()
        ),
    )


def save_evenings(season: Key, tallies: Iterable[tuple[int, int, Tally]]) -> None:
    """Insert or update (player id, evening, tally)."""
    EVENINGS.save(
        season, ((player, day, json.dumps(tally.to_json())) for player, day, tally in tallies)
    )


def save_pairs(season: Key, held: Mapping[Pair, PairTotals]) -> None:
    """Insert or update pairs."""
    PAIRS.save(season, ((*pair, *astuple(totals)) for pair, totals in held.items()))


def delete_pairs(season: Key, gone: Iterable[Pair]) -> None:
    """Delete pairs that do not meet any more."""
    pending = iter(sorted(gone))
    while some := list(islice(pending, sql.BATCH)):
        these = " OR ".join(["(low_id = %s AND high_id = %s)"] * len(some))
        sql.run(
            f"DELETE FROM play_pairtotal WHERE league_id = %s AND season_id = %s AND ({these})",  # noqa: S608
            *season,
            *chain.from_iterable(some),
        )
