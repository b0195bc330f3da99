"""Reading the event lines of a log: leniently, every problem located, the rest kept."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import MATCH, NONE, PLAY, TABLE, Event
from zarleague.engine.findings import Code
from zarleague.engine.game import Verb
from zarleague.engine.ruleset import Ruleset
from zarleague.engine.vocabulary import Vocabulary, quoted

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"!?|[^\s;]+|;.*')
_DECLARATION: Final = re.compile(r"[A-Z][A-Z'-]*[A-Z]")
_MOST_REMEMBERED: Final = 4096
"""Lines kept for one table; then it begins anew."""
_MOST_DIGITS: Final = 3
"""A number longer than this is a slip, not a number of cards."""


class Problem(NamedTuple):
    """Something in a log that could not be read: 1-based line, the event it belongs to (-1 if
    the line gave none), a code and the offending token."""

    line: int
    event: int
    code: Code
    token: str


def tokens_of(line: str) -> list[str]:
    """The words of a line without its comment; a quoted name is one word, quotes kept."""
    if '"' in line or ";" in line:
        return [token for token in _TOKEN.findall(line) if not token.startswith(";")]
    return line.split()


@lru_cache(maxsize=32)
def remembered_lines(ruleset: Ruleset, seats: tuple[str, ...]) -> dict[str, Event]:
    """Lines of a table that have been read without a problem, with their events. The same people
    play the same cards again, and a hand is read again after every line added to it."""
    return {}


class EventReader:
    """Turns lines into events, given the vocabulary and the names of the seats."""

    def __init__(self, vocabulary: Vocabulary, seats: Sequence[str]) -> None:
        self.vocabulary = vocabulary
        self.seat_of = {quoted(name): seat for seat, name in enumerate(seats)}
        self.seat_of |= {vocabulary.quote(name): seat for seat, name in enumerate(seats)}
        self.remembered = remembered_lines(vocabulary.ruleset, tuple(seats))
        self.events: list[Event] = []
        self.lines: list[int] = []
        self.problems: list[Problem] = []

    def read_all(self, numbered: Iterable[tuple[int, str]]) -> None:
        """Add the events of (number, text) lines."""
        remembered = self.remembered
        for number, text in numbered:
            event = remembered.get(text)
            if event is not None:
                self.events.append(event)
                self.lines.append(number)
                continue
            tokens = tokens_of(text)
            if not tokens:
                continue
            events, problems = len(self.events), len(self.problems)
            self.read(number, tokens)
            if len(self.events) > events and len(self.problems) == problems:
                if len(remembered) >= _MOST_REMEMBERED:
                    remembered.clear()
                remembered[text] = self.events[-1]

    def read(self, line: int, tokens: list[str]) -> None:
        """Add the event of one line, or the problem that keeps it from being one."""
        first = tokens[0]
        verb = self.vocabulary.by_table.get(first)
        if verb is None:
            self.read_seat_line(line, tokens)
        elif verb.subject == "table":
            self.add(line, verb, TABLE, tokens[1:])
        elif len(tokens) > 1 and tokens[1] in self.seat_of:
            self.add(line, verb, self.seat_of[tokens[1]], tokens[2:])
        else:
            wanted = tokens[1] if len(tokens) > 1 else first
            self.problems.append(Problem(line, -1, Code.NO_SUCH_SEAT, wanted))

    def read_seat_line(self, line: int, tokens: list[str]) -> None:
        """``SEAT [VERB] …``; a seat followed by ``!`` acts out of turn."""
        first = tokens[0]
        kind = PLAY
        seat = self.seat_of.get(first)
        if seat is None and first.endswith("!"):
            kind = MATCH
            seat = self.seat_of.get(first[:-1])
        if seat is None:
            self.problems.append(Problem(line, -1, Code.NO_SUCH_SEAT, first))
            return
        verb = self.vocabulary.by_seat.get(tokens[1]) if len(tokens) > 1 else None
        if verb is not None:
            self.add(line, verb, seat, tokens[2:])
            return
        verb = self.vocabulary.by_kind.get(kind)
        if verb is None:
            self.problems.append(Problem(line, -1, Code.NOT_IN_THIS_GAME, " ".join(tokens)))
        else:
            self.add(line, verb, seat, tokens[1:])

    def add(self, line: int, verb: Verb, seat: int, operands: list[str]) -> None:
        """Sort the operands by what they are, check how many the verb takes, add the event."""
        card_of = self.vocabulary.cards
        name_of = self.vocabulary.names
        cards: list[int] = []
        seats: list[int] = []
        names: list[int] = []
        numbers: list[int] = []
        said: list[str] = []
        unread: list[str] = []
        for token in operands:
            if verb.cards[1] and token in card_of:
                cards.append(card_of[token])
            elif verb.names[1] and not said and token in name_of:
                names.append(name_of[token])
            elif verb.seats[1] and token in self.seat_of:
                seats.append(self.seat_of[token])
            elif token.isascii() and token.isdigit() and len(token) <= _MOST_DIGITS:
                if said:
                    said[-1] += " " + token
                elif verb.counts:
                    cards.extend([UNKNOWN] * int(token))
                elif verb.numbers[1]:
                    numbers.append(int(token))
                else:
                    unread.append(token)
            elif verb.declares and _DECLARATION.fullmatch(token):
                said.append(token)
            else:
                unread.append(token)
        index = len(self.events)
        for token in unread:
            self.problems.append(Problem(line, index, _misread(verb), token))
            if verb.cards[1]:
                cards.append(UNKNOWN)
        if not (
            verb.cards[0] <= len(cards) <= verb.cards[1]
            and verb.seats[0] <= len(seats) <= verb.seats[1]
            and verb.names[0] <= len(names) <= verb.names[1]
            and verb.numbers[0] <= len(numbers) <= verb.numbers[1]
        ):
            self.problems.append(Problem(line, index, Code.WRONG_OPERANDS, " ".join(operands)))
        several = verb.seats[1] > 1
        self.events.append(
            Event(
                verb.kind,
                seat,
                tuple(cards),
                names[0] if names else NONE,
                seats[0] if seats and not several else NONE,
                tuple(seats if several else numbers),
                tuple(said),
            )
        )
        self.lines.append(line)


def _misread(verb: Verb) -> Code:
    """What a word nobody knows was probably meant to be."""
    if verb.cards[1]:
        return Code.NOT_IN_DECK
    if verb.names[1]:
        return Code.NO_SUCH_WORD
    return Code.NO_SUCH_SEAT if verb.seats[1] else Code.WRONG_OPERANDS
