"""Change the seats, starting with the next hand, and add or cancel penalty points."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import Player
from zarleague.leagues.selectors import player_called, player_of
from zarleague.play import match_access, selectors, services
from zarleague.play.models import Match, MatchSeat
from zarleague.reports.words.ranking_words import penalty_cost
from zarleague.standings.rules import rules_from_json
from zarleague.web.arriving.requests import act, actor_of, found_or_404, id_in, key_of
from zarleague.web.table.shared import find_match, match_page, match_url, require
from zarleague.web.table.starting import MOST_OFFERED

HANDS_COUNT = [
    (services.HandsCount.BOTH, gettext_lazy("for each their own; they share the place")),
    (services.HandsCount.REGULAR, gettext_lazy("all for the player who was there first")),
    (services.HandsCount.SUBSTITUTE, gettext_lazy("all for the substitute")),
]


def seats(request: HttpRequest, league: str, match: int) -> HttpResponse:
    """Show the seats and the penalties of a match; each button is a form of its own."""
    found = find_match(request, league, match)
    require(request, match_access.can_score(actor_of(request), found))
    if request.method == "POST":
        act(request, _ACTIONS, found)
        return redirect(match_url("match-seats", found))
    taken = selectors.seats_for(found)
    sitting = [seat.player_id for seat in taken]
    offered = selectors.players_by_last_match(found.season.league, MOST_OFFERED + len(sitting))
    context = {
        "counts": HANDS_COUNT,
        "seats": taken,
        "notes": {seat.pk: _note(seat) for seat in taken},
        "free": [one for one in offered if one.pk not in sitting],
        "penalties": selectors.match_penalties(found),
        "penalty_cost": penalty_cost(rules_from_json(found.season.rules), 1, found.unit),
        "status": selectors.status(found),
    }
    return match_page(request, "match/seats.html", found, context)


def _note(seat: MatchSeat) -> str:
    """Return for whom a substitute plays, "" for others."""
    if seat.counts_for is not None:
        return _("plays for %(name)s") % {"name": seat.counts_for.name}
    if seat.shares_with is not None:
        return _("shares a place with %(name)s") % {"name": seat.shares_with.name}
    return ""


def player_in(request: HttpRequest, match: Match) -> Player | str:
    """Return the player chosen from the list or typed, or a new name that was typed."""
    if name := request.POST.get("name", "").strip():
        known = player_called(match.season.league, name)
        # A form that is sent twice names a guest who sits there by now: it is the same request.
        sitting = {seat.player_id for seat in selectors.seats_for(match)}
        return name if known is None or known.pk in sitting else known
    if not request.POST.get("player"):
        raise Invalid("name", _("Choose a player or enter a name."))
    return _player(request, match)


def _player(request: HttpRequest, match: Match) -> Player:
    return found_or_404(player_of(match.season.league, id_in(request, "player")))


def seat_in(request: HttpRequest, match: Match) -> MatchSeat:
    return found_or_404(selectors.seat_of(match, id_in(request, "seat")))


def _join(request: HttpRequest, match: Match) -> None:
    services.join_match(
        match, player_in(request, match), actor=actor_of(request), key=key_of(request)
    )


def _leave(request: HttpRequest, match: Match) -> None:
    services.leave_match(seat_in(request, match), actor=actor_of(request), key=key_of(request))


def _substitute(request: HttpRequest, match: Match) -> None:
    services.substitute(
        seat_in(request, match),
        player_in(request, match),
        counts=request.POST.get("counts") or services.HandsCount.BOTH,
        actor=actor_of(request),
        key=key_of(request),
    )


def _penalise(request: HttpRequest, match: Match) -> None:
    services.add_penalty(
        match.season,
        _player(request, match),
        id_in(request, "points"),
        reason=request.POST.get("reason", "").strip(),
        actor=actor_of(request),
        key=key_of(request),
        match=match,
    )


def _cancel(request: HttpRequest, match: Match) -> None:
    penalty = found_or_404(selectors.penalty_of(match, id_in(request, "penalty")))
    reason = request.POST.get("reason", "").strip()
    services.cancel_penalty(penalty, reason=reason, actor=actor_of(request), key=key_of(request))


_ACTIONS: dict[str, Callable[[HttpRequest, Match], None]] = {
    "join": _join,
    "leave": _leave,
    "substitute": _substitute,
    "penalty": _penalise,
    "cancel": _cancel,
}
