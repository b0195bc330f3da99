"""Tapping faster than the site answers: every tap goes to the right place or is refused."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from .keeper import Keeper
from .tapping import Recorder
from .test_disputes import enter_points

BEGUN = """\
deal Ann 6
deal Bob 6
deal Cat 6
deal Dee 6
up b4"""
TAP = """selectors => {
  for (const selector of selectors) document.querySelector(`[data-recorder] ${selector}`).click();
}"""


class Held:
    """Answers to the recorder, held back until they are let go."""

    def __init__(self, page: Page) -> None:
        self.held: list[Route] | None = []
        self.asked = 0
        self.most = 0
        """At the same time, as far as the page has no answer yet."""
        page.route("**/record/", self._ask)

    def _ask(self, route: Route) -> None:
        self.asked += 1
        self.most = max(self.most, self.asked)
        if self.held is None:
            self._answer(route)
        else:
            self.held.append(route)

    def _answer(self, route: Route) -> None:
        answer = route.fetch()
        self.asked -= 1
        route.fulfill(response=answer)

    def hold(self) -> None:
        """Hold back the answers from now on."""
        self.held = []

    def let_go(self) -> None:
        """Answer what was asked, and whatever is asked from now on."""
        held, self.held = self.held or [], None
        for route in held:
            self._answer(route)


@pytest.fixture
def recorder(keeper: Keeper) -> Iterator[Recorder]:
    """Yield a recorder in whose hand Bob is in turn: Ann deals; no answer may be an error."""
    refused = []
    keeper.page.on("response", lambda answer: answer.status < 400 or refused.append(answer.url))
    enter_points(keeper, (3, 4, 12), winner="Bob")
    found = Recorder(keeper.page)
    found.open()
    for line in BEGUN.splitlines():
        found.record(line)
    yield found
    assert not refused


def written(page: Page) -> list[str]:
    """Return the lines that came after the card turned up."""
    return page.locator("[data-rec-log] code").all_text_contents()[5:]


def tap(page: Page, *selectors: str) -> None:
    """Tap one after the other, without waiting for anything."""
    page.evaluate(TAP, list(selectors))


def expect_written(page: Page, *lines: str) -> None:
    """Wait until the log has the lines of the start and these."""
    expect(page.locator("[data-rec-log] li")).to_have_count(len(BEGUN.splitlines()) + len(lines))
    assert written(page) == list(lines)


def undo_all(page: Page, *lines: str) -> None:
    """Undo one line after the other; the recorder says each time whose turn it is again."""
    for number in reversed(range(len(lines))):
        page.get_by_role("button", name="Undo", exact=True).click()
        in_turn = ("Bob", "Cat", "Dee", "Ann")[number]
        expect(page.locator("[data-rec-status]")).to_have_text(f"{in_turn} to play")
        expect_written(page, *lines[:number])


def test_taps_before_the_answer(recorder: Recorder) -> None:
    """Bob, Cat and Dee play one after the other; Bob matches Dee's card out of turn. Each is
    written as the table stands then. Undo takes back the tap that waits last. The button for Bob's
    draw is tapped twice: after the first it is Cat who may draw, so the second is refused in sight.
    """
    page = recorder.page
    card = "[data-rec-card='{}']".format
    answers = Held(page)
    tap(page, card("b2"), card("b6"), card("g1"))
    page.get_by_role("button", name="Undo", exact=True).click()
    answers.let_go()
    expect_written(page, "Bob b2", "Cat b6")
    undo_all(page, "Bob b2", "Cat b6")

    answers.hold()
    tap(page, card("b2"), card("b6"), card("g6"), "[data-rec-seat='1']", card("g6"))
    status = page.locator("[data-rec-status]")
    expect(status).to_have_text("Checking the last move. Taps waiting: 4")
    expect(page.locator("[data-rec-card='b6']")).to_have_class(re.compile("is-waiting"))
    assert written(page) == ["Bob b2"]
    answers.let_go()
    lines = ["Bob b2", "Cat b6", "Dee g6", "Bob! g6"]
    expect_written(page, *lines)
    expect(page.locator(".is-waiting")).to_have_count(0)
    expect(page.locator("[data-rec-log] .illegal, [data-rec-log] .unknown")).to_have_count(0)
    assert answers.most == 1
    undo_all(page, *lines)

    answers.hold()
    draw = "[data-rec-offer='Bob draw ?']"
    tap(page, draw, draw, card("g1"))
    answers.let_go()
    expect(status).to_have_text("“Bob draws a card” wasn’t written: it’s no longer possible.")
    assert written(page) == ["Bob draw ?"]
    assert answers.most == 1


def test_an_answer_while_a_finger_rests_on_a_button_loses_no_tap(recorder: Recorder) -> None:
    """Bob's tap may have meant two cards: his finger is on that button when the answer arrives."""
    page = recorder.page
    answers = Held(page)
    tap(page, "[data-rec-card='b2']")
    page.locator("[data-rather][data-rec-offer='Bob b2 b2']").hover()
    page.mouse.down()
    answers.let_go()
    verdict = page.locator("[data-rec-log] li").last.locator(".rec-verdict")
    expect(verdict).to_have_class("rec-verdict legal")
    page.mouse.up()
    expect(page.locator("[data-rec-log] code").last).to_have_text("Bob b2 b2")
    assert written(page) == ["Bob b2 b2"]


def test_the_focus_stays_where_the_next_move_is_recorded(recorder: Recorder) -> None:
    """Bob and Cat draw, by keys alone; then Cat's draw is undone in the list of moves."""
    page = recorder.page
    page.locator("[data-rec-offer='Bob draw ?']").press("Enter")
    cat = page.locator("[data-rec-actions] [data-rec-offer='Cat draw ?']")
    expect(cat).to_be_focused()
    expect(cat).to_have_text("Cat draws a card")
    page.keyboard.press("Enter")
    expect(page.locator("[data-rec-actions] [data-rec-offer='Dee draw ?']")).to_be_focused()
    page.locator("[data-rec-history] > summary").click()
    page.locator("[data-rec-upto='6']").press("Enter")
    expect(page.locator("[data-rec-upto='5']")).to_be_focused()
    assert written(page) == ["Bob draw ?"]
