"""What is counted in seeded hands under two rulesets."""

import json

import pytest

from zarleague.bots.experiments import FIGURES, ExperimentCounts, example, hand_of, play, tally
from zarleague.engine import Verdict, find, read, replay
from zarleague.engine.event import CLOSE, MATCH, PLAY

ZAR = find("zar")
DRAW = ZAR.ruleset()
OUT = ZAR.ruleset("", {"match-out": "goes-out", "match-out-on-turn": "goes-out"})


def test_parts_add_up_to_the_whole() -> None:
    whole = tally(DRAW, OUT, 3, range(8))
    sums = ExperimentCounts()
    for first in (0, 4):
        sums.merge(ExperimentCounts.of(json.loads(play((DRAW.data(), OUT.data()), 3, first, 4))[0]))
    assert sums == whole
    assert whole.hands == 8


def test_only_one_of_the_players_wins() -> None:
    # Three players, each first seat in a third of the wins at most; a hand has one win to share.
    found = tally(DRAW, OUT, 3, range(6))
    assert 0 <= found.first.total <= found.first.hands == 6
    # Somebody goes out with nothing left, so the worst player's points are the spread.
    worst = [max(p or 0 for p in replay(hand_of(DRAW, 3, seed)).points) for seed in range(6)]
    assert found.spread.total == sum(worst)


def test_the_same_rules_decide_nothing() -> None:
    found = tally(DRAW, DRAW, 3, range(6))
    assert (found.decided.total, found.examples) == (0, [])


def test_an_example_is_a_hand_that_the_other_rules_judge_otherwise() -> None:
    found = tally(OUT, DRAW, 4, range(40))
    events, seed = found.examples[0]
    assert found.examples == sorted(found.examples)
    shown = json.loads(example((OUT.data(), DRAW.data()), 0, 4, seed))
    log = read(shown["log"])
    assert len(log.events) == events
    # The rules it was played by allow all of it. "You cannot go out by matching" by the others.
    assert set(replay(log).verdicts) == {Verdict.LEGAL}
    assert Verdict.ILLEGAL in replay(log, DRAW).verdicts or replay(log, DRAW).points != (
        replay(log).points
    )
    # The two rules part at the card that goes out, or where the hand ends after it.
    parting = log.events[shown["parts_at"] - 1]
    assert shown["parts_at"] > 0
    assert parting.kind in (PLAY, MATCH, CLOSE)


def test_an_example_begins_where_the_rules_part() -> None:
    # "Ten minus the players" is seven cards for three, "fifteen minus the players" twelve, so at
    # most ten: the first deal is wrong by the other rules.
    more = ZAR.ruleset("", {"deal": "15-minus-players-max-10"})
    assert json.loads(example((DRAW.data(), more.data()), 0, 3, 1))["parts_at"] == 1
    assert json.loads(example((DRAW.data(), DRAW.data()), 0, 3, 1))["parts_at"] == 0


@pytest.mark.parametrize("key", ["uno", "zuits", "uno-golf", "crazy-eights"])
def test_every_game_can_be_counted(key: str) -> None:
    known = {"action-points-confirmed": "yes"} if key == "uno-golf" else {}
    ruleset = find(key).ruleset("", known)
    found = tally(ruleset, ruleset, 4, range(2))
    assert {getattr(found, name).hands for name in FIGURES} == {2}
