"""Base class of all endpoints: authentication, scopes, idempotency keys, entity tags, rate limits,
pagination."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar
from urllib.parse import unquote

from django.db.models import Model, QuerySet
from django.http import Http404
from django.urls import URLPattern, path
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import APIException, NotAuthenticated
from rest_framework.negotiation import BaseContentNegotiation, DefaultContentNegotiation
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from zarleague.api import limits, problems, tags
from zarleague.api.authentication import TokenAuthentication, VisitAuthentication
from zarleague.api.inputs import Input, unknown_names
from zarleague.api.operations import Operation, Scope, operation_of
from zarleague.api.paging import Pages
from zarleague.api.parsers import PlainJSONParser
from zarleague.leagues import access, idempotency
from zarleague.leagues import selectors as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import NotAllowed
from zarleague.leagues.models import ApiToken, League, Season, User
from zarleague.leagues.request_actor import actor_of
from zarleague.play import selectors
from zarleague.play.models import Hand, Match

Row = TypeVar("Row")

LEAGUE: Final = "leagues/<slug:slug>/"
PLAYER: Final = f"{LEAGUE}players/<int:player_id>/"
SEASON: Final = f"{LEAGUE}seasons/<int:season_id>/"
MATCH: Final = "matches/<int:match_id>/"
HAND: Final = f"{MATCH}hands/<int:number>/"
"""Addresses of what an `Endpoint` finds by the same names."""


class OneKind(BaseContentNegotiation):
    """Always answers with the view's only content type, whatever ``Accept`` says: JSON, or a
    file."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """Return the parser for the body's content type, None if there is none."""
        return DefaultContentNegotiation().select_parser(request, parsers)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str = "") -> Any:
        """Return the first renderer and its content type."""
        return renderers[0], renderers[0].media_type


class Endpoint(APIView):
    """A view that accepts and returns JSON. The services check permissions with
    `leagues.access`.

    Its methods return rows, which their decorators (`api.schema`) turn into a response; what they
    return as a response is sent as it is.
    """

    get: Callable[..., Response]

    authentication_classes = [TokenAuthentication, VisitAuthentication]
    permission_classes = [AllowAny]
    renderer_classes = [JSONRenderer]
    parser_classes = [PlainJSONParser]
    content_negotiation_class = OneKind
    allowance: limits.Allowance | None = None

    @classmethod
    def at(cls, address: str, name: str) -> URLPattern:
        """Return the endpoint at an address of the API."""
        return path(address, cls.as_view(), name=f"api-{name}")

    def get_exception_handler(self) -> Any:
        """Return the exception handler, which answers with problem documents."""
        return problems.handle

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Reject senders over their rate limit, tokens with too narrow a scope, anonymous writes,
        what somebody else has entered, and what the operation does not take."""
        try:
            super().initial(request, *args, **kwargs)
        except APIException:  # a token that is none
            self._count(limits.of_address(request._request))
            raise
        token = request.auth
        if not isinstance(token, ApiToken):
            self._count(limits.of_actor(self.actor, request._request))
        else:
            self._count(limits.of_token(token))
            if not self.operation.allows(token.scope):
                raise problems.ScopeTooNarrow
        if self.operation.writes:
            if self.actor.user is None and self.actor.link is None:
                raise NotAuthenticated(_("Sign in or send a token."))
            entered_by = unquote(self.request.headers.get("Entered-By", ""))
            if entered_by not in ("", self.actor.author):
                raise NotAuthenticated(_("Somebody else is signed in by now."))
            self.actor.only_scores = isinstance(token, ApiToken) and token.scope == Scope.SCORE
            if (request.headers.get("If-Match") or "*") != "*" and not self.operation.takes_tag:
                raise problems.NotConditional
            idempotency.check_key(self.key)
        if self.operation.name:
            if unknown := unknown_names(request.query_params, self.operation.parameters):
                raise serializers.ValidationError(unknown)
            if not self.operation.takes_body and request.method not in ("GET", "HEAD"):
                self.given(Input)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the rate limit headers, and the entity tag of a read."""
        response = super().finalize_response(request, response, *args, **kwargs)
        if self.allowance is not None:
            self.allowance.tell(response)
        if isinstance(response, Response):
            visit = request._request
            response.add_post_render_callback(lambda rendered: tags.settle(visit, rendered))
        return response

    def _count(self, allowance: limits.Allowance) -> None:
        self.allowance = allowance
        if allowance.is_used_up:
            raise problems.TooManyRequests(allowance.seconds)

    @property
    def operation(self) -> Operation:
        """Return the operation of the request's method."""
        return operation_of(getattr(self, (self.request.method or "").lower(), None))

    @property
    def actor(self) -> Actor:
        """Return the actor who sent the request."""
        return actor_of(self.request._request)

    @property
    def account(self) -> User:
        """Return the account that sent the request. Raise NotAllowed for the holder of a link."""
        if self.actor.user is None:
            raise NotAllowed
        return self.actor.user

    @cached_property
    def key(self) -> str:
        """Return the idempotency key of a write: the sender's, or a new one, under which a request
        that is sent again writes again."""
        key = self.request.headers.get("Idempotency-Key")
        return idempotency.new_key() if key is None else key

    def known(self, *numbers: int | str) -> Response | None:
        """Return 304 if ``If-None-Match`` has the entity tag made of these numbers, otherwise None.
        `tagged` then sets that tag on the response."""
        self._tag = tags.of_revision(self.request._request, self.actor, *numbers)
        asked = self.request.headers.get("If-None-Match", "")
        if tags.is_among(self._tag, asked):
            return Response(status=304, headers={"ETag": self._tag})
        return None

    def tagged(self, data: Any) -> Response:
        """Return a response with the entity tag that `known` made."""
        return Response(data, headers={"ETag": self._tag})

    def apply_write(
        self, league: League, service: Callable[..., Model | None], *args: Any, **named: Any
    ) -> int:
        """Apply a service that takes no idempotency key at most once; return the id of the row that
        it returned, 0 for none.

        With ``If-Match``, nothing is written if what a GET of this address returns has changed
        since the client read it.
        """

        def check() -> None:
            seen = self.request.headers.get("If-Match") or "*"
            if seen != "*" and not tags.is_among(self.present_tag(), seen):
                raise problems.ChangedMeanwhile

        def write() -> int:
            made = service(*args, actor=self.actor, **named)
            return 0 if made is None else made.pk

        return idempotency.apply_write(
            league.pk,
            self.operation.name,
            key=self.key,
            actor=self.actor,
            asked={"body": self.request.data, "path": self.request.path},
            check=check,
            write=write,
        )

    def present_tag(self) -> str:
        """Return the entity tag of a GET of this address."""
        read = self.get(self.request, **self.kwargs)
        return read["ETag"] if read.has_header("ETag") else tags.of_data(read.data)

    def given(self, kind: type[serializers.Serializer]) -> Any:
        """Return the body validated by a serializer. Raise ValidationError."""
        read = kind(data=self.request.data)
        read.is_valid(raise_exception=True)
        return read.validated_data

    def query(self, kind: type[serializers.Serializer]) -> Any:
        """Return the query parameters validated by a serializer. Raise ValidationError. An empty
        parameter counts as given, unlike in a form."""
        sent = self.request.query_params
        data = {
            name: sent.getlist(name) if isinstance(field, serializers.ListField) else sent[name]
            for name, field in kind().fields.items()
            if name in sent
        }
        read = kind(data=data)
        read.is_valid(raise_exception=True)
        return read.validated_data

    def paged(
        self,
        rows: QuerySet[Any] | Sequence[Any],
        kind: type[serializers.Serializer],
        prepare: Callable[[Any], object] | None = None,
    ) -> Response:
        """Return one page of a list, each of its rows passed through ``prepare`` if given."""
        pages = Pages(self.request, rows)
        if prepare is not None:
            for row in pages.rows:
                prepare(row)
        return Response(pages.around(kind(pages.rows, many=True).data))

    def league(self, slug: str) -> League:
        """Return a league that the actor may see. Raise Http404 otherwise."""
        return self._require_visible(self.found(leagues.league_at(slug)))

    def season(self, slug: str, season_id: int) -> Season:
        """Return a season of a league that the actor may see. Raise Http404 otherwise."""
        season = self.found(leagues.season_at(slug, season_id))
        self._require_visible(season.league)
        return season

    def match(self, match_id: int) -> Match:
        """Return a match that the actor may see. Raise Http404 otherwise."""
        match = self.found(selectors.match_by_id(match_id))
        self._require_visible(match.season.league)
        return match

    def hand(self, match_id: int, number: int) -> Hand:
        """Return a hand of a match that the actor may see. Raise Http404 otherwise."""
        return self.found(selectors.hand_by_number(self.match(match_id), number))

    def organised(self, slug: str) -> League:
        """Return a league that the actor organises. Raise Http404 or NotAllowed otherwise."""
        league = self.league(slug)
        access.require(access.can_organise(self.actor, league))
        return league

    @staticmethod
    def found(row: Row | None) -> Row:
        """Return the result of a selector. Raise Http404 if it is None."""
        if row is None:
            raise Http404
        return row

    def _require_visible(self, league: League) -> League:
        """Return the league. Raise Http404 if it is private and the actor may not see it."""
        if not access.can_see(self.actor, league):
            raise Http404
        return league


class NotHere(Endpoint):
    """Answers 404 for every address the API does not have."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raise Http404, whatever the method."""
        raise Http404
