"""Require the league that `0013_league_of_rows` filled in, and let it lead the unique constraints.

PostgreSQL does not alter a table in the transaction that has changed its rows.
"""

from typing import Any, Final

import django.db.models.deletion
from django.db import migrations, models

TABLES: Final = (
    "match",
    "matchseat",
    "hand",
    "handversion",
    "handresult",
    "judgedlog",
    "seasontotal",
    "eveningtotal",
    "matchtotal",
    "pairtotal",
    "seasonevening",
)
AT_THE_TABLE: Final = {"condition": models.Q(until_hand__isnull=True)}
UNIQUE: Final[list[tuple[str, str, tuple[str, ...], dict[str, Any]]]] = [
    ("matchseat", "one_player_at_a_seat", ("match", "number"), AT_THE_TABLE),
    ("matchseat", "one_seat_for_a_player", ("match", "player"), AT_THE_TABLE),
    ("hand", "hand_number_once_per_match", ("match", "number"), {}),
    ("handversion", "version_number_once_per_hand", ("hand", "number"), {}),
    ("handresult", "one_result_per_seat", ("version", "order"), {}),
    ("handresult", "one_result_per_player", ("version", "player"), {}),
    ("seasontotal", "one_total_per_player", ("season", "player"), {}),
    ("eveningtotal", "one_total_per_player_and_evening", ("season", "player", "evening"), {}),
    ("pairtotal", "one_total_per_pair", ("season", "low", "high"), {}),
    ("seasonevening", "one_row_per_evening", ("season", "evening"), {}),
]
ADDED: Final = [
    ("hand", "confirmed_for_one_hand", "confirmed"),
    ("judgedlog", "version_judged_once", "version"),
    ("judgedlog", "ruling_judged_once", "ruling"),
    ("matchtotal", "one_total_per_match", "match"),
]
ALONE: Final[list[tuple[str, str, str, dict[str, Any]]]] = [
    ("hand", "confirmed", "handversion", {"related_name": "confirmed_for", "editable": False}),
    ("judgedlog", "version", "handversion", {"related_name": "judged_log"}),
    ("judgedlog", "ruling", "ruling", {"related_name": "judged_log"}),
]
"""Columns that were unique without the league."""
INDEXES: Final = [
    ("seasontotal", "season_table", ["season", "unranked", "metric"]),
    ("eveningtotal", "totals_of_an_evening", ["season", "evening"]),
    ("pairtotal", "pairs_of_the_higher", ["season", "high"]),
]


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0011_invitations_by_mail"),
        ("play", "0013_league_of_rows"),
    ]

    operations = [
        *(migrations.RemoveConstraint(model, name) for model, name, _, _ in UNIQUE),
        *(migrations.RemoveIndex(model, name) for model, name, _ in INDEXES),
        *(
            migrations.AlterField(
                model_name=name,
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
            for name in TABLES
        ),
        *(
            migrations.AlterField(
                model_name=model,
                name=name,
                field=models.ForeignKey(
                    db_index=False,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    to=f"play.{target}",
                    **more,
                ),
            )
            for model, name, target, more in ALONE
        ),
        *(
            migrations.AddConstraint(
                model, models.UniqueConstraint(fields=("league", field), name=name)
            )
            for model, name, field in ADDED
        ),
        *(
            migrations.AddConstraint(
                model, models.UniqueConstraint(fields=("league", *fields), name=name, **only)
            )
            for model, name, fields, only in UNIQUE
        ),
        *(
            migrations.AddIndex(model, models.Index(fields=["league", *fields], name=name))
            for model, name, fields in INDEXES
        ),
    ]
