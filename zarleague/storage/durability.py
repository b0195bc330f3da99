"""Make PostgreSQL's commits durable. For SQLite see `settings.data`.

A phone deletes its copy of a hand once the hand is acknowledged, so a power cut must not lose a
commit. Every connection therefore sets ``synchronous_commit``, whatever the server's default is.
``manage.py check --deploy`` reports the settings that only the server can change.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.core import checks
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

NEEDED: Final = {
    "fsync": "a power cut may destroy the whole database",
    "full_page_writes": "a power cut may leave half-written pages in the database",
    "synchronous_commit": "a power cut may lose hands that were acknowledged",
}
"""Settings of the server that must not be off, and why:
https://www.postgresql.org/docs/current/runtime-config-wal.html.
"""


def wait_for_the_disk(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Let the commits of a new connection wait for the disk, unless they wait for more already."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('synchronous_commit', 'on', false)"
                " WHERE current_setting('synchronous_commit') = 'off'"
            )


def check(**_: Any) -> Sequence[checks.CheckMessage]:
    """Return a warning for each setting that is off; an information if the server is not there."""
    if connection.vendor != "postgresql":
        return []
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT name FROM pg_settings WHERE setting = 'off' AND name = ANY(%s)",
                [list(NEEDED)],
            )
            off = [name for (name,) in cursor.fetchall()]
    except DatabaseError as error:
        return [
            checks.Info(f"PostgreSQL was not asked what it syncs: {error}", id="zarleague.I001")
        ]
    return [
        checks.Warning(
            f"PostgreSQL runs with {name} = off: {NEEDED[name]}.",
            hint=f"Set {name} = on in postgresql.conf.",
            id="zarleague.W001",
        )
        for name in sorted(off)
    ]
