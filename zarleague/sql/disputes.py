"""The statement of the disputes that wait: they are few, the hands of a league are many."""

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
