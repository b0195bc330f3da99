"""One slip of the pen in a legal hand: what it spoils, and what the repairs offer.

Hands of four bots, every card named; one line is spoilt at random. Printed for each game and kind
of slip: the illegal events elsewhere than at that line, a hand; and how often the original line is
the first repair, or among the first three. A line counts as found although the offer
leaves cards of it unnamed: it does so only where the rest of the log does not tell them.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from benchmarks import Figure
from zarleague.bots import play_hand
from zarleague.engine import KEYS, Verdict, find, replay
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import TABLE, Event
from zarleague.engine.log import Log
from zarleague.engine.repair import Edit, EditKind, repairs

HANDS: Final = 40
SEATS: Final = ("Ann", "Bob", "Cat", "Dee")
Events = tuple[Event, ...]


class Slip(NamedTuple):
    """A spoilt hand: its events, and the index of the line that was spoilt."""

    events: Events
    event_index: int


def figures() -> Iterator[Figure]:
    """Yield three figures for each game and kind of slip."""
    for key in KEYS:
        for kind, spoil in SLIPS.items():
            yield from _figures(key, kind, spoil)


def _figures(key: str, kind: str, spoil: Callable[[Log, Random], Slip]) -> Iterator[Figure]:
    game = find(key)
    elsewhere = seen = first = among = 0
    for seed in range(HANDS):
        rng = Random(seed)
        hand = play_hand(game, game.ruleset(), SEATS, 0, rng)
        slip = spoil(hand, rng)
        spoilt = replace(hand, events=slip.events)
        illegal = {f.event for f in replay(spoilt).findings if f.verdict is Verdict.ILLEGAL}
        if not illegal:
            continue  # the log is as legal as it was
        seen += 1
        elsewhere += len(illegal - {slip.event_index})
        offers = [_mends(offer.edit, slip, hand.events) for offer in repairs(spoilt)]
        first += any(offers[:1])
        among += any(offers)
    yield Figure(f"{key}, {kind}: illegal elsewhere", elsewhere / seen, "events a hand")
    yield Figure(f"{key}, {kind}: first repair right", first / seen, "of the hands")
    yield Figure(f"{key}, {kind}: one of three right", among / seen, "of the hands")


def _mends(edit: Edit, slip: Slip, original: Events) -> bool:
    """Return whether a repair brings the original line back, apart from unnamed cards."""
    if edit.applied(slip.events) == original:
        return True
    line = original[slip.event_index]
    found = edit.event
    if edit.kind is EditKind.MISSING:
        is_there = len(original) > len(slip.events)
    else:
        is_there = edit.event_index == slip.event_index and len(original) == len(slip.events)
    return (
        is_there
        and found is not None
        and replace(found, cards=line.cards) == line
        and len(found.cards) == len(line.cards)
        and all(c in (UNKNOWN, d) for c, d in zip(found.cards, line.cards, strict=True))
    )


def _other_card(hand: Log, rng: Random) -> Slip:
    index = rng.choice([i for i, event in enumerate(hand.events) if event.cards])
    event = hand.events[index]
    place = rng.randrange(len(event.cards))
    faces = len(find(hand.ruleset.game).deck(hand.ruleset).faces)
    card = rng.choice([card for card in range(faces) if card != event.cards[place]])
    cards = (*event.cards[:place], card, *event.cards[place + 1 :])
    return Slip(_with(hand.events, index, replace(event, cards=cards)), index)


def _other_seat(hand: Log, rng: Random) -> Slip:
    index = rng.choice([i for i, event in enumerate(hand.events) if event.seat != TABLE])
    event = hand.events[index]
    seat = rng.choice([seat for seat in range(len(SEATS)) if seat != event.seat])
    return Slip(_with(hand.events, index, replace(event, seat=seat)), index)


def _left_out(hand: Log, rng: Random) -> Slip:
    index = rng.randrange(len(hand.events) - 1)
    return Slip(_with(hand.events, index), index)


def _doubled(hand: Log, rng: Random) -> Slip:
    index = rng.randrange(len(hand.events))
    return Slip(_with(hand.events, index, hand.events[index], hand.events[index]), index + 1)


def _with(events: Events, index: int, *instead: Event) -> Events:
    return (*events[:index], *instead, *events[index + 1 :])


SLIPS: Final = {
    "another card": _other_card,
    "another seat": _other_seat,
    "a line left out": _left_out,
    "a line doubled": _doubled,
}
