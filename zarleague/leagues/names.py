"""Names of people: free text, compared ignoring case and spacing."""

import unicodedata


def tidy(name: str) -> str:
    """Return the name in its stored form: Unicode NFC, single spaces, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def name_key(name: str) -> str:
    """Return the key that all spellings of a name share. It is stored beside the name, because
    databases differ in lower-casing characters other than ASCII."""
    return unicodedata.normalize("NFC", tidy(name).casefold())
