"""Preview pictures that chats show for links to public pages: a title, and some rows."""

import textwrap
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from django.http import Http404, HttpResponse
from django.utils.translation import get_language
from markupsafe import Markup, escape

from zarleague.engine.cards import Face
from zarleague.engine.game import Game
from zarleague.leagues.models import League
from zarleague.reports.drawings.table_picture import (
    ACCENT,
    FONT,
    HEIGHT,
    INK,
    PAPER,
    SOFT,
    WIDTH,
    cards_svg,
    png,
)
from zarleague.storage.kept_pages import kept_pages

SHOWN: Final = 5
"""Rows that fit into a picture."""
KEPT: Final = 3600
"""Seconds for which a picture is cached; its key changes as soon as its contents do."""
LINE: Final = 74
LONGEST: Final = 30
"""Characters of a name or a title, at most."""
WIDEST: Final = 62
"""Characters of a line of the subtitle, at most."""
CARDS: Final = 7
"""Cards in the picture of a game."""


class PictureLine(NamedTuple):
    """One row: the text on the left, the text beside it, and the text on the right."""

    mark: str
    words: str
    figure: str


def picture(league: League, key: str, draw: Callable[[], str]) -> HttpResponse:
    """Return the SVG of *draw* as PNG, rendered once for each key and language and cached for
    everybody. Raise Http404 if the league is not public, since a posted link must show no more than
    strangers may see."""
    if league.visibility != League.Visibility.PUBLIC:
        raise Http404
    return site_picture(f"{league.pk}-{key}", draw)


def site_picture(key: str, draw: Callable[[], str]) -> HttpResponse:
    """Return the SVG of *draw* as PNG like `picture`, of a page that every stranger may see."""
    key = f"picture-{key}-{get_language()}"
    drawn = kept_pages.get(key)
    if drawn is None:
        drawn = png(draw())
        kept_pages.set(key, drawn, KEPT)
    answer = HttpResponse(drawn, content_type="image/png")
    answer.headers["Cache-Control"] = "max-age=300"
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


def svg(title: str, below: str, lines: Sequence[PictureLine] = (), *, leads: bool = True) -> str:
    """Return a picture; with ``leads`` the first row is highlighted."""
    return _framed(title, [below], _rows(lines[:SHOWN], leads=leads))


def game_svg(title: str, below: str, game: Game) -> str:
    """Return a picture of cards from all over a game's deck; ``below`` may take two lines."""
    faces = game.deck(game.ruleset()).faces
    shown: Sequence[Face] = [faces[at * (len(faces) - 1) // (CARDS - 1)] for at in range(CARDS)]
    lines = textwrap.wrap(below, WIDEST, max_lines=2, placeholder="…")
    return _framed(title, lines, [cards_svg(shown, 84, 310, WIDTH - 2 * 84)])


def _framed(title: str, below: Sequence[str], parts: Sequence[Markup]) -> str:
    drawn = [
        Markup(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'),  # noqa: S704
        Markup(f'<rect width="24" height="{HEIGHT}" fill="{ACCENT}"/>'),  # noqa: S704
        _text(84, 118, 58, title, weight=700),
        *(
            _text(84, 168 + 44 * at, 30, line, colour=SOFT, most=WIDEST)
            for at, line in enumerate(below)
        ),
        *parts,
    ]
    inner = Markup("").join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="{FONT}">{inner}</svg>'
    )


def _rows(lines: Sequence[PictureLine], *, leads: bool) -> Sequence[Markup]:
    parts = []
    has_marks = any(line.mark for line in lines)
    for place, line in enumerate(lines):
        y = 256 + LINE * place
        weight, colour = (700, ACCENT) if leads and place == 0 else (600, INK)
        parts += [
            _text(84, y, 40, line.mark, colour=SOFT),
            _text(150 if has_marks else 84, y, 40, line.words, weight=weight, colour=colour),
            _text(WIDTH - 84, y, 40, line.figure, weight=700, colour=colour, anchor="end"),
        ]
    return parts


def _text(
    x: int,
    y: int,
    size: int,
    words: str,
    *,
    weight: int = 400,
    colour: str = INK,
    anchor: str = "start",
    most: int = LONGEST,
) -> Markup:
    shown = words if len(words) <= most else f"{words[: most - 1]}…"
    return (
        Markup(  # noqa: S704
            f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{colour}" '
            f'text-anchor="{anchor}">'
        )
        + escape(shown)
        + Markup("</text>")
    )
