"""Taps on a page's recorder, as a scorekeeper makes them."""

from collections.abc import Mapping

from playwright.sync_api import Page, expect


class Recorder:
    """A recorder, and how often it was tapped."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.holder = page.locator("[data-recorder]").first
        self.taps = 0

    def open(self) -> None:
        """Unfold it."""
        self.holder.locator("summary").first.click()

    def begin(self, sizes: Mapping[str, str], turn: str, *, won: str = "", top: str = "") -> None:
        """Say how the table stood: the sizes of the hands, the tricks that everybody has won, the
        card on top, whose turn it was."""
        form = self.holder.locator("[data-rec-start]")
        form.locator("summary").click()
        for name, size in sizes.items():
            seat = form.get_by_role("group", name=name)
            seat.locator("[data-start-size]").fill(size)
            if won:
                seat.locator("[data-start-won]").fill(won)
            if name == turn:
                seat.get_by_role("radio").check()
        if top:
            form.locator("[data-start-top]").select_option(top)
        form.locator("[data-rec-begin]").click()
        expect(self.holder.locator("[data-rec-status]")).to_have_text(f"{turn} to play")

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
        self.holder.get_by_text("Anything else").click()
        word = self.holder.locator(f"[data-rec-verb='{verb}']")
        word.click()
        for card in cards:
            self._press(f"[data-rec-card='{card}']")
        self._press(f"[data-rec-word='{place}']")
        word.click()
        self.taps += 2
        row = self.page.locator("[data-rec-log] li").last
        expect(row.locator("code")).to_have_text(f"{seat} {verb} {' '.join(operands)}")
        expect(row.locator(".rec-verdict")).to_have_class("rec-verdict illegal")

    def _tap(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        if name == "close":  # the rules do not offer it: Bob has to draw a card first
            self.holder.get_by_text("Anything else").click()
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
            seat.click()
            self.taps += 1

    def _offer(self, line: str) -> str:
        return f"[data-rec-offer='{line}']"

    def _press(self, what: str) -> None:
        self.holder.locator(what).first.click()
        self.taps += 1
