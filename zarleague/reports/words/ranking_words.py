"""The ranking of a season in words of the active language.

Everything here looks at the resolved `SeasonRules`, not at the preset they began as: an organiser
may override any option of a preset.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from zarleague.leagues.formats import (
    decimals_of,
    in_points,
    points_column,
    points_text,
    rounded_column,
)
from zarleague.standings.rules import PRESETS, Metric, SeasonRules
from zarleague.standings.table import Row, places_without_minimum

PRESET_TITLES: Final[Mapping[str, Promise]] = {
    "place-points": gettext_lazy("Place points"),
    "average-per-hand": gettext_lazy("Average per hand"),
    "hands-won": gettext_lazy("Hands won"),
    "total-points": gettext_lazy("Total points"),
    "best-evenings": gettext_lazy("Best evenings"),
    "several-games": gettext_lazy("Mixed games"),
    "places-by-table": gettext_lazy("Place points by table size"),
    "places-normalised": gettext_lazy("Place points, every table worth the same"),
}
"""The presets of `standings.rules`, in the order a form offers them."""
TIE_BREAKS: Final[Mapping[str, Promise]] = {
    "more-wins": gettext_lazy("more hands won"),
    "more-match-wins": gettext_lazy("more matches won"),
    "head-to-head": gettext_lazy("head to head"),
    "best-hand": gettext_lazy("best single hand"),
    "last-evening": gettext_lazy("last evening together"),
    "better-average": gettext_lazy("better average"),
    "fewer-hands": gettext_lazy("fewer hands"),
    "more-hands": gettext_lazy("more hands"),
    "fewer-penalties": gettext_lazy("fewer penalties"),
    "lots": gettext_lazy("drawing lots"),
}

if set(PRESET_TITLES) != set(PRESETS):
    raise LookupError("PRESET_TITLES must name every preset of the standings, and no other")


def order(rules: SeasonRules) -> str:
    """Return what the table ranks by and in which direction, as a sentence."""
    match rules.metric:
        case Metric.POINTS:
            return _("Most points first.") if rules.high_wins else _("Fewest points first.")
        case Metric.AVERAGE:
            return (
                _("Highest average per hand first.")
                if rules.high_wins
                else _("Lowest average per hand first.")
            )
        case Metric.WINS:
            return _("Most hands won first.")
        case Metric.PLACES:
            return _("Most place points first.")


def scales(rules: SeasonRules) -> str:
    """Return what the places of tables of different sizes pay, as a sentence; "" unless the season
    ranks by places and they differ."""
    if rules.metric is not Metric.PLACES or not (rules.scales or rules.normalised):
        return ""
    sizes = [size for size, _scale in rules.scales] or [3, 4, 5, 6]
    tables = "; ".join(
        _("%(size)s players: %(points)s")
        % {"size": size, "points": " – ".join(map(_shown, rules.scale_of(size)))}
        for size in sizes
    )
    return _("Points for each place: %(tables)s.") % {"tables": tables}


def _shown(points: Fraction | int) -> str:
    return localize(int(points) if points == int(points) else round(float(points), 2))


def caption(rules: SeasonRules) -> str:
    """Return `order`, what places pay at tables of different sizes, what an evening is worth, and
    the number of evenings that count unless all do."""
    begins = " ".join(filter(None, (order(rules), scales(rules), bonus(rules))))
    if rules.best_evenings is None:
        return begins
    counted = ngettext(
        "Only the best evening counts.",
        "Only the best %(num)s evenings count.",
        rules.best_evenings,
    ) % {"num": rules.best_evenings}
    return f"{begins} {counted}"


def bonus(rules: SeasonRules) -> str:
    """Return what each evening played is worth beside its hands, as a sentence; "" for nothing."""
    count = rules.attendance_bonus
    if not count:
        return ""
    if rules.low_total_wins:
        text = ngettext(
            "Each evening played takes %(num)s point off.",
            "Each evening played takes %(num)s points off.",
            count,
        )
    elif rules.metric is Metric.WINS:
        text = ngettext(
            "Each evening played counts as %(num)s more hand won.",
            "Each evening played counts as %(num)s more hands won.",
            count,
        )
    else:
        text = ngettext(
            "Each evening played brings %(num)s point more.",
            "Each evening played brings %(num)s points more.",
            count,
        )
    return text % {"num": count}


def ranks_from_top(rows: Sequence[Row]) -> tuple[list[str], str]:
    """Return the ranks of rows that begin at the top of a table, as printed, and a note on them.
    While nobody qualifies for a rank, their order is shown as provisional ranks."""
    if any(row.rank is not None for row in rows) or not rows:
        return [str(row.rank or "–") for row in rows], ""
    provisional = ["–" if place is None else f"({place})" for place in places_without_minimum(rows)]
    return provisional, _("Ranks in brackets are provisional: nobody has met the minimum yet.")


def mixed_games(rules: SeasonRules, titles: Sequence[str]) -> str:
    """Return the warning for a table that mixes games whose figures are not comparable, else ""."""
    if len(titles) < 2 or rules.metric not in (Metric.POINTS, Metric.AVERAGE):
        return ""
    if rules.metric is Metric.POINTS:
        text = _(
            "These standings add up points from %(games)s, which aren’t worth the same. Ranking by "
            "place points compares games fairly."
        )
    else:
        text = _(
            "These standings average points from %(games)s, which aren’t worth the same. Ranking "
            "by place points compares games fairly."
        )
    return text % {"games": ", ".join(titles)}


def different_parts() -> str:
    """Return what the points of a season are whose matches count in different parts of a point."""
    return _(
        "The matches here count in different parts of a point, and these are added up as they are. "
        "Rank by place points to compare them."
    )


def few_hands_lead(rules: SeasonRules, rows: Sequence[Row], names: Mapping[int, str]) -> str:
    """Return the warning for a table by low totals whose first has played less than half the hands
    of somebody in these rows, while no minimum is set; else ""."""
    if not rules.low_total_wins or rules.min_hands or rules.min_evenings or not rows:
        return ""
    first, most = rows[0], max(rows, key=lambda row: row.hands)
    if first.rank != 1 or 2 * first.hands >= most.hands:
        return ""
    text = ngettext(
        "Low totals win and no minimum is set, so %(name)s leads with %(num)s hand; %(other)s has "
        "played %(most)s. Hands or evenings needed for a rank make this fair.",
        "Low totals win and no minimum is set, so %(name)s leads with %(num)s hands; %(other)s has "
        "played %(most)s. Hands or evenings needed for a rank make this fair.",
        first.hands,
    )
    people = {"name": names[first.player_id], "other": names[most.player_id]}
    return text % {"num": first.hands, "most": most.hands, **people}


def measure(rules: SeasonRules) -> str:
    """Return the name of the figure that ranks, for the head of a column or an axis."""
    match rules.metric:
        case Metric.POINTS:
            return _("Points")
        case Metric.AVERAGE:
            return _("Average")
        case Metric.WINS:
            return _("Won")
        case Metric.PLACES:
            return _("Place points")


def course_title(rules: SeasonRules) -> str:
    """Return the title of the chart of that figure, evening by evening."""
    match rules.metric:
        case Metric.POINTS:
            return _("Leaders’ points, evening by evening")
        case Metric.AVERAGE:
            return _("Leaders’ average per hand, evening by evening")
        case Metric.WINS:
            return _("Leaders’ hands won, evening by evening")
        case Metric.PLACES:
            return _("Leaders’ place points, evening by evening")


def export_key(rules: SeasonRules) -> str:
    """Return the name of the figure that ranks, with its direction, for machines."""
    return f"ranked-by-{rules.metric}-{'high' if rules.metric_high_wins else 'low'}-wins"


def penalty_cost(rules: SeasonRules, points: int, unit: int) -> str:
    """Return what so many penalty points cost in the figure that ranks: "5 hands won"; *unit*
    stored points make a point."""
    cost = points * rules.penalty_weight
    if not cost:
        return _("nothing")
    parts = unit_of(rules, unit)
    number = 2 if cost % parts else cost // parts
    match rules.metric:
        case Metric.POINTS:
            text = ngettext("%(num)s point", "%(num)s points", number)
        case Metric.AVERAGE:
            text = ngettext(
                "%(num)s point, spread over all the player’s hands",
                "%(num)s points, spread over all the player’s hands",
                number,
            )
        case Metric.WINS:
            text = ngettext("%(num)s hand won", "%(num)s hands won", number)
        case Metric.PLACES:
            text = ngettext("%(num)s place point", "%(num)s place points", number)
    return text % {"num": points_text(cost, parts)}


def amount(rules: SeasonRules, number: str) -> str:
    """Return a number of the figure that ranks with its unit: "3 place points"."""
    count = 1 if number == "1" else 2
    match rules.metric:
        case Metric.POINTS:
            text = ngettext("%(num)s point", "%(num)s points", count)
        case Metric.AVERAGE:
            text = ngettext("%(num)s point per hand", "%(num)s points per hand", count)
        case Metric.WINS:
            text = ngettext("%(num)s hand won", "%(num)s hands won", count)
        case Metric.PLACES:
            text = ngettext("%(num)s place point", "%(num)s place points", count)
    return text % {"num": number}


def unit_of(rules: SeasonRules, unit: int) -> int:
    """Return how many of the figure that ranks make one, where *unit* stored points make a point:
    hands won and place points are whole whatever the points are."""
    return unit if rules.metric in (Metric.POINTS, Metric.AVERAGE) else 1


def metrics_column(rules: SeasonRules, values: Iterable[Fraction | None], unit: int) -> list[str]:
    """Return a column of the figure that ranks as it is said; *unit* stored points make a point."""
    found = list(values)
    if rules.metric is Metric.POINTS:
        return points_column(found, unit, "–")
    parts = unit_of(rules, unit)
    figures = [None if one is None else in_points(one, parts) for one in found]
    return rounded_column(figures, decimals_of(figures), "–")


def axis(rules: SeasonRules) -> str:
    """Return the label of an axis with that figure: its name, and which direction is good."""
    better = _("higher is better") if rules.metric_high_wins else _("lower is better")
    return f"{measure(rules)} ({better})"


def chart_decimals(rules: SeasonRules, unit: int = 1) -> int:
    """Return how many decimals a figure needs in a line; *unit* stored points make a point."""
    if rules.metric in (Metric.AVERAGE, Metric.PLACES) or unit_of(rules, unit) == 4:
        return 2
    return 0 if unit_of(rules, unit) == 1 else 1


def round_title(number: int, tables: int, seats: int) -> str:
    """Return what a round of a bracket is called: its number from 0, its tables, their seats."""
    if tables == 1:
        return _("Final")
    if seats == 2 and tables == 2:
        return _("Semifinals")
    if seats == 2 and tables == 4:
        return _("Quarterfinals")
    return _("Round %(number)s") % {"number": number + 1}
