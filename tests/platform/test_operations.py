"""The addresses for load balancers and Prometheus."""

import datetime

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from zarleague.operations import readiness
from zarleague.reports.models import Job

pytestmark = pytest.mark.django_db


def test_a_site_that_is_well_is_ready(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    parts = dict.fromkeys(["database", "migrations", "broker", "clock", "jobs", "pages"], "ok")
    assert answer.json() == {"ready": True, "parts": parts}


@pytest.mark.parametrize(("minutes", "ready"), [(9, True), (11, False)])
def test_a_job_that_nobody_takes_for_ten_minutes_makes_it_unready(
    client: Client, minutes: int, ready: bool
) -> None:
    club = factories.club()
    asked = timezone.now() - datetime.timedelta(minutes=minutes)
    Job.objects.create(kind=Job.Kind.RATINGS, league=club.league, asked_at=asked)
    answer = client.get("/readyz")
    assert answer.status_code == (200 if ready else 503)
    assert (answer.json()["parts"]["jobs"] == "ok") is ready


def test_a_broker_that_is_away_makes_it_unready(client: Client, settings: LazySettings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"  # nothing listens there
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["parts"]["broker"] == "ConnectionError"


def test_migrations_that_are_missing_are_counted(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        readiness.MigrationExecutor, "migration_plan", lambda *_: [("one", False), ("two", False)]
    )
    assert client.get("/readyz").json()["parts"]["migrations"].startswith("2 migrations")


def test_there_are_no_metrics_without_the_token(client: Client, settings: LazySettings) -> None:
    assert client.get("/metrics").status_code == 404
    settings.METRICS_TOKEN = "a secret"
    assert client.get("/metrics").status_code == 404
    wrong = {"Authorization": "Bearer another"}
    assert client.get("/metrics", headers=wrong).status_code == 404


def test_metrics_count_requests_by_view_and_what_is_behind(
    client: Client, settings: LazySettings
) -> None:
    settings.METRICS_TOKEN = "a secret"
    headers = {"Authorization": "Bearer a secret"}
    labels = 'method="GET",status="200",view="rules"'
    count = f"zarleague_request_seconds_count{{{labels}}}"

    def figures() -> dict[str, float]:
        text = client.get("/metrics", headers=headers).content.decode()
        lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
        return {name: float(value) for name, value in lines}

    before = figures().get(count, 0)
    client.get(reverse("rules"))
    after = figures()
    assert after[count] == before + 1
    assert after["zarleague_seasons_behind"] == 0
    assert after["zarleague_open_streams"] >= 0


def test_a_stranger_adds_no_series(client: Client, settings: LazySettings) -> None:
    settings.METRICS_TOKEN = "a secret"
    client.get("/no/such/page-of-a-stranger/")
    client.generic("BREW", "/rules/")
    text = client.get("/metrics", headers={"Authorization": "Bearer a secret"}).content.decode()
    assert "stranger" not in text
    assert "BREW" not in text
