"""Render the frame shared by all pages of a league."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from zarleague.leagues import access
from zarleague.leagues.audiences import audience_of
from zarleague.leagues.models import League
from zarleague.live import ticket
from zarleague.web.arriving.requests import actor_of, tonight

LIVE_EVENTS = "hand match season dispute players job"
"""The events of a league's channels; docs/domain.md says what they mean."""


def show(
    request: HttpRequest,
    template: str,
    league: League,
    section: str,
    *,
    channels: tuple[str, ...] = (),
    **context: Any,
) -> HttpResponse:
    """Render a page of *league*; ``section`` is the entry of the league's navigation to highlight.
    With *channels* the page reloads itself on events of those channels."""
    actor = actor_of(request)
    frame = {
        "league": league,
        "section": section,
        "may_organise": access.can_organise(actor, league),
        # Evaluated only by pages that have nothing to show.
        "may_start_match": lambda: access.can_start(actor, league, tonight(league)),
        "live": ticket(*channels, audience=audience_of(actor, league)) if channels else "",
        "live_events": LIVE_EVENTS,
    }
    return render(request, template, frame | context)
