"""A league's file: export, download, upload in pieces, and progress of the import."""

from functools import partial
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from zarleague.exchange import bgstats, calendar, transfers
from zarleague.exchange.models import Transfer
from zarleague.exchange.tasks import queue_transfer
from zarleague.leagues import selectors
from zarleague.leagues.audiences import audience_of_account
from zarleague.leagues.errors import Refused
from zarleague.leagues.models import League, User
from zarleague.live import ticket
from zarleague.web.arriving.requests import (
    actor_of,
    found_or_404,
    organised_league,
    organised_season,
    showing_refusals,
)
from zarleague.web.exchange.uploads import begin_upload, problem_for_script, store_piece
from zarleague.web.league.context import show

LISTED_SEASONS = 50
"""Seasons the page offers for export to BG Stats; the API offers all."""


def data(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the exports of a league; POST starts the export of its file."""
    league = organised_league(request, slug)
    if request.method == "POST":
        with showing_refusals(request):
            queue_transfer(transfers.ask_for_export(league, actor=actor_of(request)))
        return redirect("league-data", league.slug)
    latest = transfers.export_of(league)
    return show(
        request,
        "exchange/data.html",
        league,
        "settings",
        channels=(transfers.channel(latest),) if latest else (f"league-{league.pk}",),
        transfer=latest,
        done=transfers.progress_of(latest) if latest else 0,
        calendar=_calendar(request, league),
        seasons=selectors.seasons_of(league)[:LISTED_SEASONS],
    )


def _calendar(request: HttpRequest, league: League) -> str:
    """Return the address of the league's calendar for this user's calendar programs."""
    address = request.build_absolute_uri(reverse("calendar", args=[league.slug]))
    if league.visibility == League.Visibility.PUBLIC or not isinstance(request.user, User):
        return address
    return f"{address}?{urlencode({'key': calendar.key_for(league, request.user)})}"


@require_safe
def league_file(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Send the exported file of a league."""
    league = organised_league(request, slug)
    made = transfers.export_of(league)
    if made is None or made.state != Transfer.State.DONE:
        raise Http404
    response = StreamingHttpResponse(transfers.content_of(made), content_type="application/zip")
    name = f"{slugify(league.name) or 'league'}-{made.asked_at:%Y-%m-%d}.zip"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Content-Length"] = str(made.size)
    return response


@require_safe
def bgstats_file(request: HttpRequest, slug: str, season_id: int) -> StreamingHttpResponse:
    """Send a season as a file for BG Stats."""
    season = organised_season(request, slug, season_id)
    site = request.build_absolute_uri("/").rstrip("/")
    response = StreamingHttpResponse(
        bgstats.season_file(season, site), content_type="application/json"
    )
    name = f"{slugify(season.name) or 'season'}.bgsplay"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@login_required
def begin(request: HttpRequest) -> HttpResponse:
    """Ask for a league's file to import. The page's script uploads it in pieces; without a script,
    a file of at most one piece is sent with the form."""
    problem = ""
    if request.method == "POST":
        try:
            return begin_upload(
                request,
                partial(transfers.begin_upload, actor=actor_of(request)),
                lambda begun: reverse("league-import", args=[begun.key.hex]),
            )
        except Refused as refused:
            if not request.FILES:
                return problem_for_script(refused)
            problem = refused.text
    return render(
        request, "exchange/import.html", {"problem": problem, "most": transfers.MAX_FILE >> 20}
    )


@require_POST
def piece(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Store the next piece of an uploaded file."""
    return store_piece(request, _own_transfer(request, key), number)


@require_safe
def arriving(request: HttpRequest, key: str) -> HttpResponse:
    """Show the progress of an import, and its result."""
    transfer = _own_transfer(request, key)
    return render(
        request,
        "exchange/arriving.html",
        {
            "transfer": transfer,
            "done": transfers.progress_of(transfer),
            "replacement": transfers.replacement_of(transfer, actor_of(request)),
            "live": ticket(
                transfers.channel(transfer), audience=audience_of_account(transfer.asked_by_id)
            ),
            "live_events": "job",
        },
    )


def _own_transfer(request: HttpRequest, key: str) -> Transfer:
    if not isinstance(request.user, User):
        raise Http404
    return found_or_404(transfers.transfer_of(key, request.user))
