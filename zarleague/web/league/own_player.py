"""Which player of a league a member is: they say so, and where hands exist an organiser agrees."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from zarleague.leagues import selectors, services
from zarleague.leagues.errors import Refused
from zarleague.leagues.models import League
from zarleague.play import services as play
from zarleague.web.arriving.requests import (
    SignInFirst,
    actor_of,
    found_or_404,
    id_in,
    league_or_404,
    organised_league,
    showing_refusals,
    whole_number,
)
from zarleague.web.league.context import show

SHOWN_PLAYERS = 60
"""Players without an account to choose from."""
NEW = "new"


def own_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask a member which player they are; POST with ``who``: an id, or "new" and a ``name``."""
    league = league_or_404(request, slug)
    user = actor_of(request).user
    if user is None:
        raise SignInFirst
    membership = selectors.membership_of(league, user)
    if membership is None:
        raise PermissionDenied
    if request.method == "POST":
        return settled(request, league)
    return show(
        request,
        "league/own_player.html",
        league,
        "players",
        players=selectors.nobodys_players(league)[:SHOWN_PLAYERS],
        own=selectors.own_player(league, user),
        claimed=membership.claims,
        name=user.get_full_name(),
    )


def settled(request: HttpRequest, league: League) -> HttpResponseRedirect:
    """Link the member with the player that a form names; go to the league, or ask again."""
    actor = actor_of(request)
    who = request.POST.get("who", "")
    name = request.POST.get("name", "")
    try:
        if who == NEW and name.strip():
            services.add_own_player(league, name, actor=actor)
        elif chosen := selectors.player_of(league, whole_number(who) or 0):
            membership = play.say_who(league, chosen, actor=actor)
            if membership.claims_id is not None:
                text = _("An organiser will confirm that you’re %(name)s.")
                messages.success(request, text % {"name": chosen.name})
        elif selectors.own_player(league, actor.user) is None:
            return redirect("own-player", league.slug)
    except Refused as refused:
        messages.error(request, refused.text)
        return redirect("own-player", league.slug)
    return redirect("league", league.slug)


@require_POST
def answer_claim(request: HttpRequest, slug: str, member_id: int) -> HttpResponse:
    """Confirm or refuse what a member says of who they are."""
    league = organised_league(request, slug)
    membership = found_or_404(selectors.member_of(league, member_id))
    player = found_or_404(selectors.player_of(league, id_in(request, "player")))
    with showing_refusals(request):
        is_right = request.POST.get("answer") == "yes"
        play.answer_claim(membership, player, is_right, actor=actor_of(request))
    return redirect("people", league.slug)
