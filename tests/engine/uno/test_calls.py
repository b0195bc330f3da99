"""Saying "uno", forgetting it, and being caught: by whom, and until when."""

from tests.engine.uno.table import SHED, SHEDDING, found, table
from zarleague.engine import Remedy
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import DEAL, DRAW, PASS, PLAY, UP, Event
from zarleague.engine.finding_sentences import sentence
from zarleague.engine.games.uno import GAME
from zarleague.engine.games.uno.state import State


def test_uno_said_ahead_is_void_after_a_swap() -> None:
    """Bob said it with two cards; Ann's seven gives him two others, and he says nothing of them."""
    events = (
        f"{SHED} / Ann draws g7 / Ann passes / Bob bR / Bob rR / Bob yR / Bob gR / Bob g5 / "
        "Bob says uno / Ann g7 Bob / Bob g1 / Ann catches Bob / Bob draws 4"
    )
    deals = {"Ann": f"{SHEDDING} g1 y1"}
    assert found(table(events, seats=2, deals=deals, zero_seven="on")) == []


def test_passing_closes_the_window_to_catch() -> None:
    """Ann forgot; Bob drew a card, which closed it already, and passes."""
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    events = f"{SHED} / Ann b4 / Bob draws ? / Bob passes / Bob catches Ann"
    assert found(table(events, seats=2, deals=deals)) == [("Bob catches Ann", "too-late")]


def test_a_late_catch_is_no_false_one() -> None:
    """Ann forgot it, and Bob has played; with the word said, late as well, the catch is false."""
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    late = table(f"{SHED} / Ann b4 / Bob b7 / Bob catches Ann", seats=2, deals=deals)
    assert found(late) == [("Bob catches Ann", "too-late")]
    (finding,) = late.findings
    assert str(sentence(finding, late.log)) == "Too late: Bob had already played."
    said = f"{SHED} / Ann b4 / Bob b7 / Ann says uno / Bob catches Ann"
    assert found(table(said, seats=2, deals=deals)) == [("Bob catches Ann", "false-claim")]


def test_uno_is_said_and_missed_while_a_buzzer_is_reacted_to() -> None:
    deals = {"Ann": f"{SHEDDING} BZ b5"}
    options = {"seats": 2, "deals": deals, "buzzers": "on"}
    assert found(table(f"{SHED} / Ann BZ / Bob catches Ann", **options)) == []
    said = table(f"{SHED} / Ann BZ / Ann says uno / Bob catches Ann", **options)
    assert found(said) == [("Bob catches Ann", "false-claim")]


def test_drawing_for_a_draw_two_closes_the_window_to_catch() -> None:
    deals = {"Ann": f"{SHEDDING} b+2 b5"}
    events = f"{SHED} / Ann b+2 / Bob draws 2 / Bob catches Ann"
    assert found(table(events, seats=2, deals=deals)) == [("Bob catches Ann", "too-late")]


def test_uno_said_ahead_is_void_after_a_draw() -> None:
    deals = {"Ann": f"{SHEDDING} b2 b5"}
    events = f"{SHED} / Ann says uno / Ann draws b1 / Ann b1 / Bob b6 / Ann b2 / Bob catches Ann"
    assert found(table(events, seats=2, deals=deals)) == []
    twice = f"{SHED} / Ann says uno / Ann draws bS / Ann bS / Ann b2 / Bob catches Ann"
    assert found(table(twice, seats=2, deals=deals)) == []
    # Another's word is not void by it.
    bobs = f"{SHED} / Ann says uno / Ann b2 / Bob draws ? / Bob passes / Bob catches Ann"
    assert found(table(bobs, seats=2, deals=deals)) == [("Bob catches Ann", "false-claim")]


def test_who_holds_one_card_after_a_swap_has_not_said_so() -> None:
    """Ann forgot it; Bob's seven gives him her last card, and her his six."""
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    events = f"{SHED} / Ann b4 / Bob b7 Ann / "
    options = {"seats": 2, "deals": deals, "zero_seven": "on"}
    assert found(table(events + "Ann catches Bob", **options)) == []
    for before in ("Bob says uno", "Ann catches Bob"):
        again = table(f"{events}{before} / Ann catches Bob", **options)
        assert found(again) == [("Ann catches Bob", "false-claim")]
    # Ann, who forgot it, holds six cards, however long one may be caught; and Bob may say it.
    for window in ("until-next-play", "while-one-card"):
        caught = table(events + "Bob catches Ann", uno_catch_window=window, **options)
        assert found(caught) == [("Bob catches Ann", "false-claim")]
    said = table(f"{SHED} / Ann b4 / Bob b7 Ann UNO / Ann catches Bob", **options)
    assert found(said) == [("Ann catches Bob", "false-claim")]


def test_uno_said_with_the_play() -> None:
    """ "When a player has only one card in his hand": with two or none it is not so."""
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    said = f"{SHED} / Ann b4 UNO / "
    for catch in ("Bob catches Ann", "Ann catches Bob"):
        assert found(table(said + catch, seats=2, deals=deals)) == [(catch, "false-claim")]
    assert found(table(f"{SHED} UNO", seats=2, deals=deals)) == [("Ann bR UNO", "false-claim")]
    forgot = f"{SHED} / Ann b4 / "
    for said_or_caught in ("Ann says uno", "Bob catches Ann"):
        judged = table(f"{forgot}{said_or_caught} / Ann catches Bob", seats=2, deals=deals)
        assert found(judged) == [("Ann catches Bob", "false-claim")]
    oneself = table(forgot + "Ann catches Ann", seats=2, deals=deals)
    assert found(oneself) == [("Ann catches Ann", "false-claim")]
    last = table(said + "Bob b9 / Ann b5 UNO", seats=2, deals=deals)
    assert found(last) == [("Ann b5 UNO", "false-claim")]


def test_nobody_is_caught_twice() -> None:
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    events = f"{SHED} / Ann b4 / Bob catches Ann / Bob catches Ann"
    assert found(table(events, seats=2, deals=deals)) == [("Bob catches Ann", "false-claim")]


def test_drawing_for_being_slow_is_no_turn() -> None:
    """Ann forgot to say it with her buzzer; that Bob draws for being slow does not save her."""
    deals = {"Ann": f"{SHEDDING} BZ b5"}
    events = f"{SHED} / Ann BZ / Ann reacts / Bob reacts / Bob draws 2 / Bob catches Ann"
    assert found(table(events, seats=2, deals=deals, buzzers="on")) == []


def _silent(*seats: int, **options: str) -> State:
    """Ann's turn on a red nine; of some seats it is supposed that they forgot to say it."""
    changed = {key.replace("_", "-"): value for key, value in options.items()}
    state = GAME.start(GAME.ruleset("", changed), 3, 2, Remedy.RULED)
    for seat in range(3):
        GAME.apply(state, Event(DEAL, seat, (UNKNOWN,) * 7))
    GAME.apply(state, Event(UP, cards=(9,)))
    state.unsaid = sum(1 << seat for seat in seats)
    return state


def test_a_swap_is_nothing_to_who_takes_no_part_in_it() -> None:
    """Neither what Cat has said is void, nor what she has forgotten."""
    state = _silent(2, zero_seven="on", uno_catch_window="while-one-card")
    state.said_ahead = 0b100
    GAME.apply(state, Event(PLAY, 0, (7,), other=1))
    assert (state.unsaid, state.said_ahead) == (0b100, 0b100)


def test_who_draws_has_more_than_one_card() -> None:
    """Bob draws: he is not to be caught any more, Cat is."""
    state = _silent(1, 2, uno_catch_window="while-one-card")
    GAME.apply(state, Event(PLAY, 0, (1,)))
    GAME.apply(state, Event(DRAW, 1, (UNKNOWN,)))
    assert state.unsaid == 0b100


def test_passing_without_a_card_to_draw_closes_the_window_to_catch() -> None:
    state = _silent(2)
    state.stock = 0
    GAME.apply(state, Event(PASS, 0))
    assert (state.findings, state.unsaid) == ([], 0)


def test_who_forgot_may_say_so_until_caught() -> None:
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    late = table(f"{SHED} / Ann b4 / Ann says uno / Bob catches Ann", seats=2, deals=deals)
    assert found(late) == [("Bob catches Ann", "false-claim")]
