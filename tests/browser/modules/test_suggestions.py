"""Each suggestion of the engine, applied on the phone, fixes the mistake it was made for."""

from typing import Any, get_args

import pytest

from zarleague.engine.entry import (
    ChangeNumber,
    CheckColumn,
    Entry,
    MarkWinner,
    Suggestion,
    SwapNumbers,
    suggestion_data,
)
from zarleague.engine.games import find

from .conftest import Run
from .test_scorers import table

TAKE_UP = """async (verdict, [table, typed, fix]) => {
  const {Entry} = await import("/table/entry.js");
  const entry = new Entry(table, typed);
  verdict.takeUp(entry, fix);
  return entry.payload();
}"""

WRONG: list[tuple[type, str, str, list[dict[str, Any]], int | None]] = [
    # Ann is marked, holds cards, and Bob has none.
    (MarkWinner, "zar", "counts", [{"number": 2}, {}, {"number": 1}], 0),
    (MarkWinner, "uno", "cards", [{}, {"cards": ["r5"]}], None),
    # 40 dragons for 04; the deck holds four.
    (ChangeNumber, "zar", "counts", [{}, {"dragon": 40}], 0),
    # 211 points for 112; the deck comes to 114.
    (ChangeNumber, "zar", "totals", [{}, {"points": 211}], 0),
    (ChangeNumber, "uno", "quick", [{}, {"numbers": 3600}], 0),
    # No grid comes to 990 points: all cards of UNO Golf are worth 572.
    (ChangeNumber, "uno-golf", "totals", [{"points": 990}, {"points": 3}], None),
    # Fifteen cards off a squared objective are 225 points, no hand is worth 522.
    (ChangeNumber, "zuits", "totals", [{"points": 522}, *[{"points": 0}] * 3], None),
    # Seven dragons and two numbers for two dragons and seven numbers.
    (SwapNumbers, "zar", "counts", [{}, {"dragon": 7, "number": 2}], 0),
]
OPTIONS = {
    "uno-golf": {"action-points-confirmed": "yes"},
    "zuits": {"scoring": "squared"},
}


@pytest.mark.parametrize(("kind", "game", "form", "sheets", "winner"), WRONG)
def test_a_suggestion_taken_up_mends_the_entry(
    run: Run, kind: type, game: str, form: str, sheets: list[dict[str, Any]], winner: int | None
) -> None:
    ruleset = find(game).ruleset("", OPTIONS.get(game))
    checked = find(game).check(ruleset, Entry(form, tuple(sheets), winner))
    assert checked.points is None
    (suggestion,) = [each.suggestion for each in checked.findings if each.suggestion]
    assert isinstance(suggestion, kind)
    typed = {"form": form, "winner": winner, "sheets": {form: sheets}}
    told = table(game, ruleset, len(sheets))
    sent = run("table/verdict.js", TAKE_UP, [told, typed, suggestion_data(suggestion)])
    mended = Entry(sent["form"], tuple(sent["sheets"]), sent["winner"])
    assert find(game).check(ruleset, mended).points is not None


def test_every_suggestion_is_tried_or_changes_nothing() -> None:
    tried = {kind for kind, *_ in WRONG}
    assert tried | {CheckColumn} == set(get_args(Suggestion))
    assert suggestion_data(CheckColumn(1)) is None
