"""Remove accounts that somebody began and never finished or used, see `leagues.unfinished`."""

import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from zarleague.exchange.league_file.discarding import discard
from zarleague.exchange.models import HistoryImport, Transfer, Webhook
from zarleague.leagues.models import League, Membership, User
from zarleague.leagues.unfinished import KEPT, unfinished
from zarleague.play.models import Match
from zarleague.reports.models import Experiment

MOST_AT_ONCE = 200
"""Accounts removed by one task."""


def unused(now: datetime.datetime) -> QuerySet[User]:
    """Return the unfinished accounts that are older than `KEPT` and whose leagues, if any, have
    neither a match nor another member."""
    of_league = Q(league=OuterRef("league"))
    others = Membership.objects.filter(of_league).exclude(user=OuterRef("user"))
    in_use = (Match, HistoryImport, Webhook, Experiment, Transfer)
    used = Membership.objects.filter(user=OuterRef("pk")).filter(
        Q(Exists(others)) | Q(*(Exists(model.objects.filter(of_league)) for model in in_use),
          _connector=Q.OR)
    )  # fmt: skip
    return unfinished().filter(~Exists(used), date_joined__lt=now - KEPT).order_by("pk")


def remove_unused(now: datetime.datetime) -> int:
    """Remove unused accounts and their empty leagues; return how many accounts."""
    found = list(unused(now)[:MOST_AT_ONCE])
    for user in found:
        for league in League.objects.filter(memberships__user=user):
            discard(league, also={"leagues.Receipt": "league", "leagues.Invitation": "league"})
        user.delete()
    return len(found)
