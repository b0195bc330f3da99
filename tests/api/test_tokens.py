"""Tokens: what each scope allows, how they expire, and that cookies still need a CSRF token."""

import datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.api.endpoints import CHECKS, EVERYTHING, ORGANISERS, READS, WRITES
from tests.api.world import API, World, entry
from tests.factories import key
from zarleague.api import limits
from zarleague.leagues import audit, services, stored_a_day, tokens
from zarleague.leagues.actors import Actor
from zarleague.leagues.depersonalising import delete_account
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import ApiToken, AuditEntry
from zarleague.play.models import Hand
from zarleague.replays.gate import Sender, sender

ORGANISERS_ONLY = {"add a player", "withdraw"}
"""What somebody who keeps score is refused by the service."""
ORGANISING = {name for name, write in WRITES.items() if write.may == ORGANISERS}
ORGANISING = ORGANISING - ORGANISERS_ONLY | {"found a league", "say who", "play oneself"}
"""What no token below the scope ``organise`` may even ask for."""
TRIES = {"check rules", "check a right seat", "check counting a substitute"}


def made(world: World, scope: str, who: str = "organiser") -> tuple[ApiToken, str]:
    actor = Actor.of(getattr(world.club, who))
    return tokens.create_token(actor=actor, name="laptop", scope=scope, days=30)


class Bearer:
    """A program that calls the API by a token, and keeps no cookies."""

    def __init__(self, secret: str, **client: Any) -> None:
        self.client = Client(**client)
        self.secret = secret

    def ask(self, world: World, name: str) -> Any:
        asked = EVERYTHING[name]
        headers = {"Authorization": f"Bearer {self.secret}"}
        address = API + asked.path(world)
        if asked.body is None:
            return self.client.get(address, headers=headers)
        headers["Idempotency-Key"] = key()
        send = getattr(self.client, asked.method)
        return send(address, asked.body(world), "application/json", headers=headers)


@pytest.mark.table(one_in=6)
@pytest.mark.parametrize("name", READS | CHECKS)
def test_every_scope_reads_what_its_owner_may(world: World, name: str) -> None:
    for scope in ApiToken.Scope.values:
        # What writes and takes it back keeps others waiting, as a write does.
        expected = 403 if name in TRIES and scope == "read" else 200
        assert Bearer(made(world, scope)[1]).ask(world, name).status_code == expected


@pytest.mark.parametrize("name", WRITES)
def test_a_scope_is_the_most_a_token_may(world: World, name: str) -> None:
    refused = Bearer(made(world, "read")[1]).ask(world, name)
    assert (refused.status_code, refused.json()["code"]) == (403, "scope-too-narrow")
    scoring = Bearer(made(world, "score")[1]).ask(world, name)
    if name in ORGANISING:
        assert (scoring.status_code, scoring.json()["code"]) == (403, "scope-too-narrow")
    elif name in ORGANISERS_ONLY:
        assert (scoring.status_code, scoring.json()["code"]) == (403, "not-allowed")
    else:
        assert scoring.status_code == WRITES[name].status
        return
    organising = Bearer(made(world, "organise")[1]).ask(world, name)
    assert organising.status_code == WRITES[name].status


def test_a_token_gives_no_more_than_its_owner_has(world: World) -> None:
    player = Bearer(made(world, "organise", "player")[1])
    assert player.ask(world, "enter").json()["code"] == "not-allowed"
    stranger = Bearer(made(world, "organise", "outsider")[1])
    assert stranger.ask(world, "league").status_code == 404


def test_a_token_needs_no_csrf_token(world: World) -> None:
    strict = Bearer(made(world, "score")[1], enforce_csrf_checks=True)
    assert strict.ask(world, "enter").status_code == 201


def test_a_token_is_asked_for_alone_and_not_beside_a_cookie(world: World) -> None:
    bearer = Bearer(made(world, "read", "outsider")[1])
    bearer.client = world.caller("organiser").client
    assert bearer.ask(world, "league").status_code == 404


@pytest.mark.parametrize("secret", ["", "zar_nothing", "x", "zar_ä", "zar_a b"])
def test_a_token_there_is_not(world: World, secret: str) -> None:
    for name in ("games", "enter"):
        refused = Bearer(secret).ask(world, name)
        assert (refused.status_code, refused.json()["code"]) == (401, "not-authenticated")
        assert refused["WWW-Authenticate"] == "Bearer"


def test_only_the_hash_is_stored(world: World) -> None:
    token, secret = made(world, "read")
    assert secret not in str(ApiToken.objects.values().get(pk=token.pk))


def test_tokens_end(world: World) -> None:
    token, secret = made(world, "read")
    tokens.revoke_token(token, actor=world.club.boss)
    assert Bearer(secret).ask(world, "league").status_code == 401
    token, secret = made(world, "read")
    ApiToken.objects.filter(pk=token.pk).update(expires_at=timezone.now())
    assert Bearer(secret).ask(world, "league").status_code == 401
    _, secret = made(world, "read", "scorekeeper")
    world.club.scorekeeper.is_active = False
    world.club.scorekeeper.save()
    assert Bearer(secret).ask(world, "league").status_code == 401


def test_they_go_with_their_account(world: World) -> None:
    _, secret = made(world, "read", "player")
    delete_account(world.club.player)
    assert Bearer(secret).ask(world, "games").status_code == 401
    assert not ApiToken.objects.exists()


def test_nobody_ends_the_token_of_another(world: World) -> None:
    token, _ = made(world, "read", "player")
    with pytest.raises(NotAllowed):
        tokens.revoke_token(token, actor=world.club.boss)
    page = world.caller("organiser").client.post(f"/tokens/{token.pk}/revoke/")
    assert page.status_code == 404


def test_the_last_use_is_noted_now_and_then(world: World) -> None:
    token, secret = made(world, "read")
    Bearer(secret).ask(world, "league")
    token.refresh_from_db()
    first = token.last_used_at
    assert first is not None
    Bearer(secret).ask(world, "league")
    token.refresh_from_db()
    assert token.last_used_at == first
    earlier = first - datetime.timedelta(minutes=11)
    ApiToken.objects.filter(pk=token.pk).update(last_used_at=earlier)
    Bearer(secret).ask(world, "league")
    token.refresh_from_db()
    assert token.last_used_at is not None
    assert token.last_used_at > earlier


def test_the_audit_log_says_that_a_token_did_it(world: World) -> None:
    token, secret = made(world, "score", "scorekeeper")
    Bearer(secret).ask(world, "enter")
    tokens.revoke_token(token, actor=world.club.keeper)
    entries = AuditEntry.objects.filter(league=world.club.league, author=world.club.scorekeeper)
    told = list(entries.order_by("pk").values_list("action", "way"))
    assert told == [("create_token", "site"), ("enter_hand", "token"), ("revoke_token", "site")]
    assert entries.get(action="create_token").after["scope"] == "score"


def test_many_leagues_are_told_of_a_token_by_as_few_statements(world: World) -> None:
    user, asked, told = world.club.outsider, [], []

    def note(entries: list[AuditEntry], **_: Any) -> None:
        told.append([one.league_id for one in entries if one.action == "create_token"])

    for number in (2, 20):
        for _ in range(number):
            services.create_league(owner=user, name="Ours", key=key())
        audit.recorded.connect(note)
        with CaptureQueriesContext(connection) as found:
            tokens.revoke_token(made(world, "score", "outsider")[0], actor=Actor.of(user))
        audit.recorded.disconnect(note)
        asked.append(len(found))
    assert asked[0] == asked[1]
    # What listens hears of one league at a time.
    assert {len(leagues) for leagues in told} == {0, 1}
    entries = AuditEntry.objects.filter(author=user, action__endswith="_token")
    assert entries.values("league").distinct().count() == 22
    assert entries.count() == 2 * (2 + 22)


@pytest.mark.parametrize(
    ("field", "value"), [("name", " "), ("name", "x" * 61), ("scope", "all"), ("days", 36_500)]
)
def test_what_cannot_be_a_token(world: World, field: str, value: Any) -> None:
    asked: dict[str, Any] = {"name": "laptop", "scope": "read", "days": 30} | {field: value}
    with pytest.raises(Invalid):
        tokens.create_token(actor=world.club.boss, **asked)


def test_an_account_has_only_so_many(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST", 1)
    made(world, "read")
    with pytest.raises(Invalid):
        made(world, "read")


def test_an_account_makes_only_so_many_a_day(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is in the audit log of all its leagues."""
    monkeypatch.setattr(tokens, "MADE_A_DAY", 2)
    for _ in range(2):
        tokens.revoke_token(made(world, "read")[0], actor=world.club.boss)
    with pytest.raises(Invalid, match="Try again tomorrow"):
        made(world, "read")
    ApiToken.objects.update(created_at=timezone.now() - datetime.timedelta(days=1))
    assert made(world, "read")


def test_a_token_may_ask_so_often(world: World, settings: Any) -> None:
    """The minute is the same for all three: the clock of the test stands still."""
    settings.API_PER_TOKEN = 2
    bearer, other = Bearer(made(world, "read")[1]), Bearer(made(world, "read")[1])
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(limits.time, "time", lambda: 6_000_000_045.0)
        answers = [bearer.ask(world, "league") for _ in range(3)]
        free = other.ask(world, "league")
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[0]["RateLimit-Policy"] == '"token";q=2;w=60'
    assert [answer["RateLimit"] for answer in answers] == [
        '"token";r=1;t=15',
        '"token";r=0;t=15',
        '"token";r=0;t=15',
    ]
    assert answers[2]["Retry-After"] == "15"
    assert answers[2].json()["code"] == "too-many-requests"
    assert free.status_code == 200


def test_an_address_may_ask_so_often_unless_it_is_known_who_asks(
    world: World, settings: Any
) -> None:
    settings.API_PER_ADDRESS = 2
    known, person = Bearer(made(world, "read")[1]), world.caller("player")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(limits.time, "time", lambda: 6_000_060_000.0)
        answers = [Bearer(f"zar_{n}").ask(world, "games") for n in range(3)]
        beside = [known.ask(world, "games"), *(person.get("games/") for _ in range(3))]
    assert [answer.status_code for answer in answers] == [401, 401, 429]
    assert [answer.status_code for answer in beside] == [200, 200, 200, 429]


def test_an_account_may_store_so_much_in_a_day(
    world: World, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    """By whichever way; it reads on, what was saved stays so, and others go on."""
    settings.STORED_A_DAY = 0.004
    bearer, caller = Bearer(made(world, "score", "scorekeeper")[1]), world.caller()
    note = {"text": "x" * 4_000}
    disputes = f"{world.hand_path}disputes/"
    before = sender.set(Sender("192.0.2.1"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(stored_a_day.time, "time", lambda: 70_000 * 86_400.0 + 86_399)
        with django_capture_on_commit_callbacks(execute=True):
            assert caller.post(disputes, note, under="first").status_code == 201
        refused = [caller.post(disputes, note), bearer.ask(world, "void")]
        assert caller.post(disputes, note, under="first").status_code == 201
        assert caller.get(disputes).status_code == 200
        assert world.caller("organiser").post(disputes, note).status_code == 201
        patched.setattr(stored_a_day.time, "time", lambda: 70_001 * 86_400.0)
        assert caller.post(disputes, note).status_code == 201
    sender.reset(before)
    assert [answer.status_code for answer in refused] == [429, 429]
    assert [answer["Retry-After"] for answer in refused] == ["1", "1"]
    assert refused[0].json()["code"] == "too-much-stored"


def test_the_page_makes_a_token_and_shows_it_once(world: World) -> None:
    client = Client()
    client.force_login(world.club.scorekeeper)
    asked_first = client.get("/tokens/")
    assert asked_first.url.startswith("/confirm-password/")
    client.post(asked_first.url, {"password": "correct horse battery"})
    page = client.post("/tokens/", {"name": "laptop", "scope": "score", "days": "30"})
    text = page.content.decode()
    secret = "zar_" + text.split("zar_")[1].split("<")[0]
    assert Bearer(secret).ask(world, "enter").status_code == 201
    assert Hand.objects.count() == 2
    again = client.get("/tokens/").content.decode()
    assert "laptop" in again
    assert secret not in again
    client.post(f"/tokens/{ApiToken.objects.get().pk}/revoke/")
    assert Bearer(secret).ask(world, "league").status_code == 401


def test_who_keeps_score_by_cookie_still_needs_a_csrf_token(world: World) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = world.caller("organiser").client.cookies
    address, headers = f"{API}{world.match_path}hands/", {"Idempotency-Key": key()}
    refused = strict.post(address, entry(0, 4, 9), "application/json", headers=headers)
    assert refused.json()["code"] == "permission-denied"
