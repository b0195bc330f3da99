"""Verdicts and findings: what the engine says about an event.

A finding is a value, not prose: the event, the verdict, a code, the rule it rests on and the
numbers or names that show it. :mod:`zarleague.engine.finding_sentences` turns it into a sentence.
"""

from enum import IntEnum, StrEnum
from typing import NamedTuple


class Verdict(IntEnum):
    """The verdict on an event under the rules, ordered by weight."""

    LEGAL = 0
    UNKNOWN = 1
    ILLEGAL = 2


class Code(StrEnum):
    """The kinds of findings: what is wrong with an event, or what is not known about it."""

    # The line itself
    NOT_A_LINE = "not-a-line"
    NO_SUCH_SEAT = "no-such-seat"
    WRONG_SEATS = "wrong-seats"
    NO_SUCH_PLACE = "no-such-place"
    NOT_IN_DECK = "not-in-deck"
    NO_SUCH_WORD = "no-such-word"
    WRONG_OPERANDS = "wrong-operands"
    NOT_IN_THIS_GAME = "not-in-this-game"
    TOO_LONG = "too-long"
    TOO_MANY_SEATS = "too-many-seats"
    # Order of things
    NOT_STARTED = "not-started"
    ALREADY_DEALT = "already-dealt"
    HAND_OVER = "hand-over"
    OUT_OF_TURN = "out-of-turn"
    NO_LAST_TURN = "no-last-turn"
    TOO_LATE = "too-late"
    NOT_FINISHED = "not-finished"
    # Cards
    NONE_LEFT = "none-left"
    NOT_HELD = "not-held"
    NOT_THERE = "not-there"
    """Another card lies in the place it is said to lie in."""
    WRONG_COUNT = "wrong-count"
    SUPPLY_EMPTY = "supply-empty"
    LEFT_OUT = "left-out"
    MISWRITTEN = "miswritten"
    """The line does not fit what follows: it was probably another one."""
    # Rules of play
    DOES_NOT_FIT = "does-not-fit"
    NOT_MATCHING = "not-matching"
    NOT_IDENTICAL = "not-identical"
    NOT_ALLOWED = "not-allowed"
    MUST_NAME = "must-name"
    MAY_NOT_NAME = "may-not-name"
    COULD_HAVE_PLAYED = "could-have-played"
    MUST_FOLLOW = "must-follow"
    MUST_SETTLE = "must-settle"
    NOTHING_OWED = "nothing-owed"
    NOT_SETTLED = "not-settled"
    NOT_CHOSEN = "not-chosen"
    WRONG_WORD = "wrong-word"
    FALSE_CLAIM = "false-claim"
    WRONG_POINTS = "wrong-points"


Fact = tuple[str, int | str]
"""A key and what it stands for, as in ``("card", 3)``."""


class Violation(NamedTuple):
    """A rule that an event breaks, as a judge returns it before anything changes.

    ``code``, the key of the ``rule`` and the facts ``about`` it become the finding. With the
    verdict UNKNOWN the event cannot be judged and happens all the same; ``claim`` is the mask of
    cards that its seat must not have held, where that is the open question. ``about_drawn``: only
    the card just drawn is asked about. ``besides`` is another open question about the event. An
    illegal event that ``stands`` happens under every remedy. ``penalised``: its rule has a penalty
    of its own.
    """

    code: Code
    rule: str
    about: tuple[Fact, ...] = ()
    verdict: Verdict = Verdict.ILLEGAL
    claim: int = 0
    about_drawn: bool = False
    besides: "Violation | None" = None
    stands: bool = False
    penalised: bool = False


def wrong_count(rule: str, count: int, expected: int, *, stands: bool = False) -> Violation:
    """Return the violation of moving or showing *count* cards where it should be *expected*."""
    about = (("count", count), ("expected_count", expected))
    return Violation(Code.WRONG_COUNT, rule, about, stands=stands)


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
    about: tuple[Fact, ...] = ()
    decided: int = -1
