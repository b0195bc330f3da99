"""Matching, draw twos and how the hand ends (Holland, Matching to Other considerations)."""

import pytest

from tests.engine.zar.hands import GAME, hand
from zarleague.engine import Remedy
from zarleague.engine.event import CLOSE, DEAL, DRAW, PLAY, TABLE, UP, Event

TWO = {"seats": "Ann Bob", "dealer": "Ann"}


def test_match_out_of_turn_costs_the_player_matched_a_card_and_skips_the_others():
    # "This means the first person 'got matched', and they must draw a card. Play then continues
    # with the person after you. The people in between get skipped."
    judged = hand("up b4\nAnn b2\nCat! b2")
    assert not judged.findings
    assert (judged.owes("Ann"), judged.turn) == (1, "Dee")


def test_match_without_its_mark_is_still_a_match():
    judged = hand("up b4\nAnn b2\nCat b2")
    assert not judged.findings
    assert (judged.owes("Ann"), judged.turn) == (1, "Dee")


def test_match_must_be_identical():
    judged = hand("up b4\nAnn b2\nCat! g2")
    assert judged.findings == [("Cat! g2", "not-identical", "match")]
    # Not even whose turn it is can match with a card that only fits.
    assert hand("up b4\nAnn! b5").findings == [("Ann! b5", "not-identical", "match")]


def test_match_comes_too_late_once_the_next_player_has_played():
    # "If the next player plays before you get your matching card down, you're out of luck."
    judged = hand("up b4\nAnn b2\nBob b5\nDee! b2")
    assert judged.findings == [("Dee! b2", "too-late", "match-window")]
    assert judged.fact("due") == 1


def test_next_player_comes_too_late_after_a_match():
    # "Likewise, if you get your match in before he plays, he's out of luck."
    judged = hand("up b4\nAnn b2\nCat! b2\nBob b5")
    assert judged.findings == [("Bob b5", "out-of-turn", "turn")]


def test_top_card_can_be_matched_after_the_next_player_has_drawn():
    # "Any time someone plays a card"; only playing on it ends the window.
    judged = hand("up b4\nAnn b2\nBob draw ?\nBob! b2")
    assert not judged.findings
    assert (judged.owes("Ann"), judged.turn) == (1, "Cat")


def test_playing_the_identical_card_in_turn_is_a_match_too():
    # "if you have the other identical card you can interrupt and play it, even if it's not your
    # turn": all the more in turn; "if the person immediately after you plays a draw two and you
    # match it, that person himself draws five".
    judged = hand("up b4\nAnn b2\nBob b2")
    assert (judged.owes("Ann"), judged.turn) == (1, "Cat")


def test_nobody_matches_himself_at_once():
    # "You cannot match yourself; if you have both copies … you can play them together, and you
    # don't have to take a card."
    assert hand("up b4\nAnn b2\nAnn! b2").findings == [("Ann! b2", "not-allowed", "self-match")]
    together = hand("up b4\nAnn b2 b2")
    assert (together.findings, together.owes("Ann")) == ([], 0)


def test_own_twin_may_follow_when_play_has_gone_round():
    # "if you play one of them, and play goes all the way around without anyone else playing
    # anything so that card's still on top, you can play the other on top of it".
    log = "up b4\nAnn b2\nBob draw ?\nCat draw ?\nDee draw ?\nAnn b2"
    judged = hand(log)
    assert not judged.findings
    assert (judged.owes("Ann"), judged.turn) == (0, "Bob")
    forbidden = hand(log, "zar-holland self-match-after-round=forbidden")
    assert forbidden.findings == [("Ann b2", "not-allowed", "self-match-after-round")]


def test_matched_skips_cancel():
    # "If you match a skip both are cancelled: play continues with the player immediately after
    # you."
    assert hand("up b4\nAnn bS\nDee! bS").turn == "Ann"
    assert hand("up b4\nAnn bS\nDee! bS", "zar-holland matched-skip=accumulate").turn == "Cat"


def test_matched_reverses_cancel_and_play_goes_on_after_the_matcher():
    # "after matching play goes to the next player after the one who matched, in whatever direction
    # is then current with all the cards played so far considered".
    judged = hand("up b4\nAnn bR\nCat! bR")
    assert (judged.turn, judged.table.direction) == ("Dee", 1)
    turned = hand("up bR\nCat b6\nAnn! b6")
    assert (turned.turn, turned.table.direction) == ("Dee", -1)


def test_matching_a_wild_or_dragon_names_anew():
    # "If you match a wild or dragon you choose a new color or number that must be played next."
    judged = hand("up b4\nAnn W1 green\nCat! W1 yellow\nAnn draw ?\nDee y3")
    assert not judged.findings
    assert hand("up b4\nAnn W1 green\nCat! W1 yellow\nDee g3").findings == [
        ("Dee g3", "does-not-fit", "fit")
    ]
    assert hand("up b4\nAnn X1 3\nCat! X1\n").findings == [("Cat! X1", "must-name", "name")]
    # The two types differ for matching only.
    assert hand("up b4\nAnn W1 green\nCat! W2 yellow").findings == [
        ("Cat! W2 yellow", "not-identical", "match")
    ]


def test_draw_two_is_drawn_and_then_the_turn_is_played():
    # "when you get hit by a draw two you draw two cards and then proceed to play normally".
    log = "up b4\nAnn b+2\nBob draw 2\nBob b5"
    judged = hand(log)
    assert (judged.findings, judged.turn) == ([], "Cat")
    loses = hand(log, "zar-holland draw-two-keeps-turn=no")
    assert loses.findings == [("Bob b5", "out-of-turn", "turn")]
    assert hand("up b4\nAnn b+2\nBob draw 2", "zar-holland draw-two-keeps-turn=no").turn == "Cat"


def test_draw_two_must_be_drawn_before_playing():
    judged = hand("up b4\nAnn b+2\nBob b5")
    assert judged.findings == [("Bob b5", "must-settle", "draw-two")]
    assert judged.fact("count") == 2
    assert hand("up b4\nAnn b+2\nBob draw ?\nBob b5").findings == [
        ("Bob b5", "must-settle", "draw-two")
    ]


def test_third_card_drawn_for_a_draw_two_passes_the_turn():
    judged = hand("up b4\nAnn b+2\nBob draw 3")
    assert (judged.findings, judged.turn) == ([], "Cat")
    assert hand("up b4\nAnn b+2\nBob draw 4").findings == [("Bob draw 4", "nothing-owed", "draw")]


def test_draw_twos_add_up():
    # "they can play it instead, in which case the next player has to draw four cards. If that
    # person plays another draw two, the person after draws six, and so forth."
    judged = hand("up b4\nAnn b+2\nBob g+2\nCat y+2")
    assert (judged.findings, judged.turn, judged.owes("Dee")) == ([], "Dee", 6)


def test_draw_two_played_after_drawing_starts_again():
    judged = hand("up b4\nAnn b+2\nBob draw 2\nBob g+2")
    assert (judged.findings, judged.owes("Cat")) == ([], 2)


def test_double_draw_two_counts_four():
    assert hand("up b4\nAnn b+2 b+2").owes("Bob") == 4


def test_matched_draw_two_makes_the_player_after_the_matcher_draw_four():
    # "it works as if you played another draw two on it: the person after you must draw four".
    judged = hand("up b4\nAnn b+2\nCat! b+2")
    assert (judged.owes("Ann"), judged.owes("Bob"), judged.owes("Dee")) == (1, 0, 4)


def test_draw_two_matched_after_its_victim_has_drawn_fires_for_two():
    # "in that case that draw two is expended and the person after you draws two. Each draw two
    # only 'fires' once."
    log = "up b4\nAnn b+2\nBob draw 2\nCat! b+2"
    judged = hand(log)
    assert (judged.owes("Ann"), judged.owes("Bob"), judged.owes("Dee")) == (1, 0, 2)
    assert hand(log, "zar-holland late-draw-two-match=nothing").owes("Dee") == 0


def test_draw_two_whose_victim_has_begun_to_draw_has_fired():
    judged = hand("up b4\nAnn b+2\nBob draw ?\nCat! b+2")
    assert (judged.owes("Bob"), judged.owes("Dee")) == (1, 2)


def test_matching_the_next_players_draw_two_makes_him_draw_five():
    # "if the person immediately after you plays a draw two and you match it, that person himself
    # draws five - four from the draw twos and one for being matched". With two players the one
    # after you is the one you match.
    judged = hand("up b4\nBob b+2\nAnn! b+2", **TWO)
    assert (judged.findings, judged.owes("Bob")) == ([], 5)


def test_fifteen_cards():
    # "So if each of you has one draw two in each color and they all come out at once, he ends up
    # drawing fifteen": twelve for six draw twos and three for being matched three times.
    judged = hand(
        """
        up b4
        Bob b+2
        Ann! b+2
        Bob draw ?
        Bob g+2
        Ann! g+2
        Bob draw ?
        Bob y+2
        Ann! y+2
        Bob draw ?
        Bob draw 12
        """,
        Ann="b+2 g+2 y+2",
        Bob="b+2 g+2 y+2",
        **TWO,
    )
    assert not judged.findings
    drawn = sum(len(event.cards) for event in judged.log.events if event.kind == 2)
    assert drawn == 15
    # Eight dealt, three played, fifteen drawn.
    assert (judged.size("Bob"), judged.owes("Bob"), judged.turn) == (20, 0, "Bob")


def test_card_for_being_matched_is_drawn_before_playing():
    # "drawing for the Match happens before drawing for the Wasps. If the card you draw for the
    # Match is a Wasp, you can avoid being stung" (Clay, strategy).
    early = hand("up b4\nBob b+2\nAnn! b+2\nBob g+2", **TWO)
    assert early.findings == [("Bob g+2", "must-settle", "draw-first")]
    avoided = hand("up b4\nBob b+2\nAnn! b+2\nBob draw g+2\nBob g+2", **TWO)
    assert (avoided.findings, avoided.owes("Ann")) == ([], 6)


def shed(winner_plays: str, **options: str):
    """A hand of seven, three cards each: A has one left and has said so, the others have two."""
    rules = " ".join(["zar-holland", *(f"{k.replace('_', '-')}={v}" for k, v in options.items())])
    return hand(
        f"""
        up b4
        A b1
        B b3
        C b5
        D b6
        E y6
        F y4
        G b4
        A b3
        A says one
        {winner_plays}
        """,
        rules,
        seats="A B C D E F G",
        dealer="G",
    )


def test_hand_ends_when_a_player_has_no_cards_and_nobody_matches():
    judged = shed("B b2\nC b1\nD b5\nE b6\nF y6\nG y4\nA y2\nclose")
    assert not judged.findings
    assert judged.table.over
    assert judged.points["A"] == 0


def test_nobody_plays_on_a_last_card():
    judged = shed("B b2\nC b1\nD b5\nE b6\nF y6\nG y4\nA y2\nB y3")
    assert judged.findings == [("B y3", "hand-over", "out")]
    draws = shed("B b2\nC b1\nD b5\nE b6\nF y6\nG y4\nA y2\nB draw ?")
    assert draws.findings == [("B draw ?", "nothing-owed", "draw")]


def test_matched_last_card_reopens_the_hand():
    # "they must draw a card", and whoever has a card has not gone out.
    log = "\n".join(f"{name} draw ?" for name in "BCDEFG") + "\nA y3\nC! y3\nA draw ?\n"
    judged = shed(log + "D y5")
    assert not judged.findings
    assert (judged.size("A"), judged.turn) == (1, "E")
    # "If you go down to no cards and must draw a card due to matching, thereby having one card,
    # you must still say 'one'."
    asked = shed(log + "D asks A")
    assert asked.owes("A") == 1


def test_close_before_anybody_is_out_or_before_what_is_owed_is_drawn():
    assert hand("up b4\nclose").findings == [("close", "not-finished", "out")]
    owing = shed("B b2\nD! b2\nE b6\nF y6\nG y4\nA y2\nclose")
    assert owing.findings == [("close", "not-settled", "settle")]
    assert (owing.fact("player"), owing.fact("count")) == (1, 1)


def test_draw_two_as_last_card():
    # "the next player must draw two cards"; that the end does not spare him is inferred.
    log = "B b2\nC b1\nD b5\nE b6\nF y6\nG y4\nA y+2\n"
    owing = shed(log + "close")
    assert owing.findings == [("close", "not-settled", "settle")]
    assert owing.fact("count") == 2
    assert not shed(log + "B draw 2\nclose").findings
    spared = shed(log + "close", out_on_draw_two="no-draw")
    assert (spared.findings, spared.owes("B")) == ([], 0)
    assert shed(log + "B y+2").findings == []
    assert shed(log + "B g+2").findings == [("B g+2", "hand-over", "out")]


def test_nobody_goes_out_by_matching():
    # "you cannot go out (and thereby win) by matching. If you match someone with your last card,
    # you must take another."
    log = "B b2\nC b1\nD g1\nA! g1"
    judged = shed(log)
    assert not judged.findings
    assert (judged.owes("A"), judged.owes("D"), judged.turn) == (1, 1, "B")
    assert shed(log, match_out="goes-out").seat("A").notes == (("out", ""),)


def test_last_card_identical_to_the_top_card_in_turn():
    # "What's contested is whether if it's your turn anyway you can go out or not … My feeling is
    # that in this circumstance you are matching".
    log = "B b2\nC b1\nD b5\nE b6\nF y6\nG y2\nA y2"
    judged = shed(log)
    assert (judged.findings, judged.owes("A"), judged.owes("G")) == ([], 1, 1)
    out = shed(log, match_out_on_turn="goes-out")
    assert (out.owes("A"), out.owes("G"), out.seat("A").notes) == (0, 1, (("out", ""),))


def test_nobody_goes_out_by_a_pair():
    # "This does mean that you can't go out by playing a pair."
    log = """
        up b4
        A b1
        B b2
        C b3
        D b5
        E b6
        F y6
        G y4
        A y2 y2
        """
    seven = {"seats": "A B C D E F G", "dealer": "G"}
    assert hand(log, **seven).owes("A") == 1
    out = hand(log, "zar-holland pair-out=goes-out", **seven)
    assert (out.owes("A"), out.seat("A").notes) == (0, (("out", ""),))


def test_player_with_one_card_must_say_one_or_draws_when_asked():
    # "Whenever you have one card in your hand you must declare 'one'. If you don't, and somebody
    # asks you how many cards in your hand, you must draw a second card".
    assert shed("B says one").findings == [("B says one", "false-claim", "one")]
    said = shed("B asks A")
    assert said.owes("A") == 0
    forgot = "B b2\nC b1\nD b5\nE b6\nF y6\nF says one\nG asks D\n"
    assert shed(forgot).owes("D") == 1
    assert shed(forgot, last_card_penalty="2").owes("D") == 2
    assert not shed(forgot + "D draw ?").findings
    # "thus the correct response is 'two'": with two cards again there is nothing to say, but C,
    # who has one, still owes the word, and once it was asked for it is not asked for again.
    two = shed(forgot + "D draw ?\nE asks D\nA asks C\nA asks G")
    assert (two.owes("D"), two.owes("C"), two.owes("G")) == (0, 1, 0)
    assert shed(forgot + "E asks D").owes("D") == 1
    matched = shed("B b2\nC b1\nD! b1\nC draw ?\nE asks C")
    assert (matched.size("C"), matched.owes("C")) == (2, 0)
    # Another's debt does not call back who has gone out.
    out = shed(forgot.replace("F says one\nG asks D", "G y4\nA y2\nC asks B"))
    assert (out.owes("B"), out.seat("A").notes) == (1, (("out", ""),))


def test_word_for_the_last_card():
    assert shed("B b2\nC b1\nD b5\nD says zar").findings == [("D says zar", "wrong-word", "one")]
    zar = hand("up bMo\nA says zar", "zar-clay", seats="A B", dealer="B")
    assert [code for _, code, _ in zar.findings] == ["false-claim"]


def test_catching_instead_of_asking():
    log = "B b2\nC b1\nD b5\nE catches D"
    assert shed(log).findings == [("E catches D", "not-allowed", "catch")]
    judged = shed(log, last_card_trigger="any-catch")
    assert (judged.findings, judged.owes("D")) == ([], 1)
    wrong = shed("B b2\nC b1\nD b5\nD says one\nE catches D", last_card_trigger="any-catch")
    assert wrong.findings == [("E catches D", "false-claim", "one")]
    oneself = shed("B b2\nC b1\nD b5\nD catches D", last_card_trigger="any-catch")
    assert (oneself.findings, oneself.owes("D")) == ([("D catches D", "no-such-seat", "one")], 0)


def test_asking_oneself_is_nonsense():
    assert shed("B asks B").findings == [("B asks B", "no-such-seat", "one")]


def exhausted(end: str = "close", **options: str):
    """Two players draw the supply of 62 - 16 - 1 = 45 cards down to nothing, one at a time, so
    that nothing lies on the pile but the first card; then comes *end*."""
    rules = " ".join(["zar-holland", *(f"{k.replace('_', '-')}={v}" for k, v in options.items())])
    draws = "\n".join(f"{'Bob' if n % 2 == 0 else 'Ann'} draw ?" for n in range(45))
    return hand(f"up b4\n{draws}\n{end}", rules, **TWO)


def test_supply_running_out_for_good_ends_the_hand():
    # "If … one person has so many cards that the card supply runs out and there aren't any cards
    # to shuffle back in, that person loses. Deal a new hand."
    judged = exhausted()
    assert not judged.findings
    assert exhausted("reshuffle").findings == [("reshuffle", "not-allowed", "supply")]
    assert (judged.size("Bob"), judged.size("Ann")) == (31, 30)
    assert judged.points == {"Ann": None, "Bob": None}
    assert exhausted(supply_exhausted="loser-only").points == {"Ann": 0, "Bob": None}
    assert exhausted(supply_exhausted="void").points == {"Ann": 0, "Bob": 0}
    # A hand that ends otherwise counts, whatever becomes of one that runs out.
    for rule in ("void", "loser-only"):
        held = {"Ann": "b1 b1 b2 b2 b3 b3 b5", "Bob": "b5 g1 g1 g2 g2 g3 g3 y1"}
        other = hand("up b4", f"zar-holland supply-exhausted={rule}", **TWO, **held)
        assert other.points == {"Ann": None, "Bob": 8}
        early = hand("up b4\nclose", f"zar-holland supply-exhausted={rule}", **TWO, **held)
        assert early.points == {"Ann": None, "Bob": 8}
    assert exhausted("", supply_exhausted="void").points == {"Ann": None, "Bob": None}


def test_who_went_out_has_won_though_the_supply_runs_out_as_well():
    state = GAME.start(GAME.ruleset("", {"supply-exhausted": "void"}), 2, 0, Remedy.RULED)
    for seat in range(2):
        GAME.apply(state, Event(DEAL, seat, (0, 0, 1, 1, 2, 2, 4, 4) if seat else (-1,) * 8))
    GAME.apply(state, Event(UP, TABLE, (5,)))
    for card in (0, 1, 2, 4, 0, 1, 2):
        GAME.apply(state, Event(PLAY, 1, (card,)))
        GAME.apply(state, Event(DRAW, 0, (-1,)))
    GAME.apply(state, Event(PLAY, 1, (4,)))
    # As if all cards but the last had been drawn for matches meanwhile.
    state.stock = 0
    del state.discard[:-1]
    GAME.apply(state, Event(CLOSE))
    assert (state.findings, GAME.points(state)) == ([], (None, 0))


def test_supply_is_reshuffled_when_it_runs_out_and_not_before():
    # "keep the topmost card of the discard pile as the new discard pile and reshuffle the rest".
    draws = "\n".join(f"{'Ann' if n % 2 == 0 else 'Bob'} draw ?" for n in range(45))
    judged = hand(f"up b4\nBob b5\n{draws}\nreshuffle\nBob draw b4", **TWO)
    assert not judged.findings
    assert judged.table.piles[1].cards == (22,)  # b5: third colour, fifth number
    others = "\n".join(f"{'Bob' if n % 2 == 0 else 'Ann'} draw ?" for n in range(45))
    three = hand(f"up b4\nBob b5\nAnn b6\n{others}\nreshuffle", **TWO)
    assert not three.findings
    assert (three.table.piles[0].size, three.table.piles[1].cards) == (2, (23,))
    early = hand("up b4\nBob b5\nreshuffle", **TWO)
    assert early.findings == [("reshuffle", "not-allowed", "supply")]
    assert [pile.size for pile in early.table.piles] == [45, 2]
    # As long as there is a card to shuffle in, the hand is not over.
    over = hand(f"up b4\nBob b5\n{draws}\nclose", **TWO)
    assert over.findings == [("close", "not-finished", "out")]


def test_draw_from_an_empty_supply_shows_that_the_reshuffle_is_missing():
    # "If the card supply runs out, keep the topmost card of the discard pile as the new discard
    # pile and reshuffle the rest": one card lies under Bob's b5, and he draws it.
    draws = "\n".join(f"{'Ann' if n % 2 == 0 else 'Bob'} draw ?" for n in range(45))
    log = f"up b4\nBob b5\n{draws}\nBob draw ?\nAnn draw ?"
    judged = hand(log, **TWO)
    assert judged.findings == [
        ("Bob draw ?", "left-out", "supply"),
        ("Ann draw ?", "supply-empty", "supply"),
    ]
    assert [pile.size for pile in judged.table.piles] == [0, 1]
    taken_back = hand(log, remedy=Remedy.UNWIND, **TWO)
    assert [code for _, code, _ in taken_back.findings] == ["supply-empty"] * 2


def test_reshuffle_a_few_cards_early_is_one_offence():
    # Three cards seem to be left, so lines are missing in which they were drawn; the table went on
    # with the cards that lay under b5.
    draws = "\n".join(f"{'Ann' if n % 2 == 0 else 'Bob'} draw ?" for n in range(42))
    judged = hand(f"up b4\nBob b5\n{draws}\nreshuffle\nAnn draw ?", **TWO)
    assert judged.findings == [("reshuffle", "not-allowed", "supply")]
    assert [pile.size for pile in judged.table.piles] == [3, 1]


def test_there_is_no_green_nine():
    # "There is no green 9 in the deck. Really."
    from zarleague.engine import read

    log = read("game zar\nseats Ann Bob\ndeal Ann g9 7")
    assert [(p.line, p.code.value, p.token) for p in log.problems] == [(3, "not-in-deck", "g9")]


@pytest.mark.parametrize(
    ("cards", "points"),
    [("b1 y6", 2), ("bR", 2), ("gS", 2), ("y+2", 3), ("W1", 4), ("W2", 4), ("X1 X2", 10)],
)
def test_points(cards, points):
    # "Number card 1, Reverse or Skip 2, Draw two 3, Wild 4, Dragon 5".
    filler = "g1 g1 g2 g2 g3 g3"
    missing = 6 - len(cards.split())
    judged = hand("up b4", Ann=f"{cards} {' '.join(filler.split()[:missing])}")
    assert judged.points["Ann"] == points + missing
