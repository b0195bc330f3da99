"""The public pages of a league and its players."""

import datetime
from collections.abc import Mapping
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from markupsafe import Markup

from zarleague.leagues import access, selectors
from zarleague.leagues.formats import points_text, short_day
from zarleague.leagues.models import League, Player, Season
from zarleague.play import selectors as play
from zarleague.play.selectors import PlayedHand
from zarleague.reports import selectors as reports
from zarleague.reports.drawings.bump_chart import BumpChart, Placed, bump_chart
from zarleague.reports.drawings.charts import NAMED, Chart, Series, line_chart
from zarleague.reports.rank_history.series import (
    MetricSeries,
    RankSeries,
    metric_series,
    rank_series,
)
from zarleague.reports.words import ranking_words
from zarleague.standings.rules import rules_from_json
from zarleague.standings.table import Row
from zarleague.web.arriving.paging import pager, requested_page
from zarleague.web.arriving.requests import (
    actor_of,
    found_or_404,
    league_or_404,
    tonight,
    whole_number,
)
from zarleague.web.league.context import show
from zarleague.web.league.duels import duel_rows
from zarleague.web.league.evening import answer_words
from zarleague.web.league.season_pages.final import parts_of_final
from zarleague.web.league.season_pages.table import row_figures, table_in_words

SHOWN_RANKS = 12
"""Rows of the table on the league's page; the season's page has all."""
SHOWN_MATCHES = 9
"""Finished matches on the league's page; the season's page has all evenings."""
SHOWN_OPEN = 24
"""Open matches on the league's page, latest first."""
YESTERDAY = datetime.timedelta(days=1)
"""An open match of last night may still be played; an older one was left open."""
SHOWN_DISPUTES = 12
"""Open disputes on the league's page, the latest."""
SHOWN_HANDS = 30
"""Hands on a player's page, the latest."""
SHOWN_FORM = 10
SHOWN_MEETINGS = 30
"""Opponents on a player's page, those with the most hands together."""
SHOWN_PLAYERS = 50
"""Players on a page of the list."""
SHOWN_MOVERS = (4, 2)
"""Players on the league's page whom the last evening moved up, and down."""
RANKED = 40
"""Lines in a chart of a season; the first `NAMED` have a colour."""


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league: tonight's matches, the season's table, the last evenings, open disputes."""
    league = league_or_404(request, slug)
    today = tonight(league)
    running = selectors.seasons_at(league, today)
    asked = whole_number(request.GET.get("season", ""))
    season = next((one for one in running if one.pk == asked), None) or next(iter(running), None)
    season = season or league.seasons.first()
    leaders = play.named_table(season, limit=RANKED) if season else None
    opened = play.open_matches([league])[:SHOWN_OPEN]
    recent = play.closed_matches(season)[:SHOWN_MATCHES] if season else ()
    course = rank_series(season, leaders.rows) if season and leaders else None
    actor = actor_of(request)
    mine = selectors.own_player(league, actor.user) if actor.role(league.pk) else None
    evening = datetime.date.fromordinal(course.evenings[-1]) if course and course.evenings else None
    return show(
        request,
        "league/league.html",
        league,
        "league",
        channels=(f"league-{league.pk}",),
        season=season,
        query="",
        **parts_of_final(season),
        seasons=running,
        table=table_in_words(
            season, leaders.rows[:SHOWN_RANKS], leaders.names, course, from_top=True
        )
        if season and leaders
        else None,
        evening=evening,
        hands_that_evening=play.hands_on(season, evening) if season and evening else 0,
        movers=[(leaders.names[one.player], one) for one in course.movers(*SHOWN_MOVERS)]
        if leaders and course
        else (),
        chart=ranks_chart(course, leaders.names) if leaders and course else None,
        next_evenings=play.next_evenings(league, today, mine),
        mine=mine,
        is_member=bool(actor.role(league.pk)),
        answer_words=answer_words(),
        today=today,
        playing=[one for one in opened if one.played_on >= today - YESTERDAY],
        left_open=[one for one in opened if one.played_on < today - YESTERDAY],
        recent=recent,
        places=play.match_places(league, [*opened, *recent]),
        disputes=play.pending_disputes(league)[:SHOWN_DISPUTES],
        may_start=access.can_start(actor, league, today),
        tries_demo=access.tries_demo(actor, league.pk),
        asks_who=selectors.is_nobody_yet(league, actor.user),
        claims=selectors.claims_in(league) if access.can_organise(actor, league) else (),
    )


def ranks_chart(course: RankSeries, names: Mapping[int, str]) -> BumpChart | None:
    """Return a chart of ranks, evening by evening."""
    return bump_chart(
        [Placed(names[player], ranks) for player, ranks in course.ranks.items()],
        [short_day(evening) for evening in course.evenings],
    )


def season_chart(
    season: Season, course: MetricSeries, names: Mapping[int, str], title: str
) -> Markup:
    """Return a chart of the figure these players are ranked by, evening by evening, best first, as
    HTML; "" if there is nothing to draw."""
    rules = rules_from_json(season.rules)
    unit = play.unit_of_points(season, play.games_played(season)) or 1
    parts = ranking_words.unit_of(rules, unit)
    lines = tuple(
        (names[player], tuple(one if one is None or parts == 1 else one / parts for one in line))
        for player, line in course.metric.items()
    )
    axis, decimals = ranking_words.axis(rules), ranking_words.chart_decimals(rules, unit)
    return _season_chart(get_language(), title, axis, decimals, course.evenings, lines)


@lru_cache(maxsize=64)  # cached: all phones at the tables ask for the same until the next hand
def _season_chart(
    language: str | None,
    title: str,
    axis: str,
    decimals: int,
    evenings: tuple[int, ...],
    lines: tuple[tuple[str, tuple[float | None, ...]], ...],
) -> Markup:
    """Return the chart of these lines, name and values of each, in the *language* now active."""
    chart = line_chart(
        [Series(name, values) for name, values in lines],
        [short_day(evening) for evening in evenings],
        axis=axis,
        decimals=decimals,
        named=NAMED,
    )
    drawn = render_to_string("league/course_chart.html", {"chart": chart, "title": title})
    return Markup(drawn)  # noqa: S704 (a template's own output)


def rating_chart(league: League, rating: "reports.GameRating") -> Chart | None:
    """Return a chart of a player's rating after each evening, with its interval; no chart of
    fewer than three evenings."""
    if len(rating.history) < 3:
        return None
    shown = [shown for _, shown in rating.history]
    line = Series(
        selectors.game_title(league, rating.game),
        [one.rating for one in shown],
        low=[one.low for one in shown],
        high=[one.high for one in shown],
    )
    labels = [short_day(evening.toordinal()) for evening, _ in rating.history]
    return line_chart([line], labels, from_zero=False)


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """List the players of a league by name, or with ``?inactive`` those who no longer play."""
    league = league_or_404(request, slug)
    page = requested_page(request)
    inactive = "inactive" in request.GET
    active, gone = selectors.active_players(league), selectors.inactive_players(league)
    players, others = (gone, active) if inactive else (active, gone)
    start = page * SHOWN_PLAYERS
    return show(
        request,
        "league/players.html",
        league,
        "players",
        channels=(f"league-{league.pk}",),
        players=players[start : start + SHOWN_PLAYERS],
        inactive=inactive,
        others=others.count(),
        pager=pager(request, page, SHOWN_PLAYERS, players.count()),
    )


def _extremes(player: Player, season: Season, row: Row) -> list[tuple[str, str, PlayedHand | None]]:
    """Return the player's lowest and highest hand of a season; none if the season mixes points of
    several games."""
    games = play.games_played(season)
    unit = play.unit_of_points(season, games)
    if len(games) > 1 or unit is None:
        return []
    ends = ((_("Lowest hand"), row.lowest_hand), (_("Highest hand"), row.highest_hand))
    known = [(title, points) for title, points in ends if points is not None]
    hands = play.hands_with(player, season, [points for _, points in known])
    return [(title, points_text(points, unit), hands.get(points)) for title, points in known]


@require_safe
def player(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Show one player: season, form, last hands, records against the most frequent opponents."""
    league = league_or_404(request, slug)
    counted = selectors.aliases(league.pk).get(player_id, player_id)
    shown = found_or_404(selectors.player_of(league, counted))
    season = selectors.current_season(league, tonight(league)) or league.seasons.first()
    row = play.row_of(season, shown.pk) if season else None
    history = play.player_history(shown, limit=SHOWN_HANDS)
    last = play.player_history(shown, season=season, limit=SHOWN_FORM) if season and row else []
    met = play.meetings(season, shown, SHOWN_MEETINGS) if season else []
    more_met = season is not None and play.opponents(season, shown) > len(met)
    return show(
        request,
        "league/player.html",
        league,
        "players",
        channels=(f"league-{league.pk}",),
        player=shown,
        season=season,
        row=row,
        row_figures=row_figures(season, row) if season and row else [],
        form=last[::-1],
        history=history,
        meetings=met,
        unit=(play.unit_of_points(season, play.games_played(season)) if season else None) or 1,
        duels=duel_rows(season, shown, met) if season else [],
        more_met=more_met,
        rated=[(rating, rating_chart(league, rating)) for rating in reports.ratings_of(shown)],
        chart=season_chart(
            season, metric_series(season, [row]), {shown.pk: shown.name}, _("Season so far")
        )
        if season and row and season.final_of_id is None
        else "",
        may_start=access.can_start(actor_of(request), league, tonight(league)),
        extremes=_extremes(shown, season, row) if season and row else (),
    )
