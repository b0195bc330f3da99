"""The pages of a league and of its players over all seasons."""

import datetime
from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from zarleague.leagues import selectors
from zarleague.leagues.formats import points_text
from zarleague.leagues.models import League
from zarleague.play import selectors as play
from zarleague.reports import selectors as reports
from zarleague.reports.all_time import reading
from zarleague.reports.background_work.jobs import channel
from zarleague.reports.models import Job
from zarleague.web.arriving.paging import pager, requested_page
from zarleague.web.arriving.requests import found_or_404, league_or_404
from zarleague.web.league.context import show
from zarleague.web.rendering.words import RECORD_TITLES, day

ROWS = 50
"""Players, or opponents, on a page."""
HANDS = ("highest_hand", "lowest_hand")
"""The records that are points."""
SHOWN_HOLDERS = 3
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
        records=records_in_words(found.records, _unit(league, game, found.games)),
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
        records=records_in_words(found.records, _unit(league, game, found.games)),
        **_state(league),
    )


def _unit(league: League, game: str, games: Sequence[str]) -> int:
    """Return how many stored points make one in the records of a game, or of the only one."""
    chosen = game if game in games or len(games) != 1 else games[0]
    return play.unit_of_game(league, chosen) or 1


def _state(league: League) -> dict[str, object]:
    """Return whether the figures are being added up, and by which job."""
    behind = reading.is_behind(league)
    return {"behind": behind, "job": reports.job_of(Job.Kind.ALL_TIME, league) if behind else None}


def records_in_words(
    records: Sequence[reading.LeagueRecord], unit: int
) -> list[tuple[str, str, list[tuple[reading.Holder, str]], int]]:
    """Return title, figure, holders with the day of an evening, and the number of further
    holders; *unit* stored points make a point."""
    return [
        (
            str(RECORD_TITLES[record.kind]),
            points_text(record.figure, unit if record.kind in HANDS else 1),
            [
                (one, day(datetime.date.fromordinal(one.evening)) if one.evening else "")
                for one in record.holders[:SHOWN_HOLDERS]
            ],
            max(0, len(record.holders) - SHOWN_HOLDERS),
        )
        for record in records
    ]
