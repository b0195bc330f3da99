"""Parse bodies as JSON that the databases can store and that is safe for all other code."""

import codecs
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser, get_encoding
from rest_framework.utils import json

DEEPEST = 20
"""Maximum nesting of lists and objects; an entry has four levels."""
LARGEST = 10**15
"""Maximum of numbers: more than anybody scores, and exact in every language."""


class PlainJSONParser(JSONParser):
    """JSON without NULs and lone surrogates in its texts, without huge numbers, not nested too
    deeply, and with each name once in its object."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """Return the parsed body. Raise ParseError."""
        text = codecs.getreader(get_encoding(parser_context or {}))(stream)
        try:
            data = json.load(text, object_pairs_hook=_each_once)
        except ValueError as error:
            raise ParseError(f"JSON parse error - {error}") from error
        except RecursionError as error:
            raise ParseError from error
        if not is_plain(data, deepest=DEEPEST, largest=LARGEST):
            raise ParseError
        return data


def _each_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of a body. Programs take the second of two values of a name, people read the
    first, so neither is taken."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _value in pairs]
        twice = "".join(filter(str.isprintable, max(names, key=names.count)[:40]))
        said = _("The request gives “{name}” two values in one place. Remove one of them.")
        raise ParseError(said.format(name=twice))
    return found


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
