"""Ranks along a season: form, whom the last evening moved, and the chart of ranks."""

import datetime
from itertools import pairwise

import pytest
from django.test import Client

from tests import factories
from tests.factories import Club
from zarleague.play import services as play
from zarleague.play.selectors import named_table
from zarleague.reports.drawings.bump_chart import Placed, bump_chart, sparkline
from zarleague.reports.models import EveningRank
from zarleague.reports.rank_history.ranks import refresh_ranks
from zarleague.reports.rank_history.series import MOST_ADDED_UP, metric_series, rank_series

EVENINGS = [datetime.date(2026, 5, day) for day in (7, 14, 21)]


@pytest.fixture
def played(club: Club) -> Club:
    """Play three evenings; in all, Ann has 9 points, Bob 6 and Cat 12, so Bob is first."""
    for evening, points in zip(EVENINGS, [(0, 2, 3), (9, 0, 4), (0, 4, 5)], strict=True):
        match = factories.match(club, "Ann", "Bob", "Cat", played_on=evening)
        factories.hand(club, match, *points, winner=points.index(0))
    EveningRank.objects.all().delete()
    # After 7 May Ann leads with 0 before Bob with 2 and Cat with 3; on 14 May she has 9, Bob 2 and
    # Cat 7. What was stored of the last evening is not asked: the table knows it.
    for evening, ranks in zip(EVENINGS, [(1, 2, 3), (3, 1, 2), (9, 9, 9)], strict=True):
        for name, rank in zip(("Ann", "Bob", "Cat"), ranks, strict=True):
            EveningRank.objects.create(
                league=club.league,
                season=club.season,
                evening=evening,
                player=club.players[name],
                rank=rank,
                metric=0,
            )
    return club


@pytest.mark.django_db
def test_the_last_evening_is_compared_with_the_one_before(played: Club) -> None:
    course = rank_series(played.season, named_table(played.season).rows)
    ann, bob, cat = (played.players[name].pk for name in ("Ann", "Bob", "Cat"))
    assert course.evenings == tuple(evening.toordinal() for evening in EVENINGS)
    assert course.ranks == {bob: (2, 1, 1), ann: (1, 3, 2), cat: (3, 2, 3)}
    assert [(one.player, one.places) for one in course.movers(4, 2)] == [(ann, 1), (cat, -1)]
    assert [one.player for one in course.movers(1, 1)] == [ann, cat]


@pytest.mark.parametrize("later", ["penalty", "lots"])
@pytest.mark.django_db
def test_a_later_penalty_or_drawing_of_lots_moves_ranks_on_its_own_day(
    club: Club, later: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Ann has 0 + 5 points, Bob 5 + 0, and every tie-break finds them level: both are first. The day
    # after, 20 penalty points or the second lot make Ann second.
    evening = factories.FIRST_EVENING
    the_day_after = evening + datetime.timedelta(days=1)
    match = factories.match(club, "Ann", "Bob")
    factories.hand(club, match, 0, 5)
    factories.hand(club, match, 5, 0, winner=1)
    ann, bob = club.add("Ann", "Bob")
    args = {"actor": club.boss, "key": factories.key(), "evening": the_day_after}
    if later == "penalty":
        play.add_penalty(club.season, ann, 20, reason="Late", **args)
    else:
        play.draw_lots(club.season, [bob, ann], **args)
    refresh_ranks(club.season.pk)
    club.season.refresh_from_db()
    rows = named_table(club.season).rows
    course = rank_series(club.season, rows)
    assert course.evenings == (evening.toordinal(), the_day_after.toordinal())
    assert course.ranks == {bob.pk: (1, 1), ann.pk: (1, 2)}
    assert [(one.player, one.places) for one in course.movers(4, 2)] == [(ann.pk, -1)]
    for most in (MOST_ADDED_UP, 0):  # a season of few evenings, and one of many
        monkeypatch.setattr("zarleague.reports.rank_history.series.MOST_ADDED_UP", most)
        course_of_points = metric_series(club.season, rows)
        assert course_of_points.evenings == course.evenings
        assert course_of_points.metric == {
            bob.pk: (5, 5),
            ann.pk: (5, 25 if later == "penalty" else 5),
        }


@pytest.mark.django_db
def test_the_leagues_page_shows_form_moves_and_the_chart_of_ranks(
    client: Client, played: Club
) -> None:
    client.force_login(played.organiser)
    page = client.get(f"/l/{played.league.slug}/").content.decode()
    assert "Ranks of the last evenings: 1, 3, 2" in page
    assert "2 → 3" in page
    assert 'data-name="Ann" data-values="1;3;2"' in page


def test_a_line_of_ranks_has_a_gap_where_somebody_was_not_ranked() -> None:
    # The plot reaches from 26 to 368; with three ranks two are 24 units apart, the first at 32.
    chart = bump_chart([Placed("Ann Lee", [1, None, 3, 2]), Placed("Bob", [2, 1, 1, 1])], "abcd")
    assert chart is not None
    bob, ann = chart.lines
    assert (ann.label, ann.style, bob.style) == ("Ann", 1, 2)
    assert ann.path == "M26 32 M254 80 C311 80 311 56 368 56"
    assert [(end.x, end.y) for end in ann.ends] == [(26, 32), (368, 56)]


@pytest.mark.parametrize(("players", "least"), [(14, 20), (40, 12)])
def test_leaders_are_named_and_the_rest_lies_behind_them(players: int, least: int) -> None:
    placed = [Placed(f"P{rank}", [players + 1 - rank, rank]) for rank in range(1, players + 1)]
    chart = bump_chart(placed, ["7 May", "14 May"])
    assert chart is not None
    assert (chart.rows[1].at - chart.rows[0].at) / 4 >= least  # from rank 1 to rank 5
    assert [line.style for line in chart.lines] == [0] * (players - 6) + [6, 5, 4, 3, 2, 1]
    heights = sorted(line.label_at.y for line in chart.lines if line.label)
    assert all(lower - upper >= 16 for upper, lower in pairwise(heights))


def test_evenings_before_anybody_is_ranked_are_left_out() -> None:
    chart = bump_chart([Placed("Ann", [None, 1, 1]), Placed("Bob", [None, None, 2])], "abc")
    assert chart is not None
    assert chart.evenings == ("b", "c")
    assert bump_chart([Placed("Ann", [None, None, 1])], "abc") is None


def test_a_small_line_goes_up_where_the_rank_gets_better() -> None:
    # Four ranks are 16 units; between 1 and 5 the line uses all of it, from 18 at the foot to 2.
    assert sparkline([5, 1]) == "M2 18 L62 2"
    assert sparkline([3, 3]) == "M2 10 L62 10"
    assert sparkline([None, 3]) == ""
