"""The scorepad of a match: players in seat order, totals, hands as rows."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from zarleague.engine.games import scored
from zarleague.play import match_access, selectors, services
from zarleague.play.models import Match
from zarleague.web.arriving.requests import actor_of, key_of, showing_refusals
from zarleague.web.table.players import PlayerColumn, columns_of
from zarleague.web.table.rules import rules_line
from zarleague.web.table.shared import find_match, match_page, match_url, require
from zarleague.web.table.standing import match_chart, match_standing


def scorepad(request: HttpRequest, league: str, match: int) -> HttpResponse:
    """Show the scorepad of one match; POST closes or reopens the match."""
    found = find_match(request, league, match)
    if request.method == "POST":
        _close_or_reopen(request, found)
        return redirect(match_url("match", found))
    totals = selectors.match_totals(found)
    columns = columns_of(found, totals)
    rows = selectors.hand_rows(found)
    game, line = scored(found.game), rules_line(selectors.ruleset_of(found))
    context: dict[str, Any] = {
        "status": selectors.status(found),
        "columns": columns,
        "rows": rows,
        "standing": match_standing(totals, columns, rows),
        "chart": match_chart(columns, rows, found.unit),
        "penalties": [p for p in selectors.match_penalties(found) if p.cancelled_at is None],
        "game": game,
        "rules_line": line if line != game.title else "",
        "data": _script_data(found, columns),
    }
    return match_page(request, "match/scorepad.html", found, context)


def _close_or_reopen(request: HttpRequest, match: Match) -> None:
    actor = actor_of(request)
    require(request, match_access.can_score(actor, match))
    key = key_of(request)
    with showing_refusals(request):
        if request.POST.get("action") == "reopen":
            services.reopen_match(match, actor=actor, key=key)
        else:
            services.close_match(match, actor=actor, key=key)
            messages.success(request, _("Match ended."))


def _script_data(match: Match, columns: list[PlayerColumn]) -> dict[str, Any]:
    """Return the JSON data of static/js/table/scorepad.js."""
    return {
        "match": str(match.pk),
        "unit": match.unit,
        "standing": [{"name": column.name, "total": column.total or 0} for column in columns],
        "lowWins": scored(match.game).match_end(selectors.ruleset_of(match)).low_wins,
        "after": _("After hand {number}"),
        "number": selectors.status(match).next_number,
        "next": _("Hand {number}"),
        "waiting": _("waiting"),
    }
