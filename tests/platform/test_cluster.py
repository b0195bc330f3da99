"""``make cluster``: the site for many machines, behind its proxy."""

import os
import re
from collections.abc import Iterator

import httpx
import psycopg
import pytest
from django.urls import reverse

from tests import migrated
from tools import cluster, services

PATIENCE = 120
"""Seconds that a loaded machine may take for an answer."""
DATABASE = f"zarleague_test_cluster_{os.getpid()}"


@pytest.fixture
def address() -> Iterator[str]:
    """Yield the proxy's address."""
    port = services.free_port()
    with services.postgresql() as server, services.redis() as redis:
        try:
            database = cluster.database_on(server, DATABASE)
            migrated.postgresql(database)
            with cluster.cluster(port, database, redis, DATABASE) as parts:
                assert len(parts) == 2 + 2 + 1 + 1 + 1  # web, workers, sender, the clock, the proxy
                yield f"http://127.0.0.1:{port}"
                # Killed, a web process is missed by nobody: the proxy asks the other one.
                parts["web-1"].kill()
                for _ in range(4):
                    answer = httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE)
                    assert answer.text == "ok\n"
        finally:
            with psycopg.connect(server, autocommit=True) as connection:
                connection.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")


@pytest.mark.long
def test_an_account_is_made_and_a_league_opened_through_the_proxy(address: str) -> None:
    with httpx.Client(base_url=address, follow_redirects=True, timeout=PATIENCE) as client:
        page = client.get("/")
        [sheet, *_] = re.findall(r'href="(/static/[^"]+\.css)"', page.text)
        assert client.get(sheet).status_code == 200
        assert client.get("/metrics").status_code == 404
        assert client.post("/", content=b"x" * 2_600_000).status_code == 413

        def send(view: str, /, **form: str) -> httpx.Response:
            client.get(reverse(view))
            form["csrfmiddlewaretoken"] = client.cookies["csrftoken"]
            return client.post(reverse(view), data=form)

        password = "behind the third barrel"
        send("account_signup", username="landlady", password1=password, password2=password)
        made = send("new-league", name="The Anchor", ranking="total-points")
        assert made.status_code == 200
        assert "The Anchor" in made.text
