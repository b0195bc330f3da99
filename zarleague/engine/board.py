"""A judged log as one document, from which a page draws every step of the hand by itself.

A step is the table before the first event or after one. Each is stored as what changed since the
step before, because a hand of three hundred events changes one seat and one pile at a time. The
table is shown with several *eyes*: with everything the log says, as an onlooker saw it, and as each
seat saw it. The eyes of a viewer are made from the log as that viewer saw it, so a hidden card
is not in them to begin with.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, Final, NamedTuple

from zarleague.engine.deduction.deduce import Witnesses
from zarleague.engine.event import DEAL, TABLE, UP, Event
from zarleague.engine.event_sentences import clauses
from zarleague.engine.findings import Verdict
from zarleague.engine.game import Remedy
from zarleague.engine.games import find
from zarleague.engine.log import Log
from zarleague.engine.positions import KINDS as POSITION
from zarleague.engine.positions import begins_at
from zarleague.engine.replay import Replay, replay, states
from zarleague.engine.report import VERDICTS, replay_data, rule_data, ruleset_data
from zarleague.engine.slips import Reading
from zarleague.engine.view import HiddenCards, PileView, SeatView, TableView

SHOWN_OF_PILE: Final = 6
"""Known cards of a pile of the table that a step names, from the top. A discard pile grows with
the hand; nobody at the table leafs through it."""
MOST_SEATS_DRAWN: Final = 15_000
"""Seats drawn in all steps of all eyes of one document. A hand of 300 events at a table of five has
10,535; where there would be more, only the eyes asked for first are made."""
WORK_OF_A_MISTAKE: Final = 300
"""Most work to judge one illegal event, counted in events of a log without mistakes: Uno goes on
with every reading of what happened."""
MOST_WORK: Final = 20_000
"""Work to judge one log for all eyes of its document."""
EVERYTHING: Final = "all"
ONLOOKER: Final = "table"

Data = dict[str, Any]


class Frame(NamedTuple):
    """One step: the table, and which faces its unknown cards may have."""

    view: TableView
    hidden: HiddenCards


def board_data(judged: Replay, *, first: int = TABLE) -> Data:
    """Return the document of a judged log, as JSON-able data.

    To what :func:`zarleague.engine.report.replay_data` says come for each event its ``seat`` and
    its ``clauses`` in words; ``begins``, the first step to show, later than the first of all where
    the log starts in mid-hand; ``opens``, the step to open at: the first finding, in a clean log
    the end of the deal; ``tables``, the steps by eyes; ``sets``, the sets of cards that
    unknown cards are chosen from, which the steps number; ``proved``, by eyes the verdict of each
    event that the viewer could have proved by counting cards; and ``dealt``, by event and verdict
    of a witness what the tables before and after that event look like with its cards named.

    With ``first`` a seat's eyes are made before those of the others, for a log so long that not
    all can be.
    """
    log = judged.log
    sets = _Sets()
    everything = _Eyes(judged, sets)
    tables = {EVERYTHING: everything.steps}
    proved: dict[str, list[int]] = {}
    for viewer in _viewers(judged, first):
        key = ONLOOKER if viewer == TABLE else str(viewer)
        eyes = _Eyes(judged, sets, viewer)
        tables[key] = eyes.steps
        proved[key] = eyes.verdicts()
    data = replay_data(judged)
    for row, event in zip(data["events"], log.events, strict=True):
        row["seat"] = event.seat
        row["clauses"] = _said(event, log)
    faces = find(log.ruleset.game).deck(log.ruleset).faces
    return data | {
        "dealer": log.dealer,
        "begins": begins_at(log.events),
        "opens": _opens_at(judged),
        "faces": [face.name for face in faces],
        "tables": tables,
        "proved": proved,
        "dealt": {
            str(event): _dealt(judged, event, witnesses, sets)
            for event, witnesses in judged.witnesses.items()
        },
        "sets": sets.found,
        "rules": _rules_of_debts(log, tables),
    }


def _opens_at(judged: Replay) -> int:
    verdicts = judged.verdicts
    found = next((at for at, one in enumerate(verdicts, 1) if one is not Verdict.LEGAL), 0)
    events = judged.log.events
    before_play = POSITION | {DEAL, UP}
    dealt = next((at for at, one in enumerate(events) if one.kind not in before_play), len(events))
    return found or dealt


def _said(event: Event, log: Log) -> list[Data]:
    return [clause._asdict() for clause in clauses(event, log)]


def _rules_of_debts(log: Log, tables: Mapping[str, list[Data]]) -> Data:
    """Return by key the rules under which somebody owes something in one of the steps."""
    rules = find(log.ruleset.game).rules
    everything = tables[EVERYTHING]
    changed = [seat for step in everything[1:] for seat in step.get("seats", {}).values()]
    owed = (debt for seat in changed for debt in seat.get("debts", ()))
    return {key: rule_data(rules[key]) for _cards, key, _event in owed if key in rules}


def _viewers(judged: Replay, first: int) -> list[int]:
    """Return whose eyes are made besides those that see everything, as many as the limits allow."""
    log = judged.log
    wanted = list(dict.fromkeys((first, TABLE, *range(len(log.seats)))))
    drawn = len(log.seats) * (len(log.events) + 1)
    work = len(log.events) + 1 + WORK_OF_A_MISTAKE * judged.verdicts.count(Verdict.ILLEGAL)
    return wanted[: max(0, min(MOST_SEATS_DRAWN // drawn, MOST_WORK // work) - 1)]


class _Sets:
    """Sets of cards, each stored once, since most unknown cards have the same candidates."""

    def __init__(self) -> None:
        self.found: list[list[int]] = []
        self._numbers: dict[int, int] = {}

    def number(self, cards: int) -> int:
        """Return the number of a set (a bit mask) in the list."""
        number = self._numbers.get(cards)
        if number is None:
            number = self._numbers[cards] = len(self.found)
            self.found.append([card for card in range(cards.bit_length()) if cards >> card & 1])
        return number


class _Eyes:
    """A judged log as somebody saw it, drawn after every event in the reading that was judged:
    ``steps`` has the first step whole and of each other what it changed."""

    def __init__(self, judged: Replay, sets: _Sets, viewer: int | None = None) -> None:
        self._judged = judged
        self._sets = sets
        reading = judged.reading
        self.steps: list[Data] = []
        for self._state in states(reading, Remedy.RULED, viewer):
            now = _frame(reading, self._state)
            if self.steps:
                self.steps.append(self._step(now))
            else:
                self._data = _frame_data(now, sets)
                self.steps.append(self._data)
            self._frame = now

    def verdicts(self) -> list[int]:
        """Return by event what was proved of it, by counting cards, when the hand was over: the
        same as with everything known, or that it cannot be known."""
        judged = self._judged
        proved = [Verdict.LEGAL] * len(judged.verdicts)
        for finding in judged.reading.findings(self._state.findings):
            if 0 <= finding.event < len(proved):
                proved[finding.event] = max(proved[finding.event], finding.verdict)
        pairs = zip(proved, judged.verdicts, strict=True)
        return [(one if one is said else Verdict.UNKNOWN).value for one, said in pairs]

    def _step(self, now: Frame) -> Data:
        """Return what changed since the last look; a seat that looks the same is not drawn again,
        because at most tables all but one do."""
        was = self._frame
        before = self._data
        seats = [
            before["seats"][number]
            if seat == was.view.seats[number] and may_be == was.hidden.seats[number]
            else _seat(seat, self._sets.number(may_be))
            for number, (seat, may_be) in enumerate(
                zip(now.view.seats, now.hidden.seats, strict=True)
            )
        ]
        self._data = {"seats": seats, **_table(now, self._sets)}
        return _changes(before, self._data)


def _frame(reading: Reading, state: Any) -> Frame:
    """Return the table of a state, with the debts as those of events of the log as written."""
    view = reading.game.view(state)
    if reading.origins:
        seats = tuple(
            replace(
                seat,
                debts=tuple(debt._replace(event=reading.origin(debt.event)) for debt in seat.debts),
            )
            for seat in view.seats
        )
        view = replace(view, seats=seats)
    return Frame(view, reading.game.hidden(state))


def _frame_data(frame: Frame, sets: _Sets) -> Data:
    seats = zip(frame.view.seats, frame.hidden.seats, strict=True)
    return {
        "seats": [_seat(seat, sets.number(may_be)) for seat, may_be in seats],
        **_table(frame, sets),
    }


def _table(frame: Frame, sets: _Sets) -> Data:
    """Return all of a step but its seats."""
    view = frame.view
    return {
        "piles": [_pile(pile) for pile in view.piles],
        "stock": sets.number(frame.hidden.draw),
        "acting": list(view.acting),
        "direction": view.direction,
        "named": view.named,
        "over": view.over,
    }


def _seat(seat: SeatView, may_be: int) -> Data:
    return {
        "cards": list(seat.cards),
        "unknown": seat.unknown,
        "mayBe": may_be,
        "debts": [list(debt) for debt in seat.debts],
        "points": seat.points,
        "grid": [[[cell.card, int(cell.face_up)] for cell in column] for column in seat.grid],
        "notes": [list(note) for note in seat.notes],
        "piles": [_pile(pile) for pile in seat.piles],
    }


def _pile(pile: PileView) -> list[Any]:
    return [pile.key, list(pile.cards[-SHOWN_OF_PILE:]), pile.size]


def _changes(before: Data, now: Data) -> Data:
    """Return the fields that changed; of the seats, by number, theirs."""
    changed = {key: value for key, value in now.items() if key != "seats" and value != before[key]}
    seats = {
        str(number): {key: value for key, value in seat.items() if value != was[key]}
        for number, (was, seat) in enumerate(zip(before["seats"], now["seats"], strict=True))
        if seat is not was and seat != was
    }
    return changed | {"seats": seats} if seats else changed


def _dealt(judged: Replay, event: int, witnesses: Witnesses, sets: _Sets) -> Mapping[str, Data]:
    """Return what the tables before and after an event differ in from the log's, under each
    witness, and which events got their cards named."""
    reading = judged.reading
    log = reading.log
    base = _around(reading, event, sets)
    found = {}
    for verdict, witness in (("legal", witnesses.legal), ("illegal", witnesses.illegal)):
        around = _around(replace(reading, log=witness), event, sets)
        found[verdict] = {
            "before": _changes(base[0], around[0]),
            "after": _changes(base[1], around[1]),
            "named": [
                {"event": reading.origin(index), "clauses": _said(named, witness)}
                for index, named in enumerate(witness.events)
                if named != log.events[index] and reading.is_written(index)
            ],
        }
    return found


def table_data(log: Log, step: int) -> Data:
    """Return one step of a log as data: the table after *step* events (at most all of them), and
    in words what the last of these was, with its verdict."""
    step = min(step, len(log.events))
    judged = replay(log)
    data = {
        "ruleset": ruleset_data(log.ruleset),
        "seats": list(log.seats),
        "dealer": log.dealer,
        "step": step,
        "table": frame_after(judged, step),
        "clauses": [],
        "verdict": "",
    }
    if step:
        verdict = VERDICTS[judged.verdicts[step - 1]]
        data |= {"clauses": _said(log.events[step - 1], log), "verdict": verdict}
    return data


def frame_after(judged: Replay, step: int) -> Data:
    """Return the table after *step* events of a judged log as data, with the sets of cards it
    numbers."""
    sets = _Sets()
    state = next(islice(states(judged.reading, Remedy.RULED), step, None))
    return _frame_data(_frame(judged.reading, state), sets) | {"sets": sets.found}


def _around(reading: Reading, event: int, sets: _Sets) -> tuple[Data, Data]:
    around = islice(states(reading, Remedy.RULED), event, event + 2)
    before, after = (_frame_data(_frame(reading, state), sets) for state in around)
    return before, after
