"""Slips of the pen in Zuits: an impossible card, a line left out or written twice, a wrong name.

Each is one finding; the plays around it stay legal.
"""

from dataclasses import replace
from random import Random

import pytest

from tests.engine.zuits.table import GAME, SEATS, START, found, judge, leader, only, pile, text
from tests.engine.zuits.test_ending import HANDS, whole_hand
from zarleague.bots import play_hand
from zarleague.engine import Code, Log, Remedy, Verdict, read, replay
from zarleague.engine.games.zuits.deck import SIZE

ILLEGAL = Verdict.ILLEGAL
DEALT = tuple(f"deal {name} {cards}" for name, cards in HANDS.items())
ASIDE = ("Ann aside rC1 rC2", "Bob aside rC3 bC1", "Cat aside G0 G4", "Dee aside gC1 F0")
KNOWN = (*DEALT, *ASIDE)
"""Eight lines that show every hand: Ann has Arts, Bob Great Zonts, Cat Giglets, Dee Favors."""


class TestACardThatCannotBe:
    """A card its player cannot have held was another one; the trick goes on as it did at the
    table."""

    def test_the_trick_goes_on(self):
        """Bob cannot have played Cat's card. It is one finding, and Cat still has it."""
        replayed = judge("Ann rA1", "Bob rG1", "Cat rG1", "Dee rF1", start=KNOWN)
        assert only(replayed) == (1, ILLEGAL, Code.NOT_HELD, "deck")
        assert replayed.steps[-1].seats[1].unknown == 10

    def test_a_card_played_before(self):
        """Zont: 55 cards, no two alike."""
        replayed = judge("Ann rZ1", "Bob rZ1", "Cat rZ2", "Dee rZ3", "Dee bA1")
        assert only(replayed) == (1, ILLEGAL, Code.NONE_LEFT, "deck")
        assert replayed.findings[0].about == (("card", 33), ("most", 1))

    def test_what_the_log_calls_it_is_the_best_guess_of_who_won(self):
        lines = ("Ann rA1", "Bob rG3", "Cat rG1", "Dee Z0")
        assert leader(judge(*lines, start=KNOWN)) == "Bob"

    @pytest.mark.parametrize("leads", ["Ann rA2", "Bob rZ1", "Cat rG2", "Dee rF2"])
    def test_whoever_leads_then_is_believed(self, leads):
        lines = ("Ann rA1", "Bob rG3", "Cat rG1", "Dee rF1", leads)
        replayed = judge(*lines, start=KNOWN)
        assert only(replayed)[0] == 1
        name = leads.split()[0]
        assert len(pile(replayed, name, "collected").split()) == 3
        assert replayed.points[SEATS.index(name)] is None

    @pytest.mark.parametrize("taker", SEATS)
    def test_whoever_takes_it_is_believed(self, taker):
        lines = ("Ann rA1", "Bob rG3", "Cat rG1", "Dee rF1", f"{taker} takes")
        assert only(judge(*lines, start=KNOWN))[0] == 1

    def test_a_colour_led_that_cannot_be_blames_nobody(self):
        """Ann cannot have led Bob's blue card. All others follow with red, though they hold blue:
        the trick was probably red."""
        followed = judge("Ann bZ1", "Bob rZ1", "Cat rG1", "Dee rF1", start=KNOWN)
        assert only(followed) == (0, ILLEGAL, Code.NOT_HELD, "deck")
        assert followed.steps[-1].named == "red"

    def test_a_wild_that_cannot_be_is_led_in_the_colour_named(self):
        replayed = judge("Ann rZ1 gold", "Bob gZ1", "Cat gG1", "Dee gF1", start=KNOWN)
        assert [line for line, *_ in found(replayed)] == [0, 0]
        assert replayed.steps[-1].named == "gold"

    def test_who_cannot_follow_a_guessed_colour_leaves_it_as_it_is(self):
        """Bob has neither blue nor a wild left when the blue card led cannot have been."""
        hand = "rA1 rA2 rA3 rC1 rC2 rC3 rF1 rF2 rF3 rZ1 rZ2 rZ3 rG1"
        start = (*START[:2], f"deal Bob {hand}", "Bob aside rA1 rA2", *START[4:])
        lines = ("Ann rG1", "Bob rF1", "Cat rG2", "Dee rG3")
        assert judge(*lines, start=start).steps[-1].named == "red"
        lines = ("Ann bZ1", "Bob rF1", "Cat bG2", "Dee bG3")
        start = ("deal Ann 13", "Ann aside bZ1 ?", *start[2:])
        replayed = judge(*lines, start=start)
        assert replayed.steps[-1].named == "blue"
        assert [line for line, *_ in found(replayed)] == [0]

    @pytest.mark.parametrize("effect", ["Bob adds rZ1", "Bob removes rA1", "Bob copies rA1"])
    def test_it_may_have_had_any_effect(self, effect):
        replayed = judge("Ann rA1", "Bob rG1", effect, start=KNOWN)
        assert only(replayed)[0] == 1

    def test_removing_it_says_what_it_was(self):
        """Bob cannot have played rA1 again. It was rC1, as that is what Cat removes."""
        lines = ("Ann rA1", "Bob rA1", "Cat rC2", "Cat removes rC1")
        assert only(judge(*lines))[0] == 1
        again = judge(*lines, "Dee rC1")
        assert found(again)[1:] == [(4, ILLEGAL, Code.NONE_LEFT, "deck")]

    def test_an_added_card_that_cannot_be_blames_nobody_either(self):
        lines = ("Ann rA1", "Ann adds rG1", "Bob rZ3", "Cat rG1", "Dee rF1", "Bob takes")
        assert only(judge(*lines, start=KNOWN)) == (1, ILLEGAL, Code.NOT_HELD, "deck")

    def test_a_copy_of_a_card_that_lies_nowhere_blames_nobody_either(self):
        lines = ("Ann rA1", "Bob rZ3", "Cat rG1", "Cat copies bC2", "Cat adds rG2", "Dee rF1")
        assert only(judge(*lines, "Cat takes", start=KNOWN))[0] == 3

    def test_one_of_the_hand_is_gone_for_it(self):
        """Ann's red cards are rA1, rA2 and rA3. One of the ten cards left is gone, as what she
        played was not gZ1; so when she does not follow, she holds a red card yet."""
        start = ("deal Ann rA1 rA2 rA3 bA1 bA2 bA3 bC1 bC2 bC3 bF1 bF2 gA1 gA2", *START[1:])
        start = (start[0], "Ann aside gA1 gA2", "deal Bob gZ1 rZ1 11", *START[3:])
        lines = ("Ann gZ1", "Bob rZ1", "Cat rZ2", "Dee rZ3", "Dee rC1", "Ann bA1")
        replayed = judge(*lines, start=start)
        assert [finding[:3] for finding in found(replayed)] == [
            (0, ILLEGAL, Code.NOT_HELD),
            (5, ILLEGAL, Code.MUST_FOLLOW),
        ]
        # With one red card alone, that may be the one that is gone.
        one = (start[0].replace("rA2 rA3", "gA3 gC1"), *start[1:])
        assert found(judge(*lines, start=one))[1][:3] == (5, Verdict.UNKNOWN, Code.MUST_FOLLOW)

    def test_it_is_taken_back_where_illegal_plays_are(self):
        replayed = judge("Ann rA1", "Bob rG1", "Bob rZ3", start=KNOWN, remedy=Remedy.UNWIND)
        assert only(replayed)[0] == 1
        assert pile(replayed, "Bob", "trick") == "rZ3"

    def test_a_card_set_aside_that_was_dealt_to_another(self):
        replayed = judge("Ann rA1", start=(*DEALT, "Ann aside rC1 gC1", *ASIDE[1:]))
        (finding,) = replayed.findings
        assert (finding.event, finding.code) == (4, Code.NOT_HELD)

    def test_a_card_dealt_to_two_is_in_either_hand(self):
        """Ann's hand has rZ1, which is Bob's, in place of rA1: she may play either, and so may
        Bob."""
        start = (DEALT[0].replace("rA1", "rZ1"), *DEALT[1:], *ASIDE)
        replayed = judge("Ann rA1", "Bob rZ1", "Cat rG1", "Dee rF1", start=start)
        (finding,) = replayed.findings
        assert (finding.event, finding.code, finding.rule) == (1, Code.NONE_LEFT, "deck")


class TestACardShownTwice:
    """A card is shown that was played before: one of the two lines is wrong. It is the one that
    other lines contradict."""

    def test_the_first_if_its_effect_does_not_fit(self):
        """Bob removes a card with a Great Zont, which is dealt to nobody else: it was a Change."""
        lines = ("Ann rA1", "Bob rZ1", "Bob removes rA1", "Cat rG1", "Dee rF2", "Dee rZ1")
        replayed = judge(*lines)
        illegal = [finding for finding in found(replayed) if finding[1] is ILLEGAL]
        assert illegal == [(1, ILLEGAL, Code.NONE_LEFT, "deck")]
        assert replayed.findings[1].decided == len(START) + 5

    def test_the_second_if_nothing_speaks_against_the_first(self):
        lines = ("Ann rA1", "Bob rZ1", "Cat rG1", "Dee rC2", "Dee rZ1")
        assert found(judge(*lines)) == [(4, ILLEGAL, Code.NONE_LEFT, "deck")]

    def test_no_line_is_put_right_where_illegal_plays_are_taken_back(self):
        lines = ("Ann rA1", "Bob rZ1", "Bob removes rA1", "Cat rG1", "Dee rF2", "Dee rZ1")
        replayed = judge(*lines, remedy=Remedy.UNWIND)
        assert {line for line, *_ in found(replayed)} == {2, 5}


class TestWhatWasPlayedStays:
    def test_an_illegal_play_taken_back_still_shows_its_card(self):
        """Cat shows rZ1 out of turn and takes it back. When she then does not follow, she is known
        to hold it."""
        lines = ("Ann rZ3", "Cat rZ1", "Bob rA1", "Cat bA1")
        replayed = judge(*lines, remedy=Remedy.UNWIND)
        assert [finding[:3] for finding in found(replayed)] == [
            (1, ILLEGAL, Code.OUT_OF_TURN),
            (3, ILLEGAL, Code.MUST_FOLLOW),
        ]

    def test_too_many_words_in_a_line_lose_no_card(self):
        """The colour misspelt is read as a card nobody noted; the wild is led all the same."""
        log = read(text(["Ann A4 gren", "Bob rZ1", "Cat rZ2", "Dee rZ3"]))
        replayed = replay(log)
        assert {finding.event for finding in replayed.findings} == {8}


class TestALineLeftOut:
    def test_a_card_of_the_second(self):
        """Bob's card is missing: Cat is out of turn. When Cat, who won, leads again, the trick is
        over, and nobody waits for Bob."""
        lines = ("Ann rA1", "Cat rG3", "Dee Z0", "Cat rG2", "Dee rF2", "Ann rA2", "Bob rZ2")
        replayed = judge(*lines)
        assert only(replayed) == (1, ILLEGAL, Code.OUT_OF_TURN, "turn")
        assert replayed.steps[-1].seats[1].unknown == 9

    def test_a_card_of_the_last(self):
        """Dee's card is missing when Bob leads."""
        lines = ("Ann rZ1", "Bob rZ3", "Cat rZ2", "Bob bA1", "Cat bA2", "Dee bA3", "Ann bZ1")
        assert only(judge(*lines)) == (3, ILLEGAL, Code.OUT_OF_TURN, "turn")

    def test_or_the_trick_is_taken(self):
        lines = ("Ann rZ1", "Bob rZ3", "Cat rZ2", "Bob takes", "Bob bA1", "Cat bA2")
        replayed = judge(*lines)
        assert only(replayed) == (3, ILLEGAL, Code.NOT_FINISHED, "winner")
        assert replayed.findings[0].about == (("due", 3),)

    def test_the_card_of_who_won_and_leads_next(self):
        """Bob's 3 is missing. He leads gold, though he was dealt red cards: that is not his card of
        the red trick."""
        lines = ("Ann rA1", "Cat rG1", "Dee rF1", "Bob gZ1", "Cat gG1", "Dee gF1", "Ann gA1")
        assert only(judge(*lines, start=KNOWN)) == (1, ILLEGAL, Code.OUT_OF_TURN, "turn")

    def test_who_was_passed_over_may_still_follow(self):
        lines = ("Ann rA1", "Cat rG1", "Dee rF1", "Bob rZ1", "Ann takes")
        assert only(judge(*lines, start=KNOWN)) == (1, ILLEGAL, Code.OUT_OF_TURN, "turn")

    def test_the_last_card_of_the_hand(self):
        lines = [line for line in whole_hand() if line != "Ann A4"]
        replayed = judge(*lines, start=())
        # Nobody knows which of her two cards Ann played; she shows one more than that.
        assert [f.code for f in replayed.findings] == [Code.NOT_FINISHED]
        assert replayed.findings[0].about == (("due", 0),)

    def test_a_deal(self):
        start = (*DEALT[:3], *ASIDE[:3], "Dee aside 2")
        replayed = judge("Ann rA1", "Bob rZ1", "Cat rG1", "Dee rF1", start=start)
        assert [f.code for f in replayed.findings] == [Code.NOT_STARTED]

    def test_a_number_of_cards_dealt(self):
        """Bob cannot hold one card only, as he sets two aside and plays."""
        start = (*START[:2], "deal Bob 1", *START[3:])
        replayed = judge("Ann rA1", "Bob rZ1", "Cat rG1", "Dee rF1", start=start)
        (finding,) = replayed.findings
        assert (finding.event, finding.code) == (2, Code.WRONG_COUNT)

    def test_an_objective(self):
        replayed = judge("Ann rA1", "Bob rZ1", "Cat rG1", "Dee rF1", start=(*DEALT, *ASIDE[:3]))
        (finding,) = replayed.findings
        assert (finding.code, finding.about) == (Code.NOT_STARTED, (("due", 3),))


class TestALineTwice:
    LINES = (
        *("Ann rA1", "Ann adds rA2", "Bob Z0", "Cat rG1", "Cat copies rA1", "Cat adds rG2"),
        *("Dee rF1", "Dee takes", "Dee F4 red", "Ann A4", "Bob rZ1", "Cat bC2"),
        "Cat removes rZ1",
    )

    @pytest.mark.parametrize("place", range(len(LINES)))
    def test_counts_once(self, place):
        """3, 0, 1 + 2 and 1, the lowest wins as Dee's Favors toggles: Bob's 0. Dee takes it all the
        same, which is illegal; everything else is right."""
        lines = [*self.LINES[: place + 1], *self.LINES[place:]]
        start = (*DEALT, *ASIDE)
        once = judge(*self.LINES, start=start)
        twice = judge(*lines, start=start)
        events = [finding.event for finding in twice.findings]
        assert events.count(8 + place + 1) == 1
        assert len(twice.findings) == len(once.findings) + 1
        assert twice.steps[-1] == once.steps[-1]


class TestAnotherName:
    """The card tells whose it was."""

    def test_of_a_card_followed_with(self):
        replayed = judge("Ann rA1", "Dee rZ3", "Cat rG1", "Dee Z0", start=KNOWN)
        assert replayed.findings[0][2:4] == (Code.OUT_OF_TURN, "turn")
        assert pile(replayed, "Bob", "trick") == "rZ3"

    def test_of_a_card_led(self):
        lines = ("Bob rA1", "Bob rZ3", "Cat rG1", "Dee rF1")
        assert only(judge(*lines, start=KNOWN)) == (0, ILLEGAL, Code.OUT_OF_TURN, "leader")

    def test_of_a_card_added(self):
        lines = ("Ann rA1", "Dee adds rA2", "Bob rZ3", "Cat rG1", "Dee rF1")
        replayed = judge(*lines, start=KNOWN)
        assert only(replayed) == (1, ILLEGAL, Code.NOT_ALLOWED, "art")
        assert pile(replayed, "Ann", "trick") == "rA1 rA2"

    @pytest.mark.parametrize("wrong", range(4))
    @pytest.mark.parametrize("right", range(4))
    def test_of_a_hand_dealt(self, wrong, right):
        """A hand is dealt to the wrong seat: what each sets aside tells whose it was."""
        if wrong == right:
            return
        deals = list(DEALT)
        deals[right] = deals[right].replace(SEATS[right], SEATS[wrong])
        lines = ("Ann rA1", "Bob rZ1", "Cat rG1", "Dee rF1", "Ann takes")
        replayed = judge(*lines, start=(*deals, *ASIDE))
        (finding,) = replayed.findings
        assert (finding.code, finding.event) == (Code.ALREADY_DEALT, max(wrong, right))

    def test_of_a_trick_taken(self):
        """Bob has won the trick. The log has it under Cat's name; but Bob leads the next."""
        lines = ("Ann rA1", "Bob rZ3", "Cat rG1", "Dee rC1", "Cat takes", "Bob bZ1", "Cat bG1")
        replayed = judge(*lines)
        assert only(replayed) == (4, ILLEGAL, Code.NOT_ALLOWED, "winner")
        assert set(pile(replayed, "Bob", "collected").split()) == {"rA1", "rZ3", "rG1", "rC1"}
        assert pile(replayed, "Cat", "collected") == ""

    def test_of_a_hand_or_an_objective_that_nobody_saw(self):
        for right in ("deal Cat 13", "Cat aside 2"):
            start = [f"deal {name} 13" for name in SEATS] + [f"{name} aside 2" for name in SEATS]
            place = start.index(right)
            start[place] = right.replace("Cat", "Bob")
            replayed = judge("Ann rA1", "Bob rZ1", "Cat rG1", "Dee rF1", start=start)
            (finding,) = replayed.findings
            assert finding.event == place

    def test_of_cards_set_aside(self):
        start = (*DEALT, "Dee aside rC1 rC2", *ASIDE[1:])
        (finding,) = judge("Ann rA1", start=start).findings
        assert (finding.event, finding.code) == (4, Code.NOT_HELD)


def spoilt(log: Log, rng: Random) -> tuple[Log, int]:
    """The log with one card of one event changed to any other, and which event."""
    events = list(log.events)
    index = rng.choice([i for i, event in enumerate(events) if event.cards])
    event = events[index]
    place = rng.randrange(len(event.cards))
    card = rng.choice([card for card in range(SIZE) if card != event.cards[place]])
    cards = (*event.cards[:place], card, *event.cards[place + 1 :])
    events[index] = replace(event, cards=cards)
    return replace(log, events=tuple(events)), index


def elsewhere(log: Log, index: int) -> int:
    """How many events but the one at *index* are not found to be legal."""
    verdicts = replay(log).verdicts
    return sum(verdict is not Verdict.LEGAL for i, verdict in enumerate(verdicts) if i != index)


def test_one_changed_card_makes_few_findings_elsewhere():
    """One changed card in each of eighty hands: half a finding a hand on other lines at most."""
    others = 0
    for seed in range(80):
        log = play_hand(GAME, GAME.ruleset(), SEATS, seed % 4, Random(seed))
        others += elsewhere(*spoilt(log, Random(f"card {seed}")))
    assert others <= 40


def test_one_line_left_out_makes_few_findings():
    """One line left out of each of eighty hands: its consequence and one more at most."""
    found_in_all = 0
    for seed in range(80):
        log = play_hand(GAME, GAME.ruleset(), SEATS, seed % 4, Random(seed))
        index = Random(f"omit {seed}").randrange(len(log.events))
        events = (*log.events[:index], *log.events[index + 1 :])
        found_in_all += elsewhere(replace(log, events=events), -1)
    assert found_in_all <= 160


class TestACardUnderTheWrongName:
    """Nobody noted what was dealt, so the card does not tell whose it was. What follows does."""

    def test_who_plays_next(self):
        """Bob's card stands under Dee's name; but Cat plays next, and then Dee."""
        played = judge("Ann rZ1", "Dee rZ2", "Cat rG1", "Dee rF2")
        assert found(played) == [(1, ILLEGAL, Code.OUT_OF_TURN, "turn")]
        assert [pile(played, name, "trick") for name in SEATS] == ["rZ1", "rZ2", "rG1", "rF2"]

    def test_who_uses_its_effect(self):
        """The Change was Bob's: he removes a card with it."""
        replayed = judge("Ann rA1", "Dee rC2", "Bob removes rA1", "Cat rG1", "Dee rF2")
        assert found(replayed) == [(1, ILLEGAL, Code.OUT_OF_TURN, "turn")]

    def test_who_leads(self):
        """Ann leads. The card stands under Cat's name; but Bob plays next, and Cat after him."""
        replayed = judge("Cat rZ1", "Bob rZ2", "Cat rG1", "Dee rF2")
        assert found(replayed)[0][:2] == (0, ILLEGAL)
        assert {line for line, *_ in found(replayed)} == {0}

    def test_a_seat_that_has_played(self):
        """Dee's card, the last of the trick, stands under Bob's name. Bob has not won the trick, so
        it is not the lead of the next: Cat leads that."""
        replayed = judge("Ann rA1", "Bob rZ2", "Cat rZ3", "Bob rG1", "Cat bZ1", "Dee bZ2")
        assert found(replayed) == [(3, ILLEGAL, Code.OUT_OF_TURN, "turn")]

    def test_a_seat_without_cards(self):
        """Bob has no card, so the one under his name is Cat's, who is in turn."""
        start = (*START[:2], "deal Bob rZ1 rZ2 bZ1", "Bob aside rZ1 rZ2", *START[4:])
        replayed = judge("Ann bA1", "Bob bZ1", "Bob bG1", "Dee bF1", start=start)
        assert found(replayed)[1:] == [(2, ILLEGAL, Code.NOT_HELD, "sit-out")]
        assert pile(replayed, "Cat", "trick") == "bG1"

    def test_what_follows_shows_it(self):
        """Bob's Favors lets the lowest win. Dee's card stands under the name of Ann, who might lead
        with it; but Bob does, and all others follow him."""
        lines = ("Ann bG2", "Bob bF1", "Cat bZ2", "Ann bA2")
        lines = (*lines, "Bob gA2", "Bob adds gF2", "Cat gZ1", "Dee gG3", "Ann gC1")
        replayed = judge(*lines, "Bob takes", "Bob rZ1", "Cat rZ2")
        assert found(replayed) == [(3, ILLEGAL, Code.OUT_OF_TURN, "turn")]
        assert len(pile(replayed, "Bob", "collected").split()) == 9

    def test_a_card_added_is_that_of_the_art(self):
        lines = ("Ann rA1", "Dee adds rA2", "Bob rZ1", "Cat rZ2", "Dee rF1", "Ann takes", "Ann bA1")
        assert only(judge(*lines))[0] == 1

    def test_a_line_left_out_stays_one(self):
        """Bob's card is missing: Cat and Dee play on, and nothing was Bob's."""
        replayed = judge("Ann rZ1", "Cat rZ2", "Dee rZ3")
        assert found(replayed) == [(1, ILLEGAL, Code.OUT_OF_TURN, "turn")]
