"""The statement of the ranks along a season: a page's charts ask for a thousand of them."""

import datetime
from collections.abc import Collection, Iterable

from zarleague.storage.sql.entering_hand import Row
from zarleague.storage.sql.rows import Key, rows


def after_evenings(
    season: Key, evenings: Iterable[int], players: Collection[int]
) -> dict[tuple[int, int], Row]:
    """Return (rank, metric) by player and evening, after some evenings, given as ordinals."""
    days = {datetime.date.fromordinal(evening).isoformat(): evening for evening in evenings}
    if not days or not players:
        return {}
    # A date as text is not made an object of a thousand times.
    found = rows(
        "SELECT player_id, CAST(evening AS text), rank, metric FROM reports_eveningrank"  # noqa: S608
        f" WHERE league_id = %s AND season_id = %s AND evening IN ({_marks(days)})"
        f" AND player_id IN ({_marks(players)})",
        *season,
        *days,
        *players,
    )
    return {(player, days[day]): (rank, metric) for player, day, rank, metric in found}


def _marks(values: Collection[object]) -> str:
    return ", ".join(["%s"] * len(values))
