"""Change a match as a whole: move, void, restore or delete it, correct who sat."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from zarleague.leagues import access
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import Season
from zarleague.leagues.selectors import season_of, seasons_of
from zarleague.play import match_access, selectors, services
from zarleague.play.models import Match
from zarleague.reports.questions.correction_effects import moved_tables
from zarleague.serving.routes import previews_changes
from zarleague.standings.series import Movement
from zarleague.web.arriving.requests import (
    actor_of,
    day_in,
    found_or_404,
    id_in,
    key_of,
    tonight,
    whole_number,
)
from zarleague.web.table.seats import HANDS_COUNT, player_in, seat_in
from zarleague.web.table.shared import (
    find_match,
    match_page,
    match_url,
    require,
)
from zarleague.web.table.starting import MOST_OFFERED


@previews_changes
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
    seats = [
        seat
        for seat in selectors.seats_ever(found)
        if hands and (seat.until_hand is None or seat.until_hand >= seat.from_hand)
    ]
    context = {
        "preview": preview,
        "hands": hands,
        "twin": selectors.twin_of(found),
        "counting": selectors.status(found).hands,
        "voided": len(services.hands_voided_last([found])),
        "may_move": access.can_organise(actor_of(request), found.season.league),
        "seasons": seasons_of(found.season.league),
        "today": tonight(found.season.league),
        "played_seats": seats,
        "substitutes": [
            {"pk": seat.pk, "player": seat.player, "counts_now": services.counts_now(seat)}
            for seat in seats
            if services.counts_now(seat) is not None
        ],
        "counts": HANDS_COUNT,
        "players": selectors.players_by_last_match(found.season.league, MOST_OFFERED),
        "given": request.POST,
    }
    return match_page(request, "match/change.html", found, context | {"live": ""})


def _preview(request: HttpRequest, found: Match, action: str) -> dict[str, Any]:
    """Return who would move in the tables."""
    moved: Mapping[int, list[Movement]]
    if action in ("seat", "counts"):
        moved = {found.season_id: services.tried(found, lambda: _ACTIONS[action](request, found))}
        guest = request.POST.get("name", "").strip()
        return {"action": action, "tables": moved_tables(found.season.league, moved, guest)}
    reason = _reason(request)
    match action:
        case "move":
            season = _season(request, found)
            moved = services.preview_move([found], day_in(request), season, reason)
        case "void":
            moved = services.preview_void_matches([found], reason)
        case _:
            moved = services.preview_restore([found], reason)
    return {"action": action, "tables": moved_tables(found.season.league, moved)}


def _season(request: HttpRequest, match: Match) -> Season:
    chosen = whole_number(request.POST.get("season", "")) or match.season_id
    return found_or_404(season_of(match.season.league, chosen))


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()


def _move(request: HttpRequest, match: Match) -> None:
    services.move_match(
        match,
        played_on=day_in(request),
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
    services.delete_match(match, actor=actor_of(request))
    messages.success(request, _("The match was deleted."))
    return reverse("league", args=[league.slug])


def _correct_seat(request: HttpRequest, match: Match) -> None:
    services.correct_seat(
        seat_in(request, match),
        player_in(request, match),
        from_hand=id_in(request, "from_hand"),
        reason=_reason(request),
        actor=actor_of(request),
        key=key_of(request),
    )


def _count_substitute(request: HttpRequest, match: Match) -> None:
    services.count_substitute(
        seat_in(request, match),
        request.POST.get("counts", ""),
        reason=_reason(request),
        actor=actor_of(request),
        key=key_of(request),
    )


_ACTIONS: dict[str, Callable[[HttpRequest, Match], str | None]] = {
    "move": _move,
    "void": _void,
    "restore": _restore,
    "delete": _delete,
    "seat": _correct_seat,
    "counts": _count_substitute,
}
