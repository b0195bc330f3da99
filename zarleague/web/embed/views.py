"""Views of embeds: readable without signing in until their link is revoked."""

from collections.abc import Callable
from typing import Final

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from zarleague.leagues import links, selectors
from zarleague.leagues.models import AccessLink, League
from zarleague.reports.drawings.table_picture import png
from zarleague.storage.kept_pages import kept_pages
from zarleague.web.embed.cards import Card, match_card, player_card, season_card
from zarleague.web.embed.drawing import WIDTH, card_svg, height_of
from zarleague.web.rendering import pictures

AGE: Final = 60
"""Seconds for which an embed is cached, by this site and by browsers."""
LISTED: Final = 100
"""Players whose addresses the page lists."""
CHAT: Final = "-chat"
TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}


@require_safe
def embed(request: HttpRequest, token: str) -> HttpResponse:
    """Show the embeds of a league with the code to copy."""
    link = _link(token)
    players = selectors.players_of(link.league)[:LISTED]
    parts = [(_("Standings"), "table"), (_("Match"), "match")]
    parts += [(player.name, f"player-{player.pk}") for player in players]
    here = request.build_absolute_uri(request.path)
    return render(
        request, "embed/index.html", {"league": link.league, "parts": parts, "here": here}
    )


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
def part(request: HttpRequest, token: str, name: str, form: str) -> HttpResponse:
    """Send an embed as a page or a picture; ``?theme=`` is light or dark, by default the visitor's.
    With `CHAT` at the end of its name it is the picture that chats show for a posted link."""
    link = _link(token)
    if form not in TYPES:
        raise Http404
    theme = request.GET.get("theme", "")
    theme = theme if theme in ("light", "dark") else ("" if form == "html" else "light")
    key = f"embed-{link.pk}-{name}-{form}-{theme}"
    content = kept_pages.get(key)
    if content is None:
        with translation.override(link.league.language):
            content = _content(request, link.league, name, form, theme)
        kept_pages.set(key, content, AGE)
    response = HttpResponse(content, content_type=TYPES[form])
    response["Cache-Control"] = f"public, max-age={AGE}"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    response["X-Robots-Tag"] = "noindex"
    return response


def _content(request: HttpRequest, league: League, name: str, form: str, theme: str) -> bytes:
    """Return an embed in a form. Raise Http404."""
    if name.endswith(CHAT):
        if form != "png":
            raise Http404
        return _for_chats(_card(league, name.removesuffix(CHAT)))
    chat = request.build_absolute_uri(f"{name}{CHAT}.png")
    return _drawn(request, _card(league, name), form, theme, chat)


def _for_chats(card: Card) -> bytes:
    """Return the picture that chats show for a posted link, 1200 by 630 pixels."""
    lines = [
        pictures.PictureLine(row[0] if len(row) > 2 else "", row[min(1, len(row) - 2)], row[-1])
        for row in card.rows
    ]
    return png(pictures.svg(card.title, card.note, lines))


def _card(league: League, name: str) -> Card:
    cards: dict[str, Callable[[League], Card]] = {"table": season_card, "match": match_card}
    if name in cards:
        return cards[name](league)
    kind, _dash, number = name.partition("-")
    known = kind == "player" and number.isascii() and number.isdecimal() and len(number) < 19
    # With zeros before it a number would be one embed under as many names, each drawn and cached.
    card = player_card(league, int(number)) if known and number[0] != "0" else None
    if card is None:
        raise Http404
    return card


def _drawn(request: HttpRequest, card: Card, form: str, theme: str, chat: str) -> bytes:
    if form == "html":
        context = {"card": card, "theme": theme, "chat": chat}
        return render(request, "embed/card.html", context).content
    svg = card_svg(card, theme)
    return str(svg).encode() if form == "svg" else png(str(svg), WIDTH, height_of(card), scale=2)


def _link(token: str) -> AccessLink:
    link = links.find_link(token)
    if link is None or link.purpose != AccessLink.Purpose.EMBED:
        raise Http404
    return link
