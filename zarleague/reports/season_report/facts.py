"""What a report says of a whole list of its figures: the podium, the awards, how many rows there
are. Found once, so that a page that shows the first rows need not read the others."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from zarleague.reports.season_report.sections.formatting import has_fractions

PODIUM: Final = 3
CHARTED: Final = 40
"""Lines in the chart of a season; the first `charts.NAMED` have a colour."""
IN_A_ROW: Final = 3
"""Hands in a row that are worth telling."""
CLIMBED: Final = 2
"""Ranks somebody must have made up for it to be called a comeback."""


def facts_of(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a report's whole figures as JSON-able data.

    ``podium`` are rows of the table, ``charted`` the players of its first rows, ``first`` those of
    rank 1; ``lead`` is the number of its changes and the last one; ``comeback`` is [players, lowest
    rank, last rank]; ``wins``, ``streak`` and ``attended`` are [most, players who reached it], None
    if that is not worth telling; ``fractions`` says whether a column has any.
    """
    table, leads = figures["table"], figures["leads"]
    wins = _most([row for row in table if row["hands"]], lambda row: row["wins"])
    streak = _most(figures["streaks"], lambda streak: streak["hands"])
    attended = _most(figures["pages"], lambda page: page["attended"])
    return {
        "podium": [
            {figure: row[figure] for figure in ("rank", "player", "metric", "hands")}
            for row in table
            if row["rank"] is not None and row["rank"] <= PODIUM
        ],
        "charted": [row["player"] for row in table[:CHARTED]],
        "first": [row["player"] for row in table if row["rank"] == 1],
        "lead": [len(leads), leads[-1] if leads else None],
        "comeback": _comeback(figures),
        "wins": wins if wins[0] else None,
        "streak": streak if streak[0] >= IN_A_ROW else None,
        "attended": attended if attended[0] and len(attended[1]) <= PODIUM else None,
        "fractions": {
            "average": has_fractions(row["average"] for row in table),
            "metric": has_fractions(row["metric"] for row in table),
            "margin": has_fractions(night["margin"] for night in figures["evenings"]),
        },
    }


def _most(
    rows: Sequence[Mapping[str, Any]], figure: Callable[[Mapping[str, Any]], int]
) -> tuple[int, list[int]]:
    """Return the highest figure and the players who have it, once each."""
    most = max(map(figure, rows), default=0)
    return most, list(dict.fromkeys(row["player"] for row in rows if figure(row) == most))


def _comeback(figures: Mapping[str, Any]) -> list[Any] | None:
    """Return the players who made up the most ranks since the lowest, of them those who came
    farthest up, with that rank and the last one; None if nobody made up enough."""
    found: dict[tuple[int, int], list[int]] = {}
    final = {row["player"]: row["rank"] for row in figures["table"]}
    for page in figures["pages"]:
        last = final[page["player"]]
        worst = max((rank for _evening, rank in page["ranks"] if rank is not None), default=0)
        if last is not None and worst - last >= CLIMBED:
            found.setdefault((worst - last, -last), []).append(page["player"])
    if not found:
        return None
    climbed, last = max(found)
    return [found[climbed, last], climbed - last, -last]
