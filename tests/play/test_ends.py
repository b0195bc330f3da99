"""How a tied match ends. In Zuits: "In case of a tie, another hand may be played if any of
the tied players so wishes." In UNO Golf, by option, who has won more rounds is ahead.
"""

import pytest

from tests import factories
from zarleague.engine.entry import Entry
from zarleague.play import selectors, services
from zarleague.play.errors import MatchIsOver

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def zuits(club, tie):
    match = factories.match(club, "Ann", "Bob", "Cat", "Dee", game="zuits", overrides={"tie": tie})
    for _ in range(4):
        enter(club, match, 1, 1, 2, 3)
    return match


def enter(club, match, *points):
    sheets = tuple({"points": total} for total in points)
    services.enter_hand(match, Entry("totals", sheets), key=factories.key(), actor=club.keeper)


def test_a_shared_first_place_may_be_played_off(club):
    match = zuits(club, "extra-hand-on-request")
    # Ann and Bob have 4 each after four hands.
    assert not selectors.status(match).over
    assert "tie for first place" in " ".join(selectors.status(match).announcements)
    enter(club, match, 0, 2, 0, 0)
    assert selectors.status(match).over
    with pytest.raises(MatchIsOver):
        enter(club, match, 0, 0, 0, 0)


def test_or_it_stays_shared(club):
    match = zuits(club, "shared")
    assert selectors.status(match).over
    with pytest.raises(MatchIsOver):
        enter(club, match, 0, 2, 0, 0)


@pytest.mark.parametrize(("tie", "first"), [("shared", ["Ann", "Bob"]), ("round-wins", ["Ann"])])
def test_who_has_won_more_rounds_is_ahead_if_the_table_agreed_so(club, tie, first):
    options = {"tie": tie, "rounds": "3", "action-points-confirmed": "yes"}
    match = factories.match(club, game="uno-golf", overrides=options)
    # Ann and Bob have 6 each. The lowest wins the round: Ann two of them, Bob one.
    enter(club, match, 0, 3, 5)
    enter(club, match, 0, 3, 5)
    enter(club, match, 6, 0, 5)
    status = selectors.status(match)
    assert status.over
    assert status.leaders == tuple(club.players[name].pk for name in first)
    # With the third round's 0 and 6 exchanged Ann has 0 and Bob 12.
    hand = match.hands.get(number=3)
    swapped = Entry("totals", ({"points": 0}, {"points": 6}, {"points": 5}))
    preview = services.preview_correction(hand, swapped).hand
    assert preview.status is not None
    assert preview.status.leaders == (club.players["Ann"].pk,)
