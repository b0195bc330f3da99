"""Slips of the pen in Zar: the lines after a wrong or missing one are judged as the
table went on."""

from random import Random

import pytest

from tests.engine.zar.hands import GAME, hand
from zarleague.bots import as_recorded, play_hand
from zarleague.engine import Remedy, Verdict, read, replay, write
from zarleague.engine.games.zar.remedy import MOST_OFFENCES

TWO = {"seats": "A B", "dealer": "A"}
THREE = {"seats": "A B C", "dealer": "C"}


def test_events_after_a_close_too_early_are_judged_as_if_it_had_not_been_said():
    text = "game zar\nseats A B\ndeal A 8\ndeal B 8\nup b4\nclose\nB b5\nA b6\nA g6"
    judged = replay(read(text))
    assert [(f.event, f.code.value) for f in judged.findings] == [
        (3, "not-finished"),
        (6, "out-of-turn"),
    ]
    assert not judged.over
    # Until something follows the hand is closed, and cards shown follow nothing.
    shown = hand("up b4\nclose\nleft A 8", **TWO)
    assert (len(shown.findings), shown.replay.over) == (1, True)
    for later in ("A draw ?", "reshuffle", "A says one", "vincent A ?", "A asks B", "close"):
        again = hand(f"up b4\nclose\n{later}", **TWO)
        assert "hand-over" not in [code for _, code, _ in again.findings], later


def test_play_with_a_mistyped_card_leaves_only_itself_in_doubt():
    log = read(
        "game zar\nseats A B C\ndealer C\ndeal A 7\ndeal B 7\ndeal C 7\nup b4\nA b22\nB b5\nC y1"
    )
    judged = replay(log)
    # What lies under b5 is open; y1 fits on b5 in no case.
    assert judged.verdicts[-3:] == (Verdict.ILLEGAL, Verdict.UNKNOWN, Verdict.ILLEGAL)
    assert judged.findings[-1].code.value == "does-not-fit"


@pytest.mark.parametrize(
    ("slip", "after"),
    [
        ("Ann y1", "Bob b5\nCat b6\nDee b1"),  # another card: it was a b
        ("Ann b5", "Bob g3\nCat g1\nDee b1"),  # another card: it was a g5
        ("Ann W1", "Bob g3\nCat g1\nDee b1"),  # a colour left out
        ("Dee b5", "Bob b3\nCat b6\nDee b1"),  # a wrong seat: it was Ann's
        ("Dee draw ?", "Bob b3\nCat b6\nDee b1"),
        ("Bob b5", "Cat b3\nDee b6\nAnn b1"),  # Ann's line left out
        ("Bob draw ?", "Cat b3\nDee b6\nAnn b1"),
        ("Cat b5", "Dee b3\nAnn b6\nBob b1"),  # two lines left out
        ("Ann bR", "Bob b3\nCat b6\nDee b1"),  # another card: the direction was not turned
        ("Ann b+2", "Bob b3\nCat b6\nDee b1"),  # another card, or Bob's draw left out
        ("Ann bS", "Bob b3\nCat b6\nDee b1"),  # another card: Bob was not skipped
        ("Ann b5\nAnn b5", "Bob b3\nCat b6\nDee b1"),  # a line doubled
        ("Ann draw ?\nAnn draw ?", "Bob b3\nCat b6\nDee b1"),
        ("Ann b5\nDee b3", "Cat b6\nBob b1\nAnn b2"),  # it was a reverse
        ("Ann b5\nCat b3", "Dee b6\nAnn b1\nBob b2"),  # it was a skip
        ("Ann b5\nBob draw 2", "Bob b3\nCat b6\nDee b1"),  # it was a draw two
        ("Bob! y3", "Cat y1\nDee y6\nAnn y1"),  # Ann's y3 left out
        ("Ann! b2", "Bob b5\nCat b6\nDee b1"),  # it was no match
    ],
)
def test_slip_has_one_consequence_at_most(slip, after):
    judged = hand(f"up b4\n{slip}\n{after}")
    assert len(judged.findings) == 1
    assert len(judged.open) <= 1


def test_vincent_card_that_the_log_only_suggests_is_no_reason_for_further_findings():
    # Cat plays out of turn and it stands; whether she drew for it the log need not say.
    log = "up b4\nCat b6\nDee y6\nAnn y1\nBob y2\n"
    assert len(hand(log + "Cat y3").findings) == 1
    drawn = hand(log + "vincent Cat ?\nCat y3")
    assert (len(drawn.findings), drawn.owes("Cat"), drawn.size("Cat")) == (1, 0, 5)
    at_once = hand("up b4\nCat b6\nCat draw ?\nDee y6")
    assert (len(at_once.findings), at_once.size("Cat")) == (1, 6)


def test_second_offence_settles_nothing_about_the_first():
    # Cat's b6 is out of turn. Dee's g3 is wrong whether b6 was taken back (then it is Ann's turn)
    # or stood (then it does not fit). Only her y6 shows that b6 had stood.
    judged = hand("up b4\nCat b6\nDee g3\nDee y6\nAnn y1")
    assert [line for line, _, _ in judged.findings] == ["Cat b6", "Dee g3"]
    assert (judged.size("Cat"), judged.turn) == (5, "Bob")
    # Or Ann's b1 shows that both were taken back.
    back = hand("up b4\nCat b6\nDee g3\nAnn b1\nBob y1")
    assert [line for line, _, _ in back.findings] == ["Cat b6", "Dee g3"]
    assert (back.size("Cat"), back.size("Dee"), back.turn) == (6, 6, "Cat")


def test_missing_line_that_starts_or_ends_the_hand_is_named_once():
    start = hand("Ann b2\nBob b5\nCat b6")
    assert start.findings == [("Ann b2", "not-started", "turn")]
    assert hand("Ann draw ?\nBob b5\nCat b6").findings == [
        ("Ann draw ?", "not-started", "turned-up")
    ]
    end = hand("up b4\nleft Ann 6\nleft Bob 6")
    assert end.findings == [("left Ann 6", "not-finished", "out")]


def test_hand_dealt_twice_tells_nothing_about_the_hand():
    text = "game zar\nseats Ann Bob\ndealer Bob\ndeal Ann b1 b1 b2 b2 b3 b3 b5 b5\n"
    judged = replay(read(text + "deal Ann g1 g1 g2 g2 g3 g3 g5 g5\nup b4\nAnn y4\nBob y5"))
    assert [(f.event, f.code.value) for f in judged.findings] == [
        (1, "already-dealt"),
        (2, "left-out"),
    ]


def test_mistyped_number_of_cards_dealt_leaves_the_hand_as_large_as_it_should_be():
    # "52" for "b2" would be as many cards nobody saw.
    text = "game zar\nseats Ann Bob\ndealer Bob\ndeal Ann b1 52 b2 b3\ndeal Bob 8\nup b4\nAnn b5"
    log = read(text)
    judged = replay(log, steps=True)
    assert [(f.event, f.code.value) for f in judged.findings] == [(0, "wrong-count")]
    assert len(judged.steps[1].seats[0].cards) + judged.steps[1].seats[0].unknown == 8


def test_seat_that_seemed_to_be_out_had_a_card_left():
    # A draw of A's is missing in the log.
    seven = {"seats": "A B C D E F G", "dealer": "G"}
    draws = "".join(f"{name} draw ?\n" for name in "BCDEFG")
    log = f"up b4\nA b1\n{draws}A b2\n{draws}A b3\nB b5\nC b6\nD b4\nE b3\nF b6\nG b1\nA y1"
    judged = hand(log, **seven)
    assert judged.findings == [("B b5", "hand-over", "out")]


@pytest.mark.parametrize(
    "lines",
    [
        ["B b5"],
        ["B b5", "A y1"],
        ["B ?", "A draw ?", "reshuffle"],
        ["A asks B", "B y5"],
        ["B! b4", "A! b4"],
        ["B! b4", "A! y4", "B b5 b6", "A draw 3"],
        ["close", "B b5"],
    ],
)
@pytest.mark.parametrize("remedy", list(Remedy))
def test_however_many_offences_there_are_each_costs_the_same(lines, remedy):
    # What is kept of a hand does not grow with its offences: the cards are those of the deck, a
    # debt is kept once for each rule, and only the first offences are followed in several ways.
    log = read("game zar\nseats A B\ndeal A 8\ndeal B 8\nup b4\n" + "\n".join(lines * 400))
    state = GAME.start(log.ruleset, 2, 0, remedy)
    for event in log.events:
        GAME.apply(state, event)
    assert len(state.findings) > 390
    assert state.offences <= MOST_OFFENCES
    assert not state.alternatives
    hands = state.hand_size(0) + state.hand_size(1)
    assert state.stock + len(state.discard) + hands == state.rules.deck_size
    assert len(state.matched_seats) <= 2
    for debts in state.debts:
        assert len({debt.rule for debt in debts}) == len(debts)


def spoilt(lines, kind, rng, codes):
    """The lines with one slip of a kind, and the index of the line where it is."""
    while True:
        at = rng.randrange(3, len(lines))
        words = lines[at].split()
        if words[0] == "left":
            continue
        if kind == "left out":
            return lines[:at] + lines[at + 1 :], at
        if kind == "doubled":
            return lines[: at + 1] + lines[at:], at + 1
        if kind == "card":
            places = [n for n, word in enumerate(words) if word in codes]
            others = [code for code in codes if code not in words]
        else:
            places = [n for n, word in enumerate(words) if word in ("Ann", "Bob", "Cat", "Dee")]
            others = [name for name in ("Ann", "Bob", "Cat", "Dee") if name not in words]
        if places:
            words[rng.choice(places)] = rng.choice(others)
            return [*lines[:at], " ".join(words), *lines[at + 1 :]], at


@pytest.mark.table(one_in=3)
@pytest.mark.parametrize(
    ("kind", "most"), [("card", 1.0), ("left out", 1.0), ("doubled", 0.7), ("seat", 0.7)]
)
@pytest.mark.parametrize("shown", [True, False])
def test_findings_that_are_neither_the_slip_nor_its_one_consequence_are_rare(kind, most, shown):
    hands = 24
    more = 0
    for seed in range(hands):
        preset = GAME.presets[seed % len(GAME.presets)]
        ruleset = GAME.ruleset(preset.key)
        log = play_hand(GAME, ruleset, ("Ann", "Bob", "Cat", "Dee"), seed % 4, Random(seed))
        if not shown:
            log = as_recorded(GAME, log)
        assert not replay(log).findings
        codes = [face.code for face in GAME.deck(ruleset).faces]
        lines, at = spoilt(write(log).splitlines(), kind, Random(seed), codes)
        slipped = read("\n".join(lines))
        found = [f for f in replay(slipped).findings if slipped.lines[f.event] != at + 1]
        more += max(0, len(found) - 1)
    assert more / hands <= most
