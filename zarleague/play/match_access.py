"""Permissions in a match: score it, correct its hands, dispute them; and the stage of a hand.

`leagues.access` answers the same for leagues; ``docs/domain.md`` has the table of both.
"""

import datetime
from collections.abc import Collection, Iterator
from enum import StrEnum

from zarleague.leagues.access import is_organiser, is_scorekeeper, scores_evening, tries_demo
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import AccessLink, Season
from zarleague.play.models import Dispute, Hand, Match


class Stage(StrEnum):
    """The stages of a hand. The later the stage, the fewer people may still change it."""

    PROVISIONAL = "provisional"
    """Its objection clock is running, or a dispute about it is open."""
    AGREED = "agreed"
    """The clock has run out."""
    CLOSED = "closed"
    """Its season is finished."""


def can_score(actor: Actor, match: Match) -> bool:
    """Return whether the actor may enter hands, change seats, close and reopen the match; in a
    finished season only organisers may."""
    if match.season.state == Season.State.FINISHED:
        return is_organiser(actor, match.season.league_id)
    return is_scorekeeper(actor, match.season.league_id) or _scores_by_link(actor, match)


def can_correct(actor: Actor, match: Match, stage: Stage) -> bool:
    """Return whether the actor may change a hand of the match in that stage."""
    league_id = match.season.league_id
    if stage is Stage.CLOSED:
        return is_organiser(actor, league_id)
    return is_scorekeeper(actor, league_id) or (
        stage is Stage.PROVISIONAL and _scores_by_link(actor, match)
    )


def can_dispute(actor: Actor, match: Match) -> bool:
    """Return whether the actor may open a dispute about a hand of the match."""
    return bool(actor.role(match.season.league_id)) or _scores_by_link(actor, match)


def _scores_by_link(actor: Actor, match: Match) -> bool:
    link = actor.link
    if link is not None and link.purpose == AccessLink.Purpose.SCORE_MATCH:
        return link.match_id == match.pk
    league_id = match.season.league_id
    return scores_evening(actor, league_id, match.played_on) or tries_demo(actor, league_id)


def stage(hand: Hand, now: datetime.datetime) -> Stage:
    """Return the stage of a hand loaded with its confirmed version, match, season and league."""
    ((_, found),) = stages([hand], now)
    return found


def stages(hands: Collection[Hand], now: datetime.datetime) -> Iterator[tuple[Hand, Stage]]:
    """Yield each of some hands, loaded in the same way, with its stage."""
    pending = Dispute.objects.filter(hand__in=hands, state__in=Dispute.PENDING)
    disputed = set(pending.values_list("hand_id", flat=True))
    for hand in hands:
        confirmed_at = hand.confirmed.created_at if hand.confirmed else now
        is_disputed = hand.pk in disputed
        yield hand, stage_of(hand.match.season, confirmed_at, now, disputed=is_disputed)


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
