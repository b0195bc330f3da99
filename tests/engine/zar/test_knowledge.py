"""What can be known of cards nobody named, and what cards shown later settle."""

from tests.engine.zar.hands import hand
from zarleague.engine import Verdict, read, replay
from zarleague.engine.finding_sentences import sentence

STRICT = "zar-holland voluntary-draw=only-if-no-play"
TWO = {"seats": "Ann Bob", "dealer": "Bob"}


def test_card_played_from_an_unseen_hand_is_legal():
    judged = hand("up b4\nAnn b2")
    assert judged.replay.verdict is Verdict.LEGAL
    assert (judged.size("Ann"), judged.seat("Ann").unknown) == (5, 5)


def test_card_not_in_a_hand_that_is_known_is_not_held():
    judged = hand("up b4\nAnn b2", Ann="b1 b3 b5 b6 g1 g2")
    assert judged.findings == [("Ann b2", "not-held", "holding")]


def test_third_copy_is_impossible_whoever_plays_it():
    # "There are exactly two of each card."
    judged = hand("up b4\nAnn b2\nBob b5\nCat b2\nDee b6\nAnn b2")
    assert judged.findings == [("Ann b2", "none-left", "holding")]
    assert judged.fact("most") == 2


def test_card_a_player_has_shown_cannot_be_held_by_another():
    # Bob is known to hold both; Ann's unseen hand cannot hold a third.
    judged = hand("up b4\nAnn b2", Bob="b2 b2")
    assert judged.findings == [("Ann b2", "none-left", "holding")]


def test_reshuffled_cards_may_come_again():
    # Ann holds both b2 and plays one; once it is reshuffled, Bob may draw it.
    draws = "".join(f"{'Ann' if n % 2 == 0 else 'Bob'} draw ?\n" for n in range(45))
    log = f"up b4\nAnn b2\nBob b5\n{draws}reshuffle\nBob draw b2"
    judged = hand(log, **TWO, Ann="b2 b2")
    assert not judged.findings
    assert judged.table.piles[0].size == 1
    too_early = hand("up b4\nAnn b2\nBob draw b2", **TWO, Ann="b2 b2")
    assert too_early.findings == [("Bob draw b2", "none-left", "holding")]


def test_points_are_unknown_until_the_hands_are_shown():
    judged = hand("up b4\nAnn b2\nclose\nleft Ann b1 b1 b3 b3 b5")
    assert judged.points["Ann"] == 5
    assert judged.points["Bob"] is None


def test_hand_shown_must_have_the_right_size():
    judged = hand("up b4\nAnn b2\nclose\nleft Ann b1 b1 b3")
    assert ("left Ann b1 b1 b3", "wrong-count", "holding") in judged.findings


def test_hand_shown_must_hold_what_is_known_to_be_in_it():
    judged = hand("up b4\nAnn draw b2\nclose\nleft Ann b1 b1 b3 b3 b5 b5 y1")
    shown = [f for f in judged.findings if f[0].startswith("left")]
    assert shown == [
        ("left Ann b1 b1 b3 b3 b5 b5 y1", "not-held", "holding"),
        ("left Ann b1 b1 b3 b3 b5 b5 y1", "false-claim", "holding"),
    ]


def test_hand_shown_cannot_hold_what_lies_elsewhere():
    judged = hand("up b4\nAnn b2\nBob b2\nclose\nleft Cat b2 b1 b1 b3 b3 b5")
    shown = [f for f in judged.findings if f[0].startswith("left")]
    assert shown == [("left Cat b2 b1 b1 b3 b3 b5", "none-left", "holding")]


def test_hand_is_shown_after_the_close_only():
    assert hand("up b4\nleft Ann 6").findings == [("left Ann 6", "not-finished", "out")]


def test_hand_partly_shown():
    judged = hand("up b4\nAnn b2\nclose\nleft Ann b1 ? ? ? ?")
    assert [f for f in judged.findings if f[0].startswith("left")] == []
    assert (judged.seat("Ann").unknown, judged.points["Ann"]) == (4, None)
    assert hand("up b4\nAnn b2\nclose\nleft Ann ? b1 ? ? ?").seat("Ann").cards == (18,)  # b1
    # What is known to be in the hand may be among the cards not shown.
    known = hand("up b4\nAnn b2\nclose\nleft Ann b1 ? ? ? ?", Ann="y1")
    assert [f for f in known.findings if f[0].startswith("left")] == []


def test_whether_another_card_could_have_been_played_is_open():
    judged = hand("up b4\nAnn draw ?", STRICT)
    assert judged.findings == []
    assert judged.open == [("Ann draw ?", "could-have-played", "voluntary-draw")]
    assert judged.fact("count") == 6


def test_known_cards_alone_decide_that_another_could_have_been_played():
    judged = hand("up b4\nAnn draw ?", STRICT, Ann="b1")
    assert judged.findings == [("Ann draw ?", "could-have-played", "voluntary-draw")]
    assert judged.open == []


def test_cards_shown_at_the_end_decide_what_was_open():
    # Ann held six cards when she drew; she drew one. Seven shown, two of which fitted: at most one
    # of them was drawn, so one was held.
    log = "up b4\nAnn draw ?\nBob draw ?\nCat draw ?\nDee draw ?\nclose\nleft Ann "
    rules = STRICT
    broke = hand(log + "b1 b2 g1 g1 g2 g3 y1", rules)
    assert ("Ann draw ?", "could-have-played", "voluntary-draw") in broke.findings
    decided = [f for f in broke.replay.findings if f.event == 5]
    assert [(f.verdict, f.decided) for f in decided] == [(Verdict.ILLEGAL, 10)]
    # One that fits may be the one drawn: still open.
    still = hand(log + "b1 g1 g1 g2 g2 g3 y1", rules)
    assert ("Ann draw ?", "could-have-played", "voluntary-draw") in still.open
    # None fits: she could not play.
    fine = hand(log + "g1 g1 g2 g2 g3 y1 y1", rules)
    settled = [f for f in fine.replay.findings if f.decided >= 0]
    assert [(f.event, f.verdict, f.decided) for f in settled] == [(5, Verdict.LEGAL, 10)]
    assert [line for line, _, _ in fine.open] == ["Bob draw ?", "Cat draw ?", "Dee draw ?"]
    # What else was wrong with the draw is not settled by that.
    impossible = log.replace("Ann draw ?", "Ann draw b6") + "g1 g1 g2 g2 g3 y1 y1"
    both = hand(impossible, rules, Bob="b6 b6")
    assert ("Ann draw b6", "none-left", "holding") in both.findings


def test_cards_played_later_decide_what_was_open():
    # After passing on b4, Ann draws one card in all and then plays two that would have fitted.
    log = "up b4\nAnn draw ?\nBob b5\nCat b6\nDee b3\nAnn b1\nBob y1\nCat y2\nDee b2\nAnn b3"
    judged = hand(log, STRICT)
    (finding,) = [f for f in judged.replay.findings if f.rule == "voluntary-draw"]
    assert finding.verdict is Verdict.ILLEGAL
    assert judged.log.events[finding.decided].cards == (20,)  # b3


def test_card_drawn_unseen_may_be_the_one_played():
    rules = "zar-holland play-drawn-card=yes"
    known = {"Ann": "g1 g1 g2 g3 y1 y2"}
    # All others are known, so b6 is the card drawn.
    sure = hand("up b4\nAnn draw ?\nAnn b6", rules, **known)
    assert (sure.findings, sure.open) == ([], [])
    # So it is when Bob is known to hold the other copy.
    only_copy = hand("up b4\nAnn draw ?\nAnn b6", rules, **known, Bob="b6")
    assert (only_copy.findings, only_copy.open) == ([], [])
    # One other is not.
    perhaps = hand("up b4\nAnn draw ?\nAnn b6", rules, Ann="g1 g1 g2 g3 y1")
    assert perhaps.open == [("Ann b6", "not-allowed", "drawn-card")]
    # The card was seen when it was drawn; or it is a match, for which any card will do.
    assert hand("up b4\nAnn draw b6\nAnn b6", rules).open == []
    assert hand("up b4\nAnn draw ?\nAnn! b4", rules).open == []
    # Both copies of b1 are known to have been in her hand.
    never = hand("up b4\nAnn draw ?\nAnn b1", rules, Ann="b1 b1 g2 g3 y1 y2")
    assert never.findings == [("Ann b1", "out-of-turn", "turn")]


def test_card_nobody_named_leaves_open_what_fits_on_it_and_whose_turn_it_is():
    # Ann's card may have been green, or a skip: whether Bob's b5 was right cannot be known. Once it
    # lies there, it is known what fits and who is next.
    log = "up b4\nAnn ?\nBob b5\nCat y1\nCat b6\nDee b1\nclose"
    judged = hand(log)
    assert judged.open == [("Ann ?", "does-not-fit", "fit"), ("Bob b5", "does-not-fit", "fit")]
    assert judged.findings == [
        ("Cat y1", "does-not-fit", "fit"),
        ("close", "not-finished", "out"),
    ]


def test_draw_after_a_card_nobody_named():
    # A draw two, a pass, or (after a skip) out of turn: it cannot be known. The next
    # seat then plays on an unnamed card.
    judged = hand("up b4\nAnn ?\nBob draw ?\nCat b5\nDee b6")
    assert [line for line, _, _ in judged.open] == ["Ann ?", "Bob draw ?", "Cat b5"]
    assert (judged.findings, judged.turn) == ([], "Ann")
    twice = hand("up b4\nAnn ?\nBob draw ?\nBob draw ?\nBob b5\nCat b6")
    assert [line for line, _, _ in twice.open] == [
        "Ann ?",
        "Bob draw ?",
        "Bob draw ?",
        "Bob b5",
    ]
    assert (twice.findings, twice.turn) == ([], "Dee")


def test_card_nobody_named_may_turn_the_direction_or_skip():
    # Dee is next after a reverse, Cat after a skip; both are followed.
    reverse = hand("up b4\nAnn ?\nDee b5\nCat b6")
    assert (reverse.findings, len(reverse.open), reverse.turn) == ([], 2, "Bob")
    skip = hand("up b4\nAnn ?\nCat b5\nDee b6")
    assert (skip.findings, len(skip.open), skip.turn) == ([], 2, "Ann")
    # Between three both lead to the same player, so the next but one is open as well.
    three = {"seats": "A B C", "dealer": "C"}
    for after, turn in (("A b6", "B"), ("B b6", "A")):
        judged = hand(f"up b4\nA ?\nC b5\n{after}", **three)
        assert (judged.findings, judged.turn) == ([], turn)


def test_card_nobody_named_may_have_been_matched():
    # Bob's b5 may be the twin of Ann's card; then she draws for it.
    judged = hand("up b4\nAnn ?\nBob b5\nAnn draw ?\nCat b6")
    assert judged.findings == []
    assert judged.open[-1] == ("Ann draw ?", "nothing-owed", "draw")
    marked = hand("up b4\nAnn ?\nBob! b5")
    assert marked.owes("Ann") == 1


def test_play_nobody_named_is_out_of_turn_if_it_can_be_no_match():
    # "Any time someone plays a card, if you have the other identical card you can interrupt".
    judged = hand("up b4\nCat ?", Cat="b1 g1 g2 g3 g5 y1")
    assert judged.findings == [("Cat ?", "out-of-turn", "turn")]
    assert hand("up b4\nCat ?", Cat="b4 g1 g2 g3 g5 y1").findings == []
    assert hand("up b4\nCat ?", Bob="b4").findings == [("Cat ?", "out-of-turn", "turn")]


def test_in_doubt_nobody_is_said_to_be_next_or_to_owe_for_draw_twos():
    judged = hand("up b4\nAnn b+2\nBob ?")
    assert judged.table.acting == ()
    assert [judged.owes(name) for name in ("Ann", "Bob", "Cat", "Dee")] == [0, 0, 0, 0]
    assert hand("up b4\nAnn W1 green\nBob ?").table.named == ""
    # Debts from before are still open, and drawing settles them.
    owing = "up b4\nAnn b2\nCat! b2\nDee ?"
    assert hand(owing).owes("Ann") == 1
    assert hand(owing + "\nAnn draw ?").owes("Ann") == 0
    four = "up b4\nAnn b+2 b+2\nBob draw ?\nBob ?"
    assert [hand(four + drawn).owes("Bob") for drawn in ("", "\nBob draw ?")] == [3, 2]


def test_in_doubt_the_last_cards_are_still_counted():
    names = {"seats": "A B C D E F G", "dealer": "G"}
    log = "up b4\nA ? ?"
    assert hand(log, **names).seat("A").notes == (("unsaid", "one"),)
    assert hand(log + "\nB asks A", **names).owes("A") == 1
    assert hand(log + "\nA b3", **names).seat("A").notes == (("out", ""),)
    assert hand(log + "\nA b3\nclose\nleft B b1 b2 b5", **names).points["B"] == 3


def test_card_nobody_can_name_may_be_any_of_a_known_hand():
    judged = hand("up b4\nAnn ?\nBob b1", Ann="b1 b1 b2 b2 b3 b3")
    # One of Ann's b1 may be the card on the pile, but never in Bob's hand: that cannot be shown by
    # counting a single hand, so nothing is claimed.
    assert judged.findings == []
    assert (judged.size("Ann"), judged.seat("Ann").unknown) == (5, 5)


def test_more_cards_than_a_hand_holds_cannot_be_played():
    judged = hand("up b4\nAnn ? ? ? ? ? ? ?")
    assert judged.findings == [("Ann ? ? ? ? ? ? ?", "wrong-count", "holding")]
    assert (judged.open, judged.size("Ann"), judged.turn) == ([], 6, "Ann")


def test_turned_up_card_nobody_can_name():
    judged = hand("up ?\nAnn b2")
    assert judged.open == [("up ?", "does-not-fit", "turned-up"), ("Ann b2", "does-not-fit", "fit")]
    assert [pile.size for pile in judged.table.piles] == [62 - 24 - 1, 2]
    chameleons = hand("up ?", "zar-chameleon")
    assert (chameleons.open, chameleons.table.acting) == (
        [("up ?", "does-not-fit", "turned-up")],
        (),
    )
    # Everybody holds cards, whatever was turned up.
    closed = hand("up ?\nclose")
    assert closed.findings == [("close", "not-finished", "out")]


def test_turned_up_card_nobody_named_was_a_botch_if_another_is_turned_up():
    # "If the first card turned up is a wild or dragon, it is a “botch”; the dealer should insert
    # the offending card back into the deck and try again."
    judged = hand("up ?\nup b4\nAnn b2")
    assert (judged.findings, judged.open, judged.turn) == ([], [], "Bob")
    assert [pile.size for pile in judged.table.piles] == [62 - 24 - 1, 2]
    again = hand("up ?\nup ?\nup W1\nup b4")
    assert (again.findings, again.open) == ([], [])
    late = hand("up ?\nAnn b2\nup b4")
    assert late.findings == [("up b4", "already-dealt", "turned-up")]


def test_hands_not_dealt_in_the_log_are_found_and_taken_as_dealt():
    log = read("game zar\nseats Ann Bob\nup b4\nBob b5\nAnn b6")
    judged = replay(log)
    assert [(f.event, f.code.value) for f in judged.findings] == [(0, "left-out")]
    assert judged.points == (None, None)
    assert judged.findings[0].rule == "deal"
    one = replay(read("game zar\nseats Ann Bob\ndeal Ann 8\nup b4\nBob b5"))
    (missing,) = one.findings
    assert str(sentence(missing, one.log)) == "The line “deal Bob” is missing before this."
    # Who was dealt in the log is dealt nothing more; nor is anybody when a botch is turned up.
    partly = read("game zar\nseats Ann Bob Cat\ndeal Bob 7\nup W1\nup b4")
    table = replay(partly, steps=True).steps[-1]
    assert [seat.unknown for seat in table.seats] == [7, 7, 7]


def reshuffled(after, log="up b4\nA b5\nB b6\nA b1\nB b2", **deals):
    """A hand of two in which b4, b5, b6 and b1 and nothing else have been shuffled in; then
    *after*. Every other card is in a hand, or is the b2 on top."""
    seats = {"seats": "A B", "dealer": "B"}
    draws = "".join(f"{'A' if n % 2 == 0 else 'B'} draw ?\n" for n in range(45))
    return hand(f"{log}\n{draws}reshuffle\n{after}", **seats, **deals)


def test_after_a_reshuffle_only_cards_that_were_shuffled_in_can_be_drawn():
    # "Keep the topmost card of the discard pile as the new discard pile and reshuffle the rest."
    assert reshuffled("B draw y1").findings == [("B draw y1", "none-left", "holding")]
    assert reshuffled("B draw b2").findings == [("B draw b2", "none-left", "holding")]
    for card in ("b4", "b5", "b6", "b1"):
        assert reshuffled(f"B draw {card}").findings == []
    twice = reshuffled("B draw b5\nA draw b5")
    assert twice.findings == [("A draw b5", "none-left", "holding")]


def test_after_a_reshuffle_a_hand_that_has_not_drawn_holds_old_cards_only():
    # One b1 was shuffled in; the other is known to be A's. B's cards are all from before.
    known = reshuffled("B b1\nA b3", A="b1 b1 b5")
    assert known.findings == [("B b1", "none-left", "holding")]
    # Once B has drawn, he may have drawn it.
    drawn = reshuffled("B draw ?\nA g2\nB g1\nA g3\nB b3\nA b6\nB b1", A="b1 b1 b5")
    assert drawn.findings == []


def test_card_shown_after_a_reshuffle_may_be_of_either_supply_until_one_is_spent():
    # B draws one of the four cards shuffled in. His b5 may be that one or the copy from before.
    # When A draws the b5 that was shuffled in, B's was the old one; so his b4 may be the one drawn,
    # of which the old copy is known to be A's.
    log = "B draw ?\nA b3\nB b5\nA draw b5\nB draw ?\nA b6\nB b4"
    assert reshuffled(log, A="b4").findings == []
    # Had he drawn nothing that is still open, b4 could not be his.
    none = reshuffled("B draw b5\nA b3\nB b5\nA b6\nB b4", A="b4")
    assert none.findings == [("B b4", "none-left", "holding")]


def test_cards_of_the_only_unknown_hand_are_known_when_all_others_lie_elsewhere():
    # 62 cards: B's eight are dealt unseen, and all that A draws is named. When nothing is left to
    # draw, the cards nobody has seen are B's.
    a = "b1 b1 b2 b2 b3 b3 b5 b5"
    others = "b6 b6 bR bR bS bS b+2 b+2 g1 g1 g2 g2 g3 g3 g4 g4 g5 g5 g6 g6 gR gR gS gS g+2 g+2 "
    others += "y1 y1 y2 y2 y3 y3 y4 y4 y5 y5 y6 y6 yR yR yS yS y+2 y+2 W1"
    drawn = others.split()
    seats = {"seats": "A B", "dealer": "B"}
    lines = [f"{'A' if n % 2 == 0 else 'B'} draw {card}" for n, card in enumerate(drawn)]
    judged = hand("up b4\n" + "\n".join(lines), A=a, **seats)
    assert judged.findings == []
    assert judged.table.piles[0].size == 0
    # Left are b4, W1, two W2, two X1 and two X2: one and three times four and four times five.
    mine = sum({"R": 2, "S": 2, "+2": 3}.get(card[1:], 1) for card in drawn[1::2] if card != "W1")
    assert judged.points["B"] == 33 + mine
    assert None not in judged.points.values()
    open_card = "\n".join([*lines[:-1], "A draw ?"])
    assert hand("up b4\n" + open_card, A=a, **seats).points["B"] is None


def test_card_played_after_an_unseen_draw_may_be_that_or_another():
    # A's own frog is on top. If the second is the card drawn, it is played in turn, which the rules
    # forbid here; if she held it before, she matches herself, which they allow.
    rules = "zar-clay play-drawn-card=yes self-match-after-round=forbidden"
    three = {"seats": "A B C", "dealer": "C"}
    frog = hand("up bMo\nA bFr\nC draw ?\nA draw ?\nA! bFr", rules, **three)
    assert (frog.findings, frog.open) == ([], [("A! bFr", "not-allowed", "drawn-card")])
    # "It can only be played in turn": only the Chameleon just drawn is.
    chameleons = "zar-clay chameleon=on play-drawn-card=yes"
    chameleon = hand("up bMo\nA draw ?\nA Ch", chameleons, **three)
    assert (chameleon.findings, chameleon.open) == ([], [("A Ch", "not-allowed", "drawn-card")])
    # All others are known, so it was drawn.
    known = hand("up bMo\nA draw ?\nA Ch", chameleons, A="ySu ySu yCl yCl yGa yGa yLi", **three)
    assert (known.findings, known.open) == ([], [])


def test_the_card_drawn_is_known_where_nothing_else_was_left():
    # b4 alone was shuffled in: it is what B draws, so b4 is the card drawn and b5 is not.
    rules = "zar-holland play-drawn-card=yes"
    seats = {"seats": "A B", "dealer": "B"}
    draws = "".join(f"{'B' if n % 2 == 0 else 'A'} draw ?\n" for n in range(45))
    log = f"up b4\nA b2\n{draws}reshuffle\nA draw ?\n"
    drawn = hand(log + "A b4", rules, **seats)
    assert (drawn.findings, drawn.open) == ([], [])
    other = hand(log + "A b5", rules, **seats)
    assert other.findings == [("A b5", "out-of-turn", "turn")]


def test_drawing_a_copy_that_lies_elsewhere():
    judged = hand("up b4\nAnn draw b1", Bob="b1 b1")
    assert judged.findings == [("Ann draw b1", "none-left", "holding")]
    assert judged.size("Ann") == 7


def test_own_card_on_top_and_chameleons_count_as_something_to_play():
    held = {"Ann": "b2 b2 g1 g3 g5 y1"}
    log = "up b4\nAnn b2\nBob draw ?\nCat draw ?\nDee draw ?\nAnn draw ?"
    could = hand(log, STRICT, **held)
    assert could.findings[-1] == ("Ann draw ?", "could-have-played", "voluntary-draw")
    # Where her own card may not be matched its twin is no play, though it has the colour.
    forbidden = hand(log, STRICT + " self-match-after-round=forbidden", **held)
    assert ("Ann draw ?", "could-have-played", "voluntary-draw") not in forbidden.findings
    rules = "zar-clay chameleon=on voluntary-draw=only-if-no-play"
    for held in ("Ch ySu ySu yCl yCl yGa", "bSu ySu ySu yCl yCl yGa"):
        judged = hand("up bMo\nAnn draw ?", rules, Ann=held)
        assert [code for _, code, _ in judged.findings] == ["could-have-played"]
    assert not hand("up bMo\nAnn draw ?", rules, Ann="ySu ySu yCl yCl yGa yGa").findings
    # Nor is a Chameleon a play on one's own card where that may not be matched.
    none = hand(
        "up bMo\nAnn bSu\nBob draw ?\nCat draw ?\nDee draw ?\nAnn draw ?",
        rules + " self-match-after-round=forbidden",
        Ann="bSu Ch rCl rCl yGa yGa",
    )
    assert [line for line, _, _ in none.findings + none.open] == [
        "Bob draw ?",
        "Cat draw ?",
        "Dee draw ?",
    ]
    # Somebody else's card may be matched all the same.
    match = hand(
        "up b4\nAnn b2\nBob draw ?",
        STRICT + " self-match-after-round=forbidden",
        Bob="b2 g1 g3 g5 y1 y3",
    )
    assert match.findings == [("Bob draw ?", "could-have-played", "voluntary-draw")]


def test_dragon_is_nothing_to_play_on_a_wild():
    held = {"Bob": "X1 X2 b1 b2 y1 y2"}
    assert not hand("up b4\nAnn W2 green\nBob draw ?", STRICT, **held).findings


def test_card_that_could_have_been_played_is_named():
    judged = hand("up b4\nAnn draw ?", STRICT, Ann="b1 g1 g3 g5 y1 y1")
    assert judged.fact("card") == 18  # b1
    either = hand("up b4\nAnn draw ?", STRICT, Ann="b1 y4 g3 g5 y1 y1")
    assert either.fact("card") == 3  # y4, the first in the order of the deck
