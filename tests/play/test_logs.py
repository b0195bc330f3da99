"""Hands entered as logs, and logs attached to hands.

The logs are hands the bots have played; what they are worth is the engine's business and tested
there. Here it matters what becomes of it.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from django.db import connection

from tests import factories
from tests.factories import EIGHT_O_CLOCK, Club, key
from zarleague.bots import as_recorded, play_hand
from zarleague.engine.entry import Entry
from zarleague.engine.games import find
from zarleague.engine.log import Log, write
from zarleague.engine.replay import replay
from zarleague.play import selectors, services
from zarleague.play.errors import LogRejected
from zarleague.play.models import Hand, HandVersion, Match
from zarleague.replays import api as replays

Evidence = HandVersion.Evidence
ZAR = find("zar")


@dataclass
class Played:
    """A hand by bots: its log, and points by name."""

    log: Log
    points: dict[str, int]

    @property
    def text(self) -> str:
        return write(self.log)

    def entry(self, *, more_for_the_last: int = 0) -> Entry:
        """The hand by totals, as the match of Ann, Bob and Cat has it."""
        names = ("Ann", "Bob", "Cat")
        totals = [self.points[name] for name in names]
        totals[max(range(3), key=totals.__getitem__)] += more_for_the_last
        winner = totals.index(0)
        return factories.totals(*totals, winner=winner)


def played(*names: str, seed: int = 1) -> Played:
    log = play_hand(ZAR, ZAR.ruleset(), names or ("Ann", "Bob", "Cat"), 0, Random(seed))
    judged = replay(log)
    assert judged.over
    return Played(
        log, {n: p for n, p in zip(log.seats, judged.points, strict=True) if p is not None}
    )


def points(hand: Hand) -> dict[str, int]:
    hand.refresh_from_db()
    return {result.player.name: result.points for result in hand.confirmed.results.all()}


def enter(club: Club, match: Match, text: str) -> Hand:
    return services.enter_log(match, text, key=key(), actor=club.keeper, at=EIGHT_O_CLOCK)


def enter_totals(club: Club, match: Match, entry: Entry, log: str = "") -> Hand:
    return services.enter_hand(
        match, entry, key=key(), actor=club.keeper, log=log, at=EIGHT_O_CLOCK
    )


def attach(club: Club, hand: Hand, text: str) -> HandVersion:
    return services.attach_log(
        hand, text, key=key(), actor=club.keeper, expected_version=1, at=EIGHT_O_CLOCK
    )


def test_a_log_scores_its_hand(club: Club, match: Match) -> None:
    told = played()
    hand = enter(club, match, told.text)
    assert points(hand) == told.points
    assert (hand.confirmed.evidence, hand.confirmed.log) == (Evidence.LOG, told.text)
    winner = hand.confirmed.results.get(won=True)
    assert told.points[winner.player.name] == 0
    assert selectors.hand_rows(match)[0].has_log


def test_a_log_may_name_the_seats_from_another_one_on(club: Club, match: Match) -> None:
    told = played("Cat", "Ann", "Bob")
    hand = enter(club, match, told.text)
    assert list(points(hand)) == ["Ann", "Bob", "Cat"]
    assert points(hand) == told.points


def test_a_log_without_a_head_is_of_the_match(club: Club, match: Match) -> None:
    told = played()
    events = told.text.split("\n", 3)[3]
    assert points(enter(club, match, events)) == told.points


def unfinished(told: Played) -> str:
    return write(replace(told.log, events=told.log.events[:-1]))


def hidden(told: Played) -> str:
    return write(as_recorded(ZAR, told.log, left=False))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(unfinished(played()), id="not closed"),
        pytest.param(hidden(played()), id="cards left never shown"),
        pytest.param(played("Ann", "Bob", "Dee").text, id="other players"),
        pytest.param(played("Ann", "Bob").text, id="too few players"),
        pytest.param("game uno\nseats Ann Bob Cat\n", id="another game"),
        pytest.param("game poker\n", id="no game"),
    ],
)
def test_a_log_that_does_not_say_how_the_hand_ended_is_refused(
    club: Club, match: Match, text: str
) -> None:
    with pytest.raises(LogRejected) as refused:
        enter(club, match, text)
    assert refused.value.text
    assert not Hand.objects.exists()


def test_a_log_that_agrees_becomes_the_evidence(club: Club, match: Match) -> None:
    told = played()
    hand = enter_totals(club, match, told.entry())
    assert hand.confirmed.evidence == Evidence.TOTALS
    version = attach(club, hand, told.text)
    assert (version.evidence, version.log) == (Evidence.LOG, told.text)
    assert points(hand) == told.points
    assert selectors.history(hand)[1].changes == ("Log added",)


def test_a_log_that_disagrees_is_kept_but_changes_no_points(club: Club, match: Match) -> None:
    told = played()
    hand = enter_totals(club, match, told.entry(more_for_the_last=1))
    version = attach(club, hand, told.text)
    assert (version.evidence, version.log) == (Evidence.TOTALS, told.text)
    assert sum(points(hand).values()) == sum(told.points.values()) + 1


def test_a_log_may_come_with_the_entry(club: Club, match: Match) -> None:
    told = played()
    whole = enter_totals(club, match, told.entry(), told.text)
    assert whole.confirmed.evidence == Evidence.LOG
    part = enter_totals(club, match, told.entry(), unfinished(told))
    assert (part.confirmed.evidence, part.confirmed.log) == (Evidence.TOTALS, unfinished(told))


def test_a_hand_told_by_its_log_alone_keeps_to_a_log(club: Club, match: Match) -> None:
    told, other = played(), played(seed=2)
    hand = enter(club, match, told.text)
    assert told.points != other.points
    with pytest.raises(LogRejected):
        attach(club, hand, other.text)
    services.correct_by_log(
        hand,
        other.text,
        reason="that was the log of another hand",
        key=key(),
        actor=club.keeper,
        expected_version=1,
        at=EIGHT_O_CLOCK,
    )
    assert points(hand) == other.points


def test_a_correction_keeps_the_log_unless_told_otherwise(club: Club, match: Match) -> None:
    told = played()
    hand = enter_totals(club, match, told.entry(), told.text)
    fields = {"reason": "miscounted", "actor": club.keeper, "at": EIGHT_O_CLOCK}
    kept = services.correct_hand(
        hand, told.entry(more_for_the_last=1), key=key(), expected_version=1, **fields
    )
    assert (kept.log, kept.evidence) == (told.text, Evidence.TOTALS)
    dropped = services.correct_hand(
        hand, told.entry(), key=key(), expected_version=2, log="", **fields
    )
    assert (dropped.log, dropped.evidence) == ("", Evidence.TOTALS)


@pytest.mark.django_db(transaction=True)
def test_no_lock_is_held_while_a_log_is_judged(
    club: Club, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not for a hand, a correction, or a log kept beside it."""
    held: list[bool] = []
    real = replays.run

    def run(*given: Any) -> bytes:
        held.append(connection.in_atomic_block)
        return real(*given)

    monkeypatch.setattr(replays, "run", run)
    told = played()
    hand = enter(club, match, told.text)
    attach(club, hand, told.text)
    change = {"actor": club.keeper, "expected_version": 2, "at": EIGHT_O_CLOCK}
    services.correct_by_log(hand, told.text, reason="Slip.", key=key(), **change)
    assert held == [False, False, False]
