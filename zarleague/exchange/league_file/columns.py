"""Convert one value of a record to JSON and back, validate it, and describe it by a schema."""

import base64
import binascii
import datetime
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

MAX_TEXT: Final = 200_000
"""Characters of a text without a limit of its own: a log, a dispute."""

MAX_WHOLE: Final = 2_147_483_647
"""The largest whole number of most columns, of both databases."""

_TIME: Final = re.compile(r"^(?:[01][0-9]|2[0-3]):[0-5][0-9]$")

Value = Any
Encode = Callable[[Any], Value]
Decode = Callable[[Value], Any]

_RANGES: Final[Mapping[type[models.Field], tuple[int, int]]] = {
    models.PositiveSmallIntegerField: (0, 32_767),
    models.PositiveIntegerField: (0, MAX_WHOLE),
    models.IntegerField: (-MAX_WHOLE - 1, MAX_WHOLE),
}


class WrongValue(ValueError):
    """Raised for a value a record cannot have; its text completes "… must be"."""


@dataclass(frozen=True)
class Codec:
    """The conversion of one kind of field to JSON and back."""

    encode: Encode
    decode: Decode
    schema: dict[str, Any]


def codec_of(field: "models.Field[Any, Any]") -> Codec:
    """Return the codec of a model's field. Raise TypeError for an unknown kind."""
    codec = _codec(field)
    validators = [
        check for check in field.validators if getattr(check, "__module__", "").startswith("zarl")
    ]
    decode = codec.decode
    if validators:
        decode = _validated(decode, validators)
    if not field.null:
        return Codec(codec.encode, decode, codec.schema)
    return Codec(
        lambda value: None if value is None else codec.encode(value),
        lambda value: None if value is None else decode(value),
        {"anyOf": [codec.schema, {"type": "null"}]},
    )


def _validated(decode: Decode, validators: list[Any]) -> Decode:
    def read(value: Value) -> Any:
        found = decode(value)
        for check in validators:
            try:
                check(found)
            except ValidationError as error:
                raise WrongValue(f"valid: {error.messages[0]}") from error
        return found

    return read


def _codec(field: "models.Field[Any, Any]") -> Codec:
    match field:
        case models.BooleanField():
            return Codec(bool, _boolean, {"type": "boolean"})
        case models.CharField() | models.TextField():
            return _text(field)
        case models.IntegerField():
            return _integer(field)
        case models.DateTimeField():
            schema = {"type": "string", "format": "date-time"}
            return Codec(moment_text, _moment, schema)
        case models.DateField():
            schema = {"type": "string", "format": "date"}
            return Codec(lambda day: day.isoformat(), _day, schema)
        case models.TimeField():
            schema = {"type": "string", "pattern": _TIME.pattern}
            return Codec(lambda time: time.isoformat("minutes"), _time, schema)
        case models.JSONField():
            return Codec(lambda value: value, _json, {})
        case models.BinaryField():
            schema = {"type": "string", "contentEncoding": "base64"}
            return Codec(lambda raw: base64.b64encode(bytes(raw)).decode(), _binary, schema)
        case _:
            raise TypeError(f"{field} has no form in a league's file.")


def moment_text(moment: datetime.datetime) -> str:
    """Return a moment in UTC, always with microseconds."""
    return moment.astimezone(datetime.UTC).isoformat(timespec="microseconds")


def _boolean(value: Value) -> bool:
    if not isinstance(value, bool):
        raise WrongValue("true or false")
    return value


def _text(field: "models.Field[Any, Any]") -> Codec:
    longest = field.max_length or MAX_TEXT
    choices = {key for key, _ in field.flatchoices}
    schema: dict[str, Any] = {"type": "string", "maxLength": longest}
    if choices:
        schema = {"enum": sorted(choices)}

    def decode(value: Value) -> str:
        if not isinstance(value, str) or len(value) > longest:
            raise WrongValue(f"a text of at most {longest} characters")
        if choices and value not in choices:
            raise WrongValue(f"one of {', '.join(sorted(choices))}")
        return value

    return Codec(str, decode, schema)


def _integer(field: "models.Field[Any, Any]") -> Codec:
    lowest, highest = next(_RANGES[kind] for kind in type(field).__mro__ if kind in _RANGES)
    for declared in field.validators:
        match declared:
            case MinValueValidator(limit_value=int(limit)):
                lowest = max(lowest, limit)
            case MaxValueValidator(limit_value=int(limit)):
                highest = min(highest, limit)
    choices = [key for key, _ in field.flatchoices]
    schema: dict[str, Any] = {"type": "integer", "minimum": lowest, "maximum": highest}
    if choices:
        schema = {"enum": choices}

    def decode(value: Value) -> int:
        if not is_integer(value) or not lowest <= value <= highest:
            raise WrongValue(f"a whole number from {lowest} to {highest}")
        if choices and value not in choices:
            raise WrongValue(f"one of {', '.join(map(str, choices))}")
        return int(value)

    return Codec(int, decode, schema)


def is_integer(value: Value) -> bool:
    """Return whether a JSON value is a whole number; True and False are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def _moment(value: Value) -> datetime.datetime:
    try:
        moment = datetime.datetime.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise WrongValue("a date and time like 2026-03-06T20:00:00.000000+00:00") from error
    if moment.tzinfo is None or not 1900 <= moment.year <= 9000:
        raise WrongValue("a date and time with its time zone")
    return moment


def _day(value: Value) -> datetime.date:
    try:
        day = datetime.date.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise WrongValue("a date like 2026-03-06") from error
    if not 1900 <= day.year <= 9000:
        raise WrongValue("a date between 1900 and 9000")
    return day


def _time(value: Value) -> datetime.time:
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        raise WrongValue("a time of day like 19:30")
    return datetime.time.fromisoformat(value)


def _json(value: Value) -> Value:
    return value


def _binary(value: Value) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except (TypeError, ValueError, binascii.Error) as error:
        raise WrongValue("base64") from error


def canonical(value: Value) -> str:
    """Return the canonical JSON text of a value: keys sorted, no spaces."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
