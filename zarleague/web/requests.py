"""What every page asks of its request: who is asking, and about which league."""

import datetime
from typing import Any, TypeVar

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.utils import timezone

from zarleague.leagues import access, sql
from zarleague.leagues.models import League
from zarleague.leagues.visits import actor_of, remember_link

Row = TypeVar("Row", bound=Model)

__all__ = [
    "SignInFirst",
    "SignInMiddleware",
    "actor_of",
    "league_or_404",
    "organised_league",
    "remember_link",
    "row_or_404",
    "tonight",
]


class SignInFirst(Exception):
    """An outsider asked for what a member may see; turned into a redirect by the middleware."""


def league_or_404(request: HttpRequest, slug: str) -> League:
    """The league of an address, if the asker may see it. A private league hides its existence
    from strangers who are signed in, and asks the others to sign in."""
    league = row_or_404(League, "slug = %s", slug)
    if access.can_see(actor_of(request), league):
        return league
    if request.user.is_authenticated:
        raise Http404
    raise SignInFirst


def row_or_404(model: type[Row], condition: str, *params: Any) -> Row:
    """The one row of a model that meets a condition of plain SQL, or 404."""
    found = sql.instances(model, condition, *params)
    if not found:
        raise Http404
    return found[0]


def organised_league(request: HttpRequest, slug: str) -> League:
    """The league of an address, for its organiser only."""
    league = league_or_404(request, slug)
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
