"""Judge logs: the functions for the rest of the site. All return JSON."""

from collections.abc import Sequence

from zarleague.engine import NotALog, Ruleset, RulesetError
from zarleague.replays import jobs, pool
from zarleague.replays.errors import Busy, NotJudged, TooHeavy, TooMany
from zarleague.replays.jobs import OtherGame, OtherSeats, RulesChoice

__all__ = [
    "LONGEST_LOG",
    "Busy",
    "NotALog",
    "NotJudged",
    "OtherGame",
    "OtherSeats",
    "RulesChoice",
    "RulesetError",
    "TooHeavy",
    "TooMany",
    "board",
    "board_of_hand",
    "compare",
    "judge",
    "judge_hand",
    "other_rules",
    "other_rules_of_hand",
    "record_hand",
    "table",
    "table_of_hand",
]

LONGEST_LOG = 100_000
"""Characters; a hand of ten players is told in a tenth of it."""


def judge(text: str, game: str, rules: RulesChoice) -> bytes:
    """See `jobs.judge`; raise `NotJudged` if it was not to be done."""
    return pool.run(jobs.judge, _bounded(text), game, rules.data())


def compare(text: str, game: str, several: Sequence[RulesChoice]) -> bytes:
    """See `jobs.compare`; raise `NotJudged` if it was not to be done."""
    return pool.run(jobs.compare, _bounded(text), game, [rules.data() for rules in several])


def judge_hand(text: str, ruleset: Ruleset, seats: Sequence[str], *, with_repairs: bool) -> bytes:
    """See `jobs.judge_hand`; raise `NotJudged` if it was not to be done."""
    return pool.run(jobs.judge_hand, _bounded(text), ruleset.data(), tuple(seats), with_repairs)


def board(text: str) -> bytes:
    """See `jobs.board`; raise `NotJudged` if it was not to be done."""
    return pool.run(jobs.board, _bounded(text))


def board_of_hand(text: str, ruleset: Ruleset, seats: Sequence[str], viewer: str) -> bytes:
    """See `jobs.board_of_hand`; raise `NotJudged` if it was not to be done."""
    return pool.run(jobs.board_of_hand, _bounded(text), ruleset.data(), tuple(seats), viewer)


def other_rules(text: str, option: str, value: str) -> bytes:
    """See `jobs.other_rules`; raise `NotJudged` if it was not to be done."""
    return pool.run(jobs.other_rules, _bounded(text), option, value)


def other_rules_of_hand(
    text: str, ruleset: Ruleset, seats: Sequence[str], option: str, value: str
) -> bytes:
    """See `jobs.other_rules_of_hand`; raise `NotJudged` if it was not to be done."""
    of_hand = ruleset.data(), tuple(seats)
    return pool.run(jobs.other_rules_of_hand, _bounded(text), *of_hand, option, value)


def table(text: str, step: int) -> bytes:
    """See `jobs.table`; raise `NotJudged` if it was not to be done."""
    return pool.run(jobs.table, _bounded(text), step)


def table_of_hand(text: str, ruleset: Ruleset, seats: Sequence[str], step: int) -> bytes:
    """See `jobs.table_of_hand`; raise `NotJudged` if it was not to be done."""
    return pool.run(jobs.table_of_hand, _bounded(text), ruleset.data(), tuple(seats), step)


def record_hand(text: str, ruleset: Ruleset, seats: Sequence[str]) -> bytes:
    """See `jobs.record_hand`; raise `NotJudged` if it was not to be done."""
    return pool.run(jobs.record_hand, _bounded(text), ruleset.data(), tuple(seats))


def _bounded(text: str) -> str:
    if len(text) > LONGEST_LOG:
        raise TooHeavy
    return text
