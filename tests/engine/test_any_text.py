"""Any text: only NotALog is raised, and a log that was read can be written and read again."""

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.sampling import tries
from zarleague.engine import KEYS, NotALog, Remedy, compare, find, read, replay, write
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.lines import MAX_EVENTS
from zarleague.engine.log import MAX_SEATS
from zarleague.engine.vocabulary import vocabulary_of

SPECIAL = ["\n", "\r", "\x85", "\u2028", "\x0b", "\x1c", "\ufeff", '"', "\\", ";", "!", "?", " "]
PIECES = [
    *["Ann", "Bob", '"Cat"', "A!", 'A"B', "game", "seats", "dealer", "deal", "up", "draw", "draws"],
    *["says", "one", "uno", "close", "left", "999", "1", "0", "007", "b2", "b4", "r5", "W", "?"],
    *["green", "gren", "DRAW", "2", "takes", "puts", "11", "chooses", "asks", "catches", "vincent"],
    *["half-decks=2", "rounds=9", "zar-chameleon", *KEYS],
]
words = st.sampled_from(PIECES) | st.text(max_size=4) | st.sampled_from(SPECIAL)
lines = st.lists(words, max_size=7).map(" ".join)
names = st.text(st.characters() | st.sampled_from(SPECIAL), max_size=6)


def _header(game: str) -> str:
    return f"game {game}\nseats Ann Bob Cat Dee\n"


@tries(300)
@given(game=st.sampled_from(KEYS), body=st.lists(lines, max_size=12).map("\n".join))
@example("zar", "deal Ann 999 1")
@example("zar", "seats A B C\ndealer C\nseats A B\nclose")
def test_a_log_is_read_and_written_and_read_again(game: str, body: str) -> None:
    try:
        log = read(_header(game) + body)
    except NotALog:
        return
    again = read(write(log))
    assert again == log
    assert write(again) == write(log)
    replay(log)
    replay(log, remedy=Remedy.UNWIND)


@tries(200)
@given(st.text())
@example("game zar half-decks=" + "9" * 5000)
@example("game uno rounds=" + "9" * 5000)
@example("\ufeffgame zar\nseats A B")
@example('game zar\nseats "Ann Bob')
def test_any_text_is_read_or_no_log(text: str) -> None:
    with suppress(NotALog):
        read(text)


@tries(200)
@given(st.lists(names, min_size=2, max_size=6, unique=True))
@example(["A\n", "B"])
@example(["A!", "A", 'A"B', "\\n"])
def test_names_survive_whatever_they_are(seats: list[str]) -> None:
    game = find("zar")
    log = read("up b4", game.ruleset(), tuple(seats))
    assert read(write(log)) == log
    quote = vocabulary_of(log.ruleset).quote
    for seat, name in enumerate(seats):
        (event,) = read(f"deal {quote(name)} 3", game.ruleset(), tuple(seats)).events
        assert event.seat == seat


@pytest.mark.parametrize("option", ["half-decks", "match-hands"])
def test_a_number_of_thousands_of_digits_is_no_number(option: str) -> None:
    with pytest.raises(NotALog, match=f"{option} cannot be"):
        read(f"game zar {option}={'9' * 5000}\nseats A B")


def test_the_dealer_may_stand_before_the_seats() -> None:
    """docs/hand-log.md: "Header lines come first, in any order"."""
    log = read("dealer Cat\nseats Ann Bob Cat\ngame zar")
    assert (log.dealer, log.problems) == (2, ())


def test_a_dealer_who_has_left_the_table_is_a_problem() -> None:
    log = read("game uno-golf\nseats A B C\ndealer C\nseats A B\nclose")
    assert (log.seats, log.dealer) == (("A", "B"), 0)
    assert [(problem.line, problem.code) for problem in log.problems] == [(3, Code.NO_SUCH_SEAT)]
    assert read(write(log)) == log


def test_a_byte_order_mark_is_no_part_of_the_log() -> None:
    assert read("\ufeffgame zar\nseats A B").seats == ("A", "B")


def test_a_quote_that_is_not_closed_takes_no_letter() -> None:
    log = read('game zar\nseats "Ann Bob')
    assert log.seats == ("Ann", "Bob")
    assert [problem.code for problem in log.problems] == [Code.NOT_A_LINE]


@pytest.mark.parametrize("name", ["A!", 'A"B'])
def test_a_name_may_lack_the_quotes_it_needs(name: str) -> None:
    log = read(f"game zar\nseats {name} Bob\n{name} draw ?\n{name}! b2")
    assert log.seats == (name, "Bob")
    assert [event.seat for event in log.events] == [0, 0]
    assert not log.problems
    assert read(write(log)) == log


def test_a_number_of_cards_beyond_the_verb_is_refused_before_it_is_expanded() -> None:
    """The deck holds 62 cards."""
    log = read("game zar\nseats A B\ndeal A 999 999 999\ndeal B 60 1")
    assert [len(event.cards) for event in log.events] == [62, 61]
    assert [(problem.line, problem.code) for problem in log.problems] == [(3, Code.WRONG_OPERANDS)]


@pytest.mark.parametrize("word", ["gren", "grene", "blau"])
def test_a_misspelt_word_leaves_the_play_as_it_is(word: str) -> None:
    """The card was played, whatever colour was named with it."""
    log = read(f"game uno\nseats Ann Bob\nAnn W {word}")
    (problem,) = log.problems
    assert (problem.event, problem.code, problem.token) == (0, Code.NO_SUCH_WORD, word)
    (event,) = log.events
    assert event == read("game uno\nseats Ann Bob\nAnn W").events[0]


@pytest.mark.parametrize(
    ("header", "line", "then"),
    [
        ("game uno", "Ann W gren", ("Bob g1", "Bob r1")),
        ("game uno zero-seven=on", "Ann r7 Bop", ("Bob r1", "Bob r2")),
        ("game zar", "Ann W1 gren", ("Bob g1", "Bob y1")),
        ("game crazy-eights", "Ann c8 hart", ("Bob h5", "Bob s5")),
    ],
)
def test_a_misspelt_word_is_the_only_finding(header: str, line: str, then: tuple[str, str]) -> None:
    """Something was named: what, nobody knows, so any card may follow."""
    up = {"uno": "r5", "zar": "b4"}.get(header.split()[1], "c9")
    size = {"uno": 7, "zar": 8}.get(header.split()[1], 7)
    start = f"{header}\nseats Ann Bob\ndealer Bob\ndeal Ann {size}\ndeal Bob {size}\nup {up}\n"
    for after in then:
        judged = replay(read(f"{start}{line}\n{after}"))
        found = [(f.event, f.code) for f in judged.findings if f.verdict is Verdict.ILLEGAL]
        assert found == [(3, Code.NO_SUCH_WORD)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game uno\nseats Ann Bob\nAnn b1 {}", ("uno", "Uno", "UNO")),
        ("game zar zar-clay\nseats Ann Bob\nAnn bCl {}", ("zar", "Zar", "ZAR")),
        ("game zar zar-clay\nseats Ann Bob\nAnn bCl bCl {}", ("double", "Double", "DOUBLE")),
    ],
)
def test_calls_may_be_in_small_letters(text: str, said: tuple[str, ...]) -> None:
    logs = [read(text.format(word)) for word in said]
    assert [log.problems for log in logs] == [()] * 3
    assert [log.events[0].said for log in logs] == [(said[-1],)] * 3


def test_a_seat_that_is_called_like_a_call_is_a_seat() -> None:
    """Ann swaps hands with somebody called Uno."""
    log = read("game uno zero-seven=on\nseats Ann Uno\nAnn r7 Uno")
    assert (log.events[0].other, log.events[0].said) == (1, ())


def test_a_log_that_is_too_long_is_judged_as_far_as_it_is_read() -> None:
    text = "game uno\nseats Ann Bob\n" + "Ann draws ?\n" * (MAX_EVENTS + 5)
    log = read(text)
    assert len(log.events) == MAX_EVENTS
    assert [(p.line, p.code) for p in log.problems] == [(MAX_EVENTS + 3, Code.TOO_LONG)]
    assert replay(log).verdict is Verdict.ILLEGAL


def test_lines_that_cannot_be_read_count_as_well() -> None:
    log = read("game uno\nseats Ann Bob\n" + "x y\n" * (MAX_EVENTS + 5))
    assert len(log.problems) == MAX_EVENTS + 1
    assert log.problems[-1].code is Code.TOO_LONG


def test_more_seats_than_a_log_has_are_left_out_and_named_once() -> None:
    log = read("game uno\nseats " + " ".join(f"P{n}" for n in range(5000)))
    assert len(log.seats) == MAX_SEATS
    assert [problem.code for problem in log.problems] == [Code.TOO_MANY_SEATS]


def test_cards_keep_their_names_under_rules_with_another_deck() -> None:
    """The Chameleon is in no deck without the option: a finding, and nothing becomes another
    card. Clay's Multideck Zar has the same printed cards."""
    text = "game zar zar-chameleon\nseats A B\ndeal A 10\ndeal B 10\nup bMo\nB Ch"
    log = read(text)
    ruleset = find("zar").ruleset("zar-multideck")
    (judged,) = compare(log, [ruleset]).replays
    found = [(f.event, f.code, dict(f.about)) for f in judged.findings if f.event == 3]
    assert (3, Code.NOT_IN_DECK, {"word": "Ch"}) in found
    assert judged.verdicts[:3] == (Verdict.LEGAL,) * 3
    assert write(judged.log).splitlines()[-2:] == ["up bMo", "B ?"]


def test_transparent_cards_do_not_become_others_in_holland() -> None:
    log = read("game zar zar-transparent\nseats A B C\nup b4\nB b0\nC b2\nC W1")
    judged = replay(log, find("zar").ruleset("zar-holland"))
    assert write(judged.log).splitlines()[-4:] == ["up b4", "B ?", "C b2", "C W1"]
    chameleons = find("zar").ruleset("zar-holland", {"chameleon": "on"})
    assert write(replay(log, chameleons).log).splitlines()[-3:] == ["B ?", "C b2", "C W1"]


def test_another_skin_has_the_same_cards() -> None:
    """Both skins name the same half-deck: yellow 1 of the one is blue cloud of the other, the
    first number of the first colour."""
    log = read("game zar zar-holland\nseats A B\nup y1")
    printed = find("zar").ruleset("zar-holland", {"skin": "printed"})
    judged = replay(log, printed)
    assert write(judged.log).splitlines()[-1] == "up bCl"
    assert Code.NOT_IN_DECK not in [finding.code for finding in judged.findings]
