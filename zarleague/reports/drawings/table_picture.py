"""Draw the table at one step as a standalone SVG, and as PNG for chats and print.

The picture shows what the page does: seats clockwise, the first at the bottom, hands, grids, piles,
whose turn it is. It is wide for chats and print, and tall on a page, to be read on a phone. Colours
are attributes, because the PNG renderer does not support stylesheets.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.utils.translation import gettext as _
from markupsafe import Markup, escape

from zarleague.engine import find
from zarleague.engine.cards import UNKNOWN, Face
from zarleague.reports.drawings.card_faces import Picture, Square, Text, picture
from zarleague.reports.words.replay_words import note, pile_title, ruleset_of, verdict_word
from zarleague.storage import static_files

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size that chats show as a large preview."""

PAPER: Final = "#f7f3ea"
SURFACE: Final = "#fffdf8"
INK: Final = "#231e17"
SOFT: Final = "#585044"
ACCENT: Final = "#17654a"
INKS: Final = {"legal": ACCENT, "unknown": "#76500a", "illegal": "#a32c1b"}
TONES: Final = {INK: "ink", SOFT: "soft", **{ink: verdict for verdict, ink in INKS.items()}}
"""Classes of texts by their colour: on a page, static/css/cards.css gives a drawing the colours of
the reader's theme; a picture keeps its own."""
FONT: Final = "Scoreboard Sans, Libertinus Serif, sans-serif"

# panel, plate, sign on the plate, corner: as in static/css/cards.css
CARD_COLOURS: Final = {
    "": ("#2d2823", "none", "#fff8ea", "#fff8ea"),
    "red": ("#bb2d22", "#fff8ea", "#8f1d14", "#fff8ea"),
    "yellow": ("#efb321", "#3a2a02", "#ffd467", "#3a2a02"),
    "green": ("#1d7a4c", "#fff8ea", "#0f5735", "#fff8ea"),
    "blue": ("#2457a5", "#fff8ea", "#173f7d", "#fff8ea"),
    "gold": ("#c4953a", "#2c2210", "#f2d28a", "#2c2210"),
    **dict.fromkeys(("spades", "clubs"), ("#fff8ea", "#fff8ea", "#201b16", "#201b16")),
    **dict.fromkeys(("hearts", "diamonds"), ("#fff8ea", "#fff8ea", "#b3221a", "#b3221a")),
    "back": ("#17654a", "none", "#e9f1e6", "#e9f1e6"),
}
STOCK: Final = "#fff8ea"
GAP: Final = 16
MOST_CARDS: Final = 40
"""Cards of a hand that are drawn; a log may say that somebody holds thousands."""
MIDDLE: Final = "trick"
"""Piles of seats that lie in the middle of the table."""

Data = dict[str, Any]
Box = tuple[float, float, float, float]
"""x, y, width and height."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Where things are in a drawing of this width and height: the box of each seat, and the upper
    edge of the piles in the middle, which take ``breadth`` in all. ``small`` is the size of the
    smallest letters."""

    width: int
    height: float
    boxes: tuple[Box, ...]
    piles: float
    breadth: float
    small: int


def faces_of(data: Data) -> Sequence[Face]:
    """Return the faces of the deck a log was judged with."""
    ruleset = ruleset_of(data)
    return find(ruleset.game).deck(ruleset).faces


def png(svg: str, width: int = WIDTH, height: int = HEIGHT, *, scale: int = 1) -> bytes:
    """Render an SVG of ``width`` by ``height`` pixels as PNG, enlarged by ``scale``."""
    import typst  # few processes draw

    page = f"#set page(width: {width}pt, height: {height}pt, margin: 0pt, fill: none)\n"
    page += '#image(bytes(sys.inputs.picture), format: "svg", width: 100%)'
    drawn = typst.compile(
        page.encode(),
        format="png",
        ppi=72 * scale,
        ignore_system_fonts=True,
        sys_inputs={"picture": svg},
    )
    return bytes(drawn)


def wide(count: int) -> TableLayout:
    """Return the layout of a table of *count* seats as a picture of ``WIDTH`` by ``HEIGHT``: seats
    below, above and on both sides."""
    others = count - 1
    side = others // 3 if others > 2 else 0
    top = others - 2 * side
    height = min(156.0, (366 - GAP * (side - 1)) / side) if side else 0.0
    column = [262.0 + row * (height + GAP) for row in range(side)]
    width = min(540.0, (WIDTH - 48 - GAP * (top - 1)) / top) if top else 0.0
    start = WIDTH / 2 - (top * (width + GAP) - GAP) / 2
    boxes = (
        (340.0, 460.0, 520.0, 156.0),
        *((24.0, y, 300.0, height) for y in reversed(column)),
        *((start + number * (width + GAP), 94.0, width, 150.0) for number in range(top)),
        *((WIDTH - 324.0, y, 300.0, height) for y in column),
    )
    return TableLayout(WIDTH, HEIGHT, boxes, piles=262.0, breadth=400.0, small=15)


def tall(count: int) -> TableLayout:
    """Return the layout of a table of *count* seats for a narrow screen: the other seats in two
    columns, an odd one across the top, then the piles and the first seat."""
    width, seat_height, top = 640, 136.0, 94.0
    across = width - 2.0 * GAP
    half = (across - GAP) / 2
    rows, odd = divmod(count - 1, 2)
    column = [top + (row + odd) * (seat_height + GAP) for row in range(rows)]
    piles = top + (rows + odd) * (seat_height + GAP)
    own = piles + 190.0
    boxes = (
        (float(GAP), own, across, seat_height),
        *((float(GAP), y, half, seat_height) for y in reversed(column)),
        *([(float(GAP), top, across, seat_height)] * odd),
        *((2 * GAP + half, y, half, seat_height) for y in column),
    )
    return TableLayout(width, own + seat_height + GAP, boxes, piles, breadth=across, small=19)


def table_svg(
    table: Data,
    seats: Sequence[str],
    dealer: int,
    faces: Sequence[Face],
    caption: str,
    verdict: str,
    layout: Callable[[int], TableLayout] = wide,
) -> Markup:
    """Return the table of a step (`engine.board.frame_after`) as SVG; ``caption`` says what has
    happened, ``verdict`` is one of `VERDICT_CLASSES`; both may be "". ``layout`` is `wide` or
    `tall`."""
    places = layout(len(seats))
    drawing = _Drawing(table, seats, dealer, faces, places)
    body = "".join(drawing.parts())
    head = _text(GAP * 2, 46, 30, caption, bold=True, most=places.width // 16)
    mark = verdict_word(verdict)
    sign = _text(GAP * 2, 78, 22, mark, fill=INKS.get(verdict, SOFT), bold=True)
    label = escape(caption or _("Table"))
    return Markup(  # noqa: S704 (every text in it is escaped where it is put in)
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {places.width} {places.height:g}"'
        f' class="drawn" role="img" aria-label="{label}" font-family="{FONT}">'
        f"<defs>{_glyphs()}</defs>"
        f'<rect class="ground" width="{places.width}" height="{places.height:g}" fill="{PAPER}"/>'
        f"{head}{sign}{body}</svg>"
    )


def cards_svg(faces: Sequence[Face], x: float, y: float, width: float) -> Markup:
    """Return cards side by side, together ``width`` wide, as part of a larger SVG."""
    step = (width + GAP) / len(faces)
    placed = (
        _placed(_card(picture(face)), x + at * step, y, step - GAP) for at, face in enumerate(faces)
    )
    return Markup(f"<defs>{_glyphs()}</defs>{''.join(placed)}")  # noqa: S704


@cache
def _glyphs() -> str:
    """Return the cards' symbols, to be referenced by id."""
    sprite = static_files.text_of("cards/glyphs.svg")
    return "".join(re.findall(r"<symbol.*?</symbol>", sprite, re.DOTALL))


class _Drawing:
    """A table being drawn."""

    def __init__(
        self,
        table: Data,
        seats: Sequence[str],
        dealer: int,
        faces: Sequence[Face],
        places: TableLayout,
    ) -> None:
        self.table = table
        self.seats = seats
        self.dealer = dealer
        self.faces = faces
        self.places = places

    def parts(self) -> Iterable[str]:
        """Yield the seats and the middle."""
        for seat, (x, y, width, height) in enumerate(self.places.boxes):
            yield self._seat(seat, x, y, width, height)
        yield self._middle()

    def _seat(self, seat: int, x: float, y: float, width: float, height: float) -> str:
        shown = self.table["seats"][seat]
        acting = seat in self.table["acting"]
        stroke = f' stroke="{ACCENT}" stroke-width="4"' if acting else ""
        box = (
            f'<rect class="place{" acting" if acting else ""}"'
            f' x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="14"'
            f' fill="{SURFACE}"{stroke}/>'
        )
        small = self.places.small
        facts = [_("dealer")] if seat == self.dealer else []
        if shown["debts"]:
            facts.append(_("has to draw {count}").format(count=sum(d[0] for d in shown["debts"])))
        facts += [note(key, text) for key, text in shown["notes"]]
        name = _text(x + 14, y + 26, 20, self.seats[seat], bold=True, most=int(width / 14))
        said = _text(
            x + 14,
            y + height - 10,
            small,
            " · ".join(facts),
            fill=SOFT,
            most=int(width * 15 / (8 * small)),
        )
        room = height - 40 - (small + 5 if facts else 6)
        if shown["grid"]:
            cards = self._grid(shown["grid"], x + 14, y + 36, width - 28, room)
        else:
            cards = self._hand(shown, x + 14, y + 36, width - 28, room)
        return box + name + cards + said

    def _hand(self, shown: Data, x: float, y: float, width: float, height: float) -> str:
        drawn = [self._face(card) for card in shown["cards"][:MOST_CARDS]]
        drawn += [_back()] * min(shown["unknown"], MOST_CARDS - len(drawn))
        return _row(drawn, x, y, width, height)

    def _grid(self, grid: Sequence[Any], x: float, y: float, width: float, height: float) -> str:
        card_height = (height - 4) / 2
        card_width = min(card_height / 1.4, width / max(1, len(grid)) - 4)
        card_height = card_width * 1.4
        return "".join(
            _placed(
                _back() if card == UNKNOWN else self._face(card),
                x + number * (card_width + 4),
                y + row * (card_height + 4),
                card_width,
                0.5 if not face_up and card != UNKNOWN else 1.0,
            )
            for number, column in enumerate(grid)
            for row, (card, face_up) in enumerate(column)
        )

    def _middle(self) -> str:
        """Return the piles of the table side by side, then what is asked for."""
        piles = [(pile_title(k), k, cards, size) for k, cards, size in self.table["piles"]]
        for name, seat in zip(self.seats, self.table["seats"], strict=True):
            piles += [(name, k, cards, size) for k, cards, size in seat["piles"] if k == MIDDLE]
        shown = [one for one in piles if one[3]]
        step = min(118.0, self.places.breadth / max(1, len(shown)))
        centre = self.places.width / 2
        left = centre - step * len(shown) / 2
        card_width = min(86.0, step - 14)
        top = self.places.piles
        parts = []
        for number, (title, key, cards, size) in enumerate(shown):
            x = left + number * step + (step - card_width) / 2
            face = self._face(cards[-1]) if cards and key != "stock" else _back()
            label = f"{title} {size}" if key != MIDDLE else title
            middle = x + card_width / 2
            parts.append(_placed(face, x, top, card_width))
            parts.append(
                _text(
                    middle,
                    top + card_width * 1.4 + 22,
                    self.places.small,
                    label,
                    fill=SOFT,
                    anchor="middle",
                )
            )
        named = self.table["named"]
        if named:
            asked = _("Called: {word}").format(word=_(named))
            parts.append(_text(centre, top + 172, 20, asked, bold=True, anchor="middle"))
        return "".join(parts)

    def _face(self, card: int) -> str:
        return _card(picture(self.faces[card]))


def _row(cards: Sequence[str], x: float, y: float, width: float, height: float) -> str:
    """Return a row of cards, overlapping as needed."""
    if not cards:
        return ""
    card_width = min(height / 1.4, 80.0)
    step = min(card_width + 4, (width - card_width) / max(1, len(cards) - 1))
    placed = (_placed(card, x + at * step, y, card_width) for at, card in enumerate(cards))
    return "".join(placed)


def _placed(card: str, x: float, y: float, width: float, opacity: float = 1.0) -> str:
    faded = f' opacity="{opacity}"' if opacity < 1 else ""
    return (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{width * 1.4:.1f}"'
        f' viewBox="0 0 100 140"{faded}>{card}</svg>'
    )


def _back() -> str:
    panel, _plate, sign, _corner = CARD_COLOURS["back"]
    return _stock(panel) + _used("back", sign, 6, 6, 88, 128)


def _card(face: Picture) -> str:
    panel, plate, sign, corner = CARD_COLOURS[face.colour]
    parts = [_stock(panel)]
    if face.plate:
        parts.append(_marked(face.plate, plate, face.plate_at))
    if face.symbol:
        parts.append(_marked(face.symbol, sign, face.symbol_at))
    if face.text:
        parts.append(_lettered(face.text, sign, "middle"))
    if face.corner:
        index = _lettered(face.corner, corner, "start")
        parts.append(f'{index}<g transform="rotate(180 50 70)">{index}</g>')
    return "".join(parts)


def _stock(panel: str) -> str:
    return (
        f'<rect x="0.75" y="0.75" width="98.5" height="138.5" rx="12" fill="{STOCK}"'
        f' stroke="{INK}" stroke-opacity="0.3" stroke-width="1.5"/>'
        f'<rect x="6" y="6" width="88" height="128" rx="8" fill="{panel}"/>'
    )


def _marked(symbol: str, colour: str, at: Square) -> str:
    return _used(symbol, colour, at.x, at.y, at.size, at.size)


def _used(symbol: str, colour: str, x: float, y: float, width: float, height: float) -> str:
    return (
        f'<g color="{colour}" fill="{colour}"><use href="#{symbol}" x="{x}" y="{y}"'
        f' width="{width}" height="{height}"/></g>'
    )


def _lettered(text: Text, colour: str, anchor: str) -> str:
    return (
        f'<text x="{text.x}" y="{text.y}" font-size="{text.size}" font-weight="700"'
        f' fill="{colour}" text-anchor="{anchor}">{escape(text.words)}</text>'
    )


def _text(
    x: float,
    y: float,
    size: int,
    words: str,
    *,
    fill: str = INK,
    bold: bool = False,
    anchor: str = "start",
    most: int = 80,
) -> str:
    """Return a line of text, truncated."""
    shown = words if len(words) <= most else words[: most - 1] + "…"
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text class="{TONES[fill]}" x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}"'
        f"{weight}"
        f' text-anchor="{anchor}">{escape(shown)}</text>'
    )
