"""Witnesses: what proves that an event cannot be judged."""

from typing import NamedTuple

from zarleague.engine.log import Log


class Witnesses(NamedTuple):
    """Two logs that agree with the replayed one and name every hidden card: in ``legal`` the event
    breaks no rule, in ``illegal`` it does. Neither has an illegal event that the log has no finding
    on."""

    legal: Log
    illegal: Log
