"""Put another name in the place of one, in sentences, logs and data."""

import re
from collections.abc import Iterable
from typing import Any, Final

from zarleague.engine.games import find
from zarleague.engine.vocabulary import is_quoted, unquoted, vocabulary_of

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s;"!\\]+', re.DOTALL)
"""A name in a log, quoted or plain, or any other word."""


class Renaming:
    """Replaces the names somebody had by one that says nothing.

    In sentences a name is replaced where it stands as words of its own, and not where it is a part
    of somebody else's name: of Ann B. the Ann stays.
    """

    def __init__(self, names: Iterable[str], new: str, others: Iterable[str]) -> None:
        self.names = {name for name in names if name and name != new}
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
        """Return a sentence without the names."""
        return self._found.sub(self._other, text)

    def _other(self, found: re.Match[str]) -> str:
        return self.new if found[0].casefold() in self._folded else found[0]

    def log(self, text: str, game: str) -> str:
        """Return a log without the names, seats and comments. It is read as before."""
        vocabulary = vocabulary_of(find(game).ruleset())
        new = vocabulary.quote(self.new)
        plain = {name for name in self.names if vocabulary.quote(name) == name}

        def other(found: re.Match[str]) -> str:
            token = found[0]
            known = unquoted(token) in self.names if is_quoted(token) else token in plain
            return new if known else token

        lines = []
        for line in text.split("\n"):
            body, mark, comment = line.partition(";")
            lines.append(_TOKEN.sub(other, body) + mark + self.text(comment))
        return "\n".join(lines)

    def data(self, data: Any, game: str = "") -> Any:
        """Return JSON without the names, in keys and values. A value under ``log`` is a log."""
        if isinstance(data, str):
            return self.text(data)
        if isinstance(data, list):
            return [self.data(one, game) for one in data]
        if isinstance(data, dict):
            return {
                self.text(key): self.log(value, game)
                if key == "log" and game and isinstance(value, str)
                else self.data(value, game)
                for key, value in data.items()
            }
        return data
