"""Pages to print: blank score sheets and table cards."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import FIRST_EVENING, Club
from zarleague.engine.declared import PREFIX, to_text
from zarleague.engine.declared.examples import examples
from zarleague.engine.games import KEYS
from zarleague.leagues import services

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db: None) -> Club:
    return factories.club()


def shown(club: Club, address: str) -> str:
    client = Client()
    client.force_login(club.player)
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def sheet_of(club: Club, game: str) -> str:
    return shown(club, reverse("score-sheet", args=[club.league.slug, game]))


@pytest.mark.parametrize("game", KEYS)
def test_every_game_has_a_sheet(club: Club, game: str) -> None:
    page = sheet_of(club, game)
    assert page.count("<tr>") >= 3
    assert "total wins" in page


def test_a_sheet_follows_the_house_rules(club: Club) -> None:
    """Zar: numbers count 1, reverses and skips 2, draw twos 3, wilds 4, dragons 5; the lowest total
    wins. Crazy Eights ends at a limit."""
    page = sheet_of(club, "zar")
    values = re.findall(r"<dd>(\d+)</dd>", page)
    assert values == ["1", "2", "3", "4", "5"]
    assert "The lowest total wins." in page
    assert "It ends when someone reaches" in sheet_of(club, "crazy-eights")


def test_a_game_of_the_leagues_own(club: Club) -> None:
    made = services.declare_game(club.league, to_text(examples()[0]), actor=club.boss)
    assert made.game.startswith(PREFIX)
    assert "total wins" in sheet_of(club, made.game)
    other = factories.club()
    client = Client()
    client.force_login(other.organiser)
    address = reverse("score-sheet", args=[other.league.slug, made.game])
    assert client.get(address).status_code == 404


def test_a_sheet_with_the_players_of_a_match(club: Club) -> None:
    match = factories.match(club, "Ann", "Bob")
    address = reverse("score-sheet", args=[club.league.slug, "zar"])
    page = shown(club, f"{address}?match={match.pk}")
    assert re.findall(r'<th scope="col">(\w+)</th>', page) == ["Hand", "Ann", "Bob"]
    client = Client()
    client.force_login(club.player)
    for wrong in ("0", "x", str(factories.match(factories.club()).pk)):
        assert client.get(f"{address}?match={wrong}").status_code == 404


def test_a_card_for_each_table_of_an_evening(club: Club) -> None:
    first = factories.match(club, "Ann", "Bob")
    second = factories.match(club, "Cat", "Dee")
    day = FIRST_EVENING.isoformat()
    address = reverse("table-cards", args=[club.league.slug, day])
    page = shown(club, address)
    assert page.count('class="table-card"') == 2
    for match in (first, second):
        assert f"http://testserver/l/{club.league.slug}/m/{match.pk}/" in page
    alone = shown(club, f"{address}?match={second.pk}")
    assert alone.count('class="table-card"') == 1
    assert "Dee" in alone
    assert "Ann" not in alone
    client = Client()
    client.force_login(club.player)
    there = reverse("table-cards", args=[club.league.slug, "x"])
    assert client.get(there).status_code == 404
    there = reverse("table-cards", args=[club.league.slug, "2026-03-05"])
    assert "No tables yet" in shown(club, there)


def test_cards_that_let_whoever_scans_keep_the_scores(club: Club) -> None:
    first = factories.match(club, "Ann", "Bob")
    second = factories.match(club, "Cat", "Dee")
    address = reverse("table-cards", args=[club.league.slug, FIRST_EVENING.isoformat()])
    client = Client()
    client.force_login(club.player)
    assert client.post(address).status_code == 403
    client.force_login(club.organiser)
    page = client.post(address).content.decode()
    tables = re.findall(r"http://testserver(/score/[^?]+/\?match=\d+)", page)
    assert [one.split("=")[1] for one in tables] == [str(first.pk), str(second.pk)]
    scorepad = reverse("match", args=[club.league.slug, second.pk])
    # Who may keep scores anyway is at the table at once, others say their name first.
    assert client.get(tables[1]).url == scorepad  # type: ignore[attr-defined]
    visitor = Client()
    assert visitor.get(tables[1]).status_code == 200
    assert visitor.post(tables[1], {"name": "Eve"}).url == scorepad  # type: ignore[attr-defined]
    assert visitor.get(tables[0]).url == reverse(  # type: ignore[attr-defined]
        "match", args=[club.league.slug, first.pk]
    )
    # A card asked for with another league's match leads to the first table of its own.
    elsewhere = factories.match(factories.club(), "Ann", "Bob")
    asked = tables[0].split("=")[0] + f"={elsewhere.pk}"
    assert visitor.post(asked, {"name": "Eve"}).url == reverse(  # type: ignore[attr-defined]
        "match", args=[club.league.slug, first.pk]
    )
