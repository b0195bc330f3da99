"""Members of a league: roles, joining, leaving, new passwords."""

from django.db import transaction
from django.utils.translation import gettext_noop

from zarleague.leagues import access, audiences, audit, links, selectors
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, LastOrganiser, NotAllowed
from zarleague.leagues.models import AccessLink, League, Membership, User
from zarleague.leagues.services.rows import lock_league


@transaction.atomic
def set_role(league: League, user: User, role: str, *, actor: Actor) -> Membership:
    """Change a member's role. Raise LastOrganiser.

    An account that is no member becomes one without being asked: only for the demo. Organisers
    invite people, see `invite`.
    """
    access.require(access.can_organise(actor, league))
    if role != Membership.Role.ORGANISER:
        _check_organisers_left(league, user)
    return give_role("set_role", league, user, role, actor)


@transaction.atomic
def set_arbiter(membership: Membership, arbiter: bool, *, actor: Actor) -> Membership:
    """Make a member an arbiter of the league, or revoke that. Their role stays."""
    access.require(access.can_organise(actor, membership.league))
    before = audit.values(membership, "arbiter")
    membership.arbiter = arbiter
    membership.save(update_fields=["arbiter"])
    if before["arbiter"] != arbiter:
        audit.record(
            "set_arbiter",
            membership.user,
            actor,
            league_id=membership.league_id,
            before=before,
            after={"arbiter": arbiter},
        )
    return membership


@transaction.atomic
def remove_member(membership: Membership, *, actor: Actor) -> None:
    """Remove a member; everything they wrote and played stays. Raise LastOrganiser."""
    access.require(access.can_organise(actor, membership.league))
    _check_organisers_left(membership.league, membership.user)
    audit.record(
        "remove_member",
        membership.user,
        actor,
        league_id=membership.league_id,
        before={"role": membership.role},
        after={"role": ""},
    )
    audiences.end_member(membership.league_id, membership.user_id)
    membership.delete()


@transaction.atomic
def password_link(membership: Membership, *, actor: Actor) -> None:
    """Record that a member is given a link to set a new password. Raise NotAllowed unless
    `selectors.may_help_with_password`."""
    access.require(access.can_organise(actor, membership.league))
    if not selectors.may_help_with_password(actor, membership.user):
        raise Invalid(
            "member",
            gettext_noop(
                "You can’t do this for someone who is in other leagues, organises one or runs "
                "the site. Please ask whoever runs the site."
            ),
        )
    audit.record("password_link", membership.user, actor, league_id=membership.league_id)


@transaction.atomic
def join(link: AccessLink, user: User) -> Membership:
    """Make the holder of a join link a player of the league. Members keep their role."""
    if link.purpose != AccessLink.Purpose.JOIN or link.revoked_at is not None:
        raise NotAllowed
    lock_league(link.league_id)
    if (present := Membership.objects.filter(league=link.league, user=user).first()) is not None:
        return present
    links.note_account(link, user)
    actor = Actor(user, link, way="page")
    return give_role("join", link.league, user, Membership.Role.PLAYER, actor)


def give_role(action: str, league: League, user: User, role: str, actor: Actor) -> Membership:
    """Make an account a member with a role, or change its role; the calling service has checked
    permissions. ``action`` is its name in the audit log."""
    lock_league(league.pk)
    present = Membership.objects.filter(league=league, user=user).first()
    membership, _ = Membership.objects.update_or_create(
        league=league, user=user, defaults={"role": role}
    )
    audit.record(
        action,
        user,
        actor,
        league_id=league.pk,
        before={"role": present.role if present else ""},
        after={"role": role},
    )
    return membership


def _check_organisers_left(league: League, leaving: User) -> None:
    lock_league(league.pk)
    others = Membership.objects.filter(league=league, role=Membership.Role.ORGANISER)
    if not others.exclude(user=leaving).exists():
        raise LastOrganiser
