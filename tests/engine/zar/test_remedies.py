"""What an illegal event leads to (Holland, Other considerations), and the same log compared."""

import pytest

from tests.engine.zar.hands import GAME, hand
from zarleague.engine import Remedy, compare

SEVEN = {"seats": "A B C D E F G", "dealer": "G"}


def remedy(judged):
    return dict(judged.replay.findings[0].about)["remedy"]


def test_illegal_play_is_taken_back_when_nothing_depends_on_it():
    # Cat plays out of turn and takes it back; Ann goes on as if nothing had happened.
    judged = hand("up b4\nCat b6\nAnn b2")
    assert judged.findings == [("Cat b6", "out-of-turn", "turn")]
    assert remedy(judged) == "unwind"
    assert (judged.size("Cat"), judged.owes("Cat"), judged.turn) == (6, 0, "Bob")


def test_illegal_play_stands_and_costs_a_vincent_card_when_play_went_on_from_it():
    # "If someone messes up … and it's too much trouble to unwind what happened afterwards, the
    # offender must, as a penalty, draw a card."
    judged = hand("up b4\nCat b6\nDee y6")
    assert judged.findings == [("Cat b6", "out-of-turn", "turn")]
    assert remedy(judged) == "penalty"
    assert (judged.size("Cat"), judged.owes("Cat"), judged.turn) == (5, 1, "Ann")


def test_vincent_card_shows_that_an_illegal_play_stood():
    judged = hand("up b4\nCat b6\nvincent Cat ?\nDee y6")
    assert judged.findings == [("Cat b6", "out-of-turn", "turn")]
    assert judged.open == []
    assert (judged.size("Cat"), judged.owes("Cat"), remedy(judged)) == (6, 0, "penalty")


def test_vincent_card_pays_for_the_offence_and_nothing_else():
    log = "up b4\nAnn b2\nCat! b2\nAnn b5\nvincent Ann ?"
    judged = hand(log, "zar-holland illegal-play=vincent")
    assert [(debt.cards, debt.rule) for debt in judged.seat("Ann").debts] == [(1, "match")]


def test_second_offence_is_followed_both_ways_again():
    judged = hand("up b4\nCat b6\nDee y6\nvincent Cat ?\nBob y5\nCat y4")
    assert [line for line, _, _ in judged.findings] == ["Cat b6", "Bob y5"]
    assert (judged.owes("Cat"), judged.owes("Bob"), judged.turn) == (0, 1, "Dee")


def test_talk_in_between_decides_nothing():
    judged = hand("up b4\nCat b6\nBob asks Cat\nAnn asks Cat\nDee y6\nDee g1")
    assert remedy(judged) == "penalty"
    assert [line for line, _, _ in judged.findings] == ["Cat b6", "Dee g1"]


def test_vincent_card_for_an_offence_the_log_does_not_show():
    judged = hand("up b4\nvincent Bob ?")
    assert judged.open == [("vincent Bob ?", "nothing-owed", "vincent")]
    assert judged.size("Bob") == 7


def test_what_an_event_has_settled_stays_settled():
    # Ann's play shows that Cat's was taken back; so it is not Dee's turn, whatever Dee thinks.
    judged = hand("up b4\nCat b6\nAnn b2\nDee b5")
    assert [line for line, _, _ in judged.findings] == ["Cat b6", "Dee b5"]
    assert remedy(judged) == "unwind"


def test_ruleset_that_takes_back_does_so_whatever_follows():
    judged = hand("up b4\nCat b6\nDee y6", "zar-holland illegal-play=unwind")
    assert [line for line, _, _ in judged.findings] == ["Cat b6", "Dee y6"]
    assert (judged.size("Cat"), judged.turn) == (6, "Ann")


@pytest.mark.parametrize(
    ("illegal_play", "size", "owes", "turn"),
    [("unwind", 6, 0, "Ann"), ("vincent", 5, 1, "Dee"), ("unwind-or-vincent", 6, 0, "Ann")],
)
def test_ruleset_decides_what_becomes_of_an_illegal_play(illegal_play, size, owes, turn):
    judged = hand("up b4\nCat b6", f"zar-holland illegal-play={illegal_play}")
    assert (judged.size("Cat"), judged.owes("Cat"), judged.turn) == (size, owes, turn)


@pytest.mark.parametrize("rules", ["zar-holland", "zar-holland illegal-play=unwind"])
def test_replay_can_be_told_to_let_everything_stand(rules):
    judged = hand("up b4\nCat b6\nDee y6", rules, remedy=Remedy.PENALTY)
    assert (judged.size("Cat"), judged.owes("Cat"), judged.turn) == (5, 1, "Ann")


@pytest.mark.parametrize("rules", ["zar-holland", "zar-holland illegal-play=vincent"])
def test_replay_can_be_told_to_take_everything_back(rules):
    judged = hand("up b4\nCat b6\nDee y6", rules, remedy=Remedy.UNWIND)
    assert [line for line, _, _ in judged.findings] == ["Cat b6", "Dee y6"]
    assert (judged.size("Cat"), judged.size("Dee"), judged.turn) == (6, 6, "Ann")


@pytest.mark.parametrize(("taken_back", "over"), [(True, False), (False, True)])
def test_hand_closed_too_early_goes_on_where_that_is_taken_back(taken_back, over):
    # "The object is to get rid of all your cards": nobody has.
    how = Remedy.UNWIND if taken_back else Remedy.RULED
    judged = hand("up b4\nAnn b6\nclose", remedy=how)
    assert judged.findings == [("close", "not-finished", "out")]
    assert judged.replay.over is over


def stands(log, **deals):
    return hand(log, remedy=Remedy.PENALTY, **deals)


def test_offence_owes_one_vincent_card_and_nothing_else():
    judged = stands("up b4\nCat b6")
    debts = [(d.cards, d.rule) for seat in judged.table.seats for d in seat.debts]
    assert debts == [(1, "vincent")]


def test_no_vincent_card_where_every_offence_is_taken_back():
    # It is for an offence "too much trouble to unwind" (Holland, Other considerations).
    judged = hand("up b4\nAnn b2\nvincent Bob ?", "zar-holland illegal-play=unwind")
    assert judged.findings == [("vincent Bob ?", "nothing-owed", "vincent")]


def test_last_cards_of_a_play_that_stands_are_counted():
    seven = {"remedy": Remedy.PENALTY, **SEVEN}
    one_left = hand("up b4\nB b1 b1\nC asks B", **seven)
    assert (one_left.size("B"), one_left.owes("B")) == (1, 2)
    none_left = hand("up b4\nB b1 b1\nB b2", **seven)
    assert (none_left.size("B"), none_left.owes("B")) == (0, 2)
    assert none_left.seat("B").notes == ()


def test_wrong_match_that_stands():
    judged = stands("up b4\nAnn b2\nCat! b5")
    assert (judged.owes("Cat"), judged.owes("Ann"), judged.turn) == (1, 0, "Dee")


def test_late_match_that_stands_lies_on_top():
    judged = stands("up b4\nAnn b2\nBob b5\nDee! b2")
    assert (judged.owes("Dee"), judged.owes("Ann"), judged.turn) == (1, 0, "Ann")


def test_draw_two_debt_outlives_an_illegal_play_that_stands():
    judged = stands("up b4\nAnn b+2\nBob b5")
    # Two for the draw two and a Vincent card.
    assert (judged.owes("Bob"), judged.turn) == (3, "Cat")
    early = stands("up b4\nAnn b+2\nCat b5")
    assert (early.owes("Bob"), early.owes("Cat"), early.turn) == (2, 1, "Dee")
    assert early.owes("Dee") == 0
    # Only "if they have a draw two themselves, they can play it instead": Cat's does not save Bob.
    beside = stands("up b4\nAnn b+2\nCat g+2")
    assert (beside.owes("Bob"), beside.owes("Cat"), beside.owes("Dee")) == (2, 1, 2)


def test_draw_two_not_held_that_stands_adds_up_like_any_other():
    numbers = "b1 b1 b3 b3 b5 b6"
    played = stands("up b4\nAnn b+2\nBob g+2", Bob=numbers)
    assert (played.owes("Bob"), played.owes("Cat")) == (1, 4)
    matched = stands("up b4\nAnn b+2\nCat! b+2", Cat=numbers)
    assert (matched.owes("Bob"), matched.owes("Cat"), matched.owes("Dee")) == (0, 1, 4)


def test_drawn_card_that_stands_was_played_in_turn():
    rules = "zar-holland play-drawn-card=yes self-match-after-round=forbidden illegal-play=vincent"
    log = "up b4\nAnn bS\nCat draw ?\nDee draw ?\nAnn draw "
    held = {"Ann": "bS bS g1 g3 g5 y1"}
    # The card drawn: play has come round, and its skip is one of its own.
    drawn = hand(log + "bS\nAnn bS", rules, Ann="bS g1 g1 g3 g5 y1")
    assert drawn.findings == [("Ann bS", "not-allowed", "self-match-after-round")]
    assert drawn.turn == "Cat"
    # Another card: the turn had passed, and the two skips lie together.
    other = hand(log + "b6\nAnn bS", rules, **held)
    assert other.findings == [("Ann bS", "not-allowed", "self-match")]
    assert other.turn == "Dee"


def test_wild_that_named_nothing_and_stands_asks_for_nothing():
    for card in ("y1", "y3", "b6", "X2 3"):
        judged = stands(f"up b4\nAnn W1\nBob {card}")
        assert [line for line, _, _ in judged.findings] == ["Ann W1"]


def test_card_not_held_that_stands_lies_there_all_the_same():
    judged = stands("up b4\nAnn b2\nBob b5", Ann="b1 b1 b3 b3 b5 b6")
    assert [line for line, _, _ in judged.findings] == ["Ann b2"]
    assert (judged.size("Ann"), judged.owes("Ann")) == (5, 1)
    # Of the cards still held nothing is forgotten when the hand did hold the card.
    held = stands("up b4\nCat b6", Cat="b6 g1 g2 g3 g5 y1")
    assert (len(held.seat("Cat").cards), held.seat("Cat").unknown) == (5, 0)


def test_card_that_stands_counts_among_its_copies():
    judged = stands("up b4\nAnn b2\nBob b2\nCat! b2", Ann="b1 b1 b3 b3 b5 b6")
    assert judged.findings == [
        ("Ann b2", "not-held", "holding"),
        ("Cat! b2", "none-left", "holding"),
    ]
    # So it does when the other copy is known to be in a hand.
    known = stands("up b4\nAnn b2\nCat! b2", Ann="b1 b1 b3 b3 b5 b6", Bob="b2")
    assert [code for _, code, _ in known.findings] == ["not-held", "none-left"]
    again = stands("up b4\nAnn b2\nBob b2\nCat! b2\nDee! b2")
    assert [code for _, code, _ in again.findings] == ["none-left", "none-left"]


def test_hand_without_cards_stays_without_cards():
    judged = hand("up b4\nB b1 b1\nB b2\nB b3", remedy=Remedy.PENALTY, **SEVEN)
    assert (judged.size("B"), judged.owes("B")) == (0, 3)


def test_word_that_is_no_colour_names_nothing():
    judged = stands("up b4\nAnn W1 one")
    assert judged.findings == [("Ann W1 one", "may-not-name", "name")]
    assert judged.table.named == ""
    assert len(stands("up b4\nAnn W1 one\nBob y3").findings) == 1


def test_card_that_cannot_exist_and_stands():
    judged = stands("up b4\nAnn b2\nBob b2\nCat! b2")
    assert judged.findings == [("Cat! b2", "none-left", "holding")]
    assert (judged.size("Cat"), judged.owes("Cat"), judged.owes("Bob")) == (5, 1, 1)


def test_unlike_cards_that_stand_count_as_the_last_of_them():
    judged = stands("up b4\nAnn b2 b3\nBob y3")
    assert judged.findings == [("Ann b2 b3", "not-identical", "together")]
    assert judged.size("Ann") == 4


def test_cards_drawn_for_nothing_that_stand():
    judged = stands("up b4\nCat draw ?")
    assert (judged.size("Cat"), judged.owes("Cat"), judged.turn) == (7, 1, "Ann")
    in_turn = stands("up b4\nAnn b+2\nBob draw 5")
    assert (in_turn.size("Bob"), in_turn.owes("Bob"), in_turn.turn) == (11, 1, "Bob")
    two = hand(
        "up b4\nBob b+2\nAnn! b+2\nBob draw 7",
        remedy=Remedy.PENALTY,
        seats="Ann Bob",
        dealer="Ann",
    )
    assert (two.size("Bob"), two.owes("Bob"), two.turn) == (14, 1, "Bob")
    beside = stands("up b4\nAnn b+2\nCat draw ?")
    assert (beside.owes("Bob"), beside.owes("Cat"), beside.turn) == (2, 1, "Bob")
    owing = stands("up b4\nAnn b2\nCat! b2\nAnn draw 2")
    assert (owing.size("Ann"), owing.owes("Ann")) == (7, 1)


def test_playing_after_the_end_never_stands():
    log = "up b4\nA b1\n" + "".join(f"{n} draw ?\n" for n in "BCDEFG") + "A b2\n"
    log += "".join(f"{n} draw ?\n" for n in "BCDEFG") + "A b3\nB b5"
    judged = hand(log, remedy=Remedy.PENALTY, **SEVEN)
    assert judged.findings == [("B b5", "hand-over", "out")]
    assert (judged.size("B"), judged.owes("B")) == (5, 0)


def test_two_illegal_plays_one_after_the_other():
    judged = hand("up b4\nCat b6\nCat b5\nAnn b2")
    assert [line for line, _, _ in judged.findings] == ["Cat b6", "Cat b5"]
    assert (judged.size("Cat"), judged.turn) == (6, "Bob")
    # Of the second it is still open which way it goes: here it stands.
    second = hand("up b4\nCat b6\nCat b5\nDee y5")
    assert [line for line, _, _ in second.findings] == ["Cat b6", "Cat b5"]
    assert (second.size("Cat"), second.owes("Cat"), second.turn) == (5, 1, "Ann")


def test_same_log_under_other_rules():
    # Holland's last-card argument: A's last card is identical to the card played right before.
    log = "up b4\nA b1\n" + "".join(f"{n} draw ?\n" for n in "BCDEFG") + "A b3\nA says one\n"
    log += "".join(f"{n} draw ?\n" for n in "BCDEF") + "G y3\nA y3\nG draw ?\nclose\n"
    judged = hand(log, "zar-holland", A="b1 b3 y3", **SEVEN)
    out = GAME.ruleset("zar-holland", {"match-out-on-turn": "goes-out"})
    comparison = compare(judged.log, [judged.log.ruleset, out])
    holland, others = comparison.replays
    # They part when A lays the last card: by Holland's feeling A must draw one.
    assert comparison.parts_at is not None
    assert judged.log.events[comparison.parts_at].cards == (2,)  # y3
    assert [f.code.value for f in holland.findings] == ["not-settled"]
    assert not others.findings
    assert others.points[0] == 0
    same = compare(judged.log, [judged.log.ruleset, judged.log.ruleset])
    assert same.parts_at is None
