"""Slips of the pen in Uno: after one wrong line, only that line has a finding.

Each hand is legal but for one line that was left out, mistyped or given to the wrong player. The
finding is on that line, or on the first line that shows it, and there are no others.
"""

from dataclasses import replace
from random import Random

import pytest

from tests.engine import conformance
from tests.engine.uno.table import SHED, SHEDDING, found, points, table
from zarleague.engine import Log, Remedy, Verdict, replay
from zarleague.engine.games.uno import GAME
from zarleague.engine.games.uno.state import MOST_READINGS

HANDS = {
    "Ann": "r1 r2 g3 g4 b5 b6 W",
    "Bob": "r3 g2 g5 b1 y1 y2 W4",
    "Cat": "g6 b2 b3 y3 y4 rS r+2",
}


@pytest.mark.parametrize(
    ("events", "faults"),
    [
        # Bob's card is missing, and Bob's turn with it.
        ("Ann r1 / Cat rS / Bob r3", [("Cat rS", "out-of-turn")]),
        # Ann's draw is missing: she passes, or Bob goes on.
        ("Ann passes / Bob r3 / Cat rS / Bob W4 red", [("Ann passes", "not-allowed")]),
        # Bob's two for the draw two are missing.
        ("Ann r1 / Bob r3 / Cat r+2 / Ann r2 / Bob g2", [("Ann r2", "must-settle")]),
        # A draw two is missing: Bob draws for it all the same.
        ("Ann r1 / Bob draws 2 / Bob r3", [("Bob draws 2", "wrong-count")]),
    ],
)
def test_a_line_left_out(events: str, faults: list[tuple[str, str]]) -> None:
    assert found(table(events, deals=HANDS)) == faults


def test_a_reshuffle_left_out() -> None:
    """Ann cannot draw from a stock that is used up: the cards played were shuffled before."""
    state = GAME.start(GAME.ruleset(), 2, 1, Remedy.RULED)
    log = table("Ann r1 / Bob r2 / Ann r3 / Bob draws ? / Bob passes / Ann r4", seats=2).log
    for event in log.events[:6]:
        GAME.apply(state, event)
    state.stock = 0
    for event in log.events[6:]:
        GAME.apply(state, event)
    assert [finding.code for finding in state.findings] == ["supply-empty"]


def test_a_deal_left_out() -> None:
    """Nobody noted what Bob was dealt: the first card shows it, and the rest is judged."""
    log = table("Ann r1 / Bob r3 / Cat rS / Bob g2", deals=HANDS).log
    without = replay(replace(log, events=log.events[:1] + log.events[2:], lines=()))
    assert found(without) == [("up r9", "not-started"), ("Bob g2", "does-not-fit")]


@pytest.mark.parametrize("line", ["Ann r1", "Bob r3", "Cat rS", "deal Ann 7", "up r9"])
def test_a_line_written_twice(line: str) -> None:
    """The second one is found, and nothing comes of it."""
    log = table("Ann r1 / Bob r3 / Cat rS / Bob W4 green", deals=HANDS).log
    place = {"Ann r1": 4, "Bob r3": 5, "Cat rS": 6, "deal Ann 7": 0, "up r9": 3}[line]
    twice = (*log.events[: place + 1], *log.events[place:])
    judged = replay(replace(log, events=twice, lines=()))
    assert [finding.event for finding in judged.findings] == [place + 1]
    assert judged.points == replay(log).points


def test_the_wrong_player() -> None:
    """It was Bob who played the red three, not Cat, who has none."""
    judged = table("Ann r1 / Cat r3 / Cat rS / Bob g2", deals=HANDS)
    assert found(judged) == [("Cat r3", "out-of-turn"), ("Bob g2", "does-not-fit")]


def test_a_card_mistyped() -> None:
    """Bob has no red four. Whatever it was, Cat's turn came; whether the skip fits on it cannot be
    known."""
    judged = table("Ann r1 / Bob r4 / Cat rS / Bob g2 / Cat g6", deals=HANDS)
    assert found(judged)[0] == ("Bob r4", "not-held")
    assert all(event != "Cat g6" for event, _ in found(judged))


def test_a_draw_four_mistyped() -> None:
    """The green three does not fit; Bob draws four for it, so it was a draw four."""
    judged = table("Ann g3 blue / Bob draws 4 / Bob b1 / Cat b2")
    illegal = [event for event, code in found(judged) if not code.startswith("?")]
    assert illegal == ["Ann g3 blue"]


def test_a_number_mistyped_as_a_draw_two() -> None:
    """Nobody draws for Ann's draw two. The cards Bob has left show whether a line is missing or it
    was another card: seven but for one, or those and two."""
    for left in ("? ? ? ? ? ?", "? ? ? ? ? ? ? ?"):
        judged = table(f"Ann r+2 / Bob r3 / Cat r4 / left Bob {left}")
        assert found(judged) == [("Bob r3", "must-settle")]


def test_a_hand_counted_wrongly() -> None:
    """Ann says that she has one card, but by the log it is three: two of her cards are missing in
    it, and the next one she plays is her last."""
    draws = "Ann draws ? / Ann passes / Bob b1 / Ann b2 / Ann says uno / Bob b3 / Ann b4 / close"
    judged = table(f"Ann rS / Ann yS / Ann gS / Ann bS / Ann says uno / {draws}", seats=2)
    assert found(judged) == [("Ann says uno", "false-claim")]


def test_an_illegal_card_that_nobody_minded() -> None:
    """The green three does not fit on the red nine; but Bob plays a green card on it."""
    judged = table("Ann g3 / Bob g2 / Cat g6", deals=HANDS)
    assert found(judged) == [("Ann g3", "does-not-fit")]
    taken_back = table("Ann g3 / Ann r1 / Bob r3", deals=HANDS)
    assert found(taken_back) == [("Ann g3", "does-not-fit")]
    # What somebody wants to know under one remedy is judged under that one.
    unwound = table("Ann g3 / Bob g2", deals=HANDS, remedy=Remedy.UNWIND)
    assert found(unwound) == [("Ann g3", "does-not-fit"), ("Bob g2", "out-of-turn")]


def test_an_illegal_event_stays_illegal() -> None:
    """What follows shows what was done, not that it was right."""
    for then in ("Bob g2", "Ann r1"):
        judged = table(f"Ann g3 / {then}", deals=HANDS)
        assert judged.verdicts[4] is Verdict.ILLEGAL


@pytest.mark.parametrize("illegal_play", ["unwind", "stands-draw-2"])
def test_a_card_drawn_although_another_could_be_played(illegal_play: str) -> None:
    """Ann could have played her red one, so she may not draw. Nobody noticed: she passes, and plays
    the card she drew when her turn comes again."""
    judged = table(
        "Ann draws r7 / Ann passes / Bob r3 / Cat r+2 / Ann draws 2 / Ann r7",
        deals=HANDS,
        voluntary_draw_max="0",
        illegal_play=illegal_play,
    )
    assert found(judged) == [("Ann draws r7", "could-have-played")]


def test_three_draws_that_nobody_minded() -> None:
    """Ann holds a wild draw four, so none of her three draws is allowed; nothing else is wrong.
    The card of the second is one she held besides, and those of the others are played later."""
    judged = table(
        "Ann draws g5 / Ann passes / Bob r1 / Ann draws W4 / Ann W4 green / Bob draws 4 / Bob g1"
        " / Ann g5 / Bob g2 / Ann draws y3 / Ann passes / Bob g3 / Ann W4 yellow / Bob draws 4"
        " / Bob y1 / Ann y3",
        seats=2,
        deals={"Ann": "W4 b0 b4 b6 b6 b7 b8", "Bob": "r1 g1 g2 g3 y1 y2 r2"},
        voluntary_draw_max="0",
    )
    could = "could-have-played"
    assert found(judged) == [
        ("Ann draws g5", could),
        ("Ann draws W4", could),
        ("Ann draws y3", could),
    ]


def test_a_card_that_was_drawn_is_not_missing_because_playing_it_is_illegal_too() -> None:
    """Ann holds a yellow card, so she may neither draw on yellow nor play the wild draw four she
    drew (option of Mattel's); but she has it."""
    judged = table(
        "Ann draws W4 / Ann W4 red / Bob draws 4",
        up="y9",
        seats=2,
        deals={"Ann": "y1 b0 b4 b6 b6 b7 b8", "Bob": "r1 g1 g2 g3 y1 y2 r2"},
        voluntary_draw_max="0",
        wild_draw_four="only-if-no-colour",
    )
    could = "could-have-played"
    assert found(judged) == [("Ann draws W4", could), ("Ann W4 red", could)]


def test_an_accusation_ruled_wrongly() -> None:
    """Ann could play nothing but her wild draw four, so Bob owes six for accusing her. The table
    ruled otherwise: Ann draws four, and Bob goes on."""
    judged = table(
        "Ann W4 yellow / Bob accuses / Ann draws 4 / Bob y1 / Ann y8",
        seats=2,
        deals={"Ann": "W4 b0 b4 b6 b6 b7 y8", "Bob": "r1 g1 g2 g3 y1 y2 r2"},
        bluff="any-playable",
        bluff_penalty="four-and-six",
    )
    assert found(judged) == [("Ann draws 4", "nothing-owed")]


def test_a_catch_that_was_not_noted() -> None:
    """Ann draws four although nobody is said to have caught her."""
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    judged = table(f"{SHED} / Ann b4 / Ann draws 4 / Bob b9", seats=2, deals=deals)
    assert len(found(judged)) == 1


def test_points_after_a_card_that_stood() -> None:
    """Ann keeps r1 r2 g4 b5 b6 and the wild: 1 + 2 + 4 + 5 + 6 + 50."""
    assert points(table("Ann g3 / Bob g2", deals=HANDS))["Ann"] == 68
    assert points(table("Ann g3 / Ann r1", deals=HANDS))["Ann"] == 70


def test_readings_are_few() -> None:
    """However many lines are wrong, and nonsense costs no more than a hand."""
    judged = table(" / ".join(["Cat b2 / Ann y7 / Bob draws 3"] * 100), deals=HANDS)
    state = GAME.start(judged.log.ruleset, 3, 2, Remedy.RULED)
    for event in judged.log.events:
        GAME.apply(state, event)
        assert len(state.readings) <= MOST_READINGS
    assert state.readings == []


def spoilt(log: Log, kind: str, rng: Random) -> tuple[Log, int]:
    """Return the log with one line left out, doubled, or given to another seat, and its place."""
    events = list(log.events)
    place = rng.choice([place for place, event in enumerate(events) if event.seat >= 0])
    if kind == "left out":
        del events[place]
    elif kind == "doubled":
        events.insert(place, events[place])
    else:
        others = [seat for seat in range(len(log.seats)) if seat != events[place].seat]
        events[place] = replace(events[place], seat=rng.choice(others))
    return replace(log, events=tuple(events), lines=()), place


@pytest.mark.parametrize("kind", ["left out", "doubled", "another seat"])
def test_one_slip_in_a_hand_makes_few_findings(kind: str) -> None:
    """Besides the finding on the spoilt line and the next one: at most 0.5 a hand, and 1.0 for a
    line left out."""
    hands = 30
    more = 0
    for number in range(hands):
        rng = Random(f"{kind} {number}")
        ruleset = GAME.ruleset(rng.choice(GAME.presets).key)
        log = conformance.deal(GAME, ruleset, rng.randint(2, 6), number)
        judged, place = spoilt(log, kind, rng)
        found_at = {finding.event for finding in replay(judged).findings} - {place}
        more += max(0, len(found_at) - 1)
    assert more <= hands * (1.0 if kind == "left out" else 0.5)


def test_kinds_that_do_not_mix_are_one_fault() -> None:
    """ "Never +2 on +4 or the reverse"; Cat draws the sum all the same, and loses her turn."""
    deals = {"Ann": "b+2 r1 r2 r3 y1 y2 y3", "Bob": "W4 b1 b2 b3 b5 b6 b7"}
    events = "Ann b+2 / Bob W4 red / Cat draws 6 / Dee r4 / Ann r1 / Bob draws ? / Cat r5"
    rules = {"skip_after_drawing": "on", "deals": deals, "seats": 4, "up": "b4"}
    judged = table(events, cumulation="on", **rules)
    assert found(judged) == [("Bob W4 red", "must-settle")]
    assert judged.findings[0].rule == "cumulation"
    assert found(table(events, cumulation="mixed", **rules)) == []
    back = "Ann W4 blue / Bob b+2 / Cat draws 6 / Dee b4"
    deals = {"Ann": "W4 r1 r2 r3 y1 y2 y3", "Bob": "b+2 b1 b2 b3 b5 b6 b7"}
    assert found(table(back, cumulation="mixed", **rules | {"deals": deals})) == []


def test_a_kind_that_answers_nothing_is_one_fault() -> None:
    """Where only draw twos are stacked, Bob's draw four on Ann's is wrong, and the table plays on:
    Cat draws eight and loses her turn."""
    deals = {"Ann": "W4 b1 r2 r3 y1 y2 y3", "Bob": "W4 b1 b2 b3 b5 b6 b7"}
    events = "Ann W4 red / Bob W4 blue / Cat draws 8 / Dee b4 / Ann b1 / Bob draws ? / Cat b5"
    rules = {"skip_after_drawing": "on", "deals": deals, "seats": 4, "up": "b4"}
    judged = table(events, cumulation="draw-twos", **rules)
    assert found(judged) == [("Bob W4 blue", "must-settle")]
    assert found(table(events, cumulation="on", **rules)) == []


@pytest.mark.parametrize("drawn", ["?", "3"])
@pytest.mark.parametrize("cumulation", ["off", "on"])
@pytest.mark.parametrize(
    ("skips", "rest"),
    [("off", "Bob b1 / Cat b9 / Ann draws ?"), ("on", "Cat b9 / Ann draws ? / Bob b2")],
)
def test_a_wrong_count_is_one_fault(drawn: str, cumulation: str, skips: str, rest: str) -> None:
    """A draw two is two cards; the table plays on as if they had been drawn."""
    hands = {"Ann": "b+2 r1 r2 r3 y1 y2 y3", "Bob": "b1 b2 b3 b5 b6 b7 r4"}
    judged = table(
        f"Ann b+2 / Bob draws {drawn} / {rest}",
        up="b4",
        deals=hands,
        cumulation=cumulation,
        skip_after_drawing=skips,
    )
    assert found(judged) == [(f"Bob draws {drawn}", "wrong-count")]
