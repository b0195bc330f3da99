"""Generate leagues in bulk: hundreds of thousands of hands in seconds, reproducible by seed. The
entries of hands are drawn from hands that the game has judged, so other rules change their points
as in a real season. Rows are bulk inserted, and totals are then computed as by `manage.py rebuild`.
"""

import datetime
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, Final

import numpy as np
from django.db import connection, transaction
from django.db.models import F, Max, Model

GAME: Final = "zar"
SEATS: Final = 4
HANDS_PER_MATCH: Final = 25
FIRST_EVENING: Final = datetime.date(2024, 1, 1)
TEMPLATES: Final = 400
"""Different ends of a hand."""
LOG_TEMPLATES: Final = 40
"""Different logs; each is written with the names of those at the table."""
_NOW: Final = datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)


@dataclass(frozen=True)
class Shape:
    """The size of a season."""

    hands: int
    players: int
    evenings: int
    logs: int = 0
    """How many of the hands were entered by their log."""

    @classmethod
    def of(cls, hands: int) -> "Shape":
        """Return the usual shape of a season with that many hands: larger ones have more people and
        more evenings."""
        return cls(
            hands,
            players=max(8, min(1000, hands // 200)),
            evenings=max(4, min(500, hands // 250)),
        )


@dataclass(frozen=True)
class _Ending:
    """One end of a hand: its entry as JSON or its log, and the points of each seat."""

    entry: str | None
    points: tuple[int, ...]
    places: tuple[int, ...]
    winner: int
    log: Any = None


def season(league: Any, owner: Any, name: str, shape: Shape, seed: int = 1) -> Any:
    """Create a season with its own players and return it. Its totals are not computed yet."""
    from zarleague.leagues import services
    from zarleague.leagues.actors import Actor

    made = services.start_season(
        league,
        name=name,
        starts=FIRST_EVENING,
        actor=Actor.of(owner),
        rules=_season_rules(),
        key=f"season {name}",
    )
    with transaction.atomic():
        players = _players(league.pk, [f"{name} {n}" for n in range(shape.players)])
        _fill(made.key, players, shape, np.random.default_rng(seed))
        # Before PostgreSQL checks the foreign keys: in tables that it takes for short it would go
        # through all rows for each.
        analyze()
    return made


def leagues(numbers: range, shape: Shape) -> Iterator[Any]:
    """Create public leagues with one season and one organiser each, and yield the seasons. Totals
    are not computed yet. Leagues are inserted directly, without the service, as they need no audit
    log."""
    from zarleague.leagues.models import League, Membership, Season, User

    for number in numbers:
        with transaction.atomic():
            league = League.objects.create(
                slug=f"league-{number}", name=f"League {number}", visibility="public"
            )
            organiser = User.objects.create(username=f"organiser-{number}")
            Membership.objects.create(user=organiser, league=league, role="organiser")
            made = Season.objects.create(
                league=league, name="First", starts=FIRST_EVENING, rules=_season_rules()
            )
            players = _players(league.pk, [f"P{n}" for n in range(shape.players)])
            _fill(made.key, players, shape, np.random.default_rng(number))
        yield made
    analyze()


def _season_rules() -> dict[str, Any]:
    return {"preset": "place-points", "options": {"min_hands": 5}}


def _players(league: int, names: Sequence[str]) -> list[tuple[int, str]]:
    """Insert players; return their keys and names."""
    from zarleague.leagues.models import Player

    first = _keys(Player, len(names))
    _write(
        Player,
        ("id", "league_id", "name", "name_key", "guest", "created_at"),
        ((first + n, league, name, name.casefold(), False, _NOW) for n, name in enumerate(names)),
    )
    return [(first + n, name) for n, name in enumerate(names)]


def _fill(
    season: tuple[int, int],
    players: Sequence[tuple[int, str]],
    shape: Shape,
    random: np.random.Generator,
) -> None:
    """Insert matches, seats, hands, versions and results of a season, given by its `key`."""
    from zarleague.engine import write
    from zarleague.engine.games import find
    from zarleague.play.models import (
        Hand,
        HandResult,
        HandVersion,
        JudgedLog,
        Match,
        MatchSeat,
    )
    from zarleague.play.verdicts.rulesets import text, to_json

    rules = find(GAME).ruleset()
    endings, logged = _endings(), _logged() if shape.logs else []
    matches = -(-shape.hands // HANDS_PER_MATCH)
    first_match, first_seat = _keys(Match, matches), _keys(MatchSeat, SEATS * matches)
    first_hand, first_version = _keys(Hand, shape.hands), _keys(HandVersion, shape.hands)
    first_result = _keys(HandResult, SEATS * shape.hands)
    come = 1.0 / (np.arange(len(players)) + 10.0)  # some come every evening, others now and then
    come /= come.sum()
    at_table = [
        random.choice(len(players), SEATS, replace=False, p=come).tolist() for _ in range(matches)
    ]
    drawn = [endings[at] for at in random.integers(len(endings), size=shape.hands).tolist()]
    by_log = [shape.hands * n // shape.logs for n in range(shape.logs)]
    for n in by_log:
        drawn[n] = logged[n % len(logged)]
    as_json, in_words = json.dumps(to_json(rules)), text(rules)

    def text_of(end: _Ending, match: int) -> str:
        if end.log is None:
            return ""
        return write(replace(end.log, seats=tuple(players[at][1] for at in at_table[match])))

    def days() -> Iterable[datetime.date]:
        for number in range(matches):
            yield FIRST_EVENING + datetime.timedelta(days=number * shape.evenings // matches)

    league, _ = season
    of_match = ("league_id", "season_id", "id", "game", "rules", "rules_text", "played_on", "state")
    of_match += ("end_hands", "end_limit", "eliminates", "high_wins", "ties_by_wins")
    of_match += ("left_early", "hands_share", "shares_places")
    of_match += ("first_dealer", "note", "started_at", "closed_at")
    played = (0, 0, False, False, False, "alike", 100, False, 0, "", _NOW, _NOW)
    _write(
        Match,
        of_match,
        (
            (*season, first_match + n, GAME, as_json, in_words, day, "closed", *played)
            for n, day in enumerate(days())
        ),
    )
    _write(
        MatchSeat,
        ("league_id", "id", "match_id", "number", "player_id", "from_hand", "until_hand"),
        (
            (
                league,
                first_seat + SEATS * n + seat,
                first_match + n,
                seat,
                players[player][0],
                1,
                None,
            )
            for n, table in enumerate(at_table)
            for seat, player in enumerate(table)
        ),
    )
    numbered = [
        (n, n // HANDS_PER_MATCH, n % HANDS_PER_MATCH, ending) for n, ending in enumerate(drawn)
    ]
    _write(
        Hand,
        ("league_id", "id", "match_id", "number", "dealer"),
        (
            (league, first_hand + n, first_match + match, at + 1, at % SEATS)
            for n, match, at, _ in numbered
        ),
    )
    of_version = ("league_id", "id", "hand_id", "number", "kind", "entry", "evidence", "log")
    of_version += ("author_name", "reason", "created_at")
    _write(
        HandVersion,
        of_version,
        (
            (
                league,
                first_version + n,
                first_hand + n,
                1,
                "entry",
                end.entry,
                4 if end.log else 2,
                text_of(end, match),
                "bench",
                "",
                _NOW,
            )
            for n, match, _, end in numbered
        ),
    )
    # Set now: while a hand refers to a version that is missing, SQLite looks at every version that
    # is inserted for hands that refer to it, through all hands.
    own = Hand.objects.filter(pk__range=(first_hand, first_hand + shape.hands - 1))
    own.update(confirmed_id=F("pk") + (first_version - first_hand))
    of_result = ("league_id", "id", "version_id", "seat_id", "order")
    of_result += ("player_id", "points", "place", "won")
    _write(
        HandResult,
        of_result,
        (
            (
                league,
                first_result + SEATS * n + seat,
                first_version + n,
                first_seat + SEATS * match + seat,
                seat,
                players[at_table[match][seat]][0],
                end.points[seat],
                end.places[seat],
                seat == end.winner,
            )
            for n, match, _, end in numbered
            for seat in range(SEATS)
        ),
    )
    JudgedLog.objects.bulk_create(
        (JudgedLog(league_id=league, version_id=first_version + n) for n in by_log),
        batch_size=1000,
    )


@cache
def _endings() -> list[_Ending]:
    """Return ends of hands, judged by the game."""
    from zarleague.engine.entry import Entry
    from zarleague.engine.games import find
    from zarleague.play.verdicts.judging import entry_to_json
    from zarleague.standings.places import places

    random = np.random.default_rng(1)
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


@cache
def _logged() -> list[_Ending]:
    """Return hands played by bots, with their logs."""
    from zarleague.bots import play_hand
    from zarleague.engine import replay
    from zarleague.engine.games import find
    from zarleague.standings.places import places

    game = find(GAME)
    found: list[_Ending] = []
    for seed in range(LOG_TEMPLATES):
        log = play_hand(game, game.ruleset(), ("A", "B", "C", "D"), 0, Random(seed))
        points = replay(log).points
        if points is not None and None not in points:
            placed = places(points)
            found.append(_Ending(None, points, placed, placed.index(1), log))
    return found


def _keys(model: type[Model], count: int) -> int:
    """Reserve so many keys; return the first."""
    if connection.vendor == "sqlite":
        return (model._default_manager.aggregate(last=Max("pk"))["last"] or 0) + 1
    sequence = f"pg_get_serial_sequence('{model._meta.db_table}', 'id')"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT setval({sequence}, nextval({sequence}) + %s)", [count - 1])
        (last,) = cursor.fetchone()
    return last - count + 1


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


def analyze() -> None:
    """Update the planner's statistics, as a real site's database does by itself."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
