"""Definitions of a league's own games: what comes back, what is refused, what every hand counts."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import tries
from zarleague.engine.declared import (
    DefinitionError,
    read_definition,
    read_text,
    require_playable,
    ruleset_of,
    to_text,
)
from zarleague.engine.declared.bounds import hand_range
from zarleague.engine.declared.examples import examples
from zarleague.engine.entry import Entry, EntryCode
from zarleague.engine.games import scored

SKYJO: dict[str, Any] = {
    "name": "Skyjo",
    "players": [2, 8],
    "wins": "low",
    "fields": [{"key": "cards", "label": "Cards", "asked": "points", "least": -17, "most": 142}],
    "limit": 100,
}
small = st.integers(-9, 9)


@st.composite
def definitions(draw: st.DrawFn) -> dict[str, Any]:
    """Return plain data of a game with up to four boxes and a rule of each kind, in any unit and
    with any end, of which a box or the whole hand may have to add up to something."""
    fields = []
    for number in range(draw(st.integers(1, 4))):
        least, most = draw(st.integers(-3, 0)), draw(st.integers(0, 4))
        if number < 2:
            least = 0
        field = {"key": f"f{number}", "label": f"Box {number}", "least": least, "most": most}
        if draw(st.booleans()):
            field["table"] = draw(
                st.lists(small, min_size=most - least + 1, max_size=most - least + 1)
            )
        else:
            field["each"] = draw(small)
        if draw(st.integers(0, 3)) == 0:
            together = draw(st.integers(0, 4))
            field["sum"] = [together, together + draw(st.integers(0, 4))]
        fields.append(field | {"always": draw(st.booleans())})
    fields.append({"key": "tick", "label": "Tick", "asked": "tick", "each": draw(small)})
    rules: list[dict[str, Any]] = []
    if len(fields) > 2:
        made = {key: draw(small) for key in ("fixed", "bid", "trick", "over")}
        missed = {key: draw(small) for key in ("fixed", "bid", "trick", "off")}
        bid = {"kind": "bid", "bid": "f0", "tricks": "f1", "made": made, "missed": missed}
        nothing = draw(st.none() | st.tuples(small, small).map(list))
        bid |= {"exact": draw(st.booleans())} | ({} if nothing is None else {"nothing": nothing})
        rules.append(bid)
    rules += [
        {"kind": "times", "field": "f0", "factor": draw(st.integers(-2, 3))},
        {"kind": "closer", "field": "tick", "factor": 3},
        {"kind": "sweep", "takes": draw(small), "sweeper": draw(small), "others": draw(small)},
    ]
    data = {
        "name": "Any",
        "players": [2, 4],
        "wins": draw(st.sampled_from(("low", "high"))),
        "fields": fields,
        "rules": draw(st.permutations(rules)),
        "unit": draw(st.sampled_from((1, 2, 4, 10))),
        "ties": draw(st.sampled_from(("shared", "extra", "wins"))),
        **draw(st.sampled_from(({"hands": 3}, {"limit": 9}, {"hands": 2, "limit": 50}))),
    }
    if draw(st.integers(0, 3)) == 0:
        data["total"] = draw(small)
    if draw(st.booleans()):
        data["out"] = {"bonus": draw(small), "collects": draw(st.booleans())}
    return data


def plainly(data: dict[str, Any], sheets: list[dict[str, int]], winner: int | None) -> list[int]:
    """Return the points of a hand, worked out once more from the plain data."""
    points = []
    for seat, sheet in enumerate(sheets):
        asked = [f for f in data["fields"] if seat != winner or f.get("always")]
        points.append(
            sum(
                f["table"][sheet.get(f["key"], 0) - f["least"]]
                if "table" in f
                else f["each"] * sheet.get(f["key"], 0)
                for f in asked
            )
        )
    for rule in data["rules"]:
        if rule["kind"] == "bid":
            for seat, sheet in enumerate(sheets):
                bid, taken = sheet.get("f0", 0), sheet.get("f1", 0)
                if bid == 0 and "nothing" in rule:
                    points[seat] += rule["nothing"][taken > 0]
                elif taken == bid or (taken > bid and not rule["exact"]):
                    w = rule["made"]
                    points[seat] += w["fixed"] + w["bid"] * bid + w["trick"] * taken
                    points[seat] += w["over"] * (taken - bid)
                else:
                    w = rule["missed"]
                    points[seat] += w["fixed"] + w["bid"] * bid + w["trick"] * taken
                    points[seat] += w["off"] * max(taken - bid, bid - taken)
        elif rule["kind"] == "times":
            for seat, sheet in enumerate(sheets):
                number = sheet.get("f0", 0)
                for _ in range(number if rule["factor"] else 0):
                    points[seat] *= rule["factor"]
                if not rule["factor"]:
                    points[seat] *= number
        elif rule["kind"] == "closer":
            before = list(points)
            for seat, sheet in enumerate(sheets):
                others = before[:seat] + before[seat + 1 :]
                if data["wins"] == "low":
                    alone = all(before[seat] < other for other in others)
                else:
                    alone = all(before[seat] > other for other in others)
                if sheet.get("tick") and before[seat] > 0 and not alone:
                    points[seat] = 3 * before[seat]
        else:
            swept = next((s for s, p in enumerate(points) if p == rule["takes"]), None)
            if swept is not None:
                points = [
                    rule["sweeper"] if s == swept else rule["others"] for s in range(len(points))
                ]
    if winner is not None:
        if data["out"]["collects"]:
            points = [sum(points) if s == winner else 0 for s in range(len(points))]
        points[winner] += data["out"]["bonus"]
    return points


@tries(300)
@given(data=st.data())
def test_any_hand_of_any_game_counts_as_it_is_declared(data: st.DataObject) -> None:
    declared = data.draw(definitions())
    try:
        definition = read_definition(copy.deepcopy(declared))
    except DefinitionError as refused:
        said = (
            "Everyone would always",
            "Nobody could ever",
            "“{word}” can’t add",
            "The points of",
        )
        assert refused.template.startswith(said)  # noqa: PT017
        return
    assert read_text(to_text(definition)) == definition
    end = scored("own:Any").match_end(ruleset_of(definition))
    assert (end.hands, end.limit) == (declared.get("hands", 0), declared.get("limit", 0))
    assert (end.low_wins, end.extra_on_tie, end.ties_by_wins) == (
        declared["wins"] == "low",
        declared["ties"] == "extra",
        declared["ties"] == "wins",
    )
    seats = data.draw(st.integers(2, 4))
    winner = data.draw(st.integers(0, seats - 1)) if "out" in declared else None
    sheets = [
        {
            f["key"]: data.draw(st.integers(f.get("least", 0), f.get("most", 1)))
            for f in declared["fields"]
            if seat != winner or f.get("always")
        }
        for seat in range(seats)
    ]
    ruleset = ruleset_of(definition)
    checked = scored(ruleset.game).check(ruleset, Entry("counted", tuple(sheets), winner))
    expected = plainly(declared, sheets, winner)
    found = {f["key"]: sum(sheet.get(f["key"], 0) for sheet in sheets) for f in declared["fields"]}
    fits = all(
        f["sum"][0] <= found[f["key"]] <= f["sum"][1] for f in declared["fields"] if "sum" in f
    ) and declared.get("total", sum(expected)) == sum(expected)
    if not fits:
        assert checked.points is None
        assert {one.code for one in checked.findings} <= {
            EntryCode.WRONG_SUM,
            EntryCode.WRONG_TICKS,
        }
        assert checked.findings
        return
    assert checked.points is not None
    assert list(checked.points) == expected
    least, most = hand_range(definition)
    assert all(least <= points <= most for points in checked.points)


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no name": ({"name": ""}, "must not be empty"),
    "a long name": ({"name": "x" * 10_000}, "too long"),
    "markup": ({"name": "<b>Skyjo"}, "markup"),
    "a direction mark": ({"about": "Sky\u202ejo"}, "invisible"),
    "a new line": ({"source": "a\nb"}, "line breaks"),
    "a path": ({"name": "../x"}, "letters, digits"),
    "a thousand boxes": ({"fields": SKYJO["fields"] * 1000}, "has 1000 entries; at most 12 are"),
    "one box twice": ({"fields": SKYJO["fields"] * 2}, "Two boxes"),
    "a huge worth": (
        {"fields": [{"label": "A", "most": 9, "each": 10**30}]},
        "“A: each” must be a whole number from -10000",
    ),
    "an overflow": (
        {
            "fields": [{"label": f"A{n}", "most": 9999, "each": 9999} for n in range(12)],
        },
        "at most 1000000",
    ),
    "powers": (
        {
            "fields": [{"key": "a", "label": "A", "most": 12}],
            "rules": [{"kind": "times", "field": "a", "factor": 10}] * 6,
        },
        "at most 1000000",
    ),
    "no end": ({"limit": 0}, "never end"),
    "nothing to win": ({"fields": [{"label": "A", "most": 3, "each": 0}]}, "nobody could win"),
    "a limit that nobody reaches": (
        {"fields": [{"label": "A", "most": 3, "each": -1}]},
        "ever reach the limit of 100",
    ),
    "a sum that nobody reaches": (
        {"players": [2, 2], "fields": [{"label": "A", "most": 3, "sum": [7, 7]}]},
        "add up",
    ),
    "a total that nobody reaches": ({"total": -999}, "add up to -999"),
    "an expression": ({"rules": [{"kind": "python", "text": "1+1"}]}, "must be one of"),
    "an unknown word": ({"script": "x"}, "no “script”"),
    "a box that is not there": ({"rules": [{"kind": "times", "field": "b"}]}, "doesn’t exist"),
    "half a number": ({"limit": 99.5}, "whole number"),
    "yes for a number": ({"limit": True}, "whole number"),
    "one player": ({"players": [1, 1]}, "from 2 to 12"),
    "a newer file": ({"version": 2}, "newer"),
    "another file": ({"format": "x"}, "file of a game"),
    "a name without width": ({"name": "Sky\u200bjo"}, "invisible"),
    "a name that shows nothing": ({"name": "\u3164"}, "invisible"),
    "a mark on nothing": ({"fields": [{"label": "\u0301", "most": 3}]}, "invisible"),
    "a blank label": ({"fields": [{"label": "\u2800", "most": 3}]}, "invisible"),
    "one label in two widths": (
        {"fields": [{"label": "A", "most": 3}, {"label": "\uff21", "most": 3}]},
        "Two boxes",
    ),
    "one label in two spacings": (
        {"fields": [{"label": "A B", "most": 3}, {"label": "a  b", "most": 3}]},
        "Two boxes",
    ),
    "a thousand players": ({"players": [2, 1000]}, "from 2 to 12"),
    "most players below fewest": ({"players": [5, 2]}, "least must not be above"),
    "an endless limit": ({"limit": float("inf")}, "whole number"),
    "no number": ({"limit": float("nan")}, "whole number"),
    "a number as text": ({"limit": "100"}, "whole number"),
    "a table with a gap": (
        {"fields": [{"label": "A", "most": 2, "table": [0, None, 2]}]},
        "whole number",
    ),
    "a table too short": (
        {"fields": [{"label": "A", "most": 3, "table": [0, 1, 2]}]},
        "one number of points for each from 0 to 3",
    ),
    "nothing but wrong nesting": ({"fields": [[[[]]]]}, "Each of “fields” must be in braces"),
    "a rule's word in a box": (
        {"fields": [{"label": "A", "most": 3, "factor": 2}]},
        "“factor” doesn’t belong in “A” but in “rules”",
    ),
    "a box's word in the game": ({"sum": [26, 26]}, "doesn’t belong in “game” but in “fields”"),
    "one number for a range": ({"players": [4]}, "list of two numbers"),
    "each and a table": (
        {"fields": [{"label": "A", "most": 1, "each": 1, "table": [0, 5]}]},
        "by “each” or by “table”",
    ),
    "a rule's worths as one number": (
        {"fields": [{"key": "a", "label": "A", "most": 3}, {"key": "b", "label": "B", "most": 3}],
         "rules": [{"kind": "bid", "bid": "a", "tricks": "b", "made": 10}]},
        "“rules.0.made” must be in braces",
    ),
    "yes for who goes out": ({"out": True}, "“out” must be in braces"),
    "a box without a label": ({"fields": [{"most": 3}]}, "“label” is missing in “fields.0”"),
    "a box without a most": ({"fields": [{"label": "A"}]}, "“most” is missing in “A”"),
    "a rule without a box": (
        {"rules": [{"kind": "times"}]}, "“field” is missing in “rules.0”",
    ),
    "no list": ({"fields": 5}, "“fields” must be a list in square brackets"),
    "a key of two words": (
        {"fields": [{"key": "a b", "label": "A", "most": 1}]}, "letters from a to z",
    ),
    # Each of the others holds 20 at most, and who goes out pays 100: below 0.
    "a limit that who collects never reaches": (
        {"wins": "high", "players": [2, 2], "fields": [{"label": "A", "most": 20}],
         "out": {"bonus": -100, "collects": True}},
        "ever reach the limit of 100",
    ),
    "points beside boxes": ({"points": [0, 50]}, "for games without boxes"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_played_is_refused_with_a_sentence(what: str) -> None:
    changes, said = REFUSED[what]
    with pytest.raises(DefinitionError, match=said):
        read_definition(SKYJO | changes)


TRICKS = {"key": "tricks", "label": "Tricks", "most": 13, "sum": [13, 13]}
NOT_PLAYABLE = {
    "a tower of accents": ({"name": "a" + "\u0301" * 27}, "“name” has too many accents"),
    "a sum that is not reached once somebody is out": (
        {"players": [2, 4], "fields": [{"label": "A", "most": 9, "sum": [10, 20]}], "out": {}},
        "With 2 players, “A” can add up to 0 to 9 only",
    ),
    # 13 tricks of 2 points each are 26.
    "a total beside the boxes'": (
        {"players": [4, 4], "fields": [TRICKS | {"each": 2}], "total": 25},
        "the points of all add up to 26, never to 25",
    ),
    "a total between two steps": (
        {"fields": [{"label": "A", "most": 10, "each": 5}], "total": 12},
        "never add up to exactly 12",
    ),
    # Both have all 5 of the 10 tricks.
    "equal shares": (
        {"players": [2, 2], "fields": [{"label": "A", "most": 5, "sum": [10, 10]}]},
        "With 2 players everyone would always have the same points",
    ),
    # Together 2, so both have the 1 that is possible.
    "a total that leaves one hand": (
        {"players": [2, 2], "fields": [{"label": "A", "most": 1}], "total": 2},
        "With 2 players everyone",
    ),
    # Two players have 4 + 4, 4 - 3 or -3 - 3.
    "a total that a table never makes": (
        {"players": [2, 2], "fields": [{"label": "A", "most": 1, "table": [4, -3]}], "total": 2},
        "With 2 players, the points of a hand never add up to exactly 2",
    ),
    # One of three may have 1: 2 points, times 1. The others have 0.
    "a total that a rule never makes": (
        {"players": [3, 3], "total": 1,
         "fields": [{"key": "a", "label": "A", "most": 1, "each": 2, "sum": [0, 1]}],
         "rules": [{"kind": "times", "field": "a"}]},
        "With 3 players, the points of a hand never add up to exactly 1",
    ),
    # A is -2 for 0, and for 1 it is 3 times -1.
    "a limit that a rule keeps away": (
        {"players": [2, 2],
         "fields": [{"key": "a", "label": "A", "most": 1, "table": [-2, 3]}],
         "rules": [{"kind": "times", "field": "a", "factor": -1}]},
        "With 2 players nobody could ever reach the limit of 100",
    ),
    "one box for bid and tricks": (
        {
            "players": [4, 4],
            "fields": [TRICKS | {"each": 0}, {"label": "B", "most": 9}],
            "rules": [{"kind": "bid", "bid": "tricks", "tricks": "tricks", "made": {"fixed": 1}}],
        },
        "need a box each",
    ),
    "a sweep that nobody has": (
        {"fields": [TRICKS], "players": [4, 4],
         "rules": [{"kind": "sweep", "takes": 14, "sweeper": 0, "others": 26}]},
        "be exactly 14",
    ),
    "a sweep between two steps": (
        {"fields": [TRICKS | {"each": 2}], "players": [4, 4],
         "rules": [{"kind": "sweep", "takes": 13, "sweeper": 0, "others": 26}]},
        "be exactly 13",
    ),
    # Who goes out has 100 points at once.
    "a bonus that is the limit": (
        {"wins": "high", "out": {"bonus": 100}},
        "always reaches the limit of 100 in the first hand",
    ),
    # 60 for who goes out, and the 40 that the others share.
    "a bonus and what is collected": (
        {"wins": "high", "players": [3, 3], "out": {"bonus": 60, "collects": True},
         "fields": [{"label": "A", "most": 40, "sum": [40, 40]}]},
        "always reaches the limit of 100 in the first hand",
    ),
    "a tick that is never set": (
        {"fields": [*SKYJO["fields"],
                    {"key": "t", "label": "Closed", "asked": "tick", "each": 0, "sum": [0, 0]}],
         "rules": [{"kind": "closer", "field": "t"}]},
        "“Closed” could never be anything but 0",
    ),
    # Who went out holds nothing that could be multiplied, and has 100.
    "a bonus beside a multiplier": (
        {"wins": "high", "fields": [{"key": "a", "label": "A", "most": 3}],
         "rules": [{"kind": "times", "field": "a"}], "out": {"bonus": 100}},
        "always reaches the limit of 100 in the first hand",
    ),
    "points for going out that nothing is added to": (
        {"fields": [], "out": {"bonus": 10}},
        "Points for going out need boxes",
    ),
    "points below 0 that would be multiplied": (
        {"limit": 0, "hands": 3,
         "fields": [{"label": "A", "most": 3, "each": -1},
                    {"key": "t", "label": "T", "asked": "tick", "each": 0}],
         "rules": [{"kind": "closer", "field": "t"}]},
        "Nobody has points above 0",
    ),
    # 5 for who went out, and A is 0 to 3 for the one other player.
    "a total without the one who went out": (
        {"players": [2, 2], "fields": [{"label": "A", "most": 3}], "out": {"bonus": 5},
         "total": 4},
        "add up to 5 to 8, never to 4",
    ),
    "who went out is asked, and nobody goes out": (
        {"fields": [{"label": "A", "most": 3, "always": True}]},
        "“A” is asked of who went out",
    ),
    "a factor of one": (
        {"fields": [{"key": "a", "label": "A", "most": 3}],
         "rules": [{"kind": "times", "field": "a", "factor": 1}]},
        "changes nothing",
    ),
    "a bid without worth": (
        {"fields": [{"key": "a", "label": "A", "most": 3}, {"key": "b", "label": "B", "most": 3}],
         "rules": [{"kind": "bid", "bid": "a", "tricks": "b"}]},
        "changes nothing",
    ),
    # Four players share 13 tricks, so somebody has at least 4.
    "a limit within the first hand": (
        {"fields": [TRICKS], "players": [3, 4], "limit": 4},
        "always reaches the limit of 4 in the first hand",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", NOT_PLAYABLE)
def test_what_would_turn_up_at_the_table_is_refused_of_a_new_game(what: str) -> None:
    """A game that a league has already is read as it is: its matches go on."""
    changes, said = NOT_PLAYABLE[what]
    definition = read_definition(SKYJO | changes)
    with pytest.raises(DefinitionError, match=said):
        require_playable(definition)


def test_what_barely_can_be_played_is_not_refused() -> None:
    """The limits beside those above: 3 of each 4 can be reached, 5 and 10 in steps of 5, one may
    have 6 of 10, and with a limit of 5 a hand of 4, 3, 3, 3 goes on."""
    for changes in (
        {"players": [3, 5], "fields": [{"label": "A", "most": 5, "sum": [13, 13]}]},
        {"fields": [{"label": "A", "most": 10, "each": 5}], "total": 10},
        {"players": [2, 2], "fields": [{"label": "A", "most": 6, "sum": [10, 10]}]},
        {"fields": [TRICKS], "players": [3, 4], "limit": 5},
        {"fields": [TRICKS], "players": [4, 4], "hands": 1, "limit": 4},
        {"wins": "high", "out": {"bonus": 99}},
        {"fields": [{"label": "A", "least": -50, "most": 50, "sum": [0, 0]}], "limit": 0,
         "hands": 4},
        {"fields": [{"label": "A", "most": 3, "always": True}], "out": {}},
    ):  # fmt: skip
        require_playable(read_definition(SKYJO | changes))


def test_every_example_can_be_played() -> None:
    for one in examples():
        require_playable(one)


def test_a_name_that_stands_twice_in_a_file_is_refused() -> None:
    """Programs take the second one, people read the first."""
    text = to_text(read_definition(SKYJO))
    with pytest.raises(DefinitionError, match="gives “limit” two values"):
        read_text(text.replace('"limit":100', '"limit":100,"limit":50'))


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 9000, "null", '{"name": NaN}', "1" * 9999])
def test_what_is_no_file_of_a_game_is_refused(text: str) -> None:
    with pytest.raises(DefinitionError):
        read_text(text)


def test_a_file_may_begin_with_a_byte_order_mark() -> None:
    """Some editors write one, and it isn't seen."""
    text = to_text(read_definition(SKYJO))
    assert read_text("\ufeff" + text) == read_text(text)


def test_the_entry_must_fit_the_declared_sums_and_limits() -> None:
    """ "The sum of all is 26": 13 hearts and one queen of spades, in every hand."""
    hearts = ruleset_of(next(one for one in examples() if one.name == "Hearts"))
    check = scored(hearts.game).check
    for sheets, code in (
        (({"hearts": 12, "queen": 1}, {}, {}), EntryCode.WRONG_SUM),
        (({"hearts": 13}, {}, {}), EntryCode.WRONG_TICKS),
        (({"hearts": 14, "queen": 1}, {}, {}), EntryCode.OUT_OF_RANGE),
        (({"hearts": "13", "queen": 1}, {}, {}), EntryCode.NOT_A_WHOLE_NUMBER),
        (({"hearts": 13, "queen": 1}, {}), EntryCode.WRONG_SEATS),
        (({"hearts": 13, "queen": 1, "x": 1}, {}, {}), EntryCode.NO_SUCH_FIELD),
    ):
        checked = check(hearts, Entry("counted", sheets))
        assert checked.points is None
        assert code in {finding.code for finding in checked.findings}
