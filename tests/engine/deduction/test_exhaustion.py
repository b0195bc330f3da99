"""Verdicts on hands with hidden cards against all the ways those cards may have lain.

One card or two of a whole hand are hidden: in UNO Golf, where cards lie in the open, wherever they
are seen.
``benchmarks/bench_exact.py`` explains how the ways are found, and runs the long form.
"""

from dataclasses import replace
from random import Random

import pytest

from benchmarks.bench_exact import (
    hidden_cards,
    illegal_events,
    some_hand,
    verdict_of,
    with_card,
)
from zarleague.engine import KEYS, Verdict, find, replay
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.game import nothing_to_settle

GAMES = [key for key in KEYS if find(key).possession_rule]
OPEN = [key for key in GAMES if find(key).settle_claims is not nothing_to_settle]


@pytest.mark.table(one_in=4)
@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("key", GAMES)
def test_a_verdict_is_that_of_all_the_ways_a_hidden_card_may_lie(key: str, block: int) -> None:
    for seed in range(25 * block, 25 * block + 25):
        hidden = hidden_cards(key, seed, 1)
        ways = hidden.ways()
        for event, verdict in enumerate(replay(hidden.hidden()).verdicts):
            assert verdict is verdict_of(ways, event), (seed, event, hidden.log.events[event])


@pytest.mark.parametrize("seed", [5607, 5961, 6773, 7219])
def test_what_a_hand_of_uno_drew_and_could_have_played(seed: int) -> None:
    """Five draws that the same hidden card may have forbidden; a card played after drawing, which
    was the one drawn or was not; and a ruling on a draw four that may itself have been illegal."""
    hidden = hidden_cards("uno", seed, 1)
    ways = hidden.ways()
    judged = replay(hidden.hidden())
    assert list(judged.verdicts) == [
        verdict_of(ways, event) for event in range(len(judged.log.events))
    ]
    assert {i for i, v in enumerate(judged.verdicts) if v is Verdict.UNKNOWN} == set(
        judged.witnesses
    )


@pytest.mark.table(one_in=3)
@pytest.mark.parametrize("block", range(3))
def test_a_card_nobody_noted_in_uno_golf_is_judged_as_all_its_faces_together(block: int) -> None:
    """Its witnesses, one legal and one not, are shown for every event that is open; naming it in
    one place only settles everything, since it is the same card."""
    game = find("uno-golf")
    open_events = 0
    for seed in range(25 * block, 25 * block + 25):
        hidden = hidden_cards("uno-golf", seed, 1)
        ways = hidden.ways()
        judged = replay(hidden.hidden())
        open_or_illegal = {i for i, v in enumerate(judged.verdicts) if v is not Verdict.LEGAL}
        for event, verdict in enumerate(judged.verdicts):
            assert verdict is verdict_of(ways, event), (seed, event, hidden.log.events[event])
            if verdict is Verdict.UNKNOWN:
                open_events += 1
                shown = judged.witnesses[event]
                for witness in shown:
                    assert all(UNKNOWN not in named.cards for named in witness.events)
                    found = illegal_events(game, witness)
                    assert found is not None
                    assert (event in found) == (witness is shown.illegal)
                    assert found <= open_or_illegal
        event, position = Random(seed).choice(hidden.mentions[0])
        named = hidden.log.events[event].cards[position]
        told = replay(with_card(hidden.hidden(), event, position, named))
        assert set(told.verdicts) == {Verdict.LEGAL}
    assert open_events


@pytest.mark.table(one_in=3)
@pytest.mark.parametrize("seed", [91, 144, 169, 193, 250, 256, 279])
def test_what_follows_an_open_event_in_uno_golf_is_as_open(seed: int) -> None:
    """Two cards that nobody noted: a verdict rests on all the ways together, also where an event
    before it, such as adding a column for an unknown card, was right in some of them only."""
    hidden = hidden_cards("uno-golf", seed, 2)
    ways = hidden.ways()
    judged = replay(hidden.hidden())
    assert list(judged.verdicts) == [
        verdict_of(ways, event) for event in range(len(judged.log.events))
    ]
    assert {i for i, v in enumerate(judged.verdicts) if v is Verdict.UNKNOWN} == set(
        judged.witnesses
    )


@pytest.mark.parametrize("key", OPEN)
def test_witnesses_agree_with_the_log_and_differ_about_the_event(key: str) -> None:
    """Each names every card and agrees with the log wherever the log names one. About the event
    the one has no illegal finding and the other has; elsewhere neither has one on an event that
    the log has no finding on."""
    game = find(key)
    shown = 0
    for seed in range(60):
        log = some_hand(game, seed)
        hidden = replace(
            log, events=tuple(game.seen_by(event, -1) for event in log.events), lines=()
        )
        judged = replay(hidden)
        known = {i for i, verdict in enumerate(judged.verdicts) if verdict is not Verdict.LEGAL}
        for event, witnesses in judged.witnesses.items():
            shown += 1
            assert judged.verdicts[event] is Verdict.UNKNOWN
            for witness in witnesses:
                for told, named in zip(hidden.events, witness.events, strict=True):
                    assert UNKNOWN not in named.cards
                    pairs = zip(told.cards, named.cards, strict=True)
                    assert all(card in (UNKNOWN, other) for card, other in pairs)
                illegal = illegal_events(game, witness)
                assert illegal is not None
                assert (event in illegal) == (witness is witnesses.illegal)
                assert illegal <= known
    assert shown, "some of these hands leave a question open"
