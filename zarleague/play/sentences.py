"""Sentences of the engine in the active language: a template, and the facts that fill it."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext

_PEOPLE: Final = frozenset({"player", "other", "seat", "due"})
"""Facts that are names of people, and may look like a word."""


def translated(template: str, values: Mapping[str, str | int]) -> str:
    """The sentence; facts that are words (cards, colours, labels of fields) are translated too."""
    facts = {key: value if key in _PEOPLE else _word(value) for key, value in values.items()}
    return gettext(template).format(**facts)


def _word(fact: str | int) -> str | int:
    return gettext(fact) if isinstance(fact, str) and fact else fact
