"""The end of a round of UNO Golf and its points, worked by hand."""

import pytest

from tests.engine.uno_golf.table import (
    GAME,
    acting,
    changed,
    debts,
    grid,
    judge,
    one_left,
    opening,
    text,
    told,
    turning_up,
)
from zarleague.engine import Code, Remedy, Verdict, read

ILLEGAL = Verdict.ILLEGAL
LEGAL = Verdict.LEGAL
IN_THE_TURN = "last-turn-clear=in-the-turn"
ONE_MORE = "round-end=one-more-turn-each"
CONFIRMED = "action-points-confirmed=yes"


def last_up(card: str = "y2", drawn: str = "r6") -> list[str]:
    """Bob discards *drawn* and turns up *card*, his last face-down card. Before, Cat and Ann take
    the top discard into their first place."""
    others = [
        "Bob says uno",
        "Cat takes r3",
        "Cat puts r3 r2 11",
        "Ann takes r2",
        "Ann puts r2 r1 11",
    ]
    return [
        *one_left(),
        *others,
        f"Bob draws {drawn}",
        f"Bob discards {drawn}",
        f"Bob turns 32 {card}",
    ]


class TestTheEndOfTheRound:
    """ "The round ends when all of the cards are faceup in one of the player's grids. The remaining
    players flip over any cards in their grids that are still facedown." """

    LEFT = ("left Ann 5", "left Cat 5", "close")

    def test_at_once(self):
        replayed = judge(*last_up(), "left Ann 5", "left Cat 5", "close")
        assert replayed.verdict is LEGAL
        assert replayed.over
        for line in ("Cat puts y0 ? 12", "Bob discards r6"):
            more = judge(*last_up(), line)
            assert more.findings[-1].code is Code.HAND_OVER
            assert not changed(more)

    @pytest.mark.parametrize("line", ["Cat draws y0", "Cat takes r6"])
    def test_who_plays_on_is_told_once(self, line):
        """It stands, as it did at the table; then the round may be closed at any time."""
        lines = [
            *last_up(),
            line,
            f"Cat puts {line[-2:]} g2 12",
            "Ann draws y3",
            "Ann puts y3 g3 12",
        ]
        replayed = judge(*lines, "left Ann 4", "left Cat 4", "close")
        assert [(f.event - len(opening()), f.code) for f in replayed.findings] == [
            (len(last_up()), Code.HAND_OVER)
        ]
        assert grid(replayed, "Cat").startswith(f"r3 {line[-2:]}")

    def test_not_before(self):
        replayed = judge(*one_left(), "left Ann 5")
        assert (replayed.findings[-1].code, replayed.findings[-1].rule) == (
            Code.NOT_FINISHED,
            "end-clear",
        )
        taken_back = judge(*one_left(), "left Ann 5", remedy=Remedy.UNWIND)
        assert grid(taken_back, "Ann") == "r1 (?) | (?) (?) | (?) (?)"
        assert not judge(*one_left(), "close", remedy=Remedy.UNWIND).over
        assert judge(*one_left(), "close").over

    def test_closed_too_early_is_said_once(self):
        shown = judge(*one_left(), "left Ann 5", "left Cat 5", "left Bob ?", "close")
        assert [f.code for f in shown.findings] == [Code.NOT_FINISHED]
        lines = [*one_left(), "close", "Cat takes r3", "Cat puts r3 r2 11", "Ann draws y0"]
        replayed = judge(*lines)
        assert [(f.event - len(opening()), f.code) for f in replayed.findings] == [
            (len(one_left()), Code.NOT_FINISHED)
        ]
        assert not replayed.over

    def test_with_a_card_placed(self):
        turns = last_up()[:-3]
        replayed = judge(*turns, "Bob draws r6", "Bob puts r6 y2 32", "Cat draws y0")
        assert replayed.findings[-1].code is Code.HAND_OVER

    def test_what_is_cleared_after_it_does_not_act(self):
        """The card that tops the pile "at the end of your turn" acts, and the turn was over."""
        placed = [*last_up()[:-3], "Bob draws y+2", "Bob puts y+2 y2 32"]
        for lines in (last_up("y+2"), placed):
            replayed = judge(*lines, "Bob clears y1 y+2 3", "close")
            assert replayed.verdict is LEGAL

    def test_a_grid_without_cards_has_no_face_down_card(self):
        """Bob clears all three columns: the last card he turned up had ended the round."""
        lines = [*last_up("b1"), "Bob clears b5 b6 1"]
        assert judge(*lines).verdict is LEGAL

    def test_everybody_shows_all_that_is_face_down(self):
        replayed = judge(*last_up(), "left Ann b0 b1 b2 b3 b4")
        assert grid(replayed, "Ann") == "r2 b0 | b1 b2 | b3 b4"
        short = judge(*last_up(), "left Ann b0 b1")
        assert short.findings[-1].about == (("count", 2), ("expected_count", 5))
        again = judge(*last_up(), "left Ann 5", "left Ann 5")
        assert again.findings[-1].code is Code.WRONG_COUNT

    def test_closed_once_and_nothing_after(self):
        lines = (*last_up(), *self.LEFT)
        for line in (
            "close",
            "Bob clears y1 y2 3",
            "Cat says uno",
            "Cat catches Bob",
            "Cat adds 2",
        ):
            assert judge(*lines, line).findings[-1].code is Code.HAND_OVER
        for line in ("reshuffle", "Bob chooses Ann", "Cat draws y0", "Cat puts y0 y0 12"):
            assert judge(*lines, line).findings[-1].code is Code.HAND_OVER

    def test_cards_can_be_shown_after_the_close(self):
        replayed = judge(*last_up(), "close", "left Ann b0 b1 b2 b3 b4")
        assert replayed.verdict is LEGAL

    def test_no_call_after_the_end(self):
        for line in ("Ann catches Bob", "Bob says uno"):
            assert judge(*last_up(), line).findings[-1].code is Code.HAND_OVER


class TestOneMoreTurnEach:
    def test_everybody_else_has_one(self):
        turns = (
            *last_up(),
            "Cat draws y0",
            "Cat puts y0 g1 12",
            "Ann draws g0",
            "Ann puts g0 g2 12",
        )
        replayed = judge(*turns, "left Ann b0 b1 b2 b3", "left Cat 4", "close", rules=ONE_MORE)
        assert replayed.verdict is LEGAL
        assert grid(replayed, "Ann") == "r2 g0 | b0 b1 | b2 b3"
        more = judge(*turns, "Bob draws g3", rules=ONE_MORE)
        assert more.findings[-1].code is Code.HAND_OVER
        for early in (turns[:-2], turns[:-1]):
            replayed = judge(*early, "left Ann 5", rules=ONE_MORE)
            assert replayed.findings[-1].code is Code.NOT_FINISHED
        assert judge(*turns[:-1], "close", rules=ONE_MORE).findings[-1].code is Code.NOT_FINISHED

    def test_a_turn_lost_to_a_skip_was_the_last(self):
        turns = (*last_up(drawn="gS"), "Ann draws g0", "Ann puts g0 g2 12")
        replayed = judge(*turns, "left Ann 4", "left Cat 5", "close", rules=ONE_MORE)
        assert replayed.verdict is LEGAL

    def test_so_was_one_lost_to_a_draw_two(self):
        turns = (*last_up(drawn="g+2"), "Cat adds 2", "Ann draws g0", "Ann puts g0 g2 12")
        replayed = judge(*turns, "left Ann 4", "left Cat 7", "close", rules=ONE_MORE)
        assert replayed.verdict is LEGAL

    @pytest.mark.parametrize(("option", "ended"), [("skips", True), ("no-effect", False)])
    def test_so_was_one_lost_to_a_reverse_between_two_players(self, option, ended):
        """It "acts like a skip", or "changes nothing"."""
        lines = []
        for drawn, place in (("r0", 12), ("r1", 21), ("r2", 22), ("r3", 31)):
            lines += [f"Bob draws {drawn}", f"Bob discards {drawn}", f"Bob turns {place} ?"]
            lines += [f"Ann takes {drawn}", f"Ann puts {drawn} ? 11"]
        lines += ["Bob draws gR", "Bob discards gR", "Bob turns 32 ?"]
        rules = f"{ONE_MORE} reverse-two-players={option}"
        closed = judge(*lines, "close", rules=rules, seats=2)
        assert (closed.verdict is LEGAL) is ended
        played = judge(*lines, "Ann draws y0", rules=rules, seats=2)
        assert (played.verdict is LEGAL) is not ended

    def test_a_reverse_passes_over_who_is_out(self):
        # Bob is out; Cat reverses: it would be Bob's turn again, so it is Ann's.
        turns = (*last_up(), "Cat draws y0", "Cat puts y0 gR 12")
        assert acting(judge(*turns, rules=ONE_MORE)) == "Ann"

    @pytest.mark.parametrize("name", ["Cat", "Dee"])
    def test_and_over_whoever_had_one(self, name):
        # Bob is out; who is next the other way round has had the turn, or is out: it is Ann's.
        lines = [*turning_up(17, seats=4)]
        lines += ["Cat draws y0", f"Cat puts y0 {'gR' if name == 'Cat' else 'g1'} 12"]
        if name == "Dee":
            lines += ["Dee draws y0", "Dee puts y0 gR 12"]
        rules = f"{ONE_MORE} drawn-action-discarded=silent"
        assert acting(judge(*lines, rules=rules, seats=4)) == "Ann"

    def test_uno_is_not_due_any_more_after_the_last_turn(self):
        """Cat has one face-down card left as she skips Ann, who would have had the last turn."""
        lines = [*turning_up(9), "Bob draws ?", "Bob discards ?", "Bob turns 31 ?"]
        lines += ["Cat takes ?", "Cat puts ? r0 11", "Ann takes r0", "Ann puts r0 r1 11"]
        lines += ["Bob draws ?", "Bob discards ?", "Bob turns 32 ?"]
        lines += ["Cat draws ?", "Cat puts ? bS 31"]
        rules = f"{ONE_MORE} drawn-action-discarded=silent"
        assert judge(*lines, rules=rules).steps[-1].seats[2].notes == (("unsaid", "uno"),)
        assert acting(judge(*lines, rules=rules)) == ""
        over = judge(*lines, "left Ann ? ?", rules=rules)
        assert [seat.notes for seat in over.steps[-1].seats] == [(), (), ()]

    def test_a_skip_of_the_last_one_ends_it(self):
        turns = (*last_up(), "Cat draws y0", "Cat puts y0 gS 12")
        replayed = judge(*turns, "left Ann 5", "left Cat 4", "close", rules=ONE_MORE)
        assert replayed.verdict is LEGAL

    def test_columns_can_be_cleared_in_the_last_turn_and_after_it(self):
        turns = (
            *last_up(),
            "Cat draws y0",
            "Cat puts y0 g1 12",
            "Ann draws r0",
            "Ann puts r0 g2 12",
        )
        replayed = judge(*turns, "Ann clears r2 r0 1", "Bob clears b5 b6 1", rules=ONE_MORE)
        assert replayed.verdict is LEGAL
        after = judge(*turns, "Bob clears b5 b6 1", rules=ONE_MORE)
        assert after.verdict is LEGAL
        assert grid(after, "Bob").startswith("-")

    def test_a_column_added_to_who_is_out_gives_no_turn(self):
        turns = [*last_up(), "Cat draws y0", "Cat puts y0 gD 12", "Cat chooses Bob"]
        turns += ["Bob adds 2", "Bob adds 2", "Ann draws g0", "Ann puts g0 g2 12"]
        replayed = judge(*turns, "left Bob 4", "left Ann 4", "left Cat 4", "close", rules=ONE_MORE)
        assert replayed.verdict is LEGAL


class TestTheLastDiscard:
    """ "If an Action Card is the top card on the Discard Pile at the end of your turn, you must
    take the corresponding action": nobody says whether that holds for the turn that ends the
    round."""

    def test_resolves(self):
        replayed = judge(*last_up(drawn="g+2"))
        assert debts(replayed) == "Cat:2"
        assert acting(replayed) == "Cat"
        done = judge(*last_up(drawn="g+2"), "Cat adds 2", "left Cat 7", "left Ann 5", "close")
        assert done.verdict is LEGAL

    def test_resolves_a_double_draw_two(self):
        replayed = judge(*last_up(drawn="gD"), "Bob chooses Ann Cat", "Ann adds 2", "Cat adds 2")
        assert replayed.verdict is LEGAL

    def test_what_is_owed_must_be_added_before_the_close(self):
        replayed = judge(*last_up(drawn="g+2"), "close")
        assert (replayed.findings[-1].code, replayed.findings[-1].rule) == (
            Code.NOT_SETTLED,
            "last-action",
        )
        assert told(replayed) == "Cat had to draw 2 and never did."
        assert replayed.over
        assert not judge(*last_up(drawn="g+2"), "close", remedy=Remedy.UNWIND).over
        chosen = judge(*last_up(drawn="gD"), "close")
        assert told(chosen) == "Bob still had to choose who draws."

    def test_in_the_last_turn_of_all(self):
        turns = (*last_up(), "Cat draws y0", "Cat puts y0 g1 12", "Ann draws g0")
        for card, sentence in (
            ("g+2", "Bob had to draw 2 and never did."),
            ("gD", "Ann still had to choose who draws."),
        ):
            closed = judge(*turns, f"Ann puts g0 {card} 12", "close", rules=ONE_MORE)
            assert len(closed.findings) == 1
            assert told(closed) == sentence

    @pytest.mark.parametrize(("card", "name"), [("g+2", "Bob"), ("gD", "Ann")])
    def test_who_acts_after_the_last_turn(self, card, name):
        """Who adds a column, or chooses who does, though the turns are over."""
        turns = (*last_up(), "Cat draws y0", "Cat puts y0 g1 12", "Ann draws g0")
        assert acting(judge(*turns, f"Ann puts g0 {card} 12", rules=ONE_MORE)) == name
        name = {"g+2": "Cat", "gD": "Bob"}[card]
        for rules in ("", IN_THE_TURN):
            # Bob's blue column and his yellow one match, and may still be cleared.
            who = acting(judge(*last_up(drawn=card), rules=rules)).split()
            assert [one for one in who if one != "Bob" or name == "Bob"] == [name]

    def test_ignored(self):
        replayed = judge(*last_up(drawn="g+2"), "close", rules="last-discard-action=ignored")
        assert replayed.verdict is LEGAL
        extra = judge(*last_up(drawn="g+2"), "Cat adds 2", rules="last-discard-action=ignored")
        assert extra.findings[-1].code is Code.NOTHING_OWED


class TestClearingInTheLastTurn:
    """ "If an Action Card is the top card on the Discard Pile at the end of your turn, you must
    take the corresponding action"; "The round ends when all of the cards are faceup in one of the
    player's grids." Whether the turn goes on until its player has cleared, nobody says.

    Bob turns up a yellow draw two, his last card; it matches the yellow 1 above it."""

    LINES = (*last_up("y+2"), "Bob clears y1 y+2 3")

    def test_the_turn_is_over(self):
        assert debts(judge(*self.LINES)) == ""
        extra = judge(*self.LINES, "Cat adds 2")
        assert extra.findings[-1].code is Code.NOTHING_OWED

    def test_the_turn_goes_on(self):
        assert acting(judge(*self.LINES, rules=IN_THE_TURN)) == "Bob Cat"
        paid = judge(*self.LINES, "Cat adds 2", "left Ann 5", "close", rules=IN_THE_TURN)
        assert paid.verdict is LEGAL
        unpaid = judge(*self.LINES, "close", rules=IN_THE_TURN)
        assert told(unpaid) == "Cat had to draw 2 and never did."
        chosen = judge(
            *last_up("yD"),
            "Bob clears y1 yD 3",
            "Bob chooses Ann",
            "Ann adds 2",
            "Ann adds 2",
            "close",
            rules=IN_THE_TURN,
        )
        assert chosen.verdict is LEGAL

    def test_the_other_card_on_top_does_nothing(self):
        lines = (*last_up("y+2"), "Bob clears y+2 y1 3", "close")
        assert judge(*lines, rules=IN_THE_TURN).verdict is LEGAL

    def test_nor_does_what_somebody_else_clears(self):
        """Their turns are long over. Cat's first two cards match."""
        replayed = judge(
            *last_up("y3"), "left Cat r+2 ? ? ? ?", "Cat clears r3 r+2 1", rules=IN_THE_TURN
        )
        assert replayed.verdict is LEGAL
        assert debts(replayed) == ""

    def test_with_the_last_action_ignored(self):
        rules = f"{IN_THE_TURN} last-discard-action=ignored"
        assert judge(*self.LINES, "close", rules=rules).verdict is LEGAL

    def test_no_further_turn(self):
        for line in ("Bob draws r4", "Cat draws r4", "Cat takes y+2"):
            last = len(opening()) + len(self.LINES)
            found = judge(*self.LINES, line, rules=IN_THE_TURN).findings
            assert (last, Code.HAND_OVER) in [(f.event, f.code) for f in found]


class TestPoints:
    """ "Any columns that have matching numbers or colors can be discarded at this time. Each player
    then adds up the values of all of the cards in their grid."

    Bob: blue 5 and 6 match; green 6 and yellow 4 do not, 10; yellow 1 and 2 match. Ann: red 2, blue
    0; red skip, green skip; red 6, blue 6. Cat: red 3, yellow 0; double draw two, 1; draw two,
    reverse of two colours."""

    LEFT = ("left Ann b0 rS gS r6 b6", "left Cat y0 gD y1 r+2 bR", "close")

    @pytest.mark.parametrize(
        ("rules", "points"),
        [
            # Skip, reverse, draw two 10 and double draw two 20 are proposed.
            ("", (2 + 0 + 20, 10, 3 + 0 + 20 + 1 + 10 + 10)),
            ("clear-action-pair=same-symbol-too", (2, 10, 44)),
            ("round-end-clear=by-choice", (2 + 20 + 12, 11 + 10 + 3, 44)),
            ("skip-points=4", (2 + 8, 10, 44)),
            ("reverse-points=5", (22, 10, 39)),
            ("draw-two-points=6", (22, 10, 40)),
            ("double-draw-two-points=50", (22, 10, 74)),
        ],
    )
    def test_by_hand(self, rules, points):
        log = read(text([*last_up(), *self.LEFT], f"{CONFIRMED} {rules}"))
        state = GAME.start(log.ruleset, 3, 0, Remedy.RULED)
        for event in log.events:
            GAME.apply(state, event)
        assert state.findings == []
        assert GAME.points(state) == points
        entry = GAME.entry_of(state)
        assert entry.sheets[1] == {"grid": [["b5", "b6"], ["g6", "y4"], ["y1", "y2"]]}
        assert GAME.check(log.ruleset, entry).points == points

    def test_by_choice_what_is_cleared_is_gone(self):
        left, shown, close = self.LEFT
        lines = [*last_up(), left, shown, "Bob clears b5 b6 1", close]
        rules = f"{CONFIRMED} round-end-clear=by-choice"
        assert judge(*lines, rules=rules).points == (34, 13, 44)

    def test_unknown_cards(self):
        lines = [*last_up(), "left Cat y0 gD y1 r+2 bR", "close"]
        assert judge(*lines, rules=CONFIRMED).points == (None, 10, 44)

    def test_action_cards_cost_nothing_anybody_knows_until_confirmed(self):
        """Where no action card is left, "the points printed in the corners" do not matter."""
        assert judge(*last_up(), *self.LEFT).points == (None, 10, None)

    def test_before_the_deal(self):
        assert judge(start=opening()[:1]).points == (None, None, None)
        log = read(text([], start=opening()[:1]))
        state = GAME.start(log.ruleset, 3, 0, Remedy.RULED)
        assert GAME.entry_of(state) is None
