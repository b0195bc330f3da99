"""Writes about leagues and their people. Each is one transaction, and says no by `Refused`."""

import datetime
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils.text import slugify
from django.utils.translation import gettext_noop

from zarleague.engine.games import find
from zarleague.engine.ruleset import RulesetError
from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, LastOrganiser, NameTaken, NotAllowed
from zarleague.leagues.models import (
    AccessLink,
    League,
    LeagueGame,
    Membership,
    Player,
    Season,
    User,
    default_season_rules,
)
from zarleague.leagues.names import name_key, tidy

CHANGEABLE = (
    "name",
    "visibility",
    "time_zone",
    "language",
    "default_game",
    "objection_hours",
)
"""What `update_league` may change."""


@transaction.atomic
def create_league(*, owner: User, name: str, slug: str = "", **settings: Any) -> League:
    """A new league, its owner the organiser. ``settings`` are those of `update_league`."""
    league = League(name=tidy(name), slug=slug or _free_slug(name))
    _change(league, settings)
    league.save(force_insert=True)
    Membership.objects.create(user=owner, league=league, role=Membership.Role.ORGANISER)
    return league


@transaction.atomic
def update_league(league: League, *, actor: Actor, **changes: Any) -> League:
    """Change what `CHANGEABLE` names."""
    access.require(access.can_organise(actor, league))
    _change(league, changes)
    league.save()
    return league


@transaction.atomic
def set_house_rules(
    league: League,
    game: str,
    *,
    actor: Actor,
    preset: str = "",
    overrides: Mapping[str, str] | None = None,
) -> LeagueGame:
    """The rules of one game for matches started from now on."""
    access.require(access.can_organise(actor, league))
    try:
        ruleset = find(game).ruleset(preset, overrides)
    except (KeyError, RulesetError) as error:
        raise Invalid("overrides", "{problem}", problem=str(error.args[0])) from error
    rules, _ = LeagueGame.objects.update_or_create(
        league=league,
        game=game,
        defaults={"preset": ruleset.preset, "overrides": dict(overrides or {})},
    )
    return rules


@transaction.atomic
def start_season(
    league: League,
    *,
    name: str,
    starts: datetime.date,
    actor: Actor,
    ends: datetime.date | None = None,
    rules: Mapping[str, Any] | None = None,
) -> Season:
    """A new season; ``rules`` as `standings.rules.rules_to_json` writes them."""
    access.require(access.can_organise(actor, league))
    season = Season(
        league=league,
        name=tidy(name),
        starts=starts,
        ends=ends,
        rules=dict(rules) if rules is not None else default_season_rules(),
    )
    _check(season)
    season.save(force_insert=True)
    return season


@transaction.atomic
def finish_season(season: Season, *, actor: Actor, ends: datetime.date | None = None) -> Season:
    """Close the table: from now on only an organiser may correct its hands."""
    access.require(access.can_organise(actor, season.league))
    season.state = Season.State.FINISHED
    season.ends = ends or season.ends
    _check(season)
    season.save()
    return season


@transaction.atomic
def reopen_season(season: Season, *, actor: Actor) -> Season:
    """Undo `finish_season`; the last evening stays as it was said."""
    access.require(access.can_organise(actor, season.league))
    season.state = Season.State.RUNNING
    season.save(update_fields=["state"])
    return season


@transaction.atomic
def add_player(
    league: League, name: str, *, actor: Actor, guest: bool = False, user: User | None = None
) -> Player:
    """A new player. A guest may be added by whoever may score, anybody else by the organiser.

    Raises NameTaken.
    """
    if guest:
        access.require(can_add_guests(actor, league))
    else:
        access.require(access.can_organise(actor, league))
    return new_player(league, name, guest=guest, user=user)


def can_add_guests(actor: Actor, league: League) -> bool:
    """Whether the actor may put a new name on the list."""
    keepers = (Membership.Role.ORGANISER, Membership.Role.SCOREKEEPER)
    scoring = (AccessLink.Purpose.SCORE_MATCH, AccessLink.Purpose.SCORE_EVENING)
    return actor.role(league.pk) in keepers or (
        actor.link is not None
        and actor.link.league_id == league.pk
        and actor.link.purpose in scoring
    )


def new_player(
    league: League, name: str, *, guest: bool = False, user: User | None = None
) -> Player:
    """Add a player on behalf of a service that has checked who asks. Raises NameTaken."""
    check_name_is_free(league, name)
    player = Player(league=league, name=tidy(name), guest=guest, user=user)
    _check(player)
    player.save(force_insert=True)
    return player


def check_name_is_free(league: League, name: str, *, but: Player | None = None) -> None:
    """Raise NameTaken if another player, not merged away, has the name."""
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    same = Player.objects.filter(league=league, name_key=name_key(name), merged_into=None)
    if but is not None:
        same = same.exclude(pk=but.pk)
    taken = same.first()
    if taken is not None:
        raise NameTaken(taken)


@transaction.atomic
def rename_player(player: Player, name: str, *, actor: Actor) -> Player:
    """Give a player another name. Raises NameTaken."""
    access.require(access.can_organise(actor, player.league))
    check_name_is_free(player.league, name, but=player)
    player.name = tidy(name)
    _check(player)
    player.save()
    return player


@transaction.atomic
def set_role(league: League, user: User, role: str, *, actor: Actor) -> Membership:
    """Take somebody in, or change what they may do. Raises LastOrganiser."""
    access.require(access.can_organise(actor, league))
    if role != Membership.Role.ORGANISER:
        _check_organisers_left(league, user)
    membership, _ = Membership.objects.update_or_create(
        league=league, user=user, defaults={"role": role}
    )
    return membership


@transaction.atomic
def remove_member(membership: Membership, *, actor: Actor) -> None:
    """Take away somebody's role; what they wrote and played stays. Raises LastOrganiser."""
    access.require(access.can_organise(actor, membership.league))
    _check_organisers_left(membership.league, membership.user)
    membership.delete()


@transaction.atomic
def join(link: AccessLink, user: User) -> Membership:
    """Become a player of the league by its link. Who is a member already stays what they are."""
    if link.purpose != AccessLink.Purpose.JOIN or link.revoked_at is not None:
        raise NotAllowed
    membership, _ = Membership.objects.get_or_create(league=link.league, user=user)
    return membership


def _check_organisers_left(league: League, leaving: User) -> None:
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    others = Membership.objects.filter(league=league, role=Membership.Role.ORGANISER)
    if not others.exclude(user=leaving).exists():
        raise LastOrganiser


def _change(league: League, changes: Mapping[str, Any]) -> None:
    for field, value in changes.items():
        if field not in CHANGEABLE:
            raise Invalid(field, gettext_noop("This cannot be changed."))
        setattr(league, field, value)
    league.name = tidy(league.name)
    _check(league)


def _check(row: models.Model) -> None:
    """Raise Invalid for the first field that makes no sense."""
    try:
        row.full_clean()
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise Invalid(field, "{problem}", problem=messages[0]) from error


def _free_slug(name: str) -> str:
    base = slugify(name)[:40] or "league"
    taken = set(League.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    candidates = (base if n == 1 else f"{base}-{n}" for n in range(1, len(taken) + 2))
    return next(slug for slug in candidates if slug not in taken)
