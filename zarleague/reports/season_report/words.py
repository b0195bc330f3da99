"""Format figures: dates, numbers, tie-breaks and names."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zarleague.leagues.formats import decimals_of, long_day, rounded
from zarleague.reports import ranking_words


def day(ordinal: int) -> str:
    """Return a date in words."""
    return long_day(datetime.date.fromordinal(ordinal))


def column(values: Iterable[str | int | None]) -> list[int | Decimal | None]:
    """Format the stored fractions of a column: whole if all are, else all with two decimals."""
    exact = [None if value is None else Fraction(value) for value in values]
    if not decimals_of(exact):
        return [None if value is None else int(value) for value in exact]
    return [None if value is None else Decimal(f"{float(value):.2f}") for value in exact]


def course_line(course: Mapping[str, Any], player: str) -> list[float | None]:
    """Return the figure charted after each evening of one player, by id; [] without one.

    It is the metric; reports of the first format have only points.
    """
    lines = course.get("metric", course.get("points", {}))
    return [None if one is None else float(Fraction(one)) for one in lines.get(player, ())]


def number(value: str, decimals: int = 2) -> str:
    """Format a stored fraction for a sentence: without decimals if it is whole."""
    exact = Fraction(value)
    return rounded(exact, 0 if exact.denominator == 1 else decimals)


def listed(names: Sequence[str]) -> str:
    """Return names separated by commas."""
    return ", ".join(names)


def interval(shown: Mapping[str, Any] | None) -> str | None:
    """Format a rating's interval; None if it has none."""
    if shown is None or shown["low"] is None:
        return None
    return f"{shown['low']} – {shown['high']}"


def note(row: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return the note beside a row of the table: ties decided, minimums, dropped evenings."""
    said = [
        _("tied with %(names)s, decided by %(what)s: %(figure)s")
        % {
            "names": listed([names[str(player)] for player in decided["under"] + decided["over"]]),
            "what": ranking_words.TIE_BREAKS[decided["step"]],
            "figure": number(decided["value"], 3),
        }
        for decided in row["decided"]
    ]
    if row["tied"]:
        tied = listed([names[str(player)] for player in row["tied"]])
        said.append(_("tied with %(names)s") % {"names": tied})
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
