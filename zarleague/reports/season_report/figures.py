"""Compute all figures of a season's report as JSON-able data, without texts or timestamps.

Hands are named by ``{"id", "evening", "match", "number"}``, so that a page can link to them;
evenings are ordinals; fractions are exact, as text ("7/2").
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.db.models import Count, Min

from zarleague.engine.games import find
from zarleague.leagues.models import Season
from zarleague.leagues.selectors import names
from zarleague.play.models import HandVersion, Match
from zarleague.play.selectors import named_table
from zarleague.reports.progress import Progress
from zarleague.reports.ranks import refresh_ranks
from zarleague.reports.season_report import rating_moves
from zarleague.reports.season_report.reading import (
    SeasonReading,
    facts_of,
    lead_changes_in,
    read_season,
)
from zarleague.standings.table import Row

FORMAT = 2
"""Raised when what is written here changes its meaning."""
STEPS = 4
"""Steps of progress in `figures`, beside one for each evening."""


def figures(season: Season, progress: Progress) -> dict[str, Any]:
    """Return all figures of a season's report.

    The table is the stored one; the rest is read evening by evening, see `reading`. The ranks are
    updated first.
    """
    refresh_ranks(season.pk)
    progress.step()
    named = names(season.league)
    found = read_season(season, named, progress)
    progress.step()
    rows = named_table(season).rows
    ratings = rating_moves.movements(season)
    progress.step()
    streaks = found.streaks.longest
    ends = {hand for run in streaks.values() for hand in (run[0], run[-1])}
    hands = facts_of(ends | ({found.biggest.hand_id} if found.biggest else set()))
    people = found.players | {row.player_id for row in rows}
    data: dict[str, Any] = {
        "format": FORMAT,
        "league": {"name": season.league.name, "language": season.league.language},
        "season": {
            "name": season.name,
            "starts": season.starts.isoformat(),
            "ends": season.ends.isoformat() if season.ends else None,
            "state": season.state,
            "ranking": season.rules,
        },
        "players": {str(player): name for player, name in named.items() if player in people},
        "counts": {
            "hands": found.hands,
            "matches": found.matches,
            "evenings": found.played,
            "players": len(people),
        },
        "table": [_row(row) for row in rows],
        "leads": lead_changes_in(found),
        "streaks": [
            {"player": player, "hands": len(run), "first": hands[run[0]], "last": hands[run[-1]]}
            for player, run in sorted(streaks.items(), key=lambda item: (-len(item[1]), item[0]))
        ],
        "evenings": found.nights,
        "closest": _closest(found.nights),
        "biggest": _biggest(found, hands),
        "course": found.course(row.player_id for row in rows),
        "pages": [_page(row, found) for row in rows],
        "ratings": ratings,
        "cards": found.cards.records(),
        "evidence": _evidence(season),
        "rules": _rules(season),
    }
    progress.step()
    return data


def _row(row: Row) -> dict[str, Any]:
    return {
        "player": row.player_id,
        "rank": row.rank,
        "metric": None if row.metric is None else str(row.metric),
        "hands": row.hands,
        "wins": row.wins,
        "points": row.points,
        "average": None if row.average is None else str(row.average),
        "place_points": str(row.place_points),
        "penalty": row.penalty,
        "lowest": row.lowest_hand,
        "highest": row.highest_hand,
        "counted": len(row.counted),
        "dropped": list(row.dropped),
        "short": [list(shortfall) for shortfall in row.shortfalls],
        "decided": [
            {
                "step": decision.tie_break.value,
                "value": str(decision.value),
                "over": list(decision.over),
                "under": list(decision.under),
            }
            for decision in row.decisions
        ],
        "tied": list(row.tied_with),
    }


def _closest(nights: Iterable[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return the evening with the smallest difference between first and last, the earliest of equal
    ones."""
    known = [night for night in nights if night["margin"] is not None]
    if not known:
        return None
    return dict(min(known, key=lambda night: (Fraction(night["margin"]), night["evening"])))


def _biggest(found: SeasonReading, hands: Mapping[int, Mapping[str, int]]) -> dict[str, Any] | None:
    if found.biggest is None:
        return None
    return {
        "player": found.biggest.player_id,
        "points": found.biggest.points,
        "hand": dict(hands[found.biggest.hand_id]),
        "high_wins": found.biggest.high_wins,
    }


def _page(row: Row, found: SeasonReading) -> dict[str, Any]:
    """Return the figures of a player's page besides the row and ratings."""
    ranks = found.ranks.get(row.player_id, [])
    page: dict[str, Any] = {
        "player": row.player_id,
        "attended": len(ranks),
        "streak": len(found.streaks.longest.get(row.player_id, ())),
        "form": list(found.form.get(row.player_id, ())),
        "ranks": ranks,
    }
    if not found.has_whole_course:
        reached = found.metrics[row.player_id] if ranks else {}
        page["metrics"] = [reached[evening] for evening, _ in ranks if evening is not None]
    return page


def _evidence(season: Season) -> dict[str, int]:
    """Return the number of hands by degree of evidence."""
    known = HandVersion.objects.filter(
        confirmed_for__match__season=season, kind=HandVersion.Kind.ENTRY
    )
    counted = dict(known.order_by().values_list("evidence").annotate(Count("pk")))
    return {degree.name.lower(): counted.get(degree.value, 0) for degree in HandVersion.Evidence}


def _rules(season: Season) -> list[dict[str, Any]]:
    """Return the rules played: one entry per game and ruleset, most matches first."""
    matches = Match.objects.filter(season=season, total__isnull=False).order_by()
    # Rulesets with equal texts are equal.
    played = matches.values("game", "rules_text").annotate(matches=Count("pk"), one=Min("pk"))
    counted = {row["one"]: row["matches"] for row in played}
    found = [
        {
            "game": find(match.game).title,
            "preset": match.rules["preset"],
            "text": match.rules_text,
            "matches": counted[match.pk],
        }
        for match in Match.objects.filter(pk__in=counted)
    ]
    return sorted(found, key=lambda entry: (-entry["matches"], entry["text"], entry["game"]))
