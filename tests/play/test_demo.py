"""The demo league is believable, whole, and the same every time."""

import datetime
from collections import Counter

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import Count

from tests import factories
from zarleague.engine import KEYS, Verdict, read, replay
from zarleague.leagues.models import Player, Season, User
from zarleague.play.demo import ORGANISER, evening_at, tell
from zarleague.play.models import Dispute, Hand, HandVersion, Match, Penalty, Ruling
from zarleague.play.selectors.seats import ruleset_of

pytestmark = pytest.mark.django_db

TODAY = datetime.date(2026, 11, 21)


@pytest.mark.sqlite  # the same on every database
def test_it_is_a_league_one_can_believe_in_and_the_same_if_made_anew():
    def told():
        tell(password="demo", today=TODAY)
        versions = HandVersion.objects.order_by("id")
        return list(versions.values_list("entry", "log", "created_at"))

    with transaction.atomic():
        first = told()
        it_has_people_seasons_and_games()
        a_hand_was_corrected_and_one_taken_back()
        the_disputed_hand_has_a_play_that_was_against_the_rules()
        another_dispute_ended_in_a_ruling()
        every_full_log_is_legal_and_comes_to_the_points_of_its_hand()
        transaction.set_rollback(True)
    assert told() == first


def it_has_people_seasons_and_games():
    assert Player.objects.count() >= 12
    states = Counter(Season.objects.values_list("state", flat=True))
    assert states["finished"] >= 1
    assert states["running"] == 1
    assert Hand.objects.count() >= 100
    evidence = set(HandVersion.objects.exclude(kind="void").values_list("evidence", flat=True))
    assert evidence == {1, 2, 3, 4}
    evenings = set(Match.objects.values_list("game", "played_on"))
    assert {
        game: n >= 2 for game, n in Counter(game for game, _ in evenings).items()
    } == dict.fromkeys(KEYS, True)
    assert Match.objects.get(state="open").played_on == TODAY
    assert Penalty.objects.filter(cancelled_at=None).count() == 2  # one by a ruling
    assert Player.objects.filter(guest=True, merged_into__isnull=False).count() == 1


def a_hand_was_corrected_and_one_taken_back():
    hands = Hand.objects.annotate(told=Count("versions")).filter(told=2)
    assert Counter(hands.values_list("confirmed__kind", flat=True)) == {"entry": 1, "void": 1}


def the_disputed_hand_has_a_play_that_was_against_the_rules():
    dispute = Dispute.objects.get(state="open")
    judged = replay(read(dispute.log))
    illegal = [i for i, verdict in enumerate(judged.verdicts) if verdict is Verdict.ILLEGAL]
    assert illegal == [len(judged.log.events) - 1]
    accused = judged.log.seats[judged.log.events[-1].seat]
    assert dispute.text.startswith(accused)
    answer = dispute.statements.get()
    assert answer.author_name == accused
    *same, last = zip(read(answer.log).events, judged.log.events, strict=True)
    assert all(mine == theirs for mine, theirs in same)
    assert last[0] != last[1]
    assert replay(read(answer.log)).verdict is not Verdict.ILLEGAL


def another_dispute_ended_in_a_ruling():
    ruling = Ruling.objects.get()
    assert ruling.dispute.state == "upheld"
    assert Penalty.objects.get(ruling=ruling).points == 3
    judged = replay(read(ruling.dispute.log))
    assert judged.findings[-1].rule == ruling.rule


def every_full_log_is_legal_and_comes_to_the_points_of_its_hand():
    hands = Hand.objects.filter(confirmed__evidence=4).select_related("match", "confirmed")
    assert hands
    for hand in hands:
        judged = replay(read(hand.confirmed.log), ruleset_of(hand.match))
        assert judged.verdict is not Verdict.ILLEGAL
        results = hand.confirmed.results.order_by("order").values_list("points", flat=True)
        assert judged.points == tuple(results)


def test_it_leaves_a_site_with_a_league_alone():
    factories.club()
    with pytest.raises(CommandError, match="a league already"):
        call_command("demo", password="demo")


@pytest.mark.postgresql  # embedded sites of other tests are made with it on SQLite
@pytest.mark.whole  # what it makes is looked at on SQLite
def test_the_command_makes_an_organiser_who_can_sign_in(client):
    call_command("demo", password="a password")
    assert client.login(username=ORGANISER, password="a password")
    assert User.objects.get(username=ORGANISER).memberships.get().role == "organiser"


@pytest.mark.parametrize(("moment", "evening"), [("04:50", "2026-11-20"), ("05:10", "2026-11-21")])
def test_a_demo_told_at_night_is_one_of_the_evening_before(moment: str, evening: str) -> None:
    # A match of an evening yet to come is refused, and evenings end at five in the morning.
    at = datetime.datetime.fromisoformat(f"2026-11-21T{moment}+00:00")
    assert str(evening_at(at)) == evening
