"""What every endpoint shares: who asks, what they may see, the key of a write, pages of a list."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import JSONParser
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from zarleague.api import problems
from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import League, Season
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


class Pages(PageNumberPagination):
    """``?page=2&page_size=20``."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"


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
        key: str = self.request.headers.get("Idempotency-Key", "")
        if not key:
            raise problems.KeyMissing
        return key

    def given(self, kind: type[serializers.Serializer]) -> Any:
        """The body, read by a serializer; raises ValidationError."""
        read = kind(data=self.request.data)
        read.is_valid(raise_exception=True)
        return read.validated_data

    def asked(self, kind: type[serializers.Serializer]) -> Any:
        """The query parameters, read by a serializer; raises ValidationError."""
        read = kind(data=self.request.query_params)
        read.is_valid(raise_exception=True)
        return read.validated_data

    def paged(
        self, rows: QuerySet[Any] | Sequence[Any], kind: type[serializers.Serializer]
    ) -> Response:
        """One page of a list."""
        pages = Pages()
        page = pages.paginate_queryset(rows, self.request, view=self)
        return pages.get_paginated_response(kind(page, many=True).data)

    def league(self, slug: str) -> League:
        """A league whoever asks may see."""
        return self._seen(get_object_or_404(League, slug=slug))

    def season(self, slug: str, season_id: int) -> Season:
        """A season of a league whoever asks may see."""
        seasons = Season.objects.select_related("league")
        season = get_object_or_404(seasons, pk=season_id, league__slug=slug)
        self._seen(season.league)
        return season

    def match(self, match_id: int) -> Match:
        """A match whoever asks may see."""
        match = get_object_or_404(Match.objects.select_related("season__league"), pk=match_id)
        self._seen(match.season.league)
        return match

    def hand(self, match_id: int, number: int) -> Hand:
        """A hand of a match whoever asks may see."""
        match = self.match(match_id)
        hand = get_object_or_404(
            Hand.objects.select_related("confirmed"), match=match, number=number
        )
        hand.match = match
        return hand

    def _seen(self, league: League) -> League:
        """The league itself; a private one is hidden from strangers."""
        if not access.can_see(self.actor, league):
            raise Http404
        return league


class NotHere(Endpoint):
    """Every address the API does not have."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Say so, whatever the method."""
        raise Http404
