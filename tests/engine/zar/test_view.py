"""The view of a hand, and what each viewer saw of it."""

from tests.engine.zar.hands import GAME, hand
from zarleague.engine import Remedy, observe, read, replay
from zarleague.engine.entry import Entry
from zarleague.engine.event import TABLE
from zarleague.engine.view import Debt


def state_of(judged):
    state = GAME.start(judged.log.ruleset, len(judged.log.seats), judged.log.dealer, Remedy.RULED)
    for event in judged.log.events:
        GAME.apply(state, event)
    return state


def test_debts_name_their_rule_and_event():
    judged = hand("up b4\nAnn b+2\nCat! b+2")
    assert judged.seat("Ann").debts == (Debt(1, "match", 6),)
    assert judged.seat("Dee").debts == (Debt(4, "draw-two", 5),)
    rules = {name: GAME.rules[name] for name in ("match", "draw-two")}
    assert all(rules.values())


def test_draw_two_debt_dates_from_its_first_card():
    again = hand("up b4\nAnn b+2\nBob draw 2\nCat! b+2")
    assert again.seat("Dee").debts == (Debt(2, "draw-two", 7),)


def test_piles_turn_and_what_was_named():
    table = hand("up b4\nAnn W1 green\nDee draw ?").table
    assert [(pile.key, pile.size) for pile in table.piles] == [("stock", 37), ("discard", 2)]
    assert table.piles[1].cards == (21, 27)
    assert (table.acting, table.direction, table.named, table.over) == ((1,), 1, "green", False)


def test_nobody_acts_before_the_start_and_after_the_end():
    assert hand("").table.acting == ()
    assert hand("up b4\nAnn b2\nclose").table.acting == ()
    assert hand("up b4\nAnn b2\nclose").table.over


def test_notes_say_who_has_one_card_and_who_is_out():
    two = {"seats": "Ann Bob", "dealer": "Bob"}
    cards = ["b1", "b3", "b5", "b6", "b2", "g2", "g3", "g5"]
    log = "up b4\n" + "Bob draw ?\n".join(f"Ann {card}\n" for card in cards[:7])
    assert hand(log, **two).seat("Ann").notes == (("unsaid", "one"),)
    log += "Ann says one\n"
    assert hand(log, **two).seat("Ann").notes == (("said", "one"),)
    log += "Bob draw ?\nAnn g5\n"
    assert hand(log, **two).seat("Ann").notes == (("out", ""),)
    assert hand(log, **two).table.acting == ()


def test_who_is_dealt_one_card_need_not_say_so_before_the_hand_begins():
    dealt = read("game zar\nseats Ann Bob\ndeal Ann b1")
    assert replay(dealt, steps=True).steps[-1].seats[0].notes == ()


def test_viewers_see_their_own_cards_and_what_lies_open():
    judged = hand("up b4\nAnn draw y1\nBob draw y2\nvincent Ann y3", Ann="b1 b2", Bob="g1 g2")
    ann = observe(judged.log, 8, 0)
    # Two named when dealt, one drawn and one Vincent card; of Bob's nothing.
    assert (len(ann.seats[0].cards), ann.seats[1].cards) == (4, ())
    onlooker = observe(judged.log, 8, TABLE)
    assert [seat.cards for seat in onlooker.seats] == [()] * 4
    assert [seat.unknown for seat in onlooker.seats] == [8, 7, 6, 6]


def test_entry_of_a_hand_whose_cards_are_all_known():
    two = {"seats": "Ann Bob", "dealer": "Bob"}
    judged = hand(
        "up b4\nAnn b1\nclose",
        Ann="b1 b1 b2 b2 b3 b3 b5 b5",
        Bob=" ".join(["g1"] * 2 + ["g2"] * 2 + ["g3"] * 2 + ["W1", "X1"]),
        **two,
    )
    entry = GAME.entry_of(state_of(judged))
    assert entry == Entry(
        "cards",
        (
            {"cards": ["b1", "b2", "b2", "b3", "b3", "b5", "b5"]},
            {"cards": ["g1", "g1", "g2", "g2", "g3", "g3", "W1", "X1"]},
        ),
        None,
    )
    assert judged.points == {"Ann": 7, "Bob": 15}
    assert (judged.seat("Ann").points, judged.seat("Bob").points) == (7, 15)
    assert GAME.entry_of(state_of(hand("up b4"))) is None
    one = hand("up b4", Ann="b1 b1 b2 b2 b3 b3 b5 b5", **two)
    assert GAME.entry_of(state_of(one)) is None


def test_copies_are_independent():
    state = state_of(hand("up b4\nAnn b2\nCat! b2\nBob b6"))
    assert state.alternatives
    twin = state.copy()
    twin.settle(0, 1)
    twin.hands.give(0, 1)
    twin.discard.append(1)
    assert twin.alternatives
    assert (state.owed[0], state.hands.hand_size(0), len(state.discard)) == (1, 5, 3)
    assert twin.alternatives[0] is not state.alternatives[0]
