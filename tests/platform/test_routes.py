"""A request runs on threads chosen by its route: reads, writes, or waiting for a log."""

import json

import httpx
import pytest

from zarleague.serving.routes import LONGEST_WITHOUT, Need, need_of

HAND = "/api/v1/matches/1/hands/"


@pytest.mark.parametrize(
    ("method", "path", "need"),
    [
        ("GET", "/l/any/", Need.READS),
        ("GET", "/no/such/page/", Need.READS),
        ("POST", "/l/any/settings/", Need.WRITES),
        ("GET", "/login/", Need.READS),
        ("POST", "/login/", Need.HASHES_PASSWORDS),
        ("POST", "/sign-up/", Need.HASHES_PASSWORDS),
        ("GET", "/password/reset/", Need.READS),
        ("POST", "/password/reset/", Need.JUDGES_LOGS),  # which waits for the mail server
        ("POST", "/email/", Need.JUDGES_LOGS),
        ("POST", "/two-factor/app/remove/", Need.JUDGES_LOGS),
        ("GET", HAND, Need.READS),
        ("POST", f"{HAND}check/", Need.READS),
        ("POST", HAND, Need.WRITES),
        ("POST", "/api/v1/matches/1/seats/1/counts/check/", Need.WRITES),
        ("GET", "/replay/picture.png", Need.JUDGES_LOGS),
        ("POST", "/api/v1/replay/", Need.JUDGES_LOGS),
        ("GET", f"{HAND}1/replay/", Need.JUDGES_LOGS),
        ("HEAD", f"{HAND}1/replay/", Need.JUDGES_LOGS),
    ],
)
def test_a_route_says_what_its_requests_need(method: str, path: str, need: Need) -> None:
    assert need_of(method, path, b"") is need


@pytest.mark.parametrize(
    ("body", "need"),
    [
        ('{"form": "totals", "log": ""}', Need.WRITES),
        ('{"form": "totals"}', Need.WRITES),
        ("no JSON", Need.WRITES),
        ("[1]", Need.WRITES),
        ("[" * LONGEST_WITHOUT, Need.WRITES),
        ('{"form": "log", "log": "deal Ann 7"}', Need.JUDGES_LOGS),
        (r'{"l\u006fg": "deal Ann 7"}', Need.JUDGES_LOGS),
        (json.dumps({"reason": "x" * LONGEST_WITHOUT}), Need.JUDGES_LOGS),
    ],
)
def test_a_saved_hand_waits_only_with_a_log(body: str, need: Need) -> None:
    assert need_of("POST", HAND, body.encode()) is need


def test_a_request_that_waits_for_a_log_counts_once(
    visitor: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zarleague.api.limits.WINDOW", 10**9)  # no minute ends between the two
    log = {"log": "game zar\nseats Ann Bob\n"}
    left = [
        int(visitor.post("/api/v1/replay/", json=log).headers["ratelimit"].split(";")[1][2:])
        for _ in range(2)
    ]
    assert left[0] - left[1] == 1
