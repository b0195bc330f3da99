"""Correct unknown words to words of similar spelling."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Final

from zarleague.engine.edits import Edit, EditKind
from zarleague.engine.lines import reader_of, tokens_of
from zarleague.engine.log import Log
from zarleague.engine.vocabulary import vocabulary_of

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
