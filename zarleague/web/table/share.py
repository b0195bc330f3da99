"""Links and QR codes by which others watch or score, and the way in by such a link."""

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from markupsafe import Markup

from zarleague.leagues import access, links
from zarleague.leagues.models import AccessLink
from zarleague.play.models import Match
from zarleague.web.requests import actor_of, remember_link
from zarleague.web.table.frame import find_match, league_page, match_page, match_url, require

_FRESH = "fresh-link"
_SCORING = (AccessLink.Purpose.SCORE_MATCH, AccessLink.Purpose.SCORE_EVENING)


def qr(address: str) -> Markup:
    """The QR code of an address, as SVG that takes the size its place gives it."""
    return Markup(segno.make(address, error="m").svg_inline(omitsize=True))  # noqa: S704


def share(request: HttpRequest, league: str, match: int) -> HttpResponse:
    """What can be shared of a match. The organiser makes and ends links for scoring and for the
    big screen; a link's address is shown once, right after it was made."""
    found = find_match(request, league, match)
    organises = access.can_organise(actor_of(request), found.season.league)
    if request.method == "POST":
        require(request, organises)
        if request.POST.get("action") == "revoke":
            _revoke(request, found)
        else:
            _make(request, found)
        return redirect(match_url("share-match", found))
    watch = request.build_absolute_uri(match_url("match", found))
    shared = found.season.league.links.filter(purpose__in=[*_SCORING, AccessLink.Purpose.BOARD])
    context = {
        "watch": watch,
        "watch_qr": qr(watch),
        "live": "",  # a page that fetched itself again would use up what is told once
        "fresh": _fresh(request) if organises else None,
        "links": [
            link
            for link in shared.filter(revoked_at=None).prefetch_related("uses")
            if link.match_id in (None, found.pk) and link.evening in (None, found.played_on)
        ]
        if organises
        else [],
    }
    return match_page(request, "match/share.html", found, context)


def _make(request: HttpRequest, match: Match) -> None:
    """Make a link. Its token goes to the session, to be shown by the page that follows, so that
    reloading that page makes no second link."""
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
    request.session[_FRESH] = [link.pk, token]


def _fresh(request: HttpRequest) -> dict[str, object] | None:
    """The link just made: what it is for, its address, and its QR code. Told once."""
    link_id, token = request.session.pop(_FRESH, (0, ""))
    link = links.live_link(link_id)
    if link is None:
        return None
    page = "board-by-link" if link.purpose == AccessLink.Purpose.BOARD else "score-by-link"
    address = request.build_absolute_uri(reverse(page, args=(token,)))
    return {"link": link, "address": address, "qr": qr(address)}


def _revoke(request: HttpRequest, match: Match) -> None:
    link = get_object_or_404(match.season.league.links, pk=request.POST.get("link"))
    links.revoke_link(link, actor=actor_of(request))
    messages.success(request, _("The link is ended."))


def come_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """The way in for a scorekeeper without an account: a name, and the session holds the link."""
    link = links.find_link(token)
    if link is None or link.purpose not in _SCORING:
        raise Http404(_("This link has been ended. Ask for a new one."))
    if request.method == "POST":
        name = request.POST.get("name", "").strip()[:60]
        if name:
            links.note_use(link, name)
            remember_link(request, link, name)
            return redirect(_where(link))
    matches = Match.objects.select_related("season__league")
    match = matches.filter(pk=link.match_id).first() if link.match_id else None
    context = {"link": link, "match": match, "missing": request.method == "POST"}
    return league_page(request, "match/come_by_link.html", link.league, context)


def _where(link: AccessLink) -> str:
    if link.match_id:
        return reverse("match", args=(link.league.slug, link.match_id))
    assert link.evening is not None
    playing = (
        Match.objects.filter(
            season__league=link.league, played_on=link.evening, state=Match.State.OPEN
        )
        .order_by("-started_at")
        .first()
    )
    if playing is None:
        return reverse("start-match", args=(link.league.slug,))
    return reverse("match", args=(link.league.slug, playing.pk))
