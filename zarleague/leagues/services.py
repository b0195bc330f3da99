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
from zarleague.leagues import access, audiences, audit, selectors
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, LastOrganiser, NameTaken, NotAllowed
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import (
    AccessLink,
    Invitation,
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
    "dispute_hours",
    "ruling_hours",
    "arbiters_may_play",
    "shares_rulings",
)
"""What `update_league` may change."""
MAX_INVITATIONS = 200
"""Invitations of one league that wait for an answer."""
SEASON_FIELDS = ("name", "starts", "ends", "state")
"""What the audit log keeps of a season, apart from its rules."""


@transaction.atomic
def create_league(
    *,
    owner: User,
    key: str,
    name: str,
    slug: str = "",
    first_season: str = "",
    rules: Mapping[str, Any] | None = None,
    way: str = "site",
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
    league = League(name=tidy(name), slug=slug or free_slug(name))
    _change(league, settings)
    league.save(force_insert=True)
    Membership.objects.create(user=owner, league=league, role=Membership.Role.ORGANISER)
    actor = Actor.of(owner, way=way)
    audit.record(
        league.pk,
        "create_league",
        actor,
        topic=audit.Topic.LEAGUE,
        about=league,
        name=league.name,
        after=audit.values(league, *CHANGEABLE),
    )
    if first_season:
        starts = league.evening_of(timezone.now())
        _new_season(league, first_season, starts=starts, rules=rules, actor=actor)
    write.record(league.pk, league.pk)
    return league


@transaction.atomic
def update_league(league: League, *, actor: Actor, **changes: Any) -> League:
    """Change the attributes of a league that `CHANGEABLE` names."""
    access.require(access.can_organise(actor, league))
    before = audit.values(lock_league(league.pk), *CHANGEABLE)
    _change(league, changes)
    league.save()
    audit.record(
        league.pk,
        "update_league",
        actor,
        topic=audit.Topic.LEAGUE,
        about=league,
        name=league.name,
        before=before,
        after=audit.values(league, *CHANGEABLE),
    )
    if league.visibility != League.Visibility.PUBLIC:
        audiences.end_anyone(league)
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
    lock_league(league.pk)
    present = LeagueGame.objects.filter(league=league, game=game).first()
    before = audit.values(present, "preset", "overrides") if present else {}
    rules, _ = LeagueGame.objects.update_or_create(
        league=league,
        game=game,
        defaults={"preset": ruleset.preset, "overrides": dict(overrides or {})},
    )
    audit.record(
        league.pk,
        "set_house_rules",
        actor,
        topic=audit.Topic.RULES,
        about=rules,
        name=game,
        before=before,
        after=audit.values(rules, "preset", "overrides"),
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
    season = _new_season(league, name, starts=starts, ends=ends, rules=rules, actor=actor)
    write.record(league.pk, season.pk)
    return season


def _new_season(
    league: League,
    name: str,
    *,
    starts: datetime.date,
    actor: Actor,
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
    _record_season("start_season", season, actor, after={"rules": season.rules})
    return season


def _record_season(
    action: str,
    season: Season,
    actor: Actor,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    audit.record(
        season.league_id,
        action,
        actor,
        topic=audit.Topic.SEASON,
        about=season,
        name=season.name,
        before=before,
        after=audit.values(season, *SEASON_FIELDS) | dict(after or {}),
    )


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
    before = audit.values(season, *SEASON_FIELDS)
    season.state = Season.State.FINISHED
    season.ends = ends or season.ends
    _check(season)
    season.save(update_fields=["state", "ends"])
    _record_season("finish_season", season, actor, before=before)
    return season


@transaction.atomic
def reopen_season(season: Season, *, actor: Actor, key: str) -> Season:
    """Undo `finish_season`; the season keeps its last evening."""
    write = KeyedWrite("reopen-season", locals())
    access.require(access.can_organise(actor, season.league))
    season, made = _locked(season, write)
    if made is not None:
        return season
    before = audit.values(season, *SEASON_FIELDS)
    season.state = Season.State.RUNNING
    season.save(update_fields=["state"])
    _record_season("reopen_season", season, actor, before=before)
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
    player = new_player(league, name, actor=actor, guest=guest, user=user)
    write.record(league.pk, player.pk)
    return player


def lock_league(league_id: int) -> League:
    """Return the league as it is now; it is locked until the transaction ends."""
    return League.objects.select_for_update(no_key=True).get(pk=league_id)


def new_player(
    league: League, name: str, *, actor: Actor, guest: bool = False, user: User | None = None
) -> Player:
    """Add a player for a service that has checked permissions. Raise NameTaken."""
    check_name_is_free(league, name)
    player = Player(league=league, name=tidy(name), guest=guest, user=user)
    _check(player)
    player.save(force_insert=True)
    audit.record(
        league.pk,
        "add_player",
        actor,
        topic=audit.Topic.PEOPLE,
        about=player,
        after={"guest": guest},
    )
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
    before = {"name": Player.objects.values_list("name", flat=True).get(pk=player.pk)}
    player.name = tidy(name)
    _check(player)
    player.save()
    audit.record(
        player.league_id,
        "rename_player",
        actor,
        topic=audit.Topic.PEOPLE,
        about=player,
        before=before,
        after={"name": player.name},
    )
    return player


@transaction.atomic
def set_role(league: League, user: User, role: str, *, actor: Actor) -> Membership:
    """Change a member's role. Raise LastOrganiser.

    Somebody who is no member becomes one without being asked: operators only, at the admin. The
    organiser invites people, see `invite`.
    """
    access.require(access.can_organise(actor, league))
    if role != Membership.Role.ORGANISER:
        _check_organisers_left(league, user)
    return _give_role("set_role", league, user, role, actor)


def _give_role(action: str, league: League, user: User, role: str, actor: Actor) -> Membership:
    lock_league(league.pk)
    present = Membership.objects.filter(league=league, user=user).first()
    membership, _ = Membership.objects.update_or_create(
        league=league, user=user, defaults={"role": role}
    )
    audit.record(
        league.pk,
        action,
        actor,
        topic=audit.Topic.PEOPLE,
        about=user,
        before={"role": present.role if present else ""},
        after={"role": role},
    )
    return membership


@transaction.atomic
def set_arbiter(membership: Membership, arbiter: bool, *, actor: Actor) -> Membership:
    """Make a member an arbiter of the league, or no longer one. Their role stays."""
    access.require(access.can_organise(actor, membership.league))
    before = audit.values(membership, "arbiter")
    membership.arbiter = arbiter
    membership.save(update_fields=["arbiter"])
    if before["arbiter"] != arbiter:
        audit.record(
            membership.league_id,
            "set_arbiter",
            actor,
            topic=audit.Topic.PEOPLE,
            about=membership.user,
            before=before,
            after={"arbiter": arbiter},
        )
    return membership


@transaction.atomic
def remove_member(membership: Membership, *, actor: Actor) -> None:
    """Remove a member; what they wrote and played stays. Raise LastOrganiser."""
    access.require(access.can_organise(actor, membership.league))
    _check_organisers_left(membership.league, membership.user)
    audit.record(
        membership.league_id,
        "remove_member",
        actor,
        topic=audit.Topic.PEOPLE,
        about=membership.user,
        before={"role": membership.role},
        after={"role": ""},
    )
    audiences.end_member(membership.league_id, membership.user_id)
    membership.delete()


@transaction.atomic
def password_link(membership: Membership, *, actor: Actor) -> None:
    """Write down that a member is given a link for a new password. Raise NotAllowed unless
    `selectors.may_help_with_password`.
    """
    access.require(access.can_organise(actor, membership.league))
    if not selectors.may_help_with_password(actor, membership.user):
        raise Invalid(
            "member",
            gettext_noop(
                "You can’t do this for someone who is in other leagues, organises one or runs "
                "the site. Please ask whoever runs the site."
            ),
        )
    audit.record(
        membership.league_id,
        "password_link",
        actor,
        topic=audit.Topic.PEOPLE,
        about=membership.user,
    )


@transaction.atomic
def join(link: AccessLink, user: User) -> Membership:
    """Make the holder of a join link a player of the league. A member keeps the role they have."""
    if link.purpose != AccessLink.Purpose.JOIN or link.revoked_at is not None:
        raise NotAllowed
    lock_league(link.league_id)
    present = Membership.objects.filter(league=link.league, user=user).first()
    if present is not None:
        return present
    actor = Actor(user, link, way="page")
    return _give_role("join", link.league, user, Membership.Role.PLAYER, actor)


@transaction.atomic
def invite(league: League, account_name: str, role: str, *, actor: Actor) -> Invitation:
    """Invite the account of that name, whether there is one or not. Inviting again changes the
    role offered.
    """
    access.require(access.can_organise(actor, league))
    if actor.user is None:
        raise NotAllowed
    account_name = account_name.strip()
    lock_league(league.pk)
    if Membership.objects.filter(league=league, user__username=account_name).exists():
        raise Invalid("username", gettext_noop("This account is already a member."))
    waiting = Invitation.objects.filter(league=league, ended_at=None)
    invitation = waiting.filter(account_name=account_name).first()
    if invitation is None:
        if waiting.count() >= MAX_INVITATIONS:
            raise Invalid(
                "username",
                gettext_noop("Too many invitations are still unanswered. Withdraw some first."),
            )
        invitation = Invitation(league=league, account_name=account_name)
    invitation.role = role
    invitation.created_by = actor.user
    invitation.declined_at = None
    _check(invitation)
    invitation.save()
    _record_invitation("invite", invitation, actor, after={"role": role})
    return invitation


@transaction.atomic
def withdraw_invitation(invitation: Invitation, *, actor: Actor) -> Invitation:
    """Take an invitation back. Doing it again changes nothing."""
    access.require(access.can_organise(actor, invitation.league))
    invitation = _lock_invitation(invitation)
    if invitation.ended_at is None:
        invitation.ended_at = timezone.now()
        invitation.save(update_fields=["ended_at"])
        _record_invitation("withdraw_invitation", invitation, actor)
    return invitation


@transaction.atomic
def accept_invitation(invitation: Invitation, *, actor: Actor) -> Membership:
    """Become a member, as the invitation says; a member keeps the role they have."""
    invitation, user = _own_invitation(invitation, actor)
    if invitation.ended_at is not None:
        raise NotAllowed
    invitation.ended_at = timezone.now()
    invitation.save(update_fields=["ended_at"])
    present = Membership.objects.filter(league=invitation.league, user=user).first()
    if present is not None:
        return present
    return _give_role("accept_invitation", invitation.league, user, invitation.role, actor)


@transaction.atomic
def decline_invitation(invitation: Invitation, *, actor: Actor) -> Invitation:
    """Say no. The league sees no difference to an invitation that nobody has answered."""
    invitation, _ = _own_invitation(invitation, actor)
    invitation.declined_at = invitation.declined_at or timezone.now()
    invitation.save(update_fields=["declined_at"])
    return invitation


def _own_invitation(invitation: Invitation, actor: Actor) -> tuple[Invitation, User]:
    """Lock an invitation and return it with the account it is for: the actor's."""
    invitation = _lock_invitation(invitation)
    if actor.user is None or actor.user.username != invitation.account_name:
        raise NotAllowed
    return invitation, actor.user


def _lock_invitation(invitation: Invitation) -> Invitation:
    lock_league(invitation.league_id)
    return Invitation.objects.select_related("league").get(pk=invitation.pk)


def _record_invitation(
    action: str, invitation: Invitation, actor: Actor, *, after: Mapping[str, Any] | None = None
) -> None:
    audit.record(
        invitation.league_id,
        action,
        actor,
        topic=audit.Topic.PEOPLE,
        about=invitation,
        name=invitation.account_name,
        after=after,
    )


def _check_organisers_left(league: League, leaving: User) -> None:
    lock_league(league.pk)
    others = Membership.objects.filter(league=league, role=Membership.Role.ORGANISER)
    if not others.exclude(user=leaving).exists():
        raise LastOrganiser


def _change(league: League, changes: Mapping[str, Any]) -> None:
    for field, value in changes.items():
        if field not in CHANGEABLE:
            raise Invalid(field, gettext_noop("This can’t be changed."))
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


def free_slug(name: str) -> str:
    """Return an address for a league of that name that no other league has."""
    base = slugify(name)[:40] or "league"
    taken = set(League.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    candidates = (base if n == 1 else f"{base}-{n}" for n in range(1, len(taken) + 2))
    return next(slug for slug in candidates if slug not in taken)
