"""Background work on data that goes out and comes in."""

from celery import shared_task
from django.utils import timezone

from zarleague.exchange import letters, pushing, transfers
from zarleague.exchange.backups import making
from zarleague.exchange.forgetting import work as forgetting
from zarleague.exchange.history import services as history
from zarleague.exchange.history import work
from zarleague.exchange.models import HistoryImport, Transfer, Webhook
from zarleague.exchange.webhooks import delivering

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
    for left in history.to_clean_up():
        clean_up_history.delay(left.pk)
    transfers.remove_old()
    history.remove_old()


@shared_task(**LONG)
def clean_up_history(import_id: int) -> None:
    """Remove what an import that failed or was undone has left behind."""
    found = HistoryImport.objects.select_related("league").get(pk=import_id)
    work.clean_up(found)


@shared_task
def take_up_forgetting() -> None:
    """Queue the names that are still to be taken out of what is stored."""
    for forgetting_id in forgetting.to_do():
        forget.delay(forgetting_id)


@shared_task(**LONG)
def forget(forgetting_id: int) -> None:
    """Take somebody's name out of everything a league has stored."""
    forgetting.forget(forgetting_id)


@shared_task
def send_letters() -> None:
    """Send the e-mails that wait."""
    letters.send()


@shared_task(**LONG)
def send_pushes() -> None:
    """Tell browsers that a hand is disputed."""
    pushing.send()


@shared_task
def write_digests() -> None:
    """Write down the digests of the week that is over."""
    letters.write_digests(timezone.now())


@shared_task
def send_webhooks() -> None:
    """Queue a task for each webhook for which something is due."""
    for webhook_id in delivering.due():
        deliver.delay(webhook_id)


@shared_task(**LONG)
def clean_up_webhooks() -> None:
    """Remove what was sent a month ago."""
    delivering.remove_old()


@shared_task
def deliver(webhook_id: int) -> None:
    """Send what is due to one webhook."""
    delivering.deliver(webhook_id)


def queue_webhook(webhook: Webhook) -> None:
    """Queue what is due to a webhook, when the current transaction commits."""
    deliver.delay_on_commit(webhook.pk)


def queue_transfer(transfer: Transfer) -> None:
    """Queue the work of a transfer that waits, when the current transaction commits."""
    if transfer.state == Transfer.State.WAITING:
        carry_out.delay_on_commit(transfer.pk)


def queue_clean_up(found: HistoryImport) -> None:
    """Queue the removal of what an undone import left, when the current transaction commits."""
    clean_up_history.delay_on_commit(found.pk)


def catch_up() -> None:
    """Make the backup that fell due while a site on one machine was off."""
    back_up.apply_async(countdown=120)
