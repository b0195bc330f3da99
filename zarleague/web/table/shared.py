"""Shared parts of all pages at the table: the match, permissions, the texts of the scripts."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zarleague.leagues import access
from zarleague.leagues.audiences import audience_of
from zarleague.leagues.models import League, Season
from zarleague.live import ticket
from zarleague.play import match_access, selectors
from zarleague.play.models import Hand, Match
from zarleague.web.arriving.requests import (
    SignInFirst,
    actor_of,
    found_or_404,
    league_or_404,
    tonight,
)

_MAX_COUNTED_HANDS = 20
"""The banner has a text for each number of hands up to this one, and uses the last for more."""


def find_match(request: HttpRequest, slug: str, match_id: int) -> Match:
    """Return the match of an address, with its season and league."""
    league = league_or_404(request, slug)
    match = found_or_404(selectors.match_by_id(match_id))
    if match.season.league_id != league.pk:
        raise Http404
    return match


def find_hand(request: HttpRequest, slug: str, match_id: int, number: int) -> Hand:
    """Return the hand of an address, with its match and confirmed version."""
    match = find_match(request, slug, match_id)
    return found_or_404(selectors.hand_by_number(match, number))


def require(request: HttpRequest, allowed: bool) -> None:
    """Raise PermissionDenied unless allowed, or SignInFirst if the visitor is not signed in."""
    if allowed:
        return
    if request.user.is_authenticated:
        raise PermissionDenied
    raise SignInFirst


def league_page(
    request: HttpRequest, template: str, league: League, context: Mapping[str, Any]
) -> HttpResponse:
    """Render a page at the table for which no match exists yet."""
    frame: dict[str, Any] = {
        "league": league,
        "match": None,
        "live": "",
        "may_score": False,
        "keeps": [],
        "may_organise": access.can_organise(actor_of(request), league),
        "outbox_texts": _outbox_texts(),
    }
    return render(request, template, frame | dict(context))


def match_page(
    request: HttpRequest, template: str, match: Match, context: Mapping[str, Any]
) -> HttpResponse:
    """Render a page of a match; it reloads itself on events of the match and its season."""
    may_score = match_access.can_score(actor_of(request), match)
    frame = {
        "match": match,
        "keeps": _kept_with(request, match) if may_score else [],
        "live": ticket(
            f"match-{match.pk}",
            f"season-{match.season_id}",
            audience=audience_of(actor_of(request), match.season.league),
        ),
        "may_score": may_score,
    }
    return league_page(request, template, match.season.league, frame | dict(context))


def pages_to_start(league: League, games: Iterable[str]) -> list[str]:
    """Return the addresses of the pages that a phone needs to start a match of these games without
    the network."""
    return [
        reverse("start-match", args=(league.slug,)),
        *(reverse("enter-on-phone", args=(league.slug, game)) for game in games),
    ]


def _kept_with(request: HttpRequest, match: Match) -> list[str]:
    """Return the addresses of the pages that a scorekeeper's phone keeps with those of a match."""
    own = [match_url("match", match), match_url("enter-hand", match)]
    league = match.season.league
    if not access.can_start(actor_of(request), league, tonight(league)):
        return own
    return own + pages_to_start(league, [match.game])


def only_final(seasons: Sequence[Season], asked: str = "") -> Season | None:
    """Return the final that is running if no other season is, None if it was asked for."""
    finals = [season for season in seasons if season.final_of_id is not None]
    is_asked = any(str(season.pk) == asked for season in finals)
    return finals[0] if finals and len(finals) == len(seasons) and not is_asked else None


def usual_season(seasons: Sequence[Season], evening: datetime.date) -> Season | None:
    """Return the only season of that weekday, None if there is none or there are several."""
    of_day = [season for season in seasons if season.weekday == evening.weekday()]
    return of_day[0] if len(of_day) == 1 else None


def match_url(name: str, match: Match, *args: Any) -> str:
    """Return the address of a page of a match."""
    return reverse(name, args=(match.season.league.slug, match.pk, *args))


def _outbox_texts() -> dict[str, Any]:
    """Return the texts of static/js/table/outbox-view.js, with placeholders in braces."""
    return {
        "offline": _("You’re offline. Hands are saved on this phone."),
        "waiting": [
            ngettext("%(count)s hand waiting", "%(count)s hands waiting", n) % {"count": n}
            for n in range(_MAX_COUNTED_HANDS + 1)
        ],
        "starting": [
            ngettext("%(count)s match waiting", "%(count)s matches waiting", n) % {"count": n}
            for n in range(_MAX_COUNTED_HANDS + 1)
        ],
        "notStarted": _("The match of {names} wasn’t started"),
        "waitFor": [
            ngettext("%(count)s hand is waiting for it.", "%(count)s hands are waiting for it.", n)
            % {"count": n}
            for n in range(_MAX_COUNTED_HANDS + 1)
        ],
        "byOther": _("{name} entered what is waiting"),
        "waitsForOther": _(
            "It isn’t sent under your name. It waits until {name} signs in on this phone, or until "
            "you send it."
        ),
        "taken": _("Someone else saved hand {number} first"),
        "refused": _("Hand {number} wasn’t accepted"),
        "differ": _("The differences between the two entries are marked."),
        "same": _("Both entries give the same points."),
        "mine": _("You entered: {scores}."),
        "replaces": _("Two people entered hand {number}. This entry replaces the other one."),
        "next": _("Mine is a different hand: save it as hand {number}"),
    }
