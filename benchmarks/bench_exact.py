"""Verdicts on hands with hidden cards against all the ways those cards may have lain.

One card or two of a whole hand are hidden. Every card of the deck is tried in their places, and
each hand that comes of it is replayed with everything known. Those in which nobody holds or draws a
card that is somewhere else are the ways the cards may have been. An event is legal if it is so in
all of them, illegal if it is so in all of them, and otherwise it cannot be known. The tests do the
same with fewer hands.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Final, NamedTuple

from benchmarks import Figure
from zarleague.bots import play_hand
from zarleague.engine import KEYS, Game, Ruleset, RulesetError, Verdict, find, replay
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import (
    CLEAR,
    DEAL,
    DISCARD,
    DRAW,
    MATCH,
    PLAY,
    PUT,
    RESHUFFLE,
    SET_ASIDE,
    TAKE,
    UP,
    Event,
)
from zarleague.engine.findings import Code
from zarleague.engine.game import Remedy
from zarleague.engine.log import Log

GAMES: Final = [k for k in KEYS if find(k).settle_claims is not None or find(k).follow is not None]
LOGS: Final = {1: 1000, 2: 250}
"""Hands by the number of cards hidden."""
_HIDDEN: Final = frozenset({DEAL, DRAW, SET_ASIDE})
_ON_PILE: Final = frozenset({UP, TAKE, PUT, DISCARD, CLEAR})
_IMPOSSIBLE: Final = frozenset({Code.NOT_HELD, Code.NONE_LEFT, Code.NOT_THERE})


class HiddenCards(NamedTuple):
    """A whole hand of which some cards were not noted: for each the events and positions that
    mention it."""

    log: Log
    mentions: list[list[tuple[int, int]]]

    def named(self, *cards: int) -> Log:
        """Return the log with these cards in all their places."""
        named = {}
        for card, mentions in zip(cards, self.mentions, strict=True):
            for event, position in mentions:
                named.setdefault(event, list(self.log.events[event].cards))[position] = card
        events = [
            replace(event, cards=tuple(named[index])) if index in named else event
            for index, event in enumerate(self.log.events)
        ]
        return replace(self.log, events=tuple(events), lines=())

    def hidden(self) -> Log:
        """Return the log with these cards unnamed."""
        return self.named(*[UNKNOWN] * len(self.mentions))

    def ways(self) -> list[frozenset[int]]:
        """Return the illegal events in each way the card may have been."""
        game = find(self.log.ruleset.game)
        faces = range(len(game.deck(self.log.ruleset).faces))
        ways = product(faces, repeat=len(self.mentions))
        found = [illegal_events(game, self.named(*cards)) for cards in ways]
        return [illegal for illegal in found if illegal is not None]


def figures() -> Iterator[Figure]:
    """Yield for each game how many events are judged otherwise than by all the ways together:
    wrongly settled, or left open needlessly."""
    for key in GAMES:
        for count, logs in LOGS.items():
            events = wrong = needless = 0
            for seed in range(logs):
                hand = hidden_cards(key, seed, count)
                ways = hand.ways()
                verdicts = replay(hand.hidden()).verdicts
                events += len(verdicts)
                for event, verdict in enumerate(verdicts):
                    if verdict is not verdict_of(ways, event):
                        needless += verdict is Verdict.UNKNOWN
                        wrong += verdict is not Verdict.UNKNOWN
            what = f"{key}, {count} hidden"
            yield Figure(f"{what}: events judged", events, "events")
            yield Figure(f"{what}: settled otherwise than by all ways", wrong, "events")
            yield Figure(f"{what}: left open needlessly", needless, "events")


def hidden_cards(key: str, seed: int, count: int) -> HiddenCards:
    """Return a hand with cards to hide: dealt or drawn ones, or, where cards lie in the open, such
    that lay on the discard pile, wherever they are seen."""
    game = find(key)
    log = some_hand(game, seed)
    rng = Random(-seed)
    if game.follow is not None:
        start = game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
        (followed,) = game.follow(start, log.events)
        open_cards = [
            card.mentions
            for card in followed.cards
            if any(log.events[event].kind in _ON_PILE for event, _ in card.mentions)
        ]
        return HiddenCards(log, rng.sample(open_cards, count))
    places = [
        (index, position)
        for index, event in enumerate(log.events)
        if event.kind in _HIDDEN
        for position in range(len(event.cards))
    ]
    return HiddenCards(log, [[place] for place in rng.sample(places, count)])


def verdict_of(ways: list[frozenset[int]], event: int) -> Verdict:
    """Return the verdict on an event that is illegal in those of the ways that have it."""
    return {
        frozenset({False}): Verdict.LEGAL,
        frozenset({True}): Verdict.ILLEGAL,
        frozenset({False, True}): Verdict.UNKNOWN,
    }[frozenset(event in illegal for illegal in ways)]


def rules_by_lot(game: Game, rng: Random) -> Ruleset:
    """Return a ruleset with about a third of its options changed at random."""
    for _ in range(20):
        changed = {
            option.key: rng.choice(option.choices)[0]
            for option in game.options
            if option.choices and rng.random() < 0.35
        }
        try:
            return game.ruleset("", changed)
        except RulesetError:
            continue
    return game.ruleset()


def some_hand(game: Game, seed: int) -> Log:
    """Return the first events of a hand that bots play, for two or more seats as the game needs."""
    rng = Random(seed)
    ruleset = rules_by_lot(game, rng)
    seats = max(2, game.seats(ruleset)[0])
    if game.follow is not None:
        seats = rng.choice([2, 3, 4])
    names = ["Ann", "Bob", "Cat", "Dee"][:seats]
    return play_hand(game, ruleset, names, 0, rng, most_events=rng.choice([20, 30, 45]))


def with_card(log: Log, event: int, position: int, card: int) -> Log:
    """Return the log with another card there."""
    told = log.events[event]
    cards = (*told.cards[:position], card, *told.cards[position + 1 :])
    changed: Event = replace(told, cards=cards)
    return replace(log, events=(*log.events[:event], changed, *log.events[event + 1 :]), lines=())


def _deck_has_all(game: Game, log: Log) -> bool:
    """Return whether the deck has as many copies of each card as came off it. After a reshuffle a
    card may come again, and one that lies in the open is seen at several events."""
    if game.follow is not None or any(event.kind == RESHUFFLE for event in log.events):
        return True
    came: Counter[int] = Counter()
    turned_up: tuple[int, ...] = ()
    for event in log.events:
        if event.kind in (DEAL, DRAW):
            came.update(event.cards)
        elif event.kind == UP:
            turned_up = event.cards  # one turned up before was buried
    came.update(turned_up)
    copies = game.deck(log.ruleset).copies
    return all(count <= copies[card] for card, count in came.items())


def illegal_events(game: Game, log: Log) -> frozenset[int] | None:
    """Return the illegal events of a hand with every card named; None if a card cannot be where it
    is."""
    if not _deck_has_all(game, log):
        return None
    state = game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    hands = [Counter[int]() for _ in log.seats]
    for event in log.events:
        hand = hands[state.hand_of[event.seat] if hasattr(state, "hand_of") else event.seat]
        if event.kind in (DEAL, DRAW):
            hand.update(event.cards)
        elif event.kind in (PLAY, MATCH):
            hand.subtract(event.cards)
            if min(hand.values()) < 0:
                return None  # a replay may excuse it as a slip, but it was not there
        game.apply(state, event)
    found = [f for f in state.findings if f.verdict is Verdict.ILLEGAL]
    if any(finding.code in _IMPOSSIBLE for finding in found):
        return None
    return frozenset(finding.event for finding in found)
