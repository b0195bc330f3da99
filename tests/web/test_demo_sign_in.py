"""Signing in to the demo without a password works on its own machine only."""

from pathlib import Path

import pytest
from django.test import Client

from tests import factories
from zarleague.leagues import services as leagues
from zarleague.leagues.models import League, User

pytestmark = pytest.mark.django_db
LOCAL = {"host": "localhost:8000"}
BUTTON = "Try the demo as its organiser"


@pytest.fixture
def demo(settings, tmp_path: Path) -> League:
    """Make a site with nothing but the demo."""
    settings.DEMO_SIGN_IN = True
    settings.DATA_DIR = tmp_path
    settings.ALLOWED_HOSTS = ["*"]
    (tmp_path / "demo_password").write_text("made up")
    owner = User.objects.create_superuser("demo", password="made up")
    User.objects.create_user("mary")
    return leagues.create_league(
        owner=owner,
        name="Thursday",
        visibility=League.Visibility.PUBLIC,
        time_zone="Europe/London",
        key="demo",
    )


def is_let_in(client: Client, *, address: str = "127.0.0.1", **headers: str) -> bool:
    """Return whether the first page offers the demo and its button signs in, both or neither."""
    sent = LOCAL | {name.replace("_", "-"): value for name, value in headers.items()}
    offered = BUTTON in client.get("/", headers=sent, REMOTE_ADDR=address).content.decode()
    answer = client.post("/demo/", headers=sent, REMOTE_ADDR=address)
    assert (answer.status_code == 302) == offered
    assert ("_auth_user_id" in client.session) == offered
    return offered


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000"])
def test_whoever_sits_at_the_machine_is_the_organiser_at_a_tap(
    client: Client, demo: League, host: str
) -> None:
    assert is_let_in(client, host=host)
    assert client.get(f"/l/{demo.slug}/settings/", headers=LOCAL).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "zar.example"},
        {"host": "192.168.1.20:8000"},
        {"x_forwarded_for": "203.0.113.9"},
        {"x_real_ip": "203.0.113.9"},
        {"forwarded": "for=203.0.113.9"},
        {"via": "1.1 proxy"},
        {"address": "192.168.1.7"},
    ],
)
def test_nobody_from_elsewhere(client: Client, demo: League, headers: dict[str, str]) -> None:
    assert not is_let_in(client, **headers)


def test_not_where_the_site_listens_to_others(client: Client, demo: League, settings) -> None:
    settings.DEMO_SIGN_IN = False
    assert not is_let_in(client)


def test_not_once_there_is_another_account_with_a_password(client: Client, demo: League) -> None:
    User.objects.create_user("ann", password="a password of her own")
    assert not is_let_in(client)


def test_not_once_there_is_another_league(client: Client, demo: League) -> None:
    factories.club()
    assert not is_let_in(client)


def test_not_with_a_password_of_ones_own(client: Client, demo: League) -> None:
    assert is_let_in(Client())  # its hash is known as the right one from now on
    organiser = User.objects.get(username="demo")
    organiser.set_password("another")
    organiser.save()
    assert not is_let_in(client)


def test_only_by_its_button(demo: League) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/demo/", headers=LOCAL).status_code == 403
    assert strict.get("/demo/", headers=LOCAL).status_code == 405
