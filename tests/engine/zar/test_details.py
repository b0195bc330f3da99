"""Points of detail: rules that meet, and cases beyond the texts' examples."""

import pytest

from tests.engine.zar.hands import GAME, hand
from zarleague.engine import Remedy, Verdict, read, replay
from zarleague.engine.finding_sentences import rule_of, sentence

TWO = {"seats": "Ann Bob", "dealer": "Bob"}


def test_next_dealer_is_told_by_the_ruleset():
    # "The winner of one hand is the dealer of the next." It concerns the match, not the hand.
    assert GAME.ruleset()["next-dealer"] == "winner"
    assert GAME.ruleset("", {"next-dealer": "rotate"})["next-dealer"] == "rotate"


def test_pulling_a_dave():
    # "Declaring a dragon to be a particular number when all cards of that number have already been
    # played … is known as 'pulling a Dave'." It is allowed.
    judged = hand("up b3\nAnn g3\nBob y3\nCat b3\nDee g3\nAnn y3\nBob X1 3\nCat draw ?")
    assert not judged.findings
    assert judged.table.named == "3"


def test_match_while_owing():
    # Nothing says that a player who still has to draw may not match.
    judged = hand("up b4\nAnn b2\nCat! b2\nDee b3\nAnn! b3")
    assert not judged.findings
    assert (judged.owes("Ann"), judged.owes("Dee"), judged.turn) == (1, 1, "Bob")


def test_own_twin_does_not_follow_before_what_is_owed_is_drawn():
    # Ann drew out of turn, which stands and costs a Vincent card.
    log = "up b4\nAnn b2\nBob draw ?\nAnn draw ?\nCat draw ?\nDee draw ?\n"
    rules = "zar-holland illegal-play=vincent"
    assert hand(log + "Ann b2", rules).findings == [
        ("Ann draw ?", "nothing-owed", "draw"),
        ("Ann b2", "must-settle", "draw-first"),
    ]
    paid = hand(log + "vincent Ann ?\nAnn b2", rules)
    assert (len(paid.findings), paid.turn) == (1, "Bob")


def test_last_match_with_cards_still_owed_does_not_go_out():
    # Ann owes a card for being matched, so with her hand empty she has not gone out.
    rules = "zar-official half-decks=2"
    names = "A B C D E F G"
    log = "up bMo\nA bSu\nC! bSu\nA draw ?\nD bCl\nA! bCl\nB bLi\nA! bLi"
    judged = hand(log, rules, seats=names, dealer="G")
    assert not judged.findings
    assert (judged.size("A"), judged.owes("A")) == (1, 0)
    owing = log.replace("A draw ?\n", "")
    still = hand(owing, rules, seats=names, dealer="G")
    assert (still.size("A"), still.owes("A"), still.seat("A").notes) == (0, 1, ())


def test_double_match_as_last_cards_needs_both_permissions():
    # Three copies: the last two of A are played as a match; Holland forbids pairs and matches.
    names = {"seats": "A B C D E F G", "dealer": "G"}
    log = "up b4\nA b1\nB b2\nA! b2 b2"
    rules = "zar-plus-plus match-out=goes-out"
    assert hand(log, rules, **names).owes("A") == 1
    both = hand(log, rules + " pair-out=goes-out", **names)
    assert both.seat("A").notes == (("out", ""),)


def test_turned_up_draw_two_can_be_matched_before_it_fires():
    judged = hand("up b+2\nBob! b+2")
    assert (judged.findings, judged.owes("Dee"), judged.owes("Cat")) == ([], 1, 4)


def test_direction_and_skip_meet():
    # Counter-clockwise after the reverse, Cat's skip passes over Bob.
    assert hand("up b4\nAnn b2\nBob b5\nCat bR\nBob bS").turn == "Dee"


def test_skip_between_two_players_plays_again():
    # "the next player is skipped and does not play; play proceeds to the player afterward".
    judged = hand("up b4\nAnn bS\nAnn b2", **TWO)
    assert (judged.findings, judged.turn) == ([], "Bob")
    # Its twin in the same player's next turn is a play of its own.
    again = hand("up b4\nAnn bS\nAnn bS", **TWO)
    assert (again.findings, again.owes("Ann"), again.turn) == ([], 0, "Ann")


def test_reverses_skip_by_their_number_where_two_players_skip_by_them():
    rules = "zar-plus-plus reverse-two-players=skips"
    assert hand("up b4\nAnn bR bR bR", rules, **TWO).turn == "Ann"
    assert hand("up b4\nAnn bR\nBob! bR bR", rules, **TWO).turn == "Bob"
    three = hand("up b4\nAnn bR", rules, seats="Ann Bob Cat", dealer="Cat")
    assert three.turn == "Cat"


def test_plays_beyond_a_quad():
    # Clay's words end with QUAD; the longer ones are inferred.
    rules = "zar-chameleon half-decks=12"
    words = ("QUINT", "SEXT", "SEPT", "OCT", "NONET", "DECET", "UNDECET", "DUODECET")
    draws = "up bMo\n" + "Ann draw ?\nBob draw ?\n" * 5
    for count, word in enumerate(words, start=5):
        play = f"Ann{' bSu' * count}"
        assert hand(f"{draws}{play} NONSENSE", rules, **TWO).fact("expected_word") == word
    # There are no more: thirteen, of which one is a Chameleon, are still the last.
    last = f"{draws}Ann{' bSu' * 10}\nAnn! bSu bSu Ch NONSENSE"
    assert hand(last, rules, **TWO).fact("expected_word") == "DUODECET"
    assert hand("up bMo\nAnn bFr bFr bFr bFr bFr", rules).turn == "Cat"


def test_false_zar_says_nothing():
    judged = hand("up bMo\nAnn bSu ZAR", "zar-clay declarations=free")
    assert (judged.findings, judged.seat("Ann").notes) == ([], ())


def test_debt_for_a_match_is_settled_before_draw_twos():
    log = "up b4\nBob b+2\nAnn! b+2\n"
    both = hand(log, **{**TWO, "dealer": "Ann"})
    assert [(d.cards, d.rule) for d in both.seat("Bob").debts] == [(1, "match"), (4, "draw-two")]
    first = hand(log + "Bob draw ?", **{**TWO, "dealer": "Ann"})
    assert [(d.cards, d.rule) for d in first.seat("Bob").debts] == [(4, "draw-two")]


def test_partly_drawn_draw_twos_are_still_owed():
    judged = hand("up b4\nAnn b+2\nBob g+2\nCat draw 3")
    assert [(debt.cards, debt.rule) for debt in judged.seat("Cat").debts] == [(1, "draw-two")]
    done = hand("up b4\nAnn b+2\nBob g+2\nCat draw 3\nCat draw ?\nCat g1")
    assert (done.findings, done.turn) == ([], "Dee")


def test_what_is_owed_for_one_thing_is_drawn_at_once_where_that_is_the_rule():
    # "The next player must draw two cards": whether one by one is not said.
    whole = "zar-holland debts-in-parts=forbidden"
    log = "up b4\nAnn b+2\nBob draw ?\nBob draw ?\nBob b5"
    assert not hand(log).findings
    judged = hand(log, whole)
    assert judged.findings == [("Bob draw ?", "wrong-count", "debts-in-parts")]
    (finding,) = judged.replay.findings
    assert (finding.event, dict(finding.about)["expected_count"]) == (6, 2)
    assert not hand("up b4\nAnn b+2\nBob draw 2\nBob b5", whole).findings
    # One for the match and four for the draw twos are two debts; the pass goes with either.
    two = {**TWO, "dealer": "Ann"}
    matched = "up b4\nBob b+2\nAnn! b+2\n"
    for draws in ("Bob draw 5", "Bob draw 6", "Bob draw ?\nBob draw 4", "Bob draw ?\nBob draw 5"):
        assert not hand(matched + draws, whole, **two).findings
    assert len(hand(matched + "Bob draw 3", whole, **two).findings) == 1
    for draw in ("Bob draw 2", "Bob draw 4"):
        assert len(hand(matched + draw, whole, **two).findings) == 1


def test_everything_owed_and_the_pass_may_be_drawn_at_once():
    # One for the match, four for the draw twos, one to pass.
    log = "up b4\nBob b+2\nAnn! b+2\nBob draw "
    passed = hand(log + "6", **{**TWO, "dealer": "Ann"})
    assert (passed.findings, passed.turn, passed.size("Bob")) == ([], "Ann", 13)
    assert passed.seat("Bob").debts == ()
    stays = hand(log + "5", **{**TWO, "dealer": "Ann"})
    assert (stays.findings, stays.turn, stays.size("Bob")) == ([], "Bob", 12)
    assert stays.seat("Bob").debts == ()
    many = hand(log + "7", **{**TWO, "dealer": "Ann"})
    assert many.findings == [("Bob draw 7", "nothing-owed", "draw")]


def test_copies_drawn_for_a_debt_and_a_pass_cannot_all_be_there():
    judged = hand("up b4\nAnn b+2\nBob draw b1 b1 b1")
    assert judged.findings == [("Bob draw b1 b1 b1", "none-left", "holding")]


@pytest.mark.parametrize(
    ("log", "text"),
    [
        ("up b4\nCat b5", "It was Ann’s turn, not Cat’s."),
        ("up b4\nAnn g5", "Green 5 can’t go on blue 4."),
        ("up b4\nAnn W1 green\nBob b5", "Blue 5 can’t go on wild I when green has been called."),
        ("up b4\nAnn b+2\nBob b5", "Bob had to draw 2 first."),
        ("up b4\nAnn b2\nBob b5\nDee! b2", "Too late: Bob had already played."),
        ("up b4\nAnn b2\nCat! g2", "Green 2 isn’t identical to blue 2."),
        ("up b4\nAnn X1 skip", "Skip can’t be called here."),
    ],
)
def test_findings_are_sentences(log, text):
    judged = hand(log)
    (finding,) = judged.replay.findings
    assert str(sentence(finding, judged.log)) == text
    assert rule_of(finding, judged.log) is not None


def test_every_finding_names_a_rule():
    log = "up b4\nAnn b2 b3\nCat! b6\nBob draw ?\nAnn W1\nup b4\ndeal Ann 6\nreshuffle\nclose"
    for remedy in Remedy:
        judged = hand(log, remedy=remedy)
        assert judged.findings
        assert all(rule in GAME.rules for _, _, rule in judged.findings)


def test_points_of_a_bad_log_are_those_of_its_good_part():
    log = read(
        "game zar\nseats Ann Bob\ndeal Ann b1 b1 b2 b2 b3 b3 b5 b5\ndeal Bob 8\nup b4\n"
        "Bob b6\nAnn nonsense\nAnn b1"
    )
    judged = replay(log)
    assert judged.verdict is Verdict.ILLEGAL
    assert judged.points[1] is None


def test_chain_of_matches_ends_with_the_next_card():
    # "if player B matches player C and player A then matches player B": only of that card.
    log = "up b4\nAnn b2\nBob! b2\nCat b3\nDee! b3"
    judged = hand(log, "zar-plus-plus")
    assert [judged.owes(name) for name in ("Ann", "Bob", "Cat", "Dee")] == [1, 0, 1, 0]
    # The same when the owner's own twin follows after a round: it is a play of its own.
    log = "up b4\nAnn b2\nBob! b2\nCat draw ?\nDee draw ?\nAnn draw 2\nBob b2\nDee! b2"
    judged = hand(log, "zar-plus-plus half-decks=4")
    assert not judged.findings
    assert [judged.owes(name) for name in ("Ann", "Bob", "Cat", "Dee")] == [0, 1, 0, 0]


def test_what_was_named_is_over_with_the_next_card():
    assert hand("up b4\nAnn W1 green\nBob g1").table.named == ""
    assert hand("up b4\nAnn W1 green\nBob gR").table.named == ""
    misfit = hand("up b4\nAnn W1 green\nBob gR\nAnn b3")
    assert dict(misfit.replay.findings[0].about).keys() == {"card", "top", "remedy"}


def test_turning_up_nothing_or_what_somebody_holds():
    dealt = "game zar\nseats Ann Bob\ndeal Ann 8\ndeal Bob 8\n"
    # A line without a card turns up nothing; of one with two the first is turned up.
    nothing = replay(read(f"{dealt}up\nup b6\nBob b5"))
    assert {(f.event, f.code.value) for f in nothing.findings} == {(2, "wrong-operands")}
    two = replay(read(f"{dealt}up b4 b5\nBob b6"))
    assert [(f.event, f.code.value) for f in two.findings] == [(2, "wrong-operands")]
    held = hand("up b4\nAnn b2", Bob="b4 b4")
    assert held.findings == [("up b4", "none-left", "holding")]
    third = hand("up b4\nAnn! b4", Bob="b4 b4")
    assert [line for line, _, _ in third.findings] == ["up b4", "Ann! b4"]
    botched = hand("up W1\nup b4", Bob="W1 W1")
    assert botched.findings == [("up W1", "none-left", "holding")]
    assert botched.turn == "Ann"


def test_reshuffling_a_pile_with_a_card_nobody_can_name():
    draws = "".join(f"{'Ann' if n % 2 == 0 else 'Bob'} draw ?\n" for n in range(45))
    judged = hand(f"up b4\nAnn ?\nBob b5\n{draws}reshuffle", **TWO)
    assert not judged.findings
    assert judged.table.piles[0].size == 2
    log = f"up b4\nAnn ?\nBob b5\n{draws}reshuffle\nBob draw X2"
    located = hand(log, **TWO, Ann="g1", Bob="X2 X2")
    assert located.findings == [("Bob draw X2", "none-left", "holding")]


def test_vincent_card_for_the_player_who_is_out_reopens_the_hand():
    names = {"seats": "A B C D E F G", "dealer": "G"}
    draws = "".join(f"{name} draw ?\n" for name in "BCDEFG")
    log = f"up b4\nA b1\n{draws}A b2\n{draws}A b3\n"
    assert hand(log, **names).seat("A").notes == (("out", ""),)
    other = hand(log + "vincent B ?\nclose", **names)
    assert (other.findings, other.points["A"]) == ([], 0)
    judged = hand(log + "vincent A ?\nB b5", **names)
    assert (judged.findings, judged.size("A"), judged.turn) == ([], 1, "C")


def test_cards_drawn_for_a_debt_are_in_the_hand_before_passing():
    # Ann draws one card for being matched and one to pass; the first of them would have fitted.
    rules = "zar-holland voluntary-draw=only-if-no-play"
    held = {"Ann": "g4 y1 y2 y3 b1 b2 b3 b5"}
    log = "up b4\nAnn g4\nBob! g4\nAnn draw "
    assert hand(log + "g6 y5", rules, **TWO, **held).findings == [
        ("Ann draw g6 y5", "could-have-played", "voluntary-draw")
    ]
    assert not hand(log + "y5 g6", rules, **TWO, **held).findings


def test_pair_of_which_one_is_missing_moves_no_card():
    held = {"Ann": "b2 b1 b1 b3 b3 b5"}
    judged = hand("up b4\nAnn b2 b2", **held)
    assert judged.findings == [("Ann b2 b2", "not-held", "holding")]
    assert len(judged.seat("Ann").cards) == 6
    assert len(hand("up b4\nAnn b2 b2\nAnn b2", **held).findings) == 1


def test_known_and_unknown_cards_are_counted_together():
    seven = {"seats": "A B C D E F G", "dealer": "G"}
    judged = hand("up b4\nA b1", A="b1 b2", **seven)
    assert (judged.size("A"), judged.seat("A").notes) == (2, ())


def test_skips_of_an_earlier_round_do_not_accumulate():
    # When play has gone round, N1's third skip is a play of its own; N5 matches that one.
    log = "up bMo\nN1 bFr bFr\nN4 draw ?\nN5 draw ?\nN6 draw ?\nN1 bFr\nN5! bFr"
    names = {"seats": "N1 N2 N3 N4 N5 N6", "dealer": "N6"}
    judged = hand(log, "zar-multideck-double", **names)
    assert (judged.findings, judged.turn) == ([], "N2")
    # The same under Holland's rule: one skip at a time.
    round_again = hand(log[: log.rindex("\n")], "zar-multideck-double matched-skip=cancel", **names)
    assert round_again.turn == "N3"


def test_first_card_of_the_deck_is_no_wild():
    misfit = hand("up b4\nAnn W1 green\nBob y1")
    assert misfit.findings == [("Bob y1", "does-not-fit", "fit")]
    misfit = hand("up b4\nAnn X1 3\nBob y1")
    assert misfit.findings == [("Bob y1", "does-not-fit", "fit")]


def test_late_match_that_fires_nothing_calls_out_no_sum():
    rules = "zar-multideck late-draw-two-match=nothing declarations=required"
    log = "up bMo\nAnn bWa DRAW 2\nBob draw 2\nCat! bWa MATCH"
    assert not hand(log, rules).findings


def test_a_draw_the_supply_cannot_give_is_drawn_to_its_end_and_after_the_reshuffle():
    # 62 cards, 8 + 8 dealt, one turned up: 45 are left, and one after 44 draws. Bob owes two and
    # draws that one. Under Ann's draw two lie b4 and b5: one for the rest owed, one to pass.
    two = {"seats": "Ann Bob", "dealer": "Ann"}
    draws = "\n".join(f"{'Ann' if n % 2 == 0 else 'Bob'} draw ?" for n in range(44))
    log = f"up b4\nBob b5\n{draws}\nAnn b+2\nBob draw ?"
    for rules in ("zar-holland", "zar-holland debts-in-parts=forbidden"):
        begun = hand(log, rules, **two)
        assert (begun.findings, begun.owes("Bob")) == ([], 1)
        done = hand(f"{log}\nreshuffle\nBob draw ?\nBob draw ?", rules, **two)
        assert (done.findings, done.turn, done.table.piles[0].size) == ([], "Ann", 0)


def test_who_has_not_said_it_may_do_so_until_asked():
    # Seven players, three cards each. A pair leaves A one card; nobody asks before he says it.
    names = {"seats": "A B C D E F G", "dealer": "G"}
    log = "up b4\nA b2 b2\nB b3\n"
    assert hand(f"{log}C asks A", **names).owes("A") == 1
    late = hand(f"{log}A says one\nC asks A", **names)
    assert (late.findings, late.owes("A")) == ([], 0)


def test_who_goes_out_by_a_match_still_has_to_draw():
    # "If you match someone with your last card, you must take another."
    text = (
        "game zar zar-holland\nseats Ann Bob Cat Dee\ndealer Dee\nholds Ann 2\nholds Bob 3\n"
        "holds Cat b2\nholds Dee 4\nlaid Dee b4\nturn Ann\nAnn b2\nAnn says one\nCat! b2\nclose"
    )
    judged = replay(read(text))
    found = [(str(sentence(f, judged.log)), f.rule) for f in judged.findings]
    assert found == [("Cat had to draw 1 and never did.", "match-out")]
