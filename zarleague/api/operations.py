"""Metadata of an operation: its name, whether it writes, and the scope it needs.

`api.schema` attaches it to the views' methods, `api.base` enforces it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from zarleague.leagues.models import ApiToken

View = TypeVar("View", bound=Callable[..., Any])
Scope = ApiToken.Scope
_WIDER = list(Scope)


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the API."""

    name: str
    writes: bool = False
    """Whether it writes and so needs an idempotency key and an account or a link."""
    scope: str = Scope.READ
    """The narrowest scope a token needs."""
    parameters: frozenset[str] = frozenset()
    """The query parameters it takes."""
    takes_body: bool = True
    tries: bool = False
    """Whether it writes and takes it back, so that it waits where writes do."""
    takes_tag: bool = False
    """Whether ``If-Match`` can make the write conditional on what a GET of its address returned."""

    def allows(self, scope: str) -> bool:
        """Return whether a token of that scope may call the operation."""
        return _WIDER.index(Scope(scope)) >= _WIDER.index(Scope(self.scope))


def note(operation: Operation, view: View) -> View:
    """Attach an operation to a view's method."""
    view.operation = operation  # type: ignore[attr-defined]
    return view


def operation_of(view: Any) -> Operation:
    """Return the operation of a view's method; for a method without one (OPTIONS), that of a
    read."""
    found: Operation = getattr(view, "operation", Operation(""))
    return found
