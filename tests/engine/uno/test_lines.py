"""Lines of a log of Uno: their spelling, and the findings on them."""

import pytest

from tests.engine.uno.table import SHED, SHEDDING, table
from zarleague.engine import read, write
from zarleague.engine.finding_sentences import rule_of, sentence


@pytest.mark.parametrize(
    ("events", "text", "rule"),
    [
        ("Ann g1", "Green 1 can’t go on red 9.", "fit"),
        (
            "Ann W green / Bob y1",
            "Yellow 1 can’t go on wild when green has been called.",
            "fit",
        ),
        ("Bob r1", "It was Ann’s turn, not Bob’s.", "turn"),
        ("Ann r+2 / Bob r1", "Bob had to draw 2 first.", "settle"),
        (
            "Ann r+2 / Bob draws 3",
            "The number of cards should be 2, not 3.",
            "settle",
        ),
        ("Ann draws 2", "The number of cards should be 1, not 2.", "draw"),
        ("Ann r1 / Cat! g1", "Green 1 isn’t identical to red 1.", "interceptions"),
        ("Ann W", "Ann had to call what comes next.", "wild"),
        ("Ann BZ / Bob reacts / Cat r1", "Ann still had something to do.", "buzzers"),
        (
            "Ann W4 blue / Bob accuses / Ann draws 4",
            "The number of cards should be 6, not 4.",
            "bluff",
        ),
    ],
)
def test_what_is_said(events: str, text: str, rule: str) -> None:
    judged = table(events, interceptions="exact", bluff="any-playable", buzzers="on")
    assert str(sentence(judged.findings[0], judged.log)) == text
    cited = rule_of(judged.findings[0], judged.log)
    assert cited is not None
    assert cited.key == rule


def test_who_never_drew_is_named() -> None:
    deals = {"Ann": f"{SHEDDING} b4 b+2"}
    judged = table(f"{SHED} / Ann b4 UNO / Bob b9 / Ann b+2 / close", seats=2, deals=deals)
    assert str(sentence(judged.findings[0], judged.log)) == "Bob had to draw 2 and never did."


@pytest.mark.parametrize(
    ("line", "spelled"),
    [
        ("Ann draws 2", "Ann draw 2"),
        ("Ann passes", "Ann pass"),
        ("Ann says uno", "Ann say uno"),
        ("Ann catches Bob", "Ann catch Bob"),
        ("Ann accuses", "Ann accuse"),
        ("Ann reacts last", "Ann react last"),
        ("left Ann", "left Ann 0"),
        ("Ann W4 blue", "Ann +4 blue"),
    ],
)
def test_other_spellings_mean_the_same(line: str, spelled: str) -> None:
    header = "game uno\nseats Ann Bob\n"
    first, second = read(header + line), read(header + spelled)
    assert not first.problems + second.problems
    assert first.events == second.events


@pytest.mark.parametrize(
    "line",
    [
        *("deal Ann", "up", "up r1 r2", "Ann draws", "Ann r1 r2", "Ann! r1 r2", "Ann W blue red"),
        *("Ann! W blue red", "Ann says", "Ann says uno last", "Ann catches", "Ann reacts last uno"),
    ],
)
def test_lines_with_too_much_or_too_little(line: str) -> None:
    (problem,) = read(f"game uno\nseats Ann Bob\n{line}").problems
    assert problem.code.value == "wrong-operands"


@pytest.mark.parametrize("line", ["Ann b1 uno", "Ann b1 UNO", "Ann W red uno"])
def test_uno_said_with_a_play_in_small_letters(line: str) -> None:
    """ "Uno" is a call, however it is written, and no colour."""
    log = read(f"game uno\nseats Ann Bob\n{line}")
    assert not log.problems
    assert log.events[0].said == ("UNO",)
    assert write(log).splitlines()[-1] == line.replace("uno", "UNO")
