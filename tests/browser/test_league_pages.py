"""The league's pages in Chromium: accessible, no sideways scrolling, light and dark."""

import datetime
import re
from dataclasses import asdict

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tests.browser import page_time
from tests.browser.barriers import barriers, by_turns
from zarleague.bots.experiments import tally
from zarleague.engine import find
from zarleague.play import services
from zarleague.play.verdicts import rulesets
from zarleague.reports.models import Experiment
from zarleague.reports.season_report.build import make_report

ZAR = find("zar")
LOG = "deal Ann 7\ndeal Bob 7\ndeal Cat 7\nup b4\nAnn b2\nBob y5\n"


@pytest.fixture
def club(live_app):
    club = factories.club(visibility="public")
    match = factories.match(club)
    factories.hand(club, match, 0, 5, 7)
    factories.hand(club, match, 4, 0, 9, winner=1)
    return club


@pytest.mark.own_browser
def test_a_text_shown_once_is_copied_with_the_keyboard(club, desktop, sign_in, live_app):
    sign_in(desktop, club.organiser)
    desktop.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desktop.clock.install()
    desktop.goto(f"{live_app}{reverse('people', args=[club.league.slug])}")
    desktop.get_by_role("button", name="Invite").click()
    address = desktop.locator("#address").inner_text()
    copy = desktop.locator("[data-copies]")
    page_time.stop(desktop)  # the button says for some seconds what it has done
    copy.focus()
    desktop.keyboard.press("Enter")
    expect(copy).to_contain_text("Copied")
    expect(desktop.locator("#announcer")).to_have_text("Copied")
    assert desktop.evaluate("navigator.clipboard.readText()") == address
    # Without a clipboard, as on a page without https, the text is selected and copied from there.
    desktop.evaluate("navigator.clipboard.writeText('something else')")
    desktop.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    desktop.clock.run_for(2500)
    expect(copy).to_contain_text("Copy")
    copy.click()
    expect(copy).to_contain_text("Copied")
    assert desktop.evaluate("navigator.clipboard.readText()") == address
    expect(copy).to_be_focused()


def test_a_line_of_a_chart_says_its_figure_where_it_is_pointed_at(desktop, club, live_app):
    later = factories.FIRST_EVENING + datetime.timedelta(days=7)
    match = factories.match(club, played_on=later, at=factories.EIGHT_O_CLOCK)
    factories.hand(club, match, 0, 2, 30)
    desktop.goto(f"{live_app}{reverse('course', args=[club.league.slug, club.season.pk])}")
    chart = desktop.locator("[data-chart]")
    # Cat, with 16 points after the first evening, has 46 after the second: the end of the line.
    end = chart.locator("g[data-name=Cat] .marker").last.bounding_box()
    desktop.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    expect(chart.locator("[data-chart-says]")).to_have_text(re.compile(r"^Cat: 46, \d+ \w+$"))
    desktop.mouse.move(0, 0)
    expect(chart.locator("[data-chart-says]")).to_be_hidden()


def addresses(club):
    slug = club.league.slug
    ann = club.players["Ann"].pk
    yield reverse("home")
    yield reverse("new-league")
    for name in ("profile", "account_change_password", "mfa_index", "usersessions_list"):
        yield reverse(name)
    yield reverse("rules")
    yield reverse("rulebook", args=["zar"])
    for name in (
        "league",
        "seasons",
        "players",
        "people",
        "evenings",
        "league-settings",
        "audit",
    ):
        yield reverse(name, args=[slug])
    for name in ("new-season", "add-player"):
        yield reverse(name, args=[slug])
    for name in ("ratings", "rater-comparison"):
        yield reverse(name, args=[slug])
    for name in ("season", "course", "season-settings", "what-if", "season-reports", "new-final"):
        yield reverse(name, args=[slug, club.season.pk])
    report = [slug, club.season.pk, make_report(club.season).number]
    yield reverse("season-report", args=report)
    yield reverse("report-player", args=[*report, ann])
    yield reverse("unfold", args=[slug, club.season.pk, ann])
    yield reverse("player", args=[slug, ann])
    yield reverse("edit-player", args=[slug, ann])
    yield reverse("house-rules", args=[slug, "zar"])
    for name in ("laboratory", "casebook", "engine-differences"):
        yield reverse(name, args=[slug])
    yield reverse("experiment", args=[slug, compared(club).pk])
    decided, pending = disputed(club)
    yield reverse("ruling", args=[slug, decided.rulings.get().pk])
    for dispute in (decided, pending):
        yield reverse("dispute", args=[slug, dispute.pk])
    yield reverse("rule-on-dispute", args=[slug, pending.pk])


def compared(club):
    """Make a comparison of house rules that is done."""
    one, other = ZAR.ruleset(), ZAR.ruleset("", {"match-out": "goes-out"})
    tallies = [
        asdict(tally(own, against, 3, range(3))) for own, against in ((one, other), (other, one))
    ]
    return Experiment.objects.create(
        league=club.league,
        game="zar",
        players=3,
        hands=3,
        rules=[rulesets.to_json(one), rulesets.to_json(other)],
        asked_by_name="Organiser",
        state=Experiment.State.DONE,
        found=tallies,
    )


HARD_TO_REACH = """() => {
  const reached = [...document.querySelectorAll("a[href], button, summary, select")];
  const seen = reached.filter((one) => one.checkVisibility({ visibilityProperty: true }));
  return seen.filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    const grown = getComputedStyle(one, "::after").position === "absolute";
    return !width || (Math.round(height) < 24 && !grown && !one.closest(".visually-hidden"));
  }).map((one) => `hard to reach: ${one.outerHTML.slice(0, 90)}`);
}"""
"""Lists what is focused without being seen, or lower than WCAG 2.5.8 wants."""


def disputed(club):
    """Return a dispute that was ruled on and one that was not, about a hand with a log."""
    hand = factories.hand(club, club.season.matches.get(), 0, 1, 2, log=LOG)
    first, second = (
        services.open_dispute(hand, text=text, event=6, actor=club.keeper, key=factories.key())
        for text in ("That did not fit", "It was my turn")
    )
    decision = services.Decision("upheld", "stands", "Was it?", "It was.", rests_on="recorded")
    services.rule_on_dispute(
        first, decision, actor=club.boss, key=factories.key(), expected_version=1
    )
    return first, second


@pytest.mark.long
def test_no_page_has_a_barrier_or_scrolls_sideways(phone, sign_in, club):
    sign_in(phone, club.organiser)
    found = {}
    for number, address in enumerate(addresses(club)):
        phone.goto(address)
        problems = barriers(phone, by_turns(number)) + phone.evaluate(HARD_TO_REACH)
        if problems:
            found[address] = problems
    assert not found


@pytest.mark.own_browser
def test_the_table_follows_a_hand_within_the_second(phone, club):
    phone.emulate_media(reduced_motion="no-preference")  # its rows move
    phone.clock.install()
    phone.goto(reverse("season", args=[club.league.slug, club.season.pk]))
    cat = phone.locator(f"[data-number='metric-{club.players['Cat'].pk}']")
    factories.hand(club, club.season.matches.get(), 0, 1, 4)
    expect(cat).to_have_text("20")
    page_time.stop(phone)
    factories.hand(club, club.season.matches.get(), 0, 20, 26)
    # 7, 9, 4 and 26.
    page_time.expect_within_a_second(phone, cat, "46")


def test_the_course_of_the_season_comes_after_its_table(phone, club):
    phone.goto(reverse("season", args=[club.league.slug, club.season.pk]))
    phone.locator("figure.chart").wait_for()
    phone.get_by_text("2 hands").wait_for()
    factories.hand(club, club.season.matches.get(), 0, 20, 30)
    phone.get_by_text("3 hands").wait_for()


SLOW = """
    const now = performance.now.bind(performance);
    performance.now = () => now() / 20;
    addEventListener("renewed", () => { window.isRenewed = true; });
"""
"""By the page's clock a finger rests for less than five seconds, however long a loaded machine
takes. The page notes that it was fetched again, as it is once it listens: that would wait for the
finger, and the next change for that."""


def test_a_change_while_a_finger_rests_on_a_link_loses_no_tap(phone, club):
    """Another one, which comes meanwhile and goes, changes nothing."""
    phone.add_init_script(SLOW)
    phone.goto(reverse("season", args=[club.league.slug, club.season.pk]))
    phone.wait_for_function("() => window.isRenewed")
    link = phone.locator("[data-live-part]").get_by_role("link", name="Cat").first
    link.hover()
    phone.mouse.down()
    for event in ("pointerdown", "pointerup"):
        phone.dispatch_event("h1", event, {"pointerId": 9, "bubbles": True})
    with phone.expect_response("**/seasons/*/") as answer:
        factories.hand(club, club.season.matches.get(), 0, 20, 30)
    answer.value.finished()
    lifted = phone.evaluate("performance.now()")  # the other one, which has tapped 50 ms later
    phone.wait_for_function("(then) => performance.now() > then + 60", arg=lifted)
    with phone.expect_navigation():
        phone.mouse.up()


def test_nothing_moves_when_the_course_of_the_season_comes(phone, club):
    evenings = phone.get_by_role("heading", name="Evenings")
    before = []

    def late(route):
        before.append(evenings.bounding_box())
        route.continue_()

    phone.route("**/course/", late)
    phone.goto(reverse("season", args=[club.league.slug, club.season.pk]))
    phone.locator("figure.chart").wait_for()
    assert before == [evenings.bounding_box()]


def test_without_scripts_a_link_leads_to_the_course_of_the_season(browser, live_app, club):
    context = browser.new_context(base_url=live_app, java_script_enabled=False)
    page = context.new_page()
    page.goto(reverse("season", args=[club.league.slug, club.season.pk]))
    page.get_by_role("link", name="All evenings").click()
    page.get_by_text("2 hands").wait_for()
    page.locator("figure.chart").wait_for()
    context.close()


def test_a_new_league_with_its_players_is_ready_to_play(phone, sign_in, live_app):
    sign_in(phone, factories.user("owner"))
    phone.goto(reverse("home"))
    phone.get_by_role("link", name="Start a league").click()
    zone = phone.evaluate("new Intl.DateTimeFormat().resolvedOptions().timeZone")
    expect(phone.get_by_label("Time zone")).to_have_value(zone)
    phone.get_by_label("Name", exact=True).fill("The Anchor")
    phone.get_by_role("button", name="Start league").click()
    phone.locator("a.back").click()
    phone.get_by_role("link", name="Add players").click()
    for name in ("Ann", "Bob", "Cat"):
        phone.get_by_label("Name", exact=True).fill(name)
        phone.get_by_role("button", name="Add and enter another").click()
        expect(phone.get_by_label("Name", exact=True)).to_have_value("")
    phone.get_by_role("link", name="Players", exact=True).first.click()
    for name in ("Ann", "Bob", "Cat"):
        expect(phone.locator(".people")).to_contain_text(name)
