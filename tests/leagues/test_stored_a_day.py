"""How much one sender may have stored in a day, and what counts."""

from typing import Any

import pytest

from tests import factories
from zarleague.exchange.models import Piece, Transfer
from zarleague.leagues import stored_a_day
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import AccessLink, User
from zarleague.replays.gate import Sender, sender

HERE, ELSEWHERE = "192.0.2.1", "198.51.100.1"


def account(number: int) -> Actor:
    return Actor(User(pk=number))


def holder(link: int, league: int) -> Actor:
    return Actor(link=AccessLink(pk=link, league_id=league))


def may_store(actor: Actor, address: str = HERE) -> bool:
    try:
        stored_a_day.check(actor, address)
    except stored_a_day.TooMuchStored:
        return False
    return True


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("used_up", "too", "others"),
    [
        (account(1), [(account(1), ELSEWHERE)], [(account(2), HERE), (Actor(), HERE)]),
        (holder(1, 5), [(holder(2, 5), ELSEWHERE)], [(holder(3, 6), HERE), (Actor(), HERE)]),
        (Actor(), [(Actor(), HERE)], [(Actor(), ELSEWHERE), (account(1), HERE)]),
    ],
)
def test_whose_day_it_is(
    settings: Any,
    used_up: Actor,
    too: list[tuple[Actor, str]],
    others: list[tuple[Actor, str]],
) -> None:
    settings.STORED_A_DAY = 1
    stored_a_day.charge(used_up, HERE, 999_999)
    assert may_store(used_up)
    stored_a_day.charge(used_up, HERE, 1)
    assert not any(may_store(*one) for one in too)
    assert all(may_store(*one) for one in others)


@pytest.mark.sqlite
def test_many_accounts_at_one_address_have_ten_times_as_much_together(settings: Any) -> None:
    settings.STORED_A_DAY = 1
    for number in range(10):
        assert may_store(account(99))
        stored_a_day.charge(account(number), HERE, 1_000_000)
    assert not may_store(account(99))
    assert not may_store(Actor())
    assert may_store(account(99), ELSEWHERE)


@pytest.mark.sqlite
def test_what_is_stored_in_the_background_counts_at_the_address_that_asked(settings: Any) -> None:
    """Ten imports of ten accounts."""
    settings.STORED_A_DAY = 1
    before = sender.set(Sender(HERE))
    for number in range(10):
        stored_a_day.remember_address(f"import-{number}")
    sender.reset(before)
    for number in range(10):
        stored_a_day.charge_later(User(pk=number), f"import-{number}", 1_000_000)
    assert not may_store(account(1), ELSEWHERE)
    assert not may_store(account(99), HERE)


@pytest.mark.both_sites
@pytest.mark.django_db
def test_texts_json_and_files_count_as_long_as_they_are() -> None:
    """A thousand characters in a list are 1,002 with their quotation marks, a hundred umlauts 200
    bytes."""
    user = factories.user("ann")

    def stored(differing: list[str], content: bytes, name: str = "") -> int:
        with stored_a_day.counted() as found:
            made = Transfer.objects.create(
                direction="in", asked_by=user, state="arriving", differing=differing, name=name
            )
            Piece.objects.create(transfer=made, number=0, content=content)
        return found()

    nothing = stored([], b"")
    assert stored(["x" * 1000], b"") - nothing == 1002
    assert stored([], bytes(1000)) - nothing == 1000
    assert stored([], b"", "ü" * 100) - nothing == 200
    with stored_a_day.counted() as found:
        Transfer.objects.update(name="x" * 100)
    assert found() == 0
