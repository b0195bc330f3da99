"""PostgreSQL's statistics about the rows that an import has just written.

PostgreSQL gathers them by itself some time after rows have changed. Until then its planner expects
a new season to have no rows, and may read all of its totals to find one.
"""

from typing import Final

from django.apps import apps
from django.db import connection

from zarleague.leagues.of_league import OfLeague

MANY: Final = 1000
"""Hands in a large import."""


def gather(imported: int) -> None:
    """Let PostgreSQL gather statistics if so many imported hands change them."""
    if connection.vendor == "postgresql" and imported >= MANY:
        models = (model for model in apps.get_models() if issubclass(model, OfLeague))
        tables = ", ".join(model._meta.db_table for model in models)
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {tables}")
