"""Requests that schemathesis makes of the served description, sent by everybody there is.

Each is taken back, so that none meets what another has left. Most name rows that there are: what a
request says of a hand that does not exist is refused before it is read.

Schemathesis takes seconds to load, so it is loaded where it is used: this module is read by every
process of a run.
"""

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.middleware.csrf import get_token
from django.test import RequestFactory
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

from tests.api.world import World
from zarleague.leagues import tokens
from zarleague.leagues.actors import Actor

SCHEMA = "/api/v1/schema/?format=json"
REFUSED = ["2xx", "304", "400", "401", "403", "404", "409", "412", "422", "429", "503", "507"]
"""The answers that a request as described may get: the rules of a game and of a league refuse more
than a description can say."""
SCOPES = {f"token: {scope}": scope for scope in ("read", "score", "organise")}
PEOPLE = ("anonymous", "player", "scorekeeper", "organiser", *SCOPES)
SHORT = 1
"""Requests of each kind that the suite makes of an operation; `make fuzz` makes more."""
EXISTING = 0.9
"""Share of the requests that are about something there is."""


@contextmanager
def connected() -> Iterator[None]:
    """Keep the connection to the database, which is the test's, after a request."""
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    try:
        yield
    finally:
        request_started.connect(close_old_connections)
        request_finished.connect(close_old_connections)


@cache
def description() -> Any:
    """The description as it is served, with all of schemathesis's checks."""
    import schemathesis
    from schemathesis.config import SchemathesisConfig

    checks = {
        "positive_data_acceptance": {"expected-statuses": REFUSED},
        "max_response_time": 10,
    }
    config = SchemathesisConfig.from_dict({"checks": checks})
    with connected():
        return schemathesis.openapi.from_wsgi(SCHEMA, get_wsgi_application(), config=config)


def headers_of(world: World, who: str) -> Mapping[str, str]:
    """The headers by which one of `PEOPLE` is known."""
    if who == "anonymous":
        return {}
    if who not in SCOPES:
        return _session(world, who)
    actor = Actor.of(world.club.organiser)
    token = tokens.create_token(actor=actor, name=who, scope=SCOPES[who], days=30)[1]
    return {"Authorization": f"Bearer {token}"}


def _session(world: World, who: str) -> dict[str, str]:
    request = RequestFactory().get("/")
    token = get_token(request)
    session = world.caller(who).client.cookies["sessionid"].value
    cookies = f"sessionid={session}; csrftoken={request.META['CSRF_COOKIE']}"
    return {"Cookie": cookies, "X-CSRFToken": token}


def existing(world: World) -> dict[str, Any]:
    """What there is, by the name of the parameter."""
    return {
        "slug": world.club.league.slug,
        "season_id": world.club.season.pk,
        "match_id": world.match.pk,
        "number": 1,
        "player_id": world.players[0],
        "seat_id": world.seat.pk,
        "dispute_id": world.dispute.pk,
        "ruling_id": world.ruling.pk,
        "member_id": world.member.pk,
        "invitation_id": world.invitation.pk,
        "link_id": world.holder.pk,
        "penalty_id": world.penalty.pk,
        "merge_id": world.merge.pk,
        "game": "zar",
        "key": "zar",
        "form": "csv",
        "webhook_id": world.delivery.webhook_id,
        "delivery_id": world.delivery.pk,
        "experiment_id": world.experiment.pk,
        "side": 0,
        "import_id": world.written.pk,
        "file": world.past.split("/")[-2],
    }


def operations() -> list[Any]:
    """Every operation of the description."""
    return [found.ok() for found in description().get_all_operations()]


def failure(operation: Any, world: World, headers: Mapping[str, str], examples: int) -> str:
    """Make requests of one operation, as described and otherwise; return what was wrong, "" if
    nothing was.
    """
    from schemathesis.checks import CHECKS
    from schemathesis.core.failures import FailureGroup
    from schemathesis.core.parameters import ParameterLocation
    from schemathesis.generation import GenerationMode

    there = existing(world)
    choose = random.Random(operation.label)

    def send(case: Any) -> None:
        # What is wrong on purpose in the path stays wrong.
        wrong = case.meta is not None and case.meta.is_negative_at(ParameterLocation.PATH)
        if case.path_parameters and not wrong and choose.random() < EXISTING:
            known = {name: there[name] for name in case.path_parameters if name in there}
            case.path_parameters = {**case.path_parameters, **known}
        # Nothing on the way here unpacks an answer.
        sent = {**headers, "Accept-Encoding": "identity"}
        with connected(), transaction.atomic():
            case.call_and_validate(headers=sent, checks=CHECKS.get_all())
            transaction.set_rollback(True)

    limits = settings(
        max_examples=examples,
        derandomize=examples == SHORT,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    for mode in GenerationMode:
        try:
            limits(given(case=operation.as_strategy(generation_mode=mode))(send))()
        except Unsatisfiable:
            continue  # nothing can be sent to it that is not as described
        except FailureGroup as found:
            return f"{operation.label}: {found}"
    return ""
