"""Reject input that no view should have to handle: NUL characters in a path, a query or a form, and
ids beyond the range of the database."""

from collections.abc import Callable, Iterator
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponseBase, QueryDict

from zarleague.serving.problems import API
from zarleague.storage.sql import HIGHEST_ID


class InputMiddleware:
    """Answers 400 to NUL characters, which PostgreSQL cannot store in text, and 404 to ids out of
    range.

    The API's parser checks the bodies of its requests.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: dict[str, Any]
    ) -> None:
        """Raise BadRequest or Http404."""
        if any(isinstance(value, int) and value > HIGHEST_ID for value in kwargs.values()):
            raise Http404
        texts = [request.path_info, *_texts(request.GET)]
        if request.method == "POST" and not request.path_info.startswith(API):
            texts += _texts(request.POST)
        if any("\0" in text for text in texts):
            raise BadRequest("There is a NUL character in it.")


def _texts(query: QueryDict) -> Iterator[str]:
    for name, values in query.lists():
        yield name
        yield from (str(value) for value in values)
