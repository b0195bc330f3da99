"""What can be judged of hands that were not all seen, and when a later card settles it."""

import pytest

from tests.engine.uno.table import found, points, table
from zarleague.engine import Verdict, read, replay
from zarleague.engine.findings import Code

MATTEL = {"wild_draw_four": "only-if-no-colour"}


def test_a_draw_four_nobody_can_judge() -> None:
    """Only without a red card: seven cards of hers were never shown."""
    judged = table("Ann W4 blue / Bob draws 4", **MATTEL)
    assert found(judged) == [("Ann W4 blue", "?could-have-played")]
    assert judged.findings[0].about == (("count", 7),)
    assert points(judged) == {"Ann": None, "Bob": None, "Cat": None}


def test_a_red_card_played_later_settles_it() -> None:
    """She has drawn nothing since: the red one was there."""
    judged = table("Ann W4 blue / Bob draws 4 / Bob b1 / Cat r1 / Ann r2", **MATTEL)
    assert found(judged) == [("Ann W4 blue", "could-have-played")]
    assert judged.findings[0].decided == 8


def test_a_red_card_drawn_meanwhile_settles_nothing() -> None:
    """She drew one card since; one red card may be that one, two cannot."""
    start = "Ann W4 blue / Bob draws 4 / Bob b1 / Cat r1 / Ann draws ? / Bob r3 / Cat r4 / Ann r2"
    assert found(table(start, **MATTEL)) == [("Ann W4 blue", "?could-have-played")]
    two = f"{start} / Bob r5 / Cat r6 / Ann r7"
    assert found(table(two, **MATTEL)) == [("Ann W4 blue", "could-have-played")]


def test_a_hand_shown_settles_only_its_own_question() -> None:
    """Bob's draw four on Ann's blue one is as open as before."""
    events = "Ann W4 blue / Bob draws 4 / Bob W4 red / left Ann r1 b2 b3 g1 g2 g3"
    assert found(table(events, **MATTEL)) == [
        ("Ann W4 blue", "could-have-played"),
        ("Bob W4 red", "?could-have-played"),
    ]


def test_a_hand_without_red_shown_whole_clears_her() -> None:
    events = "Ann W4 blue / Bob draws 4 / left Ann b1 b2 b3 g1 g2 g3"
    judged = table(events, **MATTEL)
    assert found(judged) == []
    assert judged.findings[0].verdict is Verdict.LEGAL
    assert judged.findings[0].decided == 6


def test_drawing_only_without_a_card_that_fits() -> None:
    """Option voluntary-draw-max 0: she drew although she may have held a red card or a nine."""
    start = "Ann draws ? / Bob r1 / Cat b1"
    assert found(table(start, voluntary_draw_max="0")) == [("Ann draws ?", "?could-have-played")]
    open_still = table(f"{start} / Ann W red", voluntary_draw_max="0")
    assert found(open_still)[0] == ("Ann draws ?", "?could-have-played")
    both = table(f"{start} / Ann W red / Bob r2 / Cat b2 / Ann W blue", voluntary_draw_max="0")
    assert found(both)[0] == ("Ann draws ?", "could-have-played")


def test_which_card_was_drawn() -> None:
    """After drawing only the drawn card may be played; with a hand nobody knows it may be it."""
    assert found(table("Ann draws ? / Ann r1")) == [("Ann r1", "?not-allowed")]
    held = {"Ann": "g1 g2 g3 g4 g5 g6 g7"}
    assert found(table("Ann draws ? / Ann r1", deals=held)) == []


def test_a_card_she_held_may_have_come_twice() -> None:
    """She holds a red one and has drawn a card; there is a second red one, unless Bob has it."""
    deals = {"Ann": "r1 g2 g3 g4 g5 g6 g7"}
    assert found(table("Ann draws ? / Ann r1", deals=deals)) == [("Ann r1", "?not-allowed")]
    deals["Bob"] = "r1 b2 b3 b4 b5 b6 b7"
    assert found(table("Ann draws ? / Ann r1", deals=deals)) == [("Ann r1", "not-allowed")]


def test_cards_shown_later_tell_which_card_was_drawn() -> None:
    """She held one red one. If she plays two without drawing again, she had drawn the other; if she
    plays a green nine, it was that. "If the just drawn card is playable, you can right play it.
    Otherwise your turn is over." """
    start = "Ann draws ? / Ann r1 / Bob r2"
    deals = {"Ann": "r1 g2 g3 g4 g5 g6 g7"}
    open_still = table(start, seats=2, deals=deals)
    assert found(open_still) == [("Ann r1", "?not-allowed")]
    assert set(open_still.witnesses) == {4}
    assert found(table(f"{start} / Ann r1", seats=2, deals=deals)) == []
    other = table(f"{start} / Ann g2 / Bob g1 / Ann g9", seats=2, deals=deals)
    assert found(other) == [("Ann r1", "not-allowed")]


def test_a_draw_four_that_was_perhaps_not_drawn_is_open_although_the_colour_is_not() -> None:
    """Ann draws a card and plays a draw four, which only a hand without red allows and of which she
    held one already. The card drawn was a green five, so that is legal, but playing it is not."""
    options = {"wild_draw_four": "only-if-no-colour", "seats": 2}
    deals = {"Ann": "W4 b2 b3 b4 b5 b6 b7"}
    start = "Ann draws ? / Ann W4 green / Bob draws 4 / Bob g1"
    judged = table(start, deals=deals, **options)
    assert found(judged) == [
        ("Ann W4 green", "?could-have-played"),
        ("Ann W4 green", "?not-allowed"),
    ]
    shown = table(f"{start} / Ann g5", deals=deals, **options)
    assert found(shown) == [("Ann W4 green", "not-allowed")]


def test_five_wilds() -> None:
    """Four wilds in the deck: a fifth is impossible, whoever holds it."""
    events = "Ann W red / Bob W red / Cat W red / Ann W red / Bob W red"
    assert found(table(events)) == [("Bob W red", "none-left")]


def test_a_known_hand_holds_nothing_else() -> None:
    deals = {"Ann": "r1 r2 r3 r4 r5 r6 r7"}
    assert found(table("Ann r8", deals=deals)) == [("Ann r8", "not-held")]


def test_cards_that_cannot_be_dealt_or_drawn() -> None:
    """One red zero: dealt twice, or drawn when it lies in a hand, is impossible."""
    deals = {"Ann": "r0 r2 r3 r4 r5 r6 r7", "Bob": "r0 g2 g3 g4 g5 g6 g7"}
    judged = table("Ann r2", deals=deals)
    assert [code for _, code in found(judged)] == ["none-left"]
    drawn = table("Ann draws r0", deals={"Ann": deals["Ann"]})
    assert found(drawn) == [("Ann draws r0", "none-left")]


def test_the_accuser_plays_on_while_nobody_can_know() -> None:
    """Bob plays without drawing: the table took it for a bluff. Ann's hand shows that it was."""
    start = "Ann W4 blue / Bob accuses / Bob b1 / Ann draws 6"
    assert found(table(start, bluff="any-playable")) == [("Bob b1", "?false-claim")]
    shown = table(f"{start} / Cat b2 / Ann b3 / Bob b4 / Cat r4", bluff="any-playable")
    assert found(shown) == [("Bob b1", "?false-claim")]


def test_the_accuser_draws_one_like_anybody() -> None:
    judged = table("Ann W4 blue / Bob accuses / Bob draws ? / Ann draws 6", bluff="any-playable")
    assert found(judged) == [("Bob draws ?", "?false-claim")]


def test_the_ruling_was_right() -> None:
    """Shown after the table had ruled: nothing red, no nine, no wild: Bob rightly drew six."""
    events = "Ann W4 blue / Bob accuses / Bob draws 6 / left Ann b1 b2 b3 g1 g2 g3"
    judged = table(events, bluff="any-playable")
    assert found(judged) == []
    assert (judged.findings[0].code, judged.findings[0].decided) == (Code.FALSE_CLAIM, 7)


def test_shown_before_the_accusation() -> None:
    """The hand is shown first: then the accusation is judged at once."""
    events = "Ann W4 blue / left Ann r1 b2 b3 g1 g2 g3 / Bob accuses / Ann draws 6 / Bob b1"
    assert found(table(events, bluff="any-playable")) == []


def test_wrong_draws_in_an_open_dispute() -> None:
    start = "Ann W4 blue / Bob accuses"
    for wrong in ("Ann draws 4", "Bob draws 4", "Ann draws ?"):
        judged = table(f"{start} / {wrong}", bluff="any-playable")
        assert found(judged) == [(wrong, "wrong-count")]


def test_a_dispute_open_at_the_end() -> None:
    """Ann has lost her turn for a draw two before anybody drew for the accusation, and Bob goes
    out with one straight of nine: somebody must still draw."""
    straight = " / ".join(f"Bob b{number}" for number in range(1, 8))
    judged = table(
        "Ann r+2 / Cat! r+2 / Bob draws 2 / Cat W4 blue / Ann accuses / Ann draws 2 / "
        f"{straight} / Bob b8 UNO / Bob b9 / close",
        bluff="any-playable",
        interceptions="exact",
        skip_after_drawing="on",
        straights="on",
    )
    assert found(judged) == [("close", "not-settled")]


def test_other_debts_of_the_disputants_are_apart() -> None:
    """Ann owes two for a buzzer as well: drawing two decides nothing, drawing six does."""
    events = (
        "Ann BZ / Bob reacts / Cat reacts / Ann reacts / Bob W red / Cat r1 / "
        "Ann draws 2 / Ann W4 blue / Bob accuses / Ann draws 6"
    )
    judged = table(events, bluff="any-playable", buzzers="on")
    assert found(judged) == [("Ann draws 6", "?false-claim")]


@pytest.mark.parametrize("card", ["Ann ?", "Cat! ?"])
def test_a_card_nobody_named(card: str) -> None:
    """Nothing that follows can be held against anybody: it may have been any card."""
    events = f"Ann r1 / {card.replace('Ann', 'Bob')} / Dee g3 / Ann draws 7 / close"
    judged = table(events, seats=4, interceptions="exact")
    assert judged.verdict is Verdict.UNKNOWN
    assert found(judged)[0][1].startswith("?")


def test_a_first_card_nobody_named() -> None:
    judged = table("Bob r1 / Cat g3", up="?")
    assert judged.verdict is Verdict.UNKNOWN
    assert found(judged)[0] == ("up ?", "?does-not-fit")
    assert found(table("Ann r1")) == []


def test_a_hand_all_known_forgets_when_a_card_is_not_named() -> None:
    """One of seven known cards was played and not named: any of them may still be there."""
    deals = {"Ann": "r1 r2 r3 r4 r5 r6 r7"}
    judged = table("Ann ? / Bob r8 / Cat r9 / Ann r1", deals=deals)
    assert points(judged)["Ann"] is None
    assert ("Ann r1", "not-held") not in found(judged)


def test_a_card_drawn_against_the_rules_is_no_card_held_before() -> None:
    """Drawing two is taken back; that the red seven was one of them is not forgotten."""
    events = "Ann draws g1 / Ann passes / Bob r6 / Ann draws r7 r8 / Ann r7"
    judged = table(events, seats=2, up="r5", voluntary_draw_max="0")
    assert found(judged) == [
        ("Ann draws g1", "?could-have-played"),
        ("Ann draws r7 r8", "wrong-count"),
    ]


@pytest.mark.parametrize("settled_by", ["Bob draws 6", "Ann draws 6"])
def test_nor_does_it_prove_a_bluff(settled_by: str) -> None:
    """Whether Ann could have played another card than her draw four stays open: the red seven came
    later. Had she drawn nothing since, it would have been in her hand."""
    events = f"Ann W4 red / Bob accuses / {settled_by} / Bob r6 / "
    options = {"seats": 2, "up": "r5", "bluff": "any-playable"}
    drawn = table(events + "Ann draws r7 r8 / Ann r7", **options)
    assert found(drawn) == [(settled_by, "?false-claim"), ("Ann draws r7 r8", "wrong-count")]
    held = table("Ann W4 red / Bob accuses / Bob draws 6 / Bob r6 / Ann r7", **options)
    assert found(held) == [("Bob draws 6", "false-claim")]


TEN = [f"N{number}" for number in range(10)]


def test_what_comes_out_of_a_reshuffle_is_in_one_place() -> None:
    """Both red fives were played, and the one below is all that is shuffled in. N9 draws it; so no
    other hand can play one."""
    # 108 cards less seventy dealt and the one turned up: 37 are drawn, N1's turn being over.
    draws = [f"{TEN[(2 + turn) % 10]} draws 1" for turn in range(37)]
    start = ["game uno", f"seats {' '.join(TEN)}", "dealer N0", *(f"deal {name} 7" for name in TEN)]
    lines = [*start, "up r5", "N1 r5", *draws, "reshuffle"]
    for after, codes in (
        (["N9 draws 1", "N0 r5"], ["none-left"]),
        (["N9 draws r6"], ["none-left"]),
        (["N9 draws r5"], []),
    ):
        judged = replay(read("\n".join([*lines, *after])))
        assert [code for _, code in found(judged)] == codes, after


def test_points_of_the_only_hand_nobody_saw() -> None:
    """When nothing is left to draw, the cards that lie nowhere else are Bob's: one green card each
    from one to seven, 28 points."""
    numbers = [*"0123456789", *"123456789"]
    colour = [*numbers, *("S", "R", "+2") * 2]
    others = [f"{letter}{face}" for letter in "ryb" for face in colour] + ["W", "W4"] * 4
    others += [f"g{face}" for face in (*"0123456789", "8", "9", *("S", "R", "+2") * 2)]
    hand = [f"b{number}" for number in "1234567"]
    for card in ("r9", *hand):
        others.remove(card)
    assert len(others) == 108 - 7 - 7 - 1
    draws = [f"{('Ann', 'Bob')[turn % 2]} draws {card}" for turn, card in enumerate(others)]
    judged = table(" / ".join(draws), seats=2, deals={"Ann": " ".join(hand)})
    assert found(judged) == []
    worth = dict.fromkeys(("S", "R", "+2"), 20) | {str(number): number for number in range(10)}
    drawn = sum(50 if card[0] == "W" else worth[card[1:]] for card in others[1::2])
    assert points(judged)["Bob"] == 28 + drawn
    last_hidden = [*draws[:-1], "Ann draws ?"]
    one_hidden = table(" / ".join(last_hidden), seats=2, deals={"Ann": " ".join(hand)})
    assert points(one_hidden)["Bob"] is None
