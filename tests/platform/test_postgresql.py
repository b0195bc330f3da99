"""How a site for many machines keeps its connection to the database."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tools import services

PROGRAM = """
import django, json, os, psycopg
django.setup()
from django.core.signals import request_started
from django.db import connection

def ask(statement, *params):
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return cursor.fetchone()[0]

found = {"asked twice": [ask("SELECT %s + 1", number) for number in (1, 2)]}
found["planned"] = ask("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%%+ 1'")
first = ask("SELECT pg_backend_pid()")
request_started.send(None)
found["kept for the next request"] = ask("SELECT pg_backend_pid()") == first
with psycopg.connect(os.environ["DATABASE_URL"]) as other:
    other.execute("SELECT pg_terminate_backend(%s, 10000)", [first])
request_started.send(None)
found["opened anew"] = ask("SELECT pg_backend_pid()") != first

print(json.dumps(found))
"""


def printed_by(program: str, address: str, data: Path) -> Any:
    """Return what a program prints as JSON, run on a database."""
    environment = {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(data),
        "DATABASE_URL": address,
        "REDIS_URL": "redis://cache.example:6379/0",
        "ALLOWED_HOSTS": "league.example",
        "SECRET_KEY": "0123456789abcdefghij" * 3,
        "DJANGO_SETTINGS_MODULE": "zarleague.settings",
    }
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def test_a_connection_is_kept_and_opened_anew_when_the_server_has_closed_it(tmp_path: Path) -> None:
    with services.postgresql() as address:
        found = printed_by(PROGRAM, address, tmp_path)
    assert found == {
        "asked twice": [2, 3],
        "planned": 1,
        "kept for the next request": True,
        "opened anew": True,
    }


CARELESS = """
import django, json
django.setup()
from django.core.checks import run_checks
from django.db import connection

with connection.cursor() as cursor:
    cursor.execute("SHOW synchronous_commit")
    waits = cursor.fetchone()[0]
said = run_checks(include_deployment_checks=True)
print(json.dumps([waits, [one.msg for one in said if not one.is_silenced()]]))
"""


def test_a_commit_waits_for_the_disk_and_a_careless_server_is_reported(tmp_path: Path) -> None:
    """How long a commit waits is each connection's choice; fsync is the server's alone. Of the
    site's security Django has nothing to say."""

    with (
        tempfile.TemporaryDirectory(prefix="zarleague-postgresql-") as folder,
        services.own_postgresql(Path(folder), "fsync=off", "synchronous_commit=off") as (url, _),
    ):
        warnings = ["PostgreSQL runs with fsync = off: a power cut may destroy the whole database."]
        assert printed_by(CARELESS, url, tmp_path) == ["on", warnings]
        by_choice = "?options=-c%20synchronous_commit%3Dremote_apply"
        assert printed_by(CARELESS, url + by_choice, tmp_path) == ["remote_apply", warnings]
