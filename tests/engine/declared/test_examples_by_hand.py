"""The examples of declared games, scored by hand from the sentence of their source."""

import pytest

from tests.engine.declared.evenings import EVENINGS
from zarleague.engine.declared import ruleset_of
from zarleague.engine.declared.examples import examples
from zarleague.engine.entry import Entry
from zarleague.engine.games import scored

BY_NAME = {one.name: one for one in examples()}


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_an_example_scores_as_its_source_says(name: str) -> None:
    ruleset = ruleset_of(BY_NAME[name])
    assert BY_NAME[name].source
    for sheets, winner, points in EVENINGS[name][0]:
        checked = scored(ruleset.game).check(ruleset, Entry("counted", tuple(sheets), winner))
        assert (checked.findings, checked.points) == ((), points)
