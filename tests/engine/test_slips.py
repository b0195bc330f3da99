"""One slip of the pen in a log stays one slip: what is called illegal after it is illegal also with
the slip put right, but for the line itself.

A slip cannot always be told from what the table did: a card that was mistyped is missing where it
is played. Such consequences may be half a finding a hand on average, and one where a line was left
out.
"""

from dataclasses import replace
from random import Random

import pytest

from benchmarks.bench_slips import SLIPS
from zarleague.bots import play_hand
from zarleague.engine import KEYS, Log, Verdict, find, replay
from zarleague.engine.event import TABLE

HANDS = 16
SEATS = ("Ann", "Bob", "Cat", "Dee")


def _hand_with_an_offence(key: str, rng: Random) -> Log:
    """A hand of bots in which somebody does something twice."""
    game = find(key)
    hand = play_hand(game, game.ruleset(), SEATS, 0, rng)
    half = len(hand.events) // 2
    plays = [i for i, event in enumerate(hand.events) if event.seat != TABLE and i > half]
    index = rng.choice(plays)
    events = (*hand.events[: index + 1], *hand.events[index:])
    return replace(hand, events=events)


def _illegal(log: Log, shift_from: int = 0, shift: int = 0) -> set[int]:
    """The illegal events of a log, those from *shift_from* on counted so many later."""
    return {
        finding.event + (shift if finding.event >= shift_from else 0)
        for finding in replay(log).findings
        if finding.verdict is Verdict.ILLEGAL
    }


@pytest.mark.parametrize("kind", SLIPS)
@pytest.mark.parametrize("key", KEYS)
def test_what_is_illegal_after_a_slip_is_illegal_with_the_slip_put_right(key: str, kind: str):
    found = 0
    for seed in range(HANDS):
        rng = Random(seed)
        right = _hand_with_an_offence(key, rng)
        slip = SLIPS[kind](right, rng)
        longer = len(slip.events) - len(right.events)
        expected = _illegal(right, slip.event_index, longer)
        wrong = range(slip.event_index, slip.event_index + slip.wrong)
        elsewhere = _illegal(slip.log) - expected - {*wrong}
        found += len(elsewhere)
    limit = 1 if kind in ("a line left out", "two lines exchanged") else 0.5
    assert found <= limit * HANDS
