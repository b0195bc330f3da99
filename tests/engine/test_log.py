"""Reading and writing logs: lenient one way, strict the other; the game is mostly Zar."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zarleague.engine import Code, NotALog, find, read, write
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import DEAL, DRAW, MATCH, NONE, PLAY, TABLE, UP
from zarleague.engine.games import KEYS
from zarleague.engine.lines import Problem
from zarleague.engine.log import renamed

HEADER = "game zar zar-holland\nseats Ann Bob Cat\ndealer Cat\n"


def events(body):
    return read(HEADER + body).events


def problems(body):
    return [(p.line, p.event, p.code, p.token) for p in read(HEADER + body).problems]


def code(card):
    ruleset = find("zar").ruleset("zar-holland")
    return find("zar").deck(ruleset).code(card)


class TestHeader:
    def test_names_game_preset_options_seats_and_dealer(self):
        log = read("game zar zar-holland match-out=goes-out\nseats Ann Bob\ndealer Bob\n")
        assert (log.ruleset.game, log.ruleset.preset) == ("zar", "zar-holland")
        assert log.ruleset["match-out"] == "goes-out"
        assert (log.seats, log.dealer) == (("Ann", "Bob"), 1)

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("", "names no game"),
            ("seats Ann Bob", "names no game"),
            ("game zar", "at least two seats"),
            ("game zar\nseats Ann", "at least two seats"),
            ("game poker\nseats Ann Bob", ", ".join(KEYS)),
            ("game\nseats Ann Bob", ", ".join(KEYS)),
            ("game zar zar-mars\nseats Ann Bob", "zar-holland"),
            ("game zar zar-holland match-out=maybe\nseats Ann Bob", "goes-out"),
        ],
    )
    def test_without_a_game_and_seats_there_is_nothing_to_judge(self, text, says):
        with pytest.raises(NotALog, match=says):
            read(text)

    def test_what_is_known_already_need_not_be_said(self):
        log = read("up b4", find("zar").ruleset(), ("Ann", "Bob"))
        assert (log.seats, len(log.events)) == (("Ann", "Bob"), 1)

    def test_two_seats_of_one_name_are_a_problem(self):
        log = read("game zar\nseats Ann Bob Ann\n")
        assert [p.code for p in log.problems] == [Code.NO_SUCH_SEAT]

    def test_a_dealer_who_is_not_there_is_a_problem(self):
        log = read("game zar\nseats Ann Bob\ndealer Eve\n")
        assert [(p.line, p.code, p.token) for p in log.problems] == [(3, Code.NO_SUCH_SEAT, "Eve")]


class TestLines:
    def test_a_play_is_a_seat_and_a_card(self):
        (event,) = events("Ann b2")
        assert (event.kind, event.seat, [code(c) for c in event.cards]) == (PLAY, 0, ["b2"])

    def test_an_exclamation_mark_is_out_of_turn(self):
        (event,) = events("Cat! b2")
        assert (event.kind, event.seat) == (MATCH, 2)

    def test_a_number_of_cards_stands_for_that_many_unknown_ones(self):
        (event,) = events("deal Bob 6")
        assert (event.kind, event.seat, event.cards) == (DEAL, 1, (UNKNOWN,) * 6)

    def test_a_question_mark_is_one_unknown_card(self):
        (event,) = events("Ann draw ?")
        assert (event.kind, event.cards) == (DRAW, (UNKNOWN,))

    def test_a_card_turned_up_belongs_to_nobody(self):
        (event,) = events("up b4")
        assert (event.kind, event.seat, event.other) == (UP, TABLE, NONE)

    def test_comments_and_empty_lines_are_nothing(self):
        assert len(events("; before\n\nAnn b2 ; a match?\n   \n")) == 1

    def test_events_know_the_line_they_stand_on(self):
        assert read(HEADER + "\n; a comment\nAnn b2\n").lines == (6,)


class TestProblems:
    def test_a_card_that_is_not_in_the_deck(self):
        # Holland: "There is no green 9 in the deck. Really."
        assert problems("Ann g9") == [(4, 0, Code.NOT_IN_DECK, "g9")]

    def test_the_rest_of_such_a_line_is_kept(self):
        (event,) = events("Ann g9")
        assert (event.kind, event.seat, event.cards) == (PLAY, 0, (UNKNOWN,))

    def test_somebody_who_does_not_sit_at_the_table(self):
        assert problems("Eve b2") == [(4, -1, Code.NO_SUCH_SEAT, "Eve")]
        assert problems("Eve! b2") == [(4, -1, Code.NO_SUCH_SEAT, "Eve!")]
        assert problems("deal Eve b2") == [(4, -1, Code.NO_SUCH_SEAT, "Eve")]
        assert problems("deal") == [(4, -1, Code.NO_SUCH_SEAT, "deal")]

    def test_a_verb_without_what_it_needs(self):
        assert problems("up") == [(4, 0, Code.WRONG_OPERANDS, "")]

    def test_a_word_that_is_not_there_is_called_what_it_should_have_been(self):
        assert (4, 0, Code.NO_SUCH_WORD, "hello") in problems("Ann says hello")
        assert (4, 0, Code.NO_SUCH_SEAT, "Eve") in problems("Ann asks Eve")
        assert (4, 0, Code.WRONG_OPERANDS, "now") in problems("close now")

    def test_a_word_after_all_cards_of_a_play_is_one_problem(self):
        """A misspelt call is one slip: the play stands with its card."""
        for word in ("uno!", "UNO!", "unno"):
            log = read(f"game uno\nseats Ann Bob\nup b5\nAnn b1 {word}\n")
            assert [(p.code, p.token) for p in log.problems] == [(Code.NO_SUCH_WORD, word)]
            assert log.events[1].cards == (find("uno").deck(log.ruleset).index["b1"],)

    def test_nobody_acts_out_of_turn_in_a_game_of_tricks(self):
        log = read("game zuits\nseats Ann Bob Cat\ndealer Cat\nAnn! r1\n")
        assert [(p.event, p.code, p.token) for p in log.problems] == [
            (-1, Code.NOT_IN_THIS_GAME, "Ann! r1")
        ]

    def test_a_good_line_after_a_bad_one_is_read(self):
        log = read(HEADER + "Eve b2\nAnn b2\n")
        assert (len(log.events), len(log.problems)) == (1, 1)


class TestNames:
    @pytest.mark.parametrize(
        "name", ["Mary Ann", 'The "Fox"', "up", "b2", "3", "green", "a\\b", "!"]
    )
    def test_any_name_can_sit_at_the_table(self, name):
        ruleset = find("zar").ruleset()
        log = read("", ruleset, (name, "Bob"))
        text = write(log) + f"{write(log).splitlines()[1].split(' ', 1)[1].rsplit(' ', 1)[0]} b2\n"
        again = read(text)
        assert again.seats == (name, "Bob")
        assert [event.seat for event in again.events] == [0]

    @given(st.lists(st.text(min_size=1), min_size=2, max_size=5, unique=True))
    def test_names_survive_writing_and_reading(self, names):
        seats = tuple(" ".join(name.split()) for name in names)
        if len(set(seats)) < len(seats) or not all(seats):
            return
        if any(len(name.splitlines()) > 1 for name in seats):
            return
        log = read("", find("zar").ruleset(), seats)
        assert read(write(log)).seats == seats


@pytest.mark.parametrize("key", KEYS)
@given(text=st.text(max_size=400))
def test_no_text_whatever_makes_the_reader_fail(key, text):
    game = find(key)
    log = read(text, game.ruleset(), ("Ann", "Bob", "Cat", "Dee")) if readable(text) else None
    if log is not None and not log.problems:
        assert read(write(log)) == log


def readable(text):
    """Whether a random text says nothing about game or seats by chance."""
    return not any(word in text for word in ("game", "seats"))


def test_writing_uses_one_spelling_and_drops_comments():
    log = read(HEADER + "deal   Bob ? ? ?   ; unseen\nAnn   draws ?\n")
    again = write(log)
    assert again.splitlines()[3:] == ["deal Bob 3", write(log).splitlines()[4]]
    assert read(again) == log


@pytest.mark.parametrize(
    ("line", "meant", "code", "token"),
    [
        ("Bbo b2", "Bob b2", Code.NO_SUCH_SEAT, "Bbo"),
        ("Bo b2", "Bob b2", Code.NO_SUCH_SEAT, "Bo"),
        ("Boob! b2", "Bob! b2", Code.NO_SUCH_SEAT, "Boob!"),
        ("deel Bob 8", "deal Bob 8", Code.NO_SUCH_SEAT, "deel"),
        ("Bob drwa b2", "Bob draw b2", Code.NO_SUCH_WORD, "drwa"),
    ],
)
def test_a_misspelt_start_is_read_as_what_it_can_be(line, meant, code, token):
    log = read(f"game zar\nseats Bob Cat\n{line}")
    assert log.events == read(f"game zar\nseats Bob Cat\n{meant}").events
    assert log.problems == (Problem(3, 0, code, token),)


def test_a_line_with_two_misspelt_words_is_read():
    log = read("game zar\nseats Bob Cat\nBo asjs Cat")
    assert log.events == read("game zar\nseats Bob Cat\nBob asks Cat").events
    assert [problem.token for problem in log.problems] == ["Bo", "asjs"]


@pytest.mark.parametrize("line", ["Caz b2", "Bxx b2", "An b2", "D b2"])
def test_a_start_that_can_be_two_words_or_none_is_not_guessed(line):
    # "Caz" is as near to Cat as to Caa; of "Bob" two letters differ; "D" is too short to tell.
    log = read(f"game zar\nseats Bob Cat Caa E\n{line}")
    assert log.events == ()
    assert [problem.code for problem in log.problems] == [Code.NO_SUCH_SEAT]


def test_very_long_names_cost_no_more_than_they_are_long():
    # Every spelling with one letter left out would be kept: 100 million letters.
    name = "B" * 10_000
    assert read(f"game zar\nseats {name} Cat\n{name[1:]} b2").events == ()


def test_other_names_for_the_seats_and_nothing_else():
    """docs/hand-log.md: a name that is a card or a word of logs stands in quotes; `;` begins a
    comment."""
    text = (
        'game zar ; Ann\nseats Ann "b2" Bob\ndealer "Ann"\nAnn! b2 ; Ann thought\n"b2"! b2\nBob b2'
    )
    assert renamed(text, find("zar").ruleset(), {"Ann": "Anna B.", "b2": "Bea"}) == (
        'game zar ; Ann\nseats "Anna B." Bea Bob\ndealer "Anna B."\n'
        '"Anna B."! b2 ; Ann thought\nBea! b2\nBob b2'
    )
    swapped = {"Ann": "Bob", "Bob": "Ann"}
    assert renamed("seats Ann Bob\nBob b2", find("zar").ruleset(), swapped) == (
        "seats Bob Ann\nAnn b2"
    )
