"""Headers of every response, and the well-known addresses that tools request."""

import inspect
import re

import pytest
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver, reverse


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/login/", "/rules/", "/nothing/", "/sign-up/"])
def test_pages_are_kept_by_nobody_in_between(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code in {200, 404}
    kept = {word.strip() for word in answer.headers["Cache-Control"].split(",")}
    assert {"private", "no-cache"} <= kept
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert "screen-wake-lock=(self)" in answer.headers["Permissions-Policy"]


def test_files_may_be_kept_by_everybody(client: Client) -> None:
    answer = client.get("/static/js/theme.js")
    assert "private" not in answer.headers["Cache-Control"]
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def addresses() -> list[str]:
    """Return every address of a page that takes no argument."""
    patterns = (str(pattern.pattern) for pattern in get_resolver("zarleague.web.urls").url_patterns)
    return sorted(f"/{pattern}" for pattern in patterns if re.fullmatch(r"[\w./-]*", pattern))


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])
def test_pages_refuse_what_they_are_not_asked_with(client: Client, method: str) -> None:
    assert len(addresses()) > 10
    for address in addresses():
        answer = client.generic(method, address)
        assert answer.status_code == 405, address
        assert answer.headers["Allow"] == "GET, HEAD, POST"


def readers() -> list[tuple[str, URLPattern]]:
    """Return the pages whose view never asks how it is asked, so that they only show something."""
    found = []
    for pattern in get_resolver("zarleague.web.urls").url_patterns:
        view = inspect.unwrap(pattern.callback)
        is_function = inspect.isfunction(view) and not hasattr(pattern.callback, "view_class")
        if is_function and not re.search(r"POST|\.method", inspect.getsource(view)):
            found.append((view.__name__, pattern))
    return found


def test_pages_that_only_show_something_refuse_a_post() -> None:
    found = readers()
    assert len(found) > 10
    for name, pattern in found:
        arguments = dict.fromkeys(pattern.pattern.converters, "1")
        answer = pattern.callback(RequestFactory().post("/"), **arguments)
        assert answer.status_code == 405, name
        assert answer.headers["Allow"] == "GET, HEAD", name


def test_the_api_refuses_its_own(client: Client) -> None:
    answer = client.generic("PUT", "/api/v1/games/")
    assert answer.status_code == 405
    assert answer.headers["Content-Type"].startswith("application/problem+json")


def test_tools_find_where_a_password_is_changed(client: Client) -> None:
    answer = client.get("/.well-known/change-password")
    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        reverse("account_change_password"),
    )


def test_nobody_is_named_unless_the_operator_does(client: Client) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404


def test_security_txt(client: Client, settings: pytest.FixtureRequest) -> None:
    settings.SECURITY_CONTACT = "mailto:crab@pub.example"  # type: ignore[attr-defined]
    answer = client.get("/.well-known/security.txt")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields["Contact"] == "mailto:crab@pub.example"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", fields["Expires"])
    assert fields["Canonical"] == "http://testserver/.well-known/security.txt"
    assert fields["Preferred-Languages"] == "en, de, fr"
