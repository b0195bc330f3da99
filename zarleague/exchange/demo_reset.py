"""Tell the demo again each night, without what its visitors have entered."""

import datetime

from django.db import transaction
from django.db.models import Q

from zarleague.exchange.league_file.discarding import discard
from zarleague.leagues import links
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import AuditEntry
from zarleague.play.demo import tell_again
from zarleague.play.demo.organiser import visitors_link
from zarleague.reports.background_work import jobs
from zarleague.reports.models import Job


@transaction.atomic
def reset_demo(today: datetime.date) -> bool:
    """Remove the demo league and tell it again if visitors have changed anything in it; return
    whether it was.

    A league in which a member or an operator has changed anything is somebody's own: it stays as it
    is, and is no demo any more.
    """
    link = visitors_link()
    if link is None:
        return False
    league = link.league
    made = AuditEntry.objects.filter(league=league, about_kind="accesslink", about_id=link.pk)
    since = AuditEntry.objects.filter(league=league, pk__gt=made.earliest("pk").pk)
    members = league.memberships.all()
    runs_it = Q(author__in=members.values("user")) | Q(author__is_superuser=True)
    if since.filter(runs_it).exists() or members.filter(since__gt=link.created_at).exists():
        links.revoke_link(link, actor=Actor.of(link.created_by))
        return False
    since = since.filter(link=link)
    if not since.exists():
        return False
    owner = link.created_by
    discard(league, also=_ALSO)
    jobs.ask(Job.Kind.BACKTEST, tell_again(owner, today=today))
    return True


_ALSO = {"leagues.Receipt": "league", "reports.Experiment": "league"}
"""What visitors leave beside the records of the league, and the lookup of its league."""
