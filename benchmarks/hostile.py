"""What a hostile account, or a stranger without one, can do to a site: each function attacks for
the length of a block. `bench_attack` measures what others feel of it."""

import base64
import io
import json
import os
import socket
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from itertools import count, cycle
from typing import Any, Final

import httpx

from benchmarks import bulk, saving
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
PROCESSED_WITHIN: Final = 60
"""Seconds within which an uploaded file is processed, or refused."""
WEBHOOKS: Final = 20
HALF_OPEN: Final = 300
CONNECTIONS: Final = 8
STREAMS: Final = 300
ELSEWHERE: Final = "127.0.0.2"
"""The address of a stranger who does not share that of the others."""
SMALLEST_BUFFER: Final = 2048
"""Bytes that the machine keeps for somebody who does not read."""

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
    with _stranger(site) as sender, _uploading(sender, path, content):
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
        with suppress(httpx.HTTPError), _somebody(site) as stranger:
            sign_in(stranger, f"wrong {next(_serial)}")
        over.wait(PAUSE)

    with _again_and_again([guess] * 4):
        yield


@contextmanager
def other_names(site: saving.Site) -> Iterator[None]:
    """Four strangers who try a password for one name after the other."""

    def guess(over: threading.Event) -> None:
        with suppress(httpx.HTTPError), _somebody(site) as stranger:
            sign_in(stranger, "a likely password", f"somebody{next(_serial)}")
        over.wait(PAUSE)

    with _again_and_again([guess] * 4):
        yield


@contextmanager
def new_accounts(site: saving.Site) -> Iterator[None]:
    """Four strangers who sign up for one account after the other."""

    def sign_up(over: threading.Event) -> None:
        with suppress(KeyError), _newcomer(site):
            pass
        over.wait(PAUSE)

    with _again_and_again([sign_up] * 4):
        yield


@contextmanager
def hasty_reader(site: saving.Site) -> Iterator[None]:
    """An account that asks for the pages of a large league on eight connections without pause."""
    made = site.made["large"]
    season = f"/l/{made['league']}/seasons/{made['season']}/"
    pages = [season, f"/l/{made['league']}/", f"{season}table.csv", f"/l/{made['league']}/players/"]
    with _stranger(site) as reader, _reads(reader, cycle(pages)):
        yield


@contextmanager
def searches(site: saving.Site) -> Iterator[None]:
    """An account that searches a large league for other words each time, on eight connections."""
    league = site.made["large"]["league"]
    found = [
        map(f"/l/{league}/palette/found/?q=s {{}}".format, count()),
        map(f"/l/{league}/rulings/?words=s {{}}".format, count()),
        map(f"/api/v1/leagues/{league}/players/?name=s {{}}".format, count()),
    ]
    with _stranger(site) as reader, _reads(reader, map(next, cycle(found))):
        yield


@contextmanager
def downloads(site: saving.Site) -> Iterator[None]:
    """An account that downloads long files of its own league on eight connections."""
    with _stranger(site) as reader, _reads(reader, cycle(_long_files(site))):
        yield


@contextmanager
def slow_downloads(site: saving.Site) -> Iterator[None]:
    """An account that asks for long files on sixteen connections and reads none of them."""
    head = f"Cookie: sessionid={site.made['stranger']['session']}\r\n"
    files = cycle([_request(path, head) for path in _long_files(site)])
    with _again_and_again([_unread(site, files)] * (2 * CONNECTIONS)):
        yield


@contextmanager
def left_pages(site: saving.Site) -> Iterator[None]:
    """Eight strangers who ask for a page and are gone, without pause."""
    made = site.made["large"]
    page = _request(f"/l/{made['league']}/seasons/{made['season']}/")
    to, of = _address(site), (ELSEWHERE, 0)

    def leave(over: threading.Event) -> None:
        with suppress(OSError), socket.create_connection(to, source_address=of) as sender:
            sender.sendall(page)
        over.wait(PAUSE)

    with _again_and_again([leave] * CONNECTIONS):
        yield


@contextmanager
def pictures(site: saving.Site) -> Iterator[None]:
    """A stranger who asks for the picture of one hand after the other on eight connections."""
    made = site.made["large"]
    hands = cycle(range(bulk.HANDS_PER_MATCH * 50))

    def ask(over: threading.Event) -> None:
        match, hand = divmod(next(hands), bulk.HANDS_PER_MATCH)
        reader.get(f"/l/{made['league']}/m/{made['first'] + match}/h/{hand + 1}/picture.png")

    with _somebody(site) as reader, _again_and_again([ask] * CONNECTIONS):
        yield


@contextmanager
def embeds(site: saving.Site) -> Iterator[None]:
    """A stranger who asks for the embeds of all players of a league on eight connections."""
    league = site.made["stranger"]["long"]["league"]
    with _stranger(site) as owner:
        made = _post(owner, f"leagues/{league}/links/", {"purpose": "embed"})
        players = owner.get(f"/api/v1/leagues/{league}/players/").json()["results"]
    path = httpx.URL(made.raise_for_status().json()["address"]).path
    each = [
        f"{path}player-{player['id']}{ending}"
        for player in players
        for ending in (".png?theme=light", ".png?theme=dark", "-chat.png", ".svg", ".html")
    ]
    with _somebody(site) as reader, _reads(reader, cycle(each)):
        yield


@contextmanager
def previews(site: saving.Site) -> Iterator[None]:
    """An account that asks on eight connections what a season would be under other rules, and what
    the table would be without a match, an evening and a hand."""
    made = site.made["stranger"]["long"]
    league, match = f"leagues/{made['league']}", f"matches/{made['first']}"
    asked = [
        (f"{league}/seasons/{made['season']}/what-if/", {"ranking": "places"}),
        (f"{match}/void/check/", {"reason": "why"}),
        (f"{league}/evenings/{bulk.FIRST_EVENING}/void/check/", {"reason": "why"}),
        (f"{match}/hands/1/void/check/", {"reason": "why", "version": 1}),
    ]
    with _stranger(site) as sender, _asks(sender, cycle(asked)):
        yield


@contextmanager
def tried_changes(site: saving.Site) -> Iterator[None]:
    """An account that has the change of a seat tried on eight connections."""
    made = site.made["stranger"]["long"]
    match = f"matches/{made['first']}"
    with _stranger(site) as sender:
        seat = sender.get(f"/api/v1/{match}/seats/").json()[0]["id"]
        asked = [
            (f"{match}/seats/{seat}/correct/check/", {"who": who, "from_hand": 1, "reason": "why"})
            for who in ("Somebody", "Somebody else")
        ]
        with _asks(sender, cycle(asked)):
            yield


@contextmanager
def streams(site: saving.Site) -> Iterator[None]:
    """An account that keeps 300 event streams of a large league open, opened again when they are
    ended, and reads none; and strangers who send tickets that are none."""
    made = site.made["large"]
    with _stranger(site) as sender:
        answer = sender.get(f"/api/v1/leagues/{made['league']}/seasons/{made['season']}/stream/")
    ticket = answer.json()["address"].removeprefix(site.address)
    false = "&".join(f"stream=/live/season-{number}?ticket=a" for number in range(100))
    ask = _request(f"/live/shared?{false}")
    address = _address(site)

    def listen(over: threading.Event) -> None:
        with ExitStack() as stack:
            for _ in range(STREAMS // 4):
                with suppress(OSError):
                    held = stack.enter_context(socket.create_connection(address))
                    held.sendall(_request(ticket))
            over.wait(10 * GONE_AFTER)

    with _again_and_again([listen] * 4 + [_unread(site, cycle([ask]), PAUSE)] * 4):
        yield


@contextmanager
def polled_imports(site: saving.Site) -> Iterator[None]:
    """An account that imports a league of 8,000 hands and asks on eight connections how far it
    is."""
    with _stranger(site) as sender:
        content = export(sender, site.made["stranger"]["long"]["league"])
        address = _first_upload(sender, "imports/", content)
        with _reads(sender, cycle([f"/api/v1/{address}"])):
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


@contextmanager
def rewritten_seasons(site: saving.Site) -> Iterator[None]:
    """An account that rewrites a season of 8,000 hands without pause, each in one way: it voids and
    restores a match, moves an evening and moves it back, merges two players and undoes it, ranks
    otherwise, and corrects the first hand."""
    made = site.made["stranger"]["long"]
    league, match = f"leagues/{made['league']}", f"matches/{made['first']}"
    season = f"{league}/seasons/{made['season']}"
    with _stranger(site) as sender:
        players = [one["id"] for one in _listed(sender, f"{league}/players/")]
        game = {"season": made["season"], "players": ["Somebody new", *players[:3]]}
        _change(sender, f"{league}/matches/", game)
        (new,) = {one["id"] for one in _listed(sender, f"{league}/players/")} - {*players}

        def void_and_restore() -> None:
            for way in ("void", "restore"):
                _change(sender, f"{match}/{way}/", {"reason": "why"})

        def move() -> None:
            there, back = bulk.FIRST_EVENING, datetime.now(UTC).date() - timedelta(days=1)
            for day, to in ((there, back), (back, there)):
                moved = {"reason": "why", "played_on": f"{to}"}
                _change(sender, f"{league}/evenings/{day}/move/", moved)

        def merge() -> None:
            merged = _change(sender, f"{league}/players/{new}/merges/", {"into": players[3]})
            undo = f"{league}/players/{players[3]}/merges/{merged['id']}/undo/"
            _change(sender, undo, {})

        def rank() -> None:
            for preset in ("hands-won", "place-points"):
                _change(sender, f"{season}/ranking/", {"preset": preset, "options": {}})

        def correct() -> None:
            before = sender.get(f"/api/v1/{match}/hands/1/").json()["version"]
            sheets = [{}, *({"points": 1 + before % 30 + seat} for seat in range(3))]
            entry = {"form": "totals", "winner": 0, "sheets": sheets}
            told = {"version": before, "reason": "why"}
            _change(sender, f"{match}/hands/1/versions/", entry | told)

        acts = (void_and_restore, move, merge, rank, correct)
        for act in acts:
            act()
        with _again_and_again([_on_its_own(act) for act in acts]):
            yield


def _on_its_own(act: Callable[[], None]) -> Callable[[threading.Event], None]:
    """Return the act of doing it, whether it is refused or not."""

    def do(over: threading.Event) -> None:
        with suppress(httpx.HTTPStatusError):
            act()

    return do


def _listed(reader: httpx.Client, path: str) -> list[dict[str, Any]]:
    """Return all rows of a list of the API."""
    rows: list[dict[str, Any]] = []
    address: str | None = f"/api/v1/{path}"
    while address:
        page = reader.get(address).raise_for_status().json()
        rows += page["results"]
        address = page.get("next")
    return rows


def _change(sender: httpx.Client, path: str, data: Any) -> Any:
    """Post a change and return its answer. Raise HTTPStatusError if it is refused."""
    return _post(sender, path, data).raise_for_status().json()


@contextmanager
def long_imports(site: saving.Site) -> Iterator[None]:
    """Two accounts that import a league of 8,000 hands again and again."""
    with _stranger(site) as sender, _newcomer(site) as other:
        content = export(sender, site.made["stranger"]["long"]["league"])
        with _uploading(sender, "imports/", content), _uploading(other, "imports/", content):
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
    "accounts signed up for one after the other": new_accounts,
    "pages on eight connections without pause": hasty_reader,
    "searches on eight connections without pause": searches,
    "downloads on eight connections without pause": downloads,
    "downloads that nobody reads": slow_downloads,
    "pages that nobody waits for": left_pages,
    "pictures on eight connections without pause": pictures,
    "embeds on eight connections without pause": embeds,
    "previews on eight connections without pause": previews,
    "changes tried on eight connections without pause": tried_changes,
    "300 streams from the same address": streams,
    "an import of 8,000 hands, polled without pause": polled_imports,
    "saves on eight connections without pause": hasty_writer,
    "a season of 8,000 hands rewritten without pause": rewritten_seasons,
    "imports of 8,000 hands by two accounts": long_imports,
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


@contextmanager
def _reads(reader: httpx.Client, addresses: Iterator[str]) -> Iterator[None]:
    """Ask for one address after the other on eight connections without pause."""

    def read(over: threading.Event) -> None:
        reader.get(next(addresses))

    with _again_and_again([read] * CONNECTIONS):
        yield


@contextmanager
def _asks(sender: httpx.Client, asked: Iterator[tuple[str, Any]]) -> Iterator[None]:
    """Post one body after the other to its path on eight connections without pause."""

    def ask(over: threading.Event) -> None:
        _post(sender, *next(asked))

    with _again_and_again([ask] * CONNECTIONS):
        yield


def _long_files(site: saving.Site) -> list[str]:
    """Return the addresses of the longest files that the account may download."""
    made = site.made["stranger"]["long"]
    league = f"/l/{made['league']}"
    return [
        f"{league}/seasons/{made['season']}/bgstats.bgsplay",
        "/profile/data/",
        f"{league}/settings/audit/file/",
    ]


def _address(site: saving.Site) -> tuple[str, int]:
    return "127.0.0.1", httpx.URL(site.address).port or 80


def _request(path: str, head: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n".encode()


def _unread(
    site: saving.Site, requests: Iterator[bytes], seconds: float = 10 * GONE_AFTER
) -> Callable[[threading.Event], None]:
    """Return the act of sending a request and reading nothing of its answer for so many seconds."""
    address = _address(site)

    def ask(over: threading.Event) -> None:
        with suppress(OSError), socket.socket() as sender:
            sender.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALLEST_BUFFER)
            sender.bind((ELSEWHERE, 0))
            sender.connect(address)
            sender.sendall(next(requests))
            over.wait(seconds)

    return ask


def _stranger(site: saving.Site) -> httpx.Client:
    """Return a client that is signed in as the hostile account, at an address of its own."""
    return saving.phone(site, site.made["stranger"]["session"], ELSEWHERE)


def _newcomer(site: saving.Site) -> httpx.Client:
    """Return a client that is signed in to a new account. Raise KeyError if none is made."""
    password = f"a password of number {next(_serial)}"
    given = {"name": "Newcomer", "password1": password, "password2": password}
    with _somebody(site) as visitor:
        visitor.cookies.set("csrftoken", saving.TOKEN)
        visitor.post("/sign-up/", data=given, headers={"X-CSRFToken": saving.TOKEN})
        return saving.phone(site, visitor.cookies["sessionid"], ELSEWHERE)


def _somebody(site: saving.Site) -> httpx.Client:
    """Return a client of a stranger."""
    # Loading certificates for each would take more of the machine than the site does.
    from_there = httpx.HTTPTransport(local_address=ELSEWHERE, verify=False)
    return httpx.Client(base_url=site.address, transport=from_there, timeout=60)


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


@contextmanager
def _uploading(sender: httpx.Client, path: str, content: bytes) -> Iterator[None]:
    """Upload a file again and again. Raise HTTPStatusError if the first is refused."""
    _first_upload(sender, path, content)

    def upload(over: threading.Event) -> None:
        try:
            _upload(sender, path, content)
        except httpx.HTTPStatusError:
            over.wait(PAUSE)

    with _again_and_again([upload]):
        yield


def _first_upload(sender: httpx.Client, path: str, content: bytes) -> str:
    """Upload a file as soon as the last one of an earlier attack is processed; return its address.
    Raise HTTPStatusError if that takes longer than `PROCESSED_WITHIN`."""
    end = time.monotonic() + PROCESSED_WITHIN
    while True:
        try:
            return _upload(sender, path, content)
        except httpx.HTTPStatusError:
            if time.monotonic() > end:
                raise
            time.sleep(1)


def _upload(sender: httpx.Client, path: str, content: bytes) -> str:
    """Upload a file, in pieces, to be imported; return its address. Raise HTTPStatusError."""
    begun = _post(sender, path, {"name": "file.csv", "size": len(content)})
    made = begun.raise_for_status().json()
    made = made.get("file") or made
    address = f"{path}{made['key']}/"
    to = address if path == "imports/" else f"{address}pieces/"
    for number in range(-(-len(content) // made["piece"])):
        piece = content[number * made["piece"] : (number + 1) * made["piece"]]
        text = base64.b64encode(piece).decode()
        _post(sender, to, {"number": number, "content": text}).raise_for_status()
    return address


@contextmanager
def _uploads(site: saving.Site, changed: Callable[[bytes], bytes]) -> Iterator[None]:
    """Have the account import the file of its own league, changed, as a new league."""
    with _stranger(site) as sender:
        content = changed(export(sender, site.made["stranger"]["league"]))
        with _uploading(sender, "imports/", content):
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
