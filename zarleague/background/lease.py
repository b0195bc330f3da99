"""The lease of work in the background: which process is at work on a row.

A row says what has to be done. Whoever does it writes a name into the row, by one conditional
update, and gives signs of life. If that process is killed there are none, and after `STALE_AFTER`
another one may take the lease. A process that was thought dead learns of it at its next sign of
life, or when it stores what it has made.
"""

import datetime
import secrets
from dataclasses import dataclass
from typing import Any, Final

from celery import current_task
from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone

from zarleague.background.queueing import stale_for

STALE_AFTER: Final = datetime.timedelta(seconds=25)
"""A lease without a sign of life for this long is free."""


class LeaseLostError(RuntimeError):
    """Another process has taken the lease; this one should end."""


class Leased(models.Model):
    """A row of work that one process does at a time."""

    holder = models.CharField(max_length=40, blank=True, default="")
    """The process that holds the lease; "" if none does."""
    seen_at = models.DateTimeField(default=timezone.now)
    """Its last sign of life, or the moment it let the row go."""

    class Meta:
        abstract = True


@dataclass(frozen=True)
class Lease:
    """The lease of one row."""

    model: type[Leased]
    pk: Any
    holder: str

    @classmethod
    def take(
        cls,
        rows: QuerySet[Any],
        pk: Any,
        *,
        of_task: bool = False,
        take_over: bool = False,
        **values: Any,
    ) -> "Lease | None":
        """Take the lease of a row and set further values in it. Return None if another process has
        it, or if the row is not among ``rows``, a condition on its own columns. With ``take_over``
        take it from whoever has it. With ``of_task`` the task of Celery has it, so that one that is
        delivered again, because its worker was killed, goes on at once.
        """
        task = current_task.request.id if of_task and current_task else None
        holder = task or secrets.token_hex(16)
        free = Q() if take_over else is_free() | Q(holder=holder)
        values |= {"holder": holder, "seen_at": timezone.now()}
        # One row is updated on its own condition: the database compares it again after waiting for
        # another process, which it would not do with a row found by a query within the query.
        taken = rows.filter(free, pk=pk).update(**values)
        return cls(rows.model, pk, holder) if taken else None

    @classmethod
    def take_one(cls, rows: QuerySet[Any]) -> "Lease | None":
        """Take the lease of the first row that is free; None if there is none."""
        free = rows.filter(is_free()).order_by("pk").values_list("pk", flat=True)
        while (pk := free.first()) is not None:
            if lease := cls.take(rows, pk):
                return lease
        return None

    def held(self) -> QuerySet[Any]:
        """Return the row if this process still holds the lease, otherwise none."""
        return self.model._default_manager.filter(pk=self.pk, holder=self.holder)

    def keep(self, **values: Any) -> None:
        """Give a sign of life, and set further values. Raise `LeaseLostError`."""
        if not self.held().update(seen_at=timezone.now(), **values):
            raise LeaseLostError(f"{self.model._meta.label} {self.pk}")

    def let_go(self, **values: Any) -> None:
        """Let the next one take the row, and set further values. Raise `LeaseLostError`."""
        self.keep(holder="", **values)


def is_free() -> Q:
    """Return the condition for rows that no process is at work on."""
    return Q(holder="") | stale_for(STALE_AFTER)
