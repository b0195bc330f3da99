"""Home: my leagues, tonight's matches, and one tap to start another."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from zarleague.leagues import selectors, services
from zarleague.leagues.errors import Refused
from zarleague.leagues.models import League, User
from zarleague.play.models import Match
from zarleague.web.league.forms import LeagueForm
from zarleague.web.requests import actor_of, tonight

SHOWN_PUBLIC = 12
"""Public leagues named on the front page."""


def home(request: HttpRequest) -> HttpResponse:
    """A visitor's own leagues and what is being played in them; the public ones for the rest."""
    mine = list(selectors.leagues_of(actor_of(request)))
    public = League.objects.filter(visibility=League.Visibility.PUBLIC).exclude(
        pk__in=[league.pk for league in mine]
    )
    playing = (
        Match.objects.filter(season__league__in=mine, state=Match.State.OPEN)
        .select_related("season__league")
        .prefetch_related("seats__player")
        .order_by("-started_at")
    )
    context = {"mine": mine, "public": public.order_by("name")[:SHOWN_PUBLIC], "playing": playing}
    return render(request, "league/home.html", context)


@login_required
def new_league(request: HttpRequest) -> HttpResponse:
    """Make a league with a first season that has begun today, so that a match can start at once."""
    form = LeagueForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        assert isinstance(request.user, User)
        try:
            league = services.create_league(owner=request.user, **form.cleaned_data)
            services.start_season(
                league,
                name=_("First season"),
                starts=tonight(league),
                actor=actor_of(request),
            )
        except Refused as refused:
            form.refuse(refused)
        else:
            return redirect("league", league.slug)
    return render(request, "league/new.html", {"form": form})
