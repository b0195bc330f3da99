"""Which release a database is of, and whether this one may use it or change it.

The names of the applied migrations tell. Every migration but an app's first names the release that
brought it, ``0002_v1_1_what_it_does``, so that a release knows those of later ones:
`tests/platform/test_migrations.py` checks the names.

Docs: docs/upgrading.md.
"""

import re
from collections.abc import Iterable
from typing import Final

from django.apps import apps
from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from zarleague import __version__

Migration = tuple[str, str]
"""App and name."""

NAME: Final = re.compile(r"\d{4}_v(?P<major>\d+)_(?P<minor>\d+)_[a-z0-9_]+")
"""The name of a migration, with the release that brought it."""
_BEFORE_1_0: Final = ("leagues", "0002_merged_players")
"""The second migration of every site from before 1.0. Names of later ones say their release."""
_FIRST: Final = ("leagues", "0001_initial")
_OF_FIRST: Final = "leagues_auditentry"
"""A table that `_FIRST` makes, and did not make before 1.0."""
WAY_OUT: Final = (
    "made before zarleague 1.0 and has other tables. Nothing was changed. Export accounts and "
    "leagues with the version that made it, and import them here: docs/upgrading.md says how."
)


class UnsupportedDatabase(CommandError):
    """The database is of a release that this one cannot use; the message says what to do."""


def check(using: str = DEFAULT_DB_ALIAS, *, serving: bool = False) -> None:
    """Raise UnsupportedDatabase if the database is from before 1.0, or of a later release.

    With ``serving`` the next release's is allowed if only the minor number differs: its migrations
    leave this release's code working, and processes of both run during an upgrade.
    """
    connection = connections[using]
    applied = set(MigrationRecorder(connection).applied_migrations())
    if is_before_1_0(applied) or (_FIRST in applied and not _has_table(connection, _OF_FIRST)):
        raise UnsupportedDatabase(f"This database was {WAY_OUT}")
    later = later_migrations(applied)
    if later and not (serving and all(map(_is_of_next_release, later))):
        app, name = later[0]
        raise UnsupportedDatabase(
            f"This database was migrated by a later version of zarleague than {__version__}: it "
            f"has {app}.{name}. Nothing was changed. Start the later version, or restore a backup "
            "from before the upgrade: docs/upgrading.md says how."
        )


def is_before_1_0(applied: Iterable[Migration]) -> bool:
    """Return whether these migrations are of a site from before 1.0."""
    return _BEFORE_1_0 in set(applied)


def later_migrations(applied: Iterable[Migration]) -> list[Migration]:
    """Return those of zarleague's migrations that this release does not have, in order."""
    own = {one.label for one in apps.get_app_configs() if one.name.startswith("zarleague.")}
    known = MigrationLoader(None).disk_migrations
    return sorted(one for one in applied if one[0] in own and one not in known)


def _has_table(connection: BaseDatabaseWrapper, table: str) -> bool:
    return table in connection.introspection.table_names()


def _is_of_next_release(migration: Migration) -> bool:
    found = NAME.fullmatch(migration[1])
    major, minor = release()
    return found is not None and (int(found["major"]), int(found["minor"])) == (major, minor + 1)


def release() -> tuple[int, int]:
    """Return the major and the minor number of this release."""
    major, minor, _ = __version__.split(".")
    return int(major), int(minor)
