"""Every pair of variants at every size of table: random legal hands."""

from itertools import combinations
from random import Random

import pytest

from tests.engine import conformance
from tests.engine.uno.walk import walk
from tests.sampling import SAMPLED
from zarleague.engine import replay
from zarleague.engine.event import DEAL, DRAW
from zarleague.engine.games.uno import GAME

VARIANTS = {
    "cumulation": ("cumulation", "on"),
    "straights": ("straights", "on"),
    "interceptions": ("interceptions", "exact"),
    "super-interceptions": ("interceptions", "super"),
    "bluff": ("bluff", "any-playable"),
    "bluff-by-colour": ("bluff", "colour-only"),
    "skip-after-drawing": ("skip-after-drawing", "on"),
    "zero-seven": ("zero-seven", "on"),
    "buzzers": ("buzzers", "on"),
}
PAIRS = [pair for pair in combinations(VARIANTS, 2) if VARIANTS[pair[0]][0] != VARIANTS[pair[1]][0]]


@pytest.mark.table(one_in=6)
@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_pair(pair: tuple[str, str]) -> None:
    """Two to ten players: legal throughout, scored the same by its entry; at one size, all that
    the kit asks of every game."""
    ruleset = GAME.ruleset("", dict(VARIANTS[variant] for variant in pair))
    rng = Random(" ".join(pair))
    thorough = rng.randint(2, 6)
    for seats in range(2, 11):
        log = walk(ruleset, seats, rng)
        assert replay(log).findings == ()
        if replay(log).over:
            conformance.check_entry_agrees(GAME, log)
            if seats == thorough:
                conformance.check(GAME, log, rng)


def test_all_variants_at_once() -> None:
    chosen = {key: value for key, value in VARIANTS.values() if value != "exact"}
    for seats in range(2, 11):
        log = walk(GAME.ruleset("", chosen), seats, Random(seats))
        assert replay(log).findings == ()


@pytest.mark.parametrize("share", [0.1, 0.5, 1.0])
def test_hiding_single_cards_makes_nothing_illegal(share: float) -> None:
    """Of those dealt and drawn, under any mix of options."""
    for seed in range(12 if SAMPLED else 40):
        rng = Random(f"{share} {seed}")
        options = {
            option.key: rng.choice(option.choices)[0]
            for option in GAME.options
            if option.choices and rng.random() < 0.4
        }
        log = walk(GAME.ruleset(rng.choice(GAME.presets).key, options), rng.randint(2, 5), rng)
        conformance.check_hiding_cards_only_opens_questions(log, share, rng, (DEAL, DRAW))
