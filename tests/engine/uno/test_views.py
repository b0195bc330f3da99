"""What the table shows, who may see it, and what may be done next."""

from tests.engine.uno.table import SHED, SHEDDING, table
from zarleague.engine import Remedy, Replay, observe
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import (
    ACCUSE,
    CATCH,
    CLOSE,
    DEAL,
    DRAW,
    MATCH,
    PASS,
    PLAY,
    REACT,
    RESHUFFLE,
    SAY,
    TABLE,
    UP,
    Event,
)
from zarleague.engine.games.uno import GAME
from zarleague.engine.games.uno.state import State
from zarleague.engine.view import TableView

ANN = "r1 r2 g1 g2 g3 g4 W"


def last(judged: Replay) -> State:
    log = judged.log
    state = GAME.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    for event in log.events:
        GAME.apply(state, event)
    return state


def view(judged: Replay) -> TableView:
    return GAME.view(last(judged))


def offered(judged: Replay, seat: int, kind: int) -> list[Event]:
    return [event for event in GAME.legal(last(judged), seat) if event.kind == kind]


def codes(judged: Replay, events: list[Event]) -> list[str]:
    return sorted({GAME.deck(judged.log.ruleset).codes(event.cards) for event in events})


def test_piles_turn_and_direction() -> None:
    """Three hands of seven and the first card: 86 left; after a reverse Cat is next."""
    shown = view(table("Ann rR", deals={"Ann": "rR r1 r2 r3 r4 r5 r6"}))
    assert [(pile.key, pile.size) for pile in shown.piles] == [("stock", 86), ("discard", 2)]
    assert (shown.acting, shown.direction, shown.named) == ((2,), -1, "")
    assert (len(shown.seats[0].cards), shown.seats[0].unknown, shown.seats[0].points) == (6, 0, 21)
    assert (shown.seats[1].cards, shown.seats[1].unknown, shown.seats[1].points) == ((), 7, None)


def test_named_colour_and_debt() -> None:
    shown = view(table("Ann W4 green"))
    assert shown.named == "green"
    assert [(debt.cards, debt.rule, debt.event) for debt in shown.seats[1].debts] == [
        (4, "draw-four", 4)
    ]


def test_notes() -> None:
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    forgot = view(table(f"{SHED} / Ann b4", seats=2, deals=deals))
    assert forgot.seats[0].notes == (("unsaid", "uno"),)
    out = view(table(f"{SHED} / Ann b4 UNO / Bob b9 / Ann b5", seats=2, deals=deals))
    assert (out.seats[0].notes, out.acting) == ((("out", ""),), ())
    accusable = view(table("Ann W4 red", bluff="any-playable"))
    assert accusable.seats[0].notes == (("may-be-accused", "bluff"),)
    accused = view(table("Ann W4 red / Bob accuses", bluff="any-playable"))
    assert accused.seats[0].notes == (("accused", "bluff"),)
    failed = view(table("Ann r1 / Cat! g1", interceptions="exact"))
    assert failed.seats[2].notes == (("penalty", "3"),)
    reacting = view(table("Ann BZ / Bob reacts", buzzers="on"))
    assert (reacting.seats[0].notes, reacting.acting) == ((("reacts", ""),), (0, 2))
    assert [seat.notes for seat in reacting.seats[1:]] == [(), (("reacts", ""),)]
    assert table("Ann r1").steps[3].acting == ()


def test_who_owes_at_the_end_acts() -> None:
    deals = {"Ann": f"{SHEDDING} b4 b+2"}
    events = f"{SHED} / Ann b4 UNO / Bob b9 / Ann b+2"
    judged = table(events, seats=2, deals=deals)
    assert view(judged).acting == (1,)
    assert [len(event.cards) for event in offered(judged, 1, DRAW)] == [2]
    closed = view(table(f"{events} / Bob draws 2 / close", seats=2, deals=deals))
    assert (closed.over, closed.acting) == (True, ())


def test_points_of_a_collecting_winner_wait_for_unknown_cards() -> None:
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    events = f"{SHED} / Ann b4 UNO / Bob b9 / Ann b5 / close"
    judged = table(events, seats=2, deals=deals, scoring="winner-collects")
    assert judged.points == (None, 0)
    assert GAME.entry_of(last(judged)) is None


def test_the_end_as_an_entry() -> None:
    """Bob: 8 + 1 + 2 + 3 + 5 + 6 = 25 and three points for a failed interception."""
    deals = {"Ann": f"{SHEDDING} b4 b5", "Bob": "b9 b8 y1 y2 y3 y5 y6"}
    events = f"Ann rS / Bob! y1 / {SHED.removeprefix('Ann rS / ')} / Ann b4 UNO / Bob b9 / Ann b5"
    state = last(table(events, seats=2, deals=deals, interceptions="exact"))
    entry = GAME.entry_of(state)
    assert entry is not None
    assert entry.winner == 0
    assert entry.sheets == ({}, {"cards": ["y1", "y2", "y3", "y5", "y6", "b8"], "failed": 1})
    assert GAME.check(GAME.ruleset("", {"interceptions": "exact"}), entry).points == (0, 28)
    assert GAME.points(state) == (0, 28)


def test_nobody_sees_what_others_were_dealt_or_drew() -> None:
    judged = table("Ann draws b1 / Bob r3", deals={"Ann": ANN, "Bob": "r3 y1 y2 y3 y4 y5 y6"})
    own = observe(judged.log, 6, 0)
    assert (len(own.seats[0].cards), own.seats[1].unknown) == (8, 6)
    onlooker = observe(judged.log, 6, TABLE)
    assert [(seat.cards, seat.unknown) for seat in onlooker.seats] == [((), 8), ((), 6), ((), 7)]
    assert GAME.seen_by(Event(PLAY, 1, (3,)), 0) == Event(PLAY, 1, (3,))
    assert GAME.seen_by(Event(DRAW, 1, (3, 4)), 0).cards == (UNKNOWN, UNKNOWN)


def test_what_the_table_does_next() -> None:
    """Deal clockwise from the dealer's left, turn up, close; shuffle when the pile is used up."""
    state = GAME.start(GAME.ruleset(), 3, 0, Remedy.RULED)
    assert [(e.kind, e.seat, len(e.cards)) for e in GAME.legal(state, TABLE)] == [
        (DEAL, 1, 7),
        (DEAL, 2, 7),
        (DEAL, 0, 7),
    ]
    for seat in range(3):
        GAME.apply(state, Event(DEAL, seat, (UNKNOWN,) * 7))
    assert GAME.legal(state, TABLE) == [Event(UP, cards=(UNKNOWN,))]
    GAME.apply(state, Event(UP, cards=(9,)))
    assert GAME.legal(state, TABLE) == []
    GAME.apply(state, Event(PLAY, 1, (8,)))
    state.stock = 0
    assert GAME.legal(state, TABLE) == [Event(RESHUFFLE)]
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    done = table(f"{SHED} / Ann b4 UNO / Bob b9 / Ann b5", seats=2, deals=deals)
    assert GAME.legal(last(done), TABLE) == [Event(CLOSE)]
    closed = table(f"{SHED} / Ann b4 UNO / Bob b9 / Ann b5 / close", seats=2, deals=deals)
    assert GAME.legal(last(closed), TABLE) == []


def test_what_a_seat_may_play() -> None:
    """On a red nine: two red cards, a wild or draw four in four colours, or one card to draw."""
    for wild in ("W", "W4"):
        hand = ANN.replace("W", wild)
        judged = table("left Ann " + hand, deals={"Ann": hand})
        plays = offered(judged, 0, PLAY)
        assert codes(judged, plays) == [wild, "r1", "r2"]
        assert len(plays) == 6
    assert offered(judged, 0, DRAW) == [Event(DRAW, 0, (UNKNOWN,))]
    assert offered(judged, 0, PASS) == []
    assert GAME.legal(last(judged), 1) == []


def test_a_hand_nobody_knows_may_play_whatever_is_left() -> None:
    """Of 25 red cards the nines beside: all but the red zero that Ann holds."""
    judged = table("Ann r1", deals={"Ann": "r0 r1 g1 g2 g3 g4 g5"})
    assert "r0" not in codes(judged, offered(judged, 1, PLAY))
    assert "r2" in codes(judged, offered(judged, 1, PLAY))


def test_after_drawing() -> None:
    """She may pass, or Bob simply goes on."""
    judged = table("Ann draws r5", deals={"Ann": ANN})
    assert codes(judged, offered(judged, 0, PLAY)) == ["r5"]
    assert offered(judged, 0, PASS) == [Event(PASS, 0)]
    assert offered(judged, 1, DRAW) == [Event(DRAW, 1, (UNKNOWN,))]


def test_debts_may_be_paid_one_by_one_or_together() -> None:
    """Ann owes four for a forgotten "uno" and two for Bob's draw two."""
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    judged = table(f"{SHED} / Ann b4 / Bob catches Ann / Bob b+2", seats=2, deals=deals)
    assert [len(event.cards) for event in offered(judged, 0, DRAW)] == [2, 4, 6]


def test_a_short_pile_is_drawn_to_its_end() -> None:
    state = last(table("Ann W4 red"))
    for pile, counts in ((4, [4]), (0, [])):
        state.stock = pile
        assert [len(e.cards) for e in GAME.legal(state, 1) if e.kind == DRAW] == counts
    state.stock = 3
    assert [len(e.cards) for e in GAME.legal(state, 1) if e.kind == DRAW] == [3]
    GAME.apply(state, Event(DRAW, 1, (UNKNOWN,) * 3))
    assert state.findings == []
    assert (state.owed[1], [debt.cards for debt in state.debts[1]]) == (1, [1])


def test_talk_that_is_offered() -> None:
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    judged = table(f"{SHED} / Ann b4", seats=2, deals=deals)
    assert offered(judged, 1, CATCH) == [Event(CATCH, 1, other=0)]
    assert len(offered(judged, 0, SAY)) == 1
    two = table(SHED, seats=2, deals=deals)
    assert {event.said for event in offered(two, 0, PLAY)} == {(), ("UNO",)}
    accusable = table("Ann W4 red", bluff="any-playable")
    assert offered(accusable, 1, ACCUSE) == [Event(ACCUSE, 1)]
    assert offered(accusable, 2, ACCUSE) == []
    buzzer = table("Ann BZ", buzzers="on")
    assert [len(offered(buzzer, seat, REACT)) for seat in range(3)] == [1, 1, 1]


def test_interceptions_and_swaps_that_are_offered() -> None:
    deals = {"Cat": "r7 g1 g2 g3 g4 g5 g6"}
    judged = table("Ann r7 Bob", deals=deals, interceptions="exact", zero_seven="on")
    assert [event.other for event in offered(judged, 2, MATCH)] == [0, 1]
    last_wild = {"Ann": f"{SHEDDING} b4 W"}
    wild = table(f"{SHED} / Ann b4 UNO / Bob b9", seats=2, deals=last_wild)
    assert len(offered(wild, 0, PLAY)) == 5


def test_a_copy_lives_its_own_life() -> None:
    state = last(table("Ann r+2", deals={"Ann": "r+2 r1 g1 g2 g3 g4 W"}))
    twin = state.copy()
    GAME.apply(twin, Event(DRAW, 1, (UNKNOWN, UNKNOWN)))
    GAME.apply(twin, Event(PLAY, 1, (2,)))
    assert (state.owed[1], state.turn, len(state.discard), state.index) == (2, 1, 2, 5)
    assert (twin.owed[1], twin.turn, len(twin.discard), twin.index) == (0, 2, 3, 7)
    assert state.hands.hand_size(1) == 7
