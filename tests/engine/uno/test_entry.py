"""The end of an Uno hand as entered: the deck of 108 or 116 cards, the points, the slips.

Points: number cards count their face, skips, reverses and draw twos 20, wilds, wild draw fours and
buzzers 50; three for each failed interception (Playroom, third variant).
"""

import pytest

from zarleague.engine.entry import (
    ChangeNumber,
    Checked,
    Entry,
    EntryCode,
    EntryFinding,
    Facts,
    MarkWinner,
    Scoring,
)
from zarleague.engine.games.uno import GAME


def check(form: str, *sheets: dict[str, object], winner: int | None = 0, **options: str) -> Checked:
    ruleset = GAME.ruleset("", {key.replace("_", "-"): value for key, value in options.items()})
    return GAME.check(ruleset, Entry(form, sheets, winner))  # type: ignore[arg-type]


def codes(checked: Checked) -> list[EntryCode]:
    return [finding.code for finding in checked.findings]


def test_the_deck_has_108_cards_and_116_with_buzzers() -> None:
    plain = GAME.deck(GAME.ruleset())
    buzzers = GAME.deck(GAME.ruleset("", {"buzzers": "on"}))
    assert (plain.size, buzzers.size) == (108, 116)
    assert sum(face.kind == "number" for face in plain.faces) == 40
    assert sum(f.points * f.copies for f in plain.faces) == 1240
    assert [f.copies for f in plain.faces if f.name in ("red 0", "red 1", "wild")] == [1, 2, 4]
    assert [f.corner for f in plain.faces if f.colour == "red"] == [*"0123456789", "", "", "+2"]


def test_counts() -> None:
    """5 + 5 + 9 + 20 + 50 = 89."""
    assert check("counts", {}, {"n5": 2, "n9": 1, "action": 1, "wild": 1}).points == (0, 89)


def test_quick_sum() -> None:
    """19 + 20 + 50 = 89."""
    assert check("quick", {}, {"numbers": 19, "action": 1, "wild": 1}).points == (0, 89)


def test_cards() -> None:
    """5 + 20 + 20 + 50 + 50 = 145; a zero is worth nothing."""
    checked = check("cards", {}, {"cards": ["r5", "rS", "g+2", "W", "+4"]}, {"cards": ["b0"]})
    assert checked == Checked((0, 145, 0))


def test_buzzers_are_worth_fifty() -> None:
    assert check("counts", {}, {"buzzer": 2}, buzzers="on").points == (0, 100)
    assert codes(check("counts", {}, {"buzzer": 2})) == [EntryCode.NO_SUCH_FIELD]
    assert codes(check("cards", {}, {"cards": ["BZ"]}))[0] is EntryCode.NO_SUCH_CARD


def test_total() -> None:
    assert check("totals", {}, {"points": 37}, {"points": 500}).points == (0, 37, 500)


def test_winner_collects() -> None:
    points = check("totals", {}, {"points": 37}, {"points": 50}, scoring="winner-collects").points
    assert points == (87, 0, 0)


@pytest.mark.parametrize(
    ("scoring", "points"), [("losers-add", (3, 43, 9)), ("winner-collects", (43, -6, 0))]
)
def test_failed_interceptions_have_their_own_place(scoring: str, points: tuple[int, ...]) -> None:
    """Ann won and failed once, Bob failed twice and holds 37, Cat nine: against them either way."""
    sheets = ({"failed": 1}, {"points": 37, "failed": 2}, {"points": 9})
    checked = check("totals", *sheets, interceptions="exact", scoring=scoring)
    assert checked.points == points


@pytest.mark.parametrize(
    ("options", "scoring", "asked"),
    [
        ({}, Scoring.SUM, False),
        ({"scoring": "winner-collects"}, Scoring.WINNER_COLLECTS, False),
        ({"interceptions": "super"}, Scoring.SUM, True),
        ({"interceptions": "super", "scoring": "winner-collects"}, Scoring.GAME, True),
        ({"interceptions": "exact", "interception-fail": "cards-3"}, Scoring.SUM, False),
    ],
)
def test_forms(options: dict[str, str], scoring: Scoring, asked: bool) -> None:
    forms = GAME.forms(GAME.ruleset("", options))
    assert [form.key for form in forms] == ["counts", "quick", "cards", "totals"]
    for form in forms:
        assert all(field.label for field in form.fields)
        assert form.scoring is scoring
        assert any(field.key == "failed" for field in form.fields) is asked
        assert form.winner


@pytest.mark.parametrize(
    ("form", "sheets", "finding"),
    [
        # Eight sevens in the deck.
        (
            "counts",
            ({}, {"n7": 9}),
            EntryFinding(EntryCode.TOO_MANY, 1, "n7", Facts(count=9, most=8)),
        ),
        (
            "counts",
            ({}, {"n7": 5}, {"n7": 4}),
            EntryFinding(EntryCode.TOO_MANY, -1, "n7", Facts(count=9, most=8)),
        ),
        # Four zeros.
        (
            "counts",
            ({}, {"n0": 5}),
            EntryFinding(EntryCode.TOO_MANY, 1, "n0", Facts(count=5, most=4)),
        ),
        (
            "cards",
            ({}, {"cards": ["r5", "r5"]}, {"cards": ["r5"]}),
            EntryFinding(EntryCode.TOO_MANY, -1, "cards", Facts(card="red 5", count=3, most=2)),
        ),
        (
            "cards",
            ({}, {"cards": ["r0", "r0"]}),
            EntryFinding(EntryCode.TOO_MANY, 1, "cards", Facts(card="red 0", count=2, most=1)),
        ),
        # All numbers together: four times 2 * (1 + ... + 9) = 360.
        (
            "quick",
            ({}, {"numbers": 361}),
            EntryFinding(
                EntryCode.IMPOSSIBLE_TOTAL,
                1,
                "numbers",
                Facts(count=361, most=360),
                ChangeNumber(1, "numbers", 163),
            ),
        ),
        # All cards together: 1240.
        (
            "totals",
            ({}, {"points": 15000}),
            EntryFinding(EntryCode.IMPOSSIBLE_TOTAL, 1, "points", Facts(count=15000, most=1240)),
        ),
        (
            "totals",
            ({}, {"points": 700}, {"points": 600}),
            EntryFinding(EntryCode.IMPOSSIBLE_TOTAL, -1, "points", Facts(count=1300, most=1240)),
        ),
        ("counts", ({}, {"n5": -1}), EntryFinding(EntryCode.NOT_A_NUMBER, 1, "n5")),
        ("cards", ({}, {"cards": "r5"}), EntryFinding(EntryCode.WRONG_SHAPE, 1, "cards")),
        ("counts", ({}, {"dragon": 1}), EntryFinding(EntryCode.NO_SUCH_FIELD, 1, "dragon")),
        (
            "counts",
            ({}, {"failed": 1, "n1": 1}),
            EntryFinding(EntryCode.NO_SUCH_FIELD, 1, "failed"),
        ),
        ("counts", ({}, {}), EntryFinding(EntryCode.EMPTY_HAND, 1)),
        ("counts", ({}, {"n1": 0}), EntryFinding(EntryCode.EMPTY_HAND, 1)),
        ("totals", ({}, {}), EntryFinding(EntryCode.EMPTY_HAND, 1)),
        (
            "counts",
            ({"n1": 1}, {}),
            EntryFinding(EntryCode.WINNER_HOLDS, 0, suggestion=MarkWinner(1)),
        ),
        (
            "counts",
            ({"n1": 1}, {"n2": 1}),
            EntryFinding(EntryCode.WINNER_HOLDS, 0),
        ),
    ],
)
def test_what_blocks(
    form: str, sheets: tuple[dict[str, object], ...], finding: EntryFinding
) -> None:
    checked = check(form, *sheets)
    assert finding in checked.findings
    assert checked.points is None


@pytest.mark.parametrize("winner", [None, -1, 2])
def test_no_winner(winner: int | None) -> None:
    """The one hand that is empty is most likely the winner's."""
    checked = check("counts", {}, {"n1": 1}, winner=winner)
    assert checked.findings == (EntryFinding(EntryCode.NO_WINNER, suggestion=MarkWinner(0)),)
    assert check("counts", {}, {}, winner=winner).findings[0].suggestion is None


def test_a_hand_of_zeros_is_only_pointed_out() -> None:
    """Somebody may hold nothing but zeros, worth nothing: a zero written down is believed."""
    checked = check("totals", {}, {"points": 0}, {"points": 5})
    assert checked.points == (0, 0, 5)
    assert checked.findings == (EntryFinding(EntryCode.EMPTY_HAND, 1, blocks=False),)


@pytest.mark.parametrize("seats", [0, 1, 11])
def test_wrong_number_of_seats(seats: int) -> None:
    assert codes(check("totals", *[{}] * seats)) == [EntryCode.WRONG_SEATS]


def test_no_such_form() -> None:
    assert codes(check("grid", {}, {})) == [EntryCode.NO_SUCH_FORM]


def test_too_many_failures_are_a_slip() -> None:
    checked = check("totals", {}, {"points": 5, "failed": 100}, interceptions="exact")
    assert codes(checked) == [EntryCode.TOO_MANY]


def test_seats() -> None:
    assert GAME.seats(GAME.ruleset()) == (2, 10)


def test_as_many_as_the_deck_holds_and_no_more() -> None:
    """Eight wilds and wild draw fours; all cards together are worth 1240."""
    assert check("counts", {}, {"wild": 5}, {"wild": 3}).points == (0, 250, 150)
    assert codes(check("counts", {}, {"wild": 5}, {"wild": 4})) == [EntryCode.TOO_MANY]
    # Said once, where one hand alone is too many.
    assert codes(check("counts", {}, {"wild": 9}, {"wild": 3})) == [EntryCode.TOO_MANY]
    assert check("totals", {}, {"points": 1240}).points == (0, 1240)
    for total, slip in ((12400, ChangeNumber(1, "points", 1240)), (12410, None)):
        (finding,) = check("totals", {}, {"points": total}).findings
        assert (finding.code, finding.suggestion) == (EntryCode.IMPOSSIBLE_TOTAL, slip)


def test_two_to_ten_players() -> None:
    others: list[dict[str, object]] = [{"points": 1}] * 10
    assert check("totals", {}, *others[:9]).points == (0, *[1] * 9)
    for sheets in ([], others):
        (finding,) = check("totals", {}, *sheets).findings
        assert finding.facts.given() == {"count": len(sheets) + 1, "least": 2, "most": 10}
