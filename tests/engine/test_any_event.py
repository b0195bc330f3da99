"""Any event, with any kind, seat, card or word, leads to a finding and never to an exception."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine import conformance
from tests.sampling import tries
from zarleague.bots import play_hand
from zarleague.engine import KEYS, find
from zarleague.engine.event import DRAW, KINDS, PLAY, Event
from zarleague.engine.findings import Verdict
from zarleague.engine.game import Remedy

FAR = 10_000
"""A seat, card or word no game has."""
SEATS = ("Ann", "Bob", "Cat", "Dee")
numbers = st.integers(-3, 60) | st.sampled_from([-FAR, FAR])
events = st.builds(
    Event,
    kind=st.integers(-2, KINDS + 2),
    seat=st.integers(-2, 5) | st.sampled_from([-FAR, FAR]),
    cards=st.lists(numbers, max_size=4).map(tuple),
    name=numbers,
    other=numbers,
    more=st.lists(numbers, max_size=3).map(tuple),
)


def played(key, seed):
    """A hand of four by bots, and its game."""
    game = find(key)
    ruleset = game.ruleset("", conformance.READY.get(key, {}))
    return game, play_hand(game, ruleset, SEATS, 0, Random(seed))


@tries(300)
@given(
    st.sampled_from(KEYS),
    st.integers(0, 5),
    st.sampled_from(Remedy),
    st.integers(0, 120),
    st.lists(events, min_size=1, max_size=4),
)
def test_no_event_is_too_odd_to_be_judged(key, seed, remedy, when, odd):
    game, log = played(key, seed)
    state = game.start(log.ruleset, len(SEATS), log.dealer, remedy)
    for event in [*log.events[:when], *odd]:
        game.apply(state, event)
    game.view(state)
    assert len(game.points(state)) == len(SEATS)
    # Every event was counted: what is found in the next one names its place.
    game.apply(state, Event(FAR))
    assert state.findings[-1].event == len(log.events[:when]) + len(odd)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "event",
    [Event(FAR), Event(PLAY, FAR, (0,)), Event(DRAW, -FAR, (0,)), Event(PLAY, 0, (FAR,))],
)
def test_what_no_table_has_is_illegal_there(key, event):
    game, log = played(key, 1)
    begun = len(log.events) // 2
    state = game.start(log.ruleset, len(SEATS), log.dealer, Remedy.UNWIND)
    for done in log.events[:begun]:
        game.apply(state, done)
    before = game.view(state)
    game.apply(state, event)
    assert [(found.event, found.verdict) for found in state.findings] == [(begun, Verdict.ILLEGAL)]
    assert game.view(state) == before
