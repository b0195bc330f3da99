"""Hand logs: read leniently, written strictly, so that ``read(write(log)) == log``.

A log is lines of text. Header lines name the game and its rules, the seats and the dealer; every
other line is one event, in the order it happened. ``;`` starts a comment. ``docs/hand-log.md``
has the grammar.
"""

from dataclasses import dataclass, field
from functools import lru_cache

from zarleague.engine.event import Event
from zarleague.engine.findings import Code
from zarleague.engine.games import find
from zarleague.engine.lines import Problem, reader_of, tokens_of
from zarleague.engine.ruleset import Ruleset, RulesetError, overrides
from zarleague.engine.vocabulary import HEADERS, unquoted, vocabulary_of


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


class NotALog(ValueError):
    """The text has no game or no seats, so nothing in it can be judged; says which and how."""


def read(text: str, ruleset: Ruleset | None = None, seats: tuple[str, ...] = ()) -> Log:
    """The log in *text*. *ruleset* and *seats* serve where the text does not name its own, as
    for a hand of a match that already has both. Raises NotALog when there is no game or fewer
    than two seats; every other problem is kept in ``problems`` and the rest is read."""
    lines = text.splitlines()
    begins = 0
    while begins < len(lines) and _is_header(lines[begins]):
        begins += 1
    header = _header_of(tuple(lines[:begins]), ruleset, seats)
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


def _is_header(line: str) -> bool:
    """Whether a line stands before the events: a header line, or one that says nothing."""
    tokens = tokens_of(line)
    return not tokens or tokens[0] in HEADERS


@lru_cache(maxsize=64)
def _header_of(
    lines: tuple[str, ...], ruleset: Ruleset | None, seats: tuple[str, ...]
) -> "_Header":
    """What those lines say; the logs of one table mostly begin alike."""
    header = _Header(ruleset, seats)
    for number, line in enumerate(lines, start=1):
        tokens = tokens_of(line)
        if tokens:
            header.read(number, tokens)
    return header


class _Header:
    """What the header lines say, on top of what is known without them."""

    def __init__(self, ruleset: Ruleset | None, seats: tuple[str, ...]) -> None:
        self.ruleset = ruleset
        self.seats = seats
        self.dealer = 0
        self.problems: list[Problem] = []

    def read(self, line: int, tokens: list[str]) -> None:
        word, *operands = tokens
        if word == "game":
            try:
                self.ruleset = _ruleset(tuple(operands))
            except (KeyError, RulesetError) as error:
                raise NotALog(f"line {line}: {error.args[0]}") from None
        elif word == "seats":
            self.seats = tuple(dict.fromkeys(map(unquoted, operands)))
            if len(self.seats) < len(operands):
                self.problems.append(Problem(line, -1, Code.NO_SUCH_SEAT, " ".join(operands)))
        elif len(operands) == 1 and unquoted(operands[0]) in self.seats:
            self.dealer = self.seats.index(unquoted(operands[0]))
        else:
            self.problems.append(Problem(line, -1, Code.NO_SUCH_SEAT, " ".join(operands)))


@lru_cache(maxsize=64)
def _ruleset(words: tuple[str, ...]) -> Ruleset:
    """The ruleset of ``game KEY [PRESET] [OPTION=VALUE …]``; raises KeyError or RulesetError."""
    preset = next((word for word in words[1:] if "=" not in word), "")
    changed = dict(word.split("=", 1) for word in words[1:] if "=" in word)
    return find(words[0] if words else "").ruleset(preset, changed)


def write(log: Log) -> str:
    """The canonical text of a log: one spelling, one event per line, no comments."""
    game = find(log.ruleset.game)
    preset = next(p for p in game.presets if p.key == log.ruleset.preset)
    changed = overrides(log.ruleset, game.options, preset)
    names = _names(log)
    vocabulary = vocabulary_of(log.ruleset)
    return "\n".join(
        [
            " ".join(["game", game.key, preset.key, *(f"{k}={v}" for k, v in changed.items())]),
            " ".join(["seats", *names]),
            f"dealer {names[log.dealer]}",
            *(vocabulary.line(event, names) for event in log.events),
            "",
        ]
    )


def event_line(event: Event, log: Log) -> str:
    """The canonical line of one event of *log*."""
    return vocabulary_of(log.ruleset).line(event, _names(log))


def _names(log: Log) -> list[str]:
    quote = vocabulary_of(log.ruleset).quote
    return [quote(name) for name in log.seats]
