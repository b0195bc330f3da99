"""The end of a hand of Crazy Eights as entered."""

import pytest

from zarleague.engine.entry import Entry, EntryCode
from zarleague.engine.games.crazy_eights import GAME

RULES = GAME.ruleset()


def check(form: str, *sheets: dict[str, object], winner: int | None = 0):
    return GAME.check(RULES, Entry(form, sheets, winner))


@pytest.mark.parametrize(
    ("form", "sheet", "points"),
    [
        # "50 points for each eight, 10 for a picture, the face value for any other".
        ("counts", {"eight": 1, "court": 2, "n1": 1, "n9": 1}, 50 + 20 + 1 + 9),
        ("cards", {"cards": ["s8", "hK", "dQ", "cA", "c10"]}, 50 + 10 + 10 + 1 + 10),
        ("totals", {"points": 81}, 81),
    ],
)
def test_what_is_left_is_counted(form: str, sheet: dict[str, object], points: int) -> None:
    assert check(form, {}, sheet).points == (0, points)


def test_there_are_four_of_each_rank_and_one_of_each_card() -> None:
    assert [f.code for f in check("counts", {}, {"eight": 5}).findings] == [EntryCode.TOO_MANY]
    twice = check("cards", {}, {"cards": ["s8", "s8"]})
    (finding,) = twice.findings
    assert (finding.code, finding.facts.card) == (EntryCode.TOO_MANY, "8 of spades")


def test_all_cards_together_are_worth_508_less_the_one_on_the_pile() -> None:
    """Of each suit 1 + 2 + 3 + 4 + 5 + 6 + 7 + 50 + 9 + 10 and three times 10 are 127."""
    assert check("totals", {}, {"points": 4 * 127 - 1}).points == (0, 507)
    (finding,) = check("totals", {}, {"points": 508}).findings
    assert finding.code is EntryCode.IMPOSSIBLE_TOTAL


def test_two_to_five_players_and_one_winner() -> None:
    six = [{}, *[{"n2": 1}] * 5]
    assert check("counts", *six[:5]).points == (0, 2, 2, 2, 2)
    assert [f.code for f in check("counts", *six).findings] == [EntryCode.WRONG_SEATS]
    nobody = check("counts", {}, {"n2": 1}, winner=None)
    assert [f.code for f in nobody.findings] == [EntryCode.NO_WINNER]
