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
        if not is_plain(data, deepest=DEEPEST, largest=LARGEST):
            raise ParseError
        return data


def is_plain(data: Any, *, deepest: int, largest: int) -> bool:
    """Return whether parsed JSON has no NULs or lone surrogates in its texts, no number beyond
    ``largest``, and at most ``deepest`` lists and objects in each other."""
    if isinstance(data, str):
        return "\0" not in data and _is_encodable(data)
    if isinstance(data, int | float):
        return -largest <= data <= largest
    if not isinstance(data, list | Mapping):
        return True
    inner = [*data.keys(), *data.values()] if isinstance(data, Mapping) else data
    return deepest > 0 and all(
        is_plain(value, deepest=deepest - 1, largest=largest) for value in inner
    )


def _is_encodable(text: str) -> bool:
    """Return whether UTF-8 has the text: it has no lone surrogates. Encoding is much faster than
    looking at each character in Python."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
