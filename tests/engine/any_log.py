"""Logs of any lines in any order, made of the words that their game has.

A third begin like a hand somebody played, a third say how the table stood in mid-hand, a third are
lines as they come. Each is judged, and of some everything else the engine offers of a log is asked:
``python -m tests.engine.any_log 200000 7`` does so with 200,000 logs from the seed 7 on, and ends
with 1 if one raised an exception, whose log it prints.
"""

import sys
import traceback
from collections.abc import Iterator
from random import Random

from zarleague.bots import play_hand
from zarleague.bots.table import MOST_EVENTS
from zarleague.engine import KEYS, Game, Log, NotALog, Remedy, find, read, replay, write
from zarleague.engine.alternatives import alternatives, other_values
from zarleague.engine.board import board_data
from zarleague.engine.event import TABLE
from zarleague.engine.game import Verb
from zarleague.engine.positions import KINDS as POSITION
from zarleague.engine.recording import screen_data
from zarleague.engine.report import repairs_data, replay_data
from zarleague.engine.ruleset import Ruleset, RulesetError
from zarleague.engine.vocabulary import Vocabulary, vocabulary_of

NAMES = ("Ann", "Bob", "Cat", "Dee", "Eve", "Fay")
LONG_OF = 20
"""One log in so many is as long as a hand; the others are short: what goes wrong does so within a
few lines, and a short log is judged in a tenth of the time."""
SHORT_BODY, SHORT_CHANGES, LONG_CHANGES = 8, 6, 30
WHOLE_OF = 8
REPAIRS_OF = 50
ALTERNATIVES_OF = 100
"""``main`` has every log judged under each remedy and asked for its legal moves, and one in so many
read for slips of the pen and drawn, mended, and judged by the other rules: these take nine tenths
of the time of a log."""
PROGRESS_EVERY = 1000


def any_log(random: Random) -> str:
    """Return the text of a log."""
    game = find(random.choice(KEYS))
    ruleset = _any_ruleset(game, random)
    least, most = game.seats(ruleset)
    names = NAMES[: random.randint(least, max(least, min(most, len(NAMES))))]
    lines = _Lines(game, vocabulary_of(ruleset), names, random)
    long = random.randrange(LONG_OF) == 0
    begins = random.randrange(3)
    if begins == 0:
        most = MOST_EVENTS if long else len(names) + random.randint(1, SHORT_BODY)
        body = _played(game, ruleset, names, random, most)
        body = [lines.masked(line) if random.random() < 0.2 else line for line in body]
    elif begins == 1:
        body = lines.of_position()
    else:
        body = []
    for _ in range(random.randint(1, LONG_CHANGES if long else SHORT_CHANGES)):
        lines.change(body)
    header = _header(game, ruleset, names, random)
    return "\n".join([*header, *body])


def examine(
    text: str, *, whole: bool = True, repairs: bool = True, other_rules: bool = False
) -> None:
    """Ask what the engine offers of a log in *text*; a text that is none is left alone."""
    try:
        log = read(text)
    except NotALog:
        return
    assert read(write(log)) == log
    for remedy in (Remedy.UNWIND, Remedy.PENALTY):
        replay_data(replay(log, remedy=remedy))
    _legal_all_along(log)
    if whole or repairs:
        judged = replay(log)
        replay_data(judged)
        board_data(judged)
        screen_data(log)
        if repairs:
            repairs_data(text, judged)
    if other_rules:
        alternatives(log)


def _legal_all_along(log: Log) -> None:
    """Ask for the legal moves of everybody after every tenth event."""
    game = find(log.ruleset.game)
    state = game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    for index, event in enumerate(log.events):
        game.apply(state, event)
        if index % 10 == 0:
            for seat in (TABLE, *range(len(log.seats))):
                game.legal(state, seat)


def _any_ruleset(game: Game, random: Random) -> Ruleset:
    preset = random.choice(game.presets).key
    ruleset = game.ruleset(preset, {})
    changed: dict[str, str] = {}
    for option in random.sample(game.options, min(len(game.options), random.randint(0, 4))):
        others = other_values(option, ruleset[option.key])
        if others:
            changed[option.key] = random.choice(others)
    try:
        return game.ruleset(preset, changed)
    except RulesetError:  # values that exclude each other
        return ruleset


def _header(game: Game, ruleset: Ruleset, names: tuple[str, ...], random: Random) -> Iterator[str]:
    options = [f"{key}={value}" for key, value in ruleset.values.items()]
    once = [
        " ".join(["game", game.key, ruleset.preset, *options]),
        " ".join(["seats", *names]),
        f"dealer {random.choice(names)}",
    ]
    yield from once
    if random.random() < 0.1:
        yield random.choice(once)
    if random.random() < 0.05:
        yield " ".join(["seats", *random.sample(names, random.randint(2, len(names)))])


def _played(
    game: Game, ruleset: Ruleset, names: tuple[str, ...], random: Random, most: int
) -> list[str]:
    dealer = random.randrange(len(names))
    log = play_hand(game, ruleset, names, dealer, random, most_events=most)
    played = write(log).splitlines()[3:]
    return played[: random.randint(min(len(names), len(played)), len(played))]


class _Lines:
    """Makes and changes the lines of one table's log."""

    def __init__(
        self, game: Game, words: Vocabulary, names: tuple[str, ...], random: Random
    ) -> None:
        self.verbs = game.verbs
        self.words = words
        self.names = names
        self.random = random
        self.likely_cards = random.sample(words.codes, min(6, len(words.codes)))

    def of_position(self) -> list[str]:
        """Return lines that say how the table stood in mid-hand, and whose turn it was."""
        random = self.random
        said = [verb for verb in self.verbs if verb.kind in POSITION]
        (holds,) = (verb for verb in said if verb.words[0] == "holds")
        lines = [self.line(holds, name) for name in self.names if random.random() < 0.9]
        lines += [self.line(random.choice(said)) for _ in range(random.randint(0, 6))]
        if random.random() < 0.5:
            random.shuffle(lines)
        (turn,) = (verb for verb in said if verb.words[0] == "turn")
        return [*lines, self.line(turn)]

    def change(self, body: list[str]) -> None:
        """Put a line in, mostly at the end, or leave one out, exchange two or say one twice."""
        random = self.random
        what = random.random()
        if what < 0.6 or not body:
            body.append(self.line(random.choice(self.verbs)))
            return
        at = random.randrange(len(body))
        if what < 0.75:
            body.insert(at, self.line(random.choice(self.verbs)))
        elif what < 0.8:
            del body[at]
        elif what < 0.85:
            body.insert(at, body[at])
        elif what < 0.9:
            other = random.randrange(len(body))
            body[at], body[other] = body[other], body[at]
        else:
            body[at] = self.masked(body[at])

    def masked(self, line: str) -> str:
        """Return the line with its cards hidden."""
        return " ".join("?" if word in self.words.cards else word for word in line.split())

    def line(self, verb: Verb, name: str = "") -> str:
        """Return a line of a verb with any operands it can have, and now and then others."""
        random = self.random
        parts = [random.choice(verb.words)]
        if verb.subject != "table":
            seat = name or random.choice(self.names)
            if not verb.words[0] and random.random() < 0.2:
                seat += "!"
            parts.insert(0 if verb.subject == "seat" else 1, seat)
        parts += self._cards(verb)
        parts += [random.choice(self.names) for _ in range(self._some(verb.seats))]
        if self.words.words:
            parts += [random.choice(self.words.words) for _ in range(self._some(verb.names))]
        parts += [self._number() for _ in range(self._some(verb.numbers))]
        if verb.declares and random.random() < 0.3:
            parts.append(random.choice([*verb.calls, "ONE", "ODD"]))
        return " ".join(part for part in parts if part)

    def _cards(self, verb: Verb) -> list[str]:
        random = self.random
        if verb.counts and random.random() < 0.3:
            return [str(random.randint(0, 12))]
        least, most = verb.cards
        return [self._card() for _ in range(self._some((least, min(most, least + 7))))]

    def _card(self) -> str:
        random = self.random
        kind = random.random()
        if kind < 0.2:
            return "?"
        return random.choice(self.likely_cards if kind < 0.6 else self.words.codes)

    def _number(self) -> str:
        random = self.random
        if random.random() < 0.5:
            return random.choice(["11", "12", "21", "22", "31", "32", "1", "2", "3"])
        return str(random.choice([0, 1, 2, 4, 7, 10, 41, 99, 128, 200, 999]))

    def _some(self, least_and_most: tuple[int, int]) -> int:
        least, most = least_and_most
        if self.random.random() < 0.05:
            return self.random.randint(0, most + 1)
        return self.random.randint(least, most)


def main(count: int, seed: int) -> int:
    """Examine *count* logs; return 1 if one raised."""
    raised = set()
    for done, number in enumerate(range(seed, seed + count)):
        if done and done % PROGRESS_EVERY == 0:
            print(f"{done} logs, exceptions in {len(raised)} places", flush=True)
        text = any_log(Random(number))
        try:
            examine(
                text,
                whole=number % WHOLE_OF == 0,
                repairs=number % REPAIRS_OF == 0,
                other_rules=number % ALTERNATIVES_OF == 0,
            )
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            last = traceback.extract_tb(error.__traceback__)[-1]
            if (last.filename, last.lineno) not in raised:
                raised.add((last.filename, last.lineno))
                print(f"seed {number}\n{text}\n{traceback.format_exc()}", flush=True)
    print(f"{count} logs from seed {seed} on, exceptions in {len(raised)} places")
    return 1 if raised else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
