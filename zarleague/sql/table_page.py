"""The statements of a season's table: the page that is asked for most, by phones at the table.

The first rows of a season of a million results take 1 ms by these and the index `season_table`, and
the whole page's database work less than the ORM needs to compose it (`make bench ARGS=seasons`).
Who is asking costs one statement more, `entering_hand.role`, and equal players those of
`entering_hand` on evenings and pairs.
"""

from zarleague.sql.entering_hand import Row
from zarleague.sql.rows import Instance, Parent, instances, rows, with_parent

_TABLE = (
    "SELECT player_id, name, unranked, metric, scored"
    " FROM play_seasontotal JOIN leagues_player ON leagues_player.id = player_id"
    " WHERE season_id = %s"
)


def league(model: type[Instance], slug: str) -> Instance | None:
    """Return the league of an address, None if there is none."""
    found = instances(model, "slug = %s", slug)
    return found[0] if found else None


def season_and_league(
    season: type[Instance], league: type[Parent], slug: str, season_id: int
) -> tuple[Instance, Parent] | None:
    """Return the season of an address and its league, None if there is none."""
    found = with_parent(
        season, league, "league_id", "slug = %s AND leagues_season.id = %s", slug, season_id
    )
    return found[0] if found else None


def table_rows(season_id: int, limit: int | None) -> list[Row]:
    """Return (player, name, unranked, metric, scored as JSON text) of a season's players.

    With ``limit`` the first players by the index, and all that equal the last of them.
    """
    if limit is None:
        return rows(_TABLE, season_id)
    found = rows(f"{_TABLE} ORDER BY unranked, metric LIMIT %s", season_id, limit + 1)
    if len(found) > limit:
        last = found[limit - 1][2:4]
        if found.pop()[2:4] == last:
            found = [row for row in found if row[2:4] != last]
            found += rows(f"{_TABLE} AND unranked = %s AND metric = %s", season_id, *last)
    return found
