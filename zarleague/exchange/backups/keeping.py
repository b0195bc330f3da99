"""Select the backups to keep: by day, by week and by month."""

import datetime
from collections.abc import Callable, Hashable, Iterable
from typing import Final

DAILY: Final = 7
WEEKLY: Final = 4
MONTHLY: Final = 12


def kept(moments: Iterable[datetime.datetime]) -> set[datetime.datetime]:
    """Return the times of the backups to keep: the latest of each of the last `DAILY` days,
    `WEEKLY` weeks (from Monday) and `MONTHLY` months that have a backup.

    Days without a backup do not count, so that a site that was off for a month loses nothing.
    """
    latest_first = sorted(moments, reverse=True)
    return (
        _latest_of_each(latest_first, DAILY, lambda moment: moment.date())
        | _latest_of_each(latest_first, WEEKLY, lambda moment: moment.isocalendar()[:2])
        | _latest_of_each(latest_first, MONTHLY, lambda moment: (moment.year, moment.month))
    )


def _latest_of_each(
    latest_first: list[datetime.datetime],
    count: int,
    span: Callable[[datetime.datetime], Hashable],
) -> set[datetime.datetime]:
    latest: dict[Hashable, datetime.datetime] = {}
    for moment in latest_first:
        latest.setdefault(span(moment), moment)
    return set(list(latest.values())[:count])
