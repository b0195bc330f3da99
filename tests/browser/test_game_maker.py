"""The page that makes a league's own game, on a phone."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tests.browser.table.operating import Keyboard
from zarleague.engine.declared import definition_of, to_data
from zarleague.engine.declared.definition import Closer, Sweep
from zarleague.engine.declared.examples import examples
from zarleague.leagues import selectors
from zarleague.leagues.models import League
from zarleague.leagues.services import declare_game
from zarleague.play.models import Hand

MOST_TAPS = 15
"""From "Add a game" to the first saved hand."""


def test_a_game_with_a_table_is_made(live_app, phone, sign_in):
    """Three stars are worth 6 by the table 0 1 3 6; the sample says so, and it is what is saved.
    Who ends the round brings a box for that.
    """
    club = factories.club()
    sign_in(phone, club.organiser)
    phone.goto(f"{live_app}{reverse('new-game', args=[club.league.slug])}")
    phone.locator("#game-name").fill("Stars")
    box = phone.locator('[data-row="field"]')
    box.locator('[data-name="asked"]').select_option("count")
    box.locator("summary").click()
    box.locator('[data-name="table"]').fill("0 1 3 6")
    box.locator('[data-name="sum"]').fill("0–9")
    ann = phone.locator("[data-sample-seat]").first
    expect(ann.locator("input")).to_have_attribute("max", "3")
    for _ in range(3):
        ann.get_by_role("button").last.click()
    expect(ann.locator("[data-points]")).to_have_text("6")
    phone.get_by_role("button", name="Who ends the round", exact=True).click()
    phone.get_by_role("button", name="Save", exact=True).click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Stars")
    made = definition_of(selectors.house_rules(club.league, "own:Stars"))
    stars, ended = made.fields
    assert (stars.table, stars.most, stars.sum) == ((0, 1, 3, 6), 3, (0, 9))
    assert (ended.label, ended.each, ended.sum) == ("Ended the round", 0, (1, 1))
    assert made.formulas == (Closer(ended.key, 2),)


class Counting:
    """A person with a phone, and how often they tap; a box that is filled in is a tap."""

    def __init__(self, phone):
        self.phone = phone
        self.taps = 0

    def tap(self, place):
        place.click()
        self.taps += 1

    def fill(self, place, text):
        place.fill(text)
        self.taps += 1

    def press(self, name):
        self.tap(self.phone.get_by_role("button", name=name, exact=True))

    def enter(self, *points):
        """Type the points of everybody, and save."""
        for each in points:
            self.fill(self.phone.locator("[data-entry] input[inputmode]:visible").first, each)
            self.tap(self.phone.locator("[data-go]"))


def play(me):
    """Save the game, and start a match of those who played last: its first hand opens."""
    me.press("Save and play")
    me.press("Start match")
    me.phone.wait_for_url(re.compile(r"/m/\d+/enter/$"))
    me.phone.wait_for_selector("[data-entry][data-ready]")


@pytest.fixture
def maker(live_app, phone, sign_in):
    """Return somebody before "Add a game" of a league in which three have played once."""
    club = factories.club()
    factories.match(club)
    sign_in(phone, club.organiser)
    phone.goto(f"{live_app}{reverse('own-games', args=[club.league.slug])}")
    me = Counting(phone)
    me.tap(phone.get_by_role("link", name="Add a game"))
    return me


def saved(game):
    """Return the points by seat of the first hand of a game's match."""
    hand = Hand.objects.get(match__game=game)
    return [row.points for row in hand.confirmed.results.order_by("order")]


@pytest.mark.whole  # steps that Hearts of two boxes has, too
def test_skyjo_from_nothing_to_the_first_hand(maker):
    maker.fill(maker.phone.locator("#game-name"), "Skyjo")
    play(maker)
    maker.enter("12", "7", "30")
    expect(maker.phone.get_by_role("heading", level=1)).to_have_text("Hand 2")
    assert saved("own:Skyjo") == [12, 7, 30]
    assert maker.taps <= MOST_TAPS


@pytest.mark.whole  # the same
def test_hearts_from_nothing_to_the_first_hand(maker):
    """26 points in every hand, and who has all of them gets none: the others do."""
    maker.fill(maker.phone.locator("#game-name"), "Hearts")
    maker.fill(maker.phone.locator('[data-row="field"] [data-name="sum"]'), "26")
    maker.press("Takes everything")
    play(maker)
    maker.enter("26", "0", "0")
    expect(maker.phone.get_by_role("heading", level=1)).to_have_text("Hand 2")
    assert saved("own:Hearts") == [0, 26, 26]
    assert maker.taps <= MOST_TAPS


def test_hearts_of_two_boxes_from_nothing_to_the_first_hand(maker):
    """13 hearts of 1 and a queen of 13: who takes everything has 26 without typing that. Ann's 5
    hearts, and Bob's 8 and the queen, are all there are, so that Cat need not be asked."""
    phone = maker.phone
    maker.fill(phone.locator("#game-name"), "Hearts")
    hearts = phone.locator('[data-row="field"]').first
    maker.fill(hearts.locator('[data-name="label"]'), "Hearts")
    maker.fill(hearts.locator('[data-name="sum"]'), "13")
    maker.press("Add what one player has")
    queen = phone.locator('[data-row="field"]').last
    maker.fill(queen.locator('[data-name="label"]'), "Queen of spades")
    maker.fill(queen.locator('[data-name="each"]'), "13")
    maker.press("Takes everything")
    play(maker)
    ann, bob = (phone.locator(f'[data-place-of="{seat}"] [data-form="counted"]') for seat in (0, 1))
    maker.fill(ann.locator("[data-total-input]"), "5")
    maker.press("Next: Bob")
    maker.fill(bob.locator("[data-total-input]"), "8")
    maker.tap(bob.get_by_role("checkbox"))
    maker.press("Save hand 1")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Hand 2")
    assert saved("own:Hearts") == [5, 21, 0]
    made = definition_of(selectors.house_rules(League.objects.get(), "own:Hearts"))
    assert [field.most for field in made.fields] == [13, 1]
    assert made.formulas == (Sweep(26, 0, 26),)
    assert maker.taps <= MOST_TAPS


def test_those_with_nothing_are_passed_by_one_tap_each(live_app, phone, sign_in):
    """In Skat only the declarer scores: Ann's clubs, 12 times 3, and nothing for two."""
    club = factories.club(rules={"preset": "place-points", "options": {}})
    skat = to_data(next(one for one in examples() if one.name == "Skat"))
    declare_game(club.league, skat, actor=club.boss)
    match = factories.match(club, game="own:Skat")
    sign_in(phone, club.organiser)
    phone.goto(f"{live_app}{reverse('enter-hand', args=[club.league.slug, match.pk])}")
    phone.wait_for_selector("[data-entry][data-ready]")
    ann = phone.locator('[data-place-of="0"]')
    ann.locator('[data-field="base"] input').fill("12")
    ann.locator('[data-field="multiplier"] input').fill("3")
    button = phone.locator("[data-go]")
    for said in ("Next: Bob", "Nothing for Bob", "Nothing for Cat", "Save hand 1"):
        expect(button).to_have_text(said)
        button.click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Hand 2")
    assert saved("own:Skat") == [36, 0, 0]


def test_nothing_need_not_be_typed_where_all_is_typed(live_app, phone, sign_in):
    """6 nimmt! has a keypad only: 7 heads for Ann, and nobody else took a row."""
    club = factories.club(rules={"preset": "place-points", "options": {}})
    nimmt = to_data(next(one for one in examples() if one.name == "6 nimmt!"))
    declare_game(club.league, nimmt, actor=club.boss)
    match = factories.match(club, game="own:6 nimmt!")
    sign_in(phone, club.organiser)
    phone.goto(f"{live_app}{reverse('enter-hand', args=[club.league.slug, match.pk])}")
    phone.wait_for_selector("[data-entry][data-ready]")
    phone.locator('[data-place-of="0"] [data-form="counted"] input').fill("7")
    button = phone.locator("[data-go]")
    for said in ("Next: Bob", "Nothing for Bob", "Nothing for Cat", "Save hand 1"):
        expect(button).to_have_text(said)
        button.click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Hand 2")
    assert saved("own:6 nimmt!") == [7, 0, 0]


def test_a_game_is_renamed_and_set_as_inactive_by_keyboard(live_app, desktop, sign_in):
    club = factories.club()
    skyjo = to_data(next(one for one in examples() if one.name == "Skyjo"))
    declare_game(club.league, skyjo | {"name": "Skjyo"}, actor=club.boss)
    sign_in(desktop, club.organiser)
    desktop.goto(f"{live_app}{reverse('own-game', args=[club.league.slug, 'Skjyo'])}")
    desktop.locator("[data-maker]:not([inert])").wait_for()
    keys = Keyboard(desktop)
    keys.fill(desktop.locator("#game-name"), "Skyjo")
    desktop.keyboard.press("Enter")
    heading = desktop.get_by_role("heading", level=1)
    expect(heading).to_have_text("Skyjo")
    for button, said in (("Set as inactive", "No longer played"), ("Set as active", "Version 1")):
        keys.press(desktop.get_by_role("button", name=button))
        expect(desktop.locator("header").filter(has=heading)).to_contain_text(said)
