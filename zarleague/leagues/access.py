"""Who may do what: the one place that pages, API, admin and services ask.

An organiser runs the league, a scorekeeper writes hands, a player looks and disputes, and the
holder of a link does what the link is for. ``docs/domain.md`` has the table.
"""

import datetime
from enum import StrEnum
from typing import Protocol

from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import NotAllowed
from zarleague.leagues.models import AccessLink, League, Membership, Season

_ORGANISER = (Membership.Role.ORGANISER,)
_KEEPERS = (Membership.Role.ORGANISER, Membership.Role.SCOREKEEPER)


class Stage(StrEnum):
    """How settled a hand is. The later the stage, the fewer may still change it."""

    PROVISIONAL = "provisional"
    """Its objection clock is running, or a dispute about it is open."""
    AGREED = "agreed"
    """The clock has run out."""
    CLOSED = "closed"
    """Its season is finished."""


class ScoredMatch(Protocol):
    """What has to be known of a match."""

    pk: int
    played_on: datetime.date
    season: Season


def require(allowed: bool) -> None:
    """Raise NotAllowed unless it is."""
    if not allowed:
        raise NotAllowed


def can_see(actor: Actor, league: League) -> bool:
    """Whether the league's pages may be shown."""
    return (
        league.visibility == League.Visibility.PUBLIC
        or bool(actor.role(league.pk))
        or (actor.link is not None and actor.link.league_id == league.pk)
    )


def can_score(actor: Actor, match: ScoredMatch) -> bool:
    """Whether hands, seats and the close of the match may be entered."""
    return actor.role(match.season.league_id) in _KEEPERS or _link_scores(actor, match)


def can_start(actor: Actor, league: League, evening: datetime.date) -> bool:
    """Whether a match may be started on that evening, and guests be added for it."""
    return actor.role(league.pk) in _KEEPERS or _link_for_evening(actor, league.pk, evening)


def can_correct(actor: Actor, match: ScoredMatch, stage: Stage) -> bool:
    """Whether a hand of the match may be changed at that stage."""
    role = actor.role(match.season.league_id)
    if stage is Stage.CLOSED:
        return role in _ORGANISER
    return role in _KEEPERS or (stage is Stage.PROVISIONAL and _link_scores(actor, match))


def can_dispute(actor: Actor, match: ScoredMatch) -> bool:
    """Whether a dispute about a hand of the match may be opened."""
    return bool(actor.role(match.season.league_id)) or _link_scores(actor, match)


def can_organise(actor: Actor, league: League) -> bool:
    """Whether people, seasons, links, rulings and settings may be changed."""
    return actor.role(league.pk) in _ORGANISER


def _link_for_evening(actor: Actor, league_id: int, evening: datetime.date) -> bool:
    link = actor.link
    return (
        link is not None
        and link.purpose == AccessLink.Purpose.SCORE_EVENING
        and link.league_id == league_id
        and link.evening == evening
    )


def _link_scores(actor: Actor, match: ScoredMatch) -> bool:
    link = actor.link
    if link is not None and link.purpose == AccessLink.Purpose.SCORE_MATCH:
        return link.match_id == match.pk
    return _link_for_evening(actor, match.season.league_id, match.played_on)
