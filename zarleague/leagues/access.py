"""Permissions in a league, in the one place that pages, API and services ask.

An organiser runs the league, a scorekeeper enters hands, a player reads and disputes, and the
holder of a link does what the link is for. An arbiter rules on disputes, in addition to the rights
of their role. `play.match_access` answers for matches and hands; ``docs/domain.md`` has the table
of both.
"""

import datetime

from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import NotAllowed
from zarleague.leagues.models import AccessLink, League, Membership

_SCOREKEEPERS = (Membership.Role.ORGANISER, Membership.Role.SCOREKEEPER)
_SCORING_LINKS = (
    AccessLink.Purpose.SCORE_MATCH,
    AccessLink.Purpose.SCORE_EVENING,
    AccessLink.Purpose.DEMO,
)


def require(allowed: bool) -> None:
    """Raise NotAllowed unless *allowed*."""
    if not allowed:
        raise NotAllowed


def can_see(actor: Actor, league: League) -> bool:
    """Return whether the actor may see the league's pages."""
    return (
        league.visibility == League.Visibility.PUBLIC
        or bool(actor.role(league.pk))
        or (actor.link is not None and actor.link.league_id == league.pk)
    )


def can_organise(actor: Actor, league: League) -> bool:
    """Return whether the actor may change people, seasons, links, rulings and settings."""
    return is_organiser(actor, league.pk)


def can_start(actor: Actor, league: League, evening: datetime.date) -> bool:
    """Return whether the actor may start a match on that evening, and add guests for it."""
    return (
        is_scorekeeper(actor, league.pk)
        or scores_evening(actor, league.pk, evening)
        or tries_demo(actor, league.pk)
    )


def can_add_guests(actor: Actor, league: League) -> bool:
    """Return whether the actor may add a new name to the league's players."""
    return is_scorekeeper(actor, league.pk) or (
        actor.link is not None
        and actor.link.league_id == league.pk
        and actor.link.purpose in _SCORING_LINKS
    )


def is_organiser(actor: Actor, league_id: int) -> bool:
    return actor.role(league_id) == Membership.Role.ORGANISER


def is_scorekeeper(actor: Actor, league_id: int) -> bool:
    """Return whether the actor's role allows entering hands; an organiser's does, too."""
    return actor.role(league_id) in _SCOREKEEPERS


def is_arbiter(actor: Actor, league_id: int) -> bool:
    """Return whether the actor may rule on the league's disputes; organisers may, too."""
    return is_organiser(actor, league_id) or actor.arbitrates(league_id)


def tries_demo(actor: Actor, league_id: int) -> bool:
    """Return whether the actor is a visitor of the demo: they score all of its matches, and run
    nothing of the league."""
    link = actor.link
    return (
        link is not None and link.purpose == AccessLink.Purpose.DEMO and link.league_id == league_id
    )


def scores_evening(actor: Actor, league_id: int, evening: datetime.date) -> bool:
    """Return whether the actor's link allows scoring that evening of the league."""
    link = actor.link
    return (
        link is not None
        and link.purpose == AccessLink.Purpose.SCORE_EVENING
        and link.league_id == league_id
        and link.evening == evening
    )
