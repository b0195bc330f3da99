"""The heaviest texts we know of: read, judged and compared under seven rulesets, and repaired.

Each family makes a text of 100,000 characters, which is as long as a log may be. Beside it stands
an ordinary log of the same length, hands of four whose every line is new.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import cycle, product
from multiprocessing import get_context
from random import Random
from time import process_time
from typing import Final, Literal

from benchmarks import Figure
from benchmarks.memory import Grown
from zarleague.bots import as_recorded, play_hand
from zarleague.engine import KEYS, NotALog, Ruleset, compare, find, read, write
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import TABLE
from zarleague.engine.log import MAX_SEATS
from zarleague.engine.repair import line_repairs
from zarleague.engine.repair.search import LOOK_BACK
from zarleague.engine.report import comparison_data

LENGTH: Final = 100_000
RULESETS: Final = 7
ROUNDS: Final = 40
"""Texts that are changed by chance, in search of a heavier one."""
_KEPT: Final = 6
"""The heaviest texts, from which the search goes on."""
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _filled(head: str, lines: Iterator[str]) -> str:
    text = [head]
    size = len(head)
    while size < LENGTH:
        text.append(next(lines))
        size += len(text[-1]) + 1
    return "\n".join(text)[:LENGTH]


def _repeated(head: str, *lines: str) -> Callable[[], str]:
    return lambda: _filled(head, cycle(lines))


def _many_seats() -> str:
    names = [first + second for first, second in product(_LETTERS, repeat=2)]
    return _filled("game zar\nseats " + " ".join(names), cycle(["up b4"]))


def _full_table(game: str, line: str) -> Callable[[], str]:
    """As many seats as a log has, each acting in turn."""
    names = _LETTERS[:MAX_SEATS]
    return lambda: _filled(
        f"game {game}\nseats {' '.join(names)}", (f"{name} {line}" for name in cycle(names))
    )


def _random_lines(game: str) -> Callable[[], str]:
    """Lines of a game in any order: whatever can happen, happens when it should not."""

    def lines() -> Iterator[str]:
        rng = Random(game)
        chosen = find(game)
        made: list[str] = []
        for seed in range(10):
            hand = play_hand(chosen, chosen.ruleset(), tuple("ABCD"), 0, Random(seed))
            made += write(hand).splitlines()[3:]
        while True:
            yield rng.choice(made)

    return lambda: _filled(f"game {game}\nseats A B C D", lines())


def _closed_early(game: str) -> Callable[[], str]:
    """A hand of a full table as a scorekeeper notes it, with four lines that are not allowed: as
    far apart as the repairs look back, so that they try as many changes as they can."""

    def text() -> str:
        chosen = find(game)
        ruleset = chosen.ruleset()
        names = tuple(_LETTERS[: chosen.seats(ruleset)[1]])
        hand = play_hand(chosen, ruleset, names, 0, Random(1))
        lines = write(as_recorded(chosen, hand, TABLE, left=False)).splitlines()
        for place in range(len(lines) - 5, max(len(lines) - 100, 20), -LOOK_BACK):
            lines.insert(place, "close")
        return "\n".join(lines)

    return text


def _half_hidden(game: str) -> str:
    """A hand of a full table of which every other card, known or not, was not noted."""
    chosen = find(game)
    ruleset = chosen.ruleset()
    names = tuple(_LETTERS[: chosen.seats(ruleset)[1]])
    hand = play_hand(chosen, ruleset, names, 0, Random(1))
    rng = Random(2)
    events = tuple(
        replace(event, cards=tuple(rng.choice((card, UNKNOWN)) for card in event.cards))
        for event in hand.events
    )
    return write(replace(hand, events=events))


def _misspelt_names() -> str:
    """Long names much like each other, misspelt in every line."""
    names = [letter * 5 + _LETTERS.lower()[:24] for letter in _LETTERS[:MAX_SEATS]]
    return _filled(f"game uno\nseats {' '.join(names)}", (f"{name}z r5" for name in cycle(names)))


FAMILIES: Final[dict[str, Callable[[], str]]] = {
    "offences in Zar": _repeated("game zar\nseats A B\nup b4", "B b5"),
    "offences at a full table in Zar": _full_table("zar", "b5"),
    "unknown plays in Uno": _repeated("game uno\nseats A B\nup r5", "B ?", "A ?"),
    "unknown plays at a full table in Uno": _full_table("uno", "?"),
    "accusations in Uno": _repeated("game uno\nseats A B C\nup r5", "B +4", "C accuses B"),
    "unknown plays in Zuits": _repeated("game zuits\nseats A B C D", *(f"{s} ?" for s in "ABCD")),
    "hidden draws in UNO Golf": _repeated("game uno-golf\nseats A B", "A draws ?", "A discards ?"),
    "six hundred seats": _many_seats,
    "nothing but seats": lambda: "game zar\nseats " + " ".join(f"{n:x}" for n in range(24_000)),
    "large counts": _repeated("game zar\nseats A B", "deal A 999 999 999 999"),
    "one line of cards": lambda: "game zar\nseats A B\nA " + "b2 " * (LENGTH // 3),
    "header lines": _repeated("game zar\nseats A B", "dealer A", "game zar half-decks=3"),
    "quotes that are not closed": _repeated("game zar\nseats A B", '"\\" "\\ "'),
    "empty lines": lambda: "game zar\nseats A B\n" + "\n" * LENGTH,
    "lines that say nothing": _repeated("game zar\nseats A B", "x"),
    "misspelt names": _misspelt_names,
    **{f"a full table of {game}, closed too early": _closed_early(game) for game in KEYS},
    **{f"half a hand of {game} at a full table": partial(_half_hidden, game) for game in KEYS},
    **{f"lines of {game} in any order": _random_lines(game) for game in KEYS},
}


def ordinary() -> str:
    """Return hands of Zar one after the other, as long as the others."""
    game = find("zar")
    hands = (
        write(play_hand(game, game.ruleset(), tuple("ABCD"), 0, Random(seed)))
        for seed in range(10_000)
    )
    return _filled(
        "game zar\nseats A B C D", (line for hand in hands for line in hand.splitlines()[3:])
    )


def rulesets(game: str) -> list[Ruleset]:
    """Return seven rulesets of a game: its presets, then each option changed in turn."""
    chosen = find(game)
    found = [chosen.ruleset(preset.key) for preset in chosen.presets]
    for option in chosen.options:
        for value, _ in option.choices[1:]:
            found.append(chosen.ruleset("", {option.key: value}))
    return found[:RULESETS]


def cost(text: str) -> tuple[float, float, float]:
    """Return seconds of processor time for reading, comparing and putting into words, the same for
    finding repairs, and megabytes by which the process grew at its peak."""
    game = text.split()[1]
    compared = rulesets(game)
    memory = Grown()
    start = process_time()
    compared_at = start
    with suppress(NotALog):
        log = read(text)
        comparison_data(compare(log, compared))
        compared_at = process_time()
        line_repairs(text, log)
    end = process_time()
    return compared_at - start, end - compared_at, memory.peak()


def search(texts: list[str], rounds: int, seed: int) -> tuple[float, float]:
    """Return the most seconds and the most megabytes that a text found from *texts* by chance
    takes: in each round one of those that took the most of either is changed a little."""
    rng = Random(seed)
    known = [(*_cost_apart(text), text) for text in texts]
    slowest, largest = _heaviest(known, 0), _heaviest(known, 1)
    for _ in range(rounds):
        text = _mutated(rng.choice(slowest + largest)[2], rng.choice(texts), rng)
        found = (*_cost_apart(text), text)
        slowest = _heaviest([*slowest, found], 0)
        largest = _heaviest([*largest, found], 1)
    return slowest[0][0], largest[0][1]


def _heaviest(
    found: list[tuple[float, float, str]], measure: Literal[0, 1]
) -> list[tuple[float, float, str]]:
    return sorted(found, key=lambda one: -one[measure])[:_KEPT]


def _cost_apart(text: str) -> tuple[float, float]:
    """Return seconds and megabytes of a text in a process of its own, so that what others left
    in memory is not used again."""
    with get_context("fork").Pool(1) as process:
        compared, repairing, grown = process.apply(cost, (text,))
    return max(compared, repairing), grown


def _mutated(text: str, other: str, rng: Random) -> str:
    """Return a text with its lines changed: some repeated, left out, exchanged, with cards hidden
    or under another rule, or taken from another text of the same game."""
    lines = text.splitlines()
    if other.split()[1] != text.split()[1]:
        other = text
    head, body = lines[:2], lines[2:] or [""]
    first, last = sorted(rng.randrange(len(body) + 1) for _ in range(2))
    part = body[first:last]
    change = rng.randrange(6)
    if change == 0:
        part *= rng.choice((2, 10))
    elif change == 1:
        part = []
    elif change == 2:
        rng.shuffle(part)
    elif change == 3:
        split = [line.split() for line in part]
        part = [
            " ".join("?" if place and rng.random() < 0.2 else w for place, w in enumerate(said))
            for said in split
        ]
    elif change == 4:
        part = other.splitlines()[2:][first:last]
    else:
        chosen = rng.choice([o for o in find(text.split()[1]).options if o.choices])
        words = [word for word in head[0].split() if not word.startswith(f"{chosen.key}=")]
        head[0] = " ".join([*words, f"{chosen.key}={rng.choice(chosen.choices)[0]}"])
    return "\n".join([*head, *body[:first], *part, *body[last:]])[:LENGTH]


def figures() -> Iterator[Figure]:
    """Yield seconds and megabytes of the ordinary log and of each family, each in a process of
    its own, so that none profits from what another left in memory."""
    for name in ("an ordinary log", *FAMILIES):
        made = subprocess.run(
            [sys.executable, "-m", "benchmarks.bench_worst_logs", name],
            check=True,
            capture_output=True,
            text=True,
        )
        seconds, repairing, grown = map(float, made.stdout.split())
        yield Figure(f"100,000 characters under {RULESETS} rulesets, {name}", seconds, "s")
        yield Figure(f"100,000 characters, finding repairs, {name}", repairing, "s")
        yield Figure(f"100,000 characters, memory, {name}", grown, "MB")
    seconds, grown = search([family() for family in FAMILIES.values()], ROUNDS, seed=0)
    changed = f"the heaviest of {ROUNDS} changed by chance"
    yield Figure(f"100,000 characters, {changed}", seconds, "s")
    yield Figure(f"100,000 characters, memory, {changed}", grown, "MB")


if __name__ == "__main__":
    print(*cost(FAMILIES.get(sys.argv[1], ordinary)()))
