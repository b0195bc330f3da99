"""Threads shared by turns: who asks for much, or reads slowly, keeps nobody else waiting."""

import asyncio
import contextvars
import socket
import threading
import time
from collections.abc import Awaitable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.platform.test_limits import NEVER, PATIENCE, Serve, answer, serve
from tests.waiting import until
from zarleague.replays import gate
from zarleague.replays.gate import Sender, let_others, sender
from zarleague.serving import thread_pools, turns
from zarleague.serving.buffering import BufferBodies
from zarleague.serving.thread_pools import ThreadPools
from zarleague.serving.turns import MOST_ASIDE_OF_ONE, FairThreads

__all__ = ["serve"]

CHUNK = 65_536
CHUNKS = 300
"""Together more than the buffers of both ends hold."""


@pytest.fixture(autouse=True)
def _knows_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_known", {})


class Calls:
    """Calls that have begun, in order, each of which lasts until it is ended."""

    def __init__(
        self, threads: int, of_one: int | None = None, pace: turns.Pace | None = None
    ) -> None:
        self.begun: list[str] = []
        self._threads = FairThreads(threads, of_one, pace=pace)
        self._begins: dict[str, threading.Event] = {}
        self._ends: dict[str, threading.Event] = {}
        self._futures: dict[str, Any] = {}

    def ask(self, names: str, people: str | None = None) -> None:
        """Ask for calls, each named by its sender, a letter, and a number: ``A1 A2``. Senders are
        networks, or sessions of one network; those of ``people`` are each recognised as somebody,
        and all of ``A=B`` as A."""
        same = [one.split("=") for one in (people or "").split()]
        whose = {one: each[0] for each in same for one in each}
        for name in names.split():
            sent_by = Sender(name[0]) if people is None else Sender("one", name[0])
            self._begins[name], self._ends[name] = threading.Event(), threading.Event()

            def submit(name: str = name, sent_by: Sender = sent_by) -> None:
                sender.set(sent_by)
                if name[0] in whose:
                    turns.recognise(whose[name[0]])
                self._futures[name] = self._threads.submit(self._last, name)

            contextvars.copy_context().run(submit)

    def _last(self, name: str) -> None:
        self.begun.append(name)
        self._begins[name].set()
        self._ends[name].wait(PATIENCE)

    def are_all_over(self) -> bool:
        """Return whether no call has a thread."""
        return not self._threads._running.total()

    def wait_for(self, name: str) -> None:
        """Wait until a call has begun."""
        assert self._begins[name].wait(PATIENCE)

    def end(self, names: str) -> None:
        """End calls one after the other, as they begin."""
        for name in names.split():
            self._ends[name].set()
            self._futures[name].result(PATIENCE)


class Clock:
    """A clock that stands still until it is put forward, and what is to be done at a time."""

    def __init__(self) -> None:
        self.now = 0.0
        self.later: list[tuple[float, Any]] = []

    def timer(self, seconds: float, call: Any) -> threading.Thread:
        """Stand for `threading.Timer`."""
        self.later.append((self.now + seconds, call))
        return threading.Thread()

    def forward(self, seconds: float) -> None:
        """Let time pass; do what is due."""
        self.now += seconds
        due = [call for when, call in self.later if when <= self.now]
        self.later = [(when, call) for when, call in self.later if when > self.now]
        for call in due:
            call()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    for module in (turns, gate):
        monkeypatch.setattr(module, "monotonic", lambda: found.now)
    monkeypatch.setattr(turns, "Timer", found.timer)
    return found


@pytest.mark.parametrize("people", [None, "A B C"])
def test_networks_have_their_turns_and_so_have_people(people: str | None) -> None:
    calls = Calls(1)
    calls.ask("A1 A2 A3 B1 A4 B2 C1", people)
    calls.end("A1 A2 B1 C1 A3 B2 A4")
    assert calls.begun == ["A1", "A2", "B1", "C1", "A3", "B2", "A4"]


@pytest.mark.parametrize("people", ["A", "A X=Y=Z"])
def test_other_sessions_and_made_up_tokens_give_nobody_more_turns(people: str) -> None:
    """A stranger sends another token each time, or somebody has three sessions: A, of the same
    network, waits for one of them."""
    calls = Calls(1)
    calls.ask("X1 X2 Y1 Z1 A1", people)
    calls.end("X1 X2 A1 Y1 Z1")
    assert calls.begun == ["X1", "X2", "A1", "Y1", "Z1"]


def test_devices_that_score_by_one_link_have_turns_of_their_own_in_those_of_the_link() -> None:
    """M does not wait for all that L asks; A has as many turns as both together."""
    calls = Calls(1)
    calls.ask("L1 L2 L3 M1 A1 A2 A3", "link:1=L=M A")
    calls.end("L1 L2 A1 M1 A2 L3 A3")
    assert calls.begun == ["L1", "L2", "A1", "M1", "A2", "L3", "A3"]


def test_the_devices_of_one_link_leave_a_thread_to_others() -> None:
    calls = Calls(2, of_one=1)
    calls.ask("L1 M1 A1", "link:1=L=M A")
    calls.end("A1 L1 M1")
    assert (sorted(calls.begun[:2]), calls.begun[2]) == (["A1", "L1"], "M1")


def test_every_thread_serves_whoever_asks() -> None:
    """A page that takes long does not keep the same person from another one."""
    calls = Calls(2)
    calls.ask("B1")
    calls.end("B1")
    calls.ask("A1 A2 A3 B2")
    calls.end("A2 A3 B2 A1")
    assert calls.begun == ["B1", "A1", "A2", "A3", "B2"]


@pytest.mark.parametrize("people", [None, "A B C"])
def test_one_person_leaves_a_thread_to_others(people: str | None) -> None:
    calls = Calls(3, of_one=2)
    calls.ask("A1 A2 A3 A4 B1", people)
    calls.end("B1")
    assert sorted(calls.begun) == ["A1", "A2", "B1"]
    calls.ask("C1", people)
    calls.end("C1 A1 A2 A3 A4")
    assert sorted(calls.begun[:4]) == ["A1", "A2", "B1", "C1"]


PEOPLE = ("here account:1", "here link:1"), ("here",)
"""Names of those who are recognised, and of those of a network who are not."""


@pytest.mark.parametrize(("names", "regained"), [(PEOPLE[0], 0.5), (PEOPLE[1], 1.0)])
def test_half_of_a_thread_for_each_person_and_one_for_all_strangers_of_a_network(
    clock: Clock, names: tuple[str, ...], regained: float
) -> None:
    """Two seconds at once; of what is beyond them two seconds count at most."""
    for name in names:
        pace = turns.Pace()
        pace.ask("elsewhere")
        pace.ask(name)
        pace.charge(name, 2)
        assert pace.seconds_to_wait(name) == 0
        pace.charge(name, 1)
        assert pace.seconds_to_wait(name) == 1 / regained
        pace.charge(name, 60)
        assert pace.seconds_to_wait(name) == 2 / regained
        assert pace.seconds_to_wait("elsewhere") == 0


@pytest.mark.parametrize("since", [None, 11])
def test_who_is_alone_has_all_threads(clock: Clock, since: int | None) -> None:
    """Nobody else has asked so far, or for more than ten seconds; it does not count when somebody
    does."""
    pace = turns.Pace()
    if since is not None:
        pace.ask("elsewhere")
        clock.forward(since)
    pace.ask("here")
    pace.charge("here", 60)
    assert pace.seconds_to_wait("here") == 0
    pace.ask("elsewhere")
    assert pace.seconds_to_wait("here") == 0


def test_who_keeps_threads_busy_goes_on_when_the_pace_lets_them(clock: Clock) -> None:
    """A has had four seconds at the fifth, and goes on in four; B has had two and a half at the
    eighth, and goes on in one. C asks for one thing at a time and never waits."""
    calls = Calls(1, pace=turns.Pace())
    people = "A B C"
    calls.ask("C1", people)
    calls.end("C1")
    calls.ask("A1 A2 A3", people)
    calls.wait_for("A1")
    clock.forward(5)
    calls.end("A1")
    clock.forward(0.5)
    calls.ask("B1 B2 B3", people)
    calls.wait_for("B1")
    clock.forward(2.5)
    calls.end("B1")
    calls.ask("C2", people)
    calls.end("C2")
    clock.forward(0.75)
    until(calls.are_all_over, "neither A nor B goes on")
    assert calls.begun == ["C1", "A1", "B1", "C2"]
    clock.forward(0.25)
    until(lambda: calls.begun[4:], "A or B goes on")
    calls.end("A2 B2 A3 B3" if calls.begun[4] == "A2" else "B2 A2 B3 A3")


@pytest.mark.parametrize("asked", [1, 2])
def test_long_answers_keep_to_the_pace(clock: Clock, asked: int) -> None:
    """Of eight seconds two count beyond those that are free: of two answers the first goes on in
    four, but one that is all somebody asks for goes on at once."""
    threads, last = FairThreads(2, of_one=1, pace=turns.Pace()), threading.Event()

    def submit(person: str, call: Any) -> Any:
        context = contextvars.copy_context()
        context.run(sender.set, Sender("here", person))
        context.run(turns.recognise, person)
        return context.run(threads.submit, call)

    def take_long() -> None:
        last.wait(PATIENCE)
        clock.forward(8)
        threads.give_way()

    submit("B", list).result(PATIENCE)
    long = [submit("A", take_long) for _ in range(asked)]
    last.set()
    if asked == 2:
        until(lambda: bool(clock.later), "the answer waits")
        clock.forward(3.75)
        assert not long[0].done()
        clock.forward(0.25)
    for one in long:
        one.result(PATIENCE)


def test_there_are_no_more_threads_than_that_once_nobody_is_slow() -> None:
    """Each of them would keep a connection to the database."""
    threads, waited = FairThreads(2), threading.Event()

    def read_slowly() -> threading.Thread:
        with threads.aside():
            waited.wait(PATIENCE)
        return threading.current_thread()

    slow = [threads.submit(read_slowly) for _ in range(MOST_ASIDE_OF_ONE)]
    threads.submit(waited.set).result(PATIENCE)
    were_slow = [one.result(PATIENCE) for one in slow]
    until = time.monotonic() + PATIENCE
    while sum(one.is_alive() for one in were_slow) > 2 and time.monotonic() < until:
        time.sleep(0.01)
    assert sum(one.is_alive() for one in were_slow) <= 2


def test_readers_who_take_their_time_hold_up_nobody(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And of one network only so many at a time: the answer to the next is given up."""
    monkeypatch.setattr(thread_pools, "SEND_QUEUE", 4)
    given_up = threading.Event()

    def pour(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
        """Answer as with a file, a long one at ``/much``."""
        start_response("200 OK", [("Content-Type", "text/plain")])
        try:
            for _ in range(CHUNKS if environ["PATH_INFO"] == "/much" else 1):
                yield b"x" * CHUNK
        except GeneratorExit:
            given_up.set()
            raise

    server = serve(BufferBodies(ThreadPools(pour, 2)), head_seconds=NEVER, write_seconds=NEVER)

    def ask(path: bytes) -> socket.socket:
        phone = server.connect(b"GET %b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n" % path)
        assert answer(phone).startswith(b"HTTP/1.1 200")
        return phone

    slow = [ask(b"/much") for _ in range(MOST_ASIDE_OF_ONE)]
    ask(b"/little")
    assert not given_up.is_set()
    slow.append(ask(b"/much"))
    # Nobody reads on until one is given up: whichever the server waits for last.
    assert given_up.wait(PATIENCE)
    whole = [length_of_rest(phone) > (CHUNKS - 2) * CHUNK for phone in slow]
    assert sorted(whole) == [False] + [True] * MOST_ASIDE_OF_ONE


def length_of_rest(phone: socket.socket) -> int:
    """Read until the server closes the connection; return how many bytes that were."""
    return sum(len(part) for part in iter(lambda: phone.recv(CHUNK), b""))


PARTS = 10_000
"""Of an answer that ends only because a test has to."""


def _run(what: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine on a thread of its own: in this one the loop of a browser may be running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, what).result()


class Asked:
    """Requests to an application with one thread for the reads of each person, and one more."""

    def __init__(self, application: Any) -> None:
        self._pools = ThreadPools(application, 1)

    def ask(
        self,
        path: str,
        network: str,
        leaves: asyncio.Event | None = None,
        method: str = "GET",
        headers: Sequence[tuple[bytes, bytes]] = (),
    ) -> Awaitable[None]:
        """Ask for a path; the sender leaves at an event."""
        first = [{"type": "http.request", "body": b""}]
        self.left, self.received = asyncio.Event(), asyncio.Event()

        async def receive(left: asyncio.Event = self.left) -> Any:
            if first:
                return first.pop()
            await (leaves or asyncio.Event()).wait()
            left.set()
            return {"type": "http.disconnect"}

        async def send(message: Any, received: asyncio.Event = self.received) -> None:
            if message.get("body"):
                received.set()

        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "query_string": network.encode(),
            "headers": headers,
            "client": (network, 1),
        }
        return asyncio.create_task(self._pools(scope, receive, send))


BASIC, ANN = (b"authorization", b"Basic b25lIGZvciBhbGw="), (b"cookie", b"sessionid=ann")
TOKEN = b"authorization", b"Bearer zar_token"


@pytest.mark.parametrize(
    ("path", "headers", "session"),
    [
        ("/api/v1/leagues/", [ANN, TOKEN], "zar_token"),
        ("/leagues/", [TOKEN, ANN], "ann"),
        ("/leagues/", [BASIC, ANN], "ann"),
        ("/api/v1/leagues/", [BASIC, ANN], "ann"),
        ("/api/v1/leagues/", [BASIC, TOKEN, ANN], "ann"),
        ("/leagues/", [(b"cookie", b"sessionid=made-up; sessionid=ann")], "ann"),
        ("/leagues/", [BASIC], ""),
    ],
)
def test_whatever_else_is_sent_a_request_is_of_its_session_or_of_its_token(
    path: str, headers: list[tuple[bytes, bytes]], session: str
) -> None:
    """Pages read no token. Of two cookies of one name Django reads the last, of two headers the
    scheme of the first. Basic authentication is a proxy's, with one password for all."""
    seen = []

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        found = sender.get()
        seen.append(found and found.session)
        start_response("200 OK", [])
        return [b"x"]

    async def ask() -> None:
        await Asked(application).ask(path, "A", headers=headers)

    _run(ask())
    assert seen == [session]


def test_a_long_answer_lets_others_have_their_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "TURN", 0)
    ended, short = [], threading.Event()

    def application(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [])
        path = environ["PATH_INFO"]
        for _ in range(PARTS if path == "/long" else 1):
            yield b"x"
            if short.is_set():
                break
        ended.append(path)
        short.set()

    async def three() -> None:
        asked = Asked(application)
        long = [asked.ask("/long", "A"), asked.ask("/long", "B")]
        await asyncio.gather(*long, asked.ask("/short", "C"))

    _run(three())
    assert ended == ["/short", "/long", "/long"]


def test_a_long_change_lets_others_save_between_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is one thread for changes. The long one is made, though its sender has gone."""
    monkeypatch.setattr(turns, "TURN", 0)
    ended, gone = [], asyncio.Event()

    def application(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [])
        sent_by = environ["QUERY_STRING"]
        if sent_by == "A":
            until(lambda: let_others.get()() or ended, "B saves")
        ended.append(sent_by)
        yield b"x"

    async def two() -> None:
        asked = Asked(application)
        long = asked.ask("/leagues/new/", "A", gone, "POST")
        gone.set()
        await asked.left.wait()
        await asyncio.gather(long, asked.ask("/leagues/new/", "B", method="POST"))

    _run(two())
    assert ended == ["B", "A"]


def test_reading_much_leaves_a_thread_to_others() -> None:
    ended, other = [], threading.Event()

    def application(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [])
        if environ["PATH_INFO"] == "/much":
            other.wait(PATIENCE)
        yield b"x"
        ended.append(environ["PATH_INFO"])
        other.set()

    async def three() -> None:
        asked = Asked(application)
        much = [asked.ask("/much", "A"), asked.ask("/much", "A")]
        await asyncio.gather(*much, asked.ask("/other", "B"))

    _run(three())
    assert ended == ["/other", "/much", "/much"]


@pytest.mark.parametrize(("method", "answers"), [("GET", 2), ("POST", 3)])
def test_no_page_is_made_for_who_has_gone_but_what_they_sent_is_saved(
    method: str, answers: int
) -> None:
    answered, first_ends = [], threading.Event()

    def application(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
        answered.append(environ)
        first_ends.wait(PATIENCE)
        start_response("200 OK", [])
        yield b"x"

    async def three() -> None:
        asked, now = Asked(application), asyncio.Event()
        now.set()
        first = asked.ask("/leagues/new/", "A", method=method)
        gone = asked.ask("/leagues/new/", "A", now, method)
        await asked.left.wait()
        third = asked.ask("/leagues/new/", "A", method=method)
        first_ends.set()
        await asyncio.gather(first, gone, third)

    _run(three())
    assert len(answered) == answers


def test_an_answer_ends_when_its_reader_has_gone() -> None:
    ends = []

    def application(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [])
        try:
            for _ in range(PARTS):
                yield b"x"
        except GeneratorExit:
            ends.append("given up")
            raise
        ends.append("finished")

    async def leave() -> None:
        asked, now = Asked(application), asyncio.Event()
        answer = asked.ask("/any", "A", leaves=now)
        await asked.received.wait()
        now.set()
        await answer

    _run(leave())
    assert ends == ["given up"]
