"""Recorded play-throughs: for each game a hand with all verdicts, views and legal moves, as text.

A recording is a hand log whose comments hold, below each event, its verdict, and of the table and
the legal moves what the event has changed. Each game has two: ``GAME.txt``, a whole hand of the
bots with every card named; and ``GAME-mistakes.txt``, the same hand as a scorekeeper notes it, with
the cards that nobody showed unknown and some events that were not allowed, so that other verdicts
than "legal" are in it. With unknown cards there are too many moves to list, so they are counted.
``GAME-house-NAME.txt`` is a hand under house rules, which its ``game`` line names.

``python -m tests.engine.playthroughs`` regenerates them: the log is read from the recording, so
the events stay and only what the engine says changes. A game that has none gets a hand dealt
by a fixed seed; remove a file to get another hand.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.engine import conformance
from zarleague.bots import as_recorded
from zarleague.engine import KEYS, find, read, replay, write
from zarleague.engine.cards import UNKNOWN, Deck
from zarleague.engine.event import TABLE
from zarleague.engine.finding_sentences import sentence
from zarleague.engine.findings import Finding
from zarleague.engine.game import Game
from zarleague.engine.log import Log, event_line
from zarleague.engine.replay import Replay
from zarleague.engine.report import VERDICTS
from zarleague.engine.view import SeatView, TableView

FOLDER: Final = Path(__file__).parent
COMMAND: Final = "python -m tests.engine.playthroughs"
SEATS: Final = 3
SEED: Final = 7
MOST_SHOWN: Final = 6
"""Cards of a pile that are shown, from the top."""
MISTAKES: Final = 6
"""Events nobody was allowed in a hand with mistakes."""

HOUSES: Final[dict[str, dict[str, tuple[str, dict[str, str]]]]] = {
    "uno": {
        "draw-to-match": (
            "",
            {
                "cumulation": "mixed",
                "voluntary-draw-max": "until-fits",
                "interceptions": "exact",
                "intercept-actions": "no",
            },
        ),
        "draw-twos": ("", {"cumulation": "draw-twos", "skip-after-drawing": "on"}),
        "fours-on-twos": ("", {"cumulation": "fours-on-twos"}),
        "force-play": ("", {"play-drawn-card": "must", "voluntary-draw-max": "any"}),
    },
    "uno-golf": {
        "two-up": (
            "",
            {"action-points-confirmed": "yes", "first-turn-up": "2", "clear-when": "any-time"},
        ),
    },
    "crazy-eights": {
        "actions": (
            "",
            {
                "scoring": "winner-collects",
                "drawing": "until-fits",
                "draw-two": "twos",
                "draw-two-stacking": "on",
                "skip": "queens",
                "reverse": "aces",
            },
        ),
        "two-packs": ("", {"packs": "2"}),
        "mau-mau": ("mau-mau", {}),
    },
}
"""By game and name: the preset and the options of a hand under house rules."""


def recordings() -> Iterator[tuple[str, Path]]:
    """Yield every game's key with each file it has to have."""
    for key in KEYS:
        yield key, FOLDER / f"{key}.txt"
        yield key, FOLDER / f"{key}-mistakes.txt"
        for name in HOUSES.get(key, ()):
            yield key, FOLDER / f"{key}-house-{name}.txt"


def recording(key: str, path: Path) -> str:
    """Return the recording of the hand in a file, or of a new hand if there is no such file."""
    if path.exists():
        log = read(path.read_text(encoding="utf-8"))
    elif path.stem == key:
        log = _whole_hand(find(key))
    elif "-house-" in path.stem:
        log = _whole_hand(find(key), *HOUSES[key][path.stem.partition("-house-")[2]])
    else:
        log = _hand_with_mistakes(find(key), _whole_hand(find(key)))
    return "\n".join(_lines(find(key), log)) + "\n"


def _whole_hand(game: Game, preset: str = "", rules: Mapping[str, str] | None = None) -> Log:
    ruleset = game.ruleset(preset, rules or conformance.READY.get(game.key))
    least, most = game.seats(ruleset)
    return conformance.deal(game, ruleset, min(max(SEATS, least), most), SEED)


def _hand_with_mistakes(game: Game, log: Log) -> Log:
    """Return the hand as a scorekeeper notes it, with some events in it that were not legal."""
    rng = Random(SEED)
    seats = range(len(log.seats))
    noted = as_recorded(game, log)
    events = list(noted.events)
    for index in sorted(rng.sample(range(len(log.events)), MISTAKES), reverse=True):
        state = conformance.start(game, log)
        for event in log.events[:index]:
            game.apply(state, event)
        illegal = [
            event
            for event in conformance.candidates(game, log, seats, rng)
            if conformance.findings_of(game, state, event)
        ]
        events.insert(index, rng.choice(illegal))
    return Log(log.ruleset, log.seats, log.dealer, tuple(events))


def _lines(game: Game, log: Log) -> Iterator[str]:
    header = write(log).splitlines()[: -len(log.events)]
    yield f"; Made by `{COMMAND}`: edit the log if you like, not the comments."
    yield from header
    judged = replay(log, steps=True)
    state = conformance.start(game, log)
    counted = any(UNKNOWN in event.cards for event in log.events)
    before: dict[str, str] = {}
    for index, event in enumerate(log.events):
        yield ""
        yield event_line(event, log)
        yield f"; {VERDICTS[judged.verdicts[index]]}"
        yield from (f";   {_finding(f, judged)}" for f in judged.findings if f.event == index)
        game.apply(state, event)
        after = dict(_table(game, log, judged.steps[index + 1]))
        after |= dict(_moves(game, log, state, counted=counted))
        for label in dict.fromkeys([*before, *after]):
            if before.get(label) != after.get(label):
                yield f";   {label} {after.get(label, 'nothing')}"
        before = after
    yield ""
    points = ", ".join(
        f"{name} {_points(number)}" for name, number in zip(log.seats, judged.points, strict=True)
    )
    yield f"; {'closed' if judged.over else 'not closed'}: {points}"
    counts = (f"{judged.verdicts.count(verdict)} {text}" for verdict, text in VERDICTS.items())
    yield f"; {', '.join(counts)}"


def _finding(finding: Finding, judged: Replay) -> str:
    settled = f", settled by event {finding.decided + 1}" if finding.decided >= 0 else ""
    about = f"{finding.code} under {finding.rule!r}{settled}"
    return f"{sentence(finding, judged.log)} ({about})"


def _table(game: Game, log: Log, view: TableView) -> Iterator[tuple[str, str]]:
    """Yield what lies before each seat, the piles, and who is next, each with a label."""
    deck = game.deck(log.ruleset)
    for name, seat in zip(log.seats, view.seats, strict=True):
        yield f"{name}:", ", ".join(_seat(deck, seat))
    for pile in view.piles:
        yield f"{pile.key}:", f"{pile.size} cards {deck.codes(pile.cards[-MOST_SHOWN:])}".rstrip()
    acting = " ".join(log.seats[seat] for seat in view.acting) or "nobody"
    named = f", {view.named} named" if view.named else ""
    yield "to act:", f"{acting}, direction {view.direction}{named}{', over' if view.over else ''}"


def _seat(deck: Deck, seat: SeatView) -> Iterator[str]:
    """Yield what a seat has."""
    if seat.grid:
        yield " | ".join(
            " ".join(deck.code(c.card) if c.face_up else f"({deck.code(c.card)})" for c in column)
            or "-"
            for column in seat.grid
        )
    if seat.cards or not seat.grid:
        yield deck.codes(seat.cards) or "no known card"
    if seat.unknown:
        yield f"{seat.unknown} unknown"
    for pile in seat.piles:
        yield f"{pile.key} {pile.size}: {deck.codes(pile.cards)}"
    for debt in seat.debts:
        yield f"owes {debt.cards} ({debt.rule})"
    for note in seat.notes:
        yield " ".join(note)
    yield f"{_points(seat.points)} points"


def _points(points: int | None) -> str:
    return "?" if points is None else str(points)


def _moves(game: Game, log: Log, state: Any, *, counted: bool) -> Iterator[tuple[str, str]]:
    """Yield the legal moves of the table and of each seat that has some, or their number."""
    for seat in (TABLE, *range(len(log.seats))):
        name = log.seats[seat] if seat != TABLE else "table"
        moves = [
            event_line(event, log).removeprefix(f"{name} ") for event in game.legal(state, seat)
        ]
        if moves:
            yield f"{name} may:", f"{len(moves)} moves" if counted else " / ".join(moves)
