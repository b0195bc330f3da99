"""The sixty hands worked by hand from the Playroom's rules, and each of them spoilt.

``hands/README.md`` says how the files are written. Nothing here was taken from running the engine.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from zarleague.engine import Replay, Verdict, read, replay
from zarleague.engine.log import Log

HANDS = sorted((Path(__file__).parent / "hands").glob("*.txt"))
MARKS = {"!": Verdict.ILLEGAL, "?": Verdict.UNKNOWN}


class Spoil(NamedTuple):
    """One fault put into a hand, and where it must be found."""

    hand: Path
    old: str
    new: str
    verdict: Verdict
    code: str
    at: str

    @property
    def name(self) -> str:
        return f"{self.hand.stem}: {self.old} -> {self.new}"


def event_of(line: str) -> str:
    """A line without its comment."""
    return line.split(";")[0].strip()


def comment(text: str, key: str) -> Iterator[str]:
    for line in text.splitlines():
        if line.startswith(f"; {key}:"):
            yield line.removeprefix(f"; {key}:").strip()


def spoils() -> Iterator[Spoil]:
    for hand in HANDS:
        for text in comment(hand.read_text(), "spoil"):
            found = re.fullmatch(r"(.+) -> (.+) : (unknown )?([a-z-]+)(?: at (.+))?", text)
            assert found, text
            old, new, unknown, code, at = found.groups()
            verdict = Verdict.UNKNOWN if unknown else Verdict.ILLEGAL
            yield Spoil(hand, old, "" if new == "-" else new, verdict, code, at or new)


def found_at(log: Log, report: Replay, line: int) -> set[tuple[Verdict, str]]:
    """What the engine finds on the event of a line of the text."""
    event = log.lines.index(line)
    return {(f.verdict, f.code.value) for f in report.findings if f.event == event}


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.stem)
def test_hand(hand: Path) -> None:
    text = hand.read_text()
    log = read(text)
    assert not log.problems
    report = replay(log)
    for number, line in enumerate(text.splitlines(), start=1):
        if number in log.lines:
            mark = re.search(r";([!?]) ([a-z-]+)", line)
            wanted = {(MARKS[mark[1]], mark[2])} if mark else set()
            assert found_at(log, report, number) == wanted, line
    (points,) = comment(text, "points")
    wanted_points = dict(entry.rsplit(" ", 1) for entry in points.split(", "))
    judged = report.points
    got = {name: "?" if p is None else str(p) for name, p in zip(log.seats, judged, strict=True)}
    assert got == wanted_points


@pytest.mark.table(one_in=2)
@pytest.mark.parametrize("spoil", list(spoils()), ids=lambda spoil: spoil.name)
def test_spoilt(spoil: Spoil) -> None:
    lines = spoil.hand.read_text().splitlines()
    place = [event_of(line) for line in lines].index(spoil.old)
    lines[place] = spoil.new
    events = [event_of(line) for line in lines]
    shown_at = events.index(spoil.at, place if spoil.at in events[place:] else 0)
    log = read("\n".join(lines))
    assert not log.problems
    assert (spoil.verdict, spoil.code) in found_at(log, replay(log), shown_at + 1)


def test_every_hand_is_spoilt_and_cites_the_rules() -> None:
    assert len(HANDS) >= 40
    assert {spoil.hand for spoil in spoils()} == set(HANDS)
    for hand in HANDS:
        assert list(comment(hand.read_text(), "Seed")), hand.stem
