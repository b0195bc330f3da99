"""``make cluster``: the site for many machines, behind its proxy."""

import contextlib
import re
from collections.abc import Iterator

import httpx
import pytest
from django.db import connection
from django.urls import reverse

from tests import migrated
from tests.platform.test_chaos import each_once
from tests.sampling import SAMPLED
from tools import cluster
from tools.chaos import faults, sites

pytestmark = pytest.mark.long
PATIENCE = 120
"""Seconds that a loaded machine may take for an answer."""


@pytest.fixture(scope="module")
def site() -> Iterator[sites.Site]:
    """Run the site, with servers of its own, on a database that was migrated before."""

    def database_on(server: str, name: str) -> str:
        made = cluster.database_on(server, name)
        if connection.vendor == "postgresql":
            migrated.fill(made, migrated.address_of(connection.settings_dict))
        return made

    with pytest.MonkeyPatch.context() as patch, contextlib.ExitStack() as stack:
        patch.setattr(sites, "database_on", database_on)
        site = stack.enter_context(sites.clustered())
        # web, workers, one for long work, sender, the clock, the proxy
        assert len(site.parts) == 2 + 2 + 1 + 1 + 1 + 1
        yield site


def visitor(site: sites.Site) -> httpx.Client:
    """Return a client that keeps its cookies."""
    return httpx.Client(
        base_url=site.address,
        follow_redirects=True,
        timeout=PATIENCE,
        verify=False,  # noqa: S501 (no TLS here)
    )


def test_an_account_is_made_and_a_league_opened_through_the_proxy(site: sites.Site) -> None:
    with visitor(site) as client:
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
        send("account_signup", username="landlord", password1=password, password2=password)
        made = send("new-league", name="The Bell", ranking="total-points")
        assert made.status_code == 200
        assert "The Bell" in made.text


def test_each_kind_of_fault_once(site: sites.Site) -> None:
    """With a page open in a browser all the time. Of what happens on both kinds of site only a web
    process is killed here, which is one of two; ``make test-all`` tries all of it."""
    kinds = faults.CLUSTER
    if SAMPLED:
        kinds = (faults.WEB_KILLED, *(one for one in kinds if one not in faults.EVERYWHERE))
    each_once(site, "cluster", kinds, browser=True)


def test_a_killed_web_process_is_missed_by_nobody(site: sites.Site) -> None:
    """The proxy asks the other one."""
    site.parts["web-1"].kill()
    with visitor(site) as client:
        for _ in range(4):
            assert client.get("/healthz").text == "ok\n"
