"""Celery tasks for exports, imports and messages to elsewhere."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from zarleague.background import queueing, sending
from zarleague.background.celery import always
from zarleague.exchange import demo_reset, evening_letters, letters, transfers, unused_accounts
from zarleague.exchange.backups import making
from zarleague.exchange.forgetting import work as forgetting
from zarleague.exchange.history import services as history
from zarleague.exchange.history import work
from zarleague.exchange.league_file import discarding
from zarleague.exchange.letters import LETTERS
from zarleague.exchange.models import Forgetting, HistoryImport, Transfer, Webhook
from zarleague.exchange.pushing import EVENING_PUSHES, PUSHES
from zarleague.exchange.webhooks import delivering
from zarleague.exchange.webhooks.delivering import DELIVERIES
from zarleague.leagues.models import League
from zarleague.play.demo import evening_at
from zarleague.play.rulings.notices import NOTICES

CHANNELS = (PUSHES, DELIVERIES, NOTICES, LETTERS, EVENING_PUSHES)
"""All kinds of messages, those first that somebody waits for."""

LONG = {"soft_time_limit": 540, "time_limit": 570}
"""Time limits for long tasks; below the ten minutes after which Redis delivers a task to another
worker."""

LOST_AFTER = 30
"""Seconds after which what was queued once and never began may be queued again."""


@shared_task(is_long=staticmethod(always), **LONG)
def back_up() -> None:
    """Make the day's backup, if a folder for backups is set and the day has none yet."""
    making.back_up_by_the_clock()


@shared_task(about=Transfer, lost_after=LOST_AFTER, is_long=staticmethod(transfers.is_long), **LONG)
def carry_out(transfer_id: int) -> None:
    """Export a league to a file, or import one; then the next one of the same account."""
    transfers.carry_out(transfer_id)
    if (waiting := transfers.next_of(transfer_id)) is not None:
        queue_transfer(waiting)


@shared_task(about=Transfer, lost_after=LOST_AFTER)
def fetch(transfer_id: int) -> None:
    """Fetch the table of an import; then check it."""
    if transfers.fetch(transfer_id):
        carry_out.delay(transfer_id)


@shared_task
def take_up_transfers() -> None:
    """Enqueue the transfers again whose process died; remove files that nothing needs any more, and
    others after a day, unless the site has just started or the machine's clock has jumped."""
    for transfer in transfers.waiting():
        _task_of(transfer).queue_once(transfer.pk)
    for left in history.to_clean_up():
        clean_up_history.queue_once(left.pk)
    for league in discarding.abandoned():
        remove_hidden.queue_once(league.pk)
    transfers.remove_unused()
    if queueing.goes_steadily("remove-files", timezone.now()):
        transfers.remove_old()
        history.remove_old()


@shared_task(
    about=League,
    lost_after=LOST_AFTER,
    is_long=staticmethod(transfers.is_long_league),
    **LONG,
)
def remove_hidden(league_id: int) -> None:
    """Remove a league whose import failed and left it."""
    with queueing.alone(f"remove-{league_id}") as is_alone:
        if is_alone:
            discarding.remove_hidden(league_id)


@shared_task(
    about=HistoryImport,
    lost_after=LOST_AFTER,
    is_long=staticmethod(history.is_long_to_clean_up),
    **LONG,
)
def clean_up_history(import_id: int) -> None:
    """Remove the rows of an import that failed or was undone."""
    with queueing.alone(f"clean-up-{import_id}") as is_alone:
        if is_alone:
            work.clean_up(HistoryImport.objects.select_related("league").get(pk=import_id))


@shared_task
def take_up_forgetting() -> None:
    """Enqueue the oldest pending removal of a name of each league."""
    for forgetting_id in forgetting.to_do():
        forget.queue_once(forgetting_id)


@shared_task(
    about=Forgetting,
    lost_after=LOST_AFTER,
    is_long=staticmethod(forgetting.is_long),
    **LONG,
)
def forget(forgetting_id: int) -> None:
    """Remove a person's name from everything a league has stored; then the league's next one, even
    if this one fails, behind the tasks of other leagues."""
    league_id = Forgetting.objects.get(pk=forgetting_id).league_id
    with queueing.alone(f"forget-{league_id}") as is_alone:
        if not is_alone:
            return
        try:
            forgetting.forget(forgetting_id)
        finally:
            if (following := forgetting.next_of(league_id, forgetting_id)) is not None:
                forget.queue_once(following)


@shared_task
def send_messages() -> None:
    """Enqueue a task for each owner of messages that are due."""
    for owner in sending.owners_due(CHANNELS):
        send_messages_of.queue_once(owner)


@shared_task(lost_after=sending.WINDOW)
def send_messages_of(owner: str) -> None:
    """Send the messages of one owner that are due."""
    sending.send(owner, CHANNELS)


@shared_task(about=Webhook)
def send_webhook(webhook_id: int) -> None:
    """Send the deliveries of a webhook that are due, and what else its owner has to send."""
    for owner in sending.owners_due([DELIVERIES], webhook=webhook_id):
        sending.send(owner, CHANNELS)


@shared_task
def write_digests() -> None:
    """Write the digests of the last complete week."""
    letters.write_digests(timezone.now())


@shared_task
def write_reminders() -> None:
    """Write the reminders of evenings ahead whose time has come."""
    evening_letters.write_reminders(timezone.now())


@shared_task(**LONG)
def clean_up_webhooks() -> None:
    """Remove deliveries, and letters about evenings, after a month."""
    delivering.remove_old()
    evening_letters.remove_old(timezone.now())


@shared_task(**LONG)
def remove_unused_accounts() -> None:
    """Remove accounts that were begun without a password and never used, with their leagues."""
    unused_accounts.remove_unused(timezone.now())


@shared_task(**LONG)
def reset_demo() -> None:
    """Tell the demo again, without what its visitors have entered."""
    demo_reset.reset_demo(evening_at(timezone.now()))


def queue_webhook(webhook: Webhook) -> None:
    """Enqueue the deliveries of a webhook when the current transaction commits."""
    send_webhook.delay_on_commit(webhook.pk)


def queue_transfer(transfer: Transfer) -> None:
    """Enqueue a pending transfer when the transaction commits, once for several requests."""
    if transfer.state == Transfer.State.WAITING:
        _task_of(transfer).queue_once(transfer.pk)


def _task_of(transfer: Transfer) -> Any:
    return fetch if transfers.is_to_fetch(transfer) else carry_out


def queue_clean_up(found: HistoryImport) -> None:
    """Enqueue the removal of an undone import's rows when the current transaction commits."""
    clean_up_history.queue_once(found.pk)


def catch_up() -> None:
    """Begin what was cut off again, transfers and messages, and make a backup that became due,
    while a site on one machine was off."""
    sending.begin_again(CHANNELS)
    transfers.begin_again()
    for transfer in Transfer.objects.filter(state=Transfer.State.WAITING).order_by("pk"):
        queue_transfer(transfer)
    back_up.apply_async(countdown=120)
