"""The statement that finds a league's pending disputes.

It starts from the pending disputes of the whole site, by their index: its cost grows with those and
not with the hands of the league, of which there are many more.
"""

from zarleague.sql.rows import rows


def pending(league_id: int) -> list[int]:
    """Return the ids of a league's disputes that await a ruling, in any order."""
    # SQLite reads tables in the order of a CROSS JOIN; left to itself it begins with all hands.
    found = rows(
        "SELECT dispute.id FROM play_dispute AS dispute"
        " CROSS JOIN play_hand AS hand CROSS JOIN play_match AS played"
        " CROSS JOIN leagues_season AS season"
        " WHERE dispute.state IN ('open', 'appealed') AND hand.id = dispute.hand_id"
        " AND played.id = hand.match_id AND season.id = played.season_id AND season.league_id = %s",
        league_id,
    )
    return [dispute for (dispute,) in found]
