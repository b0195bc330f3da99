"""The first scripts of docs/api.md, as somebody would run them."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests import factories
from zarleague.leagues import tokens
from zarleague.leagues.actors import Actor


def token() -> str:
    """A token of somebody who has just signed up."""
    actor = Actor.of(factories.user("ann"))
    return tokens.create_token(actor=actor, name="laptop", scope="organise", days=30)[1]


@pytest.mark.django_db(transaction=True)
@pytest.mark.sqlite
def test_it_leads_from_a_token_to_a_table(live_server: Any) -> None:
    secret = token()
    text = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text("utf-8")
    found = re.search(r"## A first script.*?```sh\n(.*?)```", text, re.DOTALL)
    assert found is not None
    script = found[1].replace("http://127.0.0.1:8000", live_server.url).replace("zar_…", secret)
    for _time in range(2):
        done = subprocess.run(
            ["sh", "-euc", script], capture_output=True, text=True, check=True, timeout=120
        )
        table = json.loads(done.stdout[done.stdout.rindex('{"season"') :])
        rows = [(row["name"], row["points"], row["hands"]) for row in table["rows"]]
        assert rows == [("Ann", 0, 1), ("Bob", 7, 1), ("Cat", 12, 1)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.sqlite
def test_it_does_so_by_an_http_library_that_knows_nothing_of_keys(
    live_server: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text("utf-8")
    found = re.search(r"## A first script.*?```python\n(.*?)```", text, re.DOTALL)
    assert found is not None
    given = {"address": live_server.url, "token": token()}
    exec(compile(found[1], "docs/api.md", "exec"), given)  # noqa: S102 (it is our own)
    # Zar counts the cards left against their holder: Bob has none, Ann 4, Cat 9.
    assert capsys.readouterr().out == "Bob 0\nAnn 4\nCat 9\n"
