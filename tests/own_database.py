"""An empty database for the tests of whole databases: backups and migrations."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import psycopg
from django.db import connection


@contextlib.contextmanager
def database_of_its_own(folder: Path, name: str) -> Iterator[None]:
    """Let Django's connection lead to another, empty database, dropped when the block ends."""
    former = connection.settings_dict["NAME"]
    connection.close()
    if connection.vendor == "sqlite":
        own = str(folder / f"{name}.sqlite3")
    else:
        own = f"{former}_{name}"
        parameters = connection.get_connection_params()
        server = {key: parameters[key] for key in ("user", "host", "port") if key in parameters}
        with psycopg.connect(**server, dbname="postgres", autocommit=True) as opened:
            opened.execute(f"DROP DATABASE IF EXISTS {own}")
            opened.execute(f"CREATE DATABASE {own}")
    connection.settings_dict["NAME"] = own
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = former
        if connection.vendor == "postgresql":
            with psycopg.connect(**server, dbname="postgres", autocommit=True) as opened:
                opened.execute(f"DROP DATABASE {own} WITH (FORCE)")
