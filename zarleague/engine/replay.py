"""Judge a log: every event in order, three verdicts, the points, and the same under other rules.

Nothing here knows a game. A replay never raises on a bad log: what is wrong becomes a finding and
the rest is judged as the chosen remedy says.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.deduction.settle import settle
from zarleague.engine.deduction.witnesses import Witnesses
from zarleague.engine.event import Event
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.game import Game, Remedy
from zarleague.engine.games import find
from zarleague.engine.lines import Problem
from zarleague.engine.log import Log
from zarleague.engine.mistyped import illegal_events, suspects
from zarleague.engine.ruleset import Ruleset
from zarleague.engine.view import TableView


@dataclass(frozen=True)
class Replay:
    """A judged log.

    ``verdicts`` has one verdict per event. ``findings`` are in the order of their events;
    ``problems`` are the lines that could not be read. ``points`` by seat, None where nobody can
    know; ``over`` whether the hand was closed. ``steps``, if asked for, holds the table before the
    first event and after each. ``witnesses`` holds, by event, two logs that prove that it cannot
    be known whether the event was legal.
    """

    log: Log
    verdicts: tuple[Verdict, ...]
    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]
    points: tuple[int | None, ...]
    over: bool
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
) -> Replay:
    """Judge *log* under its own ruleset, or under *ruleset* of the same game."""
    judging = _Judging(log, ruleset or log.ruleset, remedy)
    judging.apply_all()
    result = judging.result()
    return replace(result, steps=judging.views()) if steps else result


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

    def views(self) -> tuple[TableView, ...]:
        """Return the table before the first event and after each, with nothing settled later."""
        apply, view, state = self.game.apply, self.game.view, self._start()
        views = [view(state)]
        for event in self.events:
            apply(state, event)
            views.append(view(state))
        return tuple(views)

    def view(self) -> TableView:
        """Return the table as it is known now."""
        return self.game.view(self.state)

    def result(self) -> Replay:
        """Return the judged log; call it after `apply_all`. If a line was probably mistyped, the
        log is judged with that line put right (see `_blame`)."""
        log = self.log
        if self.ruleset is not log.ruleset:
            log = replace(log, ruleset=self.ruleset, events=self.events)
        witnesses = settle(self.game, log, self.state)
        if self.game.finds_mistyped and self.remedy is Remedy.RULED:
            witnesses = self._blame(log, witnesses)
        state = self.state
        findings: list[Finding] = state.findings
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
            witnesses=witnesses,
        )

    def _blame(self, log: Log, witnesses: dict[int, Witnesses]) -> dict[int, Witnesses]:
        """Judge the log again with each suspect line put right. Adopt the events and the state with
        the fewest illegal events, if those are enough fewer, and return their witnesses."""
        before = fewest = len(illegal_events(self.state.findings))
        for suspect in suspects(self.events, self.state.findings):
            state = self._start()
            for event in suspect.events:
                self.game.apply(state, event)
            found = settle(self.game, replace(log, events=suspect.events), state)
            state.findings.append(suspect.finding)
            count = len(illegal_events(state.findings))
            if count < fewest and before - count >= suspect.least:
                fewest = count
                witnesses = found
                self.state = state
                self.events = suspect.events
        return witnesses


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

    The replays advance side by side and their tables are compared after each event until they
    differ, so that no table has to be kept.
    """
    judgings = [_Judging(log, ruleset, remedy) for ruleset in rulesets]
    tables_part = len(log.events)
    for index in range(len(log.events)):
        for judging in judgings:
            judging.game.apply(judging.state, judging.events[index])
        if index < tables_part and _differ([judging.view() for judging in judgings]):
            tables_part = index
    replays = tuple(judging.result() for judging in judgings)
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


def _differ(views: list[TableView]) -> bool:
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
