"""For any input the engine returns findings and never raises."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.conformance import check_findings_can_be_told
from tests.engine.zar.hands import GAME, hand
from tests.sampling import tries
from zarleague.bots import play_hand
from zarleague.engine import NotALog, Remedy, read, replay, write
from zarleague.engine.event import ASK, DEAL, KINDS, PLAY, TABLE, UP, Event

PRESETS = [preset.key for preset in GAME.presets]
WORDS = st.sampled_from(
    [
        *("Ann", "Bob", "Cat", "Ann!", "Bob!", "deal", "up", "draw", "draws", "reshuffle", "says"),
        *("asks", "catches", "vincent", "close", "left", "one", "zar", "b2", "g+2", "W1", "X2"),
        *("bS", "yR", "b0", "Ch", "?", "blue", "3", "skip", "12", "999", ";", '"', "MATCH"),
        *("ZAR'CH", "QUAD-DRAW", "\\", "é", "g9", "game", "seats", "dealer"),
    ]
)
LINES = st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=12).map("\n".join)


def judge(log):
    judged = [replay(log, remedy=remedy, steps=True) for remedy in Remedy]
    for one in judged:
        assert len(one.verdicts) == len(log.events)
        assert all(-1 <= finding.event < len(log.events) for finding in one.findings)
        check_findings_can_be_told(GAME, one.findings)
    return judged


@tries(150)
@given(st.sampled_from(PRESETS), LINES)
def test_random_lines(preset, lines):
    log = read(f"game zar {preset}\nseats Ann Bob Cat\nup b2\n{lines}")
    judge(log)


@tries(100)
@given(st.text(max_size=200))
def test_random_text(text):
    try:
        log = read(text)
    except NotALog:
        log = read(f"game zar\nseats Ann Bob\n{text.replace('game', '').replace('seats', '')}")
    judge(log)


@st.composite
def events(draw):
    cards = st.integers(-1, 30)
    return Event(
        draw(st.integers(0, KINDS - 1)),
        draw(st.integers(0, 2)),
        tuple(draw(st.lists(cards, max_size=4))),
        draw(st.integers(-1, 14)),
        draw(st.integers(-1, 2)),
        tuple(draw(st.lists(st.integers(0, 9), max_size=2))),
        tuple(draw(st.lists(st.sampled_from(["MATCH", "ZAR", "DOUBLE"]), max_size=2))),
    )


@tries(150)
@given(st.sampled_from(PRESETS), st.lists(events(), max_size=15), st.sampled_from(list(Remedy)))
def test_random_events(preset, found, remedy):
    state = GAME.start(GAME.ruleset(preset), 3, 0, remedy)
    start = [Event(0, seat, (-1,) * 7) for seat in range(3)] + [Event(1, -1, (2,))]
    for event in [*start, *found]:
        GAME.apply(state, event)
        GAME.view(state)
        for seat in range(-1, 3):
            GAME.legal(state, seat)
    assert state.index == len(start) + len(found)
    check_findings_can_be_told(GAME, state.findings)
    GAME.entry_of(state)


@tries(50)
@given(st.sampled_from(PRESETS), st.integers(0, 20), st.randoms(use_true_random=False))
def test_mutated_hands(preset, seed, rng):
    ruleset = GAME.ruleset(preset)
    lines = write(play_hand(GAME, ruleset, ("Ann", "Bob", "Cat"), 0, Random(seed))).splitlines()
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(3, len(lines))
        what = rng.randrange(4)
        if what == 0:
            del lines[at]
        elif what == 1:
            lines.insert(at, lines[rng.randrange(3, len(lines))])
        elif what == 2:
            words = lines[at].split()
            rng.shuffle(words)
            lines[at] = " ".join(words)
        else:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
    judge(read("\n".join(lines)))


def test_events_of_other_games_and_before_the_start():
    state = GAME.start(GAME.ruleset(), 2, 0, Remedy.RULED)
    for kind in (2, 3, 4, 7, 18, 19, 20, 23, 24, 25):
        GAME.apply(state, Event(kind, 0, (1,), 0, 1))
    assert [finding.code.value for finding in state.findings] == [
        "not-started",
        "not-started",
        "not-started",
        "not-in-this-game",
        "not-started",
        "not-started",
        "not-started",
        "not-started",
        "not-started",
        "not-finished",
    ]
    check_findings_can_be_told(GAME, state.findings)


def test_seats_that_nobody_has():
    state = GAME.start(GAME.ruleset(), 2, 0, Remedy.RULED)
    for event in (Event(DEAL, 0, (-1,) * 8), Event(DEAL, 1, (-1,) * 8), Event(UP, TABLE, (2,))):
        GAME.apply(state, event)
    for other in (-1, 2):
        GAME.apply(state, Event(ASK, 0, other=other))
    assert [finding.code.value for finding in state.findings] == ["no-such-seat"] * 2


def test_play_of_no_card_plays_nothing():
    state = GAME.start(GAME.ruleset(), 2, 0, Remedy.RULED)
    GAME.apply(state, Event(PLAY, 1))
    for event in (Event(DEAL, 0, (-1,) * 8), Event(DEAL, 1, (-1,) * 8), Event(UP, TABLE, (2,))):
        GAME.apply(state, event)
    GAME.apply(state, Event(PLAY, 1))
    assert [(f.code.value, f.rule) for f in state.findings] == [("wrong-operands", "turn")] * 2
    assert (state.playing, state.turn, state.discard) == (True, 1, [2])


@pytest.mark.parametrize(
    ("line", "spelled"),
    [
        ("Ann draw 2", "Ann draws 2"),
        ("Ann says one", "Ann say one"),
        ("Ann asks Bob", "Ann ask Bob"),
        ("Ann catches Bob", "Ann catch Bob"),
        ("vincent Ann ?", "penalty Ann 1"),
        ("left Ann", "left Ann 0"),
        ("Ann W1 blue", "Ann wild-I blue"),
        ("Ann b+2", "Ann blue-draw-two"),
        ("Ann X1 draw-two", "Ann dragon-I draw-two"),
    ],
)
def test_other_spellings_mean_the_same(line, spelled):
    header = "game zar\nseats Ann Bob\n"
    first, second = read(header + line), read(header + spelled)
    assert not first.problems + second.problems
    assert first.events == second.events


@pytest.mark.parametrize(
    "line",
    [
        *("Ann says", "Ann says one zar", "Ann asks", "Ann asks Bob Bob", "Ann catches"),
        *("Ann catches Bob Bob", "vincent Ann", "Ann W1 blue green", "Ann! W1 blue green"),
        f"Ann{' b2' * 13}",
        f"Ann!{' b2' * 13}",
        *("deal Ann 100", "Ann draw 100", "vincent Ann 100", "left Ann 100"),
    ],
)
def test_lines_with_too_much_or_too_little(line):
    (problem,) = read(f"game zar\nseats Ann Bob\n{line}").problems
    assert problem.code.value == "wrong-operands"


def test_events_after_the_close():
    # Nothing is left to draw or to reshuffle, so the hand is over.
    draws = "".join(f"{'Ann' if n % 2 == 0 else 'Bob'} draw ?\n" for n in range(45))
    log = f"up b4\n{draws}close\n"
    for line, code in [
        ("Ann b3", "hand-over"),
        ("Bob draw ?", "hand-over"),
        ("reshuffle", "hand-over"),
        ("Ann says one", "hand-over"),
        ("Ann asks Bob", "hand-over"),
        ("Ann catches Bob", "hand-over"),
        ("vincent Bob ?", "hand-over"),
        ("close", "hand-over"),
        ("up b5", "already-dealt"),
        ("deal Ann 8", "already-dealt"),
    ]:
        judged = hand(log + line, seats="Ann Bob", dealer="Bob")
        assert [finding[:2] for finding in judged.findings] == [(line, code)]


def test_lines_without_the_cards_they_need():
    log = read("game zar\nseats Ann Bob\ndeal Ann 8\ndeal Bob 8\nup b4\nAnn draw\nBob draw 0")
    assert [problem.code.value for problem in log.problems] == ["wrong-operands"] * 2
    assert [f.code.value for f in replay(log).findings if f.rule == "draw"] == [
        "wrong-operands",
        "wrong-operands",
    ]
