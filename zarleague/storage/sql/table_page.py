"""The statements of a season's table: the page that is requested most, by phones at the table.

They return the first rows of a season of a million results in 1 ms by the index `season_table`; all
queries of the page take less time than the ORM needs to compose them (`make bench ARGS=seasons`).
The visitor's role costs one statement more, `entering_hand.role`, and equal players those of
`entering_hand` on evenings and pairs.
"""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from zarleague.storage.sql.entering_hand import Row
from zarleague.storage.sql.rows import Instance, Key, Parent, instances, rows, rows_in, with_parent

TableKey = tuple[int, float]
"""What a table is sorted by, as `standings.table.order_key`."""
Span = tuple[TableKey, TableKey]
"""A part of a table: the keys of its first and its last row."""
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
    total: int | None = None
    """Number of players in the table; None if these rows do not tell."""


def table_rows(season: Key, start: int = 0, limit: int | None = None) -> Slice:
    """Return a season's players from position ``start`` on, by the index; without ``limit`` all.

    One more row on either side is read, which tells whether others equal the first or the last.
    """
    if limit is None:
        found = rows(_TABLE, *season)
        return Slice(found, 0, len(found))
    ahead = 1 if start else 0
    part = sorted(rows(_PART, *season, limit + 1 + ahead, start - ahead, season[0]), key=_key)
    shown, behind = part[ahead : ahead + limit], part[ahead + limit :]
    total = None if behind or (start and not part) else start - ahead + len(part)
    if not shown:
        return Slice([], 0, total)
    first, last = _key(shown[0]), _key(shown[-1])
    divided = {first} & {_key(row) for row in part[:ahead]}
    before = above(season, [first])[0] if divided else start
    divided |= {last} & {_key(row) for row in behind}
    undivided = [row for row in shown if _key(row) not in divided]
    level = [row for key in divided for row in _level(season, *key)]
    return Slice(undivided + level, before, total)


def rows_level_with(season: Key, player_id: int) -> Slice | None:
    """Return a player and all players with the same key, None if the player has no row."""
    found = rows(
        "SELECT unranked, metric FROM play_seasontotal"
        " WHERE league_id = %s AND season_id = %s AND player_id = %s",
        *season,
        player_id,
    )
    if not found:
        return None
    (key,) = found
    return Slice(_level(season, *key), above(season, [key])[0])


def rows_of(season: Key, players: Collection[int]) -> list[Row]:
    """Return the rows of some players, in no order."""
    return rows_in(f"{_TABLE} AND player_id IN %s", players, *season) if players else []


def rows_between(season: Key, spans: Sequence[Span], limit: int | None) -> list[Row]:
    """Return the rows of a table from one key to another, both included, of each span; with
    ``limit`` at most so many."""
    if not spans:
        return []
    part = f"{_TABLE} AND (unranked, metric) >= (%s, %s) AND (unranked, metric) <= (%s, %s)"
    statement = " UNION ALL ".join([part] * len(spans))
    bounds = [bound for first, last in spans for bound in (*season, *first, *last)]
    if limit is None:
        return rows(statement, *bounds)
    return rows(f"{statement} LIMIT %s", *bounds, limit)


def names_of(league_id: int, players: Collection[int]) -> dict[int, str]:
    """Return the names of some players of a league by their ids."""
    if not players:
        return {}
    statement = "SELECT id, name FROM leagues_player WHERE league_id = %s AND id IN %s"
    return dict(rows_in(statement, players, league_id))


def players_in(season: Key) -> int:
    """Return the number of players in a season's table."""
    found = rows(
        "SELECT count(*) FROM play_seasontotal WHERE league_id = %s AND season_id = %s", *season
    )
    return int(found[0][0])


def _key(row: Row) -> TableKey:
    return row[2], row[3]


def _level(season: Key, unranked: int, metric: float) -> list[Row]:
    """Return the rows of a table that have this key."""
    return rows(f"{_TABLE} AND unranked = %s AND metric = %s", *season, unranked, metric)


def above(season: Key, keys: Sequence[TableKey]) -> list[int]:
    """Return how many players of a table are above each of some keys."""
    if not keys:
        return []
    count = (
        "(SELECT count(*) FROM play_seasontotal"
        " WHERE league_id = %s AND season_id = %s AND (unranked, metric) < (%s, %s))"
    )
    statement = f"SELECT {', '.join([count] * len(keys))}"
    return list(rows(statement, *(bound for key in keys for bound in (*season, *key)))[0])
