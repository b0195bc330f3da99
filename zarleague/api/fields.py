"""Fields that several serializers share.

Those of requests accept what the description of the API says and nothing else. The fields of Django
REST framework that they extend also accept a number for a text, "5" for a number, "yes" for a
boolean and 2026-1-5 for a date.
"""

import re
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import ProhibitSurrogateCharactersValidator

from zarleague.api.parsers import flaw_in
from zarleague.engine.declared import is_declared
from zarleague.engine.games import KEYS
from zarleague.play.verdicts.judging import NO_ENGINE

MOST = 1_000_000_000
"""The largest number this API accepts."""
DEEPEST = 6


class TextField(serializers.CharField):
    """A text."""

    default_error_messages = {"invalid": _("Send this as a text, in quotation marks.")}

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        # It looks at every character in Python, which takes long for a log. The parser has refused
        # such characters in a body, and in an address they are replaced.
        self.validators.remove(ProhibitSurrogateCharactersValidator())

    def to_internal_value(self, data: Any) -> str:
        """Return the text, trimmed. Raise ValidationError for anything else. What is trimmed counts
        towards its length, as the description has it.
        """
        if not isinstance(data, str):
            self.fail("invalid")
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return str(super().to_internal_value(data))


class AddressPartField(TextField, serializers.SlugField):
    """A text of letters, digits, hyphens and underscores."""


class NumberField(serializers.IntegerField):
    """A whole number in a body."""

    default_error_messages = {"invalid": _("Send this as a whole number, without quotation marks.")}

    def to_internal_value(self, data: Any) -> int:
        """Return the number. Raise ValidationError for anything else, such as "5" or true."""
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class DigitsField(serializers.IntegerField):
    """A whole number in a query parameter."""

    default_error_messages = {"invalid": _("Send this as a whole number, in digits.")}

    def to_internal_value(self, data: Any) -> int:
        """Return the number. Raise ValidationError for a text with anything but digits after an
        optional minus sign."""
        if not re.fullmatch("-?[0-9]+", str(data)):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class YesNoField(serializers.BooleanField):
    """True or false in a body."""

    default_error_messages = {"invalid": _("Send true or false, without quotation marks.")}

    def to_internal_value(self, data: Any) -> bool:
        """Return the boolean. Raise ValidationError for anything else, such as "yes" or 1."""
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class OneOfField(serializers.ChoiceField):
    """One of several texts, or of several numbers."""

    default_error_messages = {"invalid_choice": _("“{input}” is none of these: {choices}.")}

    def fail(self, key: str, **params: Any) -> Any:
        """Raise ValidationError; it names the choices."""
        choices = ", ".join(str(choice) or '""' for choice in self.choices)
        return super().fail(key, choices=choices, **params)

    def to_internal_value(self, data: Any) -> Any:
        """Return the choice. Raise ValidationError for anything else, such as "100" for 100."""
        chosen = super().to_internal_value(data)
        if isinstance(chosen, str) != isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return chosen


class EngineGameField(OneOfField):
    """A game that has an engine."""

    default_error_messages = {"no_engine": _(NO_ENGINE)}

    def __init__(self, **options: Any) -> None:
        super().__init__(KEYS, **options)

    def to_internal_value(self, data: Any) -> Any:
        """Return the key. Raise ValidationError for any other, and say why of a league's own."""
        if isinstance(data, str) and is_declared(data):
            self.fail("no_engine")
        return super().to_internal_value(data)


class GameField(TextField):
    """A game: one that every league has, or one of the league's own."""

    default_error_messages = {"game": _("There’s no such game.")}

    def __init__(self, **options: Any) -> None:
        super().__init__(
            max_length=32,
            help_text=f"One of {', '.join(KEYS)}, or “own:” and the name of a game that the league "
            "has declared.",
            **options,
        )

    def to_internal_value(self, data: Any) -> str:
        """Return the key. Raise ValidationError for a game that no league can have."""
        key = super().to_internal_value(data)
        if key and key not in KEYS and not is_declared(key):
            self.fail("game")
        return key


class DayField(serializers.DateField):
    """A date as 2026-11-23."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the date. Raise ValidationError for other ways to write one, such as 20261123."""
        if not isinstance(data, str) or not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", data):
            self.fail("invalid", format="YYYY-MM-DD")
        return super().to_internal_value(data)


class ClockField(serializers.TimeField):
    """A time of day as 19:30."""

    def __init__(self, **options: Any) -> None:
        super().__init__(format="%H:%M", **options)

    def to_internal_value(self, data: Any) -> Any:
        """Return the time. Raise ValidationError for other ways to write one, such as 1930."""
        if not isinstance(data, str) or not re.fullmatch("[0-9]{2}:[0-9]{2}", data):
            self.fail("invalid", format="HH:MM")
        return super().to_internal_value(data)


class PlainField(serializers.JSONField):
    """Any JSON without huge numbers that is not nested too deeply."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the data unchanged. Raise ValidationError."""
        if flaw := flaw_in(data, deepest=DEEPEST, largest=MOST):
            raise serializers.ValidationError(flaw)
        return data


@extend_schema_field(
    {
        "oneOf": [
            {"type": "integer", "description": "A player’s id."},
            {"type": "string", "description": "A name; a new one makes a guest."},
        ]
    }
)
class WhoField(serializers.Field):
    """A player's id, or a name: a new name creates a guest."""

    default_error_messages = {"who": _("Send a player’s id or a name.")}
    name = TextField(max_length=60)

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
