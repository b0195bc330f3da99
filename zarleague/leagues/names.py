"""Names of people: free text, compared without regard to case and spacing."""

import unicodedata


def tidy(name: str) -> str:
    """The name as it is stored: normal form C, single blanks, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def name_key(name: str) -> str:
    """What two spellings of the same name have in common; databases differ in lower-casing
    anything but ASCII, so it is stored beside the name."""
    return unicodedata.normalize("NFC", tidy(name).casefold())
