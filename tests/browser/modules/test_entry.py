"""The entry that a phone keeps: points, what is missing, what the deck cannot hold, what is sent.

The deck is part of Zar's, by Holland's table (Scoring): "numbers: 1 point, draw twos: 3, dragons:
5"; two half-decks hold two of each number, six draw twos and four dragons.
"""

from typing import Any

import pytest

from .conftest import Run

FACE = {"kind": "", "colour": ""}
DECK = {
    "b2": FACE | {"name": "blue 2", "points": 1, "copies": 2},
    "g5": FACE | {"name": "green 5", "points": 1, "copies": 2},
    "T": FACE | {"name": "draw two", "points": 3, "copies": 6},
    "X": FACE | {"name": "dragon", "points": 5, "copies": 4},
}
FIELD: dict[str, Any] = {"label": "", "points": 0, "most": 0, "faces": [], "choices": []}
COUNTS = {
    "key": "counts",
    "title": "Cards by type",
    "evidence": 2,
    "winner": True,
    "scoring": "sum",
    "fields": [
        FIELD | {"key": "number", "kind": "count", "points": 1, "faces": ["b2", "g5"]},
        FIELD | {"key": "draw-two", "kind": "count", "points": 3, "most": 6, "faces": ["T"]},
        FIELD
        | {"key": "dragon", "label": "Dragons", "kind": "count", "points": 5, "most": 4}
        | {"faces": ["X"]},
        FIELD | {"key": "late", "label": "Said too late", "kind": "extra", "points": 2},
    ],
}
CARDS = COUNTS | {
    "key": "cards",
    "evidence": 3,
    "fields": [FIELD | {"key": "left", "kind": "cards"}],
}
TOTALS = COUNTS | {
    "key": "totals",
    "evidence": 1,
    "fields": [FIELD | {"key": "points", "kind": "points"}],
}
LOG = COUNTS | {"key": "log", "evidence": 4, "fields": [], "winner": False, "scoring": "game"}


def table(*forms: dict[str, Any], seats: int = 3) -> dict[str, Any]:
    """Return what the page tells an entry of its match."""
    return {"forms": list(forms), "deck": DECK, "rules": {}, "seats": [{}] * seats}


@pytest.fixture
def ask(run: Run) -> Run:
    """Return ``ask(table, typed, source)``: what a function of the entry returns."""

    def ask(table: dict[str, Any], typed: dict[str, Any], source: str) -> Any:
        made = f"({{Entry}}, [table, typed]) => ({source})(new Entry(table, typed))"
        return run("table/entry.js", made, [table, typed])

    return ask


def counts(*sheets: dict[str, int], winner: int | None = 0, **more: Any) -> dict[str, Any]:
    return {"form": "counts", "winner": winner, "sheets": {"counts": list(sheets)}} | more


def test_points_are_counted_along_and_the_winner_has_none(ask: Run) -> None:
    # Bob: three numbers and a dragon, 3 + 5. Cat: one draw two, 3, and two penalties of 2.
    typed = counts({}, {"number": 3, "dragon": 1}, {"draw-two": 1, "late": 2})
    assert ask(table(COUNTS), typed, "(entry) => entry.points()") == [0, 8, 7]


def test_points_are_unknown_until_a_seat_is_filled(ask: Run) -> None:
    typed = counts({}, {"number": 3}, {})
    assert ask(table(COUNTS), typed, "(entry) => entry.points()") == [0, 3, None]
    assert ask(table(COUNTS), typed, "(entry) => entry.firstMissing()") == 2


def test_a_penalty_alone_does_not_fill_a_seat(ask: Run) -> None:
    typed = counts({}, {"late": 1}, {"number": 1})
    assert ask(table(COUNTS), typed, "(entry) => entry.firstMissing()") == 1


def test_the_winner_collects_what_the_others_hold(ask: Run) -> None:
    # Uno: "the player who goes out gets points for the cards left in opponents' hands".
    collects = COUNTS | {"scoring": "winner-collects"}
    typed = counts({}, {"number": 3}, {"dragon": 1})
    assert ask(table(collects), typed, "(entry) => entry.points()") == [8, 0, 0]


def test_nobody_is_missing_who_sits_out(ask: Run) -> None:
    typed = counts({}, {"number": 3}, {}, satOut=[2])
    assert ask(table(COUNTS), typed, "(entry) => entry.points()") == [0, 3, None]
    assert ask(table(COUNTS), typed, "(entry) => entry.firstMissing()") == -1
    assert ask(table(COUNTS), typed, "(entry) => entry.playing()") == [0, 1]


def test_more_than_the_deck_holds_is_named_with_those_who_hold_it(ask: Run) -> None:
    typed = counts({"dragon": 4}, {"dragon": 3}, {"dragon": 2})
    assert ask(table(COUNTS), typed, "(entry) => entry.slips()") == [
        {
            "field": "dragon",
            "what": "Dragons",
            "most": 4,
            "count": 5,
            "holders": [{"seat": 1, "count": 3}, {"seat": 2, "count": 2}],
        }
    ]


def test_three_of_a_card_are_too_many_and_the_card_is_named(ask: Run) -> None:
    sheets = [{}, {"left": ["b2", "b2"]}, {"left": ["b2", "X"]}]
    typed = {"form": "cards", "winner": 0, "sheets": {"cards": sheets}}
    (slip,) = ask(table(CARDS), typed, "(entry) => entry.slips()")
    assert (slip["what"], slip["count"], slip["most"]) == ("blue 2", 3, 2)


@pytest.mark.parametrize(
    ("sheets", "odd"),
    [
        # Cards for Ann, who is marked as out; only Bob has none: he may have gone out.
        ([{"number": 2}, {}, {"number": 1}], {"winner": 0, "instead": 1}),
        ([{"number": 2}, {}, {}], {"winner": 0, "instead": -1}),
        ([{"number": 2}, {"number": 1}, {"number": 1}], {"winner": 0, "instead": -1}),
        ([{}, {}, {"number": 1}], None),
        # Nothing left of a kind is no card.
        ([{"number": 0}, {}, {"number": 1}], None),
    ],
)
def test_cards_of_somebody_who_is_out_are_odd(ask: Run, sheets: Any, odd: Any) -> None:
    assert ask(table(COUNTS), counts(*sheets), "(entry) => entry.oddWinner()") == odd


def test_nobody_out_is_not_odd(ask: Run) -> None:
    typed = counts({"number": 2}, {}, {}, winner=-1)
    assert ask(table(COUNTS), typed, "(entry) => entry.oddWinner()") is None
    assert ask(table(COUNTS), typed, "(entry) => entry.needsWinner") is False


def test_a_coarser_form_is_filled_from_a_finer_one(ask: Run) -> None:
    sheets = [{}, {"left": ["b2", "g5", "X"]}, {"left": ["T"]}]
    typed = {"form": "cards", "winner": 0, "sheets": {"cards": sheets}}
    use = "(entry) => {{ entry.use('{}'); return entry.sheets; }}"
    # Two numbers and a dragon: 1 + 1 + 5.
    assert ask(table(CARDS, COUNTS, TOTALS), typed, use.format("counts")) == [
        {},
        {"number": 2, "dragon": 1},
        {"draw-two": 1},
    ]
    assert ask(table(CARDS, COUNTS, TOTALS), typed, use.format("totals")) == [
        {},
        {"points": 7},
        {"points": 3},
    ]


def test_what_was_typed_in_a_form_stays_there(ask: Run) -> None:
    typed = counts({}, {"number": 3}, {}) | {
        "sheets": {"counts": [{}, {"number": 3}, {}], "totals": [{}, {"points": 9}, {}]}
    }
    use = "(entry) => { entry.use('totals'); const mine = entry.sheets; entry.use('counts');"
    assert ask(table(COUNTS, TOTALS), typed, use + " return [mine, entry.sheets]; }") == [
        [{}, {"points": 9}, {}],
        [{}, {"number": 3}, {}],
    ]


def test_what_is_sent_has_a_sheet_for_each_who_played(ask: Run) -> None:
    # Ann sat out; Bob went out, so that of what was typed for him only the penalty counts.
    typed = counts({"number": 9}, {"number": 1, "late": 1}, {"dragon": 1}, winner=1, satOut=[0])
    assert ask(table(COUNTS), typed | {"log": " Bob b2 "}, "(entry) => entry.payload()") == {
        "form": "counts",
        "winner": 0,
        "sheets": [{"late": 1}, {"dragon": 1}],
        "log": "Bob b2",
    }


def test_a_draft_is_taken_up_as_it_was(ask: Run) -> None:
    typed = counts({}, {"number": 3}, {}, satOut=[2], log="x")
    draft = ask(table(COUNTS, TOTALS), typed, "(entry) => entry.draft()")
    assert draft["sheets"]["counts"] == [{}, {"number": 3}, {}]
    assert ask(table(COUNTS, TOTALS), draft, "(entry) => entry.draft()") == draft


def test_an_unknown_form_of_an_old_draft_is_the_first(ask: Run) -> None:
    assert ask(table(COUNTS), {"form": "gone"}, "(entry) => entry.formKey") == "counts"


def test_nothing_left_is_said_where_nobody_goes_out(ask: Run) -> None:
    without_winner = COUNTS | {"winner": False}
    said = "(entry) => { entry.setNothing(1); return [entry.mayHoldNothing, entry.points()]; }"
    assert ask(table(without_winner), counts(winner=None), said) == [True, [None, 0, None]]
    assert ask(table(COUNTS), counts(), "(entry) => entry.mayHoldNothing") is False


def test_a_log_alone_is_filled_by_its_text(ask: Run) -> None:
    filled = "(entry) => [entry.isLog, entry.firstMissing()]"
    assert ask(table(LOG), {"form": "log"}, filled) == [True, 0]
    assert ask(table(LOG), {"form": "log", "log": "Ann b2"}, filled) == [True, -1]


def test_cards_are_counted_over_all_hands(ask: Run) -> None:
    typed = counts({"number": 9}, {"number": 3, "late": 2}, {"dragon": 1})
    # Ann is out: 3 numbers and a dragon; a penalty is no card.
    assert ask(table(COUNTS), typed, "(entry) => entry.cardsEntered()") == 4


def test_an_entry_is_empty_until_something_is_typed(ask: Run) -> None:
    assert ask(table(COUNTS), {}, "(entry) => entry.isEmpty") is True
    assert ask(table(COUNTS), counts({}, {}, {}), "(entry) => entry.isEmpty") is False
    assert ask(table(COUNTS), {"log": "x"}, "(entry) => entry.isEmpty") is False
