"""Dealing, the turned-up card, turns, what fits, wilds and dragons (Holland)."""

import pytest

from tests.engine.zar.hands import GAME, hand
from zarleague.engine import read, replay


@pytest.mark.parametrize(
    ("players", "cards"), [(2, 8), (3, 7), (4, 6), (5, 5), (6, 4), (7, 3), (8, 3), (9, 3)]
)
def test_deal_is_ten_minus_players_but_no_less_than_three(players, cards):
    # "The number to deal is 10 - (number of people playing) but no less than 3."
    names = " ".join(f"p{n}" for n in range(players))
    judged = hand("up b4", seats=names, dealer="p0")
    assert not judged.findings
    assert [judged.size(name) for name in names.split()] == [cards] * players
    # 62 cards, less those dealt and the one turned up.
    assert judged.table.piles[0].size == 62 - players * cards - 1


def test_wrong_number_of_cards_dealt_is_found():
    judged = hand("up b4", Ann="b1 b1 b2 b2 b3 b3 b5")
    assert judged.findings == [("deal Ann b1 b1 b2 b2 b3 b3 b5", "wrong-count", "deal")]
    assert judged.fact("expected_count") == 6


def test_ten_players_are_too_many():
    names = " ".join(f"p{n}" for n in range(10))
    judged = hand("up b4", seats=names, dealer="p0")
    assert judged.findings == [("deal p0 3", "wrong-count", "players")]
    assert (judged.fact("count"), judged.fact("expected_count")) == (10, 9)
    # "If playing with more than two players, zero cards … can be added".
    few = hand("up b4", "zar-transparent", seats="Ann Bob", dealer="Bob")
    assert (few.fact("count"), few.fact("expected_count")) == (2, 3)


def test_everybody_is_dealt_once():
    again = "game zar\nseats Ann Bob Cat Dee\ndeal Bob 6\ndeal Ann 6\ndeal Bob 6\ndeal Cat 6\n"
    found = replay(read(again), steps=True)
    assert [(f.event, f.code.value, f.rule) for f in found.findings] == [
        (2, "already-dealt", "deal")
    ]
    assert [seat.unknown for seat in found.steps[-1].seats] == [6, 6, 6, 0]


def test_a_third_copy_of_a_card_cannot_be_dealt():
    # "There are exactly two of each card."
    judged = hand("up b4", Ann="b1 b1", Bob="b1")
    assert judged.findings == [("deal Bob b1 ? ? ? ? ?", "none-left", "holding")]
    assert judged.size("Bob") == 6


def test_play_starts_after_the_dealer_and_goes_clockwise():
    # "Play proceeds downwards (clockwise) to begin with."
    judged = hand("up b4\nAnn b2\nBob b3\nCat b5\nDee b6")
    assert not judged.findings
    assert judged.turn == "Ann"


def test_turned_up_reverse_turns_the_direction_for_the_dealer():
    # "This is treated for all purposes (matching, reverses, etc.) as if the dealer had played."
    assert hand("up bR").turn == "Cat"


def test_turned_up_skip_skips_the_first_player():
    assert hand("up bS").turn == "Bob"


def test_turned_up_draw_two_is_owed_by_the_first_player():
    judged = hand("up b+2")
    assert (judged.turn, judged.owes("Ann")) == ("Ann", 2)


def test_turned_up_card_can_be_matched_and_the_dealer_draws():
    # "If the first card gets matched, the dealer must take a card."
    judged = hand("up b4\nBob! b4")
    assert not judged.findings
    assert (judged.owes("Dee"), judged.turn) == (1, "Cat")


@pytest.mark.parametrize("botch", ["W1", "W2", "X1", "X2"])
def test_wild_or_dragon_turned_up_is_buried(botch):
    # "it is a 'botch'; the dealer should insert the offending card back into the deck".
    judged = hand(f"up {botch}\nup b4\nAnn {botch} {'blue' if botch[0] == 'W' else '3'}")
    assert not judged.findings
    assert judged.table.piles[0].size == 62 - 24 - 1


def test_second_card_turned_up_is_one_too_many():
    judged = hand("up b4\nup b5")
    assert judged.findings == [("up b5", "already-dealt", "turned-up")]
    assert judged.table.piles[1].cards == (21,)  # b4


@pytest.mark.parametrize(
    ("top", "card", "fits"),
    [
        ("b2", "g2", True),  # same number: "you can play a green 2"
        ("b2", "b4", True),  # same colour: "or a blue 4"
        ("b2", "g4", False),  # "but not a green 4"
        ("gS", "bS", True),  # "you can play a blue skip on a green skip"
        ("b2", "b+2", True),
        ("b2", "g+2", False),
    ],
)
def test_card_must_match_in_type_or_colour(top, card, fits):
    first = "Bob" if top.endswith("S") else "Ann"
    judged = hand(f"up {top}\n{first} {card}")
    assert judged.findings == ([] if fits else [(f"{first} {card}", "does-not-fit", "fit")])


def test_wild_goes_on_anything_except_a_dragon():
    # "You can play a wild on anything except a dragon".
    on_number = hand("up b4\nAnn W1 green\nBob W2 blue")
    assert not on_number.findings
    on_dragon = hand("up b4\nAnn X1 3\nBob W1 green")
    assert on_dragon.findings == [("Bob W1 green", "does-not-fit", "wild-dragon")]


def test_dragon_goes_on_anything_except_a_wild():
    # "and you can play a dragon on anything except a wild".
    on_number = hand("up b4\nAnn X1 3\nBob X2 5")
    assert not on_number.findings
    on_wild = hand("up b4\nAnn W1 green\nBob X1 3")
    assert on_wild.findings == [("Bob X1 3", "does-not-fit", "wild-dragon")]


def test_wild_and_dragon_may_cross_with_the_option():
    rules = "zar-holland wild-dragon-cross=free"
    assert not hand("up b4\nAnn X1 3\nBob W1 green\nCat X2 5", rules).findings


def test_after_a_wild_only_the_colour_named():
    # "then only cards of that color can be played on top of it".
    assert not hand("up b4\nAnn W1 green\nBob g6").findings
    judged = hand("up b4\nAnn W1 green\nBob b6")
    assert judged.findings == [("Bob b6", "does-not-fit", "fit")]
    assert judged.fact("named") == "green"
    # "The 'draw four' wildcards do not, in this game, involve drawing four cards".
    second = hand("up b4\nAnn W2 green\nBob g6")
    assert (second.findings, second.owes("Bob")) == ([], 0)


def test_after_a_dragon_only_the_number_named():
    # "and only cards of that number can be played on top of it".
    assert not hand("up b4\nAnn X1 3\nBob y3").findings
    assert hand("up b4\nAnn X1 3\nBob b6").findings == [("Bob b6", "does-not-fit", "fit")]


def test_wild_must_name_a_colour_and_dragon_a_number():
    assert hand("up b4\nAnn W1").findings == [("Ann W1", "must-name", "name")]
    assert hand("up b4\nAnn W1 3").findings == [("Ann W1 3", "may-not-name", "name")]
    assert hand("up b4\nAnn X1 blue").findings == [("Ann X1 blue", "may-not-name", "name")]
    assert hand("up b4\nAnn b2 blue").findings == [("Ann b2 blue", "may-not-name", "name")]


def test_dragon_cannot_name_a_command_unless_the_option_allows_it():
    # "You cannot declare a dragon to be a non-number card."
    judged = hand("up b4\nAnn X1 skip")
    assert judged.findings == [("Ann X1 skip", "may-not-name", "dragon-command")]
    reverse = hand("up b4\nAnn X1 reverse")
    assert reverse.findings == [("Ann X1 reverse", "may-not-name", "dragon-command")]
    wild = hand("up b4\nAnn W1 skip")
    assert wild.findings == [("Ann W1 skip", "may-not-name", "name")]
    allowed = hand("up b4\nAnn X1 skip\nBob gS", "zar-holland dragon-names-command=yes")
    assert not allowed.findings
    assert allowed.turn == "Dee"


def test_reverse_turns_the_direction_of_play():
    # "each reverse card played alters the direction of play".
    judged = hand("up b4\nAnn b2\nBob bR")
    assert judged.turn == "Ann"
    assert judged.table.direction == -1


def test_skip_skips_the_next_player_and_a_double_skip_two():
    # "If a skip card is played, the next player is skipped"; "if you play two skips at once, two
    # players get skipped".
    assert hand("up b4\nAnn bS").turn == "Cat"
    assert hand("up b4\nAnn bS bS").turn == "Dee"


def test_two_reverses_at_once_cancel():
    # "two reverses inherently cancel anyway".
    judged = hand("up b4\nAnn bR bR")
    assert (judged.turn, judged.table.direction) == ("Bob", 1)


def test_only_identical_cards_go_together():
    # "if you have both copies of the same card you can play them together".
    assert not hand("up b4\nAnn b2 b2").findings
    assert hand("up b4\nAnn b2 b3").findings == [("Ann b2 b3", "not-identical", "together")]
    # Type I and II of a wild are different cards.
    assert hand("up b4\nAnn W1 W2 blue").findings == [
        ("Ann W1 W2 blue", "not-identical", "together")
    ]


def test_drawing_passes_the_turn():
    # "you must pass your turn by drawing a card".
    judged = hand("up b4\nAnn draw ?")
    assert (judged.turn, judged.size("Ann")) == ("Bob", 7)
    assert not judged.findings


def test_drawing_without_owing_or_being_in_turn_is_found():
    judged = hand("up b4\nCat draw ?")
    assert judged.findings == [("Cat draw ?", "nothing-owed", "draw")]
    assert judged.size("Cat") == 6


def test_playing_out_of_turn_is_found():
    judged = hand("up b4\nCat b5")
    assert judged.findings == [("Cat b5", "out-of-turn", "turn")]
    assert judged.fact("due") == 0


def test_drawing_although_something_could_be_played():
    # "If you cannot play, you must pass your turn by drawing a card."
    known = {"Ann": "b1 g3 g3 y3 y3 y6"}
    assert not hand("up b4\nAnn draw ?", **known).findings
    strict = "zar-holland voluntary-draw=only-if-no-play"
    assert hand("up b4\nAnn draw ?", strict, **known).findings == [
        ("Ann draw ?", "could-have-played", "voluntary-draw")
    ]
    nothing = {"Ann": "g1 g3 g3 y3 y3 y6"}
    fine = hand("up b4\nAnn draw ?", strict, **nothing)
    assert (fine.findings, fine.open) == ([], [])


def test_drawn_card_ends_the_turn_unless_it_may_be_played():
    held = {"Ann": "g1 g3 g3 y3 y3 y6"}
    log = "up b4\nAnn draw b6\nAnn b6"
    assert hand(log, **held).findings == [("Ann b6", "out-of-turn", "turn")]
    option = "zar-holland play-drawn-card=yes"
    judged = hand(log, option, **held)
    assert not judged.findings
    assert judged.turn == "Bob"
    other = hand("up b4\nAnn draw b6\nAnn b1", option, Ann="b1 g3 g3 y3 y3 y6")
    assert other.findings == [("Ann b1", "out-of-turn", "turn")]
    both = hand("up b4\nAnn draw b6\nAnn b6 b6", option, Ann="b6 g3 g3 y3 y3 y6")
    assert both.findings == [("Ann b6 b6", "out-of-turn", "turn")]
    too_late = hand("up b4\nAnn draw b6\nBob b5\nAnn b6", option, **held)
    assert too_late.findings == [("Ann b6", "out-of-turn", "turn")]
    passed_on = hand("up b4\nAnn draw b6\nBob draw ?\nAnn b6", option, **held)
    assert passed_on.findings == [("Ann b6", "out-of-turn", "turn")]
    # "at once": not when Bob, who was matched, has drawn meanwhile.
    later = hand("up b4\nAnn b3\nBob b5\nDee! b5\nAnn draw b6\nBob draw ?\nAnn b6", option)
    assert later.findings == [("Ann b6", "out-of-turn", "turn")]


def test_reverse_between_two_players():
    two = {"seats": "Ann Bob", "dealer": "Bob"}
    assert hand("up b4\nAnn bR", **two).turn == "Bob"
    skips = "zar-holland reverse-two-players=skips"
    assert hand("up b4\nAnn bR", skips, **two).turn == "Ann"
    # Two reverses cancel, so the next player is the one after the matcher.
    assert hand("up b4\nAnn bR\nBob! bR", skips, **two).turn == "Ann"
    assert hand("up b4\nAnn bR bR", skips, **two).turn == "Bob"


def test_deal_cap_of_the_printed_rules():
    capped = hand("up b4", "zar-holland deal-cap=7", seats="Ann Bob", dealer="Bob")
    assert capped.size("Ann") == 7
    assert hand("up b4", seats="Ann Bob", dealer="Bob").size("Ann") == 8


def test_both_skins_are_one_game():
    printed = hand("up bMo\nAnn yMo\nBob yCr\nAnn P1 red\nDee rWa", "zar-holland skin=printed")
    subset = hand("up y4\nAnn b4\nBob bR\nAnn W1 green\nDee g+2")
    assert not printed.findings
    assert not subset.findings
    assert printed.log.events == subset.log.events
    assert [face.points for face in GAME.deck(printed.log.ruleset).faces] == [
        face.points for face in GAME.deck(subset.log.ruleset).faces
    ]
