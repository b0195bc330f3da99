"""No input to any address causes a server error.

The addresses come from the URL configuration, the forms from the pages themselves, so that a new
one is tried without being named here.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.api.endpoints import CHECKS, WRITES
from tests.api.fuzzing import existing
from tests.api.world import LOG, OWN_GAME, World
from tests.factories import key
from tests.fixtures.shared import made_once
from tests.sampling import SAMPLED
from zarleague.leagues.links import create_link
from zarleague.leagues.services import update_league
from zarleague.play import services

DIGITS = "9" * 30
LONG = "x" * 10_000
BAD = ("abc", "", "²", "a\0b", DIGITS, "-1", "0", "1.5", "[1]", "{x}", "%", LONG, "١")
"""Values nobody sends by hand: among them a digit that `int` refuses, one of another script that it
takes, a number no database holds."""
ANSWERED = range(200, 500)
TIMES = 1 if SAMPLED else 2
"""How often a parameter, a query, a field, a form or a body is tried."""
EACH = 2 if SAMPLED else 1
"""Of how many parameters, of how many addresses with a query and of how many forms one is tried."""

pytestmark = pytest.mark.postgresql  # which refuses a text that is too long, a NUL, a large number

OTHERS = ("admin/", "i18n/")
"""Django's own."""


def _world() -> World:
    """A public league with a hand and its log, a dispute, a penalty and a guest, and with all that
    is made of hands, so that there is something at nearly every address."""
    made = World.made()
    club, match = made.club, made.match
    update_league(club.league, visibility="public", actor=club.boss)
    services.attach_log(made.hand, LOG, key=key(), actor=club.boss, expected_version=1)
    assert all((made.own_game, made.rated, made.report, made.export))
    services.open_dispute(made.hand, text="No!", actor=club.boss, key=key())
    services.add_penalty(
        club.season, club.players["Ann"], 5, reason="Late", actor=club.boss, key=key(), match=match
    )
    services.join_match(match, "Gil", actor=club.boss, key=key())
    return made


made_world = made_once(lambda _: _world())


@pytest.fixture
def world(made_world: Callable[[], World], db: None) -> World:
    return made_world()


def patterns(
    resolver: URLResolver | None = None, before: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    """Yield every address of the site with its pattern."""
    for entry in (resolver or get_resolver()).url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            if not route.startswith(OTHERS):
                yield from patterns(entry, route)
        else:
            yield route, entry


ROUTES = sorted({route for route, _ in patterns() if route != "api/"})
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
QUERIES = sorted(
    {
        name
        for path in Path(settings.BASE_DIR, "zarleague").rglob("*.py")
        for name in re.findall(
            r"""(?:GET|query_params)(?:\.get|\.getlist)?[\[(]["'](\w+)""", path.read_text("utf-8")
        )
    }
    | {"page", "page_size", "cursor", "format", "next", "first", "last", "limit", "season", "state"}
)


def known(world: World) -> dict[str, Any]:
    """What stands in addresses, by the name of its parameter; before it what stands only in those
    that begin so."""
    club, found = world.club, existing(world)
    abouts: dict[str, dict[str, Any]] = {"board": {}, "embed": {}}
    abouts["score-match"] = {"match_id": world.match.pk}
    tokens = {
        purpose: create_link(club.league, purpose, actor=club.boss, **about)[1]
        for purpose, about in abouts.items()
    }
    return found | {
        "league": club.league.slug,
        "season": club.season.pk,
        "match": world.match.pk,
        "day": world.present,
        "round_id": world.drawn.pk,
        "player": club.players["Ann"].pk,
        "seat": world.seat.pk,
        "name": OWN_GAME["name"],
        "token": "x" * 20,
        "board/token": tokens["board"],
        "claim/token": world.secrets["claim"],
        "embed/form": "svg",
        "embed/name": "table",
        "embed/token": tokens["embed"],
        "invited/token": world.letter,
        "join/token": world.secrets["join"],
        "score/token": tokens["score-match"],
    }


def address(route: str, values: dict[str, Any]) -> str:
    """Return the address of a route with its parameters filled in."""
    first = route.partition("/")[0]

    def filled_in(found: re.Match[str]) -> str:
        return str(values.get(f"{first}/{found[1]}", values.get(found[1], "1")))

    return "/" + PARAMETER.sub(filled_in, route)


class Forms(HTMLParser):
    """The forms of a page: where they are sent, and the fields they send."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self._page = page
        self._fields: dict[str, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("method", "").lower() == "post":
            self._fields = {}
            self.found.append((given.get("action") or self._page, self._fields))
        elif self._fields is not None and "name" in given:
            self._fields.setdefault(given["name"], given.get("value", "1"))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._fields = None


@dataclass
class Sender:
    """Sends as the organiser, and keeps what the site did not answer."""

    client: Client
    failures: list[str]

    def get(self, path: str, query: dict[str, str] | None = None) -> Any:
        return self._sent("GET", path, query, lambda: self.client.get(path, query))

    def post(self, path: str, form: dict[str, Any]) -> Any:
        return self._sent("POST", path, form, lambda: self.client.post(path, form))

    def json(self, path: str, body: Any, method: str = "post") -> Any:
        headers, send = {"Idempotency-Key": key()}, getattr(self.client, method)
        return self._sent(
            method.upper(),
            path,
            body,
            lambda: send(path, body, "application/json", headers=headers),
        )

    def _sent(self, method: str, path: str, sent: Any, send: Any) -> Any:
        try:
            with transaction.atomic():
                answer = send()
                # What one request changed must not keep the next from being tried.
                transaction.set_rollback(True)
        except Exception as error:  # noqa: BLE001 (all of them are told together)
            self.failures.append(f"{method} {path} {str(sent)[:200]!r}: {error!r:.200}")
            return None
        if answer.status_code not in ANSWERED:
            self.failures.append(f"{method} {path} {str(sent)[:200]!r}: {answer.status_code}")
        return answer


@pytest.fixture
def sender(world: World) -> Iterator[Sender]:
    sender = Sender(world.caller("organiser").client, [])
    yield sender
    assert not sender.failures, "\n".join(sender.failures)


def by_turns(often: str, others: tuple[str, ...]) -> Iterator[str]:
    """Yield one value before each of the others, without end."""
    return cycle([value for other in others for value in (often, other)])


def test_any_parameter_of_any_address(world: World, sender: Sender) -> None:
    others = (DIGITS, "²", "a%00b", "2147483648", "x" * 300)
    values, bad = known(world), by_turns(DIGITS, others)
    for route, name in [(one, name) for one in ROUTES for name in PARAMETER.findall(one)][::EACH]:
        for _ in range(TIMES):
            wrong = dict.fromkeys((name, f"{route.partition('/')[0]}/{name}"), next(bad))
            sender.get(address(route, values | wrong))


def test_any_query_of_any_address(world: World, sender: Sender) -> None:
    values, bad = known(world), cycle(BAD)
    for route in ROUTES[::EACH]:
        path = address(route, values)
        for _ in range(TIMES):
            sender.get(path, dict.fromkeys(QUERIES, next(bad)))


NOTHING = {
    ".well-known/security.txt",
    "come/<str:token>/",
    "l/<slug:slug>/seasons/<int:season_id>/reports/<int:number>/tables/<str:key>.<str:form>",
    "l/<slug:slug>/settings/history/<str:key>/",
    "l/<slug:slug>/settings/laboratory/<int:experiment_id>/hands/<int:side>/<int:number>/",
    "leagues/import/<str:key>/",
    "mail/<str:token>/",
    "metrics",
    "password/^reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
    "replay/picture.png",
    "two-factor/app/remove/",
    "two-factor/recovery-codes/",
    "two-factor/recovery-codes/download/",
}
"""Addresses of pages at which there is nothing for the organiser: their token or key is made up,
their file is somebody else's, or what they show was never set up."""


def pages(world: World, sender: Sender) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every form of every page once, with what it sends."""
    seen, nothing = set(), set()
    values = known(world)
    for route in ROUTES:
        if route.startswith("api/"):
            continue
        page = address(route, values)
        shown = sender.get(page)
        if shown is not None and shown.status_code == 404:
            nothing.add(route)
        if shown is None or "text/html" not in shown.headers.get("Content-Type", ""):
            continue
        forms = Forms(page)
        forms.feed(shown.content.decode())
        for target, fields in forms.found:
            same = (target, fields.get("action"), *sorted(fields))
            if target.startswith("/") and "logout" not in target and same not in seen:
                seen.add(same)
                yield target, fields
    assert nothing == NOTHING


def test_any_field_of_any_form(world: World, sender: Sender) -> None:
    """Every field too long and wrong in another way by turns, then all of them. Of the many
    options of a game, which are all read alike, three stand for the others.
    """
    bad, one = cycle(BAD), by_turns(LONG, BAD)
    found = list(pages(world, sender))
    assert len(found) > 20
    for target, fields in found[::EACH]:
        fresh = {"key": key()} if "key" in fields else {}
        options = [name for name in fields if "." in name or name.startswith("option")]
        for name in [*fields][:: 5 if SAMPLED else 1]:
            if name not in options[3:]:
                for _ in range(TIMES):
                    sender.post(target, fields | fresh | {name: next(one)})
        kept = {name: fields[name] for name in fields if name == "action"} | fresh
        for _ in range(TIMES):
            sender.post(target, dict.fromkeys(fields, next(bad)) | kept)
        sender.post(target, kept)


NESTED = "[" * 5_000 + "]" * 5_000
BODIES = (
    *("abc", "", "²", "null", "1", "[]", "[[]]", '"x"', '{"a\\u0000b": 1}', '{"log": "\\ud800"}'),
    *(NESTED, '{"log": ' + NESTED + "}", '{"name": ' + DIGITS + "}", '{"name": NaN}'),
    *('{"number": 1e400}', '{"x": ' + "9" * 5_000 + "}", "\x00", "{" * 5_000),
)
WRONG = (
    *(None, True, -1, 10**30, 1.5, "²", "", "a\0b", DIGITS, [], {}, ["x"], {"x": []}, "x" * 5_000),
    *("\ud800", [[]], [None], [10**30]),
)


def test_any_body_of_any_endpoint(world: World, sender: Sender) -> None:
    bodies, wrong = cycle(BODIES), cycle(WRONG)
    for body in BODIES:
        sender.json("/api/v1/replay/", body)
    for endpoint in (WRITES | CHECKS).values():
        path = f"/api/v1/{endpoint.path(world)}"
        assert endpoint.body is not None
        valid = endpoint.body(world)
        for _ in range(TIMES):
            sender.json(path, next(bodies), endpoint.method)
        for field in valid:
            for _ in range(1 if SAMPLED else 5):
                sender.json(path, valid | {field: next(wrong)}, endpoint.method)
