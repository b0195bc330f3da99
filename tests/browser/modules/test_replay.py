"""The replay's pure modules: where the seats sit, the tables of all steps, the step asked for."""

from typing import Any

import pytest

from .conftest import Run


def seats_round(run: Run, count: int, bottom: int, wide: bool) -> dict[str, Any]:
    found: dict[str, Any] = run(
        "replay/places.js",
        "({places}, [count, bottom, wide]) => places(count, bottom, wide)",
        [count, bottom, wide],
    )
    return found


def test_seats_go_clockwise_from_the_one_at_the_bottom(run: Run) -> None:
    # From the bottom, up the left side, along the top to the right, down the right side: 2 3 0 1.
    assert seats_round(run, 4, 2, False) == {"bottom": 2, "left": [3], "top": [0], "right": [1]}


def test_two_sit_face_to_face(run: Run) -> None:
    assert seats_round(run, 2, 0, False) == {"bottom": 0, "left": [], "top": [1], "right": []}


@pytest.mark.parametrize(
    ("wide", "left", "top", "right"),
    [
        (False, [3, 2, 1], [4], [5, 6, 7]),  # at most two beside each other on a phone
        (True, [2, 1], [3, 4, 5], [6, 7]),
    ],
)
def test_a_full_table_takes_the_room_there_is(
    run: Run, wide: bool, left: list[int], top: list[int], right: list[int]
) -> None:
    assert seats_round(run, 8, 0, wide) == {"bottom": 0, "left": left, "top": top, "right": right}


SEAT: dict[str, Any] = {
    "cards": [],
    "unknown": 7,
    "mayBe": 0,
    "debts": [],
    "points": None,
    "grid": [],
    "notes": [],
    "piles": [],
}
START: dict[str, Any] = {
    "seats": [SEAT, SEAT],
    "piles": [["stock", [], 93], ["discard", [5], 1]],
    "stock": 0,
    "acting": [0],
    "direction": 1,
    "named": "",
    "over": False,
}
PLAYED = {
    "seats": {"0": {"unknown": 6}},
    "piles": [["stock", [], 93], ["discard", [5, 7], 2]],
    "acting": [1],
}


def test_steps_are_put_together_from_what_changed(run: Run) -> None:
    tables = run(
        "replay/steps.js", "({unfolded}, steps) => unfolded(steps)", [START, PLAYED, {"acting": []}]
    )
    assert [table["seats"][0]["unknown"] for table in tables] == [7, 6, 6]
    assert [table["acting"] for table in tables] == [[0], [1], []]
    assert tables[2]["piles"] == PLAYED["piles"]


def test_what_did_not_change_stays_the_same_object(run: Run) -> None:
    source = """({unfolded}, steps) => {
      const [before, after] = unfolded(steps);
      return [before.seats[0] === after.seats[0], before.seats[1] === after.seats[1]];
    }"""
    assert run("replay/steps.js", source, [START, PLAYED]) == [False, True]


def test_a_card_moves_from_the_part_that_lost_one_to_the_part_that_got_one(run: Run) -> None:
    source = "({unfolded, moved}, steps) => moved(...unfolded(steps))"
    assert run("replay/steps.js", source, [START, PLAYED]) == {
        "from": ["seat 0"],
        "to": ["discard"],
    }


@pytest.mark.parametrize(
    ("step", "way", "found"),
    [(0, 1, 2), (2, 1, 4), (4, 1, None), (4, -1, 2), (2, -1, None), (3, -1, 2)],
)
def test_the_nearest_event_with_a_finding(run: Run, step: int, way: int, found: int | None) -> None:
    verdicts = ["legal", "illegal", "legal", "unknown", "legal"]
    events = [{"verdict": verdict} for verdict in verdicts]
    source = "({nextFinding}, [events, step, way]) => nextFinding(events, step, way)"
    assert run("replay/steps.js", source, [events, step, way]) == found


@pytest.mark.parametrize(
    ("fragment", "query", "step"),
    [
        ("#e12", "", 12),
        ("", "?step=7", 7),
        ("#e12", "?step=7", 12),
        ("#e99", "", 20),
        ("#e0", "", 0),
        ("#log", "?step=x", 5),
        ("", "?step=-3", 5),
        ("", "", 5),
    ],
)
def test_an_address_asks_for_a_step(run: Run, fragment: str, query: str, step: int) -> None:
    source = "({stepOf}, [fragment, query]) => stepOf(fragment, query, 20, 5)"
    assert run("replay/steps.js", source, [fragment, query]) == step
