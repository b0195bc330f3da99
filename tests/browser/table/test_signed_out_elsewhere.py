"""What a phone still shows of a private league once its session has ended, here or elsewhere."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from playwright.sync_api import Error, Page, expect

from tests.factories import Club
from tests.fixtures.browser import PATIENCE
from tests.waiting import until
from zarleague.leagues import services
from zarleague.leagues.models import League, Membership, User
from zarleague.play.models import Match
from zarleague.web.table.entry import board

from .keeper import Keeper

pytestmark = pytest.mark.service_worker

NewKeeper = Callable[[User], Keeper]

KEPT = """async () => {
    const cache = await caches.open("pages-1");
    return (await cache.keys()).map((request) => new URL(request.url).pathname).sort();
}"""
AGE = """async ([path, date]) => {
    const cache = await caches.open("pages-1");
    const kept = await cache.match(path);
    if (!kept) return false;
    const headers = new Headers(kept.headers);
    headers.set("Date", date);
    await cache.put(path, new Response(await kept.text(), { headers }));
    return true;
}"""

WATCH = """() => {
    const go = ExtendableEvent.prototype.waitUntil;
    self.work = [];
    ExtendableEvent.prototype.waitUntil = function (one) {
        self.work.push(one);
        return go.call(this, one);
    };
    self.written = [];
    const put = Cache.prototype.put;
    Cache.prototype.put = function (path, page) {
        self.written.push(String(path));
        return put.call(this, path, page);
    };
}"""
"""Lets the service worker note what it works at, and what it keeps: an open page that hears of the
end of its session soon removes it again."""


def until_kept(page: Page, *paths: str) -> None:
    """Wait until these pages are kept on the phone and no others."""
    wanted = sorted(paths)
    seen: Any = None

    def is_so() -> bool:
        nonlocal seen
        seen = _asked(page, KEPT)
        return bool(seen == wanted)

    try:
        until(is_so, "the right pages are kept")
    except AssertionError as late:
        raise AssertionError(f"{seen} are kept, and not {wanted}") from late


def _asked(page: Page, function: str) -> Any:
    """Return what a function answers that is not done at once: `Page.wait_for_function` would take
    its promise for an answer. A page that is about to be left answers None."""
    try:
        return page.evaluate(function)
    except Error as error:
        if "navigation" not in error.message:
            raise
        return None


def around(keeper: Keeper) -> list[str]:
    """Return the pages that a scorepad has the phone keep beside those of its match: the league's,
    and what a new match needs."""
    league = f"/l/{keeper.league.slug}/"
    return [league, f"{league}m/new/", f"{league}m/new/enter/zar/"]


@pytest.fixture
def reader(new_keeper: NewKeeper, club: Club, match: Match) -> Keeper:
    """Return the scorekeeper at the scorepad; the phone has kept it, and `around` it."""
    keeper = new_keeper(club.scorekeeper)
    keeper.open_pad()
    keeper.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    keeper.page.goto(
        f"/l/{keeper.league.slug}/"
    )  # now through the service worker, which keeps the page
    keeper.open_pad()
    until_kept(keeper.page, keeper.address, f"{keeper.address}enter/", *around(keeper))
    return keeper


def end_sessions(user: User) -> None:
    """Give the account a new password, as from another device."""
    user.set_password("another one entirely")
    user.save()


@pytest.mark.both_sites  # the stream that tells the page comes through Redis
def test_an_open_page_goes_with_its_session(reader: Keeper, club: Club) -> None:
    end_sessions(club.scorekeeper)
    reader.page.wait_for_url("**/login/**")
    until_kept(reader.page)


@pytest.mark.both_sites  # the stream that tells the page comes through Redis
def test_an_open_page_goes_with_the_membership(reader: Keeper, club: Club) -> None:
    membership = Membership.objects.get(league=club.league, user=club.scorekeeper)
    services.remove_member(membership, actor=club.boss)
    expect(reader.page.get_by_text("Ann")).to_have_count(0)
    until_kept(reader.page)


@pytest.mark.both_sites  # the stream that tells the page comes through Redis
def test_a_spectators_page_goes_when_the_league_turns_private(
    new_phone: Callable[[], Page], club: Club, match: Match
) -> None:
    services.update_league(club.league, actor=club.boss, visibility=League.Visibility.PUBLIC)
    keeper = Keeper(new_phone(), match)
    keeper.open_pad()
    keeper.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    keeper.open_pad()
    until_kept(keeper.page, keeper.address)
    services.update_league(club.league, actor=club.boss, visibility=League.Visibility.PRIVATE)
    keeper.page.wait_for_url("**/login/**")
    until_kept(keeper.page)


def test_a_kept_page_is_shown_only_until_the_phone_is_online(reader: Keeper, club: Club) -> None:
    reader.page.context.set_offline(True)
    end_sessions(club.scorekeeper)
    reader.open_pad()
    expect(reader.page.get_by_text("Ann").first).to_be_visible()
    reader.page.context.set_offline(False)
    reader.page.wait_for_url("**/login/**")
    until_kept(reader.page)


def test_any_page_of_another_viewer_removes_what_was_kept(reader: Keeper, club: Club) -> None:
    """Also one that belongs to no league."""
    reader.page.goto("/account/")
    reader.page.context.clear_cookies()
    reader.page.goto("/")
    until_kept(reader.page)


def test_a_page_kept_for_more_than_two_weeks_is_not_shown(reader: Keeper) -> None:
    enter = f"{reader.address}enter/"
    reader.page.context.set_offline(True)  # or the page may be kept once more, as of today
    assert reader.page.evaluate(AGE, [enter, "Thu, 01 Jan 1970 00:00:00 GMT"])
    reader.page.goto(enter)
    expect(reader.page.get_by_text("Ann")).to_have_count(0)
    until_kept(reader.page, reader.address, *around(reader))


def sign_out(page: Page, club: Club) -> None:
    page.goto(reverse("profile"))
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")


def lose_membership(page: Page, club: Club) -> None:
    membership = Membership.objects.get(league=club.league, user=club.scorekeeper)
    services.remove_member(membership, actor=club.boss)
    page.goto(f"/l/{club.league.slug}/")
    expect(page.get_by_text("Ann")).to_have_count(0)


@pytest.mark.own_browser  # its service worker takes notes
@pytest.mark.parametrize("end", [sign_out, lose_membership])
def test_a_page_that_arrives_afterwards_is_not_kept(
    reader: Keeper, club: Club, end: Callable[[Page, Club], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was opened in another tab, just before."""
    arrived, go_on = threading.Semaphore(0), threading.Event()

    def late(request: HttpRequest, *rest: Any, **context: Any) -> HttpResponse:
        if not go_on.is_set():
            arrived.release()
            assert go_on.wait(PATIENCE / 1000)
        return render(request, *rest, **context)

    monkeypatch.setattr(board, "render", late)
    address, page = f"{reader.address}board/", reader.page
    page.goto(reverse("profile"))  # a live page would go to sign in, as soon as it heard
    other = page.context.new_page()
    (worker,) = page.context.service_workers
    try:
        other.goto(reverse("profile"))
        worker.evaluate(WATCH)
        other.evaluate("(to) => { setTimeout(() => location.assign(to)) }", address)
        arrived.acquire(timeout=PATIENCE / 1000)
        end(page, club)
        until_kept(page)
        worker.evaluate("written.length = 0")
    finally:
        go_on.set()
    other.wait_for_url(f"**{address}")
    expect(other.get_by_text("Ann").first).to_be_attached()  # it was answered
    worker.evaluate("Promise.allSettled(work)")  # and the worker has done with it
    assert worker.evaluate("written") == []


@pytest.mark.own_browser  # of a shared one, workers of earlier tests may be listed too
def test_a_refusal_that_arrives_after_another_counts(reader: Keeper) -> None:
    """Two tabs of two leagues were refused at the same time."""
    (worker,) = reader.page.context.service_workers
    worker.evaluate(
        """(path) => {
            const refusal = new Response("", { status: 404 });
            return learn(refusal, new URL(path, location.href), generation - 1);
        }""",
        reader.address,
    )
    until_kept(reader.page)
