from typing import Any

from django.db import migrations, models

from zarleague.standings.metric import scored
from zarleague.standings.rules import rules_from_json
from zarleague.standings.totals import PlayerTotals, Tally


def score(apps: Any, schema_editor: Any) -> None:
    """Work out from the stored totals what the table says of each player."""
    season_total = apps.get_model("play", "SeasonTotal")
    evening_total = apps.get_model("play", "EveningTotal")
    for season in apps.get_model("leagues", "Season").objects.all():
        rules = rules_from_json(season.rules)
        held = {}
        for row in season_total.objects.filter(season=season):
            held[row.player_id] = PlayerTotals(Tally.from_json(row.tally))
        evenings = evening_total.objects.filter(season=season)
        for player, evening, tally in evenings.values_list("player_id", "evening", "tally"):
            held[player].evenings[evening] = Tally.from_json(tally)
        for player, totals in held.items():
            shown = scored(player, totals, rules).to_json()
            season_total.objects.filter(season=season, player=player).update(scored=shown)


class Migration(migrations.Migration):
    dependencies = [("play", "0001_initial"), ("leagues", "0002_merged_players")]

    operations = [
        migrations.AddField("seasontotal", "scored", models.JSONField(default=list), False),
        migrations.RunPython(score, migrations.RunPython.noop),
    ]
