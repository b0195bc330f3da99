"""Where a request reads from on a site with a read replica."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import DEFAULT_DB_ALIAS, OperationalError, transaction
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from tests.platform.test_settings import MANY, read, settings
from zarleague.leagues.models import League
from zarleague.storage import read_replica
from zarleague.storage.read_replica import COOKIE, REPLICA, ReplicaMiddleware, Router, note_write

NOW = "0/30A0000"
"""The position of the primary's log after what a request writes."""
OPENED = {"Sec-Fetch-Mode": "navigate"}
ROUTER = Router()


class Replica:
    """A replica that has replayed the log up to a position."""

    def __init__(self) -> None:
        self.at = "0/0"
        self.asked = 0
        self.answers = True

    def has_replayed(self, position: str) -> bool:
        self.asked += 1
        if not self.answers:
            raise OperationalError("no route to host")
        return position <= self.at


@pytest.fixture
def replica(monkeypatch: pytest.MonkeyPatch) -> Replica:
    found = Replica()
    monkeypatch.setattr(read_replica, "has_replayed", found.has_replayed)
    monkeypatch.setattr(read_replica, "written_position", lambda: NOW)
    return found


def send(
    request: HttpRequest, writes: bool = False, cookie: str = ""
) -> tuple[list[str], HttpResponse]:
    """Return the databases a view reads from, before and after it may have written, and what is
    answered."""
    found: list[str] = []

    def view(request: HttpRequest) -> HttpResponse:
        found.append(ROUTER.db_for_read(League))
        if writes:
            assert ROUTER.db_for_write(League) == DEFAULT_DB_ALIAS
        found.append(ROUTER.db_for_read(League))
        return HttpResponse()

    if cookie:
        request.COOKIES[COOKIE] = cookie
    response = ReplicaMiddleware(view)(request)
    assert isinstance(response, HttpResponse)
    return found, response


asks = RequestFactory()


@pytest.mark.parametrize(
    ("request_of", "expected"),
    [
        (lambda: asks.get("/", headers=OPENED), REPLICA),
        # An open page that was told of a change fetches it.
        (lambda: asks.get("/", headers={"Sec-Fetch-Mode": "cors"}), DEFAULT_DB_ALIAS),
        (lambda: asks.get("/api/v1/leagues/"), DEFAULT_DB_ALIAS),
        (lambda: asks.post("/", headers=OPENED), DEFAULT_DB_ALIAS),
    ],
)
def test_only_pages_that_somebody_opens_are_read_from_the_replica(
    replica: Replica, request_of: Callable[[], HttpRequest], expected: str
) -> None:
    found, response = send(request_of())
    assert found == [expected] * 2
    assert COOKIE not in response.cookies
    assert ROUTER.db_for_read(League) == DEFAULT_DB_ALIAS  # as in background work


def test_whoever_saves_reads_the_primary_until_the_replica_has_it(replica: Replica) -> None:
    _, saved = send(asks.post("/"), writes=True)
    cookie = saved.cookies[COOKIE].value
    assert cookie == NOW
    replica.at = "0/309FFFF"
    assert send(asks.get("/", headers=OPENED), cookie=cookie)[0] == [DEFAULT_DB_ALIAS] * 2
    assert send(asks.get("/", headers=OPENED))[0] == [REPLICA] * 2  # somebody else
    replica.at = NOW
    found, response = send(asks.get("/", headers=OPENED), cookie=cookie)
    assert found == [REPLICA] * 2
    assert response.cookies[COOKIE]["max-age"] == 0  # is not needed any more


def test_a_page_that_writes_reads_the_primary_from_there_on(replica: Replica) -> None:
    found, response = send(asks.get("/", headers=OPENED), writes=True)
    assert found == [REPLICA, DEFAULT_DB_ALIAS]
    assert response.cookies[COOKIE].value == NOW


def test_plain_sql_that_writes_counts_as_well(replica: Replica) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        note_write()
        return HttpResponse(ROUTER.db_for_read(League))

    assert ReplicaMiddleware(view)(asks.get("/", headers=OPENED)).getvalue() == b"default"


@pytest.mark.django_db
def test_a_transaction_is_read_from_the_primary(replica: Replica) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        with transaction.atomic():
            return HttpResponse(ROUTER.db_for_read(League))

    assert ReplicaMiddleware(view)(asks.get("/", headers=OPENED)).getvalue() == b"default"


def test_without_its_replica_a_site_goes_on(replica: Replica) -> None:
    replica.answers = False
    middleware = ReplicaMiddleware(lambda request: HttpResponse(ROUTER.db_for_read(League)))
    for _ in range(3):
        assert middleware(asks.get("/", headers=OPENED)).getvalue() == b"default"
    assert replica.asked == 1  # not again for some seconds


def test_a_position_nobody_handed_out_is_read_from_the_primary() -> None:
    assert not read_replica.has_replayed("0/0'; DROP TABLE")


def test_settings_ask_for_postgresql(tmp_path: Path) -> None:
    done = read(
        "DATABASES", data=tmp_path, variables={"REPLICA_URL": "postgres://r.example/league"}
    )
    assert "REPLICA_URL needs PostgreSQL" in done.stderr
    urls = MANY | {"REPLICA_URL": "postgres://r.example/league"}
    site = settings("DATABASES", "MIDDLEWARE", data=tmp_path, variables=urls)
    assert site["DATABASES"]["replica"]["HOST"] == "r.example"
    assert site["MIDDLEWARE"][0].endswith("ReplicaMiddleware")
