"""A replay as plain data, the same for the terminal, the API and the pages."""

from typing import Any

from zarleague.engine.findings import Finding, Verdict
from zarleague.engine.log import Log, event_line
from zarleague.engine.prose import remedy, rule_of, sentence
from zarleague.engine.replay import Comparison, Replay
from zarleague.engine.ruleset import Ruleset

VERDICTS: dict[Verdict, str] = {
    Verdict.LEGAL: "legal",
    Verdict.UNKNOWN: "cannot be known",
    Verdict.ILLEGAL: "illegal",
}


def replay_data(replay: Replay) -> dict[str, Any]:
    """A judged log as JSON-able data: header, one row per event with its findings, unreadable
    lines, points by seat name (None where nobody can know), and how many verdicts of each."""
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
                "text": event_line(event, log),
                "verdict": VERDICTS[replay.verdicts[index]],
                "findings": [finding_data(f, log) for f in by_event.get(index, ())],
            }
            for index, (event, line) in enumerate(zip(log.events, lines, strict=True))
        ],
        "problems": [
            {"line": p.line, "code": p.code.value, "token": p.token}
            for p in replay.problems
            if p.event < 0
        ],
        "over": replay.over,
        "points": dict(zip(log.seats, replay.points, strict=True)),
    }


def finding_data(finding: Finding, log: Log) -> dict[str, Any]:
    """One finding with its sentence (template and values kept for translation) and its rule."""
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
        "rule": rule
        and {
            "key": rule.key,
            "text": rule.text,
            "source": rule.source,
            "basis": rule.basis.value,
            "option": rule.option,
        },
    }


def ruleset_data(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset as JSON-able data."""
    return {"game": ruleset.game, "preset": ruleset.preset, "options": dict(ruleset.values)}


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    """The same log under several rulesets, and the first event at which they part."""
    return {
        "parts_at": comparison.parts_at,
        "replays": [replay_data(replay) for replay in comparison.replays],
    }
