"""The effects of the five suits, worked by hand."""

import pytest

from tests.engine.zuits.table import START, found, judge, leader, only, pile
from zarleague.engine import Code, Remedy, Verdict

ILLEGAL = Verdict.ILLEGAL


class TestArt:
    """ "ART (+): Play an additional card from your hand. The color of the card must match that
    chosen for the trick." """

    LINES = ("Ann rA2", "Ann adds rZ1", "Bob rZ3", "Cat rZ2", "Dee rC1")

    def test_the_values_are_added(self):
        """ "the highest value card(s)": 2 + 1 = 3 ties with Bob's 3, and Ann was first."""
        assert leader(judge(*self.LINES)) == "Ann"

    def test_art_value_best_single(self):
        assert leader(judge(*self.LINES, rules="art-value=best-single")) == "Bob"

    @pytest.mark.parametrize(
        ("rules", "winner"), [("art-value=sum", "Bob"), ("art-value=best-single", "Ann")]
    )
    def test_the_better_single_card_is_the_lower_when_lowest_wins(self, rules, winner):
        # Ann 3 + 1, Bob 2 and a Favors: lowest wins.
        lines = ("Ann rA3", "Ann adds rZ1", "Bob rF2", "Cat rZ3", "Dee rC3")
        assert leader(judge(*lines, rules=rules)) == winner

    def test_a_wild_may_be_added(self):
        assert judge("Ann rA2", "Ann adds Z0", "Bob rZ3").verdict is Verdict.LEGAL

    def test_another_colour_may_not(self):
        replayed = judge("Ann rA2", "Ann adds bZ1", "Bob rZ3")
        assert only(replayed) == (1, ILLEGAL, Code.DOES_NOT_FIT, "art")
        assert pile(replayed, "Ann", "trick") == "rA2 bZ1"

    def test_another_colour_is_taken_back(self):
        replayed = judge("Ann rA2", "Ann adds bZ1", remedy=Remedy.UNWIND)
        assert pile(replayed, "Ann", "trick") == "rA2"
        assert replayed.steps[-1].seats[0].cards == (30 + 6,)  # the blue Great Zont 1, seen

    def test_another_colour_that_stands_has_no_value(self):
        lines = ("Ann rA1", "Ann adds bZ3", "Bob rZ2", "Cat rZ1", "Dee rC1")
        assert leader(judge(*lines)) == "Bob"

    def test_the_added_card_has_no_effect(self):
        """ "Use these when you play your first card in a trick." """
        lines = ("Ann rA1", "Ann adds rF1", "Bob rZ3", "Cat rZ2", "Dee rC1")
        assert leader(judge(*lines)) == "Bob"

    def test_only_an_art_lets_add(self):
        replayed = judge("Ann rZ1", "Ann adds rZ2")
        assert only(replayed) == (1, ILLEGAL, Code.NOT_ALLOWED, "art")

    def test_only_one_card(self):
        replayed = judge("Ann rA1", "Ann adds rZ2", "Ann adds rZ3")
        assert only(replayed) == (2, ILLEGAL, Code.NOT_ALLOWED, "art")

    def test_what_may_not_be_added_stands_all_the_same(self):
        """These rules know no penalty: a card added against them lies on the table."""
        twice = judge("Ann rA1", "Ann adds rZ2", "Ann adds rZ3")
        assert pile(twice, "Ann", "trick") == "rA1 rZ2 rZ3"
        # A card that did not follow has no effect, and only an Art lets its player add one.
        off = judge("Ann rZ3", "Bob bA1", "Bob adds rZ1")
        assert pile(off, "Bob", "trick") == "bA1 rZ1"
        assert pile(judge("Ann rZ3", "Bob bZ1", "Bob adds rZ1"), "Bob", "trick") == "bZ1 rZ1"

    def test_what_may_not_be_added_leaves_the_hand(self):
        """Ann adds rG1 without an Art: 1 + 1 is less than Bob's 3. Played again, it was another
        card that she added: still one line is wrong."""
        lines = ("Ann rZ1", "Ann adds rG1", "Bob rZ3", "Cat rC1", "Dee rC2", "Bob takes")
        assert only(judge(*lines)) == (1, ILLEGAL, Code.NOT_ALLOWED, "art")
        again = judge(*lines, "Bob bZ1", "Cat bZ2", "Dee bZ3", "Ann rG1")
        illegal = [finding for finding in found(again) if finding[1] is ILLEGAL]
        assert illegal == [
            (1, ILLEGAL, Code.NOT_ALLOWED, "art"),
            (1, ILLEGAL, Code.NONE_LEFT, "deck"),
        ]

    def test_what_may_not_be_added_is_taken_back(self):
        replayed = judge("Ann rZ1", "Ann adds rZ2", remedy=Remedy.UNWIND)
        assert pile(replayed, "Ann", "trick") == "rZ1"

    def test_an_additional_card_is_one_of_the_own_hand(self):
        replayed = judge("Ann rA1", "Bob adds rZ2")
        assert only(replayed) == (1, ILLEGAL, Code.NOT_ALLOWED, "art")
        # It stands, and Bob still has his turn.
        assert pile(replayed, "Bob", "trick") == "rZ2"
        assert replayed.steps[-1].acting[-1] == 1

    def test_an_added_card_nobody_named_leaves_the_winner_open(self):
        replayed = judge("Ann rA1", "Ann adds ?", "Bob rZ3", "Cat rZ2", "Dee rC1", "Bob takes")
        assert replayed.steps[-1].seats[0].unknown == 9
        assert replayed.findings[-1][1:4] == (Verdict.UNKNOWN, Code.NOT_ALLOWED, "winner")

    def test_the_best_single_card_is_the_highest(self):
        lines = ("Ann rA3", "Ann adds rZ1", "Bob rZ2", "Cat rC2", "Dee rC1")
        assert leader(judge(*lines, rules="art-value=best-single")) == "Ann"

    def test_too_late_once_the_next_has_played(self):
        replayed = judge("Ann rA1", "Bob rZ2", "Ann adds rZ3")
        assert only(replayed) == (2, ILLEGAL, Code.NOT_ALLOWED, "art")

    def test_a_close_too_early_is_as_good_as_not_said(self):
        replayed = judge("Ann rA1", "close", "Ann adds rZ1")
        assert only(replayed) == (1, ILLEGAL, Code.NOT_FINISHED, "finish")
        assert pile(replayed, "Ann", "trick") == "rA1 rZ1"

    def test_an_added_card_must_be_held(self):
        replayed = judge("Ann rA1", "Bob rA2", "Bob adds rA1")
        assert only(replayed) == (2, ILLEGAL, Code.NONE_LEFT, "deck")

    def test_nothing_can_be_added_without_cards(self):
        start = (*START[:2], "deal Bob 3", *START[3:])
        replayed = judge("Ann rZ1", "Bob rA2", "Bob adds rA1", start=start)
        assert (replayed.findings[-1].code, replayed.findings[-1].rule) == (Code.NOT_HELD, "art")

    RED = "rA1 rA2 rA3 rC1 rC2 rC3 rF1 rF2 rF3 rZ1 rZ2 rZ3"

    def test_extra_optional(self):
        start = (f"deal Ann {self.RED} rG1", "Ann aside rC1 rC2", *START[2:])
        assert judge("Ann rA1", "Bob Z4", start=start).verdict is Verdict.LEGAL

    def test_extra_mandatory(self):
        start = (f"deal Ann {self.RED} rG1", "Ann aside rC1 rC2", *START[2:])
        replayed = judge("Ann rA1", "Bob Z4", start=start, rules="art-extra=mandatory")
        assert only(replayed) == (0, ILLEGAL, Code.COULD_HAVE_PLAYED, "art")
        assert (replayed.findings[0].about, replayed.findings[0].decided) == ((), 9)

    @pytest.mark.parametrize("goes_on", ["Dee takes", "Dee rZ1"])
    def test_extra_mandatory_for_the_last_to_play(self, goes_on):
        """Once the trick is collected it is too late to add a card."""
        start = (*START[:6], f"deal Dee {self.RED} rG1", "Dee aside rC1 rC2")
        lines = ("Ann rG2", "Bob Z0", "Cat C0", "Dee rA3", goes_on)
        replayed = judge(*lines, start=start, rules="art-extra=mandatory")
        assert (11, ILLEGAL, Code.COULD_HAVE_PLAYED, "art", (), 12) in replayed.findings

    @pytest.mark.parametrize("hand", ["13", "rA3 rZ1 bA1 bA2 bA3 bC1 bC2 bC3 bF1 bF2 bF3 bZ1 bZ2"])
    def test_extra_mandatory_but_the_last_to_play_wins_and_leads_it_instead(self, hand):
        start = (
            *START[:6],
            f"deal Dee {hand}",
            "Dee aside 2" if hand == "13" else "Dee aside bA1 bA2",
        )
        lines = ("Ann rG2", "Bob Z0", "Cat C0", "Dee rA3", "Dee rZ1")
        replayed = judge(*lines, start=start, rules="art-extra=mandatory")
        assert replayed.findings == ((11, ILLEGAL, Code.COULD_HAVE_PLAYED, "art", (), 12),)

    def test_extra_mandatory_and_a_card_nobody_noted_is_led(self):
        lines = ("Ann rG2", "Bob Z0", "Cat C0", "Dee rA3", "Dee ?")
        replayed = judge(*lines, rules="art-extra=mandatory")
        assert only(judge(*lines))[0] == 4
        assert replayed.findings[0][:4] == (11, Verdict.UNKNOWN, Code.COULD_HAVE_PLAYED, "art")
        assert replayed.findings[0].about == (("count", 10),)

    def test_extra_mandatory_for_a_giglet_that_copied_an_art(self):
        """The finding stands at the line where the Art was copied."""
        start = (*START[:2], f"deal Bob {self.RED} rG1", "Bob aside rC1 rC2", *START[4:])
        lines = ("Ann A4 red", "Ann adds A0", "Bob rG1", "Bob copies A4", "Cat Z4")
        replayed = judge(*lines, start=start, rules="art-extra=mandatory")
        assert only(replayed) == (3, ILLEGAL, Code.COULD_HAVE_PLAYED, "art")

    def test_extra_mandatory_but_there_is_none(self):
        blue = "bA1 bA2 bA3 bC1 bC2 bC3 bF1 bF2 bF3 bZ1 bZ2 bZ3"
        start = (f"deal Ann {blue} rA1", "Ann aside bC1 bC2", *START[2:])
        replayed = judge("Ann rA1", "Bob Z4", start=start, rules="art-extra=mandatory")
        assert replayed.verdict is Verdict.LEGAL

    def test_extra_mandatory_shows_later(self):
        lines = ("Ann rA1", "Bob rZ2", "Cat rZ1", "Dee rC1")
        rules = "art-extra=mandatory"
        open_question = judge(*lines, rules=rules)
        assert only(open_question) == (0, Verdict.UNKNOWN, Code.COULD_HAVE_PLAYED, "art")
        assert open_question.findings[0][4:] == ((("count", 10),), -1)
        # Ann plays a red card in the next trick: she held it when she played the Art.
        shown = judge(*lines, "Bob bZ1", "Cat bZ2", "Dee bZ3", "Ann rZ3", rules=rules)
        assert (shown.findings[0].event, shown.findings[0].verdict) == (8, ILLEGAL)
        assert shown.findings[0].decided == 15


class TestChange:
    """ "CHANGE (-): May remove the card most recently played. The card is set aside and is not used
    further in the current hand." """

    def test_it_removes_the_card_before(self):
        replayed = judge("Ann rZ1", "Bob rA3", "Cat rC2", "Cat removes rA3", "Dee rA1")
        assert replayed.verdict is Verdict.LEGAL
        assert leader(replayed) == "Cat"
        replayed = judge("Ann rZ1", "Bob rA3", "Cat rC2", "Cat removes rA3", "Dee rA1", "Cat takes")
        removed = {key: cards for key, cards, _ in replayed.steps[-1].piles}["removed"]
        assert removed == (2,)  # the red Art 3
        # Three cards are not dealt, whatever is removed.
        assert replayed.steps[-1].piles[0][::2] == ("stock", 3)
        assert pile(replayed, "Cat", "collected") == "rA1 rC2 rZ1"

    def test_what_may_not_be_removed_is_gone_all_the_same(self):
        """These rules know no penalty: a card removed against them does not come back."""
        zont = judge("Ann rZ1", "Bob rC2", "Bob removes rZ1")
        assert only(zont) == (2, ILLEGAL, Code.NOT_ALLOWED, "great-zont")
        assert pile(zont, "Ann", "trick") == ""
        older = judge("Ann rA1", "Bob rA2", "Cat rC2", "Cat removes rA1")
        assert only(older) == (3, ILLEGAL, Code.NOT_ALLOWED, "change")
        assert (pile(older, "Ann", "trick"), pile(older, "Bob", "trick")) == ("", "rA2")
        art = judge("Ann rA1", "Bob rA2", "Bob removes rA1")
        assert only(art) == (2, ILLEGAL, Code.NOT_ALLOWED, "change")
        assert pile(art, "Ann", "trick") == ""

    def test_who_wins_is_decided_without_it(self):
        """Without Ann's 3 the best is Bob's 2; so Bob takes the trick, and nobody else."""
        lines = ("Ann rZ3", "Bob rC2", "Bob removes rZ3", "Cat rG1", "Dee rA1")
        assert only(judge(*lines, "Bob takes")) == (2, ILLEGAL, Code.NOT_ALLOWED, "great-zont")
        wrong = judge(*lines, "Ann takes")
        assert wrong.findings[-1][1:4] == (ILLEGAL, Code.NOT_ALLOWED, "winner")

    def test_what_may_not_be_removed_is_put_back(self):
        replayed = judge("Ann rZ1", "Bob rC2", "Bob removes rZ1", remedy=Remedy.UNWIND)
        assert pile(replayed, "Ann", "trick") == "rZ1"

    def test_neither_the_change_nor_a_card_that_is_not_there(self):
        first = judge("Ann rC1", "Ann removes rA1")
        assert only(first) == (1, ILLEGAL, Code.NOT_ALLOWED, "change")
        # Nor does a Change remove itself, when there is nothing it could remove.
        itself = judge(
            "Ann rZ1", "Bob rC2", "Bob removes rC2", rules="change-target=last-removable"
        )
        assert only(itself) == (2, ILLEGAL, Code.NOT_ALLOWED, "great-zont")
        assert pile(itself, "Bob", "trick") == "rC2"

    def test_only_a_favors_removed_turns_the_aim_back(self):
        lines = ("Ann rZ1", "Bob rA3", "Cat rC2", "Cat removes rA3", "Dee rA1")
        assert leader(judge(*lines, rules="change-undoes-effect=yes")) == "Cat"

    def test_only_who_played_the_change_removes(self):
        replayed = judge("Ann rA1", "Bob rC2", "Cat removes rA1")
        assert only(replayed) == (2, ILLEGAL, Code.NOT_ALLOWED, "change")

    def test_it_may_be_left(self):
        lines = ("Ann rZ1", "Bob rA3", "Cat rC2", "Dee rA1")
        assert leader(judge(*lines)) == "Bob"

    @pytest.mark.parametrize("rules", ["change-undoes-effect=no", "change-undoes-effect=yes"])
    def test_it_removes_an_added_card_first(self, rules):
        """An added Favors has toggled nothing, so nothing is taken back either."""
        lines = ("Ann rA3", "Ann adds rF3", "Bob rC1", "Bob removes rF3", "Cat rZ2", "Dee rZ1")
        replayed = judge(*lines, rules=rules)
        assert replayed.verdict is Verdict.LEGAL
        assert leader(replayed) == "Ann"

    def test_not_an_earlier_card(self):
        replayed = judge("Ann rA1", "Bob rA3", "Cat rC2", "Cat removes rA1")
        assert only(replayed) == (3, ILLEGAL, Code.NOT_ALLOWED, "change")

    def test_nothing_to_remove_for_the_leader(self):
        assert only(judge("Ann rC1", "Ann removes rA1")) == (
            1,
            ILLEGAL,
            Code.NOT_ALLOWED,
            "change",
        )

    def test_only_once(self):
        lines = ("Ann rA1", "Bob rA3", "Cat rC2", "Cat removes rA3", "Cat removes rA1")
        assert only(judge(*lines)) == (4, ILLEGAL, Code.NOT_ALLOWED, "change")

    def test_target_last_card_is_void_on_a_great_zont(self):
        """ "GREAT ZONT: This card cannot be removed (by Change)" """
        replayed = judge("Ann rA1", "Bob rZ3", "Cat rC2", "Cat removes rZ3")
        assert only(replayed) == (3, ILLEGAL, Code.NOT_ALLOWED, "great-zont")

    def test_target_last_removable_passes_over_a_great_zont(self):
        lines = ("Ann rA1", "Bob rZ3", "Cat rC2", "Cat removes rA1")
        assert only(judge(*lines))[2:] == (Code.NOT_ALLOWED, "great-zont")
        replayed = judge(*lines, rules="change-target=last-removable")
        assert replayed.verdict is Verdict.LEGAL
        assert pile(replayed, "Ann", "trick") == ""

    def test_target_is_no_great_zont_that_was_added(self):
        """ "This card cannot be removed (by Change)": whatever it does in the trick."""
        added = judge("Ann rA1", "Ann adds rZ1", "Bob rC2", "Bob removes rZ1")
        assert only(added) == (3, ILLEGAL, Code.NOT_ALLOWED, "great-zont")

    OFF_COLOUR = ("Ann rA1", "Bob bZ3", "Cat rC2", "Cat removes bZ3")

    def test_great_zont_off_colour_has_no_effect(self):
        """ "the card they play will have no effect (either in terms of its value or suit) on that
        trick": it is not protected."""
        replayed = judge(*self.OFF_COLOUR)
        assert replayed.verdicts[11] is Verdict.LEGAL
        assert pile(replayed, "Bob", "trick") == ""

    def test_great_zont_off_colour_protected(self):
        """ "This card cannot be removed (by Change)": not even if it did not follow."""
        off = judge(*self.OFF_COLOUR, rules="great-zont-off-colour=protected")
        assert off.findings[-1][:4] == (11, ILLEGAL, Code.NOT_ALLOWED, "great-zont")

    def test_great_zont_off_colour_is_no_hindrance_to_the_card_below(self):
        """Where a Change takes the latest card that can be removed, that is bZ3 itself."""
        rules = "change-target=last-removable"
        lines = (*self.OFF_COLOUR[:3], "Cat removes rA1")
        assert judge(*lines, rules=rules).verdicts[11] is ILLEGAL
        protected = f"{rules} great-zont-off-colour=protected"
        assert judge(*lines, rules=protected).verdicts[11] is Verdict.LEGAL

    def test_great_zont_off_colour_or_not_where_nobody_knows_the_colour(self):
        lines = ("Ann ?", "Bob bZ3", "Cat C4", "Cat removes bZ3")
        assert judge(*lines).verdicts[11] is Verdict.UNKNOWN
        assert judge(*lines, rules="great-zont-off-colour=protected").verdicts[11] is ILLEGAL
        # A wild follows whatever the colour is.
        lines = ("Ann ?", "Bob Z4", "Cat C4", "Cat removes Z4")
        assert judge(*lines).verdicts[11] is ILLEGAL

    def test_a_card_that_did_not_follow_can_be_removed(self):
        lines = ("Ann rA1", "Bob bA3", "Cat rC2", "Cat removes bA3")
        assert judge(*lines).verdicts[11] is Verdict.LEGAL

    @pytest.mark.parametrize(
        ("rules", "winner"),
        [("change-undoes-effect=no", "Dee"), ("change-undoes-effect=yes", "Ann")],
    )
    def test_undoes_effect(self, rules, winner):
        # Bob's Favors is removed. If its toggle stays, the lowest wins: Dee's 1.
        lines = ("Ann rZ3", "Bob rF2", "Cat rC2", "Cat removes rF2", "Dee rZ1")
        replayed = judge(*lines, rules=rules)
        assert replayed.verdict is Verdict.LEGAL
        assert leader(replayed) == winner

    def test_undoes_effect_of_a_giglet_that_copied_a_favors(self):
        lines = (
            "Ann rF3",
            "Bob rG2",
            "Bob copies rF3",
            "Cat rC1",
            "Cat removes rG2",
            "Dee rZ2",
        )
        # Toggled twice, once taken back: the lowest wins, Cat's 1. Otherwise the highest, Ann's 3.
        assert leader(judge(*lines, rules="change-undoes-effect=yes")) == "Cat"
        assert leader(judge(*lines, rules="change-undoes-effect=no")) == "Ann"

    def test_the_colour_stays_when_the_card_led_is_removed(self):
        """Bob's Change takes Ann's lead away; Cat still has to follow with red, and has
        one: of three only two can lie aside."""
        start = (*START[:4], f"deal Cat rZ1 rZ2 rF1 {' '.join('?' * 10)}", *START[5:])
        lines = ("Ann rA3", "Bob rC1", "Bob removes rA3", "Cat bZ1")
        replayed = judge(*lines, start=start)
        assert only(replayed) == (3, ILLEGAL, Code.MUST_FOLLOW, "follow")
        # The best that is left is Dee's 3.
        rest = judge(*lines[:3], "Cat rZ1", "Dee rZ3", "Dee takes")
        assert rest.verdict is Verdict.LEGAL

    def test_removed_cards_are_gone(self):
        replayed = judge("Ann rA1", "Bob rC2", "Bob removes rA1", "Cat rA1")
        assert only(replayed) == (3, ILLEGAL, Code.NONE_LEFT, "deck")
        assert replayed.findings[0].about == (("card", 0), ("most", 1))


class TestGiglet:
    """ "GIGLET (infinity): Copy the effect of any card already played (with the exception of a
    Great Zont). This includes copying the effect of a previously played Wild." """

    def test_it_copies_a_favors(self):
        lines = ("Ann rF3", "Bob rG2", "Bob copies rF3", "Cat rZ1", "Dee rA1")
        assert leader(judge(*lines)) == "Ann"  # toggled twice: highest wins

    def test_it_copies_an_art(self):
        lines = ("Ann rA1", "Bob rG2", "Bob copies rA1", "Bob adds rZ2", "Cat rZ3", "Dee rC3")
        replayed = judge(*lines)
        assert replayed.verdict is Verdict.LEGAL
        assert leader(replayed) == "Bob"

    def test_it_copies_a_change(self):
        # "Most recently played" is the card before the Giglet, which is Cat's.
        lines = (
            "Ann rA1",
            "Bob rC2",
            "Cat rA3",
            "Dee rG1",
            "Dee copies rC2",
            "Dee removes rA3",
        )
        replayed = judge(*lines)
        assert replayed.verdict is Verdict.LEGAL
        assert leader(replayed) == "Bob"

    def test_it_copies_a_wild(self):
        lines = ("Ann rZ1", "Bob F4", "Cat rG2", "Cat copies F4", "Dee rZ3")
        assert leader(judge(*lines)) == "Bob"  # toggled twice: highest wins, the wild's 4

    def test_it_copies_an_added_card(self):
        """ "any card already played": Ann's 1 + 1, Bob's 2, Cat's 3; the lowest wins, Dee's 1."""
        lines = ("Ann rA1", "Ann adds rF1", "Bob rG2", "Bob copies rF1", "Cat rZ3", "Dee rZ1")
        replayed = judge(*lines)
        assert replayed.verdict is Verdict.LEGAL
        assert leader(replayed) == "Dee"

    def test_it_need_not_copy(self):
        assert judge("Ann rF3", "Bob rG2", "Cat rZ1").verdict is Verdict.LEGAL

    def test_not_a_great_zont(self):
        replayed = judge("Ann rZ1", "Bob rG2", "Bob copies rZ1")
        assert only(replayed) == (2, ILLEGAL, Code.NOT_ALLOWED, "great-zont")

    def test_after_a_wrong_copy_another_card_can_be_copied(self):
        lines = ("Ann rF3", "Bob rZ1", "Cat rG2", "Cat copies rZ1", "Cat copies rF3", "Dee rA1")
        replayed = judge(*lines)
        assert only(replayed)[0] == 3
        assert leader(replayed) == "Ann"

    @pytest.mark.parametrize("card", ["rG2", "bA1"])
    def test_not_itself_nor_a_card_that_was_not_played(self, card):
        replayed = judge("Ann rA1", "Bob rG2", f"Bob copies {card}")
        assert only(replayed) == (2, ILLEGAL, Code.NOT_ALLOWED, "giglet")

    def test_not_a_card_without_effect(self):
        """ "the card they play will have no effect (…) on that trick" """
        replayed = judge("Ann rZ1", "Bob bF1", "Cat rG2", "Cat copies bF1")
        assert replayed.verdicts[11] is ILLEGAL

    def test_not_a_removed_card(self):
        lines = ("Ann rF1", "Bob rC2", "Bob removes rF1", "Cat rG2", "Cat copies rF1")
        assert only(judge(*lines)) == (4, ILLEGAL, Code.NOT_ALLOWED, "giglet")

    FIRST = ("Ann rA1", "Bob rZ3", "Cat rZ2", "Dee rC1")

    @pytest.mark.parametrize(
        ("rules", "verdict"),
        [("giglet-scope=this-trick", ILLEGAL), ("giglet-scope=whole-hand", Verdict.LEGAL)],
    )
    def test_scope(self, rules, verdict):
        lines = (*self.FIRST, "Bob bG1", "Bob copies rA1")
        replayed = judge(*lines, rules=rules)
        assert replayed.verdicts[-1] is verdict

    def test_scope_whole_hand_is_what_was_played_until_now(self):
        lines = ("Ann rA1", "Bob rG2", "Bob copies bA1")
        replayed = judge(*lines, rules="giglet-scope=whole-hand")
        assert only(replayed) == (2, ILLEGAL, Code.NOT_ALLOWED, "giglet")

    def test_scope_whole_hand_still_excludes_great_zonts(self):
        lines = (*self.FIRST, "Bob bG1", "Bob copies rZ3")
        replayed = judge(*lines, rules="giglet-scope=whole-hand")
        assert only(replayed)[2:] == (Code.NOT_ALLOWED, "great-zont")

    @pytest.mark.parametrize(
        ("rules", "winner"),
        [("giglet-of-giglet=resolved-effect", "Cat"), ("giglet-of-giglet=nothing", "Ann")],
    )
    def test_giglet_of_giglet(self, rules, winner):
        # Favors, Giglet on it, Giglet on that: toggled three times (lowest) or twice (highest).
        lines = ("Ann rF3", "Bob rG2", "Bob copies rF3", "Cat rG1", "Cat copies rG2", "Dee rZ2")
        replayed = judge(*lines, rules=rules)
        assert replayed.verdict is Verdict.LEGAL
        assert leader(replayed) == winner

    def test_a_giglet_that_copied_nothing_has_nothing_to_copy(self):
        lines = ("Ann rF3", "Bob rG2", "Cat rG1", "Cat copies rG2", "Cat adds rZ1")
        assert only(judge(*lines)) == (4, ILLEGAL, Code.NOT_ALLOWED, "art")
        again = judge(*lines[:-1], "Cat copies rF3")
        assert only(again) == (4, ILLEGAL, Code.NOT_ALLOWED, "giglet")

    def test_only_a_giglet_copies(self):
        assert only(judge("Ann rF3", "Bob rA2", "Bob copies rF3")) == (
            2,
            ILLEGAL,
            Code.NOT_ALLOWED,
            "giglet",
        )

    def test_not_after_the_hand(self):
        start = [line.replace("13", "3") for line in START]
        lines = ("Ann rF1", "Bob rZ2", "Cat rZ3", "Dee rG1", "close", "Dee copies rF1")
        replayed = judge(*lines, start=start)
        assert replayed.findings[-1][2:4] == (Code.HAND_OVER, "giglet")


def test_a_giglet_copies_once():
    replayed = judge("Ann rF1", "Bob rG1", "Bob copies rF1", "Bob copies rF1")
    assert only(replayed) == (3, ILLEGAL, Code.NOT_ALLOWED, "giglet")


def test_a_giglet_copies_this_trick_and_where_agreed_all_before():
    """ "Copy the effect of any card already played"."""
    rules = "giglet-scope=whole-hand"
    assert judge("Ann rF1", "Bob rG1", "Bob copies rF1", rules=rules).verdict is Verdict.LEGAL
    # Ann wins the first trick: the lowest of 1, 3, 2 and 1, and the first to have played it.
    first = ("Ann rF1", "Bob rZ3", "Cat rZ2", "Dee rZ1")
    second = ("Ann bZ3", "Bob bZ1", "Cat bZ2", "Dee bA2")
    lines = (*first, *second, "Ann gG1", "Ann copies rF1")
    assert judge(*lines, rules=rules).verdict is Verdict.LEGAL
    assert only(judge(*lines))[1:] == (ILLEGAL, Code.NOT_ALLOWED, "giglet")
