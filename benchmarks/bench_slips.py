"""One slip of the pen or one offence in a legal hand: what it spoils, and what the repairs offer.

Hands of four bots; one line is spoilt at random. Printed for each game and kind of slip: the
illegal events elsewhere than at that line, a hand, where every card is named and where only the
cards are that lay open; and, with every card named, how often the original line is the first
repair, or among the first three, of lines left out with hidden cards as well. An offence, after
which play went on, must be named at its line (see ``offences``). ``python -m benchmarks.bench_slips
[GAME...]`` prints a short table of slips and offences, with the time to judge the hands without a
slip.

In the figures of repairs a line counts as found although the offer leaves cards of it
unnamed: it does so only where the rest of the log does not tell them.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from string import ascii_lowercase
from time import process_time
from typing import Final, NamedTuple

from benchmarks import Figure
from benchmarks.offences import KINDS, offence
from zarleague.bots import as_recorded, play_hand
from zarleague.engine import KEYS, Verdict, find, replay
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import TABLE, Event
from zarleague.engine.log import Log, read, write
from zarleague.engine.repair import Edit, EditKind, repairs

HANDS: Final = 120
REPAIRED: Final = 40
"""The hands, the first ones, for which repairs are looked for, which takes longer."""
SEATS: Final = ("Ann", "Bob", "Cat", "Dee")
Events = tuple[Event, ...]


class Slip(NamedTuple):
    """A spoilt hand: the log, the index of the event that was spoilt, the events of the hand as it
    was, the lines of its text where a word of it cannot be read, and how many lines are wrong."""

    log: Log
    event_index: int
    original: Events
    lines: tuple[str, ...] = ()
    wrong: int = 1

    @property
    def events(self) -> Events:
        """Return the events of the spoilt log."""
        return self.log.events


def figures() -> Iterator[Figure]:
    """Yield four figures for each game and kind of slip."""
    for key in KEYS:
        for kind, spoil in SLIPS.items():
            for where, share in (("", _complete), (", hidden cards", _recorded)):
                found = [illegal_elsewhere(slip) for slip in _slips(key, spoil, share)]
                mean = sum(found) / len(found)
                yield Figure(f"{key}, {kind}{where}: illegal elsewhere", mean, "events a hand")
            yield from _repair_figures(key, kind, spoil)
        yield from _repair_figures(key, "a line left out", _left_out, _recorded)
        yield from _offence_figures(key)


def _offence_figures(key: str) -> Iterator[Figure]:
    for kind in KINDS:
        named, elsewhere, hands = offences(key, kind)
        if hands:
            yield Figure(f"{key}, {kind}: named at its line", named / hands, "of the hands")
            mean = elsewhere / hands
            yield Figure(f"{key}, {kind}: illegal elsewhere", mean, "events a hand")


def offences(key: str, kind: str, hands: int = REPAIRED) -> tuple[int, int, int]:
    """Return of hands with one offence how many name it at its line, how many other events are
    illegal in all of them, and how many hands there are."""
    named = elsewhere = found = 0
    for seed in range(hands):
        hand = offence(key, kind, seed)
        if hand is not None:
            found += 1
            verdicts = replay(hand.log).verdicts
            named += verdicts[hand.event_index] is Verdict.ILLEGAL
            others = (*verdicts[: hand.event_index], *verdicts[hand.event_index + 1 :])
            elsewhere += others.count(Verdict.ILLEGAL)
    return named, elsewhere, found


def _complete(hand: Log) -> Log:
    return hand


def _recorded(hand: Log) -> Log:
    return as_recorded(find(hand.ruleset.game), hand)


def _slips(
    key: str, spoil: Callable[[Log, Random], Slip], noted: Callable[[Log], Log], hands: int = HANDS
) -> Iterator[Slip]:
    """Yield spoilt hands, as far as they are *noted*; not those that are as legal as before."""
    game = find(key)
    for seed in range(hands):
        rng = Random(seed)
        slip = spoil(noted(play_hand(game, game.ruleset(), SEATS, 0, rng)), rng)
        if slip.log.problems or Verdict.ILLEGAL in replay(slip.log).verdicts:
            yield slip


def illegal_elsewhere(slip: Slip) -> int:
    """Return how many events are illegal beside the one that was spoilt."""
    illegal = {f.event for f in replay(slip.log).findings if f.verdict is Verdict.ILLEGAL}
    return len(illegal - {*range(slip.event_index, slip.event_index + slip.wrong)})


def _repair_figures(
    key: str,
    kind: str,
    spoil: Callable[[Log, Random], Slip],
    noted: Callable[[Log], Log] = _complete,
) -> Iterator[Figure]:
    first = among = seen = 0
    for slip in _slips(key, spoil, noted, REPAIRED):
        offers = [_mends(offer.edit, slip) for offer in repairs(slip.log, slip.lines)]
        seen += 1
        first += any(offers[:1])
        among += any(offers)
    spoilt = kind if noted is _complete else f"{kind}, hidden cards"
    yield Figure(f"{key}, {spoilt}: first repair right", first / seen, "of the hands")
    yield Figure(f"{key}, {spoilt}: one of three right", among / seen, "of the hands")


def _mends(edit: Edit, slip: Slip) -> bool:
    """Return whether a repair brings the original line back, apart from unnamed cards."""
    original = slip.original
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
    index = rng.choice(
        [i for i, event in enumerate(hand.events) if event.cards and UNKNOWN not in event.cards]
    )
    event = hand.events[index]
    place = rng.randrange(len(event.cards))
    faces = len(find(hand.ruleset.game).deck(hand.ruleset).faces)
    card = rng.choice([card for card in range(faces) if card != event.cards[place]])
    cards = (*event.cards[:place], card, *event.cards[place + 1 :])
    return Slip(_with(hand, index, replace(event, cards=cards)), index, hand.events)


def _other_seat(hand: Log, rng: Random) -> Slip:
    index = rng.choice([i for i, event in enumerate(hand.events) if event.seat != TABLE])
    event = hand.events[index]
    seat = rng.choice([seat for seat in range(len(SEATS)) if seat != event.seat])
    return Slip(_with(hand, index, replace(event, seat=seat)), index, hand.events)


def _left_out(hand: Log, rng: Random) -> Slip:
    index = rng.randrange(len(hand.events) - 1)
    return Slip(_with(hand, index), index, hand.events)


def _exchanged(hand: Log, rng: Random) -> Slip:
    """Exchange a line with the one after it."""
    events = hand.events
    pairs = [i for i in range(len(events) - 1) if events[i] != events[i + 1]]
    index = rng.choice(pairs)
    turned = (*events[:index], events[index + 1], events[index], *events[index + 2 :])
    return Slip(replace(hand, events=turned), index, hand.events, wrong=2)


def _doubled(hand: Log, rng: Random) -> Slip:
    index = rng.randrange(len(hand.events))
    twice = _with(hand, index, hand.events[index], hand.events[index])
    return Slip(twice, index + 1, hand.events)


def _misspelt(hand: Log, rng: Random) -> Slip:
    """Change, leave out or exchange a letter of a word so that the line cannot be read as it is."""
    lines = write(hand).splitlines()
    header = len(lines) - len(hand.events)
    while True:
        index = rng.randrange(len(hand.events))
        words = lines[header + index].split()
        place = rng.randrange(len(words))
        word = words[place]
        at = rng.randrange(len(word))
        letters = (rng.choice(ascii_lowercase), "", word[at + 1 : at + 2] + word[at])
        end = at + 2 if (letter := rng.choice(letters)) == letters[2] else at + 1
        words[place] = word[:at] + letter + word[end:]
        spoilt = (*lines[: header + index], " ".join(words), *lines[header + index + 1 :])
        log = read("\n".join(spoilt))
        if log.problems:
            return Slip(log, index, hand.events, spoilt)


def _with(hand: Log, index: int, *instead: Event) -> Log:
    return replace(hand, events=(*hand.events[:index], *instead, *hand.events[index + 1 :]))


SLIPS: Final = {
    "another card": _other_card,
    "another seat": _other_seat,
    "a line left out": _left_out,
    "a line doubled": _doubled,
    "a word misspelt": _misspelt,
    "two lines exchanged": _exchanged,
}


def main(keys: Sequence[str]) -> None:
    """Print the short table: illegal events elsewhere, offences named, and speed."""
    for key in keys:
        for kind, spoil in SLIPS.items():
            shares = []
            for share in (_complete, _recorded):
                began = process_time()
                found = [illegal_elsewhere(slip) for slip in _slips(key, spoil, share)]
                mean = sum(found) / max(len(found), 1)
                spent = 1000 * (process_time() - began) / max(len(found), 1)
                shares.append(f"{mean:5.2f} (most {max(found, default=0):2}, {spent:4.0f} ms)")
            print(f"{key:14}{kind:26}", *shares, flush=True)
        for kind in KINDS:
            named, elsewhere, hands = offences(key, kind)
            if hands:
                rest = f"{elsewhere / hands:5.2f} illegal elsewhere"
                print(f"{key:14}{kind:26} named {named:3} of {hands:3}, {rest}", flush=True)
        game = find(key)
        logs = [play_hand(game, game.ruleset(), SEATS, 0, Random(seed)) for seed in range(HANDS)]
        best = min(_judging(logs) for _ in range(5))
        print(f"{key:14}a clean log: {best:.2f} µs an event", flush=True)


def _judging(logs: Sequence[Log]) -> float:
    """Return the microseconds to judge an event of these logs."""
    began = process_time()
    for log in logs:
        replay(log)
    return 1e6 * (process_time() - began) / sum(len(log.events) for log in logs)


if __name__ == "__main__":
    main(sys.argv[1:] or KEYS)
