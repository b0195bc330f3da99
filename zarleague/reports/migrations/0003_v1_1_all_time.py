"""All-time figures, added up in the background."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reports", "0002_v1_1_by_hands"),
    ]

    operations = [
        migrations.AddField(
            "seasonprogress", "all_time", models.BigIntegerField(db_default=-1, default=-1)
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "job",
                    "kind",
                    models.CharField(
                        choices=[
                            ("ratings", "Ratings"),
                            ("backtest", "Ratings comparison"),
                            ("report", "Season report"),
                            ("recompute", "Updating ratings from an earlier model"),
                            ("answers", "Season questions"),
                            ("all-time", "All-time figures"),
                        ],
                        max_length=12,
                    ),
                ),
                migrations.AlterField(
                    "derivedpart",
                    "kind",
                    models.CharField(
                        choices=[
                            ("evening", "evening of a report"),
                            ("player", "player's page of a report"),
                            ("ratings", "ratings of a report's game"),
                            ("backtest", "forecasts of one rater"),
                            ("answer", "page of an answer"),
                            ("experiment", "hands of an experiment"),
                            ("life-day", "evening of the all-time figures"),
                            ("life-sum", "season of the all-time figures"),
                            ("life-list", "all-time figures of a league"),
                            ("life", "all-time figures of a player"),
                        ],
                        max_length=10,
                    ),
                ),
            ]
        ),
    ]
