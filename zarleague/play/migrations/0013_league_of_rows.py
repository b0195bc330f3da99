"""Give the large tables the key of their league, each row that of the row it refers to.

Versions and results are written once, so their triggers let this change through; `play.triggers`
creates them again after every ``migrate``.
"""

from typing import Any, Final

import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Coalesce

REFERS: Final = {
    "Match": ["season"],
    "MatchSeat": ["match"],
    "Hand": ["match"],
    "HandVersion": ["hand"],
    "HandResult": ["version"],
    "JudgedLog": ["version", "ruling"],
    "SeasonTotal": ["season"],
    "EveningTotal": ["season"],
    "MatchTotal": ["season"],
    "PairTotal": ["season"],
    "SeasonEvening": ["season"],
}
"""By model, the references of which one says the league; what they refer to comes before."""
ONCE: Final = ("play_handversion", "play_handresult")


def fill(apps: Any, schema_editor: Any) -> None:
    """Copy the leagues, in one statement a table."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET LOCAL zarleague.rewriting = 'on'")
    else:
        for table in ONCE:
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_written_once")
    for name, references in REFERS.items():
        model = apps.get_model("play", name)
        leagues = [
            models.Subquery(
                model._meta.get_field(reference)
                .related_model.objects.filter(pk=models.OuterRef(reference))
                .order_by()
                .values("league")
            )
            for reference in references
        ]
        model.objects.update(league=Coalesce(*leagues) if len(leagues) > 1 else leagues[0])


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0011_invitations_by_mail"),
        ("play", "0012_dispute_has_a_league"),
    ]

    operations = [
        *(
            migrations.AddField(
                model_name=name.lower(),
                name="league",
                field=models.ForeignKey(
                    db_constraint=False,
                    db_index=False,
                    editable=False,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="leagues.league",
                ),
            )
            for name in REFERS
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
