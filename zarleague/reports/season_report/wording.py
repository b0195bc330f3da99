"""Put the figures of a season's report into words of the active language."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from zarleague.engine.games import find
from zarleague.leagues.formats import short_day
from zarleague.reports import ranking_words
from zarleague.reports.charts import Series, line_chart
from zarleague.reports.season_report import words
from zarleague.reports.season_report.document import (
    Cell,
    Column,
    Document,
    Figure,
    Section,
    Table,
)
from zarleague.reports.season_report.players import player_section
from zarleague.standings.rules import SeasonRules, rules_from_json

CHARTED: Final = 8
"""Lines in a chart that can still be distinguished."""
LONGEST: Final = 10
"""Streaks that are listed."""


def document_of(
    figures: Mapping[str, Any], differences: Sequence[Mapping[str, Any]] = ()
) -> Document:
    """Return the document of figures; ``differences`` from the report before come first."""
    sections = [
        *([_differences(figures, differences)] if differences else []),
        _table(figures),
        _course(figures),
        *_ratings(figures),
        _evenings(figures),
        _streaks(figures),
        *_cards(figures),
        _evidence(figures),
        _rules(figures),
    ]
    return Document(
        title=figures["season"]["name"],
        subtitle=figures["league"]["name"],
        sections=tuple(sections),
        players=_players(figures),
    )


def _players(figures: Mapping[str, Any]) -> tuple[Section, ...]:
    rows = {row["player"]: row for row in figures["table"]}
    return tuple(player_section(figures, page, rows[page["player"]]) for page in figures["pages"])


def _table(figures: Mapping[str, Any]) -> Section:
    names, counts = figures["players"], figures["counts"]
    first = [names[str(row["player"])] for row in figures["table"] if row["rank"] == 1]
    played = (
        _(
            "%(hands)s hands in %(matches)s matches over %(evenings)s evenings, with %(players)s "
            "players."
        )
        % counts
    )
    sentences = [played]
    if first:
        sentences.append(_("Winner: %(names)s.") % {"names": words.listed(first)})
    # Points of several games have no average.
    averages = len({played["game"] for played in figures["rules"]}) < 2
    average_of = words.column(row["average"] for row in figures["table"])
    metrics = words.column(row["metric"] for row in figures["table"])
    rows = tuple(
        (
            row["rank"],
            names[str(row["player"])],
            row["hands"],
            row["wins"],
            *([average] if averages else []),
            row["penalty"],
            row["points"],
            metric,
            words.note(row, names),
        )
        for row, average, metric in zip(figures["table"], average_of, metrics, strict=True)
    )
    rules = _rules_of(figures)
    columns = (
        Column("rank", _("#"), numeric=True),
        Column("player", _("Player")),
        Column("hands", _("Hands"), numeric=True),
        Column("wins", _("Wins"), numeric=True),
        *([Column("average", _("Average"), numeric=True)] if averages else []),
        Column("penalty", _("Penalties"), numeric=True),
        Column("points", _("Points"), numeric=True),
        Column(
            ranking_words.export_key(rules),
            _("Ranked by: %(measure)s") % {"measure": ranking_words.measure(rules)},
            numeric=True,
        ),
        Column("note", _("Note"), prose=True),
    )
    table = Table("table", ranking_words.caption(rules), columns, rows)
    return Section("table", _("Final standings"), tuple(sentences), (), (table,))


def _rules_of(figures: Mapping[str, Any]) -> SeasonRules:
    """Return what the season ranked by when its figures were made."""
    return rules_from_json(figures["season"]["ranking"])


def _course(figures: Mapping[str, Any]) -> Section:
    names, course, rules = figures["players"], figures["course"], _rules_of(figures)
    lines = words.course_lines(course)
    leaders = [str(row["player"]) for row in figures["table"]][:CHARTED]
    chart = line_chart(
        [
            Series(names[player], [None if one is None else float(one) for one in lines[player]])
            for player in leaders
            if player in lines
        ],
        [short_day(evening) for evening in course["evenings"]],
        axis=ranking_words.axis(rules) if "metric" in course else _("Points"),
        decimals=ranking_words.chart_decimals(rules),
    )
    drawn = []
    if chart is not None:
        ends = words.listed([f"{line.name} {line.last}" for line in chart.lines])
        drawn.append(
            Figure(
                ranking_words.course_title(rules)
                if "metric" in course
                else _("Leaders’ points, evening by evening"),
                _("At the end: %(names)s.") % {"names": ends},
                chart,
            )
        )
    changes = figures["leads"]
    sentences = ngettext(
        "The lead changed hands once.", "The lead changed hands %(num)s times.", len(changes)
    ) % {"num": len(changes)}
    rows = tuple(
        (
            words.day(evening),
            words.listed([names[str(player)] for player in before]),
            words.listed([names[str(player)] for player in after]),
        )
        for evening, before, after in changes
    )
    columns = (
        Column("evening", _("After")),
        Column("before", _("From"), prose=True),
        Column("after", _("To"), prose=True),
    )
    return Section(
        "course",
        _("How the season went"),
        (sentences if changes else _("The lead never changed hands."),),
        tuple(drawn),
        (Table("leads", _("Lead changes"), columns, rows),) if rows else (),
    )


def _ratings(figures: Mapping[str, Any]) -> list[Section]:
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
        sentences = _(
            "Before the season’s first evening and after its last. Ranges hold 19 times in 20."
        )
        title = _("Ratings: %(game)s") % {"game": find(moved["game"]).title}
        sections.append(Section(f"ratings-{moved['game']}", title, (sentences,), (), (table,)))
    return sections


def _moved(row: Mapping[str, Any], names: Mapping[str, str]) -> tuple[Cell, ...]:
    before, after = row["before"], row["after"]
    change = None if before is None else after["rating"] - before["rating"]
    return (
        names[str(row["player"])],
        before["rating"] if before else None,
        words.interval(before),
        after["rating"],
        words.interval(after),
        None if change is None else f"{change:+d}",
        _("provisional") if after["provisional"] else "",
    )


def _evenings(figures: Mapping[str, Any]) -> Section:
    names, closest, biggest = figures["players"], figures["closest"], figures["biggest"]
    sentences: list[str] = []
    if closest is not None:
        sentences.append(
            _("The closest evening was %(date)s, with %(margin)s between first and last.")
            % {"date": words.day(closest["evening"]), "margin": words.number(closest["margin"])}
        )
    if biggest is not None:
        sentences.append(
            _("Biggest hand: %(points)s points for %(name)s (%(hand)s).")
            % {
                "points": biggest["points"],
                "name": names[str(biggest["player"])],
                "hand": words.hand(biggest["hand"]),
            }
        )
    columns = (
        Column("evening", _("Evening")),
        Column("hands", _("Hands"), numeric=True),
        Column("players", _("Players"), numeric=True),
        Column("best", _("Best"), prose=True),
        Column("margin", _("First–last gap"), numeric=True),
    )
    margins = words.column(night["margin"] for night in figures["evenings"])
    rows = tuple(
        (
            words.day(night["evening"]),
            night["hands"],
            night["players"],
            words.listed([names[str(player)] for player in night["best"]]),
            margin,
        )
        for night, margin in zip(figures["evenings"], margins, strict=True)
    )
    return Section(
        "evenings",
        _("Evenings"),
        tuple(sentences),
        (),
        (Table("evenings", _("Evening by evening"), columns, rows),),
    )


def _streaks(figures: Mapping[str, Any]) -> Section:
    names = figures["players"]
    columns = (
        Column("player", _("Player")),
        Column("hands", _("Hands won in a row"), numeric=True),
        Column("first", _("From")),
        Column("last", _("To")),
    )
    rows = tuple(
        (
            names[str(streak["player"])],
            streak["hands"],
            words.hand(streak["first"]),
            words.hand(streak["last"]),
        )
        for streak in figures["streaks"][:LONGEST]
    )
    return Section(
        "streaks",
        _("Winning streaks"),
        (),
        (),
        (Table("streaks", _("Longest winning streaks"), columns, rows),),
    )


def _cards(figures: Mapping[str, Any]) -> list[Section]:
    names = figures["players"]
    columns = (
        Column("kind", _("Card type")),
        Column("cards", _("Left in total"), numeric=True),
        Column("hands", _("Number of hands"), numeric=True),
        Column("most", _("Most in one hand"), numeric=True),
        Column("by", _("By"), prose=True),
    )
    sections: list[Section] = []
    for game in dict.fromkeys(record["game"] for record in figures["cards"]):
        rows = tuple(
            (
                _(record["kind"]),
                record["cards"],
                record["hands"],
                record["most"],
                _holders(record, names),
            )
            for record in figures["cards"]
            if record["game"] == game
        )
        table = Table(f"cards-{game}", _("Cards left at the end of a hand"), columns, rows)
        title = _("Cards: %(game)s") % {"game": find(game).title}
        sentences = _("From hands where the cards were counted.")
        sections.append(Section(f"cards-{game}", title, (sentences,), (), (table,)))
    return sections


def _holders(record: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return the holders of a record, and how many more hands equal it."""
    named = "; ".join(f"{names[str(one['player'])]} ({words.hand(one)})" for one in record["by"])
    more = record["shared"] - len(record["by"])
    if not more:
        return named
    rest = ngettext("and %(num)s more", "and %(num)s more", more) % {"num": more}
    return f"{named} {rest}"


def _evidence(figures: Mapping[str, Any]) -> Section:
    known = figures["evidence"]
    labels = {
        "log": _("Every play, card by card"),
        "cards": _("The cards left in each player’s hand"),
        "counts": _("How many cards of each type were left"),
        "totals": _("The points only"),
    }
    hands = sum(known.values())
    columns = (
        Column("degree", _("Detail recorded"), prose=True),
        Column("hands", _("Hands"), numeric=True),
        Column("share", pgettext("part of the whole", "Share"), numeric=True),
    )
    rows = tuple(
        (label, known[degree], f"{100 * known[degree] / hands:.0f} %" if hands else None)
        for degree, label in labels.items()
    )
    return Section(
        "evidence",
        _("How hands were recorded"),
        (),
        (),
        (Table("evidence", _("Hands by detail recorded"), columns, rows),),
    )


def _rules(figures: Mapping[str, Any]) -> Section:
    columns = (
        Column("game", _("Game")),
        Column("rules", _("Rules"), prose=True),
        Column("matches", _("Matches"), numeric=True),
    )
    rows = tuple((played["game"], played["text"], played["matches"]) for played in figures["rules"])
    return Section(
        "rules",
        _("Rules played"),
        (),
        (),
        (Table("rules", _("Variant and house rules"), columns, rows),),
    )


def _differences(figures: Mapping[str, Any], differences: Sequence[Mapping[str, Any]]) -> Section:
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
        "biggest": _("Biggest hand"),
        "ranking": _("Ranking method"),
    }

    def shown(what: str, value: Any) -> Cell:
        if value is None:
            return _("none")
        if what == "closest":
            return words.day(value)
        if what == "ranking":
            # Reports of the first format kept the preset alone.
            kept = value if isinstance(value, Mapping) else {"preset": value}
            return ranking_words.caption(rules_from_json(kept))
        return words.number(value) if what == "metric" else value

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
    return Section(
        "differences",
        _("What has changed"),
        (sentences,),
        (),
        (Table("differences", _("Compared with the previous report"), columns, rows),),
    )
