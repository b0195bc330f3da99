"""Parse bodies as JSON that the databases can store and that is safe for all other code."""

from collections.abc import Mapping
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

DEEPEST = 20
"""Maximum nesting of lists and objects; an entry has four levels."""
LARGEST = 10**15
"""Maximum of numbers: more than anybody scores, and exact in every language."""


class PlainJSONParser(JSONParser):
    """JSON without NULs and lone surrogates in its texts, without huge numbers, and not nested too
    deeply."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """Return the parsed body. Raise ParseError."""
        try:
            data = super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError from error
        if not _is_plain(data, DEEPEST):
            raise ParseError
        return data


def _is_plain(data: Any, deep: int) -> bool:
    if isinstance(data, str):
        return "\0" not in data and not any("\ud800" <= letter <= "\udfff" for letter in data)
    if isinstance(data, int | float):
        return -LARGEST <= data <= LARGEST
    if isinstance(data, Mapping):
        return deep > 0 and all(
            _is_plain(key, deep) and _is_plain(value, deep - 1) for key, value in data.items()
        )
    if isinstance(data, list):
        return deep > 0 and all(_is_plain(value, deep - 1) for value in data)
    return True
