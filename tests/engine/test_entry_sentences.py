"""Sentences for wrong entries: they name player and card, and suggest what happened."""

import pytest

from zarleague.engine.entry import (
    ChangeNumber,
    CheckColumn,
    Entry,
    EntryCode,
    EntryFinding,
    MarkWinner,
    Suggestion,
    SwapNumbers,
)
from zarleague.engine.entry.findings import Facts
from zarleague.engine.entry.sentences import remark, suggested
from zarleague.engine.games import find

SEATS = ("Ann", "Bob", "Cat")


def said(game: str, entry: Entry, preset: str = "") -> list[tuple[str, str]]:
    """The remarks on an entry, each with its suggestion."""
    rules = find(game).ruleset(preset)
    form = next((form for form in find(game).forms(rules) if form.key == entry.form), None)
    return [
        (str(remark(finding, form, SEATS)), str(suggested(finding, SEATS) or ""))
        for finding in find(game).check(rules, entry).findings
    ]


def test_too_many_of_a_kind_in_one_hand() -> None:
    # Zar: "wild (Peacock) ... dragon ... 2 distinct, N half-decks": four dragons in two half-decks.
    entry = Entry("counts", ({}, {"dragon": 6}, {"number": 1}), 0)
    (text, _), *_ = said("zar", entry)
    assert text == "Bob: 6 × “Dragons”, but the deck only has 4."


def test_too_many_of_a_kind_in_all_hands() -> None:
    entry = Entry("counts", ({}, {"dragon": 3}, {"dragon": 2}), 0)
    ((text, _),) = said("zar", entry)
    assert text == "“Dragons”: 5 in total, but the deck only has 4."


def test_the_winner_holds_cards_and_somebody_else_none() -> None:
    entry = Entry("counts", ({"number": 2}, {}, {"number": 1}), 0)
    assert (
        "Ann won the hand and can’t have any cards left.",
        "Did Bob win the hand?",
    ) in said("zar", entry)


def test_nobody_won() -> None:
    entry = Entry("counts", ({"number": 2}, {}, {"number": 1}), None)
    assert said("zar", entry)[0] == (
        "Nobody is marked as going out.",
        "Did Bob win the hand?",
    )


def test_a_total_no_hand_makes_may_have_its_digits_swapped() -> None:
    # All cards of the deck together are worth 36 + 24 + 18 + 16 + 20 = 114 points.
    ((text, slip), *_) = said("zar", Entry("totals", ({}, {"points": 910}, {"points": 4}), 0))
    assert text == "Bob: no cards add up to 910 points."
    assert slip == "Swapped digits, or one too many? 19 would work."


def test_one_point_is_said_in_the_singular() -> None:
    facts = Facts(count=1)
    alone = remark(EntryFinding(EntryCode.IMPOSSIBLE_TOTAL, 1, facts=facts), None, SEATS)
    assert str(alone) == "Bob: no cards add up to 1 point."
    several = remark(
        EntryFinding(EntryCode.WRONG_SEATS, facts=Facts(count=3, least=4, most=4)), None, SEATS
    )
    assert str(several) == "This game is for 4 players, not 3."


def test_every_code_has_a_last_resort() -> None:
    for code in EntryCode:
        sentence = str(remark(EntryFinding(code), None, SEATS))
        assert sentence
        assert "{" not in sentence


def test_the_card_is_named_of_which_a_hand_has_too_many() -> None:
    # "There are exactly two of each card" (Holland); the printed deck has the same half-decks.
    ((text, _),) = said("zar", Entry("cards", ({}, {"cards": ["b2"] * 3}, {"cards": ["g3"]}), 0))
    assert text == "Bob: 3 × blue 2, but the deck only has 2."


def test_the_card_is_named_of_which_all_hands_have_too_many() -> None:
    two, one = {"cards": ["b2"] * 2}, {"cards": ["b2"]}
    ((text, _),) = said("zar", Entry("cards", ({}, two, one), 0))
    assert text == "Blue 2: 3 in total, but the deck only has 2."
    # One Great Zont; in Zuits no card is there twice.
    sheets = tuple({"objective": ["rC1", "rC2"], "collected": ["gZ3"]} for _ in range(4))
    texts = [text for text, _ in said("zuits", Entry("cards", sheets))]
    assert any(text.endswith("4 in total, but the deck only has 1.") for text in texts)


@pytest.mark.parametrize(
    ("suggestion", "sentence"),
    [
        (None, "None"),
        (
            ChangeNumber(0, "points", 12),
            "Swapped digits, or one too many? 12 would work.",
        ),
        (CheckColumn(2), "Is column 2 the problem?"),
        (MarkWinner(2), "Did Cat win the hand?"),
        (SwapNumbers(1, "dragon", "number"), "Did Bob’s numbers get swapped?"),
    ],
)
def test_suggestions(suggestion: Suggestion | None, sentence: str) -> None:
    finding = EntryFinding(EntryCode.IMPOSSIBLE_TOTAL, 0, suggestion=suggestion)
    assert str(suggested(finding, SEATS)) == sentence
