"""Judging a log: every event in order, three verdicts, the points, and the same under other rules.

Nothing here knows a game. A replay never raises on a bad log: what is wrong becomes a finding and
the rest is judged as the chosen remedy says.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from zarleague.engine.findings import Finding, Verdict
from zarleague.engine.game import Remedy
from zarleague.engine.games import find
from zarleague.engine.lines import Problem
from zarleague.engine.log import Log
from zarleague.engine.ruleset import Ruleset
from zarleague.engine.view import TableView


@dataclass(frozen=True)
class Replay:
    """A judged log.

    ``verdicts`` has one verdict per event. ``findings`` are in the order of their events;
    ``problems`` are the lines that could not be read. ``points`` by seat, None where nobody can
    know; ``over`` whether the hand was closed. ``steps``, if asked for, holds the table before the
    first event and after each.
    """

    log: Log
    verdicts: tuple[Verdict, ...]
    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]
    points: tuple[int | None, ...]
    over: bool
    steps: tuple[TableView, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The heaviest verdict of all; a line that cannot be read counts as illegal."""
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
    ruleset = ruleset or log.ruleset
    game = find(ruleset.game)
    state = game.start(ruleset, len(log.seats), log.dealer, remedy)
    apply = game.apply
    views: list[TableView] = []
    if steps:
        views.append(game.view(state))
        for event in log.events:
            apply(state, event)
            views.append(game.view(state))
    else:
        for event in log.events:
            apply(state, event)
    findings: list[Finding] = state.findings
    if log.problems:
        findings = findings + [_as_finding(p) for p in log.problems if p.event >= 0]
    verdicts = [Verdict.LEGAL] * len(log.events)
    for finding in findings:
        if 0 <= finding.event < len(verdicts) and finding.verdict > verdicts[finding.event]:
            verdicts[finding.event] = finding.verdict
    return Replay(
        log=log if ruleset is log.ruleset else replace(log, ruleset=ruleset),
        verdicts=tuple(verdicts),
        findings=tuple(sorted(findings, key=lambda finding: finding.event)),
        problems=log.problems,
        points=game.points(state),
        over=state.over,
        steps=tuple(views),
    )


def _as_finding(problem: Problem) -> Finding:
    return Finding(problem.event, Verdict.ILLEGAL, problem.code, "log", (("word", problem.token),))


@dataclass(frozen=True)
class Comparison:
    """The same log under several rulesets. ``parts_at`` is the first event whose verdict or
    whose table afterwards is not the same under all, None if there is none."""

    replays: tuple[Replay, ...]
    parts_at: int | None


def compare(log: Log, rulesets: Iterable[Ruleset], remedy: Remedy = Remedy.RULED) -> Comparison:
    """Judge *log* under each of *rulesets* (all of its game) and find where they part."""
    replays = tuple(replay(log, ruleset, remedy, steps=True) for ruleset in rulesets)
    parts_at = None
    for index in range(len(log.events)):
        outcomes = {(r.verdicts[index], r.steps[index + 1]) for r in replays}
        if len(outcomes) > 1:
            parts_at = index
            break
    return Comparison(replays, parts_at)


def observe(log: Log, step: int, viewer: int) -> TableView:
    """The table after *step* events as *viewer* (a seat, or ``TABLE`` for an onlooker) knew it.

    The log is replayed as that viewer saw it, so that a card the viewer had not seen is not in
    the result to begin with.
    """
    game = find(log.ruleset.game)
    state = game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    for event in log.events[:step]:
        game.apply(state, game.seen_by(event, viewer))
    return game.view(state)
