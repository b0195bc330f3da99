"""Remove names in the background, in chunks; a killed task starts again from the beginning."""

import hashlib
import json
from typing import Any, Final

from django.db import models, transaction
from django.db.models import F, Min, Value
from django.utils import timezone

from zarleague.background import task_process
from zarleague.exchange import transfers
from zarleague.exchange.forgetting.places import PLACES, NameFields
from zarleague.exchange.forgetting.texts import Renaming
from zarleague.exchange.models import Forgetting, Transfer
from zarleague.leagues import mailed_invitations
from zarleague.leagues.models import Player, User
from zarleague.leagues.names import name_key
from zarleague.play import triggers
from zarleague.reports.models import SeasonReport
from zarleague.reports.season_report.figures import body_of
from zarleague.reports.season_report.files import pdf_storage
from zarleague.reports.season_report.files.printing import pdf
from zarleague.reports.season_report.stored import replace_extracts, unsaved_extracts

PORTION: Final = 200
"""Rows processed in one transaction, so that nobody at a table waits."""


def note(player: Player, names: list[str], account: User | None, **_kwargs: Any) -> None:
    """Record the names that remain to be removed, in the transaction that renames the player."""
    if account is not None:
        names = [*names, account.get_full_name(), account.get_username(), account.email]
        names += mailed_invitations.addresses_of(account)
    Forgetting.objects.create(
        league_id=player.league_id,
        names=sorted({name for name in names if name}),
        new_name=player.name,
        account=account.pk if account is not None else None,
    )


def to_do() -> list[int]:
    """Return the id of the oldest pending removal of each league: a league with many has one turn,
    as the others."""
    pending = Forgetting.objects.filter(done_at=None).order_by().values("league")
    oldest = pending.annotate(oldest=Min("pk")).order_by("oldest")
    return list(oldest.values_list("oldest", flat=True)[:50])


def next_of(league_id: int, after: int) -> int | None:
    """Return the id of a league's first pending removal after one, None if there is none."""
    pending = Forgetting.objects.filter(league=league_id, done_at=None, pk__gt=after)
    return pending.order_by("pk").values_list("pk", flat=True).first()


def is_long(forgetting_id: int) -> bool:
    """Return whether a removal takes longer than starting a process does."""
    return transfers.is_long_league(Forgetting.objects.get(pk=forgetting_id).league_id)


def forget(forgetting_id: int) -> None:
    """Remove the names from everything that is stored, in a long league apart from the pages.
    Repeating it changes nothing."""
    if is_long(forgetting_id):
        task_process.run(_forget, forgetting_id)
    else:
        _forget(forgetting_id)


def _forget(forgetting_id: int) -> None:
    found = Forgetting.objects.filter(pk=forgetting_id, done_at=None).first()
    if found is None:
        return
    others = list(Player.objects.filter(league=found.league).values_list("name", flat=True))
    taken = {name_key(name) for name in others}  # the name is another person's, who keeps it
    names = [name for name in found.names if name_key(name) not in taken]
    renaming = Renaming(names, found.new_name, others)
    for place in PLACES:
        _go_through(place, found, renaming)
    _reports(found, renaming)
    # Earlier exports of the league contain the name, and so may uploaded spreadsheets.
    Transfer.objects.filter(league=found.league, direction=Transfer.Direction.OUT).delete()
    transfers.remove_spreadsheets(found.league)
    Forgetting.objects.filter(pk=found.pk).update(done_at=timezone.now(), names=[], account=None)


def _go_through(place: NameFields, found: Forgetting, renaming: Renaming) -> None:
    rows: models.QuerySet[Any] = models.QuerySet(place.model)
    rows = rows.filter(**{place.league: found.league_id}).order_by("pk")
    rows = rows.annotate(game_of_it=F(place.game) if place.game else Value(""))
    last = 0
    while True:
        with transaction.atomic():
            portion = list(rows.filter(pk__gt=last)[:PORTION])
            changed = [
                row for row in portion if place.rename(row, renaming, found.account, row.game_of_it)
            ]
            if changed:
                with triggers.rewriting():
                    written: models.QuerySet[Any] = models.QuerySet(place.model)
                    written.bulk_update(changed, place.fields)
        if not portion:
            return
        last = portion[-1].pk


def _reports(found: Forgetting, renaming: Renaming) -> None:
    """Remove the names from the reports, and render their PDFs again."""
    reports: models.QuerySet[SeasonReport] = models.QuerySet(SeasonReport)
    reports = reports.filter(season__league=found.league_id).order_by("pk")
    for report in reports.iterator(1):
        body = body_of(renaming.data(json.loads(report.body)))
        differences = renaming.data(report.differences)
        if body == report.body and differences == report.differences:
            continue
        report.body, report.differences = body, differences
        report.fingerprint = hashlib.sha256(body.encode()).hexdigest()
        report.__dict__.pop("figures", None)
        printed, cut = pdf(report), unsaved_extracts(report)
        with transaction.atomic(), triggers.rewriting():
            written: models.QuerySet[Any] = models.QuerySet(SeasonReport)
            written.bulk_update([report], ["body", "differences", "fingerprint"])
            pdf_storage.replace(report, printed)
            replace_extracts(report, cut)
