"""Small print of the variants: straights, interceptions, bluffs, swaps, buzzers."""

import pytest

from tests.engine.uno.table import SHED, SHEDDING, found, points, table
from zarleague.engine import Remedy
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import (
    DEAL,
    PASS,
    PLAY,
    UP,
    Event,
)
from zarleague.engine.games.uno import GAME


def test_a_straight_is_its_player_s_alone() -> None:
    assert found(table("Ann r1 / Cat r2", straights="on")) == [("Cat r2", "out-of-turn")]


def test_a_straight_does_not_outlive_a_pass() -> None:
    """Nothing to draw: Bob passes, and Ann's straight is over."""
    state = GAME.start(GAME.ruleset("", {"straights": "on"}), 4, 3, Remedy.RULED)
    for seat in range(4):
        GAME.apply(state, Event(DEAL, seat, (UNKNOWN,) * 7))
    GAME.apply(state, Event(UP, cards=(9,)))
    GAME.apply(state, Event(PLAY, 0, (1,)))
    state.stock = 0
    del state.discard[0]
    GAME.apply(state, Event(PASS, 1))
    assert state.findings == []
    GAME.apply(state, Event(PLAY, 0, (0,)))
    assert state.findings[0].code.value == "out-of-turn"


def test_a_waiting_skip_is_used_up_once() -> None:
    """Cat draws instead of playing again: then Dee is skipped, and nobody after her."""
    start = "Ann r3 / Bob rS / Cat! rS / Cat draws ? / Cat passes / Ann r4 / Bob r5"
    assert found(table(start, seats=4, interceptions="exact")) == []
    unsaid = "Ann r3 / Bob rS / Cat! rS / Cat draws ? / Ann r4 / Bob r5"
    assert found(table(unsaid, seats=4, interceptions="exact")) == []
    drawing = "Ann r3 / Bob rS / Cat! rS / Cat draws ? / Ann draws ? / Bob r5 / Cat r6"
    assert found(table(drawing, seats=4, interceptions="exact")) == []
    played = "Ann r3 / Bob rS / Cat! rS / Cat r1 / Ann draws ? / Ann passes / Bob r5"
    assert found(table(played, seats=4, interceptions="exact")) == []


def test_what_a_standing_seven_without_a_name_does() -> None:
    """It stands as far as it can: the card is played, no hands are swapped."""
    deals = {"Ann": "r7 g1 g2 g3 g4 g5 g6"}
    judged = table("Ann r7", deals=deals, zero_seven="on", remedy=Remedy.PENALTY)
    assert found(judged) == [("Ann r7", "must-name")]
    assert points(judged)["Ann"] == 21
    state = GAME.start(judged.log.ruleset, 3, 2, Remedy.PENALTY)
    for event in (*judged.log.events[:4], Event(PLAY, 0, (7,), other=3)):
        GAME.apply(state, event)
    assert (state.discard, state.hand_of) == ([9, 7], [0, 1, 2])


def test_a_failed_interception_may_cost_nothing() -> None:
    deals = {"Cat": "g1 g2 g3 g4 g5 g6 g7"}
    judged = table(
        "penalty Cat / Ann r1", deals=deals, interceptions="exact", interception_fail="none"
    )
    assert found(judged) == []
    assert points(judged)["Cat"] == 28


@pytest.mark.parametrize(
    ("events", "faults"),
    [
        ("Ann r1 / Ann r0", []),
        ("Ann r8 / Ann r9", []),
        ("Ann r9 / Ann rS", [("Ann rS", "out-of-turn")]),
        ("Ann r0 / Ann r9", [("Ann r9", "out-of-turn")]),
        ("Ann r9 / Ann r0", [("Ann r0", "out-of-turn")]),
        ("Ann r0 / Bob y0 / Bob r+2", [("Bob r+2", "out-of-turn")]),
        ("Ann r3 / Ann r2 / Ann r1 / Ann r0", []),
        ("Ann r3 / Ann r2 / Ann r3", [("Ann r3", "out-of-turn")]),
        ("Ann r6 / Ann r5", []),
        ("Ann r3 / Bob r2 / Bob r3", []),
        ("Ann r3 / Bob rS / Ann r5 / Ann r6", []),
        ("Ann r3 / Bob rS / Ann r6 / Ann r5", []),
        ("Ann r3 / Bob r+2 / Ann r0", [("Ann r0", "out-of-turn")]),
    ],
)
def test_straights_end_at_zero_and_nine(events: str, faults: list[tuple[str, str]]) -> None:
    assert found(table(events, up="r4", straights="on")) == faults


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


def test_a_straight_is_over_when_the_next_player_has_drawn() -> None:
    """ "you lose your right to make a straight once the next player has played"; that drawing is
    his play is inferred."""
    judged = table("Ann r1 / Bob draws ? / Ann r0", straights="on")
    assert found(judged) == [("Ann r0", "out-of-turn")]
    # Dee owes two, which is drawing, too.
    owing = "Ann r+2 / Cat! r+2 / Cat r1 / Dee draws 2 / Cat r0"
    judged = table(owing, seats=4, straights="on", interceptions="exact")
    assert found(judged) == [("Cat r0", "out-of-turn")]


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


def test_only_a_draw_four_is_accused_and_only_by_that_variant() -> None:
    for before in ("Ann r+2 / Bob", "Ann"):
        accused = table(f"{before} accuses", bluff="any-playable")
        assert [code for _, code in found(accused)] == ["not-allowed"]
    # Bob has answered, perhaps with a draw four.
    unnamed = table("Ann W4 blue / Bob ? / Cat accuses", bluff="any-playable", cumulation="on")
    assert found(unnamed)[-1] == ("Cat accuses", "?not-allowed")
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


def test_an_intercepted_skip_skips_afterwards() -> None:
    """Three players: Cat plays again, then Ann is skipped."""
    events = "Ann r3 / Bob rS / Cat! rS / Cat r4 / Bob r5"
    assert found(table(events, interceptions="exact")) == []
    # Four: Dee is skipped, and Cat's draw two falls on Ann.
    four = table("Ann r3 / Bob rS / Cat! rS / Cat r+2", seats=4, interceptions="exact")
    assert [len(seat.debts) for seat in four.steps[-1].seats] == [1, 0, 0, 0]


def test_nobody_plays_before_everybody_has_reacted() -> None:
    assert found(table("Ann BZ / Bob r1", buzzers="on")) == [("Bob r1", "not-finished")]


def test_a_card_nobody_named_may_answer_or_intercept() -> None:
    assert found(table("Ann r+2 / Bob ?", cumulation="on")) == [("Bob ?", "?does-not-fit")]
    assert found(table("Ann r+2 / Bob ?")) == [("Bob ?", "must-settle")]
    unnamed = table("Ann r3 / Cat! ?", interceptions="exact")
    assert found(unnamed) == [("Cat! ?", "?not-identical")]
    on_unnamed = table("Ann ? / Cat! r3", interceptions="exact")
    assert found(on_unnamed) == [("Ann ?", "?does-not-fit"), ("Cat! r3", "?not-identical")]


def test_a_swap_that_ends_a_straight_ends_all_of_it() -> None:
    judged = table("Ann r7 Bob / Ann r0", zero_seven="on", straights="on", swap_in_straight="ends")
    assert found(judged) == [("Ann r0", "out-of-turn")]


def test_nobody_swaps_hands_with_himself() -> None:
    assert found(table("Ann r7 Ann", zero_seven="on")) == [("Ann r7 Ann", "not-allowed")]


def test_numbers_are_intercepted_where_buzzers_are_not() -> None:
    options = {"interceptions": "exact", "intercept_buzzer": "no"}
    assert found(table("Ann r3 / Cat! r3", **options)) == []
    assert found(table("Ann y0 / Cat! r0", up="y9", interceptions="super")) == []
    late = table("Ann r3 / Cat! y0", up="r0", interceptions="super")
    assert found(late) == [("Cat! y0", "too-late")]


@pytest.mark.parametrize("card", ["BZ", "W red", "r+2"])
def test_only_a_draw_four_answers_a_draw_four(card: str) -> None:
    """ "play another +2 or +4 [...] One can't play a +2 above a +4 and conversely." """
    judged = table(f"Ann W4 red / Bob {card}", cumulation="on", buzzers="on")
    assert found(judged) == [(f"Bob {card}", "must-settle")]


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


def test_nobody_plays_once_all_have_reacted_to_the_winner_s_buzzer() -> None:
    """Cat is slowest; Bob, whose turn it is, owes nothing."""
    straight = " / ".join(f"Ann r{number}" for number in range(3, 8))
    events = (
        f"{straight} / Ann r8 UNO / Bob r1 / Cat r2 / Ann BZ / "
        "Ann reacts / Bob reacts / Cat reacts / Bob b1"
    )
    judged = table(events, straights="on", buzzers="on")
    assert found(judged) == [("Bob b1", "hand-over")]


def test_who_has_lost_an_accusation_draws_and_does_not_answer() -> None:
    """ "The player [...] can, instead of drawing cards, declare": Ann had no other choice."""
    deals = {"Ann": "W4 g1 g2 g3 g4 g5 g6"}
    events = "Ann W4 blue / Bob accuses / "
    options = {"bluff": "any-playable", "cumulation": "on"}
    answered = table(events + "Bob W4 red", deals=deals, **options)
    assert found(answered) == [("Bob W4 red", "must-settle")]
    again = table(events + "Bob accuses", deals=deals, **options)
    assert found(again) == [("Bob accuses", "not-allowed")]


def test_a_hand_shown_settles_nothing_once_a_card_was_not_named() -> None:
    """Bob's unnamed card may have been a seven that moved the hands."""
    events = "Ann W4 blue / Bob draws 4 / Bob ? / left Ann r1 b2 b3 g1 g2 g3"
    judged = table(events, wild_draw_four="only-if-no-colour", zero_seven="on")
    assert found(judged)[0] == ("Ann W4 blue", "?could-have-played")


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


def test_a_card_just_drawn_may_begin_a_straight() -> None:
    """The card drawn is played, and the straight goes on from the hand."""
    assert found(table("Ann draws r5 / Ann r5 / Ann r6", straights="on")) == []


def test_one_may_go_out_by_an_interception() -> None:
    """There is nothing left to play again with. Ann holds 2 + 3 + 4 + 5 + 6, Bob 1 to 5."""
    deals = {
        "Ann": "r9 g6 y2 y3 y4 y5 y6",
        "Bob": "r8 b1 b2 b3 b4 b5 g5",
        "Cat": "r1 r2 r3 r4 r5 r6 g6",
    }
    run = "Ann r9 / Bob r8 / Cat r1 / Cat r2 / Cat r3 / Cat r4 / Cat r5 / Cat r6 UNO"
    options = {"straights": "on", "interceptions": "exact", "deals": deals, "up": "r7"}
    judged = table(f"{run} / Ann g6 / Cat! g6 / close", **options)
    assert (found(judged), points(judged)) == ([], {"Ann": 20, "Bob": 20, "Cat": 0})
