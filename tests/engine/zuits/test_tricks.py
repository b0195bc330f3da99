"""Tricks of Zuits worked by hand. Every expectation names the sentence it rests on.

Cards of the suit Great Zont have no effect of their own, so they make plain tricks.
"""

import pytest

from tests.engine.zuits.table import START, found, judge, leader, only, pile
from zarleague.engine import Code, Remedy, Verdict

ILLEGAL = Verdict.ILLEGAL


class TestWhoWins:
    """ "The winner of the trick is the one who has played the highest value card(s); or in case of
    a Play State Change effect, the lowest card(s). In case of a tie, the player who has first
    played the winning value, wins the trick." """

    @pytest.mark.parametrize(
        ("lines", "winner"),
        [
            pytest.param(("Ann rZ1", "Bob rZ3", "Cat rZ2", "Dee Z0"), "Bob", id="highest"),
            pytest.param(("Ann rZ1", "Bob Z4", "Cat rZ3", "Dee rZ2"), "Bob", id="wild-has-value"),
            pytest.param(("Ann rZ2", "Bob rA2", "Cat rZ1", "Dee rC1"), "Ann", id="tie-first"),
            pytest.param(("Ann rZ2", "Bob rF3", "Cat rZ1", "Dee Z4"), "Cat", id="favors-lowest"),
            pytest.param(("Ann rF3", "Bob rZ1", "Cat rC1", "Dee rA1"), "Bob", id="low-tie-first"),
            pytest.param(("Ann rF1", "Bob rF3", "Cat rZ1", "Dee rZ2"), "Bob", id="favors-twice"),
        ],
    )
    def test_winner_leads_next(self, lines, winner):
        replayed = judge(*lines)
        assert replayed.verdict is Verdict.LEGAL
        assert leader(replayed) == winner

    def test_winner_collects_all_cards_played(self):
        replayed = judge("Ann rZ1", "Bob rZ3", "Cat rZ2", "Dee Z0", "Bob takes")
        assert pile(replayed, "Bob", "collected") == "rZ1 rZ2 rZ3 Z0"

    def test_the_next_lead_collects_the_trick_too(self):
        replayed = judge("Ann rZ1", "Bob rZ3", "Cat rZ2", "Dee Z0", "Bob bA1")
        assert replayed.verdict is Verdict.LEGAL
        assert pile(replayed, "Bob", "collected") == "rZ1 rZ2 rZ3 Z0"
        assert pile(replayed, "Bob", "trick") == "bA1"

    def test_another_than_the_winner_cannot_take(self):
        replayed = judge("Ann rZ1", "Bob rZ3", "Cat rZ2", "Dee Z0", "Cat takes")
        assert only(replayed) == (4, ILLEGAL, Code.NOT_ALLOWED, "winner")
        assert pile(replayed, "Cat", "collected") == "rZ1 rZ2 rZ3 Z0"

    def test_taking_back_a_wrong_take_leaves_the_trick_on_the_table(self):
        lines = ("Ann rZ1", "Bob rZ3", "Cat rZ2", "Dee Z0", "Cat takes")
        replayed = judge(*lines, remedy=Remedy.UNWIND)
        assert pile(replayed, "Cat", "collected") == ""
        assert leader(replayed) == "Bob"

    def test_a_trick_that_is_not_complete_cannot_be_taken(self):
        assert only(judge("Ann rZ1", "Bob rZ3", "Bob takes")) == (
            2,
            ILLEGAL,
            Code.NOT_FINISHED,
            "winner",
        )

    def test_nothing_to_take_before_the_first_card(self):
        assert only(judge("Bob takes")) == (0, ILLEGAL, Code.NOT_ALLOWED, "winner")


class TestTurns:
    """ "In each trick, each player has one turn to play one (or two) cards." """

    def test_the_dealer_leads_first(self):
        """ "The start player should shuffle the deck and deal." """
        replayed = judge("Bob rZ1")
        assert only(replayed) == (0, ILLEGAL, Code.OUT_OF_TURN, "leader")
        assert replayed.findings[0].about == (("due", 0),)

    def test_clockwise(self):
        replayed = judge("Ann rZ1", "Cat rZ2")
        assert only(replayed) == (1, ILLEGAL, Code.OUT_OF_TURN, "turn")
        assert replayed.findings[0].about == (("due", 1),)

    def test_a_card_out_of_turn_stands_and_the_others_still_play(self):
        replayed = judge("Ann rZ1", "Cat rZ3", "Dee rA1", "Bob rC1", "Cat takes")
        assert [finding.code for finding in replayed.findings] == [Code.OUT_OF_TURN]

    def test_who_has_played_out_of_turn_is_passed_over(self):
        hand = "deal Cat rZ3 bA1 bA2 bA3 bC1 bC2 bC3 bF1 bF2 bF3 bZ1 bZ2 bZ3"
        start = (*START[:4], hand, "Cat aside bA1 bA2", *START[6:])
        replayed = judge("Ann rZ1", "Cat rZ3", "Bob rC1", start=start)
        assert replayed.steps[-1].acting[-1] == 3

    def test_a_card_out_of_turn_is_taken_back(self):
        lines = ("Ann rZ1", "Cat rZ3", "Bob rC1", "Cat rZ3", "Dee rA1", "Cat takes")
        replayed = judge(*lines, remedy=Remedy.UNWIND)
        assert [finding.code for finding in replayed.findings] == [Code.OUT_OF_TURN]

    def test_nobody_plays_twice_in_a_trick(self):
        replayed = judge("Ann rZ1", "Ann rZ2", "Bob rZ3", "Bob rA3")
        out_of_turn = (ILLEGAL, Code.OUT_OF_TURN, "turn")
        assert found(replayed) == [(1, *out_of_turn), (3, *out_of_turn)]
        assert pile(replayed, "Ann", "trick") == "rZ1"
        assert pile(replayed, "Bob", "trick") == "rZ3"

    def test_only_the_winner_leads(self):
        """ "The winner also becomes the start player for the next trick." """
        replayed = judge("Ann rZ1", "Bob rZ3", "Cat rZ2", "Dee Z0", "Ann bA1")
        assert only(replayed) == (4, ILLEGAL, Code.OUT_OF_TURN, "winner")
        assert pile(replayed, "Bob", "collected") == "rZ1 rZ2 rZ3 Z0"

    def test_no_card_before_all_are_dealt(self):
        replayed = judge("Ann rZ1", start=START[:-2])
        assert only(replayed)[2:] == (Code.NOT_STARTED, "deal")
        assert replayed.findings[0].about == (("due", 3),)
        # It stands: Dee is taken to have thirteen cards that nobody noted, two of them aside.
        assert pile(replayed, "Ann", "trick") == "rZ1"
        assert replayed.steps[-1].seats[3].unknown == 11
        taken_back = judge("Ann rZ1", start=START[:-2], remedy=Remedy.UNWIND)
        assert pile(taken_back, "Ann", "trick") == ""

    def test_no_card_before_all_objectives_are_set_aside(self):
        replayed = judge("Ann rZ1", start=START[:-1])
        assert only(replayed)[2:] == (Code.NOT_STARTED, "objective")
        assert replayed.findings[0].about == (("due", 3),)
        # It stands: Dee is taken to have set two cards aside that nobody noted.
        assert replayed.steps[-1].seats[3].unknown == 11

    def test_and_nothing_is_set_aside_for_anybody_if_it_is_taken_back(self):
        replayed = judge("Ann rZ1", start=START[:-1], remedy=Remedy.UNWIND)
        assert replayed.steps[-1].seats[3].unknown == 13
        assert pile(replayed, "Ann", "trick") == ""


class TestCards:
    def test_a_card_exists_once(self):
        """Zont: 55 cards, no two alike."""
        replayed = judge("Ann rZ1", "Bob rZ1")
        assert only(replayed) == (1, ILLEGAL, Code.NONE_LEFT, "deck")
        assert replayed.findings[0].about == (("card", 36 - 3), ("most", 1))

    def test_a_hand_that_is_known_holds_no_other_card(self):
        cards = "rA1 rA2 rA3 rC1 rC2 rC3 rF1 rF2 rF3 rZ1 rZ2 rZ3 rG1"
        start = (f"deal Ann {cards}", "Ann aside rA1 rA2", *START[2:])
        assert only(judge("Ann bA1", start=start)) == (0, ILLEGAL, Code.NOT_HELD, "deck")
        # What was set aside is not in the hand any more.
        assert only(judge("Ann rA1", start=start)) == (0, ILLEGAL, Code.NOT_HELD, "deck")

    def test_a_card_dealt_to_two_is_found(self):
        cards = "rA1 rA2 rA3 rC1 rC2 rC3 rF1 rF2 rF3 rZ1 rZ2 rZ3 rG1"
        start = (f"deal Ann {cards}", "deal Bob rA1 bA1 bA2 bA3 bC1 bC2 bC3 bF1 bF2 bF3 bZ1 bZ2 5")
        replayed = judge(start=(start[0], start[1].removesuffix(" 5") + " ?"))
        (finding,) = replayed.findings
        assert (finding.event, finding.code, finding.rule) == (1, Code.NONE_LEFT, "deck")
        assert finding.about == (("card", 0), ("most", 1))

    def test_a_card_dealt_to_two_takes_back_the_second_hand(self):
        start = ("deal Ann rA1 12", "deal Bob rA1 bA1 11", "deal Bob bA1 12")
        replayed = judge(start=start, remedy=Remedy.UNWIND)
        assert [finding.code for finding in replayed.findings] == [Code.NONE_LEFT]
        bob = replayed.steps[-1].seats[1]
        assert (bob.cards, bob.unknown) == ((3,), 12)  # the blue Art 1
        assert judge(start=start).findings[-1].code is Code.ALREADY_DEALT

    def test_thirteen_cards_each(self):
        """ "deal out 13 cards to each player" """
        replayed = judge(start=("deal Ann 12",))
        (finding,) = replayed.findings
        assert (finding.code, finding.about) == (
            Code.WRONG_COUNT,
            (("count", 12), ("expected_count", 13)),
        )
        assert replayed.steps[-1].seats[0].unknown == 12
        taken_back = judge(start=("deal Ann 12",), remedy=Remedy.UNWIND)
        assert taken_back.steps[-1].seats[0].unknown == 0

    def test_dealt_once(self):
        replayed = judge(start=("deal Ann 13", "deal Ann 13"))
        assert [finding.code for finding in replayed.findings] == [Code.ALREADY_DEALT]
        assert replayed.steps[-1].seats[0].unknown == 13

    def test_dealt_once_to_each(self):
        replayed = judge(start=("deal Bob 13", "deal Bob 13"))
        assert [finding.code for finding in replayed.findings] == [Code.ALREADY_DEALT]
        assert replayed.steps[-1].seats[1].unknown == 13

    def test_no_deal_once_a_card_is_led(self):
        assert only(judge("Ann rZ1", "deal Ann 13")) == (1, ILLEGAL, Code.TOO_LATE, "deal")


class TestFollowing:
    """ "Only if a player does not have a matching color, or a joker (Wild), may they choose to play
    another color; but the card they play will have no effect (either in terms of its value or suit)
    on that trick." """

    BLUE = "bA1 bA2 bA3 bC1 bC2 bC3 bF1 bF2 bF3 bZ1 bZ2 bZ3"

    def start(self, thirteenth: str):
        return (
            *START[:2],
            f"deal Bob {self.BLUE} {thirteenth}",
            "Bob aside bA1 bA2",
            *START[4:],
        )

    def test_who_has_neither_may_play_anything_but_it_counts_for_nothing(self):
        replayed = judge("Ann rZ1", "Bob bF3", "Cat rZ2", "Dee rA1", start=self.start("bG1"))
        assert replayed.verdict is Verdict.LEGAL
        # Blue 3 is the highest value and a Favors: neither matters.
        assert leader(replayed) == "Cat"

    def test_who_has_the_colour_must_follow(self):
        start = (*START[:2], f"deal Bob {self.BLUE[4:]} rG1 rG2", "Bob aside bA2 bA3", *START[4:])
        replayed = judge("Ann rZ1", "Bob bF3", start=start)
        assert only(replayed) == (1, ILLEGAL, Code.MUST_FOLLOW, "follow")
        assert replayed.findings[0].about == (("card", 44),)  # the red Giglet 1

    def test_a_card_that_did_not_follow_is_taken_back(self):
        lines = ("Ann rZ1", "Bob bF3", "Bob rG1")
        replayed = judge(*lines, start=self.start("rG1"), remedy=Remedy.UNWIND)
        assert only(replayed)[0] == 1
        assert pile(replayed, "Bob", "trick") == "rG1"

    def test_wild_follows_must_if_held(self):
        replayed = judge("Ann rZ1", "Bob bF3", start=self.start("G0"))
        assert only(replayed) == (1, ILLEGAL, Code.MUST_FOLLOW, "follow")

    def test_wild_follows_may_slough(self):
        replayed = judge(
            "Ann rZ1", "Bob bF3", start=self.start("G0"), rules="wild-follows=may-slough"
        )
        assert replayed.verdict is Verdict.LEGAL

    def test_a_wild_matches_any_colour(self):
        """ "If a joker (Wild) is played, it will automatically match the color" """
        assert judge("Ann rZ1", "Bob G0", start=self.start("G0")).verdict is Verdict.LEGAL


class TestLeadingAWild:
    """ "If a joker (Wild) is played as the first card for the trick, the player who plays it
    chooses which color it will be for the trick." """

    def test_the_colour_named_is_followed(self):
        replayed = judge("Ann Z4 blue", "Bob bZ1", "Cat bZ2", "Dee bZ3")
        assert replayed.verdict is Verdict.LEGAL
        assert replayed.steps[9].named == "blue"
        assert leader(replayed) == "Ann"

    def test_it_has_to_be_named(self):
        replayed = judge("Ann Z4")
        assert only(replayed) == (0, ILLEGAL, Code.MUST_NAME, "lead-wild")

    def test_without_a_colour_nobody_is_blamed_for_not_following(self):
        """The colour forgotten is one mistake. It was probably that of the first coloured card;
        then Dee's Favors makes the lowest win, Ann's 0, the first of two. But whoever leads is
        believed."""
        lines = ("Ann Z0", "Bob bZ1", "Cat Z4", "Dee F0")
        assert only(judge(*lines)) == (0, ILLEGAL, Code.MUST_NAME, "lead-wild")
        assert leader(judge(*lines)) == "Ann"
        assert only(judge(*lines, "Cat rZ1"))[0] == 0

    def test_taken_back_it_can_be_led_again(self):
        replayed = judge("Ann Z4", "Ann Z4 red", "Bob rZ1", remedy=Remedy.UNWIND)
        assert replayed.verdicts[8:] == (ILLEGAL, Verdict.LEGAL, Verdict.LEGAL)

    @pytest.mark.parametrize("lines", [("Ann rZ1 blue",), ("Ann rZ1", "Bob Z0 blue")])
    def test_nobody_else_names_a_colour(self, lines):
        replayed = judge(*lines)
        assert only(replayed)[1:] == (ILLEGAL, Code.MAY_NOT_NAME, "no-colour-named")
        assert replayed.steps[-1].named == "red"


class TestTheAim:
    FIRST = ("Ann rF1", "Bob rZ2", "Cat rZ3", "Dee rC2")
    SECOND = ("Ann bZ1", "Bob bZ2", "Cat bZ3", "Dee bC1")

    def test_toggle_resets_each_trick(self):
        """ "This card immediately toggles the trick objective." """
        replayed = judge(*self.FIRST, *self.SECOND)
        assert replayed.verdict is Verdict.LEGAL
        assert leader(replayed) == "Cat"

    def test_toggle_persists(self):
        replayed = judge(*self.FIRST, *self.SECOND, rules="toggle=persists")
        assert replayed.verdict is Verdict.LEGAL
        assert leader(replayed) == "Ann"


class TestNoValidCard:
    """Only a Change that did not follow, and removed a card all the same, can leave a trick without
    a card that counts."""

    LINES = ("Ann rA1", "Bob bC1", "Bob removes rA1", "Cat bZ1", "Dee bZ2")

    @pytest.mark.parametrize(
        ("rules", "collected", "removed"),
        [
            ("", "bC1 bZ1 bZ2", "rA1"),
            ("no-valid-card=leader-wins", "bC1 bZ1 bZ2", "rA1"),
            ("no-valid-card=discarded", "", "rA1 bC1 bZ1 bZ2"),
        ],
    )
    def test_either_way(self, rules, collected, removed):
        replayed = judge(*self.LINES, "Ann rZ1", rules=rules)
        assert (Code.NOT_ALLOWED, "change") in {(f.code, f.rule) for f in replayed.findings}
        assert Code.OUT_OF_TURN not in {f.code for f in replayed.findings}
        assert pile(replayed, "Ann", "collected") == collected
        table = replayed.steps[-1]
        pile_of = {key: cards for key, cards, _ in table.piles}
        assert len(pile_of["removed"]) == len(removed.split())

    def test_nobody_can_take_what_is_discarded(self):
        replayed = judge(*self.LINES, "Ann takes", rules="no-valid-card=discarded")
        assert (13, Code.NOT_ALLOWED, "no-winner") in {
            (f.event, f.code, f.rule) for f in replayed.findings
        }


class TestWhatIsTakenBackOrStands:
    RED = "rA1 rA2 rA3 rC1 rC2 rC3 rF1 rF2 rF3 rZ1 rZ2 rZ3 rG1"

    def test_a_card_of_another_colour_is_in_the_hand_again(self):
        start = (*START[:2], f"deal Bob {self.RED[4:]} bZ1", "Bob aside rA2 rA3", *START[4:])
        replayed = judge("Ann rG2", "Bob bZ1", start=start, remedy=Remedy.UNWIND)
        assert only(replayed)[2] is Code.MUST_FOLLOW
        bob = replayed.steps[-1].seats[1]
        assert (len(bob.cards), bob.unknown) == (11, 0)

    @pytest.mark.parametrize(("remedy", "played"), [(Remedy.UNWIND, ""), (Remedy.RULED, "rZ2")])
    def test_only_who_leads_a_wild_names_a_colour(self, remedy, played):
        """ "the player who plays it chooses which color it will be"."""
        replayed = judge("Ann rZ1", "Bob rZ2 blue", remedy=remedy)
        assert only(replayed)[1:3] == (ILLEGAL, Code.MAY_NOT_NAME)
        assert pile(replayed, "Bob", "trick") == played

    def test_a_card_led_that_nobody_named_is_one_less(self):
        assert judge("Ann ?").steps[-1].seats[0].unknown == 10

    def test_two_cards_are_set_aside_once(self):
        late = judge("Ann rZ1", "Ann aside rA1 rA2")
        assert late.steps[-1].seats[0].unknown == 10
        twice = judge("Ann aside rA1 rA2", start=START)
        assert only(twice)[1:3] == (ILLEGAL, Code.NOT_ALLOWED)
        assert twice.steps[-1].seats[0].unknown == 11


def test_the_winner_leads_though_all_its_cards_are_known():
    start = (f"deal Ann {TestWhatIsTakenBackOrStands.RED}", "Ann aside rA1 rA2", *START[2:])
    lines = ("Ann rZ3", "Bob bZ1", "Cat bZ2", "Dee bZ3", "Ann takes")
    replayed = judge(*lines, start=start)
    assert (leader(replayed), replayed.steps[-1].acting) == ("Ann", (0,))


def test_a_winner_without_cards_is_followed_by_the_next_who_has_some():
    """ "In this case, they simply 'sit out'": to the left goes the lead."""
    start = (*START[:2], "deal Bob 3", *START[3:])
    lines = ("Ann rZ1", "Bob rZ3", "Cat rZ2", "Dee rC1", "Bob takes")
    assert leader(judge(*lines, start=start)) == "Cat"
