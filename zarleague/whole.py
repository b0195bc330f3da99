"""Requests handed on when all of them has come.

A phone with bad Wi-Fi takes its time to send a hand, and a thread that waits for it answers nobody
else. So the event loop does the waiting.
"""

from django.conf import settings
from starlette.types import ASGIApp, Message, Receive, Scope, Send


def when_whole(application: ASGIApp) -> ASGIApp:
    """The application, called with the whole body of a request. It gets a body that is too long as
    far as it was read, and refuses it."""

    async def called(scope: Scope, receive: Receive, send: Send) -> None:
        body, more = bytearray(), True
        while more and len(body) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
        first: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": more}]

        async def again() -> Message:
            return first.pop() if first else await receive()

        await application(scope, again, send)

    return called
