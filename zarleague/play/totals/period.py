"""Some evenings of a season, from the first to the last, both included."""

import datetime
from typing import Any, NamedTuple


class Period(NamedTuple):
    """Two dates, either of which may be missing: ``last`` alone is the season as of that day."""

    first: datetime.date | None = None
    last: datetime.date | None = None

    @classmethod
    def of_texts(cls, first: str | None, last: str | None) -> "Period":
        """Return the period of two dates as ISO 8601 writes them."""
        return cls(
            *(None if day is None else datetime.date.fromisoformat(day) for day in (first, last))
        )

    @property
    def is_whole(self) -> bool:
        """Whether it leaves no evening out."""
        return self.first is None and self.last is None

    @property
    def ordinals(self) -> tuple[int, int]:
        """The two as ordinals, far away where one is missing."""
        first = self.first or datetime.date.min
        last = self.last or datetime.date.max
        return first.toordinal(), last.toordinal()

    @property
    def bounds(self) -> dict[str, Any]:
        """The two by the names the selectors give them."""
        return self._asdict()
