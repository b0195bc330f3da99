"""Helpers for all pages: find the user, and the league or season of an address."""

import datetime
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.leagues import access, selectors
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import League, Player, Season
from zarleague.leagues.request_actor import actor_of as actor_of
from zarleague.leagues.request_actor import remember_link as remember_link
from zarleague.leagues.stored_a_day import TooMuchStored
from zarleague.web.arriving import failures

Row = TypeVar("Row")


class SignInFirst(Exception):
    """Raised when an anonymous visitor requests a members' page; `SignInMiddleware` redirects to
    the sign-in page."""


def league_or_404(request: HttpRequest, slug: str) -> League:
    """Return the league of an address, if the visitor may see it.

    Otherwise raise Http404 for signed-in users and SignInFirst for anonymous visitors, for private
    leagues as well as for missing ones, so that nobody can find out which names are taken.
    """
    league = selectors.league_at(slug)
    return _require_visible(request, league, league)


def season_or_404(request: HttpRequest, slug: str, season_id: int) -> Season:
    """Return the season of an address with its league, if the visitor may see them."""
    season = selectors.season_at(slug, season_id)
    if season is None:
        league_or_404(request, slug)  # same answer as for the league's other pages
        raise Http404
    return _require_visible(request, season.league, season)


def _require_visible(request: HttpRequest, league: League | None, shown: Row | None) -> Row:
    if league is not None and shown is not None and access.can_see(actor_of(request), league):
        return shown
    if request.user.is_authenticated:
        raise Http404
    raise SignInFirst


def organised_league(request: HttpRequest, slug: str) -> League:
    """Return the league of an address. Raise PermissionDenied or SignInFirst unless the visitor
    organises it."""
    return _require_organiser(request, league_or_404(request, slug))


def organised_season(request: HttpRequest, slug: str, season_id: int) -> Season:
    """Return the season of an address. Raise PermissionDenied or SignInFirst unless the visitor
    organises its league."""
    season = season_or_404(request, slug, season_id)
    _require_organiser(request, season.league)
    return season


def _require_organiser(request: HttpRequest, league: League) -> League:
    if access.can_organise(actor_of(request), league):
        return league
    if request.user.is_authenticated:
        raise PermissionDenied
    raise SignInFirst


def found_or_404(found: Row | None) -> Row:
    """Return the result of a selector; raise Http404 if it is None."""
    if found is None:
        raise Http404
    return found


@contextmanager
def showing_refusals(request: HttpRequest) -> Iterator[None]:
    """If the block is refused, leave it and say why on the page that is shown next."""
    try:
        yield
    except Refused as refused:
        messages.error(request, refused.text)


def act(
    request: HttpRequest, actions: Mapping[str, Callable[[HttpRequest, Row], str | None]], row: Row
) -> str | None:
    """Do to a row what the ``action`` of a form stands for; return the address to go to, None for
    the page of the form. If it is refused, or no such action, the next page says why."""
    with showing_refusals(request):
        action = actions.get(request.POST.get("action", ""))
        if action is None:
            raise Invalid("action", gettext_noop("Choose what to do first."))
        return action(request, row)
    return None


def id_in(request: HttpRequest, field: str) -> int:
    """Return the id in a form field; 0, which no row has, for anything but a number."""
    return whole_number(request.POST.get(field, "")) or 0


def whole_number(text: str) -> int | None:
    """Parse a whole number in a form or an address; return None for anything but 1 to 18 digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


def day_in(request: HttpRequest, otherwise: datetime.date | None = None) -> datetime.date:
    """Return the day that a form says something was played, *otherwise* if it says none. Raise
    Invalid."""
    text = request.POST.get("played_on", "")
    if otherwise is not None and not text:
        return otherwise
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise Invalid("played_on", gettext_noop("Choose the day it was played.")) from error


def player_or_new(league: League, value: str) -> Player | str:
    """Return who is meant by a form: ``17`` is a player's id, ``+Ann`` a new name. Raise
    Invalid."""
    if value.startswith("+"):
        return value[1:]
    found = selectors.player_of(league, whole_number(value) or 0)
    if found is None or found.merged_into_id is not None:
        raise Invalid("players", gettext_noop("One of the players isn’t in this league."))
    return found


def key_of(request: HttpRequest) -> str:
    """Return the idempotency key of a form, "" if it has none."""
    return request.POST.get("key", "")


def tonight(league: League) -> datetime.date:
    """Return the date of the present evening in the league's time zone."""
    return league.evening_of(timezone.now())


def evening_or_404(league: League, day: str) -> datetime.date:
    """Return the date in an address, which may be "tonight"."""
    if day == "tonight":
        return tonight(league)
    try:
        return datetime.date.fromisoformat(day)
    except ValueError as error:
        raise Http404 from error


class SignInMiddleware:
    """Redirects visitors to the sign-in page when needed, and back afterwards."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Redirect to the sign-in page if the view raised SignInFirst; say that too much was stored
        today if the view has no place for it."""
        if isinstance(exception, SignInFirst):
            return redirect_to_login(request.get_full_path())
        if isinstance(exception, TooMuchStored):
            return failures.too_much(request, exception)
        return None
