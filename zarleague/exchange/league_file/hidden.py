"""Leagues that nobody sees: those being imported, and what is left of imports that failed.

Such a league has no members, and the time when it was begun is in its provisional slug.
"""

import datetime
import re
import time
import uuid
from typing import Final

from zarleague.exchange.league_file.discarding import discard, discard_season
from zarleague.exchange.models import HistoryImport, Transfer
from zarleague.leagues.models import League, Season
from zarleague.play.models import Match

KEPT: Final = datetime.timedelta(days=1)
"""Time for which a hidden league is left alone if no transfer says whether it is being worked on:
`manage.py import_league` makes such leagues."""
_SLUG: Final = re.compile(r"import-(?:([0-9a-f]{8})-)?[0-9a-f]{32}")


def hidden_slug() -> str:
    return f"import-{int(time.time()):08x}-{uuid.uuid4().hex}"


def is_hidden(slug: str) -> bool:
    return _SLUG.fullmatch(slug) is not None


def abandoned() -> list[League]:
    """Return the hidden leagues that nobody works on any more."""
    hidden = League.objects.filter(
        slug__startswith="import-", visibility=League.Visibility.PRIVATE, memberships=None
    )
    of_sheets = HistoryImport.objects.filter(unseen__isnull=False).values("unseen")
    transfers = Transfer.objects.filter(league__in=hidden)
    ended = set(transfers.exclude(state__in=Transfer.OPEN).values_list("league", flat=True))
    open_ = transfers.filter(state__in=Transfer.OPEN).values("league")
    return [
        league
        for league in hidden.exclude(pk__in=of_sheets).exclude(pk__in=open_)
        if _is_old(league.slug) or (league.pk in ended and is_hidden(league.slug))
    ]


def remove(league_id: int) -> None:
    """Remove a league that `abandoned` returned, with the seasons in it that were to become those
    of another league."""
    league = League.objects.filter(pk=league_id).first()
    if league is None or league not in abandoned():
        return
    for season in Season.objects.filter(league=league):
        for meant_for in League.objects.filter(
            pk__in=Match.objects.filter(season=season).exclude(league=league).values("league")
        ):
            discard_season(season.pk, meant_for)
    discard(league)


def _is_old(slug: str) -> bool:
    """Return whether a provisional slug was given long ago, or by a release that gave it no time;
    a time in the future was noted while the machine's clock was ahead."""
    found = _SLUG.fullmatch(slug)
    if found is None:
        return False
    return not found[1] or abs(time.time() - int(found[1], 16)) > KEPT.total_seconds()
