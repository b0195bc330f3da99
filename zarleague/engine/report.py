"""A replay as plain data, the same for the terminal, the API and the pages."""

from collections.abc import Iterable
from typing import Any

from zarleague.engine.deduction.deduce import Witnesses
from zarleague.engine.finding_sentences import remedy, rule_of, sentence
from zarleague.engine.findings import Finding, Verdict
from zarleague.engine.lines import Problem
from zarleague.engine.log import Log, event_line, event_lines
from zarleague.engine.repair import line_repairs
from zarleague.engine.replay import Comparison, Replay
from zarleague.engine.ruleset import Rule, Ruleset
from zarleague.engine.slips import Reading

VERDICTS: dict[Verdict, str] = {
    Verdict.LEGAL: "legal",
    Verdict.UNKNOWN: "cannot be known",
    Verdict.ILLEGAL: "illegal",
}


def replay_data(replay: Replay) -> dict[str, Any]:
    """Return a judged log as JSON-able data: header, one row per event with its findings,
    unreadable lines, points by seat name (None where nobody can know), and how many verdicts of
    each.
    """
    log = replay.log
    by_event: dict[int, list[Finding]] = {}
    for finding in replay.findings:
        by_event.setdefault(finding.event, []).append(finding)
    lines = log.lines or range(1, len(log.events) + 1)
    return {
        "ruleset": ruleset_data(log.ruleset),
        "seats": list(log.seats),
        "dealer": log.seats[log.dealer],
        "verdict": VERDICTS[replay.verdict],
        "counts": {text: replay.verdicts.count(verdict) for verdict, text in VERDICTS.items()},
        "events": [
            {
                "event": index,
                "line": line,
                "text": text,
                "verdict": VERDICTS[replay.verdicts[index]],
                "findings": findings_data(
                    by_event.get(index, ()), log, replay.witnesses.get(index), replay.reading
                ),
            }
            for index, (text, line) in enumerate(zip(event_lines(log), lines, strict=True))
        ],
        "problems": [problem_data(p, log) for p in replay.problems if p.event < 0],
        "over": replay.over,
        "points": dict(zip(log.seats, replay.points, strict=True)),
    }


def problem_data(problem: Problem, log: Log) -> dict[str, Any]:
    """Return a line that is no event, with its sentence."""
    about = (("word", problem.token),)
    said = sentence(Finding(-1, Verdict.ILLEGAL, problem.code, "log", about), log)
    return {
        "line": problem.line,
        "code": problem.code.value,
        "token": problem.token,
        "text": str(said),
        "template": said.template,
        "values": said.values,
    }


def findings_data(
    findings: Iterable[Finding],
    log: Log,
    witnesses: Witnesses | None = None,
    reading: Reading | None = None,
) -> list[dict[str, Any]]:
    """Return the findings on one event, the first of those that say the same: several rules may
    forbid it for one reason, or one rule for several cards of a line."""
    said: dict[tuple[str, str], dict[str, Any]] = {}
    for finding in findings:
        data = _finding_data(finding, log, witnesses, reading)
        said.setdefault((data["verdict"], data["text"]), data)
    return list(said.values())


def _finding_data(
    finding: Finding, log: Log, witnesses: Witnesses | None, reading: Reading | None
) -> dict[str, Any]:
    """Return one finding with its sentence (template and values kept for translation), its rule
    and, where it is proved that it cannot be known, its witnesses."""
    said = sentence(finding, log)
    done = remedy(finding, log)
    rule = rule_of(finding, log)
    return {
        "verdict": VERDICTS[finding.verdict],
        "code": finding.code.value,
        "text": str(said),
        "template": said.template,
        "values": said.values,
        "remedy": done and {"text": str(done), "template": done.template},
        "decided": finding.decided if finding.decided >= 0 else None,
        "witnesses": witnesses_data(witnesses, reading)
        if witnesses and reading and finding.verdict is Verdict.UNKNOWN
        else None,
        "rule": rule and rule_data(rule),
    }


def rule_data(rule: Rule) -> dict[str, str]:
    """Return a rule with its source as JSON-able data."""
    return {
        "key": rule.key,
        "text": rule.text,
        "source": rule.source,
        "basis": rule.basis.value,
        "option": rule.option,
    }


def witnesses_data(witnesses: Witnesses, reading: Reading) -> dict[str, Any]:
    """Return two ways the hidden cards may have lain: under ``legal`` the event broke no rule,
    under ``illegal`` it did. Each lists the events whose cards it names.
    """
    return {
        verdict: [
            {"event": reading.origin(index), "text": event_line(event, reading.log)}
            for index, event in enumerate(witness.events)
            if event != reading.log.events[index] and reading.is_written(index)
        ]
        for verdict, witness in (("legal", witnesses.legal), ("illegal", witnesses.illegal))
    }


def repairs_data(text: str, replay: Replay) -> list[dict[str, Any]]:
    """Return the small changes of *text* after which fewer of its events are illegal, the likeliest
    first: the line (from 1 on), how many lines from there are replaced (0: none, before it), the
    new text ("" to leave them out), and the question that offers it."""
    if replay.verdict is not Verdict.ILLEGAL:
        return []
    return [
        {
            "line": repair.line,
            "text": repair.text,
            "replaces": repair.replaces,
            "question": str(repair.question),
            "template": repair.question.template,
            "values": repair.question.values,
        }
        for repair in line_repairs(text, replay.log)
    ]


def ruleset_data(ruleset: Ruleset) -> dict[str, Any]:
    """Return a ruleset as JSON-able data."""
    return {"game": ruleset.game, "preset": ruleset.preset, "options": dict(ruleset.values)}


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    """Return the same log under several rulesets, and the first event at which they differ."""
    return {
        "parts_at": comparison.parts_at,
        "replays": [replay_data(replay) for replay in comparison.replays],
    }
