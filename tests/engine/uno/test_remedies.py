"""How a hand goes on after an illegal event, under each remedy."""

from tests.engine.uno.table import found, points, table
from zarleague.engine import Remedy

DEALS = {"Ann": "g1 r1 r2 r3 r4 r5 r6"}


def test_taken_back() -> None:
    """The green one goes back: Ann still holds all of 22 points and it is her turn."""
    judged = table("Ann g1", deals=DEALS, remedy=Remedy.UNWIND)
    assert points(judged)["Ann"] == 22
    assert judged.findings[0].about[-1] == ("remedy", "unwind")
    again = table("Ann g1 / Ann r1", deals=DEALS, remedy=Remedy.UNWIND)
    assert found(again) == [("Ann g1", "does-not-fit")]


def test_it_stands_and_costs_two() -> None:
    judged = table("Ann g1 / Bob g2 / Cat g3 / Ann r1", deals=DEALS, remedy=Remedy.PENALTY)
    assert found(judged) == [("Ann g1", "does-not-fit"), ("Ann r1", "must-settle")]
    assert judged.findings[0].about[-1] == ("remedy", "penalty")
    paid = table("Ann g1 / Bob g2 / Cat g3 / Ann draws 2", deals=DEALS, remedy=Remedy.PENALTY)
    assert found(paid) == [("Ann g1", "does-not-fit")]


def test_out_of_turn_and_standing_the_game_goes_on_from_there() -> None:
    judged = table("Bob r1 / Cat r2 / Ann r3", remedy=Remedy.PENALTY)
    assert found(judged) == [("Bob r1", "out-of-turn")]


def test_what_cannot_stand_is_taken_back() -> None:
    """A card she did not hold cannot lie on the table."""
    judged = table("Ann r9 / Ann r1", deals=DEALS, remedy=Remedy.PENALTY)
    assert found(judged) == [("Ann r9", "not-held")]
    before = table("Ann r1", up="W W4", remedy=Remedy.PENALTY)
    assert found(before) == [("Ann r1", "not-started")]


def test_a_standing_draw() -> None:
    """Bob draws though it is Ann's turn: the card stays with him and he owes two."""
    judged = table("Bob draws r1 / Ann r2 / Bob r1", remedy=Remedy.PENALTY)
    assert found(judged) == [("Bob draws r1", "nothing-owed"), ("Bob r1", "must-settle")]
    unwound = table("Bob draws r1 / Ann r2 / Bob draws 2", remedy=Remedy.UNWIND)
    assert found(unwound)[1] == ("Bob draws 2", "wrong-count")


def test_paying_too_little_or_too_much() -> None:
    """One of two drawn: one stays owed, with two more for the offence. Three of two: all paid."""
    little = table("Ann r+2 / Bob draws ? / Bob draws 3 / Bob r1", remedy=Remedy.PENALTY)
    assert found(little) == [("Bob draws ?", "wrong-count")]
    much = table("Ann r+2 / Bob draws 3 / Bob draws 2 / Bob r1", remedy=Remedy.PENALTY)
    assert found(much) == [("Bob draws 3", "wrong-count")]


def test_more_than_the_pile_cannot_be_drawn() -> None:
    """Three players: 108 less 21 and the first card leave 86."""
    judged = table("Ann draws 87", remedy=Remedy.PENALTY)
    assert found(judged) == [("Ann draws 87", "wrong-count")]
    owing = table("Ann r+2 / Bob draws 87", remedy=Remedy.PENALTY)
    assert found(owing) == [("Bob draws 87", "supply-empty")]


def test_a_failed_interception_costs_three_unless_all_is_taken_back() -> None:
    deals = {"Cat": "g1 g2 g3 g4 g5 g6 g7"}
    for remedy, expected in ((Remedy.RULED, 31), (Remedy.PENALTY, 31), (Remedy.UNWIND, 28)):
        judged = table("Ann r1 / Cat! g2", deals=deals, remedy=remedy, interceptions="exact")
        assert found(judged) == [("Cat! g2", "not-identical")]
        assert points(judged)["Cat"] == expected


def test_a_failed_interception_nobody_noted_the_card_of() -> None:
    deals = {"Cat": "g1 g2 g3 g4 g5 g6 g7"}
    judged = table("Ann r1 / penalty Cat", deals=deals, interceptions="exact")
    assert found(judged) == []
    assert points(judged)["Cat"] == 31
    assert found(table("Ann r1 / penalty Cat")) == [("penalty Cat", "not-allowed")]
    cards = table("penalty Cat / Cat draws 3", interceptions="exact", interception_fail="cards-3")
    assert found(cards) == []


def test_a_challenged_draw_four_stands_until_it_is_challenged() -> None:
    """Mattel: against the rule, but only the challenge undoes it: Ann draws four, Bob plays."""
    deals = {"Ann": "W4 r1 g2 g3 g4 g5 g6"}
    events = "Ann W4 blue / Bob accuses / Ann draws 4 / Bob b1"
    judged = table(events, deals=deals, preset="uno-mattel")
    assert found(judged) == [("Ann W4 blue", "could-have-played")]


def test_a_wrong_challenge_in_mattels_rules() -> None:
    """Six cards, and the turn is lost."""
    deals = {"Ann": "W4 g1 g2 g3 g4 g5 g6"}
    events = "Ann W4 blue / Bob accuses / Bob draws 6 / Cat b1"
    assert found(table(events, deals=deals, preset="uno-mattel")) == []
