"""Disputes: opened, ruled on, withdrawn."""

import pytest

from tests import factories
from tests.factories import Club, key
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.play import selectors, services
from zarleague.play.models import Dispute, Hand, Match


@pytest.fixture
def hand(club: Club, match: Match) -> Hand:
    return factories.hand(club, match, 0, 4, 9)


def dispute(club: Club, hand: Hand, **fields: object) -> Dispute:
    fields = {"text": "Cat held a dragon", "actor": Actor.of(club.player), "key": key()} | fields
    return services.open_dispute(hand, **fields)


def test_a_player_disputes_and_the_organiser_rules(club: Club, hand: Hand) -> None:
    opened = dispute(club, hand, log="Cat X1\n")
    assert (opened.opened_by, opened.opened_by_name) == (club.player, club.player.username)
    assert [row.disputed for row in selectors.hand_rows(hand.match)] == [True]
    with pytest.raises(NotAllowed):
        services.close_dispute(
            opened, "rejected", ruling="No.", actor=club.keeper, key=factories.key()
        )
    ruled = services.close_dispute(
        opened, "upheld", ruling="She did.", actor=club.boss, key=factories.key()
    )
    assert (ruled.state, ruled.closed_by_name) == ("upheld", club.organiser.username)
    assert [row.disputed for row in selectors.hand_rows(hand.match)] == [False]
    with pytest.raises(Invalid):
        services.close_dispute(
            opened, "rejected", ruling="No.", actor=club.boss, key=factories.key()
        )


def test_who_opened_a_dispute_may_withdraw_it_but_not_win_it(club: Club, hand: Hand) -> None:
    opened = dispute(club, hand)
    with pytest.raises(NotAllowed):
        services.close_dispute(
            opened, "upheld", ruling="I was right", actor=Actor.of(club.player), key=factories.key()
        )
    with pytest.raises(Invalid):
        services.close_dispute(opened, "open", ruling="", actor=club.boss, key=factories.key())
    closed = services.close_dispute(
        opened, "withdrawn", ruling="I miscounted", actor=Actor.of(club.player), key=factories.key()
    )
    assert closed.state == Dispute.State.WITHDRAWN


def test_a_dispute_says_something_once(club: Club, hand: Hand) -> None:
    once = key()
    assert dispute(club, hand, key=once) == dispute(club, hand, key=once)
    assert Dispute.objects.count() == 1
    with pytest.raises(Invalid):
        dispute(club, hand, text=" ")
    with pytest.raises(NotAllowed):
        dispute(club, hand, actor=Actor.of(club.outsider))
