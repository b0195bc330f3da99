"""The page that makes a league's own game, on a phone."""

from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from zarleague.engine.declared import definition_of
from zarleague.leagues import selectors


def test_a_game_with_a_table_is_made(live_app, phone, sign_in):
    """Three stars are worth 6 by the table 0 1 3 6; the sample says so, and it is what is saved."""
    club = factories.club()
    sign_in(phone, club.organiser)
    phone.goto(f"{live_app}{reverse('new-game', args=[club.league.slug])}")
    phone.locator("#game-name").fill("Stars")
    box = phone.locator('[data-row="field"]')
    box.locator('[data-name="asked"]').select_option("count")
    box.get_by_text("More", exact=True).click()
    box.locator('[data-name="table"]').fill("0 1 3 6")
    box.locator('[data-name="sum"]').fill("0–9")
    ann = phone.locator("[data-sample-seat]").first
    expect(ann.locator("input")).to_have_attribute("max", "3")
    for _ in range(3):
        ann.get_by_role("button").last.click()
    expect(ann.locator("[data-points]")).to_have_text("6")
    phone.get_by_role("button", name="Save", exact=True).click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Stars")
    (field,) = definition_of(selectors.house_rules(club.league, "own:Stars")).fields
    assert (field.table, field.most, field.sum) == ((0, 1, 3, 6), 3, (0, 9))
