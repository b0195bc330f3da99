"""Why the league's own rating is a fit of our own: how two good libraries treat level places.

Card counts tie often, so these cases are everyday ones. The figures are those of the versions
pinned; should a new version change them, the choice may be made anew.
"""

import pytest
import trueskill
from openskill.models import PlackettLuce

from tests.standings.ratings.hands import places
from zarleague.standings.ratings.bradley_terry import BradleyTerry

PLACES = [1, 2, 3, 2, 4, 5, 6, 7]


def test_openskill_rates_third_above_the_two_who_tied_for_second():
    model = PlackettLuce()
    rated = model.rate([[model.rating()] for _ in PLACES], ranks=PLACES)
    means = [round(team[0].mu, 2) for team in rated]
    assert means[2] == 26.40  # third
    assert means[1] == means[3] == 25.61  # the two in second place


def test_trueskill_rates_losers_who_tied_unequally():
    rating = trueskill.TrueSkill()
    rated = rating.rate([(rating.create_rating(),) for _ in range(4)], ranks=[0, 1, 1, 1])
    tied = [round(team[0].mu, 2) for team in rated[1:]]
    assert tied == [23.18, 23.19, 23.19]
    assert len({team[0].mu for team in rated[1:]}) == 3


def test_ours_does_neither():
    rating = BradleyTerry().fit(places(dict(enumerate(PLACES)))).rating
    assert rating[1] == pytest.approx(rating[3], abs=1e-9)
    assert rating[2] < rating[1]
    tied = BradleyTerry().fit(places({1: 1, 2: 2, 3: 2, 4: 2})).rating[1:]
    assert tied == pytest.approx([tied[0]] * 3, abs=1e-9)
