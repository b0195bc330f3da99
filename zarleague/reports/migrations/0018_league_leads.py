"""Require the league that `0017_league_of_rows` filled in, and let it lead the unique constraints.

PostgreSQL does not alter a table in the transaction that has changed its rows.
"""

from typing import Final

import django.db.models.deletion
from django.db import migrations, models

UNIQUE: Final = [
    ("eveningrank", "one_rank_per_player_and_evening", ("season", "evening", "player")),
    ("ratingrow", "one_rating_per_player", ("list", "player")),
]


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0011_invitations_by_mail"),
        ("reports", "0017_league_of_rows"),
    ]

    operations = [
        *(migrations.RemoveConstraint(model, name) for model, name, _ in UNIQUE),
        *(
            migrations.AlterField(
                model_name=model,
                name="league",
                field=models.ForeignKey(
                    db_constraint=False,
                    db_index=False,
                    editable=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="leagues.league",
                ),
            )
            for model, _, _ in UNIQUE
        ),
        *(
            migrations.AddConstraint(
                model, models.UniqueConstraint(fields=("league", *fields), name=name)
            )
            for model, name, fields in UNIQUE
        ),
    ]
