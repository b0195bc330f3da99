"""The big screen: the current match and the season's table, readable from five metres."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from zarleague.engine.games import scored
from zarleague.leagues import links
from zarleague.leagues.audiences import audience_of, audience_of_link
from zarleague.leagues.models import AccessLink, League
from zarleague.leagues.selectors import current_season
from zarleague.live import ticket
from zarleague.play import selectors
from zarleague.play.models import Match
from zarleague.reports.words.leading import leaders
from zarleague.web.arriving.requests import actor_of, tonight
from zarleague.web.table.players import columns_of
from zarleague.web.table.shared import find_match

_MAX_TABLE_ROWS = 10
"""Rows of the season's table that fit beside a match."""
_MAX_HANDS = 3
"""The last hands shown under the totals."""


@require_safe
def match_board(request: HttpRequest, league: str, match: int) -> HttpResponse:
    """Show the board of one match to visitors who may see the league."""
    found = find_match(request, league, match)
    actor, shown = actor_of(request), found.season.league
    return _board(request, shown, found, audience_of(actor, shown))


@require_safe
def board_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the board of a league without signing in: always the current match."""
    link = links.find_link(token)
    if link is None or link.purpose != AccessLink.Purpose.BOARD:
        raise Http404
    running = selectors.open_matches([link.league]).first()
    return _board(
        request, link.league, running or selectors.latest_match(link.league), audience_of_link(link)
    )


def _board(
    request: HttpRequest, league: League, match: Match | None, audience: str
) -> HttpResponse:
    season = match.season if match else current_season(league, tonight(league))
    channels = [f"league-{league.pk}"]
    context: dict[str, Any] = {
        "league": league,
        "season": season,
        "match": match,
        "leaders": leaders(season, _MAX_TABLE_ROWS) if season else None,
        "live": ticket(*channels, audience=audience),
    }
    if match:
        totals = selectors.match_totals(match)
        context |= {
            "game": scored(match.game),
            "status": selectors.status(match),
            "columns": [column for column in columns_of(match, totals) if column.present],
            "rows": selectors.hand_rows(match)[-_MAX_HANDS:],
        }
    return render(request, "match/board.html", context)
