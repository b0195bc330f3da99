"""The fonts of static/fonts, cut from Source Sans Pro; its README says how to run this.

The first file of a weight holds what English, German, French, Polish and Turkish need, with the
signs of the pages; "more" the letters of other European languages, "wider" all other Latin ones. A
browser fetches these two only if a page uses such a letter (``unicode-range`` in
static/css/tokens.css).
"""

import re
from pathlib import Path
from typing import Final

import font_source_sans_pro
from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "static" / "fonts"
SOURCE: Final = Path(font_source_sans_pro.__file__).parent / "files"
WEIGHTS: Final = {400: "Regular", 600: "Semibold"}
NAME: Final = "Scoreboard Sans"
"""The licence keeps the name "Source" for the unchanged font."""
FEATURES: Final = ["kern", "mark", "mkmk", "ccmp", "locl"]


def main() -> None:
    """Write three files of each weight."""
    ranges = re.findall(r"unicode-range: ([^;]+);", (ROOT / "static/css/tokens.css").read_text())
    for weight, style in WEIGHTS.items():
        for kind, letters in zip(("", "more-", "wider-"), ranges[:3], strict=True):
            options = Options(flavor="woff2", hinting=False, layout_features=FEATURES)
            font = TTFont(SOURCE / f"SourceSansPro-{style}.ttf")
            subsetter = Subsetter(options)
            subsetter.populate(unicodes=parse_unicodes(letters.replace("U+", "")))
            subsetter.subset(font)
            _rename(font, style)
            font.flavor = "woff2"
            font.save(FOLDER / f"scoreboard-sans-{kind}{weight}.woff2")


def _rename(font: TTFont, style: str) -> None:
    words = {1: NAME, 4: f"{NAME} {style}", 6: f"{NAME}-{style}".replace(" ", ""), 16: NAME}
    for record in font["name"].names:
        if record.nameID in words:
            record.string = words[record.nameID]


if __name__ == "__main__":
    main()
