"""Mistakes before, after and apart from a play, each with its code; worked from the rules."""

import pytest

from tests.engine.uno.table import SHED, SHEDDING, found, table
from zarleague.engine import Remedy, Verdict, read, replay
from zarleague.engine.event import (
    ACCUSE,
    CATCH,
    DEAL,
    DRAW,
    LEFT,
    MATCH,
    PASS,
    PLAY,
    REACT,
    RESHUFFLE,
    TAKE,
    UP,
    Event,
)
from zarleague.engine.games.uno import GAME

OVER = f"{SHED} / Ann b4 UNO / Bob b9 / Ann b5 / close"


def judged_raw(*events: Event, start: str = "", **options: str) -> list[tuple[Verdict, str]]:
    """Findings on events that no log could be read to, on top of a readable start."""
    ruleset = GAME.ruleset("", {key.replace("_", "-"): value for key, value in options.items()})
    state = GAME.start(ruleset, 3, 2, Remedy.RULED)
    names = ("Ann", "Bob", "Cat")
    for event in read(start, ruleset, names).events:
        GAME.apply(state, event)
    before = len(state.findings)
    for event in events:
        GAME.apply(state, event)
    return [(finding.verdict, finding.code.value) for finding in state.findings[before:]]


DEALT = "deal Ann 7\ndeal Bob 7\ndeal Cat 7"
STARTED = f"{DEALT}\nup r9"


@pytest.mark.parametrize(
    ("start", "line", "code"),
    [
        ("", "up r9", "not-started"),
        ("deal Ann 7", "deal Ann 7", "already-dealt"),
        (STARTED, "up r8", "already-dealt"),
        (STARTED, "deal Ann 7", "already-dealt"),
        ("", "deal Ann 6", "wrong-count"),
        (DEALT, "reshuffle", "not-started"),
        (STARTED, "reshuffle", "not-allowed"),
        (DEALT, "close", "not-started"),
        (STARTED, "close", "not-finished"),
        ("", "left Ann r1", "not-started"),
        (STARTED, "Ann passes", "not-allowed"),
        (STARTED, "Bob passes", "out-of-turn"),
        (STARTED, "Bob accuses", "not-allowed"),
        (STARTED, "Ann says red", "wrong-word"),
        (STARTED, "Ann says uno", "false-claim"),
        (STARTED, "Ann catches Bob", "false-claim"),
        (STARTED, "Ann reacts", "not-allowed"),
        (STARTED, "Ann r1 uno", "false-claim"),
        (STARTED, "Ann W UNO", "must-name"),
        (STARTED, "Ann r1 UNO", "false-claim"),
        (STARTED, "Ann r1 Bob", "may-not-name"),
        (STARTED, "Ann draws 2", "wrong-count"),
        (DEALT, "Ann catches Bob", "not-started"),
        (DEALT, "Ann says uno", "not-started"),
        (DEALT, "Ann accuses", "not-started"),
        (DEALT, "Ann passes", "not-started"),
        (DEALT, "penalty Ann", "not-started"),
    ],
)
def test_out_of_order(start: str, line: str, code: str) -> None:
    log = read(f"dealer Cat\n{start}\n{line}", GAME.ruleset(), ("Ann", "Bob", "Cat"))
    faults = [(f.event, f.code.value) for f in replay(log).findings if f.verdict is Verdict.ILLEGAL]
    assert faults == [(len(log.events) - 1, code)]


@pytest.mark.parametrize(
    "line",
    [
        "Ann r1",
        "Bob draws ?",
        "Ann passes",
        "Bob says uno",
        "Bob catches Ann",
        "Bob accuses",
        "Bob reacts",
        "penalty Bob",
        "reshuffle",
        "close",
        "Bob! b5",
    ],
)
def test_nothing_after_the_close(line: str) -> None:
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    judged = table(
        f"{OVER} / {line}", seats=2, deals=deals, interceptions="exact", bluff="any-playable"
    )
    assert found(judged) == [(line, "hand-over")]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Bob r1", "hand-over"),
        ("Bob! b5", "hand-over"),
        ("Bob draws ?", "hand-over"),
        ("Bob passes", "hand-over"),
        ("Bob catches Ann", "hand-over"),
    ],
)
def test_nothing_played_once_somebody_is_out(line: str, code: str) -> None:
    """ "The winner is the first player having no more cards in his hand." """
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    events = OVER.removesuffix(" / close")
    judged = table(f"{events} / {line} / close", seats=2, deals=deals, interceptions="exact")
    assert found(judged) == [(line, code)]


def test_a_hand_shown_that_cannot_be() -> None:
    deals = {"Ann": "r1 r2 r3 r4 r5 r6 r7"}
    assert found(table("left Ann r1 r2 r3 r4 r5 r6 r8", deals=deals)) == [
        ("left Ann r1 r2 r3 r4 r5 r6 r8", "not-held")
    ]
    reds = "left Bob r1 r1 r2 r3 r4 r5 r6"
    assert found(table(reds, deals=deals)) == [(reds, "none-left")]
    partly = "left Ann r1 r2 r3 r4 r5 r6 ?"
    assert found(table(partly, deals=deals)) == []


def test_uno_said_ahead_of_the_play() -> None:
    """With two cards it counts for the next play; but not after a card was drawn in between."""
    deals = {"Ann": f"{SHEDDING} b4 g5"}
    said = f"{SHED} / Ann says uno / Ann b4 / Bob catches Ann"
    assert found(table(said, seats=2, deals=deals)) == [("Bob catches Ann", "false-claim")]
    drawn = f"{SHED} / Ann says uno / Ann draws b1 / Ann b1 / Bob b2 / Ann b4 / Bob catches Ann"
    assert found(table(drawn, seats=2, deals=deals)) == []


def test_who_gets_one_card_by_a_swap_says_so() -> None:
    """ "When a player has only one card in his hand, he has to warn other player" """
    deals = {"Ann": f"{SHEDDING} b7 g5"}
    start = f"{SHED} / Ann b7 Bob"
    forgot = table(
        f"{start} / Ann catches Bob / Bob draws 4", seats=2, deals=deals, zero_seven="on"
    )
    assert found(forgot) == []
    said = table(f"{start} UNO / Bob says uno", seats=2, deals=deals, zero_seven="on")
    assert found(said) == []


def test_a_two_handed_interception_of_a_skip_plays_again_once() -> None:
    """Both say "plays again": the interceptor has one more card, then it is the other's turn."""
    judged = table(
        "Ann r1 / Bob r2 / Ann rS / Bob! rS / Bob r3 / Ann r4", seats=2, interceptions="exact"
    )
    assert found(judged) == []


def test_interceptions_name_colour_and_debts() -> None:
    start = "Ann r+2 / Cat! r+2 / Cat r1"
    owing = table(f"{start} / Bob! r1", seats=4, interceptions="exact")
    assert found(owing) == [("Bob! r1", "must-settle")]
    named = table("Ann r1 / Cat! r1 red", interceptions="exact")
    assert found(named) == [("Cat! r1 red", "may-not-name")]


def test_a_failed_interception_of_an_unknown_card_cannot_be_judged() -> None:
    judged = table("Ann ? / Cat! r1", interceptions="exact")
    assert found(judged) == [("Ann ?", "?does-not-fit"), ("Cat! r1", "?not-identical")]


def test_passing() -> None:
    assert found(table("Ann draws ? / Ann passes / Bob r1")) == []
    assert found(table("Ann r+2 / Bob passes")) == [("Bob passes", "must-settle")]


def test_accusations() -> None:
    start = "Ann W4 red"
    assert found(table(f"{start} / Bob accuses Ann / Bob draws 6", bluff="any-playable")) == [
        ("Bob draws 6", "?false-claim")
    ]
    wrong = table(f"{start} / Bob accuses Cat", bluff="any-playable")
    assert found(wrong) == [("Bob accuses Cat", "not-allowed")]
    late = table(f"{start} / Bob draws 4 / Bob accuses", bluff="any-playable")
    assert found(late) == [("Bob accuses", "not-allowed")]


def test_reactions() -> None:
    start = "Ann BZ / Bob reacts"
    again = table(f"{start} / Bob reacts", buzzers="on")
    assert found(again) == [("Bob reacts", "not-allowed")]
    named = table("Ann BZ / Bob reacts red", buzzers="on")
    assert found(named) == [("Bob reacts red", "may-not-name")]
    closing = table(f"{start} / close", buzzers="on")
    assert found(closing) == [("close", "not-finished")]


def test_slowest_at_his_own_last_card_is_not_out() -> None:
    """The reactions come before the end: who is slowest draws two and plays on."""
    deals = {"Ann": f"{SHEDDING} b4 BZ"}
    start = f"{SHED} / Ann b4 UNO / Bob b9 / Ann BZ"
    slow = table(
        f"{start} / Bob reacts / Ann reacts / Ann draws 2 / Bob r1 / Ann r2",
        seats=2,
        deals=deals,
        buzzers="on",
    )
    assert found(slow) == []
    quick = table(
        f"{start} / Ann reacts / Bob reacts / Bob draws 2 / close",
        seats=2,
        deals=deals,
        buzzers="on",
    )
    assert found(quick) == []
    now = table(
        f"{start} / close", seats=2, deals=deals, buzzers="on", finish_on_draw_card="score-now"
    )
    assert found(now) == []


def test_the_last_wild_need_not_name_a_colour() -> None:
    deals = {"Ann": f"{SHEDDING} b4 W"}
    judged = table(f"{SHED} / Ann b4 UNO / Bob b9 / Ann W / close", seats=2, deals=deals)
    assert found(judged) == []


def test_nothing_left_to_draw_or_shuffle() -> None:
    """With one card on the table and none in the pile one may pass or play, and what cannot be
    drawn is not owed any more."""
    ruleset = GAME.ruleset("", {"voluntary-draw-max": "3"})
    state = GAME.start(ruleset, 10, 9, Remedy.RULED)
    for seat in range(10):
        GAME.apply(state, Event(DEAL, seat, (-1,) * 7))
    GAME.apply(state, Event(UP, cards=(9,)))
    state.stock = 0
    assert state.exhausted
    GAME.apply(state, Event(DRAW, 0, (-1,)))
    assert state.findings[-1].code.value == "supply-empty"
    state.owe(0, 2, "uno")
    before = len(state.findings)
    twin = state.copy()
    GAME.apply(twin, Event(PASS, 0))
    assert (len(twin.findings), twin.turn, twin.owed[0]) == (before, 1, 0)
    GAME.apply(state, Event(PLAY, 0, (1,)))
    assert (len(state.findings), state.owed[0], state.turn) == (before, 0, 1)


def test_reshuffling_one_card() -> None:
    ruleset = GAME.ruleset()
    state = GAME.start(ruleset, 2, 1, Remedy.RULED)
    for seat in range(2):
        GAME.apply(state, Event(DEAL, seat, (-1,) * 7))
    GAME.apply(state, Event(UP, cards=(9,)))
    state.stock = 0
    GAME.apply(state, Event(RESHUFFLE))
    assert state.findings[-1].code.value == "supply-empty"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Event(PLAY, 3, (1,)), "no-such-seat"),
        (Event(PLAY, 0, (54,)), "not-in-deck"),
        (Event(PLAY, 0, ()), "wrong-operands"),
        (Event(PLAY, 0, (1, 2)), "wrong-operands"),
        (Event(MATCH, 0, ()), "wrong-operands"),
        (Event(MATCH, 2, (54,)), "not-in-deck"),
        (Event(MATCH, 3, (1,)), "no-such-seat"),
        (Event(DRAW, 0, (54,)), "not-in-deck"),
        (Event(DRAW, 0, ()), "wrong-count"),
        (Event(DRAW, -4, (1,)), "no-such-seat"),
        (Event(LEFT, 3, (1,)), "no-such-seat"),
        (Event(LEFT, 0, (54,) * 7), "not-in-deck"),
        (Event(CATCH, 0, other=3), "no-such-seat"),
        (Event(REACT, 3), "no-such-seat"),
        (Event(ACCUSE, 3), "no-such-seat"),
        (Event(DEAL, 3, (1,) * 7), "no-such-seat"),
        (Event(TAKE, 0, (1,)), "not-in-this-game"),
    ],
)
def test_events_no_log_can_hold(event: Event, code: str) -> None:
    """The reader makes none of these; whoever builds events by hand gets a finding."""
    found_codes = judged_raw(event, start=STARTED, interceptions="exact")
    assert found_codes == [(Verdict.ILLEGAL, code)]


def test_a_seven_swaps_with_somebody_at_the_table() -> None:
    nobody = judged_raw(Event(PLAY, 0, (7,), other=3), start=STARTED, zero_seven="on")
    assert nobody == [(Verdict.ILLEGAL, "must-name")]


def test_the_card_turned_up_can_be_intercepted_and_moves_no_hands() -> None:
    assert found(table("Cat! r9 / Cat r1 / Ann r2", interceptions="exact")) == []
    assert found(table("Cat! r8", interceptions="exact")) == [("Cat! r8", "not-identical")]
    deals = {"Ann": "r1 g1 g2 g3 g4 g5 g6"}
    assert found(table("Ann r1", up="r0", deals=deals, zero_seven="on")) == []


def test_the_first_card_must_be_one_card() -> None:
    assert judged_raw(Event(UP), start=DEALT) == [(Verdict.ILLEGAL, "wrong-operands")]
    assert judged_raw(Event(UP, cards=(54,)), start=DEALT) == [(Verdict.ILLEGAL, "not-in-deck")]
    twice = "deal Ann r0 r2 r3 r4 r5 r6 r7\ndeal Bob 7\ndeal Cat 7"
    assert judged_raw(Event(UP, cards=(0,)), start=twice) == [(Verdict.ILLEGAL, "none-left")]


def test_two_disputes_at_once_cannot_be_told_apart() -> None:
    """Ann lost her turn before her accusation was decided; Bob's draw four is accused as well."""
    judged = table(
        "Ann r+2 / Cat! r+2 / Bob draws 2 / Cat W4 blue / Ann accuses / Ann draws 2 / "
        "Bob W4 green / Cat accuses / Cat draws 9",
        bluff="any-playable",
        interceptions="exact",
        skip_after_drawing="on",
    )
    assert found(judged)[0] == ("Cat accuses", "?false-claim")
    assert judged.verdict is Verdict.UNKNOWN


@pytest.mark.parametrize(("seats", "codes"), [(2, []), (10, []), (11, ["wrong-seats"])])
def test_two_to_ten_players(seats: int, codes: list[str]) -> None:
    """Mattel: "For 2 to 10 players"."""
    state = GAME.start(GAME.ruleset(), seats, 0, Remedy.RULED)
    assert [(finding.code, finding.rule) for finding in state.findings] == [
        (code, "players") for code in codes
    ]


def test_nobody_plays_without_a_card() -> None:
    """Seven cards were dealt to each: an eighth cannot be played, whatever it was."""
    plays = " / ".join(["Ann ? / Bob ?"] * 7)
    judged = table(f"{plays} / Ann ?", seats=2)
    assert found(judged)[14:] == [("Ann ?", "?not-held")]
    assert judged.steps[-1].piles[1].size == 15
