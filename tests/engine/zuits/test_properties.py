"""What holds for every hand of Zuits: hands played by chance, with cards hidden by chance."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.conformance import (
    check_findings_can_be_told,
    check_hiding_cards_only_opens_questions,
    hidden,
)
from tests.engine.zuits.table import GAME, SEATS
from tests.sampling import tries
from zarleague.bots import play_hand
from zarleague.engine import Log, Remedy, Verdict, read, replay, write
from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import TABLE, Event
from zarleague.engine.games.zuits.deck import COLOUR, DECK, SIZE, WILD
from zarleague.engine.games.zuits.hands import Hands
from zarleague.engine.games.zuits.scoring import EndOfHand, colours_open, score
from zarleague.engine.holdings import Taken

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


@tries(40)
@given(SEEDS)
def test_a_hand_of_legal_plays_is_legal_and_scores_like_its_entry(seed):
    log = played(Random(seed))
    replayed = replay(log)
    assert replayed.findings == ()
    assert read(write(log)) == log
    state = GAME.start(log.ruleset, 4, log.dealer, Remedy.RULED)
    for event in log.events:
        GAME.apply(state, event)
    checked = GAME.check(log.ruleset, GAME.entry_of(state))
    assert checked.points == replayed.points


@tries(60)
@given(SEEDS, st.sampled_from([0.02, 0.1, 0.4]))
def test_hiding_cards_makes_nothing_illegal_and_showing_them_opens_nothing(seed, share):
    rng = Random(seed)
    check_hiding_cards_only_opens_questions(played(rng), share, rng)


@tries(40)
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


@tries(150)
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
    assert state.index == len(events)
    check_findings_can_be_told(GAME, state.findings)


@tries(60)
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


@tries(200)
@given(SEEDS)
def test_what_hands_say_is_so_in_every_way_the_cards_may_lie(seed):
    """Two hands of a pack of seven, some cards seen at the deal; cards leave them, named and not.
    Every deal of the pack that agrees is tried, with every card that may have left unnamed."""
    rng = Random(seed)
    pack = rng.sample(range(SIZE), 7)
    true = [set(pack[:3]), set(pack[3:6])]
    hands = Hands(2)
    hands.unseen = sum(1 << card for card in pack)
    shown = [{card for card in hand if rng.random() < 0.6} for hand in true]
    for seat in (0, 1):
        hands.deal(seat, [card if card in shown[seat] else UNKNOWN for card in true[seat]])
    # What is left of a hand, and how many cards left it unnamed.
    ways = [
        (frozenset(first), frozenset(second))
        for first in combinations(pack, 3)
        if shown[0] <= set(first)
        for second in combinations(sorted(set(pack) - set(first)), 3)
        if shown[1] <= set(second)
    ]
    for _ in range(rng.randrange(4)):
        seat = rng.randrange(2)
        if not true[seat]:
            continue
        card = rng.choice(sorted(true[seat]))
        true[seat].remove(card)
        if rng.random() < 0.5:
            assert hands.take(seat, card) in (Taken.KNOWN, Taken.FROM_UNKNOWN)
            left = [card]
        else:
            hands.take_unnamed(seat)
            left = pack
        ways = list(
            {
                tuple(hand - {gone} if other == seat else hand for other, hand in enumerate(way))
                for way in ways
                for gone in left
                if gone in way[seat]
            }
        )
    for seat in (0, 1):
        assert hands.hand_size(seat) == len(true[seat])
        wanted = {card for card in pack if rng.random() < 0.4}
        holds = {bool(way[seat] & wanted) for way in ways}
        expected = holds.pop() if len(holds) == 1 else None
        assert hands.holds_any(seat, DECK.mask(wanted)) is expected
        may = frozenset().union(*(way[seat] for way in ways))
        assert hands.may_hold(seat) == DECK.mask(may)


def careless(rng: Random) -> list[Event]:
    """Three tricks in which everybody plays any coloured card, whether it follows or not."""
    deck = list(range(SIZE))
    rng.shuffle(deck)
    hands = [deck[13 * seat : 13 * seat + 13] for seat in range(4)]
    events = [Event(kinds.DEAL, seat, tuple(hand)) for seat, hand in enumerate(hands)]
    events += [Event(kinds.SET_ASIDE, seat, tuple(hand[:2])) for seat, hand in enumerate(hands)]
    state = GAME.start(GAME.ruleset(), 4, 0, Remedy.RULED)
    for event in events:
        GAME.apply(state, event)
    for _ in range(12):
        seat = GAME.view(state).acting[-1]
        coloured = [card for card in hands[seat][2:] if COLOUR[card] != WILD]
        card = rng.choice(coloured)
        hands[seat].remove(card)
        events.append(Event(kinds.PLAY, seat, (card,)))
        GAME.apply(state, events[-1])
    return events


def worlds(events: list[Event], slots: list[tuple[int, int]], aside: int) -> Iterator[list[Event]]:
    """Every way to name two cards dealt (event and place each) and the two one seat set aside."""
    named = {card for event in events[:4] for card in event.cards}
    candidates = [card for card in range(SIZE) if card not in named]
    for fill in permutations(candidates, len(slots)):
        world = events[:]
        for (index, place), card in zip(slots, fill, strict=True):
            cards = world[index].cards
            world[index] = replace(world[index], cards=(*cards[:place], card, *cards[place + 1 :]))
        for pair in combinations(world[aside].cards, 2):
            yield [*world[: 4 + aside], replace(world[4 + aside], cards=pair), *world[5 + aside :]]


@pytest.mark.parametrize("seed", range(12))
def test_verdicts_are_those_of_all_the_ways_the_hidden_cards_may_lie(seed):
    """Two cards of the deal and one objective are hidden. All that is said of an event is what the
    replays of all ways to name them say together: legal, illegal, or that it cannot be known."""
    rng = Random(seed)
    events = careless(rng)
    slots = [(seat, rng.randrange(2, 13)) for seat in rng.sample(range(4), 2)]
    aside = rng.randrange(4)
    for index, place in slots:
        cards = events[index].cards
        events[index] = replace(events[index], cards=(*cards[:place], UNKNOWN, *cards[place + 1 :]))
    events[4 + aside] = replace(events[4 + aside], cards=(UNKNOWN, UNKNOWN))
    log = Log(GAME.ruleset(), SEATS, 0, tuple(events))
    said: list[set[Verdict]] = [set() for _ in events]
    ways = 0
    for world in worlds(events, slots, aside):
        state = GAME.start(log.ruleset, 4, 0, Remedy.RULED)
        for event in world:
            GAME.apply(state, event)
        if any(finding.rule != "follow" for finding in state.findings):
            continue  # A card was played or set aside that was not there.
        ways += 1
        illegal = {finding.event for finding in state.findings}
        for index, verdicts in enumerate(said):
            verdicts.add(Verdict.ILLEGAL if index in illegal else Verdict.LEGAL)
    assert ways > 1
    expected = [v.pop() if len(v) == 1 else Verdict.UNKNOWN for v in said]
    assert list(replay(log).verdicts) == expected


@pytest.mark.parametrize("seed", range(5))
def test_bots_play_a_match(seed):
    for hand in range(4):
        log = play_hand(GAME, GAME.ruleset(), SEATS, (seed + hand) % 4, Random(seed * 4 + hand))
        replayed = replay(log)
        assert replayed.over
        assert replayed.verdict is Verdict.LEGAL
