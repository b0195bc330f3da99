"""What every endpoint shares: who asks, how errors are told, and the key of a write."""

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from zarleague.api import problems
from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.visits import actor_of
from zarleague.play.models import Hand, Match


class VisitAuthentication(SessionAuthentication):
    """The session's account, or the scorekeeper's link the session came by. Both need the CSRF
    token, since both act by a cookie."""

    def authenticate(
        self, request: Request
    ) -> tuple[AbstractBaseUser | AnonymousUser, None] | None:
        visit: HttpRequest = request._request
        actor = actor_of(visit)
        if actor.user is None and actor.link is None:
            return None
        self.enforce_csrf(request)
        return visit.user, None


class Endpoint(APIView):
    """JSON in and out; permissions are asked of `leagues.access` by the services themselves."""

    authentication_classes = [VisitAuthentication]
    permission_classes = [AllowAny]
    renderer_classes = [JSONRenderer]
    parser_classes = [JSONParser]

    def get_exception_handler(self) -> Any:
        """Errors are problem documents."""
        return problems.handle

    @property
    def actor(self) -> Actor:
        """Who asks."""
        return actor_of(self.request._request)

    @property
    def key(self) -> str:
        """The idempotency key, which every write has to carry."""
        key = self.request.headers.get("Idempotency-Key", "")
        if not key:
            raise ValidationError({"Idempotency-Key": ["This header is missing."]})
        return key

    def match(self, match_id: int) -> Match:
        """A match whoever asks may see."""
        match = get_object_or_404(Match.objects.select_related("season__league"), pk=match_id)
        if not access.can_see(self.actor, match.season.league):
            raise Http404
        return match

    def hand(self, match_id: int, number: int) -> Hand:
        """A hand of a match whoever asks may see."""
        match = self.match(match_id)
        hand = get_object_or_404(
            Hand.objects.select_related("confirmed"), match=match, number=number
        )
        hand.match = match
        return hand
