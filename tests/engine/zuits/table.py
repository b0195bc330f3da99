"""A table for hand-worked logs: four players, Ann starts, nobody's cards are known."""

from collections.abc import Sequence

from tests.engine.conformance import judged_by_hand
from zarleague.engine import Code, Finding, Remedy, Replay, Verdict, find, read
from zarleague.engine.event import Event

SEATS = ("Ann", "Bob", "Cat", "Dee")
START = tuple(line for name in SEATS for line in (f"deal {name} 13", f"{name} aside 2"))
"""Eight lines: thirteen cards each, two of them put aside."""
GAME = find("zuits")


def text(lines: Sequence[str], rules: str = "", start: Sequence[str] = START) -> str:
    """The text of a log under the first preset and *rules* (``key=value …``)."""
    header = f"game zuits zuits-hohls {rules}\nseats {' '.join(SEATS)}\ndealer Ann\n"
    return header + "\n".join([*start, *lines]) + "\n"


def judge(
    *lines: str,
    rules: str = "",
    start: Sequence[str] = START,
    remedy: Remedy = Remedy.RULED,
) -> Replay:
    """Replay the lines after the start, with the table at every step."""
    return judged_by_hand(text(lines, rules, start), remedy)


def leader(replayed: Replay) -> str:
    """Who leads after the last line; who may use an effect until then comes before."""
    return SEATS[replayed.steps[-1].acting[-1]]


def pile(replayed: Replay, seat: str, key: str) -> str:
    """The known cards of a pile of a seat, as the log names them, in deck order."""
    piles = replayed.steps[-1].seats[SEATS.index(seat)].piles
    cards = next(pile.cards for pile in piles if pile.key == key)
    return GAME.deck(replayed.log.ruleset).codes(cards)


def only(replayed: Replay) -> tuple[int, Verdict, Code, str]:
    """The one finding: which line after the start (0 for the first), verdict, code, rule."""
    (finding,) = replayed.findings
    return line_of(replayed, finding), finding.verdict, finding.code, finding.rule


def found(replayed: Replay) -> list[tuple[int, Verdict, Code, str]]:
    """All findings: which line after the start, verdict, code, rule."""
    return [(line_of(replayed, f), f.verdict, f.code, f.rule) for f in replayed.findings]


def line_of(replayed: Replay, finding: Finding) -> int:
    """The line of a finding, counted from the first after the default start."""
    return finding.event - len(START)


def event(text_line: str, rules: str = "") -> Event:
    """One line as an event."""
    return read(text([text_line], rules, ())).events[0]
