"""How long a task works for one league before other leagues get their turn."""

from time import monotonic
from typing import Final

LONGEST: Final = 120.0
"""Seconds after which a time slice ends in any case, with the evening it is at: half of what a
task may take. Only a busy machine comes near it."""


class TimeSlice:
    """The time that one task has for long work done evening by evening. Each first has to read
    and add up the earlier evenings again; make the object before that begins."""

    def __init__(self, least: float) -> None:
        """Begin a slice of ``least`` seconds from the first evening done. If getting there took
        longer, it lasts as long as that: half of it is new work, unless `LONGEST` ends it.
        """
        self._least = least
        self._began = monotonic()
        self._ends: float | None = None

    def is_over(self) -> bool:
        """Return whether the slice ends with an evening that has just been done. Ask after each."""
        now = monotonic()
        if self._ends is None:
            lasts = max(self._least, now - self._began)
            self._ends = min(now + lasts, self._began + LONGEST)
        return now >= self._ends
