"""What can be judged of hands that were not all seen, and when a later card settles it."""

import pytest

from tests.engine.uno.table import found, points, table
from zarleague.engine import Verdict
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
