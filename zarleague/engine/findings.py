"""Verdicts and findings: what the engine says about an event.

A finding is a value, not prose: the event, the verdict, a code, the rule it rests on and the
numbers or names that show it. :mod:`zarleague.engine.prose` turns it into a sentence.
"""

from enum import IntEnum, StrEnum
from typing import NamedTuple


class Verdict(IntEnum):
    """How an event stands under the rules; ordered by weight."""

    LEGAL = 0
    UNKNOWN = 1
    ILLEGAL = 2


class Code(StrEnum):
    """What is wrong with an event, or what would have to be known to judge it."""

    # The line itself
    NOT_A_LINE = "not-a-line"
    NO_SUCH_SEAT = "no-such-seat"
    NOT_IN_DECK = "not-in-deck"
    NO_SUCH_WORD = "no-such-word"
    WRONG_OPERANDS = "wrong-operands"
    NOT_IN_THIS_GAME = "not-in-this-game"
    # Order of things
    NOT_STARTED = "not-started"
    ALREADY_DEALT = "already-dealt"
    HAND_OVER = "hand-over"
    OUT_OF_TURN = "out-of-turn"
    TOO_LATE = "too-late"
    NOT_FINISHED = "not-finished"
    # Cards
    NONE_LEFT = "none-left"
    NOT_HELD = "not-held"
    WRONG_COUNT = "wrong-count"
    SUPPLY_EMPTY = "supply-empty"
    # Rules of play
    DOES_NOT_FIT = "does-not-fit"
    NOT_IDENTICAL = "not-identical"
    NOT_ALLOWED = "not-allowed"
    MUST_NAME = "must-name"
    MAY_NOT_NAME = "may-not-name"
    COULD_HAVE_PLAYED = "could-have-played"
    MUST_FOLLOW = "must-follow"
    MUST_SETTLE = "must-settle"
    NOTHING_OWED = "nothing-owed"
    NOT_SETTLED = "not-settled"
    WRONG_WORD = "wrong-word"
    FALSE_CLAIM = "false-claim"
    WRONG_POINTS = "wrong-points"


class Finding(NamedTuple):
    """One remark on one event.

    ``event`` is its index in the log, ``rule`` the key of the rule in the game's rulebook,
    ``about`` the facts that show it, as (key, value) pairs in the order the sentence needs them;
    keys used in common: ``card`` (a card), ``count``, ``most`` (numbers), ``seat``, ``due``
    (seats), ``word``. ``decided`` is the index of the later event that settled a question which
    was open when the event happened, or -1.
    """

    event: int
    verdict: Verdict
    code: Code
    rule: str
    about: tuple[tuple[str, int | str], ...] = ()
    decided: int = -1
