"""What a hostile account, or a stranger without one, can do to a site: each function attacks for
the length of a block. `bench_attack` measures what others feel of it."""

import base64
import io
import json
import os
import socket
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import date, timedelta
from itertools import count, cycle
from typing import Any, Final

import httpx

from benchmarks import saving
from benchmarks.bench_worst_logs import FAMILIES, rulesets

HEAVIEST: Final = (
    "offences at a full table in Zar",
    "unknown plays at a full table in Uno",
    "hidden draws in UNO Golf",
    "lines of zuits in any order",
)
GONE_AFTER: Final = 1.0
"""Seconds after which a sender closes the connection and sends the next log."""
PAUSE: Final = 0.05
"""Seconds between two requests of one hostile sender: refusals come faster than that."""
HASTE: Final = 0.5
"""Seconds between two hands of somebody who only saves."""
WEBHOOKS: Final = 20
HALF_OPEN: Final = 300

_serial = count(1)


@contextmanager
def heavy_logs(site: saving.Site) -> Iterator[None]:
    """Four senders of the heaviest logs we know, who do not wait for the answer."""
    address = ("127.0.0.1", httpx.URL(site.address).port or 80)
    requests = cycle([_comparison(FAMILIES[name]()) for name in HEAVIEST])

    def send(over: threading.Event) -> None:
        with suppress(OSError), socket.create_connection(address) as sender:
            sender.sendall(next(requests))
            over.wait(GONE_AFTER)

    with _again_and_again([send] * 4):
        yield


@contextmanager
def dripping_webhooks(site: saving.Site) -> Iterator[None]:
    """An account with 20 webhooks to a server that sends a line of its head a second, and a hand to
    tell of twice a second."""
    stranger = site.made["stranger"]
    with _dripping_server() as server, _stranger(site) as sender:
        for _ in range(WEBHOOKS):
            _post(sender, f"leagues/{stranger['league']}/webhooks/", {"address": server})
        with _again_and_again([_saving_hands(sender, cycle(stranger["tables"]))]):
            yield


@contextmanager
def circles(site: saving.Site) -> Iterator[None]:
    """An account that imports a league in which two players are merged into each other."""
    with _uploads(site, _with_a_circle):
        yield


@contextmanager
def whole_leagues(site: saving.Site) -> Iterator[None]:
    """An account that imports a league of 500 hands again and again."""
    with _uploads(site, lambda content: content):
        yield


@contextmanager
def spreadsheets(site: saving.Site) -> Iterator[None]:
    """An account that has spreadsheets of 10,000 rows recognised again and again."""
    rows = (
        f"{date(2020, 1, 1) + timedelta(days=row // 12)},{row % 90},{row * 7 % 80},0,{row % 31}"
        for row in range(10_000)
    )
    content = "\n".join(("Date,Ann,Bob,Cat,Dee", *rows)).encode()
    path = f"leagues/{site.made['stranger']['league']}/history/"
    with _stranger(site) as sender, _again_and_again([_uploading(sender, path, content)]):
        yield


@contextmanager
def exports(site: saving.Site) -> Iterator[None]:
    """An account that asks for an export of its league without pause."""
    path = f"leagues/{site.made['stranger']['league']}/export/"
    with _stranger(site) as sender, _again_and_again([_asking(sender, path)]):
        yield


@contextmanager
def experiments(site: saving.Site) -> Iterator[None]:
    """An account that lets bots play in its laboratory without pause."""
    path = f"leagues/{site.made['stranger']['league']}/laboratory/"
    with _stranger(site) as sender, _again_and_again([_experimenting(sender, path)]):
        yield


@contextmanager
def wrong_passwords(site: saving.Site) -> Iterator[None]:
    """Four strangers who type wrong passwords for the account of the league's owner."""

    def guess(over: threading.Event) -> None:
        # Loading certificates for each guess would take more of the machine than the site does.
        device = httpx.Client(base_url=site.address, verify=False)  # noqa: S501 (no TLS here)
        with suppress(httpx.HTTPError), device as stranger:
            sign_in(stranger, f"wrong {next(_serial)}")
        over.wait(PAUSE)

    with _again_and_again([guess] * 4):
        yield


@contextmanager
def other_names(site: saving.Site) -> Iterator[None]:
    """Four strangers who try a password for one name after the other."""

    def guess(over: threading.Event) -> None:
        device = httpx.Client(base_url=site.address, verify=False)  # noqa: S501 (no TLS here)
        with suppress(httpx.HTTPError), device as stranger:
            sign_in(stranger, "a likely password", f"somebody{next(_serial)}")
        over.wait(PAUSE)

    with _again_and_again([guess] * 4):
        yield


@contextmanager
def hasty_reader(site: saving.Site) -> Iterator[None]:
    """An account that asks for the pages of a large league on eight connections without pause."""
    made = site.made["large"]
    season = f"/l/{made['league']}/seasons/{made['season']}/"
    pages = cycle(
        [season, f"/l/{made['league']}/", f"{season}table.csv", f"/l/{made['league']}/players/"]
    )

    def read(over: threading.Event) -> None:
        reader.get(next(pages))

    with _stranger(site) as reader, _again_and_again([read] * 8):
        yield


@contextmanager
def hasty_writer(site: saving.Site) -> Iterator[None]:
    """An account that saves hands on eight connections without pause."""
    tables = cycle(site.made["stranger"]["tables"])

    def save(over: threading.Event) -> None:
        with suppress(httpx.HTTPStatusError):
            saving.post(sender, f"{next(tables)}/hands/")

    with _stranger(site) as sender, _again_and_again([save] * 8):
        yield


@contextmanager
def half_open_connections(site: saving.Site) -> Iterator[None]:
    """300 connections from one address that never finish their request, opened again when cut."""
    address = ("127.0.0.1", httpx.URL(site.address).port or 80)

    def hold(over: threading.Event) -> None:
        with ExitStack() as stack:
            for _ in range(HALF_OPEN // 3):
                with suppress(OSError):
                    held = stack.enter_context(socket.create_connection(address))
                    held.sendall(b"POST /api/v1/replay/ HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            over.wait(GONE_AFTER)

    with _again_and_again([hold] * 3):
        yield


ATTACKS: Final[dict[str, Callable[[saving.Site], Any]]] = {
    "senders of heavy logs": heavy_logs,
    "webhooks to a server that drips": dripping_webhooks,
    "imports of leagues with a circle": circles,
    "imports of leagues of 500 hands": whole_leagues,
    "spreadsheets of 10,000 rows": spreadsheets,
    "exports without pause": exports,
    "experiments without pause": experiments,
    "wrong passwords": wrong_passwords,
    "passwords for one name after the other": other_names,
    "pages on eight connections without pause": hasty_reader,
    "saves on eight connections without pause": hasty_writer,
    "300 half-open connections from the same address": half_open_connections,
}
"""Every attack by its name in a figure."""


def sign_in(visitor: httpx.Client, password: str, name: str = "bench") -> bool:
    """Try a password for an account, by default the league's owner's; return whether it opened
    it."""
    visitor.cookies.set("csrftoken", saving.TOKEN)
    answer = visitor.post(
        "/login/",
        data={"username": name, "password": password, "csrfmiddlewaretoken": saving.TOKEN},
    )
    return answer.status_code == httpx.codes.FOUND


def export(owner: httpx.Client, league: str, over: threading.Event | None = None) -> bytes:
    """Export a league and return its file, once it is made."""
    wait = (over or threading.Event()).wait
    _post(owner, f"leagues/{league}/export/").raise_for_status()
    while (state := owner.get(f"/api/v1/leagues/{league}/export/").json()["state"]) != "done":
        if state == "failed" or wait(0.02):
            raise RuntimeError(f"the export is {state}")
    return owner.get(f"/api/v1/leagues/{league}/export/file/").content


@contextmanager
def _again_and_again(acts: list[Callable[[threading.Event], None]]) -> Iterator[None]:
    """Do each of the acts without pause, on a thread of its own; it is told when the block ends."""
    over = threading.Event()

    def repeat(act: Callable[[threading.Event], None]) -> None:
        while not over.is_set():
            with suppress(httpx.HTTPError):
                act(over)

    threads = [threading.Thread(target=repeat, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def _stranger(site: saving.Site) -> httpx.Client:
    """Return a client that is signed in as the hostile account."""
    return saving.phone(site, site.made["stranger"]["session"])


def _post(sender: httpx.Client, path: str, data: Any = None) -> httpx.Response:
    key = f"hostile-{os.getpid()}-{next(_serial)}"  # each attack has a process of its own
    return sender.post(f"/api/v1/{path}", json=data, headers={"Idempotency-Key": key})


def _asking(sender: httpx.Client, path: str, data: Any = None) -> Callable[[threading.Event], None]:
    """Return the act of posting to a path."""

    def ask(over: threading.Event) -> None:
        _post(sender, path, data)
        over.wait(PAUSE)

    return ask


def _saving_hands(sender: httpx.Client, tables: Iterator[int]) -> Callable[[threading.Event], None]:
    """Return the act of saving a hand at the next table."""

    def save(over: threading.Event) -> None:
        with suppress(httpx.HTTPStatusError):
            saving.post(sender, f"{next(tables)}/hands/")
        over.wait(HASTE)

    return save


def _experimenting(sender: httpx.Client, path: str) -> Callable[[threading.Event], None]:
    """Return the act of having bots play 5,000 hands, the most that are allowed."""

    def try_it(over: threading.Event) -> None:
        other = {"options": {"cumulation": "on"}}
        asked = {"game": "uno", "one": {}, "other": other, "players": 4, "hands": 5000}
        _post(sender, path, asked)
        over.wait(PAUSE)

    return try_it


def _uploading(
    sender: httpx.Client, path: str, content: bytes
) -> Callable[[threading.Event], None]:
    """Return the act of uploading a file, in pieces, to be imported."""

    def upload(over: threading.Event) -> None:
        begun = _post(sender, path, {"name": "file.csv", "size": len(content)})
        if begun.is_error:
            over.wait(PAUSE)
            return
        made = begun.json()
        made = made.get("file") or made
        for number in range(-(-len(content) // made["piece"])):
            piece = content[number * made["piece"] : (number + 1) * made["piece"]]
            text = base64.b64encode(piece).decode()
            _post(sender, f"{path}{made['key']}/pieces/", {"number": number, "content": text})

    return upload


@contextmanager
def _uploads(site: saving.Site, changed: Callable[[bytes], bytes]) -> Iterator[None]:
    """Have the account import the file of its own league, changed, as a new league."""
    with _stranger(site) as sender:
        content = changed(export(sender, site.made["stranger"]["league"]))
        with _again_and_again([_uploading(sender, "imports/", content)]):
            yield


def _with_a_circle(content: bytes) -> bytes:
    """Return a league's file in which two players are merged into each other."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as read,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as write,
    ):
        for name in read.namelist():
            lines = read.read(name)
            if name == "players.jsonl":
                rows = [json.loads(line) for line in lines.splitlines()]
                rows[0]["merged_into"], rows[1]["merged_into"] = 2, 1
                lines = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
            write.writestr(name, lines)
    return file.getvalue()


@contextmanager
def _dripping_server() -> Iterator[str]:
    """Serve an address that answers with a line of its head a second, for ever."""
    over = threading.Event()

    def drip(connection: socket.socket) -> None:
        with suppress(OSError), connection:
            connection.sendall(b"HTTP/1.1 200 OK\r\n")
            for number in count():
                if over.wait(1):
                    return
                connection.sendall(f"X-{number}: 0\r\n".encode())

    def accept(server: socket.socket) -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=drip, args=[server.accept()[0]], daemon=True).start()

    with socket.create_server(("127.0.0.1", 0), backlog=200) as server:
        threading.Thread(target=accept, args=[server], daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}/"
        finally:
            over.set()


def _comparison(text: str) -> bytes:
    """Return a request that has a log compared under as many rulesets as are allowed."""
    several = [{"overrides": dict(rules.values)} for rules in rulesets(text.split()[1])[1:]]
    body = json.dumps({"log": text, "versus": several}).encode()
    head = (
        "POST /api/v1/replay/compare/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
