"""The statements of entering a hand, and of the checks before it.

A hand needs two dozen. As plain SQL it costs 3.6 ms of processor time on SQLite; with only the four
on roles, merges and receipts made by the ORM it costs 8.1 ms (`make bench ARGS=play`).
"""

from collections.abc import Iterable
from typing import Any

from django.db import connection

from zarleague.storage.sql.rows import (
    Instance,
    Key,
    instances,
    rows,
    rows_by_pairs,
    rows_in,
    run,
    upsert,
)

Row = tuple[Any, ...]


def role(user_id: int, league_id: int) -> str:
    """Return an account's role in a league, "" for none."""
    found = rows(
        "SELECT role FROM leagues_membership WHERE user_id = %s AND league_id = %s",
        user_id,
        league_id,
    )
    return str(found[0][0]) if found else ""


def receipt(league_id: int, key: str) -> tuple[str, int] | None:
    """Return digest and row id of the receipt of an idempotency key, None if there is none."""
    found = rows(
        "SELECT request, made FROM leagues_receipt WHERE league_id = %s AND key = %s",
        league_id,
        key,
    )
    return (str(found[0][0]), int(found[0][1])) if found else None


def merged_players(league_id: int) -> dict[int, int]:
    """Return by the id of each merged player the id of the player it was merged into."""
    return dict(
        rows(
            "SELECT id, merged_into_id FROM leagues_player"
            " WHERE league_id = %s AND merged_into_id IS NOT NULL",
            league_id,
        )
    )


def lock_season(model: type[Instance], season_id: int) -> Instance:
    """Return a season and lock its row until the transaction ends."""
    return _lock_season(model, "%s", season_id)


def lock_season_of(model: type[Instance], match_id: int) -> Instance:
    """Return the season of a match and lock its row until the transaction ends."""
    return _lock_season(model, "(SELECT season_id FROM play_match WHERE id = %s)", match_id)


def _lock_season(model: type[Instance], which: str, key: int) -> Instance:
    # FOR NO KEY UPDATE: rows that refer to the season may be inserted meanwhile.
    lock = " FOR NO KEY UPDATE" if connection.features.has_select_for_no_key_update else ""
    (season,) = instances(model, f"id = {which}{lock}", key)
    return season


def match(model: type[Instance], match: Key) -> Instance:
    """Return a match."""
    (found,) = instances(model, "league_id = %s AND id = %s", *match)
    return found


def seats_at(model: type[Instance], match: Key, number: int) -> list[Instance]:
    """Return the seats of a match at the table for the hand of that number, clockwise."""
    return instances(
        model,
        "league_id = %s AND match_id = %s AND from_hand <= %s"
        " AND (until_hand IS NULL OR until_hand >= %s) ORDER BY number",
        *match,
        number,
        number,
    )


def last_hand(model: type[Instance], match: Key) -> Instance | None:
    """Return the hand of a match with the highest number, None before the first."""
    found = instances(
        model, "league_id = %s AND match_id = %s ORDER BY number DESC LIMIT 1", *match
    )
    return found[0] if found else None


def winning_seats(league_id: int, version_id: int | None) -> list[int]:
    """Return the numbers of the seats that won in a version of a hand, lowest first."""
    found = rows(
        "SELECT number FROM play_handresult AS result JOIN play_matchseat AS seat"
        " ON seat.league_id = result.league_id AND seat.id = seat_id"
        " WHERE result.league_id = %s AND version_id = %s AND won ORDER BY number",
        league_id,
        version_id,
    )
    return [number for (number,) in found]


def confirm(hand: Key, version_id: int) -> None:
    """Make a version the confirmed one of its hand."""
    run(
        "UPDATE play_hand SET confirmed_id = %s WHERE league_id = %s AND id = %s", version_id, *hand
    )


def raise_revision(season_id: int) -> None:
    """Increment the revision of a season's results, which makes the data derived from them
    outdated."""
    run("UPDATE leagues_season SET revision = revision + 1 WHERE id = %s", season_id)


def webhooks(model: type[Instance], league_id: int) -> list[Instance]:
    """Return the webhooks of a league that are switched on, in the order they were added."""
    return instances(model, "league_id = %s AND active ORDER BY id", league_id)


def match_totals(match: Key) -> str | None:
    """Return a match's totals as JSON text, None before its first hand."""
    found = rows(
        "SELECT totals FROM play_matchtotal WHERE league_id = %s AND match_id = %s", *match
    )
    return str(found[0][0]) if found else None


def player_totals(season: Key, evening: int, players: Iterable[int]) -> list[Row]:
    """Return (player, tally, evenings attended, tally of one evening) of some players. All but the
    player are JSON text; the last is None if the player was not there that evening."""
    return rows_in(
        "SELECT whole.player_id, whole.tally, whole.evenings, part.tally"
        " FROM play_seasontotal AS whole LEFT JOIN play_eveningtotal AS part"
        " ON part.league_id = whole.league_id AND part.season_id = whole.season_id"
        " AND part.player_id = whole.player_id AND part.evening = %s"
        " WHERE whole.league_id = %s AND whole.season_id = %s AND whole.player_id IN %s",
        players,
        evening,
        *season,
    )


def evening_totals_of(season: Key, wanted: Iterable[tuple[int, int]]) -> list[Row]:
    """Return (player, evening, tally as JSON text) of some players' evenings, given as (player,
    evening)."""
    return rows_by_pairs(
        "SELECT player_id, evening, tally FROM wanted CROSS JOIN play_eveningtotal"
        " WHERE league_id = %s AND season_id = %s AND player_id = one AND evening = other",
        wanted,
        *season,
    )


def all_evening_totals(season: Key, players: Iterable[int]) -> list[Row]:
    """Return (player, evening, tally as JSON text) of some players on every evening."""
    return rows_in(
        "SELECT player_id, evening, tally FROM play_eveningtotal"
        " WHERE league_id = %s AND season_id = %s AND player_id IN %s",
        players,
        *season,
    )


def pair_totals(season: Key, players: Iterable[int]) -> list[Row]:
    """Return (lower id, higher id, ahead, behind, level, points of the lower, points of the higher)
    of the pairs among some players."""
    among = sorted(players)
    marks = ", ".join(["%s"] * len(among))
    return rows(
        "SELECT low_id, high_id, ahead, behind, level, low_points, high_points"  # noqa: S608
        " FROM play_pairtotal WHERE league_id = %s AND season_id = %s"
        f" AND low_id IN ({marks}) AND high_id IN ({marks})",
        *season,
        *among,
        *among,
    )


def save_match_totals(values: Iterable[Row]) -> None:
    """Insert or update (league, match, season, totals as JSON text)."""
    columns = ("league_id", "match_id", "season_id", "totals")
    upsert("play_matchtotal", columns, ("match_id",), values)


def save_season_totals(values: Iterable[Row]) -> None:
    """Insert or update (league, season, player, unranked, metric, scored, tally, evenings)."""
    key = ("season_id", "player_id")
    columns = ("league_id", *key, "unranked", "metric", "scored", "tally", "evenings")
    upsert("play_seasontotal", columns, key, values)


def save_evening_totals(values: Iterable[Row]) -> None:
    """Insert or update (league, season, player, evening, tally as JSON text)."""
    columns = ("league_id", "season_id", "player_id", "evening", "tally")
    upsert("play_eveningtotal", columns, columns[1:4], values)


def save_pair_totals(values: Iterable[Row]) -> None:
    """Insert or update (league, season, lower id, higher id, ahead, behind, level, points of the
    lower, points of the higher)."""
    key = ("season_id", "low_id", "high_id")
    columns = ("league_id", *key, "ahead", "behind", "level", "low_points", "high_points")
    upsert("play_pairtotal", columns, key, values)


def count_evening(season: Key, evening: int, hands: int, revision: int) -> None:
    """Add hands to an evening (or subtract them, if negative), and store the season's revision of
    the change."""
    run(
        "INSERT INTO play_seasonevening (league_id, season_id, evening, hands, revision)"
        " VALUES (%s, %s, %s, %s, %s) ON CONFLICT (season_id, evening) DO UPDATE"
        " SET hands = play_seasonevening.hands + %s, revision = excluded.revision",
        *season,
        evening,
        max(hands, 0),
        revision,
        hands,
    )


def save_evening_hands(values: Iterable[Row]) -> None:
    """Insert or update (league, season, evening, hands, revision)."""
    columns = ("league_id", "season_id", "evening", "hands", "revision")
    upsert("play_seasonevening", columns, columns[1:3], values)
