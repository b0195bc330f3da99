"""How much one sender may have stored in a day, and what counts."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from tests import factories
from tests.factories import Club
from zarleague.leagues import audit, stored_a_day
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.links import create_link, revoke_link
from zarleague.leagues.models import AccessLink, User
from zarleague.replays.gate import Sender, sender

HERE, ELSEWHERE = "192.0.2.1", "198.51.100.1"
MEGABYTE = 1_000_000


def account(number: int) -> Actor:
    return Actor(User(pk=number))


def holder(creator: int, purpose: str = "score-match") -> Actor:
    return Actor(link=AccessLink(league_id=1, created_by_id=creator, purpose=purpose))


def store(actor: Actor, letters: int, address: str = HERE, device: str = "") -> bool:
    """Store a log of so many letters, which counts twice; return whether that was allowed."""
    before = sender.set(Sender(address, device))
    try:
        stored_a_day.charge_texts(actor, "x" * letters)
    except stored_a_day.TooMuchStored:
        return False
    finally:
        sender.reset(before)
    return True


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """What is counted after a commit is, where there is no database."""
    if "django_db" not in request.keywords:
        monkeypatch.setattr(transaction, "on_commit", lambda then, robust: then())


@pytest.fixture
def sent_from_here() -> Iterator[None]:
    before = sender.set(Sender(HERE))
    yield
    sender.reset(before)


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("used_up", "too", "others"),
    [
        (account(1), [(account(1), ELSEWHERE)], [(account(2), HERE), (holder(1), HERE)]),
        (holder(1), [(holder(1), ELSEWHERE)], [(account(1), HERE)]),
        (holder(1, "demo"), [(holder(1, "demo"), HERE)], [(holder(1, "demo"), ELSEWHERE)]),
    ],
)
def test_whose_day_it_is(
    settings: Any,
    used_up: Actor,
    too: list[tuple[Actor, str]],
    others: list[tuple[Actor, str]],
) -> None:
    settings.STORED_A_DAY = 1
    store(used_up, MEGABYTE // 2 - 1)
    assert store(used_up, 1)
    assert not any(store(who, 1, where) for who, where in too)
    assert all(store(who, 1, where) for who, where in others)


@pytest.mark.sqlite
def test_of_many_at_an_address_those_who_store_much_have_ten_times_as_much_together(
    settings: Any,
) -> None:
    """Who has stored less than a 500th of what they may goes on there, and all elsewhere."""
    settings.STORED_A_DAY = 1
    assert store(account(99), MEGABYTE // 1000)
    for number in range(10):
        assert store(account(number), MEGABYTE // 2 - 1)
    assert not store(account(99), 1)
    assert store(account(99), 1, ELSEWHERE)
    assert store(account(98), 1)


@pytest.mark.sqlite
def test_who_holds_a_link_of_an_account_shares_its_day_but_for_an_evening(settings: Any) -> None:
    settings.STORED_A_DAY = 1
    assert store(holder(1), MEGABYTE // 1000, device="phone")
    assert store(holder(1), MEGABYTE // 2, device="hostile")
    assert not store(holder(1), 1, device="phone")
    assert store(holder(1), 1, device="another")
    assert store(holder(2), 1, device="phone of another evening")


@pytest.mark.sqlite
def test_who_comes_by_a_link_as_ever_other_guests_is_stopped(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each enters as little as nobody is kept from by others, here half a megabyte: ten times what
    an account may in 20 of them, from wherever they are."""
    settings.STORED_A_DAY = 1
    monkeypatch.setattr(stored_a_day, "EVENING", 2)
    for number in range(20):
        assert store(holder(1), MEGABYTE // 4, f"192.0.2.{number}", f"phone {number}")
    assert not store(holder(1), 1, ELSEWHERE, "another phone")
    assert store(account(1), 1, ELSEWHERE)
    assert store(holder(2), 1, ELSEWHERE, "phone of another evening")


@pytest.mark.sqlite
def test_an_import_is_refused_that_is_more_than_what_is_left(
    settings: Any, sent_from_here: None
) -> None:
    """Four times as much as what is entered, beside it; ten times that of all at an address."""
    settings.STORED_A_DAY = 1
    stored_a_day.charge_import(1, 3_000_000)
    with pytest.raises(Invalid, match="takes 2 MB, and you can import 1 MB more"):
        stored_a_day.charge_import(1, 1_000_001)
    stored_a_day.charge_import(1, 1_000_000)
    stored_a_day.charge_import(2, 4_000_000)
    assert store(account(1), 1)
    for number in range(10, 18):
        stored_a_day.charge_import(number, 4_000_000)
    with pytest.raises(Invalid, match="can import 0 MB more"):
        stored_a_day.charge_import(20, 8_001)
    stored_a_day.charge_import(20, 8_000)  # a 500th of what it may


@pytest.mark.both_sites
@pytest.mark.django_db
def test_what_is_committed_counts_and_what_is_tidied_goes_on(
    club: Club, settings: Any, sent_from_here: None, django_capture_on_commit_callbacks: Any
) -> None:
    """An entry counts 3,000 bytes and its texts twice."""
    settings.STORED_A_DAY = 0.0101
    boss = club.boss
    link, _ = create_link(club.league, "join", actor=boss)
    with django_capture_on_commit_callbacks(execute=True):
        audit.record("rename", club.league, boss, why="x" * 3_500)
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
            audit.record("rename", club.league, boss)
            transaction.set_rollback(True)
    with django_capture_on_commit_callbacks(execute=True):
        audit.record("rename", club.league, boss)
    with pytest.raises(stored_a_day.TooMuchStored):
        audit.record("rename", club.league, boss)
    revoke_link(link, actor=boss)
    audit.record("rename", club.league, Actor(factories.user("other")))
