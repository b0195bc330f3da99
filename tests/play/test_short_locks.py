"""Changes of many hands at once: they take as many statements as for few, and what changes while
their logs are judged is judged again, a few times."""

import datetime
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories
from tests.factories import EIGHT_O_CLOCK, FIRST_EVENING, Club, key
from zarleague.engine.entry import GIVEN_UP, Entry
from zarleague.leagues import services as leagues
from zarleague.leagues.errors import Invalid
from zarleague.play import services
from zarleague.play.errors import SeasonBusy
from zarleague.play.models import Hand, HandVersion, Match, MatchSeat
from zarleague.play.services import evenings_ahead, match_rules, whole_matches
from zarleague.play.services.rewriting import ATTEMPTS
from zarleague.play.verdicts.judging import Submission

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

FEW, MANY = 2, 20
"""Hands of a match, or matches: fewer than the rows that one statement writes."""
COLLECTS = {"preset": "uno-playroom", "overrides": {"scoring": "winner-collects"}}
FIVE = Entry("counts", ({}, {"n5": 1}), 0)
HOLDS = Entry(GIVEN_UP, ({"points": 1}, {"points": 2}))
Change = Callable[[], Any]


@pytest.fixture
def club() -> Club:
    """A league that ranks by places, whichever way the points go."""
    return factories.club(rules={"preset": "place-points", "options": {}})


def count(club: Club, match: Match, entry: Entry) -> None:
    services.enter_hand(match, entry, actor=club.boss, key=key(), at=EIGHT_O_CLOCK)


def played(club: Club, hands: int, *names: str) -> Match:
    """A match of Uno in which the first player wins so many hands over five points, and as many
    more are given up."""
    match = factories.match(club, *names, game="uno", preset="uno-playroom")
    for _ in range(hands):
        for entry in (FIVE, HOLDS):
            count(club, match, entry)
    return match


def seat(match: Match) -> MatchSeat:
    return match.seats.get(number=0)


def substituted(club: Club, hands: int) -> MatchSeat:
    """The seat of a substitute, taken after so many hands."""
    match = played(club, hands, "Ann", "Bob")
    return services.substitute(seat(match), "Eve", counts="regular", actor=club.boss, key=key())


def rules(club: Club, hands: int) -> Change:
    return partial(services.change_rules, played(club, hands, "Ann", "Bob"), **COLLECTS)


def given_up(club: Club, hands: int) -> Change:
    return partial(services.change_rules, played(club, hands, "Ann", "Bob"), given_up="level")


def right_seat(club: Club, hands: int) -> Change:
    match = played(club, hands, "Ann", "Bob")
    return partial(services.correct_seat, seat(match), club.add("Cat")[0], from_hand=1)


def counts(club: Club, hands: int) -> Change:
    return partial(services.count_substitute, substituted(club, hands), "substitute")


def void(club: Club, hands: int) -> Change:
    return partial(services.void_match, played(club, hands, "Ann", "Bob"))


def restore(club: Club, hands: int) -> Change:
    match = played(club, hands, "Ann", "Bob")
    services.void_match(match, reason="Wrong", actor=club.boss, key=key())
    return partial(services.restore_match, match)


def move(club: Club, hands: int) -> Change:
    match = played(club, hands, "Ann", "Bob")
    day = FIRST_EVENING + datetime.timedelta(days=1)
    return partial(services.move_match, match, played_on=day)


def own(club: Club, matches: int) -> str:
    """A game of the league's own with so many matches under its first version."""
    data = {"name": f"Game {matches}", "players": [2, 4], "wins": "low", "limit": 90}
    game = leagues.declare_game(club.league, data, actor=club.boss).game
    for _ in range(matches):
        match = factories.match(club, "Ann", "Bob", game=game, anyway=True)
        entry = Entry("totals", ({"points": 1}, {"points": 5}), 0)
        services.enter_hand(match, entry, actor=club.boss, key=key())
    leagues.declare_game(club.league, data | {"limit": 95}, actor=club.boss)
    return game


def rescored(club: Club, matches: int) -> Change:
    return partial(services.rescore_game, club.league, own(club, matches))


def replaced(club: Club, matches: int) -> Change:
    return partial(services.replace_game, club.league, own(club, matches), "zar")


def people(club: Club, number: int, *, first: int = 0) -> list[tuple[str, str]]:
    return [(f"Player {first + at}", "here") for at in range(number)]


def attendance(club: Club, number: int) -> Change:
    """Half of them are here for the first time, the others went home."""
    listed = people(club, number, first=number * 100)
    be_there = partial(services.set_attendance, club.league, FIRST_EVENING)
    be_there(listed[: number // 2], actor=club.boss, key=key())
    return partial(be_there, [(name, "left") for name, _ in listed])


def back_again(club: Club, number: int) -> Change:
    """They no longer played."""
    players = club.add(*(name for name, _ in people(club, number, first=number * 100)))
    for player in players:
        leagues.set_inactive(player, True, actor=club.boss)
    here = [(player, "here") for player in players]
    return partial(services.set_attendance, club.league, FIRST_EVENING, here)


def joined(club: Club, number: int) -> Change:
    """An evening joins another with half of its people."""
    league, listed = club.league, people(club, number, first=number * 100)
    day = FIRST_EVENING + datetime.timedelta(days=number)
    other = day + datetime.timedelta(days=100)
    for on, here in ((day, listed), (other, listed[: number // 2])):
        services.set_attendance(league, on, here, actor=club.boss, key=key())
    return partial(services.move_evening, league, day, played_on=other, reason="Late")


def planned(club: Club, number: int) -> Change:
    tonight = club.league.evening_of(timezone.now())
    days = [tonight + datetime.timedelta(days=number * 10 + at) for at in range(number)]
    return partial(services.plan_evenings, club.league, days)


def ended(club: Club, number: int) -> Change:
    season = leagues.start_season(
        club.league, name=f"S{number}", starts=FIRST_EVENING, actor=club.boss, key=key()
    )
    for _ in range(number):
        players = club.add("Ann", "Bob")
        services.start_match(season, players, played_on=FIRST_EVENING, actor=club.boss, key=key())
    return partial(services.finish_season, season)


WITH_REASON = (rules, given_up, right_seat, counts, void, restore, move, rescored, replaced)
CASES = (*WITH_REASON, attendance, back_again, joined, planned, ended)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_many_hands_take_as_many_statements_as_few(
    club: Club, case: Callable[[Club, int], Change]
) -> None:
    asked = {}
    for hands in (FEW, MANY):
        change = case(club, hands)
        why = {"reason": "Agreed"} if case in WITH_REASON else {}
        with CaptureQueriesContext(connection) as found:
            change(**why, actor=club.boss, key=key())
        asked[hands] = [one["sql"] for one in found.captured_queries]
        assert services.rebuild(club.season, write=False) == []
    assert len(asked[MANY]) <= len(asked[FEW]), "\n".join(asked[MANY])


class TestChangedMeanwhile:
    """Somebody changes what a change rests on each time that it has been judged."""

    def test_the_rules(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        match = played(club, 1, "Ann", "Bob")
        times = self._disturb(monkeypatch, match_rules, "rescore", lambda: count(club, match, FIVE))
        with pytest.raises(SeasonBusy):
            services.change_rules(match, **COLLECTS, reason="R", actor=club.boss, key="once")
        before = match.rules
        match.refresh_from_db()
        assert (len(times), match.rules) == (ATTEMPTS, before)

    def test_hands_that_are_restored(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        match = played(club, 1, "Ann", "Bob")
        services.void_match(match, reason="Wrong", actor=club.boss, key=key())
        number = iter(range(2, 100))

        def rename() -> None:
            ann = club.players["Ann"]
            leagues.rename_player(ann, f"Ann {next(number)}", actor=club.boss)

        times = self._disturb(monkeypatch, whole_matches, "restored_each", rename)
        with pytest.raises(SeasonBusy):
            services.restore_match(match, reason="Right", actor=club.boss, key=key())
        assert len(times) == ATTEMPTS
        of_match = Hand.objects.filter(match=match)
        assert {hand.confirmed.kind for hand in of_match} == {HandVersion.Kind.VOID}

    def test_a_hand_that_is_corrected(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        """It counts by the rules that its match has by then: whoever wins collects five points. As
        it was given up, it has no other version by them."""
        match = factories.match(club, "Ann", "Bob", game="uno", preset="uno-playroom")
        count(club, match, HOLDS)
        hand = Hand.objects.get(match=match)
        asked = COLLECTS | {"reason": "Agreed", "actor": club.boss, "key": key()}
        others = iter([partial(services.change_rules, match, **asked)])
        self._disturb(monkeypatch, Submission, "judge", lambda: next(others, bool)())
        made = services.correct_hand(
            hand, FIVE, reason="Played out", expected_version=1, actor=club.boss, key=key()
        )
        assert [row.points for row in made.results.order_by("order")] == [5, 0]

    def _disturb(
        self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, change: Change
    ) -> list[int]:
        """Have something changed whenever a function was called; return a list that grows."""
        real, times = getattr(module, name), []

        def disturbed(*args: Any, **given: Any) -> Any:
            found = real(*args, **given)
            times.append(1)
            change()
            return found

        monkeypatch.setattr(module, name, disturbed)
        return times

    def test_rules_that_somebody_else_has_chosen_stay(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Who only says how hands given up count does not bring back earlier rules."""
        match = factories.match(club, "Ann", "Bob", game="uno", preset="uno-playroom")
        chosen = partial(services.change_rules, match, **COLLECTS, actor=club.boss, key=key())
        others = iter([chosen])
        self._disturb(monkeypatch, match_rules, "rescore", lambda: next(others, bool)())
        services.change_rules(match, given_up="level", actor=club.boss, key=key())
        match.refresh_from_db()
        assert (match.given_up, match.rules["values"]["scoring"]) == ("level", "winner-collects")


def test_a_request_repeated_after_the_evening_gets_its_answer(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = club.league.evening_of(timezone.now())
    services.plan_evenings(club.league, [day], actor=club.boss, key=key())
    cancel = partial(services.cancel_evening, club.league, day, reason="Snow", actor=club.boss)
    made = cancel(key="once")
    later = timezone.now() + datetime.timedelta(days=2)
    monkeypatch.setattr(evenings_ahead.timezone, "now", lambda: later)
    assert cancel(key="once") == made
    with pytest.raises(Invalid, match="over"):
        cancel(key="another")
