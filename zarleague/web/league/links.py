"""Links to join a league and to claim a guest's hands, as their holders follow them."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from zarleague.leagues import links, selectors, services
from zarleague.leagues.models import AccessLink, League, User
from zarleague.play import services as play
from zarleague.reports.words.leading import leaders
from zarleague.web.accounts.beginning import begin, may_begin
from zarleague.web.arriving.failures import DeadLink
from zarleague.web.arriving.requests import actor_of, showing_refusals, tonight, whole_number
from zarleague.web.league.own_player import NEW, SHOWN_PLAYERS, settled

Purpose = AccessLink.Purpose
SHOWN_RANKS = 8
"""Rows of the table that an invitation shows."""


def join_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show who invites to which league, with its table; POST joins it as a player. Visitors get an
    account on the way, to be finished later."""
    link = _link(token, Purpose.JOIN)
    if request.method == "POST":
        name = request.POST.get("name", "").strip()
        if not name and request.POST.get("who") != NEW:
            who = whole_number(request.POST.get("who", "")) or 0
            chosen = selectors.player_of(link.league, who)
            name = chosen.name if chosen else ""
        elif not name and not request.user.is_authenticated:
            messages.error(request, _("Please enter your name."))
            return _invite(request, link)
        if (answer := _account_first(request, name)) is not None:
            return answer
        services.join(link, _account(request))
        return settled(request, link.league)
    return _invite(request, link)


def claim_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Claim a guest's hands for the user's own player; visitors get an account on the way."""
    link = _link(token, Purpose.CLAIM)
    if request.method == "POST":
        if (answer := _account_first(request, request.POST.get("name", ""))) is not None:
            return answer
        with showing_refusals(request):
            player = play.claim_guest(link, _account(request))
            return redirect("player", link.league.slug, player.pk)
    return _invite(request, link)


def _account_first(request: HttpRequest, name: str) -> HttpResponse | None:
    """Begin an account of that name for a visitor; return an answer only if there is none then."""
    if request.user.is_authenticated:
        return None
    if not may_begin(request):
        return redirect_to_login(request.path)
    return begin(request, name[:60])


def _invite(request: HttpRequest, link: AccessLink) -> HttpResponse:
    user = actor_of(request).user
    return render(
        request,
        "league/follow.html",
        {
            "link": link,
            "player": link.player,
            "inviter": link.created_by.get_full_name() or link.created_by.get_username(),
            "is_visitor": user is None,
            "may_begin": user is not None or may_begin(request),
            "name": user.get_full_name() if user else link.player.name if link.player else "",
            "asks_who": link.player is None and selectors.own_player(link.league, user) is None,
            "players": selectors.nobodys_players(link.league)[:SHOWN_PLAYERS],
            **as_it_stands(link.league),
        },
    )


def as_it_stands(league: League) -> dict[str, Any]:
    """Return the season whose table an invitation shows and who leads it, None where there is none
    yet."""
    season = selectors.current_season(league, tonight(league)) or league.seasons.first()
    return {"season": season, "leaders": leaders(season, SHOWN_RANKS) if season else None}


def _link(token: str, purpose: str) -> AccessLink:
    link = links.find_link(token)
    if link is None or link.purpose != purpose:
        raise DeadLink
    return link


def _account(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Http404
    return request.user
