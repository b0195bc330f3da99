"""What every page asks of its request: who is asking, and about which league."""

import datetime
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.utils import timezone

from zarleague.leagues import access, sql
from zarleague.leagues.models import League, Season
from zarleague.leagues.visits import actor_of, remember_link

__all__ = [
    "SignInFirst",
    "SignInMiddleware",
    "actor_of",
    "league_or_404",
    "organised_league",
    "organised_season",
    "remember_link",
    "season_or_404",
    "tonight",
]


class SignInFirst(Exception):
    """An outsider asked for what a member may see; turned into a redirect by the middleware."""


def league_or_404(request: HttpRequest, slug: str) -> League:
    """The league of an address, if the asker may see it. A private league hides its existence
    from strangers who are signed in, and asks the others to sign in."""
    found = sql.instances(League, "slug = %s", slug)
    if not found:
        raise Http404
    return _visible(request, found[0])


def season_or_404(request: HttpRequest, slug: str, season_id: int) -> Season:
    """The season of an address, its league with it, if the asker may see them."""
    found = sql.with_parent(
        Season, League, "league_id", "slug = %s AND leagues_season.id = %s", slug, season_id
    )
    if not found:
        league_or_404(request, slug)  # strangers are told no more of a league than elsewhere
        raise Http404
    season, league = found[0]
    season.league = _visible(request, league)
    return season


def _visible(request: HttpRequest, league: League) -> League:
    if access.can_see(actor_of(request), league):
        return league
    if request.user.is_authenticated:
        raise Http404
    raise SignInFirst


def organised_league(request: HttpRequest, slug: str) -> League:
    """The league of an address, for its organiser only."""
    return _organised(request, league_or_404(request, slug))


def organised_season(request: HttpRequest, slug: str, season_id: int) -> Season:
    """The season of an address, for its league's organiser only."""
    season = season_or_404(request, slug, season_id)
    _organised(request, season.league)
    return season


def _organised(request: HttpRequest, league: League) -> League:
    if access.can_organise(actor_of(request), league):
        return league
    if request.user.is_authenticated:
        raise PermissionDenied
    raise SignInFirst


def tonight(league: League) -> datetime.date:
    """The evening it is now, in the league's time zone."""
    return league.evening_of(timezone.now())


class SignInMiddleware:
    """Sends whoever has to sign in first to the page where that is done, and back."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        return self.get_response(request)

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponseRedirect | None:
        """Answer SignInFirst."""
        if isinstance(exception, SignInFirst):
            return redirect_to_login(request.get_full_path())
        return None
