"""Zuits as the rest of the app uses it: match, seats, deck, what viewers see."""

from dataclasses import replace

import pytest

from tests.engine.zuits.table import GAME, SEATS, START, event, judge, text
from zarleague.engine import Code, Remedy, Verdict, compare, observe, read, replay
from zarleague.engine.event import (
    ADD,
    ASK,
    CHOOSE,
    CLOSE,
    COPY,
    DEAL,
    LEFT,
    PLAY,
    REMOVE,
    SAY,
    SET_ASIDE,
    TABLE,
    TAKE,
    TURN,
    Event,
)
from zarleague.engine.games.zuits.deck import DECK

RULES = GAME.ruleset()


def test_four_players_four_hands_lowest_wins():
    """ "Zuits is a trick-taking game for 4 players played over 4 hands." """
    assert GAME.seats(RULES) == (4, 4)
    end = GAME.match_end(RULES)
    assert (end.hands, end.limit, end.low_wins) == (4, 0, True)
    # "In case of a tie, another hand may be played if any of the tied players so wishes."
    assert end.extra_on_tie
    assert not GAME.match_end(GAME.ruleset("", {"tie": "shared"})).extra_on_tie


@pytest.mark.parametrize("seats", ["Ann Bob", "Ann Bob Cat", "Ann Bob Cat Dee Eve"])
def test_any_other_number_of_players_is_illegal(seats):
    """ "Zuits is a trick-taking game for 4 players." """
    judged = replay(read(f"game zuits\nseats {seats}\ndeal Ann 13\n"))
    (finding,) = judged.findings
    count = len(seats.split())
    assert (finding.event, finding.code, finding.rule) == (0, Code.WRONG_SEATS, "players")
    assert finding.about == (("count", count), ("least", 4), ("most", 4))


def test_the_deck():
    """Zont: five suits of eleven; 1, 2 and 3 in three colours, 0 and 4 without."""
    deck = GAME.deck(RULES)
    assert deck.size == len(deck.faces) == 55
    kinds = [face.kind for face in deck.faces]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "red": 15,
        "blue": 15,
        "gold": 15,
        "wild": 10,
    }
    # "the actual values on the cards collected are irrelevant"
    assert {face.points for face in deck.faces} == {0}
    assert deck.faces[deck.index["gZ2"]].name == "gold Great Zont 2"
    assert deck.faces[deck.index["F4"]].name == "wild Favors 4"


@pytest.mark.parametrize(
    ("line", "spelled"),
    [
        ("Ann adds rA1", "Ann add rA1"),
        ("Ann removes rA1", "Ann remove rA1"),
        ("Ann copies rA1", "Ann copy rA1"),
        ("Ann takes", "Ann take"),
        ("Ann turns rA1 rA2", "Ann turn rA1 rA2"),
        ("Ann chooses red", "Ann choose red"),
        ("left Ann", "left Ann 0"),
    ],
)
def test_other_spellings_mean_the_same(line, spelled):
    assert event(line) == event(spelled)


@pytest.mark.parametrize(
    "line",
    [
        *("Ann aside rA1", "Ann aside rA1 rA2 rA3", "Ann rA1 rA2", "Ann A0 red blue", "Ann adds"),
        *("Ann adds rA1 rA2", "Ann removes", "Ann removes rA1 rA2", "Ann copies"),
        *("Ann copies rA1 rA2", "Ann turns rA1", "Ann turns rA1 rA2 rA3", "Ann chooses"),
        *("Ann chooses red blue", "left Ann 13", "deal Ann"),
    ],
)
def test_lines_with_too_much_or_too_little(line):
    (problem,) = read(text([line], start=())).problems
    assert problem.code is Code.WRONG_OPERANDS


def test_forms_offer_every_colour_and_number_of_wilds():
    """Three colours; "ten wilds" are in the deck, and each counts or does not."""
    counts, cards, totals = GAME.forms(GAME.ruleset("zuits-squared"))
    for form in (counts, cards):
        choices = {field.key: field.choices for field in form.fields if field.choices}
        assert choices["colour"] == (("red", "Red"), ("blue", "Blue"), ("gold", "Gold"))
        assert [key for key, _ in choices["wilds-counted"]] == [str(n) for n in range(11)]
    assert (totals.fields[0].key, totals.fields[0].points) == ("points", 1)
    # Nobody goes out in Zuits.
    assert not any(form.winner for form in (counts, cards, totals))


def test_both_optional_rules():
    ruleset = GAME.ruleset("zuits-squared")
    assert (ruleset["scoring"], ruleset["leftover-cards"]) == ("squared", "may-add")


class TestWhatIsSeen:
    def test_hands_and_objectives_are_hidden(self):
        deal, aside = event("deal Ann " + "rA1 " * 13), event("Ann aside rA1 rA2")
        assert GAME.seen_by(deal, 0) == deal
        assert GAME.seen_by(deal, 1).cards == (-1,) * 13
        assert GAME.seen_by(aside, 0) == aside
        assert GAME.seen_by(aside, TABLE).cards == (-1, -1)

    @pytest.mark.parametrize("line", ["Ann rA1", "Ann adds rA1", "Ann turns rA1 rA2"])
    def test_what_is_played_or_turned_up_is_seen_by_all(self, line):
        assert GAME.seen_by(event(line), 2) == event(line)

    def test_a_viewer_knows_the_own_hand_only(self):
        red = "rA1 rA2 rA3 rC1 rC2 rC3 rF1 rF2 rF3 rZ1 rZ2 rZ3 rG1"
        start = (f"deal Ann {red}", "Ann aside rA1 rA2", *START[2:])
        log = read(text(["Ann rZ1"], start=start))
        own = observe(log, len(log.events), 0).seats[0]
        other = observe(log, len(log.events), 1).seats[0]
        assert (len(own.cards), own.unknown) == (10, 0)
        assert (len(other.cards), other.unknown) == (0, 10)
        assert [pile.cards for pile in other.piles if pile.key == "objective"] == [()]


class TestStrangeEvents:
    def state(self):
        return GAME.start(RULES, 4, 0, Remedy.RULED)

    @pytest.mark.parametrize(
        ("strange", "code"),
        [
            (Event(SAY, 0), Code.NOT_IN_THIS_GAME),
            (Event(ASK, 0), Code.NOT_IN_THIS_GAME),
            (Event(99, 0), Code.NOT_IN_THIS_GAME),
            (Event(PLAY, 4, (0,)), Code.NO_SUCH_SEAT),
            (Event(PLAY, TABLE, (0,)), Code.NO_SUCH_SEAT),
            (Event(PLAY, 0, (55,)), Code.NOT_IN_DECK),
            (Event(PLAY, 0, (-2,)), Code.NOT_IN_DECK),
            (Event(PLAY, 0, (0,), 3), Code.NO_SUCH_WORD),
            (Event(PLAY, 0, (0,), -2), Code.NO_SUCH_WORD),
            (Event(PLAY, 0), Code.WRONG_OPERANDS),
            (Event(DEAL, 0), Code.WRONG_COUNT),
        ],
    )
    def test_each_is_found(self, strange, code):
        state = self.state()
        GAME.apply(state, strange)
        assert [finding.code for finding in state.findings] == [code]
        assert state.index == 1

    @pytest.mark.parametrize(
        ("line", "cards", "code"),
        [
            ("Ann adds rA1", (), Code.WRONG_OPERANDS),
            ("Ann aside 2", (-1,), Code.WRONG_COUNT),
            ("Ann turns rA1 rA2", (0,), Code.WRONG_COUNT),
            ("Ann chooses red", (), Code.WRONG_OPERANDS),
        ],
    )
    def test_too_few_operands(self, line, cards, code):
        state = self.state()
        GAME.apply(state, event("deal Ann 13"))
        if not line.endswith("aside 2"):
            GAME.apply(state, Event(CLOSE))
        found = len(state.findings)
        GAME.apply(state, replace(event(line), cards=cards, name=-1))
        assert state.findings[found].code is code


def test_a_copy_goes_its_own_way():
    state = GAME.start(RULES, 4, 0, Remedy.RULED)
    for line in START:
        GAME.apply(state, event(line))
    lines = ("Ann rA1", "Ann adds rZ1", "Bob bZ1", "Cat rZ2", "Dee rC1", "Ann takes", "close")
    for at in range(len(lines)):
        twin = state.copy()
        before = GAME.view(state)
        assert GAME.view(twin) == before
        for line in lines[at:]:
            GAME.apply(twin, event(line))
        assert GAME.view(state) == before
        assert len(state.findings) == (at > 2)
        GAME.apply(state, event(lines[at]))
    assert GAME.view(state) == GAME.view(twin)
    assert state.findings == twin.findings
    assert state.over


def test_the_same_hand_under_other_rules():
    """A toggle that lasts makes another player lead the third trick."""
    lines = ("Ann rF1", "Bob rZ2", "Cat rZ3", "Dee rC2")
    lines += ("Ann bZ1", "Bob bZ2", "Cat bZ3", "Dee bC1", "Cat rA1")
    rulesets = [
        GAME.ruleset("", {"toggle": toggle}) for toggle in ("resets-each-trick", "persists")
    ]
    comparison = compare(judge(*lines).log, rulesets)
    assert [replayed.verdict for replayed in comparison.replays] == [Verdict.LEGAL, Verdict.ILLEGAL]
    # The tables differ as soon as the second trick is led.
    assert comparison.parts_at == 12


def test_the_winner_s_table_says_who_leads_and_what_wins():
    replayed = judge("Ann rF1", "Bob rZ2")
    assert dict(replayed.steps[-1].seats[0].notes) == {"tricks": "0", "leads": "lowest wins"}
    assert dict(replayed.steps[-1].seats[1].notes) == {"tricks": "0"}
    assert dict(judge("Ann rA1").steps[-1].seats[0].notes)["leads"] == "highest wins"
    assert dict(judge().steps[-1].seats[0].notes)["leads"] == "highest wins"
    won = judge("Ann rZ1", "Bob rZ3", "Cat rZ2", "Dee Z0", "Bob takes").steps[-1].seats
    assert dict(won[0].notes) == {"tricks": "0"}
    assert dict(won[1].notes) == {"tricks": "1", "leads": "highest wins"}
    # It goes to the left all the time, so that no arrow is shown.
    assert replayed.steps[-1].direction == 0


def test_who_acts():
    assert judge(start=()).steps[0].acting == (0, 1, 2, 3)
    assert judge(start=START[:2]).steps[-1].acting == (1, 2, 3)
    assert judge().steps[-1].acting == (0,)
    # Ann may still add a card to her Art, Bob may play.
    assert judge("Ann rA1").steps[-1].acting == (0, 1)
    assert judge("Ann rA1", "close").steps[-1].acting == ()


class TestWhatIsOffered:
    """Unknown cards: a play is offered when it is legal whatever else the hand holds."""

    def offered(self, *lines, seat, rules="", start=START):
        log = read(text(lines, rules, start))
        state = GAME.start(log.ruleset, 4, 0, Remedy.RULED)
        for one in log.events:
            GAME.apply(state, one)
        return GAME.legal(state, seat)

    def cards(self, kind, *lines, **table):
        """The cards offered for a kind of event, as a log names them."""
        events = [event for event in self.offered(*lines, **table) if event.kind == kind]
        return DECK.codes(card for event in events for card in event.cards)

    BLUE = "bA1 bA2 bC1 bC2 bF1 bF2 bZ1 bZ2 bG1 bG2 bG3"

    @pytest.mark.parametrize(
        ("two", "rules", "expected"),
        [
            pytest.param("rG1 A0", "", "rG1 A0", id="follows"),
            pytest.param("gG1 A0", "", "A0", id="a-wild-must-be-played"),
            pytest.param("gG1 gG2", "", f"{BLUE} gG1 gG2", id="neither"),
            pytest.param("gG1 A0", "wild-follows=may-slough", f"{BLUE} gG1 A0", id="may-keep-it"),
        ],
    )
    def test_of_a_hand_that_is_known(self, two, rules, expected):
        """ "Only if a player does not have a matching color, or a joker (Wild)" """
        start = (*START[:2], f"deal Bob {self.BLUE} {two}", "Bob aside bA1 bA2", *START[4:])
        cards = self.cards(PLAY, "Ann rZ1", seat=1, rules=rules, start=start)
        assert set(cards.split()) == set(expected.split()) - {"bA1", "bA2"}

    def test_all_of_a_hand_whose_wilds_may_be_kept(self):
        start = (*START[:2], f"deal Bob {self.BLUE} rA1 A0", "Bob aside bA1 bA2", *START[4:])
        rules = "wild-follows=may-slough"
        assert len(self.offered("Ann gZ1", seat=1, rules=rules, start=start)) == 11

    def test_what_an_art_may_add(self):
        start = (f"deal Ann {self.BLUE} rA1 G4", "Ann aside bA1 bA2", *START[2:])
        assert self.cards(ADD, "Ann rA1", seat=0, start=start) == "G4"
        assert self.cards(ADD, "Ann rA1", "Ann adds G4", seat=0, start=start) == ""
        # Where she must, it is nobody's turn before she has.
        must = {"rules": "art-extra=mandatory", "start": start}
        assert self.offered("Ann rA1", seat=1, **must) == []
        assert self.offered("Ann rA1", "Ann adds G4", seat=1, **must)

    def test_what_a_change_may_remove_and_a_giglet_copy(self):
        lines = ("Ann rZ1", "Bob rA3", "Cat rC1")
        assert self.cards(REMOVE, *lines, seat=2) == "rA3"
        assert self.cards(REMOVE, "Ann rZ1", "Bob rC1", seat=1) == ""
        assert self.cards(REMOVE, *lines, seat=1) == ""
        assert set(self.cards(COPY, *lines, "Dee rG1", seat=3).split()) == {"rA3", "rC1"}

    def test_the_winner_takes_the_trick_or_leads(self):
        lines = ("Ann rZ1", "Bob rZ3", "Cat rZ2", "Dee Z0")
        kinds = [{event.kind for event in self.offered(*lines, seat=seat)} for seat in range(4)]
        assert kinds == [set(), {PLAY, TAKE}, set(), set()]

    @pytest.mark.parametrize(
        ("kind", "does"),
        [(TURN, "{0} turns ? ?"), (LEFT, "left {0} 10"), (CHOOSE, "{0} chooses red")],
    )
    def test_everybody_shows_once_at_the_end(self, kind, does):
        """Ann and Bob have played; two wilds leave every colour to choose."""
        start = [line.replace("Ann aside 2", "Ann aside A0 A4") for line in START]
        start = [line.replace("Bob aside 2", "Bob aside C0 C4") for line in start]
        lines = ("Ann rZ1", "Bob rZ2", "close")
        for done, not_done in ((0, 1), (1, 0)):
            shown = (*lines, does.format(SEATS[done]))
            assert kind in {event.kind for event in self.offered(*lines, seat=done, start=start)}
            assert kind not in {e.kind for e in self.offered(*shown, seat=done, start=start)}
            assert kind in {e.kind for e in self.offered(*shown, seat=not_done, start=start)}

    def test_who_has_one_colour_names_no_other(self):
        start = ("deal Ann 13", "Ann aside rA1 rA2", *START[2:])
        offered = self.offered("Ann rZ1", "close", seat=0, start=start)
        assert [event.kind for event in offered] == [TURN, LEFT, CHOOSE]
        assert offered[-1].name == 0

    def test_who_has_no_card_left_shows_none(self):
        start = ("deal Ann 3", *START[1:])
        offered = self.offered("Ann rZ1", "close", seat=0, start=start)
        assert [event.kind for event in offered] == [TURN]

    def test_only_what_follows_for_certain(self):
        plays = [e for e in self.offered("Ann rZ1", seat=1) if e.kind == PLAY]
        assert len(plays) == 14 + 10  # the other reds and the wilds

    def test_nothing_for_the_next_while_an_art_may_oblige(self):
        assert self.offered("Ann rA1", seat=1, rules="art-extra=mandatory") == []
        assert self.offered("Ann rA1", seat=1)

    def test_the_leader_may_lead_any_card_and_name_a_colour_with_a_wild(self):
        assert len(self.offered(seat=0)) == 45 + 10 * 3

    def test_a_card_nobody_noted_is_removed_by_any_name_but_a_great_zonts(self):
        offered = self.offered("Ann rZ1", "Bob ?", "Cat rC1", seat=2)
        # 55 cards, less eleven Great Zonts and the red Change 1.
        assert len([e for e in offered if e.kind == REMOVE]) == 55 - 11 - 1

    def test_of_two_cards_nobody_noted_none_is_removed_for_certain(self):
        lines = ("Ann ? red", "Bob ?", "Cat rC1")
        for rules in ("change-target=last-removable", ""):
            offered = self.offered(*lines, seat=2, rules=rules)
            assert REMOVE not in [e.kind for e in offered]

    def test_a_colour_is_chosen_once(self):
        lines = ("Ann rZ1", "close", "Ann turns rC1 bC1")
        chosen = [e.name for e in self.offered(*lines, seat=0) if e.kind == CHOOSE]
        assert chosen == [0, 1]
        offered = self.offered(*lines, "Ann chooses red", seat=0)
        assert CHOOSE not in [e.kind for e in offered]

    def test_nothing_before_the_deal(self):
        state = GAME.start(RULES, 4, 0, Remedy.RULED)
        assert GAME.legal(state, 0) == []
        assert [e.kind for e in GAME.legal(state, TABLE)] == [DEAL] * 4

    def test_nothing_can_be_set_aside_of_one_card(self):
        assert self.offered(seat=0, start=("deal Ann 1",)) == []
        assert self.cards(SET_ASIDE, seat=0, start=("deal Ann rA1 rA2",)) == "rA1 rA2"

    def test_each_seat_is_dealt_once(self):
        for seat, name in enumerate(SEATS):
            offered = self.offered(seat=TABLE, start=(f"deal {name} 13",))
            assert {event.seat for event in offered} == {0, 1, 2, 3} - {seat}

    def test_two_of_the_cards_may_be_set_aside(self):
        state = GAME.start(RULES, 4, 0, Remedy.RULED)
        cards = "rA1 rA2 rA3 rC1 rC2 rC3 rF1 rF2 rF3 rZ1 rZ2 rZ3 rG1"
        GAME.apply(state, event(f"deal Ann {cards}"))
        assert len(GAME.legal(state, 0)) == 13 * 12 // 2

    def test_of_one_card_nobody_saw_no_two_are_set_aside(self):
        state = GAME.start(RULES, 4, 0, Remedy.RULED)
        GAME.apply(state, event("deal Ann rA1 rA2 rA3 rC1 rC2 rC3 rF1 rF2 rF3 rZ1 rZ2 rZ3 ?"))
        # Two of twelve known cards, or one of them and any of the 43 others.
        assert len(GAME.legal(state, 0)) == 12 * 11 // 2 + 12 * 43
