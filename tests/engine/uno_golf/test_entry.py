"""Entering the end of a round of UNO Golf: grids, counts, points, and what has to be confirmed."""

import pytest

from tests.engine.uno_golf.table import GAME
from zarleague.engine.entry import (
    CheckColumn,
    Entry,
    EntryCode,
    Evidence,
    Facts,
    FieldKind,
    Scoring,
)

CONFIRMED = {"action-points-confirmed": "yes"}


def check(form, *sheets, **rules):
    values = CONFIRMED | {key.replace("_", "-"): value for key, value in rules.items()}
    return GAME.check(GAME.ruleset("", values), Entry(form, sheets))


def grid(*columns):
    return {"grid": [column.split() for column in columns]}


class TestConfirming:
    """ "Action Cards are worth the points printed in the corners": no source says how many, so the
    organiser has to confirm them before the first round."""

    @pytest.mark.parametrize("form", ["grid", "counts", "totals"])
    def test_nothing_counts_before(self, form):
        checked = GAME.check(GAME.ruleset(), Entry(form, ({}, {})))
        (finding,) = checked.findings
        assert finding[:3] == (EntryCode.NOT_CONFIRMED, -1, "action-points-confirmed")
        assert finding.blocks
        assert checked.points is None

    def test_what_depends_on_them_is_not_counted(self):
        sheets = (grid("r1 b2"), grid("rS b2") | {"counted": 12})
        checked = GAME.check(GAME.ruleset(), Entry("grid", sheets))
        assert [finding.code for finding in checked.findings] == [EntryCode.NOT_CONFIRMED]
        assert [[str(step) for step in steps] for steps in checked.steps] == [
            ["3 points."],
            ["Action cards don’t count until their points are confirmed."],
        ]

    def test_confirmed_they_do(self):
        assert check("grid", grid(), grid()).points == (0, 0)

    def test_what_is_proposed(self):
        options = {option.key: option for option in GAME.options}
        proposed = {key: options[f"{key}-points"].initial for key in ("skip", "reverse")}
        assert proposed == {"skip": "10", "reverse": "10"}
        assert options["draw-two-points"].initial == "10"
        assert options["double-draw-two-points"].initial == "20"
        assert options["action-points-confirmed"].initial == "no"
        for key in ("skip", "draw-two"):
            allowed = [options[f"{key}-points"].allows(points) for points in ("0", "99", "100")]
            assert allowed == [True, True, False]

    def test_what_the_cards_say_counts(self):
        rules = {"skip_points": "7", "reverse_points": "8", "draw_two_points": "9"}
        checked = check(
            "grid", grid("rS g1"), grid("rR g1"), grid("r+2 g1"), grid("rD g0"), **rules
        )
        assert checked.points == (8, 9, 10, 20)


class TestGrids:
    """ "Any columns that have matching numbers or colors can be discarded at this time. Each player
    then adds up the values of all of the cards in their grid." """

    def test_numbers_count_their_face(self):
        assert check("grid", grid("r0 b1", "g2 y3"), grid("r4 b5", "g6 b0")).points == (6, 15)

    @pytest.mark.parametrize(
        ("column", "step"),
        [
            ("r1 r5", "Column 1 is cleared: red 1, red 5, both red."),
            ("r5 b5", "Column 1 is cleared: red 5, blue 5, a pair."),
            ("r1 rS", "Column 1 is cleared: red 1, red skip, both red."),
        ],
    )
    def test_matching_columns_are_cleared_and_shown(self, column, step):
        checked = check("grid", grid(column, "g4 b0"), grid())
        assert checked.points == (4, 0)
        assert [str(each) for each in checked.steps[0]] == [step, "4 points."]
        assert checked.findings == ()

    def test_two_skips_of_two_colours(self):
        assert check("grid", grid("rS bS"), grid()).points == (20, 0)
        both = check("grid", grid("rS bS"), grid(), clear_action_pair="same-symbol-too")
        assert both.points == (0, 0)
        assert str(both.steps[0][0]) == "Column 1 is cleared: red skip, blue skip, a pair."

    def test_by_choice_they_are_pointed_out(self):
        grids = grid("g4 b0", "r1 r5"), grid("b5 r0")
        checked = check("grid", *grids, round_end_clear="by-choice")
        assert checked.points == (10, 5)
        (finding,) = checked.findings
        assert finding[:4] == (
            EntryCode.MISSED,
            0,
            "grid",
            Facts(column=2),
        )
        assert not finding.blocks
        assert str(checked.steps[0][0]) == "Column 2 could have been cleared: red 1, red 5."

    def test_an_empty_grid(self):
        assert check("grid", {}, grid("r4 b5")).points == (0, 9)

    def test_more_copies_than_there_are(self):
        """ "three each of 0-6"; two of each action in each colour; one double draw two."""
        assert check("grid", grid("r4 b5", "r4 b3"), grid("r4 b2")).points
        checked = check("grid", grid("r4 b5", "r4 b3"), grid("r4 b2", "r4 b1"))
        (finding,) = checked.findings
        facts = Facts(card="red 4", count=4, most=3)
        assert finding[:4] == (EntryCode.TOO_MANY, -1, "grid", facts)
        assert checked.points is None
        (finding,) = check("grid", grid("rD b5"), grid("rD b2")).findings
        assert finding.facts == Facts(card="red double draw two", count=2, most=1)
        two = check("grid", grid("rD b5"), grid("rD b2"), double_draw_two="two-per-colour")
        assert two.points == (25, 22)

    @pytest.mark.parametrize("column", ["r4", "r4 b5 g1", ""])
    def test_a_column_has_two_cards(self, column):
        (finding,) = check("grid", grid("r1 b2", column), grid()).findings
        facts = Facts(column=2, count=len(column.split()), most=2)
        assert finding[:4] == (EntryCode.WRONG_SHAPE, 0, "grid", facts)

    @pytest.mark.parametrize("value", ["r4", 5, None, ["r4"], [4]])
    def test_what_is_no_grid(self, value):
        (finding,) = check("grid", {"grid": value}, grid()).findings
        assert finding[:3] == (EntryCode.WRONG_SHAPE, 0, "grid")

    def test_a_card_that_does_not_exist(self):
        (finding,) = check("grid", grid("r4 r9"), grid()).findings
        assert finding[:4] == (EntryCode.NO_SUCH_CARD, 0, "grid", Facts(word="r9"))


class TestCountedAtTheTable:
    def difference(self, counted, **rules):
        sheet = grid("g4 b0", "r1 r5") | {"counted": counted}
        checked = check("grid", sheet, grid(), **rules)
        assert checked.points is not None
        return [(f.code, f.seat, f.field, f.facts, f.suggestion) for f in checked.findings]

    def test_the_same(self):
        assert self.difference(4) == []

    def test_a_column_was_not_cleared(self):
        assert self.difference(10) == [
            (
                EntryCode.IMPOSSIBLE_TOTAL,
                0,
                "counted",
                Facts(count=10, expected=4),
                CheckColumn(2),
            )
        ]

    def test_a_column_was_cleared_that_its_owner_left(self):
        (found,) = self.difference(4, round_end_clear="by-choice")[1:]
        assert found[3:] == (Facts(count=4, expected=10), CheckColumn(2))

    def test_something_else(self):
        assert self.difference(5)[0][3:] == (Facts(count=5, expected=4), None)
        # The 4 and the 6 are not 4, the cleared 6 is not missing from what was counted.
        sheet = grid("g4 b6", "r1 r5") | {"counted": 4}
        assert check("grid", sheet, grid()).findings[0].suggestion is None
        left = check("grid", sheet | {"counted": 22}, grid(), round_end_clear="by-choice")
        assert left.findings[-1].suggestion is None

    def test_no_number(self):
        checked = check("grid", grid("g4 b0") | {"counted": "four"}, grid())
        assert EntryCode.NOT_A_NUMBER in [finding.code for finding in checked.findings]


class TestCounts:
    def test_by_value(self):
        checked = check("counts", {"number-3": 2, "number-0": 1, "skip": 1}, {"double-draw-two": 1})
        assert checked.points == (16, 20)

    def test_the_same_as_the_grid(self):
        by_grid = check("grid", grid("r1 b2", "rS g3"), grid("b+2 rR"))
        by_counts = check(
            "counts",
            {"number-1": 1, "number-2": 1, "skip": 1, "number-3": 1},
            {"draw-two": 1, "reverse": 1},
        )
        assert by_grid.points == by_counts.points == (16, 20)

    @pytest.mark.parametrize(
        ("key", "most"),
        [("number-6", 12), ("skip", 8), ("reverse", 8), ("draw-two", 8), ("double-draw-two", 4)],
    )
    def test_no_more_than_the_deck_holds(self, key, most):
        """ "8 Draw 2 Cards, 4 Double Draw 2 Cards, 8 Reverse Cards, 8 Skip Cards" """
        assert check("counts", {key: most - 1}, {key: 1}).points
        together = check("counts", {key: most}, {key: 1})
        facts = Facts(count=most + 1, most=most)
        assert [f[:4] for f in together.findings] == [(EntryCode.TOO_MANY, -1, key, facts)]
        alone = check("counts", {}, {key: most + 1})
        facts = Facts(count=most + 1, most=most)
        assert [f[:4] for f in alone.findings] == [(EntryCode.TOO_MANY, 1, key, facts)]

    def test_eight_double_draw_twos(self):
        rules = {"double_draw_two": "two-per-colour"}
        assert check("counts", {"double-draw-two": 8}, {}, **rules).points == (160, 0)

    def test_a_page_can_count_along(self):
        form = GAME.forms(GAME.ruleset("", CONFIRMED | {"skip-points": "15"}))[1]
        assert form.scoring is Scoring.SUM
        (total,) = GAME.forms(GAME.ruleset())[2].fields
        assert total.points == 1
        fields = {field.key: field for field in form.fields}
        assert (fields["skip"].points, fields["skip"].faces) == (15, ("rS", "yS", "gS", "bS"))
        assert (fields["number-6"].points, fields["number-6"].faces) == (
            6,
            ("r6", "y6", "g6", "b6"),
        )


class TestTotals:
    def test_as_given(self):
        assert check("totals", {"points": 13}, {"points": 0}).points == (13, 0)

    def test_more_than_the_whole_deck(self):
        # 12 × (0 + … + 6) + 8 × 10 × 3 + 4 × 20 = 252 + 240 + 80.
        assert check("totals", {"points": 572}, {}).points == (572, 0)
        (finding,) = check("totals", {"points": 573}, {}).findings
        facts = Facts(count=573, most=572)
        assert finding[:4] == (EntryCode.IMPOSSIBLE_TOTAL, 0, "points", facts)

    def test_no_number(self):
        (finding,) = check("totals", {"points": -1}, {}).findings
        assert finding[:3] == (EntryCode.NOT_A_NUMBER, 0, "points")


class TestForms:
    def test_the_forms_by_evidence(self):
        forms = GAME.forms(GAME.ruleset())
        assert [(form.key, form.evidence) for form in forms] == [
            ("grid", Evidence.CARDS),
            ("counts", Evidence.COUNTS),
            ("totals", Evidence.TOTALS),
        ]
        # The fewest points win: nobody has to name a winner.
        assert not any(form.winner for form in forms)
        field = forms[0].fields[0]
        assert (field.kind, field.most, len(field.faces)) == (FieldKind.COLUMNS, 56, 44)

    @pytest.mark.parametrize(("seats", "allowed"), [(1, False), (2, True), (8, True), (9, False)])
    def test_two_to_eight_players(self, seats, allowed):
        """ "Number of Players: 2-8" """
        checked = check("totals", *[{}] * seats)
        assert (checked.points is not None) is allowed
        if not allowed:
            (finding,) = checked.findings
            assert finding.code is EntryCode.WRONG_SEATS
            assert finding.facts == Facts(count=seats, least=2, most=8)

    def test_no_such_form_and_no_such_field(self):
        (finding,) = check("cards", {}, {}).findings
        assert (finding.code, finding.facts) == (EntryCode.NO_SUCH_FORM, Facts(word="cards"))
        (finding,) = check("grid", {"counts": 1}, {}).findings
        assert finding[:3] == (EntryCode.NO_SUCH_FIELD, 0, "counts")
