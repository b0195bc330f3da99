"""Base of all endpoints: authentication, permissions, idempotency keys, pagination."""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.pagination import PageNumberPagination
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from zarleague.api import problems
from zarleague.api.parsers import PlainJSONParser
from zarleague.leagues import access
from zarleague.leagues import selectors as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import League, Season
from zarleague.leagues.visits import actor_of
from zarleague.play import selectors
from zarleague.play.models import Hand, Match

Row = TypeVar("Row")


class VisitAuthentication(SessionAuthentication):
    """Authenticates by the session: its account, or the scorekeeper's link that opened it. Both
    need the CSRF token, because both rely on a cookie.
    """

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
    """Pagination by ``?page=2&page_size=20``."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"


class Endpoint(APIView):
    """A view that takes and returns JSON. The services check permissions with `leagues.access`."""

    authentication_classes = [VisitAuthentication]
    permission_classes = [AllowAny]
    renderer_classes = [JSONRenderer]
    parser_classes = [PlainJSONParser]

    def get_exception_handler(self) -> Any:
        """Return the handler that answers errors with problem documents."""
        return problems.handle

    @property
    def actor(self) -> Actor:
        """Return who is asking."""
        return actor_of(self.request._request)

    @property
    def key(self) -> str:
        """Return the idempotency key of a write; raises KeyMissing."""
        key: str = self.request.headers.get("Idempotency-Key", "")
        if not key:
            raise problems.KeyMissing
        return key

    def given(self, kind: type[serializers.Serializer]) -> Any:
        """Return the body, read by a serializer; raises ValidationError."""
        read = kind(data=self.request.data)
        read.is_valid(raise_exception=True)
        return read.validated_data

    def asked(self, kind: type[serializers.Serializer]) -> Any:
        """Return the query parameters, read by a serializer; raises ValidationError."""
        read = kind(data=self.request.query_params)
        read.is_valid(raise_exception=True)
        return read.validated_data

    def paged(
        self, rows: QuerySet[Any] | Sequence[Any], kind: type[serializers.Serializer]
    ) -> Response:
        """Return one page of a list."""
        pages = Pages()
        page = pages.paginate_queryset(rows, self.request, view=self)
        return pages.get_paginated_response(kind(page, many=True).data)

    def league(self, slug: str) -> League:
        """Return a league that the asker may see, or raise Http404."""
        return self._require_visible(self.found(leagues.league_at(slug)))

    def season(self, slug: str, season_id: int) -> Season:
        """Return a season of a league that the asker may see, or raise Http404."""
        season = self.found(leagues.season_at(slug, season_id))
        self._require_visible(season.league)
        return season

    def match(self, match_id: int) -> Match:
        """Return a match that the asker may see, or raise Http404."""
        match = self.found(selectors.match_by_id(match_id))
        self._require_visible(match.season.league)
        return match

    def hand(self, match_id: int, number: int) -> Hand:
        """Return a hand of a match that the asker may see, or raise Http404."""
        return self.found(selectors.hand_by_number(self.match(match_id), number))

    @staticmethod
    def found(row: Row | None) -> Row:
        """Return the row a selector found; raise Http404 for None."""
        if row is None:
            raise Http404
        return row

    def _require_visible(self, league: League) -> League:
        """Return the league itself; a private one is hidden from strangers."""
        if not access.can_see(self.actor, league):
            raise Http404
        return league


class NotHere(Endpoint):
    """Answers 404 for every address the API does not have."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raise Http404, whatever the method."""
        raise Http404
