"""Cards nobody noted: what follows from them cannot be known, and nothing is called illegal that
may have been right."""

from dataclasses import replace
from random import Random

import pytest

from tests.engine.uno_golf.table import (
    GAME,
    SEATS,
    acting,
    discards,
    grid,
    judge,
    one_left,
    only,
    opening,
    told,
)
from tests.engine.uno_golf.test_properties import played
from zarleague.engine import Code, Remedy, Verdict, find, observe, read, replay
from zarleague.engine.event import DRAW, PUT, RESHUFFLE, TABLE, Event

OPEN = Verdict.UNKNOWN
UNKNOWN_DISCARD = ("Bob draws r1", "Bob puts r1 ? 12")
DRAW_CARDS = ("+2", "D")


def unnoted(judged, step):
    """The card put on the discard pile that nobody noted, where the event was legal."""
    (place,) = (i for i, e in enumerate(judged.log.events) if e.kind == PUT and e.cards[1] == -1)
    legal = judged.witnesses[len(judged.verdicts) + step].legal
    return find("uno-golf").deck(legal.ruleset).code(legal.events[place].cards[1])


class TestAnUnknownDiscard:
    """It may be any action card: the next seat, the one after, or the one before may be next."""

    @pytest.mark.parametrize("name", ["Cat", "Dee", "Ann"])
    def test_who_is_next(self, name):
        replayed = judge(*UNKNOWN_DISCARD, f"{name} draws r2", seats=4)
        assert only(replayed) == (2, OPEN, Code.OUT_OF_TURN, "action")

    def test_who_cannot_be(self):
        replayed = judge(*UNKNOWN_DISCARD, "Bob draws r2", seats=4)
        assert only(replayed)[1] is Verdict.ILLEGAL

    def test_acting_are_all_that_may_be(self):
        assert acting(judge(*UNKNOWN_DISCARD, seats=4)) == "Ann Cat Dee"

    def test_the_direction_follows_from_who_went_on(self):
        # Ann after Bob: it was a reverse. From Ann it goes to Dee.
        lines = (*UNKNOWN_DISCARD, "Ann draws r2", "Ann puts r2 g6 21")
        assert acting(judge(*lines, seats=4)) == "Dee"
        lines = (*UNKNOWN_DISCARD, "Cat draws r2", "Cat puts r2 g6 21")
        assert acting(judge(*lines, seats=4)) == "Dee"

    def test_or_stays_open_where_both_lead_there(self):
        # Three players: Ann after Bob is a skip of Cat, or a reverse.
        lines = (*UNKNOWN_DISCARD, "Ann draws r2", "Ann puts r2 g6 21")
        replayed = judge(*lines)
        assert acting(replayed) == "Bob Cat"
        assert replayed.steps[-2].direction == 0
        assert judge(*lines, "Cat draws r3", "Cat puts r3 g4 21").steps[-1].direction == -1

    @pytest.mark.parametrize("rules", ["skips", "no-effect"])
    def test_between_two_there_is_no_direction_to_stay_open(self, rules):
        # Bob plays again: it was a skip or a reverse. After his next turn it is Ann's anyway.
        lines = (*UNKNOWN_DISCARD, "Bob draws r2", "Bob puts r2 g6 21")
        replayed = judge(*lines, seats=2, rules=f"reverse-two-players={rules}")
        assert only(replayed) == (2, OPEN, Code.OUT_OF_TURN, "action")
        assert acting(replayed) == "Ann"
        assert replayed.steps[-1].direction == 1

    def test_a_draw_two_shows_in_what_is_added(self):
        replayed = judge(*UNKNOWN_DISCARD, "Cat adds 2", seats=4)
        assert only(replayed) == (2, OPEN, Code.NOTHING_OWED, "draw-two")
        assert acting(replayed) == "Dee"
        assert judge(*UNKNOWN_DISCARD, "Dee adds 2", seats=4).findings[0].verdict is Verdict.ILLEGAL

    def test_what_is_known_of_the_top_card_is_not_open_where_the_direction_is(self):
        # Three players: Ann after Bob is a skip of Cat, or a reverse. A column after her number can
        # only be one that was owed before, for a draw card that was not noted.
        lines = (*UNKNOWN_DISCARD, "Ann draws r2")
        for name in ("Bob", "Cat"):
            number = judge(*lines, "Ann puts r2 g6 21", f"{name} adds 2")
            assert number.findings[-1][1:4] == (OPEN, Code.NOTHING_OWED, "draw-two")
            assert unnoted(number, -1).endswith(DRAW_CARDS)
            draw_two = judge(*lines, "Ann puts r2 g+2 21", f"{name} adds 2")
            assert draw_two.findings[-1][1:3] == (OPEN, Code.NOTHING_OWED)
        chosen = judge(*lines, "Ann puts r2 g+2 21", "Ann chooses Bob")
        assert chosen.findings[-1][1:3] == (Verdict.ILLEGAL, Code.NOT_ALLOWED)
        double = judge(*lines, "Ann puts r2 gD 21", "Ann chooses Bob", "Bob adds 2", "Bob adds 2")
        assert [f.event for f in double.findings] == [len(opening()) + 2]
        assert acting(double) == "Bob Cat"
        ahead = judge(*lines, "Ann puts r2 gD 21", "Bob draws r3")
        assert told(ahead) == "Ann still had to choose who draws."

    @pytest.mark.parametrize(
        ("line", "code"),
        [("Bob adds 2", Code.NOTHING_OWED), ("Ann chooses Cat", Code.NOT_ALLOWED)],
    )
    def test_what_it_was_may_show_after_somebody_else_cleared_a_column(self, line, code):
        lines = ("Bob draws r1", "Bob puts r1 b6 12", "Cat draws g1", "Cat puts g1 r6 12")
        lines += ("Ann draws r3", "Ann puts r3 ? 12", "Cat clears g5 g1 1", line)
        assert only(judge(*lines, rules="clear-when=any-time"))[:3] == (7, OPEN, code)

    def test_adding_settles_what_the_card_was(self):
        # After a draw two the second column is too much; after a double draw two, for which no
        # choice was noted, the third.
        replayed = judge(*UNKNOWN_DISCARD, "Cat adds 2", "Dee adds 2", "Ann adds 2", seats=4)
        assert replayed.verdicts[-3:] == (OPEN, OPEN, Verdict.ILLEGAL)
        assert unnoted(replayed, -2).endswith(DRAW_CARDS)

    def test_a_double_draw_two_shows_in_what_is_chosen(self):
        replayed = judge(*UNKNOWN_DISCARD, "Bob chooses Ann Dee", seats=4)
        assert only(replayed) == (2, OPEN, Code.NOT_ALLOWED, "double-draw-two")
        done = judge(
            *UNKNOWN_DISCARD,
            "Bob chooses Ann Dee",
            "Ann adds 2",
            "Dee adds 2",
            "Cat draws r2",
            seats=4,
        )
        # If it was no double draw two, nobody owed the columns either.
        assert [(f.event - done.findings[0].event, f.verdict) for f in done.findings] == [
            (after, OPEN) for after in range(len(done.findings))
        ]
        assert judge(*UNKNOWN_DISCARD, "Cat chooses Ann", seats=4).findings[0].verdict == 2

    def test_taking_it_names_it(self):
        replayed = judge(*UNKNOWN_DISCARD, "Cat takes b4", "Cat puts b4 ? 12")
        assert grid(replayed, "Cat").startswith("g5 b4")

    @pytest.mark.parametrize(
        ("card", "name", "verdict"),
        [
            ("b4", "Cat", Verdict.LEGAL),
            ("b4", "Dee", Verdict.ILLEGAL),
            ("bS", "Dee", Verdict.LEGAL),
            ("bS", "Cat", Verdict.ILLEGAL),
            ("bR", "Ann", Verdict.LEGAL),
            ("bR", "Dee", Verdict.ILLEGAL),
            # Cat adds a column first; after a double draw two Bob chooses.
            ("b+2", "Dee", Verdict.ILLEGAL),
            ("bD", "Cat", Verdict.ILLEGAL),
        ],
    )
    def test_whose_turn_it_is_to_take_it_follows_from_its_name(self, card, name, verdict):
        replayed = judge(*UNKNOWN_DISCARD, f"{name} takes {card}", seats=4)
        assert replayed.verdict is verdict

    @pytest.mark.parametrize(
        ("rules", "card", "verdict"),
        [
            ("allowed", "?", Verdict.LEGAL),
            ("forbidden", "?", OPEN),
            ("forbidden", "b4", Verdict.LEGAL),
            ("forbidden", "bS", Verdict.ILLEGAL),
        ],
    )
    def test_whether_it_may_be_taken(self, rules, card, verdict):
        lines = ("Bob draws r1", "Bob puts r1 ? 12", f"Cat takes {card}")
        replayed = judge(*lines, rules=f"take-action-from-discard={rules}")
        found = [f.verdict for f in replayed.findings if f.rule == "take"]
        assert found == ([verdict] if verdict else [])

    def test_a_silent_discard_changes_nothing(self):
        lines = ("Bob draws ?", "Bob discards ?", "Bob turns 12 b6", "Cat draws r2")
        assert judge(*lines, rules="drawn-action-discarded=silent").verdict is Verdict.LEGAL

    def test_the_first_discard_acts_for_nobody(self):
        """But whether the round could start is open: "If you flip over an Action Card (…) you will
        ignore it and flip over another"."""
        start = tuple(line.replace("up y6", "up ?") for line in opening())
        replayed = judge("Bob draws r1", "Bob puts r1 b6 12", "Cat draws r2", start=start)
        assert only(replayed) == (0, OPEN, Code.NOT_STARTED, "first-discard")
        two = judge("up y6", start=start)
        assert only(two) == (0, OPEN, Code.ALREADY_DEALT, "first-discard")

    @pytest.mark.parametrize("between", [(), ("up rS",)])
    def test_the_line_of_a_number_may_stand_twice(self, between):
        """Every other red 5 was dealt. If the unnoted card was the last one, it could be played on,
        and the last line tells of it once more; if it was an action, the last line is right."""
        dealt = ("deal Ann r5 y0 y1 y2 y3 y4", "deal Bob r5 g0 g1 g2 g3 g4", "deal Cat 6")
        judged = judge("Ann turns 11 r5", start=(*dealt, "up ?", *between, "up r5"))
        last = judged.log.events[-2]
        place = len(judged.log.events) - 2
        assert judged.verdicts[place] is OPEN
        witnesses = judged.witnesses[place]
        assert witnesses.illegal.events[3] == last
        assert witnesses.legal.events[3] != last

    @pytest.mark.parametrize(
        "lines",
        [("Bob takes {}",), ("Bob takes ?", "Bob puts {} b6 12")],
        ids=["as it is taken", "as it is placed"],
    )
    def test_the_first_discard_was_a_number(self, lines):
        """ "If you flip over an Action Card (…) you will ignore it and flip over another." """
        start = tuple(line.replace("up y6", "up ?") for line in opening())
        for rules in ("", "take-action-from-discard=forbidden"):
            number = judge(*(line.format("y6") for line in lines), start=start, rules=rules)
            assert set(number.verdicts) == {Verdict.LEGAL}
        action = judge(*(line.format("yS") for line in lines), start=start)
        assert only(action)[1:] == (Verdict.ILLEGAL, Code.NOT_STARTED, "first-discard")

    def test_what_lies_on_it_may_be_an_action(self):
        start = tuple(line.replace("up y6", "up ?") for line in opening())
        lines = ("Bob draws r1", "Bob puts r1 gS 12", "Ann takes gS", "Ann puts gS r6 12")
        assert only(judge(*lines, start=start))[0] == 0


class TestAnUnknownLastDiscard:
    """Bob turns up his last card; whether his last discard made somebody add a column, or let him
    choose, nobody noted."""

    LINES = (*one_left()[:-1], "Bob turns 31 y1", "Bob says uno", "Cat takes r3")
    LINES = (*LINES, "Cat puts r3 r2 11", "Ann takes r2", "Ann puts r2 r1 11")
    SHOWN = ("left Ann y1 g1 g2 y3 y4", "left Cat y0 b1 b2 b3 b4")

    def closed(self, card, rules=""):
        last = ("Bob takes r1", f"Bob puts r1 {card} 32")
        return judge(*self.LINES, *last, *self.SHOWN, "close", rules=rules)

    def test_the_points_cannot_be_known(self):
        # Bob: blue 5 and 6 are cleared, so are yellow 1 and red 1; green 6 and yellow 4 are not.
        # Of Ann's columns red 2 and yellow 1 are left, of Cat's red 3 and yellow 0.
        known = self.closed("g1")
        assert known.verdict is Verdict.LEGAL
        assert known.points == (3, 10, 3)
        unknown = self.closed("?")
        assert only(unknown)[1:] == (OPEN, Code.NOT_SETTLED, "last-action")
        assert unknown.points == (None, 10, None)

    def test_they_can_where_it_does_not_act(self):
        ignored = self.closed("?", "last-discard-action=ignored")
        assert ignored.verdict is Verdict.LEGAL
        assert None not in ignored.points

    def test_they_can_once_it_shows(self):
        last = ("Bob takes r1", "Bob puts r1 ? 32", "Cat adds b0 b1")
        added = judge(*self.LINES, *last, "close")
        assert [f.code for f in added.findings] == [Code.NOTHING_OWED]


class TestAnUnknownDiscardInTheLastTurns:
    RULES = "round-end=one-more-turn-each"
    OUT = (
        *one_left(),
        "Bob says uno",
        "Cat takes r3",
        "Cat puts r3 r2 11",
        "Ann takes r2",
        "Ann puts r2 r1 11",
        "Bob takes r1",
        "Bob puts r1 ? 32",
    )

    def test_who_still_has_a_turn_cannot_be_known(self):
        for name in ("Cat", "Ann"):
            replayed = judge(*self.OUT, f"{name} draws y0", rules=self.RULES)
            assert replayed.findings[-1].verdict is OPEN

    def test_nor_whether_the_round_is_over(self):
        turn = ("Ann draws y0", "Ann puts y0 g1 12")
        replayed = judge(*self.OUT, *turn, "left Cat 5", "left Ann 4", "close", rules=self.RULES)
        assert [(f.verdict, f.code) for f in replayed.findings] == [
            (OPEN, Code.OUT_OF_TURN),
            (OPEN, Code.NOT_FINISHED),
        ]
        more = judge(*self.OUT, *turn, "Cat draws y3", rules=self.RULES)
        assert Verdict.ILLEGAL not in more.verdicts

    @pytest.mark.parametrize("name", ["Cat", "Bob"])
    def test_a_column_may_be_due_on_either_side(self, name):
        """Ann's turn came by a skip or by a reverse, so her draw two hits Bob or Cat."""
        lines = (*self.OUT, "Ann draws y0", "Ann puts y0 g+2 12", f"{name} adds 2")
        replayed = judge(*lines, rules=self.RULES)
        assert [(f.verdict, f.code) for f in replayed.findings] == [
            (OPEN, Code.OUT_OF_TURN),
            (OPEN, Code.NOTHING_OWED),
        ]
        # If Ann went ahead of Cat, Cat still has her turn. Ann has had hers whatever it was.
        more = judge(*lines, "Cat draws y3", rules=self.RULES)
        assert more.findings[-1].verdict is OPEN
        again = judge(*lines, "Ann draws y3", rules=self.RULES)
        assert again.verdicts[-1] is Verdict.ILLEGAL

    def test_a_column_may_be_cleared_as_the_round_is_over_or_in_a_last_turn(self):
        lines = [line.replace("r1 ? 32", "y2 ? 32") for line in self.OUT]
        lines = [line.replace("Bob takes r1", "Bob draws y2") for line in lines]
        turn = ("Ann draws y0", "Ann puts y0 g1 12")
        replayed = judge(*lines, *turn, "Bob clears b5 b6 1", rules=self.RULES)
        assert replayed.findings[-1][1:4] == (OPEN, Code.OUT_OF_TURN, "clear-when")
        assert grid(replayed, "Bob").startswith("-")
        # Once he has begun, in turn or not, he may clear the next.
        again = judge(*lines, *turn, "Bob clears b5 b6 1", "Bob clears y1 y2 3", rules=self.RULES)
        assert [f.verdict for f in again.findings] == [OPEN, OPEN, Verdict.LEGAL]
        # Whatever Bob laid on top, it was not the top card at the end of Ann's turn. Only if his
        # unnoted card made somebody owe a column may it be added now.
        lines = [line.replace("y2", "y+2") for line in lines]
        replayed = judge(*lines, *turn, "Bob clears y1 y+2 3", "Cat adds 2", rules=self.RULES)
        assert replayed.findings[-1][1:3] == (OPEN, Code.NOTHING_OWED)
        assert unnoted(replayed, -1).endswith(DRAW_CARDS)

    def test_whether_it_still_acted_is_as_open_as_the_end(self):
        # After a number Cat still had her turn; after a skip or a reverse Ann had to choose.
        lines = (*self.OUT, "Ann draws y0", "Ann puts y0 gD 12", "close")
        assert judge(*lines, rules=self.RULES).verdicts[-1] is Verdict.ILLEGAL
        ignored = judge(*lines, rules=f"{self.RULES} last-discard-action=ignored")
        assert ignored.verdicts[-1] is OPEN
        assert ignored.over

    def test_in_the_last_turn_of_all_a_column_may_be_due(self):
        lines = (*self.OUT[:-1], "Bob puts r1 y2 32", "Cat draws y0", "Cat puts y0 g1 12")
        lines += ("Ann draws g0", "Ann puts g0 ? 12", "Bob adds 2")
        replayed = judge(*lines, rules=self.RULES)
        assert [(f.verdict, f.code) for f in replayed.findings] == [(OPEN, Code.NOTHING_OWED)]


class TestUnknownColumns:
    def test_whether_it_matches_cannot_be_known(self):
        lines = ("Bob draws ?", "Bob puts ? b6 12", "Bob clears b5 ? 1")
        replayed = judge(*lines)
        assert only(replayed) == (2, OPEN, Code.NOT_MATCHING, "clear")
        assert discards(replayed) == "y6 b6 b5"

    def test_naming_it_decides(self):
        lines = ("Bob draws ?", "Bob puts ? b6 12")
        assert judge(*lines, "Bob clears b5 b1 1").verdict is Verdict.LEGAL
        assert judge(*lines, "Bob clears b1 b5 1").verdict is Verdict.LEGAL
        assert only(judge(*lines, "Bob clears b5 r1 1"))[1:3] == (
            Verdict.ILLEGAL,
            Code.NOT_MATCHING,
        )

    def test_an_order_nobody_noted_leaves_the_top_open(self):
        lines = ("Bob draws bS", "Bob puts bS b6 12", "Bob clears ? ? 1")
        replayed = judge(*lines)
        assert replayed.verdict is Verdict.LEGAL
        assert discards(replayed) == "y6 b6"
        for name in ("Ann", "Cat"):
            assert judge(*lines, f"{name} draws r1").findings[-1].verdict is OPEN

    def test_the_card_on_top_is_named_later(self):
        lines = ("Bob draws bD", "Bob puts bD b6 12", "Bob clears ? ? 1")
        ahead = judge(*lines, "Cat takes bD")
        assert told(ahead) == "Bob still had to choose who draws."
        assert judge(*lines, "Cat takes b5").verdict is Verdict.LEGAL
        skip = [line.replace("bD", "bS") for line in lines]
        assert judge(*skip, "Ann takes bS").verdict is Verdict.LEGAL
        assert told(judge(*skip, "Cat takes bS")) == "It was Ann’s turn, not Cat’s."

    def test_two_equal_cards_need_no_order(self):
        lines = ("Bob draws b5", "Bob puts b5 b6 12", "Bob clears ? ? 1")
        assert discards(judge(*lines)) == "y6 b6 b5 b5"

    def test_one_name_gives_the_order(self):
        lines = ("Bob draws bS", "Bob puts bS b6 12", "Bob clears ? b5 1")
        assert discards(judge(*lines)) == "y6 b6 bS b5"


class TestWhatAViewerSees:
    """Face-down cards are seen by nobody, the card drawn only by who drew it until it lies open."""

    def log(self):
        deals = [f"deal {name} r0 r1 r2 y3 y4 g{index}" for index, name in enumerate(SEATS[:3])]
        start = (*deals, "up y6", "Ann turns 11 r0", "Bob turns 11 r0", "Cat turns 11 r0")
        lines = ("Bob draws b1", "Bob puts b1 r1 12", "Cat draws b2")
        header = "game uno-golf\nseats Ann Bob Cat\ndealer Ann\n"
        return read(header + "\n".join([*start, *lines]))

    @pytest.mark.parametrize(("viewer", "holds"), [(2, 1), (0, 0), (TABLE, 0)])
    def test_the_card_in_hand(self, viewer, holds):
        log = self.log()
        table = observe(log, len(log.events), viewer)
        assert len(table.seats[2].cards) == holds
        assert table.seats[2].unknown == 1 - holds

    @pytest.mark.parametrize("viewer", [0, 1, TABLE])
    def test_no_face_down_card_is_seen(self, viewer):
        log = self.log()
        cells = [
            cell
            for seat in observe(log, len(log.events), viewer).seats
            for column in seat.grid
            for cell in column
        ]
        assert [cell.card for cell in cells if not cell.face_up] == [-1] * 14
        assert all(cell.card >= 0 for cell in cells if cell.face_up)

    def test_as_seen_it_is_judged_alike(self):
        log = self.log()
        assert replay(log).verdict is Verdict.LEGAL


@pytest.mark.parametrize("seed", [5, 53, 62])
def test_after_a_shuffle_only_what_was_shuffled_comes(seed):
    """Worked by counting: a card can be drawn if it lay below the top of the discard pile, or if a
    card was left in the draw pile and a copy of it was never seen."""
    log = played(Random(seed), 8)
    log = replace(log, events=tuple(GAME.seen_by(event, TABLE) for event in log.events))
    index = next(n for n, event in enumerate(log.events) if event.kind == RESHUFFLE)
    before, (shuffle, draw) = log.events[:index], log.events[index : index + 2]
    assert draw.kind == DRAW
    state = GAME.start(log.ruleset, 8, log.dealer, Remedy.RULED)
    for event in before:
        GAME.apply(state, event)
    assert state.findings == []
    *below, _ = state.discard
    never_seen = [card for card, copies in enumerate(state.unseen) if copies]
    possible = {*below, *(never_seen if state.stock else ())}
    GAME.apply(state, shuffle)
    for card in range(len(GAME.deck(log.ruleset).faces)):
        twin = state.copy()
        GAME.apply(twin, Event(DRAW, draw.seat, (card,)))
        codes = [finding.code for finding in twin.findings]
        assert codes == ([] if card in possible else [Code.NONE_LEFT])
