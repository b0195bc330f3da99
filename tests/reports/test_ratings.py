"""Rating lists: right, the same however often they are worked out, and never of half the hands."""

import random
import threading

import pytest
from django.db import connection, transaction
from django.db.models import F

from tests import factories
from tests.factories import Club, key, totals
from zarleague.play import services as play
from zarleague.play.models import Match
from zarleague.reports import checking, selectors, services
from zarleague.reports.models import RatingHistory, RatingList, RatingRow
from zarleague.reports.progress import Progress
from zarleague.reports.ratings import lists


def rows(club: Club) -> list[tuple[object, ...]]:
    """All rating rows of a league, without ids."""
    now = RatingRow.objects.filter(list__league=club.league).order_by("player")
    then = RatingHistory.objects.filter(list__league=club.league).order_by("evening", "player")
    return [
        *now.values_list("player__name", "rank", "best", "worst", "rating", "deviation", "hands"),
        *then.values_list("player__name", "evening", "rating", "deviation", "provisional"),
    ]


def evening(club: Club, day: int, *hands: tuple[int, ...]) -> Match:
    """A match of Ann, Bob and Cat on a day of March."""
    date = factories.FIRST_EVENING.replace(day=day)
    match = factories.match(club, "Ann", "Bob", "Cat", played_on=date)
    for points in hands:
        factories.hand(club, match, *points, winner=points.index(0))
    return match


def test_two_players_and_three_hands_are_rated_as_worked_out_by_hand(
    club: Club, django_capture_on_commit_callbacks
) -> None:
    # docs/standings.md: "Ann is ahead twice, Bob once ... t = 0.044 and the ratings are 1508 and
    # 1492 ... the intervals reach 76 points either way and both ratings are provisional."
    match = factories.match(club, "Ann", "Bob")
    with django_capture_on_commit_callbacks(execute=True):
        for points in ((0, 5), (0, 5), (5, 0)):
            factories.hand(club, match, *points, winner=points.index(0))
    found = selectors.rating_list(club.league, "zar")
    assert found is not None
    shown = [
        (row.player_id, row.shown.rating, row.shown.low, row.shown.high)
        for row in selectors.rows_of(found)
    ]
    ann, bob = club.players["Ann"].pk, club.players["Bob"].pk
    assert shown == [(ann, 1508, 1431, 1584), (bob, 1492, 1416, 1569)]
    first = selectors.rows_of(found)[0]
    assert first.shown.provisional
    # One of two places cannot be ruled out for either: the intervals overlap widely.
    assert (first.rank, first.best, first.worst) == (1, 1, 2)


def test_working_a_list_out_again_changes_no_row(club: Club) -> None:
    evening(club, 6, (0, 5, 7), (3, 0, 9))
    evening(club, 13, (0, 1, 2))
    services.refresh_ratings(club.league)
    ids = list(RatingRow.objects.values_list("pk", flat=True))
    once = rows(club)
    services.refresh_ratings(club.league)
    assert rows(club) == once
    # Nothing was written either: the fingerprint said that there was nothing to do.
    assert list(RatingRow.objects.values_list("pk", flat=True)) == ids


def test_a_new_hand_rewrites_only_the_evening_it_belongs_to(club: Club) -> None:
    evening(club, 6, (0, 5, 7))
    second = evening(club, 13, (0, 1, 2))
    services.refresh_ratings(club.league)
    first_evening = factories.FIRST_EVENING.toordinal()
    kept = set(RatingHistory.objects.filter(evening=first_evening).values_list("pk", flat=True))
    factories.hand(club, second, 4, 0, 2, winner=1)
    services.refresh_ratings(club.league)
    after = set(RatingHistory.objects.filter(evening=first_evening).values_list("pk", flat=True))
    assert after == kept
    assert RatingHistory.objects.count() == 6


def test_hands_confirmed_in_any_order_give_the_same_ratings(db: None) -> None:
    played = [(6, (0, 5, 7)), (6, (3, 0, 9)), (13, (1, 0, 2)), (20, (0, 2, 2)), (20, (8, 3, 0))]
    found = []
    for seed in range(4):
        club = factories.club()
        club.add("Ann", "Bob", "Cat")
        matches = {day: evening(club, day) for day in (6, 13, 20)}
        shuffled = random.Random(seed).sample(played, len(played))
        for day, points in shuffled:
            factories.hand(club, matches[day], *points, winner=points.index(0))
            services.refresh_ratings(club.league)
        found.append({name: rating for name, _, _, _, rating, *_ in rows(club)[:3]})
    for other in found[1:]:
        assert other == pytest.approx(found[0], abs=1e-9 * 173.7)


def test_a_correction_leads_to_the_ratings_as_if_the_mistake_had_never_been_made(db: None) -> None:
    right, wrong = factories.club(), factories.club()
    for club, points in ((right, (0, 5, 7)), (wrong, (5, 0, 7))):
        evening(club, 6, points)
        evening(club, 13, (0, 1, 2), (2, 1, 0))
        services.refresh_ratings(club.league)
    assert rows(right) != rows(wrong)
    hand = wrong.season.matches.order_by("played_on").first().hands.get()
    play.correct_hand(
        hand, totals(0, 5, 7), reason="misread", key=key(), actor=wrong.boss, expected_version=1
    )
    services.refresh_ratings(wrong.league)
    assert rows(right) == rows(wrong)


def test_figures_of_hands_that_changed_meanwhile_are_thrown_away(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = evening(club, 6, (0, 5, 7))
    work_out, seen = lists.Computed.of, []

    def slow(rater, history, stamps, progress):
        found = work_out(rater, history, stamps, progress)
        seen.append(history.hands)
        if len(seen) == 1:
            factories.hand(club, match, 0, 2, 2)  # confirmed while the first was being rated
        return found

    monkeypatch.setattr(lists.Computed, "of", slow)
    lists.refresh(club.league)
    assert seen == [1, 2]
    assert RatingList.objects.get().hands == 2


def test_killed_before_the_end_nothing_is_written(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(club, 6, (0, 5, 7))
    services.refresh_ratings(club.league)
    before = rows(club)
    evening(club, 13, (3, 0, 1))

    def die(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(lists, "_history", die)
    with pytest.raises(KeyboardInterrupt), transaction.atomic():
        lists.refresh_game(club.league, "zar", Progress.silent())
    assert rows(club) == before


@pytest.mark.django_db(transaction=True)
def test_two_at_once_end_in_the_rows_of_one() -> None:
    club = factories.club()
    evening(club, 6, (0, 5, 7), (3, 0, 9))
    evening(club, 13, (0, 1, 2))
    RatingList.objects.all().delete()
    together = threading.Barrier(3)

    def refresh() -> None:
        together.wait()
        services.refresh_ratings(club.league)
        connection.close()

    threads = [threading.Thread(target=refresh) for _ in range(2)]
    for thread in threads:
        thread.start()
    together.wait()
    for thread in threads:
        thread.join(20)
    assert RatingRow.objects.count() == 3
    assert RatingHistory.objects.count() == 6
    assert checking.rebuild_ratings(club.league, keep=False) == []


def test_a_rebuild_finds_a_rating_somebody_tampered_with(club: Club) -> None:
    evening(club, 6, (0, 5, 7))
    services.refresh_ratings(club.league)
    assert checking.rebuild_ratings(club.league, keep=False) == []
    # What another processor rounds otherwise is no difference.
    RatingHistory.objects.update(deviation=F("deviation") + 1e-5)
    assert checking.rebuild_ratings(club.league, keep=False) == []
    RatingRow.objects.filter(player=club.players["Cat"]).update(rating=2000)
    assert checking.rebuild_ratings(club.league, keep=False) == ["reports.RatingRow"]
    assert RatingRow.objects.filter(rating=2000).exists()  # a comparison changes nothing
    check = checking.check_ratings(club.league)
    assert (check.differences, check.repaired) == (["reports.RatingRow"], True)
    assert not RatingRow.objects.filter(rating=2000).exists()


@pytest.mark.parametrize("rater", ["openskill", "elo"])
def test_a_league_may_choose_another_rater(
    club: Club, rater: str, django_capture_on_commit_callbacks
) -> None:
    evening(club, 6, (0, 5, 7), (0, 9, 3))
    services.refresh_ratings(club.league)
    services.choose_rater(club.league, rater, actor=club.boss)
    services.refresh_ratings(club.league)
    found = RatingList.objects.get()
    assert found.rater == rater
    # Ann won both hands, and whoever rates says so.
    assert found.rows.first().player == club.players["Ann"]
    assert (found.rows.first().deviation is None) is (rater == "elo")


def test_the_preview_of_a_correction_says_what_the_correction_then_does(club: Club) -> None:
    match = evening(club, 6, (0, 5, 7), (3, 0, 9))
    services.refresh_ratings(club.league)
    hand = match.hands.get(number=1)
    entry = totals(7, 5, 0, winner=2)
    preview = play.preview_correction(hand, entry)
    changes = selectors.rating_changes(hand, preview.before, preview.after)
    play.correct_hand(hand, entry, reason="misread", key=key(), actor=club.boss, expected_version=1)
    services.refresh_ratings(club.league)
    now = {row.player_id: row.shown.rating for row in selectors.rows_of(RatingList.objects.get())}
    assert {change.player_id: change.after for change in changes} == {
        player: rating
        for player, rating in now.items()
        if player in {change.player_id for change in changes}
    }
    # Ann and Cat exchange first and last place, so both move, and in opposite directions.
    moves = {change.player_id: change.after - change.before for change in changes}
    assert moves[club.players["Ann"].pk] < 0 < moves[club.players["Cat"].pk]
