"""Preview pictures of the first page, of a public league, of its seasons and of its players."""

from typing import Final
from zlib import crc32

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zarleague.engine.games import find
from zarleague.leagues import selectors
from zarleague.leagues.models import League, Player, Season
from zarleague.play import selectors as play
from zarleague.reports.words.leading import leaders
from zarleague.web.arriving.requests import found_or_404, league_or_404, season_or_404, tonight
from zarleague.web.league.season_pages.table import row_figures
from zarleague.web.rendering import pictures

SHOWN_GAME: Final = "zar"
"""The game whose cards stand for the site."""
FIGURES: Final = 4
"""Figures of a season on a player's picture."""
FORM: Final = 10
"""Last hands whose places a player's picture names."""


@require_safe
def league_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the leaders of a public league's season as PNG."""
    league = league_or_404(request, slug)
    season = _present(league)
    return pictures.picture(
        league, f"league-{_state(season)}", lambda: _leaders(league.name, season)
    )


@require_safe
def season_picture(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Return the leaders of one season as PNG."""
    season = season_or_404(request, slug, season_id)
    return pictures.picture(
        season.league, f"league-{_state(season)}", lambda: _leaders(season.league.name, season)
    )


@require_safe
def player_picture(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Return a player's season as PNG: rank, hands, wins, the places of the last hands."""
    league = league_or_404(request, slug)
    counted = selectors.aliases(league.pk).get(player_id, player_id)
    player = found_or_404(selectors.player_of(league, counted))
    season = _present(league)
    return pictures.picture(
        league,
        f"player-{player.pk}-{crc32(player.name.encode())}-{_state(season)}",
        lambda: _of_player(player, season),
    )


@require_safe
def home_picture(request: HttpRequest) -> HttpResponse:
    """Return what the first page offers as PNG."""
    words = _("Your card league, scored at the table")
    return pictures.site_picture(
        "home", lambda: pictures.game_svg("zarleague", words, find(SHOWN_GAME))
    )


def _present(league: League) -> Season | None:
    return selectors.current_season(league, tonight(league)) or league.seasons.first()


def _state(season: Season | None) -> str:
    return f"{season.pk}-{season.revision}" if season else "none"


def _leaders(title: str, season: Season | None) -> str:
    if season is None:
        return pictures.svg(title, "")
    first = leaders(season, pictures.SHOWN)
    lines = [pictures.PictureLine(one.rank, one.name, one.figure) for one in first.lines]
    return pictures.svg(title, f"{season.name} · {first.order}", lines)


def _of_player(player: Player, season: Season | None) -> str:
    row = play.row_of(season, player.pk) if season else None
    below = f"{player.league.name} · {season.name}" if season else player.league.name
    if season is None or row is None:
        return pictures.svg(player.name, below)
    last = play.player_history(player, season=season, limit=FORM)[::-1]
    facts = [
        *row_figures(season, row)[:FIGURES],
        (_("Last ten hands"), " ".join(str(hand.place) for hand in last)),
    ]
    lines = [pictures.PictureLine("", words, shown) for words, shown in facts]
    return pictures.svg(player.name, below, lines)
