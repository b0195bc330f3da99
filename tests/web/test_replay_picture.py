"""The table as a picture: the colours of the cards are those of the pages, all seats fit in it."""

import re
from random import Random
from xml.etree import ElementTree as ET

import pytest
from django.conf import settings

from zarleague.bots import play_hand
from zarleague.engine import KEYS, find
from zarleague.engine.board import table_data
from zarleague.reports.drawings import table_picture as picture

CARDS = (settings.BASE_DIR / "static" / "css" / "cards.css").read_text(encoding="utf-8")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("colour", [*picture.CARD_COLOURS])
def test_cards_have_the_colours_of_the_pages(colour):
    own = rf"(\.{colour}|:is\([^)]*\.{colour}\b[^)]*\))" if colour else ""
    block = re.search(rf"\.card{own} {{(?P<block>.*?)}}", CARDS, re.DOTALL)["block"]
    panel, plate, sign, index = picture.CARD_COLOURS[colour]
    said = dict(re.findall(r"--(panel|plate|glyph|index): (#[0-9a-f]{6})", block))
    drawn = {"panel": panel, "plate": plate, "glyph": sign, "index": index}
    assert {key: drawn[key] for key in said} == said


@pytest.mark.parametrize("layout", [picture.wide, picture.tall])
@pytest.mark.parametrize("count", range(2, 15))
def test_no_two_seats_overlap(count, layout):
    places = layout(count)
    boxes = places.boxes
    assert len(boxes) == count
    for at, (x, y, width, height) in enumerate(boxes):
        assert x >= 0
        assert x + width <= places.width
        assert y >= 0
        assert y + height <= places.height
        for x2, y2, width2, height2 in boxes[at + 1 :]:
            apart = x + width <= x2 or x2 + width2 <= x or y + height <= y2 or y2 + height2 <= y
            assert apart


@pytest.mark.parametrize("key", KEYS)
def test_every_game_is_drawn_with_its_names_as_text(key):
    game = find(key)
    seats = ("<Ann>", "Bob & Co", "Cat", "Dee")
    log = play_hand(game, game.ruleset(), seats, 0, Random(3))
    data = table_data(log, 20)
    faces = game.deck(log.ruleset).faces
    drawn = picture.table_svg(data["table"], seats, 0, faces, "caption", "legal")
    words = [text.text for text in ET.fromstring(drawn).iter(f"{SVG}text")]  # noqa: S314
    assert set(seats) <= set(words)
    assert "caption" in words
