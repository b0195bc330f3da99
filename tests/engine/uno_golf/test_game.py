"""UNO Golf as the rest of the app uses it: match, seats, deck, the table, what is offered."""

import pytest

from tests.engine.uno_golf.table import (
    GAME,
    acting,
    flooded,
    judge,
    one_left,
    opening,
    text,
    turning_up,
)
from zarleague.engine import Code, Remedy, Verdict, compare, read, replay
from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import TABLE, Event

RULES = GAME.ruleset()


def test_nine_rounds_lowest_wins():
    """ "The game ends after nine rounds have been played. (…) The player that scored the least
    total points, wins the game." """
    assert GAME.seats(RULES) == (2, 8)
    end = GAME.match_end(RULES)
    assert (end.hands, end.limit, end.low_wins) == (9, 0, True)
    assert GAME.match_end(GAME.ruleset("", {"rounds": "3"})).hands == 3
    (rounds,) = (option for option in GAME.options if option.key == "rounds")
    allowed = [rounds.allows(number) for number in ("0", "1", "99", "100")]
    assert allowed == [False, True, True, False]
    assert not end.ties_by_wins
    assert GAME.match_end(GAME.ruleset("", {"tie": "round-wins"})).ties_by_wins


@pytest.mark.parametrize(("seats", "fits"), [(2, True), (8, True), (9, False), (16, False)])
def test_two_to_eight_players(seats, fits):
    """ "Number of Players: 2-8": said once, and the round is judged as far as the cards go."""
    names = [f"P{number}" for number in range(seats)]
    lines = ["game uno-golf", "seats " + " ".join(names), *(f"deal {name} 6" for name in names)]
    judged = replay(read("\n".join(lines)))
    expected = [] if fits else [(0, Code.WRONG_SEATS, "players")]
    assert [(f.event, f.code, f.rule) for f in judged.findings] == expected


def test_the_deck():
    """ "21 Blue Number Cards (three each of 0-6) (…) 8 Draw 2 Cards (two of each color), 4 Double
    Draw 2 Cards, 8 Reverse Cards (two of each color), 8 Skip Cards (two of each color)" """
    deck = GAME.deck(RULES)
    assert deck.size == 112
    by_kind = {}
    for face in deck.faces:
        by_kind[face.kind] = by_kind.get(face.kind, 0) + face.copies
    assert by_kind == {f"number-{number}": 12 for number in range(7)} | {
        "draw-two": 8,
        "double-draw-two": 4,
        "reverse": 8,
        "skip": 8,
    }
    blue = [face for face in deck.faces if face.colour == "blue" and face.kind[:6] == "number"]
    assert sum(face.copies for face in blue) == 21
    assert deck.faces[deck.index["y+2"]].name == "yellow draw two"
    corners = [deck.faces[deck.index[code]].corner for code in ("y6", "y+2", "yD", "yS")]
    assert corners == ["6", "+2", "+2+2", ""]
    assert GAME.deck(GAME.ruleset("", {"double-draw-two": "two-per-colour"})).size == 116


def test_a_preset_against_endless_rounds():
    assert GAME.ruleset("uno-golf-no-loops")["take-action-from-discard"] == "forbidden"


class TestLines:
    @pytest.mark.parametrize("line", ["deal Ann 1", "deal Ann 6", "left Ann 1", "left Ann 112"])
    def test_how_many_cards_is_judged_not_read(self, line):
        assert read(text([line])).problems == ()

    @pytest.mark.parametrize(
        "line",
        [
            *("deal Ann", "deal Ann 7", "left Ann", "left Ann 113", "up", "up r1 r2"),
            *("Bob draws", "Bob draws r1 r2", "Bob takes", "Bob takes r1 r2"),
            *("Bob puts r1 11", "Bob puts r1 r2 r3 11", "Bob puts r1 r2", "Bob puts r1 r2 11 12"),
            *("Bob discards", "Bob discards r1 r2", "Bob turns 11", "Bob turns r1 r2 11"),
            *("Bob turns r1", "Bob turns r1 11 12", "Bob clears r1 1", "Bob clears r1 r2 r3 1"),
            *("Bob clears r1 r2", "Bob clears r1 r2 1 2", "Bob adds 1", "Bob adds 5"),
            *("Bob chooses", "Bob chooses Ann Cat Ann", "Bob says", "Bob says uno uno"),
            *("Bob catches", "Bob catches Ann Cat", "reshuffle 1", "close 1"),
        ],
    )
    def test_what_belongs_on_a_line(self, line):
        """A card, a place, a player: neither one more nor one less."""
        (problem,) = read(text([line])).problems
        assert problem.code is Code.WRONG_OPERANDS


class TestStrangeEvents:
    @pytest.mark.parametrize(
        ("strange", "code"),
        [
            (Event(kinds.PLAY, 0, (0,)), Code.NOT_IN_THIS_GAME),
            (Event(99, 0), Code.NOT_IN_THIS_GAME),
            (Event(kinds.DRAW, 3, (0,)), Code.NO_SUCH_SEAT),
            (Event(kinds.DRAW, TABLE, (0,)), Code.NO_SUCH_SEAT),
            (Event(kinds.DRAW, 1, (44,)), Code.NOT_IN_DECK),
            (Event(kinds.DRAW, 1, (-2,)), Code.NOT_IN_DECK),
            (Event(kinds.DRAW, 1), Code.WRONG_OPERANDS),
            (Event(kinds.TAKE, 1), Code.WRONG_OPERANDS),
            (Event(kinds.PUT, 1, (0,), more=(11,)), Code.WRONG_OPERANDS),
            (Event(kinds.PUT, 1, (0, 0)), Code.WRONG_OPERANDS),
            (Event(kinds.DISCARD, 1), Code.WRONG_OPERANDS),
            (Event(kinds.TURN, 1, (0,)), Code.WRONG_OPERANDS),
            (Event(kinds.TURN, 1, (), more=(11,)), Code.WRONG_OPERANDS),
            (Event(kinds.CLEAR, 1, (0, 0)), Code.WRONG_OPERANDS),
            (Event(kinds.CLEAR, 1, (0,), more=(1,)), Code.WRONG_OPERANDS),
            (Event(kinds.ADD, 1, (0,)), Code.WRONG_COUNT),
            (Event(kinds.ADD, 1, (0, 0)), Code.NOT_STARTED),
            (Event(kinds.CHOOSE, 1), Code.WRONG_OPERANDS),
            (Event(kinds.CHOOSE, 1, more=(0, 1, 2)), Code.WRONG_OPERANDS),
            (Event(kinds.CHOOSE, 1, more=(3,)), Code.WRONG_OPERANDS),
            (Event(kinds.CATCH, 1), Code.WRONG_OPERANDS),
            (Event(kinds.CATCH, 1, other=3), Code.WRONG_OPERANDS),
            (Event(kinds.SAY, 1), Code.WRONG_OPERANDS),
            (Event(kinds.UP), Code.WRONG_OPERANDS),
        ],
    )
    def test_each_is_found(self, strange, code):
        state = GAME.start(RULES, 3, 0, Remedy.RULED)
        for event in read(text([])).events:
            GAME.apply(state, event)
        GAME.apply(state, strange)
        assert [finding.code for finding in state.findings] == [code]


def test_a_copy_goes_its_own_way():
    state = GAME.start(RULES, 3, 0, Remedy.RULED)
    for event in read(text([])).events:
        GAME.apply(state, event)
    twin = state.copy()
    before = GAME.view(state)
    for event in read(text(["Bob draws r1", "Bob puts r1 b6 12", "Cat takes b6"], start=())).events:
        GAME.apply(twin, event)
    assert GAME.view(state) == before
    assert GAME.view(twin) != before


def test_the_same_round_under_other_rules():
    """A drawn skip that is discarded at once acts, or does not."""
    lines = ("Bob draws bS", "Bob discards bS", "Bob turns 12 g6", "Cat draws r1")
    rulesets = [GAME.ruleset("", {"drawn-action-discarded": value}) for value in ("acts", "silent")]
    comparison = compare(judge(*lines).log, rulesets)
    assert [r.verdict for r in comparison.replays] == [Verdict.ILLEGAL, Verdict.LEGAL]
    assert comparison.parts_at == len(opening()) + 2  # who is next differs once the turn is done


class TestTheTable:
    def test_who_acts(self):
        assert acting(judge(start=opening()[:5])) == "Bob Cat"
        assert acting(judge("Bob draws r1")) == "Bob"
        # Bob may still clear his column, Cat may begin.
        assert acting(judge("Bob draws b1", "Bob puts b1 g6 12")) == "Bob Cat"
        assert acting(judge("Bob draws b1", "Bob puts b1 g+2 12")) == "Bob Cat"
        assert acting(judge("Bob draws b1", "Bob puts b1 gD 12")) == "Bob"
        assert acting(judge("close")) == ""

    def test_the_card_in_hand(self):
        seat = judge("Bob draws r1").steps[-1].seats[1]
        assert (seat.cards, seat.unknown) == ((1,), 0)
        everybody = judge("Bob draws ?").steps[-1].seats
        assert [(seat.cards, seat.unknown) for seat in everybody] == [((), 0), ((), 1), ((), 0)]
        everybody = judge("Bob draws r1", "Bob discards r1").steps[-1].seats
        assert [(seat.cards, seat.unknown) for seat in everybody] == [((), 0)] * 3

    def test_uno_is_due(self):
        assert judge(*one_left()).steps[-1].seats[1].notes == (("unsaid", "uno"),)
        assert judge(*one_left(), "Bob says uno").steps[-1].seats[1].notes == ()

    def test_a_debt_says_which_rule_and_since_when(self):
        lines = ("Bob draws r1", "Bob puts r1 bD 12", "Bob chooses Ann")
        (first, second) = judge(*lines).steps[-1].seats[0].debts
        assert first == second == (2, "double-draw-two", len(opening()) + 2)


class TestWhatIsOffered:
    def offered(self, *lines, seat, rules="", seats=3, start=None):
        log = read(text(lines, rules, seats, start))
        state = GAME.start(log.ruleset, seats, 0, Remedy.RULED)
        for event in log.events:
            GAME.apply(state, event)
        return GAME.legal(state, seat)

    def kinds(self, *lines, **arguments):
        return [event.kind for event in self.offered(*lines, **arguments)]

    def test_the_opening(self):
        assert self.kinds(start=(), seat=TABLE) == [kinds.DEAL] * 3
        assert self.kinds(start=opening()[:3], seat=TABLE) == [kinds.UP]
        assert self.kinds(start=(*opening()[:3], "up bS"), seat=TABLE) == [kinds.UP]
        assert self.kinds(start=(*opening()[:3], "up ?"), seat=TABLE) == []
        assert self.kinds(start=opening()[:4], seat=0) == [kinds.TURN] * 6
        assert self.kinds(start=opening()[:5], seat=0) == []

    def test_a_turn(self):
        assert self.kinds(seat=1) == [kinds.DRAW, kinds.TAKE]
        assert self.kinds(seat=2) == []
        assert self.kinds("Bob draws r1", seat=1) == [kinds.PUT] * 6 + [kinds.DISCARD]
        assert self.kinds("Bob takes y6", seat=1) == [kinds.PUT] * 6
        assert self.kinds("Bob draws r1", "Bob discards r1", seat=1) == [kinds.TURN] * 5

    def test_an_action_card_that_may_not_be_taken(self):
        rules = "take-action-from-discard=forbidden"
        lines = ("Bob draws r1", "Bob puts r1 bR 12")
        assert self.kinds(*lines, seat=0, rules=rules) == [kinds.DRAW]
        assert self.kinds(*lines, seat=0) == [kinds.DRAW, kinds.TAKE]

    def test_a_first_discard_nobody_noted(self):
        """It was a number, or it had not stayed, so it may be taken; what tops the pile later may
        be an action card."""
        start = tuple(line.replace("up y6", "up ?") for line in opening())
        assert self.kinds(start=start, seat=1) == [kinds.DRAW, kinds.TAKE]
        rules = "take-action-from-discard=forbidden"
        assert self.kinds(start=start, seat=1, rules=rules) == [kinds.DRAW, kinds.TAKE]
        lines = ("Bob draws ?", "Bob discards ?", "Bob turns 12 ?")
        silent = f"{rules} drawn-action-discarded=silent"
        assert self.kinds(*lines, start=start, seat=2, rules=silent) == [kinds.DRAW]

    def test_columns_and_choices(self):
        lines = ("Bob draws r1", "Bob puts r1 b+2 12")
        assert self.kinds(*lines, seat=2) == [kinds.ADD]
        assert self.kinds(*lines, seat=0) == []
        lines = ("Bob draws r1", "Bob puts r1 bD 12")
        chosen = [event.more for event in self.offered(*lines, seat=1)]
        assert chosen == [(0,), (2,), (0, 2), (2, 0)]

    def test_a_number_can_always_be_taken(self):
        rules = "take-action-from-discard=forbidden"
        assert self.offered(seat=1, rules=rules)[1] == Event(kinds.TAKE, 1, (17,))  # yellow 6

    def test_shuffling(self):
        # 112 - 18 - 1 cards: with two left the pile can still give a column.
        turns = []
        for turn in range(92):
            name = ("Bob", "Cat", "Ann")[turn % 3]
            turns += [f"{name} draws ?", f"{name} puts ? ? 12"]
        assert self.kinds(*turns[:-2], seat=TABLE) == []
        assert self.kinds(*turns, seat=TABLE) == [kinds.RESHUFFLE]
        # The draw pile is empty, two cards lie on the discard pile.
        assert self.kinds(*flooded(49), seat=TABLE, seats=2) == [kinds.RESHUFFLE]

    def test_the_end(self):
        """Bob's grid is all face up; Ann and Cat have one face-down card each."""
        rules = "drawn-action-discarded=silent"
        lines = turning_up(13)
        shown = [Event(kinds.LEFT, 0, (UNKNOWN,))]
        for after in ((), ("close",)):
            assert self.offered(*lines, *after, seat=0, rules=rules) == shown
            assert self.offered(*lines, *after, seat=1, rules=rules) == []
        assert self.kinds(*lines, seat=TABLE, rules=rules) == [kinds.CLOSE]
        assert self.kinds(*lines, "close", seat=TABLE, rules=rules) == []

    @pytest.mark.parametrize(("card", "seat"), [("g+2", 2), ("gD", 1)])
    def test_the_end_waits_for_columns(self, card, seat):
        lines = (*turning_up(13)[:-2], f"Bob puts ? {card} 32")
        rules = "drawn-action-discarded=silent"
        assert self.kinds(*lines, seat=TABLE, rules=rules) == []
        waiting = self.kinds(*lines, seat=seat, rules=rules)
        assert waiting == ([kinds.LEFT, kinds.ADD] if seat == 2 else [kinds.CHOOSE] * 4)

    def test_uno(self):
        # Bob may clear his blue column as well, with either card on top.
        assert self.kinds(*one_left(), seat=1) == [kinds.SAY, kinds.CLEAR, kinds.CLEAR]
        assert self.offered(*one_left(), seat=0) == [Event(kinds.CATCH, 0, other=1)]
        assert self.kinds(*one_left(), seat=0, rules="uno-penalty=0") == [kinds.CATCH]
