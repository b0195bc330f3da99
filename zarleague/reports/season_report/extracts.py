"""Cut a report's figures into extracts, so that a page or a file reads what it shows.

An extract has figures under the keys that they have in the report, and under ``players`` the names
of the players in them, so that some of them put together are figures with less in them:

========== ================= =====================================================================
name       number            figures
========== ================= =====================================================================
head       0                 what does not grow with players or evenings, and the `facts`
front      0                 the course of the players in the chart
a table's  0, 1, …           `PORTION` rows of a table that grows with players or evenings
player     the player's id   page, row of the table, ratings, and course of one player
========== ================= =====================================================================
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from zarleague.reports.season_report.facts import facts_of
from zarleague.reports.season_report.sections.hands_sections import shown_streaks

PORTION: Final = 50
"""Rows of a table in one extract."""
HEAD: Final = "head"
FRONT: Final = "front"
PLAYER: Final = "player"
RATINGS: Final = "ratings-"
"""With the game's key the name of a table of ratings."""
NOT_CUT: Final = (
    "format",
    "league",
    "season",
    "counts",
    "closest",
    "highest",
    "cards",
    "evidence",
    "rules",
)
"""Figures that the head has all of."""


class Extract(NamedTuple):
    """Some of a report's figures."""

    name: str
    number: int
    figures: Mapping[str, Any]

    @property
    def body(self) -> str:
        """Return the figures as JSON text."""
        return json.dumps(self.figures, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def extracts_of(
    figures: Mapping[str, Any], differences: Sequence[Mapping[str, Any]]
) -> Iterator[Extract]:
    """Yield the extracts of a report, the head first."""
    tables, names, facts = _tables(figures, differences), figures["players"], facts_of(figures)
    lengths = {name: len(rows) for name, (rows, _) in tables.items()}
    yield Extract(HEAD, 0, _head(figures, facts, lengths))
    charted = facts["charted"]
    course = _course(figures, charted)
    yield Extract(FRONT, 0, {"course": course, "players": _named(charted, names)})
    for name, (rows, people) in tables.items():
        for number, start in enumerate(range(0, len(rows), PORTION)):
            portion = rows[start : start + PORTION]
            mentioned = (player for row in portion for player in people(row))
            yield Extract(name, number, {"rows": portion, "players": _named(mentioned, names)})
    yield from _players(figures)


def _head(
    figures: Mapping[str, Any], facts: Mapping[str, Any], rows: Mapping[str, int]
) -> dict[str, Any]:
    streaks = shown_streaks(figures)
    mentioned = [row["player"] for row in (*streaks, *facts["podium"])]
    mentioned += [holder["player"] for record in figures["cards"] for holder in record["by"]]
    mentioned += facts["first"]
    for found in (facts["wins"], facts["streak"], facts["attended"], facts["lead"][1]):
        mentioned += [one for part in (found or ())[1:] for one in part]
    if facts["comeback"]:
        mentioned += facts["comeback"][0]
    mentioned += [one for record in figures.get("highest", ()) for one in record["players"]]
    return {key: figures[key] for key in NOT_CUT if key in figures} | {
        "facts": facts,
        "streaks": streaks,
        "ratings": [dict(moved, rows=[]) for moved in figures["ratings"]],
        "rows": dict(rows),
        "players": _named(mentioned, figures["players"]),
    }


def _tables(
    figures: Mapping[str, Any], differences: Sequence[Mapping[str, Any]]
) -> dict[str, tuple[Sequence[Any], Callable[[Any], Iterable[int]]]]:
    """Return the rows of each table that is cut, and how to find the players in one of them."""
    return {
        "differences": (differences, _own),
        "table": (figures["table"], _in_row),
        "leads": (figures["leads"], lambda change: (*change[1], *change[2])),
        **{f"{RATINGS}{moved['game']}": (moved["rows"], _own) for moved in figures["ratings"]},
        "evenings": (figures["evenings"], lambda night: night["best"]),
    }


def _players(figures: Mapping[str, Any]) -> Iterator[Extract]:
    rows = {row["player"]: row for row in figures["table"]}
    rated: dict[int, list[dict[str, Any]]] = {}
    for moved in figures["ratings"]:
        for row in moved["rows"]:
            rated.setdefault(row["player"], []).append(dict(moved, rows=[row]))
    for page in figures["pages"]:
        player = page["player"]
        own = {
            "pages": [page],
            "table": [rows[player]],
            "ratings": rated.get(player, []),
            "course": _course(figures, [player]),
            "players": _named(_in_row(rows[player]), figures["players"]),
        }
        yield Extract(PLAYER, player, own)


def _course(figures: Mapping[str, Any], players: Iterable[int]) -> dict[str, Any]:
    """Return the course of some players."""
    course = figures["course"]
    lines = {key: value for key, value in course.items() if key != "evenings"}
    return {"evenings": course["evenings"]} | {
        key: {str(player): of[str(player)] for player in players if str(player) in of}
        for key, of in lines.items()
    }


def _own(row: Mapping[str, Any]) -> tuple[int, ...]:
    return () if row["player"] is None else (row["player"],)


def _in_row(row: Mapping[str, Any]) -> Iterator[int]:
    """Yield the players that a row of the table and its note name."""
    yield row["player"]
    yield from row["tied"]
    for decided in row["decided"]:
        yield from (*decided["over"], *decided["under"])


def _named(players: Iterable[int], names: Mapping[str, str]) -> dict[str, str]:
    return {str(one): names[str(one)] for one in players if str(one) in names}
