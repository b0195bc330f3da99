"""The served site: pages and streams on one port."""

import httpx
import pytest
from playwright.sync_api import Page

from zarleague import live


def test_it_answers_a_load_balancer(live_app: str) -> None:
    assert httpx.get(f"{live_app}/healthz").text == "ok\n"


def test_pages_are_served_by_django(live_app: str) -> None:
    answer = httpx.get(f"{live_app}/admin/login/")
    assert answer.status_code == 200
    assert "script-src" not in answer.headers["content-security-policy"]
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_a_browser_hears_of_a_change(page: Page, live_app: str) -> None:
    page.goto("/healthz")
    page.evaluate(
        """address => { window.heard = [];
            const source = new EventSource(address);
            source.addEventListener("ready", event => heard.push("ready"));
            source.addEventListener("hand", event => heard.push(event.data));
        }""",
        live.ticket("match-7"),
    )
    page.wait_for_function("heard.length == 1")
    live.publish("match-7", "hand", {"version": 3})
    page.wait_for_function("heard.length == 2")
    assert page.evaluate("JSON.parse(heard[1])") == {"channel": "match-7", "version": 3}


@pytest.mark.parametrize("address", ["/live/match-7", "/live/match-8?ticket=forged:x"])
def test_a_stream_needs_a_ticket(live_app: str, address: str) -> None:
    assert httpx.get(live_app + address).status_code == 403
