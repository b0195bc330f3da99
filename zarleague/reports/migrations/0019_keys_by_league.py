"""On PostgreSQL, let the league lead the keys of ranks and ratings."""

from typing import Any, Final

from django.db import migrations

from zarleague.postgresql.league_keys import lead_by_league

BY_ID: Final = ("reports_ratinglist",)
TABLES: Final = (*BY_ID, "reports_eveningrank", "reports_ratingrow")


def lead(apps: Any, schema_editor: Any) -> None:
    """Replace the keys."""
    lead_by_league(schema_editor, TABLES, BY_ID)


class Migration(migrations.Migration):
    dependencies = [("reports", "0018_league_leads")]

    operations = [migrations.RunPython(lead)]
