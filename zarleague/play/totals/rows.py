"""Read and write the parts of `standings.totals.SeasonTotals` as rows.

The tables are those of `models.totals`, the statements those of `sql.entering_hand` and
`sql.table_page`. Everything here works on one season.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from functools import lru_cache
from typing import NamedTuple

from zarleague.leagues.models import Season
from zarleague.play.models import EveningTotal
from zarleague.standings.metric import Scored, scored
from zarleague.standings.rules import SeasonRules
from zarleague.standings.table import order_key
from zarleague.standings.totals import MatchTotals, PairTotals, PlayerTotals, Tally
from zarleague.storage.sql import entering_hand, table_page
from zarleague.storage.sql.rows import Key
from zarleague.storage.sql.table_page import Span, TableKey

Pair = tuple[int, int]
_Player = tuple[PlayerTotals, list[int]]


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
    before: int
    """Number of players above all of them."""
    total: int | None
    """Number of players in the table; None if these rows do not tell."""


def table_slice(season: Key, start: int = 0, limit: int | None = None) -> TableSlice:
    """Return the players of the season's table from position ``start`` on; without ``limit`` all
    of them."""
    return _slice(table_page.table_rows(season, start, limit))


def players_in(season: Key) -> int:
    """Return the number of players in the season's table."""
    return table_page.players_in(season)


def rows_level_with(season: Key, player_id: int) -> TableSlice:
    """Return a player's row and all rows with the same key; none if the player has no row."""
    return _slice(table_page.rows_level_with(season, player_id) or table_page.Slice([], 0))


def rows_of(season: Key, ids: Collection[int]) -> list[TableRow]:
    """Return the rows of some players, in no order."""
    return _table_rows(table_page.rows_of(season, ids))


def rows_between(season: Key, spans: Sequence[Span], limit: int | None = None) -> list[TableRow]:
    """Return the rows in some parts of the table, in no order; with ``limit`` at most so many."""
    return _table_rows(table_page.rows_between(season, spans, limit))


def above(season: Key, keys: Sequence[TableKey]) -> list[int]:
    """Return how many players are above each of some keys."""
    return table_page.above(season, keys)


def _slice(found: table_page.Slice) -> TableSlice:
    return TableSlice(_table_rows(found.rows), found.before, found.total)


def _table_rows(found: Iterable[entering_hand.Row]) -> list[TableRow]:
    return [
        TableRow(name, unranked, metric, _scored(player, text))
        for player, name, unranked, metric, text in found
    ]


@lru_cache(maxsize=2048)  # cached: the same rows are shown again until a hand changes them
def _scored(player: int, text: str) -> Scored:
    return Scored.from_json(player, json.loads(text))


def match_totals(match: Key) -> MatchTotals | None:
    """Return the totals of one match; None before its first hand."""
    text = entering_hand.match_totals(match)
    return None if text is None else MatchTotals.from_json(json.loads(text))


def players(season: Key, day: int, ids: Iterable[int]) -> dict[int, _Player]:
    """Return the season's tally, with that of one evening, and the list of the evenings attended,
    by player id."""
    found: dict[int, _Player] = {}
    for player, tally, attended, of_day in entering_hand.player_totals(season, day, ids):
        totals = PlayerTotals(Tally.from_json(json.loads(tally)))
        if of_day is not None:
            totals.evenings[day] = Tally.from_json(json.loads(of_day))
        found[player] = totals, json.loads(attended)
    return found


def evenings(season: Key, ids: Iterable[int]) -> dict[int, dict[int, Tally]]:
    """Return the tallies of all evenings, by player id and evening."""
    held: dict[int, dict[int, Tally]] = {player: {} for player in ids}
    if held:
        for player, day, tally in entering_hand.all_evening_totals(season, held):
            held[player][day] = Tally.from_json(json.loads(tally))
    return held


def evenings_of(
    season: Key, wanted: Collection[tuple[int, int]]
) -> Iterator[tuple[int, int, Tally]]:
    """Yield (player, evening, tally) of these players' evenings, given as (player, evening)."""
    for player, day, tally in entering_hand.evening_totals_of(season, wanted):
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
    among = set(ids)
    if not among:
        return {}
    found = entering_hand.pair_totals(season, among)
    return {(low, high): PairTotals(*counts) for low, high, *counts in found}


def save_matches(season: Key, matches: Mapping[int, MatchTotals]) -> None:
    """Insert or update matches."""
    entering_hand.save_match_totals(
        (season[0], match, season[1], json.dumps(held.to_json())) for match, held in matches.items()
    )


def save_players(
    season: Key, held: Mapping[int, tuple[PlayerTotals, list[int]]], rules: SeasonRules
) -> None:
    """Insert or update players' seasons, their rows of the table, and the keys it is sorted by.

    All are computed from the evenings that the `PlayerTotals` hold; the list contains those
    attended.
    """
    entering_hand.save_season_totals(
        (
            *season,
            player,
            *order_key(shown := scored(player, totals, rules), rules),
            json.dumps(shown.to_json()),
            json.dumps(totals.season.to_json()),
            json.dumps(attended),
        )
        for player, (totals, attended) in held.items()
    )


def save_evenings(season: Key, tallies: Iterable[tuple[int, int, Tally]]) -> None:
    """Insert or update (player id, evening, tally)."""
    entering_hand.save_evening_totals(
        (*season, player, day, json.dumps(tally.to_json())) for player, day, tally in tallies
    )


def save_pairs(season: Key, held: Mapping[Pair, PairTotals]) -> None:
    """Insert or update pairs."""
    entering_hand.save_pair_totals(
        (*season, low, high, *astuple(pair)) for (low, high), pair in held.items()
    )
