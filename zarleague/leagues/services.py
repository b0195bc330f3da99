"""Writes about leagues and their people. Each is one transaction, and raises a `Refused`."""

import datetime
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_noop

from zarleague.engine.games import find
from zarleague.engine.ruleset import RulesetError
from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, LastOrganiser, NameTaken, NotAllowed
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import (
    AccessLink,
    League,
    LeagueGame,
    Membership,
    Player,
    Receipt,
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
def create_league(
    *,
    owner: User,
    key: str,
    name: str,
    slug: str = "",
    first_season: str = "",
    rules: Mapping[str, Any] | None = None,
    **settings: Any,
) -> League:
    """Create a league with its owner as the organiser. ``settings`` are those of `update_league`.

    With ``first_season``, a name, a season begins this evening, ranked by ``rules`` or as usual.

    The receipt of the key lies in the league that was made, so it is looked for in all leagues the
    owner belongs to.
    """
    write = KeyedWrite("create-league", locals())
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    for used in Receipt.objects.filter(key=key, league__memberships__user=owner):
        if (made := write.made_in(used.league_id)) is not None:
            return League.objects.get(pk=made)
    league = League(name=tidy(name), slug=slug or _free_slug(name))
    _change(league, settings)
    league.save(force_insert=True)
    Membership.objects.create(user=owner, league=league, role=Membership.Role.ORGANISER)
    if first_season:
        _new_season(league, first_season, starts=league.evening_of(timezone.now()), rules=rules)
    write.record(league.pk, league.pk)
    return league


@transaction.atomic
def update_league(league: League, *, actor: Actor, **changes: Any) -> League:
    """Change the attributes of a league that `CHANGEABLE` names."""
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
    """Set the rules of one game for matches started from now on."""
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
    key: str,
    ends: datetime.date | None = None,
    rules: Mapping[str, Any] | None = None,
) -> Season:
    """Start a season; ``rules`` as `standings.rules.rules_to_json` writes them."""
    write = KeyedWrite("start-season", locals())
    access.require(access.can_organise(actor, league))
    league = lock_league(league.pk)
    if (made := write.made_in(league.pk)) is not None:
        return Season.objects.select_related("league").get(pk=made)
    season = _new_season(league, name, starts=starts, ends=ends, rules=rules)
    write.record(league.pk, season.pk)
    return season


def _new_season(
    league: League,
    name: str,
    *,
    starts: datetime.date,
    ends: datetime.date | None = None,
    rules: Mapping[str, Any] | None = None,
) -> Season:
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
def finish_season(
    season: Season, *, actor: Actor, key: str, ends: datetime.date | None = None
) -> Season:
    """Finish a season: from now on only an organiser may correct its hands."""
    write = KeyedWrite("finish-season", locals())
    access.require(access.can_organise(actor, season.league))
    season, made = _locked(season, write)
    if made is not None:
        return season
    season.state = Season.State.FINISHED
    season.ends = ends or season.ends
    _check(season)
    season.save(update_fields=["state", "ends"])
    return season


@transaction.atomic
def reopen_season(season: Season, *, actor: Actor, key: str) -> Season:
    """Undo `finish_season`; the season keeps its last evening."""
    write = KeyedWrite("reopen-season", locals())
    access.require(access.can_organise(actor, season.league))
    season, made = _locked(season, write)
    if made is not None:
        return season
    season.state = Season.State.RUNNING
    season.save(update_fields=["state"])
    return season


def _locked(season: Season, write: KeyedWrite) -> tuple[Season, int | None]:
    """Lock the season and write the receipt.

    Return the season as it is now, and what an earlier call made.
    """
    season = (
        Season.objects.select_for_update(no_key=True, of=("self",))
        .select_related("league")
        .get(pk=season.pk)
    )
    made = write.made_in(season.league_id)
    if made is None:
        write.record(season.league_id, season.pk)
    return season, made


@transaction.atomic
def add_player(
    league: League,
    name: str,
    *,
    actor: Actor,
    key: str,
    guest: bool = False,
    user: User | None = None,
) -> Player:
    """Add a player. Raise NameTaken.

    A scorekeeper may add guests; other players are added by the organiser.
    """
    write = KeyedWrite("add-player", locals())
    if guest:
        access.require(access.can_add_guests(actor, league))
    else:
        access.require(access.can_organise(actor, league))
    lock_league(league.pk)
    if (made := write.made_in(league.pk)) is not None:
        return Player.objects.get(pk=made)
    player = new_player(league, name, guest=guest, user=user)
    write.record(league.pk, player.pk)
    return player


def lock_league(league_id: int) -> League:
    """Return the league as it is now; it is locked until the transaction ends."""
    return League.objects.select_for_update(no_key=True).get(pk=league_id)


def new_player(
    league: League, name: str, *, guest: bool = False, user: User | None = None
) -> Player:
    """Add a player for a service that has checked permissions. Raise NameTaken."""
    check_name_is_free(league, name)
    player = Player(league=league, name=tidy(name), guest=guest, user=user)
    _check(player)
    player.save(force_insert=True)
    return player


def check_name_is_free(league: League, name: str, *, but: Player | None = None) -> None:
    """Raise NameTaken if another player, not merged away, has the name."""
    lock_league(league.pk)
    same = Player.objects.filter(league=league, name_key=name_key(name), merged_into=None)
    if but is not None:
        same = same.exclude(pk=but.pk)
    taken = same.first()
    if taken is not None:
        raise NameTaken(taken)


@transaction.atomic
def rename_player(player: Player, name: str, *, actor: Actor) -> Player:
    """Rename a player. Raise NameTaken."""
    access.require(access.can_organise(actor, player.league))
    check_name_is_free(player.league, name, but=player)
    player.name = tidy(name)
    _check(player)
    player.save()
    return player


@transaction.atomic
def set_role(league: League, user: User, role: str, *, actor: Actor) -> Membership:
    """Add a member or change a member's role. Raise LastOrganiser."""
    access.require(access.can_organise(actor, league))
    if role != Membership.Role.ORGANISER:
        _check_organisers_left(league, user)
    membership, _ = Membership.objects.update_or_create(
        league=league, user=user, defaults={"role": role}
    )
    return membership


@transaction.atomic
def remove_member(membership: Membership, *, actor: Actor) -> None:
    """Remove a member; what they wrote and played stays. Raise LastOrganiser."""
    access.require(access.can_organise(actor, membership.league))
    _check_organisers_left(membership.league, membership.user)
    membership.delete()


@transaction.atomic
def join(link: AccessLink, user: User) -> Membership:
    """Make the holder of a join link a player of the league. A member keeps the role they have."""
    if link.purpose != AccessLink.Purpose.JOIN or link.revoked_at is not None:
        raise NotAllowed
    membership, _ = Membership.objects.get_or_create(league=link.league, user=user)
    return membership


def _check_organisers_left(league: League, leaving: User) -> None:
    lock_league(league.pk)
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
    """Raise Invalid for the first field that is not valid."""
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
