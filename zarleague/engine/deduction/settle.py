"""Settle findings by the whole log, and return witnesses for those that stay open."""

from typing import Any, NamedTuple

from zarleague.engine.deduction.deduce import Answer, deduce
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.game import Game, Remedy
from zarleague.engine.log import Log


class Witnesses(NamedTuple):
    """Two logs that agree with the replayed one and name every hidden card: in ``legal`` the event
    breaks no rule, in ``illegal`` it does. Before that event neither has an illegal event that the
    log itself does not have."""

    legal: Log
    illegal: Log


def settle(game: Game, log: Log, state: Any) -> dict[int, Witnesses]:
    """Give the findings of a replayed state the verdicts that *log* as a whole proves; return the
    witnesses of those that are proved open, by the event they are about."""
    if game.settle_claims is None:
        return {}
    deduction = deduce(game, log, state.hands.claims)
    for answer in deduction.answers:
        if answer.true is not None:
            answer.claim.proved = answer.true
            state.index = answer.settled_by
            game.settle_claims(state)
    state.index = len(log.events)
    illegal = _events(state.findings, Verdict.ILLEGAL)
    state.findings += [
        Finding(event, Verdict.ILLEGAL, Code.NONE_LEFT, game.possession_rule, (("card", card),))
        for event, card in deduction.impossible
        if event not in illegal
    ]
    witnesses = {}
    for answer in deduction.answers:
        if answer.witnesses is not None:
            event = _proved_open(game, answer, state.findings)
            if event is not None:
                witnesses[event] = Witnesses(*answer.witnesses)
    return witnesses


def _proved_open(game: Game, answer: Answer, findings: list[Finding]) -> int | None:
    """Return the event about which the two witnesses differ when replayed; None if they prove
    nothing."""
    assert answer.witnesses is not None
    legal, illegal = (
        _events(_replayed(game, witness), Verdict.ILLEGAL) for witness in answer.witnesses
    )
    known = {finding.event for finding in findings if finding.verdict is not Verdict.LEGAL}
    for finding in findings:
        is_about = finding.verdict is Verdict.UNKNOWN and finding.rule == answer.claim.tag
        event = finding.event
        if is_about and event in illegal and event not in legal:
            earlier = {other for other in legal | illegal if other < event}
            return event if earlier <= known else None
    return None


def _replayed(game: Game, log: Log) -> list[Finding]:
    state = game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    for event in log.events:
        game.apply(state, event)
    findings: list[Finding] = state.findings
    return findings


def _events(findings: list[Finding], verdict: Verdict) -> set[int]:
    return {finding.event for finding in findings if finding.verdict is verdict}
