"""Name the hidden cards of a log by trial, and see what becomes of its open events.

This is for games whose cards are followed one by one (:mod:`zarleague.engine.deduction.faces`).
A replay assumes that an event it cannot judge (an open event) was legal, and goes on from there. So
faces are tried for the hidden cards on which the first open event depends, one card after another,
until the replay can judge that event; then for those of the next open event, and so on. Each result
is one *way* in which the hidden cards may have lain, with every event judged. If an event is legal
in one way and illegal in another, it cannot be known, and these two ways are its witnesses.

Of faces that mean the same to the rules one is tried: a card on the discard pile acts by its symbol
alone, and a card that was compared with another either shares its colour or kind or does not. The
trials of one log cost at most ``MOST_WORK``. If that is not enough to try all ways, every event
from the first open one on stays undecided, except those for which witnesses were found.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Any, Final, NamedTuple

from zarleague.engine.cards import UNKNOWN, Face
from zarleague.engine.deduction.deduce import Witnesses
from zarleague.engine.deduction.faces import Faces, Followed, FollowedCard, Uncertain
from zarleague.engine.event import ADD, CLEAR, DEAL, DRAW, PUT, RESHUFFLE, TURN, UP, Event
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.game import Game, Remedy
from zarleague.engine.log import Log

MOST_EVENTS: Final = 500
"""The most events of a log that is examined."""
MOST_WORK: Final = 25_000
"""The work on one log: events judged, ``COPY_WORK`` for copying a state and ``FACES_WORK`` for
looking for the faces of all cards."""
COPY_WORK: Final = 6
FACES_WORK: Final = 3
MOST_EXCHANGES: Final = 64
"""The most faces of the same meaning that are exchanged before a way counts as overlooked."""
_NOT_WHERE_NAMED: Final = frozenset({Code.NOT_HELD, Code.NOT_THERE})
_IMPOSSIBLE: Final = _NOT_WHERE_NAMED | {Code.NONE_LEFT}
"""Findings on a card that cannot be where a log has it."""
_OF_ITSELF: Final = frozenset(
    {
        Code.NOT_IN_DECK,
        Code.NOT_IN_THIS_GAME,
        Code.NOT_MATCHING,
        Code.NO_SUCH_SEAT,
        Code.SUPPLY_EMPTY,
        Code.WRONG_COUNT,
        Code.WRONG_OPERANDS,
    }
)
"""Findings that rest on the line itself, the cards it names or how many there are: they are true
whatever became of the events before."""
_HIDES: Final = frozenset({DEAL, ADD, DRAW})
"""Events whose cards nobody at the table sees."""


class Trials(NamedTuple):
    """The result for one log: the verdicts of the events from the first open one on, findings for
    those that had none, and the witnesses of those that stay open."""

    verdicts: dict[int, Verdict]
    added: list[Finding]
    witnesses: dict[int, Witnesses]


NOTHING_TRIED: Final = Trials({}, [], {})
"""The result for a log without open events, and for one that cannot be as it was noted."""


class _LimitReached(Exception):
    """The work on a log is done; what was found counts."""


class _Way(NamedTuple):
    """One way in which the hidden cards may have lain: the cards, their faces, and the first
    finding on each event that is illegal then."""

    cards: Sequence[FollowedCard]
    faces: Sequence[int]
    illegal: dict[int, Finding]

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


class _Ways:
    """The ways found so far: those ``kept`` as witnesses; in ``some`` the first finding on each
    event that is illegal in at least one way; in ``every`` the events that are illegal in all."""

    def __init__(self) -> None:
        self.kept: list[_Way] = []
        self.some: dict[int, Finding] = {}
        self.every: set[int] = set()

    def tells_more(self, illegal: dict[int, Finding]) -> bool:
        """Return whether a way with these illegal events shows a verdict that no other shows."""
        if not self.kept:
            return True
        return not (illegal.keys() <= self.some.keys() and self.every <= illegal.keys())

    def add(self, way: _Way) -> None:
        self.every = self.every & way.illegal.keys() if self.kept else set(way.illegal)
        self.some = {**way.illegal, **self.some}
        self.kept.append(way)

    def verdict(self, event: int) -> Verdict:
        """Return the verdict of all ways together."""
        if event in self.every:
            return Verdict.ILLEGAL
        return Verdict.UNKNOWN if event in self.some else Verdict.LEGAL

    def witnesses(self, log: Log) -> dict[int, Witnesses]:
        """Return the witnesses of the events that are legal in one way and illegal in another."""
        logs: dict[int, Log] = {}

        def log_of(event: int, *, illegal: bool) -> Log:
            ways = enumerate(self.kept)
            number = next(n for n, way in ways if (event in way.illegal) is illegal)
            if number not in logs:
                logs[number] = self.kept[number].log(log)
            return logs[number]

        return {
            event: Witnesses(log_of(event, illegal=False), log_of(event, illegal=True))
            for event in sorted(self.some.keys() - self.every)
        }


def try_faces(game: Game, log: Log, findings: Sequence[Finding], remedy: Remedy) -> Trials:
    """Return what the faces of hidden cards make of the events that *findings* leave open, and of
    those after them."""
    doubts = [f for f in findings if f.verdict is Verdict.UNKNOWN]
    if not doubts:
        return NOTHING_TRIED
    doubt = min(doubts, key=lambda finding: finding.event)
    ways = _Ways()
    is_complete = _search(game, log, remedy, ways)
    is_spoilt = any(f.code in _IMPOSSIBLE and f.verdict is Verdict.ILLEGAL for f in findings)
    if not ways.kept and (is_complete or is_spoilt):
        return NOTHING_TRIED
    if is_complete:
        verdicts = {event: ways.verdict(event) for event in range(doubt.event, len(log.events))}
    else:
        verdicts = _undecided(log, findings, doubt.event)
    judged = {finding.event for finding in findings}
    added = [
        ways.some[event]._replace(verdict=verdict, about=())
        if event in ways.some
        else Finding(event, verdict, Code.NOT_ALLOWED, doubt.rule)
        for event, verdict in verdicts.items()
        if verdict is not Verdict.LEGAL and event not in judged
    ]
    return Trials(verdicts, added, ways.witnesses(log))


def _undecided(log: Log, findings: Sequence[Finding], since: int) -> dict[int, Verdict]:
    """Return UNKNOWN for every event from an open one on, other than reshuffles and those that the
    line alone shows to be illegal."""
    certain = {f.event for f in findings if f.code in _OF_ITSELF and f.verdict is Verdict.ILLEGAL}
    certain |= {index for index, event in enumerate(log.events) if event.kind == RESHUFFLE}
    events = range(since, len(log.events))
    return {event: Verdict.UNKNOWN for event in events if event not in certain}


def _search(game: Game, log: Log, remedy: Remedy, ways: _Ways) -> bool:
    """Look for the ways of a log; return whether none was overlooked."""
    if len(log.events) > MOST_EVENTS or game.follow is None:
        return False
    start = game.start(log.ruleset, len(log.seats), log.dealer, remedy)
    orders = game.follow(start, log.events)
    budget = _Budget()
    searches = [_TrialSearch(game, log, start, order, ways, budget) for order in orders]
    try:
        # The last reading is of two lines about one card, the plainer witness.
        for search in reversed(searches):
            search.run()
    except _LimitReached:
        return False
    return bool(searches) and all(search.is_complete for search in searches)


class _Budget:
    """The work done on a log."""

    def __init__(self) -> None:
        self.work = 0

    def spend(self, work: int) -> None:
        """Add to the work; raise _LimitReached if it was too much already."""
        if self.work > MOST_WORK:
            raise _LimitReached
        self.work += work


class _Replayed(NamedTuple):
    """A state and the number of events that were applied to it."""

    state: Any
    end: int


class _TrialSearch:
    """The search for ways, where cleared columns were laid in one order.

    ``hidden`` are the cards that lay open and have no face. ``known`` are the faces of all cards as
    they are tried now, ``possible`` by card the faces it may have, ``alike`` those that mean the
    same as the one tried, and ``events`` the events with these faces. ``is_complete`` says that no
    way was overlooked so far.
    """

    def __init__(
        self, game: Game, log: Log, start: Any, followed: Followed, ways: _Ways, budget: _Budget
    ) -> None:
        self.game = game
        self.log = log
        self.cards = followed.cards
        self.ways = ways
        self.budget = budget
        deck = game.deck(log.ruleset)
        self.deck_faces = deck.faces
        self.faces = Faces(followed, deck.copies)
        self.known = [card.face for card in self.cards]
        self.alike: dict[int, Sequence[int]] = {}
        self.possible: dict[int, Sequence[int]] = {}
        self.events = list(log.events)
        for number, card in enumerate(self.cards):
            self._name(number, card.face)
        self.hidden = [
            number
            for number, card in enumerate(self.cards)
            if card.face == UNKNOWN
            and any(log.events[index].kind not in _HIDES for index, _ in card.mentions)
        ]
        self.number_at = {
            mention: number for number, card in enumerate(self.cards) for mention in card.mentions
        }
        self.turned_up = [index for index, event in enumerate(log.events) if event.kind == UP]
        self.start = _Replayed(start, 0)
        self.is_complete = True

    def run(self) -> None:
        """Look for all the ways."""
        if self._complete() is not None:
            self._explore(self.start)

    def _explore(self, base: _Replayed) -> None:
        """Replay the log as it is named now, from a state before the first card named by trial. If
        an event stays open, name a card on which it depends with every meaning a face can have."""
        findings = self._replayed(base, len(self.events)).state.findings
        event = min((f.event for f in findings if f.verdict is Verdict.UNKNOWN), default=None)
        if event is None:
            self._add_way(findings)
            return
        number = self._nearest(event)
        if number is None:
            self.is_complete = False
            return
        since = self.cards[number].mentions[0][0]
        # The cards named before are not mentioned before *base*.
        earlier = self.start if since < base.end else base
        before = self._replayed(earlier, since)
        named = [self.known[other] for other in self.alike]
        for alike in self._meanings(number):
            self.alike[number] = alike
            if self._complete() is not None:
                *others, _ = [self.known[other] for other in self.alike]
                self._explore(before if others == named else self.start)
        del self.alike[number]
        self._try(number, UNKNOWN)

    def _nearest(self, event: int) -> int | None:
        """Return the hidden card on which an event most likely depends: one that it shows, then
        the last one laid on the discard pile before, then another; None if all are named."""
        weighed = []
        for number in self.hidden:
            if number in self.alike:
                continue
            mentions = [(i, self.log.events[i].kind, p) for i, p in self.cards[number].mentions]
            mentions = [mention for mention in mentions if mention[0] <= event]
            if mentions:
                last, kind, _ = mentions[-1]
                is_shown = last == event and kind not in _HIDES
                lay_open = any(_lies_on_pile(kind, position) for _, kind, position in mentions)
                weighed.append((not is_shown, not lay_open, -last, number))
        return min(weighed)[-1] if weighed else None

    def _meanings(self, number: int) -> Iterator[Sequence[int]]:
        """Yield the faces that a card may have, those together that mean the same."""
        alike: dict[object, list[int]] = {}
        meaning = self._meaning_of(number)
        for card in self._possible(number):
            alike.setdefault(meaning(self.deck_faces[card]), []).append(card)
        yield from alike.values()

    def _possible(self, number: int) -> Sequence[int]:
        """Return the faces that a card may have where no other is named by trial."""
        if number not in self.possible:
            self.possible[number] = [
                face
                for face in range(len(self.deck_faces))
                if self._completed({number: face}) is not None
            ]
        return self.possible[number]

    def _meaning_of(self, card: int) -> Callable[[Face], object]:
        """Return the function that tells what a face means, if that card has it."""
        compared: list[Face] = []
        same: list[Face] = []
        for index, position in self.cards[card].mentions:
            kind = self.log.events[index].kind
            if kind == CLEAR:
                others, found = [(index, 1 - position)], compared
            elif kind == UP:
                # If a number was turned up before, a line about another is about the same card.
                others, found = [(up, 0) for up in self.turned_up if up != index], same
            else:
                continue
            for mention in others:
                other = (
                    self.known[self.number_at[mention]] if mention in self.number_at else UNKNOWN
                )
                if other == UNKNOWN:
                    return lambda face: face.code
                found.append(self.deck_faces[other])
        return lambda face: (
            face.glyph,
            *((face.colour == other.colour, face.kind == other.kind) for other in compared),
            *(face.code == other.code for other in same),
        )

    def _complete(self) -> list[int] | None:
        """Choose faces among those tried, and return faces for every card that agree with them;
        None if there are none."""
        for count, chosen in enumerate(product(*self.alike.values())):
            if count == MOST_EXCHANGES:
                self.is_complete = False
                break
            tried = dict(zip(self.alike, chosen, strict=True))
            if (faces := self._completed(tried)) is not None:
                for number, face in tried.items():
                    self._try(number, face)
                return faces
        return None

    def _completed(self, tried: dict[int, int]) -> list[int] | None:
        """Return faces for every card of which some are tried, None if none were found."""
        known = [card.face for card in self.cards]
        for number, face in tried.items():
            known[number] = face
        self.budget.spend(FACES_WORK)
        try:
            return self.faces.completed(known)
        except Uncertain:
            self.is_complete = False
            return None

    def _try(self, number: int, face: int) -> None:
        self.known[number] = face
        self._name(number, face)

    def _replayed(self, base: _Replayed, end: int) -> _Replayed:
        """Return a state after more events than *base*, whose state stays as it is."""
        if end == base.end:
            return base
        # To take events back, the state is copied before each.
        each = COPY_WORK if base.state.remedy is Remedy.UNWIND else 1
        self.budget.spend(COPY_WORK + each * (end - base.end))
        state = base.state.copy()
        for event in islice(self.events, base.end, end):
            self.game.apply(state, event)
        return _Replayed(state, end)

    def _add_way(self, findings: Sequence[Finding]) -> None:
        """Keep the way the cards are named now, if they can be where the log has them and it tells
        more than the ways before."""
        illegal = _first_illegal(findings)
        codes = {finding.code for finding in illegal.values()}
        if codes & _IMPOSSIBLE:
            # With other faces of the same meaning there may be a way.
            if not codes & _NOT_WHERE_NAMED:
                self.is_complete = False
            return
        if not self.ways.tells_more(illegal):
            return
        faces = self._complete()
        if faces is None:
            self.is_complete = False
            return
        way = _Way(self.cards, faces, {})
        named = self._judged(way.log(self.log).events)
        if named.keys() != illegal.keys():
            self.is_complete = False
        if not any(finding.code in _IMPOSSIBLE for finding in named.values()):
            self.ways.add(way._replace(illegal=named))

    def _judged(self, events: Sequence[Event]) -> dict[int, Finding]:
        """Return the first finding on each event that is illegal in a log that names every card."""
        self.budget.spend(COPY_WORK + len(events))
        state = self.start.state.copy()
        for event in events:
            self.game.apply(state, event)
        return _first_illegal(state.findings)

    def _name(self, number: int, face: int) -> None:
        """Give a card a face in all events that show or move it, or take it away again."""
        for index, position in self.cards[number].mentions:
            event = self.events[index]
            if event.cards[position] != face:
                cards = (*event.cards[:position], face, *event.cards[position + 1 :])
                self.events[index] = replace(event, cards=cards)


def _first_illegal(findings: Sequence[Finding]) -> dict[int, Finding]:
    illegal: dict[int, Finding] = {}
    for finding in findings:
        if finding.verdict is Verdict.ILLEGAL:
            illegal.setdefault(finding.event, finding)
    return illegal


def _lies_on_pile(kind: int, position: int) -> bool:
    """Return whether an event lays that card on the discard pile, or takes it from there."""
    return kind not in _HIDES and kind != TURN and (kind, position) != (PUT, 0)
