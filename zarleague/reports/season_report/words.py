"""Figures in words: dates, numbers, tie-breaks, and who is who."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from zarleague.leagues.formats import decimals_of, long_day, rounded

TIE_BREAKS = {
    "more-wins": gettext_lazy("more hands won"),
    "more-match-wins": gettext_lazy("more matches won"),
    "head-to-head": gettext_lazy("the hands against each other"),
    "best-hand": gettext_lazy("the best single hand"),
    "last-evening": gettext_lazy("the last evening together"),
    "better-average": gettext_lazy("the better average"),
    "fewer-hands": gettext_lazy("fewer hands"),
    "more-hands": gettext_lazy("more hands"),
    "fewer-penalties": gettext_lazy("fewer penalties"),
    "lots": gettext_lazy("drawing lots"),
}
RANKINGS = {
    "total-points": gettext_lazy("Fewest points first."),
    "average-per-hand": gettext_lazy("Lowest average per hand first."),
    "hands-won": gettext_lazy("Most hands won first."),
    "place-points": gettext_lazy("Most points for places in matches first."),
    "best-evenings": gettext_lazy("Best evenings only, fewest points first."),
    "several-games": gettext_lazy("Points for places over all games, most first."),
}


def day(ordinal: int) -> str:
    """A date in words."""
    return long_day(datetime.date.fromordinal(ordinal))


def column(values: Iterable[str | None]) -> list[int | Decimal | None]:
    """The stored fractions of a column: whole if all are, else all with two decimals."""
    exact = [None if value is None else Fraction(value) for value in values]
    if not decimals_of(exact):
        return [None if value is None else int(value) for value in exact]
    return [None if value is None else Decimal(f"{float(value):.2f}") for value in exact]


def number(value: str, decimals: int = 2) -> str:
    """A stored fraction in a sentence: whole if it is, else to so many decimals."""
    exact = Fraction(value)
    return rounded(exact, 0 if exact.denominator == 1 else decimals)


def listed(names: Sequence[str]) -> str:
    """Names in a row."""
    return ", ".join(names)


def interval(shown: Mapping[str, Any] | None) -> str | None:
    """A rating's interval, if it has one."""
    if shown is None or shown["low"] is None:
        return None
    return f"{shown['low']} – {shown['high']}"


def note(row: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """What has to be said beside a row of the table: ties decided, minimums, dropped evenings."""
    said = [
        _("tie with %(names)s decided by %(what)s: %(figure)s")
        % {
            "names": listed([names[str(player)] for player in decided["under"] + decided["over"]]),
            "what": TIE_BREAKS[decided["step"]],
            "figure": number(decided["value"], 3),
        }
        for decided in row["decided"]
    ]
    if row["tied"]:
        tied = listed([names[str(player)] for player in row["tied"]])
        said.append(_("level with %(names)s") % {"names": tied})
    said += [shortfall(*short) for short in row["short"]]
    if row["dropped"]:
        said.append(dropped(len(row["dropped"])))
    return "; ".join(said)


def hand(place: Mapping[str, int]) -> str:
    """Which hand it was."""
    return _("%(date)s, hand %(number)s") % {
        "date": day(place["evening"]),
        "number": place["number"],
    }


def dropped(evenings: int) -> str:
    """That evenings do not count."""
    text = ngettext("%(num)s evening dropped", "%(num)s evenings dropped", evenings)
    return text % {"num": evenings}


def shortfall(option: str, has: int, needs: int) -> str:
    """A minimum that was not met."""
    if option == "min_hands":
        text = ngettext("%(has)s of %(num)s hand needed", "%(has)s of %(num)s hands needed", needs)
    else:
        text = ngettext(
            "%(has)s of %(num)s evening needed", "%(has)s of %(num)s evenings needed", needs
        )
    return text % {"has": has, "num": needs}
