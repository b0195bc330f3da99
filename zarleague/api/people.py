"""Members of a league, their roles and which players they are, and invitations."""

from collections.abc import Callable

from django.utils.translation import gettext_noop
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import LEAGUE, Endpoint
from zarleague.api.fields import NumberField, OneOfField, TextField, YesNoField
from zarleague.api.inputs import Input
from zarleague.api.leagues import PlayerShape
from zarleague.api.operations import Scope
from zarleague.api.schema import changes, lists, reads, writes
from zarleague.leagues import mailed_invitations, selectors, services
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import Invitation, League, Membership, Player
from zarleague.play.services import answer_claim, say_who

ROLES = Membership.Role.values


class MemberShape(serializers.ModelSerializer):
    """A member of a league. ``claims`` is the player they say they are, until an organiser has
    answered."""

    account = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.get_full_name")

    class Meta:
        model = Membership
        fields = ("id", "account", "name", "role", "arbiter", "since", "claims")


class MemberInput(Input):
    """A role, and whether the member is an arbiter; missing fields are left unchanged."""

    role = OneOfField(ROLES, required=False)
    arbiter = YesNoField(required=False)


class WhoInput(Input):
    """The player that the user is."""

    player = NumberField()


class OwnPlayerInput(Input):
    """The name that the user plays under."""

    name = TextField(max_length=60)


class ClaimInput(Input):
    """The player that a member says they are, and whether that is right."""

    player = NumberField()
    accept = YesNoField()


class InvitationShape(serializers.ModelSerializer):
    """An invitation that waits for an answer."""

    league = serializers.CharField(source="league.slug")
    account = serializers.CharField(source="account_name")

    class Meta:
        model = Invitation
        fields = ("id", "league", "account", "role", "created_at")


class InvitationInput(Input):
    """An account name, which need not exist, or an e-mail address, and the role offered."""

    account = TextField(max_length=150)
    role = OneOfField(ROLES, default=Membership.Role.PLAYER.value)


class LetterInput(Input):
    """The secret at the end of the link in an invitation by e-mail, and the answer."""

    secret = TextField(max_length=200)
    accept = YesNoField()


class Members(Endpoint):
    @lists("list_members", MemberShape)
    def get(self, request: Request, slug: str) -> object:
        """Return the members, by role and name. Organisers only."""
        return selectors.members_of(self.organised(slug))


class OneMember(Endpoint):
    @reads("read_member", MemberShape)
    def get(self, request: Request, slug: str, member_id: int) -> object:
        """Return the member. Organisers only."""
        return self.found(selectors.member_of(self.organised(slug), member_id))

    @changes("change_member", MemberInput, MemberShape)
    def patch(self, request: Request, slug: str, member_id: int) -> Response:
        """Change a member's role, or whether they are an arbiter. Organisers only."""
        league = self.organised(slug)
        member = self.found(selectors.member_of(league, member_id))
        self.apply_write(league, _change_member, member, **self.given(MemberInput))
        return self.get(request, slug, member_id)

    @changes("remove_member", None, None, 204)
    def delete(self, request: Request, slug: str, member_id: int) -> None:
        """Remove a member; everything they wrote and played stays."""
        league = self.organised(slug)
        self.apply_write(league, self._remove, league, member_id)

    def _remove(self, league: League, member_id: int, *, actor: Actor) -> None:
        services.remove_member(self.found(selectors.member_of(league, member_id)), actor=actor)


def _change_member(
    member: Membership, *, actor: Actor, role: str | None = None, arbiter: bool | None = None
) -> None:
    if role is not None:
        services.set_role(member.league, member.user, role, actor=actor)
    if arbiter is not None:
        services.set_arbiter(member, arbiter, actor=actor)


def _player(league: League, player_id: int) -> Player:
    found = selectors.player_of(league, player_id)
    if found is None:
        raise Invalid("player", gettext_noop("Which player? Give their number."))
    return found


class WhoIAm(Endpoint):
    @writes("say_who", WhoInput, MemberShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str) -> object:
        """Say which player the user is. If that player has hands, an organiser has to agree: until
        then ``claims`` names the player. Members only. Repeating it changes nothing."""
        league = self.league(slug)
        chosen = _player(league, self.given(WhoInput)["player"])
        return say_who(league, chosen, actor=self.actor)


class OwnPlayer(Endpoint):
    @writes("add_own_player", OwnPlayerInput, PlayerShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str) -> object:
        """Add the user as a new player, or return the player they are. Members only. 409 if the
        name is taken."""
        name = self.given(OwnPlayerInput)["name"]
        return services.add_own_player(self.league(slug), name, actor=self.actor)


class ClaimAnswer(Endpoint):
    @writes("answer_claim", ClaimInput, MemberShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, member_id: int) -> object:
        """Confirm or refuse that a member is a player. Organisers only. Repeating it changes
        nothing."""
        league = self.organised(slug)
        given = self.given(ClaimInput)
        member = self.found(selectors.member_of(league, member_id))
        answer_claim(member, _player(league, given["player"]), given["accept"], actor=self.actor)
        return selectors.member_of(league, member_id)


class Invitations(Endpoint):
    @lists("list_invitations", InvitationShape)
    def get(self, request: Request, slug: str) -> object:
        """Return the invitations that were neither accepted nor withdrawn, latest first. Organisers
        only."""
        return selectors.open_invitations(self.organised(slug))

    @writes("invite", InvitationInput, InvitationShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str) -> object:
        """Invite the owner of an account, or somebody by e-mail. The response does not reveal
        whether the account exists."""
        league = self.organised(slug)
        given = self.given(InvitationInput)
        made = self.apply_write(league, services.invite, league, given["account"], given["role"])
        return selectors.invitation_of(league, made)


class InvitationEnd(Endpoint):
    @writes("withdraw_invitation", None, InvitationShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, invitation_id: int) -> object:
        """Withdraw an invitation. Repeating it changes nothing."""
        league = self.organised(slug)
        invitation = self.found(selectors.invitation_of(league, invitation_id))
        self.apply_write(league, services.withdraw_invitation, invitation)
        return invitation


class OwnInvitations(Endpoint):
    @lists("list_own_invitations", InvitationShape)
    def get(self, request: Request) -> object:
        """Return the user's own pending invitations, latest first."""
        return selectors.invitations_for(self.actor.user)


def _answer(accept: bool) -> Callable[..., Membership | Invitation]:
    return services.accept_invitation if accept else services.decline_invitation


class InvitationAnswer(Endpoint):
    def answered(self, invitation_id: int, accept: bool) -> Invitation:
        """Answer one of the user's own invitations, once; return it. Raise Http404."""
        found = self.found(selectors.invitation_to(self.account, invitation_id))
        self.apply_write(found.league, _answer(accept), found)
        return found


class Acceptance(InvitationAnswer):
    @writes("accept_invitation", None, InvitationShape, scope=Scope.ORGANISE)
    def post(self, request: Request, invitation_id: int) -> object:
        """Accept the invitation and become a member of the league."""
        return self.answered(invitation_id, True)


class Declining(InvitationAnswer):
    @writes("decline_invitation", None, InvitationShape, scope=Scope.ORGANISE)
    def post(self, request: Request, invitation_id: int) -> object:
        """Decline the invitation; the league is not notified."""
        return self.answered(invitation_id, False)


class LetterAnswer(Endpoint):
    @writes("answer_letter", LetterInput, InvitationShape, scope=Scope.ORGANISE)
    def post(self, request: Request) -> object:
        """Accept or decline an invitation by e-mail. Anyone with the e-mail can answer it; the
        league is not told of a refusal."""
        given = self.given(LetterInput)
        if self.actor.user is None:
            raise NotAllowed
        found = self.found(mailed_invitations.meant_by(given["secret"]))
        self.apply_write(found.league, _answer(given["accept"]), found, letter=given["secret"])
        return found


urlpatterns = [
    Members.at(f"{LEAGUE}members/", "members"),
    OneMember.at(f"{LEAGUE}members/<int:member_id>/", "member"),
    ClaimAnswer.at(f"{LEAGUE}members/<int:member_id>/claim/", "claim-answer"),
    WhoIAm.at(f"{LEAGUE}me/", "who"),
    OwnPlayer.at(f"{LEAGUE}me/new/", "own-player"),
    Invitations.at(f"{LEAGUE}invitations/", "invitations"),
    InvitationEnd.at(f"{LEAGUE}invitations/<int:invitation_id>/withdraw/", "withdraw-invitation"),
    OwnInvitations.at("invitations/", "own-invitations"),
    LetterAnswer.at("invitations/letter/", "letter"),
    Acceptance.at("invitations/<int:invitation_id>/accept/", "accept"),
    Declining.at("invitations/<int:invitation_id>/decline/", "decline"),
]
