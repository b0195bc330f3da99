"""What is offered to whom: worked by hand; agreement with ``apply`` is the conformance kit's."""

from tests.engine.zar.hands import GAME, hand
from zarleague.engine import Remedy
from zarleague.engine.event import TABLE
from zarleague.engine.log import event_line


def offered(judged, name=None):
    """The lines offered to a seat (or the table) after the hand so far."""
    log = judged.log
    state = GAME.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    for event in log.events:
        GAME.apply(state, event)
    seat = TABLE if name is None else log.seats.index(name)
    return sorted(event_line(event, log) for event in GAME.legal(state, seat))


def test_player_in_turn():
    judged = hand("up b4", Ann="b1 g4 g4 y5 W1 b4")
    assert offered(judged, "Ann") == sorted(
        [
            "Ann b1",
            "Ann g4",
            "Ann g4 g4",
            "Ann W1 yellow",
            "Ann W1 green",
            "Ann W1 blue",
            "Ann b4",
            "Ann! b4",
            "Ann draw ?",
        ]
    )


def test_others_may_match_only():
    assert offered(hand("up b4", Cat="b4 b1 b1 g4 g4 y5"), "Cat") == ["Cat b4", "Cat! b4"]
    assert offered(hand("up b4", Cat="g1 b1 b1 g4 g4 y5"), "Cat") == []


def test_cards_that_may_be_held_are_offered():
    # Of Cat's six cards none is known: b4 may be among them, once.
    assert offered(hand("up b4"), "Cat") == ["Cat b4", "Cat! b4"]
    after_both = offered(hand("up b4\nAnn b2\nBob b2"), "Cat")
    assert {"Cat y2", "Cat y2 y2", "Cat b6 b6"} <= {*after_both}
    assert "Cat b2" not in after_both


def test_cards_known_and_cards_that_may_be_held_go_together():
    lines = offered(hand("up b4", Ann="g4"), "Ann")
    assert {"Ann g4", "Ann g4 g4", "Ann y4 y4"} <= {*lines}
    # As many as the hand holds: three.
    names = {"seats": "A B C D E F G", "dealer": "G"}
    every = offered(hand("up bMo", "zar-chameleon deal=10-minus-players", **names), "A")
    assert max(line.count("Su") + line.count("Ch") for line in every) == 3


def test_nothing_is_offered_that_one_unknown_card_cannot_be_at_once():
    # One of Ann's cards is unknown: it may be the twin of the moon or a Chameleon, not both.
    rules = "zar-clay chameleon=on"
    lines = offered(hand("up bMo", rules, Ann="rCl rGa yCl yGa yLi"), "Ann")
    assert {"Ann bMo", "Ann Ch"} <= {*lines}
    assert not {"Ann bMo Ch", "Ann Ch bMo", "Ann bMo bMo", "Ann Ch Ch"} & {*lines}
    # Nor with a card that is known: the unknown one goes along with it.
    known = offered(hand("up bMo", rules, Ann="bSu rGa yCl yGa yLi"), "Ann")
    assert {"Ann bSu Ch", "Ann bSu bSu"} <= {*known}
    assert not {"Ann bSu bSu Ch", "Ann bSu Ch Ch"} & {*known}


def test_after_a_reshuffle_only_what_a_hand_can_have_is_offered():
    # b4, b5, b6 and b1 were shuffled in, and the other copies of b1 and b5 are known to be A's. B
    # has drawn nothing since; once he has, he may have drawn one of them.
    two = {"seats": "A B", "dealer": "B", "A": "b1 b1 b5 b5"}
    draws = "".join(f"{'A' if n % 2 == 0 else 'B'} draw ?\n" for n in range(45))
    log = f"up b4\nA b5\nB b6\nA b1\nB b2\n{draws}reshuffle\n"
    before = offered(hand(log, **two), "B")
    assert {"B b4", "B b6"} <= {*before}
    assert not {"B b1", "B b5"} & {*before}
    assert {"B b1", "B b5"} <= {*offered(hand(log + "B draw ?\nA draw ?", **two), "B")}
    assert "B b1 b5" not in before


def test_one_whole_debt_at_a_time_is_offered_where_that_is_the_rule():
    two = {"seats": "Ann Bob", "dealer": "Ann", "Bob": "g1 g1 g2 g2 g3 g3 g5 b+2"}
    log = "up b4\nBob b+2\nAnn! b+2"
    lines = offered(hand(log, "zar-holland debts-in-parts=forbidden", **two), "Bob")
    assert [line for line in lines if "draw" in line] == ["Bob draw 5", "Bob draw 6", "Bob draw ?"]


def test_chameleons_go_along_on_top_or_below():
    # "if Player 3 placed a Chameleon on top of the Playpile".
    rules = "zar-clay chameleon=on"
    lines = offered(hand("up bMo", rules, Ann="bSu Ch rCl rGa yCl yGa"), "Ann")
    assert {"Ann bSu Ch", "Ann Ch bSu", "Ann Ch", "Ann! Ch"} <= {*lines}
    # "It can only be played in turn, except to match another Chameleon card."
    held = {"Cat": "Ch rCl rGa yCl yGa yGa"}
    assert offered(hand("up bMo", rules, **held), "Cat") == []
    assert offered(hand("up bMo\nAnn Ch", rules, **held), "Cat") == ["Cat Ch", "Cat! Ch"]


def test_after_somebody_went_out_only_a_match_reopens_the_hand():
    # "a Chameleon card can not be played to resume the hand, except if it is played as a match on
    # another Chameleon on the top of the Playpile".
    draws = "".join(f"{name} draw ?\n" for name in "BCDEFG")
    seven = {"seats": "A B C D E F G", "dealer": "G", "B": "bLi Ch rCl"}
    log = f"up bMo\nA bSu\n{draws}A bCl\n{draws}"
    rules = "zar-clay chameleon=on"
    real = hand(log + "A bLi", rules, **seven)
    assert [line for line in offered(real, "B") if "draw" not in line] == ["B bLi", "B! bLi"]
    chameleon = hand(log + "A Ch", rules, **seven)
    assert {"B Ch", "B! Ch"} <= {*offered(chameleon, "B")}
    assert offered(chameleon) == ["close"]
    # What the last card makes B owe is drawn before the hand is closed.
    assert offered(hand(log + "A bWa", rules, **seven)) == []
    assert offered(hand(log + "A bWa\nB draw 2", rules, **seven)) == ["close"]


def test_own_twin_is_offered_after_a_round_only_when_nothing_is_owed():
    log = "up b4\nAnn b2\nBob draw ?\nCat draw ?\nDee draw ?"
    held = {"Ann": "b2 b2 g1 g3 g5 y1"}
    assert "Ann b2" in offered(hand(log, **held), "Ann")
    early = log.replace("Bob draw ?", "Bob draw ?\nAnn draw ?")
    owing = hand(early, "zar-holland illegal-play=vincent", **held)
    assert offered(owing, "Ann") == ["Ann draw 2", "Ann draw ?", "vincent Ann ?"]


def test_owing_for_draw_twos():
    judged = hand("up b4\nAnn b+2", Bob="b1 b4 g+2 y+2 y1 W1")
    assert offered(judged, "Bob") == sorted(
        ["Bob g+2", "Bob y+2", "Bob draw ?", "Bob draw 2", "Bob draw 3"]
    )


def test_owing_for_a_match_out_of_turn():
    judged = hand("up b4\nAnn b2\nCat! b2", Ann="b2 b1 b1 g1 g3 g5")
    assert offered(judged, "Ann") == ["Ann draw ?"]


def test_table_deals_turns_up_reshuffles_and_closes():
    start = GAME.start(GAME.ruleset(), 2, 0, Remedy.RULED)
    assert [(e.kind, e.seat, len(e.cards)) for e in GAME.legal(start, TABLE)] == [
        (0, 0, 8),
        (0, 1, 8),
    ]
    assert GAME.legal(start, 0) == []
    two = {"seats": "Ann Bob", "dealer": "Ann"}
    assert offered(hand("", **two)) == ["up ?"]
    assert offered(hand("up b4", **two)) == []
    draws = "".join(f"{'Bob' if n % 2 == 0 else 'Ann'} draw ?\n" for n in range(45))
    assert offered(hand(f"up b4\n{draws}", **two)) == ["close"]
    assert offered(hand(f"up b4\nBob b5\nAnn b6\n{draws}", **two)) == ["reshuffle"]
    one = draws.replace("Bob", "Cat").replace("Ann", "Bob").replace("Cat", "Ann")
    assert offered(hand(f"up b4\nBob b5\n{one}", **two)) == ["reshuffle"]
    assert offered(hand(f"up b4\n{draws}close", **two)) == []


def test_nothing_is_offered_in_doubt():
    judged = hand("up b4\nAnn ?")
    assert [offered(judged, name) for name in (None, "Ann", "Bob")] == [[], [], []]


def test_silence_can_be_asked_about():
    log = "up b4\n" + "Ann b1\nBob draw ?\nAnn b3\nBob draw ?\nAnn b5\nBob draw ?\nAnn b6\n"
    log += "Bob draw ?\nAnn b2\nBob draw ?\nAnn g2\nBob draw ?\nAnn g3\n"
    two = {"seats": "Bob Ann", "dealer": "Bob"}
    judged = hand(log, **two)
    assert judged.size("Ann") == 1
    assert "Bob asks Ann" in offered(judged, "Bob")
    assert "Ann says one" in offered(judged, "Ann")
    assert "Bob catches Ann" not in offered(judged, "Bob")
    caught = hand(log, "zar-holland last-card-trigger=any-catch", **two)
    assert "Bob catches Ann" in offered(caught, "Bob")
    assert "Bob asks Ann" not in offered(hand(log + "Ann says one", **two), "Bob")


def test_vincent_card_is_offered_to_the_offender():
    judged = hand("up b4\nCat b6", "zar-holland illegal-play=vincent", Cat="b6 g1 g2 g3 g5 y1")
    assert offered(judged, "Cat") == ["Cat draw ?", "vincent Cat ?"]
    assert "vincent Dee ?" not in offered(judged, "Dee")
    # Without a card to draw it waits.
    state = GAME.start(judged.log.ruleset, 4, judged.log.dealer, Remedy.RULED)
    for event in judged.log.events:
        GAME.apply(state, event)
    state.stock = 0
    assert [event.kind for event in GAME.legal(state, 2)] == []


def test_declarations_are_offered_where_they_are_required():
    judged = hand(
        "up bMo",
        "zar-multideck declarations=required",
        Ann="bSu bSu bWa D1 yCl yCl rCl rGa rGa ySt",
    )
    lines = offered(judged, "Ann")
    assert {"Ann bSu", "Ann bSu bSu DOUBLE", "Ann bWa DRAW 2", "Ann D1 moon MOONS"} <= {*lines}
    rules = "zar-multideck declarations=required"
    assert "Ann bMo MATCH" in offered(hand("up bMo", rules), "Ann")
    assert "Cat! bMo bMo MATCH-DOUBLE" in offered(hand("up bMo", rules), "Cat")
    assert "Dee! bMo DOUBLE" in offered(hand("up bMo", rules), "Dee")


def test_only_the_drawn_card_is_offered_after_drawing():
    rules = "zar-holland play-drawn-card=yes"
    judged = hand("up b4\nAnn draw b6", rules, Ann="b1 g1 g2 g3 g5 y1")
    assert offered(judged, "Ann") == ["Ann b6"]
    misfit = hand("up b4\nAnn draw y6", rules, Ann="b1 g1 g2 g3 g5 y1")
    assert offered(misfit, "Ann") == []
    # Nobody saw which card it was: nothing is certain, so nothing is offered.
    unseen = hand("up b4\nAnn draw ?", rules, Ann="b1 g1 g2 g3 g5 y1")
    assert offered(unseen, "Ann") == ["Ann b4", "Ann! b4"]
    yellow = hand("up y4\nAnn draw ?", rules, Ann="b1 g1 g2 g3 g5 y1")
    assert offered(yellow, "Ann") == ["Ann y4", "Ann! y4"]
    # It is that one card which may be played, not its twin with it; and it is offered once.
    twins = hand("up b4\nAnn draw b6", rules, Ann="b6 g1 g2 g3 g5 y1")
    assert offered(twins, "Ann") == ["Ann b6"]
    match = hand("up b4\nAnn draw b4", rules, Ann="b6 g1 g2 g3 g5 y1")
    assert offered(match, "Ann") == ["Ann b4", "Ann! b4"]


def test_passing_is_offered_only_without_a_play_where_that_is_the_rule():
    rules = "zar-holland voluntary-draw=only-if-no-play"
    assert "Ann draw ?" not in offered(hand("up b4", rules, Ann="b1 g1 g2 g3 g5 y1"), "Ann")
    assert offered(hand("up b4", rules, Ann="y1 g1 g2 g3 g5 y1"), "Ann") == ["Ann draw ?"]
    owing = hand("up b4\nDee draw ?\nAnn b+2", rules, Bob="y1 g1 g2 g3 g5 y1")
    assert offered(owing, "Bob") == ["Bob draw 2", "Bob draw ?"]


def test_drawn_card_is_offered_on_its_twin():
    rules = "zar-holland play-drawn-card=yes"
    # Ann's own b2 is still on top when she draws the other.
    log = "up b4\nAnn b2\nBob draw ?\nCat draw ?\nDee draw ?\nAnn draw b2"
    held = {"Ann": "b2 g1 g1 g3 g5 y1"}
    assert offered(hand(log, rules, **held), "Ann") == ["Ann b2", "Ann! b2"]
    strict = rules + " self-match-after-round=forbidden"
    assert offered(hand(log, strict, **held), "Ann") == []


def test_drawn_chameleon_is_offered():
    rules = "zar-clay chameleon=on play-drawn-card=yes"
    judged = hand("up bMo\nAnn draw Ch", rules, Ann="ySu ySu yCl yCl yGa yGa")
    assert offered(judged, "Ann") == ["Ann Ch", "Ann! Ch"]
    assert not hand("up bMo\nAnn draw Ch\nAnn Ch", rules).findings
