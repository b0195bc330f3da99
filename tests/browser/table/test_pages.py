"""The other pages at the table: starting, correcting, one hand, links, and accessibility."""

import datetime
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.barriers import barriers, by_turns
from tests.factories import Club
from zarleague.engine.games import scored
from zarleague.leagues import services as leagues
from zarleague.leagues.models import AccessLink, Player, User
from zarleague.play import selectors
from zarleague.play.models import Hand, Match
from zarleague.play.verdicts import rulesets

from .keeper import Keeper
from .tapping import Recorder

MATCH = re.compile(r"/m/\d+/(#|$)")
"""The address of a scorepad."""


def test_a_match_is_started_with_a_new_name_and_the_seats_as_tapped(
    phone: Page, club: Club, sign_in: Callable[[Page, User], None]
) -> None:
    sign_in(phone, club.scorekeeper)
    phone.goto(f"/l/{club.league.slug}/m/new/")
    expect(phone.get_by_role("radio", name="Zar", exact=True)).to_be_checked()
    for name in ("Cat", "Ann"):
        phone.get_by_role("button", name=name, exact=True).click()
    phone.get_by_label("Find or add a player").fill("Zoë")
    phone.get_by_role("button", name="Add").click()
    phone.locator("[data-seats] .seat").filter(has_text="Ann").click()
    phone.get_by_role("button", name="Start match").click()
    phone.wait_for_url(MATCH)
    expect(phone.get_by_role("columnheader")).to_have_text(["Hand", "Cat", "Ann", "Zoë"])
    match = Match.objects.get()
    assert [seat.player.name for seat in selectors.seats_for(match)] == ["Cat", "Ann", "Zoë"]
    assert match.first_dealer == 1
    assert Player.objects.get(name="Zoë").guest


def test_the_season_follows_the_day(
    phone: Page, club: Club, sign_in: Callable[[Page, User], None]
) -> None:
    # 6 and 13 March 2026 are Fridays, 17 and 24 March Tuesdays.
    tuesdays = leagues.start_season(
        club.league,
        name="Tuesdays",
        starts=datetime.date(2026, 3, 17),
        weekday=1,
        actor=club.boss,
        key=factories.key(),
    )
    sign_in(phone, club.organiser)
    phone.goto(f"/l/{club.league.slug}/m/new/")
    phone.get_by_text("Played on another day").click()
    season, day = phone.get_by_label("Season"), phone.get_by_label("Played on", exact=True)
    for played_on, follows in (
        ("2026-03-24", str(tuesdays.pk)),  # both contain it, and it is a Tuesday
        ("2026-03-20", ""),  # both contain it, and neither is of Fridays
        ("2026-03-13", str(club.season.pk)),  # before the other begins
    ):
        day.fill(played_on)
        expect(season).to_have_value(follows)
    for name in ("Ann", "Bob"):
        phone.get_by_role("button", name=name, exact=True).click()
    phone.get_by_role("button", name="Start match").click()
    phone.wait_for_url(MATCH)
    assert Match.objects.get().season == club.season


def test_players_of_a_large_league_are_found_by_name(
    phone: Page, club: Club, sign_in: Callable[[Page, User], None]
) -> None:
    club.add(*(f"Player {number:02}" for number in range(50)))
    sign_in(phone, club.scorekeeper)
    phone.goto(f"/l/{club.league.slug}/m/new/")
    expect(phone.locator("[data-player]")).to_have_count(48)
    name = phone.get_by_label("Find or add a player")
    name.fill("er 49")
    found = phone.get_by_role("button", name="Player 49", exact=True)
    found.click()
    expect(found).to_have_attribute("aria-pressed", "true")
    expect(name).to_have_value("")
    name.fill("player 48")
    phone.get_by_role("button", name="Add").click()
    phone.get_by_role("button", name="Player 01").click()
    phone.get_by_role("button", name="Start match").click()
    phone.wait_for_url(MATCH)
    names = [seat.player.name for seat in selectors.seats_for(Match.objects.get())]
    assert names == ["Player 49", "Player 48", "Player 01"]
    assert not Player.objects.filter(guest=True).exists()


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_way_to_enter_a_hand_is_whole_on_a_phone(
    phone: Page, club: Club, sign_in: Callable[[Page, User], None], language: str
) -> None:
    match = factories.match(club, "Ann", "Bob", game="uno-golf")
    sign_in(phone, club.organiser)
    phone.set_extra_http_headers({"Accept-Language": language})
    phone.goto(f"/l/{club.league.slug}/m/{match.pk}/enter/")
    ways = phone.locator(".entry-forms label")
    expect(ways).to_have_count(4)
    for width in (390, 360):
        phone.set_viewport_size({"width": width, "height": 844})
        boxes = [way.bounding_box() for way in ways.all()]
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
        # In one line, or two on each of two.
        assert [[box["y"] for box in boxes if box].count(box["y"]) for box in boxes if box] in (
            [4] * 4,
            [2] * 4,
        )
        cut = "labels => labels.filter(each => each.scrollWidth > each.clientWidth).length"
        assert ways.evaluate_all(cut) == 0


def test_the_button_of_a_paper_sheet_counts_its_hands(keeper: Keeper) -> None:
    page = keeper.page
    page.goto(f"{keeper.address}sheet/")
    expect(page.get_by_role("button", name="Save hands")).to_be_disabled()
    page.get_by_label("Hand 1, Ann").fill("x")
    expect(page.get_by_role("button", name="Save 1 hand")).to_be_enabled()
    page.get_by_label("Hand 1, Bob").press("Enter")
    page.get_by_label("Hand 2, Ann").fill("x")
    expect(page.get_by_role("button", name="Save 2 hands")).to_be_enabled()


def test_points_nobody_confirmed_are_confirmed_before_the_first_round(
    phone: Page, club: Club, sign_in: Callable[[Page, User], None]
) -> None:
    """The points of UNO Golf's action cards are printed on the cards, and no source states them."""
    sign_in(phone, club.organiser)
    known = {"action-points-confirmed": "yes"}
    match = factories.match(club, "Ann", "Bob", game="uno-golf", overrides=known)
    # A match from before they were asked at the start.
    match.rules = rulesets.to_json(scored("uno-golf").ruleset())
    match.save(update_fields=["rules"])
    keeper = Keeper(phone, match)
    keeper.open_entry()
    keeper.form("Points")
    for seat, digit in ((0, "4"), (1, "9")):
        phone.locator(f"[data-keypad] [data-key='{digit}']").click()
        if seat == 0:
            keeper.go_on()
    phone.get_by_role("link", name="View the rules for this match").click()
    phone.locator("#uno-golf-action-points-confirmed").select_option("yes")
    phone.get_by_role("button", name="Use these rules").click()
    phone.wait_for_url(MATCH)
    keeper.open_entry()  # what was typed is still there
    keeper.save()
    keeper.expect_saved(1)
    keeper.open_pad()
    keeper.expect_totals("4", "9")


def test_the_same_as_last_time_takes_two_taps(
    phone: Page, club: Club, match: Match, sign_in: Callable[[Page, User], None]
) -> None:
    sign_in(phone, club.organiser)
    phone.goto(f"/l/{club.league.slug}/m/new/")
    phone.get_by_role("button", name="Same as last time").click()
    phone.get_by_role("button", name="Start match").click()
    phone.wait_for_url(MATCH)
    latest = Match.objects.order_by("-pk").first()
    assert latest != match
    assert [seat.player.name for seat in selectors.seats_for(latest)] == [
        "Ann",
        "Bob",
        "Cat",
        "Dee",
    ]


def test_a_link_seats_the_players_of_a_final(
    phone: Page, club: Club, sign_in: Callable[[Page, User], None]
) -> None:
    """That the page of a final has such a link, `tests.web.test_the_year` says."""
    sign_in(phone, club.organiser)
    seats = "&".join(f"seat={club.players[name].pk}" for name in ("Dee", "Ann", "Cat"))
    phone.goto(f"/l/{club.league.slug}/m/new/?season={club.season.pk}&{seats}")
    phone.get_by_role("button", name="Start match").click()
    phone.wait_for_url(MATCH)
    seated = [seat.player.name for seat in selectors.seats_for(Match.objects.get())]
    assert seated == ["Dee", "Ann", "Cat"]


def test_a_correction_shows_what_moves_before_it_is_saved(
    keeper: Keeper, club: Club, match: Match
) -> None:
    factories.hand(club, match, 0, 5, 3, 8)
    factories.hand(club, match, 0, 4, 9, 6)
    keeper.page.emulate_media(reduced_motion="no-preference")  # the rows move, the figures count up
    keeper.open_pad()
    keeper.expect_totals("0", "9", "12", "14")
    keeper.page.get_by_role("link", name="Hand 1", exact=True).click()
    keeper.page.get_by_role("link", name="Correct").click()
    keeper.page.wait_for_selector("[data-entry][data-ready]")
    keeper.page.locator("[data-place-of='1'] [data-opens-place]").click()
    for key in ("back", "1", "1"):
        keeper.page.locator(f"[data-keypad] [data-key='{key}']").click()
    effect = keeper.page.locator("[data-effect]")
    # Bob had 5 and now has 11: his total moves from 9 to 15, and Cat and Dee pass him.
    match_table = effect.get_by_role("table", name="In this match")
    expect(match_table.get_by_role("row", name="Bob")).to_have_text("Bob9→15")
    season = effect.get_by_role("table", name="In the season")
    expect(season.get_by_role("row", name="Bob")).to_have_text("4▼ 2Bob9→15")
    expect(season.get_by_role("row", name="Cat")).to_contain_text("2▲ 1Cat")
    assert Hand.objects.get(match=match, number=1).confirmed.number == 1
    keeper.page.get_by_label("Why?").fill("A wasp was overlooked")
    keeper.save()
    keeper.page.wait_for_url("**/h/1/")
    history = keeper.page.locator("[data-live-part='history']")
    expect(history).to_contain_text("A wasp was overlooked")
    expect(history).to_contain_text("Bob: 5 → 11")
    keeper.open_pad()
    keeper.expect_totals("0", "15", "12", "14")


def test_a_hand_is_taken_back_and_counts_again(keeper: Keeper, club: Club, match: Match) -> None:
    factories.hand(club, match, 0, 5, 3, 8)
    page = keeper.page
    page.goto(f"{keeper.address}h/1/")
    page.get_by_role("button", name="Void").click()
    page.get_by_role("dialog").get_by_label("Why?").fill("Misdeal")
    keeper.send("Void hand")
    expect(page.locator("[data-live-part='result']")).to_contain_text("Misdeal")
    assert selectors.match_totals(match).points == {}
    page.get_by_text("Restore this version").click()
    page.get_by_label("Why?").first.fill("It was fine")
    keeper.send("Restore version 1")
    expect(page.locator("[data-live-part='result'] .points")).to_have_text(["0", "5", "3", "8"])


def test_a_log_is_judged_line_by_line_as_it_is_typed_once_the_server_can_answer(
    new_keeper: Callable[[User], Keeper], club: Club, match: Match
) -> None:
    """It could not answer at first; nothing more is typed, and the network was never lost."""
    factories.hand(club, match, 0, 5, 3, 8)
    page = new_keeper(club.organiser).page
    page.goto(f"/l/{club.league.slug}/m/{match.pk}/h/1/")
    refuse_once(page, "**/m/*/replay/")
    page.get_by_text("Write down how it was played").click()
    page.locator("#log").fill("dealer Dee\ndeal Ann 6\n")
    lines = page.locator("[data-whole-log] .judged > li")
    expect(lines).to_have_count(1)
    # "Ten minus the number of players": six cards each for four. A red 2 does not exist in Zar.
    page.locator("#log").fill(
        "dealer Dee\ndeal Ann 6\ndeal Bob 6\ndeal Cat 6\ndeal Dee 6\nup b4\nAnn b2\nBob y5\n"
    )
    # What is doubtful comes first; the whole log is folded.
    expect(page.locator("[data-judged] > .judged > li")).to_have_count(1)
    page.locator("[data-whole-log] summary").click()
    expect(lines).to_have_count(7)
    expect(lines.nth(5)).to_contain_text("Ann b2")
    expect(lines.nth(5)).to_have_class("legal")
    # Yellow 5 on blue 2 has neither its colour nor its number.
    expect(lines.nth(6)).to_contain_text("Not allowed")
    expect(lines.nth(6)).to_contain_text("Holland, Rules")


def test_a_recorded_line_is_judged_when_the_server_can_answer_again(
    new_keeper: Callable[[User], Keeper], club: Club
) -> None:
    keeper = new_keeper(club.organiser)
    keeper.open_entry()
    keeper.page.locator(".log-part > summary").click()
    recorder = Recorder(keeper.page)
    recorder.open()
    recorder.record("deal Ann 6")
    refuse_once(keeper.page, "**/record/")
    recorder.record("deal Bob 6")


def refuse_once(page: Page, addresses: str) -> None:
    """Answer the first request 503."""
    page.route(addresses, lambda route: route.fulfill(status=503, body=""), times=1)


def test_a_dispute_is_opened_and_decided(
    keeper: Keeper, new_keeper: Callable[[User], Keeper], club: Club, match: Match
) -> None:
    factories.hand(club, match, 0, 5, 3, 8)
    player = new_keeper(club.player).page
    keeper.page.goto(f"{keeper.address}h/1/")
    player.goto(f"{keeper.address}h/1/")
    player.get_by_role("button", name="Dispute").click()
    player.get_by_label("What’s wrong?").fill("I held two dragons")
    player.get_by_role("button", name="Send dispute").click()
    result = keeper.page.locator("[data-live-part='result']")
    expect(result).to_contain_text("I held two dragons")  # the organiser's page follows
    arbiter = keeper.page
    arbiter.locator("[data-live-part='result']").get_by_text("View dispute").click()
    arbiter.get_by_role("link", name="Decide").click()
    arbiter.get_by_label("What had to be decided?").fill("Did Bob hold two dragons?")
    arbiter.get_by_label("Dispute upheld").check()
    arbiter.get_by_label("Reasons").fill("The count was witnessed.")
    arbiter.get_by_label("The points are corrected").check()
    arbiter.get_by_role("textbox", name="Bob").fill("10")
    arbiter.get_by_role("button", name="Show what it changes").click()
    expect(arbiter.locator("#effect")).to_contain_text("10")
    arbiter.get_by_role("button", name="Issue ruling").click()
    expect(arbiter.locator("article.ruling")).to_contain_text("The count was witnessed.")
    player.get_by_role("link", name="Back").or_(player.locator("a.back")).first.click()
    expect(player.locator("[data-live-part='result']")).to_contain_text("10")


def test_a_link_lets_a_phone_without_account_score_until_it_is_ended(
    keeper: Keeper, new_phone: Callable[[], Page], match: Match
) -> None:
    page = keeper.page
    page.goto(f"{keeper.address}share/")
    page.locator("form.tile").filter(has_text="Score this match").get_by_role("button").click()
    address = page.locator("[role=status] .secret code").inner_text()
    helper = Keeper(new_phone(), match)
    helper.page.goto(address)
    helper.page.get_by_label("Your name").fill("Nina")
    helper.page.get_by_role("button", name="Start scoring").click()
    helper.page.get_by_role("link", name="Hand 1").click()
    helper.page.wait_for_selector("[data-entry][data-ready]")
    helper.enter("Ann", {name: {"Numbers": 2} for name in ("Bob", "Cat", "Dee")})
    helper.expect_saved(1)
    hand = Hand.objects.get(match=match)
    assert (hand.confirmed.author, hand.confirmed.author_name) == (None, "Nina")

    page.reload()
    expect(page.get_by_text("Nina")).to_be_visible()
    keeper.send("Turn off")
    assert AccessLink.objects.get().revoked_at
    response = helper.page.goto(f"{helper.address}enter/")
    assert response is not None
    assert "/login/" in response.url


def test_the_board_opens_by_its_link_until_it_is_ended(
    keeper: Keeper, new_phone: Callable[[], Page], club: Club, match: Match
) -> None:
    factories.hand(club, match, 0, 5, 3, 8)
    page = keeper.page
    page.goto(f"{keeper.address}share/")
    page.locator("form.tile").filter(has_text="Scoreboard").get_by_role("button").click()
    address = page.locator("[role=status] .secret code").inner_text()
    board = new_phone()
    board.goto(address)
    expect(board.locator(".board-players .who")).to_have_text(["Ann", "Bob", "Cat", "Dee"])
    page.goto(f"{keeper.address}share/")
    keeper.send("Turn off")
    response = board.goto(address)
    assert response is not None
    assert response.status == 404


def test_a_substitute_takes_over_from_the_next_hand_on(
    keeper: Keeper, club: Club, match: Match
) -> None:
    factories.hand(club, match, 0, 5, 3, 8)
    page = keeper.page
    page.goto(f"{keeper.address}seats/")
    seat = page.locator(".seating-list .tile").filter(has_text="Dee")
    seat.get_by_text("Substitute a player").click()
    seat.get_by_label("or a name").fill("Zoë")
    with page.expect_navigation():
        seat.get_by_role("button", name="Take this seat").click()
    keeper.open_entry()
    expect(page.locator("[data-winner-choice] .name")).to_contain_text(["Ann", "Bob", "Cat", "Zoë"])
    keeper.open_pad()
    expect(page.locator(".pad-table").get_by_role("columnheader")).to_have_text(
        ["Hand", "Ann", "Bob", "Cat", "Dee", "Zoë"]
    )


def test_penalty_points_count_in_the_season_and_can_be_cancelled(
    keeper: Keeper, match: Match
) -> None:
    page = keeper.page
    page.goto(f"{keeper.address}seats/")
    page.get_by_text("Add penalty points").click()
    page.get_by_label("Player", exact=True).last.select_option(label="Bob")
    page.get_by_label("Penalty points").fill("10")
    page.get_by_label("Why?").last.fill("Looked at Cat's hand")
    keeper.send("Add penalty")
    expect(page.get_by_text("Bob: 10")).to_be_visible()
    page.locator("summary").filter(has_text="Cancel penalty").click()
    page.get_by_label("Why?").first.fill("It was a mirror")
    keeper.send("Cancel penalty")
    expect(page.get_by_text("It was a mirror")).to_be_visible()
    assert selectors.match_penalties(match)[0].cancelled_at


def addresses(club: Club, match: Match) -> list[str]:
    """Return the addresses of all pages at the table."""
    base = f"/l/{club.league.slug}/m/"
    own = f"{base}{match.pk}/"
    return [
        f"{base}new/",
        own,
        *(
            f"{own}{page}/"
            for page in ("enter", "sheet", "rules", "seats", "share", "board", "h/1", "h/1/correct")
        ),
        "/help/scorekeeping/",
        "/offline/",
    ]


def test_no_page_at_the_table_has_a_barrier_or_scrolls_sideways(
    keeper: Keeper, club: Club, match: Match
) -> None:
    factories.hand(club, match, 0, 5, 3, 8)
    page = keeper.page
    found = {}
    for number, address in enumerate(addresses(club, match)):
        page.goto(address)
        expect(page.locator("form[inert]")).to_have_count(0)  # until then it is hidden from all
        if address.endswith("/enter/"):
            keeper.winner("Ann")
        if problems := barriers(page, by_turns(number)):
            found[address] = problems
    assert not found
