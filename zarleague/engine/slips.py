"""Read a log with slips of the pen, for any game: one line is wrong, and the rest is judged as the
table went on.

A log with several illegal events is judged again with one small thing different: an illegal event
was taken back, or it stood and nobody objected; its line, or a line shortly before, was another
one, is missing, or stands at the wrong place. So a real offence is an explanation beside the
others. The first illegal event is explained first, by the difference that leaves the fewest; then
the next one. What was illegal stays illegal at one line: at its own, or at the one that was
probably written wrongly. As two offences are as likely as a slip that looks like two, a slip must
explain at least two illegal events besides the one that stays.

Besides, a game's own `apply` may go on from an illegal event as a line probably meant it. Crazy
Eights does: its `misnamed` and `doubted` follow what such a line says of hidden cards, and so tell
one slip from two offences where only one other event is illegal. Without them another seat left
three times as many illegal events elsewhere.

The search is bounded in counted work, one unit being one event judged in one reading of the log.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.deduction.deduce import Witnesses
from zarleague.engine.edits import Edit, EditKind
from zarleague.engine.event import ADD, DRAW, MATCH, PLAY, TABLE, UP, Event
from zarleague.engine.findings import Code, Fact, Finding, Verdict
from zarleague.engine.game import Game, Remedy
from zarleague.engine.log import Log
from zarleague.engine.view import without_cards

MAX_EVENTS: Final = 500
MAX_ILLEGAL: Final = 150
"""Limits of a log that is read again: events, and illegal ones. One slip leaves fewer."""
MAX_CAUSES: Final = 6
"""Illegal events of a log that are explained, the first ones."""
LOOK_BACK: Final = 16
"""Events before an illegal one at which lines may be wrong or missing."""
NEAR: Final = 4
"""Events before an illegal one at which a missing line is looked for."""
MAX_WORK: Final = 16_000
"""Work on one log."""
COPY_WORK: Final = 4
LEGAL_WORK: Final = 10
"""Work of copying a state, as often as a game does where it follows several readings, and of
listing the legal moves of one seat."""
MAX_MISSING: Final = 40
"""Lines of one seat that may be missing before an event, the first ones."""
MAX_NAMING: Final = 4
"""Earlier lines that name a card which cannot be there, the last ones, that are read without it."""
LEAST_SAVED: Final = 2
"""By how many fewer events must be illegal for something else than is written to be likely; one
fewer is the same for a second offence."""


_SHOWS: Final = frozenset({PLAY, MATCH, ADD})
_OF_THE_HAND: Final = frozenset({Code.MUST_FOLLOW, Code.COULD_HAVE_PLAYED})
"""Findings on what somebody held besides: they are offences, and no line is wrong for them."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A log as it is read: what the table probably did.

    ``game`` judges its events, taking back or letting stand what was decided so. ``log`` has the
    lines put right. ``origins`` has by event of it the event of the log as written, ``~n`` for one
    that is missing before event ``n``; empty where both are the same. ``blamed`` are the findings
    on lines that were put right, of the log as written, which has ``written`` events.
    """

    game: Game
    log: Log
    origins: tuple[int, ...] = ()
    blamed: tuple[Finding, ...] = ()
    written: int = 0

    def origin(self, event: int) -> int:
        """Return the event of the log as written of an event as read, the next one for an event
        that is missing."""
        return _written(self.origins, event)

    def is_written(self, event: int) -> bool:
        """Return whether an event as read stands in the log as written."""
        return not 0 <= event < len(self.origins) or self.origins[event] >= 0

    @property
    def steps(self) -> list[int]:
        """Return by step of the log as written, 0 first, how many events as read came before it. Of
        exchanged lines both come with the second."""
        if not self.origins:
            return list(range(len(self.log.events) + 1))
        counts = [0] * (self.written + 1)
        latest = 0
        for place in range(1, len(self.origins) + 1):
            latest = max(latest, self.origin(place - 1) + 1)
            counts[min(latest, self.written)] = place
        for step in range(1, self.written + 1):
            counts[step] = max(counts[step], counts[step - 1])
        return counts

    def start(self, remedy: Remedy = Remedy.RULED) -> Any:
        log = self.log
        return self.game.start(log.ruleset, len(log.seats), log.dealer, remedy)

    def findings(self, found: list[Finding]) -> list[Finding]:
        """Return the findings on the events as read as findings on the log as written."""
        if not self.origins and not self.blamed:
            return found
        written = [
            finding._replace(
                event=self.origin(finding.event),
                decided=self.origin(finding.decided) if finding.decided >= 0 else -1,
            )
            for finding in found
            if self.is_written(finding.event) or finding.verdict is Verdict.ILLEGAL
        ]
        blamed = {(finding.event, finding.code) for finding in self.blamed}
        return [*(f for f in written if (f.event, f.code) not in blamed), *self.blamed]

    def witnesses(self, found: Mapping[int, Witnesses]) -> dict[int, Witnesses]:
        """Return witnesses by the event of the log as written."""
        return {self.origin(event): one for event, one in found.items() if self.is_written(event)}


def read_slips(game: Game, log: Log, state: Any) -> tuple[Reading, Any]:
    """Return the likeliest reading of a log, and the state after it; *state* is the one after the
    log as written, under the ruled remedy."""
    illegal = illegal_events(state.findings)
    if not 2 <= len(illegal) <= MAX_ILLEGAL or len(log.events) > MAX_EVENTS:
        return Reading(game, log), state
    return _SlipSearch(game, log, state).run()


def illegal_events(findings: Iterable[Finding]) -> set[int]:
    """Return the events that are illegal by these findings."""
    return {finding.event for finding in findings if finding.verdict is Verdict.ILLEGAL}


def _written(origins: Sequence[int], event: int) -> int:
    if not 0 <= event < len(origins):
        return event
    return origins[event] if origins[event] >= 0 else ~origins[event]


class _Tried(NamedTuple):
    """A reading being tried: its events, their ``origins``, what was decided on illegal ones by
    event, what it blames by event as written, and the state after it."""

    events: tuple[Event, ...]
    origins: tuple[int, ...]
    decided: Mapping[int, Remedy]
    blamed: Mapping[int, Finding]
    state: Any

    def illegal(self) -> set[int]:
        """Return the events as written that are illegal."""
        found = {self.written(event) for event in illegal_events(self.state.findings)}
        return found | self.blamed.keys()

    def is_illegal(self, event: int) -> bool:
        """Return whether an event as written is illegal in this reading, too."""
        illegal = illegal_events(self.state.findings)
        return any(self.origins[index] == event for index in illegal if index < len(self.origins))

    def is_open(self, event: int) -> bool:
        """Return whether an event as written cannot be judged in this reading."""
        found = self.state.findings
        return any(f.verdict is Verdict.UNKNOWN and self.written(f.event) == event for f in found)

    def written(self, event: int) -> int:
        return _written(self.origins, event)

    def weight(self) -> int:
        """Return the weight of the findings: 2 for an illegal event, 1 for one that cannot be
        known, so that nothing is explained by leaving it open."""
        found = self.state.findings
        unknown = {self.written(f.event) for f in found if f.verdict is Verdict.UNKNOWN}
        illegal = self.illegal()
        return 2 * len(illegal) + len(unknown - illegal)


class _SlipSearch:
    """The search for the likeliest reading of one log. ``as_written`` has the first illegal finding
    on each event of the log as written: a line that is wrong by itself is wrong for that."""

    def __init__(self, game: Game, log: Log, state: Any) -> None:
        self.game = game
        self.log = log
        self.best = _Tried(log.events, tuple(range(len(log.events))), {}, {}, state)
        self.as_written: dict[int, Finding] = {
            finding.event: finding._replace(about=_without_remedy(finding))
            for finding in reversed(state.findings)
            if finding.verdict is Verdict.ILLEGAL
        }
        self.work = 0
        self.base: Remedy = self._start().remedy
        self.states: dict[int, Any] = {}

    def _start(self) -> Any:
        log = self.log
        return self.game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)

    def run(self) -> tuple[Reading, Any]:
        """Return the reading found, and the state after it."""
        examined: set[int] = set()
        while len(examined) < MAX_CAUSES and self.work < MAX_WORK:
            cause = self._next_cause(examined)
            if cause is None:
                break
            examined.add(self.best.written(cause.event))
            self._explain(cause)
        best = self.best
        changed = best.events is not self.log.events
        if not changed and not best.decided:
            return Reading(self.game, self.log), best.state
        decided, base, inner = best.decided, self.base, self.game.apply

        def apply(state: Any, event: Event) -> None:
            state.remedy = decided.get(state.index, base)
            inner(state, event)

        game = replace(self.game, apply=apply) if decided else self.game
        log = replace(self.log, events=best.events, lines=(), problems=()) if changed else self.log
        origins = best.origins if changed else ()
        blamed = tuple(best.blamed.values())
        return Reading(game, log, origins, blamed, len(self.log.events)), best.state

    def _next_cause(self, examined: set[int]) -> Finding | None:
        """Return the first illegal finding that was not examined, if another one comes after it."""
        if len(self.best.illegal() - self.best.blamed.keys()) < 2:
            return None
        found = [
            finding
            for finding in self.best.state.findings
            if finding.verdict is Verdict.ILLEGAL
            and 0 <= finding.event < len(self.best.events)
            and finding.code not in _OF_THE_HAND
            and not self._stands_twice(finding.event)
            and self.best.written(finding.event) not in examined
        ]
        # Of several findings on the event the one that it has a card too many tells most.
        return min(found, key=lambda f: (f.event, f.code is not Code.NONE_LEFT), default=None)

    def _stands_twice(self, index: int) -> bool:
        """Return whether a line is the same as the one before, which explains it."""
        events = self.best.events
        return index > 0 and events[index] == events[index - 1]

    def _explain(self, cause: Finding) -> None:
        """Adopt the explanation of an illegal event that leaves the fewest, if one leaves fewer."""
        before = self.best.weight()
        cause_at = self.best.written(cause.event)
        limit = (self.work + MAX_WORK) // 2
        illegal = most = len(self.best.illegal())
        self.states = self._states_before(cause.event)
        found: _Tried | None = None
        least = before
        for edit, remedy in self._candidates(cause):
            if self.work > limit:
                break
            tried = self._try(cause, edit, remedy, most)
            if tried is None or (edit is not None and tried.is_illegal(cause_at)):
                continue  # too many are illegal, or the event is so all the same
            certain = self._shows_a_card_twice(cause, edit)
            elsewhere = edit is not None and edit.event_index != cause.event
            if elsewhere and not certain and tried.is_open(cause_at):
                continue  # an unnamed card in another line makes no offence legal
            weight = tried.weight()
            if certain and len(tried.illegal()) < illegal:
                weight = 2 * len(tried.illegal())
            elif before - weight < 2 * LEAST_SAVED:
                continue
            if found is None or weight < least:
                found, least = tried, weight
                most = len(tried.illegal())
        if found is not None:
            self.best = found

    def _shows_a_card_twice(self, cause: Finding, edit: Edit | None) -> bool:
        """Return whether an edit unnames a card that an earlier line shows, of which the cause has
        one copy too many: then one of the two lines is wrong for certain."""
        if edit is None or cause.code is not Code.NONE_LEFT or edit.event_index == cause.event:
            return False
        card = dict(cause.about).get("card", UNKNOWN)
        events, at = self.best.events, edit.event_index
        event = events[at]
        if event in (events[cause.event], events[at + 1], *events[max(at - 1, 0) : at]):
            return False  # the line stands twice
        return edit.kind is EditKind.CARD and event.kind in _SHOWS and card in event.cards

    def _states_before(self, last: int) -> dict[int, Any]:
        """Return the states before the events shortly before *last*, and before it."""
        state = self._start()
        states = {0: state.copy()}
        first = last - LOOK_BACK
        for index, event in enumerate(self.best.events[: last + 1]):
            if index >= first:
                states[index] = self._copied(state)
            if index < last:
                self._apply(state, event, self.best.decided)
        return states

    def _apply(self, state: Any, event: Event, decided: Mapping[int, Remedy]) -> None:
        if decided:
            state.remedy = decided.get(state.index, self.base)
        copies = state.tally.copies
        self.work += state.reading_count
        self.game.apply(state, event)
        self.work += COPY_WORK * (state.tally.copies - copies)

    def _copied(self, state: Any) -> Any:
        copies = state.tally.copies
        twin = state.copy()
        self.work += COPY_WORK * (state.tally.copies - copies)
        return twin

    def _try(
        self, cause: Finding, edit: Edit | None, remedy: Remedy | None, most: int
    ) -> _Tried | None:
        """Return the reading in which the cause is explained by an edit, or by a remedy; None if it
        has more than *most* illegal events."""
        best = self.best
        events, origins = best.events, best.origins
        decided, blamed = dict(best.decided), dict(best.blamed)
        at = cause.event
        if edit is None:
            assert remedy is not None
            decided[at] = remedy
        else:
            at = edit.event_index
            events, origins, shift = _edited(edit, events, origins)
            if shift:
                decided = {i + shift if i >= at else i: one for i, one in decided.items()}
            one = self._blame(cause, edit)
            blamed[one.event] = one
        start = max(index for index in self.states if index <= at)
        state = self._copied(self.states[start])
        seen = len(state.findings)
        illegal = illegal_events(state.findings)
        room = most - len(blamed)
        for event in events[start:]:
            self._apply(state, event, decided)
            if len(state.findings) > seen:
                illegal |= illegal_events(state.findings[seen:])
                seen = len(state.findings)
                if len(illegal) > room:
                    return None
        tried = _Tried(events, origins, decided, blamed, state)
        return tried if len(tried.illegal()) <= most else None

    def _blame(self, cause: Finding, edit: Edit) -> Finding:
        """Return the finding on the line that an edit puts right."""
        best = self.best
        about = _without_remedy(cause)
        own = best.written(cause.event)
        at = best.written(edit.event_index)
        if at in self.as_written and cause.code is not Code.NONE_LEFT:
            return self.as_written[at]
        if at == own or (edit.kind is EditKind.EXCHANGED and at + 1 == own):
            return cause._replace(event=own, about=about, decided=-1)
        if edit.kind is EditKind.MISSING:
            return Finding(at, Verdict.ILLEGAL, Code.LEFT_OUT, cause.rule, (), own)
        card = dict(about).get("card", UNKNOWN)
        if cause.code is Code.NONE_LEFT and card in best.events[edit.event_index].cards:
            return cause._replace(event=at, about=about, decided=own)
        return Finding(at, Verdict.ILLEGAL, Code.MISWRITTEN, cause.rule, (), own)

    # What may explain an illegal event

    def _candidates(self, cause: Finding) -> Iterator[tuple[Edit | None, Remedy | None]]:
        """Yield the explanations of an illegal event, likeliest first."""
        if self.base is Remedy.RULED:
            yield None, Remedy.UNOPPOSED
            yield None, Remedy.UNWIND
        for edit in self._edits(cause):
            yield edit, None

    def _edits(self, cause: Finding) -> Iterator[Edit]:
        at = cause.event
        events = self.best.events
        yield from self._naming(cause)
        yield from self._other_lines(at, cause)
        yield from self._draw_missing_before(at)
        for index in range(at, max(at - NEAR, -1), -1):
            if index + 1 < len(events) and events[index] != events[index + 1]:
                yield Edit(EditKind.EXCHANGED, index, None)
        for index in range(at - 1, max(at - LOOK_BACK, -1), -1):
            yield from self._other_lines(index, cause)
        for index in range(at, max(at - NEAR, -1), -1):
            yield from self._missing_before(index)

    def _other_lines(self, index: int, cause: Finding) -> Iterator[Edit]:
        """Yield the other lines that an event may have been: with another seat, another number of
        cards, or without its cards."""
        event = self.best.events[index]
        if self._stands_twice(index):
            yield Edit(EditKind.DOUBLED, index, None)
            return
        count = dict(cause.about).get("expected_count")
        if event.cards and any(card != UNKNOWN for card in event.cards) and event.kind != UP:
            yield Edit(EditKind.CARD, index, without_cards(event))
        if index == cause.event and isinstance(count, int) and 0 <= count <= 99:
            yield Edit(EditKind.CARD, index, replace(event, cards=(UNKNOWN,) * count))
        if event.seat != TABLE:
            for seat in range(len(self.log.seats)):
                if seat != event.seat:
                    yield Edit(EditKind.SEAT, index, replace(event, seat=seat))
        if index != cause.event:
            yield Edit(EditKind.EXTRA, index, None)

    def _draw_missing_before(self, index: int) -> Iterator[Edit]:
        """Yield the draws by choice that may be missing before an event, by far the commonest lines
        that are: nobody sees the card."""
        state = self.states.get(index)
        if state is None or self._stands_twice(index):
            return
        for seat in self.game.acting(state):
            drawn = Event(DRAW, seat, (UNKNOWN,))
            yield Edit(EditKind.MISSING, index, drawn, replaced=False)

    def _missing_before(self, index: int) -> Iterator[Edit]:
        """Yield the lines that may be missing before an event."""
        state = self.states.get(index)
        if state is None or self._stands_twice(index):
            return
        game = self.game
        self.work += LEGAL_WORK
        for event in game.legal(state, TABLE):
            yield Edit(EditKind.MISSING, index, event, replaced=False)
        due = game.due(state)
        acting = game.acting(state)
        seats = list(dict.fromkeys([*acting, *(s for s, owed in enumerate(due) if owed)]))
        for seat in seats:
            if due[seat]:
                drawn = Event(DRAW, seat, (UNKNOWN,) * due[seat])
                yield Edit(EditKind.MISSING, index, drawn, replaced=False)
            self.work += LEGAL_WORK * state.reading_count
            yield Edit(EditKind.MISSING, index, Event(PLAY, seat, (UNKNOWN,)), replaced=False)
            for event in islice(game.legal(state, seat), MAX_MISSING):
                yield Edit(EditKind.MISSING, index, event, replaced=False)

    def _naming(self, cause: Finding) -> Iterator[Edit]:
        """Yield the earlier lines that name the card which cannot be where it is, without it."""
        card = dict(cause.about).get("card", UNKNOWN)
        if card == UNKNOWN or cause.code not in (Code.NONE_LEFT, Code.NOT_HELD):
            return
        events = self.best.events
        left = MAX_NAMING
        for index in range(cause.event - 1, -1, -1):
            event = events[index]
            if card in event.cards and event != events[cause.event]:
                cards = tuple(UNKNOWN if other == card else other for other in event.cards)
                yield Edit(EditKind.CARD, index, replace(event, cards=cards))
                left -= 1
                if not left:
                    return


def _without_remedy(finding: Finding) -> tuple[Fact, ...]:
    """Return the facts of a finding but for the remedy: a line put right is not taken back."""
    return tuple(fact for fact in finding.about if fact[0] != "remedy")


def _edited(
    edit: Edit, events: tuple[Event, ...], origins: tuple[int, ...]
) -> tuple[tuple[Event, ...], tuple[int, ...], int]:
    """Return events and origins with an edit made, and by how much later events have moved."""
    at = edit.event_index
    changed = edit.applied(events)
    if edit.kind is EditKind.EXCHANGED:
        pair = origins[at + 1], origins[at]
        return changed, (*origins[:at], *pair, *origins[at + 2 :]), 0
    if edit.event is None:
        return changed, (*origins[:at], *origins[at + 1 :]), -1
    if edit.replaced:
        return changed, origins, 0
    origin = origins[at] if at < len(origins) else len(origins)
    missing = ~origin if origin >= 0 else origin
    return changed, (*origins[:at], missing, *origins[at:]), 1
