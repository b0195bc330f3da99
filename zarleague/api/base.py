"""Base of all endpoints: who asks, what they may, keys, tags, limits, pages of lists."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.negotiation import BaseContentNegotiation, DefaultContentNegotiation
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from zarleague.api import limits, problems, tags
from zarleague.api.authentication import TokenAuthentication, VisitAuthentication
from zarleague.api.operations import Operation, Scope, operation_of
from zarleague.api.paging import Pages
from zarleague.api.parsers import PlainJSONParser
from zarleague.leagues import access, idempotency
from zarleague.leagues import selectors as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import NotAllowed
from zarleague.leagues.models import ApiToken, League, Season, User
from zarleague.leagues.visits import actor_of
from zarleague.play import selectors
from zarleague.play.models import Hand, Match

Row = TypeVar("Row")


class OneKind(BaseContentNegotiation):
    """Answers with the one kind there is, whatever ``Accept`` says: JSON, or the file asked for."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """Return the parser of the body's content type, None if there is none."""
        return DefaultContentNegotiation().select_parser(request, parsers)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str = "") -> Any:
        """Return the first renderer and its content type."""
        return renderers[0], renderers[0].media_type


class Endpoint(APIView):
    """A view that takes and returns JSON. The services check permissions with `leagues.access`."""

    authentication_classes = [TokenAuthentication, VisitAuthentication]
    permission_classes = [AllowAny]
    renderer_classes = [JSONRenderer]
    parser_classes = [PlainJSONParser]
    content_negotiation_class = OneKind
    allowance: limits.Allowance | None = None

    def get_exception_handler(self) -> Any:
        """Return the handler that answers errors with problem documents."""
        return problems.handle

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse who asks too often, a token whose scope is too narrow, and a write of nobody or
        without a key.
        """
        self._count(limits.of_address(request._request))
        super().initial(request, *args, **kwargs)
        token = request.auth
        if isinstance(token, ApiToken):
            self._count(limits.of_token(token))
            if not self.operation.allows(token.scope):
                raise problems.ScopeTooNarrow
        if self.operation.writes:
            if self.actor.user is None and self.actor.link is None:
                raise NotAuthenticated(_("Sign in or send a token."))
            self.actor.only_scores = isinstance(token, ApiToken) and token.scope == Scope.SCORE
            if "Idempotency-Key" not in request.headers:
                raise problems.KeyMissing

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add what is left of the sender's minute, and the tag of what was read."""
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
        """Return what is asked for."""
        return operation_of(getattr(self, (self.request.method or "").lower(), None))

    @property
    def actor(self) -> Actor:
        """Return who is asking."""
        return actor_of(self.request._request)

    @property
    def account(self) -> User:
        """Return the account that asks; raise NotAllowed for the holder of a link."""
        if self.actor.user is None:
            raise NotAllowed
        return self.actor.user

    @property
    def key(self) -> str:
        """Return the idempotency key of a write."""
        return str(self.request.headers["Idempotency-Key"])

    def known(self, *numbers: int | str) -> Response | None:
        """Return 304 if the asker has the answer of these numbers already, otherwise None; then
        the answer is tagged with them.
        """
        self._tag = tags.of_revision(self.request._request, self.actor, *numbers)
        asked = self.request.headers.get("If-None-Match", "")
        if self._tag in asked:
            return Response(status=304, headers={"ETag": self._tag})
        return None

    def tagged(self, data: Any) -> Response:
        """Return an answer with the tag that `known` made."""
        return Response(data, headers={"ETag": self._tag})

    def apply_write(
        self,
        league: League,
        write: Callable[[], int],
        *,
        now: Callable[[], Any] | None = None,
        **asked: Any,
    ) -> int:
        """Apply a write whose service takes no key at most once; return the id it made.

        ``asked`` is what the request says. ``now`` returns the data that a read of this address
        answers: with ``If-Match``, nothing is written unless they still are what the asker saw.
        """

        def check() -> None:
            seen = self.request.headers.get("If-Match", "")
            if now is not None and seen not in ("", "*") and tags.of_data(now()) != seen:
                raise problems.ChangedMeanwhile

        return idempotency.apply_write(
            league.pk,
            self.operation.name,
            key=self.key,
            actor=self.actor,
            asked={**asked, "path": self.request.path},
            check=check,
            write=write,
        )

    def given(self, kind: type[serializers.Serializer]) -> Any:
        """Return the body, read by a serializer; raises ValidationError."""
        read = kind(data=self.request.data)
        read.is_valid(raise_exception=True)
        return read.validated_data

    def asked(self, kind: type[serializers.Serializer]) -> Any:
        """Return the query parameters, read by a serializer; raises ValidationError. An empty one
        is not one left out, as it would be in a form.
        """
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
        """Return one page of a list, each of its rows prepared for the asker."""
        pages = Pages(self.request, rows)
        if prepare is not None:
            for row in pages.rows:
                prepare(row)
        return Response(pages.around(kind(pages.rows, many=True).data))

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

    def organised(self, slug: str) -> League:
        """Return a league for its organiser; raise Http404 or NotAllowed."""
        league = self.league(slug)
        access.require(access.can_organise(self.actor, league))
        return league

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
