"""Web push: off until asked for, encrypted for the browser, signed by the site, ended when gone."""

import base64
import datetime
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import Club, key, sent
from tests.fixtures.shared import made_once
from zarleague.exchange import pushing
from zarleague.exchange.models import Push, PushKey, PushSubscription
from zarleague.exchange.pushing import PUSHES
from zarleague.leagues import depersonalising
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import User
from zarleague.play import services as play
from zarleague.play.models import Notice
from zarleague.play.rulings import notices

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


class PushService:
    """A push service on this machine, and the keys of one browser."""

    def __init__(self) -> None:
        self.status = 201
        self.retry_after = ""
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"sixteen bytes!!!"
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                outer.got.append((headers, body))
                self.send_response(outer.status)
                if outer.retry_after:
                    self.send_header("Retry-After", outer.retry_after)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def subscription(self, path: str = "/phone") -> dict[str, Any]:
        """What the browser hands to the page."""
        public = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": _text(public), "auth": _text(self.secret)}
        return {"endpoint": f"{self.origin}{path}"} | keys

    def read(self, body: bytes) -> Any:
        """What the browser makes of a message."""
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret)
        return json.loads(plain)


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    settings.SITE_URL = "https://cards.example"
    made = PushService()
    yield made
    made.server.shutdown()
    made.server.server_close()


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    club = factories.club()
    ann, _bob, _cat = club.add("Ann", "Bob", "Cat")
    ann.user = club.player
    ann.save()
    return club


def turned_on(user: User, about: dict[str, Any]) -> Any:
    """Send what the page of the account sends."""
    client = Client()
    client.force_login(user)
    return client.post(reverse("push"), about)


def disputed(club: Club) -> None:
    """Let the scorekeeper dispute a hand that Ann played."""
    hand = factories.hand(club, factories.match(club), 0, 12, 30)
    play.open_dispute(hand, text="It was 14.", actor=club.keeper, key=key())


def test_nobody_is_told_who_has_not_asked(club: Club) -> None:
    disputed(club)
    assert Push.objects.count() == 0


def test_each_dispute_that_people_are_told_of_by_mail_is_pushed_too(
    club: Club, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last of a day as well, and none after it."""
    monkeypatch.setattr(notices, "MOST_A_DAY", 2)
    turned_on(club.player, service.subscription())
    for number in (1, 2, 2):
        disputed(club)
        assert (Notice.objects.count(), Push.objects.count()) == (number, number)


def test_whose_hand_is_disputed_is_told(club: Club, service: PushService) -> None:
    assert turned_on(club.player, service.subscription()).status_code == 200
    assert turned_on(club.scorekeeper, service.subscription("/keeper")).status_code == 200
    disputed(club)
    assert sent(PUSHES) == 1
    ((headers, body),) = service.got
    page = service.read(body)["page"]
    assert page.startswith(f"/l/{club.league.slug}/disputes/")
    assert service.read(body) == {
        "title": "Your hand 1 was disputed",
        "body": "Friday League: It was 14.",
        "page": page,
    }
    assert b"Friday League" not in body
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) > 0
    assert sent(PUSHES) == 0


def test_the_site_says_who_it_is(club: Club, service: PushService) -> None:
    """RFC 8292: signed by the key that the page gives to browsers, for this push service alone."""
    turned_on(club.player, service.subscription())
    disputed(club)
    sent(PUSHES)
    said = service.got[0][0]["authorization"].removeprefix("vapid t=")
    token, public = said.split(",k=")
    head, claims, signature = token.split(".")
    assert json.loads(_raw(claims))["aud"] == service.origin
    assert json.loads(_raw(claims))["sub"] == "https://cards.example"
    assert public == pushing.public_key()
    r, s = (int.from_bytes(half, "big") for half in (_raw(signature)[:32], _raw(signature)[32:]))
    key_of_site = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _raw(public))
    signed = f"{head}.{claims}".encode()
    key_of_site.verify(encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))
    assert PushKey.objects.count() == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(club: Club, service: PushService, status: int) -> None:
    turned_on(club.player, service.subscription())
    disputed(club)
    service.status = status
    assert sent(PUSHES) == 0
    assert (PushSubscription.objects.count(), Push.objects.count()) == (0, 0)


@pytest.mark.parametrize("status", [400, 413])
def test_a_message_that_is_refused_is_shown_in_the_account(
    club: Club, service: PushService, status: int
) -> None:
    """RFC 8030, section 7.2: 413 says that the message is too long; it would be again."""
    turned_on(club.player, service.subscription())
    disputed(club)
    service.status = status
    assert sent(PUSHES) == 0
    assert Push.objects.count() == 0
    client = Client()
    client.force_login(club.player)
    assert f"refused a message ({status})" in client.get(reverse("choose-mail")).content.decode()
    service.status = 201
    disputed(club)
    assert sent(PUSHES) == 1  # the next may be shorter
    assert "refused a message" not in client.get(reverse("choose-mail")).content.decode()


def test_a_push_service_that_refuses_the_site(club: Club, service: PushService) -> None:
    """RFC 8292, section 4.2: 403 for a key other than the one the browser was subscribed with."""
    turned_on(club.player, service.subscription())
    disputed(club)
    service.status = 403
    assert sent(PUSHES) == 0
    disputed(club)
    assert Push.objects.count() == 0  # nothing is sent there any more …
    client = Client()
    client.force_login(club.player)
    shown = client.get(reverse("choose-mail")).content.decode()
    assert "turn messages on again on that device" in shown
    assert "data-push-endpoint" not in shown
    service.status = 201
    turned_on(club.player, service.subscription())
    disputed(club)
    assert sent(PUSHES) == 1  # … until it is turned on again


def test_turned_off_from_the_list(club: Club, service: PushService) -> None:
    about = service.subscription()
    turned_on(club.player, about)
    answer = turned_on(club.player, {"endpoint": about["endpoint"], "off": "", "page": "1"})
    assert answer.url == reverse("choose-mail")
    assert pushing.browsers_of(club.player) == []


@pytest.mark.parametrize("status", [408, 429, 503])
def test_a_push_service_that_is_down_is_asked_again(
    club: Club, service: PushService, status: int
) -> None:
    turned_on(club.player, service.subscription())
    disputed(club)
    service.status = status
    assert sent(PUSHES) == 0
    assert sent(PUSHES) == 0  # not at once
    assert len(service.got) == 1
    service.status = 201
    Push.objects.update(next_at=timezone.now())
    assert sent(PUSHES) == 1
    assert Push.objects.count() == 0


@pytest.mark.parametrize(
    ("status", "retry_after", "seconds"),
    [
        (429, "3600", 3600),
        (503, "Mon, 09 Mar 2026 20:10:00 GMT", 600),
        (429, "99999999999", 86400),  # a day at most
        (429, "-1", 0),
        (429, "soon", 0),
        (429, "Mon, 09 Mar 2026 19:00:00 GMT", 0),  # over
    ],
)
def test_a_push_service_is_left_alone_for_as_long_as_it_asks(
    club: Club,
    service: PushService,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
    retry_after: str,
    seconds: int,
) -> None:
    """RFC 8030, section 8.4. The wait holds for all browsers of the service and for no other's."""
    now = datetime.datetime(2026, 3, 9, 20, 0, tzinfo=datetime.UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    turned_on(club.player, service.subscription())
    turned_on(club.player, service.subscription("/tablet"))
    elsewhere = PushSubscription.objects.create(
        user=club.organiser, endpoint=f"{service.origin}0/phone"
    )
    disputed(club)
    Push.objects.update(created_at=now, next_at=now)
    service.status, service.retry_after = status, retry_after
    assert sent(PUSHES) == 0
    assert len(service.got) == (1 if seconds else 2)
    elsewhere.refresh_from_db()
    assert elsewhere.wait_until is None
    service.status = 201
    now += datetime.timedelta(seconds=max(seconds, 121) - 1)
    if seconds:
        assert sent(PUSHES) == 0
    now += datetime.timedelta(seconds=1)
    # Nobody wants to be told after six hours.
    assert sent(PUSHES) == (2 if seconds < 6 * 3600 else 0)


def test_turned_off(club: Club, service: PushService) -> None:
    about = service.subscription()
    turned_on(club.player, about)
    turned_on(club.outsider, {"endpoint": about["endpoint"], "off": "1"})
    assert len(pushing.browsers_of(club.player)) == 1  # nobody turns off another's
    turned_on(club.player, {"endpoint": about["endpoint"], "off": "1"})
    assert pushing.browsers_of(club.player) == []


def test_a_deleted_account_is_told_no_more(club: Club, service: PushService) -> None:
    turned_on(club.player, service.subscription())
    depersonalising.delete_account(club.player)
    assert PushSubscription.objects.count() == 0


def test_a_browser_belongs_to_who_asked_last(club: Club, service: PushService) -> None:
    turned_on(club.player, service.subscription())
    turned_on(club.outsider, service.subscription())
    assert [one.user for one in PushSubscription.objects.all()] == [club.outsider]


def test_only_so_many_browsers(club: Club, service: PushService) -> None:
    for number in range(pushing.MOST + 2):
        turned_on(club.player, service.subscription(f"/{number}"))
    paths = [one.endpoint.rsplit("/", 1)[1] for one in pushing.browsers_of(club.player)]
    assert paths == [str(number) for number in range(2, pushing.MOST + 2)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "", "p256dh": "", "auth": ""},
        {"endpoint": "no address"},
        {"endpoint": "https://push.example/" + "x" * 1000},
        {"p256dh": "", "auth": ""},
        {"p256dh": "AAAA"},
        {"p256dh": "ä"},
        {"auth": "="},
        {"auth": "A" * 41},
    ],
)
def test_what_is_no_browser(club: Club, service: PushService, wrong: dict[str, str]) -> None:
    """But for what is wrong each is one."""
    right = service.subscription() | {"endpoint": "https://push.example/x"}
    assert turned_on(club.player, right | wrong).status_code == 400
    assert PushSubscription.objects.count() == 0
    assert turned_on(club.player, right).status_code == 200


def test_no_private_address(club: Club, service: PushService, settings: Any) -> None:
    about = service.subscription()
    turned_on(club.player, about)
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    disputed(club)
    assert sent(PUSHES) == 0
    assert service.got == []
    with pytest.raises(Invalid, match="https"):
        pushing.subscribe(club.player, **about, browser="")
