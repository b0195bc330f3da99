"""The addresses for load balancers and Prometheus."""

import datetime
import os
import subprocess
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from zarleague.exchange.models import Letter, Webhook
from zarleague.operations import readiness
from zarleague.operations.figures import Processes, Work
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


@pytest.mark.parametrize("path", ["/readyz", "/metrics"])
def test_they_are_reached_by_any_name_without_tls(
    client: Client, settings: LazySettings, path: str
) -> None:
    """Prometheus and a container's check know a machine by its address, and not the proxy."""
    settings.ALLOWED_HOSTS = ["league.example"]
    settings.SECURE_SSL_REDIRECT = True
    settings.METRICS_TOKEN = "a secret"
    headers = {"Host": "10.0.0.5:8000", "Authorization": "Bearer a secret"}
    assert client.get(path, headers=headers).status_code == 200
    assert client.get("/rules/", headers=headers).status_code == 400
    assert client.get("/rules/", headers={"Host": "league.example"}).status_code == 301


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


def test_metrics_say_what_waits_to_be_sent_and_how_old_the_backup_is(
    client: Client, settings: LazySettings, tmp_path: Path
) -> None:
    settings.METRICS_TOKEN = "a secret"
    settings.BACKUP_DIR = str(tmp_path)
    (tmp_path / "zarleague-20260301T023000Z.zip").write_bytes(b"older")
    (tmp_path / "zarleague-20260306T023000Z.zip").write_bytes(b"new")
    league = factories.club().league
    now = timezone.now()
    for days, state in ((0, "waiting"), (1, "waiting"), (3, "given-up")):
        Letter.objects.create(
            league=league,
            kind=Letter.Kind.REPORT,
            state=state,
            created_at=now - datetime.timedelta(days=days),
        )
    Webhook.objects.create(league=league, label="a", active=False, problem="It never answered.")
    headers = {"Authorization": "Bearer a secret"}
    text = client.get("/metrics", headers=headers).content.decode()
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("zarleague_")]
    found = {name: float(value) for name, value in lines}
    assert found['zarleague_messages_waiting{kind="mail"}'] == 2
    assert 86400 <= found['zarleague_oldest_message_seconds{kind="mail"}'] < 90000
    assert found['zarleague_messages_waiting{kind="webhook"}'] == 0
    assert found["zarleague_mail_given_up"] == 1
    assert found["zarleague_webhooks_failed"] == 1
    assert found["zarleague_queued_tasks"] == 0
    assert found["zarleague_last_backup_bytes"] == 3
    backed_up = datetime.datetime(2026, 3, 6, 2, 30, tzinfo=datetime.UTC)
    assert found["zarleague_last_backup_timestamp_seconds"] == backed_up.timestamp()


def test_a_site_without_its_first_backup_says_0(settings: LazySettings, tmp_path: Path) -> None:
    """So that ``ZarleagueBackupNone`` is raised, also for a folder that is not there."""
    for folder in (tmp_path, tmp_path / "not mounted"):
        settings.BACKUP_DIR = str(folder)
        metrics = [m for m in Work().collect() if m.name.startswith("zarleague_last_backup")]
        assert [sample.value for metric in metrics for sample in metric.samples] == [0, 0]


def test_several_processes_are_told_apart(tmp_path: Path) -> None:
    """By the files in which they keep their figures; that of an ended process counts no more."""
    own = os.getpid()
    ended = subprocess.Popen(["true"])
    ended.wait()
    for pid in (own, ended.pid):
        (tmp_path / f"histogram_{pid}.db").touch()
    metrics = {metric.name: metric for metric in Processes(str(tmp_path)).collect()}
    [memory] = metrics["process_resident_memory_bytes"].samples
    assert memory.labels == {"pid": str(own)}
    assert memory.value > 1_000_000


def test_a_stranger_adds_no_series(client: Client, settings: LazySettings) -> None:
    settings.METRICS_TOKEN = "a secret"
    client.get("/no/such/page-of-a-stranger/")
    client.generic("BREW", "/rules/")
    text = client.get("/metrics", headers={"Authorization": "Bearer a secret"}).content.decode()
    assert "stranger" not in text
    assert "BREW" not in text
