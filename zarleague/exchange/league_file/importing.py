"""Import a league's file into this site as a new league: all of it, or nothing.

1. The whole file is read and checked; nothing is written. One bad line rejects the file.
2. The records are written in short transactions, so that nobody at a table waits, into a league
   without members that nobody can see.
3. Totals, ranks and ratings are computed.
4. One transaction adds the members and sets the league's slug: from now on it is visible.
5. The new league is exported again and compared with the file, line by line.

If a step before the fourth fails or is killed, what was written is removed again; see `discard`.
"""

import hashlib
import logging
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from django.db import DatabaseError, models, transaction
from django.db.models import F

from zarleague.exchange import planner_statistics
from zarleague.exchange.league_file import writing
from zarleague.exchange.league_file.checks import CHECKS
from zarleague.exchange.league_file.columns import WrongValue, is_integer
from zarleague.exchange.league_file.consistency import Consistency
from zarleague.exchange.league_file.constraints import Repeated, Uniqueness, check_row
from zarleague.exchange.league_file.discarding import discard, hidden_slug, is_hidden
from zarleague.exchange.league_file.numbering import Lines, Numbering
from zarleague.exchange.league_file.reading import BadLine, LeagueFile
from zarleague.exchange.league_file.record import Record
from zarleague.exchange.league_file.records import ACCOUNTS, LEAGUE, RECORDS
from zarleague.exchange.league_file.writing import Step, absent_name, ignore, line_of
from zarleague.leagues import audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import League, Membership, Season, User
from zarleague.leagues.of_league import OfLeague
from zarleague.leagues.services import free_slug
from zarleague.play import services as play
from zarleague.play.models import Hand
from zarleague.play.verdicts import reverifying
from zarleague.reports.background_work import jobs
from zarleague.reports.models import Job, SeasonProgress, SeasonReport
from zarleague.reports.rank_history.ranks import refresh_ranks
from zarleague.reports.ratings import lists
from zarleague.reports.season_report.stored import store_extracts

logger = logging.getLogger(__name__)

PORTION: Final = 500
"""Records written in one transaction."""
PASSES: Final = 3
"""Passes over every record: check, write, compare."""

FindAccount = Callable[[str], User | None]
"""Returns the account of this site for a name in the file, None if there is none."""


@dataclass(frozen=True)
class Imported:
    """The result of an import."""

    league: League
    counts: Mapping[str, int]
    differing: Sequence[str] = field(default_factory=tuple)
    """The kinds of record that differ from the file; empty if all are equal."""


def import_league(
    file: LeagueFile,
    *,
    find_account: FindAccount,
    owner: User | None = None,
    begun: Callable[[League], None] = lambda league: None,
    finished: Callable[[League], None] = lambda league: None,
    step: Step = ignore,
) -> Imported:
    """Import a file as a new league and compare the two. Raise BadFile; then nothing is left.

    ``begun`` is called with the unfinished league as soon as it has a row, so that it can be
    discarded if this process dies; ``finished`` is called in the transaction that makes it visible.
    ``owner`` becomes an organiser, whatever the file says.
    """
    wanted = check(file, step)
    with transaction.atomic():
        league = _begin(file)
        begun(league)
    try:
        numbering = _write(file, league, find_account, step)
        derive(league, step)
        with transaction.atomic():
            _finish(file, league, numbering, owner)
            finished(league)
    except BaseException:
        try:
            discard(league)
        except Exception:
            logger.exception("League %s is left half imported; a task will remove it", league.pk)
        raise
    take_up(league)
    return Imported(league, file.counts, compare(file, league, wanted, owner, step))


def take_up(league: League) -> None:
    """Ask for what is made of a league once it is visible: verdicts on its logs, and its reports.
    Safe to repeat."""
    reverifying.add_logs_of(league)
    for season in Season.objects.filter(
        pk__in=SeasonReport.objects.filter(season__league=league).values("season")
    ):
        jobs.ask(Job.Kind.REPORT, league, season)


def compare(
    file: LeagueFile,
    league: League,
    wanted: Mapping[str, str],
    owner: User | None,
    step: Step = ignore,
) -> list[str]:
    """Return the kinds of record in which the league differs from its file. *wanted* is the result
    of `check`. It is no difference that *owner* is an organiser now."""
    named = owner is not None and any(
        data["username"] == owner.username for _, data in file.lines(ACCOUNTS.name)
    )
    found = writing.digests(league, step, without=None if named else owner)
    but = "members" if named else ""  # the file may have given them another role
    return [name for name in wanted if name != but and wanted[name] != found[name]]


# --- Checking ---------------------------------------------------------------------------------


class _LineNumbers(Lines):
    """Lines that have no rows yet: each maps to itself."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count

    def key(self, line: int) -> int:
        if not is_integer(line) or not 1 <= line <= self._count:
            raise KeyError(line)
        return line


def check(file: LeagueFile, step: Step = ignore) -> dict[str, str]:
    """Read the whole file; raise BadFile for the first invalid line.

    Return the SHA-256 of each member as this version writes it.
    """
    numbering = Numbering()
    for record in RECORDS:
        numbering.of[record.name] = _LineNumbers(file.counts.get(record.name, 0))
    consistency = Consistency()
    digests: dict[str, str] = {}
    for record in RECORDS:
        digest, uniqueness = hashlib.sha256(), Uniqueness(record)
        for number, data in file.lines(record.name):
            with _at(record, number):
                row = _row(record, record.from_line(data, numbering, late=True))
                if record.check is not None:
                    record.check(row)
                check_row(row)
                consistency.note(row)
            uniqueness.note(row)
            digest.update(line_of(record.with_added(data)))
            if number % PORTION == 0:
                step(PORTION)
        step(file.counts.get(record.name, 0) % PORTION)
        try:
            uniqueness.repeated(lambda: _rows_again(file, record, numbering))  # noqa: B023
        except Repeated as error:
            raise BadLine(record.name, error.line, error.problem) from error
        consistency.finish(record.name)
        digests[record.name] = digest.hexdigest()
    for name in CHECKS:
        if file.holds(name):
            digest = hashlib.sha256()
            for _, data in file.lines(name):
                digest.update(line_of(data))
            digests[name] = digest.hexdigest()
    return digests


@contextmanager
def _at(record: Record, number: int) -> Iterator[None]:
    """Turn WrongValue into BadLine."""
    try:
        yield
    except WrongValue as error:
        raise BadLine(record.name, number, str(error)) from error


def _rows_again(
    file: LeagueFile, record: Record, numbering: Numbering
) -> Iterator[tuple[int, models.Model]]:
    for number, data in file.lines(record.name):
        yield number, _row(record, record.from_line(data, numbering, late=True))


def _row(record: Record, found: Mapping[str, Any]) -> models.Model:
    row = record.model(**found)
    if record.complete is not None:
        record.complete(row)
    return row


# --- Writing ----------------------------------------------------------------------------------


def _begin(file: LeagueFile) -> League:
    """Create the league's row under a provisional slug; it has no members, so nobody sees it."""
    (_, data), *_rest = list(islice(file.lines(LEAGUE.name), 2))
    league = League(**LEAGUE.from_line(data, Numbering()))
    league.slug = hidden_slug()
    league.visibility = League.Visibility.PRIVATE
    league.save(force_insert=True)
    return league


def _write(file: LeagueFile, league: League, find_account: FindAccount, step: Step) -> Numbering:
    """Write all records except the members; return the keys of their rows."""
    numbering = Numbering()
    for record in RECORDS:
        numbering.of[record.name] = Lines()
    numbering.of[LEAGUE.name].append([league.pk])
    for record in RECORDS:
        if record is LEAGUE or record.model is Membership:
            continue
        if record is ACCOUNTS:
            for portion in _portions(file, record.name):
                with transaction.atomic():
                    keys = [_account(league, data["username"], find_account) for _, data in portion]
                numbering.of[record.name].append(account.pk for account in keys)
                step(len(portion))
            continue
        for portion in _portions(file, record.name):
            _insert(record, league, portion, numbering)
            step(len(portion))
        if record.model is Season:
            _mark_as_derived(league)
        for complete in RECORDS:
            if any(column.late and column.refers_to == record.name for column in complete.columns):
                _complete(file, complete, numbering)
    return numbering


def _portions(file: LeagueFile, name: str) -> Iterator[list[tuple[int, Any]]]:
    lines = file.lines(name)
    while portion := list(islice(lines, PORTION)):
        yield portion


def _account(league: League, name: str, find_account: FindAccount) -> User:
    """Return the account for a name in the file; if nobody here has it, a placeholder account with
    which nobody can sign in."""
    if (found := find_account(name)) is not None:
        return found
    absent = User(username=absent_name(league, name), is_active=False)
    absent.set_unusable_password()
    absent.save(force_insert=True)
    return absent


def _rows_of(
    record: Record, league: League, portion: Sequence[tuple[int, Any]], numbering: Numbering
) -> list[models.Model]:
    rows: list[models.Model] = []
    for number, data in portion:
        with _at(record, number):
            found = record.from_line(data, numbering)
        if record.league == "league" or issubclass(record.model, OfLeague):
            found["league_id"] = league.pk
        row = _row(record, found)
        if record.name == "players" and data["merged_into"] is not None:
            # Until the merge is written, another player may have the name, too.
            row.name_key = f"{uuid.uuid4().hex}"  # type: ignore[attr-defined]
        rows.append(row)
    return rows


def _insert(
    record: Record, league: League, portion: Sequence[tuple[int, Any]], numbering: Numbering
) -> None:
    rows = _rows_of(record, league, portion, numbering)
    rows_of_model: models.QuerySet[Any] = models.QuerySet(record.model)
    try:
        with transaction.atomic():
            made = rows_of_model.bulk_create(rows)
    except DatabaseError as refused:
        if len(portion) == 1:
            logger.exception("A record of %s passed the check and cannot be stored", record.name)
            problem = "This record cannot be stored. It contradicts others, or is too large."
            raise BadLine(record.name, portion[0][0], problem) from refused
        made = []
        for one in portion:  # find out which of them it is
            _insert(record, league, [one], numbering)
        return
    numbering.of[record.name].append([row.pk for row in made])


def _complete(file: LeagueFile, record: Record, numbering: Numbering) -> None:
    """Write the columns that refer to records written later."""
    late = [
        attribute
        for column, attribute in zip(record.columns, record.attributes, strict=True)
        if column.late
    ]
    for portion in _portions(file, record.name):
        rows: list[models.Model] = []
        for number, data in portion:
            found = record.from_line(data, numbering, late=True)
            # A file of an earlier release may lack such a column.
            if any(found.get(attribute) is not None for attribute in late):
                row = _row(record, found)
                row.pk = numbering.key(record.name, number)
                rows.append(row)
        if rows:
            fields = [*[attribute.removesuffix("_id") for attribute in late], *record.late_fields]
            with transaction.atomic():
                written: models.QuerySet[Any] = models.QuerySet(record.model)
                written.bulk_update(rows, fields)


def _mark_as_derived(league: League) -> None:
    """Mark the seasons as derived, so that no task works on them before the import is complete."""
    seasons = Season.objects.filter(league=league)
    SeasonProgress.objects.bulk_create(
        SeasonProgress(season=season, ranks=0, ratings=0) for season in seasons
    )


def derive(league: League, step: Step = ignore) -> None:
    """Compute totals, ranks and ratings of a league, and the extracts of its reports."""
    planner_statistics.gather(Hand.objects.filter(league=league).count())
    for season in Season.objects.filter(league=league).order_by("pk"):
        play.rebuild(season)
        refresh_ranks(season.pk)
        step(0)
    lists.refresh(league)
    for report in SeasonReport.objects.filter(season__league=league).order_by("pk").iterator(1):
        store_extracts(report)
        step(0)


def _finish(file: LeagueFile, league: League, numbering: Numbering, owner: User | None) -> None:
    """Publish the league: write its members, address and visibility."""
    members = next(record for record in RECORDS if record.model is Membership)
    for portion in _portions(file, members.name):
        _insert(members, league, portion, numbering)
    if owner is not None:
        Membership.objects.update_or_create(
            league=league, user=owner, defaults={"role": Membership.Role.ORGANISER}
        )
    ((_, data),) = file.lines(LEAGUE.name)
    audit.record(
        audit.ARRIVED, league, Actor(owner), after={"entries": file.counts.get("audit", 0)}
    )
    wanted = "" if is_hidden(file.address) else file.address
    league.slug = free_slug(league.name, wanted=wanted)
    league.visibility = data["visibility"]
    league.save(update_fields=["slug", "visibility"])
    Season.objects.filter(league=league).update(revision=F("revision") + 1)
    SeasonProgress.objects.filter(season__league=league).update(ranks=1, ratings=1)
