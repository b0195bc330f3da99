"""What clients send: serializers that refuse, by name, what they do not know."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers


class Input(serializers.Serializer):
    """The fields of a body, of an object in one, or of a query.

    A field that does not exist would otherwise be left out without a word, and the request would do
    something else than its sender believes. Read-only fields are accepted and ignored, so that what
    was read can be changed and sent back.
    """

    def to_internal_value(self, data: Any) -> Any:
        """Return the validated data. Raise ValidationError, also for fields that do not exist."""
        unknown = unknown_names(data, self.fields) if isinstance(data, Mapping) else {}
        try:
            found = super().to_internal_value(data)
        except serializers.ValidationError as error:
            if unknown:
                raise serializers.ValidationError(error.detail | unknown) from error
            raise
        if unknown:
            raise serializers.ValidationError(unknown)
        return found


def unknown_names(given: Iterable[str], known: Iterable[str]) -> dict[str, list[str]]:
    """Return the errors of the names that are not known, by name."""
    names = sorted(known)
    text = (
        _("There is no such field here. There are: {names}.")
        if names
        else _("This takes no fields.")
    )
    return {name: [text.format(names=", ".join(names))] for name in given if name not in names}
