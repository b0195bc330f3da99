"""Find lines that were probably mistyped, because later lines contradict them.

When a card is shown of which no copy is left, either that line is wrong or an earlier one that
named the card. The earlier line is a suspect: it was mistyped if fewer events are illegal, itself
included, once its card counts as unnamed. Further suspects are a line out of turn, which may name
the wrong seat, a card added by another seat than the last player, and a deal with a wrong number of
unseen cards. These were mistyped if the likely seat or number leaves at least two illegal events
fewer, as one fewer would be the same for a real offence.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import ADD, DEAL, MATCH, PLAY, Event
from zarleague.engine.findings import Code, Finding, Verdict

MAX_EVENTS: Final = 500
MAX_ILLEGAL: Final = 60
"""Limits of a log that is examined: events, and illegal ones. One slip leaves fewer."""
MAX_CARDS: Final = 4
MAX_OTHERS: Final = 2
"""The most lines tried with their card unnamed, and the most tried with another seat or number."""
LEAST_SAVED: Final = 2
"""The fewest illegal events that another seat or number must save."""
_KINDS: Final = frozenset({PLAY, MATCH, ADD})


class Suspect(NamedTuple):
    """A line that may have been mistyped: the ``events`` with the line put right, the ``finding``
    on the line, which remains, and by how many (``least``) the illegal events must decrease."""

    events: tuple[Event, ...]
    finding: Finding
    least: int


def illegal_events(findings: Sequence[Finding]) -> set[int]:
    """Return the events that are illegal by these findings."""
    return {finding.event for finding in findings if finding.verdict is Verdict.ILLEGAL}


def suspects(events: tuple[Event, ...], findings: Sequence[Finding]) -> Iterator[Suspect]:
    """Yield the suspects of a log; none if it is too long, or has one illegal event or too many."""
    if not findings or len(events) > MAX_EVENTS:
        return iter(())
    if not 2 <= len(illegal_events(findings)) <= MAX_ILLEGAL:
        return iter(())
    illegal = [finding for finding in findings if finding.verdict is Verdict.ILLEGAL]
    cards = islice(_other_cards(events, illegal), MAX_CARDS)
    return chain(cards, islice(_others(events, illegal), MAX_OTHERS))


def _other_cards(events: tuple[Event, ...], illegal: Sequence[Finding]) -> Iterator[Suspect]:
    """Yield the earlier lines that name an impossible card, the last one first."""
    tried = set()
    for finding in illegal:
        card = dict(finding.about).get("card", UNKNOWN)
        if finding.code is not Code.NONE_LEFT or card == UNKNOWN:
            continue
        for index in range(min(finding.event, len(events)) - 1, -1, -1):
            event = events[index]
            if event == events[finding.event]:
                continue  # the line stands twice
            if event.kind in _KINDS and card in event.cards and (index, card) not in tried:
                tried.add((index, card))
                cards = tuple(UNKNOWN if other == card else other for other in event.cards)
                blamed = finding._replace(event=index, decided=finding.event)
                yield Suspect(_with(events, index, replace(event, cards=cards)), blamed, 1)


def _others(events: tuple[Event, ...], illegal: Sequence[Finding]) -> Iterator[Suspect]:
    """Yield lines out of turn with the seat in turn, added cards with the last player as their
    seat, and deals of unseen cards with the right number."""
    for finding in illegal:
        index = finding.event
        event = events[index]
        about = dict(finding.about)
        due, count = about.get("due"), about.get("expected_count")
        other = event
        if finding.code is Code.OUT_OF_TURN and isinstance(due, int):
            other = replace(event, seat=due)
        elif finding.code is Code.NOT_ALLOWED and event.kind == ADD and index:
            other = replace(event, seat=events[index - 1].seat)
        elif event.kind == DEAL and isinstance(count, int) and set(event.cards) == {UNKNOWN}:
            other = replace(event, cards=(UNKNOWN,) * count)
        if other != event:
            yield Suspect(_with(events, index, other), finding, LEAST_SAVED)


def _with(events: tuple[Event, ...], index: int, event: Event) -> tuple[Event, ...]:
    return (*events[:index], event, *events[index + 1 :])
