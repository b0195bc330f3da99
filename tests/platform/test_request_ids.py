"""Every request has an id: in its response, in the log, in problem documents and on error pages."""

import json
import logging
import logging.config
import re
from typing import Any

import httpx
import pytest
from django.conf import settings

from tests.platform.test_live import on_a_loop
from zarleague.serving import request_ids
from zarleague.serving.request_ids import RequestIds

MADE = re.compile(r"[0-9a-f]{12}")


@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/l/nobody/", "/api/v1/games/", "/api/v1/nothing/", "/live/x"]
)
def test_every_answer_has_a_name(visitor: httpx.Client, path: str) -> None:
    """A stranger cannot choose it: there is no proxy."""
    names = [
        visitor.get(path, headers={"X-Request-ID": "chosen-by-me"}).headers["X-Request-ID"]
        for _ in range(2)
    ]
    assert all(MADE.fullmatch(name) for name in names)
    assert names[0] != names[1]


def test_a_problem_and_a_page_say_the_name(visitor: httpx.Client) -> None:
    answer = visitor.get("/api/v1/nothing/")
    assert answer.json()["request"] == answer.headers["X-Request-ID"]
    answer = visitor.get("/nothing/")
    assert f"<code>{answer.headers['X-Request-ID']}</code>" in answer.text
    answer = visitor.post("/api/v1/replay/", content=b"x" * 2_700_000)
    assert (answer.status_code, answer.json()["request"]) == (413, answer.headers["X-Request-ID"])


def test_a_page_for_which_a_log_is_judged_keeps_its_name(visitor: httpx.Client) -> None:
    """It is answered again on another thread."""
    answer = visitor.post("/api/v1/replay/", json={"log": "game zar\nseats A A\n"})
    assert answer.status_code in (400, 422)
    assert answer.json()["request"] == answer.headers["X-Request-ID"]


def named_by(given: str, *, trusted: bool) -> str:
    """Return the name a request is answered under."""
    found = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        found.append(request_ids.current())

    async def send(message: Any) -> None:
        found.append(dict(message["headers"])[b"x-request-id"].decode())

    scope = {"type": "http", "headers": [(b"x-request-id", given.encode("latin-1"))]}
    served: Any = RequestIds(application, trusted=trusted)
    on_a_loop(lambda: served(scope, None, send))
    header, inside = found
    assert header == inside
    return inside


@pytest.mark.parametrize("given", ["4f1c9f9e0a2b4c5d", "a.b_c-12", "x" * 64])
def test_a_proxy_may_choose_the_name(given: str) -> None:
    assert named_by(given, trusted=True) == given
    assert named_by(given, trusted=False) != given


@pytest.mark.parametrize(
    "given", ["", "short", "x" * 65, "with space", 'a"quote"d', "line\nbreak", "ü" * 9]
)
def test_an_unusable_name_is_replaced(given: str) -> None:
    assert MADE.fullmatch(named_by(given, trusted=True))


def written(record: logging.LogRecord) -> str:
    """Return a record as a site with ``LOG_FORMAT=json`` writes it."""
    config = settings.LOGGING["formatters"]["json"]
    configured = logging.config.DictConfigurator({"version": 1})
    formatter: Any = configured.configure_formatter(dict(config))
    request_ids.WithRequest().filter(record)
    return str(formatter.format(record))


def test_a_record_is_one_json_object() -> None:
    try:
        raise ValueError("no\nsuch card")
    except ValueError as error:
        fault = (type(error), error, error.__traceback__)
    # Django's records carry the request itself.
    held = request_ids._current.set("a1b2c3d4")
    record = logging.LogRecord("zarleague", logging.ERROR, "f.py", 1, "%s: full", ("/l/",), fault)
    record.request = object()
    [line] = written(record).splitlines()
    request_ids._current.reset(held)
    data = json.loads(line)
    assert (data["request_id"], data["level"], data["message"]) == (
        "a1b2c3d4",
        "ERROR",
        "/l/: full",
    )
    assert data["name"] == "zarleague"
    assert "request" not in data
    assert "such card" in data["exc_info"]
    assert re.match(r"\d{4}-\d\d-\d\d", data["time"])


def test_a_record_outside_a_request_says_so() -> None:
    record = logging.LogRecord("celery", logging.WARNING, "f.py", 1, "late", (), None)
    assert json.loads(written(record))["request_id"] == "-"


def test_what_a_request_logs_has_its_name(
    visitor: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    """Django logs a refusal on the thread that answers it."""
    caplog.handler.addFilter(request_ids.WithRequest())
    with caplog.at_level(logging.WARNING, "django.request"):
        answer = visitor.get("/nothing/")
    names = {getattr(record, "request_id", "") for record in caplog.records}
    assert names == {answer.headers["X-Request-ID"]}
