"""Pages and files of a report read extracts of its figures, and show what the whole report says."""

import dataclasses
import json
from typing import Any

import pytest
from django.db import connection, models, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tests.factories import Club
from tests.fixtures.shared import made_once
from tests.reports.season import small_season
from zarleague.leagues.models import League
from zarleague.play import triggers
from zarleague.reports.background_work import checking
from zarleague.reports.models import ReportExtract, SeasonReport
from zarleague.reports.season_report.build import make_report
from zarleague.reports.season_report.sections.players import player_section
from zarleague.reports.season_report.sections.wording import (
    document_of,
    front_of,
    table_of,
    tables_of,
)
from zarleague.reports.season_report.stored import StoredReport, store_extracts
from zarleague.storage.sql import run

# Pages of what is stored: no database changes them.
pytestmark = pytest.mark.sqlite


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    """A public club that has played the small season and has two reports, of which the second has
    differences."""
    club = factories.club(visibility=League.Visibility.PUBLIC)
    hands = small_season(club)
    make_report(club.season)
    factories.correction(club, hands[5], 1, 0, 4, winner=1)
    make_report(club.season)
    return club


@pytest.fixture
def report(club: Club, monkeypatch: pytest.MonkeyPatch) -> SeasonReport:
    """The second report; pages are read two at a time."""
    monkeypatch.setattr("zarleague.reports.season_report.stored.PAGES_AT_ONCE", 2)
    return SeasonReport.objects.get(number=2)


def address(report: SeasonReport, name: str, *rest: Any) -> str:
    league = report.season.league
    return reverse(name, args=[league.slug, report.season_id, report.number, *rest])


def remove_extracts() -> None:
    with transaction.atomic(), triggers.rewriting():
        rows: models.QuerySet[Any] = models.QuerySet(ReportExtract)
        rows._raw_delete("default")


def test_every_table_is_the_one_of_the_whole_report(report: SeasonReport) -> None:
    document, stored = document_of(report.figures, report.differences), StoredReport(report)
    tables = list(document.tables())
    # Differences, the table, changes of the lead, ratings, evenings, streaks, cards, detail, rules;
    # and four players.
    assert len(tables) == 13
    assert [table_of(stored, table.key) for table in tables] == tables
    assert list(tables_of(stored)) == tables
    assert table_of(stored, "player-0") is None
    assert table_of(stored, "nothing") is None


def test_the_first_page_is_the_whole_report_without_its_players(report: SeasonReport) -> None:
    document = document_of(report.figures, report.differences)
    front = front_of(StoredReport(report))
    assert not front.players
    assert len(document.players) == 4
    assert dataclasses.replace(front, players=document.players) == document


def test_a_players_page_is_the_one_of_the_whole_report(report: SeasonReport) -> None:
    document, stored = document_of(report.figures, report.differences), StoredReport(report)
    found = []
    for page in report.figures["pages"]:
        own = stored.player(page["player"])
        assert own is not None
        found.append(player_section(own, own["pages"][0], own["table"][0]))
    assert found == list(document.players)
    assert stored.player(2**70) is None


@pytest.mark.parametrize(
    ("name", "rest", "read"),
    [
        ("season-report", (), 1),
        ("report-player", ("Ann",), 2),
        ("report-table", ("table", "csv"), 1),
        ("report-table", ("evidence", "json"), 1),
        ("report-json", (), 1 + 4),
        ("api-report-json", (), 1 + 4),
        ("api-report", (), 1),
        ("api-report-rows", ("table",), 1),
        ("api-report-player", ("Ann",), 2),
    ],
)
def test_a_page_reads_its_extracts_and_not_the_whole_report(
    report: SeasonReport, club: Club, name: str, rest: tuple[Any, ...], read: int
) -> None:
    rest = tuple(club.players[one].pk if one in club.players else one for one in rest)
    found: list[str] = []
    load = json.loads

    def counted(text: Any, **given: Any) -> Any:
        found.append(text)
        return load(text, **given)

    with pytest.MonkeyPatch.context() as patched, CaptureQueriesContext(connection) as asked:
        patched.setattr("zarleague.reports.season_report.stored.json.loads", counted)
        answer = Client().get(address(report, name, *rest))
        assert answer.status_code == 200
        assert answer.getvalue()
    bodies = set(ReportExtract.objects.filter(report=report).values_list("body", flat=True))
    assert len([text for text in found if text in bodies]) == read
    queries = [query["sql"] for query in asked.captured_queries]
    assert not [sql for sql in queries if '"reports_seasonreport"."body"' in sql]
    assert not [sql for sql in queries if '"reports_seasonreport"."differences"' in sql]


def test_the_api_sends_the_stored_figures_in_parts(report: SeasonReport) -> None:
    figures, page = report.figures, address(report, "api-report")
    answer = Client().get(page)
    found = answer.json()
    assert (found["number"], found["fingerprint"]) == (2, report.fingerprint)
    for key in ("league", "season", "counts", "closest", "highest", "cards", "evidence", "rules"):
        assert found["figures"][key] == figures[key]
    assert found["tables"]["table"] == 4
    again = Client().get(page, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    large = {
        "differences": report.differences, "table": figures["table"], "leads": figures["leads"],
        "ratings-zar": figures["ratings"][0]["rows"], "evenings": figures["evenings"],
    }  # fmt: skip
    assert found["rows_of"] == sorted(large)
    for key, rows in large.items():
        assert Client().get(f"{page}tables/{key}/").json()["results"] == rows
    for own in figures["pages"]:
        read = Client().get(f"{page}players/{own['player']}/").json()
        assert read["page"] == own
        assert read["row"] in figures["table"]
        assert read["course"]["metric"] == {
            str(own["player"]): figures["course"]["metric"][str(own["player"])]
        }


def test_the_rows_of_a_table_of_the_api_are_read_page_by_page(report: SeasonReport) -> None:
    first = Client().get(f"{address(report, 'api-report-rows', 'table')}?page_size=3").json()
    then = Client().get(first["next"]).json()
    table = report.figures["table"]
    assert (first["results"], then["results"]) == (table[:3], table[3:])
    assert then["next"] is None
    for read in (first, then):
        for row in read["results"]:
            assert (
                read["players"][str(row["player"])] == report.figures["players"][str(row["player"])]
            )
    assert Client().get(address(report, "api-report-rows", "rules")).status_code == 404
    assert Client().get(address(report, "api-report-player", 0)).status_code == 404


def test_a_report_without_extracts_is_shown_and_the_nightly_check_stores_them(
    report: SeasonReport, client: Client
) -> None:
    """Release 1.2 made it: that its extracts are others is no fault."""
    before = set(ReportExtract.objects.values_list("report", "name", "number", "body"))
    pages = [address(report, "season-report"), address(report, "report-table", "table", "csv")]
    shown = [client.get(page).content for page in pages]
    assert b"Ann" in shown[0]
    assert b"Ann" in shown[1]
    remove_extracts()
    assert [client.get(page).content for page in pages] == shown
    assert checking.check_season(report.season).differences == []
    assert set(ReportExtract.objects.values_list("report", "name", "number", "body")) == before
    with transaction.atomic(), triggers.rewriting():
        run("UPDATE reports_reportextract SET body = '{}' WHERE name = 'main'")
    assert checking.check_season(report.season).differences == ["reports.ReportExtract"]
    assert set(ReportExtract.objects.values_list("report", "name", "number", "body")) == before
    assert checking.check_season(report.season).differences == []


def test_a_report_whose_worker_was_killed_gets_the_rest_of_its_extracts(
    report: SeasonReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = set(ReportExtract.objects.values_list("report", "name", "number", "body"))
    remove_extracts()

    class Killed(BaseException):
        pass

    def die(row: ReportExtract, *_: Any) -> None:
        raise Killed

    with monkeypatch.context() as broken:
        broken.setattr(ReportExtract, "save", die)
        with pytest.raises(Killed):
            store_extracts(report)
    assert ReportExtract.objects.exists()
    assert front_of(StoredReport(report)).title == report.season.name
    for one in SeasonReport.objects.all():
        store_extracts(one)
        store_extracts(one)
    assert set(ReportExtract.objects.values_list("report", "name", "number", "body")) == before


def test_a_report_of_a_season_without_a_hand_has_a_first_page(db: None, client: Client) -> None:
    club = factories.club(visibility=League.Visibility.PUBLIC)
    made = make_report(club.season)
    assert made is not None
    assert client.get(address(made, "season-report")).status_code == 200
