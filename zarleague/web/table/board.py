"""The big screen: the running match and the season's table, readable from five metres."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from zarleague.engine.games import find
from zarleague.leagues import links
from zarleague.leagues.models import AccessLink, League
from zarleague.leagues.selectors import current_season, names
from zarleague.live import ticket
from zarleague.play import selectors
from zarleague.play.models import Match
from zarleague.web.requests import tonight
from zarleague.web.table.frame import find_match
from zarleague.web.table.players import columns_of

_ROWS = 10
"""Rows of the season's table that fit beside a match."""
_HANDS = 3
"""The last hands shown under the totals."""


def match_board(request: HttpRequest, league: str, match: int) -> HttpResponse:
    """The board of one match, for whoever may see the league."""
    found = find_match(request, league, match)
    return _board(request, found.season.league, found)


def board_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """The board of a league without signing in: always the match that runs now."""
    link = links.find_link(token)
    if link is None or link.purpose != AccessLink.Purpose.BOARD:
        raise Http404
    matches = Match.objects.filter(season__league=link.league).select_related("season__league")
    running = matches.filter(state=Match.State.OPEN).order_by("-started_at").first()
    return _board(request, link.league, running or matches.order_by("-started_at").first())


def _board(request: HttpRequest, league: League, match: Match | None) -> HttpResponse:
    season = match.season if match else current_season(league, tonight(league))
    channels = [f"league-{league.pk}"]
    context: dict[str, Any] = {
        "league": league,
        "season": season,
        "match": match,
        "names": names(league),
        "table": selectors.season_table(season, limit=_ROWS) if season else (),
        "live": ticket(*channels),
    }
    if match:
        totals = selectors.match_totals(match)
        context |= {
            "game": find(match.game),
            "status": selectors.status(match),
            "columns": [column for column in columns_of(match, totals) if column.present],
            "rows": selectors.hand_rows(match)[-_HANDS:],
        }
    return render(request, "match/board.html", context)
