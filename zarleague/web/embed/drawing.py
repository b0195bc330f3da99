"""Draw a card as SVG that needs no stylesheet, in light or dark colours."""

from markupsafe import Markup, escape

from zarleague.reports.drawings.table_picture import FONT
from zarleague.web.embed.cards import Card

WIDTH = 480
_LINE = 34
_EDGE = 20
_HEAD = 84
_COLOURS = {
    "light": ("#fffdf8", "#231e17", "#585044", "#ddd5c5", "#17654a"),
    "dark": ("#24211c", "#f4eee3", "#c0b7a8", "#3b362e", "#7fd1a9"),
}
"""Background, text, muted text, lines, accent: as in static/css/tokens.css."""
_LETTER = 0.54
"""Width of a character as a fraction of the font size."""


def height_of(card: Card) -> int:
    """Return the height of a card's picture."""
    lines = len(card.rows) + (1 if card.heads else 0)
    return _HEAD + lines * _LINE + _EDGE // 2


def card_svg(card: Card, theme: str) -> Markup:
    """Return a card as SVG; ``theme`` is "light" or "dark"."""
    ground, ink, soft, line, accent = _COLOURS[theme]
    height = height_of(card)
    parts = [
        f'<rect width="{WIDTH}" height="{height}" rx="12" fill="{ground}"/>',
        _text(_EDGE, 38, 22, card.title, ink, weight=700),
        _text(_EDGE, 64, 15, card.note, soft),
    ]
    y = _HEAD
    if card.heads:
        parts += _row(card.heads, y, soft, soft, 14)
        y += _LINE
    for row in card.rows:
        parts.append(f'<path d="M{_EDGE} {y - 10}H{WIDTH - _EDGE}" stroke="{line}"/>')
        parts += _row(row, y, ink, accent, 17)
        y += _LINE
    body = "".join(parts)
    return Markup(  # noqa: S704 (every text in it is escaped where it is put in)
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        f' width="{WIDTH}" height="{height}" role="img" aria-label="{escape(card.title)}"'
        f' font-family="{FONT}">{body}</svg>'
    )


def _row(cells: tuple[str, ...], y: int, ink: str, last: str, size: int) -> list[str]:
    """Return one row; of four columns the last two are right-aligned."""
    xs = {2: (_EDGE,), 3: (_EDGE, 64), 4: (_EDGE, 64, WIDTH - 150)}[len(cells)]
    found = [
        _text(x, y + 14, size, cell, ink, anchor="end" if x > WIDTH / 2 else "start")
        for x, cell in zip(xs, cells, strict=False)
    ]
    found.append(_text(WIDTH - _EDGE, y + 14, size, cells[-1], last, weight=700, anchor="end"))
    return found


def _text(
    x: int, y: int, size: int, words: str, fill: str, *, weight: int = 400, anchor: str = "start"
) -> str:
    most = int((WIDTH - 2 * _EDGE) / (size * _LETTER))
    shown = words if len(words) <= most else words[: most - 1] + "…"
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{fill}"'
        f' text-anchor="{anchor}">{escape(shown)}</text>'
    )
