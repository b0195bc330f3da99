"""Counting of known, unknown and unseen cards. The deck here is two A, two B and four C: cards 0, 1
and 2."""

from hypothesis import given
from hypothesis import strategies as st

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.holdings import Holdings, Taken

A, B, C = 0, 1, 2
COPIES = (2, 2, 4)


def mask(*cards):
    return sum(1 << card for card in cards)


def test_a_known_card_is_taken_from_the_known_ones():
    holdings = Holdings(COPIES, 2)
    holdings.give(0, A)
    assert holdings.take(0, A) is Taken.KNOWN
    assert holdings.hand_size(0) == 0


def test_a_hand_whose_cards_are_all_known_cannot_play_another():
    holdings = Holdings(COPIES, 2)
    holdings.give(0, A)
    assert holdings.take(0, B) is Taken.NOT_HELD


def test_an_unknown_card_may_be_any_card_with_a_copy_left():
    holdings = Holdings(COPIES, 2)
    holdings.give(0, UNKNOWN)
    assert holdings.take(0, B) is Taken.FROM_UNKNOWN
    assert holdings.unseen == [2, 1, 4]


def test_a_third_copy_of_a_card_that_exists_twice_is_impossible_whoever_plays_it():
    holdings = Holdings(COPIES, 2)
    holdings.give(0, A)
    holdings.give(0, A)
    holdings.give(1, UNKNOWN)
    assert holdings.take(1, A) is Taken.NONE_LEFT


def test_a_card_off_the_pile_must_have_a_copy_there():
    holdings = Holdings((1, 1), 1)
    assert holdings.give(0, 0)
    assert not holdings.give(0, 0)
    assert (holdings.known[0], holdings.unknown[0]) == (1, 1)


def test_a_card_given_back_is_known_from_now_on():
    holdings = Holdings(COPIES, 1)
    holdings.give(0, UNKNOWN)
    holdings.take(0, B)
    holdings.put_back(0, B)
    assert (holdings.known[0], holdings.unknown[0], holdings.cards(0)) == (1, 0, (B,))
    assert holdings.take(0, B) is Taken.KNOWN


def test_a_card_shuffled_into_the_pile_can_be_drawn_again_once():
    holdings = Holdings((1,), 1)
    holdings.give(0, A)
    holdings.take(0, A)
    holdings.release(A)
    assert holdings.give(0, A)
    assert not holdings.give(0, A)


def test_once_a_card_nobody_can_name_has_gone_any_of_the_others_may_be_there():
    holdings = Holdings(COPIES, 1)
    holdings.give_all(0, (A, B, C))
    assert holdings.mask(0) == mask(A, B, C)
    holdings.forget(0)
    assert (holdings.known[0], holdings.unknown[0], holdings.mask(0)) == (0, 2, 0)
    assert holdings.unseen == list(COPIES)


class TestHoldsAny:
    def test_true_when_a_known_card_is_wanted(self):
        holdings = Holdings(COPIES, 1)
        holdings.give(0, A)
        assert holdings.holds_any(0, mask(A, B)) is True

    def test_false_when_all_cards_are_known(self):
        holdings = Holdings(COPIES, 1)
        holdings.give(0, A)
        assert holdings.holds_any(0, mask(B)) is False

    def test_open_while_a_card_is_unknown(self):
        holdings = Holdings(COPIES, 1)
        holdings.give(0, UNKNOWN)
        assert holdings.holds_any(0, mask(B)) is None

    def test_false_when_every_wanted_copy_lies_elsewhere(self):
        holdings = Holdings(COPIES, 2)
        holdings.give(0, UNKNOWN)
        holdings.give(1, B)
        holdings.give(1, B)
        assert holdings.holds_any(0, mask(B)) is False

    def test_true_when_the_other_cards_cannot_fill_the_hand(self):
        # Six cards are not B: a hand of seven unknown cards holds at least one B.
        holdings = Holdings(COPIES, 1)
        for _ in range(7):
            holdings.give(0, UNKNOWN)
        assert holdings.holds_any(0, mask(B)) is True


class TestClaims:
    """Claims that a hand held no B, made while its cards were unknown."""

    @staticmethod
    def open_claim(unknown):
        holdings = Holdings(COPIES, 2)
        for _ in range(unknown):
            holdings.give(0, UNKNOWN)
        holdings.claim(5, 0, mask(B), "tag")
        return holdings

    def test_a_b_shown_without_a_draw_since_proves_it_false(self):
        holdings = self.open_claim(2)
        holdings.take(0, B)
        (claim,) = holdings.settle()
        assert (claim.event, claim.tag, claim.decided) == (5, "tag", False)

    def test_all_cards_of_that_moment_shown_and_none_a_b_proves_it_true(self):
        holdings = self.open_claim(2)
        holdings.take(0, A)
        assert not holdings.settle()
        holdings.take(0, C)
        (claim,) = holdings.settle()
        assert claim.decided is True

    def test_a_b_that_may_have_been_drawn_since_proves_nothing(self):
        holdings = self.open_claim(1)
        holdings.give(0, UNKNOWN)
        holdings.take(0, B)
        assert not holdings.settle()

    def test_of_two_bs_shown_only_one_can_have_been_drawn_since(self):
        holdings = self.open_claim(2)
        holdings.give(0, UNKNOWN)
        holdings.take(0, B)
        holdings.take(0, B)
        (claim,) = holdings.settle()
        assert claim.decided is False

    def test_what_another_hand_shows_does_not_matter(self):
        holdings = self.open_claim(1)
        holdings.give(1, UNKNOWN)
        holdings.take(1, B)
        assert not holdings.settle()

    def test_a_known_draw_is_as_open_as_any_once_a_card_nobody_can_name_has_gone(self):
        holdings = self.open_claim(1)
        holdings.give(0, B)
        holdings.forget(0)
        holdings.take(0, B)
        assert not holdings.settle()

    def test_that_somebody_elses_card_has_gone_unnamed_does_not_matter(self):
        holdings = self.open_claim(1)
        holdings.give(1, C)
        holdings.forget(1)
        holdings.take(0, B)
        (claim,) = holdings.settle()
        assert claim.decided is False

    def test_a_known_draw_played_again_does_not_matter(self):
        holdings = self.open_claim(1)
        holdings.give(0, B)
        holdings.take(0, B)
        assert not holdings.settle()


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 1), st.integers(-1, 2)), max_size=40))
def test_no_sequence_of_gifts_and_takes_makes_or_loses_a_card(steps):
    holdings = Holdings(COPIES, 2)
    played = [0, 0, 0]
    for gives, hand, card in steps:
        if gives:
            holdings.give(hand, card)
        elif card != UNKNOWN and holdings.take(hand, card) in (Taken.KNOWN, Taken.FROM_UNKNOWN):
            played[card] += 1
    for card, copies in enumerate(COPIES):
        held = sum(hand[card] for hand in holdings.held)
        assert holdings.unseen[card] + held + played[card] == copies
    assert all(
        sum(held) == known for held, known in zip(holdings.held, holdings.known, strict=True)
    )


def test_a_copy_is_independent():
    holdings = Holdings(COPIES, 1)
    holdings.give(0, UNKNOWN)
    holdings.claim(0, 0, mask(A), "one")
    twin = holdings.copy()
    twin.take(0, A)
    assert holdings.unknown[0] == 1
    assert holdings.claims[0].decided is None
    assert twin.claims[0].decided is False


class TestReshuffle:
    """After a reshuffle the stock holds exactly the cards shuffled in."""

    @staticmethod
    def after_reshuffle(unknown=2):
        # Hand 0 holds unknown cards of before; one A and two C are shuffled in.
        holdings = Holdings(COPIES, 2)
        for card in (A, C, C):
            holdings.give(1, card)
            holdings.take(1, card)
        for _ in range(unknown):
            holdings.give(0, UNKNOWN)
        holdings.reshuffle((A, C, C))
        return holdings

    def test_only_what_was_shuffled_in_can_be_drawn(self):
        holdings = self.after_reshuffle()
        assert not holdings.give(1, B)
        assert holdings.give(1, A)
        assert not holdings.give(1, A)

    def test_what_was_held_before_is_none_of_it(self):
        # Both C of before lie in the first hand or nowhere; of four C two were shuffled in.
        holdings = self.after_reshuffle(unknown=4)
        assert [holdings.take(0, C) for _ in range(3)] == [
            Taken.FROM_UNKNOWN,
            Taken.FROM_UNKNOWN,
            Taken.NONE_LEFT,
        ]

    def test_a_card_that_may_be_of_either_is_settled_when_one_is_spent(self):
        holdings = self.after_reshuffle()
        holdings.give(0, UNKNOWN)
        holdings.take(0, A)
        assert holdings.either == [(0, A)]
        # The A that was shuffled in is drawn by the other hand, so the first showed the old one.
        assert holdings.give(1, A)
        assert holdings.either == []
        assert holdings.fresh_unknown == [1, 0]

    def test_what_an_unknown_card_may_be_depends_on_when_it_was_drawn(self):
        holdings = self.after_reshuffle()
        holdings.give(1, UNKNOWN)
        all_three, shuffled_in = 1 << A | 1 << B | 1 << C, 1 << A | 1 << C
        assert holdings.may_be_unknown() == [all_three, shuffled_in]
        assert holdings.may_be_drawn() == shuffled_in

    def test_a_hand_without_unknown_cards_may_be_nothing(self):
        holdings = self.after_reshuffle(unknown=0)
        assert holdings.may_be_unknown() == [0, 0]

    def test_unnamed_cards_of_the_discard_pile_leave_the_stock_open(self):
        holdings = Holdings(COPIES, 2)
        holdings.reshuffle((A, UNKNOWN))
        assert holdings.give(0, B)

    def test_copies_a_hand_may_hold(self):
        holdings = self.after_reshuffle(unknown=1)
        assert [holdings.copies_of(0, card) for card in (A, B, C)] == [1, 1, 1]
        assert holdings.copies_of(1, A) == 0
        holdings.give(1, UNKNOWN)
        assert [holdings.copies_of(1, card) for card in (A, B, C)] == [1, 0, 1]

    def test_whether_a_hand_holds_any_is_asked_of_both_supplies(self):
        holdings = self.after_reshuffle()
        holdings.give(1, UNKNOWN)
        assert holdings.holds_any(1, mask(B)) is False
        assert holdings.holds_any(1, mask(A)) is None
        assert holdings.holds_any(1, mask(A, C)) is True

    def test_the_rest_of_the_supply_is_deduced(self):
        holdings = self.after_reshuffle(unknown=5)
        assert holdings.deduced(0) == [1, 2, 2]
        holdings.give(1, UNKNOWN)
        assert holdings.deduced(1) is None


def test_the_only_unknown_hand_is_deduced_when_all_else_is_located():
    holdings = Holdings(COPIES, 2)
    holdings.give_all(0, (A, B, B, C, C, C))
    holdings.give(1, UNKNOWN)
    assert holdings.deduced(1) is None
    holdings.give(1, UNKNOWN)
    assert holdings.deduced(1) == [1, 0, 1]
    assert [holdings.counts(hand) for hand in (0, 1)] == [[1, 2, 3], [1, 0, 1]]


def test_the_next_card_is_known_where_all_that_is_left_are_alike():
    holdings = TestReshuffle.after_reshuffle()
    assert holdings.next_card() == UNKNOWN
    assert holdings.give(0, A)
    assert holdings.next_card() == C
    holdings.give(1, UNKNOWN)
    holdings.take(1, C)
    assert holdings.next_card() == C
    all_seen = Holdings(COPIES, 1)
    all_seen.give_all(0, (A, A, B, B))
    assert all_seen.next_card() == C


def test_known_and_deduced_cards_of_a_hand_are_counted_together():
    holdings = Holdings(COPIES, 2)
    holdings.give_all(0, (A, B, C, C, C))
    holdings.give_all(1, (B, UNKNOWN))
    assert holdings.counts(1) is None
    holdings.give(1, UNKNOWN)
    assert holdings.counts(1) == [1, 1, 1]


def test_two_cards_of_one_reshuffle_are_not_both_one_card_drawn_since() -> None:
    """Of four cards one is in the hand, and two were shuffled in, of which one was drawn."""
    holdings = Holdings([1, 1, 1, 1], 1)
    holdings.give(0, UNKNOWN)
    holdings.unseen[:2] = [0, 0]
    holdings.reshuffle([0, 1])
    holdings.give(0, UNKNOWN)
    assert [holdings.copies_of(0, card) for card in range(4)] == [1, 1, 1, 1]
    assert holdings.may_hold(0, (0, 2))
    assert not holdings.may_hold(0, (0, 1))
