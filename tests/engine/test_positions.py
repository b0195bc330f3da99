"""Logs that start in mid-hand: by hand-worked tables of each game, and against whole logs."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from tests.engine import conformance
from tests.engine.standing import lines_of
from zarleague.bots import as_recorded
from zarleague.engine import KEYS, Verdict, find, read, replay, write
from zarleague.engine import event as kinds
from zarleague.engine.event import NONE, TABLE
from zarleague.engine.findings import Code
from zarleague.engine.games.uno_golf.state import TO_DRAW, TURN_DONE
from zarleague.engine.positions import begins_at

HAVE_POSITIONS = [
    key for key in KEYS if any(verb.kind == kinds.TO_PLAY for verb in find(key).verbs)
]
"""The games whose logs can start in mid-hand."""
LEGAL, UNKNOWN, ILLEGAL = Verdict.LEGAL, Verdict.UNKNOWN, Verdict.ILLEGAL

ZAR = """game zar zar-holland
seats Ann Bob Cat Dee
dealer Dee
holds Ann b2 ?
holds Bob 5
holds Cat 3
holds Dee 4
laid Dee b4
"""
UNO = """game uno uno-playroom bluff=any-playable
seats Ann Bob Cat
dealer Cat
holds Ann 3
holds Bob 4
holds Cat 2
"""
ZUITS = """game zuits
seats Ann Bob Cat Dee
dealer Dee
holds Ann 5
holds Bob 5
holds Cat 5
holds Dee 5
"""
GOLF = """game uno-golf
seats Ann Bob
dealer Bob
holds Ann b1 b5 11 12 21 22 31 32
holds Bob r3 21 11 12 22 31 32
laid Bob g3
"""
EIGHTS = """game crazy-eights
seats Ann Bob Cat
dealer Cat
holds Ann 2
holds Bob h4 s9
holds Cat 3
laid Cat h7
"""


def judged(text):
    """The lines after those of the position, each with its verdict."""
    log = read(text)
    assert not log.problems
    assert read(write(log)) == log
    begun = begins_at(log.events)
    verdicts = replay(log).verdicts
    assert set(verdicts[:begun]) <= {LEGAL}
    lines = text.splitlines()[log.lines[begun] - 1 :]
    return dict(zip(lines, verdicts[begun:], strict=True))


def test_a_match_in_the_middle_of_a_hand_of_zar():
    """Cat's b2 matches Ann's, so Ann draws one; then it is Dee's turn, and y3 fits neither by
    colour nor by number on b2."""
    assert judged(ZAR + "turn Ann\nAnn b2\nCat! b2\nAnn draw ?\nDee y3\n") == {
        "Ann b2": LEGAL,
        "Cat! b2": LEGAL,
        "Ann draw ?": LEGAL,
        "Dee y3": ILLEGAL,
    }


def test_what_is_owed_in_zar_is_drawn_first():
    assert judged(ZAR + "owes Ann 1\nturn Ann\nAnn b2\n") == {"Ann b2": ILLEGAL}
    assert judged(ZAR + "owes Ann 1\nturn Ann\nAnn draw ?\nAnn b2\n") == {
        "Ann draw ?": LEGAL,
        "Ann b2": LEGAL,
    }


def test_draw_twos_are_faced_by_the_seat_in_turn():
    """Bob's draw two makes it four for Cat, who draws them; without the two that Bob faced, four
    are too many: two are owed, and only one more passes."""
    text = ZAR.replace("laid Dee b4", "laid Ann b+2") + "{}turn Bob\nBob y+2\nCat draw 4\n"
    assert judged(text.format("faces Bob 2\n")) == {"Bob y+2": LEGAL, "Cat draw 4": LEGAL}
    assert judged(text.format("")) == {"Bob y+2": LEGAL, "Cat draw 4": ILLEGAL}


def test_play_goes_the_other_way_where_the_log_says_so():
    assert judged(ZAR + "reversed\nturn Ann\nAnn b2\nBob b3\n")["Bob b3"] is ILLEGAL
    assert judged(ZAR + "reversed\nturn Ann\nAnn b2\nDee b3\n")["Dee b3"] is LEGAL


def test_who_has_not_said_one_pays_when_asked():
    text = ZAR.replace("holds Cat 3", "holds Cat 1") + "{}turn Ann\nBob asks Cat\nCat draw ?\n"
    assert judged(text.format("unsaid Cat\n"))["Cat draw ?"] is LEGAL
    assert judged(text.format(""))["Cat draw ?"] is ILLEGAL


def test_a_bluff_that_starts_before_the_draw_four_is_proved_by_a_hand():
    """Ann plays a draw four on red 5. Bob accuses her, is told that it was no bluff, and draws six.
    At the end she shows a red card that she held all the time: it was a bluff, and the ruling was
    wrong. From the draw four on, nothing of her hand before is known."""
    rest = "Bob accuses\nBob draws 6\n"
    shown = "left Ann r1 b2\n"
    before = UNO + "laid Cat r5\nturn Ann\nAnn W4 green\n" + rest
    assert judged(before)["Bob draws 6"] is UNKNOWN
    assert judged(before + shown)["Bob draws 6"] is ILLEGAL
    after = UNO.replace("Ann 3", "Ann 2") + "laid Ann W4 green\nfaces Bob 4\nturn Bob\n" + rest
    assert judged(after)["Bob draws 6"] is UNKNOWN
    assert judged(after + shown)["Bob draws 6"] is UNKNOWN


def test_a_turn_of_uno_in_the_middle():
    """Bob has drawn, so he may pass, and then Cat plays green on green."""
    text = UNO + "laid Ann W green\ndrew Bob ?\nturn Bob\nBob passes\nCat {}\n"
    assert judged(text.format("g3"))["Cat g3"] is LEGAL
    assert judged(text.format("b3"))["Cat b3"] is ILLEGAL
    assert judged(text.replace("drew Bob ?\n", "").format("g3"))["Bob passes"] is ILLEGAL


def test_a_revoke_is_proved_by_a_later_card():
    """Bob plays blue on Ann's red lead; in the next trick he leads a red card, which he must have
    held then, since nobody draws."""
    trick = "turn Ann\nAnn rZ1\nBob bZ2\nCat rF2\nDee rF3\nAnn takes\n"
    assert judged(ZUITS + trick)["Bob bZ2"] is UNKNOWN
    text = ZUITS + trick + "Ann rZ3\nBob rG2\n"
    assert judged(text)["Bob bZ2"] is ILLEGAL


def test_tricks_are_counted_from_those_won():
    """Five cards of eleven are left, so six tricks were played; five more and the hand is over."""
    shown = replay(
        read(ZUITS + "collected Ann rA1 rA2\nwon Ann 4\nwon Bob 2\nturn Ann\n"), steps=True
    )
    ann, bob, *_ = shown.steps[-1].seats
    assert dict(ann.notes)["tricks"] == "4"
    assert dict(bob.notes)["tricks"] == "2"
    assert shown.points == (None, None, None, None)


def test_a_column_is_cleared_in_the_middle_of_a_round_of_golf():
    """Ann's first column holds b1 and b5, both blue, so it may be cleared; Bob's has one card face
    down."""
    turn = "turn Ann\nAnn draws g2\nAnn puts g2 ? 21\n"
    assert judged(GOLF + turn + "Ann clears b1 b5 1\n")["Ann clears b1 b5 1"] is LEGAL
    wrong = GOLF.replace("b1 b5 11", "b1 r5 11") + turn + "Ann clears b1 r5 1\n"
    assert judged(wrong)["Ann clears b1 r5 1"] is ILLEGAL


def test_whose_turn_it_is_in_golf_after_a_turn_that_is_done():
    """Ann has finished on a number, so Bob is next."""
    assert judged(GOLF + "done Ann\nturn Ann\nBob draws ?\n")["Bob draws ?"] is LEGAL
    assert judged(GOLF + "turn Ann\nBob draws ?\n")["Bob draws ?"] is ILLEGAL


def test_a_turn_of_crazy_eights_in_the_middle():
    """On the 7 of hearts Bob plays the 4 of hearts and then Cat the 5 of hearts; the 9 of spades
    would have fitted on neither."""
    assert judged(EIGHTS + "turn Bob\nBob h4\nCat h5\n") == {"Bob h4": LEGAL, "Cat h5": LEGAL}
    assert judged(EIGHTS + "turn Bob\nBob s9\n")["Bob s9"] is ILLEGAL


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (ZAR.replace("holds Cat 3\n", "") + "turn Ann\n", "holds"),
        (ZAR.replace("laid Dee b4\n", "") + "turn Ann\n", "laid"),
    ],
)
def test_what_a_position_lacks_is_said(text, word):
    (finding,) = replay(read(text)).findings
    assert (finding.code, dict(finding.about)["word"]) == (Code.LEFT_OUT, word)


@pytest.mark.parametrize("key", HAVE_POSITIONS)
def test_a_position_stands_at_the_beginning_only(key):
    """In the middle of a hand nobody can say that it stands otherwise."""
    start = {"zar": ZAR, "uno": UNO, "zuits": ZUITS, "uno-golf": GOLF, "crazy-eights": EIGHTS}[key]
    laid = "laid Cat r5\n" if key == "uno" else ""
    log = read(
        start + laid + "turn Ann\nholds Ann 3 11 12\n"
        if key == "uno-golf"
        else start + laid + "turn Ann\nholds Ann 3\n"
    )
    *before, last = replay(log).verdicts
    assert (set(before), last) == ({LEGAL}, ILLEGAL)


def test_the_draw_pile_may_run_out_at_any_time_if_nobody_said_how_many_it_has():
    """With a stock of one, a second draw needs a reshuffle; where the log does not say how many
    there are, the table is believed, once."""
    told = EIGHTS + "stock 1\nturn Bob\nBob draws ?\n"
    assert judged(told + "reshuffle\n")["reshuffle"] is LEGAL
    assert judged(told.replace("stock 1", "stock 2") + "reshuffle\n")["reshuffle"] is ILLEGAL
    untold = told.replace("stock 1\n", "")
    assert judged(untold + "reshuffle\n")["reshuffle"] is LEGAL
    assert replay(read(untold + "reshuffle\nreshuffle\n")).verdicts[-1] is ILLEGAL


HANDS = 8
"""Hands of each game that are cut."""
RESTS_ON_THE_PAST = {Code.NOT_HELD, Code.NONE_LEFT}
"""Codes of what is wrong because of where a card lay earlier."""


def spoiled(rng, log):
    """The log with one line after its first third left out, given to another seat or exchanged."""
    events = list(log.events)
    place = rng.randrange(len(events) // 3, len(events))
    how = rng.randrange(3)
    if how == 0:
        del events[place]
    elif how == 1 and events[place].seat != TABLE:
        events[place] = replace(events[place], seat=rng.randrange(len(log.seats)))
    elif place + 1 < len(events):
        events[place : place + 2] = events[place + 1], events[place]
    return replace(log, events=tuple(events))


def until_first_illegal(log):
    """The log until its first illegal event, that one included: what follows rests on guesses."""
    verdicts = replay(log).verdicts
    end = verdicts.index(ILLEGAL) + 1 if ILLEGAL in verdicts else len(verdicts)
    return replace(log, events=log.events[:end])


def cut_hand(rng, game, seed):
    """A hand cut somewhere, as `cut` returns it; hands without a position in words do not count."""
    for _ in range(60):
        log = conformance.deal_under_any_rules(game, rng)
        if seed % 3:
            log = as_recorded(game, log)
        if seed % 2:
            log = spoiled(rng, log)
        log = until_first_illegal(log)
        if found := cut(rng, game, log, rng.choice([(), (0,), range(len(log.seats))])):
            return log, *found
    pytest.fail("no event of 60 hands has a position in words")


def cut(rng, game, log, known):
    """The log from some event on, and the event; None where no event has a position in words."""
    for index in rng.sample(range(len(log.events)), len(log.events)):
        state = conformance.start(game, log)
        for event in log.events[:index]:
            game.apply(state, event)
        head = lines_of(game.key, log, index, state, known=known)
        if head is not None:
            return replace(log, events=(*head, *log.events[index:])), index, len(head)
    return None


def contradiction(log, begun, index, lines):
    """The first event of a log cut at *index* on which the whole log and the part contradict each
    other, None if they never do; *lines* say how the table stood."""
    whole, part = replay(log), replay(begun)
    assert set(part.verdicts[:lines]) <= {LEGAL}
    past = {f.event for f in whole.findings if f.code in RESTS_ON_THE_PAST}
    for event in range(index, len(log.events)):
        verdicts = {whole.verdicts[event], part.verdicts[event - index + lines]}
        if verdicts == {LEGAL, ILLEGAL} and event not in past:
            return event
    return None


@pytest.mark.parametrize("seed", range(HANDS))
@pytest.mark.parametrize("key", HAVE_POSITIONS)
def test_a_log_cut_in_the_middle_never_contradicts_the_whole_one(key, seed):
    game, rng = find(key), Random(f"{key} {seed}")
    log, begun, index, lines = cut_hand(rng, game, seed)
    assert read(write(begun)) == begun
    assert contradiction(log, begun, index, lines) is None, write(begun)


def test_nor_does_a_round_of_golf_cut_in_its_last_turns():
    """Cut at every event from the first grid that is all face up to the close, the last turns and
    what follows them are judged as in the whole round. Four of five moments between two turns can
    be written."""
    game, rng = find("uno-golf"), Random("last turns")
    written, unwritten = Counter(), Counter()
    for seed in range(8 * HANDS):
        log = conformance.deal_under_any_rules(game, rng)
        log = until_first_illegal(spoiled(rng, log) if seed % 2 else log)
        state = conformance.start(game, log)
        for index, event in enumerate(log.events):
            if state.out != NONE and not state.over:
                moment = state.rules.one_more_turn, state.turns_over
                head = lines_of(game.key, log, index, state, known=())
                if head is None:
                    unwritten[moment] += state.phase in (TO_DRAW, TURN_DONE)
                else:
                    written[moment] += 1
                    begun = replace(log, events=(*head, *log.events[index:]))
                    assert read(write(begun)) == begun
                    assert contradiction(log, begun, index, len(head)) is None, write(begun)
            game.apply(state, event)
    assert written.keys() == set(product((False, True), repeat=2))
    assert written.total() >= 4 * unwritten.total()
