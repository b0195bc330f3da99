"""Ten kinds of people, and one private league whose addresses they request."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.test import Client

from tests import factories
from tests.api.world import Caller, World
from zarleague.leagues import links, services
from zarleague.leagues.models import AccessLink, Membership

KINDS: Final = (
    "anonymous",
    "stranger",
    "former",
    "player",
    "scorekeeper",
    "arbiter",
    "organiser",
    "link",
    "revoked",
    "operator",
)
"""Without an account; with one elsewhere; a member who was removed; three members, the organiser;
a link to score the match; one that was revoked; whoever runs the site."""


@dataclass
class People:
    """The league of `World`, and what its addresses are about."""

    world: World

    @classmethod
    def made(cls) -> "People":
        return cls(World.made())

    def client(self, kind: str) -> Client:
        """Return somebody of this kind, as a browser."""
        club = self.world.club
        match kind:
            case "anonymous":
                return Caller().client
            case "link":
                return Caller(link=self._link()).client
            case "revoked":
                link = self._link()
                links.revoke_link(link, actor=club.boss)
                return Caller(link=link).client
            case "arbiter":
                return Caller(factories.arbiter(club).user).client
            case "operator":
                operator = factories.user("operator", is_staff=True, is_superuser=True)
                return Caller(operator).client
            case "former":
                account = factories.user("former")
                member = services.set_role(
                    club.league, account, Membership.Role.PLAYER, actor=club.boss
                )
                services.remove_member(member, actor=club.boss)
                return Caller(account).client
        return Caller(club.outsider if kind == "stranger" else getattr(club, kind)).client

    def _link(self) -> AccessLink:
        link, _ = links.create_link(
            self.world.club.league,
            "score-match",
            actor=self.world.club.boss,
            match_id=self.world.match.pk,
        )
        return link

    @cached_property
    def values(self) -> dict[str, Any]:
        """What stands in addresses, by the name of its parameter."""
        world = self.world
        club = world.club
        ann = club.players["Ann"].pk
        invited = services.invite(club.league, "somebody", "player", actor=club.boss)
        return {
            **dict.fromkeys(("league", "slug"), club.league.slug),
            **dict.fromkeys(("season", "season_id"), club.season.pk),
            **dict.fromkeys(("match", "match_id"), world.match.pk),
            **dict.fromkeys(("player", "player_id"), ann),
            **dict.fromkeys(("seat", "seat_id"), world.seat.pk),
            **dict.fromkeys(("key", "game"), "zar"),
            "number": 1,
            "day": world.present,
            "round_id": world.drawn.pk,
            "dispute_id": world.dispute.pk,
            "ruling_id": world.ruling.pk,
            "member_id": Membership.objects.get(league=club.league, user=club.player).pk,
            "invitation_id": invited.pk,
            "link_id": world.holder.pk,
            "form": "csv",
            "webhook_id": world.delivery.webhook_id,
            "delivery_id": world.delivery.pk,
            "experiment_id": world.experiment.pk,
            "import_id": world.written.pk,
        }
