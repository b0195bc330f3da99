"""Clients that never finish sending, endless headers, clients that do not read: over real sockets.

The limits of time are a fraction of a second here, and what is awaited is the server's end of the
connection, however long the machine takes to get there.
"""

import asyncio
import contextlib
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import uvicorn
from django.conf import settings as site
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.waiting import until
from zarleague.serving.buffering import BufferBodies
from zarleague.serving.protocol import HEAD_BYTES, LimitedProtocol
from zarleague.serving.server import SETTINGS

SOON = 0.2
"""Seconds until a limit strikes in these tests."""
NEVER = 3600.0
PATIENCE = 120
POST = b"POST / HTTP/1.1\r\nHost: here\r\n"

Serve = Callable[..., "Server"]


class Server:
    """A server in a thread, and the connections a test opens to it."""

    def __init__(self, port: int, running: uvicorn.Server) -> None:
        self.port = port
        self.open = contextlib.ExitStack()
        self._running = running

    def stop(self) -> None:
        """Ask the server to stop."""
        self._running.should_exit = True

    def connect(self, sent: bytes = b"") -> socket.socket:
        """Open a connection, and send something."""
        phone = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self.open.enter_context(phone)
        phone.sendall(sent)
        return phone


def rest(phone: socket.socket) -> bytes:
    """Return what the server sends until it closes the connection."""
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while part := phone.recv(65536):
            received += part
    return received


def answer(phone: socket.socket) -> bytes:
    """Return the first part of an answer."""
    return phone.recv(65536)


def echoed(phone: socket.socket) -> bytes:
    """Return the head of `echo`'s answer and its body of one byte, which may come apart."""
    received = answer(phone)
    while received.endswith(b"\r\n\r\n"):
        received += answer(phone)
    return received


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the length of the body."""
    message = await receive()
    length = str(len(message["body"])).encode()
    headers = [(b"content-length", str(len(length)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": length})


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Return ``serve(application, grace=…, head_seconds=…, write_seconds=…)``."""
    with contextlib.ExitStack() as stack:

        def serve(application: ASGIApp, grace: int = 1, **limits: float) -> Server:
            protocol = type(
                "Protocol",
                (LimitedProtocol,),
                {"_open": Counter(), "_unfinished": {}, "_streams": {}, **limits},
            )
            listener = socket.create_server(("127.0.0.1", 0), backlog=500)
            options: dict[str, Any] = SETTINGS | {"http": protocol, "lifespan": "off"}
            running = uvicorn.Server(
                uvicorn.Config(application, **options | {"timeout_graceful_shutdown": grace})
            )
            thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
            thread.start()
            server = Server(listener.getsockname()[1], running)

            def stop() -> None:
                server.open.close()
                server.stop()
                thread.join(PATIENCE)

            stack.callback(stop)
            return server

        yield serve


@pytest.fixture
def few_per_address(settings: Any) -> None:
    """Let an address have two connections."""
    settings.CONNECTIONS_PER_ADDRESS = 2


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: h", b"\r\n"])
def test_a_head_that_does_not_come_is_not_waited_for(serve: Serve, sent: bytes) -> None:
    server = serve(echo, head_seconds=SOON)
    assert rest(server.connect(sent)) == b""


def test_nor_is_the_head_of_a_second_request(serve: Serve) -> None:
    server = serve(echo, head_seconds=SOON)
    phone = server.connect(b"GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    assert answer(phone).startswith(b"HTTP/1.1 200")
    phone.sendall(b"GET / HT")
    assert rest(phone) == b""


def test_a_request_may_take_longer_than_its_head(serve: Serve) -> None:
    """Only the head is timed by the protocol: the answer comes when it comes."""
    go = threading.Event()

    async def wait(scope: Scope, receive: Receive, send: Send) -> None:
        while not go.is_set():
            await asyncio.sleep(0.01)
        await echo(scope, receive, send)

    server = serve(wait, head_seconds=SOON)
    phone = server.connect(b"GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    assert rest(server.connect()) == b""  # a limit later
    go.set()
    assert answer(phone).startswith(b"HTTP/1.1 200")


def test_a_head_has_a_greatest_length(serve: Serve) -> None:
    server = serve(echo, head_seconds=NEVER)
    head = b"GET / HTTP/1.1\r\nHost: h\r\n"
    fits = head + b"X: " + b"x" * (HEAD_BYTES - len(head) - 100) + b"\r\n\r\n"
    assert answer(server.connect(fits)).startswith(b"HTTP/1.1 200")
    assert rest(server.connect(head + b"X: " + b"x" * HEAD_BYTES)).startswith(b"HTTP/1.1 431")


def test_a_reader_who_takes_nothing_is_given_up(serve: Serve) -> None:
    ended = threading.Event()
    size = 100_000_000  # more than the buffers of both ends

    async def pour(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-length", str(size).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for _ in range(100):
            body = {"type": "http.response.body", "body": b"x" * (size // 100), "more_body": True}
            await send(body)
        ended.set()

    server = serve(pour, head_seconds=NEVER, write_seconds=SOON)
    phone = server.connect(b"GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    assert ended.wait(PATIENCE)
    assert len(rest(phone)) < size


@pytest.mark.usefixtures("few_per_address")
def test_an_address_has_a_number_of_connections(serve: Serve) -> None:
    server = serve(echo, head_seconds=NEVER)
    request = b"GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    first, second = server.connect(request), server.connect(request)
    assert answer(first)
    assert answer(second)
    assert rest(server.connect(request)) == b""
    first.close()
    until(lambda: rest_or_answer(server.connect(request)), "the server sees the first one end")
    assert site.CONNECTIONS_PER_ADDRESS == 2


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHo", POST + b"Content-Length: 9\r\n\r\n"]
)
def test_connections_that_send_nothing_whole_keep_nobody_out(
    serve: Serve, settings: Any, sent: bytes
) -> None:
    settings.CONNECTIONS_PER_ADDRESS = 20
    server = serve(echo, head_seconds=NEVER)
    request = b"GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    early = server.connect(request)
    assert echoed(early)
    half_open = [server.connect(sent) for _ in range(30)]
    for _ in range(3):
        assert answer(server.connect(request))
    assert rest(half_open[0]) == b""  # the oldest gave way
    early.sendall(request)
    assert answer(early)  # a connection kept for the next request did not


@pytest.mark.parametrize("before", [b"", b"GET / HTTP/1.1\r\nHost: h\r\n\r\n"])
def test_streams_keep_nobody_out(serve: Serve, settings: Any, before: bytes) -> None:
    """An address has half of its connections for them: the oldest gives way, and is opened again;
    also when a stream is asked for right behind a page."""
    settings.CONNECTIONS_PER_ADDRESS = 4

    async def stream_or_page(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != "/live/any":
            await echo(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"event", "more_body": True})
        while (await receive())["type"] != "http.disconnect":
            pass

    server = serve(stream_or_page, head_seconds=NEVER)
    streams = []
    for _ in range(5):
        streams.append(server.connect(before + b"GET /live/any HTTP/1.1\r\nHost: h\r\n\r\n"))
        assert answer(streams[-1])
    assert answer(server.connect(b"GET / HTTP/1.1\r\nHost: h\r\n\r\n"))
    for one in streams[:3]:
        rest(one)  # the server has ended it


def rest_or_answer(phone: socket.socket) -> bytes:
    """Return an answer, or nothing if the connection is refused."""
    try:
        return answer(phone)
    except ConnectionResetError:
        return b""


def test_a_body_that_does_not_come_is_not_waited_for(serve: Serve) -> None:
    server = serve(BufferBodies(echo, seconds=SOON))
    phone = server.connect(POST + b"Content-Length: 10\r\n\r\nhalf")
    assert rest(phone).startswith(b"HTTP/1.1 408")


def test_a_body_that_says_it_is_too_long_is_not_read(serve: Serve) -> None:
    server = serve(BufferBodies(echo, seconds=NEVER))
    length = site.DATA_UPLOAD_MAX_MEMORY_SIZE + 1
    phone = server.connect(POST + f"Content-Length: {length}\r\n\r\n".encode())
    assert rest(phone).startswith(b"HTTP/1.1 413")


def test_a_body_without_a_length_is_read_up_to_the_limit(serve: Serve, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 5
    server = serve(BufferBodies(echo, seconds=NEVER))
    chunked = POST + b"Transfer-Encoding: chunked\r\n\r\n"
    whole = server.connect(chunked + b"5\r\nabcde\r\n0\r\n\r\n")
    assert echoed(whole).endswith(b"\r\n\r\n5")
    assert rest(server.connect(chunked + b"6\r\nabcdef\r\n")).startswith(b"HTTP/1.1 413")


def test_unfinished_bodies_hold_a_bounded_memory_together(serve: Serve, settings: Any) -> None:
    """Of 300 senders of 10 kB each who never finish, ten fit into 100 kB."""
    settings.CONNECTIONS_PER_ADDRESS = 0
    application = BufferBodies(echo, seconds=NEVER, most_together=100_000)
    server = serve(application, head_seconds=NEVER)
    unfinished = POST + b"Content-Length: 20000\r\n\r\n" + b"x" * 10_000
    for number in range(1, 11):
        server.connect(unfinished)
        until(lambda read=number * 10_000: application._held >= read, "the server reads it")
    for _ in range(290):
        assert rest(server.connect(unfinished)).startswith(b"HTTP/1.1 503")
        assert application._held == 100_000
    server.open.close()
    until(lambda: not application._held, "the server sees them go")


def test_what_is_complete_is_answered_beside_all_that(serve: Serve) -> None:
    server = serve(BufferBodies(echo, seconds=NEVER), head_seconds=NEVER)
    for _ in range(20):
        server.connect(POST + b"Content-Length: 10\r\n\r\nhalf")
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=PATIENCE) as visitor:
        for length in (0, 1, 100_000):
            assert visitor.post("/", content=b"x" * length).text == str(length)


class Held:
    """An application that answers when it is let go."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.go = threading.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.begun.set()
        while not self.go.is_set():
            await asyncio.sleep(0.01)
        await echo(scope, receive, send)


def test_a_server_that_stops_finishes_what_it_has_begun(serve: Serve) -> None:
    held = Held()
    server = serve(BufferBodies(held), grace=PATIENCE)
    phone = server.connect(POST + b"Content-Length: 4\r\n\r\nhand")
    assert held.begun.wait(PATIENCE)
    server.stop()
    held.go.set()
    assert answer(phone).startswith(b"HTTP/1.1 200")


def test_what_it_cannot_finish_is_to_be_sent_again(serve: Serve) -> None:
    """Not 500: nothing is wrong with the request or the site."""
    held = Held()
    server = serve(BufferBodies(held))
    phone = server.connect(POST + b"Content-Length: 4\r\n\r\nhand")
    assert held.begun.wait(PATIENCE)
    server.stop()
    told = rest(phone).lower()
    assert told.startswith(b"http/1.1 503")
    assert b"retry-after:" in told
