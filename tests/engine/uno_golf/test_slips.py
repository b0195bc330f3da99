"""Slips of the pen in UNO Golf: after one wrong line, only that line has a finding.

Worked by hand: each log is legal but for one line that is missing, stands twice, or names another
card, place or player. The finding is on that line, or on the first one that shows it, and there are
no others.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from tests.engine import conformance
from tests.engine.uno_golf.table import (
    GAME,
    SEATS,
    acting,
    debts,
    discards,
    draining,
    grid,
    judge,
    one_left,
    opening,
)
from zarleague.engine import Code, Log, Verdict, replay
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import TABLE

BOB = ("Bob draws r1", "Bob puts r1 b6 12")
CAT = ("Cat draws r2", "Cat puts r2 g6 12")
ANN = ("Ann draws r3", "Ann puts r3 r6 12")
BOB_AGAIN = ("Bob draws r4", "Bob puts r4 b4 21")


def slips(lines: Sequence[str], start: Sequence[str] | None = None):
    """The lines with findings, each once."""
    judged = judge(*lines, start=start)
    every = [*(opening() if start is None else start), *lines]
    return [every[index] for index in dict.fromkeys(f.event for f in judged.findings)]


class TestALineIsMissing:
    @pytest.mark.parametrize(
        ("missing", "shown_by"),
        [
            ("deal Ann 6", "up y6"),
            ("deal Cat 6", "up y6"),
            ("up y6", "Bob draws r1"),
            ("Bob turns 11 b5", "Bob draws r1"),
            ("Cat turns 11 g5", "Bob draws r1"),
        ],
    )
    def test_of_the_setup(self, missing, shown_by):
        start = [line for line in opening() if line != missing]
        # What nobody noted is named when it is seen.
        later = ("Bob takes r6", "Bob puts r6 b5 11", "Cat takes b5", "Cat puts b5 g5 11")
        assert slips([*BOB, *CAT, *ANN, *later], start) == [shown_by]

    def test_that_clears_a_skip_which_has_no_effect_then(self):
        """Bob's blue skip goes under his blue 5, and his yellow 1 comes out; then Cat takes the
        skip, so he has cleared that column. The option: "It has no effect at all", so Cat is next
        and only the missing line is found; where it acts, Cat is skipped and Ann is next."""
        rules = "take-action-from-discard=allowed clear-top-action="
        lines = ["Bob draws bS", "Bob puts bS y1 12", "Cat takes bS"]
        silent = judge(*lines, rules=f"{rules}silent")
        assert [(f.event, f.code) for f in silent.findings] == [(9, Code.NOT_THERE)]
        acts = judge(*lines, rules=f"{rules}acts")
        assert [f.code for f in acts.findings] == [Code.NOT_THERE, Code.OUT_OF_TURN]

    def test_all_of_the_setup(self):
        """Each thing that is missing is said once, and the round is played."""
        replayed = judge(*BOB, *CAT, *ANN, start=())
        assert [(f.event, f.rule) for f in replayed.findings] == [
            (0, "deal"),
            (0, "first-discard"),
            (0, "first-turn-up"),
        ]
        assert grid(replayed, "Bob") == "(?) r1 | (?) (?) | (?) (?)"

    def test_a_deal_that_comes_late_names_the_cards(self):
        start = [line for line in opening() if line != "deal Cat 6"]
        start.insert(3, "deal Cat g5 g6 y0 y1 y2 y3")
        replayed = judge(*BOB, *CAT, start=start)
        assert [f.event for f in replayed.findings] == [2]
        assert grid(replayed, "Cat") == "g5 r2 | (y0) (y1) | (y2) (y3)"

    def test_the_card_was_drawn(self):
        lines = ["Bob puts r1 b6 12", *CAT, *ANN]
        assert slips(lines) == ["Bob puts r1 b6 12"]
        assert grid(judge(*lines), "Bob").startswith("b5 r1")
        lines = [*BOB, *CAT, "Ann discards r3", "Ann turns 12 r6", *BOB_AGAIN]
        assert slips(lines) == ["Ann discards r3"]

    def test_the_card_was_taken(self):
        lines = [*BOB, "Cat puts b6 g6 12", "Ann takes g6", "Ann puts g6 r6 12"]
        assert slips(lines) == ["Cat puts b6 g6 12"]
        assert discards(judge(*lines)) == "y6 r6"

    def test_the_card_was_placed(self):
        """Nobody knows where, until what was there is named."""
        lines = ["Bob draws r1", "Cat takes b6", "Cat puts b6 g6 12", *ANN]
        lines += ["Bob draws r4", "Bob puts r4 r1 12", "Cat takes r1", "Cat puts r1 y1 21"]
        assert slips(lines) == ["Cat takes b6"]

    def test_the_card_was_discarded(self):
        lines = ["Bob draws r6", "Bob turns 12 b6", "Cat takes r6", "Cat puts r6 g6 12", *ANN]
        assert slips(lines) == ["Bob turns 12 b6"]

    def test_a_card_was_turned_up(self):
        """Bob's second card; then he clears the column, which shows it."""
        lines = ["Bob draws r6", "Bob discards r6", *CAT, *ANN, "Bob clears b5 b6 1"]
        assert slips([*lines, "Bob draws r4", "Bob puts r4 ? 21"]) == ["Cat draws r2"]

    @pytest.mark.parametrize("taken", ["b1", "b5"])
    def test_a_column_was_cleared(self, taken):
        """Whichever card he laid on top, and though his next column takes its number."""
        lines = ["Bob draws b1", "Bob puts b1 b6 12"]
        lines += [f"Cat takes {taken}", f"Cat puts {taken} g6 12"]
        lines += ["Ann draws r3", "Ann puts r3 gR 12", "Cat draws r2", "Cat puts r2 g+2 21"]
        lines += ["Bob adds 2", "Ann draws r4", "Ann puts r4 y1 21"]
        assert slips(lines) == [f"Cat takes {taken}"]
        assert grid(judge(*lines), "Bob") == "(?) (?) | (?) (?) | (?) (?)"

    def test_a_column_was_added(self):
        """Said once; the column is there when a card of it is named."""
        lines = ["Bob draws r1", "Bob puts r1 b+2 12", *ANN, *BOB_AGAIN]
        lines += ["Cat draws r0", "Cat discards r0", "Cat turns 42 r5", "Ann draws r5"]
        assert slips(lines) == ["Ann draws r3"]
        assert grid(judge(*lines), "Cat").endswith("| (?) r5")

    def test_it_is_still_owed(self):
        lines = ["Bob draws r1", "Bob puts r1 b+2 12", *ANN, "Cat adds 2", *BOB_AGAIN]
        assert slips(lines) == ["Ann draws r3"]
        assert debts(judge(*lines)) == ""

    @pytest.mark.parametrize("added", [("Ann adds 2",) * 2, ("Ann adds 2", "Cat adds 2")])
    def test_somebody_chose(self, added):
        lines = ["Bob draws r1", "Bob puts r1 bD 12", *added, *CAT, *ANN]
        assert slips(lines) == ["Ann adds 2"]
        assert acting(judge(*lines[:-2])) == "Ann"

    def test_somebody_chose_and_they_added(self):
        lines = ["Bob draws r1", "Bob puts r1 bD 12", *CAT, *ANN, *BOB_AGAIN]
        lines += ["Cat draws r0", "Cat discards r0", "Cat turns 41 r5", "Ann draws r5"]
        assert slips(lines) == ["Cat draws r2"]

    def test_the_discards_were_shuffled(self):
        lines = [*draining(99), "Ann draws r1", "Ann puts r1 ? 12", "Bob draws r1"]
        judged = judge(*lines, start=opening(2), seats=2)
        (supply,) = [f for f in judged.findings if f.verdict is Verdict.ILLEGAL]
        assert (supply.code, supply.rule) == (Code.SUPPLY_EMPTY, "reshuffle")


class TestAnotherPlayerIsNamed:
    LINES = (*BOB, *CAT, *ANN)

    @pytest.mark.parametrize(
        ("line", "wrong"),
        [
            ("Bob draws r1", "Ann draws r1"),
            ("Bob draws r1", "Cat draws r1"),
            ("Bob puts r1 b6 12", "Cat puts r1 b6 12"),
            ("Bob puts r1 b6 12", "Ann puts r1 b6 12"),
        ],
    )
    def test_in_a_turn(self, line, wrong):
        lines = [wrong if line == one else one for one in self.LINES]
        assert slips(lines) == [wrong]
        assert grid(judge(*lines), "Bob").startswith("b5 r1")

    @pytest.mark.parametrize("wrong", ["Ann takes y6", "Cat takes y6"])
    def test_taking(self, wrong):
        lines = [wrong, "Bob puts y6 b6 12", *CAT, *ANN]
        assert slips(lines) == [wrong]

    @pytest.mark.parametrize(
        ("index", "wrong"),
        [
            (0, "Ann draws r6"),
            (1, "Cat discards r6"),
            (2, "Ann turns 12 b6"),
            (2, "Cat turns 12 b6"),
        ],
    )
    def test_turning_up(self, index, wrong):
        lines = ["Bob draws r6", "Bob discards r6", "Bob turns 12 b6", *CAT]
        lines[index] = wrong
        assert slips(lines) == [wrong]
        assert grid(judge(*lines), "Bob").startswith("b5 b6")

    def test_clearing(self):
        lines = ["Bob draws b1", "Bob puts b1 b6 12", "Ann clears b5 b1 1", "Cat takes b1"]
        assert slips(lines) == ["Ann clears b5 b1 1"]
        assert grid(judge(*lines), "Bob").startswith("-")

    def test_adding(self):
        lines = ["Bob draws r1", "Bob puts r1 b+2 12", "Ann adds 2", *ANN]
        assert slips(lines) == ["Ann adds 2"]
        assert grid(judge(*lines), "Cat").count("|") == 3

    def test_choosing(self):
        lines = ["Bob draws r1", "Bob puts r1 bD 12", "Cat chooses Ann", "Ann adds 2", "Ann adds 2"]
        assert slips([*lines, *CAT]) == ["Cat chooses Ann"]

    def test_dealing(self):
        """The second deal of Ann's is one too many, and Bob's is missing."""
        start = [line.replace("deal Bob", "deal Ann") for line in opening()]
        judged = judge(*BOB, *CAT, *ANN, start=start)
        assert [(f.event, f.code) for f in judged.findings] == [
            (1, Code.ALREADY_DEALT),
            (3, Code.NOT_STARTED),
        ]


class TestAnotherCardIsNamed:
    @pytest.mark.parametrize("later", ["r1", "r2"])
    def test_drawn_or_placed(self, later):
        """Whichever of the two lines was wrong, the card may be called by either name later."""
        lines = ["Bob draws r1", "Bob puts r2 b6 12", *CAT, *ANN]
        lines += ["Bob draws y2", f"Bob puts y2 {later} 12", f"Cat takes {later}"]
        assert slips(lines) == ["Bob puts r2 b6 12"]

    @pytest.mark.parametrize("later", ["b5", "g4"])
    def test_come_out(self, later):
        """Of a face-up place; it may be taken by either name."""
        lines = ["Bob draws r1", "Bob puts r1 g4 11", f"Cat takes {later}"]
        lines += [f"Cat puts {later} g6 12", *ANN]
        assert slips(lines) == ["Bob puts r1 g4 11"]

    @pytest.mark.parametrize("later", ["y6", "y5"])
    def test_taken(self, later):
        """Yellow 6 lies there, and may be called so, or as it was taken."""
        lines = ["Bob takes y5", f"Bob puts {later} b6 12", *CAT, *ANN]
        lines += ["Bob draws r4", f"Bob puts r4 {later} 12"]
        assert slips(lines) == ["Bob takes y5"]

    def test_cleared(self):
        lines = ["Bob draws b1", "Bob puts b1 b6 12", "Bob clears b5 b2 1", "Cat takes b2"]
        assert slips(lines) == ["Bob clears b5 b2 1"]
        assert discards(judge(*lines[:3])) == "y6 b6 b5 b1"

    def test_a_card_too_often(self):
        """There are three red 5. The turn goes on with the card that was named."""
        lines = ["Bob draws r5", "Bob puts r5 r5 12", "Cat draws r5", "Cat puts r5 g6 12", *ANN]
        assert slips(lines) == ["Cat draws r5"]

    @pytest.mark.parametrize(
        ("noted", "was"), [("gR", "g4"), ("gS", "g4"), ("g4", "gR"), ("g4", "gS"), ("gR", "gS")]
    )
    @pytest.mark.parametrize("seats", [4, 5])
    def test_an_action(self, noted, was, seats):
        """The next player is another than the card noted says, and play goes on that way."""
        order = {"g4": (2, 3, 4), "gR": (0, -1, -2), "gS": (3, 4, 5)}[was]
        lines = ["Bob draws r1", f"Bob puts r1 {noted} 12"]
        for turn, seat in enumerate(order):
            name = SEATS[seat % seats]
            lines += [f"{name} draws y{turn}", f"{name} puts y{turn} r{turn} 22"]
        judged = judge(*lines, seats=seats)
        assert [f.event - len(opening(seats)) for f in judged.findings] == [2]

    def test_a_place_that_does_not_exist(self):
        lines = ["Bob draws r1", "Bob puts r1 b6 52", "Cat takes b6", "Cat puts b6 g6 12", *ANN]
        assert slips(lines) == ["Bob puts r1 b6 52"]
        lines = ["Bob draws r6", "Bob discards r6", "Bob turns 52 b6", *CAT, *ANN]
        assert slips(lines) == ["Bob turns 52 b6"]


class TestALineStandsTwice:
    LINES = (
        *("Bob draws b1", "Bob puts b1 b6 12", "Bob clears b5 b1 1", "Cat draws r6"),
        *("Cat discards r6", "Cat turns 12 g4", "Ann takes r6", "Ann puts r6 bD 12"),
        *("Ann chooses Cat Bob", "Bob adds 2", "Cat adds 2", "Bob draws r2", "Bob puts r2 ? 21"),
    )

    @pytest.mark.parametrize("line", LINES[:-1])
    def test_the_second_is_found(self, line):
        index = self.LINES.index(line)
        lines = [*self.LINES[:index], line, *self.LINES[index:]]
        judged = judge(*lines)
        assert {f.event - len(opening()) for f in judged.findings} == {index + 1}
        # The column has an older debt if a line stands twice before it.
        assert grid(judged, "Bob") == grid(judge(*self.LINES), "Bob")
        assert discards(judged) == discards(judge(*self.LINES))

    @pytest.mark.parametrize("line", ["up y6", "deal Bob 6"])
    def test_of_the_setup(self, line):
        start = [*opening()]
        start.insert(start.index(line), line)
        assert slips([*BOB, *CAT], start) == [line]

    def test_a_close(self):
        judged = judge(*one_left(), "close", "close")
        assert [f.event for f in judged.findings][1:] == [len(judged.log.events) - 1]


KINDS = ("another card", "left out", "doubled", "another seat")


def spoilt(kind: str, log: Log, rng: Random) -> tuple[int, Log]:
    """A legal log with one slip, and the index of the event that has it."""
    events = list(log.events)
    if kind == "another card":
        named = [at for at, event in enumerate(events) if any(c != UNKNOWN for c in event.cards)]
        index = rng.choice(named)
        cards = list(events[index].cards)
        place = rng.choice([at for at, card in enumerate(cards) if card != UNKNOWN])
        faces = range(len(GAME.deck(log.ruleset).faces))
        cards[place] = rng.choice([card for card in faces if card != cards[place]])
        events[index] = replace(events[index], cards=tuple(cards))
    elif kind == "left out":
        index = rng.randrange(len(events))
        del events[index]
    elif kind == "doubled":
        index = rng.randrange(1, len(events) + 1)
        events.insert(index, events[index - 1])
    else:
        index = rng.choice([at for at, event in enumerate(events) if event.seat != TABLE])
        others = [seat for seat in range(len(log.seats)) if seat != events[index].seat]
        events[index] = replace(events[index], seat=rng.choice(others))
    return index, replace(log, events=tuple(events))


@pytest.mark.parametrize("kind", KINDS)
def test_one_slip_leads_to_few_findings(kind):
    """At the slip, at its one direct consequence, and on the average of many hands at no more than
    every second hand elsewhere; where a line is missing, at one a hand."""
    elsewhere = 0
    hands = 60
    for number in range(hands):
        rng = Random(f"{kind} {number}")
        log = conformance.deal(GAME, GAME.ruleset(), 2 + number % 7, number)
        index, log = spoilt(kind, log, rng)
        found = {f.event for f in replay(log).findings if f.verdict is not Verdict.LEGAL}
        elsewhere += max(0, len(found - {index}) - 1)
    assert elsewhere / hands <= (1.0 if kind == "left out" else 0.5)
