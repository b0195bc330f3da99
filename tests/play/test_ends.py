"""How a match of Zuits ends: "In case of a tie, another hand may be played if any of the tied
players so wishes." """

import pytest

from tests import factories
from zarleague.engine.entry import Entry
from zarleague.play import selectors, services
from zarleague.play.errors import MatchIsOver

pytestmark = pytest.mark.django_db


def zuits(club, tie):
    match = factories.match(club, "Ann", "Bob", "Cat", "Dee", game="zuits", overrides={"tie": tie})
    for _ in range(4):
        enter(club, match, 1, 1, 2, 3)
    return match


def enter(club, match, *points):
    sheets = tuple({"total": total} for total in points)
    services.enter_hand(match, Entry("totals", sheets), key=factories.key(), actor=club.keeper)


@pytest.fixture
def club():
    return factories.club()


def test_a_shared_first_place_may_be_played_off(club):
    match = zuits(club, "extra-hand-on-request")
    # Ann and Bob have 4 each after four hands.
    assert not selectors.status(match).over
    assert "shared" in " ".join(selectors.status(match).announcements)
    enter(club, match, 0, 2, 0, 0)
    assert selectors.status(match).over
    with pytest.raises(MatchIsOver):
        enter(club, match, 0, 0, 0, 0)


def test_or_it_stays_shared(club):
    match = zuits(club, "shared")
    assert selectors.status(match).over
    with pytest.raises(MatchIsOver):
        enter(club, match, 0, 2, 0, 0)
