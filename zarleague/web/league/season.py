"""A season's table: any period of it, as of any evening, each figure unfolded to its hands."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from zarleague.leagues import selectors, services
from zarleague.leagues.errors import Refused
from zarleague.leagues.models import Season
from zarleague.play import selectors as play
from zarleague.reports import ranking_words
from zarleague.standings.rules import Metric, SeasonRules, rules_from_json
from zarleague.standings.unfold import Shown, hands_behind
from zarleague.web.league.context import show
from zarleague.web.league.forms import PeriodForm, SeasonForm
from zarleague.web.league.pages import CHARTED, season_chart
from zarleague.web.league.ranking_examples import examples
from zarleague.web.league.table import table_in_words
from zarleague.web.requests import (
    actor_of,
    found_or_404,
    key_of,
    league_or_404,
    organised_league,
    season_or_404,
    tonight,
)
from zarleague.web.words import game_title


@require_safe
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all seasons, the latest first."""
    league = league_or_404(request, slug)
    return show(request, "league/seasons.html", league, "seasons", seasons=league.seasons.all())


@require_safe
def season(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the table. ``?first=`` and ``?last=`` bound it; ``last`` alone is "as of"."""
    shown = season_or_404(request, slug, season_id)
    bounds = PeriodForm(request.GET)
    period = bounds.period()
    rows, names = play.named_table(shown, **period)
    rules = rules_from_json(shown.rules)
    penalised = any(row.penalty for row in rows)
    return show(
        request,
        "league/season.html",
        shown.league,
        "seasons",
        channels=(f"season-{shown.pk}",),
        season=shown,
        ranking=ranking_words.caption(rules),
        table=table_in_words(shown, rows, names),
        course_title=ranking_words.course_title(rules),
        mixed_games=_mixed_games(shown, rules),
        names=names,
        bounds=bounds,
        query=bounds.query(),
        penalties=[
            (names[one.player_id], one.points, ranking_words.penalty_cost(rules, one.points))
            for one in play.season_penalties(shown, **period)
        ]
        if penalised
        else (),
    )


@require_safe
def course(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the course of the season: a chart of the leaders, and the evenings.

    The page of the table fetches both from here, so that the table does not wait for them.
    """
    shown = season_or_404(request, slug, season_id)
    return show(
        request,
        "league/course.html",
        shown.league,
        "seasons",
        channels=(f"season-{shown.pk}",),
        season=shown,
        chart=season_chart(shown, *play.named_table(shown, limit=CHARTED)),
        course_title=ranking_words.course_title(rules_from_json(shown.rules)),
        evenings=play.evenings(shown),
    )


@require_safe
def unfold(request: HttpRequest, slug: str, season_id: int, player_id: int) -> HttpResponse:
    """Show the hands that a figure in one player's row adds up."""
    shown = season_or_404(request, slug, season_id)
    bounds = PeriodForm(request.GET)
    period = bounds.period()
    player = found_or_404(selectors.player_of(shown.league, player_id))
    rows = play.season_table(shown, **period)
    row = next((row for row in rows if row.player_id == player.pk), None)
    results = play.season_results(shown, **period)
    behind = {hand.hand_id for hand in hands_behind(results, row, Shown.POINTS)} if row else set()
    return show(
        request,
        "league/unfold.html",
        shown.league,
        "seasons",
        season=shown,
        player=player,
        row=row,
        average_counts=len(play.games_played(shown)) < 2,
        query=bounds.query(),
        hands=[hand for hand in play.player_history(player, season=shown) if hand.hand in behind],
    )


def _mixed_games(season: Season, rules: SeasonRules) -> list[str]:
    """Return the games whose points the table adds up, [] unless there are several."""
    if rules.metric not in (Metric.POINTS, Metric.AVERAGE):
        return []
    games = play.games_played(season)
    return [game_title(game) for game in games] if len(games) > 1 else []


def new_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a season."""
    league = organised_league(request, slug)
    form = SeasonForm(request.POST or None, initial={"starts": tonight(league)})
    if request.method == "POST" and form.is_valid():
        try:
            made = services.start_season(
                league,
                name=form.cleaned_data["name"],
                starts=form.cleaned_data["starts"],
                ends=form.cleaned_data["ends"],
                rules=form.rules(),
                actor=actor_of(request),
                key=key_of(request),
            )
        except Refused as refused:
            form.refuse(refused)
        else:
            return redirect("season", league.slug, made.pk)
    return show(
        request, "league/season_new.html", league, "seasons", form=form, examples=examples()
    )
