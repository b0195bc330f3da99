"""Action cards, clearing columns and calling UNO, worked by hand."""

import pytest

from tests.engine.uno_golf.table import (
    acting,
    debts,
    discards,
    flooded,
    grid,
    judge,
    one_left,
    only,
    opening,
    told,
)
from zarleague.engine import Code, Remedy, Verdict

ILLEGAL = Verdict.ILLEGAL
LEGAL = Verdict.LEGAL
OPEN = Verdict.UNKNOWN
UNWIND = Remedy.UNWIND


def out(card: str, name: str = "Bob") -> tuple[str, str]:
    """A turn in which *card* comes out of the grid on to the discard pile."""
    return f"{name} draws r1", f"{name} puts r1 {card} 12"


class TestActingAtTheEndOfTheTurn:
    """ "If an Action Card is the top card on the Discard Pile at the end of your turn, you must
    take the corresponding action." """

    def test_skip(self):
        """ "The next player in turn order loses their turn." """
        assert acting(judge(*out("bS"))) == "Ann"
        assert judge(*out("bS"), "Ann draws r2").verdict is LEGAL
        assert only(judge(*out("bS"), "Cat draws r2")) == (2, ILLEGAL, Code.OUT_OF_TURN, "turn")

    def test_reverse(self):
        """ "Reverse the turn order." """
        replayed = judge(*out("bR"), "Ann draws y2", "Ann puts y2 r6 12")
        assert replayed.verdict is LEGAL
        assert replayed.steps[-2].direction == -1
        assert acting(replayed) == "Cat"
        twice = judge(*out("bR"), "Ann draws y2", "Ann puts y2 gR 12")
        assert acting(twice) == "Bob"

    def test_reverse_between_two_players(self):
        assert acting(judge(*out("bR"), seats=2)) == "Bob"
        assert acting(judge(*out("bR"), seats=2, rules="reverse-two-players=skips")) == "Bob"
        no_effect = judge(*out("bR"), seats=2, rules="reverse-two-players=no-effect")
        assert acting(no_effect) == "Ann"

    def test_draw_two(self):
        """ "The next player in turn order has to draw two cards (…) Without looking at them, they
        will add the cards as a new column in their grid. (…) The player also loses their turn." """
        replayed = judge(*out("b+2"), "Cat adds 2")
        assert replayed.verdict is LEGAL
        assert grid(replayed, "Cat") == "g5 (?) | (?) (?) | (?) (?) | (?) (?)"
        assert acting(replayed) == "Ann"
        assert replayed.steps[-1].piles[0].size == 112 - 18 - 1 - 1 - 2

    def test_draw_two_must_be_settled_first(self):
        replayed = judge(*out("b+2"), "Ann draws r2")
        assert only(replayed) == (2, ILLEGAL, Code.MUST_SETTLE, "action")
        assert told(replayed) == "Cat had to draw 2 first."
        assert debts(replayed) == "Cat:2"
        again = judge(*out("b+2"), "Ann draws r2", "Ann puts r2 r6 12", "Bob draws r3")
        assert only(again)[0] == 2  # said once
        late = judge(*out("b+2"), "Ann draws r2", "Cat adds 2", "Ann puts r2 r6 12")
        assert only(late)[0] == 2
        assert grid(late, "Cat").endswith("| (?) (?)")
        taken_back = judge(*out("b+2"), "Ann draws r2", "Cat adds 2", remedy=UNWIND)
        assert only(taken_back)[0] == 2

    def test_nobody_else_adds_a_column(self):
        replayed = judge(*out("b+2"), "Ann adds 2")
        assert only(replayed) == (2, ILLEGAL, Code.NOTHING_OWED, "draw-two")

    def test_nor_anybody_while_a_card_is_in_hand(self):
        replayed = judge("Bob draws r1", "Cat adds 2")
        assert only(replayed) == (1, ILLEGAL, Code.NOTHING_OWED, "draw-two")

    def test_and_only_one(self):
        replayed = judge(*out("b+2"), "Cat adds 2", "Cat adds 2")
        assert only(replayed) == (3, ILLEGAL, Code.NOTHING_OWED, "draw-two")

    def test_an_action_card_in_the_grid_does_nothing(self):
        """ "You do not take the special action from an Action Card when it is in your grid." """
        replayed = judge("Bob draws bS", "Bob puts bS b6 21")
        assert acting(replayed) == "Cat"

    def test_only_the_top_card_acts(self):
        lines = ("Bob draws b1", "Bob puts b1 bS 12", "Bob clears b5 b1 1")
        assert acting(judge(*lines)) == "Cat"

    def test_it_acts_once(self):
        lines = (*out("bS"), "Ann takes bS", "Ann puts bS r6 12")
        assert acting(judge(*lines)) == "Bob"


class TestDoubleDrawTwo:
    """ "First you can choose two other players. Each chosen player has to draw two cards (…)
    Otherwise you can choose one other player. They have to draw four cards (…) as two new columns.
    No matter what option is chosen, no player loses their turn." """

    def test_two_others(self):
        replayed = judge(*out("bD"), "Bob chooses Ann Cat")
        assert replayed.verdict is LEGAL
        assert debts(replayed) == "Ann:2 Cat:2"
        assert acting(replayed) == "Ann Cat"
        done = judge(*out("bD"), "Bob chooses Ann Cat", "Cat adds 2", "Ann adds 2")
        assert done.verdict is LEGAL
        assert acting(done) == "Cat"

    @pytest.mark.parametrize("adds", [("Ann adds 2", "Ann adds 2"), ("Ann adds 4",)])
    def test_one_other(self, adds):
        replayed = judge(*out("bD"), "Bob chooses Ann", *adds)
        assert replayed.verdict is LEGAL
        assert grid(replayed, "Ann").count("|") == 4
        assert acting(replayed) == "Cat"

    def test_two_columns_at_once_are_more_than_one_owed(self):
        replayed = judge(*out("bD"), "Bob chooses Ann Cat", "Ann adds ? ? ? ?")
        assert only(replayed) == (3, ILLEGAL, Code.NOTHING_OWED, "draw-two")

    def test_its_player_chooses(self):
        replayed = judge(*out("bD"))
        assert acting(replayed) == "Bob"
        assert only(judge(*out("bD"), "Cat chooses Ann")) == (
            2,
            ILLEGAL,
            Code.NOT_ALLOWED,
            "double-draw-two",
        )

    def test_it_must_be_chosen(self):
        replayed = judge(*out("bD"), "Cat draws r2")
        assert only(replayed) == (2, ILLEGAL, Code.NOT_CHOSEN, "double-draw-two")
        assert told(replayed) == "Bob still had to choose who draws."
        taken_back = judge(*out("bD"), "Cat draws r2", "Bob chooses Ann", remedy=UNWIND)
        assert only(taken_back)[0] == 2

    def test_it_must_be_chosen_even_once_other_columns_are_added(self):
        """Cat caught Bob, who adds a column; his double draw two is still to be chosen."""
        lines = [*one_left()[:-2], "Bob puts r3 bD 31", "Ann catches Bob", "Bob adds 2"]
        replayed = judge(*lines, "Cat draws r4", "Bob chooses Ann", remedy=UNWIND)
        assert only(replayed)[1:] == (ILLEGAL, Code.NOT_CHOSEN, "double-draw-two")
        assert told(replayed) == "Bob still had to choose who draws."
        assert debts(replayed) == "Ann:4"

    def test_it_must_be_chosen_though_somebody_cleared_a_column_since(self):
        """Ann's turn was over when Cat cleared; she still has to choose."""
        lines = ("Bob draws r1", "Bob puts r1 b6 12", "Cat draws g1", "Cat puts g1 r6 12")
        lines += ("Ann draws y2", "Ann puts y2 bD 12", "Cat clears g5 g1 1")
        rules = "clear-when=any-time"
        assert acting(judge(*lines, rules=rules)) == "Ann"
        replayed = judge(*lines, "Bob draws r3", "Ann chooses Cat", rules=rules, remedy=UNWIND)
        assert only(replayed) == (7, ILLEGAL, Code.NOT_CHOSEN, "double-draw-two")
        assert told(replayed) == "Ann still had to choose who draws."
        assert debts(replayed) == "Cat:4"

    def test_others_than_oneself_and_two_different_ones(self):
        for chosen in ("Bob", "Ann Ann", "Ann Bob"):
            replayed = judge(*out("bD"), f"Bob chooses {chosen}", remedy=UNWIND)
            assert only(replayed) == (2, ILLEGAL, Code.NOT_ALLOWED, "double-draw-two")
            assert acting(replayed) == "Bob"
        stands = judge(*out("bD"), "Bob chooses Ann Ann")
        assert debts(stands) == "Ann:4"

    def test_chosen_once(self):
        lines = (*out("bD"), "Bob chooses Ann", "Bob chooses Cat")
        assert only(judge(*lines)) == (3, ILLEGAL, Code.NOT_ALLOWED, "double-draw-two")

    def test_double_draw_twos_in_the_deck(self):
        """ "4 Double Draw 2 Cards (two of each color)" cannot both hold."""
        lines = ("Bob draws bD", "Bob puts bD bD 12")
        assert only(judge(*lines)) == (1, ILLEGAL, Code.NONE_LEFT, "deck")
        replayed = judge(*lines, rules="double-draw-two=two-per-colour")
        assert replayed.verdict is LEGAL
        assert replayed.steps[0].piles[0].size == 116


class TestTheComments:
    """The two comments on the rules: is a drawn action card that is discarded at once to act, and
    may action cards be taken off the discard pile?"""

    DISCARDED = ("Bob draws bS", "Bob discards bS", "Bob turns 12 g6")

    def test_drawn_action_discarded(self):
        assert acting(judge(*self.DISCARDED, rules="drawn-action-discarded=acts")) == "Ann"
        assert acting(judge(*self.DISCARDED, rules="drawn-action-discarded=silent")) == "Cat"

    def test_silent_only_for_the_card_drawn(self):
        assert acting(judge(*out("bS"), rules="drawn-action-discarded=silent")) == "Ann"

    @pytest.mark.parametrize(
        ("option", "skip", "draw_two", "double"),
        [
            ("allowed", LEGAL, LEGAL, LEGAL),
            ("forbidden", ILLEGAL, ILLEGAL, ILLEGAL),
            ("draw-cards-forbidden", LEGAL, ILLEGAL, ILLEGAL),
        ],
    )
    def test_take_action_from_discard(self, option, skip, draw_two, double):
        rules = f"take-action-from-discard={option}"
        assert judge(*out("bS"), "Ann takes bS", rules=rules).verdicts[-1] is skip
        lines = (*out("b+2"), "Cat adds 2", "Ann takes b+2")
        assert judge(*lines, rules=rules).verdicts[-1] is draw_two
        lines = (*out("bD"), "Bob chooses Ann", "Ann adds 2", "Ann adds 2", "Cat takes bD")
        assert judge(*lines, rules=rules).verdicts[-1] is double

    def test_numbers_can_always_be_taken(self):
        assert judge("Bob takes y6", rules="take-action-from-discard=forbidden").verdict is LEGAL

    def test_taken_back(self):
        rules = "take-action-from-discard=forbidden"
        lines = (*out("bS"), "Ann takes bS", "Ann draws r2")
        replayed = judge(*lines, rules=rules, remedy=UNWIND)
        assert only(replayed) == (2, ILLEGAL, Code.NOT_ALLOWED, "take")
        assert discards(replayed) == "y6 bS"


class TestClearing:
    """ "Should a vertical column have two cards that are the same number or color, you can choose
    to discard both of the cards from the column. (…) You can choose which of the discarded cards
    you want to place on top of the Discard Pile." """

    def placed(self, card: str, top: str = "b6") -> tuple[str, str]:
        return f"Bob draws {card}", f"Bob puts {card} {top} 12"

    @pytest.mark.parametrize("card", ["b1", "r5", "b5", "bS"])
    def test_same_colour_or_number(self, card):
        replayed = judge(*self.placed(card), f"Bob clears b5 {card} 1")
        assert replayed.verdict is LEGAL
        assert grid(replayed, "Bob") == "- | (?) (?) | (?) (?)"
        assert discards(replayed) == f"y6 b6 b5 {card}"

    def test_the_other_card_on_top(self):
        replayed = judge(*self.placed("b1"), "Bob clears b1 b5 1")
        assert discards(replayed) == "y6 b6 b1 b5"

    def test_neither(self):
        replayed = judge(*self.placed("r1"), "Bob clears b5 r1 1")
        assert only(replayed) == (2, ILLEGAL, Code.NOT_MATCHING, "clear")
        assert told(replayed) == "Blue 5 and red 1 have neither number nor colour in common."
        assert grid(replayed, "Bob").startswith("-")
        taken_back = judge(*self.placed("r1"), "Bob clears b5 r1 1", remedy=UNWIND)
        assert grid(taken_back, "Bob").startswith("b5 r1")

    def test_other_cards_than_lie_there(self):
        for named, wrong in (("b5 b2", "blue 2"), ("b2 b5", "blue 2"), ("? r0", "red 0")):
            replayed = judge(*self.placed("b1"), f"Bob clears {named} 1")
            assert only(replayed) == (2, ILLEGAL, Code.NOT_THERE, "clear")
            assert told(replayed).endswith(f", not {wrong}.")
        twice = judge(*self.placed("b1"), "Bob clears b5 b5 1")
        assert told(twice) == "The card there was blue 1, not blue 5."

    @pytest.mark.parametrize("column", ["0", "2", "4"])
    def test_only_columns_that_are_face_up(self, column):
        replayed = judge(*self.placed("b1"), f"Bob clears b5 b1 {column}")
        assert only(replayed) == (2, ILLEGAL, Code.NO_SUCH_PLACE, "clear")
        assert told(replayed) == f"Column {column} isn’t face up."

    @pytest.mark.parametrize("column", ["1", "2"])
    def test_nor_columns_of_which_one_card_is(self, column):
        replayed = judge("Bob draws b1", "Bob puts b1 b6 22", f"Bob clears b5 b1 {column}")
        assert only(replayed) == (2, ILLEGAL, Code.NO_SUCH_PLACE, "clear")
        assert told(replayed) == f"Column {column} isn’t face up."

    def test_only_once(self):
        lines = (*self.placed("b1"), "Bob clears b5 b1 1", "Bob clears b5 b1 1")
        assert only(judge(*lines)) == (3, ILLEGAL, Code.NO_SUCH_PLACE, "clear")

    def test_a_new_column_takes_its_number(self):
        lines = (*self.placed("b1"), "Bob clears b5 b1 1", "Cat draws r2", "Cat puts r2 r6 12")
        lines += ("Ann draws r3", "Ann puts r3 gR 12", "Cat draws r3", "Cat puts r3 g+2 21")
        replayed = judge(*lines, "Bob adds 2")
        assert replayed.verdict is LEGAL
        assert grid(replayed, "Bob") == "(?) (?) | (?) (?) | (?) (?)"

    @pytest.mark.parametrize(
        ("rules", "verdict"),
        [("clear-action-pair=colour-only", ILLEGAL), ("clear-action-pair=same-symbol-too", LEGAL)],
    )
    def test_two_equal_actions_of_different_colours(self, rules, verdict):
        lines = ("Bob draws rS", "Bob puts rS b6 21", "Cat draws r2", "Cat puts r2 r6 12")
        lines += ("Ann draws r3", "Ann puts r3 r6 12", "Bob draws gS", "Bob puts gS b6 22")
        replayed = judge(*lines, "Bob clears rS gS 2", rules=rules)
        assert replayed.verdicts[-1] is verdict

    def test_a_skip_and_a_reverse_are_no_pair_anyway(self):
        lines = ("Bob draws rS", "Bob puts rS b6 21", "Cat draws r2", "Cat puts r2 r6 12")
        lines += ("Ann draws r3", "Ann puts r3 r6 12", "Bob draws gR", "Bob puts gR b6 22")
        replayed = judge(*lines, "Bob clears rS gR 2", rules="clear-action-pair=same-symbol-too")
        assert replayed.verdicts[-1] is ILLEGAL

    @pytest.mark.parametrize(("rules", "acts"), [("acts", "Ann"), ("silent", "Cat")])
    def test_top_action(self, rules, acts):
        lines = (*self.placed("bS"), "Bob clears b5 bS 1")
        assert acting(judge(*lines, rules=f"clear-top-action={rules}")) == acts

    def test_in_the_own_turn(self):
        """At its start too: "you should periodically check each of your vertical columns"."""
        lines = (*self.placed("b1"), "Cat draws r2", "Cat puts r2 r6 12")
        lines += ("Ann draws r3", "Ann puts r3 r6 12", "Bob clears b5 b1 1", "Bob takes b1")
        assert judge(*lines).verdict is LEGAL

    @pytest.mark.parametrize(("rules", "verdict"), [("own-turn", ILLEGAL), ("any-time", LEGAL)])
    def test_in_the_turn_of_another(self, rules, verdict):
        lines = (*self.placed("b1"), "Cat draws r2", "Bob clears b5 b1 1")
        replayed = judge(*lines, rules=f"clear-when={rules}")
        assert replayed.verdicts[-1] is verdict
        assert grid(replayed, "Bob").startswith("-")
        taken_back = judge(*lines, rules=f"clear-when={rules}", remedy=UNWIND)
        assert grid(taken_back, "Bob").startswith("-") is (verdict is LEGAL)

    def test_between_turns(self):
        lines = (*self.placed("b1"), "Cat draws r2", "Cat puts r2 rS 12", "Bob clears b5 b1 1")
        # Cat's turn is over with the skip on top: Ann loses hers, and Bob is next.
        replayed = judge(*lines, rules="clear-when=any-time")
        assert replayed.verdict is LEGAL
        assert acting(replayed) == "Bob"
        assert (
            judge(*lines[:-1], "Ann clears r5 r1 1", rules="clear-when=own-turn").verdicts[-1]
            is ILLEGAL
        )

    def test_at_any_time_once_everybody_has_turned_up_their_first_cards(self):
        """ "At the beginning each player can turn and reveal two of their cards" (the publisher's
        description): Cat has revealed one when Ann clears two red cards."""
        rules = "clear-when=any-time first-turn-up=2"
        lines = ("Ann turns 12 r4", "Bob turns 12 b4", "Ann clears r5 r4 1")
        (finding,) = judge(*lines, rules=rules).findings
        assert (finding.code, finding.rule) == (Code.NOT_STARTED, "first-turn-up")
        assert finding.about == (("due", 2),)
        last = "Cat turns 12 g4"
        assert judge(*lines[:2], last, lines[2], "Bob draws r1", rules=rules).verdict is LEGAL


class TestCallingUno:
    """ "When you only have one facedown card left in your grid, you need to call out UNO (…) Should
    you fail to say UNO and someone catches you before the next player starts their turn, you have
    to draw two cards from the Draw Pile and place them facedown in your grid to create a new
    column." """

    def test_said_in_time(self):
        replayed = judge(*one_left(), "Bob says uno", "Ann catches Bob")
        assert replayed.verdicts[-2] is LEGAL
        assert only(replayed)[1:] == (ILLEGAL, Code.TOO_LATE, "uno")

    def test_caught_in_time(self):
        replayed = judge(*one_left(), "Ann catches Bob", "Bob adds 2", "Cat draws r4")
        assert replayed.verdict is LEGAL
        assert grid(replayed, "Bob").endswith("| (?) (?)")

    def test_the_penalty_must_be_settled_first(self):
        replayed = judge(*one_left(), "Ann catches Bob", "Cat draws r4")
        assert only(replayed)[1:] == (ILLEGAL, Code.MUST_SETTLE, "action")

    def test_not_caught_in_time(self):
        replayed = judge(*one_left(), "Cat draws r4", "Ann catches Bob")
        assert only(replayed)[1:] == (ILLEGAL, Code.TOO_LATE, "uno")
        assert debts(replayed) == ""

    def test_said_too_late(self):
        replayed = judge(*one_left(), "Cat draws r4", "Bob says uno")
        assert only(replayed)[1:] == (ILLEGAL, Code.TOO_LATE, "uno")

    def test_said_with_more_cards_face_down(self):
        replayed = judge("Bob draws r1", "Bob says uno")
        assert only(replayed)[1:] == (ILLEGAL, Code.FALSE_CLAIM, "uno")

    def test_caught_with_more_cards_face_down(self):
        for line in ("Ann catches Bob", "Bob catches Ann"):
            replayed = judge("Bob draws r1", line)
            assert only(replayed)[1:] == (ILLEGAL, Code.FALSE_CLAIM, "uno")

    def test_two_face_down_cards_are_not_one(self):
        two_left = one_left()[:17]
        for line in ("Ann catches Bob", "Bob says uno"):
            replayed = judge(*two_left, line)
            assert only(replayed)[1:] == (ILLEGAL, Code.FALSE_CLAIM, "uno")

    def test_nobody_catches_himself(self):
        replayed = judge(*one_left(), "Bob catches Bob")
        assert only(replayed)[1:] == (ILLEGAL, Code.NOT_ALLOWED, "uno")

    def test_no_penalty(self):
        """Who is caught is caught, but adds no column; who cannot be caught is not."""
        replayed = judge(*one_left(), "Ann catches Bob", rules="uno-penalty=0")
        assert replayed.verdict is LEGAL
        assert debts(replayed) == ""
        again = judge(*one_left(), *["Ann catches Bob"] * 2, rules="uno-penalty=0")
        assert only(again)[1:] == (ILLEGAL, Code.TOO_LATE, "uno")
        wrong = judge(*one_left(), "Ann catches Cat", rules="uno-penalty=0")
        assert only(wrong)[1:] == (ILLEGAL, Code.FALSE_CLAIM, "uno")

    def test_a_new_column_makes_it_three_again(self):
        lines = (*one_left(), "Ann catches Bob", "Bob adds 2", "Ann catches Bob")
        assert only(judge(*lines))[1:] == (ILLEGAL, Code.FALSE_CLAIM, "uno")

    def test_whoever_has_none_or_three_again_is_not_caught_whatever_was_wrong_before(self):
        """Cat turned up her whole grid before the start; Bob made himself add columns."""
        shown = [f"Cat turns {place} ?" for place in (12, 21, 22, 31, 32)]
        assert judge(*shown, "Bob catches Cat").findings[-1].code is Code.FALSE_CLAIM
        lines = [*one_left()[:-2], "Bob puts r3 bD 31", "Bob chooses Bob", "Bob adds 2"]
        assert judge(*lines, "Ann catches Bob").findings[-1].code is Code.FALSE_CLAIM

    def test_it_is_due_whenever_one_is_left(self):
        """Caught once, Bob turns up cards until one is left again."""
        lines = [*one_left(), "Ann catches Bob", "Bob adds 2"]
        lines += ["Cat takes r3", "Cat puts r3 r2 11", "Ann takes r2", "Ann puts r2 r1 11"]
        lines += ["Bob takes r1", "Bob puts r1 y2 32"]
        lines += ["Cat takes y2", "Cat puts y2 r3 11", "Ann takes r3", "Ann puts r3 r2 11"]
        lines += ["Bob takes r2", "Bob puts r2 y3 41"]
        assert judge(*lines, "Ann catches Bob").verdict is LEGAL


class TestSupply:
    """ "Nobody has to draw" where even all discards but the top one do not suffice."""

    def test_the_last_column(self):
        # 98 cards and the discard below the top: 49 columns, and one card is left.
        done = judge(*flooded(49), seats=2)
        assert done.verdict is LEGAL
        assert done.steps[-1].piles[0].size == 0
        lines = (*flooded(49), "Bob takes b+2", "Bob puts b+2 g+2 12")
        assert acting(judge(*lines, seats=2)) == "Bob"
        more = judge(*lines, "reshuffle", "Bob draws y6", seats=2)
        assert more.verdict is LEGAL

    @pytest.mark.parametrize(("columns", "owed"), [(46, "Ann:4"), (47, "Ann:4"), (48, "Ann:2")])
    def test_what_is_owed_already_is_set_apart(self, columns, owed):
        top = "b+2" if columns % 2 else "g+2"
        lines = (*flooded(columns), f"Bob takes {top}", f"Bob puts {top} bD 21")
        assert debts(judge(*lines, "Bob chooses Ann", seats=2)) == owed

    def test_not_more_than_the_pile_holds(self):
        start = opening(2)
        lines = []
        for turn in range(98):
            name = ("Bob", "Ann")[turn % 2]
            lines += [f"{name} draws ?", f"{name} puts ? ? 12"]
        # One card is left in the draw pile; Bob plays a draw two.
        lines += ["Bob takes ?", "Bob puts ? b+2 12"]
        empty = judge(*lines, "Ann adds 2", start=start, seats=2)
        assert (empty.findings[-1].code, empty.findings[-1].rule) == (
            Code.SUPPLY_EMPTY,
            "reshuffle",
        )
        shuffled = judge(*lines, "reshuffle", "Ann adds 2", start=start, seats=2)
        # Whether Ann was to add a column hangs on ninety-eight cards that nobody noted.
        assert shuffled.verdicts[-2:] == (LEGAL, OPEN)


class TestWhoseItIs:
    def test_the_older_column_is_not_the_other_players(self):
        replayed = judge(*out("bD"), "Bob chooses Cat Ann", "Ann adds 2")
        assert debts(replayed) == "Cat:2"

    def test_a_card_taken_is_not_a_card_drawn(self):
        """The top discard "must" be swapped in, whatever somebody drew before."""
        lines = ("Bob draws r1", "Bob discards r1", "Bob turns 12 b6", "Cat takes r1")
        replayed = judge(*lines, "Cat discards r1", remedy=UNWIND)
        assert only(replayed) == (4, ILLEGAL, Code.NOT_ALLOWED, "take")

    def test_only_the_discarded_card_is_silent(self):
        rules = "drawn-action-discarded=silent"
        lines = ("Bob draws bS", "Bob discards bS", "Bob turns 12 g6", "Cat draws r1")
        assert acting(judge(*lines, "Cat puts r1 gS 12", rules=rules)) == "Bob"

    def test_a_player_is_caught_once(self):
        for again in ("Ann catches Bob", "Cat catches Bob"):
            replayed = judge(*one_left(), "Ann catches Bob", again)
            assert only(replayed)[1:] == (ILLEGAL, Code.TOO_LATE, "uno")
            assert debts(replayed) == "Bob:2"

    def test_only_who_has_one_left_is_caught(self):
        for first in ("Bob says uno", "Ann catches Bob"):
            replayed = judge(*one_left(), first, "Ann catches Cat")
            assert only(replayed)[1:3] == (ILLEGAL, Code.FALSE_CLAIM)
