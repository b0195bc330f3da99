"""The rulebook: for each game its deck, points, contested points, and rules with their sources."""

from operator import attrgetter

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zarleague.engine import KEYS, Game, RulesetError, find
from zarleague.engine.cards import Face
from zarleague.leagues.request_actor import actor_of
from zarleague.play import selectors
from zarleague.play.verdicts.rulesets import preset_of
from zarleague.web.rendering import pictures

SHOWN_RULINGS = 200
"""Rulings of a game listed at its rules; a league's casebook has all."""


def game_or_404(key: str) -> Game:
    """Return the game of an address. Raise Http404 if there is none."""
    try:
        return find(key)
    except KeyError as error:
        raise Http404(str(error)) from None


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the games."""
    return render(request, "rules/index.html", {"games": [find(key) for key in KEYS]})


@require_safe
def rulebook(request: HttpRequest, key: str) -> HttpResponse:
    """Show the rules of one game under one of its presets: ``?preset=``, by default the first."""
    game = game_or_404(key)
    try:
        ruleset = game.ruleset(request.GET.get("preset", ""))
    except RulesetError as error:
        raise Http404(str(error)) from None
    groups: dict[int, list[Face]] = {}
    for face in sorted(game.deck(ruleset).faces, key=attrgetter("points")):
        groups.setdefault(face.points, []).append(face)
    return render(
        request,
        "rules/game.html",
        {
            "game": game,
            "preset": preset_of(ruleset),
            "ruleset": ruleset,
            "seats": game.seats(ruleset),
            "deck": game.deck(ruleset),
            "groups": groups.values(),
            "rules": list(game.rules.values()),
            "cited": selectors.rulings_by_rule(actor_of(request), key, SHOWN_RULINGS),
        },
    )


@require_safe
def rulebook_picture(request: HttpRequest, key: str) -> HttpResponse:
    """Return some cards of a game as PNG, for chats."""
    game = game_or_404(key)
    return pictures.site_picture(
        f"rules-{key}", lambda: pictures.game_svg(game.title, _(game.summary), game)
    )


urlpatterns = [
    path("rules/", index, name="rules"),
    path("rules/<slug:key>/picture.png", rulebook_picture, name="rulebook-picture"),
    path("rules/<slug:key>/", rulebook, name="rulebook"),
]
