"""Find the house rules that would have changed a hand, and compare the hand under one of them.

Every option of the game is tried with each of its other values: the log is judged again, and its
findings, points, debts and sizes of hands at the end are compared.
"""

from typing import Any, Final, NamedTuple

from zarleague.engine.board import WORK_OF_A_MISTAKE, frame_after
from zarleague.engine.event_sentences import clauses
from zarleague.engine.findings import Finding, Verdict
from zarleague.engine.game import Game, Remedy
from zarleague.engine.games import find
from zarleague.engine.log import Log
from zarleague.engine.replay import Replay, compare, in_deck
from zarleague.engine.report import VERDICTS, findings_data, ruleset_data
from zarleague.engine.ruleset import Option, Ruleset
from zarleague.engine.view import TableView

MOST_WORK: Final = 100_000
"""Work to try the options of one log, in events of a log without mistakes. The game with the most
options has 43 other values, so that a log of 2,000 events is tried with all of them."""
WORK_OF_A_READING: Final = 3
"""Work to judge one event in one more reading of the log, where cards are supposed, not named."""
MOST_ROWS: Final = 30
"""Events judged differently that a comparison names, the first ones."""

Data = dict[str, Any]


class Alternative(NamedTuple):
    """A value of an option under which the hand would have been judged differently. ``event`` is
    the first that would have been, or the last of the log if only the end differs."""

    option: str
    value: str
    event: int


class _Outcome(NamedTuple):
    """The outcome of a hand, without names of cards: decks of other skins have others; and first
    the ``work`` to find it, which is no part of it."""

    work: int
    findings: frozenset[tuple[int, int, str, str]]
    points: tuple[int | None, ...]
    table: tuple[Any, ...]


def alternatives(log: Log) -> tuple[list[Alternative], list[str]]:
    """Return the other values of options that change anything in *log*, in the order of the game,
    and the options that were not compared, or not with every value, as it would take too long."""
    game = find(log.ruleset.game)
    played = _outcome(game, log, log.ruleset)
    found: list[Alternative] = []
    work = played.work
    for place, option in enumerate(game.options):
        for value in other_values(option, log.ruleset[option.key]):
            if work + len(log.events) > MOST_WORK:
                return found, [left.key for left in game.options[place:]]
            outcome = _outcome(game, log, with_value(log.ruleset, option.key, value))
            work += outcome.work
            if outcome[1:] != played[1:]:
                event = _first_difference(played, outcome, log)
                found.append(Alternative(option.key, value, event))
    return found, []


def with_value(ruleset: Ruleset, option: str, value: str) -> Ruleset:
    """Return the ruleset with another value of one option. Raise RulesetError if there is no such
    option or value."""
    return find(ruleset.game).ruleset(ruleset.preset, {**ruleset.values, option: value})


def other_values(option: Option, value: str) -> list[str]:
    """Return the values of an option to try instead of *value*; for a number its neighbours and the
    usual one."""
    if option.choices:
        return [choice for choice, _ in option.choices if choice != value]
    number = int(value)
    near = {number - 1, number + 1, int(option.initial)} - {number}
    return [str(other) for other in sorted(near) if option.least <= other <= option.most]


def _outcome(game: Game, log: Log, ruleset: Ruleset) -> _Outcome:
    events, foreign = in_deck(log, ruleset)
    state = game.start(ruleset, len(log.seats), log.dealer, Remedy.RULED)
    work = len(events)
    for event in events:
        game.apply(state, event)
        work += WORK_OF_A_READING * (state.reading_count - 1)
    findings: list[Finding] = [*state.findings, *foreign]
    work += WORK_OF_A_MISTAKE * sum(f.verdict is Verdict.ILLEGAL for f in findings)
    return _Outcome(
        work,
        frozenset((f.event, f.verdict.value, f.code.value, f.rule) for f in findings),
        game.points(state),
        _sizes(game.view(state)),
    )


def _sizes(view: TableView) -> tuple[Any, ...]:
    """Return a table without its cards: how many lie where, who owes what, whose turn it is. The
    stock is left out, as a deck of another size alone changes nothing in a hand, and so are the
    words that nobody said."""
    seats = tuple(
        (
            len(seat.cards) + seat.unknown,
            tuple(debt.cards for debt in seat.debts),
            tuple((key, "" if key == "unsaid" else text) for key, text in seat.notes),
        )
        for seat in view.seats
    )
    piles = tuple((pile.key, pile.size) for pile in view.piles if pile.key != "stock")
    return seats, piles, view.acting, view.direction, view.over


def _first_difference(played: _Outcome, other: _Outcome, log: Log) -> int:
    events = [finding[0] for finding in played.findings ^ other.findings]
    return max(0, min(events, default=len(log.events) - 1))


def other_rules_data(log: Log, option: str = "", value: str = "") -> Data:
    """Return, as JSON-able data, which other values of options would change anything in *log*, and
    with an *option* and its *value* the log judged both ways. Raise RulesetError if there is no
    such option or value."""
    found, not_compared = alternatives(log)
    data = {
        "seats": list(log.seats),
        "dealer": log.dealer,
        "ruleset": ruleset_data(log.ruleset),
        "events": len(log.events),
        "alternatives": [one._asdict() for one in found],
        "not_compared": not_compared,
        "parts_at": None,
        "sides": [],
    }
    if not option:
        return data
    compared = compare(log, [log.ruleset, with_value(log.ruleset, option, value)])
    first, second = compared.replays
    rows = [
        index
        for index in range(len(log.events))
        if _said_of(first, index) != _said_of(second, index)
    ]
    at = compared.parts_at
    if at is not None and at not in rows:
        rows = sorted({at, *rows})
    sides = [_side(one, rows[:MOST_ROWS], at) for one in compared.replays]
    return data | {"parts_at": at, "rows": len(rows), "sides": sides}


def _said_of(replay: Replay, event: int) -> tuple[Any, ...]:
    said = [(f.verdict, f.code, f.rule) for f in replay.findings if f.event == event]
    return replay.verdicts[event], said


def _side(replay: Replay, rows: list[int], parts_at: int | None) -> Data:
    log = replay.log
    step = len(log.events) if parts_at is None else parts_at + 1
    return {
        "ruleset": ruleset_data(log.ruleset),
        "points": dict(zip(log.seats, replay.points, strict=True)),
        "over": replay.over,
        "counts": {text: replay.verdicts.count(verdict) for verdict, text in VERDICTS.items()},
        "events": [
            {
                "event": index,
                "clauses": [clause._asdict() for clause in clauses(log.events[index], log)],
                "verdict": VERDICTS[replay.verdicts[index]],
                "findings": findings_data((f for f in replay.findings if f.event == index), log),
            }
            for index in rows
        ],
        "table": frame_after(replay, step),
    }
