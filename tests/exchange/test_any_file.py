"""Files of any content are refused or imported: none hangs, breaks or leaves a hidden league.

A few in the suite; ``FILES=2000 SEED=7`` makes more of them, from that seed on: ``make fuzz``.
"""

import contextlib
import functools
import io
import os
import signal
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction

from tests import factories
from tests.exchange.any_file import any_archive, any_bytes, any_json, any_league_file, any_sheet
from tests.exchange.shapes.asked import ASKED
from tests.exchange.shapes.understood import WHOLE
from tests.exchange.test_league_file import exported, played_league
from tests.factories import Club, key
from tests.sampling import SAMPLED
from zarleague.engine.declared import read_text, to_text
from zarleague.engine.declared.examples import examples
from zarleague.engine.declared.reading import DefinitionError
from zarleague.exchange import transfers
from zarleague.exchange.backups import databases, files, making
from zarleague.exchange.history import services as history
from zarleague.exchange.history import work
from zarleague.exchange.history.checking import CheckedSheet
from zarleague.exchange.history.layout import Layout
from zarleague.exchange.league_file import importing
from zarleague.exchange.league_file.importing import import_league
from zarleague.exchange.league_file.reading import BadFile, LeagueFile
from zarleague.exchange.models import HistoryImport, Piece, Transfer
from zarleague.leagues import services as leagues
from zarleague.leagues.models import League, Season
from zarleague.play import selectors as play
from zarleague.play import services
from zarleague.reports import services as reports
from zarleague.reports.season_report.build import make_report
from zarleague.reports.season_report.files import printing

FILES = int(os.environ.get("FILES", 4 if SAMPLED else 8))
SEED = int(os.environ.get("SEED", 1))
SECONDS = 60
"""Seconds of the processor that one file may take; most take less than one."""
WAITED = 900
"""Seconds after which a file hangs, however busy the machine is."""
SAMPLES = Path(settings.BASE_DIR) / "static" / "samples" / "history"

ROUNDS = 3
"""How often the questions about a spreadsheet are answered."""

Try = Callable[[bytes], str]
"""Imports a file and returns what became of it; raises whatever should not happen."""


class _TooSlow(Exception):
    """Raised when a file takes longer than it may."""


class _SeenBefore(Exception):
    """Raised when a file has been read whose records are those of one imported before."""


class _Undone(Exception):
    """Raised at the end of a transaction, so that the next file finds the same site."""


@contextlib.contextmanager
def _undone() -> Iterator[None]:
    """Undo what the block writes, after the database has checked it as at a commit."""
    with contextlib.suppress(_Undone), transaction.atomic():
        yield
        connection.check_constraints()
        raise _Undone


@contextlib.contextmanager
def _in_time() -> Iterator[None]:
    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise _TooSlow

    before = [signal.signal(number, stop) for number in (signal.SIGPROF, signal.SIGALRM)]
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    signal.alarm(WAITED)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        for number, handler in zip((signal.SIGPROF, signal.SIGALRM), before, strict=True):
            signal.signal(number, handler)


def _examine(
    make: Callable[[Random], bytes],
    attempt: Try,
    number: int,
    folder: Path,
    *,
    good: tuple[bytes, str],
) -> None:
    """Make and try files; fail with the seeds and errors of those that broke something. First a
    file is tried in which nothing is changed, with what has to become of it: most of the others
    are refused, so that a few of them need not say what happens to one that is not."""
    unchanged, outcome = good
    with _undone():
        assert attempt(unchanged) == outcome
    outcomes: Counter[str] = Counter()
    broken: list[str] = []
    for seed in range(SEED, SEED + number):
        content = make(Random(seed))
        try:
            with _in_time(), _undone():
                outcomes[attempt(content)] += 1
        except Exception:  # noqa: BLE001 (whatever it is, the next file is tried)
            (folder / f"{seed}").write_bytes(content)
            broken.append(f"seed {seed}, kept in {folder / str(seed)}\n{traceback.format_exc()}")
    print(dict(outcomes))
    if broken:
        pytest.fail("\n".join([f"{len(broken)} of {number}", *broken]), pytrace=False)


def _hidden() -> list[League]:
    return list(League.objects.filter(slug__startswith="import-"))


@pytest.mark.postgresql  # which refuses what SQLite lets pass
@pytest.mark.django_db
def test_league_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is imported can be exported, derived again and reported on. Every file is read and
    checked; files of the same records are imported once."""
    club = played_league()
    _add_final_and_divisions(club)
    good = exported(club.league)
    monkeypatch.setattr(importing, "check", _once(importing.check))
    monkeypatch.setattr(printing, "typeset", functools.cache(printing.typeset))

    def attempt(content: bytes) -> str:
        try:
            made = import_league(
                LeagueFile(io.BytesIO(content)), find_account=lambda name: None, owner=club.outsider
            )
        except BadFile:
            assert League.objects.get() == club.league
            return "refused"
        except _SeenBefore:
            return "the same"
        assert not _hidden()
        exported(made.league)
        for season in made.league.seasons.all():
            make_report(season)
            play.divisions(season)
        reports.refresh_ratings(made.league)
        return "imported"

    changed = functools.partial(any_league_file, good)
    _examine(changed, attempt, FILES, tmp_path, good=(good, "imported"))


def _once(check: Callable[..., dict[str, str]]) -> Callable[..., dict[str, str]]:
    """Return the check of a league's file, which raises `_SeenBefore` for the same records."""
    seen = set()

    def checked(file: LeagueFile, *given: Any) -> dict[str, str]:
        digests = check(file, *given)
        records = (file.address, *digests.items())
        if records in seen:
            raise _SeenBefore
        seen.add(records)
        return digests

    return checked


def _add_final_and_divisions(club: Club) -> None:
    """Add a season with its final in tables of two, half played, and a division below the first."""
    fields = {"rules": factories.TOTAL_POINTS, "actor": club.boss}
    autumn, lower = (
        leagues.start_season(
            club.league, name=name, starts=factories.FIRST_EVENING, weekday=1, key=key(), **fields
        )
        for name in ("Autumn", "Second")
    )
    leagues.set_division(lower, actor=club.boss, above=club.season, moves=1)

    def played(season: Season, *names: str) -> None:
        match = services.start_match(
            season,
            club.add(*names),
            services.MatchTerms(game="zar"),
            actor=club.boss,
            key=key(),
            played_on=factories.FIRST_EVENING,
            at=factories.EIGHT_O_CLOCK,
        )
        factories.hand(club, match, *range(len(names)))

    played(lower, "Dee", "Cat")
    played(autumn, "Ann", "Bob", "Cat", "Dee")
    services.finish_season(autumn, actor=club.boss, key=key())
    final = services.start_final(
        autumn, starts=factories.FIRST_EVENING, size=4, seats=2, wins=1, actor=club.boss, key=key()
    )
    played(final, "Ann", "Dee")
    services.set_withdrawn(final, players=[club.players["Cat"].pk], actor=club.boss)


@pytest.mark.postgresql
@pytest.mark.django_db
def test_spreadsheets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    attempt = _import_of_sheet("results.csv", monkeypatch)
    _examine(_any_text, attempt, FILES, tmp_path, good=(TEXTS[0], "imported"))


@pytest.mark.postgresql
@pytest.mark.django_db
def test_workbooks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    few = max(2, FILES // 20)  # each starts a process
    attempt = _import_of_sheet("results.xlsx", monkeypatch)
    _examine(_any_workbook, attempt, few, tmp_path, good=(WORKBOOKS[0], "imported"))


SHEETS = [
    *[(SAMPLES / name).read_bytes() for name in ("wide.csv", "long.csv", "running.csv")],
    *[(SAMPLES / name).read_bytes() for name in ("bgstats.json", "wide.xlsx")],
    *[
        case.content if isinstance(case.content, bytes) else case.content.encode()
        for case in (*WHOLE, *ASKED)
    ],
]
"""Files as people keep them, which are changed."""
WORKBOOKS = [sheet for sheet in SHEETS if zipfile.is_zipfile(io.BytesIO(sheet))]
TEXTS = [sheet for sheet in SHEETS if sheet not in WORKBOOKS]


def _any_text(random: Random) -> bytes:
    good = random.choice(TEXTS)
    with contextlib.suppress(ValueError):
        return any_json(good, random)
    return any_sheet(good, random)


def _any_workbook(random: Random) -> bytes:
    return any_archive(random.choice(WORKBOOKS), random)


def _import_of_sheet(name: str, monkeypatch: pytest.MonkeyPatch) -> Try:
    """Return the import of a spreadsheet as the pages do it, in two steps. Of sheets with the same
    hands the second is done once."""
    club = factories.club()
    written: set[str] = set()
    last: list[CheckedSheet] = []
    check = work.check

    def noted(*given: Any, **named: Any) -> CheckedSheet:
        last[:] = [check(*given, **named)]
        return last[0]

    monkeypatch.setattr(work, "check", noted)

    def attempt(content: bytes) -> str:
        found = _uploaded(club, name, content)
        if not content:
            return "empty"
        transfer = found.transfer
        assert transfer is not None
        transfers.carry_out(transfer.pk)
        found.refresh_from_db()
        for _ in range(ROUNDS):
            if not _answered(club, found):
                break
            transfers.carry_out(transfer.pk)
            found.refresh_from_db()
        if "unreadable" in found.found or found.found["problems"] or _open_questions(found):
            return "refused"
        sheet = last[0]
        hands = repr((sheet.gathered.hands, sheet.gathered.names, sheet.names, sheet.ruleset))
        if hands in written:
            return "the same"
        written.add(hands)
        found = history.confirm(found, actor=club.boss)
        transfers.carry_out(transfer.pk)
        transfer.refresh_from_db()
        found.refresh_from_db()
        assert (transfer.state, transfer.problem) == (Transfer.State.DONE, "")
        assert found.stage == HistoryImport.Stage.WRITTEN
        assert not _hidden()
        return "imported"

    return attempt


def _open_questions(found: HistoryImport) -> list[Any]:
    return [one for one in found.found.get("questions", ()) if not one["answer"]]


def _answered(club: Club, found: HistoryImport) -> bool:
    """Answer every question and leave out every hand with a problem; return whether there were
    any."""
    questions = _open_questions(found)
    kinds = {one["kind"] for one in found.found.get("problems", ())} - {""}
    if not questions and not kinds:
        return False
    answers = {one["key"]: one["choices"][-1][0] for one in questions}
    chosen = dict(found.chosen)
    chosen["answers"] = chosen.get("answers", {}) | answers
    chosen["leave_out"] = sorted({*chosen.get("leave_out", ()), *kinds})
    history.choose(found, Layout.from_json(found.layout), chosen, actor=club.boss)
    return True


def _uploaded(club: Club, name: str, content: bytes) -> HistoryImport:
    transfer = history.begin(club.league, actor=club.boss, name=name, size=len(content) or 1)
    Piece.objects.create(transfer=transfer, number=0, content=content)
    transfer.state = Transfer.State.WAITING
    transfer.save()
    return HistoryImport.objects.get(transfer=transfer)


@pytest.mark.sqlite
@pytest.mark.django_db
def test_own_games(tmp_path: Path) -> None:
    """What is read can be written and read again."""

    def make(random: Random) -> bytes:
        good = to_text(random.choice(examples())).encode()
        return (any_json if random.random() < 0.8 else any_bytes)(good, random)

    def attempt(content: bytes) -> str:
        try:
            definition = read_text(content.decode(errors="replace"))
        except DefinitionError:
            return "refused"
        assert read_text(to_text(definition)) == definition
        return "read"

    good = to_text(examples()[0]).encode()
    _examine(make, attempt, FILES, tmp_path, good=(good, "read"))


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_backups(tmp_path: Path) -> None:
    """A part that is not as it was written is found before anything is restored."""
    factories.club()
    path = making.back_up(tmp_path)
    good = path.read_bytes()

    def attempt(content: bytes) -> str:
        path.write_bytes(content)
        try:
            databases.check_is_known(files.verify(path))
        except files.NotABackup:
            return "refused"
        return "verified"

    _examine(
        functools.partial(any_archive, good), attempt, FILES, tmp_path, good=(good, "verified")
    )
