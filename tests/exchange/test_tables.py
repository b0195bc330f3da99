"""The tables of the pages as files: the figures of the page, for those who may see it."""

import csv
import io
import json

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from tests import factories
from tests.factories import Club
from tests.fixtures.shared import made_once
from zarleague.api.files import table_file
from zarleague.reports import services as reports
from zarleague.reports.season_report.document import Column, Table
from zarleague.reports.season_report.files.exports import table_xlsx

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    """Ann has 0 + 5 = 5 points, Bob 12 + 0 = 12, Cat 30 + 7 = 37; Bob has a penalty of none."""
    club = factories.club()
    match = factories.match(club)
    factories.hand(club, match, 0, 12, 30)
    factories.hand(club, match, 5, 0, 7, winner=1)
    return club


def table(club: Club, form: str) -> bytes:
    client = Client()
    client.force_login(club.player)
    address = reverse("season-table-file", args=[club.league.slug, club.season.pk, form])
    response = client.get(address)
    assert response.status_code == 200
    assert response["Content-Disposition"].endswith(f'.{form}"')
    return response.content


def test_a_seasons_table_is_the_same_in_all_forms(club: Club) -> None:
    wanted = [("1", "Ann", "5"), ("2", "Bob", "12"), ("3", "Cat", "37")]
    by_csv = csv.DictReader(io.StringIO(table(club, "csv").decode()))
    assert [(row["rank"], row["player"], row["points"]) for row in by_csv] == wanted
    by_json = json.loads(table(club, "json"))
    assert [(str(r["rank"]), r["player"], str(r["points"])) for r in by_json] == wanted
    assert [row["average"] for row in by_json] == [2.5, 6.0, 18.5]
    sheet = load_workbook(io.BytesIO(table(club, "xlsx"))).active
    assert sheet is not None
    cells = list(sheet.iter_rows(values_only=True))
    assert [(str(row[0]), row[1], str(row[5])) for row in cells[1:]] == wanted
    assert cells[1][6] == 2.5


def test_the_ratings_are_a_file(club: Club) -> None:
    reports.refresh_ratings(club.league)
    client = Client()
    client.force_login(club.player)
    rows = json.loads(
        client.get(reverse("ratings-file", args=[club.league.slug, "zar", "json"])).content
    )
    # With two hands each, everybody is provisional, on the page as in the file.
    assert {(row["player"], row["provisional"]) for row in rows} == {
        ("Ann", 1),
        ("Bob", 1),
        ("Cat", 1),
    }
    assert (
        client.get(reverse("ratings-file", args=[club.league.slug, "uno", "json"])).status_code
        == 404
    )


def test_a_private_leagues_tables_are_for_its_members(club: Club) -> None:
    address = reverse("season-table-file", args=[club.league.slug, club.season.pk, "csv"])
    assert Client().get(address).status_code == 302
    outsider = Client()
    outsider.force_login(club.outsider)
    assert outsider.get(address).status_code == 404
    assert outsider.get(address.replace(".csv", ".exe")).status_code == 404


def test_a_name_is_no_formula_in_a_spreadsheet() -> None:
    odd = Table("t", "A/B: [1]?", (Column("player", "Player"),), (("=1+1",), ("a\x07b",), (None,)))
    sheet = load_workbook(io.BytesIO(table_xlsx(odd))).active
    assert sheet is not None
    first, second, third = (cell for (cell,) in sheet.iter_rows(min_row=2, max_row=4))
    assert (first.value, first.data_type) == ("=1+1", "s")
    assert second.value == "ab"
    assert third.value is None


def test_a_file_of_an_own_game_has_no_colon_in_its_name() -> None:
    """Windows allows none in the name of a file."""
    table = Table("own:Skyjo", "Ratings, Skyjo", (Column("player", "Player"),), (("Ann",),))
    answer = table_file(table, "csv")
    assert answer["Content-Disposition"] == 'attachment; filename="own-Skyjo.csv"'
