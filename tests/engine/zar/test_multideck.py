"""Zar++ (Holland, Variant Rules), Multideck and declarations (Clay)."""

import pytest

from tests.engine.zar.hands import hand
from zarleague.engine.finding_sentences import sentence

SIX = {"seats": "N1 N2 N3 N4 N5 N6", "dealer": "N6"}
FOUR = {"seats": "N1 N2 N3 N4", "dealer": "N4"}


@pytest.mark.parametrize(
    ("players", "cards"), [(2, 10), (4, 10), (5, 10), (6, 9), (8, 7), (11, 4), (12, 3), (14, 3)]
)
def test_deal_is_fifteen_minus_players_from_three_to_ten(players, cards):
    # "15 minus the number of players cards (minimum 3, maximum 10 cards)"; "2 to 14 players".
    names = " ".join(f"p{n}" for n in range(players))
    judged = hand("up bMo", "zar-multideck", seats=names, dealer="p0")
    assert not judged.findings
    assert judged.size("p1") == cards


def test_triple_zar_match_of_a_match():
    # "if player B matches player C and player A then matches player B, player C must take two
    # cards, and player B must take one card himself."
    four = {"seats": "A B C D", "dealer": "D"}
    log = "up b4\nA draw ?\nB draw ?\nC b2\nB! b2\nA! b2"
    judged = hand(log, "zar-plus-plus", **four)
    assert not judged.findings
    assert (judged.owes("C"), judged.owes("B"), judged.owes("A")) == (2, 1, 0)
    assert judged.turn == "B"
    # C may draw both at once, and B's own card is left to draw.
    drawn = hand(f"{log}\nC draw 2", "zar-plus-plus", **four)
    assert (drawn.findings, drawn.owes("C"), drawn.owes("B")) == ([], 0, 1)
    first = hand(f"{log}\nB draw ?", "zar-plus-plus", **four)
    assert (first.findings, first.owes("C"), first.owes("B")) == ([], 2, 0)
    # By Clay's rules "Playing 'MATCH' … each cause exactly one card to be drawn".
    each = hand(log, "zar-plus-plus chain-match-penalty=one-each", **four)
    assert (each.owes("C"), each.owes("B")) == (1, 1)


def test_nobody_pays_for_his_own_match_of_a_match():
    judged = hand("up b4\nAnn b2\nBob! b2\nAnn! b2", "zar-plus-plus")
    assert (judged.owes("Ann"), judged.owes("Bob")) == (1, 1)


def test_everybody_below_in_a_chain_pays_for_each_match():
    # Two matches above Ann's match on Dee: Dee draws three in all, Ann two, Bob one.
    rules = "zar-plus-plus half-decks=4"
    judged = hand("up b4\nAnn! b4\nBob! b4\nCat! b4", rules)
    assert [judged.owes(name) for name in ("Dee", "Ann", "Bob", "Cat")] == [3, 2, 1, 0]


def test_five_cards_of_one_kind_cannot_come_out_of_a_deck_and_a_half():
    # "every card in the deck has exactly N - 1 identical matching cards".
    judged = hand("up bMo\nAnn bMo bMo bMo", "zar-multideck")
    assert judged.findings == [("Ann bMo bMo bMo", "none-left", "holding")]
    assert not hand("up bMo\nAnn bMo bMo", "zar-multideck").findings


def test_quad_skip():
    # "Player 1 plays a Frog; player 4 matches it with a double ('MATCH-DOUBLE'); and player 2
    # matches player 4 ('MATCH'). Player 1 must draw a card; then player 4 must draw a card; and
    # then a quad skip happens from player 2."
    log = "up bMo\nN1 bFr\nN4! bFr bFr MATCH-DOUBLE\nN2! bFr MATCH"
    judged = hand(log, "zar-multideck-double", **SIX)
    assert not judged.findings
    assert (judged.owes("N1"), judged.owes("N4"), judged.owes("N2")) == (1, 1, 0)
    # Players 3, 4, 5 and 6 are skipped.
    assert judged.turn == "N1"
    # Four at the table: 3, 4, 1 and 2 are skipped.
    assert hand(log, "zar-multideck-double", **FOUR).turn == "N3"
    # Holland cancels matched skips instead.
    cancel = "zar-multideck-double matched-skip=cancel"
    assert hand(log, cancel, **SIX).turn == "N3"


def test_drawing_does_not_close_the_window_for_more_matches():
    # "Note that drawing for a match does not prevent further matching."
    log = "up bMo\nN1 bFr\nN4! bFr bFr\nN1 draw ?\nN2! bFr\nN4 draw ?"
    judged = hand(log, "zar-multideck-double", **SIX)
    assert (judged.findings, judged.turn) == ([], "N1")
    assert (judged.owes("N1"), judged.owes("N4")) == (0, 0)


def test_triples_and_quads_of_commands():
    rules = "zar-multideck-double"
    # "An odd number of Crabs reverses direction."
    assert hand("up bMo\nN1 bCr bCr bCr", rules, **SIX).turn == "N6"
    assert hand("up bMo\nN1 bCr bCr bCr bCr", rules, **SIX).turn == "N2"
    # "Triple Frogs skip the next 3 players; Quad Frogs skip the next 4 players."
    assert hand("up bMo\nN1 bFr bFr bFr", rules, **SIX).turn == "N5"
    assert hand("up bMo\nN1 bFr bFr bFr bFr", rules, **SIX).turn == "N6"
    # "Triple Wasps count as Draw 6; Quad Wasps count as Draw 8."
    assert hand("up bMo\nN1 bWa bWa bWa", rules, **SIX).owes("N2") == 6
    assert hand("up bMo\nN1 bWa bWa bWa bWa", rules, **SIX).owes("N2") == 8


def test_player_may_match_himself_several_times_in_a_row():
    # "A player may match himself multiple times in a row." Nobody draws for that.
    log = "up bMo\nN1 bFr\nN1! bFr\nN1! bFr"
    assert hand("up bMo\nN1 bFr\nN1! bFr", "zar-multideck", **SIX).turn == "N4"
    judged = hand(log, "zar-multideck", **SIX)
    assert not judged.findings
    assert (judged.owes("N1"), judged.turn) == (0, "N5")
    forbidden = hand(log, "zar-multideck self-match=forbidden", **SIX)
    assert forbidden.findings[0] == ("N1! bFr", "not-allowed", "self-match")


def test_self_matched_skips_count_together_where_matched_skips_cancel():
    # "if you play two skips at once, two players get skipped": the two are one double.
    rules = "zar-plus-plus self-match=allowed"
    assert hand("up b4\nN1 bS\nN1! bS", rules, **SIX).turn == "N4"
    # So are the two put on one of the same player's whose effect is over.
    again = "up b4\nN1 bS\nN3 draw ?\nN4 draw ?\nN5 draw ?\nN6 draw ?\nN1 bS\nN1! bS"
    assert hand(again, rules, **SIX).turn == "N4"
    # On somebody else's skip it is a match like any other: all are cancelled.
    assert hand("up b4\nN1 bS\nN3! bS\nN3! bS", rules, **SIX).turn == "N4"


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ("N1 bSu", ""),
        ("N1 bSu bSu", "DOUBLE"),
        ("N1 bSu bSu bSu", "TRIPLE"),
        ("N1 bSu bSu bSu bSu", "QUAD"),
        # The table: "Playing a match on a match: MATCH / DOUBLE" and so on.
        ("N1 bSu\nN3! bSu\nN4! bSu", "MATCH"),
        ("N1 bSu\nN3! bSu\nN3! bSu", "DOUBLE"),
        ("N1 bSu bSu\nN3! bSu", "MATCH"),
        ("N1 bSu bSu\nN1! bSu", "TRIPLE"),
        ("N1 bSu bSu\nN3! bSu\nN3! bSu", "DOUBLE"),
        ("N1 bSu bSu bSu\nN3! bSu", "MATCH"),
        ("N1 bSu bSu bSu\nN1! bSu", "QUAD"),
        ("N1 bSu\nN3! bSu bSu", "MATCH-DOUBLE"),
        ("N1 bSu\nN1! bSu bSu", "TRIPLE"),
        ("N1 bSu\nN3! bSu bSu bSu", "MATCH-TRIPLE"),
        ("N1 bSu\nN1! bSu bSu bSu", "QUAD"),
        # What is named, and what is to be drawn.
        ("N1 P1 blue", "BLUE"),
        ("N1 D1 moon", "MOONS"),
        ("N1 D1 D1 D1 D1 galaxy", "QUAD-GALAXIES"),
        ("N1 P1 red\nN3! P1 P1 P1 blue", "MATCH-TRIPLE-BLUE"),
        ("N1 bWa", "DRAW 2"),
        ("N1 bWa\nN2 rWa rWa rWa rWa", "QUAD-DRAW 10"),
        ("N1 bWa\nN3! bWa", "MATCH-DRAW 4"),
    ],
)
def test_declarations(log, said):
    rules = "zar-multideck-double declarations=required"
    *before, last = log.splitlines()
    quiet = "zar-multideck-double"
    assert not hand("\n".join(["up bMo", *before, f"{last} {said}"]), quiet, **SIX).findings
    found = hand("\n".join(["up bMo", *before, f"{last} NONSENSE"]), quiet, **SIX).findings
    assert [(code, rule) for _, code, rule in found] == [("wrong-word", "declaration")]
    silent = hand("\n".join(["up bMo", last.replace("!", "")]), rules, **SIX).replay.findings
    if not before:
        about = [dict(finding.about).get("expected_word") for finding in silent]
        assert about == ([said] if said else [])


TWELVE = {"seats": "A B C D E F G H I J K L", "dealer": "L"}
"""Twelve players have three cards each."""


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ("A bSt\nB draw ?\nA! bSt", "ZAR'BLE"),
        ("A bSu bSu", "ZAR'BLE"),
        ("A bSu bSu", "ZAR'DOUBLE"),
        ("A D1 D1 moon", "ZAR'BLE-MOONS"),
        ("A D1 D1 moon", "ZAR'BLE-MOON"),
        ("A D1 D1 galaxy", "ZAR'BLE-GALAXY"),
        ("A bSu\nB bCr\nA bCl", "ZAR"),
        ("A bSu\nB! bSu bSu", "ZAR'CH DOUBLE"),
        ("A bSu\nB! bSu\nA! bSu", "ZAR'CH"),
        ("A bWa bWa", "ZAR'BLE-DRAW 4"),
        ("A bSu\nB! bSu bSu", "ZAR'CH-DOUBLE"),
    ],
)
def test_declarations_with_one_card_left(log, said):
    judged = hand(f"up bMo\n{log} {said}", "zar-multideck-double", **TWELVE)
    assert not judged.findings
    speaker = log.splitlines()[-1].split()[0].rstrip("!")
    assert judged.size(speaker) == 1
    # It counts as having said that one card is left.
    assert judged.seat(speaker).notes == (("said", "zar"),)
    quiet = hand(f"up bMo\n{log}", "zar-multideck-double", **TWELVE)
    assert quiet.seat(speaker).notes == (("unsaid", "zar"),)


@pytest.mark.parametrize(
    ("log", "said", "dealt"),
    [
        ("A bSu bSu bSu", "ZAR'PLE", 4),
        ("A bSu bSu bSu bSu", "ZAR'QUAD", 5),
        ("A D1 D1 D1 D1 moon", "ZAR'QUAD-MOONS", 5),
        ("A P1 red\nB! P1 P1 P1 blue", "ZAR'CH-TRIPLE-BLUE", 4),
    ],
)
def test_zar_with_triples_and_quads(log, said, dealt):
    # Clay's own examples, at a table of fifteen minus the cards dealt.
    names = " ".join("ABCDEFGHIJKLMN"[: 15 - dealt])
    table = {"seats": names, "dealer": names[-1]}
    judged = hand(f"up bMo\n{log} {said}", "zar-multideck-double", **table)
    assert not judged.findings
    assert judged.size(log.splitlines()[-1][0]) == 1
    wrong = said.replace("ZAR'", "ZAR-")
    found = hand(f"up bMo\n{log} {wrong}", "zar-multideck-double", **table).findings
    assert [code for _, code, _ in found] == ["wrong-word"]


def test_a_declaration_need_not_be_made_unless_required():
    log = "up bMo\nN1 bSu bSu"
    assert not hand(log, "zar-multideck", **SIX).findings
    assert hand(log, "zar-multideck declarations=required", **SIX).findings == [
        ("N1 bSu bSu", "wrong-word", "declaration")
    ]
    missing = hand(log, "zar-multideck declarations=required", **SIX)
    assert missing.replay.findings[0].about == (("expected_word", "DOUBLE"),)
    assert not hand(log + " TRIPLE", "zar-multideck declarations=free", **SIX).findings
    nothing = hand("up bMo\nN1 bSu MATCH", "zar-multideck", **SIX)
    (finding,) = nothing.replay.findings
    assert str(sentence(finding, nothing.log)) == "“MATCH” was the wrong call."


def test_penalty_for_a_wrong_declaration():
    log = "up bMo\nN1 bSu bSu TRIPLE"
    assert hand(log, "zar-multideck", **SIX).seat("N1").debts == ()
    (debt,) = hand(log, "zar-multideck declaration-penalty=1", **SIX).seat("N1").debts
    assert (debt.cards, debt.rule) == (1, "declaration")
    # Only who has to draw for it has not gone out.
    last = "up bMo\nA bSu\nA! bSu\nA! bSu MATCH"
    assert hand(last, "zar-multideck", **TWELVE).seat("A").notes == (("out", ""),)
    assert hand(last, "zar-multideck declaration-penalty=1", **TWELVE).seat("A").notes == ()


def test_only_zar_says_that_one_card_is_left():
    # "declare ZAR": DOUBLE alone leaves it unsaid, and ZAR says nothing where the word is "one".
    silent = hand("up bMo\nA bSu bSu DOUBLE", "zar-multideck", **TWELVE)
    assert silent.findings == [("A bSu bSu DOUBLE", "wrong-word", "declaration")]
    assert silent.seat("A").notes == (("unsaid", "zar"),)
    assert silent.fact("expected_word") == "ZAR'BLE"
    rules = "zar-multideck last-card-word=one"
    one = hand("up bMo\nA bSu bSu DOUBLE", rules, **TWELVE)
    assert (one.findings, one.seat("A").notes) == ([], (("unsaid", "one"),))
    zar = hand("up bMo\nA bSu bSu ZAR'BLE", rules, **TWELVE)
    assert (len(zar.findings), zar.seat("A").notes) == (1, (("unsaid", "one"),))
    # It speaks for nobody else: A, whom B matched, is silent still.
    other = hand("up bMo\nA bSu bSu\nB! bSu bSu ZAR'CH-DOUBLE", "zar-multideck-double", **TWELVE)
    assert (other.seat("A").notes, other.seat("B").notes) == (
        (("unsaid", "zar"),),
        (("said", "zar"),),
    )
    # And nobody else is to be asked: C has three cards.
    asked = "up bMo\nA bSu bSu ZAR'BLE\nA asks C"
    assert hand(asked, "zar-multideck", **TWELVE).owes("C") == 0


def test_own_twin_that_follows_after_a_round_is_declared_as_the_pile_it_makes():
    draws = "".join(f"{name} draw ?\n" for name in ("N2", "N3", "N4", "N5", "N6"))
    log = f"up bMo\nN1 bSu\n{draws}N1 bSu"
    assert not hand(f"{log} DOUBLE", "zar-multideck", **SIX).findings
    third = hand(f"{log}\n{draws}N1 bSu SINGLE", "zar-multideck", **SIX)
    assert third.fact("expected_word") == "TRIPLE"


def test_numbers_are_called_out_as_words_in_the_uno_skin():
    rules = "zar-multideck skin=uno-subset declarations=required"
    words = ("ONES", "TWOS", "THREES", "FOURS", "FIVES", "SIXES")
    for number, word in enumerate(words, start=1):
        assert hand(f"up b4\nN1 X1 {number}", rules, **SIX).fact("expected_word") == word
        assert not hand(f"up b4\nN1 X1 {number} {word}", rules, **SIX).findings


def test_clay_plays_pairs_and_matches_as_last_cards():
    # Not said by Clay; inferred, because only Holland forbids it.
    log = "up bMo\nA bSt\nB bCl\n" + "".join(f"{n} draw ?\n" for n in "CDEFGHIJKL") + "A bSu bSu"
    assert hand(log, "zar-multideck", **TWELVE).seat("A").notes == (("out", ""),)
    strict = hand(log, "zar-multideck pair-out=draw-one", **TWELVE)
    assert (strict.owes("A"), strict.seat("A").notes) == (1, ())
    chain = "up bMo\nA bSu\nA! bSu\nA! bSu"
    assert hand(chain, "zar-multideck", **TWELVE).seat("A").notes == (("out", ""),)
    # Matching oneself is no match of somebody else.
    others = hand(chain, "zar-multideck match-out=draw-one", **TWELVE)
    assert others.seat("A").notes == (("out", ""),)
    assert hand(chain, "zar-multideck pair-out=draw-one", **TWELVE).owes("A") == 1
