"""Logs of any lines in any order are judged, drawn and mended without an exception."""

from random import Random

import pytest

from tests.engine.any_log import any_log, examine
from zarleague.engine import read, replay
from zarleague.engine.findings import Code

LOGS = 40
"""Logs of the suite; ``make fuzz`` examines others, as many as wanted."""
GOLF = "game uno-golf\nseats Ann Bob\ndealer Bob\n"
MID_HAND = "holds A 5\nholds B 5\nholds C 5\n"


@pytest.mark.table(one_in=3)
@pytest.mark.parametrize("seed", range(LOGS))
def test_any_log_is_judged(seed: int) -> None:
    examine(any_log(Random(seed)), other_rules=seed % 20 == 0)


@pytest.mark.parametrize(
    "text",
    [
        # Nothing was turned up, and the discard pile is empty when Ann takes its top card.
        GOLF
        + "deal Ann 6\ndeal Bob 6\nAnn turns 11 r5\nBob turns 11 y4\n"
        + "Ann takes y6\nAnn puts y6 ? 12\nBob draws b2",
        # A turn is done before anything lies on the discard pile.
        GOLF + "done Ann\nBob chooses Ann",
        GOLF + "done Ann\nclose",
        # Some of a pair's, or of a discard's, cards were never there.
        GOLF + "deal Ann 6\ndeal Bob 6\nAnn discards r5\nreshuffle\nAnn clears ? ? 1\nclose",
    ],
)
def test_a_log_of_golf_without_a_discard_pile_is_judged(text: str) -> None:
    examine(text, other_rules=True)


@pytest.mark.parametrize("line", ["owes B 0", "owes B r0"])
def test_to_owe_no_cards_is_a_problem_of_its_line(line: str) -> None:
    """docs/hand-log.md: ``owes NAME COUNT`` is "a debt of so many cards". After it Ann's draw two
    makes Bob draw two, so four are two too many."""
    log = read(f"game uno\nseats A B C\n{line}\n{MID_HAND}laid C r5\nturn A\nA r+2\nB draws 4")
    assert [(problem.line, problem.code) for problem in log.problems] == [(3, Code.WRONG_OPERANDS)]
    found = [(finding.event, finding.code) for finding in replay(log).findings]
    assert found == [(0, Code.WRONG_OPERANDS), (7, Code.WRONG_COUNT)]


def test_to_face_no_cards_is_a_problem_of_its_line() -> None:
    log = read(f"game uno\nseats A B C\n{MID_HAND}laid C r+2\nfaces A 0\nturn A\nA r5")
    assert [(problem.line, problem.code) for problem in log.problems] == [(7, Code.WRONG_OPERANDS)]
