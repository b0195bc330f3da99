"""A season's table: for any period, as of any evening, with the hands behind each figure."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe
from markupsafe import Markup

from zarleague.leagues import selectors, services
from zarleague.leagues.models import Season
from zarleague.play import selectors as play
from zarleague.reports import selectors as reports
from zarleague.reports.background_work.jobs import channel
from zarleague.reports.models import Job
from zarleague.reports.questions import slow_questions
from zarleague.reports.rank_history.series import metric_series
from zarleague.reports.tasks import answer_season
from zarleague.reports.words import ranking_words
from zarleague.standings.rules import SeasonRules, rules_from_json
from zarleague.standings.table import Row
from zarleague.web.arriving.paging import pager, requested_date, requested_page, requested_place
from zarleague.web.arriving.requests import (
    actor_of,
    found_or_404,
    key_of,
    league_or_404,
    organised_league,
    season_or_404,
    tonight,
)
from zarleague.web.league.context import show
from zarleague.web.league.forms import PeriodForm, SeasonForm
from zarleague.web.league.pages import RANKED, season_chart
from zarleague.web.league.season_pages.divisions import borders, in_zones, not_played
from zarleague.web.league.season_pages.final import parts_of_final
from zarleague.web.league.season_pages.ranking_examples import examples
from zarleague.web.league.season_pages.table import row_figures, table_in_words

ROWS = slow_questions.PART
"""Rows of a table on a page."""
EVENINGS = 30
HANDS = 50
SHOWN_PENALTIES = 100


@require_safe
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all seasons, latest first."""
    league = league_or_404(request, slug)
    return show(request, "league/seasons.html", league, "seasons", seasons=league.seasons.all())


@require_safe
def season(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the table. ``?first=`` and ``?last=`` limit the period; ``last`` alone means "as of"."""
    shown = season_or_404(request, slug, season_id)
    bounds = PeriodForm(request.GET)
    period = play.Period(**bounds.period())
    rules = rules_from_json(shown.rules)
    page = requested_page(request)
    games = play.games_played(shown)
    game = request.GET.get("game", "")
    game = game if game in games and len(games) > 1 and period.is_whole_season else ""
    found = _part_of(shown, period, page, game)
    rows, names = found.rows, found.names
    table = table_in_words(shown, rows, names, from_top=page == 0, games=[game] if game else games)
    divisions = play.divisions(shown)
    if divisions and period.is_whole_season and not game:
        table = in_zones(table, shown, divisions)
    return show(
        request,
        "league/season.html",
        shown.league,
        "seasons",
        channels=(f"season-{shown.pk}", channel(shown.league_id)),
        season=shown,
        final=selectors.final_of(shown),
        **parts_of_final(shown),
        divisions=[one.season for one in divisions],
        following=selectors.following(shown) if divisions else None,
        borders=borders(shown, divisions),
        not_played=not_played(shown, divisions),
        table=table,
        games=games,
        game=game,
        pager=pager(request, page, ROWS, found.total),
        waiting=found.waiting,
        job=reports.job_of(Job.Kind.ANSWERS, shown.league, shown) if found.waiting else None,
        course_title=ranking_words.course_title(rules),
        bounds=bounds,
        query=f"?game={game}" if game else bounds.query(),
        penalties=_penalties(shown, period, rules, games) if found.penalised else (),
    )


class _TablePart(NamedTuple):
    """The rows of a table that one page shows."""

    rows: Sequence[Row]
    names: Mapping[int, str]
    total: int
    penalised: bool
    waiting: str = ""
    """Why rows are missing or outdated: "too many", "first" or "again"; "" if they are current."""


def _part_of(season: Season, period: play.Period, page: int, game: str) -> _TablePart:
    """Return a page of the table: read by index for all evenings; for a period or a game, if it was
    computed."""
    if period.is_whole_season and not game:
        table = play.table_page(season, page * ROWS, ROWS)
        penalised = any(row.penalty for row in table.rows)
        return _TablePart(table.rows, table.names, table.total, penalised)
    if game:
        found = slow_questions.game_table_of(season, game, page)
    else:
        found = slow_questions.table_of(season, period, page)
    if isinstance(found, slow_questions.NotYet):
        if not found.too_many:
            answer_season.queue_once(season.pk)
        return _TablePart(
            (), {}, 0, penalised=False, waiting="too many" if found.too_many else "first"
        )
    if not found.is_current:
        answer_season.queue_once(season.pk)
    names = selectors.names_of(season.league, [row.player_id for row in found.rows])
    waiting = "" if found.is_current else "again"
    return _TablePart(found.rows, names, found.total, bool(found.head.get("penalised")), waiting)


def _penalties(
    season: Season, period: play.Period, rules: SeasonRules, games: Sequence[str]
) -> list[tuple[str, int, str]]:
    """Return name, points and cost of the latest penalties in a period."""
    found = play.season_penalties(season, **period.bounds)[-SHOWN_PENALTIES:]
    names = selectors.names_of(season.league, [one.player_id for one in found])
    unit = play.unit_of_points(season, games) or 1
    return [
        (names[one.player_id], one.points, ranking_words.penalty_cost(rules, one.points, unit))
        for one in found
    ]


@require_safe
def course(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the course of the season: a chart of the leaders, and the evenings.

    The table's page fetches both from here, so that the table does not wait for them. ``?before=``
    is the date at which the list of evenings continues.
    """
    shown = season_or_404(request, slug, season_id)
    before = requested_date(request, "before")
    evenings = play.evenings(shown, before=before, limit=EVENINGS + 1)
    return show(
        request,
        "league/course.html",
        shown.league,
        "seasons",
        channels=(f"season-{shown.pk}",),
        season=shown,
        chart=_course_chart(shown) if not before and shown.final_of_id is None else "",
        evenings=evenings[:EVENINGS],
        before=before,
        older=f"?before={evenings[EVENINGS - 1].date.isoformat()}"
        if len(evenings) > EVENINGS
        else "",
    )


def _course_chart(season: Season) -> Markup:
    rows, names = play.named_table(season, limit=RANKED)
    title = ranking_words.course_title(rules_from_json(season.rules))
    return season_chart(season, metric_series(season, rows), names, title)


@require_safe
def unfold(request: HttpRequest, slug: str, season_id: int, player_id: int) -> HttpResponse:
    """Show the hands behind a figure in one player's row; ``?after=`` is the position at which the
    list continues."""
    shown = season_or_404(request, slug, season_id)
    bounds = PeriodForm(request.GET)
    period = play.Period(**bounds.period())
    player = found_or_404(selectors.player_of(shown.league, player_id))
    game = request.GET.get("game", "")
    row = None if game else play.row_in(shown, player.pk, period)
    hands = (
        play.player_history(
            player,
            season=shown,
            period=period,
            evenings=row.counted if row and row.dropped else None,
            game=game,
            after=requested_place(request),
            limit=HANDS + 1,
        )
        if row or game
        else []
    )
    query = f"?{urlencode({'game': game})}" if game else bounds.query()
    return show(
        request,
        "league/unfold.html",
        shown.league,
        "seasons",
        season=shown,
        player=player,
        row_figures=row_figures(
            shown,
            row,
            has_rank=shown.final_of_id is None
            and (period.is_whole_season or play.is_short(shown, period)),
        )
        if row
        else [],
        query=query,
        hands=hands[:HANDS],
        older=_behind(query, hands[HANDS - 1]) if len(hands) > HANDS else "",
    )


def _behind(query: str, hand: play.PlayedHand) -> str:
    """Return the query string for the hands after a given one."""
    return f"{query}{'&' if query else '?'}after={hand.match}-{hand.number}"


def new_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a season, offered as a copy of the last one."""
    league = organised_league(request, slug)
    seasons = list(selectors.seasons_of(league))
    form = SeasonForm(
        league, request.POST or None, seasons, requested_date(request, "starts") or tonight(league)
    )
    if request.method == "POST" and form.is_valid():
        with form.showing_refusals():
            made = services.start_season(
                league,
                name=form.cleaned_data["name"],
                starts=form.cleaned_data["starts"],
                ends=form.cleaned_data["ends"],
                rules=form.rules(),
                game=form.cleaned_data["game"],
                weekday=form.cleaned_data["weekday"],
                like=next((one for one in seasons if one.pk == form.copied()), None),
                actor=actor_of(request),
                key=key_of(request),
            )
            return redirect("season", league.slug, made.pk)
    return show(
        request, "league/season_new.html", league, "seasons", form=form, examples=examples()
    )
