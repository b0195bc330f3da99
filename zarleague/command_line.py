"""Django's command line, and what to do about a database of another version."""

import sys
from collections.abc import Sequence

from django.core.management import execute_from_command_line, get_commands

from zarleague.background import loading
from zarleague.storage import private_files


def run(arguments: Sequence[str]) -> None:
    """Run a command of Django, the first of the arguments being the program. Exit with a sentence
    if it failed because the database was not migrated."""
    if "collectstatic" not in arguments:  # the account that builds a site may be another
        private_files.keep_new_files_private()
    from django.db import OperationalError, ProgrammingError

    _refuse_other_releases(arguments)
    try:
        execute_from_command_line(list(arguments))
    except (OperationalError, ProgrammingError) as error:
        exit_without_a_database(error)
        if not _lacks_migrations():
            raise
        program = (
            "zarleague" if arguments[0].endswith("zarleague") else f"{sys.executable} manage.py"
        )
        sys.exit(
            f"The database lacks tables of this version ({str(error).splitlines()[0]}). "
            f"Create them first: {program} migrate"
        )


def _refuse_other_releases(arguments: Sequence[str]) -> None:
    """Exit with a sentence if a command of zarleague's would use a database of a release that this
    one cannot use. A backup may replace it."""
    from django.db import DatabaseError

    from zarleague.storage import releases

    loading.load_applications()  # before that only Django's own commands are known
    name = arguments[1] if len(arguments) > 1 else ""
    if name == "restore" or not get_commands().get(name, "").startswith("zarleague."):
        return
    try:
        releases.check(serving=name != "migrate")
    except releases.UnsupportedDatabase as refused:
        sys.exit(str(refused))
    except DatabaseError:  # the command says what is wrong
        return


def exit_without_a_database(error: Exception) -> None:
    """Exit with what the database's error says if it cannot be reached, or be opened."""
    from django.db import OperationalError, connection

    try:
        connection.close()
        connection.ensure_connection()
    except OperationalError:
        sys.exit(f"The database can’t be reached: {' '.join(str(error).split())}")


def _lacks_migrations() -> bool:
    from django.db import DatabaseError, connection
    from django.db.migrations.executor import MigrationExecutor

    try:
        executor = MigrationExecutor(connection)
    except DatabaseError:  # no database there at all
        return False
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
