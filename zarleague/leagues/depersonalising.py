"""Remove a person's name from the site: their results stay, under a neutral name."""

from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.dispatch import Signal
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext, gettext_noop, override

from zarleague.leagues import access, audit, mailed_invitations
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import (
    Invitation,
    League,
    LinkUse,
    MailChoice,
    Membership,
    Player,
    User,
)
from zarleague.leagues.names import name_key
from zarleague.leagues.selectors import with_merged_guests
from zarleague.leagues.services import lock_league
from zarleague.leagues.signing_out import end_sessions
from zarleague.replays.gate import let_others

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
    lock_league(player.league_id)
    account = Player.objects.select_related("user").get(pk=player.pk).user
    own = account is not None and account == actor.user
    access.require(own or access.can_organise(actor, player.league))
    names = []
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


def delete_account(user: User) -> None:
    """Delete an account: nobody can sign in with it, and nothing identifies its owner any more.

    The row stays, anonymised, since hands and entries of the audit log refer to it. Raise Invalid
    for the only organiser of a league that has other members: somebody has to run it.

    It leaves its leagues first. Then its players lose their names one by one, and others are served
    in between: if that is interrupted, the account is still there, to be deleted once more.
    """
    actor = Actor(user, way="page")
    _leave_leagues(user, actor)
    players = Player.objects.filter(user=user).select_related("league").order_by("league")
    while (player := players.first()) is not None:
        depersonalise_player(player, actor=actor)
        let_others.get()()
    _anonymise(user)


@transaction.atomic
def _leave_leagues(user: User, actor: Actor) -> None:
    memberships = Membership.objects.filter(user=user)
    leagues = League.objects.filter(pk__in=memberships.values("league")).order_by("pk")
    list(leagues.select_for_update(no_key=True).values_list("pk"))
    _check_somebody_stays(user)
    audit.record_all(
        audit.entry(
            "delete_account",
            user,
            actor,
            league_id=league_id,
            before={"role": role},
            after={"role": ""},
        )
        for league_id, role in memberships.values_list("league", "role").order_by("league")
    )
    # While it is a member: its streams of the leagues end, too.
    end_sessions(user.pk)
    memberships.delete()


@transaction.atomic
def _anonymise(user: User) -> None:
    """Anonymise the row of an account and its invitations."""
    known_as = [user.username, *mailed_invitations.addresses_of(user)]
    invited = Invitation.objects.filter(account_name__in=known_as)
    invited.filter(ended_at=None).update(ended_at=timezone.now())
    _forget(user)
    invited.update(account_name=user.username)


def _check_somebody_stays(leaving: User) -> None:
    organises = Q(role=Membership.Role.ORGANISER)
    others = Membership.objects.filter(league=OuterRef("league")).exclude(user=leaving)
    alone = Membership.objects.filter(
        organises, Exists(others), ~Exists(others.filter(organises)), user=leaving
    )
    if (first := alone.select_related("league").order_by("league").first()) is not None:
        raise Invalid(
            "account",
            gettext_noop(
                "You’re the only organiser of {league}. Make someone else an organiser first."
            ),
            league=first.league.name,
        )


def _forget(user: User) -> None:
    """Anonymise the row of an account, and delete its sign-in data."""
    account: Any = user  # includes the rows of allauth, whose relations no type checker knows
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
