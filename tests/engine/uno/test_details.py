"""Small print of the rules: ends of turns and hands, and to whom things belong."""

from tests.engine.uno.table import SHED, SHEDDING, found, table
from zarleague.engine import Remedy
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
    state.stock = 0
    assert not state.exhausted
    GAME.apply(state, Event(PASS, 1))
    assert state.findings[0].code.value == "not-allowed"


def test_a_card_nobody_named_is_shuffled_in_unseen() -> None:
    """An unnamed card was never located, so that shuffling it in locates nothing less."""
    state = _begun(3)
    before = state.hands.unseen[:]
    GAME.apply(state, Event(PLAY, 0, (UNKNOWN,)))
    GAME.apply(state, Event(PLAY, 1, (1,)))
    state.stock = 0
    GAME.apply(state, Event(RESHUFFLE))
    before[1] -= 1
    before[9] += 1
    assert state.hands.unseen == before
    assert (state.stock, state.discard) == (2, [1])


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
    assert [state.hand_size(seat) for seat in range(3)] == [7, 7, 0]
    judged = table("Ann r1", deals={"Bob": "6"})
    assert found(judged) == [("deal Bob 6", "wrong-count")]
    assert judged.steps[-1].seats[1].unknown == 6


def test_the_first_card_is_one_of_its_copies() -> None:
    """Two red nines are in the deck, and one was turned up."""
    assert found(table("Ann r9 / Bob r9")) == [("Bob r9", "none-left")]


def test_the_turn_is_lost_whatever_else_is_owed() -> None:
    """Two for the draw two, then three for a failed interception: with the two the turn is over,
    the three are drawn later, but before Cat plays."""
    options = {"interceptions": "exact", "interception_fail": "cards-3", "skip_after_drawing": "on"}
    start = "Ann r1 / Bob r+2 / penalty Cat / Cat draws 2 / Ann r3 / "
    later = table(start + "Cat draws 3 / Bob r4 / Cat r5", **options)
    assert found(later) == []
    never = table(start + "Bob r4 / Cat r5", **options)
    assert found(never) == [("Cat r5", "must-settle")]
    assert table(start + "Bob r4 / Cat draws 3", **options).steps[-1].acting == (2,)


def test_where_the_score_is_counted_now_nothing_is_owed() -> None:
    deals = {"Ann": f"{SHEDDING} b4 b+2"}
    events = f"{SHED} / Ann b4 UNO / Bob b9 / Ann b+2"
    judged = table(events, seats=2, deals=deals, finish_on_draw_card="score-now")
    assert judged.steps[-1].seats[1].debts == ()


def test_all_that_is_left_of_the_pile_pays_what_is_owed() -> None:
    for pile, count, right in (
        *((3, 3, True), (1, 1, True), (4, 4, True)),
        *((3, 2, False), (5, 5, False), (0, 0, False)),
    ):
        state = _begun(3)
        GAME.apply(state, Event(PLAY, 0, (53,), 3))
        state.stock = pile
        GAME.apply(state, Event(DRAW, 1, (UNKNOWN,) * count))
        assert (state.findings == []) is right, (pile, count)


def test_a_colour_named_is_over_with_the_next_card() -> None:
    assert table("Ann W red").steps[-1].named == "red"
    assert table("Ann W green / Bob g1").steps[-1].named == ""
    assert table("Ann W green / Bob ?").steps[-1].named == ""


def test_a_wild_that_stands_without_a_colour_asks_for_none() -> None:
    """The wild lies there, and no card was forbidden to a draw four on it."""
    deals = {"Bob": "W4 r1 r2 g1 g2 b1 b2"}
    events = "Ann W / Bob W4 red / Cat accuses / Cat draws 6"
    options = {"wild_draw_four": "only-if-no-colour", "bluff": "colour-only"}
    judged = table(events, deals=deals, remedy=Remedy.PENALTY, **options)
    assert found(judged) == [("Ann W", "must-name")]
    assert judged.steps[5].named == ""


def test_what_is_owed_outlives_an_illegal_play_that_stands() -> None:
    """Two for the draw two and two for the play; a draw two passes nothing on where none may."""
    for card, cat in (("r1", 0), ("g+2", 2)):
        judged = table(f"Ann r+2 / Bob {card}", remedy=Remedy.PENALTY)
        owed = [sum(debt.cards for debt in seat.debts) for seat in judged.steps[-1].seats]
        assert owed == [0, 4, cat], card


def test_after_the_last_card_only_its_victim_answers() -> None:
    deals = {"Ann": f"{SHEDDING} b4 b+2"}
    events = f"{SHED} / Ann b4 UNO / Bob b9 / Ann b+2 / Bob "
    options = {"cumulation": "on", "finish_on_draw_card": "victims-answer-then-score"}
    assert found(table(events + "r+2", seats=2, deals=deals, **options)) == []
    for act in ("b1", "draws 2 / Bob r+2"):
        played = table(events + act, seats=2, deals=deals, **options)
        assert [code for _, code in found(played)] == ["hand-over"]


def test_the_remedy_asked_for_comes_before_the_option() -> None:
    """Asked to take back, a replay takes back, whatever the table has agreed on."""
    judged = table("Ann g1 / Ann r1", illegal_play="stands-draw-2", remedy=Remedy.UNWIND)
    assert found(judged) == [("Ann g1", "does-not-fit")]


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
    assert (twin.failed_interceptions, twin.rulings, twin.hand_of) == (
        [0, 0, 1],
        {6: (True, 8)},
        [1, 0, 2],
    )
    twin.owe(0, 1, "uno")
    assert (state.failed_interceptions, state.rulings, state.hand_of) == ([0, 0, 0], {}, [0, 1, 2])
    assert (GAME.view(state), GAME.legal(state, 0), state.findings) == before


def test_what_is_no_play_cannot_stand() -> None:
    state = GAME.start(GAME.ruleset(), 3, 2, Remedy.PENALTY)
    for seat in range(3):
        GAME.apply(state, Event(DEAL, seat, (UNKNOWN,) * 7))
    GAME.apply(state, Event(UP, cards=(9,)))
    for event in (Event(PLAY, 0, (1, 2)), Event(PLAY, 0, (54,)), Event(PLAY, 3, (1,))):
        GAME.apply(state, event)
        assert state.findings[-1].about[-1] == ("remedy", "unwind")
    # A card dealt too late is no play at all: nothing is done about it.
    GAME.apply(state, Event(DEAL, 0, (1,)))
    assert state.findings[-1].about == ()
    assert (state.turn, state.owed, state.hand_size(0)) == (0, [0, 0, 0], 7)


def test_the_red_zero_can_be_played_although_it_should_not_have_been() -> None:
    judged = table("Cat r0", remedy=Remedy.PENALTY)
    assert (judged.steps[-1].seats[2].unknown, judged.steps[-1].acting) == (6, (0,))


def test_nothing_is_held_against_anybody_after_a_card_nobody_named() -> None:
    """The unnamed card may have been a skip, so it may have been Cat's turn: her card stands, and
    she owes nothing for it."""
    judged = table("Ann ? / Cat r1")
    assert found(judged)[1] == ("Cat r1", "?out-of-turn")
    cat = judged.steps[-1].seats[2]
    assert (cat.unknown, cat.debts) == (6, ())


def test_nothing_stands_before_the_first_card() -> None:
    state = GAME.start(GAME.ruleset(), 3, 2, Remedy.PENALTY)
    for seat in range(3):
        GAME.apply(state, Event(DEAL, seat, (UNKNOWN,) * 7))
    GAME.apply(state, Event(PLAY, 0, (1,)))
    assert (state.discard, state.hand_size(0), state.owed[0]) == ([], 7, 0)


def test_at_any_time_means_on_any_card_in_ones_own_turn() -> None:
    """ "This card can be played at any time": on whatever lies there, a wild with another colour
    named included, but not while it is somebody else's turn."""
    any_card = table("Ann W red / Bob W blue / Cat BZ", buzzers="on")
    assert found(any_card) == []
    for card in ("W red", "W4 red", "BZ"):
        early = table(f"Cat {card}", buzzers="on")
        assert found(early) == [(f"Cat {card}", "out-of-turn")]
