"""Small print: what ends, what starts anew, whose it is. Each was once wrong in a mutant."""

import pytest

from tests.engine.uno.table import SHED, SHEDDING, found, points, table
from zarleague.engine import Remedy, read
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import (
    ACCUSE,
    DEAL,
    DRAW,
    MATCH,
    PASS,
    PLAY,
    RESHUFFLE,
    UP,
    Event,
)
from zarleague.engine.games.uno import GAME
from zarleague.engine.games.uno.state import State
from zarleague.engine.prose import rule_of, sentence


def test_on_a_card_nobody_named_only_a_wild_surely_fits() -> None:
    assert found(table("Ann ? / Bob r1")) == [
        ("Ann ?", "?does-not-fit"),
        ("Bob r1", "?does-not-fit"),
    ]
    assert found(table("Ann ? / Bob W red")) == [("Ann ?", "?does-not-fit")]
    assert found(table("Ann ? / Bob BZ", buzzers="on")) == [("Ann ?", "?does-not-fit")]


def test_not_the_drawn_card_comes_before_not_fitting() -> None:
    """She drew a red four and plays a green two: the rule on drawn cards forbids it first."""
    judged = table("Ann draws r4 / Ann g2", deals={"Ann": "g1 g2 g3 g4 g5 g6 g7"})
    assert found(judged) == [("Ann g2", "not-allowed")]
    four = table(
        "Ann draws r4 / Ann W4 red",
        deals={"Ann": "W4 g2 g3 g4 g5 g6 g7"},
        wild_draw_four="only-if-no-colour",
    )
    assert found(four) == [("Ann W4 red", "not-allowed")]
    # Where nobody saw what was drawn, it fits or it does not.
    assert found(table("Ann draws ? / Ann g2")) == [("Ann g2", "does-not-fit")]


def test_a_straight_is_its_player_s_alone() -> None:
    assert found(table("Ann r1 / Cat r2", straights="on")) == [("Cat r2", "out-of-turn")]


def test_a_straight_does_not_outlive_a_pass() -> None:
    """Nothing to draw: Bob passes, and Ann's straight is over."""
    state = GAME.start(GAME.ruleset("", {"straights": "on"}), 3, 2, Remedy.RULED)
    for seat in range(3):
        GAME.apply(state, Event(DEAL, seat, (UNKNOWN,) * 7))
    GAME.apply(state, Event(UP, cards=(9,)))
    GAME.apply(state, Event(PLAY, 0, (1,)))
    state.pile = 0
    del state.discard[0]
    GAME.apply(state, Event(PASS, 1))
    assert state.findings == []
    GAME.apply(state, Event(PLAY, 0, (2,)))
    assert state.findings[0].code.value == "out-of-turn"


def test_a_waiting_skip_is_used_up_once() -> None:
    """Cat draws instead of playing again: then Dee is skipped, and nobody after her."""
    start = "Ann r3 / Bob rS / Cat! rS / Cat draws ? / Cat passes / Ann r4 / Bob r5"
    assert found(table(start, seats=4, interceptions="exact")) == []
    unsaid = "Ann r3 / Bob rS / Cat! rS / Cat draws ? / Ann r4 / Bob r5"
    assert found(table(unsaid, seats=4, interceptions="exact")) == []
    drawing = "Ann r3 / Bob rS / Cat! rS / Cat draws ? / Ann draws ? / Bob r5 / Cat r6"
    assert found(table(drawing, seats=4, interceptions="exact")) == []


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
    assert found(table(events, seats=2, deals=deals)) == [("Bob catches Ann", "false-claim")]


def test_what_a_standing_seven_without_a_name_does() -> None:
    """It stands as far as it can: the card is played, no hands are swapped."""
    deals = {"Ann": "r7 g1 g2 g3 g4 g5 g6"}
    judged = table("Ann r7", deals=deals, zero_seven="on", remedy=Remedy.PENALTY)
    assert found(judged) == [("Ann r7", "must-name")]
    assert points(judged)["Ann"] == 21


def test_a_failed_interception_may_cost_nothing() -> None:
    deals = {"Cat": "g1 g2 g3 g4 g5 g6 g7"}
    judged = table(
        "penalty Cat / Ann r1", deals=deals, interceptions="exact", interception_fail="none"
    )
    assert found(judged) == []
    assert points(judged)["Cat"] == 28


@pytest.mark.parametrize(
    ("events", "text", "rule"),
    [
        ("Ann g1", "Green 1 does not fit on red 9.", "fit"),
        (
            "Ann W green / Bob y1",
            "Yellow 1 does not fit on wild when green is asked for.",
            "fit",
        ),
        ("Bob r1", "It was Ann's turn, not Bob's.", "turn"),
        ("Ann r+2 / Bob r1", "Bob first had to draw 2.", "settle"),
        (
            "Ann r+2 / Bob draws 3",
            "The number of cards is 3; it should be 2.",
            "settle",
        ),
        ("Ann draws 2", "The number of cards is 2; it should be 1.", "draw"),
        ("Ann r1 / Cat! g1", "Green 1 is not identical to red 1.", "interceptions"),
        ("Ann W", "Ann had to name what comes next.", "wild"),
        ("Ann BZ / Bob reacts / Cat r1", "Ann still had to act.", "buzzers"),
        (
            "Ann W4 blue / Bob accuses / Ann draws 4",
            "The number of cards is 4; it should be 6.",
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
    assert str(sentence(judged.findings[0], judged.log)) == "Bob never drew the 2 cards owed."


@pytest.mark.parametrize(
    ("events", "faults"),
    [
        ("Ann r1 / Ann r0", []),
        ("Ann r8 / Ann r9", []),
        ("Ann r9 / Ann rS", [("Ann rS", "out-of-turn")]),
        ("Ann r0 / Ann r9", [("Ann r9", "out-of-turn")]),
        ("Ann r0 / Bob y0 / Bob r+2", [("Bob r+2", "out-of-turn")]),
        ("Ann r3 / Ann r2 / Ann r1 / Ann r0", []),
        ("Ann r3 / Ann r2 / Ann r3", [("Ann r3", "out-of-turn")]),
        ("Ann r6 / Ann r5", []),
        ("Ann r3 / Bob r2 / Bob r3", []),
    ],
)
def test_straights_end_at_zero_and_nine(events: str, faults: list[tuple[str, str]]) -> None:
    assert found(table(events, up="r4", straights="on")) == faults


def test_the_red_zero_is_a_card_like_any_other() -> None:
    """It is the first card of the deck: dealt, drawn, shown, played and intercepted."""
    hand = "r0 g1 g2 g3 g4 g5 g6"
    assert found(table(f"left Ann {hand} / Ann r0", deals={"Ann": hand})) == []
    assert found(table(f"left Ann {hand}")) == []
    assert found(table("Ann draws r0 / Ann r0 / Cat! y0", interceptions="super")) == []
    assert found(table("Ann r1", up="r0", deals={"Bob": hand})) == [("up r0", "none-left")]


def test_what_can_be_shuffled_must_be_shuffled_before_passing() -> None:
    """The pile is used up, and one card lies under the top one: Bob cannot just pass."""
    state = _begun(3)
    GAME.apply(state, Event(PLAY, 0, (1,)))
    state.pile = 0
    assert not state.exhausted
    GAME.apply(state, Event(PASS, 1))
    assert state.findings[0].code.value == "not-allowed"


def test_a_card_nobody_named_is_shuffled_in_unseen() -> None:
    """An unnamed card was never located, so that shuffling it in locates nothing less."""
    state = _begun(3)
    before = state.holdings.unseen[:]
    GAME.apply(state, Event(PLAY, 0, (UNKNOWN,)))
    GAME.apply(state, Event(PLAY, 1, (1,)))
    state.pile = 0
    GAME.apply(state, Event(RESHUFFLE))
    before[1] -= 1
    before[9] += 1
    assert state.holdings.unseen == before
    assert (state.pile, state.discard) == (2, [1])


def _begun(seats: int) -> State:
    """Hands of seven that nobody saw, and a red nine turned up."""
    state = GAME.start(GAME.ruleset(), seats, seats - 1, Remedy.RULED)
    for seat in range(seats):
        GAME.apply(state, Event(DEAL, seat, (UNKNOWN,) * 7))
    GAME.apply(state, Event(UP, cards=(9,)))
    return state


def test_everybody_is_dealt_seven_cards_once() -> None:
    """ "the dealer deal 7 cards to each player": six are found, and are six all the same."""
    state = GAME.start(GAME.ruleset(), 3, 2, Remedy.RULED)
    for seat in (1, 0, 1):
        GAME.apply(state, Event(DEAL, seat, (UNKNOWN,) * 7))
    assert [(f.event, f.code.value) for f in state.findings] == [(2, "already-dealt")]
    assert [state.size(seat) for seat in range(3)] == [7, 7, 0]
    judged = table("Ann r1", deals={"Bob": "6"})
    assert found(judged) == [("deal Bob 6", "wrong-count")]
    assert judged.steps[-1].seats[1].unknown == 6


def test_the_first_card_is_one_of_its_copies() -> None:
    """Two red nines are in the deck, and one was turned up."""
    assert found(table("Ann r9 / Bob r9")) == [("Bob r9", "none-left")]


def test_debts_are_paid_oldest_first() -> None:
    """Three for the interception that failed, then two for the draw two."""
    events = "Ann r1 / Cat! g1 / Bob r+2 / Cat draws "
    options = {"interceptions": "exact", "interception_fail": "cards-3"}
    three = table(events + "3", **options)
    assert found(three) == [("Cat! g1", "not-identical")]
    assert [(d.cards, d.rule) for d in three.steps[-1].seats[2].debts] == [(2, "draw-two")]
    assert found(table(events + "3 / Cat r5", **options))[1:] == [("Cat r5", "must-settle")]
    both = table(events + "5", **options)
    assert (both.steps[-1].seats[2].debts, both.steps[-1].acting) == ((), (2,))
    loses = table(events + "5", skip_after_drawing="on", **options)
    assert loses.steps[-1].acting == (0,)
    # The other way round they cannot be paid.
    assert found(table(events + "2", **options))[1:] == [("Cat draws 2", "wrong-count")]


def test_draw_cards_are_answered_and_accused_whatever_else_is_owed() -> None:
    """Only the debt for the draw card passes on, and only when nothing else is owed."""
    fails = {"interceptions": "exact", "interception_fail": "cards-3"}
    owing = table("Ann r1 / Cat! g1 / Bob r+2 / Cat y+2", cumulation="on", **fails)
    assert found(owing)[1:] == [("Cat y+2", "must-settle")]
    deals = {"Bob": "W4 r2 g2 g3 g4 g5 g6"}
    accused = table(
        "Ann r1 / Cat! g1 / Bob W4 blue / Cat accuses", deals=deals, bluff="any-playable", **fails
    )
    debts = [[(d.cards, d.rule) for d in seat.debts] for seat in accused.steps[-1].seats]
    assert debts == [[], [(6, "bluff")], [(3, "interceptions")]]


def test_draw_twos_owed_by_one_player_are_one_debt() -> None:
    """Ann puts the second red draw two on her own first: Bob draws four and not two and two."""
    options = {"seats": 2, "interceptions": "exact"}
    events = "Ann r+2 / Ann! r+2 / Ann r1 / Bob draws "
    assert found(table(events + "4", **options)) == []
    assert found(table(events + "2", **options)) == [("Bob draws 2", "wrong-count")]


def test_where_the_score_is_counted_now_nothing_is_owed() -> None:
    deals = {"Ann": f"{SHEDDING} b4 b+2"}
    events = f"{SHED} / Ann b4 UNO / Bob b9 / Ann b+2"
    judged = table(events, seats=2, deals=deals, finish_on_draw_card="score-now")
    assert judged.steps[-1].seats[1].debts == ()


def test_uno_is_said_and_missed_while_a_buzzer_is_reacted_to() -> None:
    deals = {"Ann": f"{SHEDDING} BZ b5"}
    options = {"seats": 2, "deals": deals, "buzzers": "on"}
    assert found(table(f"{SHED} / Ann BZ / Bob catches Ann", **options)) == []
    said = table(f"{SHED} / Ann BZ / Ann says uno / Bob catches Ann", **options)
    assert found(said) == [("Bob catches Ann", "false-claim")]


def test_all_that_is_left_of_the_pile_pays_what_is_owed() -> None:
    for pile, count, right in ((3, 3, True), (3, 2, False), (5, 5, False)):
        state = _begun(3)
        GAME.apply(state, Event(PLAY, 0, (53,), 3))
        state.pile = pile
        GAME.apply(state, Event(DRAW, 1, (UNKNOWN,) * count))
        assert (state.findings == []) is right, (pile, count)


def test_drawing_for_a_draw_two_closes_the_window_to_catch() -> None:
    deals = {"Ann": f"{SHEDDING} b+2 b5"}
    events = f"{SHED} / Ann b+2 / Bob draws 2 / Bob catches Ann"
    assert found(table(events, seats=2, deals=deals)) == [("Bob catches Ann", "false-claim")]


def test_uno_said_ahead_is_void_after_a_draw() -> None:
    deals = {"Ann": f"{SHEDDING} b2 b5"}
    events = f"{SHED} / Ann says uno / Ann draws b1 / Ann b1 / Bob b6 / Ann b2 / Bob catches Ann"
    assert found(table(events, seats=2, deals=deals)) == []
    # Another's word is not void by it.
    bobs = f"{SHED} / Ann says uno / Ann b2 / Bob draws ? / Bob passes / Bob catches Ann"
    assert found(table(bobs, seats=2, deals=deals)) == [("Bob catches Ann", "false-claim")]


def test_a_straight_is_over_when_the_next_player_has_drawn() -> None:
    """ "you lose your right to make a straight once the next player has played"; that drawing is
    his play is inferred."""
    judged = table("Ann r1 / Bob draws ? / Ann r2", straights="on")
    assert found(judged) == [("Ann r2", "out-of-turn")]


@pytest.mark.parametrize(
    ("draws", "code"),
    [
        ("Ann draws 4", "?false-claim"),
        ("Bob draws 6", "?false-claim"),
        ("Ann draws 6", "wrong-count"),
        ("Bob draws 4", "wrong-count"),
    ],
)
def test_what_is_drawn_shows_how_the_table_ruled_by_four_and_six(draws: str, code: str) -> None:
    """Mattel: a bluffer draws the four himself, a wrong accuser six."""
    judged = table(
        f"Ann W4 blue / Bob accuses / {draws}", bluff="any-playable", bluff_penalty="four-and-six"
    )
    assert found(judged) == [(draws, code)]


def test_an_intercepting_card_begins_no_straight() -> None:
    options = {"straights": "on", "interceptions": "exact", "interception_then": "next-player"}
    judged = table("Ann r3 / Cat! r3 / Cat r4", **options)
    assert found(judged) == [("Cat r4", "out-of-turn")]


def test_a_colour_named_is_over_with_the_next_card() -> None:
    assert table("Ann W red").steps[-1].named == "red"
    assert table("Ann W green / Bob g1").steps[-1].named == ""
    assert table("Ann W green / Bob ?").steps[-1].named == ""


def test_only_a_draw_four_is_accused_and_only_by_that_variant() -> None:
    accused = table("Ann r+2 / Bob accuses", bluff="any-playable")
    assert found(accused) == [("Bob accuses", "not-allowed")]
    assert table("Ann W4 blue").steps[-1].seats[0].notes == ()
    off = table("Ann W4 blue / Bob accuses")
    assert found(off) == [("Bob accuses", "not-allowed")]


def test_hands_move_by_that_variant_only() -> None:
    hand = {"Ann": "r0 g1 g2 g3 g4 g5 g6"}
    assert points(table("Ann r0", deals=hand))["Ann"] == 21
    assert points(table("Ann r0", deals=hand, zero_seven="on")) == {
        "Ann": None,
        "Bob": 21,
        "Cat": None,
    }


def test_who_plays_a_zero_last_has_gone_out_first() -> None:
    deals = {"Ann": f"{SHEDDING} b4 b0"}
    events = f"{SHED} / Ann b4 UNO / Bob b9 / Ann b0"
    out = table(events, seats=2, deals=deals, zero_seven="on")
    assert (found(out), points(out)["Ann"]) == ([], 0)
    swapped = table(
        events, seats=2, deals=deals, zero_seven="on", zero_seven_last_card="swap-first"
    )
    assert points(swapped)["Bob"] == 0


def test_what_is_owed_outlives_an_illegal_play_that_stands() -> None:
    """Two for the draw two and two for the play; a draw two passes nothing on where none may."""
    for card, cat in (("r1", 0), ("g+2", 2)):
        judged = table(f"Ann r+2 / Bob {card}", remedy=Remedy.PENALTY)
        owed = [sum(debt.cards for debt in seat.debts) for seat in judged.steps[-1].seats]
        assert owed == [0, 4, cat], card


def test_an_intercepted_skip_skips_afterwards() -> None:
    """Three players: Cat plays again, then Ann is skipped."""
    events = "Ann r3 / Bob rS / Cat! rS / Cat r4 / Bob r5"
    assert found(table(events, interceptions="exact")) == []
    # Four: Dee is skipped, and Cat's draw two falls on Ann.
    four = table("Ann r3 / Bob rS / Cat! rS / Cat r+2", seats=4, interceptions="exact")
    assert [len(seat.debts) for seat in four.steps[-1].seats] == [1, 0, 0, 0]


def test_nobody_plays_before_everybody_has_reacted() -> None:
    assert found(table("Ann BZ / Bob r1", buzzers="on")) == [("Bob r1", "not-finished")]


def test_who_holds_one_card_after_a_swap_has_not_said_so() -> None:
    """Ann forgot it; Bob's seven gives him her last card, and her his six."""
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    events = f"{SHED} / Ann b4 / Bob b7 Ann / "
    options = {"seats": 2, "deals": deals, "zero_seven": "on"}
    assert found(table(events + "Ann catches Bob", **options)) == []
    for before in ("Bob says uno", "Ann catches Bob"):
        again = table(f"{events}{before} / Ann catches Bob", **options)
        assert found(again) == [("Ann catches Bob", "false-claim")]
    caught = table(events + "Bob catches Ann", **options)
    assert found(caught) == [("Bob catches Ann", "false-claim")]


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


def test_a_card_nobody_named_may_answer_or_intercept() -> None:
    assert found(table("Ann r+2 / Bob ?", cumulation="on")) == [("Bob ?", "?does-not-fit")]
    assert found(table("Ann r+2 / Bob ?")) == [("Bob ?", "must-settle")]
    unnamed = table("Ann r3 / Cat! ?", interceptions="exact")
    assert found(unnamed) == [("Cat! ?", "?not-identical")]
    on_unnamed = table("Ann ? / Cat! r3", interceptions="exact")
    assert found(on_unnamed) == [("Ann ?", "?does-not-fit"), ("Cat! r3", "?not-identical")]


def test_after_the_last_card_only_its_victim_answers() -> None:
    deals = {"Ann": f"{SHEDDING} b4 b+2"}
    events = f"{SHED} / Ann b4 UNO / Bob b9 / Ann b+2 / Bob "
    options = {"cumulation": "on", "finish_on_draw_card": "victims-answer-then-score"}
    assert found(table(events + "r+2", seats=2, deals=deals, **options)) == []
    played = table(events + "b1", seats=2, deals=deals, **options)
    assert found(played) == [("Bob b1", "hand-over")]


def test_nobody_swaps_hands_with_himself() -> None:
    assert found(table("Ann r7 Ann", zero_seven="on")) == [("Ann r7 Ann", "not-allowed")]


def test_numbers_are_intercepted_where_buzzers_are_not() -> None:
    options = {"interceptions": "exact", "intercept_buzzer": "no"}
    assert found(table("Ann r3 / Cat! r3", **options)) == []
    late = table("Ann r3 / Cat! y0", up="r0", interceptions="super")
    assert found(late) == [("Cat! y0", "too-late")]


def test_nobody_is_caught_twice() -> None:
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    events = f"{SHED} / Ann b4 / Bob catches Ann / Bob catches Ann"
    assert found(table(events, seats=2, deals=deals)) == [("Bob catches Ann", "false-claim")]


def test_the_remedy_asked_for_comes_before_the_option() -> None:
    """Asked to take back, a replay takes back, whatever the table has agreed on."""
    judged = table("Ann g1 / Ann r1", illegal_play="stands-draw-2", remedy=Remedy.UNWIND)
    assert found(judged) == [("Ann g1", "does-not-fit")]


@pytest.mark.parametrize("card", ["r0", "b+2", "W red", "W4 red", "BZ"])
def test_anything_can_be_played_on_a_buzzer(card: str) -> None:
    judged = table(f"Ann BZ / Ann reacts last / Bob {card}", buzzers="on")
    assert found(judged) == []


def test_a_last_buzzer_is_reacted_to_before_the_close() -> None:
    deals = {"Ann": f"{SHEDDING} b4 BZ"}
    events = f"{SHED} / Ann b4 UNO / Bob b9 / Ann BZ / close"
    judged = table(events, seats=2, deals=deals, buzzers="on")
    assert found(judged) == [("close", "not-finished")]


def test_nobody_plays_on_when_all_have_reacted_to_a_last_buzzer() -> None:
    deals = {"Ann": f"{SHEDDING} b4 BZ"}
    events = f"{SHED} / Ann b4 UNO / Bob b9 / Ann BZ / Ann reacts / Bob reacts / Bob "
    for act, code in (("b1", "hand-over"), ("draws 3", "wrong-count")):
        judged = table(events + act, seats=2, deals=deals, buzzers="on")
        assert found(judged) == [(f"Bob {act}", code)]
    closed = table(events + "draws 2 / close", seats=2, deals=deals, buzzers="on")
    assert (found(closed), closed.steps[-1].acting) == ([], ())


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


def test_drawing_for_being_slow_is_no_turn() -> None:
    """Ann forgot to say it with her buzzer; that Bob draws for being slow does not save her."""
    deals = {"Ann": f"{SHEDDING} BZ b5"}
    events = f"{SHED} / Ann BZ / Ann reacts / Bob reacts / Bob draws 2 / Bob catches Ann"
    assert found(table(events, seats=2, deals=deals, buzzers="on")) == []


def test_a_hand_shown_settles_nothing_once_a_card_was_not_named() -> None:
    """Bob's unnamed card may have been a seven that moved the hands."""
    events = "Ann W4 blue / Bob draws 4 / Bob ? / left Ann r1 b2 b3 g1 g2 g3"
    judged = table(events, wild_draw_four="only-if-no-colour", zero_seven="on")
    assert found(judged)[0] == ("Ann W4 blue", "?could-have-played")


def test_a_copy_shares_nothing_that_changes() -> None:
    options = {"zero-seven": "on", "interceptions": "exact", "bluff": "any-playable"}
    state = GAME.start(GAME.ruleset("", options), 3, 2, Remedy.RULED)
    for seat in range(3):
        GAME.apply(state, Event(DEAL, seat, (UNKNOWN,) * 7))
    GAME.apply(state, Event(UP, cards=(9,)))
    twin = state.copy()
    before = (GAME.view(state), GAME.legal(state, 0), state.findings[:])
    for event in (
        Event(PLAY, 0, (7,), other=1),
        Event(MATCH, 2, (1,)),
        Event(PLAY, 1, (53,), 3),
        Event(ACCUSE, 2),
        Event(DRAW, 1, (UNKNOWN,) * 6),
        Event(PLAY, 2, (40,)),
    ):
        GAME.apply(twin, event)
    assert (twin.failed, twin.rulings, twin.hand_of) == ([0, 0, 1], {6: (True, 8)}, [1, 0, 2])
    twin.owe(0, 1, "uno")
    assert (state.failed, state.rulings, state.hand_of) == ([0, 0, 0], {}, [0, 1, 2])
    assert (GAME.view(state), GAME.legal(state, 0), state.findings) == before


def test_what_is_no_play_cannot_stand() -> None:
    state = GAME.start(GAME.ruleset(), 3, 2, Remedy.PENALTY)
    for seat in range(3):
        GAME.apply(state, Event(DEAL, seat, (UNKNOWN,) * 7))
    GAME.apply(state, Event(UP, cards=(9,)))
    for event in (Event(PLAY, 0, (1, 2)), Event(PLAY, 0, (99,)), Event(PLAY, 9, (1,))):
        GAME.apply(state, event)
        assert state.findings[-1].about[-1] == ("remedy", "unwind")
    # A card dealt too late is no play at all: nothing is done about it.
    GAME.apply(state, Event(DEAL, 0, (1,)))
    assert state.findings[-1].about == ()
    assert (state.turn, state.due, state.size(0)) == (0, [0, 0, 0], 7)


def test_the_red_zero_can_be_played_although_it_should_not_have_been() -> None:
    judged = table("Cat r0", remedy=Remedy.PENALTY)
    assert (judged.steps[-1].seats[2].unknown, judged.steps[-1].acting) == (6, (0,))


def test_nothing_is_held_against_anybody_after_a_card_nobody_named() -> None:
    """It may have been Cat's turn: her card lies there, and she owes nothing for it."""
    judged = table("Ann ? / Cat r1")
    assert found(judged)[1] == ("Cat r1", "?out-of-turn")
    cat = judged.steps[-1].seats[2]
    assert (cat.unknown, cat.debts) == (6, ())


def test_a_bluff_on_the_red_zero() -> None:
    """ "if you can prove that he could have played another card": a red one."""
    deals = {"Ann": "W4 r1 g1 g2 g3 g4 g5"}
    events = "Ann W4 blue / Bob accuses / Ann draws 6"
    assert found(table(events, up="r0", deals=deals, bluff="colour-only")) == []


def test_after_a_buzzer_there_is_no_colour_to_have_played() -> None:
    events = "Ann BZ / Ann reacts last / Bob W4 blue / Cat accuses / Cat draws 6"
    deals = {"Bob": "W4 r0 g1 g2 g3 g4 g5"}
    assert found(table(events, deals=deals, bluff="colour-only", buzzers="on")) == []


def test_only_an_answer_is_never_a_bluff() -> None:
    deals = {"Ann": "W4 r1 g1 g2 g3 g4 g5"}
    events = "Ann W4 blue / Bob accuses / Ann draws 6"
    options = {"bluff": "any-playable", "cumulation": "on", "bluff_when_answering": "never-bluff"}
    assert found(table(events, deals=deals, **options)) == []


def test_whether_it_was_a_bluff_on_a_card_nobody_named_cannot_be_known() -> None:
    deals = {"Bob": "W4 r1 g1 g2 g3 g4 g5"}
    judged = table("Ann ? / Bob W4 blue / Cat accuses", deals=deals, bluff="any-playable")
    assert [seat.debts for seat in judged.steps[-1].seats] == [(), (), ()]


def test_a_hand_shown_tells_of_its_own_draw_four_only() -> None:
    """Ann held r1 on the red nine; of Bob's draw four that says nothing."""
    events = (
        "Ann W4 blue / Bob draws 4 / Bob b1 / Cat b2 / Ann b3 / Bob W4 red / "
        "left Ann r1 g1 g2 g3 g4 / Cat accuses"
    )
    judged = table(events, bluff="any-playable")
    assert found(judged) == []
    assert [seat.debts for seat in judged.steps[-1].seats] == [(), (), ()]


def test_nothing_stands_before_the_first_card() -> None:
    state = GAME.start(GAME.ruleset(), 3, 2, Remedy.PENALTY)
    for seat in range(3):
        GAME.apply(state, Event(DEAL, seat, (UNKNOWN,) * 7))
    GAME.apply(state, Event(PLAY, 0, (1,)))
    assert (state.discard, state.size(0), state.due[0]) == ([], 7, 0)
