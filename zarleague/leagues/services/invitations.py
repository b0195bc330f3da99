"""Invitations: created and withdrawn by organisers, accepted or declined by those invited."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.leagues import access, audit, mailed_invitations
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import Invitation, League, Membership
from zarleague.leagues.services.members import give_role
from zarleague.leagues.services.rows import check_row, lock_league

MAX_INVITATIONS = 200
"""Pending invitations of one league, at most."""


@transaction.atomic
def invite(league: League, whom: str, role: str, *, actor: Actor) -> Invitation:
    """Invite the account with that name, whether it exists or not, or the owner of an e-mail
    address. Repeating it changes the role offered."""
    access.require(access.can_organise(actor, league))
    if actor.user is None:
        raise NotAllowed
    account_name = whom.strip()
    by_mail = "@" in account_name
    if by_mail:
        account_name = mailed_invitations.address_in(account_name)
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
        if by_mail:
            mailed_invitations.check_quota(actor.user)
        invitation = Invitation(league=league, account_name=account_name, by_mail=by_mail)
    invitation.role = role
    invitation.created_by = actor.user
    invitation.declined_at = None
    check_row(invitation)
    invitation.save()
    audit.record("invite", invitation, actor, after={"role": role})
    return invitation


@transaction.atomic
def withdraw_invitation(invitation: Invitation, *, actor: Actor) -> Invitation:
    """Withdraw an invitation. Repeating it changes nothing."""
    access.require(access.can_organise(actor, invitation.league))
    invitation = _lock_invitation(invitation)
    if invitation.ended_at is None:
        invitation.ended_at = timezone.now()
        invitation.save(update_fields=["ended_at"])
        audit.record("withdraw_invitation", invitation, actor)
    return invitation


@transaction.atomic
def accept_invitation(invitation: Invitation, *, actor: Actor, letter: str = "") -> Membership:
    """Accept an invitation and become a member; members keep their role. ``letter`` is the token of
    the invitation's e-mail, which proves that the address is the actor's."""
    invitation = _lock_invitation(invitation)
    if actor.user is None or invitation.ended_at is not None:
        raise NotAllowed
    _require_own(invitation, actor, letter)
    invitation.ended_at = timezone.now()
    invitation.save(update_fields=["ended_at"])
    present = Membership.objects.filter(league=invitation.league, user=actor.user).first()
    if present is not None:
        return present
    return give_role("accept_invitation", invitation.league, actor.user, invitation.role, actor)


@transaction.atomic
def decline_invitation(invitation: Invitation, *, actor: Actor, letter: str = "") -> Invitation:
    """Decline an invitation. To the league it looks like one that nobody has answered. With the
    token of its e-mail, ``letter``, no account is needed."""
    invitation = _lock_invitation(invitation)
    _require_own(invitation, actor, letter)
    invitation.declined_at = invitation.declined_at or timezone.now()
    invitation.save(update_fields=["declined_at"])
    return invitation


def _require_own(invitation: Invitation, actor: Actor, letter: str) -> None:
    """Raise NotAllowed unless the invitation is for the actor."""
    if letter and mailed_invitations.meant_by(letter) == invitation:
        return
    own = Invitation.objects.filter(pk=invitation.pk)
    if actor.user is None or not own.filter(mailed_invitations.meant_for(actor.user)).exists():
        raise NotAllowed


def _lock_invitation(invitation: Invitation) -> Invitation:
    lock_league(invitation.league_id)
    return Invitation.objects.select_related("league").get(pk=invitation.pk)
