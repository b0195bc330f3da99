"""Verdicts on hands with hidden cards against all the ways those cards may have lain.

One card of a whole hand is hidden. Every card of the deck is tried in its place, and each hand that
comes of it is replayed with everything known. Those in which nobody holds or draws a card that is
somewhere else are the ways the card may have been. An event is legal if it is so in all of
them, illegal if it is so in all of them, and otherwise it cannot be known.
"""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from zarleague.bots.table import play_hand
from zarleague.engine import KEYS, Game, Ruleset, RulesetError, Verdict, find, replay
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import DEAL, DRAW, MATCH, PLAY, SET_ASIDE, Event
from zarleague.engine.findings import Code
from zarleague.engine.game import Remedy
from zarleague.engine.log import Log

GAMES = [key for key in KEYS if find(key).settle_claims is not None]
_HIDDEN = frozenset({DEAL, DRAW, SET_ASIDE})
_IMPOSSIBLE = frozenset({Code.NOT_HELD, Code.NONE_LEFT})


def _rules(game: Game, rng: Random) -> Ruleset:
    """A ruleset with about a third of its options changed at random."""
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


def _hand(game: Game, seed: int) -> Log:
    """The first events of a hand that bots play, for two or more seats as the game needs."""
    rng = Random(seed)
    ruleset = _rules(game, rng)
    seats = max(2, game.seats(ruleset)[0])
    names = ["Ann", "Bob", "Cat", "Dee"][:seats]
    return play_hand(game, ruleset, names, 0, rng, most_events=rng.choice([20, 30, 45]))


def _with_card(log: Log, event: int, position: int, card: int) -> Log:
    told = log.events[event]
    cards = (*told.cards[:position], card, *told.cards[position + 1 :])
    changed: Event = replace(told, cards=cards)
    return replace(log, events=(*log.events[:event], changed, *log.events[event + 1 :]), lines=())


def _plays_what_it_got(log: Log) -> bool:
    """Whether every seat was dealt or drew the cards it plays. A replay may excuse a missing card
    as a slip; hands that seats exchange are not followed."""
    held: dict[int, Counter[int]] = {seat: Counter() for seat in range(len(log.seats))}
    if dict(log.ruleset.values).get("zero-seven", "off") != "off":
        return True
    for event in log.events:
        if event.kind in (DEAL, DRAW):
            held[event.seat].update(event.cards)
        elif event.kind in (PLAY, MATCH):
            held[event.seat].subtract(event.cards)
            if min(held[event.seat].values()) < 0:
                return False
    return True


def _illegal_events(game: Game, log: Log) -> frozenset[int] | None:
    """The illegal events of a hand with every card named; None if a card cannot be where it is."""
    if not _plays_what_it_got(log):
        return None
    state = game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    for event in log.events:
        game.apply(state, event)
    found = [f for f in state.findings if f.verdict is Verdict.ILLEGAL]
    if any(finding.code in _IMPOSSIBLE for finding in found):
        return None
    return frozenset(finding.event for finding in found)


@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("key", GAMES)
def test_a_verdict_is_that_of_all_the_ways_a_hidden_card_may_lie(key: str, block: int) -> None:
    game = find(key)
    for seed in range(25 * block, 25 * block + 25):
        log = _hand(game, seed)
        rng = Random(-seed)
        places = [
            (index, position)
            for index, event in enumerate(log.events)
            if event.kind in _HIDDEN
            for position in range(len(event.cards))
        ]
        index, position = rng.choice(places)
        deck = game.deck(log.ruleset)
        worlds = [
            illegal
            for card in range(len(deck.faces))
            if (illegal := _illegal_events(game, _with_card(log, index, position, card)))
            is not None
        ]
        judged = replay(_with_card(log, index, position, UNKNOWN))
        for event, verdict in enumerate(judged.verdicts):
            ways = {event in illegal for illegal in worlds}
            expected = {
                frozenset({False}): Verdict.LEGAL,
                frozenset({True}): Verdict.ILLEGAL,
                frozenset({False, True}): Verdict.UNKNOWN,
            }[frozenset(ways)]
            assert verdict is expected, (seed, event, log.events[event])


@pytest.mark.parametrize("key", GAMES)
def test_witnesses_agree_with_the_log_and_differ_about_the_event(key: str) -> None:
    """Each names every card and agrees with the log wherever the log names one. About the event
    the one has no illegal finding and the other has; before it neither has one that the log
    itself has not."""
    game = find(key)
    shown = 0
    for seed in range(60):
        log = _hand(game, seed)
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
                illegal = _illegal_events(game, witness)
                assert illegal is not None
                assert (event in illegal) == (witness is witnesses.illegal)
                assert {other for other in illegal if other < event} <= known
    assert shown, "some of these hands leave a question open"
