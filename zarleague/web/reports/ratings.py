"""Ratings of a league: the list, match forecasts, upsets, and the comparison of raters."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from zarleague.leagues import selectors
from zarleague.leagues.models import League
from zarleague.play import selectors as play
from zarleague.reports import selectors as reports
from zarleague.reports import services
from zarleague.reports.background_work.jobs import channel
from zarleague.reports.drawings.charts import Span, Tick, interval_chart
from zarleague.reports.models import Job, RatingList
from zarleague.reports.tasks import queue_job, queue_ratings
from zarleague.reports.words import rating_words
from zarleague.standings.ratings.raters import RATER_KEYS
from zarleague.web.arriving.paging import pager, requested_page
from zarleague.web.arriving.requests import (
    actor_of,
    league_or_404,
    organised_league,
    showing_refusals,
    whole_number,
)
from zarleague.web.league.context import show

if TYPE_CHECKING:
    from zarleague.standings.ratings.outlook import Upset

RATERS = {
    "bradley-terry": gettext_lazy("Bradley–Terry: one fit over all hands"),
    "openskill": gettext_lazy("openskill: Plackett–Luce, hand after hand"),
    "elo": gettext_lazy("Elo: pairwise, hand after hand"),
    "win-count": gettext_lazy("Wins only"),
    "average-points": gettext_lazy("Average points only"),
}
"""The raters and baselines of `standings.ratings`, in words."""
ROWS = 50
"""Players of a list on a page."""
MOST_CHOSEN = 100
"""Players a forecast is asked for; more do not sit at a table."""


@dataclass(frozen=True, slots=True)
class ShownUpset:
    evening: datetime.date
    player: str
    favourite: str
    chance: float
    match: int
    number: int


class Group(NamedTuple):
    """Players connected by hands, best first, and the axis of their chart."""

    rows: "Sequence[tuple[reports.Rated, Span]]"
    ticks: Sequence[Tick]


@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rating list of one game, ``?game=``; two or more ``?player=`` add a forecast."""
    league = league_or_404(request, slug)
    games = reports.rated_games(league)
    game = request.GET.get("game", "")
    if game not in games:
        game = league.default_game if league.default_game in games else (games or [""])[0]
    found = reports.rating_list(league, game)
    page = requested_page(request)
    rows = reports.rows_of(found, page * ROWS, ROWS) if found else []
    total = reports.players_rated(found) if found else 0
    chosen = _chosen(request, league)
    upsets = reports.upsets_of(found) if found else []
    named = {player for upset in upsets for player in (upset.player_id, upset.favourite_id)}
    names = selectors.names_of(league, {*named, *chosen, *(row.player_id for row in rows)})
    everybody = selectors.players_of(league)[: ROWS + 1]
    offered = {row.player_id for row in rows}.union(chosen)
    return show(
        request,
        "reports/ratings.html",
        league,
        "ratings",
        channels=(channel(league.pk),),
        games=games,
        game=game,
        list=found,
        groups=_groups(rows),
        pager=pager(request, page, ROWS, total),
        luck=_luck(found, total) if found else "",
        meetings=_meetings(found, total) if found else "",
        names=names,
        inactive=selectors.inactive_among(league, [row.player_id for row in rows]),
        players=selectors.players_among(league, offered) if len(everybody) > ROWS else everybody,
        chosen=chosen,
        expected=reports.expected_result(league, game, chosen),
        never_met=found is not None and len(set(reports.groups_of(found, chosen).values())) > 1,
        upsets=_upsets(upsets, names),
        job=reports.job_of(Job.Kind.RATINGS, league),
        recompute=reports.recompute_job(found) if found else None,
        rater=reports.rater_key(league),
        raters=_choices(league, game),
        rater_names=RATERS,
    )


def _luck(found: RatingList, players: int) -> str:
    """Return the shares of luck and skill in words, "" for a method that does not estimate them."""
    if found.prior_deviation is None:
        return ""
    if not reports.anybody_settled(found):
        return rating_words.too_early()
    return rating_words.luck(found.prior_deviation, players)


def _meetings(found: RatingList, players: int) -> str:
    """Return how much the players have met in words, "" for a list that does not say."""
    if found.pairs_met is None or found.pair_hands is None:
        return ""
    return rating_words.meetings(players, found.pairs_met, found.pair_hands)


def choose_rater(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the rating method of the league."""
    league = organised_league(request, slug)
    if request.method == "POST":
        with showing_refusals(request):
            services.choose_rater(league, request.POST.get("rater", ""), actor=actor_of(request))
            queue_ratings(league.pk)
            messages.success(request, _("Saved. The ratings will be updated in a moment."))
    return redirect("ratings", league.slug)


def comparison(request: HttpRequest, slug: str) -> HttpResponse:
    """Show which rater predicts this league's hands best; POST runs the backtest again."""
    league = league_or_404(request, slug)
    if request.method == "POST":
        organised_league(request, slug)
        queue_job(services.ask_for_backtest(league, actor=actor_of(request)))
        return redirect("rater-comparison", league.slug)
    found = [(game, reports.backtest_of(league, game)) for game in reports.rated_games(league)]
    found.sort(key=lambda one: -one[1].hands if one[1] else 0)  # the best known game first
    return show(
        request,
        "reports/comparison.html",
        league,
        "ratings",
        channels=(channel(league.pk),),
        games=found,
        job=reports.job_of(Job.Kind.BACKTEST, league),
        rater_names=RATERS,
    )


def _groups(rows: "Sequence[reports.Rated]") -> list[Group]:
    """Return the players of a list by connected group, each with its chart."""
    return [
        Group([(row, span) for row, span in zip(members, chart.spans, strict=True)], chart.ticks)
        for members in (list(of) for _, of in groupby(rows, key=lambda row: row.group))
        if (chart := interval_chart([_span(row.shown) for row in members])) is not None
    ]


def _span(shown: "reports.ShownRating") -> tuple[float, float | None, float | None]:
    return shown.rating, shown.low, shown.high


def _choices(league: League, game: str) -> list[tuple[str, Any, str]]:
    """Return key and name of every rater, and its result in this league's backtest."""
    test = reports.backtest_of(league, game)
    marks = {one["key"]: one for one in test.marks} if test else {}
    return [
        (key, RATERS[key], rating_words.verdict(marks[key]) if key in marks else "")
        for key in RATER_KEYS
    ]


def _chosen(request: HttpRequest, league: League) -> list[int]:
    """Return the players of the league chosen for the forecast, without duplicates."""
    texts = request.GET.getlist("player")[:MOST_CHOSEN]
    asked = dict.fromkeys(whole_number(text) or 0 for text in texts)
    known = selectors.names_of(league, asked)
    return [player for player in asked if player in known]


def _upsets(upsets: "Sequence[Upset]", names: dict[int, str]) -> list[ShownUpset]:
    hands = play.hands_by_id(upset.hand_id for upset in upsets)
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
