"""The casebook of a league: search rulings by game, rule, option and words, page by page."""

from functools import partial
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zarleague.engine import KEYS, find
from zarleague.leagues import access
from zarleague.play import selectors, services
from zarleague.play.verdicts import reverifying
from zarleague.web.arriving.requests import actor_of, id_in, league_or_404, organised_league
from zarleague.web.league.context import show
from zarleague.web.rendering.words import local_time

ON_A_PAGE = 20


@require_safe
def casebook(request: HttpRequest, slug: str) -> HttpResponse:
    """List the league's rulings and those that other leagues share. ``?game=``, ``?rule=``,
    ``?option=`` and ``?words=`` filter them."""
    league = league_or_404(request, slug)
    game = request.GET.get("game", "")
    asked = {
        "game": game if game in KEYS else "",
        "words": request.GET.get("words", "")[:200],
        "rule": request.GET.get("rule", ""),
        "option": request.GET.get("option", ""),
    }
    chosen = find(asked["game"]) if asked["game"] else None
    if chosen is None or asked["rule"] not in chosen.rules:
        asked["rule"] = ""
    if chosen is None or asked["option"] not in {option.key for option in chosen.options}:
        asked["option"] = ""
    page = Paginator(selectors.casebook(league, **asked), ON_A_PAGE).get_page(
        request.GET.get("page")
    )
    return show(
        request,
        "rulings/casebook.html",
        league,
        "rulings",
        page=page,
        asked=asked,
        query=urlencode({name: value for name, value in asked.items() if value}),
        games=[find(key) for key in KEYS],
        game=chosen,
        pending=selectors.pending_disputes(league)[:ON_A_PAGE],
        moment=partial(local_time, league),
        judged_otherwise=access.can_organise(actor_of(request), league)
        and selectors.engine_differences(league).exists(),
    )


def differences(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the organiser the stored logs that another engine version judges differently; POST
    dismisses those shown."""
    league = organised_league(request, slug)
    if request.method == "POST":
        services.put_differences_aside(league, id_in(request, "upto"), actor=actor_of(request))
        return redirect("casebook", slug)
    page = Paginator(selectors.engine_differences(league), ON_A_PAGE).get_page(
        request.GET.get("page")
    )
    return show(
        request,
        "rulings/differences.html",
        league,
        "rulings",
        page=page,
        coverage=reverifying.progress(),
        upto=max((one.pk for one in page.object_list), default=0),
        verdicts={
            "l": _("Allowed"),
            "u": _("Can’t tell"),
            "i": _("Not allowed"),
            "": _("not in the play log"),
        },
        rules_of={key: find(key).rules for key in KEYS},
        moment=partial(local_time, league),
    )
