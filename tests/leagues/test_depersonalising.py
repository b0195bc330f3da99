"""Leaving: an account goes, its results stay under a neutral name."""

import json

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tests.fixtures.shared import made_once
from zarleague import live
from zarleague.leagues import depersonalising, links, services
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import AuditEntry, Membership, Player
from zarleague.play import selectors
from zarleague.play import services as play
from zarleague.replays.gate import let_others

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

PASSWORD = "correct horse battery"


@made_once
def made_club(_):
    """A league in which the member called player is Ann, who won the only hand."""
    club = factories.club()
    factories.hand(club, factories.match(club), 0, 5, 7)
    Player.objects.filter(pk=club.players["Ann"].pk).update(user=club.player)
    return club


def signed_in(user):
    client = Client()
    client.post(reverse("account_login"), {"username": user.username, "password": PASSWORD})
    return client


def confirmed(user):
    """A client whose password was asked for again just now."""
    client = signed_in(user)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def test_a_player_without_a_name_keeps_the_results(club):
    before = {row.player_id: row.points for row in selectors.season_table(club.season)}
    ann = depersonalising.depersonalise_player(club.players["Ann"], actor=club.boss)
    assert ann.name == f"Player {ann.pk}"
    assert ann.user is None
    after = {row.player_id: row.points for row in selectors.season_table(club.season)}
    assert after == before


def test_merged_guests_lose_their_names_too(club):
    (gus,) = club.add("Gus", guest=True)
    play.merge_guest(gus, club.players["Ann"], actor=club.boss, key=factories.key())
    depersonalising.depersonalise_player(club.players["Ann"], actor=club.boss)
    gus.refresh_from_db()
    assert gus.name == f"Player {gus.pk}"


def test_the_neutral_name_is_in_the_language_of_the_league_and_free(club):
    ann = club.players["Ann"]
    services.add_player(club.league, f"Player {ann.pk}", actor=club.boss, key=factories.key())
    ann = depersonalising.depersonalise_player(ann, actor=club.boss)
    assert ann.name == f"Player {ann.pk} ({ann.pk})"


def test_the_name_somebody_gave_at_a_link_goes_as_well(club):
    link, _ = links.create_link(club.league, "join", actor=club.boss)
    links.note_use(link, "Ann")
    depersonalising.depersonalise_player(club.players["Ann"], actor=club.boss)
    assert link.uses.get().name.startswith("Player ")


def test_only_the_organiser_or_the_owner_takes_a_name_away(club):
    bob = club.players["Bob"]
    for somebody in (club.keeper, Actor.of(club.player), Actor.of(club.outsider)):
        with pytest.raises(NotAllowed):
            depersonalising.depersonalise_player(bob, actor=somebody)
    page = reverse("edit-player", args=[club.league.slug, bob.pk])
    for user, status in ((club.player, 403), (club.outsider, 404), (club.organiser, 302)):
        client = Client()
        client.force_login(user)
        assert client.post(page, {"action": "depersonalise"}).status_code == status
    bob.refresh_from_db()
    assert bob.name == f"Player {bob.pk}"


def test_an_account_is_deleted(club):
    elsewhere = signed_in(club.player)
    client = confirmed(club.player)
    page = reverse("delete-account")
    assert client.get(page).status_code == 200
    name = club.player.username
    assert "isn’t your username" in client.post(page, {"name": "x"}).content.decode()
    assert client.post(page, {"name": name}).url == reverse("home")
    club.player.refresh_from_db()
    assert name not in club.player.username
    assert (club.player.first_name, club.player.email, club.player.is_active) == ("", "", False)
    ann = Player.objects.get(pk=club.players["Ann"].pk)
    assert (ann.name, ann.user) == (f"Player {ann.pk}", None)
    assert not Membership.objects.filter(user=club.player).exists()
    for browser in (client, elsewhere, signed_in(factories.user("x"))):
        assert name not in browser.get(reverse("home")).content.decode()
    assert elsewhere.get(reverse("profile")).status_code == 302
    again = Client().post(reverse("account_login"), {"username": name, "password": PASSWORD})
    assert again.status_code == 200


def test_an_account_goes_by_as_many_statements_however_much_it_has(club, monkeypatch):
    """Sessions, and leagues in which it is no player. All its streams end by one message."""
    told, asked = [], []
    monkeypatch.setattr(live, "end", lambda *audiences: told.append(sorted(audiences)))
    for number in (2, 30):
        user = factories.user(f"user-{number}")
        for at in range(number):
            services.create_league(owner=user, name=f"League {number} {at}", key=factories.key())
            store = SessionStore()
            store.create()
            UserSession.objects.create(user=user, ip="192.0.2.1", session_key=store.session_key)
        mine = [f"league-{one.league_id}-user-{user.pk}" for one in user.memberships.all()]
        told.clear()
        with CaptureQueriesContext(connection) as found:
            depersonalising.delete_account(user)
        asked.append(len(found))
        assert told == [sorted([f"account-{user.pk}", *mine])]
        assert not Session.objects.exists()
        assert AuditEntry.objects.filter(action="delete_account", author=user).count() == number
    assert asked[0] == asked[1]


def test_others_are_served_while_the_players_of_an_account_lose_their_names(club):
    other = factories.club()
    other.add("Ann", user=club.player)
    own, seen = Player.objects.filter(user=club.player), []
    outside = len(connection.savepoint_ids)

    def others():
        seen.append((own.count(), len(connection.savepoint_ids) - outside))

    token = let_others.set(others)
    depersonalising.delete_account(club.player)
    let_others.reset(token)
    # One still has a name, then none, and no transaction is open.
    assert seen == [(1, 0), (0, 0)]


def test_deleting_asks_for_the_password_first(club):
    client = Client()
    client.force_login(club.player)
    answer = client.post(reverse("delete-account"), {"name": club.player.username})
    assert answer.url.startswith(reverse("account_reauthenticate"))
    club.player.refresh_from_db()
    assert club.player.is_active
    assert Client().get(reverse("delete-account")).status_code == 302


def test_the_only_organiser_hands_the_league_over_first(club):
    with pytest.raises(Invalid, match="Friday League"):
        depersonalising.delete_account(club.organiser)
    services.set_role(club.league, club.player, "organiser", actor=club.boss)
    depersonalising.delete_account(club.organiser)
    assert [m.user for m in club.league.memberships.filter(role="organiser")] == [club.player]


def test_ones_own_data_is_a_file(club):
    hand = factories.hand(
        club, club.season.matches.get(), 3, 0, 7, winner=1, actor=Actor.of(club.scorekeeper)
    )
    client = Client()
    client.force_login(club.player)
    data = json.loads(b"".join(client.get(reverse("own-data"))))
    assert data["account"][0]["username"] == club.player.username
    assert [row["name"] for row in data["players"]] == ["Ann"]
    assert [(row["hand_number"], row["points"]) for row in data["results"]] == [(1, 0), (2, 3)]
    assert data["hands_written"] == []
    client.force_login(club.scorekeeper)
    data = json.loads(b"".join(client.get(reverse("own-data"))))
    assert [row["hand_number"] for row in data["hands_written"]] == [hand.number]
    assert data["results"] == []


def test_the_file_is_for_its_owner():
    assert Client().get(reverse("own-data")).status_code == 302
