"""Accounts that were begun without a password go when nothing was ever done with them."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.web.test_accounts import finish, start_league
from zarleague.exchange.unused_accounts import remove_unused
from zarleague.leagues import links, services
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import AuditEntry, League, Player, User
from zarleague.leagues.unfinished import KEPT
from zarleague.play import services as play

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def visitor() -> Client:
    client = Client()
    start_league(client)
    return client


def removed_after(time: datetime.timedelta) -> int:
    return remove_unused(timezone.now() + time)


def test_an_account_and_its_empty_league_go_after_thirty_days(visitor: Client) -> None:
    other = factories.club()
    mia, league = User.objects.get(players__name="Mia"), League.objects.get(name="Kitchen Table")
    links.create_link(league, "join", actor=Actor.of(mia))
    services.invite(league, "tom", "player", actor=Actor.of(mia))
    assert removed_after(KEPT - datetime.timedelta(hours=1)) == 0
    assert removed_after(KEPT + datetime.timedelta(hours=1)) == 1
    assert list(League.objects.all()) == [other.league]
    assert not User.objects.filter(pk=mia.pk).exists()
    assert set(AuditEntry.objects.values_list("league", flat=True)) == {other.league.pk}
    assert visitor.get("/").status_code == 200  # a visitor again


@pytest.mark.parametrize("used", ["match", "member", "finished"])
def test_what_was_used_stays(visitor: Client, used: str) -> None:
    mia, league = User.objects.get(), League.objects.get()
    if used == "match":
        who = list(Player.objects.all())
        play.start_match(league.seasons.get(), who, actor=Actor.of(mia), key="match")
    elif used == "member":
        link, _ = links.create_link(league, "join", actor=Actor.of(mia))
        services.join(link, factories.user("tom"))
    else:
        finish(visitor)
    assert removed_after(10 * KEPT) == 0
