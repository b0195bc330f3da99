"""The report of the small season: every figure worked out by hand, and where it is read."""

import csv
import io
import json
from typing import Any

import pypdf
import pytest
from django.utils import translation

from tests import factories
from tests.factories import Club
from tests.fixtures.shared import made_once
from tests.reports.season import FIRST, SECOND, THIRD, small_season
from zarleague.reports import services
from zarleague.reports.models import SeasonReport
from zarleague.reports.season_report.build import make_report
from zarleague.reports.season_report.document import Table, cell_text
from zarleague.reports.season_report.files import exports, printing
from zarleague.reports.season_report.sections.wording import document_of

# PostgreSQL refuses statements that SQLite lets pass.
pytestmark = pytest.mark.postgresql


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    """A club that has played the small season and has its report."""
    club = factories.club()
    small_season(club)
    make_report(club.season)
    return club


@pytest.fixture
def report(club: Club) -> SeasonReport:
    return SeasonReport.objects.get()


@pytest.fixture
def told(report: SeasonReport) -> dict[str, Any]:
    """Its figures, names in place of ids."""
    figures = report.figures
    named = {int(player): name for player, name in figures["players"].items()}
    return figures | {"name": named}


def by_name(told: dict[str, Any], rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {told["name"][row["player"]]: row for row in rows}


class TestFigures:
    def test_the_final_table_says_which_tie_break_decided(self, told: dict[str, Any]) -> None:
        # docs/standings.md: "Ann 15, Bob 18, Dee 18, Cat 23. Bob won two hands and Dee none, so
        # Bob is second by more wins."
        table = [(row["rank"], told["name"][row["player"]], row["metric"]) for row in told["table"]]
        assert table == [(1, "Ann", "15"), (2, "Bob", "18"), (3, "Dee", "18"), (4, "Cat", "23")]
        rows = by_name(told, told["table"])
        (decided,) = rows["Bob"]["decided"]
        assert (decided["step"], decided["value"]) == ("more-wins", "2")
        assert [told["name"][player] for player in decided["over"]] == ["Dee"]
        assert rows["Ann"]["decided"] == []

    def test_the_lead_changed_twice(self, told: dict[str, Any]) -> None:
        # After the first evening Bob leads with 3; after the second Cat with 11 + 0 (Ann 14,
        # Bob 14, Dee 18); after the third Ann with 15.
        changes = [
            (evening, [told["name"][p] for p in before], [told["name"][p] for p in after])
            for evening, before, after in told["leads"]
        ]
        assert changes == [
            (SECOND.toordinal(), ["Bob"], ["Cat"]),
            (THIRD.toordinal(), ["Cat"], ["Ann"]),
        ]

    def test_cat_won_two_hands_in_a_row_and_nobody_more(self, told: dict[str, Any]) -> None:
        longest = told["streaks"][0]
        assert (told["name"][longest["player"]], longest["hands"]) == ("Cat", 2)
        # Hands 3 and 4: the first and the second of the second evening.
        assert (longest["first"]["evening"], longest["first"]["number"]) == (SECOND.toordinal(), 1)
        assert (longest["last"]["evening"], longest["last"]["number"]) == (SECOND.toordinal(), 2)
        assert [streak["hands"] for streak in told["streaks"][1:]] == [1, 1]  # Ann and Bob

    def test_the_first_evening_was_the_closest(self, told: dict[str, Any]) -> None:
        # Bob 3 to Cat 11 are 8; the second evening has Cat 0 to Bob 11, the third Ann 1 to Cat 12.
        margins = [(night["evening"], night["margin"]) for night in told["evenings"]]
        assert margins == [
            (FIRST.toordinal(), "8"),
            (SECOND.toordinal(), "11"),
            (THIRD.toordinal(), "11"),
        ]
        assert told["closest"]["evening"] == FIRST.toordinal()
        assert [told["name"][player] for player in told["closest"]["best"]] == ["Bob"]

    def test_the_most_points_in_one_hand_are_the_nine_of_cat(self, told: dict[str, Any]) -> None:
        (highest,) = told["highest"]
        assert [told["name"][player] for player in highest["players"]] == ["Cat"]
        assert (highest["game"], highest["points"], highest["times"]) == ("zar", 9, 1)
        assert (highest["hand"]["evening"], highest["hand"]["number"]) == (THIRD.toordinal(), 1)

    def test_each_player_has_a_page(self, told: dict[str, Any]) -> None:
        pages = by_name(told, told["pages"])
        # Ann is second after the first evening (Bob 3, Ann 4); level with Bob at 14 after the
        # second, with one win each, two hands ahead each and a best hand of 0 each, she is second
        # for the better last evening (10 to 11); first at the end.
        assert pages["Ann"]["ranks"] == [
            [FIRST.toordinal(), 2],
            [SECOND.toordinal(), 2],
            [THIRD.toordinal(), 1],
        ]
        # Places of Ann in hands 1 to 6: 0; 4 behind 0 and 2; 8 behind all; 2 behind 0; 1 behind 0.
        assert pages["Ann"]["form"] == [1, 3, 4, 2, 2, 1]
        # Dee missed the third evening.
        assert pages["Dee"]["attended"] == 2
        assert [evening for evening, _ in pages["Dee"]["ranks"]] == [
            FIRST.toordinal(),
            SECOND.toordinal(),
        ]

    def test_cards_are_those_that_were_counted(self, told: dict[str, Any]) -> None:
        # Only hand 6 says which: Bob 2 numbers and 1 reverse or skip, Cat 3 numbers.
        assert {record["cards"]: (record["most"], record["hands"]) for record in told["cards"]} == {
            5: (3, 1),
            1: (1, 1),
        }
        holders = [told["name"][record["by"][0]["player"]] for record in told["cards"]]
        assert sorted(holders) == ["Bob", "Cat"]

    def test_evidence_is_counted_by_degree(self, told: dict[str, Any]) -> None:
        assert told["evidence"] == {"totals": 5, "counts": 1, "cards": 0, "log": 0}

    def test_ratings_are_those_of_the_list_and_have_no_before(self, club: Club, told) -> None:
        services.refresh_ratings(club.league)
        (moved,) = told["ratings"]
        stored = {row.player_id: row.rating for row in club.league.rating_lists.get().rows.all()}
        assert {row["player"]: row["after"]["rating"] for row in moved["rows"]} == {
            player: round(rating) for player, rating in stored.items()
        }
        assert all(row["before"] is None for row in moved["rows"])
        assert all(row["after"]["low"] < row["after"]["rating"] for row in moved["rows"])


class TestFiles:
    def test_the_print_says_what_the_page_says(self, report: SeasonReport) -> None:
        text = " ".join(" ".join(text_of(bytes(report.print.pdf))).split())
        document = document_of(report.figures)
        for section in document.sections:
            assert section.title in text
        for name in ("Ann", "Bob", "Cat", "Dee"):
            assert name in text
        assert "tied with Dee, decided by more hands won" in text
        assert document.cover is not None
        for sentence in document.cover.story:
            assert sentence in text
        for award in document.awards:
            assert award.title in text
            assert award.text in text

    def test_the_cover_tells_the_season_from_its_figures(self, report: SeasonReport) -> None:
        document = document_of(report.figures)
        assert document.cover is not None
        podium = [(step.rank, step.name, step.figure) for step in document.cover.podium]
        assert podium == [(1, "Ann", "15"), (2, "Bob", "18"), (3, "Dee", "18")]
        opening, lead, closest = document.cover.story
        assert opening == "Ann won the season with 15, ahead of Bob with 18."
        assert lead.startswith("The lead changed 2 times, last on 20 Mar")
        assert lead.endswith("when Ann took it from Cat.")
        assert closest.endswith("with 8 points between first and last.")
        # Nobody made up two ranks, nor won three hands in a row; Dee missed an evening.
        awards = [(award.title, award.names, award.text.split(",")[0]) for award in document.awards]
        assert awards == [
            ("Champion", "Ann", "15"),
            ("Most hands won", "Ann, Bob, Cat", "2 hands won"),
            ("Always there", "Ann, Bob, Cat", "3 evenings"),
        ]

    def test_of_a_long_table_the_first_rows_are_printed_and_it_says_so(
        self, report: SeasonReport, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(printing, "typeset", lambda form, data, made_at: data.encode())
        monkeypatch.setattr(printing, "ROWS_PRINTED", 2)
        standings = json.loads(printing.pdf(report))["sections"][0]
        assert [row[1] for row in standings["tables"][0]["rows"]] == ["Ann", "Bob"]
        left_out = "2 of 4 rows; the report’s page has all of them as a file."
        assert left_out in standings["paragraphs"]
        monkeypatch.setattr(printing, "ROWS_PRINTED", 4)
        standings = json.loads(printing.pdf(report))["sections"][0]
        assert len(standings["tables"][0]["rows"]) == 4
        assert not any("rows; " in sentence for sentence in standings["paragraphs"])

    def test_every_table_is_there_as_csv_and_json(self, report: SeasonReport) -> None:
        document = document_of(report.figures)
        tables = {table.key: table for table in document.tables()}
        rows = list(csv.DictReader(io.StringIO(exports.table_csv(tables["table"]))))
        ranked_by = "ranked-by-points-low-wins"
        assert [(row["rank"], row["player"], row[ranked_by]) for row in rows] == [
            ("1", "Ann", "15"),
            ("2", "Bob", "18"),
            ("3", "Dee", "18"),
            ("4", "Cat", "23"),
        ]
        everything = json.loads("".join(exports.document_json(document.tables())))
        assert everything.keys() == tables.keys()
        assert everything["table"] == json.loads(exports.table_json(tables["table"]))
        assert everything["table"][1]["player"] == "Bob"

    def test_a_column_has_decimals_throughout_as_its_reader_writes_them(
        self, report: SeasonReport
    ) -> None:
        # Ann 15 and Bob 18 in six hands, Dee 18 in four, Cat 23 in six. Points are whole.
        document = document_of(report.figures)
        table = next(table for table in document.tables() if table.key == "table")
        keys = [column.key for column in table.columns]
        average, ranked_by = keys.index("average"), keys.index("ranked-by-points-low-wins")
        assert [cell_text(row[average]) for row in table.rows] == ["2.50", "3.00", "4.50", "3.83"]
        assert [cell_text(row[ranked_by]) for row in table.rows] == ["15", "18", "18", "23"]
        with translation.override("de"):
            assert cell_text(table.rows[0][average]) == "2,50"
            assert csv_column(table, "average") == ["2.50", "3.00", "4.50", "3.83"]
        assert [row["average"] for row in json.loads(exports.table_json(table))] == [
            *(2.5, 3, 4.5, 3.83)
        ]


def csv_column(table: Table, key: str) -> list[str]:
    return [row[key] for row in csv.DictReader(io.StringIO(exports.table_csv(table)))]


def test_a_single_win_is_no_streak(report: SeasonReport) -> None:
    # Only Cat has won two hands in a row, the third and the fourth.
    document = document_of(report.figures)
    (section,) = (section for section in document.sections if section.key == "streaks")
    assert [row[:2] for row in section.tables[0].rows] == [("Cat", 2)]


def text_of(pdf: bytes) -> list[str]:
    """The lines of a PDF."""
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    return [line for page in reader.pages for line in page.extract_text().splitlines()]
