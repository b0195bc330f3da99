"""Changes of whole matches, evenings, seasons and players: each network has its share of the time.

One takes some tenths of a second in a long season, and meanwhile nobody can save in that season, on
SQLite on the whole site.
"""

from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from zarleague.play.errors import TooManyTries
from zarleague.replays.errors import TooMany
from zarleague.replays.gate import Share, sender

CHANGING: Final = Share(burst=10, refill=0.2)
"""Of each network: seconds at once, and in each second."""

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")


def large_change(service: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """Decorate a service so that its time is charged to the network of its sender. It raises
    `TooManyTries` if the network has used up its share."""

    @wraps(service)
    def charged(*args: _Given.args, **options: _Given.kwargs) -> _Made:
        sent_by = sender.get()
        try:
            with CHANGING.spent(sent_by.network if sent_by else ""):
                return service(*args, **options)
        except TooMany as error:
            raise TooManyTries(error.seconds) from error

    return charged
