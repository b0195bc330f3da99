"""Background work on derived figures."""

from typing import Any

from celery import shared_task
from django.core.cache import cache

from zarleague.leagues.models import Season
from zarleague.reports import services

WAITING = 60
"""Seconds after which a refresh that was queued and never began is queued again."""


@shared_task
def refresh_season(season_id: int) -> None:
    """Make what is derived from a season's hands, beyond the totals, anew."""
    cache.delete(_waiting(season_id))  # what is confirmed from now on needs another refresh
    services.refresh_ranks(season_id)


def queue_refresh(sender: type[Season], season_id: int, **_: Any) -> None:
    """Have the season refreshed; once if several hands are confirmed before that begins."""
    if cache.add(_waiting(season_id), value=True, timeout=WAITING):
        refresh_season.delay(season_id)


def _waiting(season_id: int) -> str:
    return f"refresh-season-{season_id}"
