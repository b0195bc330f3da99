"""Parse bodies as JSON that the databases can store and that is safe for all other code."""

import codecs
import enum
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


class Flaw(enum.Enum):
    """Why a value of a body can't be taken."""

    TEXT = enum.auto()
    NUMBER = enum.auto()
    DEPTH = enum.auto()


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
            raise ParseError(_too_deep(DEEPEST)) from error
        if flaw := flaw_in(data, deepest=DEEPEST, largest=LARGEST):
            raise ParseError(flaw)
        return data


def _each_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of a body. Programs take the second of two values of a name, people read the
    first, so neither is taken."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _value in pairs]
        twice = _shown(max(names, key=names.count))
        said = _("The request gives “{name}” two values in one place. Remove one of them.")
        raise ParseError(said.format(name=twice))
    return found


def flaw_in(data: Any, *, deepest: int, largest: int) -> str:
    """Return where and why parsed JSON can't be taken, "" if it can: NULs or lone surrogates in its
    texts, a number beyond ``largest`` or none at all, more than ``deepest`` lists and objects in
    each other."""
    found = _first_flaw(data, deepest, largest)
    if found is None:
        return ""
    flaw, names = found
    said = {
        Flaw.TEXT: _(
            "The text has a character that can’t be stored: NUL, or half a surrogate pair."
        ),
        Flaw.NUMBER: _("Send a number from {least} to {most}.").format(
            least=-largest, most=largest
        ),
        Flaw.DEPTH: _too_deep(deepest),
    }[flaw]
    place = ".".join(_shown(name) for name in reversed(names))
    return _("In “{place}”: {what}").format(place=place, what=said) if place else said


def _too_deep(deepest: int) -> str:
    said = _("It is nested too deeply: there can be {count} lists and objects in each other.")
    return said.format(count=deepest)


def _shown(name: str) -> str:
    """Return a name of a body as a sentence can quote it."""
    return "".join(filter(str.isprintable, name[:40]))


def _first_flaw(data: Any, deeper: int, largest: int) -> tuple[Flaw, list[str]] | None:
    """Return the first flaw of parsed JSON and the names that lead to it, the innermost first."""
    if isinstance(data, str):
        return None if _is_storable(data) else (Flaw.TEXT, [])
    if isinstance(data, int | float):
        return None if -largest <= data <= largest else (Flaw.NUMBER, [])
    if not isinstance(data, list | Mapping):
        return None
    if deeper == 0:
        return (Flaw.DEPTH, [])
    for name, value in data.items() if isinstance(data, Mapping) else enumerate(data):
        if isinstance(name, str) and not _is_storable(name):
            return (Flaw.TEXT, [name])
        if found := _first_flaw(value, deeper - 1, largest):
            found[1].append(str(name))
            return found
    return None


def _is_storable(text: str) -> bool:
    """Return whether the databases can store the text: it has no NUL, and UTF-8 has all of it.
    Encoding is much faster than looking at each character in Python."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text
