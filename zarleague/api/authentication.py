"""Authenticate requests by an API token, or by the session cookie."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.authentication import (
    BaseAuthentication,
    SessionAuthentication,
    get_authorization_header,
)
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from zarleague.leagues import tokens
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import ApiToken, AuditEntry, User
from zarleague.leagues.request_actor import actor_of
from zarleague.serving import turns

SCHEME = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """Authenticate by ``Authorization: Bearer zar_…``. No CSRF token is needed, since no browser
    sends this header by itself. Cookies sent with it are ignored."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the token's owner and the token, None without a token. Raise
        AuthenticationFailed."""
        scheme, _space, secret = get_authorization_header(request).partition(b" ")
        if scheme.lower() != SCHEME.lower().encode():
            return None
        token = tokens.find_token(secret.strip().decode("ascii", errors="replace"))
        if token is None:
            raise AuthenticationFailed(
                _("This token doesn’t exist, has expired or was turned off."), "not-authenticated"
            )
        tokens.note_use(token)
        request._request.actor = Actor.of(token.user, way=AuditEntry.Way.TOKEN)
        turns.recognise(f"account:{token.user_id}")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Return the ``WWW-Authenticate`` header of a 401 response."""
        return SCHEME


class VisitAuthentication(SessionAuthentication):
    """Authenticate by the session: its account, or the scorekeeper's link that opened it. Both need
    the CSRF token, because both rely on a cookie."""

    def authenticate(
        self, request: Request
    ) -> tuple[AbstractBaseUser | AnonymousUser, None] | None:
        visit: HttpRequest = request._request
        actor = actor_of(visit)
        if actor.user is None and actor.link is None:
            return None
        self.enforce_csrf(request)
        return visit.user, None
