"""Slips of the pen, and what the repairs offer for them."""

import pytest

from zarleague.engine import read, replay
from zarleague.engine.findings import Verdict
from zarleague.engine.repair import LineRepair, line_repairs, repairs

UNO = """\
game uno
seats Ann Bob
dealer Bob
deal Ann r1 r2 g3 W b1 y1 y2
deal Bob r5 g1 g5 b6 y7 y8 b9
up r9
Ann r1
Bob g1
Ann b1
Bob b6
Ann draws g7
Ann passes
Bob b9
"""
"""Every play follows in colour or number; Ann draws when only her wild fits a blue
six, which she may keep. Nothing in it is illegal."""


def _spoilt(line: int, *instead: str) -> str:
    """The log with one line (from 1 on) exchanged for others."""
    lines = UNO.splitlines()
    return "\n".join([*lines[: line - 1], *instead, *lines[line:], ""])


def repaired(text: str, repair: LineRepair) -> str:
    """The text with a repair made, as the page makes it."""
    lines = text.splitlines()
    at = repair.line - 1
    lines[at : at + repair.replaces] = repair.text.splitlines()
    return "\n".join([*lines, ""])


def test_a_legal_log_needs_no_repair() -> None:
    assert replay(read(UNO)).verdict is Verdict.LEGAL
    assert repairs(read(UNO)) == []


@pytest.mark.parametrize(
    ("text", "question"),
    [
        # Bob holds g1, not g2, and a g1 fits Ann's r1.
        (_spoilt(8, "Bob g2"), "Line 8: was it “Bob g1”?"),
        # It is Ann's turn after Bob's g1, and Bob has no b1.
        (_spoilt(9, "Bob b1"), "Line 9: was it “Ann b1”?"),
        # Without her draw, Ann passes without having drawn, which nobody may do.
        (_spoilt(11), "Did Ann draw before line 11?"),
        # The same play twice: Bob has one g1, and it is no longer his turn.
        (_spoilt(8, "Bob g1", "Bob g1"), "Line 9 is there twice."),
        # Bob plays before it is his turn, and Ann after: the two lines stand the wrong way round.
        (
            _spoilt(8, "Ann b1").replace("Ann b1\nAnn b1", "Ann b1\nBob g1"),
            "Were lines 8 and 9 the other way round?",
        ),
        # No seat has this name; it is spelt like Bob.
        (_spoilt(10, "Bbo b6"), "Line 10: was it “Bob b6”?"),
        # The deck has no such card; it is spelt like b9.
        (_spoilt(13, "Bob bb9"), "Line 13: was it “Bob b9”?"),
    ],
)
def test_the_first_offer_is_the_original_line(text: str, question: str) -> None:
    """One line is spoilt, and the question names it."""
    assert replay(read(text)).verdict is Verdict.ILLEGAL
    offers = line_repairs(text, read(text))
    assert str(offers[0].question) == question
    assert replay(read(repaired(text, offers[0]))).verdict is Verdict.LEGAL


def test_a_repair_that_puts_in_a_line_changes_no_other() -> None:
    text = _spoilt(11)
    offer = line_repairs(text, read(text))[0]
    mended = repaired(text, offer).splitlines()
    assert mended[10].startswith("Ann draws")
    assert [*mended[:10], *mended[11:]] == text.splitlines()


def test_a_card_that_nothing_shows_is_left_unnamed() -> None:
    """The deck has one blue zero, which Bob plays: Ann drew another card, and she shows it to
    nobody."""
    text = UNO.replace("b9", "b0").replace("Ann draws g7", "Ann draws b0")
    offer = line_repairs(text, read(text))[0]
    assert str(offer.question) == "Line 11: was it “Ann draws ?”?"
    assert replay(read(repaired(text, offer))).verdict is not Verdict.ILLEGAL


@pytest.mark.parametrize(("comment", "offers"), [("", 1), ("; " + "x" * 500, 0)])
def test_words_of_very_long_lines_are_not_corrected(comment: str, offers: int) -> None:
    """A line of more than 500 characters is left alone, so that the work is bounded."""
    text = _spoilt(13, f"Bob bb9 {comment}")
    assert len(line_repairs(text, read(text), limit=1)) == offers


@pytest.mark.parametrize(("length", "corrected"), [(30, True), (31, False)])
def test_very_long_words_are_not_corrected(length: int, corrected: bool) -> None:
    """A word of more than 30 characters is left alone: the line counts as missing."""
    name = "Bob" + "b" * (length - 3)
    text = _spoilt(13, "Bob b9").replace("Bob", name).replace(f"{name} b6", f"c{name[1:]} b6")
    (offer,) = line_repairs(text, read(text), limit=1)
    assert (offer.replaces == 0) is not corrected


def test_the_search_is_bounded() -> None:
    """A log of many illegal events is judged only so often (`MAX_WORK`)."""
    text = UNO + "Ann r2\n" * 3000
    assert len(repairs(read(text))) <= 3


def test_a_missing_play_that_many_cards_explain_is_offered_once_without_the_card() -> None:
    """On Ann's r1 Bob may have played r5 or g1, and Ann can draw after either."""
    text = "\n".join([*UNO.splitlines()[:7], "Ann draws g7", ""])
    asked = [str(repair.question) for repair in line_repairs(text, read(text))]
    assert "Is “Bob ?” missing before line 8?" in asked
    assert not {"Is “Bob r5” missing before line 8?", "Is “Bob g1” missing before line 8?"} & {
        *asked
    }


@pytest.mark.parametrize("odd", ["\f", "\x0b", "\x1c", "\x85", "\u2028"])
def test_what_is_no_end_of_a_line_moves_no_line(odd: str) -> None:
    """The comment of line 3 holds it; Ann's "reed" in line 7 is still offered as red."""
    text = (
        f"game uno\nseats Ann Bob\ndealer Bob ; late{odd}again\ndeal Ann 7\ndeal Bob 7\nup r5\n"
        "Ann W reed\nBob r2"
    )
    first, *_ = line_repairs(text, read(text))
    assert (first.line, first.text) == (7, "Ann W red")


def test_a_wrong_number_of_cards_was_probably_the_right_one() -> None:
    """Bob owes two for Ann's draw two, and the hand begins with a card on the pile: no other was
    turned up."""
    text = (
        "game uno\nseats Ann Bob Cat\nholds Ann 5\nholds Bob 5\nholds Cat 5\nlaid Cat r5\n"
        "turn Ann\nAnn r+2\nBob draws 4\n"
    )
    asked = [str(repair.question) for repair in line_repairs(text, read(text))]
    assert asked[0] == "Line 9: was it “Bob draws 2”?"
    assert not any("missing" in question for question in asked)


WATCHED = """\
game uno
seats Ann Bob
dealer Bob
deal Ann 7
deal Bob 7
up r9
Ann r1
Bob draws ?
Bob r3
Ann draws ?
Ann passes
Bob r5
"""
"""A log of one who only watched: nobody's cards are named before they are played."""


@pytest.mark.parametrize(
    ("gone", "offered"),
    [
        # Ann may pass only after she has drawn; the first line tells that nobody saw such cards.
        ("Ann draws ?", "Ann draws ?"),
        # The hand cannot begin before Bob has his cards, and Ann's seven are not named.
        ("deal Bob 7", "deal Bob 7"),
    ],
)
def test_a_missing_line_names_no_card_that_others_of_its_kind_do_not(
    gone: str, offered: str
) -> None:
    assert replay(read(WATCHED)).verdict is not Verdict.ILLEGAL
    text = WATCHED.replace(f"{gone}\n", "")
    assert line_repairs(text, read(text))[0].text == offered


def test_a_missing_play_after_an_unnamed_draw_is_found() -> None:
    """Ann draws two since Bob played a draw two, which fits on red if it is red. He may have drawn
    it, which nobody can tell."""
    text = (
        "game uno\nseats Ann Bob\nholds Ann 5\nholds Bob 5\nlaid Ann r5\nturn Bob\n"
        "Bob draws ?\nAnn draws 2\nAnn r7\n"
    )
    assert "Bob r+2" in [offer.text for offer in line_repairs(text, read(text))]


def test_an_unnamed_card_is_offered_only_where_a_named_one_explains_as_much() -> None:
    """docs/rules/uno.md, Variants: "Never a draw two on a draw four that is owed, nor the reverse".
    No card turned up would let Bob answer Ann's draw two with his draw four."""
    text = (
        "game uno uno-playroom cumulation=on skip-after-drawing=on\nseats Ann Bob Cat Dee\n"
        "dealer Dee\ndeal Ann b+2 r1 r2 r3 y1 y2 y3\ndeal Bob W4 b1 b2 b3 b5 b6 b7\n"
        "deal Cat 7\ndeal Dee 7\nup b4\nAnn b+2\nBob W4 red\nCat draws 6\nDee r4\nAnn r1\n"
        "Bob draws ?\nCat r5\n"
    )
    illegal = [event for event, v in enumerate(replay(read(text)).verdicts) if v is Verdict.ILLEGAL]
    assert illegal == [6]  # Bob's draw four
    assert line_repairs(text, read(text)) == []


def test_after_an_eight_that_was_put_back_another_card_may_be_missing() -> None:
    """docs/rules/crazy-eights.md: "An eight turned up first is put back"."""
    text = (
        "game crazy-eights\nseats Ann Bob Cat\ndealer Cat\ndeal Ann 5\ndeal Bob 5\ndeal Cat 5\n"
        "up h8\nAnn sQ\nBob s7\nCat sJ\n"
    )
    assert (8, "up ?", 0) in [offer[:3] for offer in line_repairs(text, read(text))]


def test_a_deal_of_a_wrong_number_was_probably_of_the_right_one() -> None:
    """Five cards each, with three players."""
    text = (
        "game crazy-eights\nseats Ann Bob Cat\ndealer Cat\ndeal Ann 5\ndeal Bob 4\ndeal Cat 5\n"
        "up h7\nAnn h9\n"
    )
    assert line_repairs(text, read(text))[0].text == "deal Bob 5"


def test_of_several_cards_the_one_written_like_it_comes_first() -> None:
    """Any red card, any five and a wild go on r5, and nobody knows Bob's hand: y7 may have been
    r7, which has its number."""
    text = (
        "game uno\nseats Ann Bob\nholds Ann 5\nholds Bob 5\nlaid Ann r5\nturn Bob\nBob y7\nAnn r1\n"
    )
    assert line_repairs(text, read(text))[0].text == "Bob r7"


def test_a_draw_that_shows_a_round_later_is_looked_for() -> None:
    """Ann held three, played one and shows three: she drew before her play, the only turn she had.
    Nine more turns and nine hands shown lie between."""
    others = ("Bob", "Cat", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")
    played = ("r2", "r3", "r4", "r6", "r7", "r8", "r9", "r2")
    seats = " ".join(["seats Ann", *others, "Joe"])
    lines = ["game uno", seats, "holds Ann 3", *(f"holds {name} 2" for name in others)]
    lines += ["holds Joe 1", "said Joe", "laid Joe r5", "turn Ann", "Ann r1"]
    for name, card in zip(others, played, strict=True):
        lines += [f"{name} draws ?", f"{name} {card}"]
    lines += ["Joe r3", "close"]
    lines += [f"left {name} g{number} y{number}" for number, name in enumerate(others, 1)]
    lines += ["left Ann b1 b2 b3"]
    text = "\n".join(lines)

    assert replay(read(text)).verdict is Verdict.ILLEGAL
    offer = line_repairs(text, read(text))[0]
    assert (offer.line, offer.text, offer.replaces) == (16, "Ann draws ?", 0)
    assert replay(read(repaired(text, offer))).verdict is not Verdict.ILLEGAL


def test_a_play_after_a_draw_that_shows_a_round_later_is_looked_for() -> None:
    """Ann held three, drew one and shows three: she played a card after her draw, else she would
    have four. Bob's red two fits on the red five that lies there without it."""
    others = ("Bob", "Cat", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")
    played = ("r2", "r3", "r4", "r6", "r7", "r8", "r9", "r2")
    lines = ["game uno", " ".join(["seats Ann", *others, "Joe"]), "holds Ann 3"]
    lines += [*(f"holds {name} 2" for name in others), "holds Joe 1", "said Joe"]
    lines += ["laid Joe r5", "turn Ann", "Ann draws ?"]
    for name, card in zip(others, played, strict=True):
        lines += [f"{name} draws ?", f"{name} {card}"]
    lines += ["Joe r3", "close"]
    lines += [f"left {name} g{number} y{number}" for number, name in enumerate(others, 1)]
    text = "\n".join([*lines, "left Ann b1 b2 b3"])

    offer = line_repairs(text, read(text))[0]
    assert (offer.line, offer.text, offer.replaces) == (17, "Ann ?", 0)
    assert replay(read(repaired(text, offer))).verdict is not Verdict.ILLEGAL


def test_an_added_card_that_shows_tricks_later_is_looked_for() -> None:
    """docs/rules/zuits.md: "Art: one more card of the trick’s colour". Ann holds seven cards
    and sits out the seventh trick: she added a card to her Art in the first one."""
    tricks = (
        ("Ann rA1", "Bob rA2", "Cat rA3", "Dee rC1"),
        ("Cat bA3", "Dee bC1", "Ann bC2", "Bob bG1"),
        ("Cat bC3", "Dee bG2", "Ann bZ1", "Bob bZ2"),
        ("Cat bG3", "Dee gA1", "Ann gA2", "Bob gC1"),
        ("Cat bZ3", "Dee gC2", "Ann gG1", "Bob gG2"),
        ("Cat rC3", "Dee rG1", "Ann rG2", "Bob rC2"),
        ("Cat rG3", "Dee rZ1", "Bob gZ1"),
    )
    lines = ["game zuits", "seats Ann Bob Cat Dee", "holds Ann 7"]
    lines += [f"holds {name} 8" for name in ("Bob", "Cat", "Dee")]
    lines += ["turn Ann", *(line for trick in tricks for line in trick), "close"]
    text = "\n".join(lines)
    assert line_repairs(text, read(text))[0].text == "Ann adds ?"


@pytest.mark.parametrize(
    ("text", "question"),
    [
        # "When you play a wild …, call the colour": Bob's g4 fits green only.
        (
            "game uno\nseats Ann Bob\ndeal Ann 7\ndeal Bob 7\nup r5\nBob W\nAnn g4",
            "Line 6: was it “Bob W green”?",
        ),
        # "The player after a draw two draws two cards": that line is forgotten sooner than another
        # card is written as a draw two.
        (
            "game uno\nseats Ann Bob\ndeal Ann 7\ndeal Bob 7\nup r5\nBob r+2\nAnn r1\nBob r3",
            "Did Ann draw before line 7?",
        ),
    ],
)
def test_what_was_to_be_done_comes_first(text: str, question: str) -> None:
    assert str(line_repairs(text, read(text))[0].question) == question


def test_a_card_named_long_before_another_one_was_seen_in_its_place() -> None:
    """The six cards dealt lie in three columns; Ann's fourth is yellow 1 until she turns it up."""
    text = (
        "game uno-golf\nseats Ann Bob\ndealer Bob\ndeal Ann r1 b2 g4 y1 r5 b6\n"
        "deal Bob y0 r2 b3 g4 y5 r6\nup y3\nAnn turns r1 11\nBob turns y0 11\n"
        "Ann draws g0\nAnn discards g0\nAnn turns y4 22\nBob draws b1\nBob puts b1 y5 31\n"
        "Ann draws g3\nAnn puts g3 y4 22\nBob draws r3\nBob puts r3 b3 21\n"
    )
    first = line_repairs(text, read(text))[0]
    assert str(first.question) == "Line 4: was it “deal Ann r1 b2 g4 y4 r5 b6”?"
