"""Signed permission to listen to channels, issued by the view that renders the page.

The endpoint of the streams has no access to sessions. It trusts a ticket: the names of the channels
and the audience, signed by a view that checked the visitor's permission. Only whether the audience
may still listen is checked again.
"""

import re
from urllib.parse import quote

from django.core.signing import BadSignature, TimestampSigner

MAX_AGE = 24 * 60 * 60
"""Seconds a ticket can be used to open a stream; an open stream outlives it."""

_CHANNEL = re.compile(r"[a-z]+(-[a-z]+)*-[0-9A-Za-z]+(-[0-9A-Za-z]+)*")


def _signer() -> TimestampSigner:
    return TimestampSigner(salt="zarleague.live")


def check_channel(channel: str) -> None:
    """Raise ``ValueError`` unless ``channel`` is a kind and an id, like ``match-17``."""
    if not _CHANNEL.fullmatch(channel):
        raise ValueError(f"not the name of a channel: {channel!r}")


def ticket(*channels: str, audience: str) -> str:
    """Return the address of one stream with the events of all ``channels``.

    Call it only if the viewer may see the objects of the channels. ``audience`` names the right by
    which they listen, in the form of a channel: `end` closes all streams opened with it.
    """
    for name in (*channels, audience):
        check_channel(name)
    names = ",".join((*channels, audience))
    signer = _signer()
    signature = signer.sign(names).removeprefix(names + signer.sep)
    return f"/live/{names}?ticket={quote(signature)}"


def redeem(names: str, signature: str) -> tuple[tuple[str, ...], str]:
    """Return the channels and the audience of a ticket; ``((), "")`` if it is forged or older than
    ``MAX_AGE``."""
    signer = _signer()
    try:
        signer.unsign(f"{names}{signer.sep}{signature}", max_age=MAX_AGE)
    except BadSignature:
        return (), ""
    *channels, audience = names.split(",")
    return tuple(channels), audience
