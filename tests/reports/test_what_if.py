"""A season's table under other rules: which hands are scored anew, and which keep their points."""

import pytest

from tests import factories
from tests.factories import Club
from zarleague.engine import find
from zarleague.engine.entry import Entry, Evidence
from zarleague.play import services as play
from zarleague.reports.questions.what_if import RulesChange, what_if

pytestmark = pytest.mark.sqlite

UNO = find("uno")
COLLECTS = {"uno": RulesChange(options={"scoring": "winner-collects"})}


def form_of(evidence: Evidence):
    return next(form for form in UNO.forms(UNO.ruleset()) if form.evidence is evidence)


@pytest.mark.parametrize(
    ("evidence", "points", "scored", "kept"),
    [
        # Bob is left with two sevens, Cat with one: the winner collects 21.
        (Evidence.COUNTS, {"Ann": 21, "Bob": 0, "Cat": 0}, 1, 0),
        # Nobody knows what 14 and 7 were made of, so the points stay as they were entered.
        (Evidence.TOTALS, {"Ann": 0, "Bob": 14, "Cat": 7}, 0, 1),
    ],
)
def test_a_hand_known_by_its_totals_alone_keeps_its_points(
    club: Club, evidence: Evidence, points: dict[str, int], scored: int, kept: int
) -> None:
    form = form_of(evidence)
    sheets = {
        Evidence.COUNTS: ({}, {"n7": 2}, {"n7": 1}),
        Evidence.TOTALS: ({}, {form.fields[0].key: 14}, {form.fields[0].key: 7}),
    }
    match = factories.match(club, "Ann", "Bob", "Cat", game="uno")
    entry = Entry(form.key, sheets[evidence], 0)
    play.enter_hand(match, entry, actor=club.boss, key=factories.key())
    changed = what_if(club.season, COLLECTS)
    names = {player.pk: name for name, player in club.players.items()}
    assert {names[row.player_id]: row.points for row in changed.after} == points
    assert (changed.scored, changed.kept) == (scored, kept)


def test_a_match_known_by_totals_alone_turns_with_its_game(club: Club) -> None:
    by_total = factories.match(club, "Ann", "Bob", game="uno")
    play.enter_hand(
        by_total, Entry("totals", ({}, {"points": 20}), 0), actor=club.boss, key=factories.key()
    )
    counted = factories.match(club, "Ann", "Bob", "Cat", game="uno")
    entry = Entry(form_of(Evidence.COUNTS).key, ({}, {"n7": 2}, {"n7": 1}), 0)
    play.enter_hand(counted, entry, actor=club.boss, key=factories.key())
    changed = what_if(club.season, COLLECTS)
    names = {player.pk: name for name, player in club.players.items()}
    # Ann collects 21. In the other match Bob's 20 were bad, so they count against him.
    assert {names[row.player_id]: row.points for row in changed.after} == {
        "Ann": 21,
        "Bob": -20,
        "Cat": 0,
    }
    assert (changed.scored, changed.kept, changed.turned) == (1, 1, 1)
