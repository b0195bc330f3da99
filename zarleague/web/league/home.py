"""Home: the user's leagues, tonight's matches, and starting another with one tap."""

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from zarleague.leagues import mailed_invitations, selectors, services
from zarleague.leagues.errors import Refused
from zarleague.leagues.models import User
from zarleague.play.selectors import last_evenings, open_matches
from zarleague.standings.rules import new_season_rules
from zarleague.web.accounts.demo import demo_league
from zarleague.web.league.forms import NewLeagueForm
from zarleague.web.league.ranking_examples import examples
from zarleague.web.league.showcase import showcase
from zarleague.web.replay.pages import example_address
from zarleague.web.requests import actor_of, key_of

SHOWN_PUBLIC = 12
"""Public leagues named on the front page."""
SHOWN_INVITATIONS = 20
SHOWN_MATCHES = 24
"""Open matches of the user's leagues, those that started last."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the user's leagues with their open matches, and some public leagues."""
    actor = actor_of(request)
    mine = list(selectors.leagues_of(actor))
    others = selectors.public_leagues()[: SHOWN_PUBLIC + len(mine)]
    public = [league for league in others if league not in mine][:SHOWN_PUBLIC]
    context = {
        "invitations": selectors.invitations_for(actor.user)[:SHOWN_INVITATIONS]
        if actor.user is not None
        else [],
        "mine": mine,
        "public": public,
        "played": last_evenings(public),
        "playing": open_matches(mine)[:SHOWN_MATCHES],
        "example": example_address(),
        "demo": demo_league(request),
    }
    if actor.user is None:
        context |= showcase()
    return render(request, "league/home.html", context)


@login_required
@require_POST
def invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Accept or decline an invitation to a league."""
    actor = actor_of(request)
    assert actor.user is not None
    invited = next(
        (row for row in selectors.invitations_for(actor.user) if row.pk == invitation_id), None
    )
    if invited is None:
        raise Http404
    if request.POST.get("answer") == "accept":
        services.accept_invitation(invited, actor=actor)
        return redirect("league", invited.league.slug)
    services.decline_invitation(invited, actor=actor)
    return redirect("home")


def answer_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Accept or decline the invitation of a letter; only to accept it one signs in or up."""
    invited = mailed_invitations.waiting(token)
    if invited is None:
        raise Http404(_("This link no longer works. Ask for a new one."))
    actor = actor_of(request)
    answer = request.POST.get("answer", "") if request.method == "POST" else ""
    if answer == "accept":
        if actor.user is None:
            return redirect_to_login(request.path)
        services.accept_invitation(invited, actor=actor, letter=token)
        return redirect("league", invited.league.slug)
    if answer == "decline":
        invited = services.decline_invitation(invited, actor=actor, letter=token)
    return render(request, "league/letter.html", {"invited": invited})


@login_required
def new_league(request: HttpRequest) -> HttpResponse:
    """Create a league with a first season that begins today, so that a match can start at once."""
    form = NewLeagueForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        assert isinstance(request.user, User)
        try:
            given = dict(form.cleaned_data)
            league = services.create_league(
                owner=request.user,
                key=key_of(request),
                first_season=_("First season"),
                rules=new_season_rules(given.pop("ranking")),
                way="page",
                **given,
            )
        except Refused as refused:
            form.refuse(refused)
        else:
            return redirect("league", league.slug)
    return render(request, "league/new.html", {"form": form, "examples": examples()})
