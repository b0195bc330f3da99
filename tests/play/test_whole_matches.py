"""Dates of matches; void, restore, move and delete a match as a whole."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import FIRST_EVENING, Club, key
from zarleague.leagues import services as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import AuditEntry, Season
from zarleague.leagues.selectors import season_for_match
from zarleague.play import selectors, services
from zarleague.play.models import Hand, HandVersion, Match
from zarleague.play.services import whole_matches
from zarleague.play.services.rewriting import check_length

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
DAY = datetime.timedelta(days=1)
LATER = FIRST_EVENING + 7 * DAY


def table(season: Season) -> dict[str, tuple[int, int, int]]:
    """Return hands, wins and points by name."""
    season.refresh_from_db()
    named = selectors.named_table(season)
    return {
        named.names[row.player_id]: (row.hands, row.wins, row.points)
        for row in named.rows
        if row.hands
    }


def assert_counted(*seasons: Season) -> None:
    """The stored totals are those of the hands."""
    assert [services.rebuild(season, write=False) for season in seasons] == [[] for _ in seasons]


class TestDates:
    def test_no_evening_to_come(self, club: Club) -> None:
        tomorrow = club.league.evening_of(timezone.now()) + DAY
        with pytest.raises(Invalid, match="yet to come"):
            factories.match(club, played_on=tomorrow)

    def test_only_evenings_of_the_season(self, club: Club) -> None:
        club.season.ends = LATER
        club.season.save()
        with pytest.raises(Invalid, match="starts on"):
            factories.match(club, played_on=club.season.starts - DAY)
        with pytest.raises(Invalid, match="ends on"):
            factories.match(club, played_on=LATER + DAY)
        assert factories.match(club, played_on=LATER).played_on == LATER

    def test_a_match_belongs_to_the_season_of_its_day(self, club: Club) -> None:
        club.season.ends = LATER
        club.season.save()
        autumn = leagues.start_season(
            club.league, name="Autumn", starts=LATER + DAY, actor=club.boss, key=key()
        )
        assert season_for_match(club.league, LATER) == club.season
        assert season_for_match(club.league, LATER + DAY) == autumn
        with pytest.raises(Invalid, match="let it begin earlier"):
            season_for_match(club.league, club.season.starts - DAY)

    def test_of_two_seasons_one_has_to_be_named(self, club: Club) -> None:
        leagues.start_season(
            club.league, name="Uno", starts=FIRST_EVENING, actor=club.boss, key=key()
        )
        with pytest.raises(Invalid, match="Several seasons"):
            season_for_match(club.league, LATER)

    def test_the_evening_before_a_league_was_founded(self, club: Club, client: Client) -> None:
        """Its page lets the season begin that day; a scorekeeper is told to ask."""
        day = club.season.starts - DAY
        page = reverse("evening", args=[club.league.slug, day.isoformat()])
        offered = f"Let {club.season.name} begin on"
        client.force_login(club.scorekeeper)
        assert offered not in client.get(page).content.decode()
        client.post(page, {"action": "begin"})
        club.season.refresh_from_db()
        assert club.season.starts == FIRST_EVENING
        client.force_login(club.organiser)
        assert offered in client.get(page).content.decode()
        assert client.post(page, {"action": "begin"}).status_code == 302
        assert offered not in client.get(page).content.decode()
        club.season.refresh_from_db()
        assert factories.match(club, played_on=day).played_on == day

    def test_the_days_of_a_season_hold_its_matches(self, club: Club) -> None:
        factories.match(club, played_on=LATER)
        days = {"starts": LATER + DAY}, {"starts": FIRST_EVENING, "ends": LATER - DAY}
        for wrong in days:
            with pytest.raises(Invalid, match="A match was played"):
                services.change_season(club.season, actor=club.boss, **wrong)
        changed = services.change_season(club.season, actor=club.boss, starts=LATER, ends=LATER)
        assert (changed.name, changed.starts, changed.ends) == (club.season.name, LATER, LATER)

    def test_a_season_reopened_does_not_end_again(self, club: Club) -> None:
        services.finish_season(club.season, ends=LATER, actor=club.boss, key=key())
        with pytest.raises(Invalid, match="Reopen it"):
            services.change_season(club.season, actor=club.boss, starts=LATER)
        season = leagues.reopen_season(club.season, actor=club.boss, key=key())
        assert (season.state, season.ends) == (Season.State.RUNNING, None)


class TestVoid:
    def test_nothing_of_it_counts_until_it_is_restored(self, club: Club) -> None:
        """Ann 7, Bob 0 and then 0, 5: the second match alone is Ann 9, Bob 0."""
        entered_twice, other = (
            factories.match(club, "Ann", "Bob"),
            factories.match(club, "Ann", "Bob", played_on=LATER),
        )
        for points in ((7, 0), (0, 5)):
            factories.hand(club, entered_twice, *points, winner=points.index(0))
        factories.hand(club, other, 9, 0, winner=1)
        before = table(club.season)
        services.void_match(entered_twice, reason="Entered twice", actor=club.boss, key=key())
        assert table(club.season) == {"Ann": (1, 0, 9), "Bob": (1, 1, 0)}
        assert_counted(club.season)
        entered_twice.refresh_from_db()
        assert entered_twice.state == Match.State.CLOSED
        assert set(HandVersion.objects.filter(number=2).values_list("reason", flat=True)) == {
            "Entered twice"
        }
        services.restore_match(entered_twice, reason="It was not", actor=club.boss, key=key())
        assert table(club.season) == before == {"Ann": (3, 1, 16), "Bob": (3, 2, 5)}
        assert_counted(club.season)
        why = AuditEntry.objects.filter(action__in=["void_match", "restore_match"])
        assert list(why.order_by("pk").values_list("why", flat=True)) == [
            "Entered twice",
            "It was not",
        ]

    def test_a_hand_voided_before_stays_void(self, club: Club) -> None:
        match = factories.match(club, "Ann", "Bob")
        first = factories.hand(club, match, 7, 0, winner=1)
        factories.hand(club, match, 0, 5)
        services.void_hand(first, reason="Misdeal", actor=club.boss, key=key(), expected_version=1)
        services.void_match(match, reason="Wrong", actor=club.boss, key=key())
        services.restore_match(match, reason="Right", actor=club.boss, key=key())
        assert table(club.season) == {"Ann": (1, 1, 0), "Bob": (1, 0, 5)}

    def test_nobody_waits_for_a_match_that_is_longer_than_any_evening(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = factories.match(club, "Ann", "Bob")
        for points in ((7, 0), (0, 5)):
            factories.hand(club, match, *points, winner=points.index(0))
        monkeypatch.setattr(check_length, "__defaults__", (1,))
        monkeypatch.setattr(whole_matches, "MOST_MOVED", 1)
        by_boss = {"reason": "Twice", "actor": club.boss, "key": key()}
        for change in (
            lambda: services.void_match(match, **by_boss),
            lambda: services.preview_void_matches([match], "Twice"),
            lambda: services.move_evening(club.league, FIRST_EVENING, played_on=LATER, **by_boss),
            lambda: services.preview_move([match], LATER, None, "Twice"),
        ):
            with pytest.raises(Invalid, match="at most 1 can be changed at once"):
                change()

    def test_it_needs_a_reason_and_hands(self, club: Club) -> None:
        match = factories.match(club, "Ann", "Bob")
        with pytest.raises(Invalid, match="No hand"):
            services.void_match(match, reason="Wrong", actor=club.boss, key=key())
        factories.hand(club, match, 7, 0, winner=1)
        with pytest.raises(Invalid, match="reason"):
            services.void_match(match, reason=" ", actor=club.boss, key=key())
        with pytest.raises(NotAllowed):
            services.void_match(match, reason="Mine", actor=Actor.of(club.player), key=key())


class TestMove:
    def test_to_another_evening_and_season(self, club: Club) -> None:
        autumn = leagues.start_season(
            club.league, name="Autumn", starts=LATER, actor=club.boss, key=key()
        )
        match, stays = factories.match(club, "Ann", "Bob"), factories.match(club, "Ann", "Cat")
        factories.hand(club, match, 7, 0, winner=1)
        factories.hand(club, match, 0, 5)
        factories.hand(club, stays, 2, 0, winner=1)
        services.move_match(
            match, played_on=LATER, season=autumn, reason="Autumn", actor=club.boss, key=key()
        )
        assert table(club.season) == {"Ann": (1, 0, 2), "Cat": (1, 1, 0)}
        assert table(autumn) == {"Ann": (2, 1, 7), "Bob": (2, 1, 5)}
        assert_counted(club.season, autumn)
        services.move_match(
            match, played_on=LATER + DAY, reason="A day later", actor=club.boss, key=key()
        )
        assert selectors.named_table(autumn, last=LATER).rows == ()
        assert_counted(autumn)

    def test_only_by_organisers_within_the_season(self, club: Club) -> None:
        match = factories.match(club, "Ann", "Bob")
        factories.hand(club, match, 7, 0, winner=1)
        scorekeeper = Actor.of(club.scorekeeper)
        with pytest.raises(NotAllowed):
            services.move_match(
                match, played_on=LATER, reason="Later", actor=scorekeeper, key=key()
            )
        before = club.season.starts - DAY
        with pytest.raises(Invalid, match="starts on"):
            services.move_match(
                match, played_on=before, reason="Earlier", actor=club.boss, key=key()
            )


class TestDelete:
    def test_only_without_hands(self, club: Club) -> None:
        match = factories.match(club, "Ann", "Bob")
        services.delete_match(match, actor=club.boss)
        assert not Match.objects.filter(pk=match.pk).exists()
        played = factories.match(club, "Ann", "Bob")
        factories.hand(club, played, 7, 0, winner=1)
        with pytest.raises(Invalid, match="without hands"):
            services.delete_match(played, actor=club.boss)


class TestPage:
    def test_what_would_move_is_shown_before_it_is_done(self, club: Club) -> None:
        match = factories.match(club, "Ann", "Bob")
        factories.hand(club, match, 7, 0, winner=1)
        client = Client()
        client.force_login(club.organiser)
        page = reverse("change-match", args=[club.league.slug, match.pk])
        asked = {"action": "void", "reason": "Entered twice", "key": key()}
        shown = client.post(page, asked).content.decode()
        assert "What would change in" in shown
        assert Hand.objects.get(match=match).confirmed.kind == HandVersion.Kind.ENTRY  # type: ignore[union-attr]
        client.post(page, asked | {"confirmed": "yes"})
        assert Hand.objects.get(match=match).confirmed.kind == HandVersion.Kind.VOID  # type: ignore[union-attr]

    def test_who_may(self, club: Club) -> None:
        match = factories.match(club, "Ann", "Bob")
        page = reverse("change-match", args=[club.league.slug, match.pk])
        answers = {}
        for user in (club.organiser, club.scorekeeper, club.player, club.outsider):
            client = Client()
            client.force_login(user)
            answers[user.username.split("-")[0]] = client.get(page).status_code
        assert answers == {"organiser": 200, "scorekeeper": 200, "player": 403, "outsider": 404}


class TestEnds:
    def test_the_open_matches_of_a_season_are_closed_with_it(self, club: Club) -> None:
        match = factories.match(club, "Ann", "Bob", played_on=LATER)
        factories.hand(club, match, 7, 0, winner=1)
        with pytest.raises(Invalid, match="was played after this day"):
            services.finish_season(club.season, ends=LATER - DAY, actor=club.boss, key=key())
        services.finish_season(club.season, ends=LATER, actor=club.boss, key=key())
        match.refresh_from_db()
        assert match.state == Match.State.CLOSED

    def test_afterwards_only_an_organiser_goes_on(self, club: Club) -> None:
        match = factories.match(club, "Ann", "Bob")
        services.finish_season(club.season, ends=LATER, actor=club.boss, key=key())
        keeper = Actor.of(club.scorekeeper)
        with pytest.raises(NotAllowed):
            services.reopen_match(match, actor=keeper, key=key())
        services.reopen_match(match, actor=club.boss, key=key())
        with pytest.raises(NotAllowed):
            factories.hand(club, match, 7, 0, winner=1, actor=keeper)
        factories.hand(club, match, 7, 0, winner=1)

    def test_a_match_left_open_closes_itself(self, club: Club) -> None:
        """Three days after its evening or its last hand, whichever is later."""
        idle, busy = factories.match(club, "Ann", "Bob"), factories.match(club, "Ann", "Bob")
        evening_ends = club.league.evening_starts(FIRST_EVENING + DAY)
        factories.hand(club, busy, 7, 0, winner=1, at=evening_ends + DAY)
        assert services.close_idle_matches(evening_ends + 3 * DAY - DAY / 24) == 0
        assert services.close_idle_matches(evening_ends + 3 * DAY) == 1
        idle.refresh_from_db()
        assert idle.state == Match.State.CLOSED
        club.league.idle_days = 0
        club.league.save()
        assert services.close_idle_matches(evening_ends + 300 * DAY) == 0
        club.league.idle_days = 3
        club.league.save()
        assert services.close_idle_matches(evening_ends + 4 * DAY) == 1
