"""A season's table: any period of it, as of any evening, each figure unfolded to its hands."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from zarleague.leagues import services
from zarleague.leagues.errors import Refused
from zarleague.play import selectors as play
from zarleague.standings.unfold import Shown, hands_behind
from zarleague.web.league.context import show
from zarleague.web.league.forms import RANKINGS, PeriodForm, SeasonForm
from zarleague.web.league.pages import CHARTED, season_chart
from zarleague.web.league.table import table_in_words
from zarleague.web.requests import actor_of, league_or_404, organised_league, season_or_404, tonight


def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """All seasons, the latest first."""
    league = league_or_404(request, slug)
    return show(request, "league/seasons.html", league, "seasons", seasons=league.seasons.all())


def season(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """The table. ``?first=`` and ``?last=`` bound it; ``last`` alone is "as of"."""
    shown = season_or_404(request, slug, season_id)
    bounds = PeriodForm(request.GET)
    period = bounds.period()
    rows, names = play.named_table(shown, **period)
    penalised = any(row.penalty for row in rows)
    return show(
        request,
        "league/season.html",
        shown.league,
        "seasons",
        channels=(f"season-{shown.pk}",),
        season=shown,
        ranking=dict(RANKINGS)[shown.rules["preset"]],
        table=table_in_words(rows, names, shown.rules["preset"]),
        names=names,
        bounds=bounds,
        query=bounds.query(),
        penalties=play.season_penalties(shown, **period) if penalised else (),
    )


def course(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """How the season went: the leaders' running points, and the evenings. The page of the table
    fetches both from here, so that nobody waits for them to see the table."""
    shown = season_or_404(request, slug, season_id)
    return show(
        request,
        "league/course.html",
        shown.league,
        "seasons",
        channels=(f"season-{shown.pk}",),
        season=shown,
        chart=season_chart(shown, *play.named_table(shown, limit=CHARTED)),
        evenings=play.evenings(shown),
    )


def unfold(request: HttpRequest, slug: str, season_id: int, player_id: int) -> HttpResponse:
    """The hands that make one player's row."""
    shown = season_or_404(request, slug, season_id)
    bounds = PeriodForm(request.GET)
    period = bounds.period()
    player = get_object_or_404(shown.league.players, pk=player_id)
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
        query=bounds.query(),
        hands=[hand for hand in play.player_history(player, season=shown) if hand.hand in behind],
    )


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
                rules={"preset": form.cleaned_data["ranking"], "options": {}},
                actor=actor_of(request),
            )
        except Refused as refused:
            form.refuse(refused)
        else:
            return redirect("season", league.slug, made.pk)
    return show(request, "league/season_new.html", league, "seasons", form=form)
