"""Put all figures of a season's report together as JSON text, without words or timestamps.

Hands are named by ``{"id", "evening", "match", "number"}``, so that a page can link to them;
evenings are ordinals; fractions are exact, as text ("7/2").
"""

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef

from zarleague.engine.entry import GIVEN_UP
from zarleague.engine.games import scored
from zarleague.leagues.formats import in_points
from zarleague.leagues.models import League, Season
from zarleague.leagues.selectors import game_title, names
from zarleague.play.models import HandResult, HandVersion, Match
from zarleague.play.selectors import (
    final_rounds,
    final_table,
    games_played,
    named_table,
    unit_of_points,
)
from zarleague.reports.background_work.stored_parts import Kind
from zarleague.reports.season_report.parts import FORMAT, ReportParts
from zarleague.reports.season_report.reading import SeasonReading, facts_of, lead_changes_of
from zarleague.reports.words import ranking_words
from zarleague.standings.rules import rules_from_json
from zarleague.standings.table import Row


def body_of(found: Mapping[str, Any], written: Mapping[str, str] | None = None) -> str:
    """Serialise figures; equal figures give equal bytes. ``written`` are figures that are JSON text
    already, by their keys."""
    texts = {key: _text(value) for key, value in found.items()} | dict(written or {})
    return "{" + ",".join(f"{_text(key)}:{text}" for key, text in sorted(texts.items())) + "}"


def figures(report: ReportParts) -> str:
    """Return all figures of a season's report as `body_of` writes them. All parts must be stored.

    The table is the stored one. The players' pages, which are most of a long season's report, are
    written one by one, so that memory holds little more than their text.
    """
    season = report.season
    named = names(season.league)
    found = SeasonReading()
    for _, evening in report.stored(Kind.EVENING):
        found.add(evening)
    rows = named_table(season).rows
    unit = unit_of_points(season, games_played(season)) or 1
    parts = ranking_words.unit_of(rules_from_json(season.rules), unit)
    runs = {player: of.longest for player, of in found.streaks.items() if of.longest.hands}
    ends = {hand for run in runs.values() for hand in (run.first, run.last)}
    hands = facts_of(ends | {record["hand"] for record in found.highest.values()})
    nights = [night | {"margin": _in_points(night["margin"], parts)} for night in found.nights]
    units = {game: unit_of_points(season, [game]) or 1 for game in found.highest}
    final = _final(season, parts) if season.final_of_id is not None else None
    people = found.attended.keys() | {row.player_id for row in rows}
    if final is not None:
        people |= {row["player"] for row in final["rows"]}
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
            "evenings": len(found.nights),
            "players": len(people),
        },
        "table": [_row(row, unit, parts) for row in rows],
        "leads": lead_changes_of(season, named),
        "streaks": [
            {
                "player": player,
                "hands": run.hands,
                "first": hands[run.first],
                "last": hands[run.last],
            }
            for player, run in sorted(runs.items(), key=lambda item: (-item[1].hands, item[0]))
        ],
        "evenings": nights,
        "closest": _closest(nights),
        "highest": [
            _named(season.league, game)
            | record
            | {"points": _in_points(record["points"], units[game]), "hand": hands[record["hand"]]}
            for game, record in sorted(found.highest.items())
        ],
        "ratings": [
            moved | _named(season.league, moved["game"]) for _, moved in report.stored(Kind.RATINGS)
        ],
        "cards": [
            {"game": game, "kind": label, **record}
            for (game, label), record in sorted(found.cards.items(), key=lambda item: item[0])
        ],
        "evidence": _evidence(season),
        "rules": _rules(season),
    }
    if given_up := _given_up(season):
        data["given_up"] = given_up
    if final is not None:
        data["final"] = final
    if season.above_id is not None:
        data["is_lower"] = True
    if unit != 1:
        data["unit"] = unit
    return body_of(data, _written(report, rows, found, parts))


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _in_points(stored: Any, unit: int) -> Any:
    """Return a stored figure, a number or the text of a fraction, of which *unit* make a point: in
    points, whole ones as a number."""
    if stored is None or unit == 1:
        return stored
    points = in_points(Fraction(stored), unit)
    return int(points) if points.denominator == 1 else str(points)


def _written(
    parts: ReportParts, rows: Iterable[Row], found: SeasonReading, unit: int
) -> dict[str, str]:
    """Return the pages of the players in the order of the table, and the course, as JSON text;
    *unit* of the figure that ranks make one."""
    pages: dict[int, str] = {}
    lines: dict[str, str] = {}
    for player, page in parts.stored(Kind.PLAYER):
        lines[str(player)] = _text([_in_points(one, unit) for one in page.pop("line")])
        if "metrics" in page:
            page["metrics"] = [_in_points(one, unit) for one in page["metrics"]]
        pages[player] = _text(page | _play(player, found))
    course = {"evenings": parts.course.evenings}
    return {
        "pages": "[" + ",".join(pages[row.player_id] for row in rows) + "]",
        "course": body_of(course, {"metric": body_of({}, lines)}),
    }


def _play(player: int, found: SeasonReading) -> dict[str, Any]:
    """Return the figures of a player's page that follow from the hands in their order."""
    runs = found.streaks.get(player)
    return {
        "player": player,
        "attended": found.attended[player],
        "streak": runs.longest.hands if runs else 0,
        "form": list(found.form.get(player, ())),
    }


def _final(season: Season, parts: int) -> dict[str, Any]:
    """Return the table of a final, best first, and its rounds if matches won decide it; whether it
    is decided. *parts* of the figure that ranks make a point."""
    rounds = final_rounds(season)
    is_over = season.state == Season.State.FINISHED
    return {
        "decided": is_over or not rounds or bool(rounds[-1][0].through),
        "seats": season.final_seats,
        "rows": [
            {
                "player": row.player_id,
                "rank": row.rank,
                "total": str(row.total) if rounds else _in_points(str(row.total), parts),
            }
            for row in final_table(season)
        ],
        "rounds": [
            {
                "pairings": [
                    {
                        "players": list(one.players),
                        "wins": [one.wins[player] for player in one.players],
                        "through": list(one.through),
                        "absent": list(one.absent),
                        "missing": one.missing,
                        "played": len(one.matches),
                    }
                    for one in pairings
                ]
            }
            for pairings in rounds
        ],
    }


def _row(row: Row, unit: int, parts: int) -> dict[str, Any]:
    """Return a row of the table; *unit* stored points make a point, and *parts* of the figure that
    ranks make one."""
    return {
        "player": row.player_id,
        "rank": row.rank,
        "metric": None if row.metric is None else str(in_points(row.metric, parts)),
        "hands": row.hands,
        "wins": row.wins,
        "points": _in_points(row.points, unit),
        "average": None if row.average is None else str(in_points(row.average, unit)),
        "place_points": str(row.place_points),
        "penalty": row.penalty,
        "lowest": _in_points(row.lowest_hand, unit),
        "highest": _in_points(row.highest_hand, unit),
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
    """Return the earliest evening with the smallest difference between first and last, and under
    ``shared`` all such evenings. None if they are more than half of all: then the scale is what
    makes them equal, and none of them was special."""
    known = [night for night in nights if night["margin"] is not None]
    if not known:
        return None
    least = min(Fraction(night["margin"]) for night in known)
    shared = [night for night in known if Fraction(night["margin"]) == least]
    if 2 * len(shared) > len(known):
        return None
    return {**shared[0], "shared": [night["evening"] for night in shared]}


def _evidence(season: Season) -> dict[str, int]:
    """Return the number of hands by degree of evidence."""
    known = HandVersion.objects.filter(
        Exists(HandResult.objects.filter(version=OuterRef("pk"))),
        confirmed_for__match__season=season,
    )
    counted = dict(known.order_by().values_list("evidence").annotate(Count("pk")))
    return {degree.name.lower(): counted.get(degree.value, 0) for degree in HandVersion.Evidence}


def _named(league: League, game: str) -> dict[str, str]:
    """Return the key of a game, and of a renamed one of the league's own its present name."""
    title = game_title(league, game)
    return {"game": game} if title == scored(game).title else {"game": game, "name": title}


def _given_up(season: Season) -> int:
    """Return the number of hands given up, whether they count or not."""
    stands = HandVersion.objects.filter(confirmed_for__match__season=season)
    return stands.filter(entry__form=GIVEN_UP).count()


def _rules(season: Season) -> list[dict[str, Any]]:
    """Return the rules played: one entry per game and ruleset, most matches first."""
    matches = Match.objects.filter(season=season, total__isnull=False).order_by()
    # Rulesets with equal texts are equal.
    played = matches.values("game", "rules_text").annotate(matches=Count("pk"), one=Min("pk"))
    counted = {row["one"]: row["matches"] for row in played}
    found = [
        {
            "game": game_title(season.league, match.game),
            "preset": match.rules["preset"],
            "text": match.rules_text,
            "matches": counted[match.pk],
        }
        for match in Match.objects.filter(pk__in=counted)
    ]
    return sorted(found, key=lambda entry: (-entry["matches"], entry["text"], entry["game"]))
