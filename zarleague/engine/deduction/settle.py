"""Settle findings by the whole log, and return witnesses for those that stay open."""

from typing import Any

from zarleague.engine.deduction.deduce import ClaimResult, Witnesses, deduce
from zarleague.engine.deduction.trials import try_faces
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.game import Game, Remedy
from zarleague.engine.log import Log


def settle(game: Game, log: Log, state: Any) -> dict[int, Witnesses]:
    """Give the findings of a replayed state the verdicts that *log* as a whole proves; return the
    witnesses of those that are proved open, by the event they are about."""
    if game.follow is not None:
        return _settle_by_trials(game, log, state) if state.findings else {}
    if not game.possession_rule or (state.hands.all_named and not state.findings):
        return {}
    deduction = deduce(game, log, state.hands.claims)
    for answer in deduction.answers:
        if answer.true is not None:
            answer.claim.proved = answer.true
            state.index = answer.settled_by
            game.settle_claims(state)
    state.index = len(log.events)
    # After an illegal event the log may have a wrong card; what does not fit it proves no more.
    last = min(_events(state.findings, Verdict.ILLEGAL), default=len(log.events))
    state.findings += [
        Finding(event, Verdict.ILLEGAL, Code.NONE_LEFT, game.possession_rule, (("card", card),))
        for event, card in dict(reversed(deduction.impossible)).items()
        if event < last
    ]
    witnesses = {}
    for answer in deduction.answers:
        if answer.witnesses is not None:
            event = _proved_open(game, answer, state.findings)
            if event is not None:
                witnesses[event] = Witnesses(*answer.witnesses)
    return witnesses


def _settle_by_trials(game: Game, log: Log, state: Any) -> dict[int, Witnesses]:
    """Give findings the verdicts that trying the faces of hidden cards proves, add those on events
    that are not as legal as they seemed, and return witnesses."""
    trials = try_faces(game, log, state.findings, state.remedy)
    judged: dict[int, Verdict] = {}
    for finding in state.findings:
        judged[finding.event] = max(finding.verdict, judged.get(finding.event, Verdict.LEGAL))
    for place, finding in enumerate(state.findings):
        before = judged[finding.event]
        verdict = trials.verdicts.get(finding.event, before)
        if finding.verdict > verdict or finding.verdict == before < verdict:
            decided = -1 if verdict is Verdict.UNKNOWN else len(log.events) - 1
            state.findings[place] = finding._replace(verdict=verdict, decided=decided)
    state.findings += trials.added
    return trials.witnesses


def _proved_open(game: Game, answer: ClaimResult, findings: list[Finding]) -> int | None:
    """Return the event about which the two witnesses differ when replayed; None if they prove
    nothing, or if one has an illegal event elsewhere that the log has no remark on."""
    assert answer.witnesses is not None
    legal, illegal = (
        _events(_replayed(game, witness), Verdict.ILLEGAL) for witness in answer.witnesses
    )
    known = {finding.event for finding in findings if finding.verdict is not Verdict.LEGAL}
    about = [
        finding.event
        for finding in findings
        if finding.verdict is Verdict.UNKNOWN
        and finding.rule == answer.claim.tag
        and finding.event in illegal - legal
    ]
    if not about or not legal | illegal <= known:
        return None
    # A claim about a bluff is one about the ruling on it, which comes later.
    return answer.claim.event if answer.claim.event in about else about[0]


def _replayed(game: Game, log: Log) -> list[Finding]:
    state = game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    for event in log.events:
        game.apply(state, event)
    findings: list[Finding] = state.findings
    return findings


def _events(findings: list[Finding], verdict: Verdict) -> set[int]:
    return {finding.event for finding in findings if finding.verdict is verdict}
