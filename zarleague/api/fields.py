"""Fields that several serializers share."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

MOST = 1_000_000_000
"""The largest number this API accepts."""
DEEPEST = 6


class PlainField(serializers.JSONField):
    """Any JSON that the databases can store: no lone surrogates or NULs in texts, no huge
    numbers."""

    default_error_messages = {"plain": "Not a value that can be kept."}

    def to_internal_value(self, data: Any) -> Any:
        """Return the data unchanged. Raise ValidationError."""
        if not _is_plain(data, DEEPEST):
            self.fail("plain")
        return data


def _is_plain(data: Any, deep: int) -> bool:
    if isinstance(data, str):
        return "\0" not in data and not any("\ud800" <= letter <= "\udfff" for letter in data)
    if isinstance(data, int | float):
        return abs(data) <= MOST
    if data is None:
        return True
    if not deep:
        return False
    if isinstance(data, dict):
        return all(
            _is_plain(key, deep) and _is_plain(value, deep - 1) for key, value in data.items()
        )
    return all(_is_plain(value, deep - 1) for value in data)


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string"}]})
class WhoField(serializers.Field):
    """A player's id, or a name: a new name creates a guest."""

    default_error_messages = {"who": "A player's id or a name is wanted."}
    name = serializers.CharField(max_length=60)

    def to_internal_value(self, data: Any) -> int | str:
        """Return the id or the name. Raise ValidationError."""
        if isinstance(data, str):
            return str(self.name.run_validation(data))
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("who")
        return data


class RoundedField(serializers.FloatField):
    """A figure of a table, rounded as it is displayed."""

    def to_representation(self, value: Any) -> float:
        """Return the number with two decimals."""
        return round(float(value), 2)
