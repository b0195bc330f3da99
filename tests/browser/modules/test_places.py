"""Which place opens next on the entry page, and where a tapped card goes."""

from typing import Any

import pytest

from .conftest import Run
from .test_entry import CARDS, COUNTS, FIELD, counts, table

GRID = COUNTS | {
    "key": "grid",
    "winner": False,
    "fields": [FIELD | {"key": "grid", "kind": "columns", "columns": 3, "rows": 2}],
}
TWO_CARDS = CARDS | {
    "winner": False,
    "fields": [
        FIELD | {"key": "objective", "kind": "cards", "most": 2},
        FIELD | {"key": "left", "kind": "cards"},
    ],
}
PLACES = """async ({{Places}}, [table, typed]) => {{
  const {{Entry}} = await import("/table/entry.js");
  const entry = new Entry(table, typed);
  const places = new Places(entry);
  {steps}
}}"""


@pytest.fixture
def walk(run: Run) -> Run:
    """Return ``walk(table, typed, steps)``; the steps speak of ``places`` and ``entry``."""

    def walk(table: dict[str, Any], typed: dict[str, Any], steps: str) -> Any:
        return run("table/places.js", PLACES.format(steps=steps), [table, typed])

    return walk


@pytest.mark.parametrize(
    ("typed", "phone", "wide"),
    [
        (counts(winner=None), -1, -1),  # who went out is asked first
        (counts({}, {}, {}, winner=0), 1, 1),
        (counts({}, {"number": 1}, {}, winner=0), 2, 2),
        # All are filled: a wide screen opens the first who is not out.
        (counts({}, {"number": 1}, {"number": 1}, winner=0), -1, 1),
        (counts({"number": 1}, {}, {"number": 1}, winner=1), -1, 0),
    ],
)
def test_what_opens_next(walk: Run, typed: Any, phone: int, wide: int) -> None:
    show = "places.showNext({}); return places.open;"
    assert walk(table(COUNTS), typed, show.format("false")) == phone
    assert walk(table(COUNTS), typed, show.format("true")) == wide


def test_a_tapped_card_goes_into_the_open_hand(walk: Run) -> None:
    steps = "places.show(1); places.addCard('b2'); places.addCard('X'); return entry.sheets;"
    assert walk(table(CARDS), {"form": "cards", "winner": 0}, steps) == [
        {},
        {"left": ["b2", "X"]},
        {},
    ]


def test_a_full_field_hands_the_tray_on(walk: Run) -> None:
    steps = """places.show(0); for (const code of ["b2", "g5", "X"]) places.addCard(code);
    return [entry.sheets[0], places.target];"""
    assert walk(table(TWO_CARDS), {"form": "cards"}, steps) == [
        {"objective": ["b2", "g5"], "left": ["X"]},
        "left",
    ]


def test_a_grid_is_filled_column_by_column(walk: Run) -> None:
    steps = """places.show(0); for (const code of ["b2", "g5", "X"]) places.addCard(code);
    return [entry.sheets[0].grid, places.gridOf(0), places.at];"""
    assert walk(table(GRID), {"form": "grid"}, steps) == [
        [["b2", "g5"], ["X"]],
        [["b2", "g5"], ["X", ""], ["", ""]],
        [1, 1],
    ]


def test_a_full_grid_takes_no_card(walk: Run) -> None:
    typed = {"form": "grid", "sheets": {"grid": [{"grid": [["b2", "g5"]]}]}}
    steps = "places.show(0); places.addCard('X'); return [entry.sheets[0].grid, places.at];"
    assert walk(table(GRID), typed, steps) == [[["b2", "g5"]], [-1, -1]]


def test_another_hand_has_a_new_grid(walk: Run) -> None:
    steps = """places.show(0); places.addCard("b2");
    places.begin(new Entry(table, { form: "grid" })); return places.gridOf(0);"""
    assert walk(table(GRID), {"form": "grid"}, steps) == [["", ""], ["", ""], ["", ""]]


@pytest.mark.parametrize(
    ("columns", "open_", "filled"),
    [
        ([], [["", ""], ["", ""], ["", ""]], []),
        ([["b2"]], [["b2", ""]], [["b2"]]),
        ([["b2", "g5"], ["X"]], [["b2", "g5"], ["X", ""]], [["b2", "g5"], ["X"]]),
    ],
)
def test_a_grid_is_kept_without_its_empty_places(
    run: Run, columns: list[list[str]], open_: list[list[str]], filled: list[list[str]]
) -> None:
    both = """(m, c) => {
      const o = m.openColumns(c, {columns: 3, rows: 2});
      return [o, m.filledColumns(o)];
    }"""
    assert run("table/pickers.js", both, columns) == [open_, filled]


def test_a_column_more_is_empty_and_the_first_empty_place_is_found(run: Run) -> None:
    grid = [["b2", "g5"], ["", "X"]]
    assert run("table/pickers.js", "(m, c) => m.firstEmpty(c)", grid) == [1, 0]
    assert run("table/pickers.js", "(m, c) => m.addColumn(c, 2)", grid) == [*grid, ["", ""]]
    put = "(m, c) => m.put(c, [1, 0], 'T')"
    assert run("table/pickers.js", put, grid) == [["b2", "g5"], ["T", "X"]]
