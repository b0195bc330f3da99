"""Who sits where from the next hand on, and penalty points."""

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from zarleague.leagues import access
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import Player
from zarleague.leagues.selectors import players_of
from zarleague.play import selectors, services
from zarleague.play.models import Match, MatchSeat, Penalty
from zarleague.web.requests import actor_of
from zarleague.web.table.frame import find_match, match_page, match_url, require


def seats(request: HttpRequest, league: str, match: int) -> HttpResponse:
    """The seats and the penalties of a match; every button is a small form of its own."""
    found = find_match(request, league, match)
    require(request, access.can_score(actor_of(request), found))
    if request.method == "POST":
        try:
            _ACTIONS[request.POST.get("action", "")](request, found)
        except Refused as refused:
            messages.error(request, refused.text)
        except KeyError:
            messages.error(request, _("Nothing was asked for."))
        return redirect(match_url("match-seats", found))
    taken = selectors.seats_for(found)
    sitting = [seat.player_id for seat in taken]
    context = {
        "seats": taken,
        "free": players_of(found.season.league).exclude(pk__in=sitting),
        "penalties": selectors.match_penalties(found),
        "key": str(uuid.uuid4()),
        "status": selectors.status(found),
    }
    return match_page(request, "match/seats.html", found, context)


def _newcomer(request: HttpRequest, match: Match) -> Player | str:
    """Somebody chosen from the list, or a name typed on the spot."""
    name = request.POST.get("name", "").strip()
    if name:
        return name
    chosen = request.POST.get("player", "")
    if not chosen.isdecimal():
        raise Invalid("name", _("Choose a player or type a name."))
    return get_object_or_404(players_of(match.season.league), pk=int(chosen))


def _seat(request: HttpRequest, match: Match) -> MatchSeat:
    return get_object_or_404(match.seats.filter(until_hand=None), pk=request.POST.get("seat"))


def _join(request: HttpRequest, match: Match) -> None:
    services.join_match(match, _newcomer(request, match), actor=actor_of(request))


def _leave(request: HttpRequest, match: Match) -> None:
    services.leave_match(_seat(request, match), actor=actor_of(request))


def _substitute(request: HttpRequest, match: Match) -> None:
    services.substitute(_seat(request, match), _newcomer(request, match), actor=actor_of(request))


def _penalise(request: HttpRequest, match: Match) -> None:
    points = request.POST.get("points", "")
    services.add_penalty(
        match.season,
        get_object_or_404(players_of(match.season.league), pk=request.POST.get("player")),
        int(points) if points.isdecimal() else 0,
        reason=request.POST.get("reason", "").strip(),
        actor=actor_of(request),
        key=request.POST.get("key", ""),
        match=match,
    )


def _cancel(request: HttpRequest, match: Match) -> None:
    penalty = get_object_or_404(Penalty, pk=request.POST.get("penalty"), match=match)
    reason = request.POST.get("reason", "").strip()
    services.cancel_penalty(penalty, reason=reason, actor=actor_of(request))


_ACTIONS: dict[str, Callable[[HttpRequest, Match], Any]] = {
    "join": _join,
    "leave": _leave,
    "substitute": _substitute,
    "penalty": _penalise,
    "cancel": _cancel,
}
