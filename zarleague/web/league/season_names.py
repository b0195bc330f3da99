"""Names that are proposed for seasons that follow others."""

import datetime
import re
from collections.abc import Collection
from itertools import pairwise
from typing import Final

from django.utils.translation import get_language

from zarleague.leagues.models import Season

_ORDINALS: Final = (
    ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth"),
    ("Erste", "Zweite", "Dritte", "Vierte", "Fünfte", "Sechste", "Siebte", "Achte", "Neunte"),
    ("Première", "Deuxième", "Troisième", "Quatrième", "Cinquième", "Sixième", "Septième"),
)
_PARTS: Final = {
    "en": (
        ["Spring", "Summer", "Autumn", "Winter"],
        ["Spring", "Summer", "Fall", "Winter"],
        [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ],
    ),
    "de": (
        ["Frühling", "Sommer", "Herbst", "Winter"],
        ["Frühjahr", "Sommer", "Herbst", "Winter"],
        [
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ],
    ),
    "fr": (["Printemps", "Été", "Automne", "Hiver"],),
}
"""Parts of the year by language, in the order in which they follow each other. No French months,
since "d’octobre" and "de novembre" differ in more than their names."""
_YEAR: Final = 365.25
"""Days."""


def following_name(last: Season, starts: datetime.date, taken: Collection[str]) -> str:
    """Return a free name for the season that follows another and starts on a day."""
    of_part = _of_part(last, starts)
    if of_part and of_part not in taken:
        return of_part
    return next_name(last.name, taken) or _again(last.name, taken)


def next_name(name: str, taken: Collection[str]) -> str:
    """Return a name with its last number, or the word for one, counted on until it is free, ""
    without: "First season" becomes "Second season"."""
    found = next_number(name) or _next_in_words(name)
    return next_name(found, taken) if found in taken else found


def next_number(name: str) -> str:
    """Return a name with its last number counted on, "" without: "Season 1" becomes "Season 2",
    "2025/26" becomes "2026/27"."""
    if pair := re.search(r"(\d{4})/(\d{2})(?!.*\d)", name):
        first, second = int(pair[1]) + 1, (int(pair[2]) + 1) % 100
        return f"{name[: pair.start()]}{first}/{second:02}{name[pair.end() :]}"
    if number := re.search(r"\d+(?!.*\d)", name):
        return f"{name[: number.start()]}{int(number[0]) + 1}{name[number.end() :]}"
    return ""


def _next_in_words(name: str) -> str:
    for words in _ORDINALS:
        for word, following in pairwise(words):
            if found := re.search(rf"\b{word}\b", name, re.IGNORECASE):
                said = following if found[0][0].isupper() else following.lower()
                return name[: found.start()] + said + name[found.end() :]
    return ""


def _of_part(last: Season, starts: datetime.date) -> str:
    """Return the name with its part of the year moved on as far as the season starts later, and
    with the year in which it starts: "Autumn 2026" becomes "Winter 2027" after three months,
    "Spring 2027" after six, and "October 2026" becomes "November 2026" after one. "" for another
    name."""
    language = (get_language() or "en")[:2]
    for words in sorted(_PARTS, key=lambda one: one != language):
        for parts in _PARTS[words]:
            found = re.search(rf"\b({'|'.join(parts)})( \d{{4}})\b", last.name)
            if found is None:
                continue
            later = round((starts - last.starts).days * len(parts) / _YEAR)
            word = parts[(parts.index(found[1]) + later) % len(parts)]
            return f"{last.name[: found.start()]}{word} {starts.year}{last.name[found.end() :]}"
    return ""


def _again(name: str, taken: Collection[str]) -> str:
    """Return a name that says nothing of a number with the next free one behind it."""
    number = 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"
