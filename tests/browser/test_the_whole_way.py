"""From no account to a settled argument, on one phone: the whole way through the product.

Points by Holland: number card 1, reverse or skip 2, draw two 3, wild 4, dragon 5.

  hand   out   Ann              Bob                 Cat
  1      Ann   0                skip = 2            dragon = 5
  2      Bob   wild = 4         0                   number = 1
  3      Ann   0                skip = 2            skip = 2
  4      Cat   three numbers 3  draw two = 3        0
  5      Ann   0                number = 1          number = 1
         all   7                8                   9
Hand 1 is corrected: Cat had two dragons, 10. Then Cat has 14.
"""

import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Locator, Page, expect

from tests.browser.table.keeper import Keeper
from tests.browser.table.test_disputes import expect_standings
from tests.sampling import SAMPLED
from zarleague.leagues.models import Season
from zarleague.play.models import Match

pytestmark = [pytest.mark.both_sites, pytest.mark.service_worker]
if SAMPLED:  # the other tests in the browser take its steps on SQLite
    pytestmark.append(pytest.mark.postgresql)

HANDS = [
    ("Ann", {"Bob": {"Reverses and skips": 1}, "Cat": {"Dragons": 1}}),
    ("Bob", {"Ann": {"Wilds": 1}, "Cat": {"Numbers": 1}}),
    ("Ann", {"Bob": {"Reverses and skips": 1}, "Cat": {"Reverses and skips": 1}}),
    ("Cat", {"Ann": {"Numbers": 3}, "Bob": {"Draw twos": 1}}),
    ("Ann", {"Bob": {"Numbers": 1}, "Cat": {"Numbers": 1}}),
]
# Ten minus the players: seven cards each. Yellow 5 has neither the colour nor the number of the
# blue 2 that Ann played: "you can play a green 2 or a blue 4, but not a green 4".
LOG = """\
dealer Cat
deal Ann b2 g5 y1 y3 g4 b5 b6
deal Bob 7
deal Cat 7
up b4
Ann b2
Bob y5
"""


MOST_SCREENS = 5
MOST_TAPS = 12
"""From the first page to the first saved hand of one's own league; a field that is filled in is a
tap."""


class Counting:
    """A person with a phone; counts what they tap and fill in, and the pages they see."""

    def __init__(self, phone: Page) -> None:
        self.phone = phone
        self.taps = 0
        self.screens: list[str] = []
        phone.on("framenavigated", lambda frame: self.screens.append(frame.url))

    def tap(self, locator: Locator) -> None:
        locator.click()
        self.taps += 1

    def fill(self, label: str, text: str) -> None:
        self.phone.get_by_label(label, exact=label == "Name").fill(text)
        self.taps += 1


def first_hand(phone: Page) -> Keeper:
    """Start a league of three, from the first page on, and save its first hand."""
    me = Counting(phone)
    phone.goto("/")
    me.tap(phone.get_by_role("link", name="Start a league"))
    me.fill("Name", "The Anchor")
    me.fill("Your name", "Ann")
    me.fill("Who plays with you?", "Bob, Cat")
    me.tap(phone.get_by_role("button", name="Start league"))
    me.tap(phone.get_by_role("button", name="Start match"))
    phone.wait_for_url(re.compile(r"/m/\d+/$"))
    keeper = Keeper(phone, Match.objects.get())
    me.tap(phone.get_by_role("link", name="Hand 1"))
    phone.wait_for_selector("[data-entry][data-ready]")
    ((winner, left), *_) = HANDS
    me.tap(phone.locator("[data-winner-choice] .seat").filter(has_text=winner))
    for index, (player, kinds) in enumerate(left.items()):
        if index:
            me.tap(keeper.button)
        (kind,) = kinds
        me.tap(phone.get_by_role("button", name=f"One more: {player}: {kind}", exact=True))
    me.tap(keeper.button)
    keeper.expect_saved(1)
    assert me.taps <= MOST_TAPS
    assert len(set(me.screens)) <= MOST_SCREENS, me.screens
    return keeper


def rank_by_total_points(phone: Page, season: Season) -> None:
    """Ranks are provisional until somebody has the hands that the season asks for."""
    expect_standings(phone, season.league, [("Ann", "4"), ("Bob", "2"), ("Cat", "1")])
    expect(phone.locator("td.rank")).to_have_text(["(1)", "(2)", "(3)"])
    phone.goto(f"/l/{season.league.slug}/seasons/{season.pk}/settings/?preset=total-points")
    phone.get_by_role("button", name="Save ranking").click()
    phone.wait_for_url(re.compile(r"/seasons/\d+/(#|$)"))


def finish_account(phone: Page) -> None:
    """Choose a password, and sign in with it again."""
    phone.goto("/")
    phone.get_by_role("link", name="Finish account").click()
    expect(phone.get_by_label("Your name")).to_have_value("Ann")
    phone.get_by_label("Password").fill("behind the third barrel")
    phone.get_by_role("button", name="Save").click()
    phone.get_by_text("Welcome! Your username is ann-").wait_for()


def test_the_whole_way(
    phone: Page, live_app: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    phone.emulate_media(reduced_motion="no-preference")  # pages fade into each other
    keeper = first_hand(phone)
    rank_by_total_points(phone, Season.objects.get())
    finish_account(phone)
    keeper.open_entry()
    for number, (winner, left) in enumerate(HANDS[1:], start=2):
        keeper.expect_hand(number)
        keeper.enter(winner, left)
        keeper.expect_saved(number)
    expect_standings(phone, keeper.league, [("Ann", "7"), ("Bob", "8"), ("Cat", "9")])

    phone.goto(f"{keeper.address}h/1/correct/")
    phone.wait_for_selector("[data-entry][data-ready]")
    phone.locator("[data-place-of='2'] [data-opens-place]").click()
    keeper.more("Cat", "Dragons")
    phone.get_by_label("Why?").fill("The second dragon stuck to the first")
    keeper.save()
    phone.wait_for_url("**/h/1/")
    expect_standings(phone, keeper.league, [("Ann", "7"), ("Bob", "8"), ("Cat", "14")])

    phone.goto(f"{keeper.address}h/2/")
    phone.get_by_text("Write down how it was played").click()
    phone.locator("#log").fill(LOG)
    found = phone.locator("[data-judged] > .judged > li.illegal")
    expect(found).to_have_count(1)
    expect(found).to_contain_text("Bob y5")
    expect(found).to_contain_text("Yellow 5 can’t go on blue 2.")

    path = tmp_path / "hand.txt"
    path.write_text(f"game zar zar-holland\nseats Ann Bob Cat\n{LOG}", "utf-8")
    with pytest.raises(SystemExit) as stopped:
        call_command("replay", str(path), "--json")
    assert stopped.value.code == 1
    data = json.loads(capsys.readouterr().out)
    illegal = [row["text"] for row in data["events"] if row["verdict"] == "illegal"]
    assert illegal == ["Bob y5"]
