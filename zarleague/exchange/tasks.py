"""Background work on data that goes out and comes in."""

from celery import shared_task

from zarleague.exchange.backups import making

LONG = {"soft_time_limit": 540, "time_limit": 570}
"""Limits for work on everything there is; below the ten minutes after which Redis hands a task to
another worker."""


@shared_task(**LONG)
def back_up() -> None:
    """Make the day's backup, if a folder for backups is set and the day has none yet."""
    making.back_up_by_the_clock()


def catch_up() -> None:
    """Make the backup that fell due while a site on one machine was off."""
    back_up.apply_async(countdown=120)
