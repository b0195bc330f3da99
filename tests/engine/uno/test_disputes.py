"""Accusations of bluff that nobody can judge yet: what is done next is judged under both rulings.

"If it is the case [...] then the bluffer himself has to draw the cards plus 2 more. IF the accused
player was not bluffing [...] then the accuser has to draw two more cards."
"""

import pytest

from tests.engine.uno.table import found, table
from zarleague.engine import Remedy, Replay, Verdict
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import ACCUSE, CLOSE, DEAL, DRAW, LEFT, PASS, PLAY, UP, Event
from zarleague.engine.games.uno import GAME
from zarleague.engine.games.uno.state import State
from zarleague.engine.view import Debt

DRAW_FOUR, BLUE, B1, B2 = 53, 3, 40, 41
BOTH_MOVED_ON = (
    "Ann r+2 / Cat! r+2 / Bob draws 2 / Cat W4 blue / Ann accuses / Ann draws 2 / Bob b1 / "
)
"""Ann has drawn for Cat's draw two and so lost her turn; her accusation of Cat is still open."""
OPTIONS = {"bluff": "any-playable", "interceptions": "exact", "skip_after_drawing": "on"}


def debts(judged: Replay) -> list[list[int]]:
    """What everybody owes at the end."""
    return [[debt.cards for debt in seat.debts] for seat in judged.steps[-1].seats]


def struck(pile: int, *, under: int = 1, seats: int = 3, **options: str) -> State:
    """Ann has played a draw four, nobody knows her hand, and so many cards are in the pile and
    *under* the top card."""
    ruleset = GAME.ruleset("", {"bluff": "any-playable", **options})
    state = GAME.start(ruleset, seats, seats - 1, Remedy.RULED)
    for seat in range(seats):
        GAME.apply(state, Event(DEAL, seat, (UNKNOWN,) * 7))
    GAME.apply(state, Event(UP, cards=(9,)))
    GAME.apply(state, Event(PLAY, 0, (DRAW_FOUR,), BLUE))
    state.stock = pile
    del state.discard[: 1 - under]
    return state


def disputed(pile: int, *, under: int = 1, seats: int = 3) -> State:
    """Then Bob has accused her."""
    state = struck(pile, under=under, seats=seats)
    GAME.apply(state, Event(ACCUSE, 1))
    assert state.findings == []
    return state


def owes_already(state: State, seat: int, cards: int) -> None:
    """A seat owed so many cards before anything else."""
    state.debts[seat].insert(0, Debt(cards, "interceptions", 0))
    state.owed[seat] += cards


def faults(state: State, *events: Event) -> list[str]:
    """What is found on events, with ``?`` where they cannot be judged."""
    for event in events:
        GAME.apply(state, event)
    return [("?" if finding.verdict == 1 else "") + finding.code for finding in state.findings]


def drawn(seat: int, count: int) -> Event:
    return Event(DRAW, seat, (UNKNOWN,) * count)


def test_who_answers_with_a_draw_four_has_been_ruled_right() -> None:
    """Mattel: Bob has no blue card, so that his own draw four is right; but may he play?"""
    deals = {"Bob": "W4 r1 r2 r3 r4 r5 r6"}
    events = "Ann W4 blue / Bob accuses / Bob W4 red"
    judged = table(events, deals=deals, preset="uno-mattel")
    assert found(judged)[1:] == [("Bob W4 red", "?false-claim")]
    assert debts(judged) == [[4], [], [4]]
    shown = table(f"{events} / left Ann y1 y2 y3 y4 y5 y6", deals=deals, preset="uno-mattel")
    assert found(shown) == [("Bob W4 red", "false-claim")]


def test_two_questions_about_one_card() -> None:
    """Nobody knows Bob's hand either: he may have had a blue card."""
    judged = table("Ann W4 blue / Bob accuses / Bob W4 red", preset="uno-mattel")
    assert found(judged)[1:] == [
        ("Bob W4 red", "?false-claim"),
        ("Bob W4 red", "?could-have-played"),
    ]


def test_a_challenged_draw_four_that_stands_shows_the_ruling_too() -> None:
    """Bob plays one although he holds a blue card: found, but it stands."""
    deals = {"Bob": "W4 b1 r2 r3 r4 r5 r6"}
    judged = table("Ann W4 blue / Bob accuses / Bob W4 red", deals=deals, preset="uno-mattel")
    assert found(judged)[1:] == [
        ("Bob W4 red", "could-have-played"),
        ("Bob W4 red", "?false-claim"),
    ]
    assert debts(judged) == [[4], [], [4]]


def test_the_wrong_accuser_loses_the_turn_although_nobody_knew() -> None:
    """Mattel: Bob draws six, as if he had been wrong, and it is Cat's turn; Ann draws four, as if
    she had bluffed, and it is Bob's."""
    for draws, then in (("Bob draws 6", "Cat b1"), ("Ann draws 4", "Bob b1")):
        judged = table(f"Ann W4 blue / Bob accuses / {draws} / {then}", preset="uno-mattel")
        assert found(judged)[1:] == [(draws, "?false-claim")]


@pytest.mark.parametrize("act", ["Cat b2", "Cat draws ?"])
def test_the_accused_goes_on_as_one_who_owes_nothing(act: str) -> None:
    """Had it been a bluff, Cat would have had to draw six first: so Ann has to."""
    judged = table(BOTH_MOVED_ON + act, **OPTIONS)
    assert found(judged) == [(act, "?false-claim")]
    assert debts(judged) == [[6], [], []]


def test_the_accuser_may_intercept_only_if_it_was_a_bluff() -> None:
    judged = table(f"{BOTH_MOVED_ON}Ann! b1", **OPTIONS)
    assert found(judged) == [("Ann! b1", "?false-claim")]
    assert debts(judged) == [[], [], [6]]


def test_nobody_draws_by_choice_out_of_turn_whoever_was_right() -> None:
    judged = table(f"{BOTH_MOVED_ON}Ann draws ?", **OPTIONS)
    assert found(judged) == [("Ann draws ?", "wrong-count")]
    assert debts(judged) == [[], [], []]


def test_what_is_wrong_under_both_rulings_is_wrong() -> None:
    """A red card on the blue draw four; passing without having drawn."""
    for wrong, code in (("Bob r1", "does-not-fit"), ("Bob passes", "not-allowed")):
        judged = table(f"Ann W4 blue / Bob accuses / {wrong}", bluff="any-playable")
        assert found(judged) == [(wrong, code)]
        assert debts(judged) == [[], [], []]


@pytest.mark.parametrize(
    ("wrong", "code", "owed"),
    [
        ("Bob r1", "does-not-fit", [[6], [2], []]),
        ("Bob draws 3", "wrong-count", [[], [3, 2], []]),
        ("Ann draws 4", "wrong-count", [[2, 2], [], []]),
    ],
)
def test_what_stands_although_wrong_shows_the_ruling(
    wrong: str, code: str, owed: list[list[int]]
) -> None:
    """Who plays has not lost the accusation, who draws has; two more for the illegal play."""
    events = f"Ann W4 blue / Bob accuses / {wrong}"
    judged = table(events, bluff="any-playable", remedy=Remedy.PENALTY)
    assert found(judged) == [(wrong, code), (wrong, "?false-claim")]
    assert debts(judged) == owed


def test_an_accusation_everybody_can_judge_while_another_is_open() -> None:
    """Bob's hand is known but for two cards when he plays his draw four, and holds a blue card:
    Cat is right, and owes nothing for Bob's."""
    deals = {"Bob": "W4 b9 y2 y3 y4 y5 y6"}
    events = BOTH_MOVED_ON.removesuffix("Bob b1 / ") + "Bob W4 green / Cat accuses"
    judged = table(events, deals=deals, **OPTIONS)
    assert found(judged) == []
    assert debts(judged) == [[], [6], []]
    assert judged.steps[-1].seats[2].notes == (("accused", "bluff"),)


def test_what_is_owed_is_drawn_as_far_as_the_pile_reaches() -> None:
    """Six are owed by the one or the other, and three are there: three more stay owed."""
    for seat in (0, 1):
        state = disputed(3)
        assert faults(state, drawn(seat, 3)) == ["?false-claim"]
        assert state.owed == [3 if seat == 0 else 0, 3 if seat == 1 else 0, 0]
        assert faults(disputed(3), drawn(seat, 2)) == ["wrong-count"]


def test_who_has_begun_to_draw_neither_accuses_nor_answers() -> None:
    """ "can, instead of drawing cards, play another +2 or +4": three of the four are drawn."""
    assert faults(struck(3), drawn(1, 3), Event(ACCUSE, 1)) == ["not-allowed"]
    state = struck(3, cumulation="on")
    assert faults(state, drawn(1, 3), Event(PLAY, 1, (DRAW_FOUR,), BLUE)) == ["must-settle"]
    # Three for something else are no such beginning, drawn one by one.
    state = struck(1, cumulation="on")
    owes_already(state, 1, 3)
    assert faults(state, drawn(1, 1)) == []
    state.stock = 9
    assert faults(state, drawn(1, 2), Event(PLAY, 1, (DRAW_FOUR,), BLUE)) == []


def test_a_draw_four_just_drawn_is_judged_on_the_whole_hand() -> None:
    """ "could have played another card than that draw four": the red one, had she not drawn."""
    deals = {"Ann": "r1 g1 g2 g3 g4 g5 g6"}
    events = "Ann draws W4 / Ann W4 blue / Bob accuses / Ann draws 6"
    assert found(table(events, deals=deals, bluff="any-playable")) == []


def test_a_short_pile_first_pays_what_was_owed_before() -> None:
    """Bob owes three for something else: two are no ruling, four are one."""
    for pile, owed, found_codes in ((2, 1, []), (3, 0, []), (4, 5, ["?false-claim"])):
        state = disputed(pile)
        owes_already(state, 1, 3)
        assert faults(state, drawn(1, pile)) == found_codes, pile
        assert (state.owed[1], state.in_doubt) == (owed, False), pile


def test_what_was_lost_is_owed_since_the_accusation() -> None:
    """Bob is caught after he has accused: if he was wrong, the six are owed since before the four
    for that, and drawn for in any order."""
    state = disputed(20)
    state.owe(1, 4, "uno")
    assert faults(state.copy(), drawn(1, 6), drawn(1, 4)) == ["?false-claim"]
    assert faults(state.copy(), drawn(1, 4)) == []
    assert faults(state.copy(), drawn(1, 5)) == ["wrong-count"]
    GAME.apply(state, Event(LEFT, 0, (B1, B1, B2, B2, B2 + 1, B2 + 1)))
    assert [debt.cards for debt in state.debts[1]] == [6, 4]
    assert faults(state.copy(), drawn(1, 4), drawn(1, 6)) == []
    assert faults(state, drawn(1, 10)) == []
    assert state.owed[1] == 0


def test_the_last_card_of_the_pile_may_mean_either() -> None:
    """Bob may have drawn it by choice, or for the accusation: from then on nobody can tell. Ann,
    whose turn it is not, can only have drawn it for the accusation."""
    bob = disputed(1)
    assert faults(bob, drawn(1, 1), Event(PLAY, 0, (B1,))) == ["?false-claim", "?out-of-turn"]
    ann = disputed(1)
    assert faults(ann, drawn(0, 1)) == ["?false-claim"]
    assert (ann.owed[0], ann.in_doubt) == (5, False)


def test_a_part_of_what_the_loser_of_an_accusation_owes() -> None:
    """Bob draws six if he was wrong, Ann six if she bluffed, here in two parts. Who draws shows how
    the table ruled; one card Bob may also have drawn by choice, and then nothing is certain."""
    options = {"bluff": "any-playable", "debts_in_parts": "allowed"}
    for who in ("Bob", "Ann"):
        events = f"Ann W4 blue / Bob accuses / {who} draws 2 / {who} draws 4 / Bob b1"
        assert found(table(events, **options)) == [(f"{who} draws 2", "?false-claim")]
    one = table("Ann W4 blue / Bob accuses / Bob draws ? / Cat b1", **options)
    assert Verdict.ILLEGAL not in one.verdicts
    assert found(one)[0] == ("Bob draws ?", "?false-claim")


def test_who_plays_when_nothing_can_be_drawn_owes_nothing_for_the_accusation() -> None:
    """Under either ruling Bob may play. Had he lost, his cards have lapsed; had Ann, hers are
    still to be drawn: once there is something to shuffle, she cannot just play."""
    state = disputed(0, under=0)
    assert faults(state, Event(PLAY, 1, (B1,)), Event(PLAY, 2, (B2,))) == []
    assert faults(state.copy(), Event(PLAY, 0, (B1,))) == ["?false-claim"]
    state.stock = 9
    assert faults(state.copy(), drawn(1, 6)) == ["nothing-owed"]
    assert faults(state, drawn(0, 6)) == ["?false-claim"]
    assert (state.owed, state.accuser) == ([0, 0, 0], -1)


def test_nothing_is_offered_that_only_one_ruling_allows() -> None:
    """Neither playing nor drawing, while others' debts are drawn as ever."""
    state = disputed(9)
    owes_already(state, 0, 3)
    offered = [event for seat in range(3) for event in GAME.legal(state, seat)]
    assert offered == [drawn(0, 3)]
    assert Event(PLAY, 1, (B1,)) in GAME.legal(disputed(0, under=0), 1)


def test_closing_shows_that_nobody_had_to_draw() -> None:
    """Bob's cards have lapsed; had it been a bluff, Ann would have had to draw hers."""
    state = disputed(0, under=0)
    assert faults(state, Event(PLAY, 1, (B1,))) == []
    state.stock = 9
    state.out = 2
    assert faults(state, Event(CLOSE)) == ["?false-claim"]
    assert state.over


def test_passing_when_nothing_can_be_drawn_ends_it_for_both() -> None:
    state = disputed(0, under=0, seats=2)
    assert faults(state, Event(PASS, 1), Event(PASS, 0)) == []
    state.stock = 9
    assert faults(state, drawn(0, 6)) == ["nothing-owed"]


def test_who_passes_without_a_card_to_draw_leaves_nobody_to_accuse() -> None:
    """ "The player who has to draw cards following a draw four can [...] declare": not Cat."""
    state = struck(0, under=0)
    assert faults(state, Event(PASS, 1), Event(ACCUSE, 2)) == ["not-allowed"]


def test_nothing_is_left_to_settle_when_nothing_can_be_drawn() -> None:
    state = disputed(0, under=0)
    state.out = 2
    assert faults(state, Event(CLOSE)) == []
    open_still = disputed(0)
    open_still.out = 2
    assert faults(open_still, Event(CLOSE)) == ["not-settled"]


def test_where_the_score_is_counted_now_no_accusation_stays_open() -> None:
    straight = " / ".join(f"Bob b{number}" for number in range(2, 8))
    events = f"{BOTH_MOVED_ON}{straight} / Bob b8 UNO / Bob b9 / close"
    options = {**OPTIONS, "straights": "on"}
    assert found(table(events, **options)) == [("close", "not-settled")]
    assert found(table(events, finish_on_draw_card="score-now", **options)) == []


def test_what_a_bluffer_owes_comes_after_what_was_owed_before_the_accusation() -> None:
    """Ann is caught without "uno", four cards, and then accused. Bob plays on, so the table called
    it a bluff: "the bluffer himself has to draw" four, owed from the accusation on. Of equal debts
    the oldest is paid first: after four cards the four for the bluff are left."""
    judged = table(
        "Ann r0 / Bob r1 / Ann r2 / Bob r3 / Ann r4 / Bob r5 / Ann r6 / Bob r7 / Ann r8 / Bob r9"
        " / Ann W4 blue / Bob catches Ann / Bob accuses Ann / Bob b1 / Ann draws 4",
        seats=2,
        bluff="colour-only",
        bluff_penalty="four-and-six",
        missed_uno_penalty="4",
    )
    before, after = judged.steps[-2].seats[0].debts, judged.steps[-1].seats[0].debts
    assert [(debt.cards, debt.rule) for debt in before] == [(4, "uno"), (4, "bluff")]
    assert [(debt.cards, debt.rule) for debt in after] == [(4, "bluff")]
