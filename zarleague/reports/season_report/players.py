"""One player's page of a report."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zarleague.engine.games import find
from zarleague.reports import ranking_words
from zarleague.reports.season_report import words
from zarleague.reports.season_report.document import Column, Section, Table
from zarleague.standings.rules import rules_from_json


def player_section(
    figures: Mapping[str, Any], page: Mapping[str, Any], row: Mapping[str, Any]
) -> Section:
    """Return the player's row in words, form, ratings, and the rank after each evening."""
    player = page["player"]
    averages = len({played["game"] for played in figures["rules"]}) < 2
    sentences = [_standing(row), _played(row, page, averages=averages), *_ratings(figures, player)]
    if page["form"]:
        places = words.listed([str(place) for place in page["form"]])
        sentences.append(_("Places in recent hands: %(places)s.") % {"places": places})
    note = words.note(row, figures["players"])
    if note:
        sentences.append(_("In the standings: %(note)s.") % {"note": note})
    course, rules = figures["course"], rules_from_json(figures["season"]["ranking"])
    by_metric = "metric" in course
    columns = (
        Column("evening", _("After")),
        Column("rank", _("Rank"), numeric=True),
        Column("metric", ranking_words.measure(rules), numeric=True)
        if by_metric
        else Column("points", _("Points"), numeric=True),
    )
    line = course["metric" if by_metric else "points"].get(str(player), ())
    reached = dict(zip(course["evenings"], words.column(line), strict=False))
    rows = tuple(
        (words.day(evening), rank, reached.get(evening)) for evening, rank in page["ranks"]
    )
    name = figures["players"][str(player)]
    title = _("Rank and score after each evening")
    return Section(
        f"player-{player}",
        name,
        tuple(sentences),
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


def _played(row: Mapping[str, Any], page: Mapping[str, Any], *, averages: bool) -> str:
    hands = ngettext("%(num)s hand", "%(num)s hands", row["hands"]) % {"num": row["hands"]}
    nights = ngettext("%(num)s evening", "%(num)s evenings", page["attended"]) % {
        "num": page["attended"]
    }
    if not row["hands"]:
        return _("No hands played.")
    if not averages:
        text = _("%(hands)s over %(evenings)s, %(wins)s won; longest winning streak: %(streak)s.")
        return text % {
            "hands": hands,
            "evenings": nights,
            "wins": row["wins"],
            "streak": page["streak"],
        }
    return _(
        "%(hands)s over %(evenings)s, %(wins)s won, averaging %(average)s points a hand (from "
        "%(low)s to %(high)s); longest winning streak: %(streak)s."
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
    sentences: list[str] = []
    for moved in figures["ratings"]:
        row = next((row for row in moved["rows"] if row["player"] == player), None)
        if row is None:
            continue
        after, before = row["after"], row["before"]
        text = (
            _("%(game)s rating: %(after)s")
            if before is None
            else _("%(game)s rating: %(before)s before, %(after)s after")
        )
        sentence = text % {
            "game": find(moved["game"]).title,
            "before": before["rating"] if before else "",
            "after": after["rating"],
        }
        reach = words.interval(after)
        if reach:
            sentence = _("%(rating)s (%(interval)s)") % {"rating": sentence, "interval": reach}
        sentences.append(f"{sentence}.")
    return sentences
