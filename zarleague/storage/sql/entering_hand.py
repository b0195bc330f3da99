"""The statements of entering a hand, and of the checks before it.

A hand needs two dozen. As plain SQL it costs 3.6 ms of processor time on SQLite; with only the four
on roles, merges and receipts made by the ORM it costs 8.1 ms (`make bench ARGS=play`).
"""

from typing import Any

from django.db import connection

from zarleague.storage.sql.rows import (
    Instance,
    Key,
    instances,
    rows,
    run,
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
