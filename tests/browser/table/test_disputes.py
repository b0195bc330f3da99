"""A contested hand, from the first tap to the casebook, on one phone.

Four players, six cards each; Dee deals. Cards left in the hands, nobody knows which:

  Ann  6, b2 5, matched 6, b6 5, g3 4, y6 3
  Bob  6, b5 5, b+2 4, g6 g6 2, y5 1, y3 0
  Cat  6, b2 5, b6 4, matched 5, g+2 4, g4 3, y3 2, matched 3
  Dee  6, b5 5, matched 6, drew four 10, g1 9, y4 8

Bob put down his last card by matching. "You cannot go out by matching" (Holland, Matching), but
some play it so that you can.
"""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.barriers import barriers_as_it_is
from tests.factories import Club
from zarleague.leagues import services as leagues
from zarleague.leagues.models import League, User
from zarleague.play.models import Hand, Match, Ruling
from zarleague.reports.models import RatingList

from .keeper import Keeper
from .tapping import Recorder

HAND = """\
deal Ann 6
deal Bob 6
deal Cat 6
deal Dee 6
up b4
Ann b2
Cat! b2
Ann draw ?
Dee b5
Bob! b5
Dee draw ?
Cat b6
Ann! b6
Cat draw ?
Bob b+2
Cat g+2
Dee draw 4
Dee g1
Ann g3
Bob g6 g6
Cat g4
Dee y4
Ann y6
Bob y5
Bob says one
Cat y3
Bob! y3
Cat draw ?
close
"""
QUESTION = "Can you go out by matching?"


def no_barriers(page: Page) -> None:
    assert barriers_as_it_is(page) == []


SignIn = Callable[[Page, User], None]


def expect_standings(page: Page, league: League, standings: Sequence[tuple[str, str]]) -> None:
    """Open the league's page and wait until its table shows these names and points."""
    page.goto(f"/l/{league.slug}/")
    rows = page.locator("[data-live-part='table'] tbody tr")
    expect(rows.locator("th a")).to_have_text([name for name, _ in standings])
    expect(rows.locator("td.lead")).to_have_text([points for _, points in standings])


def enter_points(keeper: Keeper, points: Sequence[int], winner: str = "") -> None:
    """Enter what everybody but the winner scores, and unfold the recorder below."""
    keeper.open_entry()
    keeper.form("Points only")
    if winner:
        keeper.winner(winner)
    for index, scored in enumerate(points):
        if index:
            keeper.go_on()
        for digit in str(scored):
            keeper.by.press(keeper.page.locator(f"[data-keypad] [data-key='{digit}']"))
    keeper.by.press(keeper.page.locator(".log-part > summary"))


def saved(keeper: Keeper, number: int) -> str:
    """Save the hand and return the log that goes with it."""
    keeper.save()
    keeper.expect_saved(number)
    version = Hand.objects.get(match__pk=keeper.address.split("/")[-2], number=number).confirmed
    assert version is not None
    return str(version.log)


def replay_to_the_finding(keeper: Keeper, number: int, event: int) -> None:
    """Replay a hand, which opens at its first event that was not allowed."""
    keeper.page.goto(f"{keeper.address}h/{number}/")
    keeper.by.press(keeper.page.get_by_role("link", name="Replay this hand"))
    expect(keeper.page.locator(".ring-seat").first).to_be_visible()
    current = keeper.page.locator("[data-event][aria-current=step]")
    expect(current).to_have_attribute("data-event", str(event))


def dispute(keeper: Keeper, number: int, claim: str, event: int) -> None:
    """Dispute an event of a hand; who does may not decide it."""
    phone, by = keeper.page, keeper.by
    phone.goto(f"{keeper.address}h/{number}/")
    by.press(phone.get_by_role("button", name="Dispute", exact=True))
    by.fill(phone.get_by_label("What’s wrong?"), claim)
    by.select(phone.get_by_label("Where?"), str(event))
    by.press(phone.get_by_role("button", name="Send dispute"))
    phone.wait_for_url("**/disputes/*/")
    expect(phone.get_by_role("link", name="Decide")).to_have_count(0)


def decide(keeper: Keeper, question: str, reasons: str, remedy: str, **fields: str) -> None:
    """Fill in the ruling on the dispute that is shown; see what it changes before it is given."""
    phone, by = keeper.page, keeper.by
    by.press(phone.get_by_role("link", name="Decide"))
    by.fill(phone.get_by_label("What had to be decided?"), question)
    by.check(phone.get_by_label("Dispute upheld"))
    by.fill(phone.get_by_label("Reasons"), reasons)
    by.check(phone.get_by_label(remedy))
    for name, value in fields.items():
        field = phone.locator(f"[name={name.replace('_', '-')}]")
        is_select = field.evaluate("field => field.tagName") == "SELECT"
        (by.select if is_select else by.fill)(field, value)
    by.press(phone.get_by_role("button", name="Show what it changes"))
    expect(phone.locator("#effect table")).not_to_have_count(0)
    no_barriers(phone)


def give(keeper: Keeper) -> None:
    """Give the ruling that was filled in."""
    keeper.by.press(keeper.page.get_by_role("button", name="Issue ruling"))
    expect(keeper.page.locator("article.ruling")).to_be_visible()
    expect(keeper.page.locator(".decisive > svg")).to_be_visible()


def share_and_look_in_from_outside(
    phone: Page, club: Club, ruling: Ruling, reasons: str, sign_in: SignIn, private: Sequence[str]
) -> None:
    """Share a ruling: an outsider sees it from then on, and nothing else of the league."""
    home = f"/l/{club.league.slug}/"
    sign_in(phone, club.outsider)
    assert phone.request.get(f"{home}rulings/{ruling.pk}/").status == 404
    sign_in(phone, club.organiser)
    phone.goto(f"{home}disputes/{ruling.dispute_id}/")
    phone.get_by_role("button", name="Share with other leagues").click()
    expect(phone.get_by_role("button", name="Stop sharing")).to_be_visible()
    # The page follows its league: left open, it would be fetched again as the outsider.
    phone.goto("about:blank")
    sign_in(phone, club.outsider)
    phone.goto(f"{home}rulings/{ruling.pk}/")
    expect(phone.get_by_text(reasons)).to_be_visible()
    for path in ("", "rulings/", f"disputes/{ruling.dispute_id}/", *private):
        assert phone.request.get(f"{home}{path}").status == 404


@pytest.mark.whole
def test_a_contested_going_out_from_the_first_tap_to_the_casebook(
    keeper: Keeper, club: Club, match: Match, sign_in: SignIn
) -> None:
    """In ``make test`` a revoke goes this way (`test_disputes_of_games`); other rules are compared
    in `test_replay_board`, and what is shared is seen from outside in `test_ruling_pages`."""
    phone = keeper.page
    factories.hand(club, match, 8, 5, 3, 0, winner=3)  # the winner deals the next hand
    arbiter = factories.arbiter(club)
    leagues.update_league(club.league, actor=club.boss, shares_rulings=True)
    home = f"/l/{club.league.slug}/"

    # The scorekeeper records the hand while it is played.
    enter_points(keeper, (3, 4, 12), winner="Bob")
    recorder = Recorder(phone)
    recorder.open()
    for line in HAND.splitlines():
        recorder.record(line, "illegal" if line == "close" else "legal")
    # 28 lines at one tap each, and one more for a seat out of turn or a second card.
    assert recorder.taps <= 1.6 * len(HAND.splitlines())
    no_barriers(phone)
    assert saved(keeper, 2) == f"dealer Dee\n{HAND}".rstrip()
    before = [("Bob", "5"), ("Cat", "7"), ("Ann", "11"), ("Dee", "12")]
    expect_standings(phone, club.league, before)
    assert set(RatingList.objects.values_list("hands", flat=True)) == {2}

    # It is replayed, and compared under the other reading.
    replay_to_the_finding(keeper, 2, 29)
    phone.get_by_role("link", name="What if you’d played by other rules?").click()
    phone.get_by_role("link", name="You go out.").first.click()
    expect(phone.locator(".side")).to_have_count(2)
    expect(phone.locator(".side").first).to_contain_text("1 move not allowed")
    expect(phone.locator(".side").last).to_contain_text("0 moves not allowed")

    # One player disputes it.
    sign_in(phone, club.player)
    dispute(keeper, 2, "Bob matched with his last card. That’s not out.", 27)
    no_barriers(phone)

    # An arbiter rules, and sees first what it changes.
    assert arbiter.user is not None
    sign_in(phone, arbiter.user)
    phone.reload()
    decide(keeper, QUESTION, "Holland: you draw a card instead.", "The hand is played again")
    expect(phone.locator("#effect").get_by_role("row", name="Cat")).to_have_count(3)
    give(keeper)
    no_barriers(phone)

    # Standings and ratings follow: there is one hand less. The casebook finds the ruling.
    after = [("Dee", "0"), ("Cat", "3"), ("Bob", "5"), ("Ann", "8")]
    expect_standings(phone, club.league, after)
    assert set(RatingList.objects.values_list("hands", flat=True)) == {1}
    phone.goto(f"{home}rulings/?words=matching")
    no_barriers(phone)
    phone.get_by_role("link", name=QUESTION).click()
    share_and_look_in_from_outside(
        phone,
        club,
        Ruling.objects.get(),
        "Holland: you draw a card instead.",
        sign_in,
        (f"m/{match.pk}/h/2/",),
    )


def test_a_line_is_completed_while_it_is_typed_and_judged_beside_it(
    keeper: Keeper, club: Club, match: Match
) -> None:
    factories.hand(club, match, 0, 5, 3, 8)
    page = keeper.page
    page.goto(f"{keeper.address}h/1/")
    deals = "".join(f"deal {name} 6\n" for name in ("Ann", "Bob", "Cat", "Dee"))
    page.get_by_text("Write down how it was played").click()
    page.locator("#log").fill(f"dealer Dee\n{deals}up b4\nAnn b2\n")
    page.locator("#log").press_sequentially("b")
    page.get_by_role("group", name="Complete the word").get_by_role("button", name="Bob").click()
    page.locator("#log").press_sequentially("y5")
    # Yellow 5 on blue 2 has neither its colour nor its number.
    expect(page.locator("[data-line-said]")).to_contain_text("Not allowed")
    assert page.locator("#log").input_value().endswith("up b4\nAnn b2\nBob y5")
