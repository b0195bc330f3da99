"""The examples of declared games, scored by hand from the sentence of their source."""

import pytest

from zarleague.engine.declared import ruleset_of
from zarleague.engine.declared.examples import examples
from zarleague.engine.entry import Entry
from zarleague.engine.games import scored

BY_NAME = {one.name: one for one in examples()}

WORKED = {
    # "Each heart is worth one point, the queen of spades 13."
    "Hearts": ([{"hearts": 5}, {"hearts": 8, "queen": 1}, {}], None, (5, 21, 0)),
    # "The winner scores the total value of all the cards remaining in the hands of the others."
    "Rummy": ([{}, {"left": 23}, {"left": 4}], 0, (27, 0, 0)),
    # Clubs (12), with 2, game 3, lost: 12 x 3 = 36, doubled and taken off.
    "Skat": ([{}, {"base": 12, "multiplier": 3, "lost": 1}, {}], None, (0, -72, 0)),
    # A solo of 2 points: the soloist gets three times what each of the others loses.
    "Doppelkopf": (
        [{"points": 6}, {"points": -2}, {"points": -2}, {"points": -2}],
        None,
        (6, -2, -2, -2),
    ),
    # Right: 20 + 10 for each trick, also of none; wrong: -10 for each trick off.
    "Wizard": (
        [{"bid": 2, "tricks": 2}, {"bid": 0}, {"bid": 1, "tricks": 3}],
        None,
        (40, 20, -20),
    ),
    # "If this player does not have the lowest points, theirs are doubled", equal ones included.
    "Skyjo": ([{"cards": 12, "ended": 1}, {"cards": 12}, {"cards": -3}], None, (24, 12, -3)),
    # Five for 1 to 9, ten for 10 to 12, fifteen for a skip, twenty-five for a wild.
    "Phase 10": ([{}, {"low": 3, "high": 2, "skip": 1, "wild": 1}], 0, (0, 75)),
    "Cribbage": ([{"pegged": 5, "hand": 12, "crib": 4}, {"pegged": 8, "hand": 29}], None, (21, 37)),
    "6 nimmt!": ([{"heads": 7}, {}, {"heads": 33}], None, (7, 0, 33)),
    # Cards, coins and two scope against the seven of coins; the primiera is tied.
    "Scopa": ([{"cards": 1, "coins": 1, "scope": 2}, {"seven": 1}], None, (4, 1)),
    # 645 melded, 500 + 300, all four red threes 800, out 100; against 220 less 95 in hand.
    "Canasta": (
        [
            {"melded": 645, "natural": 1, "mixed": 1, "threes": 4, "out": 1},
            {"melded": 220, "left": 95},
        ],
        None,
        (2345, 125),
    ),
    # Bid 4, took 6: 42. Nil made: 100. Bid 5, took 4: -50. Bid 3, took 3, ten bags: 30 - 100.
    "Spades": (
        [
            {"bid": 4, "tricks": 6},
            {"bid": 0, "tricks": 0},
            {"bid": 5, "tricks": 4},
            {"bid": 3, "tricks": 3, "bags": 1},
        ],
        None,
        (42, 100, -50, -70),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_an_example_scores_as_its_source_says(name: str) -> None:
    sheets, winner, points = WORKED[name]
    ruleset = ruleset_of(BY_NAME[name])
    checked = scored(ruleset.game).check(ruleset, Entry("counted", tuple(sheets), winner))
    assert (checked.findings, checked.points) == ((), points)
    assert BY_NAME[name].source


def test_who_takes_everything_in_hearts_gives_it_to_the_others() -> None:
    """ "You may subtract 26 … or add 26 to the others": shooting the moon."""
    ruleset = ruleset_of(BY_NAME["Hearts"])
    entry = Entry("counted", ({}, {"hearts": 13, "queen": 1}, {}, {}))
    assert scored(ruleset.game).check(ruleset, entry).points == (26, 0, 26, 26)
