"""A program that queries a site's database, for callers that do not set up Django.

Reads a word a line and answers it with a line of JSON. It writes only when it prepares the site,
and keeps no connection, so that it is never in the way of what is tried.
"""

import io
import json
import os
import sys
import time
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zarleague.settings")
django.setup()

from django.core.management import CommandError, call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402

from zarleague.leagues import services  # noqa: E402
from zarleague.leagues.actors import Actor  # noqa: E402
from zarleague.leagues.models import User  # noqa: E402
from zarleague.reports.background_work import out_of_date  # noqa: E402
from zarleague.reports.models import Job  # noqa: E402

PLAYERS = ("Ann", "Bob", "Cat", "Dee", "Eve", "Fay")
LOCK_SECONDS = 2.0
"""Seconds for which a transaction may hold a lock, or wait for one."""


def prepare() -> dict[str, Any]:
    """Make a league with a season, and a session for its organiser."""
    call_command("migrate", verbosity=0)
    owner = User.objects.create_user("landlady")
    actor = Actor.of(owner)
    league = services.create_league(
        owner=owner, name="The Anchor", visibility="public", time_zone="UTC", key="league"
    )
    season = services.start_season(
        league,
        name="Storms",
        starts="2020-01-01",
        rules={"preset": "total-points", "options": {}},
        actor=actor,
        key="season",
    )
    players = {
        name: services.add_player(league, name, actor=actor, key=name).pk for name in PLAYERS
    }
    client = Client()
    client.force_login(owner)
    return {
        "league": league.slug,
        "season": season.pk,
        "players": players,
        "session": client.cookies["sessionid"].value,
    }


def work() -> list[str]:
    """Return what is still to be done, and who holds or waits for a lock."""
    open_jobs = Job.objects.filter(state__in=[Job.State.WAITING, Job.State.RUNNING])
    return [
        *(f"the ranks of {season} are behind" for season in out_of_date.seasons_behind()),
        *(f"the ratings of {league} are behind" for league in out_of_date.leagues_behind()),
        *(f"a job is open: {job.kind}" for job in open_jobs),
        *locks(),
    ]


def locks() -> list[str]:
    """Return the locks that stay."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {LOCK_SECONDS * 1000:.0f}")
        with transaction.atomic():  # which takes the one lock there is
            transaction.set_rollback(True)
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT state || ': ' || query FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND xact_start < now() - %s * interval '1 second'",
            [LOCK_SECONDS],
        )
        return [f"a transaction stays open, {what}" for (what,) in cursor.fetchall()]


def check() -> list[str]:
    """Return in what the derived data differs from a rebuild."""
    said = io.StringIO()
    try:
        call_command("rebuild", check=True, stdout=said)
    except CommandError as wrong:
        return [str(wrong)]
    return []


def main() -> None:
    """Answer until there are no more questions."""
    for line in sys.stdin:
        start = time.monotonic()
        try:
            answer = {"prepare": prepare, "work": work, "check": check}[line.strip()]()
        except django.db.Error as error:
            answer = [f"{type(error).__name__}: {error}"]
        finally:
            connection.close()
        print(json.dumps([answer, time.monotonic() - start]), flush=True)


if __name__ == "__main__":
    main()
