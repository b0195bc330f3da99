"""Judge a log while it is typed and show the verdict on every event in the reader's language."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from zarleague.engine.finding_sentences import capitalised
from zarleague.leagues.errors import Refused
from zarleague.play import selectors
from zarleague.play.errors import LogRejected, LogTooHeavy
from zarleague.play.models import Match
from zarleague.play.verdicts import judging
from zarleague.play.verdicts.log_names import with_present_names
from zarleague.play.verdicts.wording import translated
from zarleague.reports.words.replay_words import (
    NOT_WORDED,
    VERDICT_CLASSES,
    WordedEvent,
    worded_events,
)
from zarleague.serving.routes import judges_logs
from zarleague.web.arriving.requests import whole_number
from zarleague.web.table.shared import find_match


@dataclass(frozen=True, slots=True)
class LineRemark:
    """One remark on an event, and the rule it is based on ("" for none)."""

    text: str
    rule: str = ""
    source: str = ""
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """One line of a log: its number, its canonical text, the verdict and the remarks; the number of
    the move from 1 on, 0 for a line that is no event; and the event in words, if it can be read."""

    line: int
    text: str
    verdict: str
    said: tuple[LineRemark, ...]
    move: int = 0
    worded: WordedEvent = NOT_WORDED


@dataclass(frozen=True, slots=True)
class OfferedRepair:
    """A change that would make more of the log legal, and the question that offers it: the text
    comes instead of as many lines as it ``replaces``, before ``line`` if none."""

    line: int
    text: str
    replaces: int
    question: str


@dataclass(frozen=True, slots=True)
class ShownLog:
    """A judged log, or a message why the text is not a log; with ``blocks`` a hand with this log
    cannot be saved."""

    lines: tuple[JudgedLine, ...] = ()
    points: tuple[tuple[str, int | None], ...] = ()
    over: bool = False
    illegal: int = 0
    unknown: int = 0
    problem: str = ""
    blocks: bool = False
    repairs: tuple[OfferedRepair, ...] = ()

    def move(self, number: int) -> JudgedLine | None:
        """Return a move, from 1 on; None where the log ends before it."""
        return next((line for line in self.lines if line.move == number), None)

    def around(self, number: int) -> tuple[JudgedLine, ...]:
        """Return a move with the two before and after it."""
        return tuple(line for line in self.lines if line.move and abs(line.move - number) <= 2)

    @property
    def found(self) -> tuple[JudgedLine, ...]:
        """Return the lines that have a finding or a problem."""
        return tuple(line for line in self.lines if line.said)


def judge(match: Match, text: str, number: int | None) -> ShownLog:
    """Return the log of a hand, judged under its match's rules."""
    seats = selectors.seats_for(match, number)
    names = [seat.player.name for seat in seats]
    try:
        log = with_present_names(match, text, names)
        data = judging.replay_log(selectors.ruleset_of(match), log, names, with_repairs=True)
    except Refused as refused:
        blocks = isinstance(refused, LogRejected | LogTooHeavy)
        return ShownLog(problem=refused.text, blocks=blocks)
    return judged_log(data)


def judged_log(data: dict[str, Any]) -> ShownLog:
    """Return a replay's data in the form pages show."""
    lines = judged_lines(data)
    return ShownLog(
        lines=lines,
        points=tuple(data["points"].items()),
        over=data["over"],
        illegal=sum(line.verdict == "illegal" for line in lines),
        unknown=sum(line.verdict == "unknown" for line in lines),
        repairs=tuple(_offered_repair(repair) for repair in data.get("repairs", ())),
    )


def judged_lines(data: dict[str, Any]) -> tuple[JudgedLine, ...]:
    """Return the judged lines of a replay's data in order, including lines that could not be
    parsed."""
    worded = worded_events(data)
    lines = [
        _judged_line(row, move, event)
        for move, (row, event) in enumerate(zip(data["events"], worded, strict=True), start=1)
    ] + [
        JudgedLine(row["line"], row["token"], "illegal", (_problem_remark(row),))
        for row in data["problems"]
    ]
    return tuple(sorted(lines, key=lambda line: line.line))


@judges_logs
@require_POST
def replay(request: HttpRequest, league: str, match: int) -> HttpResponse:
    """Return the verdicts on a log while it is typed, as an HTML fragment."""
    found = find_match(request, league, match)
    number = whole_number(request.POST.get("number", ""))
    judged = judge(found, request.POST.get("log", ""), number)
    return render(request, "hand/judged.html", {"judged": judged})


def _offered_repair(repair: dict[str, Any]) -> OfferedRepair:
    question = translated(repair["template"], repair["values"])
    return OfferedRepair(repair["line"], repair["text"], repair["replaces"], question)


def _judged_line(row: dict[str, Any], move: int, worded: WordedEvent) -> JudgedLine:
    said = tuple(_finding_remark(finding) for finding in row["findings"])
    return JudgedLine(row["line"], row["text"], VERDICT_CLASSES[row["verdict"]], said, move, worded)


def _problem_remark(row: dict[str, Any]) -> LineRemark:
    return LineRemark(capitalised(translated(row["template"], row["values"])))


def _finding_remark(finding: dict[str, Any]) -> LineRemark:
    text = capitalised(translated(finding["template"], finding["values"]))
    rule = finding["rule"]
    if rule is None:
        return LineRemark(text)
    wording, source = rule["text"], rule["source"]
    return LineRemark(text, _(wording), _(source), rule["basis"] == "inferred")
