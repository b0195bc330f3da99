"""Evenings: who is here, rounds drawn and started, doubts, and an evening changed as a whole."""

import datetime
import re
from datetime import time
from functools import partial
from itertools import combinations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import FIRST_EVENING, Club, key
from zarleague import live
from zarleague.draws import seating
from zarleague.leagues import services as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import AuditEntry, Player
from zarleague.leagues.selectors import house_rules
from zarleague.play import selectors, services
from zarleague.play.errors import AskAgain
from zarleague.play.locks import lock_matches
from zarleague.play.models import Evening, EveningRound, Hand, HandVersion, Match
from zarleague.play.services import evenings
from zarleague.play.verdicts.rulesets import overrides_of
from zarleague.replays.gate import let_others

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
AHEAD = datetime.date(9000, 1, 1)
LATER = FIRST_EVENING + datetime.timedelta(days=7)
NAMES = ("Ann", "Bob", "Cat", "Dee", "Eve", "Fay", "Gil", "Hal")


def here(club: Club, *names: str, state: str = "here", day: datetime.date = FIRST_EVENING) -> None:
    people = [(player, state) for player in club.add(*names)]
    services.set_attendance(club.league, day, people, actor=club.boss, key=key())


def draw(club: Club, day: datetime.date = FIRST_EVENING, **fields: object) -> EveningRound:
    fields = {"season": club.season, "seed": 7, "actor": club.keeper, "key": key()} | fields
    return services.draw_round(club.league, day, **fields)  # type: ignore[arg-type]


def tables(drawn: EveningRound) -> list[list[str]]:
    shown = selectors.tables_of(selectors.rounds_of(drawn.evening).get(pk=drawn.pk))
    return [[player.name for player in table.players] for table in shown]


def start(club: Club, drawn: EveningRound, **fields: object) -> list[Match]:
    return services.start_round(drawn, actor=club.boss, key=key(), **fields)  # type: ignore[arg-type]


class TestPlanned:
    def test_pages_are_told_once_of_all_that_is_planned(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        told: list[object] = []
        monkeypatch.setattr(live, "publish", lambda *channels, **_said: told.append(channels))
        first = club.league.evening_of(timezone.now())
        days = [first + datetime.timedelta(days=7 * week) for week in range(3)]
        for _ in range(2):
            services.plan_evenings(club.league, days, actor=club.boss, key=key())
            assert told == [(f"league-{club.league.pk}",)]

    def test_what_is_planned_already_stays(self, club: Club) -> None:
        first = club.league.evening_of(timezone.now())
        after = [first + datetime.timedelta(days=7 * week) for week in range(3)]
        services.plan_evenings(club.league, after[:1], title="Cup", actor=club.boss, key=key())
        planned = services.plan_evenings(
            club.league, after, place="The Swan", actor=club.boss, key=key()
        )
        found = [(one.date, one.title, one.place) for one in planned]
        assert found == [
            (after[0], "Cup", ""),
            (after[1], "", "The Swan"),
            (after[2], "", "The Swan"),
        ]
        ann, bob = club.add("Ann", "Bob")
        answers = [(ann, "yes"), (bob, "no")]
        services.set_attendance(club.league, after[1], answers, actor=club.boss, key=key())
        ahead = selectors.evenings_ahead(club.league, after[1])
        assert [(one.date, dict(said)) for one, said in ahead] == [
            (after[1], {"yes": 1, "no": 1}),
            (after[2], {}),
        ]

    @pytest.mark.parametrize("days", [[], [-1], [0, 800], list(range(61))])
    def test_not_in_the_past_not_far_ahead_and_not_too_many(
        self, club: Club, days: list[int]
    ) -> None:
        today = club.league.evening_of(timezone.now())
        asked = [today + datetime.timedelta(days=day) for day in days]
        with pytest.raises(Invalid):
            services.plan_evenings(club.league, asked, actor=club.boss, key=key())
        with pytest.raises(NotAllowed):
            services.plan_evenings(club.league, [today], actor=club.keeper, key=key())
        assert not Evening.objects.exists()

    def test_on_its_page(self, club: Club) -> None:
        """Four weeks hold five evenings of each week, and three of every second; what is missing is
        asked for."""
        organiser = Client()
        organiser.force_login(club.organiser)
        first = club.league.evening_of(timezone.now())
        address = reverse("evenings", args=[club.league.slug])

        def day(ahead: int) -> str:
            return (first + datetime.timedelta(days=ahead)).isoformat()

        given = {"days": first.isoformat(), "weeks": "1", "key": key()}
        asked = organiser.post(address, given).content.decode()
        assert "Choose the last day" in asked
        given["until"] = (first + datetime.timedelta(days=28)).isoformat()
        assert organiser.post(address, given).status_code == 302
        assert Evening.objects.count() == 5
        page = organiser.get(address).content.decode()
        assert page.count('<a class="match"') == 5
        given = given | {"days": given["until"], "weeks": "2", "key": key()}
        given["until"] = (first + datetime.timedelta(days=56)).isoformat()
        organiser.post(address, given)
        assert Evening.objects.count() == 5 + 2
        given |= {"also": [day(3), "", day(5)], "skip": [day(56)], "starts_at": "19:30"}
        given |= {"days": day(42), "until": day(56), "weeks": "2", "key": key()}
        organiser.post(address, given)  # day 42 is known, and 56 is skipped
        found = Evening.objects.filter(starts_at=time(19, 30)).order_by("date")
        assert [str(one.date) for one in found] == [day(3), day(5)]
        given |= {"days": day(56), "until": day(0), "also": [], "skip": [], "key": key()}
        assert "from one to 60" in organiser.post(address, given).content.decode()


class TestNextEvening:
    def test_on_the_leagues_page_with_an_answer_by_one_tap(self, club: Club) -> None:
        today = club.league.evening_of(timezone.now())
        days = [today + datetime.timedelta(days=ahead) for ahead in (7, 14, 21)]
        services.plan_evenings(club.league, days, title="Cup", actor=club.boss, key=key())
        (ann,) = club.add("Ann")
        ann.user = club.player
        ann.save()
        here(club, "Bob", state="maybe", day=days[0])
        member = Client()
        member.force_login(club.player)
        page = reverse("league", args=[club.league.slug])
        shown = member.get(page).content.decode()
        assert "Next evening" in shown
        assert "0 yes, 1 maybe, 0 no" in shown
        assert "Will you come?" in shown
        action = reverse("evening", args=[club.league.slug, days[0].isoformat()])
        given = {"action": "answer", "from": "league", "state": "yes", "key": key()}
        assert member.post(action, given)["Location"] == page
        assert "1 yes, 1 maybe, 0 no" in member.get(page).content.decode()
        services.cancel_evening(club.league, days[0], reason="Snow", actor=club.boss, key=key())
        found = selectors.next_evenings(club.league, today, ann)
        assert [(one.evening.date, one.mine) for one in found] == [(days[0], "yes"), (days[1], "")]

    def test_one_that_has_begun_is_no_longer_ahead(self, club: Club) -> None:
        today = club.league.evening_of(timezone.now())
        services.plan_evenings(club.league, [today], actor=club.boss, key=key())
        assert len(selectors.next_evenings(club.league, today, None)) == 1
        here(club, "Ann", day=today)
        assert selectors.next_evenings(club.league, today, None) == []


def test_the_page_goes_on_where_it_was_changed(club: Club) -> None:
    """At the tables once they are drawn; an error is said at the top of the page instead, to which
    each of its forms is sent without such a place."""
    today = club.league.evening_of(timezone.now())
    page = reverse("evening", args=[club.league.slug, today.isoformat()])
    people = [player.pk for player in club.add("Ann", "Bob", "Cat", "Dee")]
    organiser = Client()
    organiser.force_login(club.organiser)
    form = {"action": "draw", "game": "zar", "size": "4", "way": "chance"}
    nobody = organiser.post(page, form | {"key": key()})
    assert nobody.status_code == 200
    drawn = organiser.post(page, form | {"here": people, "offered": people, "key": key()})
    assert drawn["Location"] == f"{page}#rounds"
    assert 'id="rounds"' in organiser.get(page).content.decode()
    gone = organiser.post(
        page, {"action": "state", "player": people[0], "state": "left", "key": key()}
    )
    assert gone["Location"] == f"{page}#coming"
    shown = organiser.get(page).content.decode()
    assert 'id="coming"' in shown
    assert shown.count('method="post"') == shown.count(f'method="post" action="{page}"') > 0


class TestCancelled:
    def test_nobody_can_answer_or_be_drawn_until_it_takes_place_after_all(self, club: Club) -> None:
        today = club.league.evening_of(timezone.now())
        services.plan_evenings(club.league, [today], actor=club.boss, key=key())
        here(club, "Ann", state="yes", day=today)
        cancel = partial(services.cancel_evening, club.league, today, reason="Snow")
        with pytest.raises(NotAllowed):
            cancel(actor=club.keeper, key=key())
        with pytest.raises(Invalid):
            services.cancel_evening(club.league, today, reason=" ", actor=club.boss, key=key())
        cancel(actor=club.boss, key=key())
        with pytest.raises(Invalid, match="cancelled"):
            here(club, "Bob", state="yes", day=today)
        evening = Evening.objects.get()
        with pytest.raises(Invalid, match="cancelled"):
            services.answer_by_link(evening, club.players["Ann"], "no")
        with pytest.raises(Invalid, match="cancelled"):
            cancel(actor=club.boss, key=key())
        services.reinstate_evening(club.league, today, actor=club.boss, key=key())
        here(club, "Bob", state="yes", day=today)
        ((again, answers),) = selectors.evenings_ahead(club.league, today)
        assert (again.cancelled_at, again.cancelled_why) == (None, "")
        assert dict(answers) == {"yes": 2}
        with pytest.raises(Invalid, match="isn’t cancelled"):
            services.reinstate_evening(club.league, today, actor=club.boss, key=key())

    def test_only_what_is_planned_and_has_not_begun(self, club: Club) -> None:
        today = club.league.evening_of(timezone.now())
        for day, why in ((today, "No evening"), (FIRST_EVENING, "over")):
            with pytest.raises(Invalid, match=why):
                services.cancel_evening(club.league, day, reason="x", actor=club.boss, key=key())
        services.plan_evenings(club.league, [today], actor=club.boss, key=key())
        factories.match(club, played_on=today)
        with pytest.raises(Invalid, match="Matches were started"):
            services.cancel_evening(club.league, today, reason="x", actor=club.boss, key=key())

    def test_on_its_pages(self, club: Club) -> None:
        organiser = Client()
        organiser.force_login(club.organiser)
        today = club.league.evening_of(timezone.now())
        services.plan_evenings(
            club.league, [today], starts_at=time(19, 30), actor=club.boss, key=key()
        )
        page = reverse("evening", args=[club.league.slug, today.isoformat()])
        change = reverse("change-evening", args=[club.league.slug, today.isoformat()])
        assert "· 19:30" in organiser.get(page).content.decode()
        given = {"action": "cancel", "confirmed": "yes", "key": key()}
        assert "give a reason" in organiser.post(change, given).content.decode()
        assert organiser.post(change, given | {"reason": "Snow"}).status_code == 302
        shown = organiser.get(page).content.decode()
        assert "This evening is cancelled." in shown
        assert "Snow" in shown
        assert 'name="here"' not in shown
        ahead = organiser.get(reverse("evenings", args=[club.league.slug])).content.decode()
        assert "Snow" in ahead
        given = {"action": "reinstate", "confirmed": "yes", "key": key()}
        assert organiser.post(change, given).status_code == 302
        assert Evening.objects.get().cancelled_at is None
        given = {"action": "name", "title": "Cup", "starts_at": "20:00", "place": ""}
        organiser.post(page, given)
        assert Evening.objects.get().starts_at == time(20)
        assert (
            "hours and minutes"
            in organiser.post(page, given | {"starts_at": "late"}).content.decode()
        )


class TestAttendance:
    def test_last_times_people_come_first(self, club: Club) -> None:
        club.add(*NAMES)
        here(club, "Hal", "Gil")
        factories.match(club, "Fay", "Eve")
        shown = selectors.guests_of(club.league, LATER, 60)
        assert [one.player.name for one in shown if one.came_last] == ["Eve", "Fay", "Gil", "Hal"]
        assert [one.player.name for one in shown][:4] == ["Eve", "Fay", "Gil", "Hal"]

    def test_who_went_home_has_attended_and_who_comes_later_has_not(self, club: Club) -> None:
        here(club, "Ann", "Bob")
        here(club, "Bob", state="left")
        here(club, "Cat", state="late")
        attended = selectors.people_of(club.league, FIRST_EVENING)
        assert attended == {club.players["Ann"].pk, club.players["Bob"].pk}
        evening = selectors.evening_of(club.league, FIRST_EVENING)
        assert selectors.here_on(evening) == [club.players["Ann"].pk]

    def test_a_new_name_is_a_guest(self, club: Club) -> None:
        services.set_attendance(
            club.league, FIRST_EVENING, [("Zoe", "here")], actor=club.keeper, key=key()
        )
        assert club.league.players.get(name="Zoe").guest

    def test_players_say_nothing(self, club: Club) -> None:
        with pytest.raises(NotAllowed):
            services.set_attendance(
                club.league, FIRST_EVENING, [], actor=Actor.of(club.player), key=key()
            )


class TestAnswers:
    """All of it is about a day that stays ahead, so that no clock decides."""

    def test_the_list_starts_with_who_said_yes_then_maybe(self, club: Club) -> None:
        here(club, "Ann", "Bob")
        club.add(*NAMES)
        here(club, "Dee", state="yes", day=AHEAD)
        here(club, "Cat", state="maybe", day=AHEAD)
        here(club, "Ann", state="no", day=AHEAD)
        shown = selectors.guests_of(club.league, AHEAD, 60)
        assert [one.player.name for one in shown][:3] == ["Dee", "Cat", "Ann"]
        assert selectors.expected(shown) == {club.players["Dee"].pk}
        assert selectors.people_of(club.league, AHEAD) == set()
        here(club, "Bob", day=AHEAD)
        assert selectors.expected(selectors.guests_of(club.league, AHEAD, 60)) == set()

    def test_members_answer_for_themselves_until_they_are_here(
        self, club: Club, client: Client
    ) -> None:
        ann, bob = club.add("Ann", "Bob")
        ann.user = club.player
        ann.save()

        def say(who: Player, state: str) -> None:
            actor = Actor.of(club.player)
            services.set_attendance(club.league, AHEAD, [(who, state)], actor=actor, key=key())

        client.force_login(club.player)
        page = reverse("evening", args=[club.league.slug, AHEAD.isoformat()])
        given = {"action": "answer", "state": "yes", "key": key()}
        assert client.post(page, given).status_code == 302
        evening = selectors.evening_of(club.league, AHEAD)
        assert selectors.states_of(evening) == {ann.pk: "yes"}
        assert client.post(page, given | {"action": "attend"}).status_code == 403
        say(ann, "no")
        for who, state in ((bob, "yes"), (ann, "here")):
            with pytest.raises(NotAllowed):
                say(who, state)
        here(club, "Ann", day=AHEAD)
        with pytest.raises(Invalid):
            say(ann, "no")

    def test_nobody_answers_for_a_day_that_is_over(self, club: Club) -> None:
        with pytest.raises(Invalid):
            here(club, "Ann", state="yes")

    def test_a_link_is_one_persons_and_a_merged_guests_is_the_players(
        self, club: Club, client: Client
    ) -> None:
        ann, gus = club.add("Ann", "Gus")
        Player.objects.filter(pk=gus.pk).update(guest=True)
        gus.refresh_from_db()
        here(club, "Ann", state="maybe", day=AHEAD)
        evening = selectors.evening_of(club.league, AHEAD)
        assert evening is not None
        token = selectors.answer_token(evening, gus)
        services.merge_guest(gus, ann, actor=club.boss, key=key())
        address = reverse("answer-by-link", args=[token])
        assert client.post(address, {"state": "yes"}).status_code == 302
        assert selectors.states_of(evening) == {ann.pk: "yes"}
        assert "Ann" in client.get(address).content.decode()
        entry = AuditEntry.objects.filter(action="set_attendance").latest("pk")
        assert (entry.author, entry.author_name) == (None, "Ann")
        assert client.post(address, {"state": "here"}).status_code == 200
        assert selectors.states_of(evening) == {ann.pk: "yes"}
        wrong = client.get(reverse("answer-by-link", args=[token[:-1]]))
        assert (wrong.status_code, "no longer works" in wrong.content.decode()) == (404, True)

    def test_links_that_were_turned_off_do_nothing(self, club: Club, client: Client) -> None:
        here(club, "Ann", state="maybe", day=AHEAD)
        organiser = Client()
        organiser.force_login(club.organiser)
        page = reverse("evening", args=[club.league.slug, AHEAD.isoformat()])

        def shown() -> str:
            text = organiser.get(f"{page}?code={club.players['Ann'].pk}").content.decode()
            assert "QR" in text
            found = re.search(r"http://testserver(/[^<\"]*)", text[text.index('id="shown-code"') :])
            assert found is not None
            return found[1]

        old = shown()
        assert client.get(old).status_code == 200
        organiser.post(page, {"action": "turn-off-links", "key": key()})
        assert client.get(old).status_code == 404
        assert client.post(old, {"state": "yes"}).status_code == 404
        new = shown()
        assert client.post(new, {"state": "yes"}).status_code == 302
        evening = selectors.evening_of(club.league, AHEAD)
        assert selectors.states_of(evening) == {club.players["Ann"].pk: "yes"}


class TestRounds:
    def test_a_round_is_drawn_until_it_is_started(self, club: Club) -> None:
        here(club, *NAMES)
        first = draw(club)
        again = draw(club, seed=8)
        assert (again.pk, again.draws, again.seed) == (first.pk, 2, 8)
        matches = start(club, again)
        assert [match.table for match in matches] == [0, 1]
        second = draw(club)
        assert second.number == 2
        met = {pair for table in tables(again) for pair in combinations(sorted(table), 2)}
        now = {pair for table in tables(second) for pair in combinations(sorted(table), 2)}
        # Two fours again: of each table two go to the other, so two pairs of each stay: four.
        assert len(met & now) == second.repeats == 4

    def test_others_are_served_during_the_search_but_not_with_its_lock(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of four who have met two meet again at each of two tables: the search goes on."""
        monkeypatch.setattr(seating, "EFFORT", 100)
        factories.match(club, *NAMES[:4])
        here(club, *NAMES)
        outside = len(connection.savepoint_ids)
        served: list[int] = []
        before = let_others.set(lambda: served.append(len(connection.savepoint_ids)))
        for way in ("chance", "strength", "standing"):
            draw(club, way=way)
            assert served
            assert set(served) == {outside}
            served.clear()
        let_others.reset(before)

    def test_by_standing_leaders_play_leaders(self, club: Club) -> None:
        """Low points lead: Ann to Dee won their matches of the week before."""
        for number, (low, high) in enumerate(zip(NAMES[:4], NAMES[4:], strict=True)):
            match = factories.match(club, low, high)
            factories.hand(club, match, 0, 10 + number)
        here(club, *NAMES, day=LATER)
        drawn = draw(club, LATER, way="standing")
        assert sorted(map(sorted, tables(drawn))) == [sorted(NAMES[:4]), sorted(NAMES[4:])]

    def test_a_schedule_goes_on_where_it_was_left(self, club: Club) -> None:
        """Eight meet thrice in seven rounds of the schedule, whatever seeds are given."""
        here(club, *NAMES)
        met: dict[tuple[str, str], int] = {}
        for number in range(7):
            drawn = draw(club, way="meeting", seed=number)
            for table in tables(drawn):
                for pair in combinations(sorted(table), 2):
                    met[pair] = met.get(pair, 0) + 1
            start(club, drawn, anyway=True)
        assert set(met.values()) == {3}

    def test_tables_are_changed_by_hand(self, club: Club) -> None:
        here(club, *NAMES[:6])
        drawn = draw(club, size=3)
        seats = [club.add("Ann", "Bob", "Hal"), club.add("Cat", "Dee")]
        services.seat_round(drawn, seats, actor=club.keeper, key=key())
        assert tables(drawn) == [["Ann", "Bob", "Hal"], ["Cat", "Dee"]]
        with pytest.raises(Invalid, match="listed twice"):
            services.seat_round(drawn, [seats[0], seats[0]], actor=club.keeper, key=key())
        with pytest.raises(Invalid, match="At most 200 new names"):
            services.seat_round(
                drawn, [[f"Guest {one}" for one in range(201)]], actor=club.keeper, key=key()
            )
        with pytest.raises(Invalid, match="too many people"):
            services.seat_round(drawn, [["Ida"] * 500] * 3, actor=club.keeper, key=key())
        start(club, drawn)
        with pytest.raises(Invalid, match="is being played"):
            services.seat_round(drawn, seats, actor=club.keeper, key=key())

    def test_as_many_statements_start_two_tables_as_four(self, club: Club) -> None:
        """Those of the evening's first round are closed with it."""
        found = []
        for day, size in ((FIRST_EVENING, 4), (LATER, 2)):
            here(club, *NAMES, day=day)
            start(club, draw(club, day, size=size))
            drawn = draw(club, day, size=size)
            with CaptureQueriesContext(connection) as asked:
                assert len(start(club, drawn, ends_earlier=True)) == 8 / size
            found.append(len(asked))
        assert found[0] == found[1]

    def test_a_match_that_was_closed_meanwhile_is_not_closed_again(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Its scorekeeper ends it after the round that starts has listed it and before it is
        locked."""
        here(club, *NAMES[:4])
        (first,) = start(club, draw(club))
        drawn = draw(club)

        def closed_before(ids: list[int]) -> list[Match]:
            services.close_match(first, actor=club.keeper, key=key(), at=factories.EIGHT_O_CLOCK)
            return lock_matches(ids)

        monkeypatch.setattr(evenings, "lock_matches", closed_before)
        start(club, drawn, ends_earlier=True)
        first.refresh_from_db()
        assert first.closed_at == factories.EIGHT_O_CLOCK
        assert AuditEntry.objects.filter(action="close_match").count() == 1

    def test_people_whom_no_tables_fit(self, club: Club) -> None:
        here(club, "Ann")
        with pytest.raises(Invalid, match="can’t be split into tables"):
            draw(club)

    def test_none_ahead_and_none_without_the_right(self, club: Club) -> None:
        with pytest.raises(NotAllowed):
            draw(club, actor=Actor.of(club.player))
        tomorrow = datetime.date.today() + datetime.timedelta(days=2)  # noqa: DTZ011
        with pytest.raises(Invalid, match="yet to come"):
            draw(club, tomorrow)


class TestDoubts:
    def test_somebody_at_two_open_tables_is_named(self, club: Club) -> None:
        factories.match(club, "Ann", "Bob")
        here(club, *NAMES[:4])
        drawn = draw(club, size=4)
        with pytest.raises(AskAgain, match="Ann, Bob sit at tables that are still playing"):
            start(club, drawn)
        assert len(start(club, drawn, anyway=True)) == 1

    def test_a_sheet_of_another_day_is_entered_while_its_players_play(self, club: Club) -> None:
        factories.match(club, "Ann", "Bob", played_on=LATER)
        assert factories.match(club, "Ann", "Cat", anyway=False)

    def test_the_same_people_on_the_same_day_are_asked_about(self, club: Club) -> None:
        match = factories.match(club, "Ann", "Bob")
        services.close_match(match, actor=club.boss, key=key())
        with pytest.raises(AskAgain, match="The same people already have a match"):
            factories.match(club, "Bob", "Ann", anyway=False)
        factories.match(club, "Ann", "Bob", "Cat", anyway=False)
        assert factories.match(club, "Ann", "Bob", played_on=LATER, game="uno", anyway=True)

    def test_the_same_totals_are_found(self, club: Club) -> None:
        one, other = (
            factories.match(club, "Ann", "Bob", played_on=day) for day in (FIRST_EVENING, LATER)
        )
        factories.hand(club, one, 0, 12)
        assert selectors.twin_of(other) is None
        factories.hand(club, other, 0, 12)
        assert selectors.twin_of(other) == one
        factories.hand(club, other, 0, 1)
        assert selectors.twin_of(other) is None


class TestWhole:
    def test_void_restore_and_move(self, club: Club) -> None:
        autumn = leagues.start_season(
            club.league,
            name="Autumn",
            starts=FIRST_EVENING,
            rules=factories.TOTAL_POINTS,
            actor=club.boss,
            key=key(),
        )
        here(club, *NAMES[:4])
        drawn = draw(club, size=2)
        for match in start(club, drawn):
            factories.hand(club, match, 0, 9)
        services.add_penalty(
            club.season, club.players["Ann"], 5, reason="Late", actor=club.boss, key=key(),
            match=Match.objects.first(),
        )  # fmt: skip
        before = selectors.named_table(club.season).rows
        foreseen = services.preview_void_matches(
            list(selectors.matches_on(club.league, FIRST_EVENING)), "Twice"
        )
        services.void_evening(
            club.league, FIRST_EVENING, reason="Twice", actor=club.boss, key=key()
        )
        assert not any(row.hands for row in selectors.named_table(club.season).rows)
        assert len(foreseen[club.season.pk]) == 4
        kinds = HandVersion.objects.filter(confirmed_for__isnull=False)
        assert set(kinds.values_list("kind", flat=True)) == {HandVersion.Kind.VOID}
        services.restore_evening(
            club.league, FIRST_EVENING, reason="Once", actor=club.boss, key=key()
        )
        assert selectors.named_table(club.season).rows == before
        services.move_evening(
            club.league, FIRST_EVENING, played_on=LATER, season=autumn,
            reason="Autumn", actor=club.boss, key=key(),
        )  # fmt: skip
        assert selectors.named_table(club.season).rows == ()
        assert [row._replace(counted=()) for row in selectors.named_table(autumn).rows] == [
            row._replace(counted=()) for row in before
        ]
        assert Evening.objects.get().date == LATER
        assert len(selectors.people_of(club.league, LATER)) == 4
        for season in (club.season, autumn):
            season.refresh_from_db()
            assert services.rebuild(season, write=False) == []

    def test_an_empty_match_is_moved_by_its_scorekeeper(self, club: Club) -> None:
        """Its day is that of the paper sheet that is typed into it."""
        match = factories.match(club, "Ann", "Bob")
        moved = {"reason": "Paper sheet", "actor": club.keeper}
        services.move_match(match, played_on=LATER, key=key(), **moved)
        match.refresh_from_db()
        assert match.played_on == LATER
        factories.hand(club, match, 0, 9)
        with pytest.raises(NotAllowed):
            services.move_match(match, played_on=FIRST_EVENING, key=key(), **moved)

    def test_moved_to_an_evening_that_is_planned(self, club: Club) -> None:
        here(club, "Ann", "Bob")
        here(club, "Cat", day=LATER)
        Evening.objects.filter(date=LATER).update(place="Crown")
        Evening.objects.filter(date=FIRST_EVENING).update(title="Final", place="Home")
        draw(club, size=2)
        services.move_evening(
            club.league, FIRST_EVENING, played_on=LATER, reason="Typo", actor=club.boss, key=key()
        )
        evening = Evening.objects.get()
        assert (evening.date, evening.attendance.count(), evening.rounds.count()) == (LATER, 3, 1)
        assert (evening.title, evening.place) == ("Final", "Crown")

    def test_answers_and_links_of_both_lead_to_the_evening_moved_to(self, club: Club) -> None:
        """Ann said yes for the first and no, later, for the other; Bob the other way round. Cat was
        here on the first. The first is moved to the other, and all of it to a third day."""
        ann, bob, cat, dee = club.add("Ann", "Bob", "Cat", "Dee")
        first_day, other_day, third = (
            AHEAD + datetime.timedelta(days=7 * week) for week in range(3)
        )
        here(club, "Ann", state="yes", day=first_day)
        here(club, "Bob", state="yes", day=other_day)
        here(club, "Ann", state="no", day=other_day)
        here(club, "Bob", state="no", day=first_day)
        here(club, "Cat", day=first_day)
        here(club, "Cat", state="no", day=other_day)
        first, other = Evening.objects.order_by("date")
        Evening.objects.filter(pk=other.pk).update(cancelled_at=timezone.now(), cancelled_why="Ice")
        tokens = [selectors.answer_token(evening, dee) for evening in (first, other)]
        for day, to in ((first_day, other_day), (other_day, third)):
            services.move_evening(
                club.league, day, played_on=to, reason="Snow", actor=club.boss, key=key()
            )
        evening = Evening.objects.get()
        assert (evening.date, evening.cancelled_at, evening.cancelled_why) == (third, None, "")
        states = selectors.states_of(evening)
        assert states == {ann.pk: "no", bob.pk: "no", cat.pk: "here"}
        assert [selectors.answer_meant_by(token) for token in tokens] == [(evening, dee)] * 2

    def test_links_turned_off_stay_off_when_their_evening_is_moved(self, club: Club) -> None:
        """Of the first evening's links those made before they were turned off once do not work;
        turned off on the day that received it, none does."""
        (ann,) = club.add("Ann")
        days = [AHEAD, AHEAD + datetime.timedelta(days=7)]
        for day in days:
            here(club, "Ann", state="yes", day=day)
        off = selectors.answer_token(Evening.objects.get(date=AHEAD), ann)
        first = services.turn_off_answer_links(club.league, AHEAD, actor=club.boss, key=key())
        token = selectors.answer_token(first, ann)
        services.move_evening(
            club.league, AHEAD, played_on=days[1], reason="Snow", actor=club.boss, key=key()
        )
        evening = Evening.objects.get()
        assert selectors.answer_meant_by(off) is None
        assert selectors.answer_meant_by(token) == (evening, ann)
        services.turn_off_answer_links(club.league, days[1], actor=club.boss, key=key())
        assert selectors.answer_meant_by(token) is None

    def test_a_preview_says_what_the_move_does(self, club: Club) -> None:
        """It writes nothing, and counts a long match in one go."""
        match = factories.match(club, "Ann", "Bob")
        factories.hand(club, match, 0, 9)
        factories.hand(club, factories.match(club, "Ann", "Bob", played_on=LATER), 20, 0, winner=1)
        (moves,) = services.preview_void_matches([match], "Wrong").values()
        ranks = {
            moved.player_id: (moved.rank_before, moved.rank_after, moved.metric_after)
            for moved in moves
        }
        ann, bob = (club.players[name].pk for name in ("Ann", "Bob"))
        assert ranks == {bob: (1, 1, 0)}  # Ann keeps her 20
        assert ann not in ranks
        assert Hand.objects.filter(confirmed__kind=HandVersion.Kind.VOID).count() == 0

    def test_a_preview_of_a_move_says_what_another_season_gains(self, club: Club) -> None:
        """Cat comes for the second hand, so she is in the match and not in its first hand."""
        places = {"preset": "place-points", "options": {}}
        other = leagues.start_season(
            club.league, name="B", starts=FIRST_EVENING, rules=places, actor=club.boss, key=key()
        )
        match = factories.match(club, "Ann", "Bob")
        factories.hand(club, match, 0, 9)
        ann, bob, cat = club.add("Ann", "Bob", "Cat")
        services.join_match(match, cat, actor=club.boss, key=key())
        factories.hand(club, match, 0, 1, 4)
        moved = services.preview_move([match], LATER, other, "Wrong season")
        assert {one.player_id: one.metric_after for one in moved[other.pk]} == {
            ann.pk: 4,  # 0 points
            bob.pk: 2,  # 10
            cat.pk: 1,  # of one hand of two: behind those who played both
        }


class TestRulesOfLaterRounds:
    OPTION = {"matched-skip": "accumulate"}

    def two_rounds(self, club: Club, *, changed: int) -> list[Match]:
        """Start a round of two tables, change the rules of some and start the next round."""
        here(club, *NAMES)
        first = start(club, draw(club))
        for match in first[:changed]:
            services.change_rules(
                match,
                actor=club.boss,
                key=key(),
                preset="zar-official",
                overrides=self.OPTION,
                left_early="unranked",
            )
        drawn = draw(club)
        return start(club, drawn, ends_earlier=True)

    def test_go_on_as_all_tables_were_changed(self, club: Club) -> None:
        for match in self.two_rounds(club, changed=2):
            assert overrides_of(selectors.ruleset_of(match)) == self.OPTION
            assert match.left_early == "unranked"

    def test_are_the_leagues_where_one_table_was_changed(self, club: Club) -> None:
        house = house_rules(club.league, "zar")
        for match in self.two_rounds(club, changed=1):
            assert selectors.ruleset_of(match) == house
