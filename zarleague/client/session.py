"""Requests to a site: address, token, keys of writes, problems as exceptions."""

import uuid
from collections.abc import Iterator, Mapping
from typing import Any, Final, Self, cast
from urllib.parse import urlencode

from urllib3 import BaseHTTPResponse, PoolManager, Timeout

API: Final = "/api/v1/"
PATIENCE: Final = 60.0
"""Seconds for an answer; a log may be judged for as long."""


class ApiError(Exception):
    """The site refused. ``problem`` is its problem document, {} for an answer that is none."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(problem.get("detail") or f"The site answered {status}.")
        self.status = status
        self.problem = problem

    @property
    def code(self) -> str:
        """Return what went wrong, in the API's words."""
        return str(self.problem.get("code", ""))


class Session:
    """A connection to one site. Raises `ApiError` for refusals, ``HTTPError`` of urllib3 when the
    site cannot be reached; a write may then be sent again under the same key.
    """

    tag: str
    """The ETag of the last answer, "" if it had none: given as ``if_match`` to a write of the same
    address, it keeps the write from replacing what somebody else has changed since.
    """

    def __init__(self, site: str, token: str = "", language: str = "en") -> None:
        headers = {"Accept-Language": language}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.tag = ""
        self._base = site.rstrip("/") + API
        self._http = PoolManager(headers=headers, timeout=Timeout(PATIENCE), retries=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.clear()

    def pages(self, page: Mapping[str, Any], rows: str = "results") -> Iterator[Any]:
        """Yield the rows of a list, from its first page on to its last."""
        while True:
            yield from page[rows]
            if page["next"] is None:
                return
            page = self._answer(self._http.request("GET", page["next"])).json()

    def _ask(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        key: str | None = None,
        if_match: str = "",
    ) -> Any:
        """Return the answer as data, a file as bytes, None for an empty one. A ``key`` of "" is one
        made here; None is for what writes nothing.
        """
        headers = dict(self._http.headers)
        if key is not None:
            headers["Idempotency-Key"] = key or uuid.uuid4().hex
        if if_match:
            headers["If-Match"] = if_match
        given = {
            name: str(value).lower() if isinstance(value, bool) else value
            for name, value in (query or {}).items()
            if value is not None
        }
        asked = f"?{urlencode(given, doseq=True)}" if given else ""
        sends = method != "GET" and not (method == "DELETE" and body is None)
        answer = self._answer(
            self._http.request(
                method,
                f"{self._base}{path}{asked}",
                headers=headers,
                json=({} if body is None else body) if sends else None,
            )
        )
        if not answer.data:
            return None
        if answer.headers["Content-Type"].startswith("application/json"):
            return answer.json()
        return answer.data

    def _answer(self, answer: BaseHTTPResponse) -> BaseHTTPResponse:
        self.tag = answer.headers.get("ETag", "")
        if 200 <= answer.status < 300:
            return answer
        is_problem = "json" in answer.headers.get("Content-Type", "")
        problem = cast("Mapping[str, Any]", answer.json() if is_problem else {})
        raise ApiError(answer.status, problem)
