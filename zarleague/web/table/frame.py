"""What every page at the table shares: the match, who asks, the texts of the scripts."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zarleague.leagues import access
from zarleague.leagues.models import League
from zarleague.live import ticket
from zarleague.play.models import Hand, Match
from zarleague.web.requests import SignInFirst, actor_of, league_or_404

_MOST_WAITING = 20
"""From this many hands on the banner shows the text for this many."""


def find_match(request: HttpRequest, slug: str, match_id: int) -> Match:
    """The match of an address, with its season and league."""
    league = league_or_404(request, slug)
    matches = Match.objects.select_related("season__league")
    return get_object_or_404(matches, pk=match_id, season__league=league)


def find_hand(request: HttpRequest, slug: str, match_id: int, number: int) -> Hand:
    """The hand of an address, with its match and confirmed version."""
    match = find_match(request, slug, match_id)
    hand = get_object_or_404(Hand.objects.select_related("confirmed"), match=match, number=number)
    hand.match = match
    return hand


def require(request: HttpRequest, allowed: bool) -> None:
    """Go on only if whoever asks may do this; a visitor is asked to sign in first."""
    if allowed:
        return
    if request.user.is_authenticated:
        raise PermissionDenied
    raise SignInFirst


def league_page(
    request: HttpRequest, template: str, league: League, context: Mapping[str, Any]
) -> HttpResponse:
    """Render a page at the table that belongs to no match yet."""
    frame = {
        "league": league,
        "match": None,
        "live": "",
        "may_score": False,
        "may_organise": access.can_organise(actor_of(request), league),
        "outbox_texts": _outbox_texts(),
    }
    return render(request, template, frame | dict(context))


def match_page(
    request: HttpRequest, template: str, match: Match, context: Mapping[str, Any]
) -> HttpResponse:
    """Render a page of a match; it stays as fresh as the match and its season."""
    frame = {
        "match": match,
        "live": ticket(f"match-{match.pk}", f"season-{match.season_id}"),
        "may_score": access.can_score(actor_of(request), match),
    }
    return league_page(request, template, match.season.league, frame | dict(context))


def match_url(name: str, match: Match, *args: Any) -> str:
    """The address of a page of a match."""
    return reverse(name, args=(match.season.league.slug, match.pk, *args))


def _outbox_texts() -> dict[str, Any]:
    """What static/js/table/outbox-view.js says; words in braces are filled in there."""
    return {
        "offline": _("No network. What you enter is kept on this phone."),
        "waiting": [
            ngettext("%(count)s hand waiting", "%(count)s hands waiting", n) % {"count": n}
            for n in range(_MOST_WAITING + 1)
        ],
        "taken": _("Hand {number} was saved by somebody else first"),
        "refused": _("Hand {number} was not accepted"),
        "theirs": _("{who} saved hand {number}: {scores}."),
        "mine": _("You entered: {scores}."),
        "next": _("Mine is another hand: save it as hand {number}"),
    }
