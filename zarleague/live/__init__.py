"""Live updates: open pages learn within a second that something changed.

A write calls :func:`publish`; a page opens the address that :func:`ticket` gave it while it was
rendered and reads server-sent events from it. An event says only *that* something changed
(ids and version numbers); the page then fetches what it shows through the ordinary views, which
check permissions.

Nothing is replayed, so ``Last-Event-ID`` means nothing here: every stream begins with a
``ready`` event, on which the page fetches the present state if it has changed. That repairs
whatever was missed while it was away, however long that was, without the server keeping a history.
A stream that is refused (its ticket is too old) closes for good; the page asks for itself again to
get a new one.

The tabs of a browser share one stream (static/js/streams.js), where it has shared workers: a
browser opens only six connections to a site of HTTP/1.1.

A ticket names its audience: the ground on which its viewer may listen. When that falls away,
:func:`end` closes the streams opened on it, and none is opened on it any more.

With ``REDIS_URL`` events travel through Redis to all web processes; without it they stay in the
one serving process.
"""

from zarleague.live.bus import end, publish
from zarleague.live.tickets import ticket

__all__ = ["end", "publish", "ticket"]
