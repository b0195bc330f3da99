"""Measure saving a hand and reading a table on the database of the environment.

``python -m benchmarks.play_site`` prints its figures as JSON; `bench_play` runs it on each kind of
database. It creates a temporary database.
"""

import datetime
import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from django.db import connection

from benchmarks import Figure
from benchmarks.sites import print_measured

HANDS = 300
SEATS = 4
PLAYERS = 2000
RESULTS = 1_000_000
TOP = 50


def figures() -> Iterator[Figure]:
    """Yield a confirmed hand and the top of a long table, each against plain SQL."""
    club = _Club()
    database = connection.display_name
    served, bare = [], []
    for number in range(1, HANDS + 1):
        served.append(seconds(lambda number=number: club.enter(number)))  # type: ignore[misc]
        bare.append(seconds(lambda number=number: club.enter_bare(number)))  # type: ignore[misc]
    hand, plain = statistics.median(served), statistics.median(bare)
    yield Figure(
        f"confirm a hand of {SEATS}, {database}",
        hand * 1000,
        "ms",
        "the same rows by plain SQL in one transaction",
        plain / hand,
    )
    club.fill()
    top = statistics.median(seconds(club.top) for _ in range(20))
    grouped = statistics.median(seconds(club.top_grouped) for _ in range(5))
    assert club.top() == [points for _, points, _ in club.top_grouped()]
    yield Figure(
        f"top {TOP} of a season of {RESULTS} results, {database}",
        top * 1000,
        "ms",
        "GROUP BY with rank() over a covering index",
        grouped / top,
    )


def seconds(task: Callable[[], object]) -> float:
    """Return the seconds of one run."""
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


class _Club:
    """Two equal leagues: one is written by the services, the other by plain SQL."""

    def __init__(self) -> None:
        # Django's models can only be imported once it is set up.
        from zarleague.leagues import services as leagues
        from zarleague.leagues.actors import Actor
        from zarleague.leagues.models import User
        from zarleague.play.notify import season_changed

        season_changed.disconnect(dispatch_uid="reports.queue_refresh")
        self.owner = User.objects.create_user("bench")
        self.leagues = leagues
        self.actor = Actor.of(self.owner)
        self.served, self.bare = self._match("Served"), self._match("Bare")
        self.seats = list(self.bare.seats.order_by("number"))

    def _match(self, name: str) -> Any:
        from zarleague.play import services

        league = self.leagues.create_league(owner=self.owner, name=name, key=f"league {name}")
        season = self.leagues.start_season(
            league, name=name, starts=datetime.date(2026, 1, 1), actor=self.actor, key="season"
        )
        names = ["Ann", "Bob", "Cat", "Dee"]
        return services.start_match(season, names, actor=self.actor, key="match")

    def enter(self, number: int) -> None:
        """Enter a hand by the service: locked, checked, versioned, counted, announced."""
        from zarleague.engine.entry import Entry
        from zarleague.play import services

        entry = Entry("totals", ({}, {"points": 4}, {"points": 9}, {"points": 3}), 0)
        services.enter_hand(self.served, entry, key=f"hand-{number}", actor=self.actor)

    def enter_bare(self, number: int) -> None:
        """Write the same rows, known beforehand, by plain SQL."""
        league, season = self.bare.season.key
        now = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC).isoformat(" ")
        players = [seat.player_id for seat in self.seats]
        tally = json.dumps({"hands": number, "points": 4 * number, "scores": [[4, number]]})
        scored = json.dumps(
            [[4 * number, 1], number, 0, 4 * number, 0, 0, [0, 1], 0, 4, 4, [739000], [], []]
        )
        raw = connection.connection.cursor()
        execute = _execute(raw)
        execute("BEGIN")
        hand = execute(
            "INSERT INTO play_hand (league_id, match_id, number, dealer, confirmed_id)"
            " VALUES (?, ?, ?, 0, NULL) RETURNING id",
            league,
            self.bare.pk,
            number,
        ).fetchone()[0]
        version = execute(
            "INSERT INTO play_handversion (league_id, hand_id, number, kind, entry, evidence, log,"
            " author_id, author_name, link_id, reason, created_at)"
            " VALUES (?, ?, 1, 'entry', ?, 1, '', ?, 'bench', NULL, '', ?) RETURNING id",
            league,
            hand,
            '{"form": "totals", "sheets": [{}, {"points": 4}, {"points": 9}, {"points": 3}]}',
            self.owner.pk,
            now,
        ).fetchone()[0]
        _insert(
            execute,
            "play_handresult",
            'league_id, version_id, seat_id, "order", player_id, points, place, won',
            [
                (league, version, seat.pk, order, seat.player_id, order, order + 1, order == 0)
                for order, seat in enumerate(self.seats)
            ],
        )
        execute(
            "UPDATE play_hand SET confirmed_id = ? WHERE league_id = ? AND id = ?",
            version,
            league,
            hand,
        )
        _insert(
            execute,
            "play_matchtotal",
            "league_id, match_id, season_id, totals",
            [(league, self.bare.pk, season, tally)],
            "(match_id) DO UPDATE SET totals = excluded.totals",
        )
        _insert(
            execute,
            "play_seasontotal",
            "league_id, season_id, player_id, unranked, metric, scored, tally, evenings",
            [
                (league, season, player, 0, 4.0 * number, scored, tally, "[739000]")
                for player in players
            ],
            "(season_id, player_id) DO UPDATE SET metric = excluded.metric,"
            " scored = excluded.scored, tally = excluded.tally",
        )
        _insert(
            execute,
            "play_eveningtotal",
            "league_id, season_id, player_id, evening, tally",
            [(league, season, player, 739000, tally) for player in players],
            "(season_id, player_id, evening) DO UPDATE SET tally = excluded.tally",
        )
        _insert(
            execute,
            "play_pairtotal",
            "league_id, season_id, low_id, high_id, ahead, behind, level",
            [
                (league, season, low, high, number, 0, 0)
                for at, low in enumerate(players)
                for high in players[at + 1 :]
            ],
            "(season_id, low_id, high_id) DO UPDATE SET ahead = excluded.ahead",
        )
        execute(
            "INSERT INTO leagues_receipt (league_id, key, request, made, created_at)"
            " VALUES (?, ?, ?, ?, ?)",
            league,
            f"hand-{number}",
            "0" * 64,
            hand,
            now,
        )
        execute("COMMIT")

    def fill(self) -> None:
        """Insert the results of a long season for the peer, and their totals."""
        from zarleague.leagues.models import Player
        from zarleague.play.totals import rows as stored_rows
        from zarleague.standings.rules import season_rules
        from zarleague.standings.totals import PlayerTotals, Tally

        chance = random.Random(5)
        season = self.season = self.leagues.start_season(
            self.served.season.league,
            name="Long",
            starts=datetime.date(2026, 1, 1),
            actor=self.actor,
            key="long season",
            rules={"preset": "total-points", "options": {"tie_breaks": []}},
        )
        players = Player.objects.bulk_create(
            Player(league=season.league, name=f"Player {n}", name_key=f"player {n}")
            for n in range(PLAYERS)
        )
        results = [
            (season.pk, player.pk, points)
            for player in players
            for points in chance.choices(range(60), k=RESULTS // PLAYERS)
        ]
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE TEMPORARY TABLE bench (season integer, player integer, points integer)"
            )
            for start in range(0, RESULTS, 5000):
                rows = ",".join(map(str, results[start : start + 5000]))
                cursor.execute(f"INSERT INTO bench VALUES {rows}")  # noqa: S608
            cursor.execute("CREATE INDEX covering ON bench (season, player, points)")
            cursor.execute("ANALYZE")
        scores: dict[int, Counter[int]] = {}
        for _, player, points in results:
            scores.setdefault(player, Counter())[points] += 1
        held = {
            player: PlayerTotals(
                Tally(
                    hands=counted.total(),
                    points=sum(points * times for points, times in counted.items()),
                    scores=dict(counted),
                )
            )
            for player, counted in scores.items()
        }
        evenings = list(range(739000, 739050))
        stored_rows.save_players(
            season.key,
            {player: (totals, evenings) for player, totals in held.items()},
            season_rules("total-points"),
        )
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")

    def top(self) -> list[int]:
        """Return the points of the first players of the long season, as its page does."""
        from zarleague.play import selectors

        return [row.points for row in selectors.season_table(self.season, limit=TOP)]

    def top_grouped(self) -> list[tuple[int, int, int]]:
        """Return the same by adding up all results."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT player, sum(points), rank() OVER (ORDER BY sum(points)) AS place FROM bench"
                " WHERE season = %s GROUP BY player ORDER BY place LIMIT %s",
                [self.season.pk, TOP],
            )
            return list(cursor.fetchall())


def _execute(cursor: Any) -> Callable[..., Any]:
    """Return a function that executes a statement, with ? for its values, on the bare driver."""
    if connection.vendor == "sqlite":
        return lambda statement, *values: cursor.execute(statement, values)
    return lambda statement, *values: cursor.execute(statement.replace("?", "%s"), values)


def _insert(
    execute: Callable[..., Any],
    table: str,
    columns: str,
    rows: list[tuple[Any, ...]],
    conflict: str = "",
) -> None:
    marks = ", ".join(["(" + ", ".join("?" * len(rows[0])) + ")"] * len(rows))
    upsert = f" ON CONFLICT {conflict}" if conflict else ""
    values = [value for row in rows for value in row]
    execute(f"INSERT INTO {table} ({columns}) VALUES {marks}{upsert}", *values)  # noqa: S608


if __name__ == "__main__":
    print_measured(figures)
