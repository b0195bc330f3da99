"""Names of people: free text, compared ignoring case and spacing."""

import re
import unicodedata
from typing import Final

_UNSEEN: Final = re.compile(
    "[\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)
"""Control characters that are no spaces, and marks that turn the direction of the text after a name
or make two names look the same."""


def tidy(name: str) -> str:
    """Return the name in its stored form: Unicode NFC, single spaces, none at the ends, without
    control characters and direction marks."""
    return " ".join(_UNSEEN.sub("", unicodedata.normalize("NFC", name)).split())


def name_key(name: str) -> str:
    """Return the key that all spellings of a name share. It is stored beside the name, because
    databases differ in lower-casing characters other than ASCII."""
    return unicodedata.normalize("NFC", tidy(name).casefold())
