"""What the recorder offers, and how many taps an event takes."""

import pytest

from benchmarks.bench_recorder import taps
from zarleague.engine import Verdict, find, read, replay
from zarleague.engine.log import Log
from zarleague.engine.recording import Screen, screen, screen_data

SEATS = ("Ann", "Bob", "Cat")
DEALT = "dealer Cat\ndeal Ann b2 b3 gS y2 y3 W1 X2\ndeal Bob 7\ndeal Cat 7\nup b4\n"


def log(text: str) -> Log:
    return read(text, find("zar").ruleset(), SEATS)


def cards(shown: Screen, seat: int) -> set[str]:
    return {button.card for button in shown.buttons[seat] if button.card}


def taps_of(line: str, before: str = DEALT) -> int:
    return taps(log(before + line).events[-1], log(before))


def test_first_the_deal_is_offered() -> None:
    shown = screen(log("dealer Cat\n"))
    assert [button.offers for button in shown.table] == [
        ("deal Ann 7",),
        ("deal Bob 7",),
        ("deal Cat 7",),
    ]
    assert all(button.at_once for button in shown.table)
    assert shown.buttons == ((), (), ())


def test_the_cards_that_fit_are_offered_to_whose_turn_it_is() -> None:
    shown = screen(log(DEALT))
    assert shown.acting == (0,)
    # On a blue 4 go blue cards, wilds and dragons; not the green skip and the yellow numbers.
    assert cards(shown, 0) == {"b2", "b3", "W1", "X2"}
    by_card = {button.card: button for button in shown.buttons[0]}
    assert (by_card["b2"].offers, by_card["b2"].at_once) == (("Ann b2",), True)
    # A wild names a colour: there is something to choose.
    assert not by_card["W1"].at_once
    assert "Ann W1 green" in by_card["W1"].offers
    assert [button.offers for button in shown.buttons[0] if not button.card] == [("Ann draw ?",)]
    assert shown.sizes == (7, 7, 7)


def test_others_are_offered_to_match() -> None:
    shown = screen(log(DEALT + "Ann b2\n"))
    # Cat may hold another blue 2, and nothing else may be put down out of turn.
    assert cards(shown, 2) == {"b2"}
    assert {button.offers[0] for button in shown.buttons[2] if button.card} == {"Cat! b2"}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ann b2", 1),
        ("Ann draw ?", 1),
        ("Ann W1 green", 2),
        ("Ann y2", 1),  # illegal, but a card all the same
        ("Bob! b4", 2),  # the seat, then the card
    ],
)
def test_taps(line: str, expected: int) -> None:
    assert taps_of(line) == expected


def test_two_cards_are_the_card_and_another() -> None:
    dealt = DEALT.replace("b2 b3", "b2 b2")
    assert taps_of("Ann b2", dealt) == 1
    assert taps_of("Ann b2 b2", dealt) == 2


@pytest.mark.parametrize("key", ["zar", "uno", "zuits", "uno-golf", "crazy-eights"])
def test_every_game_begins_with_something_to_tap(key: str) -> None:
    game = find(key)
    data = screen_data(read("", game.ruleset(), ("Ann", "Bob", "Cat", "Dee")))
    assert data["table"] or any(data["buttons"])


GOLF = (
    "dealer Ann\ndeal Ann 6\ndeal Bob 6\ndeal Cat 6\nup y6\nAnn turns 11 r5\nBob turns 11 b5\n"
    "Cat turns 11 g5\n"
)


def golf(text: str) -> Log:
    return read(GOLF + text, find("uno-golf").ruleset(), SEATS)


def test_a_card_taken_in_sight_of_all_is_only_given_a_place() -> None:
    # Bob has a blue 5 face up in his first place and five cards face down.
    buttons = screen(golf("Bob takes y6\n")).buttons[1]
    assert [button.offers for button in buttons] == [
        ("Bob puts y6 b5 11",),
        *((f"Bob puts y6 ? {place}",) for place in (12, 21, 22, 31, 32)),
    ]
    assert all(button.at_once and not button.card for button in buttons)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Bob puts y6 b5 11", 1),  # the place
        ("Bob puts y6 g2 12", 2),  # the place, and the card that comes out
    ],
)
def test_a_card_that_comes_out_is_one_more_tap(line: str, expected: int) -> None:
    log = golf(f"Bob takes y6\n{line}\n")
    assert taps(log.events[-1], golf("Bob takes y6\n")) == expected


def test_after_an_open_accusation_both_may_have_to_draw_as_the_table_ruled() -> None:
    """The loser draws six instead of four (Playroom, fifth variant), and nobody knows who lost."""
    before = (
        "holds Ann 3\nholds Bob 4\nholds Cat 5\nlaid Ann r5\nturn Bob\nBob W4 blue\nCat accuses\n"
    )
    ruleset = find("uno").ruleset("", {"bluff": "any-playable"})
    shown = screen(read(before, ruleset, SEATS))
    for seat, line in ((1, "Bob draws 6"), (2, "Cat draws 6"), (2, "Cat b1")):
        assert (line,) in [button.offers for button in shown.buttons[seat]]
    assert shown.buttons[0] == ()
    shown = screen(read(f"{before}Cat draws 6\n", ruleset, SEATS))
    assert ("Bob draws 6",) not in [button.offers for button in shown.buttons[1]]


def test_the_size_of_a_grid_counts_every_card_that_lies_in_it() -> None:
    golf = find("uno-golf").ruleset()
    # "Deal six cards face down", two rows of three; one of Bob's is turned up.
    dealt = read("dealer Bob\ndeal Ann 6\ndeal Bob 6\nBob turns b1 11\n", golf, ("Ann", "Bob"))
    assert screen(dealt).sizes == (6, 6)


@pytest.mark.parametrize(
    ("key", "rules", "before", "line"),
    [
        # Whether Ann's unknown cards hold one that fits decides whether she may draw, or play the
        # wild, or another colour.
        ("zar", {"voluntary-draw": "only-if-no-play"}, "holds {} 3\nlaid Cat b4\n", "Ann draw ?"),
        ("uno", {"voluntary-draw-max": "0"}, "holds {} 3\nlaid Cat r5\n", "Ann draws ?"),
        ("uno", {"wild-draw-four": "only-if-no-colour"}, "holds {} 3\nlaid Cat r5\n", "Ann W4 red"),
    ],
)
def test_what_may_be_legal_is_offered(
    key: str, rules: dict[str, str], before: str, line: str
) -> None:
    first, *rest = before.splitlines()
    text = "\n".join([*(first.format(name) for name in SEATS), *rest, "turn Ann", ""])
    ruleset = find(key).ruleset("", rules)
    judged = replay(read(f"{text}{line}\n", ruleset, SEATS))
    assert judged.verdicts[-1] is Verdict.UNKNOWN
    shown = screen(read(text, ruleset, SEATS))
    assert line in [offer for button in shown.buttons[0] for offer in button.offers]


def test_after_an_art_the_next_player_may_play_as_nobody_knows_whether_a_card_had_to_be_added():
    """Ann's hand is hidden: she may hold no blue card and no wild to add to her blue Art."""
    seats = ("Ann", "Bob", "Cat", "Dee")
    dealt = [*(f"deal {name} 13" for name in seats), *(f"{name} aside 2" for name in seats)]
    text = "\n".join(["dealer Ann", *dealt, "Ann bA2", ""])
    ruleset = find("zuits").ruleset("", {"art-extra": "mandatory"})
    before = read(text, ruleset, seats)
    judged = replay(read(f"{text}Bob bZ3\n", ruleset, seats))
    assert judged.verdicts[-2:] == (Verdict.UNKNOWN, Verdict.LEGAL)
    assert {"bZ3", "bF1"} <= cards(screen(before), 1)
