"""One player's page of a report."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zarleague.leagues.formats import short_day
from zarleague.reports.drawings.charts import Series, line_chart
from zarleague.reports.season_report.document import Column, Figure, Section, Table
from zarleague.reports.season_report.sections import formatting
from zarleague.reports.words import ranking_words
from zarleague.standings.rules import rules_from_json

CHART_HEIGHT: Final = 190
"""Chart units: low, so that on paper four players are on a page and the letters can be read."""


class PlayerLine(NamedTuple):
    """A player in a list: id, name, and rank and figure in words."""

    player: int
    name: str
    standing: str


def player_lines(figures: Mapping[str, Any], shown: slice) -> list[PlayerLine]:
    """Return some players of the table as lines, without their sections."""
    names = figures["players"]
    return [
        PlayerLine(row["player"], names[str(row["player"])], _standing(row))
        for row in figures["table"][shown]
    ]


def player_section(
    figures: Mapping[str, Any], page: Mapping[str, Any], row: Mapping[str, Any]
) -> Section:
    """Return the player's row in words, form, ratings, and the rank after each evening."""
    player = page["player"]
    averages = len({played["game"] for played in figures["rules"]}) < 2
    sentences = [_standing(row), _played(row, page, averages=averages), *_ratings(figures, player)]
    if page["form"]:
        places = formatting.listed([str(place) for place in page["form"]])
        sentences.append(_("Places in recent hands: %(places)s.") % {"places": places})
    (note,) = formatting.notes([row], figures["players"])
    if note:
        sentences.append(_("In the standings: %(note)s.") % {"note": note})
    course, rules = figures["course"], rules_from_json(figures["season"]["ranking"])
    name = figures["players"][str(player)]
    chart = line_chart(
        [Series(name, formatting.course_line(course, str(player)))],
        [short_day(evening) for evening in course["evenings"]],
        axis=ranking_words.axis(rules) if "metric" in course else _("Points"),
        decimals=ranking_words.chart_decimals(rules, figures.get("unit", 1)),
        height=CHART_HEIGHT,
    )
    drawn = (Figure(name, ranking_words.measure(rules), chart),) if chart else ()
    table = player_table(figures, page)
    return Section(table.key, name, tuple(sentences), drawn, (table,))


def player_table(figures: Mapping[str, Any], page: Mapping[str, Any]) -> Table:
    """Return a player's rank and metric after each evening."""
    course, rules = figures["course"], rules_from_json(figures["season"]["ranking"])
    by_metric = "metric" in course
    columns = (
        Column("evening", _("After the evening")),
        Column("rank", _("Rank"), numeric=True),
        Column("metric", ranking_words.measure(rules), numeric=True)
        if by_metric
        else Column("points", _("Points"), numeric=True),
    )
    if "metrics" in page:  # of a long season, whose course has not every evening
        exact = page["metrics"]
    else:
        line = course["metric" if by_metric else "points"].get(str(page["player"]), ())
        reached = dict(zip(course["evenings"], line, strict=False))
        exact = [reached.get(evening) for evening, _rank in page["ranks"]]
    evenings, ranks = zip(*page["ranks"], strict=True) if page["ranks"] else ((), ())
    rows = tuple(zip(map(formatting.day, evenings), ranks, formatting.column(exact), strict=True))
    return Table(f"player-{page['player']}", _("Rank and score after each evening"), columns, rows)


def _standing(row: Mapping[str, Any]) -> str:
    if row["rank"] is None:
        return _("Not ranked.")
    return _("Rank %(rank)s with %(figure)s.") % {
        "rank": row["rank"],
        "figure": formatting.number(row["metric"]),
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
        "average": formatting.number(row["average"]),
        "low": formatting.number(row["lowest"]),
        "high": formatting.number(row["highest"]),
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
            "game": formatting.game_name(moved),
            "before": before["rating"] if before else "",
            "after": after["rating"],
        }
        if reach := formatting.interval(after):
            sentence = _("%(rating)s (%(interval)s)") % {"rating": sentence, "interval": reach}
        sentences.append(f"{sentence}.")
    return sentences
