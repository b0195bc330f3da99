"""Sections of a season's report on its hands: evenings, streaks, cards, detail, rules."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from zarleague.engine.games import scored
from zarleague.leagues.formats import percent
from zarleague.reports.season_report.document import Column, Section, Table
from zarleague.reports.season_report.sections import formatting

LONGEST: Final = 10
"""Streaks that are listed."""


def evenings_section(figures: Mapping[str, Any]) -> Section:
    """Return the section on evenings, the closest, and the most points in a hand of each game."""
    names, closest = figures["players"], figures["closest"]
    sentences: list[str] = []
    if closest is not None:
        sentences.append(formatting.closest(figures))
    sentences += [formatting.highest(record, names) for record in figures.get("highest", ())]
    columns = (
        Column("evening", _("Evening")),
        Column("hands", _("Hands"), numeric=True),
        Column("players", _("Players"), numeric=True),
        Column("best", _("Best"), prose=True),
        Column("margin", _("First–last gap"), numeric=True),
    )
    margins = formatting.column([night["margin"] for night in figures["evenings"]])
    rows = tuple(
        (
            formatting.day(night["evening"]),
            night["hands"],
            night["players"],
            formatting.listed([names[str(player)] for player in night["best"]]),
            margin,
        )
        for night, margin in zip(figures["evenings"], margins, strict=True)
    )
    table = Table("evenings", _("Evening by evening"), columns, rows)
    return Section("evenings", _("Evenings"), tuple(sentences), tables=(table,))


def streaks_section(figures: Mapping[str, Any]) -> Section | None:
    """Return the section on the longest winning streaks; None if nobody has won twice in a row."""
    names, streaks = figures["players"], shown_streaks(figures)
    if not streaks:
        return None
    columns = (
        Column("player", _("Player")),
        Column("hands", _("Hands won in a row"), numeric=True),
        Column("first", _("First hand")),
        Column("last", _("Last hand")),
    )
    rows = tuple(
        (
            names[str(streak["player"])],
            streak["hands"],
            formatting.hand(streak["first"]),
            formatting.hand(streak["last"]),
        )
        for streak in streaks
    )
    table = Table("streaks", _("Longest winning streaks"), columns, rows)
    return Section("streaks", _("Winning streaks"), tables=(table,))


def shown_streaks(figures: Mapping[str, Any]) -> list[Any]:
    return [streak for streak in figures["streaks"] if streak["hands"] > 1][:LONGEST]


def cards_sections(figures: Mapping[str, Any]) -> list[Section]:
    """Return the sections on cards left at the end of hands, one for each game."""
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
        title = _("Cards: %(game)s") % {"game": scored(game).title}
        sentences = _("From hands where the cards were counted.")
        sections.append(Section(f"cards-{game}", title, (sentences,), tables=(table,)))
    return sections


def _holders(record: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return the holders of a record, and the number of further hands that equal it."""
    named = "; ".join(
        f"{names[str(one['player'])]} ({formatting.hand(one)})" for one in record["by"]
    )
    more = record["shared"] - len(record["by"])
    if not more:
        return named
    rest = ngettext("and %(num)s more", "and %(num)s more", more) % {"num": more}
    return f"{named} {rest}"


def evidence_section(figures: Mapping[str, Any]) -> Section:
    """Return the section that counts hands by detail recorded."""
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
        (label, known[degree], percent(known[degree] / hands) if hands else None)
        for degree, label in labels.items()
    )
    table = Table("evidence", _("Hands by detail recorded"), columns, rows)
    sentences = (_given_up(figures["given_up"]),) if "given_up" in figures else ()
    return Section("evidence", _("How hands were recorded"), sentences, tables=(table,))


def _given_up(hands: int) -> str:
    return ngettext(
        "%(num)s hand was given up: nobody ended it.",
        "%(num)s hands were given up: nobody ended them.",
        hands,
    ) % {"num": hands}


def rules_section(figures: Mapping[str, Any]) -> Section:
    columns = (
        Column("game", _("Game")),
        Column("rules", _("Rules"), prose=True),
        Column("matches", _("Matches"), numeric=True),
    )
    rows = tuple(
        (played["game"], formatting.rules(played["text"]), played["matches"])
        for played in figures["rules"]
    )
    table = Table("rules", _("Variant and house rules"), columns, rows)
    return Section("rules", _("Rules played"), tables=(table,))
