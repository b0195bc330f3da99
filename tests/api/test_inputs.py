"""What clients send is accepted as the description has it, and in no other shape."""

import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework import serializers

from zarleague.api import fields
from zarleague.api.inputs import Input
from zarleague.api.parsers import flaw_in

STRICT = (
    fields.TextField,
    fields.NumberField,
    fields.YesNoField,
    fields.OneOfField,
    fields.DayField,
    fields.ClockField,
    fields.PlainField,
    fields.WhoField,
)
STRICT_IN_QUERIES = (fields.TextField, fields.DigitsField, fields.OneOfField, fields.DayField)

LISTS = (serializers.ListField, serializers.DictField, serializers.ListSerializer)


def objects(field: Any) -> Iterator[Any]:
    """The serializers of objects that clients may send, nested ones included."""
    if isinstance(field, serializers.Serializer):
        yield field
        for inner in field.fields.values():
            yield from objects(inner)
    elif isinstance(field, LISTS):
        yield from objects(field.child)


def leaves(field: Any) -> Iterator[Any]:
    """The fields of single values in a serializer, a list or a dictionary that clients may send."""
    if isinstance(field, serializers.Serializer):
        for inner in field.fields.values():
            if not inner.read_only:
                yield from leaves(inner)
    elif isinstance(field, LISTS):
        yield from leaves(field.child)
    else:
        yield field


def inputs() -> tuple[list[Any], list[Any]]:
    """The serializers of all bodies, and of all query parameters, that the description names."""
    generator = SchemaGenerator()
    generator._initialise_endpoints()
    bodies, queries = [], []
    for path, _, method, view in generator._get_paths_and_endpoints():
        view.schema.path, view.schema.method = path, method
        kind = view.schema.get_request_serializer() if method != "GET" else None
        if kind is not None:
            bodies.append(kind())
        queries += [one() for one in view.schema.get_override_parameters() if inspect.isclass(one)]
    return bodies, queries


def test_every_field_of_a_request_is_strict() -> None:
    bodies, queries = inputs()
    assert len(bodies) > 40
    assert len(queries) > 5
    loose = [
        f"{type(field.root).__name__}.{field.field_name}: {type(field).__name__}"
        for found, strict in ((bodies, STRICT), (queries, STRICT_IN_QUERIES))
        for serializer in found
        for field in leaves(serializer)
        if not isinstance(field, strict)
    ]
    assert loose == []


def test_no_object_of_a_request_takes_unknown_fields() -> None:
    bodies, queries = inputs()
    lax = {type(one) for each in (*bodies, *queries) for one in objects(each)}
    assert [kind for kind in lax if not issubclass(kind, Input)] == []


class Cards(Input):
    """An object of a request."""

    name = fields.TextField()
    count = fields.NumberField(required=False)
    id = serializers.IntegerField(read_only=True)


def test_unknown_fields_are_refused_by_name_beside_what_else_is_wrong() -> None:
    sent = Cards(data={"count": "5", "nmae": "Ann", "id": 7})
    assert not sent.is_valid()
    assert sent.errors.keys() == {"name", "count", "nmae"}
    assert "count, id, name" in sent.errors["nmae"][0]


TEXT, NUMBER, DIGITS = fields.TextField(), fields.NumberField(), fields.DigitsField()
YES_NO, DAY = fields.YesNoField(), fields.DayField()
HANDS, GAME = fields.OneOfField([100, 1000]), fields.OneOfField(["zar", "7"])
SLUG = fields.AddressPartField()


@pytest.mark.parametrize(
    ("field", "refused"),
    [
        (TEXT, [3e-245, 5, True, ["a"], {"a": 1}]),
        (fields.TextField(max_length=3), ["abcd", " abc", "abc\x1f"]),
        (SLUG, [5, 5.0, True]),
        (NUMBER, ["5", "", True, 5.5, [5], {}]),
        (DIGITS, ["5.0", "1_000", " 5", "+5", "5\n", "", "٥", "9" * 2000]),
        (YES_NO, ["true", "yes", "1", 1, 0, 1.0, [], {}]),
        (HANDS, ["100", "1000", True, [100], {}]),
        (GAME, [7, "uno", ["zar"]]),
        (DAY, ["20261123", "2026-W48-1", "2026-1-5", "2026-02-30", "٢٠٢٦-11-23", 20261123, True]),
    ],
)
def test_another_shape_is_refused(field: Any, refused: list[Any]) -> None:
    for data in refused:
        with pytest.raises(serializers.ValidationError):
            field.run_validation(data)


def test_the_shapes_of_the_description_are_accepted() -> None:
    assert TEXT.run_validation("5") == "5"
    assert NUMBER.run_validation(5) == 5
    assert NUMBER.run_validation(5.0) == 5, "JSON has one kind of number"
    assert DIGITS.run_validation("-12") == -12
    assert YES_NO.run_validation(False) is False
    assert HANDS.run_validation(100) == 100
    assert GAME.run_validation("7") == "7"
    assert DAY.run_validation("2026-11-23").isoformat() == "2026-11-23"


@pytest.mark.parametrize(
    ("data", "plain"),
    [
        ({"a": [1, "b", None, True, 2.5]}, True),
        ("😀", True),
        ("\0", False),
        ("a\ud800", False),
        ({"\udfff": 1}, False),
        ([11], False),
        ([-11], False),
        ([float("nan")], False),
        ([[]], True),
        ([[[]]], False),
        ({"a": {"b": {}}}, False),
    ],
)
def test_plain_json(data: Any, plain: bool) -> None:
    assert (flaw_in(data, deepest=2, largest=10) == "") is plain
