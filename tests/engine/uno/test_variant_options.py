"""Each variant and its options, with a hand on which the alternatives part. Expectations are worked
by hand from the option's own words."""

import pytest

from tests.engine.uno.table import LOSER, SHED, SHEDDING, found, moves, points, table


def test_cumulation() -> None:
    events = "Ann r+2 / Bob y+2"
    assert found(table(events)) == [("Bob y+2", "must-settle")]
    assert found(table(events, cumulation="on")) == []


ANSWERS = {
    "off": set(),
    "on": {("r+2", "y+2"), ("W4", "W4")},
    "draw-twos": {("r+2", "y+2")},
    "fours-on-twos": {("r+2", "y+2"), ("r+2", "W4"), ("W4", "W4")},
    "mixed": {("r+2", "y+2"), ("r+2", "W4"), ("W4", "y+2"), ("W4", "W4")},
}


@pytest.mark.parametrize("top", ["r+2", "W4"])
@pytest.mark.parametrize("card", ["y+2", "W4"])
@pytest.mark.parametrize("value", ANSWERS)
def test_which_draw_cards_answer_which(value: str, card: str, top: str) -> None:
    """Ann plays a draw card; Bob owes two or four, and puts another on it instead."""
    answer = f"Bob {card}{' green' if card == 'W4' else ''}"
    events = f"Ann {top}{' yellow' if top == 'W4' else ''}"
    legal = (top, card) in ANSWERS[value]
    owes = table(events, deals={"Bob": "y+2 W4 b1 b2 b3 b5 b6"}, cumulation=value)
    assert (answer in moves(owes, 1)) is legal
    judged = table(f"{events} / {answer}", cumulation=value)
    assert found(judged) == ([] if legal else [(answer, "must-settle")])
    unnamed = table(f"{events} / Bob ?", cumulation=value)
    can_be = any(one == top for one, _ in ANSWERS[value])
    assert (("Bob ?", "must-settle") in found(unnamed)) is not can_be


def test_straights() -> None:
    events = "Ann r1 / Ann r2"
    assert found(table(events)) == [("Ann r2", "out-of-turn")]
    assert found(table(events, straights="on")) == []


@pytest.mark.parametrize(
    ("value", "card", "faults"),
    [
        ("off", "r1", ["not-allowed"]),
        ("exact", "r1", []),
        ("exact", "g1", ["not-identical"]),
        ("super", "r1", []),
        ("super", "g1", []),
        ("super", "r2", ["not-identical"]),
    ],
)
def test_interceptions(value: str, card: str, faults: list[str]) -> None:
    judged = table(f"Ann r1 / Cat! {card}", interceptions=value)
    assert found(judged) == [(f"Cat! {card}", fault) for fault in faults]


@pytest.mark.parametrize(
    ("value", "then", "faults"),
    [
        ("plays-again", "Cat r2 / Ann r3", []),
        ("plays-again", "Ann r3", [("Ann r3", "out-of-turn")]),
        ("next-player", "Ann r3", []),
        ("next-player", "Cat r2", [("Cat r2", "out-of-turn")]),
    ],
)
def test_interception_then(value: str, then: str, faults: list[tuple[str, str]]) -> None:
    judged = table(f"Ann r1 / Cat! r1 / {then}", interceptions="exact", interception_then=value)
    assert found(judged) == faults


@pytest.mark.parametrize(
    ("value", "then", "cat"),
    [
        ("score-3", "Cat r2", 17),
        ("cards-3", "Cat draws y1 y2 y3 / Cat r2", 20),
        ("none", "Cat r2", 14),
    ],
)
def test_interception_fail(value: str, then: str, cat: int) -> None:
    """Cat holds 16 points, and 14 without the red two."""
    deals = {"Cat": "r2 g1 g2 g3 g4 g0 y4"}
    judged = table(
        f"Ann r1 / Cat! g1 / Bob r3 / {then}",
        deals=deals,
        interceptions="exact",
        interception_fail=value,
    )
    assert found(judged) == [("Cat! g1", "not-identical")]
    assert points(judged)["Cat"] == cat


def test_three_cards_for_a_failed_interception_are_owed() -> None:
    events = "Ann r1 / Cat! g1 / Bob r3 / Cat r2"
    judged = table(events, interceptions="exact", interception_fail="cards-3")
    assert found(judged) == [("Cat! g1", "not-identical"), ("Cat r2", "must-settle")]


@pytest.mark.parametrize(("value", "faults"), [("no", ["not-allowed"]), ("yes", [])])
def test_interception_in_turn(value: str, faults: list[str]) -> None:
    judged = table("Ann r1 / Bob! r1", interceptions="exact", interception_in_turn=value)
    assert found(judged) == [("Bob! r1", fault) for fault in faults]


@pytest.mark.parametrize(
    ("value", "then", "faults"),
    [
        ("skips-after", "Ann r2", []),
        ("skips-after", "Dee r2", [("Dee r2", "out-of-turn")]),
        ("no-effect", "Dee r2", []),
        ("no-effect", "Ann r2", [("Ann r2", "out-of-turn")]),
    ],
)
def test_intercepted_skip(value: str, then: str, faults: list[tuple[str, str]]) -> None:
    """Cat's skip, then her second card: Dee is next after her."""
    judged = table(
        f"Ann r3 / Bob rS / Cat! rS / Cat r1 / {then}",
        seats=4,
        interceptions="exact",
        intercepted_skip=value,
    )
    assert found(judged) == faults


@pytest.mark.parametrize(("value", "faults"), [("yes", []), ("no", ["not-allowed"])])
def test_intercept_buzzer(value: str, faults: list[str]) -> None:
    judged = table(
        "Ann BZ / Ann reacts last / Cat! BZ",
        interceptions="exact",
        buzzers="on",
        intercept_buzzer=value,
    )
    assert found(judged) == [("Cat! BZ", fault) for fault in faults]


@pytest.mark.parametrize(
    ("value", "card", "faults"),
    [("no", "r3", []), ("no", "r+2", ["not-allowed"]), ("yes", "r+2", [])],
)
def test_intercept_actions(value: str, card: str, faults: list[str]) -> None:
    events = f"Ann {card} / Cat! {card}"
    judged = table(events, interceptions="exact", intercept_actions=value)
    assert found(judged) == [(f"Cat! {card}", fault) for fault in faults]


@pytest.mark.parametrize(
    ("value", "held", "was_bluff"),
    [
        ("any-playable", "r1", True),
        ("any-playable", "b9", True),
        ("any-playable", "W", True),
        ("any-playable", "W4", False),
        ("any-playable", "b1", False),
        ("colour-only", "r1", True),
        ("colour-only", "b9", False),
        ("colour-only", "W", False),
    ],
)
def test_what_is_a_bluff(value: str, held: str, was_bluff: bool) -> None:
    """A wild draw four on a red nine, with one other card that may or may not have fitted."""
    deals = {"Ann": f"W4 {held} g1 g2 g3 g4 g5"}
    drawer = "Ann" if was_bluff else "Bob"
    judged = table(
        f"Ann W4 blue / Bob accuses / {drawer} draws 6 / Bob b2", deals=deals, bluff=value
    )
    assert found(judged) == []


def test_no_accusation_without_bluff() -> None:
    assert found(table("Ann W4 blue / Bob accuses")) == [("Bob accuses", "not-allowed")]


@pytest.mark.parametrize(
    ("value", "held", "draws"),
    [
        ("due-plus-2", "r1", "Ann draws 6"),
        ("due-plus-2", "b1", "Bob draws 6"),
        ("four-and-six", "r1", "Ann draws 4"),
        ("four-and-six", "b1", "Bob draws 6"),
    ],
)
def test_bluff_penalty(value: str, held: str, draws: str) -> None:
    deals = {"Ann": f"W4 {held} g1 g2 g3 g4 g5"}
    events = f"Ann W4 blue / Bob accuses / {draws} / Bob b2"
    judged = table(events, deals=deals, bluff="any-playable", bluff_penalty=value)
    assert found(judged) == []


@pytest.mark.parametrize(
    ("value", "draws"), [("judged", "Bob draws 10"), ("never-bluff", "Cat draws 10")]
)
def test_bluff_when_answering(value: str, draws: str) -> None:
    """Bob answers with a draw four while he holds a card of the colour that Ann has named."""
    deals = {"Bob": "W4 g1 b2 b3 b4 b5 b6"}
    judged = table(
        f"Ann W4 green / Bob W4 blue / Cat accuses / {draws} / Cat b1",
        deals=deals,
        cumulation="on",
        bluff="any-playable",
        bluff_when_answering=value,
    )
    assert found(judged) == []


def test_zero_seven() -> None:
    deals = {"Ann": "r7 r0 g1 g2 g3 g4 g5", "Bob": "b1 b2 b3 b4 b5 b6 b7"}
    assert points(table("Ann r7", deals=deals))["Bob"] == 28
    assert points(table("Ann r7 Bob", deals=deals, zero_seven="on"))["Ann"] == 28
    assert found(table("Ann r7 Bob", deals=deals)) == [("Ann r7 Bob", "may-not-name")]
    assert points(table("Ann r0", deals=deals, zero_seven="on"))["Cat"] == 28


@pytest.mark.parametrize(
    ("value", "last", "faults", "score"),
    [
        ("goes-out-first", "Ann b7", [], {"Ann": 0, "Bob": 25}),
        ("goes-out-first", "Ann b7 Bob", [("Ann b7 Bob", "may-not-name")], {"Ann": 7, "Bob": 25}),
        ("swap-first", "Ann b7 Bob", [], {"Ann": 25, "Bob": 0}),
        ("swap-first", "Ann b7", [("Ann b7", "must-name")], {"Ann": 7, "Bob": 25}),
    ],
)
def test_zero_seven_last_card(
    value: str, last: str, faults: list[tuple[str, str]], score: dict[str, int]
) -> None:
    """Swapping first, Bob is left without cards and has won; Ann has his 25 points."""
    deals = {"Ann": f"{SHEDDING} b4 b7", "Bob": LOSER}
    judged = table(
        f"{SHED} / Ann b4 UNO / Bob b9 / {last}",
        seats=2,
        deals=deals,
        zero_seven="on",
        zero_seven_last_card=value,
    )
    assert found(judged) == faults
    assert points(judged) == score


def test_zero_as_the_last_card_moving_first() -> None:
    """With two players a zero swaps: Bob has no card and has won."""
    deals = {"Ann": f"{SHEDDING} b4 b0", "Bob": LOSER}
    judged = table(
        f"{SHED} / Ann b4 UNO / Bob b9 / Ann b0 / close",
        seats=2,
        deals=deals,
        zero_seven="on",
        zero_seven_last_card="swap-first",
    )
    assert found(judged) == []
    assert points(judged) == {"Ann": 25, "Bob": 0}
