"""The report of a small season: when it is made, and when it is made again."""

import datetime
import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
import time_machine
from django.utils import timezone

from tests import factories
from tests.factories import Club, key, totals
from tests.reports.season import FIRST, SECOND, THIRD, small_season
from tests.reports.test_report_figures import text_of
from zarleague.leagues import services as leagues
from zarleague.leagues.append_only import WrittenOnceError
from zarleague.leagues.models import Season
from zarleague.play import services as play
from zarleague.play.models import Hand
from zarleague.reports import season_ends, selectors, services, tasks
from zarleague.reports.models import Job, SeasonReport
from zarleague.reports.season_report import build, pages
from zarleague.reports.season_report.build import make_report
from zarleague.reports.season_report.document import Column, Table
from zarleague.reports.season_report.figures import body_of
from zarleague.reports.season_report.files import exports, printing
from zarleague.reports.season_report.files.typesetting import TypesettingError, typeset
from zarleague.reports.season_report.parts import ReportParts
from zarleague.reports.season_report.sections import formatting
from zarleague.reports.season_report.sections.wording import document_of

# What is written of stored hands: no database changes it.
pytestmark = pytest.mark.sqlite

SUMMER = datetime.date(2026, 6, 5)


@pytest.fixture
def hands(club: Club) -> dict[int, Hand]:
    """The small season, played."""
    return small_season(club)


class TestFigures:
    def test_a_long_course_is_thinned_and_each_page_keeps_its_evenings(
        self, club: Club, hands: dict[int, Hand], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        whole = document_of(make_report(club.season).figures)
        monkeypatch.setattr(pages, "WHOLE_COURSE", 0)
        monkeypatch.setattr(pages, "CHARTED", 2)
        found = make_report(club.season).figures
        assert found["course"]["evenings"] == [FIRST.toordinal(), THIRD.toordinal()]
        ann = str(club.players["Ann"].pk)
        # Ann has 4 after the first evening, 14 after the second and 15 after the third.
        assert found["course"]["metric"][ann] == ["4", "15"]
        (page,) = (page for page in found["pages"] if str(page["player"]) == ann)
        assert page["metrics"] == ["4", "14", "15"]
        thinned = document_of(found)
        assert [section.tables for section in thinned.players] == [
            section.tables for section in whole.players
        ]

    def test_a_match_without_hands_spoils_nothing(self, club: Club) -> None:
        # An empty match dated before all hands would empty every “before” of the report.
        # Here the hands of an earlier season lie between it and the season's first hand.
        factories.hand(club, factories.match(club), 0, 5, 7)
        later = leagues.start_season(
            club.league, name="Summer", starts=FIRST, actor=club.boss, key=key()
        )
        summer = replace(club, season=later)
        factories.match(summer, played_on=FIRST, game="uno")
        factories.hand(summer, factories.match(summer, played_on=SUMMER), 0, 5, 7)
        (moved,) = make_report(later).figures["ratings"]
        assert moved["game"] == "zar"
        assert all(row["before"] for row in moved["rows"])


@pytest.mark.usefixtures("unprinted")
class TestCorrections:
    def test_a_correction_supersedes_the_report_and_its_differences_are_listed(
        self, club: Club, hands: dict[int, Hand]
    ) -> None:
        first = make_report(club.season)
        body = first.body
        factories.correction(club, hands[5], 1, 0, 4, winner=1)
        second = make_report(club.season)
        assert second.number == 2
        first.refresh_from_db()
        assert first.body == body
        names = {player.pk: name for name, player in club.players.items()}
        found = {
            (change["what"], names.get(change["player"])): (change["before"], change["after"])
            for change in second.differences
        }
        # Cat has 23 - 5 = 18 now, level with Bob and Dee. Bob and Cat won two hands, Dee none;
        # Bob and Cat are 3 : 3 against each other, both have a 0, and on the last evening Bob had
        # 4, Cat 4 + 3. The third evening ended 1 to 7 and is the closest. No place in a hand has
        # changed, so no rating has.
        assert found == {
            ("rank", "Cat"): (4, 3),
            ("metric", "Cat"): ("23", "18"),
            ("points", "Cat"): (23, 18),
            ("rank", "Dee"): (3, 4),
            ("closest", None): (FIRST.toordinal(), THIRD.toordinal()),
            ("highest", None): ("9", "8"),
        }
        document = document_of(second.figures, second.differences)
        assert document.sections[0].key == "differences"

    def test_a_finished_season_is_told_anew_after_a_correction(
        self, club: Club, hands: dict[int, Hand], django_capture_on_commit_callbacks
    ) -> None:
        play.finish_season(club.season, actor=club.boss, ends=THIRD, key=factories.key())
        make_report(club.season)
        with django_capture_on_commit_callbacks(execute=True):
            factories.correction(club, hands[5], 1, 0, 4, winner=1)
            tasks.refresh_season(club.season.pk)
        assert [report.number for report in SeasonReport.objects.all()] == [2, 1]

    def test_a_correction_in_an_earlier_season_supersedes_later_reports_if_their_ratings_move(
        self, club: Club, hands: dict[int, Hand], django_capture_on_commit_callbacks
    ) -> None:
        later = leagues.start_season(
            club.league,
            name="Summer",
            starts=SUMMER,
            actor=club.boss,
            rules=None,
            key=factories.key(),
        )
        match = factories.match(replace(club, season=later), "Ann", "Bob", played_on=SUMMER)
        factories.hand(club, match, 0, 3)
        play.finish_season(later, actor=club.boss, ends=SUMMER, key=factories.key())
        make_report(later)

        def correct(*points: int, winner: int, version: int) -> list[SeasonReport]:
            with django_capture_on_commit_callbacks(execute=True):
                play.correct_hand(
                    hands[5],
                    totals(*points, winner=winner),
                    reason="misread",
                    key=key(),
                    actor=club.boss,
                    expected_version=version,
                )
                assert selectors.report_is_stale(later)
                tasks.refresh_season(club.season.pk)
            assert not selectors.report_is_stale(later)
            return list(SeasonReport.objects.filter(season=later))

        # Places stay as they were, and with them the ratings: the report tells them still.
        assert [report.number for report in correct(1, 0, 8, winner=1, version=1)] == [1]
        # Ann was second to Bob, and is first: she rises, he falls.
        second, _first = correct(0, 1, 9, winner=0, version=2)
        moved = {
            club.players[name].pk: (change["before"], change["after"])
            for change in second.differences
            for name in ("Ann", "Bob")
            if (change["what"], change["player"]) == ("rating", club.players[name].pk)
        }
        (ann_before, ann_after), (bob_before, bob_after) = (
            moved[club.players[name].pk] for name in ("Ann", "Bob")
        )
        assert ann_after > ann_before
        assert bob_after < bob_before
        assert {change["what"] for change in second.differences} == {"rating"}

    def test_a_hand_after_a_finished_season_leaves_its_report_as_it_is(
        self, club: Club, hands: dict[int, Hand]
    ) -> None:
        play.finish_season(club.season, actor=club.boss, ends=THIRD, key=factories.key())
        make_report(club.season)
        later = leagues.start_season(
            club.league,
            name="Summer",
            starts=SUMMER,
            actor=club.boss,
            rules=None,
            key=factories.key(),
        )
        match = factories.match(replace(club, season=later), "Ann", "Bob", played_on=SUMMER)
        factories.hand(club, match, 0, 3)
        assert not selectors.report_is_stale(club.season)

    def test_only_reports_that_a_seasons_hands_can_have_moved_are_looked_at_with_it(
        self, club: Club, hands: dict[int, Hand]
    ) -> None:
        later = leagues.start_season(
            club.league,
            name="Summer",
            starts=SUMMER,
            actor=club.boss,
            rules=None,
            key=factories.key(),
        )
        match = factories.match(replace(club, season=later), "Ann", "Bob", played_on=SUMMER)
        factories.hand(club, match, 0, 3)
        for season, ends in ((club.season, THIRD), (later, SUMMER)):
            play.finish_season(season, actor=club.boss, ends=ends, key=factories.key())
            make_report(season)
        factories.correction(club, hands[5], 1, 0, 4, winner=1)
        assert selectors.stale_reports() == [club.season, later]
        assert selectors.stale_reports(moved_by=club.season) == [club.season, later]
        assert selectors.stale_reports(moved_by=later) == [later]

    def test_a_report_is_written_once(self, club: Club, hands: dict[int, Hand]) -> None:
        report = make_report(club.season)
        with pytest.raises(WrittenOnceError):
            report.save()
        with pytest.raises(WrittenOnceError):
            report.delete()
        report.refresh_from_db()
        assert report.body != "{}"


class TestMaking:
    def test_asked_twice_the_same_season_has_one_report(self, club: Club, hands: object) -> None:
        assert make_report(club.season) == make_report(club.season)
        assert SeasonReport.objects.count() == 1

    def test_the_same_data_gives_the_same_bytes_but_for_the_date(
        self, club: Club, hands: object
    ) -> None:
        report = make_report(club.season)
        assert printing.pdf(report) == bytes(report.print.pdf)
        again = body_of(json.loads(report.body))
        assert again == report.body
        later = SeasonReport(
            season=report.season,
            number=1,
            made_at=report.made_at + datetime.timedelta(days=40),
            body=report.body,
        )
        assert printing.pdf(later) != bytes(report.print.pdf)
        now, then = (text_of(pdf) for pdf in (printing.pdf(later), bytes(report.print.pdf)))
        assert [line for line in now if "Report 1, " not in line] == [
            line for line in then if "Report 1, " not in line
        ]

    def test_a_hand_confirmed_while_it_is_told_is_in_it(
        self, club: Club, hands: dict[int, Hand], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put_together, hands_told = build.figures, []

        def slow(parts: ReportParts) -> str:
            body = put_together(parts)
            hands_told.append(json.loads(body)["counts"]["hands"])
            if len(hands_told) == 1:
                factories.hand(club, hands[6].match, 0, 1, 1)
            return body

        monkeypatch.setattr(build, "figures", slow)
        report = make_report(club.season)
        assert hands_told == [6, 7]
        assert report.figures["counts"]["hands"] == 7
        assert SeasonReport.objects.count() == 1

    def test_what_fails_is_said_and_can_be_asked_for_again(
        self, club: Club, hands: object, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(report: SeasonReport) -> bytes:
            raise OSError("no space left")

        with monkeypatch.context() as broken:
            broken.setattr(build, "pdf", fail)
            with pytest.raises(OSError, match="no space"):
                make_report(club.season)
        job = Job.objects.get()
        assert (job.state, job.problem) == ("failed", "OSError: no space left")
        assert not SeasonReport.objects.exists()
        make_report(club.season)
        job.refresh_from_db()
        assert job.state == "done"

    def test_a_season_without_a_hand_can_be_told(self, club: Club) -> None:
        report = make_report(club.season)
        assert report.figures["table"] == []
        assert len(document_of(report.figures).players) == 0


@pytest.mark.usefixtures("unprinted")
class TestSeasonEnd:
    def test_a_season_ends_when_its_last_evening_is_over_where_the_league_is(
        self, club: Club, hands: object
    ) -> None:
        Season.objects.update(ends=THIRD)
        # Berlin is an hour ahead of UTC in March, and an evening lasts until five in the morning:
        # the 20th is over at 04:00 UTC on the 21st.
        before = datetime.datetime(2026, 3, 21, 3, 59, tzinfo=datetime.UTC)
        season_ends.end_seasons(before)
        assert Season.objects.get().state == "running"
        assert season_ends.missing_reports() == []
        season_ends.end_seasons(before + datetime.timedelta(minutes=1))
        (job,) = season_ends.missing_reports()
        assert Season.objects.get().state == "finished"
        assert (job.kind, job.season_id, job.state) == ("report", club.season.pk, "waiting")

    def test_the_report_of_an_ended_season_makes_itself(
        self, club: Club, hands: object, django_capture_on_commit_callbacks
    ) -> None:
        """Once the clock has gone steadily for an hour: it may have jumped by weeks."""
        Season.objects.update(ends=THIRD)
        for minutes in (0, 30, 60):
            assert not SeasonReport.objects.exists()
            now = datetime.datetime(2026, 11, 1, 12, tzinfo=datetime.UTC)
            with (
                time_machine.travel(now + datetime.timedelta(minutes=minutes), tick=False),
                django_capture_on_commit_callbacks(execute=True),
            ):
                tasks.end_seasons()
        assert SeasonReport.objects.get().figures["season"]["state"] == "finished"
        with django_capture_on_commit_callbacks(execute=True):
            tasks.end_seasons()
        assert SeasonReport.objects.count() == 1

    def test_a_job_whose_task_was_lost_is_taken_up_again(
        self, club: Club, hands: object, django_capture_on_commit_callbacks
    ) -> None:
        services.ask_for_report(club.season, actor=club.boss)
        with django_capture_on_commit_callbacks(execute=True):
            tasks.take_up_lost_work()
        assert not SeasonReport.objects.exists()  # it may still be in the queue
        Job.objects.update(seen_at=timezone.now() - datetime.timedelta(minutes=6))
        with django_capture_on_commit_callbacks(execute=True):
            tasks.take_up_lost_work()
        assert SeasonReport.objects.exists()


class TestFiles:
    def test_a_comeback_is_told_from_the_lowest_rank_on(self, club: Club) -> None:
        # Ann has 9, then 9 more to Cat's 0, and is third of three; then Bob and Cat get 30 each.
        evenings = zip((FIRST, SECOND, THIRD), ((9, 0, 1), (9, 1, 0), (0, 30, 30)), strict=True)
        for evening, points in evenings:
            factories.hand(
                club,
                factories.match(club, "Ann", "Bob", "Cat", played_on=evening),
                *points,
                winner=points.index(0),
            )
        document = document_of(make_report(club.season).figures)
        assert ("Comeback", "Ann", "from rank 3 to rank 1") in [
            (award.title, award.names, award.text) for award in document.awards
        ]

    def test_all_who_share_a_record_are_named_and_what_most_evenings_share_is_not_told(
        self, club: Club
    ) -> None:
        # First to last 9, 9 and 30: of three evenings two are equally close, so neither is told.
        evenings = {FIRST: (0, 9, 9), SECOND: (9, 0, 9), THIRD: (0, 30, 30)}
        for evening, points in evenings.items():
            match = factories.match(club, "Ann", "Bob", "Cat", played_on=evening)
            factories.hand(club, match, *points, winner=points.index(0))
        told = make_report(club.season).figures
        assert told["closest"] is None
        (highest,) = told["highest"]
        assert highest["times"] == 2
        assert [told["players"][str(one)] for one in highest["players"]] == ["Bob", "Cat"]
        (sentence,) = (
            text
            for section in document_of(told).sections
            for text in section.paragraphs
            if "most points" in text
        )
        assert sentence.startswith("Zar: most points in one hand 30 (Bob, Cat; first on ")

    def test_names_are_no_markup(self, club: Club) -> None:
        evil = ("#panic()", "$x$ *bold* [link]", "<script>&amp;", "Zoë \\ “quoted”")
        match = factories.match(club, *evil)
        factories.hand(club, match, 0, 1, 2, 3)
        text = " ".join(text_of(bytes(make_report(club.season).print.pdf)))
        assert "#panic()" in text
        assert "$x$ *bold* [link]" in text
        assert "<script>&amp;" in text

    def test_a_name_is_never_a_formula(self, club: Club) -> None:
        match = factories.match(club, "=1+1", "Bob")
        factories.hand(club, match, 0, 1)
        document = document_of(make_report(club.season).figures)
        table = next(table for table in document.tables() if table.key == "table")
        assert "'=1+1" in exports.table_csv(table)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("zar-holland", "Zar"),
        (
            "uno-golf-mattel action-points-confirmed=yes skip-points=12",
            "UNO Golf · Points for action cards: The organiser has read them off the cards. "
            "· Points for a skip: 12",
        ),
        ("zar-holland gone=yes", "Zar · gone=yes"),
        ("gone skip-points=12", "gone skip-points=12"),
    ],
)
def test_rules_are_told_in_words_as_far_as_the_games_know_them(text: str, said: str) -> None:
    assert formatting.rules(text) == said


def test_typst_says_why_it_fails(tmp_path: Path) -> None:
    form = tmp_path / "form.typ"
    form.write_text("#let report = json(bytes(sys.inputs.report))\n#report.title\n")
    made = typeset(form, '{"title": "Härz"}', timezone.now())
    assert "Härz" in text_of(made)[0]
    with pytest.raises(TypesettingError, match='key "title"'):
        typeset(form, "{}", timezone.now())
    with pytest.raises(subprocess.TimeoutExpired):
        typeset(form, "{}", timezone.now(), longest=0)


def test_a_reader_is_shown_no_column_without_anything() -> None:
    """Nobody has a penalty or a note. That Ann played no hand is said."""
    columns = (
        Column("player", "Player"),
        Column("penalty", "Penalties", numeric=True, spare=True),
        Column("hands", "Hands", numeric=True),
        Column("note", "Note", prose=True),
    )
    shown = Table("table", "Table", columns, (("Ann", 0, 0, ""), ("Bob", 0, 3, ""))).as_read()
    assert [column.key for column in shown.columns] == ["player", "hands"]
    assert shown.rows == (("Ann", 0), ("Bob", 3))
