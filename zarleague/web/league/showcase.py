"""What a visitor may try on the first page: a hand to enter, a table that moves, a hand to replay.

It is a built-in example and needs no data, so that it works on an empty site.
"""

import copy
from functools import cache
from typing import Any, Final

from django.utils.translation import gettext as _

from zarleague.engine import read, replay
from zarleague.engine.board import board_data
from zarleague.engine.games import find
from zarleague.reports.drawings.table_picture import faces_of
from zarleague.web.replay.document import document
from zarleague.web.replay.pages import EXAMPLE
from zarleague.web.table.entry.entry_data import SeatRow, form_json

GAME: Final = "zar"
HAND: Final = 7
TOTALS: Final = {"Ann": 14, "Bob": 9, "Cat": 12, "Dee": 11}
"""Points before the hand; the fewest lead. Ann goes out."""
TAPS: Final = ((1, "dragon"), (1, "number"), (2, "number"), (3, "draw-two"), (3, "wild"))
"""What the page taps in by itself, as seat and kind of card: 6, 1 and 7 points, so that everybody
changes places."""
STEP: Final = 11
"""The step of the example that is shown first: somebody plays a card and still owes one."""


def showcase() -> dict[str, Any]:
    """Return what templates/league/showcase.html shows, in the reader's language."""
    game = find(GAME)
    ruleset = game.ruleset(game.presets[0].key, {})
    form = game.forms(ruleset)[0]
    seats = [SeatRow(index, index, *row) for index, row in enumerate(TOTALS.items())]
    judged = copy.deepcopy(_example())
    shown = document(judged)
    return {
        "form": form,
        "faces_by_code": {face.code: face for face in game.deck(ruleset).faces},
        "seats": seats,
        "standing": sorted(seats, key=lambda seat: seat.total),
        "hand": HAND,
        "entry": {
            "number": HAND,
            "form": form_json(form),
            "seats": [{"name": seat.name, "total": seat.total} for seat in seats],
            "taps": TAPS,
            "texts": {
                "hand": _("Hand {number}"),
                "wentOut": _("{name} went out"),
                "next": _("Next: {name}"),
                "save": _("Save hand {number}"),
                "tooMany": _("Too many of “{what}”: the deck has only {most}."),
                "caption": _("After hand {number}"),
            },
        },
        "replay": shown | {"tables": {"all": shown["tables"]["all"]}, "proved": {}},
        "faces": faces_of(judged),
        "step": STEP,
        "small": True,
    }


@cache
def _example() -> dict[str, Any]:
    return board_data(replay(read(EXAMPLE)))
