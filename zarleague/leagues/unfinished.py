"""Accounts that somebody began by starting or joining a league, before choosing a password.

Such an account lives in the session of one device until its owner gives it a name and a password or
a passkey. It may do what any account may, but have only `MOST_LEAGUES`. One that was never used is
removed after `KEPT`, see `exchange.unused_accounts`.
"""

import datetime
from typing import Any, Final

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from zarleague.leagues.models import League, User

KEPT: Final = datetime.timedelta(days=30)
"""Time after which an unfinished account is removed if nothing was played with it."""
MOST_LEAGUES: Final = 3
"""Leagues in which an unfinished account may be a member; more need a finished one."""

_NO_WAY_IN: Final = Q(
    is_active=True,
    last_login__isnull=False,
    password__startswith=UNUSABLE_PASSWORD_PREFIX,
    authenticator=None,
    socialaccount=None,
)


def is_unfinished(user: Any) -> bool:
    """Return whether the account is signed in somewhere and has no way to sign in again; False for
    visitors."""
    return (
        isinstance(user, User)
        and not user.has_usable_password()
        and unfinished().filter(pk=user.pk).exists()
    )


def begun(username: str, name: str) -> User:
    """Return the account of that username without a password; it is made unless it exists."""
    try:
        with transaction.atomic():
            return User.objects.create_user(username, first_name=name)
    except IntegrityError:  # made meanwhile by the same form
        return User.objects.get(username=username)


def unfinished_in(league: League) -> set[int]:
    """Return the ids of the members of a league whose account is unfinished."""
    members = unfinished().filter(memberships__league=league)
    return set(members.values_list("pk", flat=True))


def unfinished() -> QuerySet[User]:
    return User.objects.filter(_NO_WAY_IN)
