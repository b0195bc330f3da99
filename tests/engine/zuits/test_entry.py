"""Entering the end of a hand of Zuits: the seed's example, choices, and the limits of the deck."""

import pytest

from zarleague.engine import find
from zarleague.engine.entry import Entry, EntryCode, Evidence, Facts, FieldKind

GAME = find("zuits")
RULES = GAME.ruleset()
# Three players who fill the table: two wilds each, worth 4, nothing collected, so 4 points each.
OTHERS = (
    {"objective": ["C0", "C4"]},
    {"objective": ["F0", "F4"]},
    {"objective": ["G0", "G4"]},
)


def check(sheet, *, form="collected", others=OTHERS, **rules):
    ruleset = GAME.ruleset("", {key.replace("_", "-"): value for key, value in rules.items()})
    return GAME.check(ruleset, Entry(form, (sheet, *others)))


def points(sheet, **arguments):
    checked = check(sheet, **arguments)
    assert checked.findings == ()
    assert checked.points[1:] == (4, 4, 4) or arguments.get("scoring") == "squared"
    return checked.points[0]


class TestTheExampleOfTheRules:
    """ "a player has selected Red 3 and Blue 2 as her objective cards. During the hand, she
    collects 4 Red, 4 Blue and 2 Gold cards. She now chooses Red as her objective color. The four
    Red cards represent a difference of one when compared with her objective value of five, and so
    her score is 1 (one). If she had one Wild card instead of a Gold, she could count that as a Red
    and so her score would be 0 (zero)." """

    OBJECTIVE = ("rA3", "bA2")

    def test_without_a_wild(self):
        sheet = {"objective": self.OBJECTIVE, "red": 4, "blue": 4, "gold": 2, "colour": "red"}
        assert points(sheet) == 1

    def test_with_a_wild_in_place_of_a_gold(self):
        sheet = {"objective": self.OBJECTIVE, "red": 4, "blue": 4, "gold": 1, "wild": 1}
        assert points(sheet) == 0

    def test_the_steps_say_how(self):
        sheet = {"objective": self.OBJECTIVE, "red": 4, "blue": 4, "gold": 1, "wild": 1}
        assert [str(step) for step in check(sheet).steps[0]] == [
            "The objective cards red Art 3 and blue Art 2 ask for 5 cards.",
            "Their colours allow red or blue.",
            "red: 4 plus 1 of 1 wilds make 5, 0 off.",
            "blue: 4 plus 1 of 1 wilds make 5, 0 off.",
            "red counts: 0 points.",
        ]

    def test_with_the_cards_themselves(self):
        collected = ["rC1", "rC2", "rF1", "rF2", "bC1", "bC2", "bF1", "bF2", "gC1", "gC2"]
        sheet = {"objective": self.OBJECTIVE, "collected": collected}
        assert points(sheet, form="cards") == 1
        collected[-1] = "A0"
        assert points(sheet, form="cards") == 0


class TestTheBestChoice:
    @pytest.mark.parametrize(
        ("objective", "counts", "expected"),
        [
            # "If both cards are the same color, then that is the objective color": 3 - 1.
            pytest.param(("rA1", "rA2"), {"red": 1, "blue": 3}, 2, id="same-colour"),
            # "if one card is colored and the other a joker, then the colored card determines".
            pytest.param(("rA1", "A4"), {"red": 1, "blue": 5}, 4, id="one-wild"),
            # "if both cards are jokers, then the player is free to choose": gold.
            pytest.param(("A0", "A4"), {"red": 1, "blue": 2, "gold": 5}, 1, id="two-wilds"),
            # "if both cards are different colors, then the player chooses one of them": not gold.
            pytest.param(("rA1", "bA3"), {"red": 1, "blue": 3, "gold": 4}, 1, id="two-colours"),
            # "Wild cards can be counted as cards of any color": as many as serve.
            pytest.param(("rA1", "rA2"), {"red": 1, "wild": 4}, 0, id="some-wilds"),
            pytest.param(("rA1", "rA3"), {"red": 1, "wild": 2}, 1, id="all-wilds"),
            # "For each card less or more than the objective": too many, and no wild helps.
            pytest.param(("rA1", "rA2"), {"red": 5, "wild": 2}, 2, id="too-many"),
            pytest.param(("A0", "Z0"), {"red": 2, "blue": 1, "gold": 3}, 1, id="none-wanted"),
        ],
    )
    def test_worked_by_hand(self, objective, counts, expected):
        assert points({"objective": list(objective), **counts}) == expected

    @pytest.mark.parametrize(("off", "expected"), [(1, 1), (2, 4), (3, 9)])
    def test_scoring_squared(self, off, expected):
        """ "A difference of 1 is a score of 1; 2 is a score of 4; 3 is a score of 9" """
        sheet = {"objective": ["rA1", "rA2"], "red": 3 + off}
        assert points(sheet, scoring="linear") == off
        assert points(sheet, scoring="squared") == expected
        assert str(check(sheet, scoring="squared").steps[0][-1]) == (
            f"red counts: {off} × {off} = {expected} points."
        )

    def test_the_steps_of_each_kind_of_objective(self):
        def second(*objective):
            return str(check({"objective": list(objective)}).steps[0][1])

        assert second("rA1", "rA2") == "Both are red."
        assert second("A4", "bA1") == "One is wild, so the other decides the colour: blue."
        assert second("A0", "A4") == "Both are wild: any colour may be chosen."
        assert second("gA1", "bA1") == "Their colours allow blue or gold."


class TestChoosingOtherwise:
    SHEET = {"objective": ["rA3", "bA2"], "red": 4, "blue": 2, "wild": 2}

    def test_another_colour(self):
        # Red: 4 + 1 wild = 5, 0 off. Blue: 2 + 2 wilds = 4, 1 off.
        assert points(self.SHEET) == 0
        assert points(self.SHEET | {"colour": "blue"}) == 1

    def test_fewer_wilds(self):
        assert points(self.SHEET | {"wilds-counted": "0"}) == 1
        assert points(self.SHEET | {"wilds-counted": "2"}) == 1
        assert points(self.SHEET | {"wilds-counted": "0", "colour": "blue"}) == 3

    def test_the_steps_show_both(self):
        steps = check(self.SHEET | {"colour": "blue"}).steps[0]
        assert [str(step) for step in steps[2:]] == [
            "red: 4 plus 1 of 2 wilds make 5, 0 off.",
            "blue: 2 plus 2 of 2 wilds make 4, 1 off.",
            "The player chose differently:",
            "blue: 2 plus 2 of 2 wilds make 4, 1 off.",
            "blue counts: 1 points.",
        ]

    def test_a_colour_the_objective_does_not_have(self):
        (finding,) = check(self.SHEET | {"colour": "gold"}).findings
        assert finding[:4] == (EntryCode.NO_SUCH_CHOICE, 0, "colour", Facts(word="gold"))

    def test_more_wilds_than_there_are(self):
        (finding,) = check(self.SHEET | {"wilds-counted": "3"}).findings
        facts = Facts(count=3, limit=2)
        assert finding[:4] == (EntryCode.TOO_MANY, 0, "wilds-counted", facts)

    @pytest.mark.parametrize(("key", "value"), [("colour", "pink"), ("wilds-counted", "11")])
    def test_what_is_no_choice(self, key, value):
        (finding,) = check(self.SHEET | {key: value}).findings
        assert finding[:4] == (EntryCode.NO_SUCH_CHOICE, 0, key, Facts(word=value))


class TestLeftover:
    """ "If a player still has cards in hand at the end of the round, those card may (at the
    player's choice) be added to their collected cards." """

    def sheet(self, **more):
        return {"objective": ["rA3", "bA2"], "red": 4, "left": ["Z0"], **more}

    def test_discarded_by_default(self):
        assert points(self.sheet()) == 1

    def test_added_if_that_is_better(self):
        # 4 red and 1 wild make 5.
        assert points(self.sheet(), leftover_cards="may-add") == 0
        steps = [str(step) for step in check(self.sheet(), leftover_cards="may-add").steps[0]]
        assert steps[2:] == [
            "red: 4, 1 off.",
            "blue: 0, 5 off.",
            "With the cards left in hand, red: 4 plus 1 of 1 wilds make 5, 0 off.",
            "With the cards left in hand, blue: 0 plus 1 of 1 wilds make 1, 4 off.",
            "red counts: 0 points.",
        ]

    def test_where_none_are_left_none_can_be_added(self):
        sheet = {"objective": ["rA1", "rA2"], "red": 3}
        steps = [str(step) for step in check(sheet, leftover_cards="may-add").steps[0]]
        assert steps[2:] == ["red: 3, 0 off.", "red counts: 0 points."]

    def test_not_added_if_that_is_better(self):
        sheet = {"objective": ["rA1", "rA2"], "red": 3, "left": ["rC1"]}
        assert points(sheet, leftover_cards="may-add") == 0

    def test_the_player_decides(self):
        added = points(self.sheet(**{"add-left": "no"}), leftover_cards="may-add")
        assert added == 1
        sheet = {"objective": ["rA1", "rA2"], "red": 3, "left": ["rC1"], "add-left": "yes"}
        assert points(sheet, leftover_cards="may-add") == 1

    def test_wilds_left_count_only_if_added(self):
        sheet = self.sheet(**{"wilds-counted": "1"})
        assert points(sheet, leftover_cards="may-add") == 0
        checked = check(sheet | {"add-left": "no"}, leftover_cards="may-add")
        assert [finding.code for finding in checked.findings] == [EntryCode.TOO_MANY]

    def test_nobody_is_asked_where_they_are_discarded(self):
        (finding,) = check(self.sheet(**{"add-left": "yes"})).findings
        assert finding[:3] == (EntryCode.NO_SUCH_FIELD, 0, "add-left")


class TestTheDeck:
    """ "15 red, 15 blue, 15 gold and 10 wild" are 55; 4 × 11 = 44 can be collected."""

    def found(self, *sheets, form="collected"):
        others = OTHERS[len(sheets) - 1 :]
        entry = Entry(form, (*sheets, *others))
        checked = GAME.check(RULES, entry)
        assert checked.points is None
        return [finding[:4] for finding in checked.findings]

    def test_fifteen_of_a_colour_with_objectives_and_cards_left(self):
        one = {"objective": ["rA1", "rA2"], "red": 6, "left": ["rA3"]}
        two = {"objective": ["rC1", "C0"], "red": 5}
        assert GAME.check(RULES, Entry("collected", (one, two, *OTHERS[1:]))).points
        two["red"] = 6
        facts = Facts(count=16, most=15)
        assert self.found(one, two) == [(EntryCode.TOO_MANY, -1, "red", facts)]

    def test_ten_wilds(self):
        one = {"objective": ["A0", "A4"], "wild": 2}
        assert GAME.check(RULES, Entry("collected", (one, *OTHERS))).points
        facts = Facts(count=11, most=10)
        assert self.found(one | {"wild": 3}) == [(EntryCode.TOO_MANY, -1, "wild", facts)]

    def test_one_field_alone(self):
        facts = Facts(count=16, most=15)
        sheet = {"objective": ["A0", "A4"], "gold": 16}
        assert (EntryCode.TOO_MANY, 0, "gold", facts) in self.found(sheet)

    def test_forty_four_collected(self):
        one = {"objective": ["A0", "A4"], "red": 15, "blue": 15, "gold": 14}
        assert GAME.check(RULES, Entry("collected", (one, *OTHERS))).points
        one["gold"] = 15
        facts = Facts(count=45, limit=44)
        assert self.found(one) == [(EntryCode.TOO_MANY, -1, "collected", facts)]

    def test_or_left_in_hand(self):
        """What is left in a hand has not been collected."""
        one = {"objective": ["A0", "A4"], "red": 15, "blue": 15, "gold": 13, "left": ["gA1"]}
        assert GAME.check(RULES, Entry("collected", (one, *OTHERS))).points
        one["gold"] = 14
        facts = Facts(count=45, limit=44)
        assert self.found(one) == [(EntryCode.TOO_MANY, -1, "collected", facts)]

    @pytest.mark.parametrize("form", ["collected", "cards"])
    def test_no_objective_card_twice(self, form):
        one = {"objective": ["rA1", "C0"]}
        facts = Facts(card="wild Change 0", count=2, most=1)
        assert self.found(one, form=form) == [(EntryCode.TOO_MANY, -1, "", facts)]

    def test_no_card_twice(self):
        one = {"objective": ["rA1", "A0"], "collected": ["rA1"], "left": ["A0"]}
        assert [finding[3].card for finding in self.found(one, form="cards")] == [
            "red Art 1",
            "wild Art 0",
        ]

    @pytest.mark.parametrize("count", [0, 1, 3])
    def test_two_objective_cards(self, count):
        cards = ["rA1", "rA2", "rA3"][:count]
        facts = Facts(count=count, most=2)
        assert self.found({"objective": cards}) == [(EntryCode.WRONG_SHAPE, 0, "objective", facts)]

    @pytest.mark.parametrize("left", [["rA1", "rA2"], ["rA1", "rA2", "rA3", "rC1", "rC2"]])
    def test_at_most_one_left(self, left):
        """ "Each hand consists of 10 tricks", and "each player takes a turn to play one or more
        cards": of eleven cards at most one is left."""
        sheet = {"objective": ["bA1", "bA2"], "left": left[:1]}
        assert GAME.check(RULES, Entry("collected", (sheet, *OTHERS))).points
        facts = Facts(count=len(left), limit=1)
        assert self.found(sheet | {"left": left}) == [(EntryCode.TOO_MANY, 0, "left", facts)]


class TestWhatIsNoEntry:
    def one(self, entry):
        checked = GAME.check(RULES, entry)
        assert checked.points is None
        (finding,) = checked.findings
        return finding

    def test_no_such_form(self):
        assert self.one(Entry("grid", ({},) * 4))[:4] == (
            EntryCode.NO_SUCH_FORM,
            -1,
            "",
            Facts(word="grid"),
        )

    def test_four_seats(self):
        finding = self.one(Entry("totals", ({},) * 3))
        assert (finding.code, finding.facts) == (
            EntryCode.WRONG_SEATS,
            Facts(count=3, least=4, most=4),
        )

    @pytest.mark.parametrize("value", [-1, "3", 1.5, True, None, [1]])
    def test_a_count_is_a_number(self, value):
        sheet = {"objective": ["rA1", "rA2"], "red": value}
        assert self.one(Entry("collected", (sheet, *OTHERS)))[:3] == (
            EntryCode.NOT_A_NUMBER,
            0,
            "red",
        )

    @pytest.mark.parametrize("value", ["rC1", 3, None])
    def test_cards_are_a_list(self, value):
        sheet = {"objective": ["rA1", "rA2"], "left": value}
        assert self.one(Entry("collected", (sheet, *OTHERS)))[:3] == (
            EntryCode.WRONG_SHAPE,
            0,
            "left",
        )

    @pytest.mark.parametrize("value", ["W1", "", 3, None])
    def test_cards_are_of_the_deck(self, value):
        sheet = {"objective": ["rA1", "rA2"], "left": [value]}
        assert self.one(Entry("collected", (sheet, *OTHERS)))[:4] == (
            EntryCode.NO_SUCH_CARD,
            0,
            "left",
            Facts(word=str(value)),
        )

    def test_no_such_field(self):
        sheet = {"objective": ["rA1", "rA2"], "green": 1}
        assert self.one(Entry("collected", (sheet, *OTHERS)))[:3] == (
            EntryCode.NO_SUCH_FIELD,
            0,
            "green",
        )


class TestTotals:
    def check(self, *totals, scoring="linear"):
        sheets = tuple({"points": total} for total in totals)
        return GAME.check(GAME.ruleset("", {"scoring": scoring}), Entry("totals", sheets))

    def test_as_given(self):
        assert self.check(0, 15, 8, 1).points == (0, 15, 8, 1)
        assert self.check(0, 225, 4, 1, scoring="squared").points == (0, 225, 4, 1)

    @pytest.mark.parametrize(
        ("total", "scoring", "most"),
        [(16, "linear", 15), (3, "squared", None), (256, "squared", 225)],
    )
    def test_what_no_hand_is_worth(self, total, scoring, most):
        checked = self.check(0, total, 0, 0, scoring=scoring)
        (finding,) = checked.findings
        facts = Facts(count=total, most=most)
        assert finding[:4] == (EntryCode.IMPOSSIBLE_TOTAL, 1, "points", facts)
        assert checked.points is None


class TestForms:
    def test_the_forms_by_evidence(self):
        assert [(form.key, form.evidence) for form in GAME.forms(RULES)] == [
            ("collected", Evidence.COUNTS),
            ("cards", Evidence.CARDS),
            ("totals", Evidence.TOTALS),
        ]

    def test_counts_know_their_cards_and_how_many_there_are(self):
        fields = {field.key: field for field in GAME.forms(RULES)[0].fields}
        assert {key: field.most for key, field in fields.items() if field.kind == "count"} == {
            "red": 15,
            "blue": 15,
            "gold": 15,
            "wild": 10,
        }
        assert set(fields["wild"].faces) == {s + v for s in "ACFZG" for v in "04"}
        assert fields["objective"].kind is FieldKind.CARDS

    def test_adding_cards_left_is_asked_only_where_it_may_be(self):
        def keys(**rules):
            form = GAME.forms(GAME.ruleset("", rules))[0]
            return [field.key for field in form.fields]

        assert "add-left" not in keys()
        assert "add-left" in keys(**{"leftover-cards": "may-add"})


def test_cards_of_every_colour_are_counted_as_that_colour():
    """Ann wants three gold and has three; the others want three of a colour and have one."""
    sheets = (
        {"objective": ["gA1", "gA2"], "collected": ["gC1", "gC2", "gC3"]},
        {"objective": ["rA1", "rA2"], "collected": ["rC1", "gF1"]},
        {"objective": ["bA1", "bA2"], "collected": ["bC1", "rF1"]},
        {"objective": ["rZ1", "rZ2"], "collected": ["bF1", "rC2"]},
    )
    assert GAME.check(GAME.ruleset(), Entry("cards", sheets)).points == (0, 2, 2, 2)
