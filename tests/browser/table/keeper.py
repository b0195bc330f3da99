"""The actions of a scorekeeper on a phone."""

from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect

from zarleague.play.models import Match


class Keeper:
    """A scorekeeper at one match."""

    def __init__(self, page: Page, match: Match) -> None:
        self.page = page
        self.league = match.season.league
        self.address = f"/l/{self.league.slug}/m/{match.pk}/"

    def open_entry(self) -> None:
        """Open the page for the next hand and wait until it can be typed into."""
        self.page.goto(f"{self.address}enter/")
        self.page.wait_for_selector("[data-entry][data-ready]")

    def open_pad(self) -> None:
        """Open the scorepad."""
        self.page.goto(self.address)

    def winner(self, name: str) -> None:
        """Say who went out: one tap."""
        self.page.locator("[data-winner-choice] .seat").filter(has_text=name).click()

    def form(self, title: str) -> None:
        """Choose how the hand is entered."""
        self.page.locator(".entry-forms label").filter(has_text=title).click()

    def more(self, player: str, kind: str, times: int = 1) -> None:
        """Tap the plus of a kind of card."""
        button = self.page.get_by_role("button", name=f"One more: {player}: {kind}", exact=True)
        for _ in range(times):
            button.click()

    def go_on(self) -> None:
        """Tap the one button at the foot of the page."""
        self.page.locator("[data-go]").click()

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
        return self.page.get_by_role("heading", level=1)

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

    def totals(self) -> list[str]:
        """Return the totals of the scorepad, in the order of the seats."""
        return self.page.locator(".totals td").all_text_contents()
