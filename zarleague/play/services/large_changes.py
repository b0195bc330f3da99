"""Changes of whole matches, evenings, seasons and players: each person has their share of the time.

One takes some tenths of a second in a long season, and meanwhile nobody can save in that season, on
SQLite on the whole site.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from zarleague.leagues.actors import Actor
from zarleague.play.errors import TooManyTries
from zarleague.replays.errors import TooMany
from zarleague.replays.gate import Share, sender

CHANGING: Final = Share(burst=30, refill=0.2)
"""Of each account, or network without one: seconds at once, and in each second. Merging a player
takes 0.8 seconds in a league of 8,000 hands: one may be merged every four seconds there, after 37
at once."""

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")


@contextmanager
def charged(share: Share, actor: Actor | None = None) -> Iterator[None]:
    """Charge the processor time of the block to the actor's account, without one to the network of
    the request; to nobody outside of requests. Raise `TooManyTries` instead of running it."""
    sent_by = sender.get()
    payer = sent_by.network if sent_by else ""
    if payer and actor is not None and actor.user is not None:
        payer = f"account {actor.user.pk}"
    try:
        with share.spent(payer):
            yield
    except TooMany as error:
        raise TooManyTries(error.seconds) from error


def large_change(service: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """Decorate a service so that its time is charged to its ``actor``. It raises `TooManyTries` if
    the actor has used up their share."""

    @wraps(service)
    def in_its_share(*args: _Given.args, **options: _Given.kwargs) -> _Made:
        actor = options["actor"]
        assert isinstance(actor, Actor)
        with charged(CHANGING, actor):
            return service(*args, **options)

    return in_its_share
