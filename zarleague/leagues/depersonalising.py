"""Remove a person's name from the site: their results stay, under a neutral name."""

from typing import Any

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext, gettext_noop, override

from zarleague.leagues import access, audit, mailed_invitations
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import Invitation, LinkUse, MailChoice, Membership, Player, User
from zarleague.leagues.names import name_key
from zarleague.leagues.selectors import with_merged_guests
from zarleague.leagues.services import lock_league

name_removed = Signal()
"""Sent with ``player``, the ``names`` it had and its ``account``, in the transaction that removed
them: receivers rewrite the names that they have stored elsewhere."""


@transaction.atomic
def depersonalise_player(player: Player, *, actor: Actor) -> Player:
    """Give a player, and the guests merged into them, a neutral name; unlink the account.

    Results, seats and ratings stay. In logs, rulings and reports, and wherever they signed what
    they wrote, their name is replaced by the neutral one; see `exchange.forgetting`. Permitted for
    organisers and for the player's own account.
    """
    own = actor.user is not None and player.user_id == actor.user.pk
    access.require(own or access.can_organise(actor, player.league))
    lock_league(player.league_id)
    names = []
    account = Player.objects.select_related("user").get(pk=player.pk).user
    rows = Player.objects.select_related("league").filter(pk__in=with_merged_guests(player))
    for row in rows.order_by("pk"):
        names.append(row.name)
        row.name = _neutral_name(row)
        row.user = None
        row.guest = False
        row.save()
        audit.record("depersonalise_player", row, actor)
    keys = {name_key(name) for name in names}
    for use in LinkUse.objects.filter(link__league=player.league):
        if name_key(use.name) in keys:
            use.name = _neutral_name(player)
            if not LinkUse.objects.filter(link=use.link_id, name=use.name).exists():
                use.save(update_fields=["name"])
            else:
                use.delete()
    player = Player.objects.select_related("league").get(pk=player.pk)
    name_removed.send(Player, player=player, names=names, account=account)
    return player


def _neutral_name(player: Player) -> str:
    """Return "Player 12" in the league's language, by the row's id, so that it is unique."""
    with override(player.league.language):
        name = gettext("Player {number}").format(number=player.pk)
    taken = Player.objects.filter(league=player.league, name_key=name_key(name), merged_into=None)
    return name if not taken.exclude(pk=player.pk).exists() else f"{name} ({player.pk})"


@transaction.atomic
def delete_account(user: User) -> None:
    """Delete an account: nobody can sign in with it, and nothing identifies its owner any more.

    The row stays, anonymised, since hands and entries of the audit log refer to it. Raise Invalid
    for the only organiser of a league that has other members: somebody has to run it.
    """
    actor = Actor(user, way="page")
    memberships = list(Membership.objects.filter(user=user).select_related("league"))
    for membership in memberships:
        lock_league(membership.league_id)
        _check_somebody_stays(membership)
    for player in Player.objects.filter(user=user).select_related("league"):
        depersonalise_player(player, actor=actor)
    for membership in memberships:
        audit.record(
            "delete_account",
            user,
            actor,
            league_id=membership.league_id,
            before={"role": membership.role},
            after={"role": ""},
        )
        membership.delete()
    known_as = [user.username, *mailed_invitations.addresses_of(user)]
    invited = Invitation.objects.filter(account_name__in=known_as)
    invited.filter(ended_at=None).update(ended_at=timezone.now())
    _forget(user)
    invited.update(account_name=user.username)


def _check_somebody_stays(leaving: Membership) -> None:
    others = Membership.objects.filter(league=leaving.league_id).exclude(pk=leaving.pk)
    if leaving.role != Membership.Role.ORGANISER or not others.exists():
        return
    if not others.filter(role=Membership.Role.ORGANISER).exists():
        raise Invalid(
            "account",
            gettext_noop(
                "You’re the only organiser of {league}. Make someone else an organiser first."
            ),
            league=leaving.league.name,
        )


def _forget(user: User) -> None:
    """Anonymise the row of an account, end its sessions, and delete its sign-in data."""
    account: Any = user  # includes the rows of allauth, whose relations no type checker knows
    for session in account.usersession_set.all():
        session.end()
    for kept in (
        account.emailaddress_set,
        account.authenticator_set,
        account.socialaccount_set,
        account.push_subscriptions,
    ):
        kept.all().delete()
    user.api_tokens.all().delete()
    MailChoice.objects.filter(user=user).delete()
    user.username = f"former-member-{user.pk}-{get_random_string(4).lower()}"
    user.first_name = user.last_name = user.email = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.last_login = None
    user.save()
    user.groups.clear()
    user.user_permissions.clear()
