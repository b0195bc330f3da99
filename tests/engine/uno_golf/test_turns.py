"""Setting up and taking turns in UNO Golf, worked by hand."""

import pytest

from tests.engine.uno_golf.table import (
    GAME,
    acting,
    changed,
    discards,
    draining,
    grid,
    judge,
    only,
    opening,
    text,
    told,
)
from zarleague.engine import Code, Remedy, Verdict, read
from zarleague.engine import event as kinds

ILLEGAL = Verdict.ILLEGAL
LEGAL = Verdict.LEGAL


class TestSetup:
    """ "the Dealer deals six cards facedown to each player (…) After each player creates their
    grid, they choose one card to flip faceup. The player to the left of the Dealer starts." """

    def test_the_opening(self):
        replayed = judge()
        assert replayed.verdict is LEGAL
        assert grid(replayed, "Ann") == "r5 (?) | (?) (?) | (?) (?)"
        assert acting(replayed) == "Bob"
        assert replayed.steps[-1].piles[0].size == 112 - 18 - 1

    def test_an_action_card_is_passed_over(self):
        """ "If you flip over an Action Card (…) you will ignore it and flip over another card." """
        start = ("deal Ann 6", "deal Bob 6", "up bS", "up y6", "Ann turns 11 r5", "Bob turns 11 b5")
        replayed = judge("Bob draws r1", start=start, seats=2)
        assert replayed.verdict is LEGAL
        assert discards(replayed) == "bS y6"

    def test_an_action_card_cannot_stay(self):
        start = ("deal Ann 6", "deal Bob 6", "up bS", "Ann turns 11 r5", "Bob turns 11 b5")
        replayed = judge("Bob draws r1", start=start, seats=2)
        assert [(f.code, f.rule) for f in replayed.findings] == [
            (Code.NOT_STARTED, "first-discard")
        ]
        taken_back = judge("Bob draws r1", start=start, seats=2, remedy=Remedy.UNWIND)
        assert taken_back.steps[-1].piles[0].size == 112 - 12 - 1

    def test_a_number_stays(self):
        (finding,) = judge("up r1").findings
        assert (finding.code, finding.rule) == (Code.ALREADY_DEALT, "first-discard")

    @pytest.mark.parametrize(
        ("start", "code", "rule"),
        [
            pytest.param(opening()[:2], Code.NOT_STARTED, "deal", id="not-dealt"),
            pytest.param(opening()[:3], Code.NOT_STARTED, "first-discard", id="no-discard"),
            pytest.param(opening()[:6], Code.NOT_STARTED, "first-turn-up", id="none-up"),
        ],
    )
    @pytest.mark.parametrize("line", ["Bob draws r1", "Bob takes y6"])
    def test_no_turn_before(self, start, code, rule, line):
        replayed = judge(line, start=start, remedy=Remedy.UNWIND)
        assert (code, rule) in [(f.code, f.rule) for f in replayed.findings]
        assert not changed(replayed)

    def test_a_card_nobody_turned_up_stands(self):
        replayed = judge("Bob draws r1", "Bob puts r1 b6 12", start=opening()[:6])
        (finding,) = replayed.findings
        assert finding.about == (("due", 2),)
        assert grid(replayed, "Bob") == "b5 r1 | (?) (?) | (?) (?)"

    def test_no_discard_before_the_deal(self):
        (finding,) = judge("up y6", start=("deal Ann 6",)).findings
        assert (finding.code, finding.rule) == (Code.NOT_STARTED, "deal")

    def test_six_cards_once(self):
        replayed = judge(start=("deal Cat 5", "deal Cat 6", "deal Cat 6"))
        assert [f.code for f in replayed.findings] == [Code.WRONG_COUNT, Code.ALREADY_DEALT]
        assert replayed.findings[0].about == (("count", 5), ("expected_count", 6))
        assert replayed.steps[-1].piles[0].size == 106

    def test_a_deal_of_a_wrong_number_is_one_finding(self):
        start = ("deal Ann 6", "deal Bob 6", "deal Cat 5", *opening()[3:])
        (finding,) = judge("Bob draws r1", start=start).findings
        assert (finding.event, finding.code) == (2, Code.WRONG_COUNT)

    def test_only_one_card_is_turned_up(self):
        replayed = judge("Ann turns 12 r4")
        assert only(replayed) == (0, ILLEGAL, Code.NOT_ALLOWED, "first-turn-up")
        assert grid(replayed, "Ann").startswith("r5 r4")
        taken_back = judge("Ann turns 12 r4", remedy=Remedy.UNWIND)
        assert grid(taken_back, "Ann").startswith("r5 (?)")

    def test_two_cards_are_turned_up_where_the_table_plays_so(self):
        """ "At the beginning each player can turn and reveal two of their cards" (the publisher's
        description): Ann has shown one, then two, and a third is too many."""
        rules = "first-turn-up=2"
        second = ("Ann turns 12 r4", "Bob turns 12 b4", "Cat turns 12 g4")
        assert acting(judge(*second[:1], rules=rules)) == "Bob Cat"
        assert judge(*second, "Bob draws r1", rules=rules).verdict is LEGAL
        assert only(judge(*second, "Ann turns 21 r3", rules=rules))[2:] == (
            Code.NOT_ALLOWED,
            "first-turn-up",
        )
        (finding,) = judge(*second[:2], "Bob draws r1", rules=rules).findings
        assert (finding.code, finding.rule) == (Code.NOT_STARTED, "first-turn-up")
        assert finding.about == (("due", 2),)

    def test_moves_before_two_cards_are_turned_up(self):
        """Five places of Ann's grid are face down; the others wait until she has shown two."""
        rules = "first-turn-up=2"
        log = read(text((), rules))
        state = GAME.start(log.ruleset, 3, 0, Remedy.RULED)
        for event in log.events:
            GAME.apply(state, event)
        assert [event.kind for event in GAME.legal(state, 0)] == [kinds.TURN] * 5
        GAME.apply(state, read(text(("Ann turns 12 r4",), rules)).events[-1])
        assert GAME.legal(state, 0) == []

    def test_no_deal_and_no_discard_once_it_has_begun(self):
        replayed = judge("Bob draws r1", "deal Ann 6", "up r2")
        assert [f.code for f in replayed.findings] == [Code.TOO_LATE, Code.TOO_LATE]


class TestATurn:
    def test_the_card_drawn_replaces_a_face_down_one(self):
        """ "take the card from your grid and place it faceup on top of the Discard Pile. You will
        then place faceup the card you drew in the space that is now empty" """
        replayed = judge("Bob draws r1", "Bob puts r1 b6 21")
        assert replayed.verdict is LEGAL
        assert grid(replayed, "Bob") == "b5 (?) | r1 (?) | (?) (?)"
        assert discards(replayed) == "y6 b6"
        assert acting(replayed) == "Cat"

    def test_the_card_drawn_replaces_a_face_up_one(self):
        replayed = judge("Bob draws r1", "Bob puts r1 b5 11")
        assert replayed.verdict is LEGAL
        assert discards(replayed) == "y6 b5"

    def test_the_card_drawn_is_discarded_and_another_turned_up(self):
        """ "You will then choose one of the facedown cards in your grid, and flip it faceup." """
        replayed = judge("Bob draws r6", "Bob discards r6", "Bob turns 32 y6")
        assert replayed.verdict is LEGAL
        assert grid(replayed, "Bob") == "b5 (?) | (?) (?) | (?) y6"
        assert discards(replayed) == "y6 r6"
        assert acting(replayed) == "Cat"

    def test_after_discarding_a_card_must_be_turned_up(self):
        replayed = judge("Bob draws r6", "Bob discards r6", "Cat draws r1")
        assert only(replayed) == (2, ILLEGAL, Code.OUT_OF_TURN, "turn-up")

    def test_a_face_up_card_cannot_be_turned_up(self):
        replayed = judge("Bob draws r6", "Bob discards r6", "Bob turns 11 b5")
        assert only(replayed) == (2, ILLEGAL, Code.NO_SUCH_PLACE, "turn-up")
        assert told(replayed) == "There’s no face-down card at position 11."

    @pytest.mark.parametrize("place", ["13", "10", "41", "1"])
    def test_a_place_that_does_not_exist(self, place):
        replayed = judge("Bob draws r6", "Bob discards r6", f"Bob turns {place} b6")
        assert only(replayed) == (2, ILLEGAL, Code.NO_SUCH_PLACE, "turn-up")
        replayed = judge("Bob draws r6", f"Bob puts r6 b6 {place}")
        assert only(replayed) == (1, ILLEGAL, Code.NO_SUCH_PLACE, "put")
        assert told(replayed) == f"There’s no card at position {place}."

    def test_the_discard_is_taken_and_placed(self):
        replayed = judge("Bob takes y6", "Bob puts y6 r0 12")
        assert replayed.verdict is LEGAL
        assert discards(replayed) == "r0"

    def test_the_discard_taken_cannot_be_discarded(self):
        """ "You cannot choose to discard it again this turn." """
        replayed = judge("Bob takes y6", "Bob discards y6")
        assert only(replayed) == (1, ILLEGAL, Code.NOT_ALLOWED, "take")
        assert discards(replayed) == "y6"
        taken_back = judge("Bob takes y6", "Bob discards y6", remedy=Remedy.UNWIND)
        assert discards(taken_back) == ""

    def test_the_discard_is_the_card_on_top(self):
        replayed = judge("Bob takes y5")
        assert only(replayed) == (0, ILLEGAL, Code.NOT_THERE, "take")
        assert told(replayed) == "The card there was yellow 6, not yellow 5."

    @pytest.mark.parametrize("line", ["Bob draws r1", "Bob takes b6"])
    def test_one_card_a_turn(self, line):
        replayed = judge("Bob draws r6", line)
        assert replayed.verdicts[-1] is ILLEGAL
        assert not changed(replayed)

    def test_the_card_placed_is_the_card_drawn(self):
        replayed = judge("Bob draws r6", "Bob puts r5 b6 12")
        assert only(replayed) == (1, ILLEGAL, Code.NOT_HELD, "put")
        assert grid(replayed, "Bob").startswith("b5 r6")
        taken_back = judge("Bob draws r6", "Bob puts r5 b6 12", remedy=Remedy.UNWIND)
        assert grid(taken_back, "Bob").startswith("b5 (?)")
        assert acting(taken_back) == "Bob"

    def test_a_face_up_card_comes_out_as_what_it_is(self):
        replayed = judge("Bob draws r6", "Bob puts r6 b4 11")
        assert only(replayed) == (1, ILLEGAL, Code.NOT_THERE, "put")
        assert told(replayed) == "The card there was blue 5, not blue 4."
        assert discards(replayed) == "y6 b5"

    def test_nothing_is_placed_before_a_card_is_drawn(self):
        assert only(judge("Bob puts r6 b5 11")) == (0, ILLEGAL, Code.NOT_STARTED, "draw")
        lines = ("Bob draws r1", "Bob puts r1 b6 21", "Cat puts r6 g5 11")
        # Cat drew, and that was not noted.
        assert only(judge(*lines)) == (2, ILLEGAL, Code.NOT_ALLOWED, "put")
        assert discards(judge(*lines)) == "y6 b6 g5"
        lines = ("Bob draws r1", "Bob puts r1 b6 21", "Bob discards r1")
        assert only(judge(*lines)) == (2, ILLEGAL, Code.NOT_ALLOWED, "turn-up")

    def test_three_copies_of_each_number(self):
        """ "three each of 0-6" """
        lines = ("Bob draws r5", "Bob puts r5 r5 12", "Cat draws r5")
        replayed = judge(*lines)
        assert only(replayed) == (2, ILLEGAL, Code.NONE_LEFT, "deck")
        assert replayed.findings[0].about == (("card", 5), ("most", 3))
        taken_back = judge(*lines, "Cat draws r6", remedy=Remedy.UNWIND)
        assert only(taken_back)[0] == 2


class TestWhoseTurn:
    def test_left_of_the_dealer_starts(self):
        replayed = judge("Cat draws r1")
        assert only(replayed) == (0, ILLEGAL, Code.OUT_OF_TURN, "turn")
        assert replayed.findings[0].about == (("due", 1),)

    def test_a_turn_out_of_turn_stands(self):
        replayed = judge("Cat draws r1", "Cat puts r1 g6 12", "Ann draws r2")
        assert len(replayed.findings) == 1

    def test_a_turn_out_of_turn_is_taken_back(self):
        replayed = judge("Cat draws r1", "Bob draws r1", remedy=Remedy.UNWIND)
        assert only(replayed)[0] == 0
        lines = ("Bob draws r1", "Bob puts r1 b6 21", "Ann draws r2", "Cat draws r2")
        assert only(judge(*lines, remedy=Remedy.UNWIND))[0] == 2

    def test_a_turn_nobody_finished_is_over_when_somebody_else_acts(self):
        replayed = judge("Bob draws bS", "Cat draws r1", "Cat puts r1 g6 12", "Ann draws r2")
        assert only(replayed) == (1, ILLEGAL, Code.OUT_OF_TURN, "turn")
        # Bob's card went to the discard pile, to no effect.
        assert discards(replayed) == "y6 bS g6"
        replayed = judge("Bob draws bS", "Cat draws r1", remedy=Remedy.UNWIND)
        assert discards(replayed) == "y6"

    def test_what_nobody_placed_tops_the_discard_pile(self):
        """It is the card that can be taken."""
        replayed = judge("Bob draws bS", "Cat takes bS", "Cat puts bS g6 12")
        assert only(replayed)[:3] == (1, ILLEGAL, Code.OUT_OF_TURN)
        assert discards(replayed) == "y6 g6"
        forbidden = judge(
            "Bob takes y6", "Cat takes y6", rules="take-action-from-discard=forbidden"
        )
        assert only(forbidden)[:3] == (1, ILLEGAL, Code.OUT_OF_TURN)

    def test_clockwise_round_the_table(self):
        lines = ["Bob draws r1", "Bob puts r1 b6 21", "Cat draws r2", "Cat puts r2 b6 21"]
        lines += ["Ann draws r3", "Ann puts r3 b6 21"]
        assert judge(*lines).verdict is LEGAL
        assert acting(judge(*lines)) == "Bob"


class TestTheDrawPile:
    """Nobody says what to do when it is used up: all discards but the top one are shuffled."""

    def test_not_while_cards_are_left(self):
        replayed = judge("Bob draws r1", "Bob puts r1 b6 21", "reshuffle")
        assert only(replayed) == (2, ILLEGAL, Code.NOT_ALLOWED, "reshuffle")
        assert discards(replayed) == "b6"
        taken_back = judge("Bob draws r1", "Bob puts r1 b6 21", "reshuffle", remedy=Remedy.UNWIND)
        assert discards(taken_back) == "y6 b6"

    @pytest.mark.parametrize(("left", "allowed"), [(2, False), (1, True)])
    def test_once_it_cannot_give_a_column(self, left, allowed):
        lines = (*draining(99 - left), "reshuffle")
        replayed = judge(*lines, start=opening(2), seats=2)
        assert (replayed.verdicts[-1] is LEGAL) is allowed

    def test_not_before_the_first_turn(self):
        assert only(judge("reshuffle")) == (0, ILLEGAL, Code.NOT_STARTED, "reshuffle")

    def test_not_without_discards(self):
        replayed = judge("Bob takes y6", "reshuffle")
        assert only(replayed) == (1, ILLEGAL, Code.SUPPLY_EMPTY, "reshuffle")

    def test_when_it_is_used_up(self):
        # 112 - 12 - 1 = 99 cards are drawn one by one; then 99 of 100 discards are shuffled.
        start = opening(2)
        lines = draining(99)
        drained = judge(*lines, start=start, seats=2)
        assert drained.steps[-1].piles[0].size == 0
        assert ILLEGAL not in drained.verdicts
        empty = judge(*lines, "Ann draws r1", start=start, seats=2)
        assert (Code.SUPPLY_EMPTY, "reshuffle") in [(f.code, f.rule) for f in empty.findings]
        shuffled = judge(*lines, "reshuffle", "Ann draws r1", start=start, seats=2)
        assert shuffled.verdicts[-2] is LEGAL
        assert shuffled.steps[-1].piles[0].size == 98

    def test_shuffled_cards_can_come_again(self):
        # All three red 4 are seen: drawn by Bob, coming out for it, drawn by Ann.
        first = ["Bob draws r4", "Bob puts r4 r4 12", "Ann draws r4", "Ann puts r4 ? 12"]
        rest = draining(96)
        none_left = judge(*first, *rest, "Bob draws r4", seats=2)
        assert none_left.findings[-1].code is Code.NONE_LEFT
        again = [*first, *rest, "reshuffle", "Bob draws r4", "Bob puts r4 ? 12", "Ann draws r4"]
        assert ILLEGAL not in judge(*again, seats=2).verdicts
        # But no more than three.
        more = judge(
            *again, "Ann puts r4 ? 12", "Bob draws r4", "Bob puts r4 ? 21", "Ann draws r4", seats=2
        )
        found = [(f.verdict, f.code) for f in more.findings]
        assert (ILLEGAL, Code.NONE_LEFT) in found
        # All three were shuffled, so none lay in the place into which Bob drew before.
        lay_there = judge(*again[:-2], "Bob puts r4 r4 12", seats=2)
        assert (ILLEGAL, Code.NONE_LEFT) in [(f.verdict, f.code) for f in lay_there.findings]
