"""What the recorder offers, and how many taps an event takes."""

import pytest

from zarleague.engine import find, read
from zarleague.engine.log import Log
from zarleague.engine.recording import Screen, screen, screen_data, taps

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
