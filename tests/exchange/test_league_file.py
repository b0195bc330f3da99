"""A whole league as one file, and back: equal to the byte, all or nothing."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command

from tests import factories
from tests.factories import EIGHT_O_CLOCK, FIRST_EVENING, Club, key
from tests.fixtures.shared import made_once
from zarleague.bots import play_hand
from zarleague.engine.entry import Entry
from zarleague.engine.games import find
from zarleague.engine.log import write
from zarleague.exchange.league_file import importing
from zarleague.exchange.league_file.columns import WrongValue
from zarleague.exchange.league_file.importing import Imported, import_league
from zarleague.exchange.league_file.left_out import DERIVED, LEFT_OUT
from zarleague.exchange.league_file.numbering import Numbering
from zarleague.exchange.league_file.reading import BadFile, LeagueFile
from zarleague.exchange.league_file.records import RECORDS
from zarleague.exchange.league_file.schema import schema
from zarleague.exchange.league_file.writing import write_league
from zarleague.leagues import audit, links
from zarleague.leagues import selectors as leagues
from zarleague.leagues import services as league_services
from zarleague.leagues.actors import Actor
from zarleague.leagues.audit import ARRIVED
from zarleague.leagues.models import AuditEntry, League, Player, Season, User
from zarleague.play import selectors as play
from zarleague.play import services
from zarleague.play.models import Dispute, Hand, HandVersion, MatchSeat, Penalty
from zarleague.reports import services as reports
from zarleague.reports.models import Job, SeasonReport
from zarleague.reports.rank_history.ranks import refresh_ranks
from zarleague.reports.season_report.build import make_report

# On PostgreSQL files go out and come in with `test_transfers` and `test_moving`.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
ZAR = find("zar")


def played_league() -> Club:
    """A league with something of every kind of record."""
    club = factories.club(name="Zoë's “Friday” League")
    league_services.set_house_rules(club.league, "uno", actor=club.boss)
    reports.choose_rater(club.league, "elo", actor=club.boss)
    ann, bob, cat = club.add("Ann", "Bob", "Cat")
    ann.user = club.player
    ann.save()
    match = factories.match(club)
    factories.drawn_round(club, match)
    hand = factories.hand(club, match, 0, 12, 30)
    factories.hand(club, match, 5, 0, 7, winner=1)
    log = write(play_hand(ZAR, ZAR.ruleset(), ("Ann", "Bob", "Cat"), 0, Random(1)))
    services.enter_log(match, log, key=key(), actor=club.keeper, at=EIGHT_O_CLOCK)
    services.correct_hand(
        hand, factories.totals(0, 15, 30), reason="Misread", key=key(), actor=club.boss,
        expected_version=1, at=EIGHT_O_CLOCK,
    )  # fmt: skip
    gone = factories.hand(club, match, 0, 1, 2)
    services.void_hand(
        gone, reason="Twice", key=key(), actor=club.boss, expected_version=1, at=EIGHT_O_CLOCK
    )
    services.open_dispute(hand, text="It was 14.", actor=Actor.of(club.player), key=key())
    ruled = services.open_dispute(hand, text="It was 16.", actor=club.keeper, key=key())
    services.add_statement(ruled, text="I saw 15.", actor=Actor.of(club.player), key=key())
    decision = services.Decision("rejected", "stands", "Was it 16?", "It was counted twice.")
    services.rule_on_dispute(ruled, decision, actor=club.boss, key=key(), expected_version=2)
    services.add_penalty(
        club.season, bob, 5, reason="Late", actor=club.boss, key=key(), evening=FIRST_EVENING
    )
    services.draw_lots(club.season, [cat, ann], actor=club.boss, key=key(), evening=FIRST_EVENING)
    link, token = links.create_link(
        club.league, "score-match", actor=club.boss, match_id=match.pk, label="Bar"
    )
    links.note_use(link, "Barkeeper")
    other = factories.match(club, "Ann", "Dee")
    found = links.find_link(token)
    assert found is not None
    factories.hand(club, match, 0, 3, 4, actor=Actor.of(None, found, "Barkeeper"))
    factories.hand(club, other, 0, 9)
    services.enter_hand(
        other,
        Entry("given-up", ({}, {"points": 7})),
        key=key(),
        actor=club.keeper,
        at=EIGHT_O_CLOCK,
    )
    dee = club.players["Dee"]
    services.merge_guest(_guest(club, "Dee S."), dee, actor=club.boss, key=key())
    refresh_ranks(club.season.pk)
    reports.refresh_ratings(club.league)
    make_report(club.season)
    return club


made_club = made_once(lambda _: played_league())


def _guest(club: Club, name: str) -> Player:
    return league_services.add_player(club.league, name, actor=club.boss, guest=True, key=key())


def exported(league: League) -> bytes:
    file = io.BytesIO()
    write_league(league, file)
    return file.getvalue()


def here(name: str) -> User | None:
    return leagues.account_named(name)


def nobody(name: str) -> User | None:
    return None


def imported(content: bytes, **fields: Any) -> Imported:
    return import_league(LeagueFile(io.BytesIO(content)), **({"find_account": here} | fields))


def leave_the_address(league: League) -> None:
    """Free the address of a league, as it is on another site."""
    League.objects.filter(pk=league.pk).update(slug="elsewhere")


def changed(
    content: bytes, member: str, change: Callable[[list[Any]], Any], **manifest_has: Any
) -> bytes:
    """Return the file with other lines in one member, and a manifest to match but for what it is
    said to have."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(file, "w") as new:
        lines = [json.loads(line) for line in old.read(f"{member}.jsonl").splitlines()]
        change(lines)
        manifest = json.loads(old.read("manifest.json"))
        manifest["records"][member] = len(lines)
        manifest |= manifest_has
        for name in old.namelist():
            text = old.read(name)
            if name == f"{member}.jsonl":
                text = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
            elif name == "manifest.json":
                text = json.dumps(manifest).encode()
            new.writestr(name, text)
    return file.getvalue()


def counted() -> dict[str, int]:
    """Return the number of rows of every model."""
    return {
        model._meta.label: model._base_manager.count()
        for model in apps.get_models()
        if model._meta.app_label in {"leagues", "play", "reports"}
    }


def test_a_league_keeps_its_address_where_it_is_free() -> None:
    club = factories.club(name="Friday League")
    content = exported(club.league)
    leave_the_address(club.league)
    assert imported(content).league.slug == club.league.slug
    assert imported(content).league.slug not in {club.league.slug, "elsewhere"}


@pytest.mark.parametrize("address", ["../admin", "x" * 51, "", 7, None])
def test_an_address_that_is_none_is_not_taken(address: object) -> None:
    """Nor is one needed: files made before there was one have none."""
    content = exported(factories.club(name="Friday League").league)
    made = imported(changed(content, "members", lambda lines: None, address=address))
    assert made.league.slug.startswith("friday-league")


class TestAuditLog:
    def test_it_comes_along_with_what_it_names(self, club: Club) -> None:
        """What its entries name are rows of the new league."""
        made = imported(exported(club.league)).league
        old, new = (
            list(AuditEntry.objects.filter(league=league).order_by("pk"))
            for league in (club.league, made)
        )
        assert [entry.action for entry in new] == [*(entry.action for entry in old), ARRIVED]
        ann = Player.objects.get(league=made, name="Ann")
        match = play.matches_of(made).order_by("pk")[0]
        seated = next(entry for entry in new if entry.action == "start_match")
        assert seated.about_id == match.pk
        assert seated.after["players"][0] == ann.pk
        hand = next(entry for entry in new if entry.action == "enter_hand")
        assert hand.about_id == Hand.objects.filter(match=match).order_by("number")[0].pk
        assert (hand.after["match"], hand.after["points"][1][1]) == (match.pk, 12)
        given = next(entry for entry in new if entry.action == "add_penalty")
        assert given.about_id == Penalty.objects.get(season__league=made).pk
        assert leagues.arrival(made) == new[-1].pk
        assert leagues.arrival(club.league) == 0

    def test_what_is_gone_is_null(self) -> None:
        club = factories.club()
        audit.record(
            "merge_guest",
            Player(pk=999_999),
            club.boss,
            league_id=club.league.pk,
            after={"player": 999_999, "players": [999_999], "points": [[999_999, 3]]},
        )
        made = imported(exported(club.league)).league
        entry = AuditEntry.objects.get(league=made, action="merge_guest")
        assert entry.about_id is None
        assert entry.after == {"player": None, "players": [None], "points": [[None, 3]]}

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("about_id", 99),
            ("after", {"match": 99}),
            ("after", []),
            ("after", {"number": []}),
            ("after", {"overrides": 1e308}),
            ("before", {"overrides": {"definition": "{}", "version": "1"}}),
            ("way", "magic"),
            ("author", 0),
        ],
    )
    def test_what_no_log_can_say_is_refused(self, club: Club, field: str, value: Any) -> None:

        def change(lines: list[Any]) -> None:
            next(line for line in lines if line["about_kind"] == "match")[field] = value

        with pytest.raises(BadFile, match=f"audit.*{field}"):
            imported(changed(exported(club.league), "audit", change))


class TestThereAndBack:
    def test_the_second_export_has_the_same_bytes(self, club: Club) -> None:
        first = exported(club.league)
        leave_the_address(club.league)
        made = imported(first)
        assert made.differing == []
        assert made.league.pk != club.league.pk
        assert exported(made.league) == first

    def test_every_kind_of_record_is_in_it(self, club: Club) -> None:
        content = exported(club.league)
        assert [
            name for name, count in LeagueFile(io.BytesIO(content)).counts.items() if not count
        ] == []

    def test_it_says_what_the_league_said(self, club: Club) -> None:
        """Ann 0 + 5 + ... is worked out in other tests; here both leagues have to say the same."""
        made = imported(exported(club.league)).league
        season = Season.objects.get(league=made)
        assert season.name == club.season.name
        before = [(row.rank, row.metric, row.hands) for row in play.season_table(club.season)]
        assert [(row.rank, row.metric, row.hands) for row in play.season_table(season)] == before
        first = Hand.objects.filter(match__season=season).order_by("number").first()
        assert first is not None
        versions = first.versions.order_by("number")
        assert [version.reason for version in versions] == ["", "Misread"]
        assert [r.points for r in versions[1].results.all()] == [0, 15, 30]
        assert first.confirmed == versions[1]
        disputes = Dispute.objects.filter(hand=first)
        assert {dispute.text for dispute in disputes} == {"It was 14.", "It was 16."}
        assert Penalty.objects.get(season=season).player.name == "Bob"
        lots = season.lots[0][1]
        assert [Player.objects.get(pk=one).name for one in lots] == ["Cat", "Ann"]
        assert Player.objects.get(league=made, name="Dee S.").merged_into.name == "Dee"
        report = SeasonReport.objects.get(season=season)
        names = set(report.figures["players"].values())
        assert names == {"Ann", "Bob", "Cat", "Dee"}
        assert {int(one) for one in report.figures["players"]} == set(
            Player.objects.filter(league=made, merged_into=None).values_list("pk", flat=True)
        )
        assert Job.objects.filter(season=season, kind=Job.Kind.REPORT).exists()

    def test_the_report_still_tells_the_season(self, club: Club) -> None:
        """Made anew from the new league's hands it has the same figures: no second one is made."""
        made = imported(exported(club.league)).league
        season = Season.objects.get(league=made)
        make_report(season)
        assert SeasonReport.objects.filter(season=season).count() == 1

    def test_the_new_league_goes_on(self, club: Club) -> None:
        made = imported(exported(club.league)).league
        match = play.open_matches([made])[0]
        seated = MatchSeat.objects.filter(match=match).count()
        entry = factories.totals(0, *[4] * (seated - 1))
        services.enter_hand(match, entry, key=key(), actor=club.keeper, at=EIGHT_O_CLOCK)

    def test_links_do_not_work_after_the_move(self, club: Club) -> None:
        made = imported(exported(club.league)).league
        assert [link.revoked_at is not None for link in leagues.links_of(made)] == [True]

    def test_accounts_that_are_not_here_keep_their_roles_for_later(self, club: Club) -> None:
        first = exported(club.league)
        leave_the_address(club.league)
        made = imported(first, find_account=nobody)
        assert made.differing == []
        absent = [member.user for member in leagues.members_of(made.league)]
        assert [one.is_active or one.has_usable_password() for one in absent] == [False] * 3
        assert exported(made.league) == first

    def test_who_imports_becomes_an_organiser(self, club: Club) -> None:
        made = imported(exported(club.league), find_account=nobody, owner=club.outsider)
        assert made.differing == []
        assert Actor.of(club.outsider).role(made.league.pk) == "organiser"
        assert Actor.of(club.organiser).role(made.league.pk) == ""


WRONG = r"""
results:2:"points":"12" -> “points” must be a whole number
results:2:"points":2147483648 -> “points” must be a whole number
results:2:"points":1e400 -> This is no JSON: 1e400 is no number
results:2:"points":1e3 -> “points” must be a whole number
results:2:"seat":99 -> “seat” must be a line of seats.jsonl that there is
results:2:"seat":4 -> “seat” must be a seat of the hand's match
results:5:"player":3 -> “player” must be the player for whom the seat counts
results:2:"place":0 -> Places count from one (“place” is 0)
results:2:"place":3 -> “place” must be 2 by the points
results:2:"won":true -> “won” must be true for the winner only
results:2:"order":0 -> “version” and “order” must not be the same as in line 1
results:3:"order":5 -> “order” must count the seats from 0
results:2:"player":1,"seat":1 -> “version” and “player” must not be the same as in line 1
results:18:"points":2147483640 -> “points” must not make more than 2147483647 points
versions:1:"entry":{"form":"totals","sheets":[{},{}],"winner":0} -> It must have 2 results and has 3
house_rules:1:"overrides":"" -> “overrides” must be an object
versions:2:"kind":"odd" -> “kind” must be one of entry, void
versions:2:"kind":"void" -> Only void is without evidence
versions:2:"entry":{"x":1} -> “entry” must be an entry
versions:2:"entry":{"form":"totals","sheets":"abc","winner":null} -> “entry” must be an entry
versions:2:"created_at":"2026-03-06" -> “created_at” must be a date and
versions:2:"log":"a\u0000b" -> A text holds the character U+0000
versions:2:"more":1 -> The field “more” is not known
versions:4:"number":1 -> “hand” and “number” must not be the same as in line 1
hands:2:"confirmed":1 -> “confirmed” must be one of the hand's own
hands:2:"confirmed":null -> “confirmed” must be a line of versions
hands:2:"number":1 -> “match” and “number” must not be the same as in line 1
hands:2:"number":0 -> Hands count from one (“number” is 0)
seats:1:"from_hand":0 -> Seat from a hand
seats:2:"from_hand":9 -> results.jsonl, line 5: “seat” must be a seat that was taken during the hand
seats:3:"number":1,"until_hand":5 -> The seat is at the table already
players:2:"name":" \tANN " -> “name” must be a text without control characters
players:2:"name":"An\u200fn" -> “name” must be a text without control characters
players:2:"name":"ANN" -> “name” must not be the same as in line 1
players:2:"user":2 -> “user” must not be the same as in line 1
players:4:"merged_into":4 -> “merged_into” must not lead back
players:4:"merged_into":5 -> “merged_into” must not lead back
players:3:"merged_into":2 -> results.jsonl, line 3: The results of a hand must be of
merges:1:"into":2 -> “into” must be the player into whom the guest is merged
accounts:2:"username":"a\u202eb" -> “username” must be valid
members:2:"user":1 -> “user” must not be the same as in line 1
members:2:"role":"king" -> “role” must be one of
matches:2:"game":"chess" -> There are no such rules
matches:2:"rules":{"preset":"zar-holland","values":{"deal":"99"}} -> There are no such rules
seasons:1:"name":"" -> “name” must be a text
seasons:1:"final_of":1 -> “final_of” must not lead back
seasons:1:"above":1 -> “above” must not lead back
seasons:1:"follows":1 -> “follows” must not lead back
seasons:1:"final_seats":2 -> “final_wins” must be from 1 to 9
seasons:1:"final_seats":0,"final_wins":1 -> “final_seats” must be 2 or 4
seasons:1:"final_seats":1,"final_wins":1,"qualified":[[1,[0,1]],[2,[0,1]]] -> “final_seats” must be
seasons:1:"qualified":[[1,[0,1]],[1,[0,1]]] -> “qualified” must name each player once
seasons:1:"weekday":7 -> “weekday” must be a whole number from 0 to 6
seasons:1:"ends":"2020-01-01" -> Season ends after it starts
seasons:1:"lots":[[739681,[1.0]]] -> “lots” must be readable
seasons:1:"lots":[[99999999,[1]]] -> “lots” must be the number of a day
league:1:"hands_share":0 -> “hands_share” must be a whole number from 1 to 100
league:1:"language":"xx" -> “language” must be one of
league:1:"default_game":"chess" -> “default_game” must be one of
league:1:"default_game":"own:Chess" -> “default_game” must be a game of house_rules.jsonl
seasons:1:"game":"chess" -> “game” must be one of
rulings:1:"game":"chess" -> “game” must be one of
seasons:1:"game":"own:Chess" -> “game” must be a game of house_rules.jsonl
penalties:1:"points":0 -> Penalty costs something
disputes:1:"version":2 -> “version” must be a version of the hand
disputes:1:"event":99999999999999999999 -> This is no JSON: 99999999999999999999… is no number
reports:1:"body":{} -> “body” must be the figures
rater:1:"rater":"dice" -> There is no such way to rate
statements:1:"text":"","log":"" -> Statement says something
"""
"""What is changed in a line of a file, and what the refusal says."""


def _refusal(content: bytes, member: str, number: int, change: str) -> str:
    """Return what a file is refused with when one line has other values, given as JSON."""
    infinite = b"1e400"  # no value of Python is written so

    def put(lines: list[Any]) -> None:
        lines[number - 1].update(json.loads(change.replace(infinite.decode(), '"infinite"')))

    bad = replaced(changed(content, member, put), member, b'"infinite"', infinite)
    with pytest.raises(BadFile) as refused:
        importing.check(LeagueFile(io.BytesIO(bad)))
    return str(refused.value)


def replaced(content: bytes, member: str, old: bytes, new: bytes) -> bytes:
    """Return a file with other bytes in one member."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(file, "w") as target:
        for name in source.namelist():
            text = source.read(name)
            target.writestr(name, text.replace(old, new) if name.startswith(member) else text)
    return file.getvalue()


class TestRefused:
    def test_a_report_of_a_game_that_is_none(self, club: Club) -> None:
        def put(lines: list[Any]) -> None:
            lines[0]["body"]["ratings"][0]["game"] = {}

        bad = changed(exported(club.league), "reports", put)
        with pytest.raises(BadFile, match="“body” must be the figures"):
            importing.check(LeagueFile(io.BytesIO(bad)))

    def test_a_bad_line_is_named_by_the_check(self, club: Club) -> None:
        """Each change is made in a file of its own. Players 1 to 4 are Ann, Bob, Cat and Dee, 5 is
        merged into Dee. Hand 1 has versions 1 and 4, whose results are lines 1 to 3 and 10 to 12:
        0, 12 and 30 points, then 0, 15 and 30."""
        content = exported(club.league)
        before = counted()
        for line in WRONG.strip().splitlines():
            changed_line, said = line.split(" -> ")
            member, number, change = changed_line.split(":", 2)
            refused = _refusal(content, member, int(number), f"{{{change}}}")
            where = "" if ".jsonl, line" in said else f"{member}.jsonl, line {number}: "
            assert refused.startswith(f"{where}{said}"), line
        assert counted() == before

    def test_what_is_not_a_whole_file_is_refused(self, club: Club) -> None:
        """Results: seven versions, of which six are of three players and one is of two."""
        content = exported(club.league)
        before = counted()
        counts = LeagueFile(io.BytesIO(content)).counts
        fewer = changed(content, "results", list.pop, records=counts)
        for bad, said in (
            (b"PK", "not a league's file"),
            (content[: len(content) // 2], "not a league's file"),
            (fewer, "results.jsonl has 19 records, and the manifest names 20"),
            (changed(content, "league", list.clear), "one league"),
        ):
            with pytest.raises(BadFile, match=said):
                imported(bad)
        assert counted() == before

    def test_a_bomb_is_refused_unopened(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A hundred megabytes of blanks in a hundred kilobytes: one line is read no further than
        its limit."""
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("league.jsonl", b" " * (100 << 20))
            records = {"league": 1}
            manifest = {"format": "zarleague-league", "version": 1, "records": records}
            archive.writestr("manifest.json", json.dumps(manifest))
        with pytest.raises(BadFile, match="line 1: The line is too long"):
            imported(file.getvalue())
        monkeypatch.setattr("zarleague.exchange.league_file.reading.MAX_UNPACKED", 1 << 20)
        with pytest.raises(BadFile, match="unpacks to more"):
            imported(file.getvalue())

    def test_a_newer_file_says_so(self, club: Club) -> None:
        content = exported(club.league)
        newer = changed(content, "members", lambda lines: None, version=7)
        with pytest.raises(BadFile, match="newer version"):
            imported(newer)

    @pytest.mark.parametrize("step", ["derive", "_finish"])
    def test_killed_at_any_step_nothing_is_left(
        self, club: Club, step: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        content = exported(club.league)
        before = counted()
        kept: list[League] = []

        def die(*_: Any) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(importing, step, die)
        with pytest.raises(KeyboardInterrupt):
            imported(content, find_account=nobody, begun=kept.append)
        assert counted() == before
        importing.discard(kept[0])  # again: a process may die while it removes


def test_a_difference_is_said(club: Club) -> None:
    """A file whose standings were tampered with is imported and does not pass as equal."""
    content = exported(club.league)
    other = changed(content, "standings", lambda lines: lines[0].update(points=1))
    assert imported(other).differing == ["standings"]


class TestDeclaration:
    def test_every_model_of_a_league_is_exported_or_named(self) -> None:
        exported_models = {record.model._meta.label for record in RECORDS}
        of_leagues = {
            model._meta.label
            for model in apps.get_models()
            if model._meta.app_label in {"leagues", "play", "reports"}
        }
        missing = of_leagues - exported_models - set(LEFT_OUT)
        assert missing == set(), (
            f"{missing}: add a Record in league_file/records.py, or a reason in left_out.py"
        )
        assert set(DERIVED) <= set(LEFT_OUT)
        assert not set(LEFT_OUT) & exported_models

    @pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
    def test_every_field_is_exported_or_named(self, record: Any) -> None:
        declared = {column.name for column in record.columns} | set(record.left_out)
        ignored = {"id", "league"}
        fields = {
            field.name for field in record.model._meta.concrete_fields if field.name not in ignored
        }
        attributes = {field.attname for field in record.model._meta.concrete_fields}
        assert fields - declared == set()
        assert declared - fields - attributes == set()

    def test_the_published_schema_is_that_of_the_code(self) -> None:
        published = Path(settings.BASE_DIR) / "docs" / "league-file.schema.json"
        assert json.loads(published.read_text()) == schema()

    def test_files_of_earlier_releases_lack_what_was_added_since(self, club: Club) -> None:
        (league,) = (record for record in RECORDS if record.name == "league")
        content = exported(club.league)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            line = json.loads(archive.read("league.jsonl"))
        del line["idle_days"]
        assert "idle_days" not in league.from_line(line, Numbering())
        del line["name"]
        with pytest.raises(WrongValue, match="“name” is missing"):
            league.from_line(line, Numbering())

    @pytest.mark.parametrize("kept", [(), ("game", "weekday", "final_of")], ids=["1.0", "1.2"])
    def test_a_file_of_an_earlier_release_is_imported(
        self, club: Club, kept: tuple[str, ...]
    ) -> None:
        """Its seasons lack columns of 1.1 and 1.3, also such as refer to other seasons."""
        (seasons,) = (record for record in RECORDS if record.name == "seasons")
        lacking = {column.name for column in seasons.columns if column.added} - {*kept}
        assert {"above", "follows"} < lacking

        def older(lines: list[Any]) -> None:
            for line in lines:
                for name in lacking:
                    del line[name]

        content = changed(exported(club.league), "seasons", older, version=1)
        leave_the_address(club.league)
        made = imported(content)
        assert made.differing == []
        assert HandVersion.objects.filter(hand__match__season__league=made.league).count() == 9

    def test_files_keep_to_the_schema(self, club: Club) -> None:
        content = exported(club.league)
        described = schema()["$defs"]
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            jsonschema.validate(json.loads(archive.read("manifest.json")), described["manifest"])
            for name in described.keys() - {"manifest"}:
                validator = jsonschema.Draft202012Validator(described[name])
                for line in archive.read(f"{name}.jsonl").splitlines():
                    validator.validate(json.loads(line))

    def test_no_number_of_the_database_is_in_a_file(self) -> None:
        """Keys in the database are raised first, so that none is also a line."""
        for _ in range(40):
            factories.user(f"u{key()}")
        club = played_league()
        numbers = {club.league.pk, *User.objects.values_list("pk", flat=True)}
        assert min(club.organiser.pk, club.player.pk) > 40
        with zipfile.ZipFile(io.BytesIO(exported(club.league))) as archive:
            members = [json.loads(line) for line in archive.read("members.jsonl").splitlines()]
        assert {member["user"] for member in members} <= {1, 2, 3, 4}
        assert numbers


def test_the_commands_move_a_league(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "league.zip"
    call_command("export_league", club.league.slug, str(file))
    call_command("import_league", str(file))
    assert "All records, standings, ratings and verdicts match the file." in capsys.readouterr().out
    made = League.objects.exclude(pk=club.league.pk).get()
    assert HandVersion.objects.filter(hand__match__season__league=made).count() == 9


def test_places_of_a_winner_ahead_of_somebody_with_no_points_come_back() -> None:
    # docs/rules/uno.md: "Who went out is ahead of somebody who is left with zeros only".
    club = factories.club()
    match = factories.match(club, "Ann", "Bob", game="uno")
    entry = Entry("counts", ({}, {"n0": 1}), 0)
    services.enter_hand(match, entry, actor=club.boss, key=key())
    content = exported(club.league)
    leave_the_address(club.league)
    league = imported(content).league
    hand = Hand.objects.get(match__season__league=league)
    assert [one.place for one in hand.confirmed.results.order_by("order")] == [1, 2]
