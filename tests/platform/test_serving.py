"""The served site: pages and streams on one port."""

import socket
from contextlib import ExitStack

import httpx
import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page

from tests import factories
from tests.waiting import until
from zarleague import live
from zarleague.leagues.models import League
from zarleague.live.hub import hub


def test_it_answers_a_load_balancer(visitor: httpx.Client) -> None:
    assert visitor.get("/healthz").text == "ok\n"


def test_pages_are_served_by_django(visitor: httpx.Client) -> None:
    answer = visitor.get("/login/")
    assert answer.status_code == 200
    assert "script-src" not in answer.headers["content-security-policy"]
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_phones_that_take_their_time_to_send_keep_nobody_waiting(
    live_app: str, visitor: httpx.Client
) -> None:
    address = httpx.URL(live_app)
    head = (
        "POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 20\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Cookie: csrftoken={'a' * 32}\r\n\r\n"
    )
    with ExitStack() as open_phones:
        phones = [
            open_phones.enter_context(socket.create_connection((address.host, address.port)))
            for _ in range(2 * settings.WEB_THREADS)
        ]
        for phone in phones:
            phone.sendall(head.encode() + b"username=")
        assert visitor.get("/login/").status_code == 200
        phones[0].sendall(b"somebody=12")
        # All of it is here now. Django looks for the CSRF token in it, and there is none.
        assert phones[0].recv(1000).startswith(b"HTTP/1.1 403")


def test_a_body_that_is_too_long_is_refused(visitor: httpx.Client) -> None:
    body = b"x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    answer = visitor.post("/api/v1/leagues/", content=body)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("charset", "status"),
    [
        *(("utf-8", 200), ('"UTF8"', 200), ("us-ascii", 200)),
        # Python knows the first two, but can read no text in them.
        *(
            ("hex", 415),
            ("undefined", 415),
            ("latin-1", 415),
            ("no-such", 415),
            ("x" * 12_000, 415),
        ),
    ],
)
def test_text_is_read_in_utf8_only(visitor: httpx.Client, charset: str, status: int) -> None:
    kind = {"Content-Type": f"text/plain; charset={charset}"}
    answer = visitor.get("/api/v1/games/zar/forms/?preset=zar-holland", headers=kind)
    assert answer.status_code == status
    if status == 415:
        assert answer.json()["detail"].startswith("Send text as UTF-8")


@pytest.mark.parametrize("path", ["/healthz", "/live/match-1"])
@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_what_django_does_not_answer_refuses_other_methods(
    visitor: httpx.Client, path: str, method: str
) -> None:
    answer = visitor.request(method, path)
    assert answer.status_code == 405
    assert sorted(answer.headers["Allow"].split(", ")) == ["GET", "HEAD"]


def test_a_browser_hears_of_a_change(page: Page, live_app: str) -> None:
    league = factories.club().league
    League.objects.update(visibility="public")
    page.goto("/healthz")
    page.evaluate(
        """address => { window.heard = [];
            const source = new EventSource(address);
            source.addEventListener("ready", event => heard.push("ready"));
            source.addEventListener("hand", event => heard.push(event.data));
        }""",
        live.ticket("match-7", audience=f"league-{league.pk}-anyone"),
    )
    page.wait_for_function("heard.length == 1")
    live.publish("league-2", "match-7", event="hand", data={"version": 3})
    page.wait_for_function("heard.length == 2")
    assert page.evaluate("JSON.parse(heard[1])") == {"channel": "match-7", "version": 3}


def test_all_tabs_of_a_browser_share_a_stream(page: Page, live_app: str) -> None:
    """More of them than a browser opens connections to one site of HTTP/1.1."""
    club = factories.club()
    League.objects.update(visibility="public")
    match = factories.match(club)
    address = f"{live_app}{reverse('match', args=[club.league.slug, match.pk])}"
    pages = [page, *(page.context.new_page() for _ in range(7))]
    for one in pages:
        one.goto(address)
    until(lambda: len(hub) == 1, "all tabs share a stream")
    with ExitStack() as stack:
        answers = [stack.enter_context(one.expect_response(address)) for one in pages]
        live.publish(f"match-{match.pk}", event="hand", data={"version": 1})
    assert [answer.value.status for answer in answers] == [204] * len(pages)


@pytest.mark.parametrize(
    "address",
    ["/live/match-7", "/live/match-8?ticket=forged:x", "/live/shared?stream=/live/match-7"],
)
def test_a_stream_needs_a_ticket(visitor: httpx.Client, address: str) -> None:
    assert visitor.get(address).status_code == 403
