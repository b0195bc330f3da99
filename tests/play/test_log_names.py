"""Logs whose players have other names by now: each is still a log of its hand."""

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.exchange.test_league_file import exported
from tests.factories import EIGHT_O_CLOCK, Club, key
from zarleague.bots import play_hand
from zarleague.engine.games import find
from zarleague.engine.log import write
from zarleague.leagues import services as leagues
from zarleague.play import selectors, services
from zarleague.play.errors import LogRejected
from zarleague.play.models import Hand, JudgedLog, Match, MatchSeat
from zarleague.play.rulings.hand_accounts import accounts_of
from zarleague.play.verdicts import reverifying
from zarleague.play.verdicts.hidden_hands import log_for
from zarleague.play.verdicts.judging import replay_log

pytestmark = pytest.mark.postgresql

ZAR = find("zar")
LOG = write(play_hand(ZAR, ZAR.ruleset(), ("Ann", "Bob", "Cat"), 0, Random(1)))


def enter(club: Club, match: Match, text: str = LOG) -> Hand:
    return services.enter_log(match, text, key=key(), actor=club.keeper, at=EIGHT_O_CLOCK)


def rename(club: Club, name: str, new: str) -> None:
    leagues.rename_player(club.players[name], new, actor=club.boss)


def shown(club: Club, hand: Hand) -> str:
    """The log as the boss may read it, which is judged without a refusal."""
    hand.refresh_from_db()
    names = [seat.player.name for seat in selectors.seats_of_hand(hand)]
    text = log_for(club.boss, hand.match, hand.confirmed.log, names)
    assert replay_log(selectors.ruleset_of(hand.match), text, names)["over"]
    return text


def other_names(*names: str) -> str:
    return write(play_hand(ZAR, ZAR.ruleset(), names, 0, Random(1)))


@pytest.fixture
def hand(club: Club, match: Match) -> Hand:
    return enter(club, match)


def test_after_a_player_was_renamed_twice(club: Club, hand: Hand) -> None:
    rename(club, "Ann", "Anna")
    rename(club, "Ann", "Anna Okafor")
    assert shown(club, hand) == other_names("Anna Okafor", "Bob", "Cat")
    assert hand.confirmed.log == LOG


def test_a_name_that_another_at_the_table_has_now_is_theirs(club: Club, hand: Hand) -> None:
    rename(club, "Ann", "Dee")
    rename(club, "Bob", "Ann")
    later = enter(club, hand.match, other_names("Dee", "Ann", "Cat"))
    assert shown(club, later) == other_names("Dee", "Ann", "Cat")


def test_after_another_took_the_name(club: Club, hand: Hand) -> None:
    rename(club, "Ann", "Anna")
    club.add("Ann")
    assert shown(club, hand) == other_names("Anna", "Bob", "Cat")


def test_after_a_seat_was_corrected(club: Club, hand: Hand) -> None:
    seat = MatchSeat.objects.get(match=hand.match, player__name="Ann")
    services.correct_seat(
        seat, "Dov", from_hand=1, reason="Dov sat there", actor=club.boss, key=key()
    )
    assert shown(club, hand) == other_names("Dov", "Bob", "Cat")


def test_an_export_asks_for_former_names_once(club: Club, hand: Hand) -> None:
    enter(club, hand.match)
    rename(club, "Ann", "Anna")
    with CaptureQueriesContext(connection) as asked:
        assert exported(club.league)
    statements = [query["sql"] for query in asked]
    assert sum("rename_player" in statement for statement in statements) == 1


def test_a_phone_that_knows_the_former_name(club: Club, match: Match) -> None:
    rename(club, "Ann", "Anna")
    hand = enter(club, match)
    assert hand.confirmed.log == other_names("Anna", "Bob", "Cat")


def test_other_people_are_refused_as_before(club: Club, match: Match) -> None:
    rename(club, "Ann", "Anna")
    with pytest.raises(LogRejected, match="names Dov, Bob, Cat, but Anna, Bob, Cat"):
        enter(club, match, other_names("Dov", "Bob", "Cat"))


def test_the_accounts_of_a_dispute(club: Club, hand: Hand) -> None:
    """Each is judged, and so is the log of somebody who sat in for another."""
    dispute = services.open_dispute(hand, text="No", log=LOG, actor=club.boss, key=key())
    rename(club, "Ann", "Anna")
    accounts = accounts_of(dispute)
    assert [one.problem for one in accounts] == ["", ""]
    assert {one.text for one in accounts} == {other_names("Anna", "Bob", "Cat")}


def test_a_substitute_who_plays_for_another(club: Club, match: Match) -> None:
    """The points count for Ann, the log names Dov, who played."""
    factories.hand(club, match, 0, 5, 7)
    seat = MatchSeat.objects.get(match=match, player__name="Ann")
    services.substitute(seat, "Dov", counts="regular", actor=club.boss, key=key())
    hand = enter(club, match, other_names("Dov", "Bob", "Cat"))
    judged_log = JudgedLog.objects.get(version=hand.confirmed)
    reverifying.judge_again([judged_log.pk])
    judged_log.refresh_from_db()
    assert judged_log.verdicts
    dispute = services.open_dispute(hand, text="No", actor=club.boss, key=key())
    assert [one.problem for one in accounts_of(dispute)] == [""]
