"""Webhooks: their messages, signatures, allowed addresses, and retries when nobody answers."""

import contextlib
import datetime
import json
import select
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import Club, key, sent
from zarleague.background import sending
from zarleague.exchange import addresses
from zarleague.exchange.addresses import Unreachable
from zarleague.exchange.models import Delivery, Webhook
from zarleague.exchange.webhooks import delivering, messages, services
from zarleague.exchange.webhooks.delivering import DELIVERIES
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import AuditEntry
from zarleague.play import services as play
from zarleague.reports.season_report.build import make_report

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
State = Delivery.State
TEST = "F: This is a test."


class Receiver:
    """A program that takes messages; ``status`` is what it answers."""

    def __init__(self) -> None:
        self.status = 204
        self.location = ""
        self.retry_after = ""
        self.got: list[tuple[str, dict[str, str], str]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                body = self.rfile.read(length).decode()
                headers = {name.lower(): value for name, value in self.headers.items()}
                outer.got.append((f"{self.command} {self.path}", headers, body))
                self.send_response(outer.status)
                if outer.retry_after:
                    self.send_header("Retry-After", outer.retry_after)
                if outer.location:
                    self.send_header("Location", outer.location)
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_PUT = do_POST  # noqa: N815

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/hook"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class Dripping:
    """A server that begins to answer, and then sends a byte at a time until it is cut off."""

    def __init__(self, start: bytes) -> None:
        self.start = start
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.thread = threading.Thread(target=self.drip, daemon=True)

    def drip(self) -> None:
        talk, _ = self.server.accept()
        with talk, contextlib.suppress(OSError):
            talk.sendall(self.start)
            while True:
                talk.sendall(b"x")
                select.select([talk], [], [], 0.01)

    def __enter__(self) -> "Dripping":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.close()


def answer_once(server: socket.socket, answer: bytes) -> None:
    talk, _ = server.accept()
    with talk:
        talk.recv(65536)
        talk.sendall(answer)


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    made = Receiver()
    yield made
    made.server.shutdown()
    made.server.server_close()


def webhook(club: Club, address: str, shape: str = "standard", extra: str = "") -> Webhook:
    return services.add_webhook(
        club.league,
        label="Club site",
        shape=shape,
        address=address,
        extra=extra,
        events=messages.EVENTS,
        actor=club.boss,
    )


def test_the_signature_of_the_specification() -> None:
    """The example of the reference libraries' own tests."""
    signed = messages.signature(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        '{"test": 2432232314}',
    )
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


class TestTold:
    def test_each_event_once(self, club: Club, receiver: Receiver) -> None:
        hook = webhook(club, receiver.address)
        match = factories.match(club)
        hand = factories.hand(club, match, 0, 12, 30)
        play.correct_hand(
            hand, factories.totals(0, 15, 30), reason="Misread", key=key(), actor=club.boss,
            expected_version=1,
        )  # fmt: skip
        dispute = play.open_dispute(hand, text="It was 14.", actor=club.keeper, key=key())
        decision = play.Decision("rejected", "stands", "Was it 14?", "It was counted twice.")
        play.rule_on_dispute(dispute, decision, actor=club.boss, key=key(), expected_version=2)
        play.finish_season(club.season, actor=club.boss, key=key())
        make_report(club.season)
        assert list(hook.deliveries.order_by("pk").values_list("event", flat=True)) == [
            "hand.saved",
            "hand.corrected",
            "hand.disputed",
            "hand.ruled",
            "season.ended",
            "report.ready",
        ]
        assert sent(DELIVERIES) == 6
        body = json.loads(receiver.got[0][2])
        assert body["type"] == "hand.saved"
        assert [(one["name"], one["points"]) for one in body["data"]["points"]] == [
            ("Ann", 0),
            ("Bob", 12),
            ("Cat", 30),
        ]

    def test_written_with_the_hand_or_not_at_all(self, club: Club, receiver: Receiver) -> None:
        webhook(club, receiver.address)
        match = factories.match(club)
        with transaction.atomic():
            factories.hand(club, match, 0, 12, 30)
            assert Delivery.objects.count() == 1
            transaction.set_rollback(True)
        assert Delivery.objects.count() == 0

    def test_only_what_is_wanted(self, club: Club, receiver: Receiver) -> None:
        hook = webhook(club, receiver.address)
        services.change_webhook(hook, active=True, events=["season.ended"], actor=club.boss)
        factories.hand(club, factories.match(club), 0, 12, 30)
        assert Delivery.objects.count() == 0

    def test_signed_and_stamped(self, club: Club, receiver: Receiver) -> None:
        hook = webhook(club, receiver.address)
        delivery = services.send_test(hook, actor=club.boss)
        sent(DELIVERIES)
        ((_, headers, body),) = receiver.got
        assert headers["webhook-id"] == delivery.key
        assert headers["webhook-signature"] == messages.signature(
            hook.secret, delivery.key, int(headers["webhook-timestamp"]), body
        )
        delivery.refresh_from_db()
        assert (delivery.state, delivery.status, delivery.body) == (State.SENT, 204, body)

    @pytest.mark.parametrize(
        ("shape", "extra", "line", "body"),
        [
            ("discord", "", "POST /hook", {"content": TEST, "allowed_mentions": {"parse": []}}),
            ("slack", "", "POST /hook", {"text": TEST}),
            ("telegram", "-42", "POST /hook", {"chat_id": "-42", "text": TEST}),
            ("matrix", "token", "PUT /hook/{key}", {"msgtype": "m.notice", "body": TEST}),
        ],
    )  # fmt: skip
    def test_as_chats_take_it(
        self, club: Club, receiver: Receiver, shape: str, extra: str, line: str, body: Any
    ) -> None:
        club.league.name = "F"
        club.league.save()
        hook = webhook(club, receiver.address, shape, extra)
        delivery = services.send_test(hook, actor=club.boss)
        sent(DELIVERIES)
        ((asked, headers, body_sent),) = receiver.got
        assert asked == line.format(key=delivery.key)
        assert json.loads(body_sent) == body
        assert headers.get("authorization") == ("Bearer token" if shape == "matrix" else None)


class TestRetries:
    def test_it_comes_again_when_the_receiver_is_back(self, club: Club, receiver: Receiver) -> None:
        hook = webhook(club, receiver.address)
        receiver.status = 503
        delivery = services.send_test(hook, actor=club.boss)
        now = timezone.now()
        assert sent(DELIVERIES) == 0
        delivery.refresh_from_db()
        assert datetime.timedelta(0) < delivery.next_at - now < datetime.timedelta(seconds=60)
        assert sent(DELIVERIES) == 0
        assert len(receiver.got) == 1  # not before its time
        receiver.status = 200
        Delivery.objects.update(next_at=now)
        assert sending.owners_due([DELIVERIES])
        assert sent(DELIVERIES) == 1
        assert receiver.got[0][1]["webhook-id"] == receiver.got[1][1]["webhook-id"]
        assert receiver.got[0][2] == receiver.got[1][2]

    def test_at_once_if_its_time_was_set_by_a_clock_that_was_ahead(
        self, club: Club, receiver: Receiver
    ) -> None:
        hook = webhook(club, receiver.address)
        ahead = timezone.now() + datetime.timedelta(hours=26)
        with time_machine.travel(ahead, tick=False):
            services.send_test(hook, actor=club.boss)
        receiver.status = 503
        with time_machine.travel(ahead + datetime.timedelta(minutes=1), tick=False):
            assert sent(DELIVERIES) == 0  # tried, and put off for five seconds
        receiver.status = 200
        assert sending.owners_due([DELIVERIES])
        assert sent(DELIVERIES) == 1
        ahead += datetime.timedelta(hours=1)
        with time_machine.travel(ahead, tick=False):
            services.send_test(hook, actor=club.boss)
        assert sent(DELIVERIES) == 1

    @pytest.mark.parametrize(("asked", "seconds"), [("3600", 3600), ("1", 5), ("999999", 86400)])
    def test_not_before_the_receiver_asks(
        self, club: Club, receiver: Receiver, asked: str, seconds: int
    ) -> None:
        """At least the five seconds after a first attempt, at most a day."""
        hook = webhook(club, receiver.address)
        receiver.status, receiver.retry_after = 429, asked
        delivery = services.send_test(hook, actor=club.boss)
        sent(DELIVERIES)
        delivery.refresh_from_db()
        assert delivery.tried_at is not None
        assert delivery.next_at - delivery.tried_at == datetime.timedelta(seconds=seconds)

    def test_for_three_days_and_then_off(self, club: Club, receiver: Receiver) -> None:
        assert 70 < sum(delivering.WAITS, datetime.timedelta()).total_seconds() / 3600 <= 72
        hook = webhook(club, receiver.address)
        receiver.status = 500
        services.send_test(hook, actor=club.boss)
        for _ in range(len(delivering.WAITS) + 1):
            Delivery.objects.update(next_at=timezone.now())
            sent(DELIVERIES)
        hook.refresh_from_db()
        assert not hook.active
        assert hook.problem == "Every delivery failed for three days."
        assert Delivery.objects.get().state == State.GIVEN_UP
        assert AuditEntry.objects.filter(action="stop_webhook").count() == 1
        assert len(receiver.got) == 10

    def test_switched_on_again_it_sends_what_waits_at_once(
        self, club: Club, receiver: Receiver
    ) -> None:
        hook = webhook(club, receiver.address)
        receiver.status = 500
        services.send_test(hook, actor=club.boss)
        sent(DELIVERIES)  # from now on it waits
        for active in (False, True):
            services.change_webhook(hook, active=active, events=hook.events, actor=club.boss)
        receiver.status = 204
        assert sent(DELIVERIES) == 1

    def test_gone_is_gone(self, club: Club, receiver: Receiver) -> None:
        hook = webhook(club, receiver.address)
        receiver.status = 410
        services.send_test(hook, actor=club.boss)
        sent(DELIVERIES)
        hook.refresh_from_db()
        assert not hook.active

    def test_by_hand(self, club: Club, receiver: Receiver) -> None:
        hook = webhook(club, receiver.address)
        delivery = services.send_test(hook, actor=club.boss)
        sent(DELIVERIES)
        services.send_again(delivery, actor=club.boss)
        sent(DELIVERIES)
        assert [got[1]["webhook-id"] for got in receiver.got] == [delivery.key] * 2

    def test_a_redirect_is_no_good_answer(self, club: Club, receiver: Receiver) -> None:
        hook = webhook(club, receiver.address)
        receiver.status, receiver.location = 302, receiver.address + "/elsewhere"
        services.send_test(hook, actor=club.boss)
        sent(DELIVERIES)
        assert [asked for asked, _, _ in receiver.got] == ["POST /hook"]
        assert Delivery.objects.get().state == State.WAITING


class TestAddresses:
    @pytest.mark.parametrize(
        "address",
        ["http://example.com/", "ftp://example.com/", "https://", "https://a:b@example.com/",
         "https://example.com:99999/", "https://exa mple.com/", "nonsense"],
    )  # fmt: skip
    def test_what_is_refused_when_typed(self, club: Club, address: str) -> None:
        with pytest.raises(Invalid):
            webhook(club, address)

    @pytest.mark.parametrize(
        "ip",
        ["127.0.0.1", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1",
         "0.0.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "198.18.0.1",
         "192.0.0.9", "192.0.2.1", "198.51.100.1", "203.0.113.1", "192.88.99.1",
         "::", "::1", "fe80::1", "fe80::1%eth0", "fd00::1", "fec0::1", "ff02::1", "100::1",
         "::8.8.8.8", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::ffff:0:8.8.8.8",
         "64:ff9b::808:808", "64:ff9b:1::808:808", "2002:808:808::1", "2001:0:808:808::1",
         "2001:1::1", "2001:2::1", "2001:20::1", "2001:db8::1", "3fff::1", "3fff:fff::1",
         "5f00::1", "4000::1"],
    )  # fmt: skip
    def test_what_is_not_plainly_public(self, ip: str) -> None:
        """The special purpose registers of the IANA, and every IPv4 address within one of IPv6."""
        assert not addresses.is_public(ip)

    @pytest.mark.parametrize(
        "ip", ["8.8.8.8", "193.0.0.1", "192.0.1.1", "2a00:1450::1", "2606:4700::1", "2001:200::1"]
    )
    def test_what_is(self, ip: str) -> None:
        assert addresses.is_public(ip)

    def test_not_one_address_of_a_name_may_be_private(self, monkeypatch: Any) -> None:
        public = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))
        private = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", 443))
        with monkeypatch.context() as patch:
            patch.setattr(socket, "getaddrinfo", lambda *_, **__: [public, private])
            with pytest.raises(Unreachable, match="private"):
                addresses.send("POST", "https://club.example/", b"", {})

    def test_the_name_is_looked_up_once(
        self, monkeypatch: Any, receiver: Receiver, settings: Any
    ) -> None:
        """The connection goes to the address that was checked, whatever the name means next."""
        asked = []
        port = receiver.server.server_port

        def look_up(host: str, *_: Any, **__: Any) -> list[Any]:
            asked.append(host)
            ip = "127.0.0.1" if len(asked) == 1 or host == "127.0.0.1" else "203.0.113.9"
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port))]

        with monkeypatch.context() as patch:
            patch.setattr(socket, "getaddrinfo", look_up)
            answer = addresses.send("POST", f"http://club.example:{port}/hook", b"{}", {})
        assert answer.status == 204
        assert asked == ["club.example", "127.0.0.1"]  # urllib3 takes the number apart
        assert receiver.got[0][1]["host"] == f"club.example:{port}"

    @pytest.mark.parametrize(
        ("scheme", "start"),
        [
            ("http", b"HTTP/1.1 200 OK\r\nX: "),
            ("https", b"\x16\x03\x03\x40\x00"),  # a record of TLS of 16 kB, which never gets whole
        ],
    )
    def test_who_sends_a_byte_at_a_time_is_cut_off(
        self, monkeypatch: Any, settings: Any, scheme: str, start: bytes
    ) -> None:
        settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
        monkeypatch.setattr(addresses, "SECONDS", 0.2)
        with Dripping(start) as server:
            with pytest.raises(Unreachable):
                addresses.send("POST", f"{scheme}://127.0.0.1:{server.port}/", b"", {})
            server.thread.join()  # it was cut off, so its next byte failed

    @pytest.mark.parametrize(
        "answer",
        [b"HTTP/1.1 200 OK\r\n" + b"X: 1\r\n" * 150 + b"\r\n", b"HTTP/1.1 ??? OK\r\n\r\n",
         b"\0\0\0\0\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", b"",
         b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"],
        ids=["150 headers", "no status", "no HTTP", "negative length", "nothing", "bad chunk"],
    )  # fmt: skip
    def test_a_strange_answer_is_a_failed_attempt(
        self, club: Club, settings: Any, answer: bytes
    ) -> None:
        settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
        with socket.create_server(("127.0.0.1", 0)) as server:
            hook = webhook(club, f"http://127.0.0.1:{server.getsockname()[1]}/")
            thread = threading.Thread(target=answer_once, args=[server, answer])
            thread.start()
            delivery = services.send_test(hook, actor=club.boss)
            sent(DELIVERIES)
            thread.join()
        delivery.refresh_from_db()
        assert (delivery.attempts, delivery.state) == (1, State.WAITING)
        assert delivery.answer.startswith("No answer: ")

    def test_a_name_server_that_is_silent_holds_nobody_up(
        self, monkeypatch: Any, settings: Any
    ) -> None:
        """And the second who asks for that name waits with the first one's thread."""
        asked, answers = [], threading.Event()

        def look_up(host: str, *_: Any, **__: Any) -> list[Any]:
            asked.append(host)
            answers.wait()
            return []

        monkeypatch.setattr(addresses, "SECONDS", 0.05)
        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        try:
            for _ in range(2):
                with pytest.raises(Unreachable, match="not found"):
                    addresses.send("POST", "https://silent.example/", b"", {})
        finally:
            answers.set()
        assert asked == ["silent.example"]


class TestPages:
    def test_for_the_organiser_alone(self, club: Club, receiver: Receiver) -> None:
        hook = webhook(club, receiver.address)
        services.send_test(hook, actor=club.boss)
        sent(DELIVERIES)
        pages = [
            reverse("webhooks", args=[club.league.slug]),
            reverse("webhook", args=[club.league.slug, hook.pk]),
        ]
        client = Client()
        client.force_login(club.scorekeeper)
        assert [client.get(page).status_code for page in pages] == [403, 403]
        client.force_login(club.organiser)
        first, second = (client.get(page).content.decode() for page in pages)
        assert "Club site" in first
        assert "webhook.test" in second
        assert hook.secret in second
        services.send_again(hook.deliveries.get(), actor=club.boss)  # at once: no next time is said
        assert "Next:" not in client.get(pages[1]).content.decode()

    def test_added_changed_and_removed(self, club: Club, receiver: Receiver) -> None:
        client = Client()
        client.force_login(club.organiser)
        page = reverse("webhooks", args=[club.league.slug])
        answer = client.post(page, {"shape": "telegram", "address": receiver.address})
        assert "Telegram needs the id of the chat." in answer.content.decode()
        made = client.post(
            page, {"shape": "slack", "address": receiver.address, "events": ["hand.saved"]}
        )
        hook = Webhook.objects.get()
        assert made["Location"] == reverse("webhook", args=[club.league.slug, hook.pk])
        assert hook.events == ["hand.saved"]
        client.post(made["Location"], {"action": "change", "events": ["hand.ruled"]})
        hook.refresh_from_db()
        assert (hook.active, hook.events) == (False, ["hand.ruled"])
        client.post(made["Location"], {"action": "remove"})
        assert Webhook.objects.count() == 0
        actions = AuditEntry.objects.filter(action__endswith="webhook").order_by("pk")
        assert [entry.action for entry in actions] == [
            "add_webhook", "change_webhook", "remove_webhook",
        ]  # fmt: skip
        assert receiver.address not in json.dumps([entry.after for entry in actions])
