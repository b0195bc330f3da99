"""Try the demo: as a visitor anywhere, and as its organiser on the machine it runs on.

A visitor follows the link that the demo has for them, without an account: they enter hands, start
matches and dispute, and run nothing (`access.tries_demo`). At night the demo is made anew
(`exchange.demo_reset`).

Its organiser signs in without a password only while the site holds nothing but the demo.

Somebody at the machine can read the password from the data directory, so this gives nothing away.
Several independent checks keep everybody else out, since a careless proxy may hide one sign: the
site listens on the loopback interface only, the request comes from there, its Host header is local,
and no proxy has forwarded it.
"""

import ipaddress
from typing import Final

from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from zarleague.leagues.models import League
from zarleague.leagues.signing_out import list_session
from zarleague.play.demo.organiser import lone_organiser, only_league, visitors_link
from zarleague.web.arriving.requests import remember_link

OF_A_PROXY: Final = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP")
"""Headers that proxies add to the requests they forward."""


def demo_league(request: HttpRequest) -> League | None:
    """Return the demo league if this visitor may sign in as its organiser."""
    if request.user.is_authenticated or not settings.DEMO_SIGN_IN or not _is_local(request):
        return None
    league = only_league()
    return league if league is not None and lone_organiser() is not None else None


@require_POST
def try_demo(request: HttpRequest) -> HttpResponse:
    """Sign the visitor in as the demo's organiser and show the league."""
    league, organiser = demo_league(request), lone_organiser()
    if league is None or organiser is None:
        raise PermissionDenied
    login(request, organiser, backend=settings.AUTHENTICATION_BACKENDS[0])
    list_session(request)
    return redirect("league", league.slug)


@require_POST
def visit_demo(request: HttpRequest) -> HttpResponse:
    """Make the visitor one of the demo's and show its league; answer 429 beyond the limit."""
    link = visitors_link()
    if link is None:
        raise PermissionDenied
    if slowed := ratelimit.consume_or_429(request, app="allauth.account", action="visit_demo"):
        return slowed
    remember_link(request, link, _("Visitor"))
    return redirect("league", link.league.slug)


def _is_local(request: HttpRequest) -> bool:
    if any(header in request.headers for header in OF_A_PROXY):
        return False
    name = request.get_host().rsplit(":", 1)[0].strip("[]")
    return _is_loopback(request.META.get("REMOTE_ADDR", "")) and (
        name == "localhost" or _is_loopback(name)
    )


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
