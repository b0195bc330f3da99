"""Replace a name in sentences, logs and data."""

import re
from collections.abc import Iterable
from typing import Any, Final

from zarleague.engine.declared import DEFINITION, DefinitionError, is_declared, reworded
from zarleague.engine.games import find
from zarleague.engine.log import renamed

_OWN_WORDS: Final = {"game", "msgid", "shape", "uses"}
"""Keys of data whose values are words of this site, whatever people are called."""


def _forms(name: str) -> tuple[str, ...]:
    """Return a name, and with the last word first."""
    first, space, last = name.rpartition(" ")
    return (name, f"{last}, {first}", f"{last} {first}") if space else (name,)


class Renaming:
    """Replaces a person's names with a neutral one.

    In sentences a name is replaced as whole words, and not inside somebody else's longer name: the
    Ann of Ann B. stays. Ann Okafor is also found as Okafor, Ann. A part of a name alone stays: it
    may be another's, or an ordinary word.
    """

    def __init__(self, names: Iterable[str], new: str, others: Iterable[str]) -> None:
        self.names = {form for name in names for form in _forms(name) if form and form != new}
        self.new = new
        longer = [
            other
            for other in others
            if other not in self.names and any(name in other for name in self.names)
        ]
        listed = sorted([*longer, *self.names], key=len, reverse=True)
        body = "|".join(re.escape(name) for name in listed) or r"(?!)"
        self._found = re.compile(rf"(?<!\w)(?:{body})(?!\w)", re.IGNORECASE)
        self._folded = {name.casefold() for name in self.names}

    def text(self, text: str) -> str:
        """Return a sentence with the names replaced."""
        return self._found.sub(self._other, text)

    def _other(self, found: re.Match[str]) -> str:
        return self.new if found[0].casefold() in self._folded else found[0]

    def log(self, text: str, game: str) -> str:
        """Return a log with the names replaced in seats and comments. It parses as before; games of
        a league's own have none."""
        if is_declared(game):
            return self.text(text)
        names = dict.fromkeys(self.names, self.new)
        return renamed(text, find(game).ruleset(), names, comment=self.text)

    def data(self, data: Any, game: str = "") -> Any:
        """Return JSON data with the names replaced, in keys and values. A value under ``log`` is a
        log; those under `_OWN_WORDS` stay."""
        if isinstance(data, str):
            return self.text(data)
        if isinstance(data, list):
            return [self.data(one, game) for one in data]
        if isinstance(data, dict):
            return {self.text(key): self._value(key, value, game) for key, value in data.items()}
        return data

    def rules(self, data: Any) -> Any:
        """Return the stored values of a ruleset with the names replaced in the definition of a
        league's own game, if it carries one, and only there."""
        if not isinstance(data, dict):
            return data
        return {
            key: self._definition(value) if key == DEFINITION else self.rules(value)
            for key, value in data.items()
        }

    def _definition(self, text: str) -> str:
        try:
            return reworded(text, self.text)
        except DefinitionError:
            return self.text(text)

    def _value(self, key: str, value: Any, game: str) -> Any:
        if key == DEFINITION and isinstance(value, str):
            return self._definition(value)
        if key in _OWN_WORDS:
            return value
        if key == "log" and game and isinstance(value, str):
            return self.log(value, game)
        return self.data(value, game)
