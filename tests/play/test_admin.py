"""The admin: every page opens, and of what is the site's own only accounts can be changed."""

import pytest
from django.contrib import admin
from django.db import models
from django.test import Client
from django.urls import reverse

from tests.exchange.test_league_file import played_league
from tests.factories import Club
from tests.fixtures.shared import made_once
from zarleague.leagues.models import User
from zarleague.reports.models import RebuildCheck

# No database changes what pages show, and to whom.
pytestmark = pytest.mark.sqlite

REGISTERED = [
    model for model in admin.site._registry if model._meta.app_config.name.startswith("zarleague")
]


@pytest.fixture
def root(db: None, client: Client) -> Client:
    client.force_login(User.objects.create_superuser("root"))
    return client


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    """A league with something of every kind of record."""
    club = played_league()
    RebuildCheck.objects.create(league=club.league)
    return club


def address(model: type[models.Model], page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model.__name__)
def test_every_page_opens_and_changes_only_accounts(
    root: Client, club: Club, model: type[models.Model]
) -> None:
    assert root.get(address(model, "changelist")).status_code == 200
    writes = 200 if model is User else 403
    assert root.get(address(model, "add")).status_code == writes
    assert root.post(address(model, "add"), {}).status_code == writes
    row = model._default_manager.first()
    assert row is not None
    assert root.get(address(model, "change", row.pk)).status_code == 200
    assert root.post(address(model, "change", row.pk), {}).status_code == writes
    assert root.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    act = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    root.post(address(model, "changelist"), act)
    assert model._default_manager.filter(pk=row.pk).exists()


def test_an_account_is_made_and_deactivated(root: Client) -> None:
    password = {"password1": "quiet-harbour-71", "password2": "quiet-harbour-71"}
    root.post(address(User, "add"), {"username": "ann", "usable_password": "true", **password})
    ann = User.objects.get(username="ann")
    assert ann.is_active
    fields = {"username": "ann", "date_joined_0": "2026-01-01", "date_joined_1": "12:00:00"}
    assert root.post(address(User, "change", ann.pk), fields).status_code == 302
    ann.refresh_from_db()
    assert not ann.is_active
