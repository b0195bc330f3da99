"""Bots play natural hands, the same for the same seed; a scorekeeper's log keeps what was seen."""

from random import Random

import pytest

from zarleague.bots import CAREFUL, NATURAL, Habits, as_recorded, play_hand
from zarleague.engine import find, replay
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import ACCUSE, ASK, DEAL, DRAW, LEFT, MATCH, SAY, UP

GAME = find("zar")
SEATS = ("Ann", "Bob", "Cat", "Dee")


def hands(habits: Habits, count: int = 30):
    return [play_hand(GAME, GAME.ruleset(), SEATS, 0, Random(n), habits) for n in range(count)]


def counted(logs, kind):
    return sum(event.kind == kind for log in logs for event in log.events)


def test_same_seed_same_hand():
    assert hands(NATURAL, 3) == hands(NATURAL, 3)
    first, second, third = hands(NATURAL, 3)
    assert first != second != third


def test_natural_players_forget_and_careful_ones_do_not():
    natural, careful = hands(NATURAL), hands(CAREFUL)
    # Only who forgot to say "one" is asked.
    assert counted(natural, ASK) > 0
    assert counted(careful, ASK) == 0
    assert counted(natural, MATCH) > 0
    assert counted(careful, SAY) > 0


def test_players_who_never_match():
    assert counted(hands(Habits(match=0.0)), MATCH) == 0


@pytest.mark.parametrize(("chance", "somebody"), [(1.0, True), (0.0, False)])
def test_players_who_doubt_a_draw_four(chance, somebody):
    uno = find("uno")
    bluffing = uno.ruleset("", {"bluff": "any-playable"})
    habits = Habits(accuse=chance)
    logs = [play_hand(uno, bluffing, SEATS, 0, Random(n), habits) for n in range(10)]
    assert bool(counted(logs, ACCUSE)) is somebody
    assert all(replay(log).findings == () for log in logs)


def test_players_of_their_own_habits():
    habits = (CAREFUL, *[Habits(match=0.0)] * 3)
    logs = [play_hand(GAME, GAME.ruleset(), SEATS, 0, Random(n), habits) for n in range(30)]
    assert {event.seat for log in logs for event in log.events if event.kind == MATCH} == {0}


def test_unfinished_hand():
    log = play_hand(GAME, GAME.ruleset(), SEATS, 0, Random(1), most_events=10)
    assert len(log.events) == 10
    assert not replay(log).over
    recorded = as_recorded(GAME, log)
    assert LEFT not in {event.kind for event in recorded.events}


@pytest.mark.parametrize("viewer", [-1, 0, 2])
def test_recorded_hand_names_what_was_seen(viewer):
    log = play_hand(GAME, GAME.ruleset(), SEATS, 0, Random(5))
    recorded = as_recorded(GAME, log, viewer)
    for event, seen in zip(log.events, recorded.events, strict=False):
        if event.kind in (DEAL, DRAW) and event.seat != viewer:
            assert set(seen.cards) == {UNKNOWN}
            assert len(seen.cards) == len(event.cards)
        else:
            assert seen == event
    shown = recorded.events[len(log.events) :]
    assert {event.kind for event in shown} == {LEFT}
    assert replay(recorded).points == replay(log).points


def test_cards_turned_up_and_buried_can_come_again():
    # Whatever is botched goes back, so no card of the 62 is ever missing from the pile.
    logs = hands(NATURAL, 60)
    botched = [log for log in logs if sum(e.kind == UP for e in log.events) > 1]
    assert botched
    assert all(replay(log).findings == () for log in botched)
