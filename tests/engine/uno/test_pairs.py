"""Every pair of variants at every size of table: hands that wander through all that is legal."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.engine import conformance
from tests.engine.uno.walk import walk
from zarleague.engine import Verdict, replay
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import DEAL, DRAW
from zarleague.engine.games.uno import GAME
from zarleague.engine.log import Log

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


def hidden(log: Log, rng: Random, share: float) -> Log:
    """The log with some of the cards dealt and drawn hidden, one by one."""

    def hide(card: int) -> int:
        return UNKNOWN if rng.random() < share else card

    events = tuple(
        replace(event, cards=tuple(map(hide, event.cards))) if event.kind in (DEAL, DRAW) else event
        for event in log.events
    )
    return Log(log.ruleset, log.seats, log.dealer, events)


@pytest.mark.parametrize("share", [0.1, 0.5, 1.0])
def test_hiding_single_cards_makes_nothing_illegal(share: float) -> None:
    """Under any mix of options: not one card less makes a legal event illegal, and showing them
    again turns nothing that was legal into a question."""
    for seed in range(40):
        rng = Random(f"{share} {seed}")
        options = {
            option.key: rng.choice(option.choices)[0]
            for option in GAME.options
            if option.choices and rng.random() < 0.4
        }
        log = walk(GAME.ruleset(rng.choice(GAME.presets).key, options), rng.randint(2, 5), rng)
        less = replay(hidden(log, rng, share))
        assert Verdict.ILLEGAL not in less.verdicts
        more = replay(hidden(less.log, rng, 0.5))
        for before, after in zip(more.verdicts, less.verdicts, strict=True):
            assert before is Verdict.UNKNOWN or after is Verdict.LEGAL
