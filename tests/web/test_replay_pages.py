"""Who may see a hand on the replay board, and how a log pasted by a stranger is handled."""

import json
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from zarleague.engine import KEYS, alternatives
from zarleague.leagues.models import League
from zarleague.play import services as play
from zarleague.play.verdicts import judging
from zarleague.replays import jobs

pytestmark = pytest.mark.django_db

LOG = "deal Ann 7\ndeal Bob 7\ndeal Cat b1 b2 b3 b5 b6 g1 g2\nup b4\n"
PASTED = "game zar\nseats Ann Bob Cat\ndealer Cat\n" + LOG


@pytest.fixture
def match(club):
    match = factories.match(club)
    hand = factories.hand(club, match, 0, 5, 7)
    play.attach_log(
        hand, LOG, reason="noted", actor=club.boss, key=factories.key(), expected_version=1
    )
    return match


def address(match, number=1):
    return reverse("hand-replay", args=[match.season.league.slug, match.pk, number])


def document(response):
    text = re.search(rb'<script id="replay-data"[^>]*>(.*?)</script>', response.content)
    return json.loads(text[1])


@pytest.mark.parametrize(
    ("person", "status"), [("organiser", 200), ("player", 200), ("outsider", 404)]
)
def test_members_see_the_hands_of_a_private_league(client, club, match, person, status):
    client.force_login(getattr(club, person))
    assert client.get(address(match)).status_code == status


def test_a_visitor_of_a_private_league_is_asked_to_sign_in(client, match):
    answer = client.get(address(match))
    assert answer.status_code == 302
    assert "sign" in answer["Location"] or "login" in answer["Location"]


def test_everybody_sees_the_hands_of_a_public_league(client):
    club = factories.club(visibility=League.Visibility.PUBLIC)
    match = factories.match(club)
    hand = factories.hand(club, match, 0, 5, 7)
    play.attach_log(
        hand, LOG, reason="noted", actor=club.boss, key=factories.key(), expected_version=1
    )
    assert client.get(address(match)).status_code == 200


def test_a_hand_without_a_log_has_no_replay(client, club, match):
    factories.hand(club, match, 0, 1, 2)
    client.force_login(club.organiser)
    assert client.get(address(match, 2)).status_code == 404
    assert client.get(f"{address(match)}?dispute=99").status_code == 404


def test_somebody_who_played_sits_at_the_bottom(client, club, match):
    bob = club.players["Bob"]
    bob.user = club.player
    bob.save()
    client.force_login(club.player)
    assert document(client.get(address(match)))["viewer"] == 1
    client.force_login(club.organiser)
    assert document(client.get(address(match)))["viewer"] == -1


def test_the_log_of_a_dispute_is_replayed(client, club, match):
    hand = match.hands.get()
    dispute = play.open_dispute(
        hand, text="no", log=LOG + "Ann b2\n", actor=club.boss, key=factories.key()
    )
    client.force_login(club.player)
    shown = document(client.get(f"{address(match)}?dispute={dispute.pk}"))
    assert [event["said"] for event in shown["events"]][-1] == "Ann plays blue 2"


def test_a_stranger_sees_a_pasted_log_on_the_table(client):
    shown = document(client.post(reverse("any-replay"), {"log": PASTED}, follow=True))
    assert shown["seats"] == ["Ann", "Bob", "Cat"]
    assert [event["said"] for event in shown["events"]] == [
        "Ann is dealt 7 cards",
        "Bob is dealt 7 cards",
        "Cat is dealt blue 1, blue 2, blue 3, blue 5, blue 6, green 1, green 2",
        "Blue 4 is turned up",
    ]


@pytest.mark.parametrize("game", KEYS)
def test_without_a_log_there_is_an_example_of_each_game_to_open(client, game):
    page = client.get(reverse("any-replay"), {"game": game}).content.decode()
    address = unescape(re.search(r'href="([^"]*\?log=[^"]*)"', page)[1])
    assert document(client.get(address))["events"]
    assert "<dt><code>deal</code></dt>" in page


def test_a_judged_log_has_an_address_that_anybody_can_open(client):
    answer = client.post(reverse("any-replay"), {"log": PASTED})
    assert document(Client().get(answer.url))["seats"] == ["Ann", "Bob", "Cat"]


def test_a_log_is_judged_while_it_is_typed_and_recorded(client):
    # Yellow 5 has neither the colour nor the number of blue 4 (Holland, Rules).
    log = PASTED + "Ann y5\n"
    judged = client.post(reverse("any-judged"), {"log": log}).content.decode()
    assert "Not allowed" in judged
    lines = client.post(reverse("any-record"), {"log": log}).json()["lines"]
    assert lines[-1]["verdict"] == "illegal"


def test_a_text_that_is_no_log_stays_in_the_form_with_what_is_missing(client):
    answer = client.post(reverse("any-replay"), {"log": "seats Ann Bob\nAnn <b>"})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "The log names no game; begin it with a line like" in page
    assert "Ann &lt;b&gt;</textarea>" in page


def test_a_log_that_is_too_long_for_an_address_cannot_be_passed_on(client):
    short = client.post(reverse("any-replay"), {"log": PASTED}, follow=True).content.decode()
    long = client.post(reverse("any-replay"), {"log": PASTED + "Ann b2\n" * 900}).content.decode()
    assert "data-copy hidden" not in short
    assert "data-copy hidden" in long


def test_names_are_words_and_nothing_else():
    name = '"</script><b>"'
    answer = Client().post(
        reverse("any-replay"),
        {"log": f"game zar\nseats {name} Bob\ndeal {name} 7\n"},
        follow=True,
    )
    assert b"<b>" not in answer.content
    assert document(answer)["seats"][0] == "</script><b>"


WILD = (
    "game uno\nseats Ann Bob\ndealer Bob\ndeal Ann r1 r2 r3 r4 r6 r7 W4\ndeal Bob 7\nup r5\n"
    "Ann W4 blue\nBob draws 4\n"
)


@pytest.mark.parametrize("name", ["hand-compare", "hand-picture"])
@pytest.mark.parametrize(("person", "status"), [("player", 200), ("outsider", 404)])
def test_other_rules_and_pictures_are_for_those_who_see_the_hand(
    client, club, match, name, person, status
):
    client.force_login(getattr(club, person))
    place = reverse(name, args=[match.season.league.slug, match.pk, 1])
    assert client.get(place).status_code == status


@pytest.mark.parametrize("name", ["hand-compare", "hand-picture"])
def test_a_visitor_signs_in_before_seeing_them(client, match, name):
    place = reverse(name, args=[match.season.league.slug, match.pk, 1])
    assert client.get(place).status_code == 302


def test_an_option_there_is_not_is_said(client, club, match):
    client.force_login(club.player)
    place = reverse("hand-compare", args=[match.season.league.slug, match.pk, 1])
    answer = client.get(place, {"option": "no-such", "value": "x"})
    assert answer.status_code == 200
    assert "zar has no option" in answer.content.decode()


def test_questions_and_both_sides_of_one_answer(client):
    asked = client.post(reverse("any-compare"), {"log": WILD}).content.decode()
    assert 'value="wild-draw-four=only-if-no-colour"' in asked
    assert 'value="zero-seven=' not in asked
    change = {"log": WILD, "change": "wild-draw-four=only-if-no-colour"}
    both = client.post(reverse("any-compare"), change).content.decode()
    assert "They first differ at move 4: Ann plays wild draw four, calls blue." in both
    assert both.count("<svg xmlns=") == 2


def test_what_was_not_compared_is_not_said_to_change_nothing(client, monkeypatch):
    # No work is left after the five events of the hand as it was played. Logs are judged in a
    # process of their own, which would not hear of the smaller limit.
    monkeypatch.setattr(alternatives, "MOST_WORK", 9)
    data = json.loads(jobs.other_rules(WILD, None, "", ""))
    monkeypatch.setattr(judging, "of_any_log", lambda *_: data)
    asked = client.post(reverse("any-compare"), {"log": WILD}).content.decode()
    assert "Not compared, as it would take too long:" in asked
    assert "would have changed anything here" not in asked


def test_the_preview_of_a_link_is_the_table_at_its_step(client):
    page = client.get(reverse("any-replay"), {"log": WILD, "step": "4"}).content.decode()
    image = re.search(r'property="og:image" content="([^"]+)"', page)[1]
    assert "step=4" in image
    assert 'property="og:description" content="Ann plays wild draw four, calls blue"' in page
    answer = client.get(image.replace("&amp;", "&"))
    assert answer["Content-Type"] == "image/png"
    # The width and height of a PNG stand in its first chunk.
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert (answer.content[16:20], answer.content[20:24]) == (
        (1200).to_bytes(4, "big"),
        (630).to_bytes(4, "big"),
    )


def test_there_is_no_picture_of_a_text_that_is_no_log(client):
    assert client.get(reverse("any-picture"), {"log": "hello"}).status_code == 404
