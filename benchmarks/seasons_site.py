"""Measure a season's ratings and page on the database of the environment.

``python -m benchmarks.seasons_site`` prints its figures as JSON; `bench_seasons` runs it on each
kind of database. It creates a temporary database.
"""

import contextlib
import datetime
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from django.db import connection, transaction

from benchmarks import Figure
from benchmarks.bench_ratings import (
    EVENINGS,
    HANDS_PER_MATCH,
    LOOP,
    PLAYERS,
    SEASON,
    SEATS,
    made_up_hands,
    openskill_loop,
    seconds,
)
from benchmarks.load import latencies, percentile
from benchmarks.sites import print_measured
from tools.services import free_port

ROWS = 50
"""Players of the season whose page is measured."""
ROW_HANDS = 500
CONNECTIONS = 8
REQUESTS = 300


def figures() -> Iterator[Figure]:
    """Yield the time to rate a season from the database, and of its page under load."""
    from zarleague.play import services
    from zarleague.reports.models import RatingList
    from zarleague.reports.ratings import lists

    database = connection.display_name
    seats, place = made_up_hands(SEASON)
    loop = seconds(lambda: openskill_loop(seats, place), runs=2)
    season = _season("Long", seats, place)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as on real sites

    def recompute() -> None:
        RatingList.objects.all().delete()
        lists.refresh(season.league)

    whole = seconds(recompute, runs=3)
    yield Figure(
        f"ratings of {SEASON} hands of {PLAYERS} players read, fitted and written with the"
        f" history of {EVENINGS} evenings, {database}",
        whole,
        "s",
        LOOP,
        loop / whole,
    )
    shuffled = np.argsort(np.random.default_rng(9).random((ROW_HANDS, ROWS)), axis=1)
    place = place[:ROW_HANDS]
    table = _season("Table", shuffled[:, :SEATS], place, league=season.league)
    services.rebuild(table)
    yield from _page(f"/l/{table.league.slug}/seasons/{table.pk}/", database)


def _page(page: str, database: str) -> Iterator[Figure]:
    """Yield the page's median against an empty view's, and its tail under load."""
    with _server() as port:
        for path in ("/empty/", page):
            latencies(port, path, 200, CONNECTIONS)  # everything is loaded by then
        empty = statistics.median(latencies(port, "/empty/", REQUESTS))
        alone = statistics.median(latencies(port, page, REQUESTS))
        loaded = latencies(port, page, REQUESTS * 2, CONNECTIONS)
    yield Figure(
        f"standings page of {ROWS} rows, median, {database}",
        alone * 1000,
        "ms",
        "an empty view of the same server",
        empty / alone,
    )
    median, tail = statistics.median(loaded), percentile(loaded, 99)
    yield Figure(
        f"standings page of {ROWS} rows at {CONNECTIONS} connections, 99th percentile, {database}",
        tail * 1000,
        "ms",
        "its own median",
        median / tail,
    )


@contextlib.contextmanager
def _server() -> Iterator[int]:
    """Serve the benchmark's database; yield the port."""
    port = free_port()
    held = connection.settings_dict
    connection.close()
    address = os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{held['NAME']}"
    if connection.vendor == "sqlite":
        address = f"sqlite:///{held['NAME']}"
    command = [sys.executable, "-m", "benchmarks.served", str(port)]
    # All requests come from this machine.
    environment = {"DATABASE_URL": address, "CONNECTIONS_PER_ADDRESS": "0"}
    process = subprocess.Popen(command, env=os.environ | environment)
    try:
        _wait_for(port, process)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit("The server to be measured does not start.")
            time.sleep(0.1)
        else:
            return


@transaction.atomic
def _season(name: str, seats: Any, place: Any, league: Any = None) -> Any:
    """Bulk insert simulated hands into a new season."""
    from django.contrib.auth import get_user_model

    from zarleague.engine.games import find
    from zarleague.leagues import services
    from zarleague.leagues.actors import Actor
    from zarleague.leagues.models import Player
    from zarleague.play.models import Hand, HandResult, HandVersion, Match, MatchSeat
    from zarleague.play.rulesets import text, to_json
    from zarleague.storage.sql import rows as sql

    owner, _ = get_user_model().objects.get_or_create(username="bench")
    league = league or services.create_league(
        owner=owner, name=name, visibility="public", key=f"league {name}"
    )
    start = datetime.date(2026, 1, 1)
    season = services.start_season(
        league,
        name=name,
        starts=start,
        actor=Actor.of(owner),
        rules={"preset": "total-points", "options": {}},
        key=f"season {name}",
    )
    players = Player.objects.bulk_create(
        Player(league=league, name=f"{name} {n}", name_key=f"{name} {n}".casefold())
        for n in range(PLAYERS)
    )
    ids = [player.pk for player in players]
    rules = find("zar").ruleset()
    now = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    matches = Match.objects.bulk_create(
        Match(
            league_id=season.league_id,
            season=season,
            game="zar",
            rules=to_json(rules),
            rules_text=text(rules),
            played_on=start + datetime.timedelta(days=first * EVENINGS // len(seats)),
            started_at=now,
        )
        for first in range(0, len(seats), HANDS_PER_MATCH)
    )
    chairs = MatchSeat.objects.bulk_create(
        MatchSeat(league_id=match.league_id, match=match, number=number, player_id=ids[number])
        for match in matches
        for number in range(SEATS)
    )
    base = (Hand.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1
    numbers = np.arange(len(seats))
    columns = zip(numbers.tolist(), seats.tolist(), place.tolist(), strict=True)
    hands, versions, results = [], [], []
    for at, present, taken in columns:
        match = matches[at // HANDS_PER_MATCH]
        points = [0 if rank == 1 else 7 * (rank - 1) + (31 * at + 17 * rank) % 7 for rank in taken]
        hands.append((match.league_id, base + at, match.pk, at % HANDS_PER_MATCH + 1, 0, base + at))
        entry = json.dumps(
            {
                "form": "totals",
                "sheets": [{"points": total} if total else {} for total in points],
                "winner": taken.index(1),
            }
        )
        versions.append(
            (match.league_id, base + at, base + at, 1, "entry", entry, 1, "", "bench", "", now)
        )
        for order, (player, rank, total) in enumerate(zip(present, taken, points, strict=True)):
            chair = chairs[at // HANDS_PER_MATCH * SEATS + order].pk
            results.append(
                (match.league_id, base + at, chair, order, ids[player], total, rank, rank == 1)
            )
    of_hand = ("league_id", "id", "match_id", "number", "dealer", "confirmed_id")
    sql.upsert(Hand._meta.db_table, of_hand, (), hands)
    of_version = ("league_id", "id", "hand_id", "number", "kind", "entry", "evidence", "log")
    of_version += ("author_name", "reason", "created_at")
    sql.upsert(HandVersion._meta.db_table, of_version, (), versions)
    of_result = ("league_id", "version_id", "seat_id", "order")
    of_result += ("player_id", "points", "place", "won")
    sql.upsert(HandResult._meta.db_table, of_result, (), results)
    return season


if __name__ == "__main__":
    print_measured(figures)
