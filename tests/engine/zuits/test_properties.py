"""What holds for every hand of Zuits: hands played by chance, with cards hidden by chance."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.conformance import (
    check_findings_can_be_told,
    check_hiding_cards_only_opens_questions,
    hidden,
)
from tests.engine.zuits.table import GAME, SEATS
from zarleague.bots import play_hand
from zarleague.engine import Log, Remedy, Verdict, read, replay, write
from zarleague.engine import event as kinds
from zarleague.engine.event import TABLE, Event
from zarleague.engine.games.zuits.deck import OF_COLOUR, SIZE, cards_of
from zarleague.engine.games.zuits.hands import Hands
from zarleague.engine.games.zuits.scoring import EndOfHand, colours_open, score
from zarleague.engine.holdings import Holdings

SEEDS = st.integers(0, 2**32)


def rules_by(rng: Random):
    """A ruleset with every option drawn by lot."""
    return GAME.ruleset("", {o.key: rng.choice(o.choices)[0] for o in GAME.options})


def played(rng: Random) -> Log:
    """A hand in which everybody does anything that is legal, under rules drawn by lot."""
    ruleset = rules_by(rng)
    dealer = rng.randrange(4)
    state = GAME.start(ruleset, 4, dealer, Remedy.RULED)
    deck = list(range(SIZE))
    rng.shuffle(deck)
    events = []
    while not state.over:
        offered = GAME.legal(state, TABLE) or [
            event for seat in range(4) for event in GAME.legal(state, seat)
        ]
        moves = [event for seat in range(4) for event in GAME.legal(state, seat)]
        event = rng.choice(moves or offered)
        if event.kind == kinds.DEAL:
            event = replace(event, cards=tuple(deck.pop() for _ in event.cards))
        GAME.apply(state, event)
        events.append(event)
    return Log(ruleset, SEATS, dealer, tuple(events))


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_a_hand_of_legal_plays_is_legal_and_scores_like_its_entry(seed):
    log = played(Random(seed))
    replayed = replay(log)
    assert replayed.findings == ()
    assert read(write(log)) == log
    state = GAME.start(log.ruleset, 4, log.dealer, Remedy.RULED)
    for event in log.events:
        GAME.apply(state, event)
    checked = GAME.check(log.ruleset, GAME.entry(state))
    assert checked.points == replayed.points


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from([0.02, 0.1, 0.4]))
def test_hiding_cards_makes_nothing_illegal_and_showing_them_opens_nothing(seed, share):
    rng = Random(seed)
    check_hiding_cards_only_opens_questions(played(rng), share, rng)


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_what_the_scorekeeper_sees_settles_everything_in_the_end(seed):
    """Objectives and cards left are shown at the end; then nothing stays open."""
    log = played(Random(seed))
    seen = replace(log, events=tuple(GAME.seen_by(event, TABLE) for event in log.events))
    replayed = replay(seen)
    assert replayed.verdict is Verdict.LEGAL
    assert replayed.points == replay(log).points


EVENTS = st.builds(
    Event,
    st.integers(-1, kinds.KINDS + 1),
    st.integers(-2, 5),
    st.lists(st.integers(-3, SIZE + 1), max_size=4).map(tuple),
    st.integers(-2, 4),
    st.integers(-2, 5),
    st.lists(st.integers(-3, 40), max_size=3).map(tuple),
)


@settings(max_examples=150, deadline=None)
@given(SEEDS, st.lists(EVENTS, max_size=30), st.sampled_from(Remedy))
def test_no_event_whatever_raises_or_loses_a_card(seed, strange, remedy):
    rng = Random(seed)
    events = list(hidden(played(rng), 0.2, rng).events)
    for event in strange:
        events.insert(rng.randrange(len(events) + 1), event)
    ruleset = rules_by(rng)
    state = GAME.start(ruleset, 4, 0, remedy)
    for event in events:
        GAME.apply(state, event)
        for seat in (TABLE, 0, 3):
            GAME.legal(state, seat)
    table = GAME.view(state)
    piles = [*table.piles, *(pile for seat in table.seats for pile in seat.piles)]
    hands = sum(len(seat.cards) + seat.unknown for seat in table.seats)
    assert hands + sum(pile.size for pile in piles) == SIZE
    assert len(GAME.points(state)) == 4
    assert state.at == len(events)
    check_findings_can_be_told(GAME, state.findings)


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_offered_events_apply_and_others_are_found(seed):
    """Every card of the deck in every role, at a moment drawn by lot."""
    rng = Random(seed)
    log = played(rng)
    state = GAME.start(log.ruleset, 4, log.dealer, Remedy.RULED)
    for event in log.events[: rng.randrange(len(log.events))]:
        GAME.apply(state, event)
    offered = {event for seat in range(4) for event in GAME.legal(state, seat)}
    others = {
        Event(kind, seat, (card,), name)
        for kind in (kinds.PLAY, kinds.ADD, kinds.REMOVE, kinds.COPY)
        for seat in range(4)
        for card in rng.sample(range(SIZE), 12)
        for name in ((-1, 0) if kind == kinds.PLAY else (-1,))
    } | {Event(kinds.TAKE, seat) for seat in range(4)}
    for event in offered | others:
        twin = state.copy()
        GAME.apply(twin, event)
        assert bool(twin.findings) is (event not in offered), event


@given(
    st.permutations(range(SIZE)),
    st.tuples(*[st.integers(0, 15)] * 3, st.integers(0, 8)),
    st.booleans(),
)
def test_the_best_choice_is_the_best_of_all(cards, collected, squared):
    """Every colour the objective allows with every number of wilds, one by one."""
    objective = (cards[0], cards[1])
    best = score(EndOfHand(objective, collected), squared=squared, may_add_left=False)
    every = [
        score(
            EndOfHand(objective, collected, colour=colour, wilds=wilds),
            squared=squared,
            may_add_left=False,
        ).points
        for colour in colours_open(objective)
        for wilds in range(collected[3] + 1)
    ]
    assert best.points == min(every)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_hands_agree_with_the_holdings_of_the_other_games(data):
    """The masks of a deck without copies say the same as the counts of any deck."""
    hands = Hands(2)
    holdings = Holdings((1,) * SIZE, 2)
    cards = data.draw(st.lists(st.integers(-1, SIZE - 1), min_size=4, max_size=20))
    for seat in range(2):
        elsewhere = [card for card in cards[seat::2] if not holdings.give(seat, card)]
        assert hands.deal(seat, cards[seat::2]) == elsewhere
    moves = st.tuples(st.integers(0, 1), st.integers(0, SIZE - 1), st.booleans())
    for seat, card, claims in data.draw(st.lists(moves, max_size=15)):
        if claims:
            hands.claim(0, seat, OF_COLOUR[0], "red")
            holdings.claim(0, seat, OF_COLOUR[0], "red")
        assert hands.take(seat, card) == holdings.take(seat, card)
        assert hands.size(seat) == holdings.size(seat)
        assert hands.unknown[seat] == holdings.unknown[seat]
        assert cards_of(hands.held[seat]) == holdings.cards(seat)
        for colour in OF_COLOUR:
            assert hands.holds_any(seat, colour) == holdings.holds_any(seat, colour)
        twin, other = hands.copy(), holdings.copy()
        assert [c.decided for c in twin.settle()] == [c.decided for c in other.settle()]


@pytest.mark.parametrize("seed", range(5))
def test_bots_play_a_match(seed):
    for hand in range(4):
        log = play_hand(GAME, GAME.ruleset(), SEATS, (seed + hand) % 4, Random(seed * 4 + hand))
        replayed = replay(log)
        assert replayed.over
        assert replayed.verdict is Verdict.LEGAL
