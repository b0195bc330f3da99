"""One slip of the pen in a log stays one slip: what is called illegal after it is illegal also with
the slip put right, but for the line itself.

A slip cannot always be told from what the table did: a card that was mistyped is missing where it
is played. Such consequences may be half a finding a hand on average, and one where a line was left
out.
"""

from dataclasses import replace
from random import Random

import pytest

from benchmarks.bench_slips import SLIPS
from zarleague.bots import play_hand
from zarleague.bots.habits import CAREFUL
from zarleague.engine import KEYS, Log, Verdict, find, read, replay
from zarleague.engine.board import board_data
from zarleague.engine.event import DRAW, RESHUFFLE, TABLE
from zarleague.engine.findings import Code
from zarleague.engine.slips import COPY_WORK, MAX_WORK
from zarleague.engine.state import HandState

HANDS = 16
SEATS = ("Ann", "Bob", "Cat", "Dee")


def _hand_with_an_offence(key: str, rng: Random) -> Log:
    """A hand of bots in which somebody does something twice."""
    game = find(key)
    hand = play_hand(game, game.ruleset(), SEATS, 0, rng)
    half = len(hand.events) // 2
    plays = [i for i, event in enumerate(hand.events) if event.seat != TABLE and i > half]
    index = rng.choice(plays)
    events = (*hand.events[: index + 1], *hand.events[index:])
    return replace(hand, events=events)


def _illegal(log: Log, shift_from: int = 0, shift: int = 0) -> set[int]:
    """The illegal events of a log, those from *shift_from* on counted so many later."""
    return {
        finding.event + (shift if finding.event >= shift_from else 0)
        for finding in replay(log).findings
        if finding.verdict is Verdict.ILLEGAL
    }


@pytest.mark.table(one_in=5)
@pytest.mark.parametrize("kind", SLIPS)
@pytest.mark.parametrize("key", KEYS)
def test_what_is_illegal_after_a_slip_is_illegal_with_the_slip_put_right(key: str, kind: str):
    found = 0
    for seed in range(HANDS):
        rng = Random(seed)
        right = _hand_with_an_offence(key, rng)
        slip = SLIPS[kind](right, rng)
        longer = len(slip.events) - len(right.events)
        expected = _illegal(right, slip.event_index, longer)
        wrong = range(slip.event_index, slip.event_index + slip.wrong)
        elsewhere = _illegal(slip.log) - expected - {*wrong}
        found += len(elsewhere)
    limit = 1 if kind in ("a line left out", "two lines exchanged") else 0.5
    assert found <= limit * HANDS


@pytest.mark.parametrize("key", KEYS)
def test_board_and_report_are_one_truth(key: str):
    """What a pair of eyes could prove is what the report says, and the points drawn at the end are
    those of the report."""
    game = find(key)
    for seed in range(6):
        rng = Random(seed)
        kind = ("another card", "a line left out", "two lines exchanged")[seed % 3]
        slip = SLIPS[kind](play_hand(game, game.ruleset(), SEATS, 0, rng), rng)
        judged = replay(slip.log)
        data = board_data(judged)
        for proved in data["proved"].values():
            for said, verdict in zip(proved, judged.verdicts, strict=True):
                assert said in (verdict.value, Verdict.UNKNOWN.value)
        drawn: dict[int, int | None] = {}
        for step in data["tables"]["all"]:
            seats = step.get("seats", {})
            for seat, shown in seats.items() if isinstance(seats, dict) else enumerate(seats):
                if "points" in shown:
                    drawn[int(seat)] = shown["points"]
        for seat, points in enumerate(judged.points):
            assert drawn.get(seat) in (None, points)


EIGHTS = """game crazy-eights
seats Ann Bob Cat
dealer Cat
deal Ann h2 h3 h4 c5 c6
deal Bob h6 h7 d2 d3 d4
deal Cat h9 s2 s3 s4 s5
up hK
"""
"""All lines below follow suit, in the order Ann, Bob, Cat, unless it is said otherwise."""


def _found(*lines: str) -> list[tuple[str, str]]:
    judged = replay(read(EIGHTS + "\n".join(lines)))
    illegal = [f for f in judged.findings if f.verdict is Verdict.ILLEGAL]
    return [(lines[f.event - 4], f.code.value) for f in illegal]


def test_two_lines_exchanged_are_one_finding():
    """Bob's h6 and Ann's h2 stand in the wrong order; each player then goes on in turn."""
    lines = ("Bob h6", "Ann h2", "Cat h9", "Ann h3", "Bob h7", "Cat draws ?", "Ann h4")
    assert _found(*lines) == [("Bob h6", "out-of-turn")]


def test_a_line_left_out_is_one_finding_where_it_is_missing():
    """Without Bob's draw Cat, Ann and Bob would each play out of turn."""
    lines = ("Ann h2", "Cat h9", "Ann h3", "Bob h6", "Cat draws ?", "Ann h4")
    assert _found(*lines) == [("Cat h9", "out-of-turn")]


def test_two_offences_stay_two():
    """Ann's c5 fits neither hearts nor a king, and Bob's d3 neither clubs nor a five; as nobody
    objected, both stand. No slip explains both."""
    assert _found("Ann c5", "Bob d3", "Cat s3") == [
        ("Ann c5", Code.DOES_NOT_FIT.value),
        ("Bob d3", Code.DOES_NOT_FIT.value),
    ]


def _of_many_draws(seed: int) -> Log:
    """A hand of Crazy Eights in which everybody draws more often than plays."""
    game = find("crazy-eights")
    drawing = replace(CAREFUL, draw=0.6)
    return play_hand(game, game.ruleset(), SEATS, 0, Random(seed), drawing, most_events=200)


@pytest.mark.parametrize("seed", range(4))
def test_a_draw_left_out_is_one_fault_however_often_the_cards_are_reshuffled(seed: int) -> None:
    hand = _of_many_draws(seed)
    assert sum(event.kind == RESHUFFLE for event in hand.events) > 1
    assert Verdict.ILLEGAL not in replay(hand).verdicts
    index = next(i for i, event in enumerate(hand.events) if event.kind == DRAW and i > 15)
    spoilt = replace(hand, events=(*hand.events[:index], *hand.events[index + 1 :]))
    assert 1 <= replay(spoilt).verdicts.count(Verdict.ILLEGAL) <= 2


def test_the_work_of_a_short_log_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before Bob's cards are dealt every line is illegal, and may be so for many reasons, each
    followed in a copy of the state. All copies count as work, whoever makes them."""
    made = 0
    copied = HandState.copy

    def copy(state: HandState) -> HandState:
        nonlocal made
        made += 1
        return copied(state)

    monkeypatch.setattr(HandState, "copy", copy)
    names = ("Ann", "Bob", "Cat", "Dee", "Eve", "Fay", "Gus", "Hal")
    lines = ["game uno uno-playroom zero-seven=on", f"seats {' '.join(names)}"]
    lines += [f"deal {name} 7" for name in names if name != "Bob"]
    lines += ["up r5", "Eve draws 2", "Eve r5", "Dee draws ?", "Dee W yellow", "Cat y7 Ann"]
    lines += ["Cat draws ?", "Ann y8", "Hal draws ?", "Gus ?", "Fay r+2", "Eve draws ?"]
    judged = replay(read("\n".join(lines)))
    assert judged.verdict is Verdict.ILLEGAL
    assert made <= MAX_WORK // COPY_WORK + 1000
