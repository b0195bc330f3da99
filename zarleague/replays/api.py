"""Judge logs: what the rest of the site calls. All answers are JSON."""

from collections.abc import Callable
from typing import Any

from zarleague.engine import NotALog, RulesetError
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
    "jobs",
    "run",
]

LONGEST_LOG = 100_000
"""Characters; a hand of ten players is told in a tenth of it."""


def run(job: Callable[..., bytes], text: str, *given: Any) -> bytes:
    """Return the answer of a function of `jobs` about a log; raise its errors, and `NotJudged` if
    it was not to be done."""
    if len(text) > LONGEST_LOG:
        raise TooHeavy
    return pool.run(job, text, *given)
