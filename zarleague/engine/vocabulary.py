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

    @cached_property
    def reserved(self) -> frozenset[str]:
        """Words a seat's name must be quoted to share."""
        return HEADERS | {*self.cards, *self.names, *self.by_seat, *self.by_table}

    def quote(self, name: str) -> str:
        """A seat's name as a log writes it: quoted unless it is a plain word of its own."""
        if _PLAIN_NAME.fullmatch(name) and name not in self.reserved:
            return name
        return quoted(name)

    def line(self, event: Event, seats: Sequence[str]) -> str:
        """The canonical line of an event; *seats* are the names, quoted already."""
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
    """A name in double quotes, with quotes and backslashes in it escaped."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def unquoted(token: str) -> str:
    """The name a token stands for, quoted or not."""
    return re.sub(r"\\(.)", r"\1", token[1:-1]) if token.startswith('"') else token


@lru_cache(maxsize=64)
def vocabulary_of(ruleset: Ruleset) -> Vocabulary:
    """The vocabulary of a ruleset's logs."""
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
    )
