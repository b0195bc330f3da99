"""For whom a substitute's hands count."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0004_v1_1_matches"),
    ]

    operations = [
        migrations.AddField(
            "matchseat",
            "counts_for",
            models.ForeignKey(
                blank=True,
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="leagues.player",
            ),
        ),
        migrations.AddField(
            "matchseat",
            "shares_with",
            models.ForeignKey(
                blank=True,
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="leagues.player",
            ),
        ),
    ]
