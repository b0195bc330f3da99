"""A table for hand-worked logs: three players, Bob starts, nobody has seen a face-down card.

Ann's first column shows red 5, Bob's blue 5, Cat's green 5, each at the top; the first discard is
a yellow 6.
"""

from collections.abc import Sequence

from tests.engine.conformance import judged_by_hand
from zarleague.engine import Code, Remedy, Replay, Verdict, find
from zarleague.engine.finding_sentences import sentence

SEATS = ("Ann", "Bob", "Cat", "Dee", "Eve", "Fay", "Guy", "Hal")
GAME = find("uno-golf")
UP = ("Ann turns 11 r5", "Bob turns 11 b5", "Cat turns 11 g5", "Dee turns 11 r4", "Eve turns 11 y5")


def opening(seats: int = 3) -> tuple[str, ...]:
    """Deals, the first discard, and one card turned up by everybody."""
    deals = [f"deal {name} 6" for name in SEATS[:seats]]
    return (*deals, "up y6", *UP[:seats])


def text(
    lines: Sequence[str], rules: str = "", seats: int = 3, start: Sequence[str] | None = None
) -> str:
    """The text of a log under the first preset and *rules* (``key=value …``)."""
    header = f"game uno-golf uno-golf-mattel {rules}\nseats {' '.join(SEATS[:seats])}\ndealer Ann\n"
    start = opening(seats) if start is None else start
    return header + "\n".join([*start, *lines]) + "\n"


def judge(
    *lines: str,
    rules: str = "",
    seats: int = 3,
    start: Sequence[str] | None = None,
    remedy: Remedy = Remedy.RULED,
) -> Replay:
    """Replay the lines after the opening, with the table at every step."""
    return judged_by_hand(text(lines, rules, seats, start), remedy)


def acting(replayed: Replay) -> str:
    """Who may act after the last line."""
    return " ".join(SEATS[seat] for seat in replayed.steps[-1].acting)


def one_left() -> list[str]:
    """Bob turns up one card after the other until only 32 is face down; the others take the top
    discard and put it into their first place. The red 3 then tops the discard pile."""
    lines = []
    cat, ann = "g5", "r5"
    for drawn, place, shown in (("r0", 12, "b6"), ("r1", 21, "g6"), ("r2", 22, "y4")):
        lines += [f"Bob draws {drawn}", f"Bob discards {drawn}", f"Bob turns {place} {shown}"]
        lines += [f"Cat takes {drawn}", f"Cat puts {drawn} {cat} 11"]
        lines += [f"Ann takes {cat}", f"Ann puts {cat} {ann} 11"]
        cat, ann = drawn, cat
    return [*lines, "Bob draws r3", "Bob discards r3", "Bob turns 31 y1"]


def turning_up(turns: int, seats: int = 3) -> list[str]:
    """So many turns in which everybody discards the card drawn and turns up the next one, Bob the
    first. Who is next is known where discarded cards are silent."""
    lines = []
    for turn in range(turns):
        name = SEATS[(turn + 1) % seats]
        place = (12, 21, 22, 31, 32)[turn // seats]
        lines += [f"{name} draws ?", f"{name} discards ?", f"{name} turns {place} ?"]
    return lines


def draining(turns: int) -> list[str]:
    """Two players who draw and swap the same place, *turns* turns in all."""
    lines = []
    for turn in range(turns):
        name = ("Bob", "Ann")[turn % 2]
        lines += [f"{name} draws ?", f"{name} puts ? ? 12"]
    return lines


def flooded(columns: int) -> list[str]:
    """Two players: turn after turn Bob takes the draw two off the pile and puts it in the place
    of another, and Ann adds a column. 112 - 12 - 2 cards lie in the draw pile after his first
    turn, two on the discard pile."""
    lines = ["Bob draws g+2", "Bob puts g+2 b+2 12", "Ann adds 2"]
    for turn in range(1, columns):
        top, other = ("b+2", "g+2") if turn % 2 else ("g+2", "b+2")
        lines += [f"Bob takes {top}", f"Bob puts {top} {other} 12", "Ann adds 2"]
    return lines


def changed(replayed: Replay) -> bool:
    """Whether the last line changed anything on the table."""
    return replayed.steps[-1] != replayed.steps[-2]


def told(replayed: Replay) -> str:
    """The sentence of the last finding."""
    return str(sentence(replayed.findings[-1], replayed.log))


def grid(replayed: Replay, name: str) -> str:
    """The grid of a seat after the last line: columns in order, face-down cards in brackets, ``-``
    for a cleared column."""
    deck = GAME.deck(replayed.log.ruleset)
    columns = replayed.steps[-1].seats[SEATS.index(name)].grid
    return " | ".join(
        " ".join(deck.code(c.card) if c.face_up else f"({deck.code(c.card)})" for c in column)
        or "-"
        for column in columns
    )


def discards(replayed: Replay) -> str:
    """The known cards of the discard pile, top last."""
    pile = next(pile for pile in replayed.steps[-1].piles if pile.key == "discard")
    return GAME.deck(replayed.log.ruleset).codes(pile.cards)


def debts(replayed: Replay) -> str:
    """Who still has to add how many cards."""
    return " ".join(
        f"{SEATS[seat]}:{sum(debt.cards for debt in view.debts)}"
        for seat, view in enumerate(replayed.steps[-1].seats)
        if view.debts
    )


def only(replayed: Replay) -> tuple[int, Verdict, Code, str]:
    """The one finding: which line after the opening (0 for the first), verdict, code, rule."""
    (finding,) = replayed.findings
    start = len(opening(len(replayed.log.seats)))
    return finding.event - start, finding.verdict, finding.code, finding.rule
