"""Chameleons (Clay, The Chameleon card) and transparents (Holland, Transparent cards; inferred)."""

import pytest

from tests.engine.zar.hands import hand

RULES = "zar-chameleon"
BASE = "zar-clay chameleon=on"
FOUR = {"seats": "N1 N2 N3 N4", "dealer": "N4"}


def test_first_example():
    # "Player 1 plays a Blue Sun; Player 2 plays a Chameleon ('MATCH'); and Player 1 plays a
    # Chameleon ('MATCH'). Players 1 and 2 both draw for their matches and Player 2 faces a virtual
    # Blue Sun, unless someone matches first by playing the other Blue Sun."
    log = "up bMo\nN1 bSu\nN2 Ch MATCH\nN1! Ch MATCH\n"
    judged = hand(log, BASE, **FOUR)
    assert not judged.findings
    assert (judged.owes("N1"), judged.owes("N2"), judged.turn) == (1, 1, "N2")
    assert not hand(log + "N2 draw ?\nN2 rSu", BASE, **FOUR).findings
    assert not hand(log + "N2 draw ?\nN2 bCl", BASE, **FOUR).findings
    assert hand(log + "N2 draw ?\nN2 rCl", BASE, **FOUR).findings == [
        ("N2 rCl", "does-not-fit", "fit")
    ]
    matched = hand(log + "N4! bSu MATCH", BASE, **FOUR)
    assert (matched.findings, matched.owes("N1"), matched.turn) == ([], 2, "N1")


def test_second_example():
    # "Player 2 plays a Blue Wasp ('DRAW 2'); and Player 3 plays 2 Red Wasps and 2 Chameleons
    # ('QUAD-DRAW 10'). Player 4 now has to draw 10, unless he can play a Wasp or a Chameleon. If
    # this is a multideck game, someone could still match first by playing a Red Wasp or, if Player
    # 3 placed a Chameleon on top of the Playpile, another Chameleon."
    log = "up bMo\nN1 bSu\nN2 bWa DRAW 2\nN3 rWa rWa Ch Ch QUAD-DRAW 10\n"
    judged = hand(log, RULES, **FOUR)
    assert not judged.findings
    assert (judged.turn, judged.owes("N4")) == ("N4", 10)
    assert hand(log + "N4 rSu", RULES, **FOUR).findings == [("N4 rSu", "must-settle", "draw-two")]
    assert hand(log + "N4 yWa DRAW 12", RULES, **FOUR).owes("N1") == 12
    with_chameleon = hand(log + "N4 Ch MATCH-DRAW 12", RULES, **FOUR)
    assert (with_chameleon.findings, with_chameleon.owes("N1")) == ([], 12)
    assert not hand(log + "N2! rWa MATCH-DRAW 12", RULES, **FOUR).findings
    assert not hand(log + "N2! Ch MATCH-DRAW 12", RULES, **FOUR).findings
    below = log.replace("rWa rWa Ch Ch", "Ch Ch rWa rWa")
    assert hand(below + "N2! Ch", RULES, **FOUR).findings == [
        ("N2! Ch", "not-allowed", "chameleon")
    ]


def test_dealer_question():
    # "Q1: If I am the dealer and I have just started a new hand, can I play a Chameleon card before
    # the next player plays ('DOUBLE')? A1: No. … However, if you have both a Chameleon and the card
    # matching the Playpile, you could play it as part of a 'TRIPLE'."
    alone = hand("up bMo\nN4! Ch", BASE, **FOUR)
    assert alone.findings == [("N4! Ch", "not-allowed", "chameleon")]
    both = hand("up bMo\nN4! bMo Ch TRIPLE", BASE, **FOUR)
    assert (both.findings, both.owes("N4"), both.turn) == ([], 0, "N1")


def test_chameleon_cannot_start_the_hand():
    # "a Chameleon is a Power card, so it could not have started the hand".
    judged = hand("up Ch\nup bMo", BASE, **FOUR)
    assert not judged.findings
    assert judged.table.piles[1].cards == (3,)


def test_chameleon_is_worth_six_points():
    assert hand("up bMo", BASE, N1="Ch bSu bSu rSu rSu yCl", **FOUR).points["N1"] == 11


def test_chameleon_is_only_played_in_turn():
    # "It can only be played in turn, except to match another Chameleon card."
    judged = hand("up bMo\nN1 bSu\nN3! Ch", BASE, **FOUR)
    assert judged.findings == [("N3! Ch", "not-allowed", "chameleon")]
    assert not hand("up bMo\nN1 Ch\nN3! Ch", BASE, **FOUR).findings


def test_chameleon_played_in_turn_matches_the_player_below():
    # "It can be played on any card. When played it becomes an exact match of the card it was
    # played on … Follow the normal rules for matching."
    judged = hand("up bMo\nN1 bFr\nN3 Ch", BASE, **FOUR)
    assert (judged.findings, judged.owes("N1")) == ([], 1)
    # Frogs accumulate: two are skipped after player 3.
    assert judged.turn == "N2"


def test_chameleons_alone_become_several_of_the_card_below():
    # "It can be played with other cards (including Chameleons) to make doubles": two on player 1's
    # Frog are one match, which costs one card, and three Frogs skip players 4, 1 and 2.
    judged = hand("up bMo\nN1 bFr\nN3 Ch Ch MATCH-DOUBLE", BASE, **FOUR)
    assert (judged.findings, judged.owes("N1"), judged.turn) == ([], 1, "N3")


def test_chameleon_stands_in_for_a_card_of_the_hand():
    # "the multiple card play you are making must be a legal play on whatever card is on top".
    assert hand("up bMo\nN1 bFr Ch DOUBLE", BASE, **FOUR).turn == "N4"
    judged = hand("up bMo\nN1 rFr Ch", BASE, **FOUR)
    assert judged.findings == [("N1 rFr Ch", "does-not-fit", "fit")]
    mixed = hand("up bMo\nN1 bFr bSu Ch", BASE, **FOUR)
    assert mixed.findings == [("N1 bFr bSu Ch", "not-identical", "together")]


def test_misplaced_group_that_stands_keeps_the_identity_of_its_cards():
    judged = hand("up bMo\nN1 rFr Ch", BASE + " illegal-play=vincent", **FOUR)
    assert (judged.owes("N1"), judged.turn) == (1, "N4")
    mixed = hand("up bMo\nN1 bFr rFr Ch", BASE + " illegal-play=vincent", **FOUR)
    assert (mixed.owes("N1"), mixed.owes("N4")) == (1, 1)


def test_chameleon_names_as_a_peacock_or_dragon():
    # "When played as a Peacock or Dragon, you must declare a color or symbol, respectively."
    assert not hand("up bMo\nN1 P1 red\nN2 Ch yellow MATCH-YELLOW\nN3 ySu", BASE, **FOUR).findings
    assert hand("up bMo\nN1 P1 red\nN2 Ch", BASE, **FOUR).findings == [
        ("N2 Ch", "must-name", "name")
    ]
    assert not hand("up bMo\nN1 D1 Ch sun DOUBLE-SUNS\nN2 rSu", BASE, **FOUR).findings


def test_cards_match_the_identity_a_chameleon_has_taken():
    # "Other cards can match it once it has assumed a specific identity."
    judged = hand("up bMo\nN1 bSu\nN2 Ch\nN4! bSu", BASE, **FOUR)
    assert (judged.findings, judged.owes("N2"), judged.turn) == ([], 1, "N1")


SEVEN = {"seats": "A B C D E F G", "dealer": "G"}


def almost_out(end: str, rules: str = BASE):
    """Seven players, three cards each; A plays the last of them as *end* begins."""
    draws = "".join(f"{name} draw ?\n" for name in "BCDEFG")
    return hand(f"up bMo\nA bSu\n{draws}A bCl\n{draws}{end}", rules, **SEVEN)


def test_chameleon_cannot_reopen_a_hand():
    # "If a player goes out, a Chameleon card can not be played to resume the hand, except if it is
    # played as a match on another Chameleon on the top of the Playpile."
    judged = almost_out("A bLi\nB Ch")
    assert judged.findings == [("B Ch", "not-allowed", "chameleon-reopens")]
    along = almost_out("A bLi\nB! bLi Ch")
    assert along.findings == [("B! bLi Ch", "not-allowed", "chameleon-reopens")]
    assert not almost_out("A bLi\nB! bLi").findings
    on_another = almost_out("A Ch\nB! Ch")
    assert (on_another.findings, on_another.owes("A")) == ([], 1)


def test_going_out_with_a_chameleon():
    # Played alone it is a match; here of one's own card, when play has gone round.
    assert almost_out("A Ch").seat("A").notes == (("out", ""),)
    in_turn = "A draw ?\nB draw ?\nC draw ?\nD draw ?\nE draw ?\nF draw ?\nG bSt\nA Ch"
    assert almost_out(in_turn).owes("G") == 1
    pair = almost_out("A draw ?\n" + "".join(f"{n} draw ?\n" for n in "BCDEFG") + "A bGa Ch")
    assert pair.seat("A").notes == (("out", ""),)
    strict = almost_out("A Ch", BASE + " self-match-after-round=forbidden")
    assert strict.findings == [("A Ch", "not-allowed", "self-match-after-round")]


ZEROS = "zar-transparent"


def test_transparent_lets_what_is_below_show_through():
    # Inferred from the name: what had to be matched before still has to be matched.
    judged = hand("up b4\nAnn b0\nBob g4", ZEROS)
    assert not judged.findings
    assert not hand("up b4\nAnn b0\nBob b1", ZEROS).findings
    assert hand("up b4\nAnn b0\nBob g1", ZEROS).findings == [("Bob g1", "does-not-fit", "fit")]


def test_transparent_goes_on_its_colour_or_on_another_transparent():
    assert hand("up b4\nAnn g0", ZEROS).findings == [("Ann g0", "does-not-fit", "transparent")]
    judged = hand("up b4\nAnn b0\nBob g0\nCat y0\nDee b1", ZEROS)
    assert not judged.findings


def test_what_a_wild_or_dragon_named_shows_through():
    wild = hand("up b4\nAnn W1 green\nBob g0\nCat g1", ZEROS)
    assert (wild.findings, hand("up b4\nAnn W1 green\nBob g0", ZEROS).table.named) == ([], "green")
    assert hand("up b4\nAnn X1 3\nBob b0", ZEROS).findings == [
        ("Bob b0", "does-not-fit", "transparent")
    ]


def test_transparent_is_matched_like_any_card():
    judged = hand("up b4\nAnn b0\nCat! b0", ZEROS)
    assert (judged.findings, judged.owes("Ann"), judged.turn) == ([], 1, "Dee")
    # The card below it is covered and cannot be matched any more.
    assert hand("up b4\nAnn b0\nCat! b4", ZEROS).findings == [
        ("Cat! b4", "too-late", "match-window")
    ]


def test_transparent_turned_up_has_nothing_to_show_and_is_buried():
    assert not hand("up b0\nup b4", ZEROS).findings


def test_reverses_are_the_transparents_between_two():
    # "reverses aren't very interesting" with two: they turn nothing and show what is below.
    rules = "zar-holland transparents=reverses"
    two = {"seats": "Ann Bob", "dealer": "Bob"}
    judged = hand("up b4\nAnn bR\nBob g4", rules, **two)
    assert (judged.findings, judged.table.direction) == ([], 1)
    assert hand("up b4\nAnn bR\nBob gR\nAnn g1", rules, **two).findings == [
        ("Ann g1", "does-not-fit", "fit")
    ]
    assert hand("up b4\nAnn bR\nBob gR\nAnn g1", **two).findings == []
    assert hand("up b4", rules).findings == [("deal Ann 6", "wrong-count", "players")]


@pytest.mark.parametrize(("rules", "cards"), [(ZEROS, 68), (RULES, 96), (BASE, 64)])
def test_deck_sizes(rules, cards):
    # Two zeros of each colour; one Chameleon for each half-deck.
    up = "b4" if rules == ZEROS else "bMo"
    assert hand(f"up {up}", rules).table.piles[0].size == cards - 1 - 4 * (
        10 if rules == RULES else 6
    )
