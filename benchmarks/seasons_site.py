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

from benchmarks import Figure, bulk
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

FEW = 200
MANY = 200_000
"""Hands of the seasons whose pages are compared."""
CONNECTIONS = 8
REQUESTS = 300


def figures() -> Iterator[Figure]:
    """Yield the time to rate a season from the database, and of its page under load."""
    from zarleague.reports.models import RatingList
    from zarleague.reports.ratings import lists

    database = connection.display_name
    yield from _latencies([_page_of(hands) for hands in (FEW, MANY)], database)
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


def _page_of(hands: int) -> str:
    """Make a season of so many hands, in a league of its own; return the address of its table."""
    from django.contrib.auth import get_user_model

    from zarleague.leagues import services
    from zarleague.play.services import rebuild

    owner, _ = get_user_model().objects.get_or_create(username="bench")
    league = services.create_league(
        owner=owner, name=f"League of {hands}", visibility="public", key=f"league of {hands}"
    )
    season = bulk.season(league, owner, "Long", bulk.Shape.of(hands))
    rebuild(season)
    bulk.analyze()
    return f"/l/{league.slug}/seasons/{season.pk}/"


def _latencies(pages: list[str], database: str) -> Iterator[Figure]:
    """Yield the tail of the larger season's page against the smaller one's, and under load."""
    with _server() as port:
        for page in pages:
            latencies(port, page, 200, CONNECTIONS)  # everything is loaded by then
        small, large = (percentile(latencies(port, page, REQUESTS), 99) for page in pages)
        loaded = latencies(port, pages[-1], REQUESTS * 2, CONNECTIONS)
    yield Figure(
        f"standings page with {MANY:,} hands, 99th percentile, {database}",
        large * 1000,
        "ms",
        f"the page with {FEW} hands",
        small / large,
    )
    median, tail = statistics.median(loaded), percentile(loaded, 99)
    yield Figure(
        f"standings page with {MANY:,} hands at {CONNECTIONS} connections, 99th percentile,"
        f" {database}",
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
def _season(name: str, seats: Any, place: Any) -> Any:
    """Bulk insert simulated hands into a new season."""
    from django.contrib.auth import get_user_model

    from zarleague.engine.games import find
    from zarleague.leagues import services
    from zarleague.leagues.actors import Actor
    from zarleague.leagues.models import Player
    from zarleague.play.models import Hand, HandResult, HandVersion, Match, MatchSeat
    from zarleague.play.verdicts.rulesets import text, to_json
    from zarleague.storage import sql

    owner, _ = get_user_model().objects.get_or_create(username="bench")
    league = services.create_league(
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
