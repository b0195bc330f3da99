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
_QUARTERS: Final = {
    "en": (["Spring", "Summer", "Autumn", "Winter"], ["Spring", "Summer", "Fall", "Winter"]),
    "de": (["Frühling", "Sommer", "Herbst", "Winter"], ["Frühjahr", "Sommer", "Herbst", "Winter"]),
    "fr": (["Printemps", "Été", "Automne", "Hiver"],),
}
"""Parts of the year by language, in the order in which they follow each other."""


def following_name(last: Season, starts: datetime.date, taken: Collection[str]) -> str:
    """Return a free name for the season that follows another and starts on a day."""
    of_quarter = _of_quarter(last, starts)
    if of_quarter and of_quarter not in taken:
        return of_quarter
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


def _of_quarter(last: Season, starts: datetime.date) -> str:
    """Return the name with its part of the year moved on as far as the season starts later, and
    with the year in which it starts: "Autumn 2026" becomes "Winter 2027" after three months,
    "Spring 2027" after six. "" for another name."""
    language = (get_language() or "en")[:2]
    for words in sorted(_QUARTERS, key=lambda one: one != language):
        for quarters in _QUARTERS[words]:
            found = re.search(rf"\b({'|'.join(quarters)})( \d{{4}})\b", last.name)
            if found is None:
                continue
            later = round((starts - last.starts).days / 91.3)
            word = quarters[(quarters.index(found[1]) + later) % 4]
            return f"{last.name[: found.start()]}{word} {starts.year}{last.name[found.end() :]}"
    return ""


def _again(name: str, taken: Collection[str]) -> str:
    """Return a name that says nothing of a number with the next free one behind it."""
    number = 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"
