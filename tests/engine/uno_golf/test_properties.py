"""What holds for every round of UNO Golf: rounds played by chance, with cards hidden by chance."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.engine.conformance import (
    check_findings_can_be_told,
    check_hiding_cards_only_opens_questions,
    hidden,
)
from tests.engine.uno_golf.table import GAME, SEATS
from tests.sampling import tries
from zarleague.engine import Log, Remedy, Verdict, read, replay, write
from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import TABLE, Event
from zarleague.engine.games.uno_golf.deck import FACES
from zarleague.engine.lines import MAX_EVENTS

SEEDS = st.integers(0, 2**32)
FROM_THE_PILE = {kinds.DEAL, kinds.UP, kinds.DRAW, kinds.ADD}
MOST_EVENTS = 60_000


def rules_by(rng: Random, **fixed: str):
    """A ruleset with every option drawn by lot but those that are fixed."""
    values = {o.key: rng.choice(o.choices)[0] for o in GAME.options if o.choices}
    return GAME.ruleset("", values | {"action-points-confirmed": "yes"} | fixed)


def played(rng: Random, seats: int = 0, **fixed: str) -> Log:
    """A round in which everybody does anything that is legal, under rules drawn by lot."""
    ruleset = rules_by(rng, **fixed)
    seats = seats or rng.randrange(2, 9)
    dealer = rng.randrange(seats)
    state = GAME.start(ruleset, seats, dealer, Remedy.RULED)
    deck = [card for card, copies in enumerate(state.unseen) for _ in range(copies)]
    rng.shuffle(deck)
    events = []
    while not state.over:
        assert len(events) < MOST_EVENTS
        of_table = GAME.legal(state, TABLE)
        moves = [event for seat in range(seats) for event in GAME.legal(state, seat)]
        chance = [event for event in of_table if event.kind != kinds.CLOSE]
        event = rng.choice(chance or moves or of_table)
        if event.kind in FROM_THE_PILE:
            event = replace(event, cards=tuple(deck.pop() for _ in event.cards))
        GAME.apply(state, event)
        events.append(event)
        if event.kind == kinds.RESHUFFLE:
            deck = [card for card, copies in enumerate(state.unseen) for _ in range(copies)]
            rng.shuffle(deck)
    return Log(ruleset, SEATS[:seats], dealer, tuple(events))


@tries(30)
@given(SEEDS)
def test_a_round_of_legal_plays_is_legal_and_scores_like_its_entry(seed):
    log = played(Random(seed))
    assume(len(log.events) <= MAX_EVENTS)  # A longer one cannot be read back.
    replayed = replay(log)
    assert replayed.findings == ()
    assert read(write(log)) == log
    state = GAME.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    for event in log.events:
        GAME.apply(state, event)
    assert GAME.check(log.ruleset, GAME.entry_of(state)).points == replayed.points


@tries(40)
@given(SEEDS, st.sampled_from([0.02, 0.1, 0.4]))
def test_hiding_cards_makes_nothing_illegal_and_showing_them_opens_nothing(seed, share):
    rng = Random(seed)
    check_hiding_cards_only_opens_questions(played(rng), share, rng)


@tries(30)
@given(SEEDS)
def test_a_log_of_what_lay_open_is_judged_like_one_with_every_card(seed):
    log = played(Random(seed))
    seen = replace(log, events=tuple(GAME.seen_by(event, TABLE) for event in log.events))
    replayed = replay(seen)
    assert replayed.verdict is Verdict.LEGAL
    assert replayed.points == replay(log).points


EVENTS = st.builds(
    Event,
    st.integers(-1, kinds.KINDS + 1),
    st.integers(-2, 9),
    st.lists(st.integers(-3, FACES + 1), max_size=6).map(tuple),
    st.integers(-2, 2),
    st.integers(-2, 9),
    st.lists(st.one_of(st.integers(-3, 4), st.sampled_from([11, 12, 21, 32])), max_size=3).map(
        tuple
    ),
)


@tries(150)
@given(SEEDS, st.lists(EVENTS, max_size=30), st.sampled_from(Remedy))
def test_no_event_whatever_raises_or_loses_a_card(seed, strange, remedy):
    rng = Random(seed)
    log = hidden(played(rng), 0.2, rng)
    events = list(log.events[: rng.randrange(10, 300)])
    for event in strange:
        events.insert(rng.randrange(len(events) + 1), event)
    ruleset = rules_by(rng)
    seats = len(log.seats)
    state = GAME.start(ruleset, seats, log.dealer, remedy)
    for event in events:
        found = len(state.findings)
        before = GAME.view(state)
        GAME.apply(state, event)
        if any(finding.verdict is Verdict.ILLEGAL for finding in state.findings[found:]):
            assert remedy is not Remedy.UNWIND or GAME.view(state) == before
        for seat in (TABLE, 0, seats - 1):
            GAME.legal(state, seat)
    table = GAME.view(state)
    held = sum(len(seat.cards) + seat.unknown + sum(map(len, seat.grid)) for seat in table.seats)
    assert held + sum(pile.size for pile in table.piles) == GAME.deck(ruleset).size
    assert len(GAME.points(state)) == seats
    assert state.index == len(events)
    check_findings_can_be_told(GAME, state.findings)


@tries(60)
@example(10001719)  # who tops the pile with a double draw two was caught without "UNO"
@example(517853)  # a column that could be cleared while somebody still owed one
@example(7704)  # a column that matched before everybody had turned up two cards
@given(SEEDS)
def test_offered_events_apply_and_others_are_found(seed):
    """Every kind of act by everybody, with the cards that lie there, at a moment drawn by lot."""
    rng = Random(seed)
    log = played(rng)
    seats = range(len(log.seats))
    state = GAME.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    for event in log.events[: rng.randrange(len(log.events))]:
        GAME.apply(state, event)
    offered = {event for seat in (TABLE, *seats) for event in GAME.legal(state, seat)}
    others = {Event(kinds.RESHUFFLE), Event(kinds.CLOSE)}
    for seat in seats:
        top = state.discard[-1] if state.discard else 0
        others |= {Event(kinds.DRAW, seat, (UNKNOWN,)), Event(kinds.TAKE, seat, (top,))}
        others |= {Event(kinds.DISCARD, seat, (state.held,)), Event(kinds.SAY, seat, name=0)}
        others |= {Event(kinds.ADD, seat, (UNKNOWN, UNKNOWN))}
        others |= {Event(kinds.CATCH, seat, other=other) for other in seats}
        others |= {Event(kinds.CHOOSE, seat, more=(one,)) for one in seats}
        others |= {Event(kinds.CHOOSE, seat, more=(seat, one)) for one in seats}
        grid = state.grids[seat]
        for place, card in grid.items():
            column, row = divmod(place, 10)
            others.add(Event(kinds.TURN, seat, (card,), more=(place,)))
            others.add(Event(kinds.PUT, seat, (state.held, card), more=(place,)))
            pair = (card, grid[10 * column + 3 - row])
            others.add(Event(kinds.CLEAR, seat, pair, more=(column,)))
    for event in offered | others:
        twin = state.copy()
        GAME.apply(twin, event)
        assert bool(twin.findings) is (event not in offered), event


class TestRoundsEnd:
    """The comment on the rules: "you can get in a situation where it is hard for a round to end"
    when draw twos can be taken off the discard pile and played again. Chance does end every round;
    the table in docs/rules/uno-golf.md says how long it takes."""

    @pytest.mark.parametrize("taking", ["allowed", "draw-cards-forbidden", "forbidden"])
    @pytest.mark.parametrize("seats", [2, 3, 8])
    def test_random_play_ends(self, taking, seats):
        fixed = {"take-action-from-discard": taking}
        for seed in range(6):
            log = played(Random(f"{taking} {seats} {seed}"), seats, **fixed)
            assert replay(log).over
            assert len(log.events) < 6_000
