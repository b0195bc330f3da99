"""End-of-hand entries of Zar: scored, checked against the deck, with the likely slip."""

import pytest

from tests.engine.zar.hands import GAME
from zarleague.engine.entry import ChangeNumber, Entry, EntryCode, Evidence, MarkWinner, SwapNumbers

HOLLAND = GAME.ruleset("zar-holland")


def check(form, *sheets, winner=0, rules=HOLLAND):
    return GAME.check(rules, Entry(form, sheets, winner))


def codes(checked):
    return [(f.code, f.seat, f.field) for f in checked.findings]


def only(checked):
    (finding,) = checked.findings
    return finding


def test_forms_are_declared_with_points_and_limits():
    counts, cards, total = GAME.forms(HOLLAND)
    assert [f.evidence for f in (counts, cards, total)] == [
        Evidence.COUNTS,
        Evidence.CARDS,
        Evidence.TOTALS,
    ]
    # "Number card 1, Reverse or Skip 2, Draw two 3, Wild 4, Dragon 5"; 3 colours x 6 numbers x 2.
    assert [(f.key, f.points, f.most) for f in counts.fields] == [
        ("number", 1, 36),
        ("command", 2, 12),
        ("draw-two", 3, 6),
        ("wild", 4, 4),
        ("dragon", 5, 4),
    ]
    # 36 + 24 + 18 + 16 + 20, less the card that lies on the discard pile.
    assert (total.fields[0].points, total.fields[0].most) == (1, 113)
    assert counts.winner


def test_chameleons_are_counted_apart():
    rules = GAME.ruleset("zar-chameleon")
    field = GAME.forms(rules)[0].fields[-1]
    assert (field.key, field.points, field.most) == ("chameleon", 6, 3)
    assert check("counts", {}, {"chameleon": 2}, rules=rules).points == (0, 12)


def test_labels_follow_the_skin():
    printed = GAME.forms(GAME.ruleset("zar-clay"))[0].fields
    assert [field.label for field in printed] == [
        "Basic symbols",
        "Crabs and frogs",
        "Wasps",
        "Peacocks",
        "Dragons",
    ]
    assert [field.label for field in GAME.forms(HOLLAND)[0].fields] == [
        "Numbers",
        "Reverses and skips",
        "Draw twos",
        "Wilds",
        "Dragons",
    ]


def test_counts_are_scored():
    # 3 x 1 + 1 x 5; 2 x 2 + 1 x 3 + 1 x 4
    checked = check(
        "counts", {}, {"number": 3, "dragon": 1}, {"command": 2, "draw-two": 1, "wild": 1}
    )
    assert (checked.points, checked.findings) == ((0, 8, 11), ())


def test_cards_are_scored_and_may_be_spelled_out():
    checked = check("cards", {}, {"cards": ["b1", "blue-reverse", "X2"]})
    assert (checked.points, checked.findings) == ((0, 8), ())


def test_totals_are_taken_as_given():
    assert check("totals", {}, {"points": 7}, {"points": 23}, winner=0).points == (0, 7, 23)


def test_winner_forgotten():
    blocked = check("counts", {}, {"number": 3}, winner=None)
    assert blocked.points is None
    assert (only(blocked).code, only(blocked).suggestion) == (EntryCode.NO_WINNER, MarkWinner(0))
    unclear = check("counts", {}, {}, {"number": 3}, winner=None)
    assert only(unclear).suggestion is None
    for nobody in (-1, 2, 5):
        nobodys = check("counts", {}, {"number": 3}, winner=nobody)
        assert codes(nobodys) == [(EntryCode.NO_WINNER, -1, "")]


def test_wrong_winner_marked():
    finding = only(check("counts", {"number": 2}, {}, {"dragon": 1}))
    assert (finding.code, finding.seat, finding.suggestion) == (
        EntryCode.WINNER_HOLDS,
        0,
        MarkWinner(1),
    )


def test_second_empty_hand():
    # Whoever has no card has won; a matched player draws.
    assert codes(check("counts", {}, {}, {"dragon": 1})) == [(EntryCode.EMPTY_HAND, 1, "")]


def test_more_of_a_kind_than_the_deck_holds_together():
    finding = only(check("counts", {}, {"dragon": 3}, {"dragon": 2}))
    assert (finding.code, finding.seat, finding.field) == (EntryCode.TOO_MANY, -1, "dragon")
    assert finding.facts.given() == {"count": 5, "most": 4}


def test_more_of_a_kind_than_the_deck_holds_in_one_hand():
    finding = only(check("counts", {}, {"dragon": 5, "number": 5}))
    assert (finding.code, finding.seat, finding.field) == (EntryCode.TOO_MANY, 1, "dragon")
    assert finding.suggestion is None


@pytest.mark.parametrize(
    ("sheet", "slip"),
    [
        ({"dragon": 40}, ChangeNumber(1, "dragon", 4)),  # 40 for 04
        ({"dragon": 10}, ChangeNumber(1, "dragon", 1)),
        ({"dragon": 22}, ChangeNumber(1, "dragon", 2)),  # 22 for 2
        (
            {"dragon": 7, "number": 2},
            SwapNumbers(1, "dragon", "number"),
        ),  # seven numbers and two dragons
        ({"dragon": 7, "number": 1}, SwapNumbers(1, "dragon", "number")),
        ({"dragon": 7, "number": 4}, SwapNumbers(1, "dragon", "number")),
        ({"dragon": 7, "number": 5}, None),  # there are not five dragons either
        ({"dragon": 12, "command": 2}, SwapNumbers(1, "dragon", "command")),
        ({"dragon": 13, "command": 2}, None),  # nor thirteen reverses and skips
        ({"dragon": 7, "number": "2"}, None),
        ({"dragon": 37}, None),
        ({"dragon": 53}, None),
    ],
)
def test_likely_slip_of_a_count(sheet, slip):
    finding = check("counts", {}, sheet).findings[-1]
    assert (finding.code, finding.suggestion) == (EntryCode.TOO_MANY, slip)


def test_all_cards_of_the_deck_cannot_be_held():
    # One lies on the discard pile, whatever happens.
    everything = {"number": 36, "command": 12, "draw-two": 6, "wild": 4, "dragon": 4}
    finding = only(check("counts", everything, {}, winner=1))
    assert (finding.code, finding.facts.given()) == (
        EntryCode.TOO_MANY,
        {"count": 62, "most": 61},
    )
    # It is not said again where one kind alone is too many.
    five = check("counts", everything | {"dragon": 5}, {}, winner=1)
    assert codes(five) == [(EntryCode.TOO_MANY, 0, "dragon")]


@pytest.mark.parametrize("value", [-1, "3", None, 1.5, True])
def test_what_is_not_a_number(value):
    assert codes(check("counts", {}, {"number": value})) == [(EntryCode.NOT_A_NUMBER, 1, "number")]
    beside = only(check("counts", {}, {"wild": 2, "number": value}))
    assert (beside.code, beside.suggestion) == (EntryCode.NOT_A_NUMBER, None)


def test_unknown_fields_forms_and_cards():
    assert codes(check("counts", {}, {"number": 1, "joker": 1})) == [
        (EntryCode.NO_SUCH_FIELD, 1, "joker")
    ]
    assert codes(check("grid", {}, {})) == [(EntryCode.NO_SUCH_FORM, -1, "")]
    # "There is no green 9 in the deck. Really."
    checked = check("cards", {}, {"cards": ["g9", "b1"]})
    assert codes(checked) == [(EntryCode.NO_SUCH_CARD, 1, "cards")]
    assert only(checked).facts.given() == {"word": "g9"}
    assert codes(check("cards", {}, {"cards": "b1"}))[0] == (EntryCode.WRONG_SHAPE, 1, "cards")


def test_number_of_players():
    assert codes(check("counts", {})) == [(EntryCode.WRONG_SEATS, -1, "")]
    ten = [{}] + [{"number": 1}] * 9
    assert codes(check("counts", *ten)) == [(EntryCode.WRONG_SEATS, -1, "")]
    assert only(check("counts", *ten)).facts.given() == {"count": 10, "least": 2, "most": 9}
    assert check("counts", *ten[:9]).points == (0, *[1] * 8)
    # "Multideck ZAR can be played with 2 to 14 players."
    multideck = GAME.ruleset("zar-multideck")
    fifteen = [{}] + [{"number": 1}] * 14
    assert check("counts", *fifteen[:14], rules=multideck).points == (0, *[1] * 13)
    assert codes(check("counts", *fifteen, rules=multideck)) == [(EntryCode.WRONG_SEATS, -1, "")]


@pytest.mark.parametrize(("transparents", "players"), [("reverses", {2}), ("zeros", {3, 4})])
def test_players_with_transparents(transparents, players):
    # "when playing with two people reverses aren't very interesting"; "If playing with more than
    # two players, zero cards … can be added".
    rules = GAME.ruleset("", {"transparents": transparents})
    sheets = [{}] + [{"number": 1}] * 3
    fit = {n for n in range(1, 5) if check("counts", *sheets[:n], rules=rules).points}
    assert fit == players


def test_third_copy_of_a_card():
    # "There are exactly two of each card."
    finding = only(check("cards", {}, {"cards": ["b1", "b1"]}, {"cards": ["b1"]}))
    assert (finding.code, finding.seat) == (EntryCode.TOO_MANY, -1)
    assert finding.facts.given() == {"card": "blue 1", "count": 3, "most": 2}
    assert only(check("cards", {}, {"cards": ["b1"] * 3})).seat == 1
    three = GAME.ruleset("zar-plus-plus")
    assert check("cards", {}, {"cards": ["b1"] * 3}, rules=three).points == (0, 3)


def test_total_no_hand_comes_to():
    # 114 points in the deck, of which at least one lies on the pile.
    finding = only(check("totals", {}, {"points": 211}))
    assert (finding.code, finding.seat, finding.suggestion) == (
        EntryCode.IMPOSSIBLE_TOTAL,
        1,
        ChangeNumber(1, "points", 112),
    )
    assert finding.facts.given() == {"count": 211, "most": 113}
    assert only(check("totals", {}, {"points": 991})).suggestion is None
    assert only(check("totals", {}, {"points": 311})).suggestion == ChangeNumber(1, "points", 113)
    assert only(check("totals", {}, {"points": 114})).code == EntryCode.IMPOSSIBLE_TOTAL
    assert check("totals", {}, {"points": 113}).points == (0, 113)
    for first, second in ((60, 60), (113, 1)):
        together = only(check("totals", {}, {"points": first}, {"points": second}))
        assert (together.code, together.seat) == (EntryCode.IMPOSSIBLE_TOTAL, -1)
        assert together.facts.given() == {"count": first + second, "most": 113}


@pytest.mark.parametrize(
    ("rule", "points"),
    [("hand-scored", (57, 52)), ("loser-only", (57, 0)), ("void", (0, 0))],
)
def test_supply_ran_out(rule, points):
    # Everything but one dragon is in somebody's hand: 114 - 5 = 109 points, 61 cards.
    rules = GAME.ruleset("zar-holland", {"supply-exhausted": rule})
    first = {"number": 26, "command": 3, "draw-two": 2, "wild": 1, "dragon": 3}
    second = {"number": 10, "command": 9, "draw-two": 4, "wild": 3, "dragon": 0}
    assert sum(first.values()) + sum(second.values()) == 61
    assert 26 + 6 + 6 + 4 + 15 == 57
    assert 10 + 18 + 12 + 12 == 52
    assert check("counts", first, second, winner=None, rules=rules).points == points
    assert (
        check("totals", {"points": 57}, {"points": 52}, winner=None, rules=rules).points == points
    )
    # Somebody who went out ends the hand as always, whatever the others hold.
    others = check("counts", {}, first, second, rules=rules)
    assert others.points == (0, 57, 52)


def test_supply_has_run_out_only_when_one_card_is_left():
    # All but a number: 114 - 1 = 113 points, 61 cards.
    assert check("totals", {"points": 57}, {"points": 56}, winner=None).points == (57, 56)
    # All but two numbers: whoever went out was not marked.
    first = {"number": 24, "command": 3, "draw-two": 2, "wild": 1, "dragon": 4}
    second = {"number": 10, "command": 9, "draw-two": 4, "wild": 3}
    assert codes(check("counts", first, second, winner=None)) == [(EntryCode.NO_WINNER, -1, "")]


def test_that_person_who_holds_the_mass_of_cards_loses():
    # "one person has so many cards that the card supply runs out": most cards, not most points.
    # 36 numbers against 12 x 2 + 6 x 3 + 4 x 4 + 3 x 5 = 73 points on 25 cards.
    rules = GAME.ruleset("", {"supply-exhausted": "loser-only"})
    rest = {"command": 12, "draw-two": 6, "wild": 4, "dragon": 3}
    assert check("counts", {"number": 36}, rest, winner=None, rules=rules).points == (36, 0)
    # Who goes out ends the hand otherwise, and everybody else scores.
    assert check("counts", {}, {"number": 3}, {"number": 2}, rules=rules).points == (0, 3, 2)


def test_match_end():
    # "It is not necessary to keep score": the end of a match is the league's to choose.
    rules = GAME.ruleset("", {"match-hands": "8", "match-target": "100"})
    end = GAME.match_end(rules)
    assert (end.hands, end.limit, end.low_wins, end.eliminate) == (8, 100, True, False)
    assert GAME.match_end(HOLLAND)[:2] == (0, 0)
