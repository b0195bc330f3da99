"""Judge a log: every event in order, three verdicts, the points, and the same under other rules.

Nothing here knows a game. A replay never raises on a bad log: what is wrong becomes a finding and
the rest is judged as the chosen remedy says.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.deduction.deduce import Witnesses
from zarleague.engine.deduction.settle import settle
from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.game import Game, Remedy
from zarleague.engine.games import find
from zarleague.engine.lines import Problem
from zarleague.engine.log import Log
from zarleague.engine.ruleset import Ruleset
from zarleague.engine.slips import Reading, illegal_events, read_slips
from zarleague.engine.view import TableView


@dataclass(frozen=True)
class Replay:
    """A judged log.

    ``verdicts`` has one verdict per event. ``findings`` are in the order of their events;
    ``problems`` are the lines that could not be read. ``points`` by seat, None where nobody can
    know; ``over`` whether the hand was closed. ``steps``, if asked for, holds the table before the
    first event and after each. ``reading`` is what the table probably did, where the log has slips
    of the pen; everything else is drawn from it. ``witnesses`` holds, by event, two logs that prove
    that it cannot be known whether the event was legal.
    """

    log: Log
    verdicts: tuple[Verdict, ...]
    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]
    points: tuple[int | None, ...]
    over: bool
    reading: Reading
    steps: tuple[TableView, ...] = ()
    witnesses: Mapping[int, Witnesses] = field(default_factory=dict)

    @property
    def verdict(self) -> Verdict:
        """Return the heaviest verdict of all; a line that cannot be read counts as illegal."""
        if self.problems:
            return Verdict.ILLEGAL
        return max((finding.verdict for finding in self.findings), default=Verdict.LEGAL)


def replay(
    log: Log,
    ruleset: Ruleset | None = None,
    remedy: Remedy = Remedy.RULED,
    *,
    steps: bool = False,
    slips: bool = True,
) -> Replay:
    """Judge *log* under its own ruleset, or under *ruleset* of the same game. Without *slips*, no
    line counts as written wrongly; then at least as many events are illegal."""
    judging = _Judging(log, ruleset or log.ruleset, remedy)
    judging.apply_all()
    result = judging.result(slips=slips)
    return replace(result, steps=tuple(views(result.reading, remedy))) if steps else result


class _Judging:
    """A log being judged under one ruleset: the state, and the events in that ruleset's deck.

    ``foreign`` are findings on cards that the deck does not have.
    """

    def __init__(self, log: Log, ruleset: Ruleset, remedy: Remedy) -> None:
        self.log = log
        self.ruleset = ruleset
        self.remedy = remedy
        self.game: Game = find(ruleset.game)
        self.events, self.foreign = in_deck(log, ruleset)
        self.state = self._start()

    def _start(self) -> Any:
        return self.game.start(self.ruleset, len(self.log.seats), self.log.dealer, self.remedy)

    def apply_all(self) -> None:
        """Apply every event."""
        apply, state = self.game.apply, self.state
        for event in self.events:
            apply(state, event)

    def result(self, *, slips: bool = True) -> Replay:
        """Return the judged log, in its likeliest reading; call it after `apply_all`."""
        log = self.log
        if self.ruleset is not log.ruleset:
            log = replace(log, ruleset=self.ruleset, events=self.events)
        state = self.state
        reading = Reading(self.game, log)
        witnesses = settle(self.game, log, state)
        findings: list[Finding] = state.findings
        if slips and self.remedy is Remedy.RULED and findings:
            other, other_state = read_slips(self.game, log, state)
            if other_state is not state:
                found = other.witnesses(settle(other.game, other.log, other_state))
                others = other.findings(other_state.findings)
                if len(illegal_events(others)) < len(illegal_events(findings)):
                    reading, state, witnesses, findings = other, other_state, found, others
        if log.problems or self.foreign:
            unread = [_as_finding(p) for p in log.problems if p.event >= 0]
            # What a misspelt word named is open, but it was named.
            misspelt = {p.event for p in log.problems if p.code is Code.NO_SUCH_WORD}
            findings = [
                finding
                for finding in findings
                if finding.code is not Code.MUST_NAME or finding.event not in misspelt
            ]
            findings += unread + self.foreign
        illegal = illegal_events(findings)
        # Whether a card fits is no question where it could not be played anyway.
        findings = [
            finding
            for finding in findings
            if finding.verdict is not Verdict.UNKNOWN
            or finding.code is not Code.DOES_NOT_FIT
            or finding.event not in illegal
        ]
        verdicts = [Verdict.LEGAL] * len(log.events)
        for finding in findings:
            if 0 <= finding.event < len(verdicts) and finding.verdict > verdicts[finding.event]:
                verdicts[finding.event] = finding.verdict
        return Replay(
            log=log,
            verdicts=tuple(verdicts),
            findings=tuple(sorted(findings, key=lambda finding: finding.event)),
            problems=log.problems,
            points=self.game.points(state),
            over=state.over,
            reading=reading,
            witnesses=witnesses,
        )


def states(reading: Reading, remedy: Remedy, viewer: int | None = None) -> Iterator[Any]:
    """Yield the one state, before the first event of the log as written and after each, with
    nothing settled later; with a *viewer* as that seat (``TABLE``: an onlooker) saw it."""
    game, log = reading.game, reading.log
    state = reading.start(remedy)
    events = log.events if viewer is None else [game.seen_by(e, viewer) for e in log.events]
    done = 0
    for count in reading.steps:
        for event in events[done:count]:
            game.apply(state, event)
        done = count
        yield state


def views(reading: Reading, remedy: Remedy = Remedy.RULED) -> Iterator[TableView]:
    """Yield the table before the first event of the log as written and after each."""
    view = reading.game.view
    return (view(state) for state in states(reading, remedy))


def in_deck(log: Log, ruleset: Ruleset) -> tuple[tuple[Event, ...], list[Finding]]:
    """Return the events with their cards as cards of the deck of *ruleset*, and a finding for
    each event with cards that it does not have, which are unknown cards then."""
    if ruleset is log.ruleset:
        return log.events, []
    deck_of = find(ruleset.game).deck
    log_deck, other = deck_of(log.ruleset), deck_of(ruleset)
    if log_deck is other or log_deck.identities == other.identities:
        return log.events, []
    index_of = {identity: card for card, identity in enumerate(other.identities)}
    cards_of = {card: index_of.get(name) for card, name in enumerate(log_deck.identities)}
    cards_of[UNKNOWN] = UNKNOWN
    events: list[Event] = []
    findings: list[Finding] = []
    for index, event in enumerate(log.events):
        cards = tuple(map(cards_of.get, event.cards))
        named = tuple(UNKNOWN if card is None else card for card in cards)
        for card, translated in zip(event.cards, cards, strict=True):
            if translated is None:
                about = (("word", log_deck.code(card)),)
                findings.append(Finding(index, Verdict.ILLEGAL, Code.NOT_IN_DECK, "log", about))
                break
        events.append(event if named == event.cards else replace(event, cards=named))
    return tuple(events), findings


def _as_finding(problem: Problem) -> Finding:
    return Finding(problem.event, Verdict.ILLEGAL, problem.code, "log", (("word", problem.token),))


@dataclass(frozen=True)
class Comparison:
    """The same log under several rulesets. ``parts_at`` is the first event after which their
    verdicts or tables differ, None if they never do.
    """

    replays: tuple[Replay, ...]
    parts_at: int | None


def compare(log: Log, rulesets: Iterable[Ruleset], remedy: Remedy = Remedy.RULED) -> Comparison:
    """Judge *log* under each of *rulesets* (all of its game) and find the first difference.

    Their tables are drawn side by side until they differ, so that none has to be kept.
    """
    judgings = [_Judging(log, ruleset, remedy) for ruleset in rulesets]
    for judging in judgings:
        judging.apply_all()
    replays = tuple(judging.result() for judging in judgings)
    tables = zip(*(views(one.reading, remedy) for one in replays), strict=True)
    tables_part = next(
        (index for index, after in enumerate(islice(tables, 1, None)) if _differ(after)),
        len(log.events),
    )
    # A verdict may have been settled by what was shown later.
    verdicts_part = next(
        (
            index
            for index, verdicts in enumerate(zip(*(r.verdicts for r in replays), strict=True))
            if len(set(verdicts)) > 1
        ),
        len(log.events),
    )
    parts_at = min(tables_part, verdicts_part)
    return Comparison(replays, parts_at if parts_at < len(log.events) else None)


def _differ(views: Sequence[TableView]) -> bool:
    return any(view != views[0] for view in views[1:])


def as_seen(log: Log, viewer: int) -> Log:
    """Return *log* as *viewer* (a seat, or ``TABLE`` for an onlooker) saw it: a card the viewer had
    not seen is not in it, so that nothing derived from it can show the card."""
    seen_by = find(log.ruleset.game).seen_by
    return replace(log, events=tuple(seen_by(event, viewer) for event in log.events))


def observe(log: Log, step: int, viewer: int) -> TableView:
    """Return the table after *step* events as *viewer* (a seat, or ``TABLE`` for an onlooker)
    knew it."""
    game = find(log.ruleset.game)
    state = game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    for event in log.events[:step]:
        game.apply(state, game.seen_by(event, viewer))
    return game.view(state)
