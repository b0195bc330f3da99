"""Each game's entry form for the end of a hand, filled in on a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.factories import Club
from zarleague.leagues.models import User
from zarleague.play.models import HandResult, Match

from .keeper import Keeper

Start = Callable[..., Keeper]


@pytest.fixture
def start(phone: Page, club: Club, sign_in: Callable[[Page, User], None]) -> Start:
    """Return ``start(game, *names, **options)``: the scorekeeper at a new match's first hand."""

    def begin(game: str, *names: str, **options: Any) -> Keeper:
        match = factories.match(club, *names, game=game, **options)
        keeper = Keeper(phone, match)
        keeper.open_entry()
        return keeper

    sign_in(phone, club.scorekeeper)
    return begin


def saved() -> list[int]:
    """Return the points of the one hand, by seat."""
    results = HandResult.objects.filter(version__hand__match=Match.objects.get())
    return list(results.order_by("seat__number").values_list("points", flat=True))


def tap_cards(keeper: Keeper, *codes: str) -> None:
    """Tap cards in the tray."""
    for code in codes:
        keeper.page.locator(f"[data-tray] [data-code='{code}']").click()


def test_uno_by_value(start: Start) -> None:
    # "number cards: face value; draw two, reverse, skip: 20; wild, wild draw four: 50".
    keeper = start("uno", "Ann", "Bob", "Cat")
    keeper.winner("Ann")
    keeper.more("Bob", "7", 2)
    keeper.more("Bob", "Skip, reverse, draw two")
    keeper.go_on()
    keeper.more("Cat", "0")
    keeper.more("Cat", "Wild, wild draw four")
    keeper.save()
    keeper.expect_saved(1)
    assert saved() == [0, 7 + 7 + 20, 0 + 50]


def test_uno_by_the_sum_of_the_numbers(start: Start) -> None:
    keeper = start("uno", "Ann", "Bob", "Cat")
    keeper.form("Number cards as one sum")
    keeper.winner("Cat")
    for digit in "13":
        keeper.page.locator(f"[data-keypad] [data-key='{digit}']").click()
    keeper.more("Ann", "Skip, reverse, draw two", 2)
    keeper.go_on()
    keeper.page.locator("[data-keypad] [data-key='9']").click()
    keeper.save()
    keeper.expect_saved(1)
    assert saved() == [13 + 20 + 20, 9, 0]


def test_a_failed_interception_costs_three_points_beside_the_cards(start: Start) -> None:
    options = {"interceptions": "exact", "interception-fail": "score-3"}
    keeper = start("uno", "Ann", "Bob", overrides=options)
    keeper.winner("Ann")
    keeper.more("Bob", "4")
    keeper.more("Bob", "Failed interceptions", 2)
    keeper.save()
    keeper.expect_saved(1)
    assert saved() == [0, 4 + 3 + 3]


def test_zuits_by_colour(start: Start) -> None:
    keeper = start("zuits", "Ann", "Bob", "Cat", "Dee")
    # Objective red 3 and blue 2, five cards of either; four red, four blue, two gold collected:
    # one short.
    tap_cards(keeper, "rA3", "bC2")
    keeper.more("Ann", "Red collected", 4)
    keeper.more("Ann", "Blue collected", 4)
    keeper.more("Ann", "Gold collected", 2)
    expect(keeper.page.locator("[data-place-of='0'] [data-points]")).to_have_text("1")
    keeper.go_on()
    # Gold 1 and gold 2: three gold cards, and three collected.
    tap_cards(keeper, "gA1", "gC2")
    keeper.more("Bob", "Gold collected", 3)
    keeper.go_on()
    # Blue 1 and a wild 4: five blue cards; three blue and one wild collected: one short.
    tap_cards(keeper, "bA1", "C4")
    keeper.more("Cat", "Blue collected", 3)
    keeper.more("Cat", "Wild collected", 1)
    keeper.go_on()
    # Red 1 and gold 3: four cards of either; nothing collected.
    tap_cards(keeper, "rC1", "gA3")
    keeper.save()
    keeper.expect_saved(1)
    assert saved() == [1, 0, 1, 4]


def test_a_hand_of_a_game_without_a_winner_is_given_up_and_played_out_after_all(
    start: Start,
) -> None:
    keeper = start("zuits", "Ann", "Bob", "Cat", "Dee")
    page = keeper.page
    page.get_by_role("button", name="The hand was given up").click()
    expect(keeper.button).to_have_text("Save hand 1")
    page.locator("[data-play-out]").click()
    expect(page.get_by_role("button", name="The hand was given up")).to_be_visible()
    expect(keeper.button).not_to_contain_text("Save")
    keeper.form("Points only")
    for seat in range(4):
        page.locator(f"[data-place-of='{seat}'] [data-form='totals'] [data-total-input]").fill("1")
        keeper.go_on()
    keeper.expect_saved(1)
    assert saved() == [1, 1, 1, 1]


def test_the_final_grid_of_uno_golf(start: Start) -> None:
    keeper = start("uno-golf", "Ann", "Bob", overrides={"action-points-confirmed": "yes"})
    clear = keeper.page.locator("[data-place-of='0'] [data-clears]")
    # Two columns were cleared in play; a red 5 over a blue 3 is left.
    clear.last.click()
    clear.last.click()
    tap_cards(keeper, "r5", "b3")
    expect(keeper.page.locator("[data-place-of='0'] [data-points]")).to_have_text("8")
    keeper.go_on()
    # Two fives are two of a kind and go; 1 and 3, 2 and 6 share neither number nor colour.
    tap_cards(keeper, "r5", "b5", "r1", "g3", "y2", "b6")
    steps = keeper.page.locator("[data-steps]")
    expect(steps).to_contain_text("Bob: Column 1 is cleared")
    keeper.save()
    keeper.expect_saved(1)
    assert saved() == [8, 1 + 3 + 2 + 6]
