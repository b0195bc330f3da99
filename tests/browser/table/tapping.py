"""Taps on a page's recorder, as a scorekeeper makes them."""

from collections.abc import Mapping

from playwright.sync_api import Page, expect

from .operating import Operating, Touch


class Recorder:
    """A recorder, and how often it was tapped."""

    def __init__(self, page: Page, operating: Operating | None = None) -> None:
        self.page = page
        self.by: Operating = operating or Touch()
        self.holder = page.locator("[data-recorder]").first
        self.taps = 0

    def open(self) -> None:
        """Unfold it."""
        self.by.press(self.holder.locator("summary").first)

    def begin(self, sizes: Mapping[str, str], turn: str, *, won: str = "", top: str = "") -> None:
        """Say how the table stood: the sizes of the hands, the tricks that everybody has won, the
        card on top, whose turn it was."""
        form = self.holder.locator("[data-rec-start]")
        self.by.press(form.locator("summary"))
        for name, size in sizes.items():
            seat = form.get_by_role("group", name=name)
            self.by.fill(seat.locator("[data-start-size]"), size)
            if won:
                self.by.fill(seat.locator("[data-start-won]"), won)
            if name == turn:
                self.by.check(seat.get_by_role("radio"))
        if top:
            self.by.select(form.locator("[data-start-top]"), top)
        self.by.press(form.locator("[data-rec-begin]"))
        expect(self.holder.locator("[data-rec-status]")).to_have_text(f"{turn} to play")
        expect(form.locator("summary")).to_be_focused()

    def record(self, line: str, verdict: str = "legal") -> None:
        """Tap until *line* is written, and wait until it is judged so."""
        before = self.page.locator("[data-rec-log] li").count()
        self._tap(line)
        row = self.page.locator("[data-rec-log] li").nth(before)
        expect(row.locator("code")).to_have_text(line)
        expect(row.locator(".rec-verdict")).to_have_class(f"rec-verdict {verdict}")

    def record_other(self, seat: str, verb: str, *operands: str) -> None:
        """Tap a line that the rules do not offer: a word, cards, and at last a place."""
        *cards, place = operands
        self._choose(seat)
        self.by.press(self.holder.locator("summary", has_text="Anything else"))
        word = self.holder.locator(f"[data-rec-verb='{verb}']")
        self.by.press(word)
        for card in cards:
            self._press(f"[data-rec-card='{card}']")
        self._press(f"[data-rec-word='{place}']")
        self.by.press(word)
        self.taps += 2
        row = self.page.locator("[data-rec-log] li").last
        expect(row.locator("code")).to_have_text(f"{seat} {verb} {' '.join(operands)}")
        expect(row.locator(".rec-verdict")).to_have_class("rec-verdict illegal")

    def _tap(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        if name == "close":  # the rules do not offer it: Bob has to draw a card first
            self.by.press(self.holder.locator("summary", has_text="Anything else"))
            self._press("[data-rec-bare='close']")
            return
        if name in ("up", "deal"):
            self._press(f"[data-rec-card='{rest}']" if name == "up" else self._offer(line))
            return
        self._choose(name.rstrip("!"))
        word, *operands = rest.split()
        if word in ("draw", "draws", "says", "accuses", "clears"):
            self._press(self._offer(line))
            return
        if word in ("turns", "puts"):  # where it lies, and then the cards that come in sight
            *cards, place = operands
            self._press(self._offer(" ".join((name, word, *"?" * len(cards), place))))
            for card in cards:
                self._press(f"[data-rec-card='{card}']")
            return
        card, *more = rest.split()
        self._press(f"[data-rec-card='{card}']")
        if more:  # what is called, or the same card once more, is among what the tap may have meant
            self._press(self._offer(line))

    def _choose(self, name: str) -> None:
        seat = self.holder.locator("[data-rec-seat]").filter(has_text=name)
        if seat.get_attribute("aria-pressed") == "false":
            self.by.press(seat)
            self.taps += 1

    def _offer(self, line: str) -> str:
        return f"[data-rec-offer='{line}']"

    def _press(self, what: str) -> None:
        self.by.press(self.holder.locator(what).first)
        self.taps += 1
