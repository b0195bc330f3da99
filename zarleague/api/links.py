"""Access links, by which people act without an account: create, revoke, follow."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import LEAGUE, Endpoint
from zarleague.api.fields import DayField, NumberField, OneOfField, TextField
from zarleague.api.inputs import Input
from zarleague.api.operations import Scope
from zarleague.api.people import MemberShape
from zarleague.api.schema import lists, writes
from zarleague.leagues import links, selectors, services
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import AccessLink, League, Player
from zarleague.play import selectors as play
from zarleague.play.services import claim_guest

Purpose = AccessLink.Purpose


class LinkShape(serializers.ModelSerializer):
    """A link; ``used_by`` lists the names its users gave."""

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

    def get_used_by(self, link: AccessLink) -> list[str]:
        """Return the names."""
        return [use.name for use in link.uses.all()]


class NewLinkShape(LinkShape):
    """A new link. ``address`` is returned only once; it is "" if the request is repeated with the
    same key."""

    address = serializers.CharField()

    class Meta(LinkShape.Meta):
        fields = (*LinkShape.Meta.fields, "address")


class LinkInput(Input):
    """A new link: ``match`` to score one match, ``evening`` to score one evening (default:
    tonight), ``player`` to let a guest claim their hands."""

    purpose = OneOfField([purpose.value for purpose in links.PAGES])
    label = TextField(max_length=80, default="", allow_blank=True)
    match = NumberField(required=False)
    evening = DayField(required=False)
    player = NumberField(required=False)


class FollowInput(Input):
    """The secret token at the end of a link's address."""

    secret = TextField(max_length=64)


class ClaimedShape(serializers.ModelSerializer):
    """The player whose hands now belong to the user."""

    class Meta:
        model = Player
        fields = ("id", "name", "guest")
        ref_name = "ClaimedPlayer"


class Links(Endpoint):
    @lists("list_links", LinkShape)
    def get(self, request: Request, slug: str) -> object:
        """Return the links, latest first. Organisers only."""
        return selectors.links_of(self.organised(slug))

    @writes("create_link", LinkInput, NewLinkShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str) -> Response:
        """Create a link. Only this response contains its address."""
        league = self.organised(slug)
        given = self.given(LinkInput)
        secrets: list[str] = []

        def create(actor: Actor) -> AccessLink:
            made, secret = links.create_link(
                league,
                given["purpose"],
                actor=actor,
                label=given["label"],
                **self._about(league, given),
            )
            secrets.append(secret)
            return made

        link = self.found(links.link_of(league, self.apply_write(league, create)))
        way = links.PAGES[Purpose(link.purpose)]
        address = request.build_absolute_uri(reverse(way, args=secrets)) if secrets else ""
        return Response(LinkShape(link).data | {"address": address}, status=201)

    def _about(self, league: League, given: dict[str, Any]) -> dict[str, Any]:
        """Return the match, evening or player of a new link. Raise Invalid if it does not exist."""
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
    @writes("revoke_link", None, LinkShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, link_id: int) -> object:
        """Revoke a link. Everything written through it stays."""
        league = self.organised(slug)
        link = self.found(links.link_of(league, link_id))
        self.apply_write(league, links.revoke_link, link)
        return links.link_of(league, link_id)


class _LinkEndpoint(Endpoint):
    """Base of the views that follow a link."""

    def link(self, purpose: str) -> AccessLink:
        """Return the valid link of the secret. Raise Http404."""
        found = self.found(links.find_link(self.given(FollowInput)["secret"]))
        return self.found(found if found.purpose == purpose else None)


class Joining(_LinkEndpoint):
    @writes("join_by_link", FollowInput, MemberShape, scope=Scope.ORGANISE)
    def post(self, request: Request) -> object:
        """Join the league of a link as a player; members keep their role."""
        link, user = self.link(Purpose.JOIN), self.account
        member_id = self.apply_write(link.league, lambda actor: services.join(link, user))
        return self.found(selectors.member_of(link.league, member_id))


class Claiming(_LinkEndpoint):
    @writes("claim_by_link", FollowInput, ClaimedShape, scope=Scope.ORGANISE)
    def post(self, request: Request) -> object:
        """Claim the hands of the link's guest for the user's own player. Repeating it changes
        nothing."""
        return claim_guest(self.link(Purpose.CLAIM), self.account)


urlpatterns = [
    Links.at(f"{LEAGUE}links/", "links"),
    LinkEnd.at(f"{LEAGUE}links/<int:link_id>/revoke/", "revoke-link"),
    Joining.at("links/join/", "join"),
    Claiming.at("links/claim/", "claim"),
]
