from collections import Counter
from typing import Any

from django.db import migrations, models


def count_wins(apps: Any, schema_editor: Any) -> None:
    """Note in the totals of every match how many hands each player has won."""
    player = apps.get_model("leagues", "Player")
    merged = dict(player.objects.exclude(merged_into=None).values_list("pk", "merged_into"))
    won: Counter[tuple[int, int]] = Counter()
    hands = apps.get_model("play", "Hand").objects.filter(confirmed__results__won=True)
    for match, winner in hands.values_list("match_id", "confirmed__results__player_id"):
        while winner in merged:
            winner = merged[winner]
        won[match, winner] += 1
    for row in apps.get_model("play", "MatchTotal").objects.all():
        row.totals["ties_by_wins"] = False
        for held in row.totals["players"]:
            held.append(won[row.match_id, held[0]])
        row.save()


class Migration(migrations.Migration):
    dependencies = [("play", "0002_scored_players")]

    operations = [
        migrations.AddField("match", "ties_by_wins", models.BooleanField(default=False)),
        migrations.RunPython(count_wins, migrations.RunPython.noop),
    ]
