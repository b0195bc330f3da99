"""The statements of a season's table: the page that is requested most, by phones at the table.

They return the first rows of a season of a million results in 1 ms by the index `season_table`; all
queries of the page take less time than the ORM needs to compose them (`make bench ARGS=seasons`).
The visitor's role costs one statement more, `entering_hand.role`, and equal players those of
`entering_hand` on evenings and pairs.
"""

from typing import Any, NamedTuple

from zarleague.sql.entering_hand import Row
from zarleague.sql.rows import Instance, Parent, instances, rows, with_parent

_TABLE = (
    "SELECT player_id, name, unranked, metric, scored"
    " FROM play_seasontotal JOIN leagues_player ON leagues_player.id = player_id"
    " WHERE season_id = %s"
)


def league(model: type[Instance], slug: str) -> Instance | None:
    """Return the league with a slug, None if there is none."""
    found = instances(model, "slug = %s", slug)
    return found[0] if found else None


def season_and_league(
    season: type[Instance], league: type[Parent], slug: str, season_id: int
) -> tuple[Instance, Parent] | None:
    """Return a season and its league by the league's slug, None if there is none."""
    found = with_parent(
        season, league, "league_id", "slug = %s AND leagues_season.id = %s", slug, season_id
    )
    return found[0] if found else None


class Slice(NamedTuple):
    """Some rows of a season's table, including all that equal the first and the last of them."""

    rows: list[Row]
    """(player, name, unranked, metric, scored as JSON text), in no order."""
    before: int
    """Number of players above all of them."""


def table_rows(season_id: int, start: int = 0, limit: int | None = None) -> Slice:
    """Return a season's players from position ``start`` on, by the index; without ``limit`` all.

    Skips the rows before them by their keys in the index.
    """
    if limit is None and not start:
        return Slice(rows(_TABLE, season_id), 0)
    first, last = _key_at(season_id, start), None
    if first is None:
        return Slice([], 0)
    bounds: tuple[Any, ...] = first
    condition = " AND (unranked, metric) >= (%s, %s)"
    if limit is not None and (last := _key_at(season_id, start + limit - 1)):
        condition += " AND (unranked, metric) <= (%s, %s)"
        bounds += last
    above = _above(season_id, *first) if start else 0
    return Slice(rows(_TABLE + condition, season_id, *bounds), above)


def rows_level_with(season_id: int, player_id: int) -> Slice | None:
    """Return a player and all players with the same key, None if the player has no row."""
    found = rows(
        "SELECT unranked, metric FROM play_seasontotal WHERE season_id = %s AND player_id = %s",
        season_id,
        player_id,
    )
    if not found:
        return None
    (key,) = found
    level = rows(f"{_TABLE} AND unranked = %s AND metric = %s", season_id, *key)
    return Slice(level, _above(season_id, *key))


def players_in(season_id: int) -> int:
    """Return the number of players in a season's table."""
    return int(rows("SELECT count(*) FROM play_seasontotal WHERE season_id = %s", season_id)[0][0])


def _key_at(season_id: int, position: int) -> Row | None:
    """Return the key of the row at a position of the table, None past its end."""
    found = rows(
        "SELECT unranked, metric FROM play_seasontotal WHERE season_id = %s"
        " ORDER BY unranked, metric LIMIT 1 OFFSET %s",
        season_id,
        position,
    )
    return found[0] if found else None


def _above(season_id: int, unranked: int, metric: float) -> int:
    found = rows(
        "SELECT count(*) FROM play_seasontotal"
        " WHERE season_id = %s AND (unranked, metric) < (%s, %s)",
        season_id,
        unranked,
        metric,
    )
    return int(found[0][0])
