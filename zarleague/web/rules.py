"""The rulebook: for each game its deck, points, contested points and rules with their sources."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from zarleague.engine import KEYS, Game, RulesetError, find
from zarleague.engine.cards import Face


def game_or_404(key: str) -> Game:
    """The game of an address."""
    try:
        return find(key)
    except KeyError as error:
        raise Http404(str(error)) from None


def index(request: HttpRequest) -> HttpResponse:
    """The games there are."""
    return render(request, "rules/index.html", {"games": [find(key) for key in KEYS]})


def rulebook(request: HttpRequest, key: str) -> HttpResponse:
    """One game under one of its presets (``?preset=``), the usual one first."""
    game = game_or_404(key)
    try:
        ruleset = game.ruleset(request.GET.get("preset", ""))
    except RulesetError as error:
        raise Http404(str(error)) from None
    groups: dict[str, list[Face]] = {}
    for face in game.deck(ruleset).faces:
        groups.setdefault(face.kind, []).append(face)
    return render(
        request,
        "rules/game.html",
        {
            "game": game,
            "preset": next(p for p in game.presets if p.key == ruleset.preset),
            "ruleset": ruleset,
            "seats": game.seats(ruleset),
            "deck": game.deck(ruleset),
            "groups": groups.values(),
            "rules": list(game.rules.values()),
        },
    )


urlpatterns = [
    path("rules/", index, name="rules"),
    path("rules/<slug:key>/", rulebook, name="rulebook"),
]
