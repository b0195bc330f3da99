"""The admin: every page opens, writes go through the services, records stay as they are."""

import pytest
from django.contrib import admin
from django.db import models
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import EIGHT_O_CLOCK, Club, key
from zarleague.leagues.models import League, Membership, Player, PlayerMerge, Season, User
from zarleague.play import selectors, services
from zarleague.play.models import Hand, HandVersion, Match, Penalty

# No database changes what pages show, and to whom.
pytestmark = pytest.mark.sqlite

REGISTERED = [
    model for model in admin.site._registry if model._meta.app_config.name.startswith("zarleague")
]

WINS_LESS_PENALTIES = {"Ann": 1 - 2, "Bob": 0, "Cat": 0}


@pytest.fixture
def root(db: None, client: Client) -> Client:
    client.force_login(User.objects.create_superuser("root"))
    return client


@pytest.fixture
def evening(club: Club, match: Match) -> Hand:
    """A match with a hand, a guest, a penalty and a dispute."""
    hand = factories.hand(club, match, 0, 4, 9)
    services.join_match(match, "Gus", actor=club.boss, key=factories.key())
    services.add_penalty(
        club.season, club.players["Ann"], 2, reason="late", actor=club.boss, key=key(), match=match
    )
    services.open_dispute(hand, text="Cat held ten", actor=club.boss, key=key())
    return hand


def address(model: type[models.Model], page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def act(
    root: Client, model: type[models.Model], action: str, row: models.Model, **data: str
) -> str:
    response = root.post(
        address(model, "changelist"),
        {"action": action, "_selected_action": [row.pk], **data},
        follow=True,
    )
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model.__name__)
def test_every_page_opens(root: Client, evening: Hand, model: type[models.Model]) -> None:
    assert root.get(address(model, "changelist")).status_code == 200
    assert root.get(address(model, "add")).status_code in (200, 403)
    row = model._default_manager.first()
    if row is not None:
        assert root.get(address(model, "change", row.pk)).status_code == 200
        if model is not User:
            assert root.get(address(model, "delete", row.pk)).status_code == 403


@pytest.mark.parametrize("model", [Hand, HandVersion, Match])
def test_records_have_no_form(root: Client, evening: Hand, model: type[models.Model]) -> None:
    row = model._default_manager.first()
    assert root.post(address(model, "change", row.pk), {"number": 7}).status_code == 403
    assert root.post(address(model, "add"), {"number": 7}).status_code == 403


def test_a_league_made_in_the_admin_has_its_organiser(root: Client) -> None:
    fields = {
        "name": "Thursday",
        "visibility": "public",
        "time_zone": "Asia/Tokyo",
        "language": "en",
        "default_game": "zar",
        "objection_hours": 24,
        "dispute_hours": 0,
        "ruling_hours": 72,
        "idle_days": 3,
        "left_early": "behind",
        "hands_share": 100,
        "given_up": "ignored",
    }
    assert root.post(address(League, "add"), fields).status_code == 302
    league = League.objects.get(slug="thursday")
    assert Membership.objects.get(league=league).role == "organiser"
    root.post(address(League, "change", league.pk), fields | {"name": "Wednesday"})
    league.refresh_from_db()
    assert (league.name, league.slug) == ("Wednesday", "thursday")


def test_a_season_changes_its_rules_and_its_table(root: Client, club: Club, evening: Hand) -> None:
    rules = '{"preset": "hands-won", "options": {}}'
    root.post(address(Season, "change", club.season.pk), {"rules": rules})
    club.season.refresh_from_db()
    assert club.season.rules["preset"] == "hands-won"
    # Ann won the one hand, and two points of penalty cost two wins.
    metrics = {row.player_id: row.metric for row in selectors.season_table(club.season)}
    assert metrics == {club.players[name].pk: wins for name, wins in WINS_LESS_PENALTIES.items()}
    act(root, Season, "finish", club.season)
    club.season.refresh_from_db()
    assert club.season.state == Season.State.FINISHED


def test_what_a_service_refuses_is_said(root: Client, club: Club) -> None:
    club.add("Ann", "Bob")
    bob = club.players["Bob"]
    page = root.post(address(Player, "change", bob.pk), {"name": "ann"}, follow=True)
    assert "There’s already a player called Ann." in page.content.decode()
    bob.refresh_from_db()
    assert bob.name == "Bob"


def test_a_hand_is_taken_back_and_restored_with_a_reason(root: Client, evening: Hand) -> None:
    assert "Please give a reason." in act(root, Hand, "take_back", evening, reason="")
    act(root, Hand, "take_back", evening, reason="misdealt")
    assert selectors.match_totals(evening.match).points == {}
    act(root, Hand, "restore", evening, reason="it was not")
    assert sorted(selectors.match_totals(evening.match).points.values()) == [0, 4, 9]
    assert [row.version.reason for row in selectors.history(evening)] == [
        "",
        "misdealt",
        "it was not",
    ]


def test_guests_are_merged_and_unmerged(root: Client, club: Club, evening: Hand) -> None:
    gus = Player.objects.get(name="Gus")
    (dee,) = club.add("Dee")
    root.post(address(PlayerMerge, "add"), {"guest": gus.pk, "into": dee.pk})
    gus.refresh_from_db()
    assert gus.merged_into == dee
    act(root, PlayerMerge, "undo", PlayerMerge.objects.get())
    gus.refresh_from_db()
    assert gus.merged_into is None


def test_a_penalty_is_cancelled_and_a_dispute_withdrawn(root: Client, evening: Hand) -> None:
    act(root, Penalty, "cancel", Penalty.objects.get(), reason="She was not")
    assert Penalty.objects.get().cancel_reason == "She was not"
    dispute = evening.disputes.get()
    act(root, type(dispute), "withdraw", dispute, reason="She held nine.")
    dispute.refresh_from_db()
    assert (dispute.state, dispute.ruling) == ("withdrawn", "She held nine.")


def test_a_match_is_closed_and_reopened(root: Client, evening: Hand) -> None:
    act(root, Match, "close", evening.match)
    assert Match.objects.get().state == Match.State.CLOSED
    act(root, Match, "reopen", evening.match)
    assert Match.objects.get().state == Match.State.OPEN
    assert evening.match.started_at == EIGHT_O_CLOCK
