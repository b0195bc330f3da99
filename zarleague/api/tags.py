"""Entity tags: for conditional reads (304) and conditional writes (``If-Match``).

Most tags are a hash of the response. If a revision number tells that nothing has changed, the tag
is made of that number, and a response that the client has is not computed again.
"""

import hashlib
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers, set_response_etag
from django.utils.translation import get_language
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from zarleague import __version__
from zarleague.leagues.actors import Actor


def of_revision(request: HttpRequest, actor: Actor, *numbers: int | str) -> str:
    """Return the tag of a response that depends only on these numbers, and on the address, the
    actor, the language and the version of the site."""
    who = (actor.user and actor.user.pk, actor.link and actor.link.pk)
    facts = (__version__, request.get_full_path(), get_language(), *who, *numbers)
    return f'"{hashlib.sha256(repr(facts).encode()).hexdigest()[:32]}"'


def of_data(data: Any) -> str:
    """Return the tag of a response by a hash of its body."""
    response = HttpResponse(JSONRenderer().render(data))
    return str(set_response_etag(response)["ETag"])


def is_among(tag: str, header: str) -> bool:
    """Return whether an ``If-Match`` or ``If-None-Match`` header names the tag.

    A tag that compression marked as weak (``W/"…"``), on this site or in a proxy, counts as the tag
    itself: it still names the same state. So does one without its quotes.
    """
    named = {one.strip().removeprefix("W/").strip('"') for one in header.split(",")}
    return "*" in named or tag.strip('"') in named


def settle(request: HttpRequest, response: Response) -> Any:
    """Return a rendered response with its tag, or 304 if a client that reads it has it."""
    patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
    reads = request.method in ("GET", "HEAD")
    sets = request.method in ("PATCH", "PUT")  # answered as a GET of the same address, or tagged
    if response.status_code != HTTPStatus.OK or not (reads or sets):
        return response
    if not response.has_header("ETag"):
        set_response_etag(response)
    if sets:
        return response
    same: Any = get_conditional_response(request, etag=response["ETag"], response=response)
    for name in ("RateLimit", "RateLimit-Policy"):
        same[name] = response[name]
    return same
