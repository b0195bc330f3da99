"""Name the hidden cards of a log one after the other, and see what becomes of its open events.

This is for games whose cards are followed one by one (:mod:`zarleague.engine.deduction.followed`).
An event that cannot be judged depends on hidden cards that lay open on the table before it. With
these named, the nearest first, a replay soon judges the event whatever the others are. A way in
which it is legal and one in which it is not are its witnesses; if there is no way of one kind, it
is settled. What follows from an event may be open as well although counting believed the event:
that shows in the ways found.

The trials of one log cost at most ``MOST_WORK``; what is open then stays undecided.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.deduction.faces import Faces, Uncertain
from zarleague.engine.deduction.followed import Followed, FollowedCard
from zarleague.engine.deduction.witnesses import Witnesses
from zarleague.engine.event import ADD, DEAL, DRAW, PUT, TURN, Event
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.game import Game, Remedy
from zarleague.engine.log import Log

MOST_EVENTS: Final = 500
"""The most events of a log that is examined."""
MOST_WORK: Final = 12_000
"""The work on one log: events judged, ``COPY_WORK`` for copying a state and ``FACES_WORK`` for
looking for the faces of all cards."""
COPY_WORK: Final = 10
FACES_WORK: Final = 10
_IMPOSSIBLE: Final = frozenset({Code.NOT_HELD, Code.NONE_LEFT, Code.NOT_THERE})
"""Findings on a card that cannot be where a log has it."""
_HIDES: Final = frozenset({DEAL, ADD, DRAW})
"""Events whose cards nobody at the table sees."""


class Trials(NamedTuple):
    """The result for one log: the verdicts of settled events; findings on events that counting
    called legal and that cannot be judged; and the witnesses of open events."""

    settled: dict[int, Verdict]
    doubted: list[Finding]
    witnesses: dict[int, Witnesses]


_NOTHING: Final = Trials({}, [], {})


class _LimitReached(Exception):
    """The work on a log is done; what was found counts."""


class _Way(NamedTuple):
    """One way in which the hidden cards may have lain: the cards, their faces, and the first
    finding on each event that is illegal then."""

    cards: Sequence[FollowedCard]
    faces: Sequence[int]
    illegal: dict[int, Finding]

    def verdict(self, event: int) -> Verdict:
        """Return the verdict that the event has in this way."""
        return Verdict.ILLEGAL if event in self.illegal else Verdict.LEGAL

    def log(self, log: Log) -> Log:
        """Return *log* with every card named."""
        named = {index: list(event.cards) for index, event in enumerate(log.events)}
        for card, face in zip(self.cards, self.faces, strict=True):
            for index, position in card.mentions:
                named[index][position] = face
        return replace(
            log,
            events=tuple(
                replace(event, cards=tuple(named[index])) if UNKNOWN in event.cards else event
                for index, event in enumerate(log.events)
            ),
        )


def try_faces(game: Game, log: Log, findings: Sequence[Finding]) -> Trials:
    """Return what the faces of hidden cards make of the events that *findings* leave open."""
    open_events = sorted({f.event for f in findings if f.verdict is Verdict.UNKNOWN})
    if not open_events or game.follow is None or len(log.events) > MOST_EVENTS:
        return _NOTHING
    if any(f.code in _IMPOSSIBLE and f.verdict is Verdict.ILLEGAL for f in findings):
        return _NOTHING
    orders = game.follow(_start(game, log), log.events)
    if not orders:
        return _NOTHING
    ways: list[_Way] = []
    budget = _Budget()
    searches = [_TrialSearch(game, log, followed, ways, budget) for followed in orders]
    settled = {}
    try:
        for event in open_events:
            for search in searches:
                search.run(event)
            verdicts = {way.verdict(event) for way in ways}
            if len(verdicts) == 1 and all(search.is_complete for search in searches):
                settled[event] = verdicts.pop()
        for search in searches:
            search.vary()
    except _LimitReached:
        pass
    judged = {finding.event for finding in findings if finding.verdict is not Verdict.LEGAL}
    doubted = [f for f in _illegal_in_one(ways) if f.event not in judged]
    asked = {*open_events, *(finding.event for finding in doubted)}
    return Trials(settled, doubted, _witnesses(log, ways, sorted(asked)))


def _illegal_in_one(ways: Sequence[_Way]) -> list[Finding]:
    """Return findings, as unknown, on the events that are illegal in one of the ways and legal in
    another."""
    found: dict[int, Finding] = {}
    for way in ways:
        for event, finding in way.illegal.items():
            if event not in found and any(event not in other.illegal for other in ways):
                found[event] = Finding(event, Verdict.UNKNOWN, finding.code, finding.rule)
    return list(found.values())


def _witnesses(log: Log, ways: Sequence[_Way], events: Sequence[int]) -> dict[int, Witnesses]:
    """Return the witnesses of those of *events* that are legal in one way and illegal in
    another."""
    logs: dict[int, Log] = {}

    def log_of(number: int) -> Log:
        if number not in logs:
            logs[number] = ways[number].log(log)
        return logs[number]

    witnesses = {}
    for event in events:
        number_of = {way.verdict(event): number for number, way in enumerate(ways)}
        if len(number_of) > 1:
            legal, illegal = number_of[Verdict.LEGAL], number_of[Verdict.ILLEGAL]
            witnesses[event] = Witnesses(log_of(legal), log_of(illegal))
    return witnesses


class _Budget:
    """The work done on a log."""

    def __init__(self) -> None:
        self.work = 0

    def spend(self, work: int) -> None:
        """Add to the work; raise _LimitReached if it was too much already."""
        if self.work > MOST_WORK:
            raise _LimitReached
        self.work += work


class _TrialSearch:
    """The search for ways, where cleared columns were laid in one order.

    ``hidden`` are the cards that lay open and have no face, and ``first`` the first event that
    mentions one of them. ``known`` are the faces of all cards as they are tried now, and ``events``
    the events with these faces. ``is_complete`` says that no way was overlooked so far.
    """

    def __init__(
        self, game: Game, log: Log, followed: Followed, ways: list[_Way], budget: _Budget
    ) -> None:
        self.game = game
        self.log = log
        self.cards = followed.cards
        self.ways = ways
        self.budget = budget
        deck = game.deck(log.ruleset)
        kinds = [face.kind for face in deck.faces]
        self.order = _of_each_kind_first(kinds)
        self.kinds = len(set(kinds))
        self.faces = Faces(followed, deck.copies)
        self.known = [card.face for card in self.cards]
        self.events = list(log.events)
        for number, card in enumerate(self.cards):
            self._name(number, card.face)
        self.hidden = [
            number
            for number, card in enumerate(self.cards)
            if card.face == UNKNOWN
            and any(log.events[index].kind not in _HIDES for index, _ in card.mentions)
        ]
        self.first = min((self.cards[n].mentions[0][0] for n in self.hidden), default=0)
        self.has_run = False
        self.is_complete = True
        self.starts: dict[int, Any] = {}

    def run(self, event: int) -> None:
        """Look for ways until there are two verdicts on an open event.

        Where one card is all that is hidden, all its faces are tried at once.
        """
        if len(self.hidden) > 1:
            self._judge(event, self._by_weight(event), 0, self.first)
        elif not self.has_run:
            self._try_every_face()

    def _try_every_face(self) -> None:
        self.has_run = True
        for number in self.hidden:
            for face in self.order:
                self.known[number] = face
                self._name(number, face)
                self._add_way()
        if not self.hidden:
            self._add_way()

    def vary(self) -> None:
        """Look for more ways that differ from one found in the kind of one card."""
        if len(self.hidden) < 2:
            return
        for way in [way for way in self.ways if way.cards is self.cards]:
            for number in self.hidden:
                for face in self.order[: self.kinds]:
                    for other in self.hidden:
                        self.known[other] = face if other == number else way.faces[other]
                    self._add_way()

    def _judge(self, event: int, hidden: Sequence[int], named: int, since: int) -> None:
        """Replay the log as it is named now; *since* is the first event that has a card named by
        trial. If *event* stays open, name the next of the *hidden* cards, of which *named* are."""
        verdict = self._verdict(event, min(since, event))
        if verdict is not Verdict.UNKNOWN:
            if not self._has(event, verdict):
                self._add_way()
            return
        if named == len(hidden):
            self.is_complete = False
            return
        number = hidden[named]
        mentioned = self.cards[number].mentions[0][0]
        since = min(since, mentioned) if named else mentioned
        for face in self.order:
            if self._has(event, Verdict.LEGAL) and self._has(event, Verdict.ILLEGAL):
                break
            self.known[number] = face
            if self._all_faces() is not None:
                self._name(number, face)
                self._judge(event, hidden, named + 1, since)
        self.known[number] = UNKNOWN
        self._name(number, UNKNOWN)

    def _has(self, event: int, verdict: Verdict) -> bool:
        return any(way.verdict(event) is verdict for way in self.ways)

    def _all_faces(self) -> list[int] | None:
        """Return a face for every card, as far as they are named; None if there are none."""
        self.budget.spend(FACES_WORK)
        try:
            return self.faces.completed(self.known)
        except Uncertain:
            self.is_complete = False
            return None

    def _verdict(self, event: int, since: int) -> Verdict:
        """Return the verdict on an event with the cards named so far."""
        findings = self._replayed(self.events, since, event + 1)
        return max((f.verdict for f in findings if f.event == event), default=Verdict.LEGAL)

    def _replayed(self, events: Sequence[Event], since: int, end: int) -> list[Finding]:
        """Return the findings on *events* until *end*; none is named by trial before *since*."""
        self.budget.spend(COPY_WORK + end - since)
        state = self._state_before(since).copy()
        for replayed in events[since:end]:
            self.game.apply(state, replayed)
        findings: list[Finding] = state.findings
        return findings

    def _state_before(self, index: int) -> Any:
        """Return the state before an event of the log in which nothing is named by trial."""
        if index not in self.starts:
            near = max((start for start in self.starts if start < index), default=0)
            state = self.starts[near].copy() if near else _start(self.game, self.log)
            self.budget.spend(COPY_WORK + index - near)
            for replayed in self.events[near:index]:
                self.game.apply(state, replayed)
            self.starts[index] = state
        return self.starts[index]

    def _add_way(self) -> None:
        """Name all the cards that lay open and keep this way, if all cards can be where the log has
        them."""
        faces = self._all_faces()
        if faces is None:
            return
        trial = self.known[:]
        for number in self.hidden:
            self._name(number, faces[number])
        findings = self._replayed(self.events, self.first, len(self.events))
        for number in self.hidden:
            self._name(number, trial[number])
        illegal: dict[int, Finding] = {}
        for finding in findings:
            if finding.verdict is Verdict.ILLEGAL:
                illegal.setdefault(finding.event, finding)
        if not any(finding.code in _IMPOSSIBLE for finding in illegal.values()):
            self.ways.append(_Way(self.cards, faces, illegal))
        elif len(self.hidden) > 1:
            self.is_complete = False  # With other faces for the rest there may be a way.

    def _name(self, number: int, face: int) -> None:
        """Give a card a face in all events that show or move it, or take it away again."""
        for index, position in self.cards[number].mentions:
            event = self.events[index]
            if event.cards[position] != face:
                cards = (*event.cards[:position], face, *event.cards[position + 1 :])
                self.events[index] = replace(event, cards=cards)

    def _by_weight(self, event: int) -> list[int]:
        """Return the hidden cards that an event may depend on: those that it shows, then those that
        were laid on the discard pile, the last one first, then the others."""
        weighed = []
        for number in self.hidden:
            mentions = [(i, self.log.events[i].kind, p) for i, p in self.cards[number].mentions]
            mentions = [mention for mention in mentions if mention[0] <= event]
            if mentions:
                last, kind, _ = mentions[-1]
                is_shown = last == event and kind not in _HIDES
                lay_open = any(_lies_on_pile(kind, position) for _, kind, position in mentions)
                weighed.append((not is_shown, not lay_open, -last, number))
        return [number for *_, number in sorted(weighed)]


def _start(game: Game, log: Log) -> Any:
    return game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)


def _lies_on_pile(kind: int, position: int) -> bool:
    """Return whether an event lays that card on the discard pile, or takes it from there."""
    return kind not in _HIDES and kind != TURN and (kind, position) != (PUT, 0)


def _of_each_kind_first(kinds: Sequence[str]) -> list[int]:
    """Return the faces, with one of each kind before all others."""
    first = [kinds.index(kind) for kind in dict.fromkeys(kinds)]
    return [*first, *(face for face in range(len(kinds)) if face not in first)]
