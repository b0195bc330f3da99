"""A database that is full, locked or lost: 507 or 503 with Retry-After, never 500."""

import json
import re
import sqlite3
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db import OperationalError, ProgrammingError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client, RequestFactory

from tests.api.world import World, entry
from tests.factories import key
from zarleague.leagues import tokens
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import User
from zarleague.play.models import Hand
from zarleague.play.totals.counting import TotalsPart
from zarleague.web.accounts import names
from zarleague.web.arriving.failures import DRIVER, FULL, LOST, status_of
from zarleague.wsgi import application


@pytest.fixture
def world(transactional_db: None) -> World:
    return World.made()


@pytest.fixture
def phone(world: World) -> Client:
    """A client that is answered as over the network: an error in the site is an answer, too."""
    client = world.caller("scorekeeper").client
    client.raise_request_exception = False
    return client


@pytest.fixture
def _full(world: World) -> Iterator[None]:
    """Let the database's file grow no further."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # what earlier tests have freed would have room for many hands
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        yield
        cursor.execute("PRAGMA max_page_count = 1073741823")


def enter(phone: Client, world: World, number: int) -> Any:
    body = entry(0, 4, 9, number=number)
    path = f"/api/v1/{world.match_path}hands/"
    return phone.post(path, body, "application/json", headers={"Idempotency-Key": key()})


@pytest.mark.sqlite  # which can be given a limit by the connection that meets it
@pytest.mark.usefixtures("_full")
def test_a_hand_for_which_there_is_no_room(world: World, phone: Client) -> None:
    """The answers are sent until one needs a new page; what was acknowledged before is there."""
    for number in range(2, 200):
        answer = enter(phone, world, number)
        if answer.status_code != 201:
            break
    assert answer.status_code == 507
    assert (answer.headers["Content-Type"], answer.headers["Retry-After"]) == (
        "application/problem+json",
        "60",
    )
    assert answer.json()["code"] == "no-room"
    assert Hand.objects.count() == number - 1
    assert phone.get(f"/l/{world.club.league.slug}/").status_code == 200


@pytest.mark.sqlite  # PostgreSQL locks rows, and a writer waits for its row
def test_a_hand_while_the_database_is_locked(world: World, phone: Client) -> None:
    other = sqlite3.connect(connection.settings_dict["NAME"])
    other.execute("BEGIN IMMEDIATE")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 10")
    answer = enter(phone, world, 2)
    other.rollback()
    other.close()
    connection.close()  # the next one waits for locks again
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer.headers["Retry-After"] == "5"


@pytest.mark.parametrize("path", ["/", "/api/v1/leagues/"])
def test_a_database_that_is_away(phone: Client, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OperationalError("connection refused")

    with monkeypatch.context() as lost:
        lost.setattr(BaseDatabaseWrapper, "_cursor", refuse)
        answer = phone.get(path)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    is_document = answer.headers["Content-Type"] == "application/problem+json"
    assert is_document == path.startswith("/api/")


def sent_to_the_server(world: World, number: int) -> tuple[str, dict[str, Any]]:
    """Send a hand as the server hands it to Django; return the answer's status and document."""
    actor = Actor.of(world.club.scorekeeper)
    _, secret = tokens.create_token(actor=actor, name="phone", scope="score", days=30)
    request = RequestFactory().post(
        f"/api/v1/{world.match_path}hands/",
        json.dumps(entry(0, 4, 9, number=number)),
        "application/json",
        headers={"Idempotency-Key": key(), "Authorization": f"Bearer {secret}"},
    )
    started: list[str] = []
    answer = application(request.environ, lambda status, _: started.append(status))
    return started[-1], json.loads(b"".join(answer))


@pytest.mark.parametrize("deadlocks", [0, 1, 2])
def test_a_hand_that_meets_a_deadlock_is_saved_by_a_second_attempt(
    world: World, monkeypatch: pytest.MonkeyPatch, deadlocks: int
) -> None:
    """The error comes at the end of the transaction, when all but its last row is written."""
    count = TotalsPart.save_evening
    met: list[int] = []

    def meet(*given: Any, **counted: Any) -> None:
        if len(met) < deadlocks:
            met.append(1)
            raise caused(OperationalError(), psycopg.errors.DeadlockDetected())
        count(*given, **counted)

    before = Hand.objects.count()
    monkeypatch.setattr(TotalsPart, "save_evening", meet)
    status, document = sent_to_the_server(world, 2)
    if deadlocks < 2:
        assert (status, Hand.objects.count()) == ("201 Created", before + 1)
    else:
        assert (status[:3], document["code"], Hand.objects.count()) == (
            "503",
            "unavailable",
            before,
        )
        assert "at the same moment" in document["detail"]


@pytest.mark.parametrize("by", ["form", "script"])
def test_who_meets_a_deadlock_signing_up_has_one_account(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    """The error comes with signing in, when the account is written. A script sends no number, so
    each of its attempts would take another name."""
    form = {"name": "Zoe", "password1": "correct horse", "password2": "correct horse"}
    if by == "form":
        number = re.search(r'name="number" value="([^"]+)"', str(Client().get("/sign-up/").content))
        assert number
        shown = names.number_in(number[1])
        form |= {"number": number[1], "username": f"zoe-{shown}"}
    met: list[int] = []

    def meet(**_: Any) -> None:
        met.append(1)
        if len(met) == 1:
            raise caused(OperationalError(), psycopg.errors.DeadlockDetected())

    user_logged_in.connect(meet)
    factory = RequestFactory()
    factory.cookies["csrftoken"] = form["csrfmiddlewaretoken"] = "s" * 32
    request = factory.post("/sign-up/", form)
    started: list[str] = []
    try:
        list(application(request.environ, lambda status, _: started.append(status)))
    finally:
        user_logged_in.disconnect(meet)
    assert (started[-1], len(met)) == ("302 Found", 2)
    user = User.objects.get()
    assert user.username.startswith("zoe-")
    assert by == "script" or user.username == form["username"]
    assert Session.objects.get().get_decoded()["_auth_user_id"] == str(user.pk)


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (caused(OperationalError(), psycopg.errors.DiskFull()), FULL),
        (caused(OperationalError(), psycopg.errors.AdminShutdown()), LOST),
        (caused(OperationalError(), psycopg.errors.DeadlockDetected()), LOST),
        (DRIVER.OperationalError("connection refused"), LOST),
        (caused(ProgrammingError(), psycopg.errors.UndefinedTable()), LOST),
        (caused(ProgrammingError(), psycopg.errors.UndefinedColumn()), LOST),
        (caused(ProgrammingError(), psycopg.errors.SyntaxError()), 500),
        (ZeroDivisionError(), 500),
    ],
)
def test_what_passes_by_itself_and_what_does_not(error: Exception, status: int) -> None:
    assert status_of(error) == status


def test_a_fault_is_a_document_for_the_api(phone: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zarleague.api.games.find", lambda key: 1 / 0)
    answer = phone.get("/api/v1/games/zar/")
    assert (answer.status_code, answer.json()["code"]) == (500, "failed")


@pytest.mark.parametrize(
    ("path", "status"), [("/l/nobody/", 404), ("/api/v1/nothing/", 404), ("/?x=%00", 400)]
)
def test_refusals_are_pages_or_documents(phone: Client, path: str, status: int) -> None:
    answer = phone.get(path)
    assert answer.status_code == status
    if path.startswith("/api/"):
        assert answer.json()["status"] == status
    else:
        assert b"<main" in answer.content
