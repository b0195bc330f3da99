"""Change a match as a whole: move it, void or restore it, delete an empty one."""

import datetime
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from zarleague.leagues import access
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import Season
from zarleague.leagues.selectors import names_of, season_of, seasons_of
from zarleague.play import match_access, selectors, services
from zarleague.play.models import Match
from zarleague.standings.series import Movement
from zarleague.web.arriving.requests import actor_of, found_or_404, key_of, tonight, whole_number
from zarleague.web.table.shared import find_match, match_page, match_url, require


def change(request: HttpRequest, league: str, match: int) -> HttpResponse:
    """Show what can be done with a match as a whole. POST previews it, or with ``confirmed`` does
    it."""
    found = find_match(request, league, match)
    require(request, match_access.can_score(actor_of(request), found))
    preview: dict[str, Any] = {}
    if request.method == "POST":
        action = request.POST.get("action", "")
        try:
            if action not in _ACTIONS:
                raise Invalid("action", _("Nothing to do."))
            if request.POST.get("confirmed") or action == "delete":
                answer = _ACTIONS[action](request, found)
                return redirect(answer or match_url("match", found))
            preview = _preview(request, found, action)
        except Refused as refused:
            preview = {"error": refused.text, "action": action}
    hands = selectors.status(found).next_number - 1
    context = {
        "preview": preview,
        "hands": hands,
        "counting": selectors.status(found).hands,
        "voided": len(services.hands_voided_last(found)),
        "may_move": access.can_organise(actor_of(request), found.season.league),
        "seasons": seasons_of(found.season.league),
        "today": tonight(found.season.league),
        "given": request.POST,
    }
    return match_page(request, "match/change.html", found, context | {"live": ""})


def _preview(request: HttpRequest, found: Match, action: str) -> dict[str, Any]:
    """Return who would move in the tables."""
    reason = _reason(request)
    match action:
        case "move":
            season = _season(request, found)
            moved = services.preview_move([found], _day(request), season, reason)
        case "void":
            moved = services.preview_void_matches([found], reason)
        case _:
            moved = services.preview_restore([found], reason)
    seasons = Season.objects.in_bulk(moved)
    names = names_of(found.season.league, {one.player_id for of in moved.values() for one in of})

    def row(one: Movement) -> dict[str, Any]:
        return {"name": names[one.player_id], **one._asdict()}

    return {
        "action": action,
        "tables": [(season, [row(one) for one in moved[season.pk]]) for season in seasons.values()],
    }


def _season(request: HttpRequest, match: Match) -> Season:
    chosen = whole_number(request.POST.get("season", "")) or match.season_id
    return found_or_404(season_of(match.season.league, chosen))


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()


def _day(request: HttpRequest) -> datetime.date:
    try:
        return datetime.date.fromisoformat(request.POST.get("played_on", ""))
    except ValueError as error:
        raise Invalid("played_on", _("Choose the day it was played.")) from error


def _move(request: HttpRequest, match: Match) -> None:
    services.move_match(
        match,
        played_on=_day(request),
        season=_season(request, match),
        reason=_reason(request),
        actor=actor_of(request),
        key=key_of(request),
    )


def _void(request: HttpRequest, match: Match) -> None:
    services.void_match(
        match, reason=_reason(request), actor=actor_of(request), key=key_of(request)
    )


def _restore(request: HttpRequest, match: Match) -> None:
    services.restore_match(
        match, reason=_reason(request), actor=actor_of(request), key=key_of(request)
    )


def _delete(request: HttpRequest, match: Match) -> str:
    league = match.season.league
    services.delete_match(match, actor=actor_of(request), key=key_of(request))
    messages.success(request, _("The match was deleted."))
    return reverse("league", args=[league.slug])


_ACTIONS: dict[str, Callable[[HttpRequest, Match], str | None]] = {
    "move": _move,
    "void": _void,
    "restore": _restore,
    "delete": _delete,
}
