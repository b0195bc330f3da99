"""Rating lists: right, reproducible, and never computed from half the hands."""

import random
import tracemalloc
from dataclasses import fields
from typing import Any

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from numpy.typing import NDArray

from benchmarks import bulk
from tests import factories
from tests.factories import Club, key, totals
from zarleague.background.lease import STALE_AFTER
from zarleague.leagues.models import Player
from zarleague.play import services as play
from zarleague.play.models import Match
from zarleague.reports import selectors, services
from zarleague.reports.background_work import checking, out_of_date
from zarleague.reports.background_work.jobs import Progress
from zarleague.reports.models import Job, RatingHistory, RatingList, RatingRow
from zarleague.reports.ratings import hands, lists, packing, storing
from zarleague.reports.ratings.hands import fingerprints, history_of
from zarleague.reports.ratings.packing import unpack
from zarleague.standings.ratings import bradley_terry
from zarleague.standings.ratings.bradley_terry import BradleyTerry
from zarleague.standings.ratings.pairs import PairCounts
from zarleague.standings.ratings.prior import Fit, Learned

pytestmark = pytest.mark.sqlite


def rows(club: Club) -> list[tuple[object, ...]]:
    """All rating rows of a league, without ids."""
    now = RatingRow.objects.filter(list__league=club.league).order_by("player")
    return [
        *now.values_list("player__name", "rank", "best", "worst", "rating", "deviation", "hands"),
        *after_evenings(club),
    ]


def after_evenings(club: Club) -> list[tuple[object, ...]]:
    """What is stored of every player after every evening, by name, then in order of evening."""
    held = RatingHistory.objects.filter(list__league=club.league).order_by("player__name", "part")
    return [
        (name, *figures)
        for name, packed in held.values_list("player__name", "figures")
        for figures in unpack(packed).tolist()
    ]


def evening(club: Club, day: int, *hands: tuple[int, ...]) -> Match:
    """A match of Ann, Bob and Cat on a day of March."""
    date = factories.FIRST_EVENING.replace(day=day)
    match = factories.match(club, "Ann", "Bob", "Cat", played_on=date)
    for points in hands:
        factories.hand(club, match, *points, winner=points.index(0))
    return match


@pytest.mark.parametrize("rater", ["bradley-terry", "openskill", "elo"])
def test_those_without_a_rating_are_forecast_as_equals(club: Club, rater: str) -> None:
    evening(club, 6, (0, 5, 7))
    services.choose_rater(club.league, rater, actor=club.boss)
    services.refresh_ratings(club.league)
    new = [
        Player.objects.create(league=club.league, name=name, name_key=name.casefold()).pk
        for name in ("Dee", "Eve")
    ]
    # Nothing parts them: each is first in half of the hands, and in place (1 + 2) / 2 on average.
    assert [
        (round(one.win, 9), round(one.place, 9))
        for one in selectors.expected_result(club.league, "zar", new)
    ] == [(0.5, 1.5)] * 2


def test_two_players_and_three_hands_are_rated_as_worked_out_by_hand(
    club: Club, django_capture_on_commit_callbacks
) -> None:
    # docs/standings.md: "Ann is ahead twice, Bob once ... the ratings are 1506 and 1494 ... Ann's
    # interval is 1558 +- 197, from 1361 to 1755, and Bob's from 1245 to 1639."
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
    assert shown == [(ann, 1506, 1361, 1755), (bob, 1494, 1245, 1639)]
    first = selectors.rows_of(found)[0]
    assert first.shown.provisional
    # One of two places cannot be ruled out for either: the intervals overlap widely.
    assert (first.rank, first.best, first.worst) == (1, 1, 2)


def test_a_forecast_uses_the_ratings_of_the_players_it_names(club: Club) -> None:
    # The hands of docs/standings.md, with Aaron as Ann and Ann as Bob: the later id has the earlier
    # name. 5/8 of t is 0.0372 and -0.0372, so Aaron is ahead with the chance
    # 1 / (1 + exp(-0.0744)) = 0.5186, and Ann's mean place is 1 + 0.5186.
    club.add("Ann")
    club.add("Aaron")
    match = factories.match(club, "Ann", "Aaron")
    for points in ((5, 0), (5, 0), (0, 5)):
        factories.hand(club, match, *points, winner=points.index(0))
    services.refresh_ratings(club.league)
    ann, aaron = club.players["Ann"].pk, club.players["Aaron"].pk
    forecast = selectors.expected_result(club.league, "zar", [ann, aaron])
    assert [each.player_id for each in forecast] == [ann, aaron]
    assert [each.place for each in forecast] == pytest.approx([1.5186, 1.4814], abs=1e-4)
    assert [each.win for each in forecast] == pytest.approx([0.4814, 0.5186], abs=1e-4)


def test_a_forecast_says_who_has_never_met(client: Client, club: Club) -> None:
    # Ann and Bob play together, Cat and Dee play together; Eve has not played yet.
    for pair in (("Ann", "Bob"), ("Cat", "Dee")):
        factories.hand(club, factories.match(club, *pair), 0, 5)
    services.refresh_ratings(club.league)
    ids = [player.pk for player in club.add("Ann", "Cat", "Eve")]
    client.force_login(club.player)
    address = reverse("api-forecast", args=[club.league.slug, "zar"])
    ann, cat, eve = client.get(address, {"player": ids}).json()
    assert ann["group"] is not None
    assert cat["group"] not in (ann["group"], None)
    assert eve["group"] is None
    ann, bob = client.get(address, {"player": [ids[0], club.players["Bob"].pk]}).json()
    assert ann["group"] == bob["group"]


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


@pytest.mark.usefixtures("nothing_learned")
def test_a_new_hand_writes_only_the_part_of_the_history_it_belongs_to_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "EVENINGS", 2)
    for day in (6, 13):
        evening(club, day, (0, 5, 7))
    last = evening(club, 20, (0, 1, 2))
    services.refresh_ratings(club.league)
    written: list[int] = []
    insert = storing.bulk.insert

    def seen(model: type[Model], columns: dict[str, NDArray[Any]]) -> None:
        if model is RatingHistory:
            written.extend(columns["part"].tolist())
        insert(model, columns)

    monkeypatch.setattr(storing.bulk, "insert", seen)
    factories.hand(club, last, 4, 0, 2, winner=1)
    services.refresh_ratings(club.league)
    # The first two evenings are part 0; the third is part 1, in a row of each of three players.
    assert written == [1, 1, 1]
    assert len(after_evenings(club)) == 9
    assert checking.rebuild_ratings(club.league, keep=False) == []


@pytest.fixture
def fitted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of hands of every fit of an evening, in order."""
    seen: list[int] = []
    next_maximum = BradleyTerry._next_maximum

    def counted(self: BradleyTerry, counts: PairCounts, before: Fit | None) -> Fit:
        seen.append(sum(of.hands for of in counts._sizes.values()))
        return next_maximum(self, counts, before)

    monkeypatch.setattr(BradleyTerry, "_next_maximum", counted)
    return seen


@pytest.fixture
def nothing_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is learned from a league's hands stays the same, whatever they are."""
    monkeypatch.setattr(bradley_terry, "learn", lambda _: Learned(0.4))


@pytest.mark.usefixtures("nothing_learned")
def test_only_evenings_from_the_hand_on_are_fitted(
    club: Club, fitted: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody is provisional, so that there are upsets and peaks.
    monkeypatch.setattr(lists, "rater", lambda _: BradleyTerry(settled_deviation=1000.0))
    for day in (6, 13, 20, 27):
        evening(club, day, (0, 5, 7), (3, 0, 9))
    services.refresh_ratings(club.league)
    assert fitted == [2, 4, 6, 8]
    before = rows(club)

    # A hand of tonight, by a newcomer: one evening is fitted, and the others stay as they were.
    fitted.clear()
    club.add("Dee")
    tonight = factories.match(club, "Ann", "Dee", played_on=factories.FIRST_EVENING.replace(day=27))
    factories.hand(club, tonight, 0, 4, winner=0)
    services.refresh_ratings(club.league)
    assert fitted == [9]
    first = factories.FIRST_EVENING.replace(day=20).toordinal()
    earlier = [row for row in before[3:] if row[1] <= first]
    assert [row for row in rows(club)[4:] if row[1] <= first] == earlier

    # A correction of the second evening: that one and the two after it.
    fitted.clear()
    second = factories.FIRST_EVENING.replace(day=13)
    hand = club.season.matches.get(played_on=second).hands.order_by("number")[0]
    factories.correction(club, hand, 0, 7, 5)
    services.refresh_ratings(club.league)
    assert fitted == [4, 6, 9]
    # Continued from stored evenings or not, the figures are those of all evenings anew.
    assert checking.rebuild_ratings(club.league, keep=False) == []
    stored, again = RatingList.objects.get().upsets, anew(club).upsets
    assert len(stored) == len(again) > 0
    for upset, expected in zip(stored, again, strict=True):
        assert upset == pytest.approx(list(expected))


def test_reading_hands_takes_little_more_memory_than_their_columns(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "_MATCHES", 4)
    monkeypatch.setattr("zarleague.reports.ratings.hands._PART", 200)
    bulk.season(club.league, club.boss.user, "Long", bulk.Shape(4000, 8, 100))
    history = history_of(club.league, "zar")
    assert history.hands == 4000
    held = sum(getattr(history, field.name).nbytes for field in fields(history))
    tracemalloc.start()
    try:
        history_of(club.league, "zar")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 2 * held


def anew(club: Club) -> lists.Computed:
    """The list of a league's Zar hands, nothing stored being used."""
    history = history_of(club.league, "zar")
    stamps = fingerprints(history, "bradley-terry")
    return lists.Computed.of(lists.rater("bradley-terry"), history, stamps, Progress.unrecorded())


def test_where_more_is_learned_all_evenings_are_fitted_with_it(
    club: Club, fitted: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bradley_terry, "learn", lambda history: Learned(0.4 + history.hands / 100))
    evening(club, 6, (0, 5, 7))
    last = evening(club, 13, (0, 1, 2))
    services.refresh_ratings(club.league)
    assert fitted == [1, 2]
    fitted.clear()
    factories.hand(club, last, 4, 0, 2, winner=1)
    services.refresh_ratings(club.league)
    assert fitted == [1, 3]


@pytest.mark.usefixtures("nothing_learned")
def test_an_evening_whose_rows_are_missing_is_fitted_again(
    club: Club, fitted: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "EVENINGS", 1)
    for day in (6, 13):
        evening(club, day, (0, 5, 7))
    last = evening(club, 20, (0, 1, 2))
    services.refresh_ratings(club.league)
    RatingHistory.objects.filter(part=1, player=club.players["Cat"]).delete()
    fitted.clear()
    factories.hand(club, last, 4, 0, 2, winner=1)
    services.refresh_ratings(club.league)
    assert fitted == [2, 4]


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
    factories.correction(wrong, hand, 0, 5, 7)
    services.refresh_ratings(wrong.league)
    assert rows(right) == rows(wrong)


def test_hands_confirmed_while_others_are_rated_are_rated_next(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a long league a hand is saved before the last one is rated. Its ratings are stored all the
    same, and the league counts as behind."""
    match = evening(club, 6, (0, 5, 7))
    work_out = lists.Computed.of

    def slow(*given):
        monkeypatch.undo()
        found = work_out(*given)
        factories.hand(club, match, 0, 2, 2)
        return found

    monkeypatch.setattr(lists.Computed, "of", slow)
    services.refresh_ratings(club.league)
    assert RatingList.objects.get().hands == 1
    Job.objects.update(seen_at=timezone.now() - 2 * STALE_AFTER)
    assert list(out_of_date.leagues_behind()) == [club.league]
    services.refresh_ratings(club.league)
    assert RatingList.objects.get().hands == 2
    assert not out_of_date.leagues_behind().exists()
    assert checking.rebuild_ratings(club.league, keep=False) == []


def test_what_another_has_stored_of_more_hands_meanwhile_stays(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = evening(club, 6, (0, 5, 7))
    work_out = lists.Computed.of

    def overtaken(*given):
        monkeypatch.undo()
        found = work_out(*given)
        factories.hand(club, match, 0, 2, 2)
        assert lists.refresh(club.league)
        return found

    monkeypatch.setattr(lists.Computed, "of", overtaken)
    assert lists.refresh(club.league)
    assert RatingList.objects.get().hands == 2


def test_figures_by_another_rater_than_the_league_s_are_thrown_away(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(club, 6, (0, 5, 7))
    work_out = lists.Computed.of

    def slow(*given):
        monkeypatch.undo()
        found = work_out(*given)
        services.choose_rater(club.league, "elo", actor=club.boss)
        return found

    monkeypatch.setattr(lists.Computed, "of", slow)
    services.refresh_ratings(club.league)
    assert RatingList.objects.get().rater == "elo"
    assert checking.rebuild_ratings(club.league, keep=False) == []


class TestShortTransactions:
    """A list of many rows is written player by player, so that no save waits for all of them."""

    @pytest.fixture(autouse=True)
    def _short(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(storing, "WRITTEN_AT_ONCE", 1)

    @pytest.fixture
    def changed(self, club: Club) -> Club:
        """Two rated evenings of three players; then a hand of the first evening is corrected."""
        match = evening(club, 6, (0, 5, 7), (3, 0, 9))
        evening(club, 13, (0, 1, 2))
        services.refresh_ratings(club.league)
        factories.correction(club, match.hands.get(number=1), 7, 5, 0, winner=2)
        return club

    def test_a_transaction_has_the_rows_of_one_player(
        self, changed: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        written: list[list[int]] = []
        replace = storing.Writing._replace

        def seen(writing, players, *rest):
            written.append(list(players))
            replace(writing, players, *rest)

        monkeypatch.setattr(storing.Writing, "_replace", seen)
        services.refresh_ratings(changed.league)
        assert written == [
            [one] for one in sorted(player.pk for player in changed.players.values())
        ]
        assert checking.rebuild_ratings(changed.league, keep=False) == []

    def test_killed_in_between_it_is_begun_again(
        self, changed: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pauses = iter([None, KeyboardInterrupt])

        def die() -> None:
            if error := next(pauses):
                raise error

        monkeypatch.setattr(storing, "pause_between_writes", die)
        with pytest.raises(KeyboardInterrupt):  # after two of three players
            services.refresh_ratings(changed.league)
        monkeypatch.undo()
        assert list(out_of_date.leagues_behind()) == []  # as long as the job may be alive
        Job.objects.update(seen_at=timezone.now() - 2 * STALE_AFTER)
        assert list(out_of_date.leagues_behind()) == [changed.league]
        assert checking.rebuild_ratings(changed.league, keep=False) != []
        services.refresh_ratings(changed.league)
        assert checking.rebuild_ratings(changed.league, keep=False) == []

    def test_of_two_writers_the_later_goes_on(
        self, changed: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def overtaken() -> None:
            monkeypatch.undo()
            lists.refresh(changed.league)

        monkeypatch.setattr(storing, "pause_between_writes", overtaken)
        lists.refresh(changed.league)
        assert checking.rebuild_ratings(changed.league, keep=False) == []

    def test_the_check_replaces_the_rows_of_all_players(self, changed: Club) -> None:
        services.refresh_ratings(changed.league)
        RatingHistory.objects.filter(player=changed.players["Cat"]).delete()
        RatingRow.objects.filter(player=changed.players["Ann"]).delete()
        differing = ["reports.RatingHistory", "reports.RatingRow"]
        assert checking.check_ratings(changed.league).differences == differing
        assert checking.rebuild_ratings(changed.league, keep=False) == []


def tamper(player: Player, column: str, more: float) -> None:
    """Add to a figure of a player's stored history."""
    row = RatingHistory.objects.get(player=player)
    figures = unpack(row.figures).copy()
    figures[column] += more
    RatingHistory.objects.filter(player=player).update(figures=figures.tobytes())


def test_a_rebuild_finds_a_rating_somebody_tampered_with(club: Club) -> None:
    evening(club, 6, (0, 5, 7))
    services.refresh_ratings(club.league)
    assert checking.rebuild_ratings(club.league, keep=False) == []
    # What another processor rounds otherwise is no difference.
    tamper(club.players["Cat"], "deviation", 1e-5)
    assert checking.rebuild_ratings(club.league, keep=False) == []
    for column, more in {"rating": 0.01, "by_hands": 1.0, "deviation": 1.0, "evening": 1}.items():
        tamper(club.players["Cat"], column, more)
        assert checking.rebuild_ratings(club.league, keep=False) == ["reports.RatingHistory"]
        tamper(club.players["Cat"], column, -more)
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
