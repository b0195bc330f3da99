"""Bad Wi-Fi and two scorekeepers: nothing is lost and nothing counts twice."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from tests import factories
from tests.browser import page_time
from tests.factories import Club
from zarleague.engine.declared import to_data
from zarleague.engine.declared.examples import examples
from zarleague.leagues.models import League, User
from zarleague.leagues.services import declare_game, set_house_rules, update_league
from zarleague.play.models import Hand, Match
from zarleague.play.services import MatchTerms, start_match

from .keeper import Keeper

NewKeeper = Callable[[User], Keeper]

NOTE_INERT = """addEventListener("DOMContentLoaded", () => {
    const form = document.querySelector("[data-entry]");
    new MutationObserver(() => {
        if (!form.inert) window.inertUntil = document.querySelector("h1").textContent;
    }).observe(form, { attributeFilter: ["inert"] });
});"""
"""Keeps the heading that the page had when it could last be typed into again."""


def one_number_each(keeper: Keeper, winner: str, holders: tuple[str, ...]) -> None:
    """Enter a hand in which everybody but the winner holds one number card: one point each."""
    keeper.enter(winner, {player: {"Numbers": 1} for player in holders})


@pytest.mark.service_worker
def test_two_hands_wait_offline_and_go_out_in_order(
    new_keeper: NewKeeper, club: Club, match: Match
) -> None:
    keeper = new_keeper(club.organiser)
    keeper.open_entry()
    keeper.expect_cached(keeper.address)
    keeper.page.context.set_offline(True)
    one_number_each(keeper, "Ann", ("Bob", "Cat", "Dee"))
    keeper.expect_hand(2)
    banner = keeper.page.locator("[data-offline-banner]")
    expect(banner).to_contain_text("1 hand waiting")
    one_number_each(keeper, "Bob", ("Ann", "Cat", "Dee"))
    expect(banner).to_contain_text("2 hands waiting")
    assert not Hand.objects.filter(match=match).exists()

    keeper.open_pad()  # kept before the first hand; its totals count what waits on the phone
    keeper.expect_totals("1", "1", "2", "2")
    keeper.page.context.set_offline(False)
    keeper.expect_on_the_server(2)
    keeper.expect_totals("1", "1", "2", "2")
    winners = Hand.objects.filter(match=match, confirmed__results__won=True).order_by("number")
    assert list(winners.values_list("number", "confirmed__results__player__name")) == [
        (1, "Ann"),
        (2, "Bob"),
    ]


@pytest.mark.service_worker
def test_a_hand_of_the_leagues_own_game_waits_offline(
    new_phone: Callable[[], Page], sign_in: Callable[[Page, User], None], club: Club
) -> None:
    """The phone counts by the definition that it keeps: who ended the round with 9 has not the
    fewest points, and gets 18."""
    skyjo = next(one for one in examples() if one.name == "Skyjo")
    declare_game(club.league, to_data(skyjo), actor=club.boss)
    match = start_match(
        club.season,
        club.add("Ann", "Bob"),
        MatchTerms(game="own:Skyjo"),
        actor=club.boss,
        key=factories.key(),
    )
    page = new_phone()
    sign_in(page, club.organiser)
    keeper = Keeper(page, match)
    keeper.open_entry()
    keeper.expect_cached(keeper.address)
    page.context.set_offline(True)
    points = page.locator("[data-entry] input[inputmode]:visible").first
    points.fill("9")
    page.get_by_role("checkbox", name="Ann: Ended the round").check()
    keeper.go_on()
    points.fill("4")
    keeper.save()
    keeper.expect_hand(2)
    expect(page.locator("[data-offline-banner]")).to_contain_text("1 hand waiting")
    keeper.open_pad()
    keeper.expect_totals("18", "4")
    assert not Hand.objects.filter(match=match).exists()
    page.context.set_offline(False)
    keeper.expect_on_the_server(1)
    keeper.expect_totals("18", "4")


def test_a_hand_saved_while_another_is_on_its_way_goes_out_after_it(
    keeper: Keeper, match: Match
) -> None:
    held: list[Route] = []
    is_answered = False

    def hold(route: Route) -> None:
        if is_answered:
            route.continue_()
        else:
            held.append(route)

    keeper.page.route("**/hands/", hold)
    keeper.page.add_init_script(NOTE_INERT)
    keeper.open_entry()
    one_number_each(keeper, "Ann", ("Bob", "Cat", "Dee"))
    keeper.expect_hand(2)
    # What is tapped while the hand is on its way would otherwise fall into the next one.
    assert keeper.page.evaluate("window.inertUntil") == "Hand 2"
    one_number_each(keeper, "Bob", ("Ann", "Cat", "Dee"))
    keeper.expect_hand(3)
    assert not Hand.objects.filter(match=match).exists()

    is_answered = True
    for route in held:  # after ten seconds the phone has asked again
        route.continue_()
    keeper.expect_saved(2)
    winners = Hand.objects.filter(match=match, confirmed__results__won=True).order_by("number")
    assert list(winners.values_list("confirmed__results__player__name", flat=True)) == [
        "Ann",
        "Bob",
    ]


@pytest.mark.service_worker
def test_a_tab_killed_offline_opens_again_offline_and_sends_later(
    new_keeper: NewKeeper, club: Club, match: Match
) -> None:
    keeper = new_keeper(club.organiser)
    keeper.open_entry()
    keeper.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    keeper.open_entry()  # now through the service worker, which keeps the page
    keeper.expect_cached(f"{keeper.address}enter/")
    context = keeper.page.context
    context.set_offline(True)
    one_number_each(keeper, "Ann", ("Bob", "Cat", "Dee"))
    keeper.expect_hand(2)
    keeper.winner("Cat")
    keeper.more("Ann", "Dragons", 2)
    expect(keeper.page.locator("[data-place-of='0'] [data-points]")).to_have_text("10")
    keeper.page.close()

    keeper = Keeper(context.new_page(), match)
    keeper.open_entry()
    keeper.expect_hand(2)
    expect(keeper.page.locator("[data-offline-banner]")).to_contain_text("1 hand waiting")
    expect(keeper.page.locator("[data-points]")).to_have_text(["10", "–", "0", "–"])
    context.set_offline(False)
    keeper.expect_nothing_waits()
    keeper.more("Bob", "Numbers", 1)
    keeper.go_on()
    keeper.more("Dee", "Numbers", 1)
    keeper.save()
    keeper.expect_saved(2)
    keeper.open_pad()
    # Hand 1: Bob, Cat, Dee one each. Hand 2: two dragons are 10 for Ann, one each for Bob and Dee.
    keeper.expect_totals("10", "2", "1", "2")


def test_a_lost_answer_does_not_make_a_second_hand(
    new_keeper: NewKeeper, club: Club, match: Match
) -> None:
    keeper = new_keeper(club.organiser)
    keeper.open_entry()
    lost = []

    def lose_first_answer(route: object) -> None:
        if lost:
            route.continue_()  # type: ignore[attr-defined]
            return
        lost.append(route.fetch())  # type: ignore[attr-defined]
        route.abort()  # type: ignore[attr-defined]

    keeper.page.route(f"**/api/v1/matches/{match.pk}/hands/", lose_first_answer)
    one_number_each(keeper, "Ann", ("Bob", "Cat", "Dee"))
    keeper.expect_saved(1)
    assert lost
    assert Hand.objects.filter(match=match).count() == 1


@pytest.mark.parametrize("comes_back", [True, False])
@pytest.mark.service_worker
def test_a_hand_that_waits_is_sent_under_the_name_of_who_entered_it_unless_somebody_says_so(
    new_keeper: NewKeeper,
    sign_in: Callable[[Page, User], None],
    club: Club,
    match: Match,
    comes_back: bool,
) -> None:
    update_league(club.league, actor=club.boss, visibility=League.Visibility.PUBLIC)
    keeper = new_keeper(club.organiser)
    page, hands = keeper.page, f"**/api/v1/matches/{match.pk}/hands/"
    keeper.open_entry()
    page.route(hands, lambda route: route.abort())
    one_number_each(keeper, "Ann", ("Bob", "Cat", "Dee"))
    keeper.expect_hand(2)
    page.goto("/profile/")
    expect(page.get_by_text("Hands on this phone aren’t sent yet.")).to_be_visible()
    keeper.send("Sign out")
    page.unroute(hands)
    keeper.open_pad()
    banner, decide = (
        page.locator("[data-offline-banner]"),
        page.get_by_role("button", name="Decide"),
    )
    expect(banner).to_contain_text("1 hand waiting")
    expect(decide).to_be_hidden()
    sign_in(page, club.organiser if comes_back else club.scorekeeper)
    keeper.open_pad()
    if not comes_back:
        expect(banner).to_contain_text(f"{club.organiser.username} entered what is waiting")
        decide.click()
        expect(page.get_by_role("dialog")).to_contain_text("Ann 0, Bob 1, Cat 1, Dee 1")
        assert not Hand.objects.filter(match=match).exists()
        page.get_by_role("button", name="Send under my name").click()
    keeper.expect_on_the_server(1)
    author = club.organiser if comes_back else club.scorekeeper
    assert Hand.objects.get(match=match).confirmed.author == author


def conflict(first: Keeper, second: Keeper, number: int) -> None:
    """Let the one save a hand while the other is typing it, who then saves too."""
    first.open_entry()
    second.open_entry()
    second.winner("Bob")
    second.more("Ann", "Wilds", 1)
    one_number_each(first, "Ann", ("Bob", "Cat", "Dee"))
    first.expect_saved(number)
    second.go_on()
    second.more("Cat", "Numbers", 1)
    second.go_on()
    second.more("Dee", "Numbers", 1)
    second.save()
    dialog = second.page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"Someone else saved hand {number} first")
    expect(dialog.locator("tbody tr")).to_have_text(["Ann04", "Bob10", "Cat11", "Dee11"])
    expect(dialog.locator("tr.differs th")).to_have_text(["Ann", "Bob"])


@pytest.mark.both_sites
def test_the_second_scorekeepers_hand_was_another_one(
    new_keeper: NewKeeper, club: Club, match: Match
) -> None:
    first, second = new_keeper(club.organiser), new_keeper(club.scorekeeper)
    conflict(first, second, 1)
    second.page.get_by_role("button", name="Mine is a different hand: save it as hand 2").click()
    second.expect_saved(2)
    first.expect_hand(3)  # follows without being touched
    first.open_pad()
    first.expect_totals("4", "1", "2", "2")


def test_the_second_scorekeeper_keeps_the_firsts_hand_and_corrects_the_next(
    new_keeper: NewKeeper, club: Club, match: Match
) -> None:
    first, second = new_keeper(club.organiser), new_keeper(club.scorekeeper)
    conflict(first, second, 1)
    second.page.get_by_role("button", name="Keep theirs, discard mine").click()
    second.expect_saved(1)
    assert Hand.objects.filter(match=match).count() == 1
    conflict(first, second, 2)
    second.page.get_by_role("button", name="Replace theirs with mine").click()
    second.expect_nothing_waits()
    second.open_pad()
    second.expect_totals("4", "1", "2", "2")  # 0 1 1 1 and 4 0 1 1
    hand = Hand.objects.get(match=match, number=2)
    assert hand.confirmed is not None
    assert hand.confirmed.number == 2
    assert hand.confirmed.reason.startswith("Two people entered hand 2.")


def test_a_hand_refused_after_the_network_is_back_is_opened_and_changed(
    new_keeper: NewKeeper, club: Club, match: Match
) -> None:
    keeper = new_keeper(club.organiser)
    keeper.open_entry()
    keeper.page.context.set_offline(True)
    keeper.form("Points only")
    keeper.winner("Ann")
    for index, points in enumerate(("7", "90", "99")):  # the whole deck is worth 114
        if index:
            keeper.go_on()
        for digit in points:
            keeper.page.locator(f"[data-keypad] [data-key='{digit}']").click()
    keeper.save()
    keeper.expect_hand(2)
    keeper.page.context.set_offline(False)
    dialog = keeper.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Hand 1 wasn’t accepted")
    keeper.page.get_by_role("button", name="Open and edit").click()
    keeper.expect_hand(1)
    expect(keeper.page.locator("[data-points]")).to_have_text(["0", "7", "90", "99"])
    keeper.page.locator("[data-place-of='3'] [data-opens-place]").click()
    keeper.page.locator("[data-keypad] [data-key='back']").click()
    keeper.save()
    keeper.expect_saved(1)
    keeper.open_pad()
    keeper.expect_totals("0", "7", "90", "9")


@pytest.mark.both_sites
@pytest.mark.own_browser
def test_the_board_follows_within_a_second(
    keeper: Keeper,
    new_phone: Callable[[], Page],
    club: Club,
    match: Match,
    sign_in: Callable[[Page, User], None],
) -> None:
    board = new_phone()
    sign_in(board, club.player)
    board.emulate_media(reduced_motion="no-preference")
    board.clock.install()
    board.goto(f"{keeper.address}board/")
    factories.hand(club, match, 0, 5, 3, 8)
    expect(board.locator("[data-number^='total-']").nth(1)).to_have_text("5")
    page_time.stop(board)
    factories.hand(club, match, 4, 0, 3, 8, winner=1)
    total = board.locator("[data-number^='total-']").first
    page_time.expect_within_a_second(board, total, "4")
    expect(total).to_have_class("total changed")


def test_an_open_page_asks_again_when_the_server_could_not_answer(
    new_phone: Callable[[], Page],
    club: Club,
    match: Match,
    sign_in: Callable[[Page, User], None],
) -> None:
    """Its stream is unharmed, and nobody saves another hand."""
    board = new_phone()
    sign_in(board, club.player)
    address = f"/l/{club.league.slug}/m/{match.pk}/board/"
    board.goto(address)
    factories.hand(club, match, 0, 5, 3, 8)
    total = board.locator("[data-number^='total-']").nth(1)
    expect(total).to_have_text("5")
    refused: list[Route] = []

    def refuse_first(route: Route) -> None:
        if refused:
            route.continue_()
            return
        refused.append(route)
        route.fulfill(status=503, headers={"Retry-After": "5"}, body="")

    board.route(f"**{address}", refuse_first)
    factories.hand(club, match, 4, 0, 3, 8, winner=1)
    expect(board.locator("[data-number^='total-']").first).to_have_text("4")
    assert refused


@pytest.mark.own_browser  # into which the service worker is still to be installed
@pytest.mark.service_worker
def test_a_scorepad_opened_once_is_enough_to_score_without_the_network(
    new_keeper: NewKeeper, club: Club, match: Match
) -> None:
    keeper = new_keeper(club.organiser)
    keeper.open_pad()
    for page in (keeper.address, f"{keeper.address}enter/"):
        keeper.expect_cached(page)
    keeper.page.context.set_offline(True)
    keeper.page.get_by_role("link", name="Hand 1").click()
    keeper.page.wait_for_selector("[data-entry][data-ready]")
    one_number_each(keeper, "Ann", ("Bob", "Cat", "Dee"))
    keeper.expect_hand(2)
    keeper.open_pad()
    expect(keeper.page.locator("tr.waiting td")).to_have_text(["0", "1", "1", "1"])
    expect(keeper.page.get_by_role("link", name="Hand 2")).to_be_visible()
    keeper.page.context.set_offline(False)
    expect(keeper.page.locator("[data-number^='total-']")).to_have_text(["0", "1", "1", "1"])


@pytest.mark.own_browser  # which has no file of the recorder yet
def test_a_recorder_that_could_not_be_loaded_is_loaded_later(
    new_keeper: NewKeeper, club: Club, match: Match
) -> None:
    keeper = new_keeper(club.organiser)
    # A browser that has no service worker, or in which it is not installed yet.
    keeper.page.add_init_script(
        "Object.defineProperty(navigator, 'serviceWorker', {value: undefined})"
    )
    keeper.open_entry()
    keeper.page.context.set_offline(True)
    keeper.page.locator(".log-part > summary").click()
    recorder = keeper.page.locator("[data-recorder]")
    recorder.locator("summary").first.click()
    expect(recorder.locator("[data-rec-status]")).to_contain_text("couldn’t be loaded")
    keeper.page.context.set_offline(False)
    recorder.locator("[data-rec-card='b4']").click()
    expect(recorder.locator("[data-rec-log] li")).to_have_count(1)


@pytest.mark.service_worker
def test_a_log_recorded_offline_goes_with_the_hand(
    new_keeper: NewKeeper, club: Club, match: Match
) -> None:
    keeper = new_keeper(club.organiser)
    keeper.open_entry()
    keeper.form("Points only")
    keeper.winner("Ann")
    for index in range(3):
        if index:
            keeper.go_on()
        keeper.page.locator("[data-keypad] [data-key='1']").click()
    keeper.expect_cached("/static/js/table/recorder.js")
    keeper.page.context.set_offline(True)
    keeper.page.locator(".log-part > summary").click()
    recorder = keeper.page.locator("[data-recorder]")
    recorder.locator("summary").first.click()
    expect(recorder.locator("[data-rec-status]")).to_contain_text("You’re offline")
    recorder.get_by_text("Anything else").click()
    recorder.locator("[data-rec-verb='up']").click()
    recorder.locator("[data-rec-card='b4']").click()
    recorder.locator("[data-rec-verb='up']").click()
    for card in ("b2", "b5"):  # the seat after the last one is expected to go on
        recorder.locator(f"[data-rec-card='{card}']").click()
    keeper.page.context.set_offline(False)
    # The network is back: every line is judged.
    expect(recorder.locator(".rec-verdict.illegal")).to_have_count(1)  # the deal is missing
    expect(recorder.locator(".rec-verdict.legal")).to_have_count(2)
    keeper.page.context.set_offline(True)
    keeper.save()
    keeper.expect_hand(2)
    keeper.page.context.set_offline(False)
    keeper.expect_saved(1)
    hand = Hand.objects.get(match=match)
    assert hand.confirmed is not None
    assert hand.confirmed.log.splitlines() == ["dealer Ann", "up b4", "Bob b2", "Cat b5"]


@pytest.mark.service_worker
def test_pages_out_of_the_cache_say_as_of_when_they_are(new_keeper: NewKeeper, club: Club) -> None:
    keeper = new_keeper(club.organiser)
    page, league = keeper.page, f"/l/{club.league.slug}/"
    keeper.open_entry()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(league)  # now through the service worker, which keeps the page
    pages = (keeper.address, f"{keeper.address}enter/", league)
    for address in pages:
        keeper.expect_cached(address)
    page.context.set_offline(True)
    for address in pages:
        page.goto(address)
        expect(page.locator("[data-offline-banner]")).to_contain_text("This page is as of")
    page.context.set_offline(False)
    expect(page.locator("[data-offline-banner]")).to_be_hidden()


@pytest.mark.service_worker
def test_a_match_starts_without_the_network_and_its_hands_follow(
    new_keeper: NewKeeper, club: Club
) -> None:
    keeper = new_keeper(club.organiser)
    page, start = keeper.page, f"/l/{club.league.slug}/m/new/"
    page.goto(start)
    for path in (start, f"{start}enter/zar/"):
        keeper.expect_cached(path)
    page.context.set_offline(True)
    page.goto(start)
    for name in ("Ann", "Bob"):
        page.get_by_role("button", name=name).click()
    page.locator("#newcomer").fill("Zoe Quick")
    page.get_by_role("button", name="Add").click()
    expect(
        page.get_by_text("The match starts on this phone under your house rules")
    ).to_be_visible()
    page.get_by_role("button", name="Start match").click()
    page.wait_for_selector("[data-entry][data-ready]")
    expect(page.locator("[data-place-of]")).to_have_count(3)
    one_number_each(keeper, "Ann", ("Bob", "Zoe Quick"))
    keeper.expect_hand(2)
    page.goto(start)  # the way back to it
    page.locator("[data-on-phone] a").click()
    keeper.expect_hand(2)
    page.context.set_offline(False)
    page.wait_for_url("**/enter/")
    made = Match.objects.latest("pk")
    keeper.address = f"/l/{club.league.slug}/m/{made.pk}/"
    keeper.expect_on_the_server(1)
    keeper.open_pad()
    keeper.expect_totals("0", "1", "1")
    assert [seat.player.name for seat in made.seats.all()] == ["Ann", "Bob", "Zoe Quick"]


@pytest.mark.service_worker
def test_a_match_started_offline_has_the_rules_the_phone_counted_by(
    new_keeper: NewKeeper, club: Club
) -> None:
    """The league agrees on other house rules while the phone is away."""
    keeper = new_keeper(club.organiser)
    page, start = keeper.page, f"/l/{club.league.slug}/m/new/"
    page.goto(start)
    for path in (start, f"{start}enter/zar/"):
        keeper.expect_cached(path)
    page.context.set_offline(True)
    page.goto(start)
    for name in ("Ann", "Bob"):
        page.get_by_role("button", name=name).click()
    page.get_by_role("button", name="Start match").click()
    page.wait_for_selector("[data-entry][data-ready]")
    set_house_rules(club.league, "zar", preset="zar-clay", actor=club.boss)
    page.context.set_offline(False)
    page.wait_for_url("**/enter/")
    assert Match.objects.latest("pk").rules["preset"] == "zar-holland"


@pytest.mark.service_worker
def test_a_game_with_unconfirmed_points_says_what_lets_it_start_offline(
    new_keeper: NewKeeper, club: Club
) -> None:
    keeper = new_keeper(club.organiser)
    page, start = keeper.page, f"/l/{club.league.slug}/m/new/"
    page.goto(start)
    keeper.expect_cached(start)
    page.context.set_offline(True)
    page.goto(start)
    page.get_by_role("radio", name="UNO Golf").check()
    expect(page.locator("[data-network]")).to_contain_text(
        "Once you’re online, confirm them in the league’s house rules"
    )


@pytest.mark.service_worker
def test_a_start_that_the_server_doubts_is_asked_about_and_loses_no_hand(
    new_keeper: NewKeeper, club: Club
) -> None:
    """Ann, Bob, Cat and Dee sit at a table that is still playing."""
    factories.match(club, "Ann", "Bob", "Cat", "Dee", at=timezone.now())
    keeper = new_keeper(club.organiser)
    page, start = keeper.page, f"/l/{club.league.slug}/m/new/"
    page.goto(start)
    for path in (start, f"{start}enter/zar/"):
        keeper.expect_cached(path)
    page.context.set_offline(True)
    page.get_by_role("button", name="Same as last time").click()
    page.get_by_role("button", name="Start match").click()
    page.wait_for_selector("[data-entry][data-ready]")
    one_number_each(keeper, "Ann", ("Bob", "Cat", "Dee"))
    keeper.expect_hand(2)
    page.context.set_offline(False)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The match of Ann, Bob, Cat, Dee wasn’t started")
    expect(dialog).to_contain_text("1 hand is waiting for it.")
    dialog.get_by_role("button", name="Start anyway").click()
    page.wait_for_url("**/enter/")
    keeper.expect_nothing_waits()
    made = Match.objects.latest("pk")
    assert Hand.objects.filter(match=made).count() == 1
