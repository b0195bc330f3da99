"""On PostgreSQL, let the league lead the keys of the large tables of leagues and matches.

Players and seasons are few, and keep their ids as keys.
"""

from typing import Any, Final

from django.db import migrations

from zarleague.postgresql.league_keys import lead_by_league

BY_ID: Final = (
    "play_match",
    "play_matchseat",
    "play_hand",
    "play_handversion",
    "play_judgedlog",
)
TABLES: Final = (
    *BY_ID,
    "leagues_auditentry",
    "leagues_receipt",
    "play_handresult",
    "play_seasontotal",
    "play_eveningtotal",
    "play_matchtotal",
    "play_pairtotal",
    "play_seasonevening",
)


def lead(apps: Any, schema_editor: Any) -> None:
    """Replace the keys."""
    lead_by_league(schema_editor, TABLES, BY_ID)


class Migration(migrations.Migration):
    dependencies = [("play", "0014_league_leads")]

    operations = [migrations.RunPython(lead)]
