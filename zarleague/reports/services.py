"""Writes of derived figures. Each may run twice, late or beside itself, and ends the same."""

import datetime

from django.db import transaction

from zarleague.play.locks import lock_season
from zarleague.play.selectors import season_lots, season_penalties, season_results
from zarleague.reports.models import EveningRank
from zarleague.standings.rules import rules_from_json
from zarleague.standings.series import tables_after_each_evening


@transaction.atomic
def refresh_ranks(season_id: int) -> None:
    """Make the ranks after each evening of a season anew from its confirmed hands."""
    season = lock_season(season_id)
    tables = tables_after_each_evening(
        season_results(season),
        rules_from_json(season.rules),
        penalties=season_penalties(season),
        lots=season_lots(season),
    )
    EveningRank.objects.filter(season=season).delete()
    EveningRank.objects.bulk_create(
        (
            EveningRank(
                season=season,
                evening=datetime.date.fromordinal(evening),
                player_id=row.player_id,
                rank=row.rank,
            )
            for evening, rows in tables
            for row in rows
        ),
        batch_size=1000,
    )
