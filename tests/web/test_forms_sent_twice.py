"""A form that is sent twice takes effect once: every form that writes has an idempotency key."""

import re

import pytest
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import Club
from zarleague.leagues.models import League, Player
from zarleague.play import services
from zarleague.play.models import Dispute, Match, MatchSeat

FORM = re.compile(r"<form[^>]*method=\"post\".*?</form>", re.DOTALL)
KEY = re.compile(r'name="key" value="([0-9a-f]{32})"')


@pytest.fixture
def organiser(club: Club) -> Client:
    client = Client()
    client.force_login(club.organiser)
    return client


@pytest.fixture
def match(club: Club) -> Match:
    return factories.match(club)


def twice(client: Client, address: str, form: dict[str, object]) -> HttpResponse:
    """Send the form two times; the answer to the second, and the page it leads to."""
    form = form | {"key": factories.key()}
    client.post(address, form)
    return client.post(address, form, follow=True)


def said(answer: HttpResponse) -> list[str]:
    """The messages on a page."""
    return [str(message) for message in get_messages(answer.wsgi_request)]


def keys_of(client: Client, address: str) -> list[list[str]]:
    """The keys in each form of a page but that to sign out."""
    page = client.get(address).content.decode()
    return [KEY.findall(form) for form in FORM.findall(page) if "logout" not in form]


@pytest.mark.parametrize("page", ["match-seats", "hand", "match", "match-rules"])
def test_each_form_at_the_table_has_a_key_of_its_own(
    organiser: Client, club: Club, match: Match, page: str
) -> None:
    if page != "match-rules":
        hand = factories.hand(club, match, 0, 4, 9)
        services.open_dispute(hand, text="No!", actor=club.boss, key=factories.key())
    number = [1] if page == "hand" else []
    keys = keys_of(organiser, reverse(page, args=[club.league.slug, match.pk, *number]))
    assert keys
    assert all(len(key) == 1 for key in keys)
    assert len({key for (key,) in keys}) == len(keys)


@pytest.mark.parametrize("page", ["start-match", "new-season", "add-player"])
def test_each_form_of_a_league_that_makes_something_has_a_key(
    organiser: Client, club: Club, page: str
) -> None:
    assert [len(key) for key in keys_of(organiser, reverse(page, args=[club.league.slug]))] == [1]


class TestSeats:
    """The seats of a match: its page has a form for each change."""

    @pytest.fixture
    def page(self, club: Club, match: Match) -> str:
        return reverse("match-seats", args=[club.league.slug, match.pk])

    def test_joining(self, organiser: Client, match: Match, page: str) -> None:
        answer = twice(organiser, page, {"action": "join", "name": "Dee"})
        assert not said(answer)
        assert match.seats.count() == 4

    def test_leaving(self, organiser: Client, club: Club, match: Match, page: str) -> None:
        """Sent again after somebody else has sat down, it does not make that one leave."""
        cat = MatchSeat.objects.get(match=match, player__name="Cat")
        leave = {"action": "leave", "seat": cat.pk, "key": "same"}
        organiser.post(page, leave)
        services.join_match(match, "Dee", actor=club.boss, key=factories.key(), number=cat.number)
        answer = organiser.post(page, leave, follow=True)
        assert not said(answer)
        assert match.seats.filter(until_hand=None).count() == 3

    def test_substituting(self, organiser: Client, match: Match, page: str) -> None:
        cat = MatchSeat.objects.get(match=match, player__name="Cat")
        form = {"action": "substitute", "seat": cat.pk, "name": "Dee"}
        assert not said(twice(organiser, page, form))
        assert sorted(match.seats.values_list("player__name", flat=True)) == [
            "Ann",
            "Bob",
            "Cat",
            "Dee",
        ]

    def test_the_same_key_with_another_name(
        self, organiser: Client, match: Match, page: str
    ) -> None:
        organiser.post(page, {"action": "join", "name": "Dee", "key": "same"})
        answer = organiser.post(page, {"action": "join", "name": "Eve", "key": "same"}, follow=True)
        assert said(answer) == ["This was already sent with different contents."]
        assert not Player.objects.filter(name="Eve").exists()


def test_disputing(organiser: Client, club: Club, match: Match) -> None:
    factories.hand(club, match, 0, 4, 9)
    page = reverse("hand", args=[club.league.slug, match.pk, 1])
    twice(organiser, page, {"action": "dispute", "text": "Bob held two"})
    dispute = Dispute.objects.get()
    page = reverse("dispute", args=[club.league.slug, dispute.pk])
    assert not said(twice(organiser, page, {"action": "statement", "text": "Three."}))
    assert not said(twice(organiser, page, {"action": "withdraw"}))


def test_closing_sent_again_after_reopening(organiser: Client, club: Club, match: Match) -> None:
    page = reverse("match", args=[club.league.slug, match.pk])
    organiser.post(page, {"key": "close"})
    organiser.post(page, {"action": "reopen", "key": "reopen"})
    organiser.post(page, {"key": "close"})
    match.refresh_from_db()
    assert match.state == Match.State.OPEN


def test_founding_a_league_makes_one_with_one_season(organiser: Client) -> None:
    form = {
        "name": "Sunday League",
        "visibility": "private",
        "time_zone": "Europe/Berlin",
        "language": "en",
        "default_game": "zar",
        "ranking": "total-points",
    }
    answer = twice(organiser, reverse("new-league"), form)
    made = League.objects.get(name="Sunday League")
    assert answer.redirect_chain == [(f"{reverse('start-match', args=[made.slug])}?", 302)]
    assert made.seasons.count() == 1


def test_adding_a_player(organiser: Client, club: Club) -> None:
    answer = twice(organiser, reverse("add-player", args=[club.league.slug]), {"name": "Dee"})
    assert answer.redirect_chain == [(reverse("players", args=[club.league.slug]), 302)]
    assert club.league.players.filter(name="Dee").count() == 1


def test_lots_drawn_by_the_site(organiser: Client, club: Club) -> None:
    """The order is chance; the second sending draws none."""
    players = [player.pk for player in club.add("Ann", "Bob", "Cat", "Dee", "Eve")]
    page = reverse("season-settings", args=[club.league.slug, club.season.pk])
    twice(organiser, page, {"action": "lots", "player": players, "by-site": "1"})
    club.season.refresh_from_db()
    ((_, order),) = club.season.lots
    assert sorted(order) == sorted(players)
