"""A period of evenings, first and last included."""

import datetime
from typing import Any, NamedTuple


class Period(NamedTuple):
    """Two optional dates: ``last`` alone is the season as of that day."""

    first: datetime.date | None = None
    last: datetime.date | None = None

    @classmethod
    def of_texts(cls, first: str | None, last: str | None) -> "Period":
        """Return the period between two dates in ISO 8601."""
        return cls(
            *(None if day is None else datetime.date.fromisoformat(day) for day in (first, last))
        )

    @property
    def is_whole_season(self) -> bool:
        """Return whether the period has no bounds."""
        return self.first is None and self.last is None

    @property
    def ordinals(self) -> tuple[int, int]:
        """Return first and last day as ordinals; a missing one is beyond every date."""
        first = self.first or datetime.date.min
        last = self.last or datetime.date.max
        return first.toordinal(), last.toordinal()

    @property
    def bounds(self) -> dict[str, Any]:
        """Return the bounds as keyword arguments of the selectors."""
        return self._asdict()
