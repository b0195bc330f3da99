"""Links that let somebody do one thing without an account: made, turned off, followed."""

from typing import Any

from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext_noop
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import Endpoint
from zarleague.api.operations import Scope
from zarleague.api.people import MemberShape
from zarleague.api.schema import lists, writes
from zarleague.leagues import links, selectors, services
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import AccessLink, League, Player
from zarleague.play import selectors as play
from zarleague.play.services import claim_guest

Purpose = AccessLink.Purpose
URL_NAMES = {
    Purpose.SCORE_MATCH: "score-by-link",
    Purpose.SCORE_EVENING: "score-by-link",
    Purpose.BOARD: "board-by-link",
    Purpose.JOIN: "join-by-link",
    Purpose.CLAIM: "claim-by-link",
    Purpose.EMBED: "embed",
}
"""The name of the page that a link of each purpose opens."""


class LinkShape(serializers.ModelSerializer):
    """A link; ``used_by`` are the names its users gave."""

    used_by = serializers.SerializerMethodField()

    class Meta:
        model = AccessLink
        fields: tuple[str, ...] = (
            "id",
            "purpose",
            "label",
            "match_id",
            "evening",
            "player",
            "created_at",
            "revoked_at",
            "used_by",
        )
        ref_name = "Link"

    def get_used_by(self, link: AccessLink) -> list[str]:
        """Return the names."""
        return [use.name for use in link.uses.all()]


class NewLinkShape(LinkShape):
    """A link just made. ``address`` is told this once; sent again under the same key, it is ""."""

    address = serializers.CharField()

    class Meta(LinkShape.Meta):
        fields = (*LinkShape.Meta.fields, "address")
        ref_name = "NewLink"


class LinkInput(serializers.Serializer):
    """A new link: ``match`` to score one, ``evening`` to score one (default: tonight), ``player``
    for a guest who is to claim their hands.
    """

    purpose = serializers.ChoiceField(Purpose.values)
    label = serializers.CharField(max_length=80, default="", allow_blank=True)
    match = serializers.IntegerField(required=False)
    evening = serializers.DateField(required=False)
    player = serializers.IntegerField(required=False)


class FollowInput(serializers.Serializer):
    """The secret at the end of a link's address."""

    secret = serializers.CharField(max_length=64)


class ClaimedShape(serializers.ModelSerializer):
    """The player whose hands are one's own now."""

    class Meta:
        model = Player
        fields = ("id", "name", "guest")
        ref_name = "ClaimedPlayer"


class Links(Endpoint):
    """The links of a league. For the organiser."""

    @lists("list_links", LinkShape)
    def get(self, request: Request, slug: str) -> Response:
        """Return the links, the latest first."""
        return self.paged(selectors.links_of(self.organised(slug)), LinkShape)

    @writes("create_link", LinkInput, NewLinkShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str) -> Response:
        """Make a link. Its address is told only in this answer."""
        league = self.organised(slug)
        given = self.given(LinkInput)
        secrets: list[str] = []

        def write() -> int:
            made, secret = links.create_link(
                league,
                given["purpose"],
                actor=self.actor,
                label=given["label"],
                **self._about(league, given),
            )
            secrets.append(secret)
            return made.pk

        link = self.found(links.link_of(league, self.apply_write(league, write, given=given)))
        way = URL_NAMES[Purpose(link.purpose)]
        address = request.build_absolute_uri(reverse(way, args=secrets)) if secrets else ""
        return Response(LinkShape(link).data | {"address": address}, status=201)

    def _about(self, league: League, given: dict[str, Any]) -> dict[str, Any]:
        """Return what a link is about. Raise Invalid for a match or player there is not."""
        purpose = given["purpose"]
        if purpose == Purpose.SCORE_MATCH:
            match = play.match_by_id(given.get("match", 0))
            if match is None or match.season.league_id != league.pk:
                raise Invalid("match", gettext_noop("Which match? Give its number."))
            return {"match_id": match.pk}
        if purpose == Purpose.SCORE_EVENING:
            return {"evening": given.get("evening") or league.evening_of(timezone.now())}
        if purpose == Purpose.CLAIM:
            player = selectors.player_of(league, given.get("player", 0))
            if player is None:
                raise Invalid("player", gettext_noop("Which guest? Give their number."))
            return {"player": player}
        return {}


class LinkEnd(Endpoint):
    """Turning a link off."""

    @writes("revoke_link", None, LinkShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, link_id: int) -> Response:
        """Turn a link off. What was written through it stays."""
        league = self.organised(slug)
        link = self.found(links.link_of(league, link_id))
        self.apply_write(league, lambda: links.revoke_link(link, actor=self.actor).pk)
        return Response(LinkShape(links.link_of(league, link_id)).data, status=201)


class _Followed(Endpoint):
    """Base of the views that follow a link."""

    def link(self, purpose: str) -> AccessLink:
        """Return the live link whose secret was sent, or raise Http404."""
        found = self.found(links.find_link(self.given(FollowInput)["secret"]))
        return self.found(found if found.purpose == purpose else None)


class Joining(_Followed):
    """Joining a league by a link."""

    @writes("join_by_link", FollowInput, MemberShape, scope=Scope.ORGANISE)
    def post(self, request: Request) -> Response:
        """Join the league of a link as a player; a member keeps their role."""
        link, user = self.link(Purpose.JOIN), self.account
        member_id = self.apply_write(
            link.league, lambda: services.join(link, user).pk, link=link.pk
        )
        member = self.found(selectors.member_of(link.league, member_id))
        return Response(MemberShape(member).data, status=201)


class Claiming(_Followed):
    """Claiming a guest's hands by a link."""

    @writes("claim_by_link", FollowInput, ClaimedShape, scope=Scope.ORGANISE)
    def post(self, request: Request) -> Response:
        """Claim the hands of the link's guest as one's own. Doing it again changes nothing."""
        player = claim_guest(self.link(Purpose.CLAIM), self.account)
        return Response(ClaimedShape(player).data, status=201)


_LEAGUE = "leagues/<slug:slug>/"

urlpatterns = [
    path(f"{_LEAGUE}links/", Links.as_view(), name="api-links"),
    path(f"{_LEAGUE}links/<int:link_id>/revoke/", LinkEnd.as_view(), name="api-revoke-link"),
    path("links/join/", Joining.as_view(), name="api-join"),
    path("links/claim/", Claiming.as_view(), name="api-claim"),
]
