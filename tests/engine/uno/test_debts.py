"""Which debts a draw pays, and what a draw that may have paid for either leaves open.

No source gives an order among debts: "When a +2 card is played, then the next player has to draw 2
cards before playing" (Playroom, draw two card) and the others say only that the cards are drawn.
"""

from dataclasses import replace
from random import Random

import pytest

from tests.engine.uno.table import SHED, SHEDDING, found, table
from tests.engine.uno.walk import walk
from zarleague.engine import Remedy, Replay, Verdict, replay
from zarleague.engine.event import PASS, PLAY, Event
from zarleague.engine.games.uno import GAME
from zarleague.engine.games.uno.draw import payments, pays_in_full
from zarleague.engine.games.uno.state import MOST_READINGS
from zarleague.engine.view import Debt

SLOWEST = {"interceptions": "super", "buzzers": "on"}
FAILED = {"interceptions": "exact", "interception_fail": "cards-3"}


def owed(judged: Replay) -> list[list[int]]:
    """Return the debts of every seat at the end."""
    return [[debt.cards for debt in seat.debts] for seat in judged.steps[-1].seats]


def test_debts_are_paid_in_any_order() -> None:
    """Cat owes three for the interception that failed, then two for the draw two."""
    events = "Ann r1 / Cat! g1 / Bob r+2 / Cat draws "
    three = table(events + "3", **FAILED)
    assert (found(three), owed(three)[2]) == ([("Cat! g1", "not-identical")], [2])
    assert found(table(events + "3 / Cat r5", **FAILED))[1:] == [("Cat r5", "must-settle")]
    two = table(events + "2", **FAILED)
    assert (found(two)[1:], owed(two)[2]) == ([], [3])
    assert found(table(events + "2 / Cat draws 3 / Cat r5", **FAILED))[1:] == []
    both = table(events + "5", **FAILED)
    assert (owed(both)[2], both.steps[-1].acting) == ([], (2,))
    loses = table(events + "5", skip_after_drawing="on", **FAILED)
    assert loses.steps[-1].acting == (0,)
    for wrong in "146":
        judged = table(events + wrong, **FAILED)
        assert [code for _, code in found(judged)[1:]] == ["wrong-count"], wrong


def test_the_two_of_a_buzzer_come_before_those_of_draw_twos_or_after() -> None:
    """Cat owes two and two for draw twos and two for having been slowest."""
    events = "Ann r5 / Bob r+2 / Bob! g+2 / Bob BZ / Cat reacts last / Cat draws "
    for count, left in (("2", 4), ("4", 2), ("6", 0)):
        judged = table(events + count, **SLOWEST)
        assert (found(judged), sum(owed(judged)[2])) == ([], left)


def test_cards_for_a_forgotten_uno_are_drawn_before_those_of_an_older_draw_two() -> None:
    """Bob, with one card left, owes two for Ann's draw two and four for not having said "uno"."""
    shed = SHED.replace("Ann", "Bob")
    events = (
        f"Ann r8 / {shed} / Bob b4 / Ann b+2 / Ann catches Bob / Bob draws 4 / Bob draws 2 / Bob b5"
    )
    deals = {"Bob": f"{SHEDDING} b4 b5"}
    judged = table(events, seats=2, deals=deals, uno_catch_window="while-one-card")
    assert found(judged) == []


def test_two_draw_twos_on_one_victim_are_drawn_one_after_the_other() -> None:
    """Ann intercepts her own draw two: Bob owes two and two."""
    events = "Ann r+2 / Ann! r+2 / Ann r1 / Bob draws "
    options = {"seats": 2, "interceptions": "exact"}
    for draws in ("4", "2 / Bob draws 2"):
        assert found(table(f"{events}{draws} / Bob r3", **options)) == []
    assert found(table(f"{events}2 / Bob r3", **options)) == [("Bob r3", "must-settle")]
    assert found(table(f"{events}3", **options)) == [("Bob draws 3", "wrong-count")]


def test_a_sum_that_was_passed_on_is_one_debt() -> None:
    """ "Next player will then have to draw the sum of all + cards played." """
    events = "Ann r+2 / Bob g+2 / Cat draws "
    assert found(table(events + "4", cumulation="on")) == []
    assert found(table(events + "2", cumulation="on")) == [("Cat draws 2", "wrong-count")]


TWO_OR_TWO = (
    "Ann r5 / Bob r+2 / Dee! g+2 / Dee BZ / Cat reacts last / Cat draws 2 / Eva draws 2 / "
    "Ann g1 / Bob g2 / Cat draws 2 / "
)
"""Cat owes two for the draw two and two for having been slowest, and draws two out of turn and two
in turn; the two of the draw two cost the turn if they are drawn in turn."""


def test_what_follows_shows_which_debt_was_paid() -> None:
    options = {"seats": 5, "skip_after_drawing": "on", **SLOWEST}
    assert found(table(TWO_OR_TWO + "Dee g3", **options)) == []
    assert found(table(TWO_OR_TWO + "Cat g3 / Dee g4", **options)) == []
    assert found(table(TWO_OR_TWO + "Eva g3", **options)) == [("Eva g3", "out-of-turn")]
    # Once Cat has played, the turn was not lost, and Cat's next card is out of turn.
    for first, second in (("Cat", "Cat"), ("Dee", "Cat")):
        judged = table(f"{TWO_OR_TWO}{first} g3 / {second} g4", **options)
        assert found(judged) == [(f"{second} g4", "out-of-turn")]


def test_what_is_offered_is_right_under_one_reading_at_least() -> None:
    """Cat may play, and so may Dee."""
    options = {"seats": 5, "skip_after_drawing": "on", **SLOWEST}
    log = table(TWO_OR_TWO.removesuffix(" / "), **options).log
    state = GAME.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    for event in log.events:
        GAME.apply(state, event)
    green_three = GAME.deck(log.ruleset).index["g3"]
    for seat in range(5):
        offered = Event(PLAY, seat, (green_three,)) in GAME.legal(state, seat)
        assert offered is (seat in (2, 3)), seat


BLUFF = {"bluff": "any-playable", "interceptions": "exact", "interception_fail": "cards-3"}
OLDER = "Ann r+2 / Dee! r+2 / Dee r1 / Ann draws 2 / Ann W4 blue / Bob draws 2"
"""Bob owes two for Ann's draw two and four for her draw four, and draws two."""


def test_who_has_drawn_for_an_older_draw_two_may_still_accuse() -> None:
    """ "The player who has to draw cards following a draw four can, instead of drawing cards,
    declare that the owner of that draw four is bluffing." """
    options = {"seats": 4, "deals": {"Ann": "r+2 W4 r1 g1 g2 g3 g4"}, **BLUFF}
    events = f"{OLDER} / Bob accuses / Ann draws 6 / Bob b1"
    assert found(table(events, **options)) == []
    assert found(table(events, skip_after_drawing="draw-four", **options)) == []
    drawn = table(f"{OLDER} / Bob draws 4 / Bob accuses", **options)
    assert found(drawn) == [("Bob accuses", "not-allowed")]
    another = table(f"{OLDER} / Cat accuses", **options)
    assert found(another) == [("Cat accuses", "out-of-turn")]


def test_who_has_drawn_for_an_older_draw_two_may_still_answer() -> None:
    """ "A player who has to draw 2 or 4 cards following a +2 or +4 can, instead of drawing cards,
    play another +2 or +4": nothing but the four is owed any more."""
    options = {"seats": 4, "cumulation": "on", **BLUFF}
    judged = table(f"{OLDER} / Bob W4 green / Cat draws 8", **options)
    assert found(judged) == []
    both = table(OLDER.removesuffix(" / Bob draws 2") + " / Bob W4 green", **options)
    assert found(both) == [("Bob W4 green", "must-settle")]


def test_debts_are_drawn_in_parts_where_that_is_the_rule() -> None:
    """ "The next player has to draw 2 cards before playing": whether at once is not said."""
    for events in (
        "Ann r+2 / Bob draws ? / Bob draws ? / Bob r3",
        "Ann W4 red / Bob draws 2 / Bob draws 2 / Bob r3",
        "Ann W4 red / Bob draws 3 / Bob draws ? / Bob r3",
    ):
        assert found(table(events, debts_in_parts="allowed")) == []
        first, *_ = table(events).findings
        assert (first.event, first.code, first.rule) == (5, "wrong-count", "debts-in-parts")
    part = table("Ann W4 red / Bob draws 2 / Bob r3", debts_in_parts="allowed")
    assert found(part) == [("Bob r3", "must-settle")]
    # The turn is lost with the last of the four.
    loses = {"debts_in_parts": "allowed", "skip_after_drawing": "on"}
    assert found(table("Ann W4 red / Bob draws 2 / Bob draws 2 / Cat r3", **loses)) == []
    early = table("Ann W4 red / Bob draws 2 / Cat r3", **loses)
    assert found(early) == [("Cat r3", "out-of-turn")]
    (more,) = table("Ann r+2 / Bob draws 3", debts_in_parts="allowed").findings
    assert (more.code, more.rule) == ("wrong-count", "settle")


def test_what_follows_shows_for_which_debt_a_part_was_drawn() -> None:
    """Bob owes two for Ann's draw two and four for her draw four. Who has begun to draw for the
    draw four may not accuse ("instead of drawing cards"), and who has drawn all four loses the turn
    under that option."""
    owes = OLDER.removesuffix("Bob draws 2")
    options = {"seats": 4, "debts_in_parts": "allowed", **BLUFF}
    deals = {"Ann": "r+2 W4 r1 g1 g2 g3 g4"}
    accuses = f"{owes}Bob draws ? / Bob accuses / Ann draws 3 / Ann draws 3 / Bob draws ? / Bob b1"
    assert found(table(accuses, deals=deals, **options)) == []
    late = table(f"{owes}Bob draws 3 / Bob accuses", deals=deals, **options)
    assert found(late) == [("Bob accuses", "not-allowed")]
    # One and three of the four: the two are still owed when Bob has lost the turn.
    for then in ("Cat b3 / Bob draws 2 / Dee b4", "Bob draws 2 / Cat b3 / Dee b4"):
        events = f"{owes}Bob draws ? / Bob draws 3 / {then}"
        assert found(table(events, skip_after_drawing="draw-four", **options)) == []
    neither = table(f"{owes}Bob draws ? / Cat b3", skip_after_drawing="draw-four", **options)
    assert found(neither) == [("Cat b3", "out-of-turn")]


def test_a_turn_passed_without_a_word_before_a_draw_that_costs_the_next() -> None:
    """Ann draws one and says nothing. Bob, who still owes two for a draw two, draws them in his
    turn and so loses it; or he drew them in Ann's, and plays; or Ann does."""
    options = {"seats": 4, "interceptions": "exact", "skip_after_drawing": "on"}
    events = "Ann r+2 / Dee! r+2 / Dee r1 / Ann draws 2 / Bob draws 2 / Cat r3"
    assert found(table(events, **options)) == []
    start = "Ann r+2 / Cat! r+2 / Cat r1 / Dee draws 2 / Ann draws ? / Bob draws 2 / "
    for then in ("Cat r3 / Dee r4", "Bob r3 / Cat r4", "Ann passes / Bob r3"):
        assert found(table(start + then, **options)) == [], then
    assert found(table(start + "Dee r3", **options)) == [("Dee r3", "out-of-turn")]
    # Bob has played: so he did not lose his turn, and it is Cat's now.
    assert found(table(start + "Bob r3 / Dee r4", **options)) == [("Dee r4", "out-of-turn")]


def test_who_has_drawn_and_intercepts_has_passed() -> None:
    """ "Play it immediately without waiting for your turn": Ann's turn was over when she drew."""
    options = {"interceptions": "exact"}
    assert found(table("Ann draws ? / Ann! r9 / Ann r1 / Bob r2", **options)) == []
    assert found(table("Ann! r9", **options)) == [("Ann! r9", "not-allowed")]
    next_player = {"interception_then": "next-player", **options}
    assert found(table("Ann draws ? / Ann! r9 / Bob r2", **next_player)) == []


@pytest.mark.parametrize("part", range(4))
def test_passes_may_be_left_out(part: int) -> None:
    """Hands of anything that is legal, under any options, without the lines that say who passes."""
    for seed in range(part * 15, part * 15 + 15):
        rng = Random(seed)
        options = {
            option.key: rng.choice(option.choices)[0]
            for option in GAME.options
            if option.choices and rng.random() < 0.5
        }
        log = walk(GAME.ruleset("", options), rng.randint(2, 6), rng, rng.choice((0.05, 0.3, 0.6)))
        said = tuple(event for event in log.events if event.kind != PASS)
        assert Verdict.ILLEGAL not in replay(replace(log, events=said)).verdicts, (seed, options)


def test_ways_to_pay() -> None:
    """Two, two and four owed: four are the four, or both twos."""
    debts = [Debt(2, "draw-two", 1), Debt(4, "uno", 2), Debt(2, "draw-two", 3)]
    assert payments(debts, 2) == [[0]]
    assert payments(debts, 4) == [[0, 2], [1]]
    assert payments(debts, 6) == [[0, 1]]
    assert payments(debts, 8) == [[0, 2, 1]]
    assert payments(debts, 3) == []
    assert [count for count in range(10) if pays_in_full(debts, count)] == [2, 4, 6, 8]
    # A draw two and a buzzer are two kinds of debt, two buzzers are not.
    assert payments([Debt(2, "buzzers", 1), Debt(2, "draw-two", 2)], 2) == [[0], [1]]
    assert payments([Debt(2, "buzzers", 1), Debt(2, "illegal-play", 2)], 2) == [[0]]


def test_ways_to_pay_are_not_counted_without_end() -> None:
    many = [Debt(size, "uno", size) for size in range(1, 30)]
    assert len(payments(many, 100)) == MOST_READINGS
    assert all(sum(many[index].cards for index in way) == 100 for way in payments(many, 100))
    assert payments([Debt(10**9, "uno", 1)] * 30, 100) == []
