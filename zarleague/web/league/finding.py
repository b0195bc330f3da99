"""The search palette of a league: jump to a player, a match, a rule or a page of the league."""

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zarleague.engine.games import scored
from zarleague.leagues import access, selectors
from zarleague.leagues.models import League
from zarleague.play import selectors as play
from zarleague.web.arriving.requests import actor_of, league_or_404
from zarleague.web.rendering.words import day

MOST_FOUND: Final = 12
MOST_PLAYERS: Final = 6
MOST_MATCHES: Final = 40
"""Matches that are searched: the open ones, and the last that were played."""
LONGEST: Final = 60
"""Characters of a search text that are used."""


class JumpTarget(NamedTuple):
    """One search result."""

    kind: str
    title: str
    note: str
    address: str


@require_safe
def palette(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the palette as an HTML fragment."""
    league = league_or_404(request, slug)
    return render(request, "league/palette.html", {"league": league} | _found(request, league))


@require_safe
def found(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the search results for ``?q=`` as an HTML fragment."""
    league = league_or_404(request, slug)
    return render(request, "league/found.html", _found(request, league))


def _found(request: HttpRequest, league: League) -> dict[str, object]:
    asked = request.GET.get("q", "")[:LONGEST]
    words = asked.casefold().split()
    places = _places(request, league, asked.strip(), words)
    return {"places": list(islice(places, MOST_FOUND)), "asked": asked}


def _places(
    request: HttpRequest, league: League, asked: str, words: list[str]
) -> Iterator[JumpTarget]:
    """Yield the targets that contain all the words; without words, the pages of the league."""

    def fits(*texts: str) -> bool:
        together = " ".join(texts).casefold()
        return all(word in together for word in words)

    for title, name in _parts(request, league):
        if fits(title):
            yield JumpTarget(_("Page"), title, "", reverse(name, args=[league.slug]))
    if not words:
        return
    for player in selectors.players_named(league, asked)[:MOST_PLAYERS]:
        address = reverse("player", args=[league.slug, player.pk])
        yield JumpTarget(_("Player"), player.name, "", address)
    season = league.seasons.first()
    closed = play.closed_matches(season)[:MOST_MATCHES] if season else []
    for match in [*play.open_matches([league])[:MOST_MATCHES], *closed]:
        names = ", ".join(seat.player.name for seat in match.seats.all())
        title = f"{selectors.game_title(league, match.game)}, {day(match.played_on)}"
        if fits(title, names):
            yield JumpTarget(
                _("Match"), title, names, reverse("match", args=[league.slug, match.pk])
            )
    game = scored(league.default_game)
    for rule in game.rules.values():  # a league's own game has none, and no rulebook
        if fits(_(rule.text)):
            book = reverse("rulebook", args=[game.key])
            yield JumpTarget(_("Rule"), _(rule.text), game.title, f"{book}#rule-{rule.key}")


def _parts(request: HttpRequest, league: League) -> list[tuple[str, str]]:
    """Return the pages of the league that the visitor may open: titles and view names."""
    parts = [
        (_("League"), "league"),
        (_("Seasons"), "seasons"),
        (_("Players"), "players"),
        (_("Ratings"), "ratings"),
        (_("Rulings"), "casebook"),
    ]
    if access.can_organise(actor_of(request), league):
        parts += [
            (_("Settings"), "league-settings"),
            (_("People"), "people"),
            (_("Add players"), "add-player"),
            (_("Start a season"), "new-season"),
        ]
    return parts
