"""The words one ruleset's logs are made of: cards, names, verbs, and how seats are quoted."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import MATCH, NONE, Event
from zarleague.engine.game import Verb
from zarleague.engine.games import find
from zarleague.engine.ruleset import Ruleset

HEADERS: Final = frozenset({"game", "seats", "dealer"})
_PLAIN_NAME: Final = re.compile(r'[^\s;"!\\]+')


@dataclass(frozen=True)
class Vocabulary:
    """Everything a line can be made of, ready for looking up."""

    ruleset: Ruleset
    cards: dict[str, int]
    codes: tuple[str, ...]
    words: tuple[str, ...]
    names: dict[str, int]
    by_seat: dict[str, Verb]
    by_table: dict[str, Verb]
    by_kind: dict[int, Verb]
    deck_size: int

    @cached_property
    def reserved(self) -> frozenset[str]:
        """Return the words that a seat's name can share only in quotes."""
        return HEADERS | {*self.cards, *self.names, *self.by_seat, *self.by_table}

    def takes(self, name: str) -> bool:
        """Return whether a name is a word of a log already, alone or before an exclamation mark."""
        return name in self.reserved or name.removesuffix("!") in self.reserved

    def quote(self, name: str) -> str:
        """Return a seat's name as a log writes it: quoted unless it is a plain word of its own."""
        if _PLAIN_NAME.fullmatch(name) and name not in self.reserved:
            return name
        return quoted(name)

    def line(self, event: Event, seats: Sequence[str]) -> str:
        """Return the canonical line of an event; *seats* are the names, quoted already."""
        verb = self.by_kind[event.kind]
        parts = []
        if verb.subject == "seat":
            parts.append(seats[event.seat] + "!" * (event.kind == MATCH))
        if verb.words[0]:
            parts.append(verb.words[0])
        if verb.subject == "of":
            parts.append(seats[event.seat])
        cards = event.cards
        if verb.counts and len(cards) != 1 and all(card == UNKNOWN for card in cards):
            parts.append(str(len(cards)))
        else:
            parts.extend("?" if card == UNKNOWN else self.codes[card] for card in cards)
        if event.other != NONE:
            parts.append(seats[event.other])
        if event.name != NONE:
            parts.append(self.words[event.name])
        if verb.seats[1] > 1:
            parts.extend(seats[seat] for seat in event.more)
        else:
            parts.extend(map(str, event.more))
        parts.extend(event.said)
        return " ".join(parts)


def quoted(name: str) -> str:
    """Return a name in double quotes; quotes, backslashes and ends of lines in it are escaped."""
    return '"' + _TO_ESCAPE.sub(lambda found: _ESCAPED[found[0]], name) + '"'


def unquoted(token: str) -> str:
    """Return the name a token stands for, quoted or not. An open quote ends with the token."""
    if not token.startswith('"'):
        return token
    end = -1 if is_quoted(token) else len(token)
    return _ESCAPE.sub(lambda found: _UNESCAPED.get(found[1], found[1]), token[1:end])


def is_quoted(token: str) -> bool:
    """Return whether a token is a name in quotes, closed as it should be."""
    return _QUOTED.fullmatch(token) is not None


_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_TO_ESCAPE: Final = re.compile(r'["\\\n\r]')
_ESCAPED: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r"}
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_UNESCAPED: Final = {"n": "\n", "r": "\r"}


@lru_cache(maxsize=64)
def vocabulary_of(ruleset: Ruleset) -> Vocabulary:
    """Return the vocabulary of a ruleset's logs."""
    game = find(ruleset.game)
    deck = game.deck(ruleset)
    words = game.words(ruleset)
    of_seats = [verb for verb in game.verbs if verb.subject == "seat"]
    of_table = [verb for verb in game.verbs if verb.subject != "seat"]
    return Vocabulary(
        ruleset=ruleset,
        cards={**deck.index, "?": UNKNOWN},
        codes=tuple(face.code for face in deck.faces),
        words=words,
        names={word: index for index, word in enumerate(words)},
        by_seat={word: verb for verb in of_seats for word in verb.words if word},
        by_table={word: verb for verb in of_table for word in verb.words},
        by_kind={verb.kind: verb for verb in game.verbs},
        deck_size=deck.size,
    )
