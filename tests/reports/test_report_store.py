"""PDFs of reports in a store: moved there, read from there, and what is lost when it is away."""

import datetime
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from tests.exchange.test_league_file import exported, imported, leave_the_address, played_league
from tests.factories import Club
from tests.fixtures.store import objects
from tests.reports.season import small_season
from zarleague.exchange.forgetting import work
from zarleague.exchange.league_file import importing
from zarleague.leagues import depersonalising
from zarleague.reports import tasks
from zarleague.reports.models import DroppedPrint, ReportPrint, SeasonReport
from zarleague.reports.season_report import build
from zarleague.reports.season_report.files import pdf_storage, printing

PDF = b"%PDF of a season"
NOWHERE = "s3+http://key:secret@127.0.0.1:1/backups/club"
"""An address at which nothing listens."""

# Files, and parts of a job: no database changes them.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def store(bucket: str, settings: Any, request: pytest.FixtureRequest) -> str:
    """Have the site use a folder of this test's own; return its address."""
    settings.REPORT_STORE = f"{bucket}/{request.node.name}"
    return str(settings.REPORT_STORE)


@pytest.fixture
def report(club: Club) -> SeasonReport:
    """A report whose PDF is in its row."""
    figures = {"league": {"language": "en"}, "season": {"name": "One"}}
    made = SeasonReport.objects.create(season=club.season, number=1, body=json.dumps(figures))
    ReportPrint.objects.create(report=made, pdf=PDF)
    return made


def printed(report: SeasonReport) -> ReportPrint:
    return ReportPrint.objects.get(report=report)


def addresses(club: Club) -> list[str]:
    at = (club.league.slug, club.season.pk, 1)
    return [reverse("report-pdf", args=at), reverse("api-report-pdf", args=at)]


def test_a_pdf_moves_from_its_row_into_the_store(
    store: str, report: SeasonReport, club: Club, client: Client
) -> None:
    tasks.store_report_prints()
    row = printed(report)
    assert bytes(row.pdf) == b""
    assert objects(store) == {row.stored_as: PDF}
    client.force_login(club.organiser)
    for address in addresses(club):
        assert client.get(address).content == PDF


def test_without_the_setting_it_stays_in_its_row(
    report: SeasonReport, club: Club, client: Client
) -> None:
    tasks.store_report_prints()
    assert bytes(printed(report).pdf) == PDF
    client.force_login(club.organiser)
    for address in addresses(club):
        assert client.get(address).content == PDF


def test_killed_between_upload_and_commit_it_is_moved_the_next_time(
    store: str, report: SeasonReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def killed() -> Iterator[None]:
        raise KeyboardInterrupt
        yield

    with monkeypatch.context() as patched:
        patched.setattr(pdf_storage.triggers, "rewriting", killed)
        with pytest.raises(KeyboardInterrupt):
            pdf_storage.store_prints()
    assert list(objects(store).values()) == [PDF]
    assert pdf_storage.content(printed(report)) == bytes(printed(report).pdf) == PDF
    pdf_storage.store_prints()
    assert objects(store) == {printed(report).stored_as: PDF}


def test_while_the_store_is_away_only_the_pdf_is_missing(
    store: str, club: Club, client: Client, settings: Any
) -> None:
    small_season(club)
    made = build.make_report(club.season)
    assert made is not None
    content = bytes(made.print.pdf)
    pdf_storage.store_prints()
    client.force_login(club.organiser)
    settings.REPORT_STORE = NOWHERE
    for address in addresses(club):
        answer = client.get(address)
        assert (answer.status_code, answer["Retry-After"]) == (503, "30")
        assert "be fetched right now" in answer.content.decode()
    at = (club.league.slug, club.season.pk, 1)
    assert client.get(reverse("season-report", args=at)).status_code == 200
    # The store is asked again when half a minute is over, or the clock was set back.
    settings.REPORT_STORE = store
    assert client.get(addresses(club)[0]).status_code == 503
    for seconds in (31, -31):
        with time_machine.travel(timezone.now() + datetime.timedelta(seconds=seconds)):
            assert client.get(addresses(club)[0]).content == content


def test_a_report_is_made_without_the_store_and_moved_when_it_is_back(
    store: str, club: Club, settings: Any
) -> None:
    small_season(club)
    settings.REPORT_STORE = NOWHERE
    made = build.make_report(club.season)
    assert made is not None
    tasks.store_report_prints()
    content = bytes(printed(made).pdf)
    assert content.startswith(b"%PDF")
    settings.REPORT_STORE = store
    tasks.store_report_prints()
    assert objects(store) == {printed(made).stored_as: content}


def test_an_object_that_was_changed_is_not_shown(
    store: str, report: SeasonReport, bucket: str
) -> None:
    pdf_storage.store_prints()
    folder = pdf_storage._folder(store)
    name = folder.prefix + printed(report).stored_as
    folder.client.put_object(folder.bucket, name, io.BytesIO(b"other"), 5)
    with pytest.raises(pdf_storage.PrintAwayError, match="damaged"):
        pdf_storage.content(printed(report))


def test_the_command_prints_again_what_is_missing_and_moves_back(
    store: str, club: Club, settings: Any
) -> None:
    """The figures are in the database, so the PDF of the same release is the same."""
    small_season(club)
    made = build.make_report(club.season)
    assert made is not None
    content = bytes(made.print.pdf)
    call_command("store_reports", verbosity=0)
    folder = pdf_storage._folder(store)
    name = printed(made).stored_as
    folder.client.remove_object(folder.bucket, folder.prefix + name)
    call_command("store_reports", verbosity=0)
    assert objects(store) == {name: content}
    call_command("store_reports", back=True, verbosity=0)
    assert (bytes(printed(made).pdf), printed(made).stored_as) == (content, "")
    assert objects(store) == {}
    settings.REPORT_STORE = NOWHERE
    with pytest.raises(CommandError, match="did not answer"):
        call_command("store_reports", verbosity=0)


class TestLeague:
    def test_its_file_is_the_same_and_imports_on_a_site_with_a_store(self, store: str) -> None:
        club = played_league()
        before = exported(club.league)
        pdf_storage.store_prints()
        assert exported(club.league) == before
        leave_the_address(club.league)
        made = imported(before)
        assert not made.differing
        pdf_storage.store_prints()
        assert exported(made.league) == before
        assert len(objects(store)) == 2

    def test_an_import_that_fails_leaves_no_object(
        self, store: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = exported(played_league().league)

        def fails(*_given: Any) -> None:
            pdf_storage.store_prints()
            assert len(objects(store)) == 2
            raise RuntimeError("the process ends here")

        monkeypatch.setattr(importing, "derive", fails)
        with pytest.raises(RuntimeError):
            imported(file)
        pdf_storage.remove_dropped()
        (left,) = ReportPrint.objects.all()
        assert list(objects(store)) == [left.stored_as]

    def test_a_removed_name_leaves_the_store_too(
        self,
        store: str,
        settings: Any,
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        """The store is away just then: the nightly clean-up removes the object."""
        club = played_league()
        pdf_storage.store_prints()
        (old,) = objects(store)
        settings.REPORT_STORE = NOWHERE
        depersonalising.depersonalise_player(club.players["Ann"], actor=club.boss)
        with django_capture_on_commit_callbacks(execute=True):
            work.forget(work.to_do()[0])
        cache.clear()
        settings.REPORT_STORE = store
        assert list(objects(store)) == [old]
        (row,) = ReportPrint.objects.all()
        assert bytes(row.pdf) == printing.pdf(row.report)
        pdf_storage.remove_dropped()
        assert objects(store) == {}
        pdf_storage.store_prints()
        assert objects(store) == {ReportPrint.objects.get().stored_as: bytes(row.pdf)}

    def test_a_name_is_removed_while_its_pdf_is_being_uploaded(
        self, store: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        club = played_league()
        (row,) = ReportPrint.objects.all()
        old = bytes(row.pdf)
        folder = pdf_storage._folder(store)
        put = folder.client.put_object

        def forgotten_meanwhile(*given: Any, **options: Any) -> Any:
            depersonalising.depersonalise_player(club.players["Ann"], actor=club.boss)
            work.forget(work.to_do()[0])
            pdf_storage.remove_dropped()
            return put(*given, **options)

        with monkeypatch.context() as patched:
            patched.setattr(folder.client, "put_object", forgotten_meanwhile)
            pdf_storage.store_prints()
        row.refresh_from_db()
        assert (row.stored_as, bytes(row.pdf)) == ("", printing.pdf(row.report))
        assert list(objects(store).values()) == [old]
        pdf_storage.remove_dropped()
        assert objects(store) == {}
        # Nothing is uploaded for more than an hour, so then the name is no longer needed.
        assert DroppedPrint.objects.exists()
        DroppedPrint.objects.update(dropped_at=timezone.now() - 2 * pdf_storage.REMOVED_TWICE_FOR)
        pdf_storage.remove_dropped()
        assert not DroppedPrint.objects.exists()
