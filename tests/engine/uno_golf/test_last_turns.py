"""Rounds of UNO Golf recorded from their last turns on, worked by hand.

"The round ends when all of the cards are faceup in one of the player's grids", at once or after one
more turn for everybody else. Bob's cards are all face up; Ann and Cat have one card up each.
"""

import pytest

from zarleague.engine import Code, Verdict, read, replay, write
from zarleague.engine.finding_sentences import sentence
from zarleague.engine.positions import begins_at

LEGAL, ILLEGAL = Verdict.LEGAL, Verdict.ILLEGAL
ONE_MORE = "round-end=one-more-turn-each"
AT_ONCE = "round-end=at-once"
BOB_UP = "holds Bob b5 g6 y1 b6 y4 y2 11 21 31 12 22 32"
ANN_TURN = ("Ann draws g0", "Ann puts g0 g2 12")
CAT_TURN = ("Cat draws y0", "Cat puts y0 g1 12")


def text(*lines, rules=ONE_MORE, top="r2", bob=BOB_UP, ann="holds Ann r1 11 12 21 22 31 32"):
    """A log that starts with Bob's grid all face up, and goes on with *lines*."""
    start = (
        f"game uno-golf uno-golf-mattel {rules}",
        "seats Ann Bob Cat",
        "dealer Ann",
        ann,
        bob,
        "holds Cat r3 11 12 21 22 31 32",
        f"laid Bob {top}",
    )
    return "\n".join([*start, *lines]) + "\n"


def codes(*lines, **others):
    """The codes of what is found in such a log, by its line; lines of the position have none."""
    log = read(text(*lines, **others))
    assert not log.problems
    assert read(write(log)) == log
    judged = replay(log)
    assert all(finding.event >= begins_at(log.events) for finding in judged.findings)
    first = len(log.events) - len(lines)
    return {lines[finding.event - first]: finding.code for finding in judged.findings}


class TestWhoHasALastTurn:
    LAST = ("last Ann", "last Cat", "turn Cat")

    def test_everybody_named_has_one(self):
        """Cat and Ann play once more; then the round is over, and Bob never had another turn."""
        assert codes(*self.LAST, *CAT_TURN, *ANN_TURN, "left Cat 4", "left Ann 4", "close") == {}
        early = codes(*self.LAST, *CAT_TURN, "close")
        assert early == {"close": Code.NOT_FINISHED}
        again = codes(*self.LAST, *CAT_TURN, *ANN_TURN, "Cat draws b0")
        assert again == {"Cat draws b0": Code.HAND_OVER}
        assert codes(*self.LAST, "Bob draws b0") == {"Bob draws b0": Code.OUT_OF_TURN}

    def test_nobody_else_has(self):
        """Cat has played already, so it is over after Ann."""
        assert codes("last Ann", "turn Ann", *ANN_TURN, "close") == {}
        more = codes("last Ann", "turn Ann", *ANN_TURN, "Cat draws b0")
        assert more == {"Cat draws b0": Code.HAND_OVER}

    def test_the_card_was_drawn_already(self):
        assert codes("last Ann", "drew Ann g0", "turn Ann", ANN_TURN[1], "close") == {}

    def test_who_is_passed_over_loses_it(self):
        """Cat puts a card in and takes out a skip: Ann, the next, had the other last turn."""
        skips = ("Cat draws y0", "Cat puts y0 gS 12")
        assert codes(*self.LAST, *skips, "close") == {}
        assert codes(*self.LAST, *skips, "Ann draws g0") == {"Ann draws g0": Code.HAND_OVER}

    def test_the_other_way_round(self):
        lines = ("last Ann", "last Cat", "reversed", "turn Ann", *ANN_TURN, *CAT_TURN, "close")
        assert codes(*lines) == {}
        assert codes("last Ann", "last Cat", "reversed", "turn Ann", *ANN_TURN, "Bob draws b0") == {
            "Bob draws b0": Code.OUT_OF_TURN
        }

    def test_a_last_turn_that_is_done(self):
        """Cat is done and Ann is left; then Ann is done as well, and nobody is left."""
        assert codes("last Ann", "done Cat", "turn Cat", *ANN_TURN, "close") == {}
        assert codes("last Ann", "done Cat", "turn Cat", "close") == {"close": Code.NOT_FINISHED}
        assert codes("done Ann", "turn Ann", "left Ann 5", "left Cat 5", "close") == {}
        over = codes("done Ann", "turn Ann", "Cat draws y0")
        assert over == {"Cat draws y0": Code.HAND_OVER}

    def test_who_is_done_may_have_all_cards_up_as_well(self):
        """Bob's grid was first: Ann's became so in her last turn, and gives nobody another."""
        ann = "holds Ann r1 r2 g3 g4 b0 y6 11 21 31 12 22 32"
        assert codes("done Ann", "turn Ann", "left Cat 5", "close", ann=ann) == {}
        more = codes("done Ann", "turn Ann", "Cat draws y0", ann=ann)
        assert more == {"Cat draws y0": Code.HAND_OVER}
        assert codes("last Cat", "done Ann", "turn Ann", *CAT_TURN, "close", ann=ann) == {}


class TestTheTurnThatEndsTheRound:
    DONE = ("done Bob", "turn Bob")

    def test_everybody_else_has_one_more_turn(self):
        assert codes(*self.DONE, *CAT_TURN, *ANN_TURN, "close") == {}
        assert codes(*self.DONE, *CAT_TURN, "close") == {"close": Code.NOT_FINISHED}

    def test_the_top_card_has_yet_to_act(self):
        """A skip or a draw two takes Cat's last turn, a reverse lets Ann play first."""
        assert codes(*self.DONE, *ANN_TURN, "close", top="gS") == {}
        assert codes(*self.DONE, "Cat adds 2", *ANN_TURN, "close", top="g+2") == {}
        assert codes(*self.DONE, *ANN_TURN, *CAT_TURN, "close", top="gR") == {}
        assert codes(*self.DONE, "Cat draws y0", top="gS") == {"Cat draws y0": Code.OUT_OF_TURN}

    def test_the_round_ends_at_once(self):
        assert codes(*self.DONE, "left Ann 5", "left Cat 5", "close", rules=AT_ONCE) == {}
        more = codes(*self.DONE, "Cat draws y0", rules=AT_ONCE)
        assert more == {"Cat draws y0": Code.HAND_OVER}

    def test_whether_the_last_discard_acts(self):
        """It does, or not, as the option says."""
        resolves = f"{AT_ONCE} last-discard-action=resolves"
        ignored = f"{AT_ONCE} last-discard-action=ignored"
        rest = ("left Ann 5", "close")
        assert codes(*self.DONE, "Cat adds 2", *rest, top="g+2", rules=resolves) == {}
        assert codes(*self.DONE, *rest, top="g+2", rules=resolves) == {"close": Code.NOT_SETTLED}
        assert codes(*self.DONE, *rest, top="g+2", rules=ignored) == {}
        assert codes(*self.DONE, "Cat adds 2", top="g+2", rules=ignored) == {
            "Cat adds 2": Code.NOTHING_OWED
        }

    @pytest.mark.parametrize(("when", "found"), [("after-the-end", False), ("in-the-turn", True)])
    def test_what_is_cleared_in_it(self, when, found):
        """Bob's last column holds a yellow draw two and a yellow 2. Laid on top, it acts only if
        the turn goes on until Bob has cleared."""
        bob = "holds Bob b5 g6 y+2 b6 y4 y2 11 21 31 12 22 32"
        lines = (*self.DONE, "Bob clears y2 y+2 3", "close")
        expected = {"close": Code.NOT_SETTLED} if found else {}
        assert codes(*lines, bob=bob, rules=f"{AT_ONCE} last-turn-clear={when}") == expected

    def test_a_grid_without_cards_counts_too(self):
        assert codes(*self.DONE, "left Ann 5", "close", bob="holds Bob", rules=AT_ONCE) == {}
        assert codes("last Cat", "turn Cat", *CAT_TURN, "close", bob="holds Bob") == {}


BOB_DOWN = "holds Bob b5 11 21 31 12 22 32"


@pytest.mark.parametrize(
    ("lines", "others", "at", "told"),
    [
        (("last Cat", "turn Cat"), {"bob": BOB_DOWN}, 0, "Cat can’t have a last turn now."),
        (("last Bob", "last Cat", "turn Cat"), {}, 0, "Bob can’t have a last turn now."),
        (("last Cat", "done Cat", "turn Cat"), {}, 2, "Cat can’t have a last turn now."),
        (("last Cat", "done Bob", "turn Bob"), {}, 2, "Cat can’t have a last turn now."),
        (("last Ann", "turn Cat"), {}, 1, "The line “last Cat” is missing before this."),
        (("turn Cat",), {}, 0, "The line “last Cat” is missing before this."),
        (("last Cat", "turn Bob"), {}, 1, "The line “done Bob” is missing before this."),
        (("turn Bob",), {"rules": AT_ONCE}, 0, "The line “done Bob” is missing before this."),
        (("turn Cat",), {"rules": AT_ONCE}, 0, "The hand is over."),
        (("done Cat", "turn Cat"), {"rules": AT_ONCE}, 1, "The hand is over."),
    ],
)
def test_lines_that_contradict_each_other_are_told_once(lines, others, at, told):
    log = read(text(*lines, **others))
    (finding,) = replay(log).findings
    assert finding.event == len(log.events) - len(lines) + at
    assert finding.verdict is ILLEGAL
    assert str(sentence(finding, log)) == told


def test_nobody_has_a_last_turn_where_the_round_ends_at_once():
    log = read(text("last Cat", "done Bob", "turn Bob", "close", rules=AT_ONCE))
    (finding,) = replay(log).findings
    assert (finding.code, finding.rule) == (Code.NO_LAST_TURN, "round-end")


def test_the_lines_stand_in_any_order():
    """Whether somebody can have a last turn is judged once all grids are known."""
    head, tail = text().split("holds Ann", 1)
    for name, told in (("Cat", []), ("Bob", [Code.NO_LAST_TURN])):
        log = read(f"{head}last {name}\nholds Ann{tail}last Cat\nturn Cat\n")
        assert [finding.code for finding in replay(log).findings] == told


def test_what_is_missing_is_taken_as_said():
    """The round goes on as the table had it: one finding for one slip."""
    judged = verdicts("turn Cat", *CAT_TURN, "close")
    assert judged == [ILLEGAL, LEGAL, LEGAL, LEGAL]
    judged = verdicts("turn Bob", *CAT_TURN, *ANN_TURN, "close")
    assert judged == [ILLEGAL, LEGAL, LEGAL, LEGAL, LEGAL, LEGAL]


def verdicts(*lines):
    """The verdicts on lines after the grids."""
    return list(replay(read(text(*lines))).verdicts[-len(lines) :])
