"""Start a match: choose the game, seats, dealer and rules."""

import contextlib
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zarleague.engine.games import scored
from zarleague.leagues import access
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import League
from zarleague.leagues.models.league import LEFT_EARLY, NIGHT_ENDS, GivenUp
from zarleague.leagues.selectors import (
    games_of,
    has_game,
    house_rules,
    players_among,
    season_for_match,
    season_of,
    season_to_begin_earlier,
    seasons_at,
)
from zarleague.play import selectors, services
from zarleague.play.errors import AskAgain
from zarleague.play.models import Match
from zarleague.reports import selectors as reports
from zarleague.standings.results import LeftEarly
from zarleague.web.arriving.requests import (
    actor_of,
    day_in,
    key_of,
    league_or_404,
    player_or_new,
    tonight,
    whole_number,
)
from zarleague.web.table.rules import GameChoice, chosen_rules
from zarleague.web.table.shared import (
    league_page,
    match_url,
    only_final,
    pages_to_start,
    require,
    usual_season,
)

MOST_OFFERED = 48
"""Players to tap; others are found by their names."""


def start(request: HttpRequest, league: str) -> HttpResponse:
    """Show the page that starts a match; POST starts it, once for each idempotency key, and goes on
    to its page, or to its first hand with ``?enter=1``."""
    found = league_or_404(request, league)
    evening = tonight(found)
    require(request, access.can_start(actor_of(request), found, evening))
    error, doubted, of_season = "", False, False
    may_begin_earlier = access.can_organise(actor_of(request), found)
    organises = access.is_scorekeeper(actor_of(request), found.pk)
    if request.method == "POST":
        try:
            if may_begin_earlier and "begin" in request.POST:
                _begin_earlier(request, found)
                if not request.POST.getlist("seat"):
                    return redirect(request.get_full_path())
            page = "enter-hand" if "enter" in request.GET else "match"
            return redirect(match_url(page, _start(request, found)))
        except AskAgain as doubt:
            error, doubted = doubt.text, True
        except Refused as refused:
            error = refused.text
            of_season = isinstance(refused, Invalid) and refused.field == "season"
    seasons = seasons_at(found, evening)
    asked = request.POST.get("season") or request.GET.get("season", "")
    season = next((one for one in seasons if str(one.pk) == asked), None) or usual_season(
        seasons, evening
    )
    asked_day = evening
    with contextlib.suppress(Invalid):
        asked_day = day_in(request, evening)
    games = games_of(found)
    wanted = ((request.POST or request.GET).get("game"), season and season.game, found.default_game)
    context: dict[str, Any] = {
        "given": request.POST,
        "games": [GameChoice.of(house_rules(found, key)) for key in games],
        # An address may name a game that the league has not.
        "chosen": next((key for key in wanted if key in games), games[0]),
        "players": (offered := selectors.players_by_last_match(found, MOST_OFFERED)),
        "has_more": len(offered) == MOST_OFFERED,
        "last_players": selectors.seated_last(found),
        "seated": _seated(found, (request.POST or request.GET).getlist("seat")),
        "dealer": request.POST.get("dealer", ""),
        "error": error,
        "seasons": seasons,
        "only_final": (final := only_final(seasons, asked)),
        "why_not_final": error if final and of_season else "",
        "later": season_to_begin_earlier(found, asked_day) if may_begin_earlier else None,
        "asked_day": asked_day,
        "doubted": doubted,
        "today": evening,
        "played_on": request.POST.get("played_on", ""),
        "season": str(season.pk) if season else "",
        "may_choose_day": organises,
        "phone": _for_the_phone(found),
        "keeps": pages_to_start(found, [key for key in games_of(found) if _is_answered(found, key)])
        if seasons
        else [],
        "left_early": LEFT_EARLY,
        "left_early_now": dict(LEFT_EARLY)[LeftEarly(found.left_early)],
        "rule": request.POST.get("left_early") or found.left_early,
        "given_up": GivenUp.choices,
        "given_up_rule": request.POST.get("given_up") or found.given_up,
        "share": request.POST.get("hands_share") or found.hands_share,
    }
    return league_page(request, "match/start.html", found, context)


def _is_answered(league: League, game: str) -> bool:
    """Return whether a match of the game can start under the house rules as they are."""
    return not scored(game).unanswered(house_rules(league, game))


def _for_the_phone(league: League) -> dict[str, Any]:
    """Return what static/js/table/start.js needs to start a match without the network. Addresses
    with a 0 are those of a match that will exist."""
    return {
        "start": reverse("api-matches", args=(league.slug,)),
        "save": reverse("api-hands", args=(0,)),
        "pad": reverse("match", args=(league.slug, 0)),
        "enter": reverse("enter-on-phone", args=(league.slug, "0")),
        "zone": league.time_zone,
        "nightEnds": NIGHT_ENDS.total_seconds() / 3600,
    }


@require_safe
def outlook(request: HttpRequest, league: str) -> HttpResponse:
    """Return one line on the expected result of the players in ``?seat=`` at ``?game=``. Players
    without a rating count as average. Empty while none of them has one."""
    found = league_or_404(request, league)
    require(request, access.can_start(actor_of(request), found, tonight(found)))
    names = {
        -1 - index if seat["id"].startswith("+") else int(seat["id"]): seat["name"]
        for index, seat in enumerate(_seated(found, request.GET.getlist("seat")))
    }
    game = request.GET.get("game", "")
    chances = []
    if reports.is_any_rated(found, game, list(names)):
        expected = reports.expected_result(found, game, list(names))
        chances = [(names[each.player_id], each.win) for each in expected]
    return render(request, "match/outlook.html", {"chances": chances})


def _seated(league: League, seats: list[str]) -> list[dict[str, str]]:
    """Return the chosen players of a form that was refused: the value of each seat and its name."""
    known = players_among(league, [whole_number(seat) or 0 for seat in seats])
    names = {str(player.pk): player.name for player in known}
    names |= {seat: seat[1:] for seat in seats if seat.startswith("+")}
    return [{"id": seat, "name": names[seat]} for seat in seats if seat in names]


def _start(request: HttpRequest, league: League) -> Match:
    day = day_in(request, tonight(league))
    chosen = whole_number(request.POST.get("season", ""))
    seats = request.POST.getlist("seat")
    players = [player_or_new(league, seat) for seat in seats]
    season = season_of(league, chosen) if chosen else season_for_match(league, day, players)
    if season is None:
        raise Invalid("season", _("This league has no such season."))
    key = request.POST.get("game", "")
    if not has_game(league, key):
        raise Invalid("game", _("There’s no such game."))
    preset, overrides = chosen_rules(request, house_rules(league, key))
    dealer = request.POST.get("dealer", "")
    return services.start_match(
        season,
        players,
        services.MatchTerms(
            game=key,
            preset=preset,
            overrides=overrides,
            first_dealer=seats.index(dealer) if dealer in seats else 0,
            left_early=request.POST.get("left_early", ""),
            hands_share=whole_number(request.POST.get("hands_share", "")),
            given_up=request.POST.get("given_up", ""),
        ),
        actor=actor_of(request),
        key=key_of(request),
        played_on=day,
        anyway=bool(request.POST.get("anyway")),
    )


def _begin_earlier(request: HttpRequest, league: League) -> None:
    """Let the season that starts next begin on the chosen day, as the page offers."""
    day = day_in(request, tonight(league))
    if (later := season_to_begin_earlier(league, day)) is not None:
        services.begin_earlier(later, day, actor=actor_of(request))
