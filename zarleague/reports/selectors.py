"""Reads of derived figures."""

import datetime

from zarleague.leagues.models import Season
from zarleague.reports.models import EveningRank


def rank_history(season: Season) -> dict[datetime.date, dict[int, int | None]]:
    """Rank by player id after each evening, evenings in order; None while short of a minimum."""
    history: dict[datetime.date, dict[int, int | None]] = {}
    rows = EveningRank.objects.filter(season=season).order_by("evening")
    for evening, player, rank in rows.values_list("evening", "player_id", "rank"):
        history.setdefault(evening, {})[player] = rank
    return history
