"""Background work on data that goes out and comes in."""

from celery import shared_task

from zarleague.exchange import transfers
from zarleague.exchange.backups import making
from zarleague.exchange.models import Transfer

LONG = {"soft_time_limit": 540, "time_limit": 570}
"""Limits for work on everything there is; below the ten minutes after which Redis hands a task to
another worker."""


@shared_task(**LONG)
def back_up() -> None:
    """Make the day's backup, if a folder for backups is set and the day has none yet."""
    making.back_up_by_the_clock()


@shared_task(**LONG)
def carry_out(transfer_id: int) -> None:
    """Make a league's file, or make a league of one."""
    transfers.carry_out(transfer_id)


@shared_task
def take_up_transfers() -> None:
    """Queue the transfers again whose process died; remove files of the day before."""
    for transfer in transfers.waiting():
        carry_out.delay(transfer.pk)
    transfers.remove_old()


def queue_transfer(transfer: Transfer) -> None:
    """Queue the work of a transfer that waits, when the current transaction commits."""
    if transfer.state == Transfer.State.WAITING:
        carry_out.delay_on_commit(transfer.pk)


def catch_up() -> None:
    """Make the backup that fell due while a site on one machine was off."""
    back_up.apply_async(countdown=120)
