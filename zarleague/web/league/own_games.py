"""A league's own games: examples to add by one tap, the page that makes one, its file, and what
another definition would move."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header, urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.http import require_POST, require_safe

from zarleague.engine.declared import (
    NUMBER,
    PREFIX,
    Definition,
    ruleset_of,
    to_data,
    to_text,
)
from zarleague.engine.declared.examples import examples
from zarleague.engine.entry import EntryForm
from zarleague.engine.games import KEYS, find, scored
from zarleague.leagues import selectors, services
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import League, LeagueGame
from zarleague.play import selectors as play_selectors
from zarleague.play import services as play_services
from zarleague.web.arriving.requests import (
    actor_of,
    found_or_404,
    key_of,
    organised_league,
    showing_refusals,
)
from zarleague.web.league.context import show
from zarleague.web.league.game_words import changes

SAMPLE_HANDS: Final = 3
_NEW: Final = {
    "format": "zarleague-game",
    "version": 1,
    "name": "",
    "players": [2, 8],
    "wins": "low",
    "fields": [
        {"key": "f1", "label": "", "asked": "points", "least": 0, "most": 500, "each": 1},
    ],
    "limit": 100,
}
"""What the page begins with: points of each player, the fewest win, up to 100."""


@dataclass(frozen=True, slots=True)
class SampleSeat:
    """A seat of a sample hand; its index is unique among the hands, so that boxes have ids."""

    index: int
    name: str


@dataclass(frozen=True, slots=True)
class VersionOnPage:
    """A version of a game, and what it changed: what is set, to what before and after."""

    version: play_selectors.GameVersion
    changes: list[tuple[str, str, str]]


def own_games(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the league's own games and the examples; POST adds an example, or the game of a file."""
    league = organised_league(request, slug)
    if request.method == "POST":
        given = request.POST.get("example", "")
        chosen = next((one for one in examples() if one.name == given), None)
        text = to_text(chosen) if chosen else _file(request)
        with showing_refusals(request):
            name = services.checked_definition(text).name
            known = selectors.own_game_called(league, name)
            before = known.overrides if known is not None else None
            game = services.declare_game(league, text, actor=actor_of(request))
            messages.success(request, _added(before, game.overrides))
            return redirect(_address(game))
    own = selectors.own_games(league)
    counts = play_selectors.own_matches(league)
    tiles = [(row, _address(row), counts.get(row.game, 0)) for row in own]
    known_names = {name for row in own for name in (row.own_name, row.game.removeprefix(PREFIX))}
    return show(
        request,
        "league/own_games.html",
        league,
        "settings",
        mine=[tile for tile in tiles if not tile[0].inactive],
        inactive=[tile for tile in tiles if tile[0].inactive],
        examples=[one for one in examples() if one.name not in known_names],
    )


def _address(row: LeagueGame) -> str:
    """Return the address of a game's page, which stays when the game is renamed."""
    return reverse("own-game", args=[row.league.slug, row.game.removeprefix(PREFIX)])


def _added(before: Mapping[str, str] | None, after: Mapping[str, str]) -> str:
    """Return what became of a game that was added; *before* are the values it had, None if it is
    new."""
    if before is None:
        return _("Added. You can play it now.")
    if before == after:
        return _("The league has this game already, just as it is in the file.")
    return _("The league has this game already. This is its version %(number)s now.") % {
        "number": after[NUMBER]
    }


def _file(request: HttpRequest) -> str:
    """Return the text of an uploaded file, as far as a definition may be long."""
    upload = request.FILES.get("file")
    return upload.read(80_000).decode(errors="replace") if upload else ""


def new_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page that makes a game, with ``?like=`` beginning with what another game of the
    league or an example is, under no name yet; POST adds it, with ``?main=1`` as the main game."""
    league = organised_league(request, slug)
    return _make(request, league, None, _like(league, request.GET.get("like", "")))


def _like(league: League, name: str) -> dict[str, Any]:
    """Return the data that a new game begins with, of the game or the example with that name."""
    if not name:
        return _NEW
    example = next((one for one in examples() if one.name == name), None)
    if example is None or selectors.own_game(league, name) is not None:
        example = selectors.present_definition(_game(league, name))
    return to_data(example) | {"name": ""}


def own_game(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show one game to change; POST gives it another definition or name."""
    league = organised_league(request, slug)
    return _make(request, league, _game(league, name))


def _make(
    request: HttpRequest, league: League, present: LeagueGame | None, begun: dict[str, Any] = _NEW
) -> HttpResponse:
    data: Any = to_data(selectors.present_definition(present)) if present else begun
    error, looking = "", present is not None and "look" in request.POST
    is_main = present is None and "main" in request.GET
    moved: list[play_services.MovedHand] = []
    if request.method == "POST":
        try:
            declared = services.checked_definition(request.POST.get("definition", ""))
            if present is not None and looking:
                moved = play_services.preview_rescoring(league, present.game, declared)
            else:
                game = _saved(request, league, present, declared, is_main=is_main)
                messages.success(request, _("Saved. Matches already started keep their rules."))
                if "play" in request.POST:
                    return redirect(_first_match(league, declared))
                return redirect(_address(game))
        except Refused as refused:
            error = refused.text
        data = _typed(request) or data
    if present is not None and request.method != "POST":
        with showing_refusals(request):
            moved = play_services.preview_rescoring(league, present.game)
    return show(
        request,
        "league/own_game.html",
        league,
        "settings",
        present=present,
        name=present.game.removeprefix(PREFIX) if present else "",
        is_main=is_main,
        data=data,
        error=error,
        version=selectors.rules_of(present)[NUMBER] if present else "",
        moved=moved[:100],
        moves=len(moved),
        looked=looking and not error,
        versions=_versions(league, present) if present else [],
        engines=[(key, find(key).title) for key in KEYS],
    )


@transaction.atomic
def _saved(
    request: HttpRequest,
    league: League,
    present: LeagueGame | None,
    declared: Definition,
    *,
    is_main: bool,
) -> LeagueGame:
    """Return the game that was added, or renamed and given its new definition. Raise Refused."""
    actor = actor_of(request)
    if present is not None:
        services.rename_game(league, present.game, declared.name, actor=actor)
    elif selectors.own_game_called(league, declared.name) is not None:
        raise Invalid("definition", gettext_noop("The league already has a game with this name."))
    declare = services.declare_main_game if is_main else services.declare_game
    return declare(league, to_text(declared), actor=actor)


def _first_match(league: League, declared: Definition) -> str:
    """Return the address that starts a match of those who played last, in a new league of
    everybody, and goes on to its first hand."""
    seats = play_selectors.seated_last(league)
    if not seats:
        most = declared.players[1]
        everybody = [player.pk for player in selectors.first_players(league)[: most + 1]]
        seats = everybody if len(everybody) <= most else []
    asked: dict[str, str | int | list[int]] = {
        "game": PREFIX + declared.name,
        "seat": seats,
        "enter": 1,
    }
    return f"{reverse('start-match', args=[league.slug])}?{urlencode(asked, doseq=True)}"


def _versions(league: League, present: LeagueGame) -> list[VersionOnPage]:
    """Return the versions of a game, the latest first, with what each changed."""
    found = play_selectors.versions_of_game(league, present.game)
    earlier = [*(one.definition for one in found[1:]), None]
    return [
        VersionOnPage(one, changes(before, one.definition) if before else [])
        for one, before in zip(found, earlier, strict=True)
    ]


def _typed(request: HttpRequest) -> Any:
    """Return what was typed into a page that was refused, None if it cannot be read."""
    try:
        data = json.loads(request.POST.get("definition", ""))
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _game(league: League, name: str) -> LeagueGame:
    """Return the game that was added under a name. Raise Http404."""
    return found_or_404(selectors.own_game(league, name))


@require_POST
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the entry form of a definition as it will be, for three sample hands, or what is wrong
    with it; nothing is written."""
    organised_league(request, slug)
    error, definition, form = "", None, None
    try:
        definition = services.checked_definition(request.POST.get("definition", ""))
    except Refused as refused:
        error = refused.text
    names = ["Ann", "Bob", "Cat"]
    hands: list[list[SampleSeat]] = []
    if definition is not None:
        form = _first_form(definition)
        count = max(definition.players[0], min(3, definition.players[1]))
        names += ["Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea"]
        hands = [
            [SampleSeat(hand * 20 + seat, names[seat]) for seat in range(count)]
            for hand in range(SAMPLE_HANDS)
        ]
    context = {"error": error, "definition": definition, "form": form, "hands": hands}
    return render(request, "league/own_game_preview.html", context)


def _first_form(definition: Definition) -> EntryForm:
    ruleset = ruleset_of(definition)
    return scored(ruleset.game).forms(ruleset)[0]


@require_safe
def game_file(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Return the definition as a file to share, whose name says which version it is."""
    league = organised_league(request, slug)
    game = _game(league, name)
    definition = selectors.present_definition(game)
    text = json.dumps(to_data(definition), ensure_ascii=False, indent=2) + "\n"
    answer = HttpResponse(text, content_type="application/json")
    file = f"{definition.name} v{selectors.rules_of(game)[NUMBER]}.json"
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=file)
    return answer


@require_POST
def set_inactive(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Record that a game is no longer played, or is played again."""
    league = organised_league(request, slug)
    game = _game(league, name)
    with showing_refusals(request):
        services.set_game_inactive(
            league, game.game, "inactive" in request.POST, actor=actor_of(request)
        )
    return redirect(_address(game))


@require_POST
def rescore(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Score the hands of running seasons by the present definition."""
    return _move(request, slug, name, "")


@require_POST
def replace(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Make the game's matches those of a game with an engine."""
    return _move(request, slug, name, request.POST.get("by", ""))


def _move(request: HttpRequest, slug: str, name: str, by: str) -> HttpResponse:
    league = organised_league(request, slug)
    _game(league, name)
    given: dict[str, Any] = {
        "reason": request.POST.get("reason", ""),
        "actor": actor_of(request),
        "key": key_of(request),
    }
    with showing_refusals(request):
        if by:
            play_services.replace_game(league, PREFIX + name, by, **given)
            left = play_selectors.matches_of(league, game=PREFIX + name).count()
            messages.success(
                request,
                ngettext(
                    "%(num)s match is left. Move it in the same way.",
                    "%(num)s matches are left. Move them in the same way.",
                    left,
                )
                % {"num": left}
                if left
                else _("All matches moved; every hand keeps its points."),
            )
        else:
            play_services.rescore_game(league, PREFIX + name, **given)
            messages.success(request, _("Scored again."))
    return redirect("own-game", league.slug, name)
