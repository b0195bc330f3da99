"""Anybody tries the demo as its visitor: they play, run nothing, and it starts anew at night."""

import datetime
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.fixtures.shared import made_once
from zarleague.exchange.demo_reset import reset_demo
from zarleague.leagues import links
from zarleague.leagues import services as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import AccessLink, AuditEntry, League, Player, Season, User
from zarleague.play.demo import story
from zarleague.play.models import Hand, Match

pytestmark = pytest.mark.django_db
NEXT_DAY = datetime.date(2026, 3, 6)


@pytest.fixture(scope="module")
def _short() -> Iterator[None]:
    """Let the demo be a single evening."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(story, "LAST_SEASON", 0)
        patch.setattr(story, "GAMES_NIGHTS", ())
        patch.setattr(story, "THIS_SEASON", 3)
        patch.setattr(story, "HANDS", 1)
        for earlier in ("_last_season", "_games_nights"):
            patch.setattr(story._Story, earlier, lambda *_: None)
        yield


@made_once
def made_demo(request: pytest.FixtureRequest) -> League:
    """Tell the demo, on a site that somebody else uses already."""
    request.getfixturevalue("_short")
    league = story.tell(password="made up", today=NEXT_DAY - datetime.timedelta(days=1))
    factories.club()
    return league


@pytest.fixture
def demo(made_demo: Callable[[], League], db: None) -> League:
    return made_demo()


@pytest.fixture
def visitor(demo: League) -> Client:
    client = Client()
    assert "Try the demo" in client.get("/").content.decode()
    assert client.post(reverse("visit-demo")).url == reverse("league", args=[demo.slug])
    return client


def test_only_so_many_visitors_come_from_an_address(demo: League, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"visit_demo": "2/h/ip"}
    answers = [Client().post(reverse("visit-demo")).status_code for _ in range(3)]
    assert answers == [302, 302, 429]


def start(visitor: Client, demo: League) -> None:
    season = Season.objects.get(league=demo, state=Season.State.RUNNING)
    players = Player.objects.filter(league=demo)[:2]
    form = {"game": "zar", "seat": [one.pk for one in players], "key": "visit", "anyway": "yes"}
    answer = visitor.post(reverse("start-match", args=[demo.slug]), form | {"season": season.pk})
    assert answer.status_code == 302


def test_a_visitor_starts_matches_and_enters_hands_without_an_account(
    visitor: Client, demo: League
) -> None:
    start(visitor, demo)
    match = Match.objects.latest("pk")
    assert visitor.get(reverse("enter-hand", args=[demo.slug, match.pk])).status_code == 200
    entry = {"form": "totals", "number": 1, "winner": 0, "sheets": [{}, {"points": 7}]}
    saved = visitor.post(
        reverse("api-hands", args=[match.pk]), entry, "application/json", HTTP_IDEMPOTENCY_KEY="k"
    )
    assert saved.status_code == 201, saved.content
    assert "Visitor" in {row.author_name for row in AuditEntry.objects.filter(league=demo)}


@pytest.mark.parametrize(
    "page", ["league-settings", "people", "league-links", "webhooks", "add-player", "new-season"]
)
def test_a_visitor_runs_nothing(visitor: Client, demo: League, page: str) -> None:
    asked = visitor.get(reverse(page, args=[demo.slug]))
    assert asked.status_code in (302, 403)
    assert "login" in asked.get("Location", "login")


def test_at_night_what_visitors_did_is_gone_and_the_rest_of_the_site_stays(
    visitor: Client, demo: League
) -> None:
    others = factories.club(name="Others").league
    start(visitor, demo)
    assert reset_demo(NEXT_DAY)
    anew = League.objects.get(slug=demo.slug)
    assert anew.pk != demo.pk
    assert not AuditEntry.objects.filter(league=anew).exclude(link=None).exists()
    assert League.objects.filter(pk=others.pk).exists()
    assert User.objects.filter(username="demo").count() == 1
    assert Hand.objects.filter(match__league=anew).exists()
    assert not reset_demo(NEXT_DAY)  # nobody has done anything since


def test_a_demo_that_somebody_runs_is_their_own(visitor: Client, demo: League) -> None:
    start(visitor, demo)
    owner = Actor.of(User.objects.get(username="demo"))
    leagues.add_player(demo, "A friend", actor=owner, key="friend")
    assert not reset_demo(NEXT_DAY)
    assert League.objects.get(slug=demo.slug) == demo
    assert links.live_link(AccessLink.objects.get(purpose="demo").pk) is None
    assert visitor.post(reverse("visit-demo")).status_code == 403
