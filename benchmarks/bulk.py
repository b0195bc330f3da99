"""Leagues made in bulk: hands by the hundred thousand, in seconds and always the same.

What a hand's entry says is drawn from hands that the game itself has judged, so that other rules
change their points as they do in a real season. Rows are written by the quickest way each database
has, and the totals are counted afterwards as `manage.py rebuild` counts them.
"""

import datetime
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from django.db import connection, transaction
from django.db.models import Max, Model

GAME: Final = "zar"
SEATS: Final = 4
HANDS_PER_MATCH: Final = 25
FIRST_EVENING: Final = datetime.date(2024, 1, 1)
TEMPLATES: Final = 400
"""Different ends of a hand."""
_NOW: Final = datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)


@dataclass(frozen=True)
class Shape:
    """How a season was played."""

    hands: int
    players: int
    evenings: int

    @classmethod
    def of(cls, hands: int) -> "Shape":
        """Return a season as clubs of that size play it: more people, and more evenings."""
        return cls(
            hands,
            players=max(8, min(1000, hands // 200)),
            evenings=max(4, min(500, hands // 250)),
        )


@dataclass(frozen=True)
class _Ending:
    """One end of a hand: its entry as JSON text, and what each seat got."""

    entry: str
    points: tuple[int, ...]
    places: tuple[int, ...]
    winner: int


def season(league: Any, owner: Any, name: str, shape: Shape, seed: int = 1) -> Any:
    """Make a season with players of its own and return it; its totals are not counted yet."""
    from zarleague.leagues import services
    from zarleague.leagues.actors import Actor
    from zarleague.leagues.models import Player

    made = services.start_season(
        league,
        name=name,
        starts=FIRST_EVENING,
        actor=Actor.of(owner),
        rules={"preset": "place-points", "options": {"min_hands": 5}},
        key=f"season {name}",
    )
    players = Player.objects.bulk_create(
        (
            Player(league=league, name=f"{name} {n}", name_key=f"{name} {n}".casefold())
            for n in range(shape.players)
        ),
        batch_size=1000,
    )
    random = np.random.default_rng(seed)
    with transaction.atomic():
        _fill(made, [player.pk for player in players], shape, random)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as the databases of real sites are
    return made


def _fill(season: Any, players: Sequence[int], shape: Shape, random: np.random.Generator) -> None:
    """Write matches, seats, hands, versions and results."""
    from zarleague.engine.games import find
    from zarleague.play.models import Hand, HandResult, HandVersion, Match, MatchSeat
    from zarleague.play.rulesets import text, to_json

    rules = find(GAME).ruleset()
    endings = _endings(random)
    matches = -(-shape.hands // HANDS_PER_MATCH)
    first_match, first_seat = _next_key(Match), _next_key(MatchSeat)
    first_hand, first_version = _next_key(Hand), _next_key(HandVersion)
    first_result = _next_key(HandResult)
    come = 1.0 / (np.arange(len(players)) + 10.0)  # some come every evening, others now and then
    come /= come.sum()
    at_table = [
        random.choice(len(players), SEATS, replace=False, p=come).tolist() for _ in range(matches)
    ]
    drawn = random.integers(len(endings), size=shape.hands).tolist()
    as_json, in_words = json.dumps(to_json(rules)), text(rules)

    def days() -> Iterable[datetime.date]:
        for number in range(matches):
            yield FIRST_EVENING + datetime.timedelta(days=number * shape.evenings // matches)

    of_match = ("id", "season_id", "game", "rules", "rules_text", "played_on", "state")
    of_match += ("end_hands", "end_limit", "eliminates", "high_wins", "ties_by_wins")
    of_match += ("first_dealer", "note", "started_at", "closed_at")
    _write(
        Match,
        of_match,
        (
            (
                first_match + n,
                season.pk,
                GAME,
                as_json,
                in_words,
                day,
                "closed",
                0,
                0,
                False,
                False,
                False,
                0,
                "",
                _NOW,
                _NOW,
            )
            for n, day in enumerate(days())
        ),
    )
    _write(
        MatchSeat,
        ("id", "match_id", "number", "player_id", "from_hand", "until_hand"),
        (
            (first_seat + SEATS * n + seat, first_match + n, seat, players[player], 1, None)
            for n, table in enumerate(at_table)
            for seat, player in enumerate(table)
        ),
    )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    numbered = [
        (n, n // HANDS_PER_MATCH, n % HANDS_PER_MATCH, endings[ending])
        for n, ending in enumerate(drawn)
    ]
    _write(
        Hand,
        ("id", "match_id", "number", "dealer", "confirmed_id"),
        (
            (first_hand + n, first_match + match, at + 1, at % SEATS, first_version + n)
            for n, match, at, _ in numbered
        ),
    )
    of_version = ("id", "hand_id", "number", "kind", "entry", "evidence", "log")
    of_version += ("author_name", "reason", "created_at")
    _write(
        HandVersion,
        of_version,
        (
            (first_version + n, first_hand + n, 1, "entry", end.entry, 2, "", "bench", "", _NOW)
            for n, _, _, end in numbered
        ),
    )
    _write(
        HandResult,
        ("id", "version_id", "seat_id", "order", "player_id", "points", "place", "won"),
        (
            (
                first_result + SEATS * n + seat,
                first_version + n,
                first_seat + SEATS * match + seat,
                seat,
                players[at_table[match][seat]],
                end.points[seat],
                end.places[seat],
                seat == end.winner,
            )
            for n, match, _, end in numbered
            for seat in range(SEATS)
        ),
    )
    _go_on_after(Match, MatchSeat, Hand, HandVersion, HandResult)


def _endings(random: np.random.Generator) -> list[_Ending]:
    """Return ends of hands as the game judges them."""
    from zarleague.engine.entry import Entry
    from zarleague.engine.games import find
    from zarleague.play.judging import entry_to_json
    from zarleague.standings.places import places

    game = find(GAME)
    rules = game.ruleset()
    found: list[_Ending] = []
    while len(found) < TEMPLATES:
        winner = int(random.integers(SEATS))
        sheets = [
            {}
            if seat == winner
            else {"number": int(random.integers(1, 6)), "wild": int(random.integers(0, 2))}
            for seat in range(SEATS)
        ]
        entry = Entry("counts", tuple(sheets), winner)
        points = game.check(rules, entry).points
        if points is not None:
            text = json.dumps(entry_to_json(entry))
            found.append(_Ending(text, points, places(points), winner))
    return found


def _next_key(model: type[Model]) -> int:
    return (model._default_manager.aggregate(last=Max("pk"))["last"] or 0) + 1


def _write(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows: PostgreSQL copies them in, SQLite repeats one prepared statement."""
    quote = connection.ops.quote_name
    table, names = quote(model._meta.db_table), ", ".join(map(quote, columns))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(columns))
        cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)  # noqa: S608


def _go_on_after(*models: type[Model]) -> None:
    """Let new rows have keys above those that were written."""
    from django.core.management.color import no_style

    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models)):
            cursor.execute(statement)
