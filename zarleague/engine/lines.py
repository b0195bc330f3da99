"""Read the event lines of a log: leniently, every problem located, the rest kept.

The work is bounded whatever the text holds: a log has at most :data:`MAX_EVENTS` events, a line no
more cards than its verb takes.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import MATCH, NONE, PLAY, TABLE, Event
from zarleague.engine.findings import Code
from zarleague.engine.game import Verb
from zarleague.engine.ruleset import Ruleset, shortened
from zarleague.engine.vocabulary import Vocabulary, quoted, vocabulary_of

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"!?|[^\s;]+|;.*')
_DECLARATION: Final = re.compile(r"[A-Z][A-Z'-]*[A-Z]")
MAX_EVENTS: Final = 2000
"""Events and problems of a log before the rest is left unread; the longest hands at a table of
fourteen have some hundreds."""
_MISSPELT_WORD: Final = re.compile(r"[^\W\d_]{3,}")
"""A token that is probably a misspelt word rather than a card: three letters or more."""
_MAX_CORRECTED: Final = 30
"""Letters of the longest word that is corrected."""
_MAX_PROBLEMS_PER_LINE: Final = 20
"""Further problems of the same line are dropped."""
_NUMBERS: Final = {f"{n:0{digits}}": n for digits in (1, 2, 3) for n in range(10**digits)}
"""The numbers a line may have, by spelling; a longer one is a typing error, not a number of cards.
"""


class Problem(NamedTuple):
    """Something in a log that could not be read: 1-based line, the event it belongs to (-1 if
    the line gave none), a code and the offending token, cut if it is very long."""

    line: int
    event: int
    code: Code
    token: str


Misreading = tuple[Code, str]
"""The code of a problem with a line, and the word that shows it."""


@dataclass(slots=True)
class Opening:
    """The beginning of an event line: its verb, its seat, and the spellings of the cards and
    numbers that may follow, none where the verb takes none. ``most_cards`` is the most cards the
    verb takes, limited by the deck. ``needs_words`` says that something else has to follow.
    """

    verb: Verb
    seat: int
    card_of: dict[str, int]
    number_of: dict[str, int]
    most_cards: int
    needs_words: bool


def tokens_of(line: str) -> list[str]:
    """Return the words of a line without its comment; a quoted name is one word, quotes kept."""
    if '"' in line or ";" in line:
        return [token for token in _TOKEN.findall(line) if not token.startswith(";")]
    return line.split()


@lru_cache(maxsize=16)
def reader_of(ruleset: Ruleset, seats: tuple[str, ...]) -> "LineReader":
    """Return the reader of a table's lines. It is kept, because the same people play again, and a
    hand is read again after every line added to it."""
    return LineReader(vocabulary_of(ruleset), seats)


class LineReader:
    """Reads lines as events, given the vocabulary and the names of the seats.

    ``openings`` has an :class:`Opening` by the one or two words that it is made of; ``first_words``
    and ``verbs`` are the words that a misspelt first or second word may have been, each with the
    word it is corrected to, which is the same for all spellings of a verb.
    """

    def __init__(self, vocabulary: Vocabulary, seats: tuple[str, ...]) -> None:
        self.vocabulary = vocabulary
        # A name may be written without the quotes it needs, as long as it is one word.
        plain = {name: seat for seat, name in enumerate(seats) if tokens_of(name) == [name]}
        self.seat_of = {name: seat for name, seat in plain.items() if not vocabulary.takes(name)}
        self.seat_of |= {quoted(name): seat for seat, name in enumerate(seats)}
        self.seat_of |= {vocabulary.quote(name): seat for seat, name in enumerate(seats)}
        self.openings = dict(self._openings())
        names = [name for name in self.seat_of if not name.startswith('"') and len(name) > 2]
        self.first_words = (*((name, name) for name in names), *_long(vocabulary.by_table))
        self.verbs = tuple(_long(vocabulary.by_seat))

    def _openings(self) -> Iterator[tuple[tuple[str, ...], Opening]]:
        """Yield every way to begin a line; a seat followed by ``!`` acts out of turn."""
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
            min(verb.cards[1], self.vocabulary.deck_size),
            verb.seats[0] > 0 or verb.names[0] > 0,
        )

    def read(
        self, texts: Sequence[str], first: int
    ) -> tuple[list[Event], list[int], list[Problem]]:
        """Return the events of lines, the numbers of the lines that hold them, and the problems.
        *first* is the number of the first line.
        """
        events: list[Event] = []
        lines: list[int] = []
        problems: list[Problem] = []
        for number, text in enumerate(texts, start=first):
            tokens = tokens_of(text)
            if not tokens:
                continue
            if len(events) + len(problems) >= MAX_EVENTS:
                problems.append(Problem(number, NONE, Code.TOO_LONG, str(MAX_EVENTS)))
                break
            misreadings: list[Misreading] = []
            event = self._event(tokens, misreadings)
            index = NONE if event is None else len(events)
            problems += [
                Problem(number, index, code, shortened(token))
                for code, token in misreadings[:_MAX_PROBLEMS_PER_LINE]
            ]
            if event is not None:
                events.append(event)
                lines.append(number)
        return events, lines, problems

    def _event(self, tokens: list[str], misreadings: list[Misreading]) -> Event | None:
        """Return the event of a line or None; add what cannot be read to *misreadings*."""
        if len(tokens) > 1:
            opening = self.openings.get((tokens[0], tokens[1]))
            if opening is not None:
                return self._complete(opening, tokens[2:], misreadings)
        opening = self.openings.get((tokens[0],))
        if opening is not None and (len(tokens) < 2 or tokens[1] in opening.card_of):
            return self._complete(opening, tokens[1:], misreadings)
        corrected = self._with_start_corrected(tokens)
        if corrected != tokens:
            if corrected[0] != tokens[0]:
                misreadings.append((Code.NO_SUCH_SEAT, tokens[0]))
            else:
                misreadings.append((Code.NO_SUCH_WORD, tokens[1]))
            return self._event(corrected, misreadings)
        if opening is not None:
            return self._complete(opening, tokens[1:], misreadings)
        misreadings.append(self._explain_unreadable_start(tokens))
        return None

    def _with_start_corrected(self, tokens: list[str]) -> list[str]:
        """Return the words of a line with a misspelt seat or verb corrected, so that the event is
        judged as the table played it. The words are returned unchanged if there is none."""
        first, *others = tokens
        name = first.removesuffix("!")
        if name not in self.seat_of and first not in self.vocabulary.by_table:
            if likely := _spelling_of(self.first_words).correct(name):
                return [likely + first[len(name) :], *others]
        elif others and name in self.seat_of and others[0] not in self.vocabulary.reserved:
            verb = _spelling_of(self.verbs).correct(others[0])
            if verb:
                return [first, verb, *others[1:]]
        return tokens

    def _explain_unreadable_start(self, tokens: list[str]) -> Misreading:
        """Return why no line begins with these words."""
        first, *others = tokens
        if first in self.vocabulary.by_table:
            return Code.NO_SUCH_SEAT, others[0] if others else first
        if first.removesuffix("!") in self.seat_of:
            return Code.NOT_IN_THIS_GAME, " ".join(tokens)
        return Code.NO_SUCH_SEAT, first

    def _complete(
        self, opening: Opening, operands: list[str], misreadings: list[Misreading]
    ) -> Event:
        """Return the event with its operands, sorted by what they are and as many as the verb
        takes.
        """
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
                # Keep one more than the verb takes: enough to show that there are too many.
                cards.extend([UNKNOWN] * min(number, opening.most_cards + 1 - len(cards)))
            else:
                numbers.append(number)
        if not (
            others
            or opening.needs_words
            or not verb.cards[0] <= len(cards) <= opening.most_cards
            or not verb.numbers[0] <= len(numbers) <= verb.numbers[1]
            or min(numbers, default=verb.least_number) < verb.least_number
        ):
            return Event(verb.kind, opening.seat, tuple(cards), NONE, NONE, tuple(numbers))
        words = self._words(verb, others)
        for token in words.unread:
            # The verb takes a word and has its card, or has all its cards: this is not a card.
            is_word = verb.names[1] and _MISSPELT_WORD.fullmatch(token)
            if cards and (is_word or len(cards) >= opening.most_cards):
                misreadings.append((Code.NO_SUCH_WORD, token))
                continue
            misreadings.append((_code_of_misread_word(verb), token))
            if verb.cards[1]:
                cards.append(UNKNOWN)
        seats, names = words.seats, words.names
        if not (
            verb.cards[0] <= len(cards) <= opening.most_cards
            and verb.numbers[0] <= len(numbers) <= verb.numbers[1]
            and min(numbers, default=verb.least_number) >= verb.least_number
            and verb.seats[0] <= len(seats) <= verb.seats[1]
            and verb.names[0] <= len(names) <= verb.names[1]
        ):
            if not words.unread:  # What cannot be read is one slip, and was said.
                misreadings.append((Code.WRONG_OPERANDS, " ".join(operands)))
            del cards[opening.most_cards :]
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
        """Sort the operands that are neither cards nor numbers into seats, names, declarations and
        unread words."""
        name_of = self.vocabulary.names
        words = _Words([], [], [], [])
        for token in tokens:
            if token.lower() in verb.calls and token not in self.seat_of:
                words.said.append(token.upper())
            elif verb.names[1] and not words.said and token in name_of:
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


def _long(verbs: Mapping[str, Verb]) -> Iterator[tuple[str, str]]:
    """Yield the words of verbs that have at least four letters, each with one word for its verb."""
    for word, verb in verbs.items():
        if len(word) > 3:
            yield word, next(filter(None, verb.words))


@lru_cache(maxsize=32)
def _spelling_of(words: tuple[tuple[str, str], ...]) -> "_Spelling":
    """Return the corrector of these words; it is made when the first line is misspelt."""
    return _Spelling(words)


class _Spelling:
    """Corrects words that differ from one of its own by one letter that is missing, wrong, too many
    or exchanged with the next; each has the word it is corrected to.

    Each word is stored under itself and under its spellings with one letter left out, so that a
    look-up costs no more for many words than for few.
    """

    def __init__(self, words: Iterable[tuple[str, str]]) -> None:
        self.words_of: dict[str, set[str]] = {}
        for word, corrected in words:
            for spelling in _spellings(word) if len(word) <= _MAX_CORRECTED else ():
                self.words_of.setdefault(spelling, set()).add(corrected)

    def correct(self, word: str) -> str:
        """Return the word that was probably meant, "" if there is none or more than one."""
        if len(word) > _MAX_CORRECTED:
            return ""
        none: set[str] = set()
        found = none.union(*(self.words_of.get(spelling, none) for spelling in _spellings(word)))
        return found.pop() if len(found) == 1 else ""


def _spellings(word: str) -> list[str]:
    """Return a word, and the word with each of its letters left out."""
    return [word, *(word[:place] + word[place + 1 :] for place in range(len(word)))]


class _Words(NamedTuple):
    """Seats, named words and declarations of a line, and the words that are none of these."""

    seats: list[int]
    names: list[int]
    said: list[str]
    unread: list[str]


def _code_of_misread_word(verb: Verb) -> Code:
    """Return the code for an unknown word, by what the verb takes."""
    if verb.cards[1]:
        return Code.NOT_IN_DECK
    if verb.names[1]:
        return Code.NO_SUCH_WORD
    return Code.NO_SUCH_SEAT if verb.seats[1] else Code.WRONG_OPERANDS
