"""Format figures: dates, numbers, tie-breaks and names."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zarleague.engine.declared import PREFIX, declared_game
from zarleague.engine.games import KEYS, find, scored
from zarleague.leagues.formats import isolated, long_day, rounded
from zarleague.reports.words import ranking_words
from zarleague.standings.rules import rules_from_json


def day(ordinal: int) -> str:
    """Return a date in words."""
    return long_day(datetime.date.fromordinal(ordinal))


def column(values: Sequence[str | int | None]) -> list[int | Decimal | None]:
    """Format the stored fractions of a column: whole if all are, else all with two decimals."""
    if not any("/" in value for value in values if isinstance(value, str)):
        return [None if value is None else int(value) for value in values]
    return [None if value is None else Decimal(f"{_float(value):.2f}") for value in values]


def _float(value: str | int) -> float:
    above, _bar, below = str(value).partition("/")
    return int(above) / int(below or 1)


def course_line(course: Mapping[str, Any], player: str) -> list[float | None]:
    """Return the figure charted after each evening of one player, by id; [] without one.

    It is the metric; reports of the first format have only points.
    """
    lines = course.get("metric", course.get("points", {}))
    return [None if one is None else _float(one) for one in lines.get(player, ())]


def number(value: str | int, decimals: int = 2) -> str:
    """Format a stored fraction for a sentence: without decimals if it is whole."""
    text = str(value)
    return rounded(_float(text), decimals) if "/" in text else text


def margin(figures: Mapping[str, Any], value: str) -> str:
    """Return a difference in the figure that ranks, with its unit."""
    return ranking_words.amount(rules_from_json(figures["season"]["ranking"]), number(value))


def closest(figures: Mapping[str, Any]) -> str:
    """Return the sentence about the evenings with the smallest difference. Reports of the second
    format know one of them."""
    found = figures["closest"]
    shared = found.get("shared", [found["evening"]])
    if len(shared) == 1:
        text = _("The closest evening was %(date)s, with %(margin)s between first and last.")
    else:
        text = _("The closest evenings were %(date)s, each with %(margin)s between first and last.")
    return text % {
        "date": listed(list(map(day, shared))),
        "margin": margin(figures, found["margin"]),
    }


def game_name(record: Mapping[str, Any]) -> str:
    """Return the title of the game of a record of a report, as it was when the report was made."""
    title: str = record.get("name") or scored(record["game"]).title
    return title


def highest(record: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return the sentence about the most points in one hand of a game."""
    if record["times"] > 1:
        text = _("%(game)s: most points in one hand %(points)s (%(names)s; first on %(hand)s).")
    else:
        text = _("%(game)s: most points in one hand %(points)s (%(names)s; %(hand)s).")
    return text % {
        "game": game_name(record),
        "points": number(record["points"]),
        "names": listed([names[str(player)] for player in record["players"]]),
        "hand": hand(record["hand"]),
    }


def listed(names: Sequence[str]) -> str:
    """Return names separated by commas."""
    return ", ".join(map(isolated, names))


def interval(shown: Mapping[str, Any] | None) -> str | None:
    """Format a rating's interval; None if it has none."""
    if shown is None or shown["low"] is None:
        return None
    return f"{shown['low']} – {shown['high']}"


def notes(rows: Iterable[Mapping[str, Any]], names: Mapping[str, str]) -> list[str]:
    """Return the notes beside the rows of the table: ties decided, minimums, dropped evenings.
    The words of ties, which are many, are looked up in the language once."""
    decided_by = _("tied with %(names)s, decided by %(what)s: %(figure)s")
    tied_with = _("tied with %(names)s")
    steps = {step: str(title) for step, title in ranking_words.TIE_BREAKS.items()}
    return [_note(row, names, decided_by, tied_with, steps) for row in rows]


def _note(
    row: Mapping[str, Any],
    names: Mapping[str, str],
    decided_by: str,
    tied_with: str,
    steps: Mapping[str, str],
) -> str:
    said = [
        decided_by
        % {
            "names": listed([names[str(player)] for player in decided["under"] + decided["over"]]),
            "what": steps[decided["step"]],
            "figure": number(decided["value"], 3),
        }
        for decided in row["decided"]
    ]
    if row["tied"]:
        tied = listed([names[str(player)] for player in row["tied"]])
        said.append(tied_with % {"names": tied})
    said += [shortfall(*short) for short in row["short"]]
    if row["dropped"]:
        said.append(dropped(len(row["dropped"])))
    return "; ".join(said)


def hand(place: Mapping[str, int]) -> str:
    """Return the date and number of a hand."""
    return _("%(date)s, hand %(number)s") % {
        "date": day(place["evening"]),
        "number": place["number"],
    }


def dropped(evenings: int) -> str:
    """Return the note about evenings that do not count."""
    text = ngettext("%(num)s evening not counted", "%(num)s evenings not counted", evenings)
    return text % {"num": evenings}


def shortfall(option: str, has: int, needs: int) -> str:
    """Return the note about a minimum that was missed."""
    if option == "min_hands":
        text = ngettext("%(has)s of %(num)s hand needed", "%(has)s of %(num)s hands needed", needs)
    else:
        text = ngettext(
            "%(has)s of %(num)s evening needed", "%(has)s of %(num)s evenings needed", needs
        )
    return text % {"has": has, "num": needs}


def rules(text: str) -> str:
    """Return the rules of a match in words, given as a match keeps them: the key of a preset, then
    ``option=value`` for each option that differs from it. What no game knows any more stays as it
    is."""
    key, *changes = text.split()
    (own,) = declared_game(PREFIX).presets
    if key == own.key:
        return _(own.title)
    found = [(find(game), preset) for game in KEYS for preset in find(game).presets]
    played = next(((game, preset) for game, preset in found if preset.key == key), None)
    if played is None:
        return text
    game, preset = played
    options = {option.key: option for option in game.options}
    parts = [_(preset.title)]
    for change in changes:
        name, _equals, value = change.partition("=")
        option = options.get(name)
        meaning = dict(option.choices).get(value, value) if option else value
        parts.append(f"{_(option.title)}: {_(meaning)}" if option else change)
    return " · ".join(parts)
