"""Export a league to a file: rows in chunks, all from one snapshot."""

import contextlib
import hashlib
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import IO, Any, Final

from django.db import connection, models, transaction

from zarleague.exchange.league_file.checks import CHECKS
from zarleague.exchange.league_file.columns import canonical
from zarleague.exchange.league_file.numbering import Lines, NumberFile, Numbering, keys_of
from zarleague.exchange.league_file.record import Record
from zarleague.exchange.league_file.records import ACCOUNTS, RECORDS
from zarleague.leagues.models import League, Membership, User

FORMAT: Final = "zarleague-league"
VERSION: Final = 3
"""Of the files written. 2 has columns that a site of 1.2 would refuse as unknown, 3 such of 1.6;
files of every earlier version are read."""
MANIFEST: Final = "manifest.json"
PORTION: Final = 200
"""Rows read at a time."""
_MIDNIGHT: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every member, so that the same league gives the same bytes."""

Step = Callable[[int], None]
"""Called with the number of records written since the last call."""


def ignore(records: int) -> None:
    """Ignore progress."""


def write_league(league: League, file: IO[bytes], step: Step = ignore) -> dict[str, int]:
    """Write the whole league into *file*; return the number of records of each kind.

    Everything is read in one transaction with one snapshot. It locks nothing, so hands can be
    entered meanwhile.
    """
    counts: dict[str, int] = {}
    with one_moment(), zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, lines in members(league):
            with archive.open(_member(f"{name}.jsonl"), "w", force_zip64=True) as member:
                counts[name] = 0
                for portion in portions(lines):
                    member.write(b"".join(portion))
                    counts[name] += len(portion)
                    step(len(portion))
        manifest = {"format": FORMAT, "version": VERSION, "address": league.slug, "records": counts}
        archive.writestr(_member(MANIFEST), canonical(manifest) + "\n")
    return counts


def digests(league: League, step: Step = ignore, *, without: User | None = None) -> dict[str, str]:
    """Return the SHA-256 of each member as the league would be exported if the account *without*
    were no member of it."""
    found: dict[str, str] = {}
    with one_moment():
        for name, lines in members(league, without):
            digest = hashlib.sha256()
            for portion in portions(lines):
                digest.update(b"".join(portion))
                step(len(portion))
            found[name] = digest.hexdigest()
    return found


def members(league: League, without: User | None = None) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield the name of each kind of record with its lines; consume them in this order."""
    numbering = Numbering()
    for record in RECORDS:
        keys = _keys(record, league, without)
        numbering.of[record.name] = Lines(keys, in_order=record is not ACCOUNTS)
    for record in RECORDS:
        yield record.name, _lines(record, league, numbering)
    for name, check in CHECKS.items():
        yield name, (line_of(data) for data in check(league, numbering))


def line_of(data: Any) -> bytes:
    """Return an object as a line of the file."""
    return f"{canonical(data)}\n".encode()


def portions(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    left = iter(lines)
    while portion := list(islice(left, PORTION)):
        yield portion


@contextlib.contextmanager
def one_moment() -> Iterator[None]:
    """Run the reads of the block on one snapshot of the database, without a lock.

    Inside a transaction of the caller it is that transaction's snapshot.
    """
    if connection.in_atomic_block:
        yield
        return
    if connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
        return
    # Django begins transactions on SQLite with the write lock (IMMEDIATE); this one only reads.
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ROLLBACK")


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _MIDNIGHT)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def _rows(record: Record) -> "models.QuerySet[Any]":
    return models.QuerySet(record.model).order_by()


def _of(record: Record, league: League, without: User | None) -> "models.QuerySet[Any]":
    """Return a league's rows of one kind, without the membership of one account."""
    rows = _rows(record).filter(**{record.league: league.pk})
    if record.but:
        rows = rows.exclude(**record.but)
    return rows.exclude(user=without) if record.model is Membership and without else rows


def _keys(record: Record, league: League, without: User | None) -> NumberFile:
    """Return the keys of a league's rows of one kind, in the order of the lines."""
    if record is ACCOUNTS:
        return NumberFile(_accounts(league, without))
    return keys_of(_of(record, league, without))


def _accounts(league: League, without: User | None) -> list[int]:
    """Return the accounts the league's records refer to, by name."""
    found: set[int] = set()
    for record in RECORDS:
        for column, attribute in zip(record.columns, record.attributes, strict=True):
            if column.refers_to == ACCOUNTS.name:
                rows = _of(record, league, without)
                known = rows.exclude(**{attribute: None}).values_list(attribute, flat=True)
                found.update(known.distinct())
    named = User.objects.filter(pk__in=found).values_list("username", "pk")
    return [key for _, key in sorted((account_name(name), key) for name, key in named)]


def _lines(record: Record, league: League, numbering: Numbering) -> Iterator[bytes]:
    keys = numbering.of[record.name].keys
    fields = ["pk", *record.attributes]
    of_kind = _rows(record) if record is ACCOUNTS else _of(record, league, None)
    for start in range(0, len(keys), PORTION):
        portion = keys[start : start + PORTION]
        rows = of_kind.filter(pk__in=list(portion))
        if record.bring is not None:
            for row in rows:
                record.bring(row)
            found = [[getattr(row, field) for field in fields] for row in rows]
            by_key = {values[0]: values[1:] for values in found}
        else:
            by_key = {values[0]: values[1:] for values in rows.values_list(*fields)}
        for key in portion:
            data = record.to_line(by_key[key], numbering)
            if record is ACCOUNTS:
                data["username"] = account_name(data["username"])
            yield line_of(data)


_ABSENT = re.compile(r"~[0-9]+~")


def absent_name(league: League, name: str) -> str:
    """Return the name of the placeholder account for a person without an account on this site.

    Nobody can sign up with such a name, since “~” is not allowed in names.
    """
    return f"~{league.pk}~{name}"[:150]


def account_name(username: str) -> str:
    """Return an account's name in files, also for a placeholder account."""
    return _ABSENT.sub("", username, count=1) if username.startswith("~") else username


def total_of(league: League) -> int:
    """Return approximately how many records the league has, for progress."""
    return sum(
        _rows(record).filter(**{record.league: league.pk}).count()
        for record in RECORDS
        if record is not ACCOUNTS
    )
