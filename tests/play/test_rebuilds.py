"""Services that change all totals of a season compute them before they take a lock."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from tests import factories
from tests.factories import Club, key
from zarleague.leagues import links
from zarleague.leagues import services as leagues
from zarleague.leagues.models import AccessLink, Player, PlayerMerge, Season
from zarleague.play import selectors, services, totals
from zarleague.play.errors import SeasonBusy
from zarleague.play.models import Match
from zarleague.replays.gate import let_others

pytestmark = pytest.mark.django_db(transaction=True)

PLACES = {"preset": "hands-won", "options": {}}


@pytest.fixture
def club(transactional_db: None, underived: None) -> Club:
    return factories.club()


@pytest.fixture
def match(club: Club) -> Match:
    """Ann, Bob and Gus, a guest, with two hands."""
    match = factories.match(club, "Ann", "Bob", "Gus")
    Player.objects.filter(name="Gus").update(guest=True)
    factories.hand(club, match, 0, 4, 9)
    factories.hand(club, match, 0, 2, 1)
    return match


def merge(club: Club) -> PlayerMerge:
    guest = Player.objects.select_related("league").get(name="Gus")
    (eve,) = club.add("Eve")
    return services.merge_guest(guest, eve, actor=club.boss, key=key())


def unmerge(club: Club) -> Player:
    return services.undo_merge(merge(club), actor=club.boss, key=key())


def claim(club: Club) -> Player:
    """An account whose player is Eve claims the guest."""
    guest = Player.objects.get(name="Gus")
    (eve,) = club.add("Eve")
    Player.objects.filter(pk=eve.pk).update(user=club.player)
    purpose = AccessLink.Purpose.CLAIM
    link, _ = links.create_link(club.league, purpose, actor=club.boss, player=guest)
    return services.claim_guest(link, club.player)


def rank_by_places(club: Club) -> Season:
    return services.set_season_rules(club.season, PLACES, actor=club.boss, key=factories.key())


CHANGES: dict[str, Callable[[Club], object]] = {
    "merge": merge,
    "undone merge": unmerge,
    "rules": rank_by_places,
}


@pytest.mark.parametrize("name", CHANGES)
def test_no_lock_is_held_while_totals_are_worked_out(
    club: Club, match: Match, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[bool] = []
    real = totals.find_differences

    def find_differences(*args: Any) -> Any:
        held.append(connection.in_atomic_block)
        return real(*args)

    monkeypatch.setattr(totals, "find_differences", find_differences)
    CHANGES[name](club)
    assert held
    assert not any(held)
    monkeypatch.undo()
    assert services.rebuild(club.season, write=False) == []


@pytest.mark.parametrize("name", CHANGES)
def test_a_hand_saved_meanwhile_counts(
    club: Club, match: Match, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is saved after the totals were worked out and before they are written, three times."""
    real = totals.find_differences
    saved = []

    def find_differences(*args: Any) -> Any:
        found = real(*args)
        if len(saved) < 3:
            saved.append(factories.hand(club, match, 0, 5, 1))
        return found

    monkeypatch.setattr(totals, "find_differences", find_differences)
    CHANGES[name](club)
    monkeypatch.undo()
    assert len(saved) == 3
    assert services.rebuild(club.season, write=False) == []


@pytest.mark.parametrize("change", [merge, rank_by_places])
def test_others_are_served_after_each_evening_but_not_the_last_time(
    club: Club,
    match: Match,
    change: Callable[[Club], object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise the changes of others could put this one off for ever."""
    real = totals.find_differences
    served: list[int] = []

    def let_others_save() -> None:
        assert not connection.in_atomic_block
        served[-1] += 1

    def find_differences(*args: Any) -> Any:
        served.append(0)
        found = real(*args)
        if len(served) < 8:
            factories.hand(club, match, 0, 5, 1)
        return found

    before = let_others.set(let_others_save)
    monkeypatch.setattr(totals, "find_differences", find_differences)
    change(club)
    let_others.reset(before)
    monkeypatch.undo()
    *first, last = served
    assert len(first) == 7
    assert all(first)
    assert last == 0
    assert services.rebuild(club.season, write=False) == []


@pytest.mark.parametrize(
    "change", [merge, rank_by_places, lambda club: services.rebuild(club.season)]
)
def test_nothing_is_computed_with_the_lock_if_hands_never_pause(
    club: Club,
    match: Match,
    change: Callable[[Club], object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = totals.find_differences

    def find_differences(*args: Any) -> Any:
        assert not connection.in_atomic_block
        found = real(*args)
        factories.hand(club, match, 0, 5, 1)
        return found

    before = Season.objects.get().rules
    for module in (totals, totals.rebuilding):
        monkeypatch.setattr(module, "find_differences", find_differences)
    with pytest.raises(SeasonBusy):
        change(club)
    monkeypatch.undo()
    assert Season.objects.get().rules == before
    assert not PlayerMerge.objects.exists()
    assert services.rebuild(club.season, write=False) == []


@pytest.mark.parametrize(("change", "name"), [(merge, "Eve"), (claim, "Eve"), (unmerge, "Gus")])
def test_somebody_may_have_played_in_any_number_of_seasons(
    club: Club, change: Callable[[Club], object], name: str
) -> None:
    """They are more than the attempts at computing totals."""
    more = [
        leagues.start_season(
            club.league,
            name=f"Season {number}",
            starts=factories.FIRST_EVENING,
            like=club.season,
            actor=club.boss,
            key=key(),
        )
        for number in range(9)
    ]
    players = club.add("Ann", "Bob", "Gus")
    Player.objects.filter(name="Gus").update(guest=True)
    for season in (club.season, *more):
        match = factories.started(
            season, players, at=factories.EIGHT_O_CLOCK, actor=club.boss, key=key()
        )
        factories.hand(club, match, 0, 4, 9)
    change(club)
    for season in Season.objects.all():
        points = {row.player_id: row.points for row in selectors.season_table(season)}
        assert points == {
            club.players[one].pk: of for one, of in (("Ann", 0), ("Bob", 4), (name, 9))
        }
        assert services.rebuild(season, write=False) == []
