"""Hand logs: read leniently, written strictly, so that ``read(write(log)).log == log``.

A log is lines of text. Header lines name the game and its rules, the seats and the dealer; every
other line is one event, in the order it happened. ``;`` starts a comment. ``docs/hand-log.md``
has the grammar.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import MATCH, NONE, PLAY, TABLE, Event
from zarleague.engine.findings import Code
from zarleague.engine.game import Game, Verb
from zarleague.engine.games import find
from zarleague.engine.ruleset import Ruleset, RulesetError, overrides

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"!?|[^\s;]+|;.*')
_DECLARATION: Final = re.compile(r"[A-Z][A-Z'-]*[A-Z]")
_PLAIN_NAME: Final = re.compile(r'[^\s;"!\\]+')
MOST_CARDS: Final = 999
"""A count beyond this is a slip, not a number of cards."""


class Problem(NamedTuple):
    """Something in a log that could not be read: 1-based line, the event it belongs to (-1 if
    the line gave none), a code and the offending token."""

    line: int
    event: int
    code: Code
    token: str


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
    return _Reader(ruleset, seats).read(text)


def write(log: Log) -> str:
    """The canonical text of a log: one spelling, one event per line, no comments."""
    game = find(log.ruleset.game)
    preset = next(p for p in game.presets if p.key == log.ruleset.preset)
    changed = overrides(log.ruleset, game.options, preset)
    header = ["game", game.key, preset.key, *(f"{key}={value}" for key, value in changed.items())]
    vocabulary = _vocabulary(log.ruleset)
    names = [quote(name, vocabulary) for name in log.seats]
    lines = [" ".join(header), " ".join(["seats", *names]), f"dealer {names[log.dealer]}"]
    lines.extend(vocabulary.line(event, names) for event in log.events)
    return "\n".join(lines) + "\n"


def event_line(event: Event, log: Log) -> str:
    """The canonical line of one event of *log*."""
    vocabulary = _vocabulary(log.ruleset)
    return vocabulary.line(event, [quote(name, vocabulary) for name in log.seats])


def quote(name: str, vocabulary: "Vocabulary") -> str:
    """A seat name as a log writes it: in double quotes unless it is a word of its own."""
    if _PLAIN_NAME.fullmatch(name) and name not in vocabulary.reserved:
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _unquote(token: str) -> str:
    return re.sub(r"\\(.)", r"\1", token[1:-1]) if token.startswith('"') else token


@dataclass(frozen=True)
class Vocabulary:
    """The words one ruleset's logs are made of, ready for looking up."""

    game: Game
    cards: dict[str, int]
    codes: tuple[str, ...]
    words: tuple[str, ...]
    names: dict[str, int]
    by_seat: dict[str, Verb]
    by_table: dict[str, Verb]
    by_kind: dict[int, Verb]

    @property
    def reserved(self) -> frozenset[str]:
        """Words a seat's name must be quoted to share."""
        return _HEADERS | {*self.cards, *self.names, *self.by_seat, *self.by_table}

    def line(self, event: Event, names: list[str]) -> str:
        """The canonical line of an event."""
        verb = self.by_kind[event.kind]
        word = verb.words[0]
        parts = []
        if verb.subject == "seat":
            parts.append(names[event.seat] + "!" * (event.kind == MATCH))
        if word:
            parts.append(word)
        if verb.subject == "of":
            parts.append(names[event.seat])
        cards = event.cards
        if verb.counts and len(cards) > 1 and all(card == UNKNOWN for card in cards):
            parts.append(str(len(cards)))
        else:
            parts.extend("?" if card == UNKNOWN else self.codes[card] for card in cards)
        if event.other != NONE:
            parts.append(names[event.other])
        if event.name != NONE:
            parts.append(self.words[event.name])
        if verb.seats[1] > 1:
            parts.extend(names[seat] for seat in event.more)
        else:
            parts.extend(map(str, event.more))
        parts.extend(event.said)
        return " ".join(parts)


_HEADERS: Final = frozenset({"game", "seats", "dealer"})


@lru_cache(maxsize=64)
def _vocabulary(ruleset: Ruleset) -> Vocabulary:
    game = find(ruleset.game)
    deck = game.deck(ruleset)
    words = game.words(ruleset)
    seat_verbs = [verb for verb in game.verbs if verb.subject == "seat"]
    table_verbs = [verb for verb in game.verbs if verb.subject != "seat"]
    return Vocabulary(
        game=game,
        cards={**deck.index, "?": UNKNOWN},
        codes=tuple(face.code for face in deck.faces),
        words=words,
        names={word: index for index, word in enumerate(words)},
        by_seat={word: verb for verb in seat_verbs for word in verb.words if word},
        by_table={word: verb for verb in table_verbs for word in verb.words},
        by_kind={verb.kind: verb for verb in game.verbs},
    )


class _Reader:
    """Reads one text, line by line, keeping what it can."""

    def __init__(self, ruleset: Ruleset | None, seats: tuple[str, ...]) -> None:
        self.ruleset = ruleset
        self.seats = seats
        self.dealer = 0
        self.events: list[Event] = []
        self.lines: list[int] = []
        self.problems: list[Problem] = []
        self.line = 0
        self.vocabulary: Vocabulary | None = None
        self.seat_of: dict[str, int] = {}

    def read(self, text: str) -> Log:
        for self.line, line in enumerate(text.splitlines(), start=1):
            if '"' in line or ";" in line:
                tokens = [t for t in _TOKEN.findall(line) if not t.startswith(";")]
            else:
                tokens = line.split()
            if not tokens:
                continue
            if not self.events and tokens[0] in _HEADERS:
                self.header(tokens)
                continue
            if self.vocabulary is None:
                self.begin()
            self.event(tokens)
        if self.vocabulary is None:
            self.begin()
        assert self.ruleset is not None
        return Log(
            self.ruleset,
            self.seats,
            self.dealer,
            tuple(self.events),
            tuple(self.lines),
            tuple(self.problems),
        )

    def problem(self, code: Code, token: str, event: int = -1) -> None:
        self.problems.append(Problem(self.line, event, code, token))

    def header(self, tokens: list[str]) -> None:
        word, *rest = tokens
        if word == "game":
            self.choose_rules(rest)
        elif word == "seats":
            self.seats = tuple(dict.fromkeys(map(_unquote, rest)))
            if len(self.seats) < len(rest):
                self.problem(Code.NO_SUCH_SEAT, " ".join(rest))
        elif len(rest) == 1 and _unquote(rest[0]) in self.seats:
            self.dealer = self.seats.index(_unquote(rest[0]))
        else:
            self.problem(Code.NO_SUCH_SEAT, " ".join(rest))

    def choose_rules(self, words: list[str]) -> None:
        """``game KEY [PRESET] [OPTION=VALUE …]``"""
        try:
            game = find(words[0] if words else "")
        except KeyError as error:
            raise NotALog(f"line {self.line}: {error.args[0]}") from None
        preset = next((word for word in words[1:] if "=" not in word), "")
        changed = dict(word.split("=", 1) for word in words[1:] if "=" in word)
        try:
            self.ruleset = game.ruleset(preset, changed)
        except RulesetError as error:
            raise NotALog(f"line {self.line}: {error}") from None

    def begin(self) -> None:
        """The header is over: from here on every line is an event."""
        if self.ruleset is None:
            raise NotALog('the log names no game; begin it with a line like "game zar"')
        if len(self.seats) < 2:
            raise NotALog('the log needs at least two seats; add a line like "seats Ann Bob Cat"')
        self.vocabulary = _vocabulary(self.ruleset)
        for seat, name in enumerate(self.seats):
            self.seat_of[name] = seat
            self.seat_of[quote(name, self.vocabulary)] = seat
            escaped = name.replace("\\", "\\\\").replace('"', '\\"')
            self.seat_of[f'"{escaped}"'] = seat

    def event(self, tokens: list[str]) -> None:
        vocabulary = self.vocabulary
        assert vocabulary is not None
        first = tokens[0]
        verb = vocabulary.by_table.get(first)
        seat = TABLE
        start = 1
        if verb is not None:
            if verb.subject == "of":
                found = self.seat_of.get(tokens[1]) if len(tokens) > 1 else None
                if found is None:
                    self.problem(Code.NO_SUCH_SEAT, tokens[1] if len(tokens) > 1 else first)
                    return
                seat = found
                start = 2
        else:
            kind = PLAY
            found = self.seat_of.get(first)
            if found is None and first.endswith("!"):
                kind = MATCH
                found = self.seat_of.get(first[:-1])
            if found is None:
                self.problem(Code.NO_SUCH_SEAT, first)
                return
            seat = found
            verb = vocabulary.by_seat.get(tokens[1]) if len(tokens) > 1 else None
            if verb is not None:
                start = 2
            else:
                verb = vocabulary.by_kind.get(kind)
                if verb is None:
                    self.problem(Code.NOT_IN_THIS_GAME, first)
                    return
        self.operands(verb, seat, tokens[start:])

    def operands(self, verb: Verb, seat: int, tokens: list[str]) -> None:
        """Sort the operands by what they are, check how many the verb takes, add the event."""
        vocabulary = self.vocabulary
        assert vocabulary is not None
        index = len(self.events)
        cards: list[int] = []
        seats: list[int] = []
        numbers: list[int] = []
        said: list[str] = []
        name = NONE
        named = 0
        for token in tokens:
            if verb.cards[1] and token in vocabulary.cards:
                cards.append(vocabulary.cards[token])
            elif verb.names[1] and token in vocabulary.names:
                name = vocabulary.names[token]
                named += 1
            elif verb.seats[1] and token in self.seat_of:
                seats.append(self.seat_of[token])
            elif token.isascii() and token.isdigit() and (verb.counts or verb.numbers[1] or said):
                number = int(token[:4])
                if said:
                    said[-1] += " " + token
                elif verb.counts:
                    cards.extend([UNKNOWN] * min(number, MOST_CARDS))
                else:
                    numbers.append(number)
            elif verb.declares and _DECLARATION.fullmatch(token):
                said.append(token)
            else:
                self.problem(self.misread(verb), token, index)
                if verb.cards[1]:
                    cards.append(UNKNOWN)
        for count, (least, most) in (
            (len(cards), verb.cards),
            (len(seats), verb.seats),
            (named, verb.names),
            (len(numbers), verb.numbers),
        ):
            if not least <= count <= most:
                self.problem(Code.WRONG_OPERANDS, " ".join(tokens), index)
        single = verb.seats[1] == 1 and len(seats) == 1
        self.events.append(
            Event(
                verb.kind,
                seat,
                tuple(cards),
                name,
                seats[0] if single else NONE,
                tuple(numbers) if single or not seats else tuple(seats),
                tuple(said),
            )
        )
        self.lines.append(self.line)

    @staticmethod
    def misread(verb: Verb) -> Code:
        if verb.cards[1]:
            return Code.NOT_IN_DECK
        if verb.names[1]:
            return Code.NO_SUCH_WORD
        if verb.seats[1]:
            return Code.NO_SUCH_SEAT
        return Code.WRONG_OPERANDS
