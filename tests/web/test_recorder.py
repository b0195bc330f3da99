"""Who may have a log judged while it is recorded, and the answer to a text that is not a log."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import Club
from zarleague.play.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(club: Club) -> Match:
    return factories.match(club)


def record(client: Client, match: Match, log: str = "", number: str = "1"):
    address = reverse("match-record", args=[match.season.league.slug, match.pk])
    return client.post(address, {"log": log, "number": number})


@pytest.mark.parametrize(
    ("who", "status"),
    [("organiser", 200), ("scorekeeper", 200), ("player", 200), ("outsider", 404)],
)
def test_members_record(client: Client, club: Club, match: Match, who: str, status: int) -> None:
    client.force_login(getattr(club, who))
    answer = record(client, match)
    assert answer.status_code == status
    if status == 200:
        # Ten minus the number of players: seven cards for each of three.
        offers = [button["offers"] for button in answer.json()["screen"]["table"]]
        assert offers == [["deal Ann 7"], ["deal Bob 7"], ["deal Cat 7"]]


def test_a_stranger_is_asked_to_sign_in_and_a_recording_is_posted(
    client: Client, club: Club, match: Match
) -> None:
    assert record(client, match).status_code == 302
    client.force_login(club.player)
    address = reverse("match-record", args=[club.league.slug, match.pk])
    assert client.get(address).status_code == 405


@pytest.mark.parametrize(
    ("log", "problem"),
    [
        ("game uno\nseats Ann Bob Cat\n", "This log is from another game."),
        ("seats Ann Bob Eve\n", "The log names Ann, Bob, Eve, but Ann, Bob, Cat are at the table."),
    ],
)
def test_a_log_of_another_table_is_refused_with_a_sentence(
    client: Client, club: Club, match: Match, log: str, problem: str
) -> None:
    client.force_login(club.player)
    answer = record(client, match, log)
    assert (answer.status_code, answer.json()["problem"]) == (422, problem)


def test_a_line_that_breaks_a_rule_says_so(client: Client, club: Club, match: Match) -> None:
    client.force_login(club.player)
    deals = "dealer Cat\ndeal Ann 7\ndeal Bob 7\ndeal Cat 7\n"
    data = record(client, match, f"{deals}up b4\nAnn y5\n", number="x").json()
    # Yellow 5 has neither the colour nor the number of blue 4.
    assert [line["verdict"] for line in data["lines"]] == ["legal"] * 4 + ["illegal"]
    assert data["lines"][-1]["said"][0] == "Yellow 5 can’t go on blue 4."


def test_lines_and_offers_are_told_in_words(client: Client, club: Club, match: Match) -> None:
    client.force_login(club.player)
    log = "dealer Cat\ndeal Ann 7\ndeal Bob 7\ndeal Cat 7\nup b4\n"
    answer = record(client, match, log).json()
    worded = [line["worded"] for line in answer["lines"]]
    assert worded[0] == "Ann is dealt 7 cards"
    assert worded[3] == "Blue 4 is turned up"
    ann = answer["screen"]["buttons"][0]
    said = dict(pair for one in ann for pair in zip(one["offers"], one["said"], strict=True))
    assert said["Ann b2"] == "Ann plays blue 2"
    assert said["Ann draw ?"] == "Ann draws a card"
