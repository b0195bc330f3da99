"""Names of people: free text, compared ignoring case and spacing."""

import re
import unicodedata
from typing import Final

_UNSEEN: Final = re.compile(
    "[\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)
"""Control characters that are no spaces, and marks that turn the direction of the text after a name
or make two names look the same."""

_IGNORED: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)


def tidy(name: str) -> str:
    """Return the name in its stored form: Unicode NFC, single spaces, none at the ends, without
    control characters and direction marks."""
    return " ".join(_UNSEEN.sub("", unicodedata.normalize("NFC", name)).split())


def name_key(name: str) -> str:
    """Return the key that all spellings of a name share, "" for a name that shows nothing. It is
    stored beside the name, because databases differ in lower-casing characters other than ASCII.

    Two names that look the same share a key: characters that are never seen (Unicode's
    Default_Ignorable_Code_Point), such as the joiners within an emoji, stay in the name alone.
    """
    return tidy(unicodedata.normalize("NFC", _IGNORED.sub("", tidy(name)).casefold()))
