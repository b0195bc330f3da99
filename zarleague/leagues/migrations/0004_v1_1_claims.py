"""Which player a new member says they are."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0003_v1_1_inactive_players"),
    ]

    operations = [
        migrations.AddField(
            "membership",
            "claims",
            models.ForeignKey(
                db_constraint=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="leagues.player",
            ),
        ),
    ]
