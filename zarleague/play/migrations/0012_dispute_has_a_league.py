"""Require the league that `0011_dispute_league` filled in.

PostgreSQL does not alter a table in the transaction that has changed its rows.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0011_dispute_league")]

    operations = [
        migrations.AlterField(
            model_name="dispute",
            name="league",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="disputes",
                to="leagues.league",
            ),
        ),
        migrations.AddIndex(
            model_name="dispute",
            index=models.Index(fields=["league", "state"], name="disputes_of_a_league"),
        ),
    ]
