"""The conformance kit: properties that every game must have, checked on hands the bots play.

``test_conformance`` runs it. Each check takes the game and a whole, legal log of it in which every
card is named. For a long run over one game: ``python -m tests.engine.conformance zar 5000``.
"""

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product
from random import Random
from string import Formatter
from typing import Any

from zarleague.bots import as_recorded, play_hand
from zarleague.engine import Remedy, Verdict, find, observe, read, replay, write
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.entry import EntryCode
from zarleague.engine.event import (
    ACCUSE,
    ASK,
    CATCH,
    CLOSE,
    DEAL,
    DRAW,
    MATCH,
    NONE,
    RESHUFFLE,
    SWAP,
    TABLE,
    UP,
    Event,
)
from zarleague.engine.finding_sentences import templates
from zarleague.engine.findings import Finding
from zarleague.engine.game import Game
from zarleague.engine.log import Log
from zarleague.engine.replay import Replay
from zarleague.engine.ruleset import Ruleset
from zarleague.engine.view import SeatView, TableView

NAMES = (
    *("Ann", "Bob", "Cat", "Dee", "Eve", "Flo", "Gus"),
    *("Hal", "Ida", "Jon", "Kit", "Lea", "Max", "Nan"),
)
READY: dict[str, dict[str, str]] = {"uno-golf": {"action-points-confirmed": "yes"}}
"""Options without which a game's hands cannot be scored, by game."""


def tables(game: Game) -> Iterator[tuple[Ruleset, int]]:
    """Every preset with every number of players."""
    for preset in game.presets:
        ruleset = game.ruleset(preset.key, READY.get(game.key))
        least, most = game.seats(ruleset)
        for seats in range(least, most + 1):
            yield ruleset, seats


def deal(game: Game, ruleset: Ruleset, seats: int, seed: object) -> Log:
    """A hand played by bots; the seed decides everything."""
    rng = Random(f"{game.key} {ruleset.preset} {seats} {seed}")
    return play_hand(game, ruleset, NAMES[:seats], rng.randrange(seats), rng)


def deal_under_any_rules(game: Game, rng: Random) -> Log:
    """A hand under any alternatives of all options at once, with any number of players."""
    values = {}
    for option in game.options:
        choices = [value for value, _ in option.choices]
        values[option.key] = rng.choice(
            choices or [option.initial, str(option.least), str(min(option.most, option.least + 2))]
        )
    ruleset = game.ruleset("", values | READY.get(game.key, {}))
    return deal(game, ruleset, rng.randint(*game.seats(ruleset)), rng.random())


def start(game: Game, log: Log, remedy: Remedy = Remedy.RULED) -> Any:
    return game.start(log.ruleset, len(log.seats), log.dealer, remedy)


def check_plays_out(game: Game, log: Log) -> None:
    """A hand played through ``legal`` ends, is legal throughout, and its points are known; its
    text reads back as the same log."""
    judged = replay(log, steps=True)
    assert judged.findings == (), write(log)
    check_debts_can_be_told(game, judged.steps)
    assert judged.over
    assert None not in judged.points
    assert read(write(log)) == log


def check_entry_agrees(game: Game, log: Log) -> None:
    """The end of the hand, entered on a form, has the same points."""
    state = start(game, log)
    for event in log.events:
        game.apply(state, event)
    entry = game.entry_of(state)
    assert entry is not None
    checked = game.check(log.ruleset, entry)
    if any(finding.code is EntryCode.NOT_CONFIRMED for finding in checked.findings):
        assert checked.points is None
        return
    assert checked.points == game.points(state), (entry, checked)


def held(seat: SeatView) -> int:
    """Cards of a seat, wherever it keeps them."""
    beside = sum(len(column) for column in seat.grid) + sum(pile.size for pile in seat.piles)
    return len(seat.cards) + seat.unknown + beside


def check_cards_are_conserved(game: Game, log: Log) -> None:
    """At every step all cards of the deck lie somewhere, and no card more often than it exists."""
    deck = game.deck(log.ruleset)
    for step in replay(log, steps=True).steps:
        total = sum(pile.size for pile in step.piles) + sum(map(held, step.seats))
        assert total == deck.size
        located = [card for seat in step.seats for card in seat.cards]
        piles = [*step.piles, *(pile for seat in step.seats for pile in seat.piles)]
        located += [card for pile in piles for card in pile.cards]
        located += [cell.card for seat in step.seats for column in seat.grid for cell in column]
        for card, copies in enumerate(deck.copies):
            assert located.count(card) <= copies


def check_prefix_replays_to_a_prefix(game: Game, log: Log, rng: Random) -> None:
    """In a legal log, the findings on an event do not depend on later events."""
    whole = replay(log, steps=True)
    cut = rng.randrange(len(log.events) + 1)
    part = replay(Log(log.ruleset, log.seats, log.dealer, log.events[:cut]), steps=True)
    assert part.verdicts == whole.verdicts[:cut]
    assert part.steps == whole.steps[: cut + 1]


def check_seats_can_be_renamed(game: Game, log: Log, rng: Random) -> None:
    """Only the places relative to the dealer matter: turning the table turns the points."""
    seats = len(log.seats)
    turn = rng.randrange(1, seats)
    several = {verb.kind for verb in game.verbs if verb.seats[1] > 1}

    def turned(event: Event) -> Event:
        seat = event.seat if event.seat == TABLE else (event.seat + turn) % seats
        other = event.other if event.other == NONE else (event.other + turn) % seats
        more = event.more
        if event.kind in several:
            more = tuple((number + turn) % seats for number in more)
        return replace(event, seat=seat, other=other, more=more)

    events = tuple(map(turned, log.events))
    judged = replay(Log(log.ruleset, log.seats, (log.dealer + turn) % seats, events))
    points = replay(log).points
    assert judged.findings == ()
    assert judged.points == tuple(points[(seat - turn) % seats] for seat in range(seats))


def check_hiding_makes_nothing_illegal(game: Game, log: Log, rng: Random) -> None:
    """A viewer who saw less never sees a rule broken, and one who saw more knows no less: events
    legal to the onlooker are legal to everybody."""
    whole = replay(log).verdicts
    onlooker = replay(as_recorded(game, log, left=False)).verdicts
    viewer = rng.randrange(len(log.seats))
    player = replay(as_recorded(game, log, viewer, left=False)).verdicts
    for least, more in ((onlooker, player), (player, whole)):
        for before, after in zip(least, more, strict=True):
            assert before is not Verdict.ILLEGAL
            assert before is Verdict.UNKNOWN or after is Verdict.LEGAL
    shown = replay(as_recorded(game, log))
    assert Verdict.ILLEGAL not in shown.verdicts
    assert shown.points == replay(log).points


def hidden(log: Log, share: float, rng: Random, among: Collection[int] = ()) -> Log:
    """The log with some of its cards unnamed; only in events of *kinds*, if any are given."""
    events = tuple(
        replace(event, cards=tuple(c if rng.random() >= share else UNKNOWN for c in event.cards))
        if not among or event.kind in among
        else event
        for event in log.events
    )
    return replace(log, events=events)


def check_hiding_cards_only_opens_questions(
    whole: Log, share: float, rng: Random, among: Collection[int] = ()
) -> None:
    """Hiding a card makes no legal event illegal; naming a card makes no legal event, and no known
    points, uncertain.

    Where cards are followed one by one, what comes after an open event is believed unless a way is
    found in which it was not right; with fewer cards hidden more ways are tried.
    """
    believes = find(whole.ruleset.game).follow is not None
    less = hidden(whole, share, rng, among)
    least = hidden(less, share, rng, among)
    judged = [replay(log) for log in (whole, less, least)]
    for more, fewer in pairwise(judged):
        after_open = False
        for known, unknown in zip(more.verdicts, fewer.verdicts, strict=True):
            assert unknown is not Verdict.ILLEGAL
            after_open = after_open or (believes and unknown is Verdict.UNKNOWN)
            assert unknown is Verdict.UNKNOWN or known is Verdict.LEGAL or after_open
        for known, unknown in zip(more.points, fewer.points, strict=True):
            assert unknown in (None, known)


def check_observers_see_no_hidden_card(game: Game, log: Log, rng: Random) -> None:
    """No viewer sees cards that others were dealt or drew before they lie open."""
    step = rng.randrange(len(log.events) + 1)
    viewer = rng.randrange(-1, len(log.seats))
    seen = observe(log, step, viewer)
    opened = {card for event in log.events[:step] for card in game.seen_by(event, viewer).cards}
    for seat in seen.seats:
        assert set(seat.cards) <= opened


def candidates(game: Game, log: Log, seats: Sequence[int], rng: Random) -> list[Event]:
    """Possible events: every verb of a play with every card, pair and name, and a sample of the
    operands where there are many."""
    deck = game.deck(log.ruleset)
    words = range(len(game.words(log.ruleset)))
    found: list[Event] = [Event(CLOSE), Event(RESHUFFLE)]
    for verb in game.verbs:
        if not (verb.subject == "seat" and DRAW <= verb.kind <= SWAP and verb.kind != RESHUFFLE):
            continue
        faces = [(UNKNOWN,)] if verb.kind == DRAW else [(card,) for card in range(len(deck.faces))]
        groups = [
            face * count
            for face in faces
            for count in range(verb.cards[0], min(verb.cards[1], 3) + 1)
        ] or [()]
        names = [NONE, *words] if verb.names[1] else [NONE]
        others = [*range(len(log.seats))] if verb.seats[1] == 1 else [NONE]
        numbers = _numbers(verb.numbers, rng)
        every = list(product(seats, dict.fromkeys(groups), names, others, numbers))
        for seat, cards, name, other, more in rng.sample(every, min(len(every), 60)):
            found.append(Event(verb.kind, seat, cards, name, other, more))
    return found


def _numbers(wanted: tuple[int, int], rng: Random) -> list[tuple[int, ...]]:
    least, most = wanted
    if not most:
        return [()]
    return [
        tuple(rng.choice((1, 2, 3, 11, 12, 13, 21, 22, 23, 31, 32, 33)) for _ in range(count))
        for count in range(least, most + 1)
        for _ in range(4)
    ]


def covers(offered: Event, event: Event) -> bool:
    """Whether an offered event is this one; its unknown cards may be any."""
    if len(offered.cards) != len(event.cards) or replace(offered, cards=event.cards) != event:
        return False
    return all(a in (UNKNOWN, b) for a, b in zip(offered.cards, event.cards, strict=True))


def check_legal_and_apply_agree(game: Game, log: Log, rng: Random, steps: int = 3) -> None:
    """At some steps of the hand, every offered event applies without a finding, and every other
    event has one, under any remedy."""
    chosen = set(rng.sample(range(len(log.events)), min(steps, len(log.events))))
    state = start(game, log, rng.choice(list(Remedy)))
    for step, event in enumerate(log.events):
        if step in chosen:
            _check_at(game, log, state, rng)
        game.apply(state, event)


def _check_at(game: Game, log: Log, state: Any, rng: Random) -> None:
    seats = range(len(log.seats))
    offered = [event for seat in (TABLE, *seats) for event in game.legal(state, seat)]
    assert len(set(offered)) == len(offered)
    assert {event.seat for event in offered if _is_besides_the_turn(game, state, event)} <= set(
        game.alert(state)
    )
    for event in offered:
        if event.kind in (UP, DEAL) or (UNKNOWN in event.cards and event.kind != DRAW):
            continue  # what comes up decides
        assert not findings_of(game, state, event), (event, write(log))
    for event in candidates(game, log, seats, rng):
        if not any(covers(legal, event) for legal in offered if legal.kind == event.kind):
            assert findings_of(game, state, event), (event, offered, write(log))


def _is_besides_the_turn(game: Game, state: Any, event: Event) -> bool:
    """Whether an event is one of those that `alert` promises to name the seat of."""
    out_of_turn = event.kind == MATCH and event.seat not in game.acting(state)
    return out_of_turn or event.kind in (ASK, CATCH, ACCUSE)


def findings_of(game: Game, state: Any, event: Event) -> list[Finding]:
    """The findings if *event* happened now."""
    twin = state.copy()
    before = len(twin.findings)
    game.apply(twin, event)
    found = list(twin.findings[before:])
    check_findings_can_be_told(game, found)
    return found


FACTS = {
    *(name for text in templates() for _, name, _, _ in Formatter().parse(text) if name),
    *("seat", "remedy"),
}
"""The facts a finding may carry: those of the sentences, the seats concerned, and the remedy."""


def check_findings_can_be_told(game: Game, findings: Iterable[Finding]) -> None:
    """A finding names a rule of the rulebook, and its facts can be put in words."""
    for finding in findings:
        assert finding.rule in {"log", *game.rules}, finding
        assert FACTS.issuperset(key for key, _ in finding.about), finding


def check_spoilt_logs_are_found(game: Game, log: Log, rng: Random) -> None:
    """An illegal event put into a legal log is found at that event, and nothing before it."""
    at = rng.randrange(len(log.events))
    state = start(game, log)
    for event in log.events[:at]:
        game.apply(state, event)
    seats = range(len(log.seats))
    offered = [event for seat in (TABLE, *seats) for event in game.legal(state, seat)]
    spoils = [
        event
        for event in candidates(game, log, seats, rng)
        if not any(covers(legal, event) for legal in offered)
    ]
    spoil = rng.choice(spoils)
    events = (*log.events[:at], spoil, *log.events[at:])
    judged = replay(Log(log.ruleset, log.seats, log.dealer, events))
    assert judged.findings[0].event == at


def judged_by_hand(text: str, remedy: Remedy = Remedy.RULED) -> Replay:
    """A log written in a test, judged with the table at every step; all of it can be told."""
    log = read(text)
    assert not log.problems, log.problems
    judged = replay(log, remedy=remedy, steps=True)
    game = find(log.ruleset.game)
    check_findings_can_be_told(game, judged.findings)
    check_debts_can_be_told(game, judged.steps)
    return judged


def check_debts_can_be_told(game: Game, steps: Iterable[TableView]) -> None:
    """Every debt at every step names a rule of the rulebook."""
    owed = {debt.rule for step in steps for seat in step.seats for debt in seat.debts}
    assert owed <= game.rules.keys(), owed


def check(game: Game, log: Log, rng: Random) -> None:
    """Run all checks on one hand."""
    check_plays_out(game, log)
    check_entry_agrees(game, log)
    check_cards_are_conserved(game, log)
    check_prefix_replays_to_a_prefix(game, log, rng)
    check_seats_can_be_renamed(game, log, rng)
    check_hiding_makes_nothing_illegal(game, log, rng)
    check_observers_see_no_hidden_card(game, log, rng)
    check_legal_and_apply_agree(game, log, rng)
    check_spoilt_logs_are_found(game, log, rng)


def main(key: str, hands: int) -> None:
    """Run the kit on many hands of one game, spread over all its tables."""
    game = find(key)
    every = list(tables(game))
    events = 0
    for number in range(hands):
        ruleset, seats = every[number % len(every)]
        log = deal(game, ruleset, seats, number)
        check(game, log, Random(number))
        events += len(log.events)
    for number in range(hands // 4):
        rng = Random(f"{key} {number}")
        log = deal_under_any_rules(game, rng)
        check(game, log, rng)
        events += len(log.events)
    print(f"{key}: {hands + hands // 4} hands, {events} events")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
