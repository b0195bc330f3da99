"""No request causes a server error."""

from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.endpoints import CHECKS, WRITES
from tests.api.world import World

ASKED = WRITES | CHECKS

words = st.sampled_from(
    [
        "totals",
        "counts",
        "cards",
        "log",
        "points",
        "number",
        "dragon",
        "grid",
        "b2",
        "",
        "zar-clay",
        "zar",
    ]
)
texts = words | st.text(max_size=12) | st.sampled_from(["\0", "\ud800", "a\u0301", "“", "{x}"])
numbers = (
    st.integers(-3, 6) | st.sampled_from([10**9 + 1, 2**31, 2**63, 10**40]) | st.floats(width=32)
)
leaves = st.none() | st.booleans() | numbers | texts
anything = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


def mutated(body: Any) -> st.SearchStrategy[Any]:
    """A body that is right but for some of its values, and some that nobody asked for."""
    if not isinstance(body, dict):
        return anything
    kept = {key: st.just(value) | anything for key, value in body.items()}
    return st.fixed_dictionaries({}, optional=kept | {"players": anything, "x": anything}).map(
        lambda changes: body | changes
    )


def asked_for(sent: Any, world: World, name: str) -> None:
    """Send it as the organiser, see that it was answered, and take it back."""
    endpoint, organiser = ASKED[name], world.caller("organiser")
    endpoint.prepare(world)
    with transaction.atomic():
        answer = organiser.send(endpoint.method, endpoint.path(world), sent)
        transaction.set_rollback(True)
    assert answer.status_code in (200, 201, 204, 400, 409, 422)
    if answer.status_code >= 400:
        assert answer["Content-Type"] == "application/problem+json"


EXAMPLES = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.mark.table(one_in=8)
@pytest.mark.parametrize("name", ASKED)
@EXAMPLES
@given(data=st.data())
def test_any_body_is_answered(world: World, name: str, data: st.DataObject) -> None:
    body = ASKED[name].body
    assert body is not None
    asked_for(data.draw(anything | mutated(body(world)) | mutated(body(world))), world, name)


@EXAMPLES
@given(
    form=st.sampled_from(["totals", "counts", "cards"]),
    sheets=st.lists(
        st.dictionaries(
            st.sampled_from(["points", "number", "command", "dragon", "cards", "x"]),
            anything | st.lists(st.sampled_from(["b2", "X1", "?", "zz"]), max_size=5),
            max_size=4,
        ),
        max_size=5,
    ),
    winner=st.none() | st.integers(0, 9),
)
def test_any_entry_is_answered(
    world: World, form: str, sheets: list[dict[str, Any]], winner: int | None
) -> None:
    body = {"form": form, "sheets": sheets, "winner": winner}
    for name in ("enter", "check hand", "check correction"):
        asked_for(body, world, name)


@EXAMPLES
@given(
    lines=st.lists(
        st.sampled_from(
            ["deal Ann b2 b3", "up b4", "Ann b2", "Bob! b2", "Ann draws 3", "close", "Cat says x"]
        )
        | st.text(max_size=20),
        max_size=12,
    ),
    game=st.sampled_from(["zar", "uno", "zuits", "uno-golf", "poker"]),
)
def test_any_log_is_answered(world: World, lines: list[str], game: str) -> None:
    log = "\n".join([f"game {game}", "seats Ann Bob Cat", *lines])
    asked_for({"log": log}, world, "replay")
    asked_for({"log": "\n".join(lines)}, world, "replay of a match")
    asked_for({"form": "log", "log": "\n".join(lines)}, world, "enter")


@EXAMPLES
@given(
    query=st.dictionaries(
        st.sampled_from(
            ["cursor", "page_size", "first", "last", "limit", "season", "played_on", "state", "of"]
        ),
        texts.filter(lambda text: text.isprintable()) | st.integers().map(str),
    )
)
def test_any_query_is_answered(world: World, query: dict[str, str]) -> None:
    caller = world.caller("player")
    for path in (
        "leagues/",
        f"{world.league_path}players/",
        f"{world.league_path}matches/",
        f"{world.season_path}standings/",
    ):
        assert caller.get(path, **query).status_code in (200, 400, 404)
