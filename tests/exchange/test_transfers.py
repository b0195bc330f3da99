"""A league's file on the pages: requested, downloaded, uploaded in pieces, imported once."""

import datetime
import io
import random
import re
import time
import zipfile
from typing import Any

import pytest
from django.core.cache import cache
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import factories
from tests.exchange.test_league_file import counted, exported, played_league
from tests.factories import Club
from zarleague.exchange import tasks, transfers
from zarleague.exchange.league_file import importing
from zarleague.exchange.league_file.reading import LeagueFile
from zarleague.exchange.models import Piece, Transfer
from zarleague.leagues import services
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import League, Membership, User
from zarleague.play.models import Dispute, JudgedLog, Notice
from zarleague.play.verdicts import reverifying
from zarleague.reports import services as reports

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db: None) -> Club:
    """A league with one hand, rated."""
    club = factories.club()
    factories.hand(club, factories.match(club), 0, 12, 30)
    reports.refresh_ratings(club.league)
    return club


@pytest.fixture
def full_club(db: None) -> Club:
    """A league with something of everything."""
    return played_league()


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def send(user: User, content: bytes) -> Transfer:
    """Send a file in and let it be read."""
    transfer = arrived(user, content)
    transfers.carry_out(transfer.pk)
    transfer.refresh_from_db()
    return transfer


def arrived(user: User, content: bytes) -> Transfer:
    """Send a file in."""
    actor = Actor.of(user)
    transfer = transfers.begin_upload(actor=actor, name="league.zip", size=len(content))
    for number in range(-(-len(content) // transfers.PIECE)):
        part = content[number * transfers.PIECE :][: transfers.PIECE]
        transfer = transfers.add_piece(transfer, number, part, actor=actor)
    return transfer


def packed(*contents: bytes) -> bytes:
    """Return an archive with these members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, content in enumerate(contents):
            archive.writestr(f"{number:04}", content)
    return file.getvalue()


NO_LEAGUE = "This is not a league's file."
ANYTHING = random.Random(1).randbytes(2_500_000)
"""It is not packed smaller."""


@pytest.mark.postgresql  # which refuses what SQLite lets pass
class TestPages:
    def test_only_the_organiser_gets_the_file(self, club: Club) -> None:
        for name in ("league-data", "league-file"):
            address = reverse(name, args=[club.league.slug])
            assert Client().get(address).status_code == 302
            assert signed_in(club.outsider).get(address).status_code == 404
            assert signed_in(club.player).get(address).status_code == 403
            assert signed_in(club.scorekeeper).get(address).status_code == 403
        assert signed_in(club.organiser).get(address).status_code == 404  # none was made yet

    def test_the_file_is_made_and_fetched(
        self, club: Club, django_capture_on_commit_callbacks: Any
    ) -> None:
        client = signed_in(club.organiser)
        page = reverse("league-data", args=[club.league.slug])
        with django_capture_on_commit_callbacks(execute=True):
            client.post(page)
        assert "Your file is ready." in client.get(page).content.decode()
        response = client.get(reverse("league-file", args=[club.league.slug]))
        content = b"".join(response.streaming_content)  # type: ignore[attr-defined]
        assert content == exported(club.league)
        assert len(content) == int(response["Content-Length"])

    def test_a_small_file_comes_with_the_form(
        self, full_club: Club, settings: Any, django_capture_on_commit_callbacks: Any
    ) -> None:
        """It is refused if it unpacks to more than somebody may import in a day."""
        client = signed_in(full_club.outsider)
        file = io.BytesIO(exported(full_club.league))
        file.name = "league.zip"
        usual, settings.STORED_A_DAY = settings.STORED_A_DAY, 0.01
        refused = client.post(reverse("import-league"), {"file": file}, follow=True)
        assert "This import takes 1 MB" in refused.content.decode()
        settings.STORED_A_DAY = usual
        file.seek(0)
        with django_capture_on_commit_callbacks(execute=True):
            page = client.post(reverse("import-league"), {"file": file})
        success = "All records, standings, ratings and verdicts match the file."
        assert success in client.get(page["Location"]).content.decode()
        made = League.objects.exclude(pk=full_club.league.pk).get()
        assert Actor.of(full_club.outsider).role(made.pk) == "organiser"
        # Nobody else is drawn into it by the file.
        assert Actor.of(full_club.organiser).role(made.pk) == ""
        assert signed_in(full_club.organiser).get(page["Location"]).status_code == 404
        # Its page stays when another file is sent.
        transfers.begin_upload(actor=Actor.of(full_club.outsider), name="b.zip", size=9)
        assert success in client.get(page["Location"]).content.decode()
        assert Client().get(reverse("import-league")).status_code == 302

    def test_no_league_is_imported_beyond_those_an_account_may_organise(
        self, full_club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The operator may, who imports it on the server."""
        monkeypatch.setattr(services.leagues, "MOST_ORGANISED", 1)
        content = exported(full_club.league)
        file = io.BytesIO(content)
        file.name = "league.zip"
        client = signed_in(full_club.organiser)
        refused = client.post(reverse("import-league"), {"file": file})
        assert "You organise 1 leagues" in refused.content.decode()
        assert not Transfer.objects.exists()
        for user in (full_club.player, full_club.outsider):
            assert send(user, content).state == Transfer.State.DONE
        opened = LeagueFile(io.BytesIO(content))
        made = importing.import_league(
            opened, find_account=lambda name: None, owner=full_club.organiser
        )
        assert Actor.of(full_club.organiser).role(made.league.pk) == "organiser"

    def test_a_bad_file_is_named_line_by_line(self, club: Club) -> None:
        before = counted()
        transfer = send(club.outsider, b"PK no zip")
        assert transfer.state == Transfer.State.FAILED
        assert transfer.problem == NO_LEAGUE
        assert counted() == before

    def test_what_a_file_says_is_shown_as_text(self, club: Club) -> None:
        """The refusal names what somebody else wrote into it, such as the rules of a game."""
        transfer = send(club.outsider, b"PK no zip")
        transfer.problem = "There are no such house rules: <b>50% off"
        transfer.save()
        page = signed_in(club.outsider).get(reverse("league-import", args=[transfer.key.hex]))
        assert "rules: &lt;b&gt;50% off<" in page.content.decode()


@pytest.mark.postgresql
class TestUpload:
    def test_pieces_come_once_and_in_order(self, club: Club, monkeypatch: Any) -> None:
        monkeypatch.setattr(transfers, "PIECE", 4)
        actor = Actor.of(club.outsider)
        transfer = transfers.begin_upload(
            actor=actor, name="a.csv", size=10, direction=Transfer.Direction.PAST
        )
        transfers.add_piece(transfer, 0, b"abcd", actor=actor)
        transfers.add_piece(transfer, 0, b"abcd", actor=actor)  # sent again
        with pytest.raises(Invalid):
            transfers.add_piece(transfer, 2, b"ij", actor=actor)
        with pytest.raises(Invalid):
            transfers.add_piece(transfer, 1, b"efghi", actor=actor)
        with pytest.raises(NotAllowed):
            transfers.add_piece(transfer, 1, b"efgh", actor=Actor.of(club.player))
        transfers.add_piece(transfer, 1, b"efgh", actor=actor)
        done = transfers.add_piece(transfer, 2, b"ij", actor=actor)
        assert done.state == Transfer.State.WAITING
        assert b"".join(transfers.content_of(done)) == b"abcdefghij"

    def test_what_is_too_large_or_empty_is_refused_before_it_is_sent(self, club: Club) -> None:
        for size in (0, transfers.MAX_FILE + 1):
            with pytest.raises(Invalid, match="200 MB"):
                transfers.begin_upload(actor=Actor.of(club.outsider), name="a.zip", size=size)

    @pytest.mark.sqlite
    def test_what_unpacks_large_is_long_however_small_it_arrives(self, club: Club) -> None:
        assert not transfers.is_long(send(club.outsider, packed(b"0" * 300_000)).pk)
        assert transfers.is_long(send(club.outsider, packed(b"0" * 300_001)).pk)

    def test_of_an_archive_only_the_end_is_read_to_know_what_it_unpacks_to(
        self, club: Club, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.STORED_A_DAY = 1
        monkeypatch.setattr(transfers, "content_of", None)
        within, beyond = (packed(ANYTHING, b"0" * size) for size in (3_900_000, 4_100_000))
        assert arrived(club.outsider, within).state == Transfer.State.WAITING
        transfer = arrived(club.player, beyond)
        assert transfer.state == Transfer.State.FAILED
        assert transfer.problem.startswith("This import takes 5 MB, and you can import 4 MB more")
        tasks.take_up_transfers()
        assert not transfer.pieces.exists()

    def test_an_archive_that_lists_its_members_elsewhere_is_none_of_a_league(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The list of 3,000 has 46 bytes of each and its name of four, more than the end that is
        read; that of the other archive has another end before it."""
        many = packed(*[b""] * 3_000)
        monkeypatch.setattr(zipfile, "ZIP_FILECOUNT_LIMIT", 0)
        for content in (many, packed(ANYTHING)):
            transfer = arrived(club.outsider, content)
            assert (transfer.state, transfer.problem) == (Transfer.State.FAILED, NO_LEAGUE)

    def test_a_file_begun_again_replaces_the_one_before(self, club: Club) -> None:
        actor = Actor.of(club.outsider)
        begun = []
        for number in range(3):
            name = f"{number}.zip"
            begun.append(transfers.begin_upload(actor=actor, name=name, size=2 << 20))
            transfers.add_piece(begun[-1], 0, b"x" * (1 << 20), actor=actor)
        assert Piece.objects.count() == 3  # to remove 200 MB takes a second
        tasks.take_up_transfers()
        assert Piece.objects.get().transfer == begun[2]
        with pytest.raises(Invalid, match="Another file has taken the place"):
            transfers.add_piece(begun[0], 1, b"x" * (1 << 20), actor=actor)
        # The page of a replaced file leads to the latest.
        page = signed_in(club.outsider).get(reverse("league-import", args=[begun[0].key.hex]))
        assert "Another file has taken the place" in page.content.decode()
        latest = reverse("league-import", args=[begun[2].key.hex])
        assert f'href="{latest}"' in page.content.decode()

    def test_files_of_the_day_before_are_removed(self, club: Club) -> None:
        transfers.begin_upload(actor=Actor.of(club.outsider), name="a.zip", size=9)
        Transfer.objects.update(seen_at=timezone.now() - datetime.timedelta(hours=25))
        tasks.take_up_transfers()
        assert Transfer.objects.count() == 1  # the clock may have jumped
        transfers.remove_old()
        assert Transfer.objects.count() == 0

    def test_progress_reported_by_a_clock_that_was_ahead_is_none(self, club: Club) -> None:
        transfer = transfers.begin_upload(actor=Actor.of(club.outsider), name="a.zip", size=9)
        long_ago = timezone.now() - datetime.timedelta(minutes=1)
        Transfer.objects.update(state=Transfer.State.RUNNING, seen_at=long_ago)
        for ahead, waiting in ((0, []), (7200, [transfer])):
            noted = (5, time.time() + ahead)
            cache.set(transfers._progress_key(transfer), noted, transfers.MAX_STEP)
            assert transfers.waiting() == waiting
            assert transfers.progress_of(transfer) == 5


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("underived")
class TestKilled:
    """Transactions end here as on a site, so that a row that is still referred to stays."""

    def test_a_process_that_died_while_reading_leaves_no_league(
        self, club: Club, monkeypatch: Any
    ) -> None:
        """Killed outright: it removes nothing. The next process starts again."""
        content = exported(club.league)
        monkeypatch.setattr(importing, "derive", _die)
        monkeypatch.setattr(importing, "discard", lambda league: None)
        with pytest.raises(KeyboardInterrupt):
            send(club.outsider, content)
        assert League.objects.count() == 2
        monkeypatch.undo()
        assert transfers.waiting() == []  # it may still be at work
        cache.clear()
        Transfer.objects.update(seen_at=timezone.now() - datetime.timedelta(seconds=31))
        tasks.take_up_transfers()
        transfer = Transfer.objects.get()
        assert (transfer.state, transfer.differing) == (Transfer.State.DONE, [])
        assert League.objects.count() == 2

    def test_one_that_died_after_it_does_not_make_a_second(
        self, full_club: Club, monkeypatch: Any
    ) -> None:
        """Nor does the one that it made stay without verdicts on its logs."""
        content = exported(full_club.league)
        monkeypatch.setattr(reverifying, "add_logs_of", _die)
        with pytest.raises(KeyboardInterrupt):
            send(full_club.outsider, content)
        monkeypatch.undo()
        tasks.catch_up()  # the site of one process starts again, without waiting
        transfer = Transfer.objects.get()
        assert (transfer.state, transfer.differing) == (Transfer.State.DONE, [])
        assert League.objects.count() == 2
        assert JudgedLog.objects.filter(league=transfer.league).exists()

    def test_a_late_failure_leaves_nothing_and_says_what_to_do(
        self, full_club: Club, monkeypatch: Any
    ) -> None:
        content, before = exported(full_club.league), counted()

        def overdue(league: League, *_: Any) -> None:
            """A periodic task has found the league, and then the database refuses a row."""
            dispute = Dispute.objects.filter(league=league)[0]
            Notice.objects.create(dispute=dispute, kind=Notice.Kind.OVERDUE)
            raise IntegrityError("FOREIGN KEY constraint failed")

        monkeypatch.setattr(importing, "derive", overdue)
        with pytest.raises(IntegrityError):
            send(full_club.outsider, content)
        transfer = Transfer.objects.get()
        assert (transfer.state, transfer.problem) == (Transfer.State.FAILED, transfers.OUR_FAULT)
        assert counted() == before

    def test_what_keeps_dying_is_given_up_and_cleaned_up(
        self, club: Club, monkeypatch: Any
    ) -> None:
        content = exported(club.league)
        monkeypatch.setattr(importing, "derive", _die)
        monkeypatch.setattr(importing, "discard", lambda league: None)
        with pytest.raises(KeyboardInterrupt):
            send(club.outsider, content)
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                tasks.catch_up()
        tasks.catch_up()
        transfer = Transfer.objects.get()
        assert (transfer.state, transfer.problem) == (Transfer.State.FAILED, transfers.INTERRUPTED)
        assert League.objects.count() == 2
        tasks.take_up_transfers()
        assert League.objects.get() == club.league

    def test_one_whose_work_was_taken_over_removes_what_it_wrote(
        self, club: Club, monkeypatch: Any
    ) -> None:
        """It was thought dead. The other one's league stays, and only that."""
        content, derive = exported(club.league), importing.derive

        def slow(*args: Any) -> None:
            monkeypatch.setattr(importing, "derive", derive)
            tasks.catch_up()
            derive(*args)

        monkeypatch.setattr(importing, "derive", slow)
        transfer = send(club.outsider, content)
        assert transfer.state == Transfer.State.DONE
        assert League.objects.exclude(pk=club.league.pk).get() == transfer.league


def test_leagues_of_earlier_failures_are_removed(django_capture_on_commit_callbacks: Any) -> None:
    """Of a release that noted no time, and of a command that died two days ago; not of one that is
    at work, nor a league that is called like one."""
    old, new = (f"import-{int(time.time()) - ago:08x}-{'a' * 32}" for ago in (2 * 24 * 3600, 300))
    slugs = {"old": old, "new": new, "untimed": f"import-{'b' * 32}"}
    slugs |= {"named": "import-b", "in use": f"import-{'c' * 32}"}
    leagues = {name: League.objects.create(name=name, slug=slug) for name, slug in slugs.items()}
    user = factories.user("boss")
    Membership.objects.create(league=leagues["in use"], user=user)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.take_up_transfers()
    assert set(League.objects.values_list("name", flat=True)) == {"new", "named", "in use"}


def _die(*_: Any) -> None:
    raise KeyboardInterrupt


@pytest.mark.django_db(transaction=True)
def test_a_file_is_sent_in_pieces_by_the_page(
    live_app: str, page: Page, sign_in: Any, monkeypatch: Any, tmp_path: Any, celery_worker: object
) -> None:
    club = factories.club()
    factories.hand(club, factories.match(club), 0, 12, 30)
    reports.refresh_ratings(club.league)
    file = tmp_path / "league.zip"
    file.write_bytes(exported(club.league))
    monkeypatch.setattr(transfers, "PIECE", 1000)
    sign_in(page, club.outsider)
    page.goto(f"{live_app}{reverse('import-league')}")
    page.set_input_files("#file", str(file))
    page.click("main button[type=submit]")
    expect(page).to_have_url(re.compile("/leagues/import/[0-9a-f]{32}/"))
    expect(page.get_by_text("All records, standings, ratings")).to_be_visible()
    assert Transfer.objects.get().size > 1000
