"""The statements of a season's totals as a whole: recompute them, and read parts of them.

A season may have 800,000 results. Reading them evening by evening as plain rows takes a fifth of
the time that the ORM takes, and no more memory than one evening needs.
"""

import datetime
from collections.abc import Iterator, Sequence
from typing import Any

from zarleague.storage.sql.entering_hand import Row
from zarleague.storage.sql.rows import Key, parts, rows


def results_of_evening(season: Key, day: datetime.date) -> list[Row]:
    """Return (hand, match, player, points, place, won, high wins, ties by wins, rule for those who
    left early, its share, total that puts a player out) of the confirmed results of an evening, in
    order of play."""
    return rows(
        "SELECT hand.id, hand.match_id, result.player_id, result.points, result.place, result.won,"
        " played.high_wins, played.ties_by_wins, played.left_early, played.hands_share,"
        " CASE WHEN played.eliminates THEN played.end_limit ELSE 0 END"
        " FROM play_match AS played"
        " JOIN play_hand AS hand"
        " ON hand.league_id = played.league_id AND hand.match_id = played.id"
        " JOIN play_handresult AS result"
        " ON result.league_id = hand.league_id AND result.version_id = hand.confirmed_id"
        " WHERE played.league_id = %s AND played.season_id = %s AND played.played_on = %s"
        ' ORDER BY hand.match_id, hand.number, result."order"',
        *season,
        day.isoformat(),
    )


def evenings_counted(season: Key) -> list[int]:
    """Return the evenings that have a row of their own, in any order."""
    found = rows(
        "SELECT evening FROM play_seasonevening WHERE league_id = %s AND season_id = %s", *season
    )
    return [evening for (evening,) in found]


def evenings_stored(season: Key) -> list[int]:
    """Return the evenings with stored totals of players, in any order."""
    found = rows(
        "SELECT DISTINCT evening FROM play_eveningtotal WHERE league_id = %s AND season_id = %s",
        *season,
    )
    return [evening for (evening,) in found]


def evening_totals_between(season: Key, first: int, last: int) -> Iterator[list[Row]]:
    """Yield lists of (player, evening, tally as JSON text) from evening ``first`` to ``last``, by
    player and evening."""
    return parts(
        "SELECT player_id, evening, tally FROM play_eveningtotal"
        " WHERE league_id = %s AND season_id = %s AND evening BETWEEN %s AND %s"
        " ORDER BY player_id, evening",
        *season,
        first,
        last,
    )


def seated_together(season: Key, day: datetime.date) -> list[tuple[int, int]]:
    """Return (player, other player) for every two who had a seat at one match of an evening, both
    ways round."""
    found: list[tuple[int, int]] = rows(
        "SELECT DISTINCT one.player_id, other.player_id FROM play_match AS played"
        " JOIN play_matchseat AS one"
        " ON one.league_id = played.league_id AND one.match_id = played.id"
        " JOIN play_matchseat AS other"
        " ON other.league_id = played.league_id AND other.match_id = played.id"
        " WHERE played.league_id = %s AND played.season_id = %s AND played.played_on = %s",
        *season,
        day.isoformat(),
    )
    return found


def totals_between(season: Key, first: int, last: int, most: int) -> int:
    """Return the number of totals of players' evenings from ``first`` to ``last``, counting no
    further than ``most``."""
    found = rows(
        "SELECT count(*) FROM (SELECT 1 FROM play_eveningtotal"
        " WHERE league_id = %s AND season_id = %s AND evening BETWEEN %s AND %s"
        " LIMIT %s) AS counted",
        *season,
        first,
        last,
        most,
    )
    return int(found[0][0])


def hands_of(season: Key) -> int:
    """Return the number of hands that count in a season."""
    found = rows(
        "SELECT coalesce(sum(hands), 0) FROM play_seasonevening"
        " WHERE league_id = %s AND season_id = %s",
        *season,
    )
    return int(found[0][0])


def changes_between(season: Key, first: int, last: int) -> Row:
    """Return (evenings, hands, revision of the last change) from evening ``first`` to ``last``."""
    found = rows(
        "SELECT count(*), coalesce(sum(hands), 0), coalesce(max(revision), 0)"
        " FROM play_seasonevening"
        " WHERE league_id = %s AND season_id = %s AND evening BETWEEN %s AND %s",
        *season,
        first,
        last,
    )
    return found[0]


def first_change_after(season: Key, revision: int) -> int | None:
    """Return the earliest evening with a change after this revision, None if there is none."""
    found = rows(
        "SELECT min(evening) FROM play_seasonevening"
        " WHERE league_id = %s AND season_id = %s AND revision > %s",
        *season,
        revision,
    )
    evening = found[0][0]
    return None if evening is None else int(evening)


def meetings(season: Key, player_id: int, most: int) -> list[Row]:
    """Return (other player, name, ahead, behind, level, points, the other's points) from a player's
    perspective, for the opponents met in the most hands."""
    return rows(
        "SELECT other, name, ahead, behind, level, own, theirs FROM ("
        " SELECT high_id AS other, ahead, behind, level, low_points AS own, high_points AS theirs"
        " FROM play_pairtotal WHERE league_id = %s AND season_id = %s AND low_id = %s"
        " UNION ALL"
        " SELECT low_id, behind, ahead, level, high_points, low_points"
        " FROM play_pairtotal WHERE league_id = %s AND season_id = %s AND high_id = %s) AS met"
        " JOIN leagues_player ON leagues_player.id = other"
        " ORDER BY ahead + behind + level DESC, other LIMIT %s",
        *season,
        player_id,
        *season,
        player_id,
        most,
    )


def opponents(season: Key, player_id: int) -> int:
    """Return the number of opponents a player has met in a season."""
    found = rows(
        "SELECT (SELECT count(*) FROM play_pairtotal"
        " WHERE league_id = %s AND season_id = %s AND low_id = %s)"
        " + (SELECT count(*) FROM play_pairtotal"
        " WHERE league_id = %s AND season_id = %s AND high_id = %s)",
        *season,
        player_id,
        *season,
        player_id,
    )
    return int(found[0][0])


def matches_of_player(
    league_id: int, players: Sequence[int], condition: str, params: Sequence[Any], limit: int
) -> list[Row]:
    """Return (match, season, game, day) where some player had a seat, the latest first, of the
    matches as ``played`` that meet a condition."""
    marks = ", ".join(["%s"] * len(players))
    return rows(
        "SELECT DISTINCT played.id, played.season_id, played.game, played.played_on"  # noqa: S608
        " FROM play_matchseat AS seat JOIN play_match AS played"
        " ON played.league_id = seat.league_id AND played.id = match_id"
        " JOIN leagues_season AS season"
        " ON season.league_id = played.league_id AND season.id = played.season_id"
        f" WHERE seat.league_id = %s AND player_id IN ({marks}){condition}"
        " ORDER BY played.played_on DESC, played.id DESC LIMIT %s",
        league_id,
        *players,
        *params,
        limit,
    )


def games_with_hands(season: Key) -> list[str]:
    """Return the games that have hands in a season; reads one match of each.

    The next game's first match is found by the order of the index `match_by_game`. Asked whether a
    game has any, PostgreSQL may look through the matches of all others.
    """
    found = rows(
        "WITH RECURSIVE known(game) AS (SELECT CAST('' AS varchar(32)) UNION ALL"
        " SELECT (SELECT game FROM play_match AS next"
        " WHERE league_id = %s AND season_id = %s AND game > known.game"
        " AND (SELECT TRUE FROM play_matchtotal AS counted"
        " WHERE counted.league_id = next.league_id AND counted.match_id = next.id)"
        " ORDER BY game LIMIT 1) FROM known WHERE game IS NOT NULL)"
        " SELECT game FROM known WHERE game <> ''",
        *season,
    )
    return [game for (game,) in found]
