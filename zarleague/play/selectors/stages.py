"""Compute the stage of a hand from the objection period."""

import datetime

from zarleague.leagues.models import Season
from zarleague.play.match_access import Stage
from zarleague.play.models import Dispute, Hand


def stage(hand: Hand, now: datetime.datetime) -> Stage:
    """Return the stage of a hand loaded with its confirmed version, match, season and league."""
    disputed = Dispute.objects.filter(hand=hand, state__in=Dispute.PENDING).exists()
    confirmed_at = hand.confirmed.created_at if hand.confirmed else now
    return stage_of(hand.match.season, confirmed_at, now, disputed=disputed)


def stage_of(
    season: Season, confirmed_at: datetime.datetime, now: datetime.datetime, *, disputed: bool
) -> Stage:
    """Return the stage of a hand confirmed at that time.

    An open dispute suspends the objection period; the end of the season ends it.
    """
    if season.state == Season.State.FINISHED:
        return Stage.CLOSED
    settled_at = confirmed_at + datetime.timedelta(hours=season.league.objection_hours)
    return Stage.PROVISIONAL if disputed or now < settled_at else Stage.AGREED
