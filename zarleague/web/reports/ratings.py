"""Ratings of a league: the list, what to expect of a match, upsets, and which rater is best."""

import datetime
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zarleague.leagues import selectors
from zarleague.leagues.errors import Refused
from zarleague.play.models import Hand
from zarleague.reports import selectors as reports
from zarleague.reports import services
from zarleague.reports.models import Job, RatingList
from zarleague.reports.progress import channel
from zarleague.reports.tasks import queue_job, queue_ratings
from zarleague.web.league.context import show
from zarleague.web.requests import actor_of, league_or_404, organised_league

RATERS = {
    "bradley-terry": gettext_lazy("Bradley–Terry: one fit over all hands"),
    "openskill": gettext_lazy("openskill: Plackett–Luce, hand after hand"),
    "elo": gettext_lazy("Elo: pairwise, hand after hand"),
    "win-count": gettext_lazy("Win count alone"),
    "average-points": gettext_lazy("Average points alone"),
}
"""The raters and baselines of `standings.ratings`, in words."""
CHOICES = ("bradley-terry", "openskill", "elo")


@dataclass(frozen=True, slots=True)
class ShownUpset:
    """An upset as the page names it."""

    evening: datetime.date
    player: str
    favourite: str
    chance: float
    match: int
    number: int


def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """The rating list of one game, ``?game=``; ``?player=`` twice or more asks what to expect."""
    league = league_or_404(request, slug)
    games = reports.rated_games(league)
    game = request.GET.get("game", "")
    if game not in games:
        game = league.default_game if league.default_game in games else (games or [""])[0]
    found = reports.rating_list(league, game)
    rows = reports.rows_of(found) if found else []
    asked = [int(player) for player in request.GET.getlist("player") if player.isdigit()]
    names = selectors.names(league)
    chosen = [player for player in dict.fromkeys(asked) if player in names]
    return show(
        request,
        "reports/ratings.html",
        league,
        "ratings",
        channels=(channel(league.pk),),
        games=games,
        game=game,
        list=found,
        rows=rows,
        names=names,
        players=selectors.players_of(league),
        chosen=chosen,
        expected=reports.expected_result(league, game, chosen),
        upsets=_upsets(found, names) if found else [],
        job=reports.job_of(Job.Kind.RATINGS, league),
        rater=reports.rater_key(league),
        raters=[(key, RATERS[key]) for key in CHOICES],
        rater_names=RATERS,
    )


def choose_rater(request: HttpRequest, slug: str) -> HttpResponse:
    """Rate the league in another way."""
    league = organised_league(request, slug)
    if request.method == "POST":
        try:
            services.choose_rater(league, request.POST.get("rater", ""), actor=actor_of(request))
        except Refused as refused:
            messages.error(request, refused.text)
        else:
            queue_ratings(league.pk)
            messages.success(request, _("Saved. The ratings follow in a moment."))
    return redirect("ratings", league.slug)


def comparison(request: HttpRequest, slug: str) -> HttpResponse:
    """Which rater would have predicted this league's hands best; the organiser has it worked out
    anew."""
    league = league_or_404(request, slug)
    if request.method == "POST":
        organised_league(request, slug)
        queue_job(services.ask_for_backtest(league, actor=actor_of(request)))
        return redirect("rater-comparison", league.slug)
    return show(
        request,
        "reports/comparison.html",
        league,
        "ratings",
        channels=(channel(league.pk),),
        games=[(game, reports.backtest_of(league, game)) for game in reports.rated_games(league)],
        job=reports.job_of(Job.Kind.BACKTEST, league),
        rater_names=RATERS,
    )


def _upsets(found: RatingList, names: dict[int, str]) -> list[ShownUpset]:
    upsets = reports.upsets_of(found)
    hands = Hand.objects.in_bulk([upset.hand_id for upset in upsets])
    return [
        ShownUpset(
            datetime.date.fromordinal(upset.evening),
            names[upset.player_id],
            names[upset.favourite_id],
            upset.chance,
            hands[upset.hand_id].match_id,
            hands[upset.hand_id].number,
        )
        for upset in upsets
        if upset.hand_id in hands
    ]
