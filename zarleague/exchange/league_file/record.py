"""One kind of record of a league's file: its columns, its JSON Schema, and its lines."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.db import models

from zarleague.exchange.league_file.columns import Codec, Value, WrongValue, codec_of, is_integer
from zarleague.exchange.league_file.numbering import Numbering
from zarleague.play.models import Hand

Write = Callable[[Any, Numbering], Value]
Read = Callable[[Value, Numbering], Any]


@dataclass(frozen=True)
class RecordColumn:
    """One field of a record."""

    name: str
    refers_to: str = ""
    """The record whose line number the value is."""
    late: bool = False
    """Whether that record is written after this one."""
    added: bool = False
    """Whether files of earlier releases lack it; the row then has the model's default."""
    write: Write | None = None
    """For a value that contains ids of rows: its conversion to JSON …"""
    read: Read | None = None
    """… and back."""
    by: str = ""
    """The column that tells which kind of record the value is a line number of, …"""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """… and the record for each of its values. A row of another kind, or deleted, becomes null."""
    schema: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Record:
    """One kind of record: the model, and how its rows belong to a league."""

    name: str
    model: type[models.Model]
    league: str
    """The lookup from a row to its league."""
    columns: tuple[RecordColumn, ...]
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Fields that are not exported, with the reason."""
    complete: Callable[[Any], None] | None = None
    """A callback that sets the fields left out."""
    check: Callable[[Any], None] | None = None
    """A callback that raises WrongValue for what no league can have."""
    late_fields: tuple[str, ...] = ()
    """Fields that ``complete`` sets and that are also written late."""
    bring: Callable[[Any], Any] | None = None
    """A callback that returns a row with the values that are stored outside of the database."""
    but: Mapping[str, Any] = field(default_factory=dict)
    """Values that rows have on this site only and that are not exported."""

    @cached_property
    def attributes(self) -> list[str]:
        """Return the attribute of each column; for a reference, that of its key."""
        return [self._field(column.name).attname for column in self.columns]

    @cached_property
    def codecs(self) -> list[Codec]:
        """Return the codec of each column; for references, that of line numbers."""
        return [self._codec(column) for column in self.columns]

    def _field(self, name: str) -> "models.Field[Any, Any]":
        found: models.Field[Any, Any] = self.model._meta.get_field(name)  # type: ignore[assignment]
        return found

    def _codec(self, column: RecordColumn) -> Codec:
        if not column.refers_to and not column.by and column.write is None:
            return codec_of(self._field(column.name))
        return Codec(lambda value: value, lambda value: value, self._reference_schema(column))

    def _reference_schema(self, column: RecordColumn) -> dict[str, Any]:
        if not column.refers_to and not column.by:
            return dict(column.schema)
        line: dict[str, Any] = {
            "type": "integer",
            "minimum": 1,
            "description": f"Line in {column.refers_to}.jsonl"
            if column.refers_to
            else f"Line in the file of what “{column.by}” says",
        }
        if self._field(column.name).null and not self.must_refer(column):
            return {"anyOf": [line, {"type": "null"}]}
        return line

    def must_refer(self, column: RecordColumn) -> bool:
        """Return whether a reference is required, though the database allows null while the row is
        created."""
        return column.late and self.model is Hand

    def _place(self, name: str) -> int:
        return next(at for at, column in enumerate(self.columns) if column.name == name)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of one line."""
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.name,
            "description": (self.model.__doc__ or "").strip().split("\n")[0],
            "type": "object",
            "properties": {
                column.name: codec.schema
                for column, codec in zip(self.columns, self.codecs, strict=True)
            },
            "required": [column.name for column in self.columns if not column.added],
            "additionalProperties": False,
        }

    def to_line(self, values: Sequence[Any], numbering: Numbering) -> dict[str, Value]:
        """Return the JSON object of a row, given by the values of `attributes`."""
        written: dict[str, Value] = {}
        for column, codec, value in zip(self.columns, self.codecs, values, strict=True):
            if column.by:
                kind = column.kinds.get(values[self._place(column.by)], "")
                written[column.name] = numbering.line_or_none(kind, value)
            elif column.refers_to:
                line = None if value is None else numbering.line(column.refers_to, value)
                written[column.name] = line
            elif column.write is not None:
                written[column.name] = column.write(value, numbering)
            else:
                written[column.name] = codec.encode(value)
        return written

    def with_added(self, data: dict[str, Value]) -> dict[str, Value]:
        """Return the object of a line with the defaults of columns that earlier releases lacked."""
        defaults = {
            column.name: codec.encode(self._field(column.name).get_default())
            for column, codec in zip(self.columns, self.codecs, strict=True)
            if column.added and column.name not in data
        }
        return data | defaults

    def from_line(self, data: Value, numbering: Numbering, *, late: bool = False) -> dict[str, Any]:
        """Return the row's attributes from the object of a line; those of late columns only if
        *late*.

        Raise WrongValue with the name of the field.
        """
        if not isinstance(data, dict):
            raise WrongValue("The line must be an object.")
        lacking = {column.name for column in self.columns if column.added} - data.keys()
        for name in data.keys() ^ {column.name for column in self.columns} - lacking:
            kind = "is missing" if name not in data else "is not known"
            raise WrongValue(f"The field “{name}” {kind}.")
        found: dict[str, Any] = {}
        for column, codec, attribute in zip(
            self.columns, self.codecs, self.attributes, strict=True
        ):
            if (column.late and not late) or column.name in lacking:
                continue
            try:
                if column.by:
                    column = replace(column, refers_to=column.kinds.get(str(data[column.by]), ""))
                found[attribute] = self._read(column, codec, data[column.name], numbering)
            except WrongValue as error:
                raise WrongValue(f"“{column.name}” must be {error}.") from error
        return found

    def _read(self, column: RecordColumn, codec: Codec, value: Value, numbering: Numbering) -> Any:
        if column.read is not None:
            try:
                return column.read(value, numbering)
            except WrongValue:
                raise
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise WrongValue(f"readable ({error})") from error
        if not column.refers_to and not column.by:
            return codec.decode(value)
        if value is None and self._field(column.name).null and not self.must_refer(column):
            return None
        if not is_integer(value):
            raise WrongValue(f"a line of {column.refers_to}.jsonl")
        try:
            return numbering.key(column.refers_to, value)
        except KeyError as error:
            raise WrongValue(f"a line of {column.refers_to}.jsonl that there is") from error


def plain(names: str) -> tuple[RecordColumn, ...]:
    """Return columns, their names separated by spaces, whose values are exported directly."""
    return tuple(RecordColumn(name) for name in names.split())


def added(names: str) -> tuple[RecordColumn, ...]:
    """Return such columns that files of earlier releases lack."""
    return tuple(replace(column, added=True) for column in plain(names))
