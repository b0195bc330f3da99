"""The pages of a league and of its players over all seasons."""

import datetime
from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from zarleague.leagues import selectors
from zarleague.leagues.models import League
from zarleague.reports import selectors as reports
from zarleague.reports.all_time import reading
from zarleague.reports.background_work.progress import channel
from zarleague.reports.models import Job
from zarleague.web.arriving.paging import pager, requested_page
from zarleague.web.arriving.requests import found_or_404, league_or_404
from zarleague.web.league.context import show
from zarleague.web.rendering.words import RECORD_TITLES, day

ROWS = 50
"""Players, or opponents, on a page."""
SHOWN_HOLDERS = 6
"""Players named of those who share a record."""


@require_safe
def league_all_time(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league over all seasons: champions, the table, and records of a game (``?game=``)."""
    league = league_or_404(request, slug)
    game = request.GET.get("game", "")
    found = reading.all_time_of_league(league, game)
    page = requested_page(request)
    return show(
        request,
        "league/all_time.html",
        league,
        "seasons",
        channels=(channel(league.pk),),
        found=found,
        game=game if game in found.games else "",
        rows=found.rows[page * ROWS : (page + 1) * ROWS],
        pager=pager(request, page, ROWS, len(found.rows)),
        records=records_in_words(found.records),
        **_state(league),
    )


@require_safe
def player_all_time(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Show a player over all seasons: places, bests, and every opponent, of a game (``?game=``) or
    of all."""
    league = league_or_404(request, slug)
    counted = selectors.aliases(league.pk).get(player_id, player_id)
    player = found_or_404(selectors.player_of(league, counted))
    game = request.GET.get("game", "")
    found = reading.all_time_of_player(player, game)
    page = requested_page(request)
    return show(
        request,
        "league/player_all_time.html",
        league,
        "players",
        channels=(channel(league.pk),),
        player=player,
        found=found,
        game=game if game in found.games else "",
        rivals=found.rivals[page * ROWS : (page + 1) * ROWS],
        pager=pager(request, page, ROWS, len(found.rivals)),
        records=records_in_words(found.records),
        **_state(league),
    )


def _state(league: League) -> dict[str, object]:
    """Return whether the figures are being added up, and by which job."""
    behind = reading.is_behind(league)
    return {"behind": behind, "job": reports.job_of(Job.Kind.ALL_TIME, league) if behind else None}


def records_in_words(
    records: Sequence[reading.LeagueRecord],
) -> list[tuple[str, int, list[tuple[reading.Holder, str]], int]]:
    """Return title, figure, holders with the day of an evening, and the number of further
    holders."""
    return [
        (
            str(RECORD_TITLES[record.kind]),
            record.figure,
            [
                (one, day(datetime.date.fromordinal(one.evening)) if one.evening else "")
                for one in record.holders[:SHOWN_HOLDERS]
            ],
            max(0, len(record.holders) - SHOWN_HOLDERS),
        )
        for record in records
    ]
