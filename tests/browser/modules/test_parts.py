"""The small modules: keypad, texts with braces, answers by seat, the effect of a correction,
refusals."""

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


def test_parts_of_points(run: Run) -> None:
    said = "(m, all) => all.map(([points, unit]) => m.pointsText(points, unit))"
    given = [[7, 2], [-1, 2], [-4, 2], [3, 4], [35, 10], [7, 1], [0, 2]]
    expected = ["3½", "-½", "-2", "¾", "3.5", "7", "0"]
    assert run("table/points.js", said, given) == expected


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


def test_rows_stand_by_the_rank_they_get_and_say_how_far_they_moved(run: Run) -> None:
    rows = [
        {"name": "Ann", "rank_before": 1, "rank_after": 3, "before": "2", "after": "9"},
        {"name": "Bob", "rank_before": 2, "rank_after": 1, "before": 3, "after": 3},
        {"name": "Cat", "rank_before": None, "rank_after": 2, "before": None, "after": 4},
        {"name": "Dee", "rank_before": 4, "rank_after": None, "before": 5, "after": None},
    ]
    shown = """async (m, rows) => {
      const table = m.movingTable("In the season", rows);
      document.body.replaceChildren(table);
      m.setOff(table);
      // Ann's total counts up from 2.
      const total = table.tBodies[0].rows[2].querySelector(".lead");
      if (total.textContent !== "2") throw new Error(total.textContent);
      while (total.textContent !== "9") await new Promise(requestAnimationFrame);
      return [table.caption.textContent, ...[...table.tBodies[0].rows].map((row) =>
        [...row.cells].map((cell) => cell.textContent).join("|"))];
    }"""
    assert run("table/moving.js", shown, rows) == [
        "In the season",
        "1|▲ 1|Bob|3|→|3",
        "2||Cat|–|→|4",
        "3|▼ 2|Ann|2|→|9",
        "–||Dee|5|→|–",
    ]


@pytest.mark.parametrize(("low_wins", "ranks"), [(True, [1, 2, 2, 4]), (False, [4, 2, 2, 1])])
def test_equal_totals_share_a_rank(run: Run, low_wins: bool, ranks: list[int]) -> None:
    source = "(m, [totals, low]) => m.ranked(totals, low)"
    assert run("table/moving.js", source, [[3, 5, 5, 8], low_wins]) == ranks


@pytest.mark.parametrize(
    ("cells", "asks", "said"),
    [
        # Somebody goes out: an x, else the only empty cell, else the only nought, else nobody.
        (
            ["5", "x", "0"],
            True,
            {"winner": 1, "points": [5, None, 0], "satOut": [], "givenUp": False},
        ),
        (
            ["5", "", "0"],
            True,
            {"winner": 1, "points": [5, None, 0], "satOut": [], "givenUp": False},
        ),
        (
            ["5", "7", "0"],
            True,
            {"winner": 2, "points": [5, 7, None], "satOut": [], "givenUp": False},
        ),
        (
            ["5", "7", "2"],
            True,
            {"winner": -1, "points": [5, 7, 2], "satOut": [], "givenUp": False},
        ),
        (
            ["5", ".", ""],
            True,
            {"winner": 2, "points": [5, None, None], "satOut": [1], "givenUp": False},
        ),
        (["0", "0", "4"], True, {"text": "whoOut"}),
        (["x", "x", "4"], True, {"text": "twoOut"}),
        (["x", "", "4"], True, {"text": "missing", "seats": [1]}),
        (["", "", "4"], True, {"text": "missing", "seats": [0, 1]}),
        (["5", "6o", ""], True, {"text": "unreadable", "word": "6o"}),
        # Nobody goes out: everybody has points, and an x is none.
        (
            ["-2", "−3", "0"],
            False,
            {"winner": None, "points": [-2, -3, 0], "satOut": [], "givenUp": False},
        ),
        (["5", "", "1"], False, {"text": "missing", "seats": [1]}),
        (["5", "x", "1"], False, {"text": "unreadable", "word": "x"}),
    ],
)
def test_a_row_of_a_paper_sheet_says_a_hand(
    run: Run, cells: list[str], asks: bool, said: dict[str, object]
) -> None:
    source = "(m, [cells, asks]) => m.handOf(cells, asks)"
    assert run("table/sheet-rows.js", source, [cells, asks]) == said


def test_rows_of_a_spreadsheet_are_pasted(run: Run) -> None:
    copied = "5\t\t7\r\n1;2; x\n"
    assert run("table/sheet-rows.js", "(m, text) => m.pastedRows(text)", copied) == [
        ["5", "", "7"],
        ["1", "2", "x"],
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
        dom.element("td", "a", "", 0, "b").outerHTML,
        dom.rowHead("Ann").outerHTML,
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
        '<td class="a">0b</td>',
        '<th scope="row">Ann</th>',
    ]


@pytest.mark.parametrize(
    ("change", "log"),
    [
        ({"repair": "2", "text": "Bob g5"}, "Ann b2\nBob g5\nclose"),
        (
            {"repair": "2", "text": "Bob draws ?", "replaces": "0"},
            "Ann b2\nBob draws ?\nBob gg5\nclose",
        ),
        ({"repair": "2", "text": ""}, "Ann b2\nclose"),
        ({"repair": "1", "text": "Bob gg5\nAnn b2", "replaces": "2"}, "Bob gg5\nAnn b2\nclose"),
        # Before the line after the last one: at the end.
        (
            {"repair": "4", "text": "left Bob 3", "replaces": "0"},
            "Ann b2\nBob gg5\nclose\nleft Bob 3",
        ),
    ],
)
def test_a_repair_changes_one_line(run: Run, change: dict[str, str], log: str) -> None:
    repaired = "(m, change) => m.repaired('Ann b2\\nBob gg5\\nclose', change)"
    assert run("table/judge.js", repaired, change) == log


def test_what_a_repair_changes_is_unfolded(run: Run) -> None:
    source = """(m) => {
      document.body.innerHTML = `<form data-judge="/">
        <details><textarea>Bob gg5</textarea></details>
        <div data-judged><button type="button" data-repair="1" data-text="Bob g5"></button></div>
        </form>`;
      m.judgeAsTyped(document.querySelector("form"));
      document.querySelector("button").click();
      const input = document.querySelector("textarea");
      return [input.value, input.checkVisibility()];
    }"""
    assert run("table/judge.js", source) == ["Bob g5", True]


def test_what_is_sent_for_somebody_else_is_a_new_request(run: Run) -> None:
    """Their own may have arrived without an answer: its key is theirs (docs/api.md)."""
    source = """async (m) => {
      const sent = [];
      window.fetch = async (_url, { headers }) => {
        sent.push([headers["Entered-By"], headers["Idempotency-Key"] === "first"]);
        return new Response();
      };
      const hand = { key: "first", match: "1", number: 1, url: "/hands/", body: {}, points: [] };
      document.body.dataset.author = "link-1-Zoë";
      await m.post(hand, "");
      document.body.dataset.author = "user-2";
      await m.flush();
      const [waiting] = await m.letters();
      await m.adoptLetters(waiting);
      document.body.dataset.author = "link-1-Zoë";
      await m.post(hand, "");
      await m.flush();
      return [waiting.by, sent, await m.letters()];
    }"""
    sent = [["user-2", False], ["link-1-Zo%C3%AB", True]]
    assert run("table/outbox.js", source) == ["link-1-Zoë", sent, []]


def test_what_is_too_much_for_today_waits_and_is_sent_again(run: Run) -> None:
    """The hand of another match may be less, or saved already."""
    source = """async (m) => {
      const options = {status: 429, headers: {"Content-Type": "application/problem+json"}};
      const full = JSON.stringify({code: "too-much-stored", detail: "Until tomorrow"});
      window.fetch = async (url) =>
        String(url).includes("/much/") ? new Response(full, options) : new Response();
      document.body.dataset.author = "user-1";
      const hand = { key: "k", match: "1", number: 1, url: "/much/", body: {}, points: [] };
      await m.post(hand, "");
      await m.post({ ...hand, key: "l", match: "2", url: "/little/" }, "");
      await m.flush();
      const [{ state }] = await m.letters();
      const left = (await m.letters()).length;
      const said = m.whyWaiting();
      window.fetch = async () => new Response();
      await m.flush();
      return [state, left, said, await m.letters(), m.whyWaiting()];
    }"""
    assert run("table/outbox.js", source) == ["waiting", 1, "Until tomorrow", [], ""]


def test_a_row_of_an_exchanged_table_starts_where_it_stood(run: Run) -> None:
    # Ann and Bob change places, Cat stays, and two rows of one head are left alone.
    source = """(m, [before, after]) => {
      const draw = (names) => {
        const part = document.createElement("div");
        part.innerHTML = `<table><tbody>${names.map((name) =>
          `<tr><th scope="row">${name}</th></tr>`).join("")}</tbody></table>`;
        document.body.replaceChildren(part);
        return part;
      };
      const stood = m.standing(draw(before));
      const part = draw(after);
      m.moveRows(part, stood);
      const rows = [...part.querySelectorAll("tr")];
      return rows.map((row) => row.getAnimations().map((each) =>
        Math.sign(parseFloat(each.effect.getKeyframes()[0].translate.split(" ")[1]))));
    }"""
    before = ["Ann", "Bob", "Cat", "12 May", "12 May"]
    after = ["Bob", "Ann", "Cat", "12 May", "12 May"]
    assert run("table/rows.js", source, [before, after]) == [[1], [-1], [], [], []]


@pytest.mark.parametrize(
    ("left_out", "said"),
    [
        ({}, ["nothing moves"]),
        ({"others_move": True}, ["nothing moves", "others move"]),
        ({"others_move": True, "ratings_follow": True}, ["nothing moves", "others move", "later"]),
    ],
)
def test_the_effect_says_what_it_leaves_out(
    run: Run, left_out: dict[str, bool], said: list[str]
) -> None:
    source = """(m, [texts, leftOut]) => {
      document.body.innerHTML = "<div data-effect></div>";
      const none = {totals: [], table: [], ratings: [], others_move: false, ratings_follow: false};
      m.drawEffect(document.body, texts, {...none, ...leftOut}, {match: 1, season: 1});
      return [...document.querySelectorAll("p.soft")].map((note) => note.textContent);
    }"""
    texts = {
        "nothingMoves": "nothing moves",
        "othersMove": "others move",
        "ratingsFollow": "later",
    }
    assert run("table/effect.js", source, [texts, left_out]) == said


@pytest.mark.parametrize(
    ("code", "error"), [("too-many-requests", "Unreachable"), ("too-much-stored", "Refused")]
)
def test_what_is_too_much_for_today_is_said(run: Run, code: str, error: str) -> None:
    call = """async ({call, Refused, Unreachable}, code) => {
      const options = {status: 429, headers: {"Content-Type": "application/problem+json"}};
      globalThis.fetch = async () => new Response(JSON.stringify({code, detail: "No"}), options);
      const error = await call("/", {method: "POST", body: {}}).catch((error) => error);
      return error instanceof Refused ? "Refused" : error instanceof Unreachable && "Unreachable";
    }"""
    assert run("table/api.js", call, code) == error
