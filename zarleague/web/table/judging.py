"""A log on a page: the verdict on every event, in the reader's language, as it is typed."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from zarleague.engine.prose import capitalised
from zarleague.engine.report import replay_data
from zarleague.play import outcomes, selectors
from zarleague.play.errors import LogRejected
from zarleague.play.models import Match
from zarleague.play.sentences import translated
from zarleague.web.table.frame import find_match

_VERDICTS = {"legal": "legal", "illegal": "illegal", "cannot be known": "unknown"}
"""The engine's words for verdicts, and the keys of the badges."""


@dataclass(frozen=True, slots=True)
class Said:
    """One remark on an event, and the rule it rests on ("" for none)."""

    text: str
    rule: str = ""
    source: str = ""
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """One line of a log: its number, its canonical text, the verdict, what is said about it."""

    line: int
    text: str
    verdict: str
    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """A judged log, or the sentence that says why it is none."""

    lines: tuple[JudgedLine, ...] = ()
    points: tuple[tuple[str, int | None], ...] = ()
    over: bool = False
    illegal: int = 0
    unknown: int = 0
    problem: str = ""

    @property
    def found(self) -> tuple[JudgedLine, ...]:
        """The lines that something is said about."""
        return tuple(line for line in self.lines if line.said)


def judge(match: Match, text: str, number: int | None) -> Judged:
    """The log of a hand, judged under the rules of its match."""
    seats = selectors.seats_for(match, number)
    names = [seat.player.name for seat in seats]
    try:
        judged = outcomes.replayed(selectors.ruleset_of(match), text, names)
    except LogRejected as rejected:
        return Judged(problem=rejected.text)
    data = replay_data(judged)
    lines = [_line(row) for row in data["events"]] + [
        JudgedLine(row["line"], row["token"], "illegal", (Said(_("This line cannot be read.")),))
        for row in data["problems"]
    ]
    return Judged(
        lines=tuple(sorted(lines, key=lambda line: line.line)),
        points=tuple(data["points"].items()),
        over=data["over"],
        illegal=sum(line.verdict == "illegal" for line in lines),
        unknown=sum(line.verdict == "unknown" for line in lines),
    )


@require_POST
def replay(request: HttpRequest, league: str, match: int) -> HttpResponse:
    """The verdicts on a log that is being typed, as a piece of the page."""
    found = find_match(request, league, match)
    number = request.POST.get("number", "")
    judged = judge(found, request.POST.get("log", ""), int(number) if number.isdecimal() else None)
    return render(request, "hand/judged.html", {"judged": judged})


def _line(row: dict[str, Any]) -> JudgedLine:
    said = tuple(_said(finding) for finding in row["findings"])
    return JudgedLine(row["line"], row["text"], _VERDICTS[row["verdict"]], said)


def _said(finding: dict[str, Any]) -> Said:
    text = capitalised(translated(finding["template"], finding["values"]))
    rule = finding["rule"]
    if rule is None:
        return Said(text)
    wording = rule["text"]
    return Said(text, _(wording), rule["source"], rule["basis"] == "inferred")
