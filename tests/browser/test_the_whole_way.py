"""From no account to a settled argument, on one phone: the whole way through the product.

Points by Holland: number card 1, reverse or skip 2, draw two 3, wild 4, dragon 5.

  hand   out   Ann              Bob                 Cat
  1      Ann   0                two numbers = 2     dragon = 5
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
from playwright.sync_api import Page, expect

from tests.browser.table.keeper import Keeper
from tests.browser.table.test_disputes import expect_standings
from zarleague.play.models import Match

pytestmark = pytest.mark.both_sites

HANDS = [
    ("Ann", {"Bob": {"Numbers": 2}, "Cat": {"Dragons": 1}}),
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


def league(phone: Page) -> None:
    """Sign up, make a league, add three players."""
    phone.goto("/")
    phone.get_by_role("link", name="Create account").click()
    phone.get_by_label("Your name").fill("Landlady")
    phone.get_by_label("Password", exact=True).fill("behind the third barrel")
    phone.get_by_label("Password (again)").fill("behind the third barrel")
    phone.get_by_role("button", name="Create account").click()
    phone.get_by_role("link", name="Create a league").first.click()
    phone.get_by_label("Name", exact=True).fill("The Anchor")
    phone.get_by_role("radio", name="Total points").check()
    phone.get_by_role("button", name="Create league").click()
    phone.get_by_role("link", name="Add players").click()
    for name in ("Ann", "Bob", "Cat"):
        phone.get_by_label("Name", exact=True).fill(name)
        phone.get_by_role("button", name="Add and enter another").click()
        expect(phone.get_by_label("Name", exact=True)).to_have_value("")


def match(phone: Page) -> Match:
    """Start a match of the three."""
    phone.get_by_role("link", name="League", exact=True).click()
    phone.get_by_role("link", name="Start a match").first.click()
    for name in ("Ann", "Bob", "Cat"):
        phone.get_by_role("button", name=name, exact=True).click()
    phone.get_by_role("button", name="Start match").click()
    phone.wait_for_url(re.compile(r"/m/\d+/$"))
    return Match.objects.get()


def test_the_whole_way(
    phone: Page, live_app: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    league(phone)
    keeper = Keeper(phone, match(phone))
    keeper.open_entry()
    for number, (winner, left) in enumerate(HANDS, start=1):
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
    phone.locator("#log").fill(LOG)
    found = phone.locator(".judged > li.illegal")
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
