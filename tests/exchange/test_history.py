"""Past results from a spreadsheet: recognised, checked cell by cell, imported whole, undone."""

import datetime
import io
import json
import threading
import zipfile
from collections.abc import Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories
from tests.exchange.shapes.cases import bgstats
from tests.factories import Club, key
from zarleague.background import sending
from zarleague.engine.games import KEYS
from zarleague.exchange import tasks, transfers
from zarleague.exchange.bgstats import season_file
from zarleague.exchange.damage import BadFile
from zarleague.exchange.history import plays as plays_module
from zarleague.exchange.history import published, services, sheets, unpacking, work, writing
from zarleague.exchange.history.checking import CheckedSheet, check
from zarleague.exchange.history.layout import Layout, Shape, Use
from zarleague.exchange.history.sheets import UnreadableSheet, rows_of
from zarleague.exchange.models import HistoryImport, Transfer
from zarleague.leagues import services as league_services
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import AuditEntry, League, Player, Season
from zarleague.leagues.selectors import games_of
from zarleague.leagues.services import own_games
from zarleague.play import selectors as play
from zarleague.play import services as play_services
from zarleague.play.models import Hand, HandVersion, Match

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
SAMPLES = Path(settings.BASE_DIR) / "static" / "samples" / "history"
HEARTS = {
    "format": "zarleague-game",
    "version": 1,
    "name": "Hearts",
    "players": [2, 6],
    "wins": "low",
    "limit": 100,
}
CHOSEN: dict[str, Any] = {"game": "zar", "season": "Winter 2025", "names": {}}


def checked(club: Club, content: str | bytes, layout: Layout | None = None) -> CheckedSheet:
    data = content.encode() if isinstance(content, str) else content
    return check(io.BytesIO(data), club.league, layout, CHOSEN)


def hands(found: CheckedSheet) -> list[tuple[str, dict[str, int]]]:
    """Return day and points by name of each hand."""
    gathered = found.gathered
    return [
        (str(hand.day), {gathered.names[at]: points for at, points in hand.points.items()})
        for hand in gathered.hands
    ]


def problems(found: CheckedSheet) -> list[tuple[str, str]]:
    return [
        (problem.cell, problem.msgid.format(**problem.params))
        for problem in found.gathered.problems
    ]


def test_a_column_of_points_without_a_name_is_said_wherever_the_absent_have_none(
    club: Club,
) -> None:
    """The column has no player who could have 0 where nothing stands."""
    content = "Date,Ann,Bob,\n2025-01-10,0,,100\n2025-01-17,,7,100\n"
    columns = (Use.DAY, Use.PLAYER, Use.PLAYER, Use.PLAYER)
    layout = Layout(Shape.WIDE, columns, ("Date", "Ann", "Bob", ""))
    chosen = CHOSEN | {"answers": {"missing": "zero"}}
    found = check(io.BytesIO(content.encode()), club.league, layout, chosen)
    assert hands(found) == [
        ("2025-01-10", {"Ann": 0, "Bob": 0}),
        ("2025-01-17", {"Ann": 0, "Bob": 7}),
    ]
    assert [cell for cell, _ in problems(found)] == ["D1"]


class TestShapes:
    """Each sample is recognised with nothing said about it."""

    @pytest.mark.parametrize("name", ["wide.csv", "wide.xlsx"])
    def test_wide(self, club: Club, name: str) -> None:
        found = checked(club, (SAMPLES / name).read_bytes())
        assert found.layout.shape == Shape.WIDE
        assert found.layout.headings == ("Date", "Hand", "Ann", "Bob", "Cat", "Dee")
        assert problems(found) == []
        assert hands(found) == [
            ("2025-01-10", {"Ann": 0, "Bob": 12, "Cat": 30}),
            ("2025-01-10", {"Ann": 5, "Bob": 0, "Cat": 7}),
            ("2025-01-10", {"Ann": 18, "Bob": 4, "Cat": 0}),
            ("2025-01-17", {"Ann": 0, "Bob": 9, "Cat": 22, "Dee": 6}),
            ("2025-01-17", {"Ann": 11, "Bob": 0, "Cat": 3, "Dee": 14}),
        ]

    def test_long(self, club: Club) -> None:
        found = checked(club, (SAMPLES / "long.csv").read_bytes())
        assert found.layout.shape == Shape.LONG
        assert found.gathered.by_evening
        assert hands(found) == [
            ("2025-01-10", {"Ann": 23, "Bob": 16, "Cat": 37}),
            ("2025-01-17", {"Ann": 11, "Bob": 9, "Cat": 25, "Dee": 20}),
        ]

    def test_running_totals_are_taken_apart(self, club: Club) -> None:
        """The rows say 0, 5, 23, 23 for Ann on the first evening: 0, 5, 18 and 0 points."""
        found = checked(club, (SAMPLES / "running.csv").read_bytes())
        assert found.layout.shape == Shape.RUNNING
        assert found.layout.restarts
        assert [points["Ann"] for _, points in hands(found)] == [0, 5, 18, 0, 0, 11, 0, 5]
        assert [points["Cat"] for _, points in hands(found)] == [30, 7, 0, 7, 22, 3, 5, 11]

    def test_running_totals_may_go_on_over_the_evenings(self, club: Club) -> None:
        found = checked(
            club,
            "Datum;Ann;Bob\n1.2.2025;3;0\n1.2.2025;3;4\n;9;4\n;9;11\n8.2.2025;15;11\n;15;12\n;20;12\n",
        )
        assert (found.layout.shape, found.layout.restarts) == (Shape.RUNNING, False)
        assert hands(found)[4] == ("2025-02-08", {"Ann": 6, "Bob": 0})

    def test_a_hand_begins_where_a_name_comes_again(self, club: Club) -> None:
        found = checked(club, "Date,Name,Score\n2025-01-10,Ann,0\n,Bob,4\n,Ann,7\n,Bob,0\n")
        assert [points for _, points in hands(found)] == [
            {"Ann": 0, "Bob": 4},
            {"Ann": 7, "Bob": 0},
        ]

    def test_columns_and_rows_that_add_up_are_left_out(self, club: Club) -> None:
        found = checked(
            club, "Our game\n\nDay,Ann,Bob,Total\n2025-01-10,0,4,4\n2025-01-11,3,0,3\nTotal,3,4,7\n"
        )
        assert found.layout.columns(Use.PLAYER) == [1, 2]
        assert len(hands(found)) == 2

    def test_months_first_where_only_that_makes_days(self, club: Club) -> None:
        found = checked(club, "Date,Ann,Bob\n1/10/2025,0,4\n1/17/2025,3,0\n1/24/2025,0,1\n")
        assert [day for day, _ in hands(found)] == ["2025-01-10", "2025-01-17", "2025-01-24"]


class TestProblems:
    def test_each_has_its_cell(self, club: Club) -> None:
        found = checked(
            club,
            "Date,Hand,Ann,Bob\n2025-01-10,1,0,4\n2025-01-10,2,x4,5\nsoon,3,1,0\n2999-01-01,4,1,0\n"
            "2025-01-11,5,2.5,0\n2025-01-12,6,1,0\n2025-01-12,7,1,0\n2025-01-12,8,,3\n"
            "2025-01-12,9,0,3\n2025-01-12,10,0,3\n",
        )
        assert problems(found) == [
            ("C3", "“x4” isn’t a whole number."),
            ("A4", "“soon” isn’t a date."),
            ("A5", "This evening is yet to come, or too long ago."),
            ("C6", "“2.5” isn’t a whole number."),
            ("9", "1 played in this hand; it takes 2 to 9."),
        ]

    def test_somebody_twice_in_a_hand(self, club: Club) -> None:
        found = checked(
            club,
            "Date,Hand,Name,Points\n2025-01-10,1,Ann,0\n,1,Bob,4\n,1,ann,7\n2025-01-10,,Bob,1\n",
        )
        assert problems(found) == [
            ("C4", "ann already has a result for this hand."),
            ("B5", "Which hand is this?"),
        ]

    def test_only_so_many_are_told(self, club: Club) -> None:
        rows = "".join(f"2025-01-10,{n},x,y\n" for n in range(2, 200))
        layout = Layout(
            Shape.WIDE, (Use.DAY, Use.HAND, Use.PLAYER, Use.PLAYER), ("Date", "Hand", "Ann", "Bob")
        )
        found = checked(club, f"Date,Hand,Ann,Bob\n2025-01-10,1,0,3\n{rows}", layout)
        assert len(found.gathered.problems) + found.gathered.more == 2 * 198
        assert len(found.gathered.problems) == 100

    def test_two_names_for_one_player_meet(self, club: Club) -> None:
        data = io.BytesIO((SAMPLES / "wide.csv").read_bytes())
        found = check(data, club.league, None, CHOSEN | {"names": {"Cat": "Ann"}})
        assert problems(found)[0] == (
            "2",
            "Ann and Cat can’t be the same player: both played here.",
        )


def plays(*days: str, game: int = 1, scores: str = '{"playerRefId": 1, "score": "0"}') -> str:
    """Return an export of BG Stats with a play of Ann and Bob on each day."""
    each = ", ".join(
        f'{{"playDate": "{day}", "gameRefId": {game}, "playerScores": [{scores},'
        ' {"playerRefId": 2, "score": "4"}]}'
        for day in days
    )
    return (
        '{"games": [{"id": 1, "name": "Zar"}, {"id": 2, "name": "Go"}], "players": [{"id": 1,'
        f' "name": "Ann"}}, {{"id": 2, "name": "Bob"}}], "plays": [{each}]}}'
    )


class TestBgStats:
    def test_the_game_of_the_league_is_read_out_of_it(self, club: Club) -> None:
        """The sample has a play of Carcassonne, too. Cat's 3+4 are 7."""
        found = checked(club, (SAMPLES / "bgstats.json").read_bytes())
        assert (found.layout.game, found.games) == ("Zar", ["Zar", "Carcassonne"])
        assert problems(found) == []
        assert hands(found) == [
            ("2025-01-10", {"Ann": 0, "Bob": 12, "Cat": 30}),
            ("2025-01-10", {"Ann": 5, "Bob": 0, "Cat": 7}),
            ("2025-01-17", {"Ann": 0, "Cat": 22}),
        ]

    def test_without_it_the_game_played_most_unless_another_is_chosen(self, club: Club) -> None:
        other = plays("2025-01-10 20:00:00", "2025-01-11 20:00:00", game=2)
        found = checked(club, other)
        assert (found.layout.game, len(hands(found))) == ("Go", 2)

    def test_plays_bg_stats_does_not_count_are_left_out(self, club: Club) -> None:
        found = checked(
            club,
            plays("2025-01-10 20:00:00").replace('{"playDate"', '{"ignored": true, "playDate"'),
        )
        assert problems(found) == [("", "There are no results in this file.")]

    def test_problems_are_named_by_day_and_player(self, club: Club) -> None:
        found = checked(
            club, plays("2025-01-10 20:00:00", scores='{"playerRefId": 1, "score": ""}')
        )
        assert problems(found)[0] == ("2025-01-10 Ann", "There are no points.")
        found = checked(club, plays("yesterday"))
        assert problems(found)[0] == ("yesterday Ann", "“yesterday” isn’t a date.")

    @pytest.mark.parametrize(
        "content", ["{", "{}", '{"plays": 1}', '{"plays": [' + "[" * 100_000, '{"plays": "\ud800']
    )
    def test_what_is_none(self, club: Club, content: str) -> None:
        with pytest.raises(UnreadableSheet, match="JSON"):
            check(io.BytesIO(content.encode("utf-8", "replace")), club.league, None, CHOSEN)

    @pytest.mark.parametrize(
        "content",
        [
            '{"plays": [1, {}, {"playerScores": 7}, {"playerScores": [7]}]}',
            '{"players": {}, "games": [1], "plays": [{"playerScores": [{"playerRefId": []}]}]}',
        ],
    )
    def test_odd_values_are_problems(self, club: Club, content: str) -> None:
        assert problems(checked(club, content))

    def test_values_are_counted_before_they_are_read(self, club: Club, monkeypatch: Any) -> None:
        monkeypatch.setattr(plays_module, "MAX_VALUES", 20)
        with pytest.raises(UnreadableSheet, match="more than"):
            checked(club, (SAMPLES / "bgstats.json").read_bytes())
        monkeypatch.setattr(plays_module, "MAX_VALUES", 1000)
        monkeypatch.setattr(sheets, "MAX_ROWS", 5)
        with pytest.raises(UnreadableSheet, match="rows"):
            checked(club, (SAMPLES / "bgstats.json").read_bytes())

    def test_a_season_goes_out_and_comes_back(self, club: Club) -> None:
        """The table of the season read back is that of the season written."""
        first = imported(club).season
        assert first is not None
        client = Client()
        client.force_login(club.organiser)
        page = reverse("bgstats-file", args=[club.league.slug, first.pk])
        answer = client.get(page)
        content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
        data = json.loads(content)
        assert [len(data[part]) for part in ("games", "locations", "players", "plays")] == [
            1,
            1,
            4,
            5,
        ]
        assert [score["winner"] for score in data["plays"][0]["playerScores"]] == [
            True,
            False,
            False,
        ]
        assert not data["games"][0]["highestWins"]
        again = b"".join(client.get(page).streaming_content)  # type: ignore[attr-defined]
        assert again == content  # with the same uuids
        found = sent(club, content, "Again.json")
        with pytest.raises(Invalid, match="questions"):  # the league has these matches already
            services.confirm(found, actor=club.boss)
        chosen = found.chosen | {"answers": {"again": "import"}}
        services.choose(found, Layout.from_json(found.layout), chosen, actor=club.boss)
        assert found.transfer is not None
        found = services.confirm(worked(found.transfer), actor=club.boss)
        assert found.transfer is not None
        second = worked(found.transfer).season
        assert second is not None
        tables = [
            {row.player_id: (row.hands, row.wins, row.points) for row in play.season_table(season)}
            for season in (first, second)
        ]
        assert tables[0] == tables[1]


class TestBounds:
    @pytest.mark.parametrize("name", ["MAX_ROWS", "MAX_COLUMNS", "MAX_CELLS"])
    def test_rows_columns_and_cells(self, monkeypatch: Any, name: str) -> None:
        monkeypatch.setattr(sheets, name, 2)
        with pytest.raises(UnreadableSheet, match="more than"):
            list(rows_of(io.BytesIO(b"a,b,c\n1,2,3\n4,5,6\n")))

    def test_a_zip_bomb_is_not_unpacked(self) -> None:
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr("xl/worksheets/sheet1.xml", b"0" * (sheets.MAX_UNPACKED + 1))
        assert len(file.getvalue()) < 1_000_000
        with pytest.raises(UnreadableSheet, match="unpacks to more"):
            list(rows_of(file))

    def test_what_needs_more_memory_than_allowed_is_given_up(self, monkeypatch: Any) -> None:
        """All cells of a row are held until it ends: fifty times as much as the file has."""
        monkeypatch.setattr(unpacking, "MEMORY", 300_000_000)
        book = openpyxl.Workbook()
        book.save(plain := io.BytesIO())
        file = io.BytesIO()
        with zipfile.ZipFile(plain) as one, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as two:
            for name in one.namelist():
                row = b"<row>" + b'<c r="A1"/>' * 600_000 + b"</row></sheetData>"
                two.writestr(name, one.read(name).replace(b"</sheetData>", row))
        assert len(file.getvalue()) < 100_000
        with pytest.raises(UnreadableSheet, match="too complex"):
            list(rows_of(file))

    def test_a_line_of_a_million_columns_is_not_taken_apart(self, monkeypatch: Any) -> None:
        monkeypatch.setattr(sheets, "LONGEST_LINE", 10)
        assert len(list(rows_of(io.BytesIO(b"12345,789\n12345,789\n")))) == 2
        with pytest.raises(UnreadableSheet, match="columns"):
            list(rows_of(io.BytesIO(b"12345,789\n12345,7890\n")))

    @pytest.mark.parametrize("content", [b"PK\x03\x04 no zip", b"\0\0\0\0", b'a\0"b'])
    def test_what_is_no_spreadsheet(self, content: bytes) -> None:
        with pytest.raises(UnreadableSheet):
            list(rows_of(io.BytesIO(content)))

    def test_a_sheet_that_says_it_is_endless(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sheets, "MAX_ROWS", 200)
        book = openpyxl.Workbook()
        assert book.active is not None
        book.active["A1"] = "Date"
        book.active["A1000000"] = "far below"
        file = io.BytesIO()
        book.save(file)
        with pytest.raises(UnreadableSheet, match="rows"):
            list(rows_of(file))


def sent(club: Club, content: bytes, name: str = "Winter 2025.csv") -> HistoryImport:
    """Send a file in and have it checked."""
    transfer = services.begin(club.league, actor=club.boss, name=name, size=len(content))
    transfers.add_piece(transfer, 0, content, actor=club.boss)
    return worked(transfer)


def worked(transfer: Transfer) -> HistoryImport:
    transfers.carry_out(transfer.pk)
    transfer.refresh_from_db()
    assert transfer.state == Transfer.State.DONE, transfer.problem
    return HistoryImport.objects.get(transfer=transfer)


def imported(club: Club, name: str = "wide.csv") -> HistoryImport:
    """Import a sample."""
    found = sent(club, (SAMPLES / name).read_bytes())
    found = services.confirm(found, actor=club.boss)
    assert found.transfer is not None
    return worked(found.transfer)


def test_an_archive_whose_list_is_longer_than_itself_is_said_to_be_unreadable(club: Club) -> None:
    """The end says how long the list is, in four bytes before the last six."""
    content = bytearray((SAMPLES / "wide.xlsx").read_bytes())
    content[-10:-6] = b"\xff\xff\xff\0"
    found = sent(club, bytes(content), "wide.xlsx")
    assert "it is damaged" in found.found["unreadable"]["msgid"]


class TestImport:
    def test_nothing_is_written_until_it_is_confirmed(self, club: Club) -> None:
        found = sent(club, (SAMPLES / "wide.csv").read_bytes())
        assert found.stage == HistoryImport.Stage.CHECK
        assert found.found["hands"] == 5
        assert (Match.objects.count(), Player.objects.count(), Season.objects.count()) == (0, 0, 1)

    def test_another_file_takes_the_place_of_one_that_was_not_confirmed(self, club: Club) -> None:
        content = (SAMPLES / "wide.csv").read_bytes()
        first, second = sent(club, content), sent(club, content, "Summer 2025.csv")
        assert first.transfer is not None
        assert second.transfer is not None
        with pytest.raises(Invalid, match="Another file"):
            services.confirm(first, actor=club.boss)
        client = Client()
        client.force_login(club.organiser)

        def page_of(transfer: Transfer) -> str:
            address = reverse("history-import", args=[club.league.slug, transfer.key.hex])
            return client.get(address).content.decode()

        page = page_of(first.transfer)
        assert "Another file has taken the place" in page
        assert f"{second.transfer.key.hex}/" in page
        assert "Open Summer 2025.csv" in page
        assert "5 results are ready to be imported." in page_of(second.transfer)

    def test_the_page_of_an_imported_season_stays_when_another_file_is_sent(
        self, club: Club
    ) -> None:
        done = imported(club)
        sent(club, (SAMPLES / "long.csv").read_bytes())
        assert done.transfer is not None
        client = Client()
        client.force_login(club.organiser)
        address = reverse("history-import", args=[club.league.slug, done.transfer.key.hex])
        assert "The season was imported." in client.get(address).content.decode()

    def test_the_season_stands_as_the_file_says(self, club: Club) -> None:
        (ann,) = club.add("Ann")
        found = imported(club)
        season = found.season
        assert season is not None
        assert (season.name, season.league, season.state) == (
            "Winter 2025",
            club.league,
            "finished",
        )
        assert (season.starts, season.ends) == (
            datetime.date(2025, 1, 10),
            datetime.date(2025, 1, 17),
        )
        names = {player.pk: player.name for player in Player.objects.filter(league=club.league)}
        table = {
            names[row.player_id]: (row.hands, row.wins, row.points)
            for row in play.season_table(season)
        }
        # Ann 0+5+18+0+11 and first of two hands; Bob 12+0+4+9+0, Cat 30+7+0+22+3, Dee 6+14.
        assert table == {
            "Ann": (5, 2, 34),
            "Bob": (5, 2, 25),
            "Cat": (5, 1, 62),
            "Dee": (2, 0, 20),
        }
        assert Player.objects.get(name="Ann") == ann
        assert HandVersion.objects.filter(evidence=1).count() == 5
        assert League.objects.count() == 1
        assert AuditEntry.objects.filter(action="import_history", after__hands=5).count() == 1
        assert season.revision == 1  # what is derived is derived from now on

    def test_names_are_suggested_and_can_be_given(self, club: Club) -> None:
        club.add("Anna Berg", "Robert")
        found = sent(club, b"Date,Anna,Robrt\n2025-01-10,0,4\n2025-01-11,3,0\n")
        assert found.found["suggestions"] == {"Anna": ["Anna Berg"], "Robrt": ["Robert"]}
        chosen = found.chosen | {"names": {"Anna": "Anna Berg", "Robrt": "robert"}}
        services.choose(found, Layout.from_json(found.layout), chosen, actor=club.boss)
        assert found.transfer is not None
        found = worked(found.transfer)
        assert [name["known"] for name in found.found["names"]] == [True, True]
        services.confirm(found, actor=club.boss)
        assert found.transfer is not None
        worked(found.transfer)
        assert Player.objects.count() == 2

    def test_with_problems_it_is_not_imported(self, club: Club) -> None:
        found = sent(club, b"Date,Ann,Bob\n2025-01-10,0,x\n2025-01-10,0,4\n2025-01-10,0,4\n")
        with pytest.raises(Invalid):
            services.confirm(found, actor=club.boss)

    def test_what_changed_meanwhile_is_looked_at_again(self, club: Club) -> None:
        found = services.confirm(sent(club, (SAMPLES / "wide.csv").read_bytes()), actor=club.boss)
        league_services.start_season(
            club.league,
            name="Winter 2025",
            starts=factories.FIRST_EVENING,
            actor=club.boss,
            key=key(),
        )
        assert found.transfer is not None
        found = worked(found.transfer)
        assert found.stage == HistoryImport.Stage.CHECK
        assert "already a season" in found.found["problems"][0]["msgid"]
        assert (Hand.objects.count(), League.objects.count()) == (0, 1)

    def test_a_player_merged_while_it_is_written_is_asked_for_again(
        self, club: Club, monkeypatch: Any
    ) -> None:
        """Ann of the file is a guest when the writing begins, and is merged before it ends."""
        (anna,) = club.add("Anna")
        ann = league_services.add_player(club.league, "Ann", actor=club.boss, guest=True, key=key())
        found = services.confirm(sent(club, (SAMPLES / "wide.csv").read_bytes()), actor=club.boss)
        rebuild = writing.play.rebuild

        def merged_first(season: Season) -> None:
            play_services.merge_guest(ann, anna, actor=club.boss, key=key())
            rebuild(season)

        monkeypatch.setattr(writing.play, "rebuild", merged_first)
        assert found.transfer is not None
        found = worked(found.transfer)
        assert found.stage == HistoryImport.Stage.CHECK
        assert (Hand.objects.count(), League.objects.count()) == (0, 1)

    def test_killed_while_writing_it_begins_again(self, club: Club, monkeypatch: Any) -> None:
        found = services.confirm(sent(club, (SAMPLES / "wide.csv").read_bytes()), actor=club.boss)
        monkeypatch.setattr(writing.play, "rebuild", _die)
        assert found.transfer is not None
        with pytest.raises(KeyboardInterrupt):
            transfers.carry_out(found.transfer.pk)
        assert not Season.objects.filter(league=club.league, name="Winter 2025").exists()
        assert Hand.objects.count() == 5  # in a league that nobody sees
        monkeypatch.undo()
        transfers.begin_again()
        worked(found.transfer)
        assert (Hand.objects.count(), League.objects.count()) == (5, 1)


def _die(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


class TestPublished:
    """A table at an address is fetched, and then checked like an uploaded file."""

    @pytest.fixture
    def web(self, settings: Any) -> Iterator[dict[str, tuple[int, str]]]:
        """Serve answers by path: a status, and a body or where it leads."""
        settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
        answers: dict[str, tuple[int, str]] = {}

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                status, text = answers[self.path]
                self.send_response(status)
                if status == HTTPStatus.TEMPORARY_REDIRECT:
                    self.send_header("Location", text)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        with HTTPServer(("127.0.0.1", 0), Handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            answers["address"] = (0, f"http://127.0.0.1:{server.server_port}")
            yield answers
            server.shutdown()

    def fetched(self, club: Club, address: str) -> Transfer:
        transfer = services.begin_at(club.league, actor=club.boss, address=address)
        transfers.fetch(transfer.pk)
        transfers.carry_out(transfer.pk)
        transfer.refresh_from_db()
        return transfer

    def test_a_table_behind_a_redirect(self, club: Club, web: dict[str, tuple[int, str]]) -> None:
        table = "Date,Ann,Bob\n2026-03-01,0,12\n2026-03-08,5,0\n"
        web |= {"/pub": (307, "/there"), "/there": (200, table)}
        transfer = self.fetched(club, web["address"][1] + "/pub")
        assert (transfer.state, transfer.size) == (Transfer.State.DONE, len(table))
        assert transfer.history_import.found["hands"] == 2

    def test_one_that_waits_for_another_file_is_fetched_before_it_is_read(
        self,
        club: Club,
        web: dict[str, tuple[int, str]],
        django_capture_on_commit_callbacks: Any,
    ) -> None:
        web["/pub"] = (200, "Date,Ann,Bob,Winner\n2026-03-01,0,12,Ann\n")
        table = services.begin_at(club.league, actor=club.boss, address=web["address"][1] + "/pub")
        with django_capture_on_commit_callbacks(execute=True):
            tasks.carry_out(transfers.ask_for_export(club.league, actor=club.boss).pk)
        table.refresh_from_db()
        assert (table.state, table.history_import.found["hands"]) == (Transfer.State.DONE, 1)

    def test_an_account_whose_servers_are_slow_waits_by_itself(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The first table took 20 seconds by the clock of the test, all that an account has."""
        seconds = [0.0]
        monkeypatch.setattr(sending, "monotonic", lambda: seconds[0])

        def drip(_address: str, _file: Any) -> None:
            seconds[0] += 20
            raise BadFile("too slow")

        monkeypatch.setattr(published, "download", drip)
        address = "https://tables.example/pub"
        first = services.begin_at(club.league, actor=club.boss, address=address)
        assert transfers.fetch(first.pk)
        second = services.begin_at(club.league, actor=club.boss, address=address)
        assert not transfers.fetch(second.pk)
        states = Transfer.objects.order_by("pk").values_list("state", flat=True)
        assert list(states) == [Transfer.State.FAILED, Transfer.State.WAITING]

    @pytest.mark.parametrize(
        ("answer", "says"),
        [
            ((404, ""), "private window"),
            ((307, "/pub"), "private window"),  # for ever
            ((200, "<!DOCTYPE html><html>Sign in"), "Publish to web"),
        ],
    )
    def test_what_is_no_table_is_refused(
        self,
        club: Club,
        web: dict[str, tuple[int, str]],
        answer: tuple[int, str],
        says: str,
    ) -> None:
        web["/pub"] = answer
        transfer = self.fetched(club, web["address"][1] + "/pub")
        assert transfer.state == Transfer.State.FAILED
        assert says in transfer.problem

    def test_no_machine_of_the_sites_own_network(
        self, club: Club, web: dict[str, tuple[int, str]], settings: Any
    ) -> None:
        web["/pub"] = (200, "Date,Ann,Bob\n2026-03-01,0,12\n")
        settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
        with pytest.raises(Invalid, match="https"):
            self.fetched(club, web["address"][1] + "/pub")
        transfer = self.fetched(club, "https://127.0.0.1/pub")
        assert (transfer.state, transfer.size) == (Transfer.State.FAILED, 0)

    @pytest.mark.parametrize(
        ("seen", "table"),
        [
            ("d/1aB-_x/edit?usp=sharing#gid=7", "d/1aB-_x/export?format=csv&gid=7"),
            ("d/1aB-_x/edit", "d/1aB-_x/export?format=csv"),
            ("u/0/d/1aB-_x/view", "d/1aB-_x/export?format=csv"),
            ("d/e/2PACX-1v/pubhtml?gid=7&single=true", "d/e/2PACX-1v/pub?output=csv&gid=7"),
            ("d/e/2PACX-1v/pub?output=csv", "d/e/2PACX-1v/pub?output=csv"),
        ],
    )
    def test_the_address_of_a_sheet_becomes_that_of_its_table(self, seen: str, table: str) -> None:
        sheets_at = "https://docs.google.com/spreadsheets/"
        assert published.address_of_table(sheets_at + seen) == sheets_at + table


def several_games() -> bytes:
    """An export of BG Stats with two plays of each of three games."""
    scores = (
        {"Ann": ("30", False, 2), "Bob": ("5", True, 1)},
        {"Ann": ("16", False, 2), "Bob": ("14", True, 1)},
    )
    most = (
        {"Ann": ("90", True, 1), "Bob": ("85", False, 2)},
        {"Ann": ("70", True, 1), "Bob": ("60", False, 2)},
    )
    ride = "Ticket to Ride: Europe"
    return bgstats(
        *({**play, "game": "Zar"} for play in scores),
        *({**play, "game": "Hearts"} for play in scores),
        *({**play, "game": ride} for play in most),
        Zar={"highestWins": False},
        Hearts={"highestWins": False},
        **{ride: {"highestWins": True}},
    ).encode()


def tables() -> dict[str, list[tuple[str, int]]]:
    """Each imported season's game and table, best first."""
    found = {}
    for season in Season.objects.filter(state=Season.State.FINISHED):
        game = Match.objects.filter(season=season).values_list("game", flat=True)[0]
        names = dict(Player.objects.values_list("pk", "name"))
        found[game] = [(names[row.player_id], row.points) for row in play.season_table(season)]
    return found


def test_all_games_of_a_file_at_once(club: Club) -> None:
    """Each becomes a season, of the league's game of its name or of a new one of its own; the file
    need not be sent again."""
    own_games.declare_game(club.league, HEARTS, actor=club.boss)
    found = sent(club, several_games())
    for game in ("Hearts", "Ticket to Ride: Europe"):
        other = worked(services.begin_other_game(found, game, actor=club.boss))
        assert (other.layout["game"], other.found["questions"]) == (game, [])
        with pytest.raises(Invalid, match="already"):
            services.begin_other_game(other, game, actor=club.boss)
    assert AuditEntry.objects.filter(action="begin_other_game").count() == 2
    assert set(games_of(club.league)) == {*KEYS, "own:Hearts"}  # nothing is added by looking
    for confirmed in services.confirm_ready(other, actor=club.boss):
        assert confirmed.transfer is not None
        worked(confirmed.transfer)
    # 30 + 16 and 5 + 14 where the fewest points win, 90 + 70 and 85 + 60 where the most do.
    assert tables() == {
        "zar": [("Bob", 19), ("Ann", 46)],
        "own:Hearts": [("Bob", 19), ("Ann", 46)],
        "own:Ticket to Ride Europe": [("Ann", 160), ("Bob", 145)],
    }
    found.refresh_from_db()
    with pytest.raises(Invalid, match="ready"):
        services.confirm_ready(found, actor=club.boss)


def test_games_of_a_file_that_are_sent_again_are_begun_once(club: Club) -> None:
    """The site may have died between two of them."""
    found = sent(club, several_games())
    assert found.transfer is not None
    client = Client()
    client.force_login(club.organiser)
    address = reverse("history-games", args=[club.league.slug, found.transfer.key.hex])
    ride = "Ticket to Ride: Europe"
    for games in (["Hearts"], ["Hearts", ride]):
        client.post(address, {"game": games})
    begun = HistoryImport.objects.order_by("pk")
    assert [one.layout["game"] for one in begun] == ["Zar", "Hearts", ride]


def test_the_league_s_own_game_is_found_in_a_file(club: Club) -> None:
    own_games.declare_game(club.league, HEARTS, actor=club.boss)
    content = several_games().replace(b'"name": "Zar"', b'"name": "Chess"')
    found = sent(club, content)
    assert (found.layout["game"], found.chosen["game"]) == ("Hearts", "own:Hearts")


@pytest.mark.parametrize("ours", ["uno", "own:Nertz"])
def test_an_export_comes_back_the_same_way_up_under_other_rules(club: Club, ours: str) -> None:
    """Most points win in the league the file is from. In the other, the fewest do; or it has no
    such game."""
    club.league.games.create(game="uno", preset="", overrides={"scoring": "winner-collects"})
    own_games.declare_game(club.league, HEARTS | {"name": "Nertz", "wins": "high"}, actor=club.boss)
    found = sent(club, b"Date,Ann,Bob\n2025-03-01,50,0\n2025-03-08,0,35\n")
    chosen = found.chosen | {"game": ours}
    services.choose(found, Layout.from_json(found.layout), chosen, actor=club.boss)
    assert found.transfer is not None
    found = services.confirm(worked(found.transfer), actor=club.boss)
    assert found.transfer is not None
    season = worked(found.transfer).season
    assert season is not None
    file = "".join(season_file(season, "https://cards.example")).encode()
    assert tables()[ours] == [("Ann", 50), ("Bob", 35)]
    other = factories.club()
    back = sent(other, file, "Ours.json")
    asked, answer = {
        "uno": (["direction"], {"direction": "file"}),
        "own:Nertz": (["game", "direction"], {"game": "own"}),
    }[ours]
    assert [one["key"] for one in back.found["questions"]] == asked
    chosen = back.chosen | {"answers": answer}
    services.choose(back, Layout.from_json(back.layout), chosen, actor=other.boss)
    assert back.transfer is not None
    back = services.confirm(worked(back.transfer), actor=other.boss)
    assert back.transfer is not None
    assert worked(back.transfer).chosen["game"] == ours
    rows = [(row["name"], row["points"]) for row in back.found["table"]]
    assert rows == [("Ann", 50), ("Bob", 35)]


@pytest.mark.parametrize(("answer", "first"), [("high", "Ann"), ("low", "Bob")])
def test_who_wins_a_new_game_is_asked_where_the_file_is_silent(
    club: Club, answer: str, first: str
) -> None:
    found = sent(club, b"Date,Game,Ann,Bob,Cat\n2025-03-01,Dungo,50,20,30\n")
    chosen = found.chosen | {"answers": {"game": "own"}}
    services.choose(found, Layout.from_json(found.layout), chosen, actor=club.boss)
    assert found.transfer is not None
    found = worked(found.transfer)
    assert [one["key"] for one in found.found["questions"] if not one["answer"]] == ["most"]
    chosen = found.chosen | {"answers": {"game": "own", "most": answer}}
    services.choose(found, Layout.from_json(found.layout), chosen, actor=club.boss)
    assert found.transfer is not None
    found = worked(found.transfer)
    assert services.is_ready(found)
    assert found.found["table"][0]["name"] == first
    found = services.confirm(found, actor=club.boss)
    assert found.transfer is not None
    assert worked(found.transfer).stage == HistoryImport.Stage.WRITTEN
    assert tables()["own:Dungo"][0][0] == first


class TestUndo:
    def test_everything_is_as_before(self, club: Club) -> None:
        club.add("Ann")
        found = imported(club)
        assert play.player_history(club.players["Ann"]) != []
        services.undo(found, actor=club.boss)
        assert not Season.objects.filter(league=club.league, name="Winter 2025").exists()
        assert play.player_history(club.players["Ann"]) == []
        (left,) = services.to_clean_up()
        tasks.clean_up_history(left.pk)
        assert (Hand.objects.count(), Season.objects.count(), League.objects.count()) == (0, 1, 1)
        assert list(Player.objects.values_list("name", flat=True)) == ["Ann"]
        with pytest.raises(Invalid):
            services.undo(found, actor=club.boss)

    def test_not_once_something_was_built_on_it(self, club: Club) -> None:
        found = imported(club)
        hand = Hand.objects.filter(match__season=found.season).first()
        assert hand is not None
        play_services.correct_hand(
            hand, factories.totals(0, 15, 30), reason="Misread", key=key(), actor=club.boss,
            expected_version=1,
        )  # fmt: skip
        with pytest.raises(Invalid, match="can’t be undone any more"):
            services.undo(found, actor=club.boss)

    def test_a_player_who_plays_elsewhere_stays(self, club: Club) -> None:
        found = imported(club)
        bob, cat = Player.objects.get(name="Bob"), Player.objects.get(name="Cat")
        play_services.start_match(
            club.season,
            [bob, cat],
            play_services.MatchTerms(game="zar"),
            actor=club.boss,
            key=key(),
        )
        work.clean_up(services.undo(found, actor=club.boss))
        assert set(Player.objects.values_list("name", flat=True)) == {"Bob", "Cat"}


class TestPages:
    def test_only_for_the_organiser(self, club: Club) -> None:
        found = imported(club)
        assert found.transfer is not None
        pages = [
            reverse("history", args=[club.league.slug]),
            reverse("history-import", args=[club.league.slug, found.transfer.key.hex]),
        ]
        for page in pages:
            client = Client()
            client.force_login(club.scorekeeper)
            assert client.get(page).status_code == 403
            client.force_login(club.outsider)
            assert client.get(page).status_code == 404
        with pytest.raises(NotAllowed):
            services.undo(found, actor=Actor.of(club.scorekeeper))


# Cat: 30+7+0 and 22+3 in the wide sample, 37 and 25 in the long one; in the running totals 37+7 on
# the first evening and 22+3+5+11 on the second; 30+7 and 22 in the export of BG Stats.
@pytest.mark.table(one_in=4)  # that each is understood: `TestShapes`
@pytest.mark.parametrize(
    ("name", "shape", "cat"),
    [
        ("wide.csv", "wide", 62),
        ("long.csv", "long", 62),
        ("running.csv", "running", 85),
        ("bgstats.json", "long", 59),
    ],
)
def test_each_shape_in_the_browser(
    phone: Page, sign_in: Any, live_app: str, name: str, shape: str, cat: int
) -> None:
    """From the file to the table, by what a person sees."""
    club = factories.club()
    sign_in(phone, club.organiser)
    phone.goto(reverse("history", args=[club.league.slug]))
    phone.locator("#file").set_input_files(SAMPLES / name)
    phone.get_by_role("button", name="Continue").click()
    expect(phone.get_by_text("ready to be imported")).to_be_visible()
    expect(phone.locator("#shape")).to_have_value(shape)
    # A name typed last is not lost: it is checked first.
    season = name.rsplit(".", 1)[0] + " in spring"
    phone.get_by_label("Name", exact=True).fill(season)
    phone.get_by_role("button", name="Import now").click()
    expect(phone.get_by_text("Your changes have been checked.")).to_be_visible()
    phone.get_by_role("button", name="Import now").click()
    phone.get_by_role("link", name=f"Open {season}", exact=True).click()
    # Low points win, so Cat is last of three; only in the wide and long samples Dee plays, too.
    expect(phone.get_by_role("row", name="Cat")).to_be_visible()
    assert cat in {row.points for row in play.season_table(Season.objects.get(name=season))}
