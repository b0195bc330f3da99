"""The parts of `standings.totals.SeasonTotals` as rows: read and written by plain SQL.

The tables are those of `models.totals`. Everything here works on one season.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from zarleague.leagues import sql
from zarleague.standings.metric import Scored, scored
from zarleague.standings.rules import SeasonRules
from zarleague.standings.table import order_key
from zarleague.standings.totals import MatchTotals, PairTotals, PlayerTotals, Tally

ATTENDED = Tally(hands=1)
"""Stands for an evening of which only the attendance matters."""

Pair = tuple[int, int]


class TableRow(NamedTuple):
    """One player's season as its table needs it."""

    name: str
    unranked: int
    metric: float
    scored: Scored


_TABLE = (
    "SELECT player_id, name, unranked, metric, scored"
    " FROM play_seasontotal JOIN leagues_player ON leagues_player.id = player_id"
    " WHERE season_id = %s"
)


def table_rows(season_id: int, limit: int | None) -> list[TableRow]:
    """The first players of the season's table by its index, and all that equal the last of them;
    without ``limit`` everybody."""
    if limit is None:
        return _table_rows(sql.rows(_TABLE, season_id))
    found = sql.rows(f"{_TABLE} ORDER BY unranked, metric LIMIT %s", season_id, limit + 1)
    if len(found) > limit:
        last = found[limit - 1][2:4]
        if found.pop()[2:4] == last:
            found = [row for row in found if row[2:4] != last]
            found += sql.rows(f"{_TABLE} AND unranked = %s AND metric = %s", season_id, *last)
    return _table_rows(found)


def _table_rows(found: list[tuple[Any, ...]]) -> list[TableRow]:
    held = _read(row[4] for row in found)
    return [
        TableRow(name, unranked, metric, Scored.from_json(player, scored))
        for (player, name, unranked, metric, _), scored in zip(found, held, strict=True)
    ]


def _read(texts: Iterable[str]) -> list[Any]:
    """The data in JSON texts, read as one text: they are small and the calls would be many."""
    data: list[Any] = json.loads(f"[{','.join(texts)}]")
    return data


def match_totals(match_id: int) -> MatchTotals | None:
    """One match so far; None before its first hand."""
    found = sql.rows("SELECT totals FROM play_matchtotal WHERE match_id = %s", match_id)
    return MatchTotals.from_json(json.loads(found[0][0])) if found else None


def players(season_id: int, ids: Iterable[int]) -> dict[int, tuple[Tally, list[int]]]:
    """Season's tally and evenings attended, by player id."""
    found = sql.rows_in(
        "SELECT player_id, tally, evenings FROM play_seasontotal"
        " WHERE season_id = %s AND player_id IN %s",
        ids,
        season_id,
    )
    return {
        player: (Tally.from_json(json.loads(tally)), json.loads(evenings))
        for player, tally, evenings in found
    }


def evening(season_id: int, day: int, ids: Iterable[int]) -> dict[int, Tally]:
    """The tallies of one evening, by player id."""
    found = sql.rows_in(
        "SELECT player_id, tally FROM play_eveningtotal"
        " WHERE season_id = %s AND evening = %s AND player_id IN %s",
        ids,
        season_id,
        day,
    )
    return {player: Tally.from_json(json.loads(tally)) for player, tally in found}


def evenings(season_id: int, ids: Iterable[int]) -> dict[int, dict[int, Tally]]:
    """The tallies of all evenings, by player id and evening."""
    held: dict[int, dict[int, Tally]] = {player: {} for player in ids}
    if held:
        for player, day, tally in sql.rows_in(
            "SELECT player_id, evening, tally FROM play_eveningtotal"
            " WHERE season_id = %s AND player_id IN %s",
            held,
            season_id,
        ):
            held[player][day] = Tally.from_json(json.loads(tally))
    return held


def evening_points(season_id: int, ids: Iterable[int]) -> dict[int, dict[int, int]]:
    """The points of the evenings a player attended, by player id and evening."""
    found = sql.rows_in(
        "SELECT player_id, evening, tally FROM play_eveningtotal"
        " WHERE season_id = %s AND player_id IN %s",
        ids,
        season_id,
    )
    points: dict[int, dict[int, int]] = {}
    for (player, day, _), tally in zip(found, _read(row[2] for row in found), strict=True):
        if tally["hands"]:
            points.setdefault(player, {})[day] = tally["points"]
    return points


def pairs(season_id: int, ids: Iterable[int]) -> dict[Pair, PairTotals]:
    """The pairs among some players."""
    among = set(ids)
    if not among:
        return {}
    found = sql.rows_in(
        "SELECT low_id, high_id, ahead, behind, level FROM play_pairtotal"
        " WHERE season_id = %s AND low_id IN %s",
        among,
        season_id,
    )
    return {(low, high): PairTotals(*counts) for low, high, *counts in found if high in among}


def save_matches(season_id: int, matches: Mapping[int, MatchTotals]) -> None:
    """Write matches, new or not."""
    sql.upsert(
        "play_matchtotal",
        ("match_id", "season_id", "totals"),
        ("match_id",),
        ((match, season_id, json.dumps(held.to_json())) for match, held in matches.items()),
    )


def save_players(
    season_id: int, held: Mapping[int, tuple[PlayerTotals, list[int]]], rules: SeasonRules
) -> None:
    """Write players' seasons, what the table says of each, and the keys it is sorted by. These
    depend on what the `PlayerTotals` know of the evenings; the list are those attended."""
    sql.upsert(
        "play_seasontotal",
        ("season_id", "player_id", "unranked", "metric", "scored", "tally", "evenings"),
        ("season_id", "player_id"),
        (
            (
                season_id,
                player,
                *order_key(shown := scored(player, totals, rules), rules),
                json.dumps(shown.to_json()),
                json.dumps(totals.season.to_json()),
                json.dumps(attended),
            )
            for player, (totals, attended) in held.items()
        ),
    )


def save_evenings(season_id: int, tallies: Iterable[tuple[int, int, Tally]]) -> None:
    """Write (player id, evening, tally), new or not."""
    sql.upsert(
        "play_eveningtotal",
        ("season_id", "player_id", "evening", "tally"),
        ("season_id", "player_id", "evening"),
        ((season_id, player, day, json.dumps(tally.to_json())) for player, day, tally in tallies),
    )


def save_pairs(season_id: int, held: Mapping[Pair, PairTotals]) -> None:
    """Write pairs, new or not."""
    sql.upsert(
        "play_pairtotal",
        ("season_id", "low_id", "high_id", "ahead", "behind", "level"),
        ("season_id", "low_id", "high_id"),
        (
            (season_id, low, high, pair.ahead, pair.behind, pair.level)
            for (low, high), pair in held.items()
        ),
    )
