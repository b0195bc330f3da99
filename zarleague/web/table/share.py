"""Share a match: links and QR codes to watch or score it, and the view that such a link opens."""

import segno
from allauth.core.internal import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from markupsafe import Markup

from zarleague.leagues import access, links
from zarleague.leagues.models import AccessLink
from zarleague.leagues.selectors import table_links
from zarleague.play import match_access, selectors
from zarleague.play.models import Match
from zarleague.web.arriving.failures import DeadLink
from zarleague.web.arriving.requests import (
    actor_of,
    found_or_404,
    id_in,
    remember_link,
    whole_number,
)
from zarleague.web.table.shared import find_match, league_page, match_page, match_url, require

_NEW_LINK_KEY = "fresh-link"
_SCORING = (AccessLink.Purpose.SCORE_MATCH, AccessLink.Purpose.SCORE_EVENING)


def qr(address: str) -> Markup:
    """Return the QR code of an address as SVG that scales to its container."""
    return Markup(segno.make(address, error="m").svg_inline(omitsize=True))  # noqa: S704


def share(request: HttpRequest, league: str, match: int) -> HttpResponse:
    """Show the links that let people score a match or show it on the big screen. Organisers create
    and revoke them. A link's address is shown only once, right after it was created."""
    found = find_match(request, league, match)
    organises = access.can_organise(actor_of(request), found.season.league)
    if request.method == "POST":
        require(request, organises)
        if request.POST.get("action") == "revoke":
            _revoke_link(request, found)
        else:
            _make_link(request, found)
        return redirect(match_url("share-match", found))
    watch = request.build_absolute_uri(match_url("match", found))
    context = {
        "watch": watch,
        "watch_qr": qr(watch),
        "live": "",  # reloading would discard the address, which is shown only once
        "fresh": _pop_new_link(request) if organises else None,
        "links": table_links(found.season.league, found.pk, found.played_on) if organises else [],
    }
    return match_page(request, "match/share.html", found, context)


def _make_link(request: HttpRequest, match: Match) -> None:
    """Create a link. Its token is kept in the session for the page that follows, so that reloading
    that page does not create a second link."""
    purpose = request.POST.get("purpose", "")
    league, actor = match.season.league, actor_of(request)
    if purpose == AccessLink.Purpose.SCORE_MATCH:
        link, token = links.create_link(league, purpose, actor=actor, match_id=match.pk)
    elif purpose == AccessLink.Purpose.SCORE_EVENING:
        link, token = links.create_link(league, purpose, actor=actor, evening=match.played_on)
    elif purpose == AccessLink.Purpose.BOARD:
        link, token = links.create_link(league, purpose, actor=actor)
    else:
        raise Http404
    request.session[_NEW_LINK_KEY] = [link.pk, token]


def _pop_new_link(request: HttpRequest) -> dict[str, object] | None:
    """Return purpose, address and QR code of the new link, and remove it from the session."""
    link_id, token = request.session.pop(_NEW_LINK_KEY, (0, ""))
    link = links.live_link(link_id)
    if link is None:
        return None
    page = "board-by-link" if link.purpose == AccessLink.Purpose.BOARD else "score-by-link"
    address = request.build_absolute_uri(reverse(page, args=(token,)))
    return {"link": link, "address": address, "qr": qr(address)}


def _revoke_link(request: HttpRequest, match: Match) -> None:
    link = found_or_404(links.link_of(match.season.league, id_in(request, "link")))
    links.revoke_link(link, actor=actor_of(request))
    messages.success(request, _("Link turned off."))


def come_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Admit a scorekeeper without an account: ask for a name and store the link in the session.
    ``?match=`` is the table of the evening it leads to; who may score there goes on at once. Answer
    429 if too many come from this address."""
    link = links.find_link(token)
    if link is None or link.purpose not in _SCORING:
        raise DeadLink
    match = _match_of(link, request)
    if match is not None and match_access.can_score(actor_of(request), match):
        return redirect(match_url("match", match))
    if request.method == "POST":
        name = request.POST.get("name", "").strip()[:60]
        if name:
            slowed = ratelimit.consume_or_429(request, app="allauth.account", action="come_by_link")
            if slowed:
                return slowed
            links.note_use(link, name)
            remember_link(request, link, name)
            return redirect(match_url("match", match) if match else _any_table(link))
    context = {"link": link, "match": match, "missing": request.method == "POST"}
    return league_page(request, "match/come_by_link.html", link.league, context)


def _match_of(link: AccessLink, request: HttpRequest) -> Match | None:
    """Return the match that a link is for, or of its evening the one that is asked for."""
    asked = link.match_id or whole_number(request.GET.get("match", ""))
    match = selectors.match_by_id(asked) if asked else None
    if match is None or match.season.league_id != link.league_id:
        return None
    return match if link.match_id or match.played_on == link.evening else None


def _any_table(link: AccessLink) -> str:
    """Return the page of the first table of the evening that is still playing, or to start one."""
    assert link.evening is not None
    playing = selectors.open_matches([link.league], played_on=link.evening).first()
    if playing is None:
        return reverse("start-match", args=(link.league.slug,))
    return match_url("match", playing)
