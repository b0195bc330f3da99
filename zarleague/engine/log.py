"""Hand logs: read leniently, written strictly, so that ``read(write(log)) == log``.

A log is lines of text. Header lines name the game and its rules, the seats and the dealer; every
other line is one event, in the order it happened. ``;`` starts a comment. ``docs/hand-log.md``
has the grammar.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from zarleague.engine.event import Event
from zarleague.engine.findings import Code
from zarleague.engine.games import find
from zarleague.engine.lines import Problem, reader_of, tokens_of
from zarleague.engine.ruleset import Ruleset, RulesetError, overrides, shortened
from zarleague.engine.vocabulary import HEADERS, is_quoted, unquoted, vocabulary_of


@dataclass(frozen=True)
class Log:
    """A hand as it was recorded: ruleset, seat names clockwise, dealer's seat, events in order.
    ``lines`` are the 1-based text lines of the events, ``problems`` what could not be read."""

    ruleset: Ruleset
    seats: tuple[str, ...]
    dealer: int
    events: tuple[Event, ...]
    lines: tuple[int, ...] = field(default=(), compare=False)
    problems: tuple[Problem, ...] = field(default=(), compare=False)


_BYTE_ORDER_MARK: Final = "\ufeff"
MAX_SEATS: Final = 16
"""Seats of a log before further names are left out; no game here is for more than fourteen."""


class NotALog(ValueError):
    """The text names no game or no seats, so nothing in it can be judged. The message says which is
    missing and how to write it."""


def read(text: str, ruleset: Ruleset | None = None, seats: tuple[str, ...] = ()) -> Log:
    """Return the log in *text*.

    *ruleset* and *seats* serve where the text does not name its own, as for a hand of a match that
    already has both. Raises NotALog when there is no game or fewer than two seats; every other
    problem is kept in ``problems`` and the rest is read.
    """
    lines = text_lines(text)
    header = _Header(ruleset, seats)
    begins = 0
    while begins < len(lines) and _is_header(tokens := tokens_of(lines[begins])):
        begins += 1
        if tokens:
            header.read(begins, tokens)
    header.seat_dealer()
    if header.ruleset is None:
        raise NotALog('the log names no game; begin it with a line like "game zar"')
    if len(header.seats) < 2:
        raise NotALog('the log needs at least two seats; add a line like "seats Ann Bob Cat"')
    reader = reader_of(header.ruleset, header.seats)
    events, numbers, problems = reader.read(lines[begins:], begins + 1)
    return Log(
        header.ruleset,
        header.seats,
        header.dealer,
        tuple(events),
        tuple(numbers),
        (*header.problems, *problems),
    )


def text_lines(text: str) -> list[str]:
    """Return the lines of a log's text, parted only at the ends of lines that text files have: a
    name or a comment may hold any other separator."""
    text = text.removeprefix(_BYTE_ORDER_MARK)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def _is_header(tokens: list[str]) -> bool:
    """Return whether a line of these words belongs to the header; so does an empty one."""
    return not tokens or tokens[0] in HEADERS


class _Header:
    """The values of the header lines; those not given keep the values known beforehand.

    The lines may come in any order, so the dealer's seat is looked up when all of them are read.
    """

    def __init__(self, ruleset: Ruleset | None, seats: tuple[str, ...]) -> None:
        self.ruleset = ruleset
        self.seats = seats
        self.dealer = 0
        self.problems: list[Problem] = []
        self._dealer_line: tuple[int, list[str]] | None = None

    def read(self, line: int, tokens: list[str]) -> None:
        word, *operands = tokens
        if word == "game":
            try:
                self.ruleset = _ruleset(operands)
            except (KeyError, RulesetError) as error:
                raise NotALog(f"line {line}: {error.args[0]}") from None
        elif word == "seats":
            self._read_seats(line, operands)
        else:
            self._dealer_line = line, operands

    def _read_seats(self, line: int, names: list[str]) -> None:
        """Read the names of the seats: each once, and no more than a log may have."""
        seats = tuple(dict.fromkeys(map(unquoted, names)))
        self.seats = seats[:MAX_SEATS]
        open_quote = next((n for n in names if n.startswith('"') and not is_quoted(n)), None)
        if open_quote is not None:
            self._add_problem(line, Code.NOT_A_LINE, open_quote)
        elif len(seats) < len(names):
            self._add_problem(line, Code.NO_SUCH_SEAT, " ".join(names))
        if len(seats) > MAX_SEATS:
            self._add_problem(line, Code.TOO_MANY_SEATS, str(MAX_SEATS))

    def seat_dealer(self) -> None:
        """Look up the dealer among the seats; without one the first seat deals."""
        if self._dealer_line is None:
            return
        line, names = self._dealer_line
        if len(names) == 1 and unquoted(names[0]) in self.seats:
            self.dealer = self.seats.index(unquoted(names[0]))
        else:
            self._add_problem(line, Code.NO_SUCH_SEAT, " ".join(names))

    def _add_problem(self, line: int, code: Code, token: str) -> None:
        self.problems.append(Problem(line, -1, code, shortened(token)))


def _ruleset(words: list[str]) -> Ruleset:
    """Return the ruleset of ``game KEY [PRESET] [OPTION=VALUE]…``.

    Raise KeyError for an unknown game, RulesetError for an unknown preset, option or value.
    """
    preset = next((word for word in words[1:] if "=" not in word), "")
    changed = dict(word.split("=", 1) for word in words[1:] if "=" in word)
    return find(words[0] if words else "").ruleset(preset, changed)


def write(log: Log) -> str:
    """Return the canonical text of a log: one spelling, one event per line, no comments."""
    game = find(log.ruleset.game)
    preset = next(p for p in game.presets if p.key == log.ruleset.preset)
    changed = overrides(log.ruleset, game.options, preset)
    names = _names(log)
    return "\n".join(
        [
            " ".join(["game", game.key, preset.key, *(f"{k}={v}" for k, v in changed.items())]),
            " ".join(["seats", *names]),
            f"dealer {names[log.dealer]}",
            *event_lines(log),
            "",
        ]
    )


def renamed(
    text: str, ruleset: Ruleset, names: Mapping[str, str], *, comment: Callable[[str], str] = str
) -> str:
    """Return the text of a log with other names for its seats: *names* has the new ones by the old.
    Everything else stays as it was written, comments as *comment* returns them."""
    quote = vocabulary_of(ruleset).quote
    new = {old: quote(name) for old, name in names.items()}
    new_if_plain = {old: name for old, name in new.items() if quote(old) == old}

    def replaced(found: re.Match[str]) -> str:
        token = found[0]
        if token.startswith(";"):
            return comment(token)
        if is_quoted(token):
            return new.get(unquoted(token), token)
        return new_if_plain.get(token, token)

    def words_kept(found: re.Match[str]) -> str:
        return comment(found[0]) if found[0].startswith(";") else found[0]

    return "\n".join(
        _WORD.sub(words_kept if line.split(maxsplit=1)[:1] == ["game"] else replaced, line)
        for line in text.split("\n")
    )


_WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"|;.*|[^\s;"!\\]+')
"""A word of a line, a name in quotes, or the comment."""


def event_lines(log: Log) -> list[str]:
    """Return the canonical line of every event of *log*."""
    vocabulary = vocabulary_of(log.ruleset)
    names = _names(log)
    return [vocabulary.line(event, names) for event in log.events]


def event_line(event: Event, log: Log) -> str:
    """Return the canonical line of one event of *log*."""
    return vocabulary_of(log.ruleset).line(event, _names(log))


def _names(log: Log) -> list[str]:
    quote = vocabulary_of(log.ruleset).quote
    return [quote(name) for name in log.seats]
