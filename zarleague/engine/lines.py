"""Reading the event lines of a log: leniently, every problem located, the rest kept."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import MATCH, NONE, PLAY, TABLE, Event
from zarleague.engine.findings import Code
from zarleague.engine.game import Verb
from zarleague.engine.ruleset import Ruleset
from zarleague.engine.vocabulary import Vocabulary, quoted, vocabulary_of

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"!?|[^\s;]+|;.*')
_DECLARATION: Final = re.compile(r"[A-Z][A-Z'-]*[A-Z]")
_ENOUGH_REMEMBERED: Final = 4096
"""Lines kept for one table before it begins anew with the next log."""
_NUMBERS: Final = {f"{n:0{digits}}": n for digits in (1, 2, 3) for n in range(10**digits)}
"""The numbers a line may have, by spelling; a longer one is a slip, not a number of cards."""


class Problem(NamedTuple):
    """Something in a log that could not be read: 1-based line, the event it belongs to (-1 if
    the line gave none), a code and the offending token."""

    line: int
    event: int
    code: Code
    token: str


Slip = tuple[Code, str]
"""What is wrong with a line, and the word that shows it."""


@dataclass(slots=True)
class Opening:
    """How an event line begins: its verb, the seat it speaks of, and the spellings of the cards
    and numbers that may follow, none where the verb takes none. ``needs_words`` says that
    something else has to follow."""

    verb: Verb
    seat: int
    card_of: dict[str, int]
    number_of: dict[str, int]
    needs_words: bool


def tokens_of(line: str) -> list[str]:
    """The words of a line without its comment; a quoted name is one word, quotes kept."""
    if '"' in line or ";" in line:
        return [token for token in _TOKEN.findall(line) if not token.startswith(";")]
    return line.split()


@lru_cache(maxsize=32)
def reader_of(ruleset: Ruleset, seats: tuple[str, ...]) -> "LineReader":
    """The reader of a table's lines. It is kept, because the same people play again, and a hand
    is read again after every line added to it."""
    return LineReader(vocabulary_of(ruleset), seats)


class LineReader:
    """Turns lines into events, given the vocabulary and the names of the seats.

    ``openings`` has an :class:`Opening` by the one or two words that it is made of;
    ``remembered`` are lines that were read without a problem, with their events.
    """

    def __init__(self, vocabulary: Vocabulary, seats: tuple[str, ...]) -> None:
        self.vocabulary = vocabulary
        self.seat_of = {quoted(name): seat for seat, name in enumerate(seats)}
        self.seat_of |= {vocabulary.quote(name): seat for seat, name in enumerate(seats)}
        self.openings = dict(self._openings())
        self.remembered: dict[str, Event] = {}

    def _openings(self) -> Iterator[tuple[tuple[str, ...], Opening]]:
        """Every way to begin a line; a seat followed by ``!`` acts out of turn."""
        vocabulary = self.vocabulary
        for word, verb in vocabulary.by_table.items():
            if verb.subject == "table":
                yield (word,), self._opening(verb, TABLE)
            else:
                for name, seat in self.seat_of.items():
                    yield (word, name), self._opening(verb, seat)
        for name, seat in self.seat_of.items():
            for first, kind in ((name, PLAY), (name + "!", MATCH)):
                if kind in vocabulary.by_kind:
                    yield (first,), self._opening(vocabulary.by_kind[kind], seat)
                for word, verb in vocabulary.by_seat.items():
                    yield (first, word), self._opening(verb, seat)

    def _opening(self, verb: Verb, seat: int) -> Opening:
        return Opening(
            verb,
            seat,
            self.vocabulary.cards if verb.cards[1] else {},
            _NUMBERS if verb.counts or verb.numbers[1] else {},
            verb.seats[0] > 0 or verb.names[0] > 0,
        )

    def read(
        self, texts: Sequence[str], first: int
    ) -> tuple[list[Event], list[int], list[Problem]]:
        """The events of lines, the numbers of the lines that hold them, and the problems. *first*
        is the number of the first line."""
        remembered = self.remembered
        if len(remembered) >= _ENOUGH_REMEMBERED:
            remembered.clear()
        events: list[Event] = []
        lines: list[int] = []
        problems: list[Problem] = []
        slips: list[Slip] = []
        for number, text in enumerate(texts, start=first):
            event = remembered.get(text)
            if event is None:
                tokens = tokens_of(text)
                if not tokens:
                    continue
                event = self._event(tokens, slips)
                if slips:
                    index = NONE if event is None else len(events)
                    problems += [Problem(number, index, code, token) for code, token in slips]
                    slips.clear()
                elif event is not None:
                    remembered[text] = event
                if event is None:
                    continue
            events.append(event)
            lines.append(number)
        return events, lines, problems

    def _event(self, tokens: list[str], slips: list[Slip]) -> Event | None:
        """The event of a line, None if it is none; what cannot be read goes to *slips*."""
        if len(tokens) > 1:
            opening = self.openings.get((tokens[0], tokens[1]))
            if opening is not None:
                return self._complete(opening, tokens[2:], slips)
        opening = self.openings.get((tokens[0],))
        if opening is not None:
            return self._complete(opening, tokens[1:], slips)
        slips.append(self._misbegun(tokens))
        return None

    def _misbegun(self, tokens: list[str]) -> Slip:
        """Why no line begins with these words."""
        first, *others = tokens
        if first in self.vocabulary.by_table:
            return Code.NO_SUCH_SEAT, others[0] if others else first
        if first.removesuffix("!") in self.seat_of:
            return Code.NOT_IN_THIS_GAME, " ".join(tokens)
        return Code.NO_SUCH_SEAT, first

    def _complete(self, opening: Opening, operands: list[str], slips: list[Slip]) -> Event:
        """The event with its operands, sorted by what they are and as many as the verb takes."""
        verb = opening.verb
        card_of = opening.card_of
        number_of = opening.number_of
        cards: list[int] = []
        numbers: list[int] = []
        others: list[str] = []
        for token in operands:
            if (card := card_of.get(token)) is not None:
                cards.append(card)
            elif (number := number_of.get(token)) is None:
                others.append(token)
            elif verb.counts:
                cards.extend([UNKNOWN] * number)
            else:
                numbers.append(number)
        if not (
            others
            or opening.needs_words
            or not verb.cards[0] <= len(cards) <= verb.cards[1]
            or not verb.numbers[0] <= len(numbers) <= verb.numbers[1]
        ):
            return Event(verb.kind, opening.seat, tuple(cards), NONE, NONE, tuple(numbers))
        words = self._words(verb, others)
        for token in words.unread:
            slips.append((_misread(verb), token))
            if verb.cards[1]:
                cards.append(UNKNOWN)
        seats, names = words.seats, words.names
        if not (
            verb.cards[0] <= len(cards) <= verb.cards[1]
            and verb.numbers[0] <= len(numbers) <= verb.numbers[1]
            and verb.seats[0] <= len(seats) <= verb.seats[1]
            and verb.names[0] <= len(names) <= verb.names[1]
        ):
            slips.append((Code.WRONG_OPERANDS, " ".join(operands)))
        several = verb.seats[1] > 1
        return Event(
            verb.kind,
            opening.seat,
            tuple(cards),
            names[0] if names else NONE,
            seats[0] if seats and not several else NONE,
            tuple(seats if several else numbers),
            tuple(words.said),
        )

    def _words(self, verb: Verb, tokens: list[str]) -> "_Words":
        """The operands that are neither cards nor numbers, sorted by what they are."""
        name_of = self.vocabulary.names
        words = _Words([], [], [], [])
        for token in tokens:
            if verb.names[1] and not words.said and token in name_of:
                words.names.append(name_of[token])
            elif verb.seats[1] and token in self.seat_of:
                words.seats.append(self.seat_of[token])
            elif words.said and token in _NUMBERS:
                words.said[-1] += " " + token
            elif verb.declares and _DECLARATION.fullmatch(token):
                words.said.append(token)
            else:
                words.unread.append(token)
        return words


class _Words(NamedTuple):
    """Seats, named words and declarations of a line, and what is none of them."""

    seats: list[int]
    names: list[int]
    said: list[str]
    unread: list[str]


def _misread(verb: Verb) -> Code:
    """What a word nobody knows was probably meant to be."""
    if verb.cards[1]:
        return Code.NOT_IN_DECK
    if verb.names[1]:
        return Code.NO_SUCH_WORD
    return Code.NO_SUCH_SEAT if verb.seats[1] else Code.WRONG_OPERANDS
