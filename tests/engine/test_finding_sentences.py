"""Every finding has a sentence, whatever facts it carries."""

from string import Formatter

import pytest

from zarleague.engine import Code, Finding, Verdict, find, read
from zarleague.engine.finding_sentences import (
    _ILLEGAL,
    _UNKNOWN,
    _UNKNOWN_BY_DEFAULT,
    remedy,
    rule_of,
    sentence,
    templates,
)

LOG = read("game zar zar-holland\nseats Ann Bob\ndealer Bob\nup b4\nAnn g9\n")
ANN = 1
"""The event of Ann's play."""


@pytest.mark.parametrize("code", Code)
@pytest.mark.parametrize("verdict", Verdict)
def test_a_bare_finding_makes_a_sentence(code, verdict):
    text = str(sentence(Finding(ANN, verdict, code, "turn"), LOG))
    assert text.endswith(".")
    assert "{" not in text
    assert text[0] == text[0].upper()


@pytest.mark.parametrize("templates", [*_ILLEGAL.values(), *_UNKNOWN.values(), _UNKNOWN_BY_DEFAULT])
def test_the_last_template_of_a_code_needs_no_fact(templates):
    assert {name for _, name, _, _ in Formatter().parse(templates[-1]) if name} <= {"player"}


def test_the_template_that_says_most_is_used():
    cards = [LOG.events[0].cards[0], 0]
    about = (("card", cards[1]), ("top", cards[0]), ("named", "green"))
    text = str(sentence(Finding(ANN, Verdict.ILLEGAL, Code.DOES_NOT_FIT, "turn", about), LOG))
    assert text.endswith("can’t go on blue 4 when green has been called.")


def test_seats_are_named():
    finding = Finding(ANN, Verdict.ILLEGAL, Code.OUT_OF_TURN, "turn", (("due", 1),))
    assert str(sentence(finding, LOG)) == "It was Bob’s turn, not Ann’s."


def test_the_same_code_reads_otherwise_when_nobody_can_know():
    about = (("count", 3),)
    finding = Finding(ANN, Verdict.UNKNOWN, Code.COULD_HAVE_PLAYED, "turn", about)
    assert str(sentence(finding, LOG)) == (
        "We can’t tell whether Ann had another card to play: 3 of that hand’s cards stayed hidden."
    )


def test_what_the_rules_do_about_it():
    finding = Finding(ANN, Verdict.ILLEGAL, Code.NOT_HELD, "turn", (("remedy", "unwind"),))
    assert str(remedy(finding, LOG)) == "It is taken back."
    assert remedy(Finding(ANN, Verdict.ILLEGAL, Code.NOT_HELD, "turn"), LOG) is None


def test_a_finding_about_the_line_itself_rests_on_no_rule():
    assert rule_of(Finding(ANN, Verdict.ILLEGAL, Code.NOT_IN_DECK, "log"), LOG) is None


@pytest.mark.parametrize(
    ("code", "verdict", "about", "text"),
    [
        (
            Code.NONE_LEFT,
            Verdict.ILLEGAL,
            (("card", 0), ("most", 1)),
            "The only copy of {card} was somewhere else.",
        ),
        (
            Code.NONE_LEFT,
            Verdict.ILLEGAL,
            (("card", 0), ("most", 2)),
            "Both copies of {card} were somewhere else.",
        ),
        (
            Code.NONE_LEFT,
            Verdict.ILLEGAL,
            (("card", 0), ("most", 3)),
            "All 3 copies of {card} were somewhere else.",
        ),
        (Code.WRONG_COUNT, Verdict.ILLEGAL, (("count", 1),), "Ann can’t have 1 card."),
        (Code.WRONG_COUNT, Verdict.ILLEGAL, (("count", 0),), "Ann can’t have 0 cards."),
        (
            Code.WRONG_SEATS,
            Verdict.ILLEGAL,
            (("count", 5), ("least", 4), ("most", 4)),
            "This game is for 4 players, not 5.",
        ),
        (
            Code.WRONG_SEATS,
            Verdict.ILLEGAL,
            (("count", 9), ("least", 2), ("most", 8)),
            "This game is for 2 to 8 players, not 9.",
        ),
        (
            Code.MUST_FOLLOW,
            Verdict.UNKNOWN,
            (("count", 1),),
            "We can’t tell whether Ann could have followed suit: one of that hand’s cards stayed "
            "hidden.",
        ),
    ],
)
def test_one_is_said_in_the_singular_and_equal_bounds_once(code, verdict, about, text):
    card = find(LOG.ruleset.game).deck(LOG.ruleset).faces[0].name
    found = sentence(Finding(ANN, verdict, code, "turn", about), LOG)
    assert str(found) == text.format(card=card)
    assert found.template in templates()
