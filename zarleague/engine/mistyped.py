"""Blame the line that was mistyped, where what follows it shows that it was.

A card of which no copy is left when it is shown: that line may be wrong, or an earlier one that
named the card. An earlier one is blamed if the log fits better with its card unnamed: fewer events
are illegal then, that line included. A line out of turn stands under the wrong name if, with the
name of the seat that was in turn, at least two events less are illegal; so does a card that only
the seat before can have added. A deal has the wrong number of cards if that is so with the right
one.
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
"""The most events, and illegal ones, of a log that is looked at: one slip leaves fewer."""
MAX_CARDS: Final = 4
MAX_OTHERS: Final = 2
"""The most lines that are tried with their card unnamed, and those that are tried with another name
or number."""
_MANY: Final = 2
"""The illegal events that another name or number must save, as a real offence looks the same."""
_KINDS: Final = frozenset({PLAY, MATCH, ADD})


class Suspect(NamedTuple):
    """A line that may have been mistyped: the ``events`` with what it may have been instead, the
    ``finding`` that it has all the same, and how many illegal events fewer (``least``) there must
    be."""

    events: tuple[Event, ...]
    finding: Finding
    least: int


def illegal_events(findings: Sequence[Finding]) -> set[int]:
    """Return the events that are illegal by these findings."""
    return {finding.event for finding in findings if finding.verdict is Verdict.ILLEGAL}


def suspects(events: tuple[Event, ...], findings: Sequence[Finding]) -> Iterator[Suspect]:
    """Yield the lines that may have been mistyped; none unless there could be fewer illegal
    events."""
    if not findings or len(events) > MAX_EVENTS:
        return iter(())
    if not 2 <= len(illegal_events(findings)) <= MAX_ILLEGAL:
        return iter(())
    illegal = [finding for finding in findings if finding.verdict is Verdict.ILLEGAL]
    cards = islice(_other_cards(events, illegal), MAX_CARDS)
    return chain(cards, islice(_others(events, illegal), MAX_OTHERS))


def _other_cards(events: tuple[Event, ...], illegal: Sequence[Finding]) -> Iterator[Suspect]:
    """Yield the lines before each impossible card that have named it, the last one first."""
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
    """Yield the lines out of turn, under the name of the seat in turn, cards added by another than
    the last player, and deals of a wrong number of cards that nobody saw, with the right one."""
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
            yield Suspect(_with(events, index, other), finding, _MANY)


def _with(events: tuple[Event, ...], index: int, event: Event) -> tuple[Event, ...]:
    return (*events[:index], event, *events[index + 1 :])
