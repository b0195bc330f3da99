"""Simulated phones that enter hands and retry each until it is acknowledged."""

import contextlib
import itertools
import json
import socket
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx

from tools.chaos.sites import Site

TABLES = (("Ann", "Bob", "Cat"), ("Cat", "Dee", "Eve"), ("Eve", "Fay", "Ann"))
"""Who plays at each table; three of them at two, so that the tables write the same rows."""
HANDS_OF_A_MATCH = 20
PATIENCE = 600
"""Seconds after which a hand that nobody acknowledges has failed. A real phone never gives one up;
on a busy machine it takes minutes to start everything again."""
AGAIN = {408, 429, 500, 502, 503, 504, 507}
"""Answers after which a phone sends a hand again; static/js/table/outbox.js has the same."""
PAUSE = 0.15
"""Seconds until it does. A real phone waits longer."""
TOKEN = "c" * 32
"""What the site compares the header with the cookie for."""

_serial = itertools.count(1)


class NotAcknowledged(Exception):
    """A hand was refused for good, or not taken in time."""


@dataclass
class Phone:
    """One phone, which keeps the score of one table."""

    site: Site
    table: tuple[str, ...]
    match: int = 0
    number: int = 1
    acknowledged: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    """Points of each acknowledged hand in the order of the table, by match and number."""
    repeats: int = 0
    """Requests that were sent again."""
    failures: int = 0
    """Answers that say the fault is ours: 500."""

    def __post_init__(self) -> None:
        self._client = self._open()

    def _open(self) -> httpx.Client:
        session = self.site.made["session"]
        return httpx.Client(
            base_url=self.site.address,
            cookies={"sessionid": session, "csrftoken": TOKEN},
            timeout=15,
            verify=False,  # noqa: S501 (no TLS here)
        )

    def close(self) -> None:
        """Close its connections."""
        self._client.close()

    def play(self, hands: int) -> None:
        """Enter so many hands, one after the other."""
        for _ in range(hands):
            self._keep(*self._next())

    def play_doubled(self) -> None:
        """Enter a hand by three requests at the same moment."""
        path, headers, body, points = self._next()
        with ThreadPoolExecutor(3) as threads:
            for _ in range(3):
                threads.submit(self._once, path, headers, body)
        self._keep(path, headers, body, points)

    def play_reordered(self) -> None:
        """Enter three hands whose requests arrive in the wrong order."""
        three = [self._next(ahead) for ahead in range(3)]
        for path, headers, body, _ in reversed(three):
            self._once(path, headers, body)
        for one in three:
            self._keep(*one)

    def play_cut(self, share: float) -> None:
        """Enter a hand; first its connection ends when so much of the request has been sent."""
        path, headers, body, points = self._next()
        data = self._bytes(path, headers, body)
        where = urlsplit(self.site.address)
        with (
            contextlib.suppress(OSError),
            socket.create_connection((where.hostname, where.port)) as one,
        ):
            one.sendall(data[: int(len(data) * share)])
            if share >= 1:
                time.sleep(0.01)  # it is being answered
        self._keep(path, headers, body, points)

    def _next(self, ahead: int = 0) -> tuple[str, dict[str, str], dict[str, Any], tuple[int, ...]]:
        """Return the request for the next hand, or for one after it."""
        if not self.match or (not ahead and self.number > HANDS_OF_A_MATCH):
            self._start_match()
        serial = next(_serial)
        winner = serial % len(self.table)
        others = iter((1 + serial % 40, 1 + serial // 40 % 40))
        points = tuple(0 if at == winner else next(others) for at in range(len(self.table)))
        body = {
            "form": "totals",
            "winner": winner,
            "number": self.number + ahead,
            "sheets": [{"points": one} if one else {} for one in points],
        }
        return f"/api/v1/matches/{self.match}/hands/", self._headers(f"hand-{serial}"), body, points

    def _start_match(self) -> None:
        made = self.site.made
        body = {
            "players": [made["players"][name] for name in self.table],
            "season": made["season"],
            "game": "zar",
        }
        path = f"/api/v1/leagues/{made['league']}/matches/"
        answer = self._until_taken(path, self._headers(f"match-{next(_serial)}"), body)
        self.match, self.number = answer["id"], 1

    def _headers(self, key: str) -> dict[str, str]:
        return {"Idempotency-Key": key, "X-CSRFToken": TOKEN}

    def _keep(
        self, path: str, headers: dict[str, str], body: dict[str, Any], points: tuple[int, ...]
    ) -> None:
        """Send a hand until it is acknowledged, and note that."""
        answer = self._until_taken(path, headers, body)
        number = answer["hand"]["number"]
        if number != body["number"]:
            raise NotAcknowledged(f"hand {body['number']} was taken as number {number}")
        self.acknowledged[self.match, number] = points
        self.number = number + 1

    def _until_taken(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> Any:
        deadline = time.monotonic() + PATIENCE
        last = "no answer"
        while time.monotonic() < deadline:
            answer = self._once(path, headers, body)
            if answer is not None and answer.status_code == 201:
                return answer.json()
            if answer is not None:
                last = f"{answer.status_code} {answer.text[:300]}"
                if answer.status_code not in AGAIN:
                    raise NotAcknowledged(last)
            self.repeats += 1
            time.sleep(PAUSE)
        raise NotAcknowledged(last)

    def _once(
        self, path: str, headers: dict[str, str], body: dict[str, Any]
    ) -> httpx.Response | None:
        """Return the answer, or None if there was none."""
        try:
            answer = self._client.post(path, json=body, headers=headers)
        except httpx.HTTPError:
            return None
        self.failures += answer.status_code == 500
        return answer

    def _bytes(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> bytes:
        content = json.dumps(body)
        head = headers | {
            "Host": urlsplit(self.site.address).netloc,
            "Cookie": f"sessionid={self.site.made['session']}; csrftoken={TOKEN}",
            "Content-Type": "application/json",
            "Content-Length": str(len(content)),
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        return f"POST {path} HTTP/1.1\r\n{lines}\r\n{content}".encode()


class Playing:
    """Phones that enter hands beside what the block does; its end waits until all are taken."""

    def __init__(self, phones: list[Phone], hands: int) -> None:
        self._errors: list[str] = []
        self._threads = [
            threading.Thread(target=self._play, args=(phone, hands)) for phone in phones
        ]

    def _play(self, phone: Phone, hands: int) -> None:
        try:
            phone.play(hands)
        except NotAcknowledged as error:
            self._errors.append(str(error))

    def __enter__(self) -> None:
        for thread in self._threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        for thread in self._threads:
            thread.join()
        if self._errors:
            raise NotAcknowledged("; ".join(self._errors))


def expected(phones: list[Phone]) -> Counter[str]:
    """Return the points of each player, added up from what was acknowledged."""
    points: Counter[str] = Counter()
    for phone in phones:
        for each in phone.acknowledged.values():
            points.update(dict(zip(phone.table, each, strict=True)))
    return points
