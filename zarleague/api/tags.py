"""Entity tags: whether the asker has an answer already, and whether it is still the latest.

Most answers are tagged by their bytes. Where a number tells that nothing has changed, the tag is
made of it, and the answer is not worked out for somebody who has it.
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
    """Return the tag of an answer that is the same as long as the numbers are: for this address,
    this asker, this language and this version of the site.
    """
    who = (actor.user and actor.user.pk, actor.link and actor.link.pk)
    facts = (__version__, request.get_full_path(), get_language(), *who, *numbers)
    return f'"{hashlib.sha256(repr(facts).encode()).hexdigest()[:32]}"'


def of_data(data: Any) -> str:
    """Return the tag of an answer by its bytes."""
    response = HttpResponse(JSONRenderer().render(data))
    return str(set_response_etag(response)["ETag"])


def settle(request: HttpRequest, response: Response) -> Any:
    """Return a rendered answer with its tag, or 304 if the asker has it."""
    patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
    if request.method not in ("GET", "HEAD") or response.status_code != HTTPStatus.OK:
        return response
    if not response.has_header("ETag"):
        set_response_etag(response)
    same: Any = get_conditional_response(request, etag=response["ETag"], response=response)
    for name in ("RateLimit", "RateLimit-Policy"):
        same[name] = response[name]
    return same
