"""A removed name is nowhere in a league's stored data, and all totals stay right."""

import io
import json
import re
import zipfile
from typing import Any

import pytest
from django.apps import apps
from django.db import models

from tests import factories
from tests.exchange.test_league_file import exported, played_league
from tests.factories import FIRST_EVENING, Club, key
from tests.fixtures.shared import made_once
from zarleague.exchange import tasks, transfers
from zarleague.exchange.forgetting import work
from zarleague.exchange.forgetting.places import PLACES
from zarleague.exchange.forgetting.texts import Renaming
from zarleague.exchange.history import services
from zarleague.exchange.models import Forgetting, HistoryImport, Piece, Transfer
from zarleague.leagues import depersonalising
from zarleague.leagues import services as league_services
from zarleague.play import selectors as play
from zarleague.play import services as play_services
from zarleague.play.models import HandVersion, Ruling
from zarleague.play.rulings.ruling_record import digest
from zarleague.play.selectors.seats import names_of, ruleset_of, seats_of_hand
from zarleague.play.verdicts import judging
from zarleague.reports.models import SeasonReport


class TestTexts:
    """By hand: what is somebody's name, and what only looks like it."""

    def test_in_sentences(self) -> None:
        renaming = Renaming(["Ann"], "Player 7", ["Ann", "Ann B.", "Joann"])
        assert renaming.text("Ann and ann said Ann's hand.") == (
            "Player 7 and Player 7 said Player 7's hand."
        )
        assert renaming.text("Ann B. and Joann and Annual") == "Ann B. and Joann and Annual"

    def test_the_last_name_may_come_first(self) -> None:
        renaming = Renaming(["Ann Okafor"], "Player 7", ["Ann Okafor", "Ann"])
        assert (
            renaming.text("Okafor, Ann or OKAFOR ANN, not Ann.") == "Player 7 or Player 7, not Ann."
        )

    def test_in_logs(self) -> None:
        renaming = Renaming(["Ann"], "Player 7", ["Ann", "Bob"])
        log = 'game zar\nseats Ann Bob\ndealer Bob\ndeal Ann 7\nAnn! b2 ; Ann thought\n"Bob" draw ?'
        assert renaming.log(log, "zar") == (
            'game zar\nseats "Player 7" Bob\ndealer Bob\ndeal "Player 7" 7\n'
            '"Player 7"! b2 ; Player 7 thought\n"Bob" draw ?'
        )

    def test_a_name_that_is_a_card_is_quoted(self) -> None:
        """docs/hand-log.md: a name that is a card is written in quotes."""
        renaming = Renaming(["b2"], "Player 7", ["b2", "Bob"])
        assert renaming.log('"b2" b2\nBob b2', "zar") == '"Player 7" b2\nBob b2'

    def test_in_data(self) -> None:
        renaming = Renaming(["Ann"], "Player 7", ["Ann"])
        data = {"Ann": [0, {"said": "by Ann", "log": "seats Ann Bob"}]}
        assert renaming.data(data, "zar") == {
            "Player 7": [0, {"said": "by Player 7", "log": 'seats "Player 7" Bob'}]
        }

    def test_words_of_the_site_stay_in_data(self) -> None:
        """A player may be called Day, as the use of a column is."""
        renaming = Renaming(["Day"], "Player 7", ["Day"])
        layout = {"uses": ["day", "player"], "headings": ["Evening", "Day"]}
        assert renaming.data(layout) == {
            "uses": ["day", "player"], "headings": ["Evening", "Player 7"],
        }  # fmt: skip


made_club = made_once(lambda _: played_league())


@pytest.mark.django_db
class TestLeague:
    @pytest.fixture
    def club(self, club: Club) -> Club:
        club.player.first_name = "Ann"
        club.player.save()
        return club

    def forget(self, club: Club) -> str:
        ann = depersonalising.depersonalise_player(club.players["Ann"], actor=club.boss)
        (waiting,) = work.to_do()
        work.forget(waiting)
        return ann.name

    def test_the_name_is_nowhere(self, club: Club) -> None:
        before = {row.player_id: row.points for row in play.season_table(club.season)}
        assert "Ann" in stored(club)
        new = self.forget(club)
        left = stored(club)
        assert '"Ann"' not in left
        assert " Ann " not in left
        assert club.player.username not in left
        assert new in left
        # As a word: the letters may stand in a PDF, which is written in base64.
        assert not re.search(rb"\bAnn\b", unpacked(exported(club.league)))
        assert {row.player_id: row.points for row in play.season_table(club.season)} == before
        assert Transfer.objects.filter(league=club.league).count() == 0

    def test_another_player_of_that_name_keeps_it(self, club: Club) -> None:
        """A new Ann comes before the task has removed the old one's name."""
        depersonalising.depersonalise_player(club.players["Ann"], actor=club.boss)
        new = league_services.add_player(club.league, "Ann", actor=club.boss, key=key())
        penalty = play_services.add_penalty(
            club.season, new, 5, reason="Ann came late", actor=club.boss, key=key(),
            evening=FIRST_EVENING,
        )  # fmt: skip
        (waiting,) = work.to_do()
        work.forget(waiting)
        penalty.refresh_from_db()
        assert penalty.reason == "Ann came late"

    def test_logs_are_read_as_before(self, club: Club) -> None:
        """The seats of the log are the players' names of today again."""
        version = HandVersion.objects.exclude(log="").get()
        points = judged(version)
        self.forget(club)
        version = HandVersion.objects.exclude(log="").get()
        assert judged(version) == points

    def test_rulings_and_reports_hold_together(self, club: Club) -> None:
        self.forget(club)
        ruling = Ruling.objects.get()
        assert ruling.digest == digest(ruling.record)
        report = SeasonReport.objects.get()
        assert "Ann" not in report.figures["players"].values()
        assert b"%PDF" in bytes(report.print.pdf)[:10]

    def test_spreadsheets_that_were_uploaded_go(self, club: Club) -> None:
        content = b"Date,Ann,Bob\n2025-01-01,5,10\n"
        for name in ("Ann.csv", "waits.csv"):
            begun = services.begin(club.league, actor=club.boss, name=name, size=len(content))
            transfers.add_piece(begun, 0, content, actor=club.boss)
            transfers.carry_out(begun.pk)
        self.forget(club)
        assert Piece.objects.count() == 0
        for one in HistoryImport.objects.all():
            assert "Ann" not in f"{one.name} {one.layout} {one.chosen} {one.found}"
        begun.refresh_from_db()
        assert begun.state == Transfer.State.FAILED
        assert "Upload the file again." in begun.problem

    def test_of_each_league_one_name_is_forgotten_at_a_time(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Somebody who takes many names away holds nobody up."""
        other = factories.club()
        (third,) = other.add("Ann")
        for player, of in (
            (club.players["Ann"], club),
            (club.players["Bob"], club),
            (third, other),
        ):
            depersonalising.depersonalise_player(player, actor=of.boss)
        first, second, of_other = Forgetting.objects.order_by("pk").values_list("pk", flat=True)
        queued: list[int] = []
        monkeypatch.setattr(tasks.forget, "queue_once", queued.append)
        tasks.take_up_forgetting()
        assert queued == [first, of_other]
        tasks.forget(first)
        assert queued == [first, of_other, second]
        tasks.forget(of_other)
        tasks.forget(second)
        assert (work.to_do(), queued) == ([], [first, of_other, second])

    def test_a_removal_that_fails_holds_up_no_other(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is tried again when the clock asks, and nothing keeps it out then."""
        for name in ("Ann", "Bob"):
            depersonalising.depersonalise_player(club.players[name], actor=club.boss)
        first, second = Forgetting.objects.order_by("pk").values_list("pk", flat=True)
        queued: list[int] = []
        monkeypatch.setattr(tasks.forget, "queue_once", queued.append)

        def fail(_pk: int) -> None:
            raise RuntimeError

        with monkeypatch.context() as patched:
            patched.setattr(work, "forget", fail)
            with pytest.raises(RuntimeError):
                tasks.forget(first)
        assert queued == [second]
        tasks.forget(second)
        assert work.to_do() == [first]
        tasks.forget(first)
        assert work.to_do() == []

    def test_a_removal_that_is_at_work_is_not_begun_again(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """However often the clock asks meanwhile."""
        depersonalising.depersonalise_player(club.players["Ann"], actor=club.boss)
        (waiting,) = work.to_do()
        begun: list[int] = []

        def ask_meanwhile(pk: int) -> None:
            begun.append(pk)
            tasks.forget(pk)

        monkeypatch.setattr(work, "forget", ask_meanwhile)
        tasks.forget(waiting)
        assert begun == [waiting]

    def test_a_long_league_is_gone_through_apart(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """On a site of one process, where it would hold up the pages and what is short."""
        depersonalising.depersonalise_player(club.players["Ann"], actor=club.boss)
        (waiting,) = work.to_do()
        assert not work.is_long(waiting)
        monkeypatch.setattr(transfers, "LONG_LEAGUE", 0)
        assert tasks.forget.is_long(waiting)
        apart: list[Any] = []
        monkeypatch.setattr(work.task_process, "run", lambda *given: apart.append(given))
        work.forget(waiting)
        assert apart == [(work._forget, waiting)]

    def test_killed_it_begins_again_and_forgets_itself(self, club: Club) -> None:
        depersonalising.depersonalise_player(club.players["Ann"], actor=club.boss)
        (waiting,) = work.to_do()
        row = Forgetting.objects.get()
        work.forget(waiting)
        Forgetting.objects.filter(pk=row.pk).update(done_at=None, names=row.names)
        work.forget(waiting)
        assert (work.to_do(), Forgetting.objects.get().names) == ([], [])


def test_every_field_for_text_is_declared_or_named() -> None:
    """A new field of a league's models in which a name could stand has to be looked at."""
    looked_at = {place.model: set(place.fields) for place in PLACES}
    known = {
        "HandVersion": {"entry", "kind"},
        "LeagueGame": {"game", "preset", "name"},
        "Match": {"game", "rules_text", "state", "left_early", "given_up"},
        "Evening": {"received"},
        "Dispute": {"state"},
        "Ruling": {"game", "verdict", "remedy", "rule", "option"},
        "EngineDifference": {"before", "after", "points_before", "points_after"},
        "AccessLink": {"purpose", "token_hash"},
        "AuditEntry": {"topic", "action", "way", "about_kind"},
        "HistoryImport": {"stage", "new_players"},
        "Delivery": {"key", "event", "data", "state"},
    }
    kinds = (models.CharField, models.TextField, models.JSONField)
    for model, fields in looked_at.items():
        texts = {one.name for one in model._meta.get_fields() if isinstance(one, kinds)}
        assert texts - fields == known.get(model.__name__, set()), model


def judged(version: HandVersion) -> Any:
    seats = seats_of_hand(version.hand)
    data = judging.replay_log(ruleset_of(version.hand.match), version.log, names_of(seats))
    return sorted(data["points"].values())


def stored(club: Club) -> str:
    """Return every text of every table but those of accounts and of the site."""
    found = []
    for app in ("leagues", "play", "reports", "exchange"):
        for model in apps.get_app_config(app).get_models():
            if model._meta.model_name in ("user", "forgetting", "mailchoice"):
                continue
            rows: models.QuerySet[Any] = models.QuerySet(model)
            found += [json.dumps(row, default=str, ensure_ascii=False) for row in rows.values()]
    return "\n".join(found)


def unpacked(content: bytes) -> bytes:
    """Return everything in a league's file but the reports' PDFs, which are packed again."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return b"".join(packed.read(name) for name in packed.namelist())
