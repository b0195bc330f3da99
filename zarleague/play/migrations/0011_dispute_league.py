"""Give disputes the key of their league, so that those of one league are found by it."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def fill(apps: Any, schema_editor: Any) -> None:
    """Copy the league of each dispute's match, in one statement."""
    leagues = (
        apps.get_model("play", "Hand")
        .objects.filter(pk=models.OuterRef("hand"))
        .order_by()
        .values("match__season__league")
    )
    apps.get_model("play", "Dispute").objects.update(league=models.Subquery(leagues))


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0011_invitations_by_mail"),
        ("play", "0010_ruling_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="dispute",
            name="league",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="disputes",
                to="leagues.league",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
