"""Data of an operation beside its view: whether it writes, and the scope it needs.

`api.schema` decorates the views' methods with it, `api.base` acts by it.
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
    """Whether it is a write, which needs an idempotency key and an account or a link."""
    scope: str = Scope.READ
    """The least scope a token needs for it."""

    def allows(self, scope: str) -> bool:
        """Return whether a token of that scope may ask for it."""
        return _WIDER.index(Scope(scope)) >= _WIDER.index(Scope(self.scope))


def note(operation: Operation, view: View) -> View:
    """Write on a view's method which operation it is."""
    view.operation = operation  # type: ignore[attr-defined]
    return view


def operation_of(view: Any) -> Operation:
    """Return the operation of a view's method; of one without (OPTIONS) that of a read."""
    found: Operation = getattr(view, "operation", Operation(""))
    return found
