"""Points computed on the phone equal those of the engine."""

import json
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from tests.engine.declared.evenings import EVENINGS
from zarleague.engine.declared import to_data
from zarleague.engine.declared.examples import examples
from zarleague.engine.entry import Entry
from zarleague.engine.games import find
from zarleague.engine.ruleset import Ruleset

from .conftest import Run

COUNT = """async ({points}, [table, entries]) => {
  const {Entry} = await import("/table/entry.js");
  return entries.map((typed) => points(new Entry(table, typed)));
}"""
HANDS = 150


def table(game: str, ruleset: Ruleset, seats: int) -> dict[str, Any]:
    """Return what the page tells an entry of a match under this ruleset."""
    forms = [asdict(form) for form in find(game).forms(ruleset)]
    deck = {face.code: asdict(face) for face in find(game).deck(ruleset).faces}
    made = {"forms": forms, "deck": deck, "rules": dict(ruleset.values), "seats": [{}] * seats}
    return json.loads(json.dumps(made))


def compare(run: Run, game: str, form: str, options: dict[str, str], draw: Any) -> None:
    """Compare the points of random sheets that ``draw(rng, codes)`` makes, one for each seat."""
    rng = Random(f"{game} {form} {options}")
    ruleset = find(game).ruleset("", options)
    faces = find(game).deck(ruleset).faces
    deck = [face.code for face in faces for _ in range(face.copies)]
    hands = []
    for _ in range(HANDS):
        codes = iter(rng.sample(deck, len(deck)))
        hands.append(draw(rng, codes))
    told = table(game, ruleset, len(hands[0]))
    entries = [{"form": form, "sheets": {form: sheets}} for sheets in hands]
    counted = run(f"games/{game}.js", COUNT, [told, entries])
    compared = 0
    for sheets, points in zip(hands, counted, strict=True):
        checked = find(game).check(ruleset, Entry(form, tuple(sheets)))
        if checked.points is not None:
            assert points == list(checked.points), sheets
            compared += 1
    assert compared > HANDS // 2


def grids(rng: Random, codes: Any) -> list[dict[str, Any]]:
    """Draw grids of none to three columns for three players."""
    return [
        {"grid": [[next(codes), next(codes)] for _ in range(rng.randrange(4))]} for _ in range(3)
    ]


def tricks(rng: Random, codes: Any) -> list[dict[str, Any]]:
    """Deal thirteen cards each to four players, of whom each kept two and the tricks they won."""
    sheets: list[dict[str, Any]] = [
        {"objective": [next(codes), next(codes)], "collected": []} for _ in range(4)
    ]
    played = rng.randrange(10, 12)  # tricks; at most one of eleven cards is left
    for _ in range(played):
        rng.choice(sheets)["collected"] += [next(codes) for _ in range(4)]
    for sheet in sheets:
        sheet["left"] = [next(codes) for _ in range(11 - played)]
        if rng.random() < 0.3:
            sheet["wilds-counted"] = rng.choice("012")
    return sheets


@pytest.mark.parametrize("pair", ["colour-only", "same-symbol-too"])
@pytest.mark.parametrize("clearing", ["best-for-player", "by-choice"])
def test_uno_golf(run: Run, pair: str, clearing: str) -> None:
    options = {"clear-action-pair": pair, "round-end-clear": clearing}
    compare(run, "uno-golf", "grid", options | {"action-points-confirmed": "yes"}, grids)


@pytest.mark.parametrize("scoring", ["linear", "squared"])
@pytest.mark.parametrize("leftover", ["discard", "may-add"])
def test_zuits(run: Run, scoring: str, leftover: str) -> None:
    options = {"scoring": scoring, "leftover-cards": leftover}
    compare(run, "zuits", "cards", options, tricks)


def test_a_leagues_own_games(run: Run) -> None:
    """An evening of each example, worked by hand in tests/engine/declared/evenings.py."""
    count = "({count}, hands) => hands.map(([game, sheets, out]) => count(game, sheets, out))"
    hands, expected = [], []
    for game in examples():
        for sheets, winner, points in EVENINGS[game.name][0]:
            hands.append([to_data(game), sheets, -1 if winner is None else winner])
            expected.append(list(points))
    assert run("games/declared.js", count, hands) == expected
