"""The league and its players, as anybody who may look sees them."""

from collections.abc import Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from zarleague.leagues import access, selectors
from zarleague.leagues.formats import short_day
from zarleague.leagues.models import Player, Season
from zarleague.play import selectors as play
from zarleague.play.models import Dispute, Match
from zarleague.reports import selectors as reports
from zarleague.reports.charts import Chart, Series, line_chart
from zarleague.standings.series import form, head_to_head
from zarleague.standings.table import Row
from zarleague.web.league.context import show
from zarleague.web.league.table import table_in_words
from zarleague.web.requests import actor_of, league_or_404, tonight
from zarleague.web.words import game_title

SHOWN_RANKS = 12
"""Rows of the table on the league's page; the season's page has all."""
SHOWN_MATCHES = 9
"""Finished matches on the league's page; the season's page has all evenings."""
CHARTED = 8
"""Lines in a chart that can still be told apart."""


def league(request: HttpRequest, slug: str) -> HttpResponse:
    """The pub's blackboard: tonight, the table, the last evenings, what is disputed."""
    league = league_or_404(request, slug)
    today = tonight(league)
    season = selectors.current_season(league, today) or league.seasons.first()
    matches = Match.objects.filter(season__league=league).prefetch_related("seats__player")
    leaders = play.named_table(season, limit=SHOWN_RANKS) if season else None
    return show(
        request,
        "league/league.html",
        league,
        "league",
        channels=(f"league-{league.pk}",),
        season=season,
        query="",
        table=table_in_words(*leaders, season.rules["preset"]) if season and leaders else None,
        chart=season_chart(season, *leaders) if season and leaders else None,
        playing=matches.filter(state=Match.State.OPEN).order_by("-started_at"),
        recent=matches.filter(season=season, state=Match.State.CLOSED).order_by(
            "-played_on", "-started_at"
        )[:SHOWN_MATCHES],
        disputes=Dispute.objects.filter(
            hand__match__season__league=league, state=Dispute.State.OPEN
        ).select_related("hand__match"),
        may_start=access.can_start(actor_of(request), league, today),
    )


def season_chart(season: Season, rows: Sequence[Row], names: Mapping[int, str]) -> Chart | None:
    """Running points of the leading players of a table, evening by evening."""
    leading = [row.player_id for row in rows[:CHARTED]]
    running = play.evening_points(season, leading)
    labels = [short_day(evening) for evening in running.steps]
    series = [
        Series(names[player], running.points[player])
        for player in leading
        if player in running.points
    ]
    return line_chart(series, labels)


def rating_chart(rating: reports.PlayerRating) -> Chart | None:
    """A player's rating after each evening, with its interval."""
    shown = [shown for _, shown in rating.history]
    line = Series(
        game_title(rating.game),
        [one.rating for one in shown],
        low=[one.low for one in shown],
        high=[one.high for one in shown],
    )
    labels = [short_day(evening.toordinal()) for evening, _ in rating.history]
    return line_chart([line], labels, from_zero=False)


def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who plays here, by name."""
    league = league_or_404(request, slug)
    return show(
        request,
        "league/players.html",
        league,
        "players",
        channels=(f"league-{league.pk}",),
        players=selectors.players_of(league).select_related("user"),
        merged=Player.objects.filter(league=league, merged_into__isnull=False).select_related(
            "merged_into"
        ),
    )


def player(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """A player card: the season's row, form, the last hands, head to head with everybody."""
    league = league_or_404(request, slug)
    shown = get_object_or_404(Player.objects.filter(league=league), pk=player_id)
    if shown.merged_into_id is not None:
        shown = league.players.get(pk=selectors.aliases(league.pk)[shown.pk])
    season = selectors.current_season(league, tonight(league)) or league.seasons.first()
    results = play.season_results(season) if season else []
    names = selectors.names(league)
    others = {result.player_id for result in results} - {shown.pk}
    meetings = [
        (names[other], other, head_to_head(results, shown.pk, other))
        for other in sorted(others, key=lambda other: names[other].casefold())
    ]
    rows = play.season_table(season) if season else ()
    running = play.evening_points(season, [shown.pk]) if season else None
    line = running.points.get(shown.pk) if running else None
    return show(
        request,
        "league/player.html",
        league,
        "players",
        channels=(f"league-{league.pk}",),
        player=shown,
        season=season,
        row=next((row for row in rows if row.player_id == shown.pk), None),
        form=form(results, shown.pk),
        history=play.player_history(shown, limit=30),
        meetings=[met for met in meetings if met[2].ahead or met[2].behind or met[2].level],
        rated=[(rating, rating_chart(rating)) for rating in reports.ratings_of(shown)],
        chart=line_chart(
            [Series(_("Points"), line)],
            [short_day(evening) for evening in running.steps],
        )
        if running and line
        else None,
    )
