"""The small modules: the keypad, texts with braces, answers by seat, what a correction moves."""

import pytest

from .conftest import Run
from .test_entry import COUNTS, counts, table

NUMBER = {"kind": "number", "field": "points", "value": 21}
VERDICT = """async (verdict, [table, typed, argument]) => {{
  const {{Entry}} = await import("/table/entry.js");
  const entry = new Entry(table, typed);
  {steps}
}}"""


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        (["1", "2"], "12"),
        (["0", "7"], "7"),  # no leading zeros
        (["0", "0"], "0"),
        (["1", "2", "back"], "1"),
        (["1", "2", "clear"], ""),
        (["4", "sign"], "-4"),
        (["4", "sign", "sign"], "4"),
        (["sign", "4", "back"], ""),  # a sign alone is no number
        (list("1234567"), "123456"),  # at most six figures
    ],
)
def test_the_keypad(run: Run, keys: list[str], shown: str) -> None:
    assert run("ui.js", "(m, keys) => keys.reduce(m.press, '')", keys) == shown


def test_braces_are_filled_and_unknown_ones_are_empty(run: Run) -> None:
    fill = "(m, values) => m.fill('Hand {number}: {who}{nobody}', values)"
    assert run("table/words.js", fill, {"number": 0, "who": "Ann"}) == "Hand 0: Ann"


def test_an_answer_by_sheets_becomes_one_by_seats(run: Run) -> None:
    # Ann sat out: the first sheet is Bob's, seat 1.
    typed = counts({}, {}, {}, winner=1, satOut=[0])
    said = {
        "points": [0, 8],
        "steps": [[], ["5 + 3"]],
        "findings": [
            {"text": "all", "blocks": False, "seat": -1},
            {"text": "a", "blocks": True, "seat": 1, "fix": {"kind": "winner", "seat": 1}},
            {"text": "c", "blocks": True, "seat": 0, "fix": NUMBER | {"seat": 0}},
        ],
    }
    steps = VERDICT.format(steps="return verdict.bySeat(argument, entry);")
    found = run("table/verdict.js", steps, [table(COUNTS), typed, said])
    assert found["seats"] == [1, 2]
    assert found["points"] == [None, 0, 8]
    assert [(each["seat"], each.get("fix")) for each in found["findings"]] == [
        (-1, None),
        (2, {"kind": "winner", "seat": 2}),
        (1, NUMBER | {"seat": 1}),
    ]


def test_what_a_correction_moves(run: Run) -> None:
    texts = {
        "totalMoves": "{name} {before}>{after}",
        "placeMoves": "{name} #{rank_before}>#{rank_after}",
        "figureMoves": "{name} f{before}>f{after}",
        "ratingMoves": "{name} r{before}>r{after}",
    }
    same = {"rank_before": 1, "rank_after": 1}
    effect = {
        "totals": [{"name": "Ann", "before": 5, "after": 6}],
        "table": [
            {"name": "Ann", "before": "5", "after": "5"} | same,  # nothing moves
            {"name": "Bob", "before": "7", "after": "8"} | same,
            {"name": "Cat", "before": "7", "after": "7", "rank_before": 3, "rank_after": 2},
            {"name": "Dee", "before": None, "after": "7"} | same,
        ],
        "ratings": [{"name": "Ann", "before": None, "after": "1510"}],
    }
    lines = "(m, [effect, texts]) => m.effectLines(effect, texts)"
    assert run("table/entry-view.js", lines, [effect, texts]) == [
        "Ann 5>6",
        "Bob f7>f8",
        "Cat #3>#2",
        "Dee f–>f7",
        "Ann r–>r1510",
    ]


def test_only_the_last_question_is_answered(run: Run) -> None:
    steps = """({Latest}) => new Promise((resolve) => {
      const latest = new Latest(1), asked = [];
      latest.ask(async () => asked.push("first"));
      latest.ask(async (signal) => {
        asked.push("second");
        latest.stop();
        asked.push(signal.aborted);
        latest.ask(async () => resolve([...asked, "third"]));
      });
    })"""
    assert run("table/latest.js", steps) == ["second", True, "third"]


def test_keys_are_random_uuids_of_version_4(run: Run) -> None:
    keys = run("table/store.js", "(m) => Array.from({length: 50}, m.newKey)")
    assert len(set(keys)) == 50
    assert {(len(key), key[14]) for key in keys} == {(36, "4")}
    assert {key[19] for key in keys} <= set("89ab")


def test_parts_of_a_page_are_found_by_type_or_named(run: Run) -> None:
    steps = """(dom) => {
      const box = document.createElement("div");
      box.innerHTML = "<p><input class='a'></p><template><b>x</b></template>";
      const said = (work) => { try { return work(); } catch (error) { return error.message; } };
      return [
        dom.one(".a", box, HTMLInputElement).tagName,
        said(() => dom.one(".b", box)),
        said(() => dom.one("p", box, HTMLInputElement)),
        dom.maybe(".b", box),
        dom.every("*", box, HTMLParagraphElement).length,
        dom.around(dom.one(".a", box), "p").tagName,
        dom.around(dom.one(".a", box), "div", HTMLInputElement),
        dom.copyOf("template", box).textContent,
      ];
    }"""
    assert run("dom.js", steps) == [
        "INPUT",
        "the page has no .b",
        "p is a P",
        None,
        1,
        "P",
        None,
        "x",
    ]


@pytest.mark.parametrize(
    ("change", "log"),
    [
        ({"repair": "2", "text": "Bob g5"}, "Ann b2\nBob g5\nclose"),
        (
            {"repair": "2", "text": "Bob draws ?", "inserts": ""},
            "Ann b2\nBob draws ?\nBob gg5\nclose",
        ),
        ({"repair": "2", "text": ""}, "Ann b2\nclose"),
        # Before the line after the last one: at the end.
        (
            {"repair": "4", "text": "left Bob 3", "inserts": ""},
            "Ann b2\nBob gg5\nclose\nleft Bob 3",
        ),
    ],
)
def test_a_repair_changes_one_line(run: Run, change: dict[str, str], log: str) -> None:
    repaired = "(m, change) => m.repaired('Ann b2\\nBob gg5\\nclose', change)"
    assert run("table/judge.js", repaired, change) == log
