"""The functions that the processes run: from plain data to JSON. Without Django, so that they start
fast and stay small."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from zarleague.engine import Log, NotALog, Replay, Ruleset, find, read, replay
from zarleague.engine import compare as engine_compare
from zarleague.engine.alternatives import alternatives, other_rules_data, with_value
from zarleague.engine.board import board_data, table_data
from zarleague.engine.event import TABLE
from zarleague.engine.recording import screen_data
from zarleague.engine.report import comparison_data, repairs_data, replay_data
from zarleague.engine.ruleset import RulesetData


class OtherGame(NotALog):
    """The log is of another game than the match."""


class OtherSeats(NotALog):
    """The log is of other players than the hand; the argument names them."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        super().__init__(seats)
        self.seats = seats


RulesChoiceData = tuple[str, dict[str, str]]
"""A `RulesChoice` as plain data: preset, overrides."""
OfHand = tuple[RulesetData, tuple[str, ...]]
"""The hand a log is of: its match's rules, and its players' names."""


@dataclass(frozen=True, slots=True)
class RulesChoice:
    """Rules of the log's game: a preset ("": the log's own), and options that differ from it."""

    preset: str = ""
    overrides: Mapping[str, str] = field(default_factory=dict)

    def data(self) -> RulesChoiceData:
        """Return the choice as plain data; ``RulesChoice(*data)`` makes it again."""
        return self.preset, dict(self.overrides)

    def ruleset(self, log: Log) -> Ruleset:
        """Return the ruleset to judge a log by. Raise RulesetError if it does not exist."""
        game, own = find(log.ruleset.game), log.ruleset
        if self.preset:
            return game.ruleset(self.preset, self.overrides)
        return game.ruleset(own.preset, {**own.values, **self.overrides})


def judge(text: str, game: str, rules: RulesChoiceData) -> bytes:
    """Judge any log; ``game`` is for a log that names none, or "". Raise NotALog, RulesetError."""
    log = _of_game(text, game)
    judged = replay(log, RulesChoice(*rules).ruleset(log))
    return _json({**replay_data(judged), "repairs": repairs_data(text, judged)})


def compare(text: str, game: str, several: Sequence[RulesChoiceData]) -> bytes:
    """Judge any log under several rulesets. Raise NotALog, RulesetError."""
    log = _of_game(text, game)
    rulesets = [RulesChoice(*rules).ruleset(log) for rules in several]
    return _json(comparison_data(engine_compare(log, rulesets)))


def judge_hand(text: str, hand: OfHand | None, with_repairs: bool) -> bytes:
    """Judge the log of a hand under its match's rules, whatever rules it names itself. Raise
    NotALog, `OtherGame` or `OtherSeats` if it cannot be of this hand."""
    judged = _judged(text, hand)
    data = replay_data(judged)
    return _json({**data, "repairs": repairs_data(text, judged)} if with_repairs else data)


def record_hand(text: str, hand: OfHand | None) -> bytes:
    """Judge the log of a hand that is being recorded, as `judge_hand` does, and return what can be
    tapped next."""
    judged = _judged(text, hand)
    return _json({**replay_data(judged), "screen": screen_data(judged.log)})


def board(text: str, hand: OfHand | None, viewer: str) -> bytes:
    """Return the document of a log to draw its steps from, as first seen by ``viewer``, a name or
    "". Raise the errors of `judge_hand`."""
    judged = _judged(text, hand)
    return _json(board_data(judged, first=judged.log.seats.index(viewer) if viewer else TABLE))


def other_rules(text: str, hand: OfHand | None, option: str, value: str) -> bytes:
    """Return which house rules would change anything in a log and, beside it, the log judged with
    another value of an option, "" for none. Raise the errors of `judge_hand`, and RulesetError."""
    return _json(other_rules_data(_judged(text, hand).log, option, value))


def hand_under_other_rules(text: str, hand: OfHand | None, option: str, value: str) -> bytes:
    """Return the same of the log of a hand as data: the values that would change anything, the
    options not compared, and the comparison with that value of an option, None for no option. Raise
    the errors of `judge_hand`, and RulesetError."""
    log = _judged(text, hand).log
    compared = None
    if option:
        other = with_value(log.ruleset, option, value)
        compared = comparison_data(engine_compare(log, [log.ruleset, other]))
    found, left = alternatives(log)
    return _json(
        {
            "alternatives": [one._asdict() for one in found],
            "not_compared": left,
            "comparison": compared,
        }
    )


def table(text: str, hand: OfHand | None, step: int) -> bytes:
    """Return the table after *step* events, for drawing. Raise the errors of `judge_hand`."""
    return _json(table_data(_judged(text, hand).log, step))


def _judged(text: str, hand: OfHand | None) -> Replay:
    """Judge a log under its own rules, or, if it is of a hand, under those of the hand's match and
    with its players, in any order. The log of the replay has the cards of the deck played with."""
    if hand is None:
        return replay(read(text))
    ruleset, seats = Ruleset(*hand[0]), hand[1]
    log = read(text, ruleset, seats)
    if log.ruleset.game != ruleset.game:
        raise OtherGame
    if sorted(log.seats) != sorted(seats):
        raise OtherSeats(log.seats)
    return replay(log, ruleset)


def _of_game(text: str, game: str) -> Log:
    return read(text, find(game).ruleset() if game else None)


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
