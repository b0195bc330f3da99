"""Answer from the whole log the questions that a replay leaves open.

Counting cards while the log is replayed comes first and settles most. What it leaves open are
*claims*: "at this event the hand held none of these cards". For each claim two assignments are
looked for, one in which it is true and one in which it is false. If only one kind exists the
claim is settled; if both do, they are its witnesses.

Where no assignment exists at all, the first event after which there is none had a card that cannot
have been there. It is illegal, and what follows it is not used to prove anything.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from typing import Any, Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.deduction.assignment import Assignment, Question, Search, TooHard
from zarleague.engine.deduction.collect import movements_of
from zarleague.engine.deduction.supply import (
    Demand,
    Hidden,
    Movement,
    NotExact,
    Played,
    Shown,
    hidden_cards,
)
from zarleague.engine.event import MATCH, PLAY, RESHUFFLE, TABLE, Event
from zarleague.engine.findings import Verdict
from zarleague.engine.game import Game
from zarleague.engine.log import Log
from zarleague.engine.open_questions import OpenClaim

_CARDS_OF: Final = attrgetter("cards")
_EVENT_OF: Final = attrgetter("event")
Held = tuple[int, int]
"""A hand and a card in it."""
MAX_EVENTS: Final = 500
MAX_PLACES: Final = 400
"""The most events and cards in hands of a log that is examined; a hand has about a hundred."""
MAX_CLAIMS: Final = 60
"""The most open claims of one log that are examined, oldest first."""


class ClaimResult(NamedTuple):
    """The result for one claim.

    ``true`` says whether the hand held none of the cards, None if both are possible. ``settled_by``
    is the event that settled it, -1 if none did. ``witnesses`` are the log with every hidden card
    named, first with the claim true, then with it false; None for a settled claim.
    """

    claim: OpenClaim
    true: bool | None
    settled_by: int
    witnesses: tuple[Log, Log] | None


class Deduction(NamedTuple):
    """The result for a whole log: the answers to its open claims, and the events that named a card
    which cannot have been there, with the first such card.
    """

    answers: tuple[ClaimResult, ...]
    impossible: tuple[tuple[int, int], ...]


NOTHING_DEDUCED: Final = Deduction((), ())
"""The result for a log that names every card, is too long, or has unnamed plays."""


def deduce(game: Game, log: Log, claims: Sequence[OpenClaim]) -> Deduction:
    """Return what *log* proves about the *claims* that its replay left open."""
    if len(log.events) > MAX_EVENTS or not _hides_cards(log.events):
        return NOTHING_DEDUCED
    if not claims and not _is_reshuffled(log.events):
        return NOTHING_DEDUCED  # counting has found what cannot be
    try:
        movements = movements_of(game, log)
        copies = game.deck(log.ruleset).copies
        hidden = hidden_cards(copies, movements)
        if len(hidden.places) > MAX_PLACES:
            return NOTHING_DEDUCED
        impossible = hidden.missing[:]
        if Search(hidden).exists() is None:
            first = _first(movements, copies, 0, lambda search: search.exists() is None)
            impossible += _first_card(movements[: first + 1], copies)
            movements = movements[:first]
            hidden = hidden_cards(copies, movements)
    except (NotExact, TooHard):
        return NOTHING_DEDUCED
    last = movements[-1].event if movements else -1
    asked = [claim for claim in claims[:MAX_CLAIMS] if claim.event <= last]
    search = Search(hidden, [_question(claim) for claim in asked])
    found = [_answer(log, claim, search, movements, copies) for claim in asked]
    answers = [answer for answer in found if answer is not None]
    return Deduction(tuple(answers), tuple(impossible))


def possible_plays(game: Game, log: Log, state: Any, plays: Sequence[Event]) -> list[Event]:
    """Return those of the *plays* after *log* that its hidden cards allow, *state* being the state
    after it. Counting tells that until a reshuffle; then a hand may have no place that came from a
    supply with the card. All stay where that cannot be told."""
    doubted = any(finding.verdict is Verdict.ILLEGAL for finding in state.findings)
    if doubted or state.reading_count > 1 or len(log.events) > MAX_EVENTS:
        return list(plays)
    if not _is_reshuffled(log.events):
        return list(plays)
    try:
        movements = movements_of(game, log)
        copies = game.deck(log.ruleset).copies
        hidden = hidden_cards(copies, movements)
        if len(hidden.places) > MAX_PLACES or hidden.missing:
            return list(plays)
        found = Search(hidden).exists()
    except (NotExact, TooHard):
        return list(plays)
    if found is None:
        return list(plays)
    held = [_held_in(hidden, found)]
    possible: dict[tuple[int, tuple[int, ...]], bool] = {}
    hand_of = getattr(state, "hand_of", range(state.seats))
    for event in plays:
        if event.cards and UNKNOWN not in event.cards and event.kind in (PLAY, MATCH):
            key = hand_of[event.seat], tuple(sorted(event.cards))
            if key not in possible:
                possible[key] = _is_possible(hidden, *key, held, len(log.events))
    return [
        event
        for event in plays
        if event.seat == TABLE
        or possible.get((hand_of[event.seat], tuple(sorted(event.cards))), True)
    ]


def _is_possible(
    hidden: Hidden, hand: int, cards: tuple[int, ...], held: list[Counter[Held]], event: int
) -> bool:
    """Return whether a hand may hold these cards together. *held* are ways in which the cards may
    lie, to which those found here are added."""
    wanted = Counter((hand, card) for card in cards)
    if any(wanted <= way for way in held):
        return True
    played = [Demand(hand, event, position, card) for position, card in enumerate(cards)]
    more = replace(hidden, demands=[*hidden.demands, *played])
    try:
        found = Search(more).exists()
    except TooHard:
        return True
    if found is None:
        return False
    held.append(_held_in(hidden, found))
    return True


def _held_in(hidden: Hidden, found: Assignment) -> Counter[Held]:
    """Return how often each hand holds each card after all events, as an assignment has it."""
    gone = {found.place_of[number] for number in range(len(hidden.demands))}
    return Counter(
        (place.hand, found.cards[number])
        for number, place in enumerate(hidden.places)
        if number not in gone
    )


def _hides_cards(events: Iterable[Event]) -> bool:
    """Return whether a card of the events is not named. Every replay asks, so no loop in Python."""
    return UNKNOWN in chain.from_iterable(map(_CARDS_OF, events))


def _is_reshuffled(events: Iterable[Event]) -> bool:
    return any(event.kind == RESHUFFLE for event in events)


def _question(claim: OpenClaim) -> Question:
    is_draw = claim.drawn_at >= 0
    event = claim.drawn_at if is_draw else claim.event
    return Question(claim.hand, event, claim.breaking, is_draw)


def _answer(
    log: Log, claim: OpenClaim, search: Search, movements: list[Movement], copies: Sequence[int]
) -> ClaimResult | None:
    """Return the answer to a claim, None if the limit of the search is reached."""
    question = _question(claim)
    begin = bisect_left(movements, claim.event, key=_EVENT_OF)
    try:
        true = search.with_none(question)
        false = search.with_one(question)
        if true is not None and false is not None:
            hidden = search.hidden
            witnesses = (_witness(log, hidden, true), _witness(log, hidden, false))
            return ClaimResult(claim, None, -1, witnesses)
        if true is not None:
            first = _first(movements, copies, begin, lambda s: s.with_one(question) is None)
        elif false is not None:
            first = _first(movements, copies, begin, lambda s: s.with_none(question) is None)
        else:
            return None
    except TooHard:
        return None
    return ClaimResult(claim, true is not None, movements[first].event, None)


def _first(
    movements: Sequence[Movement],
    copies: Sequence[int],
    begin: int,
    proves: Callable[[Search], bool],
) -> int:
    """Return the index of the first movement from *begin* on after which *proves* holds. It must
    hold after the last."""
    least, most = begin, len(movements) - 1
    while least < most:
        middle = (least + most) // 2
        if proves(Search(hidden_cards(copies, movements[: middle + 1]))):
            most = middle
        else:
            least = middle + 1
    return least


def _first_card(movements: list[Movement], copies: Sequence[int]) -> list[tuple[int, int]]:
    """Return the event and the first card of the last of *movements*, after which there is no
    assignment, that leave none; nothing if it names no card."""
    *before, last = movements
    if not isinstance(last, Played | Shown):
        return []
    least, most = 1, len(last.cards)
    while least < most:
        middle = (least + most) // 2
        shorter = last._replace(cards=last.cards[:middle])
        if Search(hidden_cards(copies, [*before, shorter])).exists() is None:
            most = middle
        else:
            least = middle + 1
    return [(last.event, last.cards[least - 1])] if last.cards else []


def _witness(log: Log, hidden: Hidden, assignment: Assignment) -> Log:
    """Return the log with the cards of an assignment named."""
    named: dict[int, list[int]] = {}
    for place, card in zip(hidden.places, assignment.cards, strict=True):
        if place.card == UNKNOWN:
            cards = named.setdefault(place.event, list(log.events[place.event].cards))
            cards[place.position] = card
    for number, demand in enumerate(hidden.demands):
        if demand.card == UNKNOWN:
            cards = named.setdefault(demand.event, list(log.events[demand.event].cards))
            cards[demand.position] = assignment.cards[assignment.place_of[number]]
    events = tuple(
        replace(event, cards=tuple(named[index])) if index in named else event
        for index, event in enumerate(log.events)
    )
    return replace(log, events=events)


class Witnesses(NamedTuple):
    """Two logs that agree with the replayed one and name every hidden card: in ``legal`` the event
    breaks no rule, in ``illegal`` it does. Neither has an illegal event that the log has no finding
    on."""

    legal: Log
    illegal: Log
