"""Correct unknown words to words of similar spelling."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Final

from zarleague.engine.lines import reader_of, tokens_of
from zarleague.engine.log import Log
from zarleague.engine.repair.edits import Edit, EditKind
from zarleague.engine.vocabulary import vocabulary_of

MAX_PROBLEMS: Final = 6
"""Unreadable words of one log that are looked at, the first ones."""
MAX_WORDS: Final = 20
"""Words of one line that are looked at, the first ones."""
MAX_LENGTH: Final = 30
"""Characters of the longest word that is compared; a longer one is no slip of the pen."""
LIKE: Final = 0.4
"""How much alike two words must be, from 0 to 1."""


def word_edits(log: Log, lines: Sequence[str]) -> Iterator[Edit]:
    """Yield the changes that make a line of the text readable; *lines* is the text of the log."""
    vocabulary = vocabulary_of(log.ruleset)
    seats = [vocabulary.quote(name) for name in log.seats]
    words = [*vocabulary.cards, *vocabulary.names, *vocabulary.by_seat, *vocabulary.by_table]
    words += [*seats, *(f"{seat}!" for seat in seats)]
    reader = reader_of(log.ruleset, log.seats)
    for problem in log.problems[:MAX_PROBLEMS]:
        if not 0 < problem.line <= len(lines):
            continue
        tokens = tokens_of(lines[problem.line - 1])
        unknown = set(problem.token.split())
        for place, token in enumerate(tokens[:MAX_WORDS]):
            if token not in unknown or len(token) > MAX_LENGTH:
                continue
            for word in get_close_matches(token, words, 5, LIKE):
                line = " ".join([*tokens[:place], word, *tokens[place + 1 :]])
                events, _, problems = reader.read([line], problem.line)
                if events and not problems:
                    read = problem.event >= 0
                    at = problem.event if read else bisect_left(log.lines, problem.line)
                    unread = sum(other.line == problem.line for other in log.problems)
                    yield Edit(EditKind.WORD, at, events[0], read, problem.line, unread)
