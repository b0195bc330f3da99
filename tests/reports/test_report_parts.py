"""A season's report is made part by part: it goes on where it was, and others get their turn."""

from collections import deque
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from tests import factories
from tests.factories import Club
from tests.reports.season import FIRST, SECOND, THIRD, small_season
from zarleague.background.lease import STALE_AFTER
from zarleague.leagues import services as leagues
from zarleague.leagues.models import Season
from zarleague.play import services as play
from zarleague.play.models import Hand
from zarleague.reports import services, tasks
from zarleague.reports.models import DerivedPart, Job, SeasonReport
from zarleague.reports.season_report import build, parts, rating_moves
from zarleague.reports.season_report.build import make_next_part, make_report

EVENINGS = [day.toordinal() for day in (FIRST, SECOND, THIRD)]


# The parts of a job, and who is next: no database changes them.
pytestmark = [pytest.mark.sqlite, pytest.mark.usefixtures("unprinted")]


@pytest.fixture
def hands(club: Club) -> dict[int, Hand]:
    """The small season, played."""
    return small_season(club)


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What has been computed: evenings and names of players, one at a time, and games."""
    found: list[Any] = []
    monkeypatch.setattr(parts, "HANDS_AT_ONCE", 0)
    monkeypatch.setattr(parts, "PLAYERS_AT_ONCE", 1)
    for module, name in (
        (parts, "evening_part"),
        (parts, "player_part"),
        (rating_moves, "movement"),
    ):
        compute = getattr(module, name)

        def watched(season: Season, number: Any, *rest: Any, compute: Any = compute) -> Any:
            found.append(number)
            return compute(season, number, *rest)

        monkeypatch.setattr(module, name, watched)
    return found


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> deque[int]:
    """The seasons whose reports wait for a worker, in the order they were queued."""
    waiting: deque[int] = deque()
    monkeypatch.setattr(tasks.report_season, "queue_once", waiting.append)
    return waiting


def everybody(club: Club) -> list[int]:
    return sorted(club.players[name].pk for name in ("Ann", "Bob", "Cat", "Dee"))


def test_a_report_is_made_of_evenings_then_players_then_games(
    club: Club, hands: object, computed: list[Any]
) -> None:
    # Three evenings, four players, one game, and the report itself.
    for _ in range(8):
        assert make_next_part(club.season)
        assert not SeasonReport.objects.exists()
    assert not make_next_part(club.season)
    assert sorted(computed[:3]) == EVENINGS
    assert sorted(computed[3:7]) == everybody(club)
    assert computed[7:] == ["zar"]
    assert SeasonReport.objects.get().figures["counts"]["hands"] == 6
    assert not DerivedPart.objects.exists()


def test_a_report_made_in_many_parts_is_the_one_made_at_once(
    club: Club, hands: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = make_report(club.season)
    monkeypatch.setattr(parts, "HANDS_AT_ONCE", 0)
    monkeypatch.setattr(parts, "PLAYERS_AT_ONCE", 1)
    # The figures are the same, so no second report is stored.
    assert make_report(club.season) == at_once
    assert SeasonReport.objects.count() == 1


def test_a_report_whose_process_is_killed_goes_on_where_it_was(
    club: Club, hands: object, computed: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(4):
        make_next_part(club.season)
    assert len(computed) == 4  # three evenings and a player
    with monkeypatch.context() as broken:
        broken.setattr(parts, "player_part", lambda *_: killed())
        with pytest.raises(KeyboardInterrupt):
            make_next_part(club.season)
    job = Job.objects.get(kind="report")
    assert job.is_open
    # It has shown no sign of life for a while, so another run may claim it.
    Job.objects.update(seen_at=job.seen_at - 2 * STALE_AFTER)
    make_report(club.season)
    assert sorted(computed[:3]) == EVENINGS
    assert sorted(computed[3:7]) == everybody(club)
    assert computed[7:] == ["zar"]


def killed() -> None:
    """End as a process does that is killed: nothing is recorded."""
    raise KeyboardInterrupt


def test_a_hand_entered_meanwhile_makes_only_its_own_evening_again(
    club: Club, hands: dict[int, Hand], computed: list[Any]
) -> None:
    for _ in range(8):
        make_next_part(club.season)
    computed.clear()
    factories.hand(club, hands[6].match, 0, 1, 1)
    report = make_report(club.season)
    # The third evening; everybody's ranks and the ratings may have moved.
    assert computed == [EVENINGS[2], *computed[1:5], "zar"]
    assert sorted(computed[1:5]) == everybody(club)
    assert report is not None
    assert [night["hands"] for night in report.figures["evenings"]] == [2, 2, 3]


def test_a_correction_meanwhile_is_told(
    club: Club, hands: dict[int, Hand], computed: list[Any]
) -> None:
    for _ in range(5):
        make_next_part(club.season)
    factories.correction(club, hands[1], 0, 3, 5, 1, winner=0)
    report = make_report(club.season)
    assert report is not None
    points = {row["player"]: row["points"] for row in report.figures["table"]}
    # Dee had 7 + 2 + 3 + 6 = 18, and has 1 in place of 7.
    assert points[club.players["Dee"].pk] == 12


def test_another_way_to_rank_makes_all_evenings_again(
    club: Club, hands: object, computed: list[Any]
) -> None:
    for _ in range(3):
        make_next_part(club.season)
    rules = {"preset": "total-points", "options": {"penalty_weight": 2}}
    Season.objects.update(rules=rules)
    play.rebuild(Season.objects.get())
    make_next_part(club.season)
    assert len(computed) == 4
    assert computed[3] in EVENINGS


def test_a_small_leagues_report_does_not_wait_for_a_large_one(
    club: Club, hands: object, computed: list[Any], queue: deque[int]
) -> None:
    large = club.season
    league = leagues.create_league(owner=club.boss.user, name="Small", key=factories.key())
    small = leagues.start_season(
        league, name="One", starts=FIRST, actor=club.boss, rules=None, key=factories.key()
    )
    match = factories.match(replace(club, league=league, season=small), "Eve", "Fay")
    factories.hand(club, match, 0, 3)
    for season in (large, small):
        tasks.queue_job(services.ask_for_report(season, actor=club.boss))
    assert list(queue) == [large.pk, small.pk]
    reported: dict[int, int] = {}
    turns = 0
    while queue:
        season_id = queue.popleft()
        tasks.report_season(season_id)
        turns += 1
        if SeasonReport.objects.filter(season=season_id).exists():
            reported.setdefault(season_id, turns)
    # They take turns. The small league has an evening, two players, a game and the report: its
    # fifth turn is the tenth of all. The large one's ninth turn is the last of 14.
    assert reported == {small.pk: 10, large.pk: 14}


def test_its_page_shows_how_far_it_is(
    club: Club, hands: object, computed: list[Any], client: Any, queue: deque[int]
) -> None:
    services.ask_for_report(club.season, actor=club.boss)
    client.force_login(club.organiser)
    page = reverse("season-reports", args=[club.league.slug, club.season.pk])
    for _ in range(4):
        tasks.report_season(club.season.pk)
    job = Job.objects.get(kind="report")
    assert (job.state, job.done, job.total) == ("running", 4, 9)
    text = client.get(page).content.decode()
    assert 'value="4"' in text
    assert 'max="9"' in text


def test_two_runs_do_not_do_the_same_part_and_the_second_leaves_it(
    club: Club, hands: object, computed: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    compute = parts.ReportParts.compute

    def in_the_midst(self: Any, missing: Any, progress: Any) -> None:
        assert not make_next_part(club.season)
        compute(self, missing, progress)

    monkeypatch.setattr(parts.ReportParts, "compute", in_the_midst)
    assert make_next_part(club.season)
    assert len(computed) == 1


def test_what_is_asked_for_while_the_report_is_stored_is_looked_at(
    club: Club, hands: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_together = build.pdf

    def asked(report: SeasonReport) -> bytes:
        monkeypatch.setattr(build, "pdf", put_together)
        assert not make_next_part(club.season)
        return put_together(report)

    monkeypatch.setattr(build, "pdf", asked)
    while make_next_part(club.season) and not SeasonReport.objects.exists():
        pass
    assert Job.objects.get(kind="report").is_open
    make_report(club.season)
    assert Job.objects.get(kind="report").state == "done"
    assert SeasonReport.objects.count() == 1
