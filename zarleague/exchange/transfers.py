"""Request a league's file, upload files in pieces, and process them in the background."""

import datetime
import io
import logging
import os
import tempfile
import time
import uuid
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Final

from celery.exceptions import SoftTimeLimitExceeded
from django.core.cache import cache
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague import live
from zarleague.background import sending, task_process
from zarleague.background.lease import STALE_AFTER, Lease, is_free
from zarleague.background.queueing import stale_for
from zarleague.exchange.damage import DAMAGED, BadFile
from zarleague.exchange.history import published
from zarleague.exchange.history import work as history
from zarleague.exchange.models import HistoryImport, Piece, Transfer
from zarleague.leagues import access, stored_a_day
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, KeyReused, NotAllowed
from zarleague.leagues.models import League, User
from zarleague.leagues.services import check_may_have_another
from zarleague.play.models import Hand
from zarleague.reports import services as reports

logger = logging.getLogger(__name__)

MAX_FILE: Final = 200 << 20
"""Bytes of an uploaded file; a league of 100,000 hands has some ten million."""
PIECE: Final = 1 << 20
"""Bytes of a piece: all but the last have as many."""
KEPT: Final = datetime.timedelta(days=1)
MAX_STEP: Final = 150
"""Seconds for which a process counts as working after it reported progress to the cache: the
longest time one step may take."""
LONG_FILE: Final = 30_000
"""Bytes of an uploaded file from which on it is processed apart from the pages."""
LONG_UNPACKED: Final = 300_000
"""Bytes of everything in an uploaded archive from which on it is, too, however small it arrives."""
LONG_LEAGUE: Final = 200
"""Hands of a league from which on it is exported apart from the pages."""
INTERVAL: Final = 0.5
"""Minimum seconds between two reports of progress."""

MOST_ATTEMPTS: Final = 3
"""Processes that may begin a transfer. If they all die, it is likely that the file kills them."""

_BY_KEY: Final = uuid.UUID("6f2dd5b8-6e5c-4d4b-8f60-5a2a8b6f3f6a")
"""The namespace of uuids derived from idempotency keys."""

INTERRUPTED: Final = gettext_noop(
    "This was interrupted several times and has been given up. If it happens again, tell whoever "
    "runs this site."
)
TOO_LONG: Final = gettext_noop(
    "This took too long. Whoever runs this site can do it on the server."
)
OUR_FAULT: Final = gettext_noop(
    "Something went wrong on our side, and nothing was kept. Try it once more. If it happens "
    "again, tell whoever runs this site: the site’s log says why."
)
"""Why a transfer failed, if not because of its file."""

MOST_KEPT: Final = 100 << 20
"""Bytes kept of an account's file of which several games are imported."""
END: Final = 1 << 17
"""Bytes at the end of an archive in which the list of its members is looked for: a league's has
some thousand, a comment after it up to 64 kB."""
_ZIP64: Final = b"PK\x06\x07"
"""The mark of a list that may be elsewhere, too. No archive of `MAX_FILE` bytes needs it."""
MOST_BESIDE: Final = 100
"""Games of a file whose imports are begun and not ended: the page of each names them all."""

State = Transfer.State
_TO_CONFIRM: Final = Q(state=State.DONE, history_import__stage=HistoryImport.Stage.CHECK)
"""Spreadsheets that have been read and wait for their confirmation."""
_NEEDS_NO_FILE: Final = Q(state=State.REPLACED) | Q(
    direction=Transfer.Direction.IN, state__in=(State.DONE, State.FAILED)
)
"""Uploads whose file, of up to 200 MB, `remove_unused` removes."""


def channel(transfer: Transfer) -> str:
    """Return the channel on which a transfer's progress is announced, as event ``job``."""
    return f"transfer-{transfer.key.hex}"


def transfer_of(key: str, user: User) -> Transfer | None:
    """Return a transfer of an account by its key, None if it belongs to another."""
    found = by_key(key)
    return found if found is not None and found.asked_by_id == user.pk else None


def by_id(transfer_id: int) -> Transfer | None:
    return Transfer.objects.filter(pk=transfer_id).first()


def by_key(key: str) -> Transfer | None:
    try:
        wanted = uuid.UUID(key)
    except ValueError:
        return None
    return Transfer.objects.select_related("league").filter(key=wanted).first()


def export_of(league: League) -> Transfer | None:
    """Return the latest export of a league, finished or not."""
    made = Transfer.objects.filter(league=league, direction=Transfer.Direction.OUT)
    return made.order_by("-asked_at").first()


def replacement_of(transfer: Transfer, actor: Actor) -> Transfer | None:
    """Return the actor's latest upload, if it has replaced this one of theirs."""
    if transfer.state != State.REPLACED or transfer.asked_by != actor.user:
        return None
    later = Transfer.objects.filter(asked_by=transfer.asked_by, direction=transfer.direction)
    return later.select_related("history_import__league").latest("pk")


def progress_of(transfer: Transfer) -> int:
    """Return the number of records processed."""
    done, _ = cache.get(_progress_key(transfer)) or (0, 0.0)
    return int(done)


@transaction.atomic
def ask_for_export(league: League, *, actor: Actor) -> Transfer:
    """Request an export of a league; return the running one if there is one."""
    access.require(access.can_organise(actor, league))
    if actor.user is None:
        raise NotAllowed
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    latest = export_of(league)
    if latest is not None and latest.is_open:
        return latest
    Transfer.objects.filter(league=league, direction=Transfer.Direction.OUT).delete()
    return Transfer.objects.create(
        direction=Transfer.Direction.OUT, asked_by=actor.user, league=league, state=State.WAITING
    )


@transaction.atomic
def begin_upload(
    *,
    actor: Actor,
    name: str,
    size: int,
    direction: str = Transfer.Direction.IN,
    most: int = MAX_FILE,
    key: str = "",
) -> Transfer:
    """Start uploading a file of at most *most* bytes. It replaces an unfinished upload of the same
    account, and a spreadsheet that waits for its confirmation, unless that has the same idempotency
    key: then it is continued. The pages of earlier files stay, without the files."""
    if not 0 < size <= most:
        raise Invalid("file", gettext_noop("Files can be up to {most} MB."), most=most >> 20)
    return _begin(actor, name, direction, State.ARRIVING, size=size, key=key)


@transaction.atomic
def begin_download(*, actor: Actor, name: str, direction: str, key: str = "") -> Transfer:
    """Let a file be fetched in the background, in place of an upload."""
    return _begin(actor, name, direction, State.WAITING, key=key)


@transaction.atomic
def begin_again_with(transfer: Transfer, *, actor: Actor) -> Transfer:
    """Process the file of a finished transfer once more, as a new one beside it. Raise Invalid if
    it is no longer there, or if too much would be kept."""
    pieces = [(piece.number, bytes(piece.content)) for piece in transfer.pieces.all()]
    is_whole = pieces and len(pieces) * PIECE >= transfer.size
    if transfer.state == State.REPLACED or not is_whole:
        raise Invalid("file", gettext_noop("This file isn’t here any more. Upload it again."))
    kept = Transfer.objects.filter(asked_by=actor.user, pieces__number=0).exclude(_NEEDS_NO_FILE)
    sizes = list(kept.values_list("size", flat=True))
    if len(sizes) > MOST_BESIDE or sum(sizes) + transfer.size > MOST_KEPT:
        raise Invalid("file", gettext_noop("First import the games of this file that are ready."))
    made = _begin(
        actor, transfer.name, transfer.direction, State.WAITING, size=transfer.size, beside=True
    )
    Piece.objects.bulk_create(
        Piece(transfer=made, number=number, content=content) for number, content in pieces
    )
    return made


def _begin(
    actor: Actor,
    name: str,
    direction: str,
    state: str,
    *,
    size: int = 0,
    key: str = "",
    beside: bool = False,
) -> Transfer:
    if actor.user is None:
        raise NotAllowed
    User.objects.select_for_update(no_key=True).get(pk=actor.user.pk)
    mine = Transfer.objects.filter(asked_by=actor.user, direction=direction)
    address = uuid.uuid5(_BY_KEY, f"{actor.user.pk}/{direction}/{key}") if key else uuid.uuid4()
    if (begun := mine.filter(key=address).first()) is not None:
        if begun.name != name[:120] or size not in (0, begun.size):
            raise KeyReused
        return begun
    if direction == Transfer.Direction.IN:
        check_may_have_another(actor.user)
    if not beside:
        if mine.filter(state__in=Transfer.OPEN).exists():
            raise Invalid("file", gettext_noop("Your previous file is still being processed."))
        mine.filter(Q(state=State.ARRIVING) | _TO_CONFIRM).update(state=State.REPLACED)
        Piece.objects.filter(transfer__in=mine.exclude(_NEEDS_NO_FILE)).delete()
    if size:
        stored_a_day.charge_import(actor.user.pk, size)
    return Transfer.objects.create(
        key=address,
        direction=direction,
        asked_by=actor.user,
        name=name[:120],
        size=size,
        state=state,
    )


@transaction.atomic
def add_piece(transfer: Transfer, number: int, content: bytes, *, actor: Actor) -> Transfer:
    """Store the next piece of a file; repeating one changes nothing. The last piece starts the
    processing."""
    transfer = Transfer.objects.select_for_update(no_key=True, of=("self",)).get(pk=transfer.pk)
    if actor.user is None or transfer.asked_by_id != actor.user.pk:
        raise NotAllowed
    if transfer.state == State.REPLACED:
        raise Invalid("file", gettext_noop("Another file has taken the place of this one."))
    there = transfer.pieces.count()
    if transfer.state != State.ARRIVING or number < there:
        return transfer
    left = transfer.size - there * PIECE
    if number != there or len(content) != min(PIECE, left):
        raise Invalid("file", gettext_noop("Part of the file is missing. Send it again."))
    Piece.objects.create(transfer=transfer, number=number, content=content)
    if len(content) == left:
        transfer.state = State.WAITING
        if transfer.direction == Transfer.Direction.IN:
            _charge_unpacked(transfer, actor.user)
    transfer.seen_at = timezone.now()
    transfer.save(update_fields=["state", "problem", "seen_at"])
    return transfer


def _charge_unpacked(transfer: Transfer, user: User) -> None:
    """Count what a file unpacks to beyond its size; end the transfer if that is too much."""
    try:
        stored_a_day.charge_import(user.pk, max(0, _unpacked(transfer) - transfer.size))
    except Invalid as refused:
        transfer.problem = refused.text
    except BadFile as error:
        transfer.problem = str(error)
    if transfer.problem:
        transfer.state = State.FAILED


def content_of(transfer: Transfer) -> Iterator[bytes]:
    """Yield the pieces of a file, one at a time."""
    for number in range(transfer.pieces.count()):
        yield bytes(Piece.objects.get(transfer=transfer, number=number).content)


def waiting() -> list[Transfer]:
    """Return the transfers to work on: new ones, and those whose process died."""
    stale = Transfer.objects.filter(stale_for(STALE_AFTER), state__in=Transfer.OPEN)
    return [one for one in stale if not _shows_life(one)]


def _shows_life(transfer: Transfer) -> bool:
    """Return whether a process has reported progress lately, and not by a clock that was wrong."""
    _, at = cache.get(_progress_key(transfer)) or (0, 0.0)
    return abs(time.time() - at) <= MAX_STEP


def remove_spreadsheets(league: League) -> None:
    """Remove the uploaded spreadsheets of a league, after a name was removed from it. One that was
    not confirmed has to be uploaded again."""
    uploads = Transfer.objects.filter(history_import__league=league)
    uploads = uploads.exclude(state__in=Transfer.OPEN)
    Piece.objects.filter(transfer__in=uploads).delete()
    uploads.filter(Q(state=State.ARRIVING) | _TO_CONFIRM).update(
        state=State.FAILED,
        problem=gettext_noop(
            "A player’s name was removed from the league meanwhile. Upload the file again."
        ),
    )


def remove_unused() -> None:
    """Remove the files of uploads that need them no more."""
    _remove(Transfer.objects.filter(_NEEDS_NO_FILE))


def remove_old() -> None:
    """Remove files a day after their upload or export."""
    old = Transfer.objects.filter(seen_at__lt=timezone.now() - KEPT)
    old = old.exclude(state__in=Transfer.OPEN)
    _remove(old)
    old.delete()


def _remove(transfers: QuerySet[Transfer]) -> None:
    """Remove the files of transfers a piece at a time, so that others can write between two."""
    for piece in list(Piece.objects.filter(transfer__in=transfers).values_list("pk", flat=True)):
        Piece.objects.filter(pk=piece).delete()


def begin_again() -> None:
    """Let the transfers that were being worked on be begun again at once: on a site of one process,
    as it starts, whatever worked on them is dead."""
    Transfer.objects.filter(state=State.RUNNING).update(state=State.WAITING, holder="")


def carry_out(transfer_id: int) -> None:
    """Process a transfer, unless it is finished or another process has its lease, or is at work on
    another one of the same account: then that one's turn comes next. A long one is processed apart
    from the pages."""
    transfer = _to_do(transfer_id).filter(pk=transfer_id).first()
    if transfer is None:
        return
    if is_long(transfer_id):
        task_process.run(_carry_out, transfer_id)
    else:
        _carry_out(transfer_id)


def next_of(transfer_id: int) -> Transfer | None:
    """Return the transfer that has waited longest of the others of the same account and that nobody
    is fetching; None if there is none or one is being worked on."""
    mine = Transfer.objects.filter(asked_by__transfers=transfer_id)
    if _at_work(mine).exists():
        return None
    waiting = mine.filter(is_free(), state=State.WAITING).exclude(pk=transfer_id)
    return waiting.order_by("pk").first()


def is_long(transfer_id: int) -> bool:
    """Return whether processing a transfer takes longer than starting a process does."""
    transfer = Transfer.objects.get(pk=transfer_id)
    if transfer.direction == Transfer.Direction.OUT:
        return transfer.league_id is not None and is_long_league(transfer.league_id)
    if transfer.size > LONG_FILE:
        return True
    try:
        return _unpacked(transfer) > LONG_UNPACKED
    except BadFile:  # nothing is unpacked
        return False


def is_long_league(league_id: int) -> bool:
    """Return whether going through everything in a league takes longer than starting a process."""
    return Hand.objects.filter(match__season__league=league_id)[LONG_LEAGUE:].exists()


def _unpacked(transfer: Transfer) -> int:
    """Return the bytes that an archive says it unpacks to. Only its end is read. Raise BadFile if
    its members are not listed there: it is no archive, damaged, or none of a league."""
    last = transfer.pieces.filter(number__gte=(transfer.size - END) // PIECE)
    end = b"".join(bytes(piece.content) for piece in last)[-END:]
    try:
        with zipfile.ZipFile(io.BytesIO(end)) as packed:
            if len(end) < transfer.size and _ZIP64 in end[packed.start_dir :]:
                raise zipfile.BadZipFile
            return sum(member.file_size for member in packed.infolist())
    except DAMAGED as error:
        raise BadFile("This is not a league's file.") from error


def _at_work(transfers: QuerySet[Transfer]) -> QuerySet[Transfer]:
    """Return those of the transfers that a living process works on."""
    return transfers.filter(state=State.RUNNING).exclude(is_free())


def is_to_fetch(transfer: Transfer) -> bool:
    """Return whether the file of a transfer is still at its address."""
    return transfer.direction == Transfer.Direction.PAST and not transfer.size


def fetch(transfer_id: int) -> bool:
    """Get the published table that is to be imported from its address. Return False if servers
    elsewhere have used up the time of its account: it is taken up again later."""
    waiting = Transfer.objects.filter(state=State.WAITING, size=0)
    account = waiting.filter(pk=transfer_id).values_list("asked_by", flat=True).first()
    if account is None:
        return True
    owner = f"account:{account}"
    if not sending.has_time(owner):
        return False
    lease = Lease.take(waiting, transfer_id, of_task=True, attempts=F("attempts") + 1)
    if lease is None:
        return True
    transfer = Transfer.objects.select_related("history_import").get(pk=transfer_id)
    try:
        with tempfile.TemporaryFile() as file:
            with sending.charged(owner):
                published.download(transfer.history_import.address, file)
            transfer.size = file.seek(0, os.SEEK_END)
            file.seek(0)
            with transaction.atomic():
                lease.let_go(size=transfer.size)
                _keep(transfer, file)
    except BadFile as error:
        _end(transfer, State.FAILED, str(error))
    return True


def _to_do(transfer_id: int) -> QuerySet[Transfer]:
    """Return the open transfers, without those whose account has another one being worked on; the
    transfer of this id does not count as another."""
    others = Transfer.objects.exclude(pk=transfer_id)
    at_work = _at_work(others).values("asked_by")
    return Transfer.objects.filter(state__in=Transfer.OPEN).exclude(asked_by__in=at_work)


def _carry_out(transfer_id: int) -> None:
    lease = Lease.take(
        _to_do(transfer_id),
        transfer_id,
        of_task=True,
        state=State.RUNNING,
        attempts=F("attempts") + 1,
    )
    if lease is None:
        return
    transfer = Transfer.objects.select_related("league", "asked_by").get(pk=transfer_id)
    if transfer.attempts > MOST_ATTEMPTS:
        _end(transfer, State.FAILED, INTERRUPTED)
        return
    try:
        if transfer.direction == Transfer.Direction.OUT:
            _write_out(transfer)
        elif transfer.direction == Transfer.Direction.IN:
            _read_in(transfer)
        else:
            with _assembled(transfer) as file:
                history.work_on(transfer, file, _Progress(transfer))
    except BadFile as error:
        _end(transfer, State.FAILED, str(error))
    except SoftTimeLimitExceeded:
        _end(transfer, State.FAILED, TOO_LONG)
        raise
    except (OperationalError, InterfaceError):  # the database is away, busy or full
        _forget_progress(transfer)  # so that the transfer is begun again soon
        raise
    except Exception:
        ended = _end(transfer, State.FAILED, OUR_FAULT)
        if ended or not Transfer.objects.filter(pk=transfer.pk).exists():
            raise
        logger.warning("Another process has begun transfer %s again", transfer.pk, exc_info=True)
    else:
        _end(transfer, State.DONE)


def _end(transfer: Transfer, state: str, problem: str = "") -> bool:
    """End a transfer; return False if another process has begun it again."""
    ended = Transfer.objects.filter(pk=transfer.pk, holder=transfer.holder).update(
        state=state,
        problem=problem[:500],
        seen_at=timezone.now(),
        size=transfer.size,
        differing=transfer.differing,
    )
    if not ended:
        return False
    _forget_progress(transfer)
    live.publish(channel(transfer), event="job", data={"transfer": transfer.pk})
    return True


def _write_out(transfer: Transfer) -> None:
    from zarleague.exchange.league_file.writing import total_of, write_league  # loads numpy

    league = transfer.league
    assert league is not None
    transfer.pieces.all().delete()
    reports.refresh_ratings(league)
    transfer.total = total_of(league)
    transfer.save(update_fields=["total"])
    with tempfile.TemporaryFile() as file:
        write_league(league, file, _Progress(transfer))
        transfer.size = file.tell()
        file.seek(0)
        _keep(transfer, file)


def _keep(transfer: Transfer, file: IO[bytes]) -> None:
    number = 0
    while content := file.read(PIECE):
        Piece.objects.create(transfer=transfer, number=number, content=content)
        number += 1


def _read_in(transfer: Transfer) -> None:
    from zarleague.exchange.league_file import importing  # loads numpy
    from zarleague.exchange.league_file.discarding import discard
    from zarleague.exchange.league_file.reading import LeagueFile

    progress = _Progress(transfer)
    with _assembled(transfer) as file:
        opened = LeagueFile(file)
        transfer.total = opened.total * importing.PASSES
        transfer.save(update_fields=["total"])
        if transfer.arrived and transfer.league is not None:  # the process died after that
            importing.take_up(transfer.league)
            transfer.differing = importing.compare(
                opened,
                transfer.league,
                importing.check(opened, progress),
                transfer.asked_by,
                progress,
            )
            return
        if transfer.league is not None:
            discard(transfer.league)
        made = importing.import_league(
            opened,
            find_account=lambda name: _own_account(transfer, name),
            owner=transfer.asked_by,
            begun=lambda league: _note(transfer, league, arrived=False),
            finished=lambda league: _note(transfer, league, arrived=True),
            step=progress,
        )
        transfer.differing = list(made.differing)


@contextmanager
def _assembled(transfer: Transfer) -> Iterator[IO[bytes]]:
    """Yield the file of a transfer, assembled from its stored parts."""
    with tempfile.TemporaryFile() as file:
        for content in content_of(transfer):
            file.write(content)
        file.seek(0)
        yield file


def _own_account(transfer: Transfer, name: str) -> User | None:
    """Return the uploader's account, if the file names it. A file makes nobody else a member: other
    people take over what is theirs when they join."""
    return transfer.asked_by if transfer.asked_by.username == name else None


def _note(transfer: Transfer, league: League, *, arrived: bool) -> None:
    mine = Transfer.objects.filter(pk=transfer.pk, holder=transfer.holder)
    if not mine.update(league=league, arrived=arrived):
        raise _TakenOver
    transfer.league, transfer.arrived = league, arrived


class _TakenOver(Exception):
    """Raised in a process whose transfer another one has begun again."""


class _Progress:
    """Publish the progress of a transfer to the cache and to open pages.

    The database is not written: a league is read in one transaction that must not write.
    """

    def __init__(self, transfer: Transfer) -> None:
        self._transfer = transfer
        self._done = 0
        self._published_at = 0.0
        self(0)

    def __call__(self, records: int) -> None:
        self._done += records
        if time.monotonic() - self._published_at >= INTERVAL:
            self._published_at = time.monotonic()
            noted = (self._done, time.time())
            task_process.note(_progress_key(self._transfer), noted, MAX_STEP)
            live.publish(channel(self._transfer), event="job", data={"transfer": self._transfer.pk})


def _forget_progress(transfer: Transfer) -> None:
    task_process.note(_progress_key(transfer), None, 0)


def _progress_key(transfer: Transfer) -> str:
    return f"transfer-progress-{transfer.pk}"
