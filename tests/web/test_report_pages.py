"""Ratings, reports and what-ifs: who may open and order them, and what they say."""

import gzip
import io
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook

from tests import factories
from tests.factories import Club
from tests.fixtures.shared import made_once
from tests.reports.season import small_season
from zarleague.engine.entry import Entry, Evidence
from zarleague.engine.games import find
from zarleague.leagues.models import League, User
from zarleague.play import services as play
from zarleague.reports import services
from zarleague.reports.models import Backtest, Job, LeagueRater, RatingList, RatingRow, SeasonReport
from zarleague.reports.season_report import rating_moves
from zarleague.reports.season_report.build import make_report
from zarleague.reports.season_report.files import packing
from zarleague.reports.season_report.stored import StoredReport
from zarleague.standings.ratings.raters import MODEL
from zarleague.web.rendering.words import ordinal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unprinted")]

COUNTS = Evidence.COUNTS
FOR_MEMBERS = [
    "ratings",
    "rater-comparison",
    "what-if",
    "season-reports",
    "season-report",
    "report-player",
    "report-pdf",
    "report-json",
    "report-table",
]


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    """A club that has played the small season, with its ratings and its report."""
    club = factories.club()
    small_season(club)
    services.refresh_ratings(club.league)
    make_report(club.season)
    return club


def address(name: str, club: Club) -> str:
    slug, season = club.league.slug, club.season.pk
    report = [slug, season, 1]
    arguments = {
        "ratings": [slug],
        "choose-rater": [slug],
        "rater-comparison": [slug],
        "what-if": [slug, season],
        "season-reports": [slug, season],
        "season-report": report,
        "report-player": [*report, club.players["Ann"].pk],
        "report-pdf": report,
        "report-json": report,
        "report-table": [*report, "table", "csv"],
        "season-settings": [slug, season],
    }
    return reverse(name, args=arguments[name])


def browse(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def text(user: User, name: str, club: Club, **query: object) -> str:
    return browse(user).get(address(name, club), query).content.decode()


@pytest.mark.parametrize("name", FOR_MEMBERS)
def test_a_private_league_shows_its_figures_to_members_only(name: str, club: Club) -> None:
    for member in (club.organiser, club.scorekeeper, club.player):
        assert browse(member).get(address(name, club)).status_code == 200
    assert browse(club.outsider).get(address(name, club)).status_code == 404
    assert browse(None).get(address(name, club)).status_code == 302


@pytest.mark.parametrize("name", FOR_MEMBERS)
def test_a_public_league_shows_them_to_anybody(name: str, club: Club) -> None:
    League.objects.update(visibility=League.Visibility.PUBLIC)
    assert browse(club.outsider).get(address(name, club)).status_code == 200
    assert browse(None).get(address(name, club)).status_code == 200


def test_a_member_asks_for_a_report_and_a_stranger_cannot(
    club: Club, django_capture_on_commit_callbacks
) -> None:
    League.objects.update(visibility=League.Visibility.PUBLIC)
    Job.objects.all().delete()
    assert browse(club.outsider).post(address("season-reports", club)).status_code == 403
    assert not Job.objects.filter(kind="report").exists()
    with django_capture_on_commit_callbacks(execute=True):
        browse(club.player).post(address("season-reports", club))
    # Nothing has happened since the first report, so there is still one.
    assert Job.objects.get(kind="report").state == "done"
    assert SeasonReport.objects.count() == 1


def test_only_the_organiser_chooses_how_to_rate(club: Club) -> None:
    for somebody in (club.scorekeeper, club.player, club.outsider, None):
        browse(somebody).post(address("choose-rater", club), {"rater": "elo"})
    assert not LeagueRater.objects.exists()
    browse(club.organiser).post(address("choose-rater", club), {"rater": "elo"})
    assert LeagueRater.objects.get().rater == "elo"
    browse(club.organiser).post(address("choose-rater", club), {"rater": "astrology"})
    assert LeagueRater.objects.get().rater == "elo"


def test_only_the_organiser_has_the_raters_compared(
    club: Club, django_capture_on_commit_callbacks
) -> None:
    assert browse(club.player).post(address("rater-comparison", club)).status_code == 403
    with django_capture_on_commit_callbacks(execute=True):
        browse(club.organiser).post(address("rater-comparison", club))
    marks = Backtest.objects.get().marks
    # Of the second and third evening: 2 hands of 6 pairs and 2 of 3.
    assert {one["pairs"] for one in marks} == {18}
    assert len(marks) == 5
    assert "Elo: pairwise" in text(club.player, "rater-comparison", club)


def test_a_report_that_is_being_made_is_not_missing() -> None:
    club = factories.club()
    factories.hand(club, factories.match(club), 0, 5, 7)
    page = text(club.player, "season-reports", club)
    assert "No reports yet" in page
    assert page.count("Create report") == 1
    services.ask_for_report(club.season, actor=club.boss)
    page = text(club.player, "season-reports", club)
    assert "Creating the report" in page
    assert "No reports yet" not in page
    make_report(club.season)
    page = text(club.player, "season-reports", club)
    assert page.count("Create report") == 1
    assert "<h2><a" in page  # no level of headings is left out
    assert "No comparison yet" in text(club.player, "rater-comparison", club)
    services.ask_for_backtest(club.league, actor=club.boss)
    assert "No comparison yet" not in text(club.player, "rater-comparison", club)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th"]),
        ("de", ["1.", "2.", "3.", "4.", "11.", "12.", "13.", "21.", "112."]),
        ("fr", ["1er", "2e", "3e", "4e", "11e", "12e", "13e", "21e", "112e"]),
    ],
)
def test_ranks_are_written_as_each_language_does(language: str, said: list[str]) -> None:
    with translation.override(language):
        assert [ordinal(rank) for rank in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == said


def test_the_ratings_page_says_which_ranks_are_possible_and_what_to_expect(club: Club) -> None:
    page = text(club.player, "ratings", club)
    # Six hands tell nobody apart: every interval is wide and every rating provisional.
    assert page.count("provisional, could be anywhere from 1st to 4th</span>") == 4
    # A point and a line for each on one axis.
    assert page.count("<circle") == page.count('class="reach"') == 4
    assert "too early to say how much skill counts" in page
    # Ann, Bob and Cat met in six hands, each of them and Dee in the four of two evenings: (3 · 6 +
    # 3 · 4) / 6 pairs.
    assert "Everyone here has met everyone else, in 5 hands on average." in page
    ann, bob = club.players["Ann"].pk, club.players["Bob"].pk
    asked = text(club.player, "ratings", club, player=[ann, bob])
    assert "Average place" in asked
    assert "Average place" not in text(club.player, "ratings", club, player=[ann, "x"])


def test_skill_is_told_from_luck_once_a_rating_is_settled(club: Club) -> None:
    RatingRow.objects.filter(player=club.players["Ann"]).update(provisional=False)
    page = text(club.player, "ratings", club)
    assert "too early" not in page
    # Four players, neighbours a third of the list's width apart.
    assert "and the top player ahead of the bottom one" in page


def test_ratings_of_an_earlier_model_say_so_and_how_far_the_update_is(club: Club) -> None:
    assert "from an earlier model" not in text(club.player, "ratings", club)
    RatingList.objects.update(model=MODEL - 1)
    Job.objects.create(kind=Job.Kind.RECOMPUTE, state=Job.State.RUNNING, done=1, total=4)
    page = text(club.player, "ratings", club)
    assert "These ratings are from an earlier model" in page
    assert '<progress max="4" value="1">' in page


def test_a_forecast_between_players_who_never_met_says_so(club: Club) -> None:
    eve, fay = club.add("Eve", "Fay")
    factories.hand(club, factories.match(club, "Eve", "Fay"), 0, 5)
    services.refresh_ratings(club.league)
    ann, bob = club.players["Ann"].pk, club.players["Bob"].pk
    never = "Some of these players have never met"
    assert never in text(club.player, "ratings", club, player=[ann, eve.pk])
    assert never not in text(club.player, "ratings", club, player=[ann, bob])
    assert never not in text(club.player, "ratings", club, player=[eve.pk, fay.pk])


def test_who_starts_a_match_sees_what_the_ratings_expect(club: Club) -> None:
    page = reverse("match-outlook", args=[club.league.slug])
    ann, bob = club.players["Ann"].pk, club.players["Bob"].pk
    asked = browse(club.organiser).get(page, {"game": "zar", "seat": [ann, bob]})
    assert "Ann" in asked.content.decode()
    # Nothing is said where nobody has played.
    newcomers = browse(club.organiser).get(page, {"game": "zar", "seat": ["+Yves", "+Zoë"]})
    assert not newcomers.content.decode().strip()
    alone = browse(club.organiser).get(page, {"game": "zar", "seat": [ann, "x"]})
    assert not alone.content.decode().strip()
    assert browse(club.outsider).get(page).status_code == 404


def test_a_player_page_shows_rating_interval_and_history(club: Club) -> None:
    page = browse(club.player).get(
        reverse("player", args=[club.league.slug, club.players["Ann"].pk])
    )
    content = page.content.decode()
    assert "Zar rating" in content
    assert 'class="band"' in content


def test_what_if_ranks_by_another_measure_side_by_side(club: Club) -> None:
    page = text(club.player, "what-if", club, ranking="place-points")
    # docs/standings.md, place-points: "Bob 4 + 0 + 2 = 6, Ann 2 + 1 + 4 = 7, Dee 1 + 2 = 3, Cat
    # 0 + 4 + 1 = 5": Ann, Bob, Cat, Dee, against Ann, Bob, Dee, Cat by total points.
    rows = page.split("<tbody>")[1].split("<tr>")[1:]
    for row, name, figure in zip(rows, ("Ann", "Bob", "Cat", "Dee"), (7, 6, 5, 3), strict=True):
        assert name in row
        assert f">{figure}</td>" in row
    club.season.refresh_from_db()
    assert club.season.rules["preset"] == "total-points"  # looking changes nothing


def test_what_if_names_the_leader_by_every_other_way_before_anything_is_asked(club: Club) -> None:
    page = text(club.player, "what-if", club)
    # By place points Ann has 7, as in the test above; the season's own way is not offered.
    assert "Ann would lead <b>7</b>" in page
    assert 'href="?ranking=place-points"' in page
    assert 'href="?ranking=total-points"' not in page
    assert "would lead" not in text(club.player, "what-if", club, ranking="place-points")


def test_what_if_scores_uno_hands_by_the_other_way_to_count() -> None:
    club = factories.club()
    match = factories.match(club, "Ann", "Bob", "Cat", game="uno")
    form = next(f for f in find("uno").forms(find("uno").ruleset()) if f.evidence is COUNTS)
    entry = Entry(form.key, ({}, {"n7": 2}, {"n7": 1}), 0)  # Bob is left with two sevens, Cat one
    play.enter_hand(match, entry, actor=club.boss, key=factories.key())
    page = text(club.organiser, "what-if", club, **{"uno.scoring": "winner-collects"})
    assert "1 hand rescored" in page
    # Losers add: 0, 14, 7, and few are good. The winner collects: Ann 21, and many are good.
    rows = page.split("<tbody>")[1].split("<tr>")[1:]
    assert "Ann" in rows[0]
    assert ">21</td>" in rows[0]


def test_a_report_page_offers_its_tables_as_files(club: Club) -> None:
    page = text(club.player, "season-report", club)
    assert "tables/table.csv" in page
    assert "tied with Dee, decided by more hands won" in page
    assert browse(club.player).get(address("report-pdf", club)).content.startswith(b"%PDF")
    tables = json.loads(browse(club.player).get(address("report-json", club)).getvalue())
    assert [row["player"] for row in tables["table"]] == ["Ann", "Bob", "Dee", "Cat"]
    missing = address("report-table", club).replace("table.csv", "table.exe")
    assert browse(club.player).get(missing).status_code == 404


@pytest.mark.parametrize(
    "of_report", ["report.json", "tables/table.csv", "tables/table.json", "tables/table.xlsx"]
)
def test_files_of_a_report_are_packed_and_kept(
    club: Club, of_report: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = reverse("api-report", args=[club.league.slug, club.season.pk, 1])
    for folder in (address("season-report", club), api):
        client, page = browse(club.player), folder + of_report
        packed = client.get(page, headers={"accept-encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        with monkeypatch.context() as patch:  # nothing of it is read again
            patch.setattr(StoredReport, "_read", None)
            plain = client.get(page)
        assert "Content-Encoding" not in plain.headers
        assert plain.headers["Content-Length"] == str(len(plain.content))
        assert plain.content == gzip.decompress(packed.content)


def test_a_large_file_of_a_report_is_not_kept(
    club: Club, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr(packing, "LARGEST_KEPT", 100)
    report = SeasonReport.objects.get()
    for _ in range(2):
        with django_assert_num_queries(1):
            assert packing.table_file(report, "table", "csv") is not None


def test_a_kept_file_is_in_the_readers_language(club: Club) -> None:
    client, page = browse(club.player), address("report-table", club).replace("csv", "xlsx")
    heads = [
        load_workbook(io.BytesIO(client.get(page, headers={"accept-language": one}).content)).active
        for one in ("en", "de")
    ]
    assert [sheet["B1"].value for sheet in heads] == ["Player", "Spieler"]


def test_a_report_that_no_longer_holds_says_so(club: Club) -> None:
    assert "since this report" not in text(club.player, "season-report", club)
    factories.hand(club, club.season.matches.order_by("-played_on").first(), 0, 1, 1)
    assert "since this report" in text(club.player, "season-report", club)
    make_report(club.season)
    assert "Replaced" in text(club.player, "season-report", club)


class TestSeasonSettings:
    def test_every_option_can_be_set_and_only_differences_are_kept(self, club: Club) -> None:
        browse(club.organiser).post(
            address("season-settings", club),
            {
                "action": "rules",
                "key": factories.key(),
                "preset": "place-points",
                "metric": "places",
                "high_wins": "no",
                "scale": "5, 3, 2",
                "shared_place": "best",
                "best_evenings": "",
                "min_hands": "4",
                "min_evenings": "0",
                "attendance_bonus": "1",
                "penalty_weight": "2",
                "tie_break_0": "more-wins",
                "tie_break_1": "lots",
            },
        )
        club.season.refresh_from_db()
        assert club.season.rules == {
            "preset": "place-points",
            "options": {
                "scale": [5, 3, 2],
                "shared_place": "best",
                "min_hands": 4,
                "attendance_bonus": 1,
                "penalty_weight": 2,
                "tie_breaks": ["more-wins", "lots"],
            },
        }

    @pytest.mark.parametrize(
        ("field", "value", "said"),
        [
            ("scale", "1, 2", "A lower place can’t earn more"),
            ("scale", "four", "Please enter whole numbers"),
            ("best_evenings", "3", "as many evenings as count: 3"),
        ],
    )
    def test_what_makes_no_table_is_said_at_the_field(
        self, club: Club, field: str, value: str, said: str
    ) -> None:
        data = {"action": "rules", "key": factories.key(), "preset": "total-points", field: value}
        page = browse(club.organiser).post(address("season-settings", club), data)
        assert said in page.content.decode()
        club.season.refresh_from_db()
        assert club.season.rules == {"preset": "total-points", "options": {}}

    def test_lots_are_drawn_among_the_level_and_named_in_the_table(self) -> None:
        club = factories.club()
        match = factories.match(club, "Ann", "Bob", "Cat")
        factories.hand(club, match, 0, 3, 3)  # Bob and Cat: nothing parts them
        page = text(club.organiser, "season-settings", club)
        assert "Tied for rank 2: Bob, Cat." in page
        cat, bob = club.players["Cat"].pk, club.players["Bob"].pk
        data = {"action": "lots", "player": [cat, bob], "key": "k"}
        assert browse(club.player).post(address("season-settings", club), data).status_code == 403
        browse(club.organiser).post(address("season-settings", club), data)
        club.season.refresh_from_db()
        assert [order for _, order in club.season.lots] == [[cat, bob]]
        table = browse(club.player).get(reverse("season", args=[club.league.slug, club.season.pk]))
        assert "drawing lots" in table.content.decode()

    def test_nobody_is_drawn_twice(self) -> None:
        club = factories.club()
        factories.hand(club, factories.match(club, "Ann", "Bob", "Cat"), 0, 3, 3)
        bob = club.players["Bob"].pk
        browse(club.organiser).post(
            address("season-settings", club), {"action": "lots", "player": [bob, bob], "key": "k"}
        )
        club.season.refresh_from_db()
        assert club.season.lots == []


@pytest.mark.parametrize(("model", "says_so"), [(MODEL - 1, True), (MODEL, False)])
def test_a_report_whose_ratings_rest_on_an_earlier_model_says_so(
    model: int, says_so: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = factories.club()
    small_season(club)
    services.refresh_ratings(club.league)
    monkeypatch.setattr(rating_moves, "MODEL", model)
    make_report(club.season)
    assert ("use an earlier model" in text(club.player, "season-report", club)) == says_so
