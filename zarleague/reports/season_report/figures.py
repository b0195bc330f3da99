"""All figures of a season's report, as plain JSON-able data without words or dates of making.

Hands are named by ``{"id", "evening", "match", "number"}``, so that a page can link to them;
evenings are ordinals; fractions are text ("7/2") and lose nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.db.models import Count

from zarleague.engine.games import find
from zarleague.leagues.models import Season
from zarleague.leagues.selectors import names
from zarleague.play.models import Hand, HandVersion, Match
from zarleague.play.selectors import season_lots, season_penalties, season_results
from zarleague.reports.progress import Progress
from zarleague.reports.season_report import cards, rating_moves
from zarleague.standings.results import Result, by_hand
from zarleague.standings.rules import SeasonRules, rules_from_json
from zarleague.standings.series import (
    evening_tables,
    lead_changes,
    tables_after_each_evening,
    winning_streaks,
)
from zarleague.standings.table import Row

FORMAT = 2
"""Raised when what is written here changes its meaning."""
STEPS = 6
"""Steps of progress in `figures`."""
FORM = 10
"""Hands of a player's form."""


def figures(season: Season, progress: Progress) -> dict[str, Any]:
    """Return all figures of a season's report."""
    rules = rules_from_json(season.rules)
    results = season_results(season)
    hands = _hands(season)
    progress.step()
    after = list(
        tables_after_each_evening(
            results,
            rules,
            penalties=season_penalties(season),
            lots=season_lots(season),
            names=names(season.league),
        )
    )
    rows = after[-1][1] if after else ()
    progress.step()
    nights = _evenings(results, rules)
    streaks = winning_streaks(results)
    progress.step()
    ratings = rating_moves.movements(season)
    progress.step()
    records = cards.records(season)
    progress.step()
    people = {result.player_id for result in results} | {row.player_id for row in rows}
    found: dict[str, Any] = {
        "format": FORMAT,
        "league": {"name": season.league.name, "language": season.league.language},
        "season": {
            "name": season.name,
            "starts": season.starts.isoformat(),
            "ends": season.ends.isoformat() if season.ends else None,
            "state": season.state,
            "ranking": season.rules,
        },
        "players": {
            str(player): name for player, name in names(season.league).items() if player in people
        },
        "counts": {
            "hands": len(by_hand(results)),
            "matches": len({result.match_id for result in results}),
            "evenings": len({result.evening for result in results}),
            "players": len(people),
        },
        "table": [_row(row) for row in rows],
        "leads": [
            [change.evening, list(change.before), list(change.after)]
            for change in lead_changes(after)
        ],
        "streaks": [
            {"player": player, "hands": len(run), "first": hands[run[0]], "last": hands[run[-1]]}
            for player, run in sorted(streaks.items(), key=lambda item: (-len(item[1]), item[0]))
        ],
        "evenings": nights,
        "closest": _closest(nights),
        "biggest": _biggest(results, hands),
        "course": _course(after),
        "pages": _pages(rows, results, after, streaks),
        "ratings": ratings,
        "cards": records,
        "evidence": _evidence(season),
        "rules": _rules(season),
    }
    progress.step()
    return found


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


def _hands(season: Season) -> dict[int, dict[str, int]]:
    """Return the facts that name each hand, by id."""
    rows = Hand.objects.filter(match__season=season).values_list(
        "pk", "match_id", "number", "match__played_on"
    )
    return {
        pk: {"id": pk, "match": match, "number": number, "evening": day.toordinal()}
        for pk, match, number, day in rows
    }


def _evenings(results: Sequence[Result], rules: SeasonRules) -> list[dict[str, Any]]:
    """Return for each evening hands, players, the best, and their margin in the metric."""
    hands: dict[int, set[int]] = {}
    for result in results:
        hands.setdefault(result.evening, set()).add(result.hand_id)
    nights: list[dict[str, Any]] = []
    for evening, rows in evening_tables(results, rules).items():
        best = [row.player_id for row in rows if row.rank == 1]
        nights.append(
            {
                "evening": evening,
                "hands": len(hands[evening]),
                "players": len(rows),
                "best": best,
                "margin": _margin(rows),
            }
        )
    return nights


def _margin(rows: Sequence[Row]) -> str | None:
    """Return the distance of first and last of an evening, in the metric."""
    reached = [row.metric for row in rows if row.metric is not None]
    return str(max(reached) - min(reached)) if len(reached) > 1 else None


def _closest(nights: Iterable[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return the evening with the least distance of first and last; the earliest of equals."""
    known = [night for night in nights if night["margin"] is not None]
    if not known:
        return None
    return dict(min(known, key=lambda night: (Fraction(night["margin"]), night["evening"])))


def _biggest(
    results: Sequence[Result], hands: Mapping[int, Mapping[str, int]]
) -> dict[str, Any] | None:
    """Return the most points taken in one hand; the earliest of equals."""
    if not results:
        return None
    found = max(results, key=lambda result: result.points)
    return {
        "player": found.player_id,
        "points": found.points,
        "hand": dict(hands[found.hand_id]),
        "high_wins": found.high_wins,
    }


def _course(after: Sequence[tuple[int, Sequence[Row]]]) -> dict[str, Any]:
    """Return the figure that ranks after each evening, by player; None before the first hand."""
    found: dict[str, list[str | None]] = {
        str(row.player_id): [None] * len(after) for _, rows in after for row in rows
    }
    for at, (_, rows) in enumerate(after):
        for row in rows:
            found[str(row.player_id)][at] = None if row.metric is None else str(row.metric)
    return {"evenings": [evening for evening, _ in after], "metric": found}


def _pages(
    rows: Sequence[Row],
    results: Sequence[Result],
    after: Sequence[tuple[int, Sequence[Row]]],
    streaks: Mapping[int, Sequence[int]],
) -> list[dict[str, Any]]:
    """Return what each player's page says besides the player's row and ratings."""
    places: dict[int, list[int]] = {}
    for result in results:
        places.setdefault(result.player_id, []).append(result.place)
    ranks: dict[int, dict[int, int | None]] = {}
    for evening, held in after:
        for row in held:
            ranks.setdefault(row.player_id, {})[evening] = row.rank
    pages: list[dict[str, Any]] = []
    for row in rows:
        attended = sorted({*row.counted, *row.dropped})
        pages.append(
            {
                "player": row.player_id,
                "attended": len(attended),
                "streak": len(streaks.get(row.player_id, ())),
                "form": places.get(row.player_id, [])[-FORM:],
                "ranks": [[evening, ranks[row.player_id][evening]] for evening in attended],
            }
        )
    return pages


def _evidence(season: Season) -> dict[str, int]:
    """Return the number of hands by degree of evidence."""
    known = HandVersion.objects.filter(
        confirmed_for__match__season=season, kind=HandVersion.Kind.ENTRY
    )
    counted = dict(known.order_by().values_list("evidence").annotate(Count("pk")))
    return {degree.name.lower(): counted.get(degree.value, 0) for degree in HandVersion.Evidence}


def _rules(season: Season) -> list[dict[str, Any]]:
    """Return the rules played: one entry per game and ruleset, most matches first."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for match in Match.objects.filter(season=season).order_by("played_on", "pk"):
        key = (match.game, match.rules_text)
        entry = found.setdefault(
            key,
            {
                "game": find(match.game).title,
                "preset": match.rules["preset"],
                "text": match.rules_text,
                "matches": 0,
            },
        )
        entry["matches"] += 1
    return sorted(found.values(), key=lambda entry: (-entry["matches"], entry["text"]))
