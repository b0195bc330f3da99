"""Time requests over keep-alive connections."""

import socket
import statistics
import threading
import time


def latencies(port: int, path: str, requests: int, connections: int = 1) -> list[float]:
    """Send requests, divided among the connections, and return the seconds each took."""
    found: list[float] = []
    share = requests // connections

    def ask() -> None:
        own: list[float] = []
        with socket.create_connection(("127.0.0.1", port)) as connection:
            request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
            for _ in range(share):
                start = time.perf_counter()
                connection.sendall(request)
                _read(connection)
                own.append(time.perf_counter() - start)
        found.extend(own)

    threads = [threading.Thread(target=ask) for _ in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def percentile(values: list[float], share: int) -> float:
    """Return a percentile of the values."""
    return statistics.quantiles(values, n=100)[share - 1]


def _read(connection: socket.socket) -> None:
    """Read one response with a Content-Length."""
    received = b""
    while b"\r\n\r\n" not in received:
        part = connection.recv(65536)
        if not part:
            raise ConnectionError("the server has closed the connection")
        received += part
    head, _, body = received.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise ValueError(head.split(b"\r\n")[0].decode())
    length = next(
        int(line.split(b":")[1])
        for line in head.lower().split(b"\r\n")
        if line.startswith(b"content-length")
    )
    left = length - len(body)
    while left:
        left -= len(connection.recv(left))
