"""The design rules hold: contrast, shapes besides colours, nothing inline, nothing unused.

Contrast is computed by the formula of WCAG 2.2 (relative luminance, then the ratio of the lighter
to the darker, each plus 0.05). AA asks 4.5 for text and 3 for what bounds or marks a control.
"""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines
from django.test import Client

from zarleague.engine import KEYS, find
from zarleague.engine.cards import Face
from zarleague.reports.drawings import card_faces
from zarleague.reports.drawings.charts import (
    Series,
    interval_chart,
    line_chart,
    nice_ticks,
    short_names,
    spread,
)
from zarleague.reports.season_report.files.printing import PRINTED_COLOURS
from zarleague.web.site.styleguide import SYMBOLS

STATIC = Path(settings.BASE_DIR) / "static"
TEMPLATES = Path(settings.BASE_DIR) / "templates"
SHEETS = sorted((STATIC / "css").rglob("*.css"))
OUTSIDE = ("@layer", "@font-face", "@view-transition", "@import")
PAGES = sorted(TEMPLATES.rglob("*.html"))

GROUNDS = ("paper", "surface", "sunken", "raised", "control")
TEXT_PAIRS = [
    *((ink, ground) for ink in ("ink", "ink-soft") for ground in GROUNDS),
    *(("ink-faint", ground) for ground in ("paper", "surface", "sunken", "control")),
    *(
        (ink, ground)
        for ink in ("accent", "accent-strong", "bad", "open")
        for ground in ("paper", "surface", "sunken", "control")
    ),
    *((f"series-{n}", ground) for n in range(1, 9) for ground in ("paper", "surface")),
    *(("ink", ground) for ground in ("accent-soft", "bad-soft", "open-soft")),
    *(("ink-soft", ground) for ground in ("accent-soft", "bad-soft", "open-soft")),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("accent", "accent-soft"),
    ("bad", "bad-soft"),
    ("open", "open-soft"),
    ("good", "good-soft"),
    ("paper", "ink"),
]
MARK_PAIRS = [
    *(("line-control", ground) for ground in ("paper", "surface", "sunken")),
    ("accent", "raised"),
    ("bad", "control"),
]
SCHEMES = {"light": 0, "dark": 1}


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb``, 0 for black to 1 for white."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def tokens() -> dict[str, tuple[str, str]]:
    """The colour tokens as (light, dark); a token that names another one has its colours."""
    text = (STATIC / "css" / "tokens.css").read_text()
    found = {
        name: (light, dark)
        for name, light, dark in re.findall(
            r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", text
        )
    }
    for name, other in re.findall(r"--([\w-]+): var\(--([\w-]+)\);", text):
        found[name] = found[other]
    return found


def render(source: str, **context: object) -> str:
    """Render a few lines of template with the site's own environment."""
    return engines["jinja2"].from_string(source).render(context)


def a_face(colour: str = "", glyph: str = "", corner: str = "") -> Face:
    return Face("x", "the face", "number", 1, 1, colour, glyph, corner)


def test_contrast_formula_on_known_colours() -> None:
    # WCAG: black on white is 21 to 1, a colour on itself 1 to 1; #767676 on white is the
    # lightest grey that passes 4.5 (the figure every checker gives is 4.54).
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#17654a", "#17654a") == 1
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("ink", "ground"), TEXT_PAIRS)
def test_text_has_contrast(ink: str, ground: str, scheme: str) -> None:
    colours = tokens()
    i = SCHEMES[scheme]
    assert contrast(colours[ink][i], colours[ground][i]) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("mark", "ground"), MARK_PAIRS)
def test_marks_have_contrast(mark: str, ground: str, scheme: str) -> None:
    colours = tokens()
    i = SCHEMES[scheme]
    assert contrast(colours[mark][i], colours[ground][i]) >= 3


def card_colours(name: str) -> dict[str, str]:
    """The colours of one kind of card, on top of those that every card has."""
    text = (STATIC / "css" / "cards.css").read_text()
    rules = [
        rule for which in (".card", f".card.{name}") for rule in text.split(f"\n  {which} {{")[1:]
    ]
    return {
        part: colour
        for rule in rules
        for part, colour in re.findall(r"--(\w+): (#[0-9a-f]{6});", rule.partition("}")[0])
    }


@pytest.mark.parametrize("colour", card_faces.PLATES)
def test_cards_have_contrast(colour: str) -> None:
    ink = card_colours(colour)
    assert contrast(ink["plate"], ink["panel"]) >= 3, "the shape must be seen without the colour"
    assert contrast(ink["glyph"], ink["plate"]) >= 4.5
    assert contrast(ink["index"], ink["panel"]) >= 4.5


def test_every_colour_has_its_own_shape() -> None:
    shapes = [plate.symbol for plate in card_faces.PLATES.values()]
    assert len(set(shapes)) == len(shapes)


def sprite(name: str) -> set[str]:
    return set(re.findall(r'<symbol id="([\w-]+)"', (STATIC / name).read_text()))


def test_sprite_has_every_symbol_and_shape() -> None:
    drawn = sprite("cards/glyphs.svg")
    shapes = {plate.symbol for plate in card_faces.PLATES.values()}
    assert drawn == {*SYMBOLS, *shapes, "back"}


def test_icons_used_by_name_exist() -> None:
    used = {
        name
        for page in PAGES
        for name in re.findall(r"""icon(?:_name=|\()["']([\w-]+)["']""", page.read_text())
    }
    assert used <= sprite("icons/ui.svg")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(TEMPLATES)))
def test_nothing_is_inline(page: Path) -> None:
    # The content security policy allows scripts and styles from files of this site only.
    text = page.read_text()
    # What an expression yields is escaped, its quotation marks too.
    assert not re.search(r"""\{\{ ?'[^'{}]*="[^'{}]*' if """, text)
    assert not re.search(r"\sstyle\s*=", text)
    assert not re.search(r"\son[a-z]+\s*=\s*[\"']", text)
    assert not re.search(r"<style\b", text)
    assert all("src=" in tag for tag in re.findall(r"<script\b[^>]*>", text) if "json" not in tag)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_sheets_use_only_tokens_that_exist(sheet: Path) -> None:
    defined = {
        name
        for other in (STATIC / "css" / "tokens.css", sheet)
        for name in re.findall(r"(--[\w-]+):", other.read_text())
    }
    used = set(re.findall(r"var\((--[\w-]+)", sheet.read_text()))
    assert used <= defined


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_sheets_say_their_layer(sheet: Path) -> None:
    outside = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S)
    # What is left outside every block: only at-rules may stand there.
    heads = [head.strip() for head in re.findall(r"^([^\s}][^{;]*)[{;]", outside, flags=re.M)]
    assert heads
    assert all(head.startswith(OUTSIDE) for head in heads)


def test_number_card() -> None:
    # Blue's square is 72 wide and centred on (50, 70): 50 - 36 = 14, 70 - 36 = 34. The figure may
    # be 0.96 of that high, 69.12; its foot is half a capital (0.66 / 2) below the middle:
    # 70 + 69.12 * 0.33 = 92.81.
    picture = card_faces.picture(a_face("blue", corner="7"))
    assert picture.plate == "square"
    assert picture.plate_at == card_faces.Square(14, 34, 72)
    assert picture.text == card_faces.Text("7", 50, 92.81, 69.12)
    assert picture.symbol == ""
    assert picture.letter == "B"


def test_small_card_puts_the_corner_below() -> None:
    # At 24 pixels a corner text would be five pixels high, so it goes under the plate.
    picture = card_faces.picture(a_face("yellow", "draw-two", "+2"), small=True)
    assert picture.below is not None
    assert picture.below.words == "+2"
    assert picture.corner is None
    assert picture.letter == ""
    assert picture.symbol == "draw-two"


def test_card_without_colour_has_no_plate() -> None:
    picture = card_faces.picture(a_face("", "dragon", "II"))
    assert (picture.plate, picture.colour, picture.letter) == ("", "", "")
    assert picture.corner is not None
    assert picture.corner.words == "II"


@pytest.mark.parametrize("size", ["s", "m", "l", "xl"])
def test_card_speaks_its_name(size: str) -> None:
    source = '{% from "components/card.html" import card %}{{ card(face, size) }}'
    html = render(source, face=a_face("red", corner="5"), size=size)
    assert 'role="img" aria-label="the face"' in html
    assert f'class="card {size} red"' in html
    assert "#diamond" in html
    assert ">5</text>" in html


def test_card_beside_its_name_is_silent() -> None:
    source = '{% from "components/card.html" import card %}{{ card(face, label="") }}'
    html = render(source, face=a_face("red", corner="5"))
    assert 'aria-hidden="true"' in html
    assert "aria-label" not in html


@pytest.mark.parametrize(
    ("value", "word", "shape"),
    [
        ("legal", "Allowed", "check"),
        ("illegal", "Not allowed", "cross"),
        ("unknown", "Can’t tell", "question"),
    ],
)
def test_verdict_has_word_and_shape(value: str, word: str, shape: str) -> None:
    html = render('{% from "components/judgement.html" import verdict %}{{ verdict(v) }}', v=value)
    assert word in html
    assert f"#{shape}" in html


def test_evidence_fills_the_ladder() -> None:
    # Counts are the second of the four degrees: totals, counts, cards, log.
    html = render('{% from "components/judgement.html" import evidence %}{{ evidence("counts") }}')
    assert re.findall(r"<i( class=\"on\")?>", html) == [' class="on"', ' class="on"', "", ""]
    assert "Card counts" in html


def test_stepper_stops_at_its_ends() -> None:
    source = """{% from "components/controls.html" import stepper -%}
    {{ stepper("n", "Ann: dragons", value, 0, 4) }}"""
    for value, disabled in ((0, "One fewer"), (4, "One more")):
        tags = re.findall(r"<button[^>]*>", render(source, value=value))
        assert [disabled in tag for tag in tags if "disabled" in tag] == [True]
    assert "disabled" not in render(source, value=2)


def test_seat_escapes_the_name() -> None:
    source = """{% from "components/players.html" import seat_button %}
    {{ seat_button(name, "winner", 1) }}"""
    assert "<b>" not in render(source, name="<b>Ann</b>")


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 60, (0, 20, 40, 60)),  # 60 / 5 = 12, the next round step is 20
        (-10, 30, (-10, 0, 10, 20, 30)),  # 40 / 5 = 8, the next round step is 10
        (0, 3, (0, 1, 2, 3)),  # points are whole: no step below 1
        (7, 7, (7, 8)),
    ],
)
def test_nice_ticks(low: float, high: float, expected: tuple[float, ...]) -> None:
    assert nice_ticks(low, high) == expected


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ([10, 50], [10, 50]),
        ([10, 12], [10, 26]),  # pushed down to keep 16 between them
        ([99, 98], [100, 84]),  # pushed back up from the lower edge, order kept
    ],
)
def test_labels_are_spread(wanted: list[float], expected: list[float]) -> None:
    assert spread(wanted, gap=16, low=0, high=100) == expected


def test_an_interval_far_wider_than_the_others_does_not_stretch_the_axis() -> None:
    # 100 and 300 wide: the axis has room for three times the narrowest, 1350 to 1650. The third is
    # drawn from one end of it to the other.
    usual = [(1500, 1450, 1550), (1500, 1350, 1650)]
    wide = interval_chart([*usual, (1510, 900, 2300)])
    assert wide.ticks == interval_chart(usual).ticks
    assert (wide.spans[2].low, wide.spans[2].high) == (0, 100)


def test_a_line_is_named_as_shortly_as_it_can_be_told_from_the_others() -> None:
    names = ["Ann Okafor", "Ann de Wit", "Catalina de la Vega", "Gus"]
    assert short_names(names) == ["Ann O.", "Ann W.", "Catalina", "Gus"]


def test_line_goes_on_over_a_hand_sat_out() -> None:
    # Three hands over the plot, 36 to 362: x = 36, 199, 362. Bob has no second value, so his line
    # has two points. The scale is 0 to 10, the plot 26 to 272 high: 10 is at 26, 0 at 272.
    chart = line_chart(
        [Series("Ann", [0, 5, 10]), Series("Bob", [10, None, 0]), Series("Cat", [None] * 3)],
        ["1", "2", "3"],
    )
    assert chart is not None
    assert [line.path for line in chart.lines] == ["M36 272 L199 149 L362 26", "M36 26 L362 272"]
    assert [line.last for line in chart.lines] == ["10", "0"]
    assert [line.values for line in chart.lines] == [("0", "5", "10"), ("10", "", "0")]
    assert chart.labels == ("1", "2", "3")
    assert len({(line.style, line.marker) for line in chart.lines}) == 2


def test_a_chart_names_the_leaders_and_leaves_room_for_where_the_others_end() -> None:
    # Cat ends at 8: the scale is 0 to 8, and her 20 is drawn at its end, 26.
    chart = line_chart(
        [Series("Ann", [2, 4]), Series("Bob", [6, 4]), Series("Cat", [20, 8])], ["1", "2"], named=2
    )
    assert chart is not None
    assert [row.text for row in chart.rows] == ["0", "2", "4", "6", "8"]
    assert [(line.label, line.style) for line in chart.lines] == [("Ann", 1), ("Bob", 2), ("", 0)]
    assert chart.lines[2].path == "M36 26 L362 26"
    assert chart.lines[2].values == ("20", "8")


def test_chart_of_nothing() -> None:
    assert line_chart([Series("Ann", [None])], ["1"]) is None


def test_printed_charts_have_the_colours_of_the_light_theme() -> None:
    assert list(PRINTED_COLOURS) == [tokens()[f"series-{n}"][0] for n in range(1, 9)]


def test_styleguide_shows_every_component(client: Client) -> None:
    html = client.get("/styleguide/").content.decode()
    for symbol in SYMBOLS:
        assert f"#{symbol}" in html


@pytest.mark.parametrize("key", KEYS)
def test_every_face_of_every_game_can_be_drawn(key: str) -> None:
    game = find(key)
    drawn = sprite("cards/glyphs.svg")
    for preset in game.presets:
        for face in game.deck(game.ruleset(preset.key)).faces:
            assert face.colour in {*card_faces.PLATES, *card_faces.SUITS, ""}, face.code
            assert not face.glyph or face.glyph in drawn, face.code
            assert face.glyph or face.corner, f"{face.code} would be blank"
