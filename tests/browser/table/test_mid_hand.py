"""A recording that starts at the disputed moment: the position is filled in, not played."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests import factories
from tests.factories import Club
from zarleague.leagues.models import User
from zarleague.play.models import Match

from .keeper import Keeper
from .test_disputes import Recorder, no_barriers


def written(page: Page) -> list[str]:
    """The lines of the log so far."""
    return page.locator("[data-rec-log] code").all_text_contents()


def opened_form(page: Page) -> Locator:
    """Open the recorder of the entry page, and in it the form of a start in mid-hand."""
    page.locator(".log-part > summary").click()
    Recorder(page).open()
    form = page.locator("[data-rec-start]")
    form.locator("summary").click()
    return form


def test_a_hand_is_recorded_from_the_middle_on(keeper: Keeper, match: Match) -> None:
    """Cat plays g3 on Bob's blue draw two, although nobody has drawn for it: not allowed."""
    phone = keeper.page
    keeper.open_entry()
    keeper.form("Points only")
    form = opened_form(phone)
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
    held = {"Bob": "?"}  # as the server writes one card that nobody names
    expect(phone.locator("[data-rec-log] code")).to_have_text(
        [
            *(f"holds {name} {held.get(name, 5)}" for name in seats),
            f"laid {seats[1]} b+2",
            f"owes {seats[0]} 2",
            f"faces {seats[2]} 2",
            f"unsaid {seats[1]}",
            f"turn {seats[2]}",
        ]
    )
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
    """Nobody is asked for last turns where the round ends at once."""
    page = phone
    sign_in(page, club.scorekeeper)
    Keeper(page, factories.match(club, "Ann", "Bob", game="uno-golf")).open_entry()
    form = opened_form(page)
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
    form.locator("summary").click()
    filled(ann, "b1 b5 - g3 y0 -")
    expect(form.get_by_text("last turn")).to_have_count(0)
    form.get_by_role("button", name="Start here").click()
    expect(page.locator("[data-rec-log] li")).to_have_count(5)
    assert written(page)[-3:] == ["laid Bob g3", "done Ann", "turn Ann"]
    expect(page.locator("[data-rec-log] .illegal")).to_have_count(0)


def filled(seat: Locator, cards: str) -> None:
    """Fill in a grid from left to right, first the upper row; ``.`` is a card face down."""
    for place, card in zip(("11", "21", "31", "12", "22", "32"), cards.split(), strict=True):
        seat.locator(f"[data-place='{place}']").fill(card.replace(".", ""))


def test_a_round_of_golf_starts_in_its_last_turns(
    phone: Page, club: Club, sign_in: Callable[[Page, User], None]
) -> None:
    """Bob's cards are all face up. Cat is to play and Ann has yet to; then Cat has just played;
    then Bob is the one who has just turned up the last card, and everybody else has a turn."""
    page = phone
    sign_in(page, club.scorekeeper)
    rules = {"round-end": "one-more-turn-each"}
    match = factories.match(club, "Ann", "Bob", "Cat", game="uno-golf", overrides=rules)
    Keeper(page, match).open_entry()
    form = opened_form(page)
    ann, bob, cat = form.locator("[data-start-seat]").all()
    last = form.get_by_label("still has a last turn")
    filled(ann, "r1 . . . . .")
    filled(bob, "b5 g6 y1 r4 y4 .")
    filled(cat, "r3 . . . . .")
    form.get_by_label("Top card").select_option("r2")
    cat.get_by_label("to play").check()
    expect(last.filter(visible=True)).to_have_count(0)
    bob.locator("[data-place='32']").fill("?")
    expect(last.filter(visible=True)).to_have_count(1)
    ann.get_by_label("still has a last turn").check()
    form.get_by_role("button", name="Start here").click()
    expect(page.locator("[data-rec-log] li")).to_have_count(7)
    grids = [
        "holds Ann r1 11 21 31 12 22 32",
        "holds Bob b5 g6 y1 r4 y4 ? 11 21 31 12 22 32",
        "holds Cat r3 11 21 31 12 22 32",
    ]
    assert written(page) == [*grids, "laid Bob r2", "last Ann", "last Cat", "turn Cat"]
    expect(page.locator("[data-rec-status]")).to_have_text("Cat to play")
    form.locator("summary").click()
    form.get_by_label("The player in turn has just finished the turn").check()
    form.get_by_role("button", name="Start here").click()
    expect(page.locator("[data-rec-status]")).to_have_text("Ann to play")
    assert written(page) == [*grids, "laid Bob r2", "last Ann", "done Cat", "turn Cat"]
    form.locator("summary").click()
    bob.get_by_label("to play").check()
    expect(last.filter(visible=True)).to_have_count(0)
    form.get_by_label("The player in turn has just finished the turn").uncheck()
    form.get_by_role("button", name="Start here").click()
    expect(page.locator("[data-rec-status]")).to_have_text("Cat to play")
    assert written(page) == [*grids, "laid Ann r2", "done Bob", "turn Bob"]
    expect(page.locator("[data-rec-log] .illegal")).to_have_count(0)
