"""Access links of a league: organisers create and revoke them, their holders follow them."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from markupsafe import Markup

from zarleague.leagues import links, selectors, services
from zarleague.leagues.errors import Refused
from zarleague.leagues.models import AccessLink, League, User
from zarleague.play import selectors as table_read
from zarleague.play import services as play
from zarleague.web.accounts.beginning import begin, may_begin
from zarleague.web.arriving.requests import actor_of, found_or_404, id_in, organised_league, tonight
from zarleague.web.league.context import show
from zarleague.web.league.own_player import SHOWN_PLAYERS, settled
from zarleague.web.league.season_pages.table import table_in_words
from zarleague.web.table.share import qr

Purpose = AccessLink.Purpose
SHOWN_RANKS = 8
"""Rows of the table that an invitation shows."""
URL_NAMES = {
    Purpose.SCORE_EVENING: "score-by-link",
    Purpose.BOARD: "board-by-link",
    Purpose.JOIN: "join-by-link",
    Purpose.CLAIM: "claim-by-link",
    Purpose.EMBED: "embed",
}
"""The page that a link of each purpose opens. Links for one match are made on its own page."""


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link just created, its address, and the QR code of that address."""

    link: AccessLink
    address: str
    code: Markup


def league_links(request: HttpRequest, slug: str) -> HttpResponse:
    """List the league's links and who used them; POST creates one. A new link's address is shown
    only once, because only the hash of its token is stored."""
    league = organised_league(request, slug)
    made = None
    if request.method == "POST":
        try:
            made = _make(request, league)
        except Refused as refused:
            messages.error(request, refused.text)
    return show(
        request,
        "league/links.html",
        league,
        "settings",
        made=made,
        links=selectors.links_of(league),
        guests=selectors.unclaimed_guests(league),
        purposes=[
            (Purpose.SCORE_EVENING, _("Score tonight’s matches")),
            (Purpose.BOARD, _("Scoreboard")),
            (Purpose.JOIN, _("Join the league")),
            (Purpose.EMBED, _("Show the table, the match and players on another site or in chats")),
            (Purpose.CLAIM, _("Link a guest to their account")),
        ],
    )


def _make(request: HttpRequest, league: League) -> NewLink:
    purpose = request.POST.get("purpose", "")
    if purpose not in URL_NAMES:
        raise Http404
    about: dict[str, Any] = {}
    if purpose == Purpose.SCORE_EVENING:
        about["evening"] = tonight(league)
    elif purpose == Purpose.CLAIM:
        about["player"] = found_or_404(selectors.player_of(league, id_in(request, "player")))
    label = request.POST.get("label", "")[:80]
    link, token = links.create_link(league, purpose, actor=actor_of(request), label=label, **about)
    address = request.build_absolute_uri(reverse(URL_NAMES[Purpose(purpose)], args=(token,)))
    return NewLink(link, address, qr(address))


def revoke_link(request: HttpRequest, slug: str, link_id: int) -> HttpResponseRedirect:
    """Revoke a link."""
    league = organised_league(request, slug)
    if request.method == "POST":
        link = found_or_404(links.link_of(league, link_id))
        links.revoke_link(link, actor=actor_of(request))
    return redirect("league-links", league.slug)


def join_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show who invites to which league, with its table; POST joins it as a player. Visitors get an
    account on the way, to be finished later."""
    link = _link(token, Purpose.JOIN)
    if request.method == "POST":
        if (answer := _account_first(request)) is not None:
            return answer
        services.join(link, _account(request))
        return settled(request, link.league)
    return _invite(request, link)


def claim_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Claim a guest's hands for the user's own player; visitors get an account on the way."""
    link = _link(token, Purpose.CLAIM)
    if request.method == "POST":
        if (answer := _account_first(request)) is not None:
            return answer
        try:
            player = play.claim_guest(link, _account(request))
        except Refused as refused:
            messages.error(request, refused.text)
        else:
            return redirect("player", link.league.slug, player.pk)
    return _invite(request, link)


def _account_first(request: HttpRequest) -> HttpResponse | None:
    """Begin an account for a visitor; return an answer only if there is none then."""
    if request.user.is_authenticated:
        return None
    if not may_begin(request):
        return redirect_to_login(request.path)
    return begin(request, request.POST.get("name", "")[:60])


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
    """Return the season whose table an invitation shows and the top of that table, None where there
    is none yet."""
    season = selectors.current_season(league, tonight(league)) or league.seasons.first()
    table = None
    if season is not None:
        top = table_read.named_table(season, limit=SHOWN_RANKS)
        table = table_in_words(season, *top, from_top=True)
    return {"season": season, "table": table}


def _link(token: str, purpose: str) -> AccessLink:
    link = links.find_link(token)
    if link is None or link.purpose != purpose:
        raise Http404(_("This link no longer works. Ask for a new one."))
    return link


def _account(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Http404
    return request.user
