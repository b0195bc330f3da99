"""Rate limits per minute for each token, account, link and address, reported in headers.

An address counts only requests of nobody known: people who share it do not wait for each other.

The headers are those of draft-ietf-httpapi-ratelimit-headers: ``RateLimit-Policy`` gives the number
of requests per window and its length in seconds, ``RateLimit`` the number that remain and the
seconds until the next window.
"""

import time
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from rest_framework.response import Response

from zarleague.leagues.actors import Actor
from zarleague.leagues.models import ApiToken
from zarleague.replays.gate import network_of
from zarleague.storage import counters

WINDOW: Final = 60
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """The requests that a sender has left in this minute."""

    name: str
    most: int
    left: int
    seconds: int
    """Until the next minute begins."""

    @property
    def is_used_up(self) -> bool:
        """Return whether this request exceeds the limit."""
        return self.left < 0

    def tell(self, response: Response) -> None:
        """Set the headers."""
        response["RateLimit-Policy"] = f'"{self.name}";q={self.most};w={WINDOW}'
        response["RateLimit"] = f'"{self.name}";r={max(self.left, 0)};t={self.seconds}'


def of_address(request: HttpRequest) -> Allowance:
    """Count a request against the limit of its address."""
    network = network_of(request.META.get("REMOTE_ADDR", ""))
    return _count("address", network, settings.API_PER_ADDRESS)


def of_token(token: ApiToken) -> Allowance:
    """Count a request by a token."""
    return _count("token", str(token.pk), settings.API_PER_TOKEN)


def of_actor(actor: Actor, request: HttpRequest) -> Allowance:
    """Count a request by the account or link of a session, otherwise by its address."""
    if actor.user is not None:
        return _count("account", str(actor.user.pk), settings.API_PER_ADDRESS)
    if actor.link is not None:
        return _count("link", str(actor.link.pk), settings.API_PER_ADDRESS)
    return of_address(request)


def _count(name: str, sender: str, most: int) -> Allowance:
    minute, second = divmod(int(time.time()), WINDOW)
    key = f"api-{name}-{sender.replace(' ', '')}-{minute}"
    used = counters.add(key, 1, WINDOW)
    return Allowance(name, most, most - used, WINDOW - second)
