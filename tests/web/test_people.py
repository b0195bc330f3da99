"""The people of a league: invited and asked, never added; helped with a new password."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from zarleague.leagues import links, services
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import NotAllowed
from zarleague.leagues.models import Invitation, LinkUse, Membership, User
from zarleague.play import services as play

pytestmark = pytest.mark.django_db


def browse(user):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def invite(club, name, role="player", by=None):
    people = reverse("people", args=[club.league.slug])
    return browse(by or club.organiser).post(
        people, {"how": "account", "username": name, "role": role}, follow=True
    )


def answer(user, invitation, answer):
    return browse(user).post(reverse("invitation", args=[invitation.pk]), {"answer": answer})


def test_an_invitation_is_accepted(club):
    invite(club, club.outsider.username, "scorekeeper")
    assert not club.league.memberships.filter(user=club.outsider).exists()
    home = browse(club.outsider).get(reverse("home")).content.decode()
    assert "Friday League" in home
    answer(club.outsider, Invitation.objects.get(), "accept")
    assert club.league.memberships.get(user=club.outsider).role == Membership.Role.SCOREKEEPER
    assert answer(club.outsider, Invitation.objects.get(), "accept").status_code == 404


def test_an_invitation_is_declined_and_the_organiser_is_not_told(club):
    invite(club, club.outsider.username)
    people = reverse("people", args=[club.league.slug])
    before = browse(club.organiser).get(people).content.decode()
    answer(club.outsider, Invitation.objects.get(), "decline")
    after = browse(club.organiser).get(people).content.decode()
    assert [club.outsider.username in page for page in (before, after)] == [True, True]
    assert "Friday League" not in browse(club.outsider).get(reverse("home")).content.decode()
    assert not club.league.memberships.filter(user=club.outsider).exists()


def test_the_form_tells_nobody_which_accounts_there_are(club):
    there = invite(club, club.outsider.username).content.decode()
    not_there = invite(club, "nobody-1234").content.decode()
    for page, name in ((there, club.outsider.username), (not_there, "nobody-1234")):
        assert f"If there’s an account called {name}" in page
    assert Invitation.objects.count() == 2


def test_nobody_accepts_the_invitation_of_another(club):
    invite(club, club.outsider.username)
    other = factories.user("other")
    assert answer(other, Invitation.objects.get(), "accept").status_code == 404
    with pytest.raises(NotAllowed):
        services.accept_invitation(Invitation.objects.get(), actor=Actor.of(other))
    assert answer(None, Invitation.objects.get(), "accept").status_code == 302
    assert not club.league.memberships.filter(user__in=[other, club.outsider]).exists()


def test_an_invitation_is_taken_back(club):
    invite(club, club.outsider.username)
    invitation = Invitation.objects.get()
    way = reverse("withdraw-invitation", args=[club.league.slug, invitation.pk])
    assert browse(club.player).post(way).status_code == 403
    assert browse(club.outsider).post(way).status_code == 404
    assert browse(None).post(way).status_code == 302
    browse(club.organiser).post(way)
    assert answer(club.outsider, invitation, "accept").status_code == 404


def test_only_the_organiser_invites(club):
    assert invite(club, "x", by=club.player).status_code == 403
    assert invite(club, "x", by=club.outsider).status_code == 404
    assert not Invitation.objects.exists()


def test_a_league_has_a_bounded_number_of_open_invitations(club, monkeypatch):
    monkeypatch.setattr(services.invitations, "MAX_INVITATIONS", 2)
    for name in ("a", "b", "c"):
        invite(club, name)
    assert Invitation.objects.count() == 2


def password_link(club, member, by=None):
    membership = club.league.memberships.get(user=member)
    way = reverse("password-link", args=[club.league.slug, membership.pk])
    page = browse(by or club.organiser).post(way, follow=True).content.decode()
    return (
        page.split("http://testserver/password/reset/")[1].split("<")[0]
        if ("/password/reset/" in page)
        else ""
    )


def test_the_organiser_helps_somebody_to_a_new_password(club):
    key = password_link(club, club.player)
    client = Client()
    form = client.get(f"/password/reset/{key}").url
    new = "another horse battery"
    assert client.post(form, {"password1": new, "password2": new}).status_code == 302
    club.player.refresh_from_db()
    assert club.player.check_password(new)
    again = Client().get(f"/password/reset/{key}", follow=True).content.decode()
    assert "already been used" in again


def test_nobody_else_makes_such_a_link(club):
    for somebody in (club.scorekeeper, club.player, club.outsider):
        assert password_link(club, club.player, by=somebody) == ""


def test_an_organiser_gets_into_no_account_that_can_do_more(club):
    other = factories.club(name="Other")
    services.set_role(other.league, club.player, "player", actor=other.boss)
    assert password_link(club, club.player) == ""  # is in a league of somebody else
    club.scorekeeper.is_staff = True
    club.scorekeeper.save()
    assert password_link(club, club.scorekeeper) == ""  # an operator
    colleague = factories.user("colleague")
    services.set_role(club.league, colleague, "organiser", actor=club.boss)
    assert password_link(club, colleague) == ""


def join(client, club, **form):
    """Follow a link to join; return the page it leads to, and the link's page before."""
    _link, token = links.create_link(club.league, "join", actor=club.boss)
    address = reverse("join-by-link", args=[token])
    page = client.get(address).content.decode()
    return client.post(address, {"key": factories.key()} | form, follow=True), page


def test_an_invitation_says_who_invites_and_how_the_table_stands(club):
    club.organiser.first_name = "Mia"
    club.organiser.save()
    factories.hand(club, factories.match(club), 0, 5, 7)
    answer, page = join(browse(None), club, who="new", name="Tom")
    assert "Mia invites you to Friday League" in page
    assert page.index("Ann") < page.index("Bob") < page.index("Cat")
    tom = User.objects.get(first_name="Tom")
    assert answer.redirect_chain == [(reverse("league", args=[club.league.slug]), 302)]
    assert list(tom.players.values_list("name", "league")) == [("Tom", club.league.pk)]
    assert tom.memberships.get().role == Membership.Role.PLAYER


def test_who_joins_as_a_player_need_not_type_their_name(club):
    """Whose name nobody can know is asked for it again, and has no account yet."""
    factories.hand(club, factories.match(club), 0, 5, 7)
    ann = club.players["Ann"]
    answer, page = join(browse(None), club, who=ann.pk)
    assert 'id="name" name="name" maxlength="60" autocomplete="nickname" value="">' in page
    assert "An organiser will confirm that you’re Ann." in answer.content.decode()
    assert User.objects.get(first_name="Ann").memberships.get().claims == ann
    before = User.objects.count()
    answer, _ = join(browse(None), club, who="new", name=" ")
    assert "Please enter your name." in answer.content.decode()
    assert User.objects.count() == before


def test_one_joins_as_the_player_one_has_been_once_an_organiser_agrees(club):
    factories.hand(club, factories.match(club), 0, 5, 7)
    ann, new = club.players["Ann"], club.add("Newcomer")[0]
    client = browse(club.outsider)
    answer, _ = join(client, club, who=ann.pk)
    assert "An organiser will confirm that you’re Ann." in answer.content.decode()
    member = club.league.memberships.get(user=club.outsider)
    ann.refresh_from_db()
    assert (ann.user, member.claims) == (None, ann)
    claim = reverse("answer-claim", args=[club.league.slug, member.pk])
    assert client.post(claim, {"player": ann.pk, "answer": "yes"}).status_code == 403
    boss = browse(club.organiser)
    assert (
        "says they’re the player Ann"
        in boss.get(reverse("people", args=[club.league.slug])).content.decode()
    )
    boss.post(claim, {"player": new.pk, "answer": "yes"})  # not what the member says
    new.refresh_from_db()
    assert new.user is None
    boss.post(claim, {"player": ann.pk, "answer": "yes"})
    ann.refresh_from_db()
    member.refresh_from_db()
    assert (ann.user, member.claims) == (club.outsider, None)


def test_a_player_without_a_hand_is_ones_own_at_once_and_a_refused_one_never(club):
    factories.hand(club, factories.match(club), 0, 5, 7)
    ann, new = club.players["Ann"], club.add("Newcomer")[0]
    me = reverse("own-player", args=[club.league.slug])
    asks = "You aren’t one of the players here yet."
    home = reverse("league", args=[club.league.slug])
    client = browse(club.player)
    assert asks in client.get(home).content.decode()
    client.post(me, {"who": ann.pk})
    member = club.league.memberships.get(user=club.player)
    claim = reverse("answer-claim", args=[club.league.slug, member.pk])
    browse(club.organiser).post(claim, {"player": ann.pk, "answer": "no"})
    ann.refresh_from_db()
    assert ann.user is None
    client.post(me, {"who": new.pk})
    new.refresh_from_db()
    assert new.user == club.player
    assert asks not in client.get(home).content.decode()
    # Somebody else's by now.
    answer = browse(club.scorekeeper).post(me, {"who": new.pk}, follow=True)
    assert "Newcomer has already been claimed." in answer.content.decode()


def test_a_scorekeeper_who_types_their_own_name_is_no_guest(club):
    club.organiser.first_name = "Mia"
    club.organiser.save()
    match = play.start_match(
        club.season,
        ["mia", *club.add("Bob")],
        actor=club.boss,
        key=factories.key(),
        at=factories.EIGHT_O_CLOCK,
    )
    mia = match.seats.get(number=0).player
    assert (mia.user, mia.guest) == (club.organiser, False)


def test_an_account_begun_by_a_link_is_named_in_words_and_helped_to_a_password(club):
    """Its made-up username is not shown to others, but to its owner, who signs in with it."""
    _, token = links.create_link(club.league, "join", actor=club.boss)
    joined = Client()
    joined.post(reverse("join-by-link", args=[token]), {"key": "one", "who": "new", "name": "Zed"})
    member = club.league.memberships.get(user__first_name="Zed")
    username = member.user.get_username()
    assert [use.name for use in LinkUse.objects.all()] == ["Zed"]
    organiser = browse(club.organiser)
    people = organiser.get(reverse("people", args=[club.league.slug])).content.decode()
    assert "Account not finished yet" in people
    assert username not in people
    made = organiser.post(reverse("password-link", args=[club.league.slug, member.pk]))
    way = re.search(r"http://testserver(/[^\"<]*)", made.content.decode())
    assert way is not None
    visitor = Client()
    form = visitor.get(way[1], follow=True)
    assert username in form.content.decode()
    word = {"password1": "correct horse battery", "password2": "correct horse battery"}
    assert visitor.post(form.request["PATH_INFO"], word).status_code == 302
    assert User.objects.get(pk=member.user_id).check_password(word["password1"])
