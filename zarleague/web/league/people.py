"""The people of a league: who belongs to it, who is invited, and who acts by a link."""

from dataclasses import dataclass
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from markupsafe import Markup

from zarleague.leagues import links, selectors, services
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import AccessLink, League, Membership
from zarleague.leagues.unfinished import unfinished_in
from zarleague.web.arriving.paging import pager, requested_page
from zarleague.web.arriving.requests import (
    actor_of,
    found_or_404,
    organised_league,
    showing_refusals,
    tonight,
)
from zarleague.web.league.context import show
from zarleague.web.league.forms import InvitationForm
from zarleague.web.table.share import qr

Purpose = AccessLink.Purpose
SHOWN_MEMBERS = 200
"""Members on a page."""


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link just created, its address, and the QR code of that address."""

    link: AccessLink
    address: str
    code: Markup


def people(request: HttpRequest, slug: str) -> HttpResponse:
    """List members with what they may do, invitations, and links; POST invites somebody, by name or
    with a new link. Its address is shown only once, because only the hash of its token is stored.
    """
    league = organised_league(request, slug)
    form = InvitationForm.of(league, request.POST or None)
    made = None
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        with form.showing_refusals():
            if given["how"] == InvitationForm.ACCOUNT:
                name = given["username"]
                services.invite(league, name, given["role"], actor=actor_of(request))
                messages.success(request, _invited(name))
                return redirect("people", league.slug)
            made = _make(request, league, given)
            form = InvitationForm.of(league)
    return _show(request, league, form, made=made)


def _invited(name: str) -> str:
    if "@" in name:
        return _("Invited %(address)s by e-mail.") % {"address": name}
    return _(
        "Invited. If there’s an account called %(name)s, the invitation is now on its home page."
    ) % {"name": name}


def _make(request: HttpRequest, league: League, given: dict[str, Any]) -> NewLink:
    purpose = Purpose(given["how"])
    about: dict[str, Any] = {}
    if purpose == Purpose.SCORE_EVENING:
        about["evening"] = tonight(league)
    elif purpose == Purpose.CLAIM:
        about["player"] = selectors.player_of(league, int(given["player"] or 0))
        if about["player"] is None:
            raise Invalid("player", _("Choose a guest."))
    label = given["label"]
    link, token = links.create_link(league, purpose, actor=actor_of(request), label=label, **about)
    address = request.build_absolute_uri(reverse(links.PAGES[purpose], args=(token,)))
    return NewLink(link, address, qr(address))


def _show(
    request: HttpRequest,
    league: League,
    form: InvitationForm,
    *,
    made: NewLink | None = None,
    password_for: str = "",
    password_link: str = "",
) -> HttpResponse:
    found = list(selectors.links_of(league))
    page, members = requested_page(request), selectors.members_of(league)
    return show(
        request,
        "league/people.html",
        league,
        "settings",
        form=form,
        made=made,
        members=members[page * SHOWN_MEMBERS : (page + 1) * SHOWN_MEMBERS],
        pager=pager(request, page, SHOWN_MEMBERS, members.count()),
        players=selectors.names_by_account(league),
        unfinished=unfinished_in(league),
        invitations=selectors.open_invitations(league),
        claims=selectors.claims_in(league),
        links=[link for link in found if link.revoked_at is None],
        ended=[link for link in found if link.revoked_at is not None],
        roles=Membership.Role.choices,
        may=_what_each_may(),
        untold=(Purpose.BOARD, Purpose.EMBED, Purpose.DEMO),  # who uses them says no name
        password_for=password_for,
        password_link=password_link,
    )


def _what_each_may() -> dict[str, str]:
    """Return what the roles and links of a league let people do, by role and by purpose."""
    return {
        Membership.Role.ORGANISER: _("runs the league"),
        Membership.Role.SCOREKEEPER: _("keeps score at every table"),
        Membership.Role.PLAYER: _("sees the league and may dispute hands"),
        "arbiter": _("rules on disputes"),
        Purpose.SCORE_MATCH: _("keeps score in one match"),
        Purpose.SCORE_EVENING: _("keeps score on one evening"),
        Purpose.BOARD: _("watches the scoreboard"),
        Purpose.JOIN: _("joins the league"),
        Purpose.CLAIM: _("joins and takes over a guest’s hands"),
        Purpose.EMBED: _("shows the standings, the match and players elsewhere"),
        Purpose.DEMO: _("tries the demo"),
    }


@require_POST
def withdraw_invitation(request: HttpRequest, slug: str, invitation_id: int) -> HttpResponse:
    league = organised_league(request, slug)
    invitation = found_or_404(selectors.invitation_of(league, invitation_id))
    services.withdraw_invitation(invitation, actor=actor_of(request))
    return redirect("people", league.slug)


@require_POST
def password_link(request: HttpRequest, slug: str, member_id: int) -> HttpResponse:
    """Show a one-time link by which a member sets a new password."""
    league = organised_league(request, slug)
    membership = found_or_404(selectors.member_of(league, member_id))
    try:
        services.password_link(membership, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, refused.text)
        return redirect("people", league.slug)
    member = membership.user
    way = reverse(
        "account_reset_password_from_key",
        kwargs={
            "uidb36": user_pk_to_url_str(member),
            "key": default_token_generator.make_token(member),
        },
    )
    name = member.get_full_name() or member.get_username()
    address = request.build_absolute_uri(way)
    form = InvitationForm.of(league)
    return _show(request, league, form, password_link=address, password_for=name)


def member(request: HttpRequest, slug: str, member_id: int) -> HttpResponse:
    """Change or remove a member's role; make them an arbiter or revoke that."""
    league = organised_league(request, slug)
    membership = found_or_404(selectors.member_of(league, member_id))
    if request.method == "POST":
        role = request.POST.get("role", "")
        with showing_refusals(request):
            if role in Membership.Role.values:
                membership = services.set_role(
                    league, membership.user, role, actor=actor_of(request)
                )
                services.set_arbiter(membership, "arbiter" in request.POST, actor=actor_of(request))
            else:
                services.remove_member(membership, actor=actor_of(request))
    return redirect("people", league.slug)


@require_safe
def league_links(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Lead from the former page of links to the people."""
    return redirect("people", organised_league(request, slug).slug)


def revoke_link(request: HttpRequest, slug: str, link_id: int) -> HttpResponseRedirect:
    league = organised_league(request, slug)
    if request.method == "POST":
        link = found_or_404(links.link_of(league, link_id))
        links.revoke_link(link, actor=actor_of(request))
    return redirect("people", league.slug)
