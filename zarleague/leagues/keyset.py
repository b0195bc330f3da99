"""Keyset pagination: pages of a query that begin after the values of the last row shown.

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
    """Return up to *size* rows after those *values* of the ordering (from the first row if they are
    empty), and the values after which the next page begins, None after the last."""
    order = _complete_order(rows)
    ordered = rows.order_by(*order)
    found = list((ordered.filter(_is_behind(order, values)) if values else ordered)[: size + 1])
    shown = found[:size]
    return shown, _values(shown[-1], order) if len(found) > size else None


def _complete_order(rows: QuerySet[Any]) -> tuple[str, ...]:
    """Return the ordering of a query with the primary key added, so that no rows are equal."""
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
    # This follows from the others, but PostgreSQL finds the first row by an index only if told so.
    first = order[0].lstrip("-")
    bound = "lte" if order[0].startswith("-") else "gte"
    return Q(**{f"{first}__{bound}": values[0]}) & behind


def _values(row: Any, order: Sequence[str]) -> list[Any]:
    """Return a row's values of the ordering fields, dates as text."""
    found = []
    for field in order:
        value = row
        for part in field.lstrip("-").split("__"):
            value = getattr(value, part)
        found.append(value.isoformat() if isinstance(value, datetime.date) else value)
    return found
