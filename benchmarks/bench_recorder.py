"""Taps an event when a hand is recorded as an onlooker sees it, over hands that bots played.

The first events of a hand are enough, since a screen is computed for each. Printed for each game:
the mean, for which 1.6 is the goal, and the share of events that took at most two taps.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from benchmarks import Figure
from zarleague.bots import play_hand
from zarleague.engine import KEYS, find
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, TABLE, Event
from zarleague.engine.log import Log
from zarleague.engine.recording import screen, shows_cards
from zarleague.engine.vocabulary import vocabulary_of

HANDS: Final = 4
EVENTS: Final = 60
SEATS: Final = ("Ann", "Bob", "Cat", "Dee")


def figures() -> Iterator[Figure]:
    """Yield two figures for each game."""
    for key in KEYS:
        counted = [taps for seed in range(HANDS) for taps in _taps_of_a_hand(key, seed)]
        mean = sum(counted) / len(counted)
        quick = sum(taps <= 2 for taps in counted) / len(counted)
        yield Figure(f"recorder, {key}: taps an event", round(mean, 2), "taps")
        yield Figure(f"recorder, {key}: events of at most two taps", round(100 * quick, 1), "%")


def _taps_of_a_hand(key: str, seed: int) -> Iterator[int]:
    game = find(key)
    played = play_hand(game, game.ruleset(), SEATS, 0, Random(seed))
    seen = tuple(game.seen_by(event, TABLE) for event in played.events)
    for index, event in enumerate(seen[:EVENTS]):
        yield taps(event, replace(played, events=seen[:index], lines=()))


def taps(event: Event, log: Log) -> int:
    """Return how many taps it takes to record *event* after *log*.

    One for a button that writes at once, two for another of its offers, one more for a seat whose
    turn it is not, and for each card that everybody sees and the offer does not know. A card that
    is not among the offers is one tap of all cards, and each further card, name or seat of its line
    one more.
    """
    shown = screen(log)
    words = vocabulary_of(log.ruleset)
    line = words.line(event, [words.quote(name) for name in log.seats])
    first = shown.acting[0] if shown.acting else 0
    other_seat = int(
        event.seat not in (TABLE, first) and words.by_kind[event.kind].subject == "seat"
    )
    where = shown.table if event.seat == TABLE else shown.buttons[event.seat]
    for offered, named in _as_offered(event, log, line):
        for button in (*where, *shown.table):
            if offered in button.offers:
                first_tap = button.at_once and offered == button.offers[0]
                return other_seat + named + (1 if first_tap else 2)
    further = (event.name != NONE) + (event.other != NONE) + len(event.more) + len(event.said)
    cards = 1 if all(card == UNKNOWN for card in event.cards) else len(event.cards)
    return other_seat + max(1, cards) + further


def _as_offered(event: Event, log: Log, line: str) -> Iterator[tuple[str, int]]:
    """Yield the lines by which an event may have been offered: *line*, which is its own, and those
    with one card unknown, two, and so on, the last cards first; with each, how many are unknown."""
    yield line, 0
    words = vocabulary_of(log.ruleset)
    names = [words.quote(name) for name in log.seats]
    if not event.more or not shows_cards(find(log.ruleset.game), event.kind):
        return
    for known in range(len(event.cards) - 1, -1, -1):
        unknown = len(event.cards) - known
        masked = replace(event, cards=event.cards[:known] + (UNKNOWN,) * unknown)
        yield words.line(masked, names), unknown
