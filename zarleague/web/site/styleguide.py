"""The style guide: every component on one page with made-up data, for people who build pages."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from zarleague.engine.cards import Face
from zarleague.reports.drawings.charts import Series, line_chart
from zarleague.web.table.share import qr

COLOURS: Final = ("red", "yellow", "green", "blue", "gold")
SYMBOLS: Final = (
    *("reverse", "skip", "draw-two", "double-draw-two", "wild", "draw-four", "buzzer"),
    *("transparent", "sun", "moon", "star", "cloud", "galaxy", "lightning"),
    *("crab", "frog", "wasp", "peacock", "dragon", "chameleon"),
    *("art", "change", "favors", "great-zont", "giglet"),
)
"""Every symbol a face may name as its glyph."""

ADDRESS: Final = "https://zar.example/j/7KQ2"
NAMES: Final = ("Ann", "Bob", "Cat", "Dee", "Eve")
POINTS: Final = (
    (4, 4, 9, 13, 13, 21, 26, 26, 31, 38),
    (0, 7, 7, 12, 20, 20, 28, 33, 41, 41),
    (11, 11, 16, 16, 24, 29, 29, 34, 34, 45),
    (6, 13, 13, 22, 27, 35, 35, 44, 50, 57),
    (3, 9, 18, 18, 26, 33, 40, 40, 49, 60),
)


def face(colour: str, glyph: str = "", corner: str = "") -> Face:
    """Return a sample card face; its name is made of its keys."""
    name = " ".join(filter(None, (colour, glyph or corner)))
    return Face(name, name, "number", 1, 1, colour, glyph, corner)


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Show every component."""
    context = {
        "numbers": [face(colour, corner=str(n)) for colour in COLOURS for n in (0, 3, 7)],
        "symbols": [
            face("" if symbol in {"wild", "draw-four"} else COLOURS[i % 5], symbol)
            for i, symbol in enumerate(SYMBOLS)
        ],
        "show": [
            face("red", corner="5"),
            face("yellow", "draw-two", "+2"),
            face("green", "crab"),
            face("blue", "skip"),
            face("gold", "art", "3"),
            face("", "wild", "I"),
            face("", "dragon", "II"),
            face("", "draw-four", "+4"),
        ],
        "chart": line_chart(
            [Series(name, points) for name, points in zip(NAMES, POINTS, strict=True)],
            [str(hand) for hand in range(1, 11)],
        ),
        "qr_svg": qr(ADDRESS),
    }
    return render(request, "styleguide.html", context)


urlpatterns = [path("styleguide/", styleguide, name="styleguide")]
