"""Entering hands on a phone.

Points by Holland's table (Scoring): a number 1, a reverse or skip 2, a draw two 3, a wild 4, a
dragon 5; whoever went out has none. Two half-decks hold four dragons and six draw twos.
"""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests import factories
from tests.factories import Club, key
from zarleague.engine.entry import Entry
from zarleague.leagues import services as leagues
from zarleague.leagues.models import User
from zarleague.play import services as play
from zarleague.play.models import Hand, Match

from .keeper import Keeper

HANDS = [
    # who went out, what the others held              Ann Bob Cat Dee
    ("Ann", {"Bob": {"Numbers": 3, "Wilds": 1}, "Cat": {"Numbers": 2}, "Dee": {"Dragons": 1}}),
    #                                                    0   7   2   5
    ("Bob", {"Ann": {"Numbers": 1}, "Cat": {"Draw twos": 2}, "Dee": {"Numbers": 4}}),
    #                                                    1   0   6   4
    ("Cat", {"Ann": {"Reverses and skips": 2}, "Bob": {"Numbers": 5}, "Dee": {"Wilds": 2}}),
    #                                                    4   5   0   8
]
TOTALS = ["5", "12", "8", "17"]
TAPS = [11, 11, 13]
"""The winner, one for each card, one for each further player, and one to save: four players."""


def test_hands_are_entered_one_after_the_other(keeper: Keeper) -> None:
    keeper.open_entry()
    keeper.page.evaluate("addEventListener('click', e => e.isTrusted && (window.taps += 1))")
    for number, (winner, left) in enumerate(HANDS, start=1):
        keeper.expect_hand(number)
        keeper.page.evaluate("window.taps = 0")
        keeper.enter(winner, left)
        keeper.expect_saved(number)
        assert keeper.page.evaluate("window.taps") == TAPS[number - 1]
    keeper.open_pad()
    keeper.expect_totals(*TOTALS)


def test_what_is_typed_counts_at_once_and_survives_another_form_and_a_reload(
    keeper: Keeper,
) -> None:
    """Each may be left for later once; then the button stays with the first who is missing."""
    keeper.open_entry()
    keeper.winner("Ann")
    asks = "What does Bob have left?"
    for said in ("Next: Cat", "Next: Dee", asks, asks):
        expect(keeper.button).to_have_text(said)
        keeper.go_on()
    bob = keeper.page.locator("[data-place-of='1']")
    keeper.more("Bob", "Draw twos")
    expect(bob.locator("[data-points]")).to_have_text("3")
    keeper.more("Bob", "Dragons")
    expect(bob.locator("[data-points]")).to_have_text("8")
    expect(bob.locator("[data-total]")).to_have_text("total 0 → 8")
    expect(keeper.button).to_have_text("Next: Cat")
    keeper.form("Points only")
    expect(bob.locator("[data-points]")).to_have_text("8")
    keeper.form("Cards by type")
    bob.locator("[data-opens-place]").click()
    expect(keeper.page.get_by_role("spinbutton", name="Bob: Draw twos")).to_have_value("1")
    keeper.go_on()
    keeper.more("Cat", "Numbers", 4)
    expect(keeper.page.locator("[data-place-of='2'] [data-points]")).to_have_text("4")
    keeper.page.reload()
    keeper.page.wait_for_selector("[data-entry][data-ready]")
    expect(keeper.page.locator("[data-points]")).to_have_text(["0", "8", "4", "–"])
    expect(keeper.button).to_have_text("What does Dee have left?")


def test_five_dragons_are_refused_and_the_players_named(keeper: Keeper, match: Match) -> None:
    keeper.open_entry()
    keeper.winner("Ann")
    keeper.more("Bob", "Dragons", 3)
    keeper.go_on()
    keeper.more("Cat", "Dragons", 2)
    keeper.go_on()
    keeper.more("Dee", "Numbers", 1)
    check = keeper.page.locator("[data-check]")
    expect(check).to_have_text(
        "Too many of “Dragons”: the deck has 4, but 5 are entered (Bob 3, Cat 2)."
    )
    expect(keeper.button).to_have_text("Can’t be saved yet: see why")
    keeper.go_on()
    keeper.expect_hand(1)
    assert not Hand.objects.filter(match=match).exists()
    keeper.page.locator("[data-place-of='2'] [data-opens-place]").click()
    keeper.page.get_by_role("button", name="One fewer: Cat: Dragons").click()
    expect(check).to_be_empty()
    keeper.save()
    keeper.expect_hand(2)


def test_the_wrong_winner_is_put_right_by_one_tap_and_a_double_tap_makes_one_hand(
    keeper: Keeper, match: Match
) -> None:
    keeper.open_entry()
    keeper.winner("Bob")
    for player in ("Ann", "Cat", "Dee"):
        if player != "Ann":
            keeper.go_on()
        keeper.more(player, "Numbers", 2)
    keeper.page.locator("[data-place-of='1'] [data-change-winner]").click()
    keeper.winner("Ann")
    check = keeper.page.locator("[data-check]")
    expect(check).to_contain_text("You’ve entered cards for Ann, who went out")
    check.get_by_role("button", name="Bob went out").click()
    expect(check).to_be_empty()
    expect(keeper.page.locator("[data-points]")).to_have_text(["2", "0", "2", "2"])
    expect(keeper.button).to_contain_text("Save")
    keeper.button.dblclick()
    keeper.expect_saved(1)
    assert Hand.objects.filter(match=match).count() == 1


def test_totals_are_typed_on_the_pages_own_keypad_or_by_keys_and_asked_for_again(
    keeper: Keeper,
) -> None:
    """The way last used for a game is offered first."""
    keeper.open_entry()
    keeper.form("Points only")
    keeper.winner("Dee")
    for index, points in enumerate(("12", "7", "30")):
        if index:
            keeper.go_on()
        for digit in points:
            keeper.page.locator(f"[data-keypad] [data-key='{digit}']").click()
    keeper.save()
    keeper.expect_saved(1)
    keeper.open_entry()
    expect(keeper.page.get_by_role("radio", name="Points only")).to_be_checked()
    keeper.winner("Ann")
    for seat, typed in ((1, "3"), (2, "4"), (3, "6")):
        keeper.page.locator(f"#s{seat}-totals-points").fill(typed)
        keeper.go_on()
    keeper.expect_saved(2)
    keeper.open_pad()
    keeper.expect_totals("12", "10", "34", "6")


def test_cards_are_tapped_and_tapped_away_again(keeper: Keeper) -> None:
    keeper.open_entry()
    keeper.form("Every card")
    keeper.winner("Ann")
    bob = keeper.page.locator("[data-place-of='1']")
    for code in ("b2", "b2", "X1"):
        keeper.page.locator(f"[data-tray] [data-code='{code}']").click()
    expect(bob.locator("[data-points]")).to_have_text("7")
    # "Zar is played with two half-decks": there is no third blue 2.
    expect(keeper.page.locator("[data-tray] [data-code='b2']")).to_be_disabled()
    bob.locator("[data-takes='0']").click()
    expect(bob.locator("[data-points]")).to_have_text("6")


def test_somebody_who_sat_out_has_no_result(keeper: Keeper, match: Match) -> None:
    keeper.open_entry()
    keeper.winner("Ann")
    keeper.page.get_by_text("Someone sat this hand out").click()
    keeper.page.locator("[data-sitting] .seat").filter(has_text="Dee").click()
    keeper.more("Bob", "Numbers", 2)
    keeper.go_on()
    keeper.more("Cat", "Numbers", 3)
    keeper.save()
    keeper.expect_saved(1)
    keeper.open_pad()
    keeper.expect_totals("0", "2", "3", "–")


def test_a_log_that_does_not_end_the_hand_is_held_back_with_the_reason(
    keeper: Keeper, match: Match
) -> None:
    keeper.open_entry()
    keeper.form("Log")
    keeper.page.get_by_role("textbox", name="Play log").fill("Ann: r5\n")
    expect(keeper.page.locator("[data-check]")).to_have_text(
        "The log doesn’t reach the end of the hand."
    )
    expect(keeper.button).to_have_text("Can’t be saved yet: see why")
    keeper.go_on()
    keeper.expect_hand(1)
    expect(keeper.page.locator("[data-offline-banner]")).to_be_hidden()
    assert not Hand.objects.filter(match=match).exists()


def test_a_paper_sheet_is_typed_by_keyboard(keeper: Keeper, match: Match) -> None:
    page = keeper.page
    page.goto(f"{keeper.address}sheet/")
    page.wait_for_selector("[data-sheet][data-ready]")
    # Ann goes out, then Dee, marked by an x; the third row is impossible: Zar has no such points.
    for row in (("", "4", "5", "6"), ("7", "8", "9", "x"), ("", "999", "1", "2")):
        for seat, points in enumerate(row):
            page.keyboard.type(points)
            page.keyboard.press("Enter" if seat == 3 else "Tab")
    expect(page.locator("#said-2")).to_contain_text("999")
    expect(keeper.button).to_have_text("Can’t be saved yet: see the rows in red")
    page.get_by_role("textbox", name="Hand 3, Bob").fill("3")
    expect(page.locator("[data-sum='1']")).to_have_text("15")
    expect(keeper.button).to_have_text("Save 3 hands")
    keeper.go_on()
    page.wait_for_url(f"**{keeper.address}")
    expect(page.locator(".totals td")).to_have_text(["7", "15", "15", "8"])
    keeper.expect_on_the_server(3)
    hands = Hand.objects.filter(match=match).order_by("number")
    assert [hand.confirmed.entry["winner"] for hand in hands if hand.confirmed] == [0, 3, 0]


def test_a_hand_is_given_up_and_the_next_is_asked_about_as_before(
    keeper: Keeper, match: Match
) -> None:
    keeper.open_entry()
    page = keeper.page
    page.get_by_role("button", name="The hand was given up").click()
    expect(page.locator("[data-winner-choice]")).to_be_hidden()
    page.locator("[data-play-out]").click()
    expect(page.locator("[data-winner-choice]")).to_be_visible()
    page.get_by_role("button", name="The hand was given up").click()
    page.locator("[data-place-of='1'] [data-opens-place]").click()
    page.locator("[data-place-of='1'] [data-form='given-up'] [data-total-input]").fill("12")
    keeper.save()
    keeper.expect_saved(1)
    expect(page.locator("[data-winner-choice]")).to_be_visible()
    hand = Hand.objects.select_related("confirmed").get(match=match)
    assert hand.confirmed is not None
    assert [sheet.get("points") for sheet in hand.confirmed.entry["sheets"]] == [
        None, 12, None, None,
    ]  # fmt: skip
    keeper.open_pad()
    expect(page.locator(".pad-table tbody").last).to_contain_text("given up: Bob 12")


def test_a_hand_given_up_is_taken_from_a_paper_sheet(keeper: Keeper, match: Match) -> None:
    page = keeper.page
    page.goto(f"{keeper.address}sheet/")
    page.wait_for_selector("[data-sheet][data-ready]")
    for seat, points in enumerate(("/", "/ 12", "5", "")):
        page.keyboard.type(points)
        page.keyboard.press("Enter" if seat == 3 else "Tab")
    keeper.go_on()
    page.wait_for_url(f"**{keeper.address}")
    keeper.expect_on_the_server(1)
    hand = Hand.objects.select_related("confirmed").get(match=match)
    assert hand.confirmed is not None
    assert hand.confirmed.entry["form"] == "given-up"
    assert [sheet.get("points") for sheet in hand.confirmed.entry["sheets"]] == [
        None, 12, 5, None,
    ]  # fmt: skip


def test_a_hand_is_entered_by_keys_alone(keeper: Keeper) -> None:
    """Arrow keys pass by the seats; Space says who went out, and the focus goes on from field to
    field. Ann has 3 numbers left, Bob 1, Dee 2."""
    keeper.open_entry()
    page = keeper.page
    seats = page.locator("[name=winner]")
    seats.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(seats.nth(2)).to_be_focused()
    expect(page.locator("[name=winner]:checked")).to_have_count(0)
    page.keyboard.press("Space")
    for numbers in "312":
        page.keyboard.type(numbers)
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    keeper.expect_saved(1)
    expect(seats.first).to_be_focused()
    keeper.open_pad()
    keeper.expect_totals("3", "1", "0", "2")


SKYJO = {
    "format": "zarleague-game", "version": 1, "name": "Skyjo", "players": [2, 8], "wins": "low",
    "limit": 100,
    "fields": [
        {"key": "cards", "label": "Cards", "asked": "points", "least": -17, "most": 142, "each": 1},
        {"key": "ended", "label": "Ended the round", "asked": "tick", "each": 0, "sum": [1, 1]},
    ],
    "rules": [{"kind": "closer", "field": "ended", "factor": 2}],
}  # fmt: skip


def test_the_focus_of_a_hand_that_cannot_be_saved_and_of_the_next(
    page: Page, club: Club, sign_in: Callable[[Page, User], None]
) -> None:
    """Nobody is ticked at first; of a game in which nobody goes out, a hand begins at a box."""
    game = leagues.declare_game(club.league, SKYJO, actor=club.boss).game
    sign_in(page, club.organiser)
    keeper = Keeper(page, factories.match(club, "Ann", "Bob", game=game))
    keeper.open_entry()
    page.locator("#s0-counted-cards").focus()
    for points in ("5", "9"):
        page.keyboard.type(points)
        page.keyboard.press("Enter")
    expect(keeper.button).to_contain_text("Can’t be saved yet")
    expect(page.locator("[data-entry]:not([inert])")).to_be_visible()  # the server has answered
    expect(page.locator("#s1-counted-cards")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    keeper.expect_saved(1)
    expect(page.locator("#s0-counted-cards")).to_be_focused()


def test_after_the_last_hand_the_match_is_ended_where_it_was_entered(
    page: Page, club: Club, sign_in: Callable[[Page, User], None]
) -> None:
    """Bob reaches Skyjo's 100. Another phone corrects the hand: the next one is asked for."""
    game = leagues.declare_game(club.league, SKYJO, actor=club.boss).game
    sign_in(page, club.organiser)
    match = factories.match(club, "Ann", "Bob", game=game)
    keeper = Keeper(page, match)
    keeper.open_entry()
    page.locator("#s0-counted-cards").focus()
    page.keyboard.type("5")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.locator("#s1-counted-cards").focus()
    page.keyboard.type("100")
    page.keyboard.press("Enter")
    expect(keeper.heading).to_have_text("This match is over.")
    expect(keeper.heading).to_be_focused()
    keeper.expect_on_the_server(1)
    sheets = ({"cards": 5, "ended": 1}, {"cards": 10})
    play.correct_hand(
        match.hands.get(), Entry("counted", sheets), reason="Misread", expected_version=1,
        actor=club.boss, key=key(),
    )  # fmt: skip
    keeper.expect_hand(2)
    page.goto(keeper.address)
    expect(page.get_by_role("link", name="Hand 2", exact=True)).to_be_visible()
    factories.hand(club, match, 0, 95)
    page.get_by_role("button", name="End match").click()
    page.get_by_role("dialog").get_by_role("button", name="End match").click()
    expect(page.get_by_text("Match ended.")).to_be_visible()


def test_a_hand_of_another_phone_leaves_the_focus_where_it_is(
    keeper: Keeper, club: Club, match: Match
) -> None:
    factories.hand(club, match, 0, 5, 7, 3)
    keeper.open_pad()
    first = keeper.page.get_by_role("link", name="Hand 1", exact=True)
    first.focus()
    factories.hand(club, match, 0, 1, 1, 1)
    keeper.expect_totals("0", "6", "8", "4")
    expect(first).to_be_focused()
