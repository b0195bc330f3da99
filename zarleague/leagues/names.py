"""Names of people: free text, compared without regard to case and spacing."""

import unicodedata


def tidy(name: str) -> str:
    """Return the name as it is stored: normal form C, single blanks, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def name_key(name: str) -> str:
    """Return the key by which spellings of the same name are equal. It is stored beside the name,
    because databases differ in lower-casing anything but ASCII.
    """
    return unicodedata.normalize("NFC", tidy(name).casefold())
