"""How long a task works for one league before other leagues get their turn."""

from time import monotonic
from typing import Final

LONGEST: Final = 120.0
"""Seconds after which a turn ends in any case with the evening it is at: half of what a task may
take. It takes a fraction of it, unless the machine is busy."""


class Turn:
    """The time of one task for long work that is done evening by evening. It begins with what has
    to be read and added up before the first evening, since every turn does that again."""

    def __init__(self, least: float) -> None:
        """Begin a turn of ``least`` seconds after that, if so much is left to do; longer only where
        reading and adding up took longer."""
        self._least = least
        self._began = monotonic()
        self._ends: float | None = None

    def is_over(self) -> bool:
        """Return whether the turn ends with an evening that has just been done. Ask after each."""
        now = monotonic()
        if self._ends is None:
            lasts = max(self._least, now - self._began)
            self._ends = min(now + lasts, self._began + LONGEST)
        return now >= self._ends
