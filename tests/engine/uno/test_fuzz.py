"""Random text, mutated hands and random events are judged without an exception."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.conformance import check_findings_can_be_told
from tests.sampling import tries
from zarleague.engine import NotALog, Remedy, Verdict, read, replay, write
from zarleague.engine.event import KINDS, MATCH, PLAY, TABLE, UP, Event
from zarleague.engine.games.uno import GAME
from zarleague.engine.games.uno.state import State

HANDS = [path.read_text() for path in sorted((Path(__file__).parent / "hands").glob("*.txt"))]
WORDS = [
    *("Ann", "Bob", "Cat", "Ann!", "Bob!", "r1", "r5", "y7", "rS", "rR", "r+2", "W", "W4", "BZ"),
    *("?", "2", "4", "green", "red", "UNO", "uno", "last", "deal", "up", "draws", "passes"),
    *("says", "catches", "accuses", "reacts", "penalty", "close", "left", "reshuffle"),
]
lines = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
options = st.fixed_dictionaries(
    {
        option.key: st.sampled_from([value for value, _ in option.choices])
        for option in GAME.options
        if option.choices
    }
)
small = st.integers(-3, 60)
events = st.builds(
    Event,
    kind=st.integers(0, KINDS - 1),
    seat=st.integers(-2, 5),
    cards=st.lists(st.integers(-2, 58), max_size=8).map(tuple),
    name=st.integers(-2, 8),
    other=st.integers(-2, 5),
    more=st.lists(small, max_size=2).map(tuple),
    said=st.lists(st.sampled_from(["UNO", "DOS"]), max_size=2).map(tuple),
)
remedies = st.sampled_from(list(Remedy))


def judge(text: str, remedy: Remedy) -> None:
    """It is judged without an exception, and what was read can be written."""
    log = read(text)
    judged = replay(log, remedy=remedy, steps=True)
    assert len(judged.verdicts) == len(log.events)
    assert len(judged.steps) == len(log.events) + 1
    if not log.problems:
        assert read(write(log)) == log
    assert len(judged.points) == len(log.seats)
    check_findings_can_be_told(GAME, judged.findings)


@tries(150)
@given(st.lists(lines, max_size=25), remedies)
def test_random_text(text: list[str], remedy: Remedy) -> None:
    judge("game uno\nseats Ann Bob Cat\n" + "\n".join(text), remedy)


@tries(50)
@given(st.text())
def test_any_text(text: str) -> None:
    try:
        read(text)
    except NotALog:
        return


@tries(200)
@given(st.sampled_from(HANDS), st.data(), remedies)
def test_mutated_hands(hand: str, data: st.DataObject, remedy: Remedy) -> None:
    """Lines left out, doubled, exchanged or replaced by nonsense."""
    text = [line for line in hand.splitlines() if not line.startswith(";")]
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(3, len(text) - 1))
        other = data.draw(st.integers(3, len(text) - 1))
        match data.draw(st.sampled_from(["drop", "double", "swap", "nonsense"])):
            case "drop" if len(text) > 5:
                del text[place]
            case "double":
                text.insert(place, text[place])
            case "swap":
                text[place], text[other] = text[other], text[place]
            case _:
                text[place] = data.draw(lines)
    judge("\n".join(text), remedy)


def finds_no_fault(state: State, event: Event) -> bool:
    """Whether nothing is found on an event. What was open about earlier ones may be settled by it,
    where it plays a card that nobody knew the hand to hold."""
    twin = state.copy()
    GAME.apply(twin, event)
    if len(twin.findings) != len(state.findings):
        return False
    held = state.hands.held[state.hand_of[event.seat]]
    shows = event.kind in (PLAY, MATCH) and not held[event.cards[0]]
    for before, after in zip(state.findings, twin.findings, strict=True):
        settled = before._replace(verdict=after.verdict, decided=state.index)
        was_open = before.verdict is Verdict.UNKNOWN is not after.verdict
        if after != before and not (shows and was_open and after == settled):
            return False
    return True


@tries(200)
@given(st.lists(events, max_size=40), options, remedies)
def test_random_events(found: list[Event], values: dict[str, str], remedy: Remedy) -> None:
    """No exception, no negative pile or hand, and every debt in the sum; what is offered afterwards
    is legal."""
    ruleset = GAME.ruleset("", values)
    state = GAME.start(ruleset, 4, 1, remedy)
    for seat in range(4):
        GAME.apply(state, Event(0, seat, (-1,) * 7))
    GAME.apply(state, Event(1, cards=(9,)))
    for event in found:
        GAME.apply(state, event)
        assert state.stock >= 0
        assert min(state.hands.unseen) >= 0
        assert min(state.hands.unknown) >= 0
        for seat in range(4):
            assert state.owed[seat] == sum(debt.cards for debt in state.debts[seat])
    check_findings_can_be_told(GAME, state.findings)
    GAME.view(state)
    GAME.entry_of(state)
    for seat in range(TABLE, 4):
        for event in GAME.legal(state, seat):
            assert event.kind == UP or finds_no_fault(state, event)
