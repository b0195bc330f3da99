"""Home: the user's leagues, tonight's matches, and starting another with one tap."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from zarleague.engine import KEYS, find
from zarleague.engine.declared import is_declared
from zarleague.engine.games import scored
from zarleague.leagues import mailed_invitations, selectors, services
from zarleague.leagues.models import League, User
from zarleague.play.demo.organiser import visitors_link
from zarleague.play.selectors import last_evenings, open_matches
from zarleague.standings.rules import new_season_rules
from zarleague.web.accounts.beginning import begin, may_begin
from zarleague.web.accounts.demo import demo_league
from zarleague.web.arriving.failures import DeadLink
from zarleague.web.arriving.requests import actor_of, key_of
from zarleague.web.league.forms import ANOTHER_GAME, NewLeagueForm
from zarleague.web.league.links import as_it_stands
from zarleague.web.league.season_pages.ranking_examples import examples
from zarleague.web.league.showcase import showcase
from zarleague.web.replay.pages import example_address

SHOWN_PUBLIC = 12
"""Public leagues named on the front page."""
SHOWN_INVITATIONS = 20
ONE_TABLE = 6
"""Players of a new league who sit at one table for its first match; more are drawn."""
SHOWN_MATCHES = 24
"""Open matches of the user's leagues, those that started last."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the user's leagues with their open matches, and some public leagues."""
    actor = actor_of(request)
    mine = list(selectors.leagues_of(actor))
    others = selectors.public_leagues()[: SHOWN_PUBLIC + len(mine)]
    public = [league for league in others if league not in mine][:SHOWN_PUBLIC]
    context: dict[str, Any] = {
        "invitations": selectors.invitations_for(actor.user)[:SHOWN_INVITATIONS]
        if actor.user is not None
        else [],
        "mine": mine,
        "public": public,
        "played": last_evenings(public),
        "playing": open_matches(mine)[:SHOWN_MATCHES],
        "example": example_address(),
        "demo": demo_league(request),
        "may_try": visitors_link() is not None,
    }
    if not mine:
        context["games"] = [(find(key).title, reverse("rulebook", args=(key,))) for key in KEYS]
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
        raise DeadLink
    actor = actor_of(request)
    answer = request.POST.get("answer", "") if request.method == "POST" else ""
    if answer == "accept":
        if actor.user is None:
            return redirect_to_login(request.path)
        services.accept_invitation(invited, actor=actor, letter=token)
        return redirect("league", invited.league.slug)
    if answer == "decline":
        invited = services.decline_invitation(invited, actor=actor, letter=token)
    return render(
        request, "league/letter.html", {"invited": invited, **as_it_stands(invited.league)}
    )


def new_league(request: HttpRequest) -> HttpResponse:
    """Create a league with a first season that begins today, and go on to its first match, with
    many people to the evening on which their tables are drawn, or first to the page that makes its
    main game. Visitors get an account, to be finished later."""
    user = actor_of(request).user
    is_visitor = user is None
    if is_visitor and not may_begin(request):
        return redirect_to_login(request.path)
    own_name = user.get_full_name() if user else ""
    form = NewLeagueForm(request.POST or None, initial={"plays_as": own_name})
    if request.method == "POST" and form.is_valid():
        if is_visitor and (slowed := begin(request, form.cleaned_data["plays_as"])):
            return slowed
        with form.showing_refusals():
            league = _create(request, form)
            if form.cleaned_data["default_game"] == ANOTHER_GAME:
                return redirect(f"{reverse('new-game', args=[league.slug])}?main=1")
            return redirect(_first_table(league))
    return render(
        request, "league/new.html", {"form": form, "examples": examples(), "is_visitor": is_visitor}
    )


def _first_table(league: League) -> str:
    """Return the page on which a new league sits down. From the start of a match of a game of its
    own, which is counted only, it goes on to the first hand."""
    players = [player.pk for player in selectors.first_players(league)]
    game = league.default_game
    _least, most = scored(game).seats(selectors.house_rules(league, game))
    if len(players) > min(ONE_TABLE, most):
        return f"{reverse('evening', args=(league.slug, 'tonight'))}?everybody=yes"
    asked = [("seat", player) for player in players]
    if is_declared(game):
        asked.append(("enter", 1))
    return f"{reverse('start-match', args=(league.slug,))}?{urlencode(asked)}"


def _create(request: HttpRequest, form: NewLeagueForm) -> League:
    assert isinstance(request.user, User)
    given = dict(form.cleaned_data)
    given.pop("default_game")
    return services.create_league(
        owner=request.user,
        key=key_of(request),
        first_season=_("First season"),
        rules=new_season_rules(given.pop("ranking")),
        language=get_language() or settings.LANGUAGE_CODE,
        way="page",
        **given,
        **form.main_game(),
    )
