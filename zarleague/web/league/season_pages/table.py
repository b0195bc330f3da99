"""A season's table as text: every figure of a row as the page prints it.

Formatted here and not in the template, which would translate each text again per row.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from zarleague.leagues.formats import in_points, points_text
from zarleague.leagues.models import Season
from zarleague.leagues.selectors import game_title
from zarleague.play import selectors as play
from zarleague.reports.drawings.bump_chart import sparkline
from zarleague.reports.rank_history.series import RankSeries
from zarleague.reports.season_report.sections.formatting import dropped, shortfall
from zarleague.reports.words import ranking_words
from zarleague.reports.words.leading import leader_in
from zarleague.standings.rules import Metric, SeasonRules, rules_from_json
from zarleague.standings.table import Row
from zarleague.web.rendering.words import figures

_Beside = Literal["points", "match_wins", "average"]


class StandingsLine(NamedTuple):
    """One row as it is printed; "" for an empty cell."""

    player: int
    rank: str
    name: str
    notes: tuple[str, ...]
    """Ties decided, minimums not met, evenings dropped."""
    hands: str
    wins: str
    beside: str
    """The second column: points per hand, points if the table ranks by points per hand, or matches
    won."""
    penalty: str
    metric: str
    moved: int = 0
    """Places gained since the evening before; negative if lost."""
    form: str = ""
    """SVG path of the last ranks, "" without."""
    ranks: str = ""
    """The last ranks in words."""
    zone: str = ""
    """Of a division "up", "down" or "open" for those who move, "" for the others."""


class StandingsTable(NamedTuple):
    """A table with its headings and notes."""

    caption: str
    beside: str
    """The heading of the second column."""
    measure: str
    """The figure that ranks."""
    few_hands: str
    """A note on a leader who has played much less than others, "" if not needed."""
    mixed: str
    """A note on games whose points are not comparable, "" if not needed."""
    lines: Sequence[StandingsLine]
    has_form: bool
    has_wins: bool
    """Whether hands won have a column of their own because the table does not rank by them."""


def table_in_words(
    season: Season,
    rows: Sequence[Row],
    names: Mapping[int, str],
    course: RankSeries | None = None,
    *,
    from_top: bool = False,
    games: Sequence[str] | None = None,
) -> StandingsTable:
    """Return the rows of a season's table in words, with the form of the last evenings if a course
    is given. They are of the hands of these games, by default of all the season's. If they begin at
    the top of the table and nobody qualifies for a rank yet, their order is shown as provisional
    ranks."""
    rules = rules_from_json(season.rules)
    games = play.games_played(season) if games is None else games
    beside: _Beside
    if rules.metric is Metric.AVERAGE:
        head, beside = _("Points"), "points"
    elif rules.metric is Metric.PLACES or len(games) > 1:
        # Points of several games have no average.
        head, beside = _("Matches won"), "match_wins"
    else:
        head, beside = _("Average"), "average"
    named = tuple(names[row.player_id] for row in rows)
    unit = play.unit_of_points(season, games)
    lines = _lines(get_language(), tuple(rows), named, beside, rules, unit or 1)
    caption = ranking_words.caption(rules)
    if from_top:
        ranks, note = ranking_words.ranks_from_top(rows)
        lines = tuple(line._replace(rank=rank) for line, rank in zip(lines, ranks, strict=True))
        caption = f"{caption} {note}".strip()
    if unit is None and rules.metric in (Metric.POINTS, Metric.AVERAGE):
        caption = f"{caption} {ranking_words.different_parts()}".strip()
    if course is not None:
        lines = tuple(_with_form(line, course) for line in lines)
    return StandingsTable(
        caption=caption,
        beside=head,
        measure=ranking_words.measure(rules),
        few_hands=ranking_words.few_hands_lead(rules, rows, names) if from_top else "",
        mixed=ranking_words.mixed_games(rules, [game_title(season.league, game) for game in games]),
        lines=lines,
        has_form=course is not None and len(course.evenings) > 1,
        has_wins=rules.metric is not Metric.WINS,
    )


def row_figures(season: Season, row: Row, *, has_rank: bool = True) -> list[tuple[str, str]]:
    """Return one row of a season's table as labels and figures: the rank, what ranks, and the
    others beside it. The figure that ranks holds the penalties, the others do not. In a final the
    first two are those that decide it, and missing for who only sat at its tables."""
    rules, games = rules_from_json(season.rules), play.games_played(season)
    unit = play.unit_of_points(season, games) or 1
    if has_rank and season.final_of_id is not None:
        found = _in_final(season, row.player_id)
    else:
        found = [(_("Rank"), str(row.rank or "–"))] if has_rank else []
        if rules.metric is Metric.AVERAGE:
            metric = _average(row.metric, unit)
        else:
            (metric,) = ranking_words.metrics_column(rules, [row.metric], unit)
        found.append((ranking_words.measure(rules), metric))
    found.append((_("Hands"), str(row.hands)))
    if rules.metric is not Metric.WINS:
        found.append((_("Wins"), str(row.wins)))
    if rules.metric is not Metric.POINTS:
        found.append((_("Points"), points_text(row.points, unit)))
    # Points of several games have no average.
    if rules.metric is not Metric.AVERAGE and len(games) < 2:
        found.append((_("Average"), _average(row.average, unit)))
    if row.penalty:
        found.append((_("Penalties"), str(row.penalty)))
    return found


def _in_final(season: Season, player_id: int) -> list[tuple[str, str]]:
    if (place := leader_in(season, player_id)) is None:
        return []
    measure, leader = place
    return [(_("Rank"), leader.rank), (measure, leader.figure)]


def _average(stored: Fraction | None, unit: int) -> str:
    return figures([None if stored is None else in_points(stored, unit)], 2)[0]


@lru_cache(maxsize=128)  # cached: all phones at a table read the same rows until the next hand
def _lines(
    language: str | None,
    rows: tuple[Row, ...],
    names: tuple[str, ...],
    beside: _Beside,
    rules: SeasonRules,
    unit: int,
) -> tuple[StandingsLine, ...]:
    """Return rows in words of the active language, *language*, with this column beside; *unit*
    stored points make a point."""
    metrics = ranking_words.metrics_column(rules, [row.metric for row in rows], unit)
    if beside == "average":
        values = [_average(row.average, unit) for row in rows]
    elif beside == "points":
        values = [points_text(row.points, unit) for row in rows]
    else:
        values = [str(getattr(row, beside)) for row in rows]
    return tuple(
        StandingsLine(
            row.player_id,
            str(row.rank or "–"),
            name,
            tuple(_notes(row)),
            str(row.hands),
            str(row.wins),
            value,
            str(row.penalty or ""),
            metric,
        )
        for row, name, value, metric in zip(rows, names, values, metrics, strict=True)
    )


def _with_form(line: StandingsLine, course: RankSeries) -> StandingsLine:
    moved = course.moved(line.player)
    ranks = course.form[line.player]
    words = _("Ranks of the last evenings: %(ranks)s") % {
        "ranks": ", ".join(str(rank or "–") for rank in ranks)
    }
    return line._replace(moved=moved.places if moved else 0, form=sparkline(ranks), ranks=words)


def _notes(row: Row) -> Iterator[str]:
    for step in row.decided_by:
        yield _("tie decided by %(what)s") % {"what": ranking_words.TIE_BREAKS[step]}
    for short in row.shortfalls:
        yield shortfall(*short)
    if row.dropped:
        yield dropped(len(row.dropped))
