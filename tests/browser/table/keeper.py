"""The actions of a scorekeeper on a phone."""

from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect

from tests.fixtures.browser import PATIENCE
from zarleague.play.models import Hand, Match

from .operating import Operating, Touch

PAUSE = 50
"""Milliseconds between two looks into the database."""


class Keeper:
    """A scorekeeper at one match, who touches the page or operates it otherwise."""

    def __init__(self, page: Page, match: Match, operating: Operating | None = None) -> None:
        self.page = page
        self.by: Operating = operating or Touch()
        self.league = match.season.league
        self.address = f"/l/{self.league.slug}/m/{match.pk}/"

    def open_entry(self) -> None:
        """Open the page for the next hand and wait until it can be typed into."""
        self.page.goto(f"{self.address}enter/")
        self.page.wait_for_selector("[data-entry][data-ready]")

    def expect_cached(self, path: str) -> None:
        """Wait until the service worker has cached a page or file, so that it opens offline."""
        self.page.evaluate(
            """async (path) => {
                while (!(await caches.match(path))) await new Promise((go) => setTimeout(go, 50));
            }""",
            path,
        )

    def open_pad(self) -> None:
        """Open the scorepad."""
        self.page.goto(self.address)

    def winner(self, name: str) -> None:
        """Say who went out: one tap."""
        self.by.choose(self.page.locator("[data-winner-choice] .seat").filter(has_text=name))

    def form(self, title: str) -> None:
        """Choose how the hand is entered."""
        self.by.choose(self.page.locator(".entry-forms label").filter(has_text=title))

    def send(self, name: str) -> None:
        """Press the button that sends a form, and wait for the page that answers it. The open page
        may hear of the change and show it before."""
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=name, exact=True).click()

    def more(self, player: str, kind: str, times: int = 1) -> None:
        """Tap the plus of a kind of card."""
        button = self.page.locator(f"button[aria-label='One more: {player}: {kind}']:visible")
        for _ in range(times):
            button.click()

    def go_on(self) -> None:
        """Tap the one button at the foot of the page."""
        self.by.press(self.page.locator("[data-go]"))

    def save(self) -> None:
        """Tap the one button when it says "Save"."""
        expect(self.button).to_contain_text("Save")
        self.go_on()

    @property
    def button(self) -> Locator:
        """Return the one button at the foot of the page."""
        return self.page.locator("[data-go]")

    @property
    def heading(self) -> Locator:
        """Return the heading, which says the number of the hand."""
        return self.page.locator("h1:visible")

    def enter(self, winner: str, left: Mapping[str, Mapping[str, int]]) -> None:
        """Enter a whole hand by counts and save it; ``left``: player -> kind -> how many."""
        self.winner(winner)
        for index, (player, kinds) in enumerate(left.items()):
            if index:
                expect(self.button).to_have_text(f"Next: {player}")
                self.go_on()
            for kind, times in kinds.items():
                self.more(player, kind, times)
        self.save()

    def expect_hand(self, number: int) -> None:
        """Wait until the page is ready for that hand."""
        expect(self.heading).to_have_text(f"Hand {number}")

    def expect_saved(self, number: int) -> None:
        """Wait until the server has that hand and the page is ready for the next. When the answer
        takes long, the page goes on and the hand waits on the phone."""
        self.expect_hand(number + 1)
        self.expect_on_the_server(number)

    def expect_on_the_server(self, number: int) -> None:
        """Wait until the server has that hand, and has answered: what else the request writes is
        written after the hand."""
        match = int(self.address.split("/")[-2])
        for _ in range(PATIENCE // PAUSE):
            if Hand.objects.filter(match=match, number=number).exists():
                self.expect_nothing_waits()
                return
            self.page.wait_for_timeout(PAUSE)
        raise AssertionError(f"hand {number} did not reach the server")

    def expect_nothing_waits(self) -> None:
        """Wait until the phone is online and no hand waits on it."""
        expect(self.page.locator("[data-offline-banner]")).to_be_hidden()

    def expect_totals(self, *totals: str) -> None:
        """Wait until the scorepad shows these totals, in the order of the seats. A server that is
        slow to answer makes the phone show the page it has kept first."""
        expect(self.page.locator(".totals td")).to_have_text(totals)
