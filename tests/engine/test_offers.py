"""What the recorder offers is what the table may do: each offer is judged legal, or open until more
is known, and what it does not offer is illegal. Hands of bots under the house rules people play,
with every card named and with those hidden that lie hidden at a table."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.engine import conformance
from zarleague.bots import as_recorded, play_hand
from zarleague.engine import KEYS, Log, Remedy, Ruleset, Verdict, find, write
from zarleague.engine.deduction.settle import settle
from zarleague.engine.event import TABLE, Event
from zarleague.engine.game import Game
from zarleague.engine.recording import offers

HOUSE = [
    ("uno", "", {"cumulation": "mixed"}),
    ("uno", "", {"cumulation": "mixed", "skip-after-drawing": "on", "bluff": "any-playable"}),
    ("uno", "", {"voluntary-draw-max": "until-fits"}),
    ("uno", "", {"play-drawn-card": "must"}),
    ("uno", "", {"voluntary-draw-max": "until-fits", "play-drawn-card": "must"}),
    ("uno", "", {"interceptions": "exact", "intercept-actions": "no"}),
    ("crazy-eights", "", {"drawing": "until-fits"}),
    ("crazy-eights", "", {"drawing": "then-play", "packs": "2"}),
    ("crazy-eights", "", {"draw-two": "twos"}),
    ("crazy-eights", "", {"draw-two": "twos", "draw-two-stacking": "on"}),
    ("crazy-eights", "", {"skip": "queens", "reverse": "aces"}),
    ("crazy-eights", "mau-mau", {}),
    ("crazy-eights", "mau-mau", {"packs": "2"}),
    ("zar", "zar-chameleon", {}),
    ("zar", "", {"play-drawn-card": "yes", "declarations": "required"}),
    ("zar", "zar-multideck", {"voluntary-draw": "only-if-no-play"}),
]
STEPS = 2
"""Moments of a hand at which its offers are looked at."""


def verdict_after(game: Game, before: Log, state: Any, event: Event) -> Verdict:
    """The verdict on an event that is the last of a log, after which nothing is read as a slip."""
    after = state.copy()
    game.apply(after, event)
    at = len(before.events)
    if all(f.event != at or f.verdict is not Verdict.ILLEGAL for f in after.findings):
        settle(game, replace(before, events=(*before.events, event)), after)
    return max((f.verdict for f in after.findings if f.event == at), default=Verdict.LEGAL)


def disagreements(log: Log, rng: Random, steps: int = STEPS) -> Iterator[tuple[str, Event, str]]:
    """Yield what is offered though it is illegal, and what is not offered though it is not."""
    game = find(log.ruleset.game)
    kinds = {verb.kind for verb in game.verbs}
    seats = range(len(log.seats))
    for step in rng.sample(range(len(log.events)), min(steps, len(log.events))):
        before = replace(log, events=log.events[:step], lines=())
        state = game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
        for event in before.events:
            game.apply(state, event)
        offered = [*game.legal(state, TABLE), *offers(game, before, state)]
        for event in rng.sample(offered, min(len(offered), 20)):
            if verdict_after(game, before, state, event) is Verdict.ILLEGAL:
                yield "offered", event, write(before)
        others = [
            event
            for event in conformance.candidates(game, log, seats, rng)
            if event.kind in kinds and not any(conformance.covers(one, event) for one in offered)
        ]
        for event in rng.sample(others, min(len(others), 60)):
            if verdict_after(game, before, state, event) is not Verdict.ILLEGAL:
                yield "not offered", event, write(before)


def check(log: Log, rng: Random) -> None:
    assert not list(disagreements(log, rng))
    assert not list(disagreements(as_recorded(find(log.ruleset.game), log, left=False), rng))


@pytest.mark.table(one_in=3)
@pytest.mark.parametrize(("key", "preset", "options"), HOUSE)
def test_what_is_offered_under_a_house_rule_is_what_may_be_done(key, preset, options) -> None:
    game = find(key)
    ruleset: Ruleset = game.ruleset(preset, options)
    for seed in range(2):
        rng = Random(f"{key} {preset} {options} {seed}")
        names = conformance.NAMES[: min((4, 6)[seed], game.seats(ruleset)[1])]
        check(play_hand(game, ruleset, names, 0, rng), rng)


@pytest.mark.parametrize("key", KEYS)
def test_what_is_offered_under_any_rules_is_what_may_be_done(key) -> None:
    game = find(key)
    for seed in range(2):
        rng = Random(f"offers {key} {seed}")
        check(conformance.deal_under_any_rules(game, rng), rng)
