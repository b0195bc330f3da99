"""API tokens, by which programs act for an account: create, find, revoke.

A token belongs to one account and one device, is limited to its scope, and expires. It is shown
once; only its hash is stored. Creating one is recorded in the audit log of every league its owner
belongs to.
"""

import datetime
import hashlib
import secrets
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.leagues import audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import ApiToken, Membership, User
from zarleague.leagues.names import tidy

PREFIX: Final = "zar_"
"""The prefix of every token, by which secret scanners recognise it."""
LIFETIMES: Final = (30, 90, 365)
"""Days for which a token may be valid."""
MOST: Final = 50
"""Tokens of one account that have not expired, at most."""
MADE_A_DAY: Final = 100
"""Tokens that an account may make within a day: each is in the audit log of all its leagues."""
DAY: Final = datetime.timedelta(days=1)
NOTED_EVERY: Final = datetime.timedelta(minutes=10)
"""Interval at which the time of the last use is updated at most: a program may send a request every
second."""


@transaction.atomic
def create_token(*, actor: Actor, name: str, scope: str, days: int) -> tuple[ApiToken, str]:
    """Create a token of the actor's account; return it and its secret, which can be shown only now.

    Raise NotAllowed without an account, Invalid for an invalid name, scope or lifetime, if the
    account has `MOST` tokens, and if it has made `MADE_A_DAY`.
    """
    if actor.user is None:
        raise NotAllowed
    name = tidy(name)
    if not 0 < len(name) <= 60:
        raise Invalid("name", gettext_noop("Say in up to 60 letters what the token is for."))
    if scope not in ApiToken.Scope.values:
        raise Invalid("scope", gettext_noop("Choose what the token may do."))
    if days not in LIFETIMES:
        raise Invalid("days", gettext_noop("Choose how long the token is valid."))
    User.objects.select_for_update(no_key=True).get(pk=actor.user.pk)
    if live_tokens(actor.user).count() >= MOST:
        raise Invalid("name", gettext_noop("You have too many tokens. Turn one off first."))
    now = timezone.now()
    lately = ApiToken.objects.filter(user=actor.user, created_at__gt=now - DAY)
    if lately.count() >= MADE_A_DAY:
        raise Invalid("name", gettext_noop("You’ve made many tokens today. Try again tomorrow."))
    secret = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=actor.user,
        name=name,
        scope=scope,
        token_hash=stored_hash(secret),
        created_at=now,
        expires_at=now + datetime.timedelta(days=days),
    )
    _record("create_token", token, actor)
    return token, secret


@transaction.atomic
def revoke_token(token: ApiToken, *, actor: Actor) -> ApiToken:
    """Revoke a token of the actor's account. Repeating it changes nothing."""
    if actor.user is None or token.user_id != actor.user.pk:
        raise NotAllowed
    token = ApiToken.objects.select_for_update(no_key=True).get(pk=token.pk)
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
        _record("revoke_token", token, actor)
    return token


def find_token(secret: str) -> ApiToken | None:
    """Return the token of a secret with its account; None if there is none or it has expired."""
    if not secret.startswith(PREFIX):
        return None
    live = ApiToken.objects.select_related("user").filter(_not_ended(), user__is_active=True)
    return live.filter(token_hash=stored_hash(secret)).first()


def note_use(token: ApiToken) -> None:
    """Update the time of the token's last use, unless it was updated recently."""
    now = timezone.now()
    if token.last_used_at is None or token.last_used_at <= now - NOTED_EVERY:
        token.last_used_at = now
        token.save(update_fields=["last_used_at"])


def live_tokens(user: User) -> QuerySet[ApiToken]:
    """Return the tokens of an account that have not expired, latest first."""
    return ApiToken.objects.filter(_not_ended(), user=user)


def token_of(user: User, token_id: int) -> ApiToken | None:
    """Return a token of an account, expired or not, None if there is none."""
    return ApiToken.objects.filter(user=user, pk=token_id).first()


def _not_ended() -> Q:
    return Q(revoked_at=None, expires_at__gt=timezone.now())


def _record(action: str, token: ApiToken, actor: Actor) -> None:
    leagues = Membership.objects.filter(user=token.user).values_list("league_id", flat=True)
    audit.record_all(
        audit.entry(
            action,
            token.user,
            actor,
            league_id=league_id,
            after={"scope": token.scope, "expires": token.expires_at.date().isoformat()},
        )
        for league_id in leagues
    )


def stored_hash(secret: str) -> str:
    """Return what is stored of the secret of a token or a link. It is random and long, so that a
    plain hash cannot be reversed by guessing."""
    return hashlib.sha256(secret.encode()).hexdigest()
