"""Small changes of one event that may undo a slip of the pen, and of a word that cannot be read."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from enum import IntEnum
from typing import Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, TABLE, Event
from zarleague.engine.lines import reader_of, tokens_of
from zarleague.engine.log import Log
from zarleague.engine.vocabulary import vocabulary_of


class EditKind(IntEnum):
    """The kinds of edits, likelier slips first; ties between repairs are broken by it."""

    DOUBLED = 0
    """Leave out an event that stands twice in a row."""
    WORD = 1
    """Replace an unknown word by one of similar spelling."""
    CARD = 2
    """Replace one card."""
    SEAT = 3
    """Replace the seat."""
    NAME = 4
    """Replace the colour or number named."""
    MISSING = 5
    """Insert an event before this one."""
    EXCHANGED = 6
    """Exchange the event with the one after it."""
    EXTRA = 7
    """Leave the event out."""


class Edit(NamedTuple):
    """One change of a log at the event with index ``event_index``.

    ``event`` replaces that event; None leaves it out. With ``replaced`` False it is inserted before
    it instead. A WORD edit has the number of its text line in ``line`` and the number of problems
    of that line in ``unread``; both are 0 for other kinds.
    """

    kind: EditKind
    event_index: int
    event: Event | None
    replaced: bool = True
    line: int = 0
    unread: int = 0

    def applied(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return the events of the log with this change made."""
        return (*events[: self.event_index], *self.tail(events))

    def tail(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return the changed events from ``event_index`` on."""
        if self.kind is EditKind.EXCHANGED:
            at = self.event_index
            return (events[at + 1], events[at], *events[at + 2 :])
        changed = () if self.event is None else (self.event,)
        return (*changed, *events[self.event_index + self.replaced :])


class EditValues(NamedTuple):
    """The values an edit may use: numbers of seats, of cards, and of words of the game."""

    seats: int
    cards: int
    words: int


def changes_of(table: EditValues, events: tuple[Event, ...], index: int) -> Iterator[Edit]:
    """Yield the changes of the event at *index*: another seat or word, left out, exchanged with the
    next one. Those of its cards are `other_cards`."""
    event = events[index]
    if index and event == events[index - 1]:
        yield Edit(EditKind.DOUBLED, index, None)
    if event.seat != TABLE:
        for seat in range(table.seats):
            if seat != event.seat:
                yield Edit(EditKind.SEAT, index, replace(event, seat=seat))
    if event.name != NONE:
        for name in range(table.words):
            if name != event.name:
                yield Edit(EditKind.NAME, index, replace(event, name=name))
    yield Edit(EditKind.EXTRA, index, None)
    if index + 1 < len(events) and event != events[index + 1]:
        yield Edit(EditKind.EXCHANGED, index, None)


def other_cards(event: Event, index: int, cards: Sequence[int]) -> Iterator[Edit]:
    """Yield the changes of one named card of the event at *index* to one of *cards*."""
    for position, written in enumerate(event.cards):
        if written == UNKNOWN:
            continue
        for card in cards:
            if card != written:
                changed = (*event.cards[:position], card, *event.cards[position + 1 :])
                yield Edit(EditKind.CARD, index, replace(event, cards=changed))


MAX_PROBLEMS: Final = 6
"""Problems of a log for which corrections are sought: the first ones."""
MAX_LINE: Final = 500
"""Characters of the longest line that is corrected; a whole deck fits into it."""
MAX_WORDS: Final = 4
"""Unknown words of a line for which corrections are sought: the first ones."""
MAX_LENGTH: Final = 30
"""Characters of the longest word that is corrected; a longer one is no typing error."""
MAX_SIMILAR: Final = 20
"""Known words tried in place of an unknown one. A card of two letters is similar to every other
card that shares a letter with it."""
SIMILARITY: Final = 0.4
"""Least similarity of two words, from 0 to 1."""


def word_edits(log: Log, lines: Sequence[str]) -> Iterator[Edit]:
    """Yield the changes that make a line of the text readable; *lines* is the text of the log."""
    vocabulary = vocabulary_of(log.ruleset)
    seats = [vocabulary.quote(name) for name in log.seats]
    words = [*vocabulary.cards, *vocabulary.names, *vocabulary.by_seat, *vocabulary.by_table]
    words += [*seats, *(f"{seat}!" for seat in seats)]
    reader = reader_of(log.ruleset, log.seats)
    for problem in log.problems[:MAX_PROBLEMS]:
        if not (0 < problem.line <= len(lines) and len(lines[problem.line - 1]) <= MAX_LINE):
            continue
        tokens = tokens_of(lines[problem.line - 1])
        unknown = {word for word in problem.token.split() if len(word) <= MAX_LENGTH}
        places = [place for place, token in enumerate(tokens) if token in unknown]
        for place in places[:MAX_WORDS]:
            for word in get_close_matches(tokens[place], words, MAX_SIMILAR, SIMILARITY):
                line = " ".join([*tokens[:place], word, *tokens[place + 1 :]])
                events, _, problems = reader.read([line], problem.line)
                if events and not problems:
                    read = problem.event >= 0
                    index = problem.event if read else bisect_left(log.lines, problem.line)
                    unread = sum(other.line == problem.line for other in log.problems)
                    yield Edit(EditKind.WORD, index, events[0], read, problem.line, unread)
