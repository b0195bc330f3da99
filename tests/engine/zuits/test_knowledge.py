"""What can be known of hands nobody has seen: revokes that show later, hidden objectives, cards
nobody noted."""

import pytest

from tests.engine.zuits.table import SEATS, START, found, judge, leader, only, pile
from zarleague.engine import Code, Verdict

OPEN = Verdict.UNKNOWN


class TestRevoke:
    """Not following while able to is hidden until the card shows up."""

    FIRST = ("Ann rZ1", "Bob bZ1", "Cat rZ2", "Dee rZ3")

    def test_it_is_open_at_first(self):
        replayed = judge(*self.FIRST)
        assert only(replayed) == (1, OPEN, Code.MUST_FOLLOW, "follow")
        assert replayed.findings[0].about == (("count", 10),)

    def test_it_is_proved_when_the_card_shows_and_points_back_at_the_trick(self):
        replayed = judge(*self.FIRST, "Dee bA1", "Ann bA2", "Bob rA1")
        finding = next(f for f in replayed.findings if f.event == 9)
        assert (finding.verdict, finding.code) == (Verdict.ILLEGAL, Code.MUST_FOLLOW)
        assert finding.decided == 14  # the line "Bob rA1"

    def test_of_two_open_questions_each_is_settled_by_its_own_cards(self):
        lines = ("Ann rZ1", "Bob bZ1", "Cat bZ2", "Dee rZ3", "Dee bA1", "Ann bA2", "Bob rA1")
        assert judge(*lines).verdicts[9:11] == (Verdict.ILLEGAL, OPEN)
        both = judge(*lines, "Cat rA2")
        assert [(f.verdict, f.decided) for f in both.findings[:2]] == [
            (Verdict.ILLEGAL, 14),
            (Verdict.ILLEGAL, 15),
        ]

    def test_a_wild_proves_it_too(self):
        replayed = judge(*self.FIRST, "Dee bA1", "Ann bA2", "Bob A0")
        assert replayed.verdicts[9] is Verdict.ILLEGAL

    def test_a_wild_proves_nothing_where_it_may_be_kept(self):
        lines = (*self.FIRST, "Dee bA1", "Ann bA2", "Bob A0")
        assert judge(*lines, rules="wild-follows=may-slough").verdicts[9] is OPEN

    def test_an_objective_card_proves_nothing(self):
        """The objective cards were set aside before the first trick: they were not in the hand."""
        lines = (*self.FIRST, "close", "Bob turns rA1 rA2")
        assert judge(*lines).verdicts[9] is OPEN

    def test_the_cards_left_prove_it(self):
        assert judge(*self.FIRST, "close", "left Bob 10").verdicts[9] is OPEN
        assert judge(*self.FIRST, "close", "left Bob rA1 9").verdicts[9] is Verdict.ILLEGAL

    def test_all_cards_shown_and_none_follows_settles_that_it_was_fine(self):
        left = "bA1 bA2 bA3 bC1 bC2 bC3 bF1 bF2 bF3 bZ2"
        replayed = judge(*self.FIRST, "close", f"left Bob {left}")
        finding = next(f for f in replayed.findings if f.event == 9)
        assert (finding.verdict, finding.decided) == (Verdict.LEGAL, 13)
        assert replayed.verdicts[9] is Verdict.LEGAL

    def test_one_card_never_shown_keeps_it_open(self):
        left = "bA1 bA2 bA3 bC1 bC2 bC3 bF1 bF2 bF3 ?"
        assert judge(*self.FIRST, "close", f"left Bob {left}").verdicts[9] is OPEN

    def test_it_is_certain_at_once_when_others_hold_all_cards_that_follow(self):
        """15 red and 10 wild: Ann holds 13 of them, Cat 12; so Bob has none."""
        start = (
            "deal Ann rA1 rA2 rA3 rC1 rC2 rC3 rF1 rF2 rF3 rZ1 rZ2 rZ3 rG1",
            "deal Bob 13",
            "deal Cat rG2 rG3 A0 A4 C0 C4 F0 F4 Z0 Z4 G0 G4 bA1",
            "deal Dee 13",
            "Ann aside rA1 rA2",
            "Bob aside 2",
            "Cat aside bA1 A0",
            "Dee aside 2",
        )
        assert judge("Ann rZ1", "Bob bZ1", start=start).verdict is Verdict.LEGAL

    def test_it_is_certain_at_once_when_too_few_other_cards_are_left(self):
        """Blue and gold are 30 cards. Ann, Cat and Dee hold 28 of them, so Bob has 2 at most."""
        start = (
            "deal Ann bA1 bA2 bA3 bC1 bC2 bC3 bF1 bF2 bF3 bZ1 bZ2 rZ1 rZ2",
            "deal Bob 13",
            "deal Cat bZ3 bG1 bG2 bG3 gA1 gA2 gA3 gC1 gC2 gC3 gF1 gF2 rA2",
            "deal Dee gF3 gZ1 gZ2 gZ3 gG1 rA1 rA3 rC1 rC2 rC3 rF1 rF2 rF3",
            "Ann aside bA1 bA2",
            "Bob aside 2",
            "Cat aside bZ3 bG1",
            "Dee aside rA1 rA3",
        )
        replayed = judge("Ann rZ1", "Bob gG2", start=start)
        assert only(replayed) == (1, Verdict.ILLEGAL, Code.MUST_FOLLOW, "follow")
        assert replayed.findings[0].about == ()
        # With one card left in the hand, that may be the last of the 30.
        few = judge("Ann rZ1", "Bob gG2", start=(start[0], "deal Bob 4", *start[2:]))
        assert found(few)[-1] == (1, OPEN, Code.MUST_FOLLOW, "follow")

    def test_a_card_set_aside_unseen_makes_the_known_hand_uncertain(self):
        """Of thirteen known cards two unknown ones are set aside: which eleven are left?"""
        cards = "rG1 bA1 bA2 bA3 bC1 bC2 bC3 bF1 bF2 bF3 bZ1 bZ2 bZ3"
        start = (*START[:2], f"deal Bob {cards}", "Bob aside 2", *START[4:])
        replayed = judge("Ann rZ1", "Bob bF3", start=start)
        assert only(replayed) == (1, OPEN, Code.MUST_FOLLOW, "follow")


class TestADealtHand:
    """A hand somebody saw dealt is not forgotten when two of its cards are set aside unseen: the
    others are still its own, and counting says what must be left of it."""

    BLUE = "bA1 bA2 bA3 bC1 bC2 bC3 bF1 bF2 bF3"

    def start(self, others: str):
        return (*START[:2], f"deal Bob {self.BLUE} {others}", *START[3:])

    def test_its_cards_are_not_played_by_another(self):
        """ "deal out 13 cards to each player": bC1 was dealt to Bob."""
        start = self.start("rA1 rA2 gA1 gA2")
        assert only(judge("Ann bC1", start=start)) == (0, Verdict.ILLEGAL, Code.NONE_LEFT, "deck")
        assert judge("Ann bZ1", "Bob bC1", start=start).verdict is Verdict.LEGAL

    def test_nor_are_others_played_from_it(self):
        start = self.start("rA1 rA2 gA1 gA2")
        assert only(judge("Ann rZ1", "Bob rZ2", start=start))[1:3] == (
            Verdict.ILLEGAL,
            Code.NOT_HELD,
        )

    @pytest.mark.parametrize(
        ("others", "verdict"),
        [
            pytest.param("rA1 rA2 rA3 gA1", Verdict.ILLEGAL, id="three-red-one-left"),
            pytest.param("rA1 A0 A4 gA1", Verdict.ILLEGAL, id="wilds-too"),
            pytest.param("rA1 rA2 gA1 gA2", OPEN, id="two-red-may-both-be-aside"),
            pytest.param("gA3 gC1 gA1 gA2", Verdict.LEGAL, id="no-red"),
        ],
    )
    def test_who_held_more_than_two_held_one(self, others, verdict):
        """Bob sets two aside and does not follow to red."""
        replayed = judge("Ann rZ1", "Bob bA1", start=self.start(others))
        assert replayed.verdicts[9] is verdict

    def test_what_is_turned_up_later_decides_it(self):
        """Were they the two red ones? Then Bob held no red card when he did not follow."""
        start = self.start("rA1 rA2 gA1 gA2")
        lines = ("Ann rZ1", "Bob bA1", "close")
        assert judge(*lines, "Bob turns rA1 rA2", start=start).verdicts[9] is Verdict.LEGAL
        assert judge(*lines, "Bob turns rA1 bA2", start=start).verdicts[9] is Verdict.ILLEGAL
        assert judge(*lines, "Bob turns bA2 ?", start=start).verdicts[9] is Verdict.ILLEGAL

    def test_all_that_follow_were_dealt_to_others(self):
        """15 red and 10 wild: Ann and Cat were dealt them all, whatever they set aside. So Bob, of
        whom nobody saw a card, has none."""
        start = (
            "deal Ann rA1 rA2 rA3 rC1 rC2 rC3 rF1 rF2 rF3 rZ1 rZ2 rZ3 rG1",
            "deal Bob 13",
            "deal Cat rG2 rG3 A0 A4 C0 C4 F0 F4 Z0 Z4 G0 G4 bA1",
            "deal Dee 13",
            *(f"{name} aside 2" for name in SEATS),
        )
        assert judge("Ann rZ1", "Bob bZ1", start=start).verdict is Verdict.LEGAL


class TestCardsNobodyNoted:
    """A card nobody noted may follow or not, and may do anything; so it cannot be known to be
    right, and neither can what depends on it."""

    FOLLOWED = (OPEN, Code.MUST_FOLLOW, "follow")
    LED = (OPEN, Code.MUST_NAME, "lead-wild")
    TRICK = ("Ann rZ1", "Bob ?", "Cat rZ2", "Dee rZ3")

    def test_it_leaves_the_winner_open(self):
        replayed = judge(*self.TRICK)
        assert found(replayed) == [(1, *self.FOLLOWED)]
        assert replayed.steps[-1].acting == ()

    def test_whoever_leads_then_may_have_won(self):
        replayed = judge(*self.TRICK, "Cat bA1")
        assert found(replayed)[1:] == [(4, OPEN, Code.OUT_OF_TURN, "winner")]
        assert replayed.points == (None,) * 4
        unassigned = {key: size for key, _, size in replayed.steps[-1].piles}["unassigned"]
        assert unassigned == 4
        assert pile(replayed, "Cat", "trick") == "bA1"
        # Any seat may lead the next trick while the winner is not known, however often.
        lines = ("Dee ?", "Ann bA2", "Bob bA3", "Ann bZ1")
        again = judge(*self.TRICK, "Cat bA1", *lines)
        assert found(again)[-1] == (8, OPEN, Code.OUT_OF_TURN, "winner")
        assert pile(again, "Ann", "trick") == "bZ1"

    def test_whoever_takes_it_is_believed(self):
        lines = (*self.TRICK, "Cat takes", "Cat bA1")
        replayed = judge(*lines)
        assert found(replayed)[1:] == [(4, OPEN, Code.NOT_ALLOWED, "winner")]
        assert pile(replayed, "Cat", "collected") == "rZ1 rZ2 rZ3"
        # Cat has a card nobody can count, Dee has none and wants three.
        ended = judge(*lines, "close", "Cat turns rA1 rA2", "Dee turns rC1 rC2")
        assert ended.points == (None, None, None, 3)

    def test_led_it_leaves_the_colour_open(self):
        replayed = judge("Ann ?", "Bob bZ1", "Cat Z0")
        assert found(replayed) == [(0, *self.LED), (1, *self.FOLLOWED)]

    def test_led_with_a_colour_named_it_was_a_wild(self):
        replayed = judge("Ann ? blue", "Bob bZ1")
        assert found(replayed) == [(0, *self.LED)]
        assert replayed.steps[-1].named == "blue"

    def test_it_may_let_add(self):
        replayed = judge("Ann rA1", "Bob ?", "Bob adds rZ1")
        assert found(replayed)[1:] == [(2, OPEN, Code.NOT_ALLOWED, "art")]

    def test_it_may_remove(self):
        replayed = judge("Ann rA1", "Bob ?", "Bob removes rA1")
        assert found(replayed)[1:] == [(2, OPEN, Code.NOT_ALLOWED, "change")]

    def test_it_may_copy(self):
        replayed = judge("Ann rA1", "Bob ?", "Bob copies rA1", "Bob adds rZ1")
        # If it was no Giglet it did not copy the Art either, and no card could be added.
        assert found(replayed)[1:] == [
            (2, OPEN, Code.NOT_ALLOWED, "giglet"),
            (3, OPEN, Code.NOT_ALLOWED, "art"),
        ]

    def test_it_may_be_the_card_that_is_copied(self):
        lines = ("Ann rZ1", "Bob ?", "Cat rG1")
        replayed = judge(*lines, "Cat copies rA2", "Cat adds rZ2")
        assert found(replayed)[1:] == [(3, OPEN, Code.NOT_ALLOWED, "giglet")]
        # A Giglet may have copied anything; a Great Zont cannot be copied, whoever played it.
        replayed = judge(*lines, "Cat copies rG2", "Cat adds rZ2")
        assert [line for line, *_ in found(replayed)] == [1, 3, 4]
        replayed = judge(*lines, "Cat copies rZ2")
        assert found(replayed)[-1] == (3, Verdict.ILLEGAL, Code.NOT_ALLOWED, "great-zont")

    def test_it_may_be_copied_in_a_later_trick(self):
        lines = (*self.TRICK, "Dee takes", "Dee bG1", "Dee copies rA1")
        found_later = found(judge(*lines, rules="giglet-scope=whole-hand"))
        assert found_later[-1] == (6, OPEN, Code.NOT_ALLOWED, "giglet")
        in_this_trick = found(judge(*lines))
        assert in_this_trick[-1] == (6, Verdict.ILLEGAL, Code.NOT_ALLOWED, "giglet")

    def test_a_giglet_that_copied_it_did_nobody_knows_what(self):
        lines = ("Ann rA1", "Bob rG1", "Bob copies ?", "Cat rG2", "Cat copies rG1", "Cat adds rZ1")
        assert [line for line, *_ in found(judge(*lines))] == [2, 5]

    def test_nor_what_its_player_may_do_then(self):
        replayed = judge("Ann rA1", "Bob rG1", "Bob copies ?", "Bob adds rZ1")
        assert found(replayed) == [
            (2, OPEN, Code.NOT_ALLOWED, "giglet"),
            (3, OPEN, Code.NOT_ALLOWED, "art"),
        ]

    def test_a_card_that_lies_elsewhere_is_not_copied(self):
        """The removed Art is not the card nobody noted."""
        lines = ("Ann rA1", "Bob rC1", "Bob removes rA1", "Cat ?", "Dee rG1", "Dee copies rA1")
        assert found(judge(*lines))[1:] == [(5, Verdict.ILLEGAL, Code.NOT_ALLOWED, "giglet")]

    def test_removing_it_names_it(self):
        lines = ("Ann rZ1", "Bob ?", "Cat rC1", "Cat removes rA1", "Dee rA1")
        assert found(judge(*lines))[1:] == [(4, Verdict.ILLEGAL, Code.NONE_LEFT, "deck")]

    def test_it_cannot_be_one_that_lies_elsewhere(self):
        start = (*START[:6], "deal Dee rA1 12", START[7])
        lines = ("Ann rZ1", "Bob ?", "Cat rC1", "Cat removes rA1")
        replayed = judge(*lines, start=start)
        assert found(replayed)[1:] == [(3, Verdict.ILLEGAL, Code.NONE_LEFT, "deck")]
        assert replayed.findings[-1].about == (("card", 0), ("most", 1))
        # Nor is it the Change.
        itself = judge("Ann rZ1", "Bob ?", "Cat rC1", "Cat removes rC1")
        assert found(itself)[1:] == [(3, Verdict.ILLEGAL, Code.NOT_ALLOWED, "change")]

    def test_named_by_its_removal_nothing_about_it_stays_open(self):
        """Cat says that Bob's card was A0, a wild, which follows. The trick is Cat's then: her 3
        against 1 and 2, without a Favors."""
        lines = ("Ann rZ1", "Bob ?", "Cat rC3", "Cat removes A0", "Dee rZ2")
        replayed = judge(*lines)
        assert replayed.verdict is Verdict.LEGAL
        assert leader(replayed) == "Cat"
        # A Favors has toggled before it was removed: Ann's 1 is the lowest.
        assert leader(judge(*lines[:3], "Cat removes F0", *lines[4:])) == "Ann"

    def test_of_two_such_cards_it_may_have_been_either(self):
        """Cat's A0 lay on top and may be removed; if it was Bob's, Cat's card on it was to go."""
        assert only(judge("Ann rZ1", "Bob rA2", "Cat ?", "Dee rC1", "Dee removes A0"))[0] == 2
        replayed = judge("Ann rZ1", "Bob ?", "Cat ?", "Dee rC1", "Dee removes A0")
        assert found(replayed)[-1] == (4, OPEN, Code.NOT_ALLOWED, "great-zont")
        assert replayed.witnesses == {} or 12 in replayed.witnesses

    def test_named_so_it_was_in_the_hand_before(self):
        """Bob did not follow to red; then he plays a card nobody notes, which was red."""
        first = ("Ann rZ1", "Bob bZ1", "Cat rZ2", "Dee rZ3", "Dee rA1", "Ann rG1", "Bob ?")
        removed = (*first, "Cat rC1", "Cat removes rA2")
        assert judge(*first).verdicts[9] is OPEN
        assert judge(*removed).verdicts[9] is Verdict.ILLEGAL

    def test_an_unnamed_removal_may_have_taken_the_card_before(self):
        """Where a Change passes over a Great Zont, Bob's card may have been one, and Ann's gone: so
        nobody knows whether it can be copied."""
        rules = "change-target=last-removable"
        lines = ("Ann F4 red", "Bob ?", "Cat rC1", "Cat removes ?", "Dee rG1", "Dee copies F4")
        copied = (5, OPEN, Code.NOT_ALLOWED, "giglet")
        assert copied in found(judge(*lines, rules=rules))
        assert copied not in found(judge(*lines))

    def test_it_is_no_great_zont_where_all_lie_elsewhere(self):
        """Ann was dealt all eleven: so Bob's card can be removed, and no other."""
        zonts = "rZ1 rZ2 rZ3 bZ1 bZ2 bZ3 gZ1 gZ2 gZ3 Z0 Z4 rA1 rA2"
        start = (f"deal Ann {zonts}", *START[1:])
        lines = ("Ann rZ1", "Bob ?", "Cat rC1")
        removed = judge(*lines, "Cat removes ?", start=start)
        assert found(removed) == [(1, *self.FOLLOWED)]
        rules = "change-target=last-removable"
        lines = ("Ann rA1", *lines[1:])
        earlier = judge(*lines, "Cat removes rA1", start=start, rules=rules)
        assert found(earlier)[1:] == [(3, Verdict.ILLEGAL, Code.NOT_ALLOWED, "change")]

    MAY_BE_A_GREAT_ZONT = (3, OPEN, Code.NOT_ALLOWED, "great-zont")

    def test_removed_unseen_it_may_have_been_a_great_zont(self):
        lines = ("Ann rZ1", "Bob ?", "Cat rC1", "Cat removes ?", "Dee rA1")
        replayed = judge(*lines)
        assert found(replayed) == [(1, *self.FOLLOWED), self.MAY_BE_A_GREAT_ZONT]
        sizes = {key: size for key, _, size in replayed.steps[-1].piles}
        assert (sizes["removed"], sizes["unassigned"]) == (1, 0)

    def test_a_card_before_it_may_have_been_removed_instead(self):
        """If Bob's is a Great Zont, Ann's wild is gone; so nobody's points are known, though the
        cards that seem to be left all are."""
        lines = ("Ann A4 red", "Bob ?", "Cat rC1", "Cat removes ?", "Dee rZ1", "Cat takes")
        replayed = judge(*lines, "close", "Cat turns rA1 rA2", rules="change-target=last-removable")
        assert found(replayed)[:2] == [(1, *self.FOLLOWED), self.MAY_BE_A_GREAT_ZONT]
        sizes = {key: size for key, _, size in replayed.steps[-1].piles}
        assert (sizes["removed"], sizes["unassigned"]) == (0, 1)
        assert replayed.points == (None,) * 4

    def test_it_is_not_removed_under_the_name_of_a_great_zont(self):
        """ "This card cannot be removed (by Change)" """
        replayed = judge("Ann rA1", "Bob ?", "Cat rC1", "Cat removes rZ3")
        assert found(replayed)[1:] == [(3, Verdict.ILLEGAL, Code.NOT_ALLOWED, "great-zont")]

    def test_it_may_be_a_great_zont_that_is_passed_over(self):
        lines = ("Ann rA1", "Bob ?", "Cat rC1", "Cat removes rA1")
        replayed = judge(*lines, rules="change-target=last-removable")
        assert found(replayed) == [(1, *self.FOLLOWED), self.MAY_BE_A_GREAT_ZONT]
        assert pile(replayed, "Ann", "trick") == ""

    def test_where_nothing_else_fits_it_is_what_was_removed(self):
        lines = ("Ann rA1", "Bob ?", "Cat rC1", "Cat removes rA3")
        replayed = judge(*lines, rules="change-target=last-removable")
        # It is red, so Bob has followed.
        assert found(replayed) == [(1, Verdict.LEGAL, *self.FOLLOWED[1:])]
        assert replayed.findings[0].decided == 11
        assert pile(replayed, "Bob", "trick") == ""
        removed = {key: cards for key, cards, _ in replayed.steps[-1].piles}["removed"]
        assert removed == (2,)  # the red Art 3

    def test_of_two_it_may_be_the_earlier_one(self):
        """Then the later one has to be a Great Zont, or the removal is wrong."""
        lines = ("Ann ? red", "Bob ?", "Cat rC1", "Cat removes rA3")
        for rules in ("change-target=last-removable", ""):
            assert found(judge(*lines, rules=rules))[2:] == [self.MAY_BE_A_GREAT_ZONT]

    def test_a_colour_nobody_knows_leaves_the_added_card_open(self):
        """The Art may not have followed, and what it lets add need not follow either."""
        replayed = judge("Ann ?", "Bob rA1", "Bob adds bZ1")
        assert found(replayed)[2:] == [
            (2, OPEN, Code.NOT_ALLOWED, "art"),
            (2, OPEN, Code.MUST_FOLLOW, "art"),
        ]
        # A wild follows whatever the colour is.
        assert found(judge("Ann ?", "Bob A4", "Bob adds Z0")) == [(0, *self.LED)]

    def test_what_may_not_follow_may_have_no_effect(self):
        """ "the card they play will have no effect (either in terms of its value or suit)" """
        lines = ("Ann ?", "Bob rA1", "Cat rC1", "Cat removes rA1", "Dee rG1", "Dee copies rC1")
        effects = [one for one in found(judge(*lines)) if one[2] is Code.NOT_ALLOWED]
        assert effects == [
            (3, OPEN, Code.NOT_ALLOWED, "change"),
            (5, OPEN, Code.NOT_ALLOWED, "giglet"),
        ]

    def test_an_added_card_of_any_colour_may_decide_the_trick_then(self):
        # Nobody knows what Ann led; Bob's blue 3 may count or not.
        lines = ("Ann ?", "Bob A0", "Bob adds bZ3", "Cat Z0", "Dee F0")
        assert judge(*lines).steps[-1].acting == ()

    def test_added_it_may_not_fit(self):
        replayed = judge("Ann rA1", "Ann adds ?")
        assert found(replayed) == [(1, OPEN, Code.DOES_NOT_FIT, "art")]

    def test_whether_a_card_had_to_be_added_is_open_where_the_colour_is(self):
        rules = "art-extra=mandatory"
        replayed = judge("Ann ?", "Bob rA1", "Cat Z0", rules=rules)
        assert found(replayed)[-1] == (1, OPEN, Code.COULD_HAVE_PLAYED, "art")

    def test_and_no_card_shown_later_settles_that(self):
        start = (*START[:2], "deal Bob 4", *START[3:])
        lines = ("Ann ?", "Bob rA1", "Cat Z0", "Dee F0", "Bob takes", "Bob bZ1")
        replayed = judge(*lines, start=start, rules="art-extra=mandatory")
        assert (1, OPEN, Code.COULD_HAVE_PLAYED, "art") in found(replayed)

    def test_who_has_no_card_left_need_not_add_one(self):
        start = (*START[:2], "deal Bob 3", *START[3:])
        replayed = judge("Ann ?", "Bob rA1", "Cat Z0", start=start, rules="art-extra=mandatory")
        assert Code.COULD_HAVE_PLAYED not in [code for _, _, code, _ in found(replayed)]

    def test_copying_an_unknown_card_leaves_the_aim_open(self):
        rules = "toggle=persists"
        lines = ("Ann rA1", "Bob rG1", "Bob copies ?", "Cat rZ2", "Dee rZ1", "Cat takes")
        replayed = judge(*lines, "Cat bZ1", "Dee bZ2", "Ann bA1", "Bob bZ3", rules=rules)
        # Whether the lowest wins is not known in the next trick either.
        assert replayed.steps[-1].acting == ()
        assert [f.verdict for f in replayed.findings] == [OPEN, OPEN]

    def test_an_unknown_added_card_leaves_only_this_trick_open(self):
        rules = "toggle=persists"
        lines = ("Ann rA1", "Ann adds ?", "Bob rZ1", "Cat rZ2", "Dee rC1", "Cat takes")
        replayed = judge(*lines, "Cat bZ1", "Dee bZ2", "Ann bA1", "Bob bZ3", rules=rules)
        assert leader(replayed) == "Bob"

    @pytest.mark.parametrize(
        "lines",
        [
            ("Ann rA1", "Ann adds ?", "Bob rZ1", "Cat rZ2", "Dee rC1"),
            ("Ann rA1", "Bob rG1", "Bob copies ?", "Cat rZ2", "Dee rZ1"),
        ],
    )
    def test_a_trick_that_may_be_anybodys_is_unassigned(self, lines):
        replayed = judge(*lines, "Cat bZ1", "close", "Dee turns rF1 rF2")
        sizes = {key: size for key, _, size in replayed.steps[-1].piles}
        assert sizes == {"stock": 3, "removed": 0, "unassigned": 5 - ("copies" in lines[2])}
        assert replayed.points == (None,) * 4

    def test_an_unknown_card_out_of_a_known_hand_makes_the_rest_uncertain(self):
        blue = "bA1 bA2 bA3 bC1 bC2 bC3 bF1 bF2 bF3 bZ1 bZ2 bZ3"
        start = (*START[:2], f"deal Bob {blue} rG1", "Bob aside bA1 bA2", *START[4:])
        lines = ("Ann rZ1", "Bob ?", "Cat rZ2", "Dee rZ3", "Dee rA1", "Ann rA2", "Bob bF1")
        replayed = judge(*lines, start=start)
        assert replayed.verdicts[-1] is OPEN

    def test_a_claim_outlives_a_card_nobody_noted(self):
        """Bob does not follow while eight of his cards are unknown. A card nobody noted then
        leaves his hand, and none is known for sure any more; but red cards he shows were his."""
        known = "bA1 bA2 bC1 bC2 bF1 bF2 7"
        start = (*START[:2], f"deal Bob {known}", "Bob aside bA1 bA2", *START[4:])
        lines = ("Ann rZ1", "Bob bC1", "Cat rZ2", "Dee rC3", "Dee gA1", "Ann gA2", "Bob ?")
        assert judge(*lines, start=start).verdicts[9] is OPEN
        shown = judge(*lines, "Cat gA3", "Bob rZ3", start=start)
        assert shown.verdicts[9] is Verdict.ILLEGAL

    def test_a_claim_stays_open_as_long_as_one_card_is_missing(self):
        known = "bA1 bA2 bC1 bC2 bF1 bF2 7"
        start = (*START[:2], f"deal Bob {known}", "Bob aside bA1 bA2", *START[4:])
        lines = ("Ann rZ1", "Bob bC1", "Cat rZ2", "Dee rC3", "Dee gA1", "Ann gA2", "Bob ?")
        left = "bC2 bF1 bF2 bC3 bF3 bZ1 bZ2 bZ3 gC1"
        replayed = judge(*lines, "Cat gA3", "close", f"left Bob {left}", start=start)
        assert replayed.verdicts[9] is OPEN
