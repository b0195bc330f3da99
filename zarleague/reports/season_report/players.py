"""One player's page of a report."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zarleague.engine.games import find
from zarleague.reports.season_report import words
from zarleague.reports.season_report.document import Column, Section, Table


def player_section(
    figures: Mapping[str, Any], page: Mapping[str, Any], row: Mapping[str, Any]
) -> Section:
    """The player's row in words, form, ratings, and the rank after each evening."""
    player = page["player"]
    told = [_standing(row), _played(row, page), *_ratings(figures, player)]
    if page["form"]:
        places = words.listed([str(place) for place in page["form"]])
        told.append(_("Places in the last hands: %(places)s.") % {"places": places})
    note = words.note(row, figures["players"])
    if note:
        told.append(_("In the table: %(note)s.") % {"note": note})
    columns = (
        Column("evening", _("After")),
        Column("rank", _("Rank"), numeric=True),
        Column("points", _("Points"), numeric=True),
    )
    course = figures["course"]
    line = dict(zip(course["evenings"], course["points"].get(str(player), ()), strict=False))
    rows = tuple((words.day(evening), rank, line.get(evening)) for evening, rank in page["ranks"])
    name = figures["players"][str(player)]
    title = _("Rank and points after each evening")
    return Section(
        f"player-{player}",
        name,
        tuple(told),
        (),
        (Table(f"player-{player}", title, columns, rows),),
    )


def _standing(row: Mapping[str, Any]) -> str:
    if row["rank"] is None:
        return _("Not ranked.")
    return _("Rank %(rank)s with %(figure)s.") % {
        "rank": row["rank"],
        "figure": words.number(row["metric"]),
    }


def _played(row: Mapping[str, Any], page: Mapping[str, Any]) -> str:
    hands = ngettext("%(num)s hand", "%(num)s hands", row["hands"]) % {"num": row["hands"]}
    nights = ngettext("%(num)s evening", "%(num)s evenings", page["attended"]) % {
        "num": page["attended"]
    }
    return _(
        "%(hands)s on %(evenings)s, %(wins)s won, %(average)s points a hand, between %(low)s and "
        "%(high)s; the longest run of wins: %(streak)s."
    ) % {
        "hands": hands,
        "evenings": nights,
        "wins": row["wins"],
        "average": words.number(row["average"]),
        "low": row["lowest"],
        "high": row["highest"],
        "streak": page["streak"],
    }


def _ratings(figures: Mapping[str, Any], player: int) -> list[str]:
    told: list[str] = []
    for moved in figures["ratings"]:
        row = next((row for row in moved["rows"] if row["player"] == player), None)
        if row is None:
            continue
        after, before = row["after"], row["before"]
        text = (
            _("Rating in %(game)s: %(after)s")
            if before is None
            else _("Rating in %(game)s: %(before)s before, %(after)s after")
        )
        said = text % {
            "game": find(moved["game"]).title,
            "before": before["rating"] if before else "",
            "after": after["rating"],
        }
        reach = words.interval(after)
        if reach:
            said = _("%(rating)s (%(interval)s)") % {"rating": said, "interval": reach}
        told.append(f"{said}.")
    return told
