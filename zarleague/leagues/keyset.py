"""Pages of a query that begin behind the values of the last row shown (keyset pagination).

The cost of a page does not grow with its number, and rows that are added meanwhile neither repeat
nor hide others.
"""

import datetime
from collections.abc import Sequence
from typing import Any

from django.db.models import Q, QuerySet


def page_after(
    rows: QuerySet[Any], values: Sequence[Any], size: int
) -> tuple[list[Any], list[Any] | None]:
    """Return up to *size* rows behind those *values* of the order, from the first row if they are
    empty, and the values behind which the next page begins, None after the last."""
    order = _complete_order(rows)
    ordered = rows.order_by(*order)
    found = list((ordered.filter(_is_behind(order, values)) if values else ordered)[: size + 1])
    shown = found[:size]
    return shown, _values(shown[-1], order) if len(found) > size else None


def _complete_order(rows: QuerySet[Any]) -> tuple[str, ...]:
    """Return the order of rows with the key last, so that no two rows are equal in it."""
    order = tuple(map(str, rows.query.order_by or rows.model._meta.ordering or ()))
    if any(field.lstrip("-") in ("pk", "id") for field in order):
        return order
    return (*order, "-pk" if order and order[0].startswith("-") else "pk")


def _is_behind(order: Sequence[str], values: Sequence[Any]) -> Q:
    """Return the condition for rows that come after those values."""
    behind = Q()
    equal: dict[str, Any] = {}
    for field, value in zip(order, values, strict=True):
        name = field.lstrip("-")
        comparison = "lt" if field.startswith("-") else "gt"
        behind |= Q(**equal, **{f"{name}__{comparison}": value})
        equal[name] = value
    return behind


def _values(row: Any, order: Sequence[str]) -> list[Any]:
    """Return the values of a row in the order's fields, dates as text."""
    found = []
    for field in order:
        value = row
        for part in field.lstrip("-").split("__"):
            value = getattr(value, part)
        found.append(value.isoformat() if isinstance(value, datetime.date) else value)
    return found
