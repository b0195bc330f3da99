"""Sections of a season's report on its standings: table, lead, ratings, changed figures."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zarleague.leagues.formats import short_day
from zarleague.reports.drawings.charts import NAMED, Series, line_chart
from zarleague.reports.season_report.document import Cell, Column, Figure, Section, Table
from zarleague.reports.season_report.sections import formatting
from zarleague.reports.words import ranking_words
from zarleague.reports.words.ranking_words import round_title
from zarleague.standings.rules import Metric, SeasonRules, rules_from_json

CHARTED: Final = 40
"""Lines in the chart of a season; the first `charts.NAMED` have a colour."""


def winning_rows(figures: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the rows that say who won the season, best first: those of the final in a final, none
    as long as its matches have not decided it."""
    final = figures.get("final")
    if final is None:
        return [row for row in figures["table"] if row["rank"] is not None]
    return final["rows"] if final["decided"] else []


def final_section(figures: Mapping[str, Any]) -> Section | None:
    """Return the rounds of a final that matches won decide; None for any other season."""
    final, names = figures.get("final"), figures["players"]
    if final is None or not final["rounds"]:
        return None
    rows = []
    for number, played in enumerate(final["rounds"]):
        title = round_title(number, len(played["pairings"]), final["seats"])
        for one in played["pairings"]:
            called = [
                _("%(name)s (withdrawn)") % {"name": names[str(player)]}
                if player in one["absent"]
                else names[str(player)]
                for player in one["players"]
            ]
            wins = [
                f"{name} {won}" if one["played"] else name
                for name, won in zip(called, one["wins"], strict=True)
            ]
            through = [names[str(player)] for player in one["through"]]
            rows.append((title, " – ".join(wins) or _("Still open"), ", ".join(through) or "–"))
    columns = (
        Column("round", _("Round")),
        Column("players", _("Matches won"), prose=True),
        Column("through", _("Goes on")),
    )
    table = Table("final", _("The rounds of the final"), columns, tuple(rows))
    return Section("final", _("Final"), tables=(table,))


def table_section(figures: Mapping[str, Any]) -> Section:
    """Return the final table: players, figures and notes.

    The figure that ranks has one column, with the penalties in it; hands won, average and points
    stand beside it where they are another figure.
    """
    names, counts = figures["players"], figures["counts"]
    first = [names[str(row["player"])] for row in winning_rows(figures) if row["rank"] == 1]
    rules = _rules_of(figures)
    games = sorted({played["game"] for played in figures["rules"]})
    sentences = [_extent(counts)]
    if first:
        sentences.append(_("Winner: %(names)s.") % {"names": formatting.listed(first)})
    if mixed := ranking_words.mixed_games(rules, games):
        sentences.append(mixed)
    # Points of several games have no average.
    averages = len(games) < 2 and rules.metric is not Metric.AVERAGE
    wins, points = rules.metric is not Metric.WINS, rules.metric is not Metric.POINTS
    average_of, metrics, points_of = (
        formatting.column([row[name] for row in figures["table"]])
        for name in ("average", "metric", "points")
    )
    rows = tuple(
        (
            row["rank"],
            names[str(row["player"])],
            metric,
            row["hands"],
            *([row["wins"]] if wins else []),
            *([average] if averages else []),
            row["penalty"],
            *([total] if points else []),
            note,
        )
        for row, average, metric, total, note in zip(
            figures["table"],
            average_of,
            metrics,
            points_of,
            formatting.notes(figures["table"], names),
            strict=True,
        )
    )
    columns = (
        Column("rank", _("#"), numeric=True),
        Column("player", _("Player")),
        Column(
            ranking_words.export_key(rules),
            _("Ranked by: %(measure)s") % {"measure": ranking_words.measure(rules)},
            numeric=True,
        ),
        Column("hands", _("Hands"), numeric=True),
        *([Column("wins", _("Wins"), numeric=True)] if wins else []),
        *([Column("average", _("Average"), numeric=True)] if averages else []),
        Column("penalty", _("Penalties"), numeric=True, spare=True),
        *([Column("points", _("Points"), numeric=True)] if points else []),
        Column("note", _("Note"), prose=True),
    )
    table = Table("table", ranking_words.caption(rules), columns, rows)
    return Section("table", _("Final standings"), tuple(sentences), tables=(table,))


def _extent(counts: Mapping[str, int]) -> str:
    """Return a sentence on how much was played."""
    nouns = {
        "hands": ngettext("%(num)s hand", "%(num)s hands", counts["hands"]),
        "matches": ngettext("%(num)s match", "%(num)s matches", counts["matches"]),
        "evenings": ngettext("%(num)s evening", "%(num)s evenings", counts["evenings"]),
        "players": ngettext("%(num)s player", "%(num)s players", counts["players"]),
    }
    counted = {key: text % {"num": counts[key]} for key, text in nouns.items()}
    return "{hands}, {matches}, {evenings}, {players}.".format(**counted)


def _rules_of(figures: Mapping[str, Any]) -> SeasonRules:
    """Return the season's ranking rules at the time of the report."""
    return rules_from_json(figures["season"]["ranking"])


def leaders_chart(figures: Mapping[str, Any]) -> Figure | None:
    """Return the chart of the players' metric, the leaders' in colour."""
    names, course, rules = figures["players"], figures["course"], _rules_of(figures)
    players = [str(row["player"]) for row in figures["table"][:CHARTED]]
    chart = line_chart(
        [
            Series(names[player], line)
            for player in players
            if (line := formatting.course_line(course, player))
        ],
        [short_day(evening) for evening in course["evenings"]],
        axis=ranking_words.axis(rules) if "metric" in course else _("Points"),
        decimals=ranking_words.chart_decimals(rules, figures.get("unit", 1)),
        named=NAMED,
    )
    if chart is None:
        return None
    ends = formatting.listed([f"{line.name} {line.last}" for line in chart.lines if line.label])
    return Figure(
        ranking_words.course_title(rules)
        if "metric" in course
        else _("Leaders’ points, evening by evening"),
        _("At the end: %(names)s.") % {"names": ends},
        chart,
    )


def course_section(figures: Mapping[str, Any]) -> Section:
    """Return the section on lead changes."""
    names, changes = figures["players"], len(figures["leads"])
    sentences = ngettext("The lead changed once.", "The lead changed %(num)s times.", changes) % {
        "num": changes
    }
    rows = tuple(
        (
            formatting.day(evening),
            formatting.listed([names[str(player)] for player in before]),
            formatting.listed([names[str(player)] for player in after]),
        )
        for evening, before, after in figures["leads"]
    )
    columns = (
        Column("evening", _("After the evening")),
        Column("before", _("Lead lost by"), prose=True),
        Column("after", _("Lead taken by"), prose=True),
    )
    return Section(
        "course",
        _("How the season went"),
        (sentences if changes else _("The lead never changed."),),
        tables=(Table("leads", _("Lead changes"), columns, rows),) if rows else (),
    )


def ratings_sections(figures: Mapping[str, Any]) -> list[Section]:
    """Return the ratings of each game, before the first evening and after the last."""
    names = figures["players"]
    columns = (
        Column("player", _("Player")),
        Column("before", _("Before"), numeric=True),
        Column("before-interval", _("Range"), numeric=True),
        Column("after", _("After"), numeric=True),
        Column("after-interval", _("Range"), numeric=True),
        Column("change", _("Change"), numeric=True),
        Column("note", _("Note")),
    )
    sections: list[Section] = []
    for moved in figures["ratings"]:
        rows = tuple(_moved(row, names) for row in moved["rows"])
        table = Table(f"ratings-{moved['game']}", _("Ratings before and after"), columns, rows)
        title = _("Ratings: %(game)s") % {"game": formatting.game_name(moved)}
        said = _explained(any(row["before"] for row in moved["rows"]))
        sections.append(Section(f"ratings-{moved['game']}", title, said, tables=(table,)))
    return sections


def _explained(before: bool) -> tuple[str, ...]:
    """Return what the ratings mean; *before* is whether anybody had one before the season."""
    if not before:
        return (_("After the season’s last evening. Ranges hold 19 times in 20."),)
    return (
        _("Before the season’s first evening and after its last. Ranges hold 19 times in 20."),
        _(
            "Both columns are judged by what was known on the last evening of this season. The "
            "next season’s report judges the same hands by what it knows at its own end, so its "
            "“before” can differ from this “after” although nobody played in between."
        ),
    )


def _moved(row: Mapping[str, Any], names: Mapping[str, str]) -> tuple[Cell, ...]:
    before, after = row["before"], row["after"]
    change = None if before is None else after["rating"] - before["rating"]
    return (
        names[str(row["player"])],
        before["rating"] if before else None,
        formatting.interval(before),
        after["rating"],
        formatting.interval(after),
        None if change is None else f"{change:+d}",
        _("provisional") if after["provisional"] else "",
    )


def differences_section(
    figures: Mapping[str, Any], differences: Sequence[Mapping[str, Any]]
) -> Section:
    """Return the figures that differ from the report before."""
    names = figures["players"]
    labels = {
        "rank": _("Rank"),
        "metric": _("Ranked by"),
        "points": _("Points"),
        "wins": _("Wins"),
        "hands": _("Hands"),
        "penalty": _("Penalties"),
        "rating": _("Rating"),
        "rating-model": _("Rating model"),
        "hands-played": _("Hands played"),
        "matches-played": _("Matches played"),
        "evenings-played": _("Evenings played"),
        "closest": _("Closest evening"),
        "highest": _("Most points in one hand"),
        "ranking": _("Ranking method"),
    }

    def shown(what: str, value: Any) -> Cell:
        if value is None:
            return _("none")
        if what == "closest":
            return formatting.day(value)
        if what == "ranking":
            # Reports of the first format stored only the preset.
            kept = value if isinstance(value, Mapping) else {"preset": value}
            return ranking_words.caption(rules_from_json(kept))
        is_figure = what in ("metric", "points")
        return formatting.number(value) if is_figure else value

    columns = (
        Column("what", _("What")),
        Column("player", _("Player")),
        Column("before", _("Before"), numeric=True),
        Column("after", _("Now"), numeric=True),
    )
    rows = tuple(
        (
            labels[found["what"]],
            names.get(str(found["player"]), "") if found["player"] is not None else "",
            shown(found["what"], found["before"]),
            shown(found["what"], found["after"]),
        )
        for found in differences
    )
    sentences = _("This report replaces an earlier one. These figures have changed:")
    table = Table("differences", _("Compared with the previous report"), columns, rows)
    return Section("differences", _("What has changed"), (sentences,), tables=(table,))
