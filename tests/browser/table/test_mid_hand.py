"""A recording that starts at the disputed moment: the position is filled in, not played."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests import factories
from tests.factories import Club
from zarleague.leagues.models import User
from zarleague.play.models import Match

from .keeper import Keeper
from .test_disputes import Recorder, no_barriers


def written(page: Page) -> list[str]:
    """The lines of the log so far."""
    return page.locator("[data-rec-log] code").all_text_contents()


def test_a_hand_is_recorded_from_the_middle_on(keeper: Keeper, match: Match) -> None:
    """Cat plays g3 on Bob's blue draw two, although nobody has drawn for it: not allowed."""
    phone = keeper.page
    keeper.open_entry()
    keeper.form("Points only")
    phone.locator(".log-part > summary").click()
    recorder = Recorder(phone)
    recorder.open()
    form = phone.locator("[data-rec-start]")
    form.locator("summary").click()
    ann, bob, cat, *_ = form.locator("[data-start-seat]").all()
    bob.get_by_label("Cards").fill("1")
    ann.get_by_label("Has to draw").fill("2")
    bob.get_by_label("hasn’t called the last card").check()
    cat.get_by_label("to play").check()
    form.get_by_label("Top card").select_option("b+2")
    form.get_by_label("To draw or answer").fill("2")
    no_barriers(phone)
    form.get_by_role("button", name="Start here").click()
    seats = [name.text_content() or "" for name in phone.locator("[data-rec-seat] .name").all()]
    held = {"Bob": 1}
    expect(phone.locator("[data-rec-log] li")).to_have_count(len(seats) + 5)
    assert written(phone) == [
        *(f"holds {name} {held.get(name, 5)}" for name in seats),
        f"laid {seats[1]} b+2",
        f"owes {seats[0]} 2",
        f"faces {seats[2]} 2",
        f"unsaid {seats[1]}",
        f"turn {seats[2]}",
    ]
    expect(phone.locator("[data-rec-log] .illegal")).to_have_count(0)
    expect(phone.locator("[data-rec-seat='2']")).to_have_attribute("aria-pressed", "true")
    phone.locator("[data-rec-card='g3']").first.click()
    expect(phone.locator("[data-rec-log] .illegal")).to_have_count(1)
    # Filling in the form again changes the beginning and keeps what was recorded.
    form.locator("summary").click()
    form.get_by_label("To draw or answer").fill("0")
    form.get_by_label("Top card").select_option("g6")
    form.get_by_role("button", name="Start here").click()
    expect(phone.locator("[data-rec-log] .illegal")).to_have_count(0)
    assert written(phone)[-1] == f"{seats[2]} g3"


def test_a_grid_is_filled_in_by_its_places(
    phone: Page, club: Club, sign_in: Callable[[Page, User], None]
) -> None:
    page = phone
    sign_in(page, club.scorekeeper)
    Keeper(page, factories.match(club, "Ann", "Bob", game="uno-golf")).open_entry()
    page.locator(".log-part > summary").click()
    Recorder(page).open()
    form = page.locator("[data-rec-start]")
    form.locator("summary").click()
    ann = form.locator("[data-start-seat]").first
    for place, card in (("11", "b1"), ("12", "b5"), ("21", "?"), ("31", "-"), ("32", "-")):
        ann.locator(f"[data-place='{place}']").fill(card)
    form.get_by_label("Top card").select_option("g3")
    form.get_by_role("button", name="Start here").click()
    expect(page.locator("[data-rec-log] li")).to_have_count(4)
    assert written(page)[:2] == [
        "holds Ann b1 ? b5 11 21 12 22",
        "holds Bob 11 21 31 12 22 32",
    ]
    expect(page.locator("[data-rec-log] .illegal")).to_have_count(0)
